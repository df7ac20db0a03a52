//! A server that offers nothing but its skills.

use rmcp::{ServiceExt, transport::stdio};
use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("./skills", allow(crlf, nested_plain));

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let server = SKILLS.server("server", "0.0.0").serve(stdio()).await?;
    server.waiting().await?;
    Ok(())
}
