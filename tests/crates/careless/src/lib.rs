//! Shows that the lints which the strict crates deny are at work: this one breaks two of them.
#![deny(missing_docs, clippy::all)]

pub static SKILLS: skills_runtime::Catalog = skills_runtime::skills!("./skills");

/// Says it the long way.
pub fn has_skills() -> bool {
    SKILLS.len() > 0
}
