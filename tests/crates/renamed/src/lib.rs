//! The dependency has another name in `Cargo.toml`, and there is nothing under its own.

use agent_skills::{Catalog, Skill, skills};

pub static SKILLS: Catalog = skills!("./skills");
pub static SOUP: &Skill = SKILLS.require("soup");

/// What the expansion would find if it named the crate itself.
pub mod skills_runtime {}

const _: () = assert!(SKILLS.len() == 5);
