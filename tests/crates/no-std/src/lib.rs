//! No `std` by name, and no prelude either.
#![no_std]
#![no_implicit_prelude]

pub static SKILLS: ::skills_runtime::Catalog =
    ::skills_runtime::skills!(["./skills", "$OUT_DIR/generated"]);

const _: () = ::core::assert!(SKILLS.len() == 6);
