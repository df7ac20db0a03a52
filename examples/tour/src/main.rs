//! Prints the embedded catalog, then connects a client in process that reads and verifies every file.

mod table;
mod visit;

use anyhow::Context;
use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("./skills");

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    SKILLS.verify().context("the embedded files are damaged")?;
    println!("{}", table::of(&SKILLS));
    let seen = visit::every_file(&SKILLS).await?;
    println!(
        "A client listed {} skills and read their {} files ({} bytes) over MCP {}.",
        seen.skills, seen.files, seen.bytes, seen.version
    );
    println!("Every file had the size and the SHA-256 digest that its skill's entry promised.");
    Ok(())
}
