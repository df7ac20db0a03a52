//! A catalog as a server of its own.

use rmcp::ServerHandler;
use rmcp::model::{Implementation, ServerConfig};

use crate::attach::WithSkills;
use crate::catalog::Catalog;

impl Catalog {
    /// A server that serves the catalog and nothing else, under that name and version.
    ///
    /// ```no_run
    /// # async fn serve() -> Result<(), Box<dyn std::error::Error>> {
    /// # use skills_runtime::{Catalog, skills};
    /// # static SKILLS: Catalog = skills!("./skills");
    /// use rmcp::{ServiceExt, transport::stdio};
    ///
    /// let server = SKILLS.server(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
    /// server.serve(stdio()).await?.waiting().await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// A title, a website or instructions go into the configuration of a [`Bare`] server:
    ///
    /// ```
    /// # use skills_runtime::{Catalog, skills};
    /// # static SKILLS: Catalog = skills!("./skills");
    /// use rmcp::model::{Implementation, ServerConfig};
    /// use skills_runtime::Bare;
    ///
    /// let config = ServerConfig::default()
    ///     .with_server_info(Implementation::new("acme-skills", "1.0.0").with_title("Acme"))
    ///     .with_instructions("Load the skill `refunds` before you touch an invoice.");
    /// let server = SKILLS.attach(Bare::new(config));
    /// # let _ = server;
    /// ```
    pub fn server(&'static self, name: &str, version: &str) -> WithSkills<Bare> {
        let info = Implementation::new(name, version);
        self.attach(Bare::new(ServerConfig::default().with_server_info(info)))
    }
}

/// A server without anything to serve: no tools, no prompts, no resources.
///
/// What [`Catalog::attach`] needs when there are only skills. [`Catalog::server`] makes one from a
/// name and a version.
#[derive(Debug, Clone)]
pub struct Bare {
    config: ServerConfig,
}

impl Bare {
    /// A server that introduces itself with that configuration.
    pub const fn new(config: ServerConfig) -> Self {
        Self { config }
    }
}

impl ServerHandler for Bare {
    fn get_info(&self) -> ServerConfig {
        self.config.clone()
    }
}
