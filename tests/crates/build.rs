//! The build script of every member: the two lines of the set-up, and a generated skill.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=skills");
    println!("cargo::rustc-env=SKILLS_WATCHED=skills");
    let out = env::var("OUT_DIR").unwrap_or_default();
    let skill = Path::new(&out).join("generated/made");
    fs::create_dir_all(&skill)?;
    fs::write(
        skill.join("SKILL.md"),
        "---\nname: made\ndescription: Made.\n---\n",
    )
}
