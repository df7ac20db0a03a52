//! A warning, without prelude and under strict lints: it comes through, and nothing beside it.
#![no_implicit_prelude]
#![deny(
    missing_docs,
    nonstandard_style,
    unused,
    unused_qualifications,
    clippy::all,
    clippy::pedantic
)]

/// Embedded without the two lines of the set-up.
pub static SKILLS: ::skills_runtime::Catalog = ::skills_runtime::skills!("./skills");
