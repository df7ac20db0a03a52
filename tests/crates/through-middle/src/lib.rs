//! Knows the framework, and not what the framework stands on.

pub static SKILLS: middle::skills_runtime::Catalog = middle::embed!();

const _: () = assert!(SKILLS.len() == 5);
