//! A server that offers nothing but its skills, over stdin and stdout.

use rmcp::{ServerHandler, ServiceExt, transport::stdio};
use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("./skills");

struct Server;

impl ServerHandler for Server {}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    SKILLS
        .attach(Server)
        .serve(stdio())
        .await?
        .waiting()
        .await?;
    Ok(())
}
