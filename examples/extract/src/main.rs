//! The skills of a program, written to a folder for hosts that only read skills from disk.
//!
//! `extract [--over] FOLDER` writes what is not there yet. What was changed in the folder stays, unless `--over` says to
//! replace it.

use std::path::Path;

use anyhow::bail;
use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("./skills");

fn main() -> anyhow::Result<()> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let written = match *arguments {
        ["--over", folder] => SKILLS.extract_over(Path::new(folder))?,
        [folder] if !folder.starts_with('-') => SKILLS.extract_to(Path::new(folder))?,
        _ => bail!("expected `[--over] FOLDER`"),
    };
    for folder in &written {
        println!("wrote {}", folder.display());
    }
    println!(
        "{} of {} skills were new or changed",
        written.len(),
        SKILLS.len()
    );
    Ok(())
}
