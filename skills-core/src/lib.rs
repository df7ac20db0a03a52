//! Build-time library of `skills-runtime`: from a folder of Agent Skills to a checked catalog.
//!
//! The stages, each with a type of its own, none calling an earlier one:
//!
//! 1. [`discover`]: a root to the files below it; asks for names and kinds only.
//! 2. [`read`]: paths to bytes; opens regular files and nothing else.
//! 3. [`frontmatter`]: the text of a `SKILL.md` to its fields with their places ([`fence`], [`yaml`], [`portable`]).
//! 4. [`validate`]: the rules for the fields.
//! 5. [`lint`] and [`links`]: what is allowed, and most likely not meant.
//! 6. [`catalog`]: the skills and files, sorted, with URIs and digests.
//!
//! [`load()`] runs them all and collects every fault of a tree as [`diagnostic`]s, each with a stable [`code`].
//!
//! What this crate does not do: tokens (`skills-macros`), MCP (`skills-runtime`). It follows no semver of its own;
//! depend on `skills-runtime`.
#![forbid(unsafe_code)]

pub mod catalog;
pub mod code;
pub mod collect;
pub mod diagnostic;
pub mod digest;
pub mod discover;
mod explain;
pub mod fault;
pub mod fence;
pub mod filter;
pub mod frontmatter;
pub mod links;
pub mod lint;
pub mod load;
pub mod media_type;
pub mod node;
pub mod pages;
pub mod portable;
pub mod read;
mod reader;
pub mod scalar;
pub mod shape;
pub mod suggest;
pub mod tabs;
pub mod uri;
pub mod validate;
pub mod yaml;

pub use crate::catalog::Catalog;
pub use crate::code::{Code, Level, Levels};
pub use crate::diagnostic::{Diagnostic, Position};
pub use crate::discover::Root;
pub use crate::filter::Filter;
pub use crate::load::{Loaded, Options, load};
