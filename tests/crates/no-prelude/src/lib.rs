//! No name is in scope but the crates.
#![no_implicit_prelude]

pub static SKILLS: ::skills_runtime::Catalog = ::skills_runtime::skills!("./skills");

pub static BOTH: ::skills_runtime::Catalog =
    ::skills_runtime::skills!(["./skills", "$OUT_DIR/generated"], prefix = "a/b");

const _: () = ::std::assert!(SKILLS.len() == 5 && BOTH.len() == 6);
