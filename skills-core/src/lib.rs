//! Build-time library of `skills-runtime`.
