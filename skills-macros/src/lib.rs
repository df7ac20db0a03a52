//! The `skills!` macro of `skills-runtime`.
