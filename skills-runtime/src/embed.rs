//! Skills that belong to a server's type.

use rmcp::ServerHandler;
/// Embeds a folder of skills into a server's type: `#[skills("./skills")]`, with the options of
/// [`skills!`](crate::skills).
///
/// Expands to an implementation of the trait of this name. `crate = path` names this crate where it
/// is not `::skills_runtime`.
pub use skills_macros::EmbedSkills;

use crate::attach::WithSkills;
use crate::catalog::Catalog;

/// A server type with skills of its own, by `#[derive(EmbedSkills)]`.
///
/// ```
/// use rmcp::ServerHandler;
/// use skills_runtime::EmbedSkills;
///
/// #[derive(Clone, EmbedSkills)]
/// #[skills("./skills")]
/// struct Server;
///
/// impl ServerHandler for Server {}
///
/// assert_eq!(Server::skills().len(), 1);
/// let server = Server.with_skills();
/// # let _ = server;
/// ```
pub trait EmbedSkills {
    /// The skills of the type.
    fn skills() -> &'static Catalog;

    /// The server with its skills, as [`Catalog::attach`] makes it.
    fn with_skills(self) -> WithSkills<Self>
    where
        Self: ServerHandler,
    {
        Self::skills().attach(self)
    }
}
