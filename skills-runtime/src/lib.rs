//! Agent Skills, embedded.
