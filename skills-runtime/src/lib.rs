//! Agent Skills, checked and embedded while your MCP server compiles, and served through any [rmcp]
//! server.
//!
//! A skill that a host would refuse does not compile. A skill that compiles is served byte for byte
//! as it was hashed, and the running server reads no disk.
//!
//! ```no_run
//! use rmcp::{ServiceExt, transport::stdio};
//! use skills_runtime::{Catalog, skills};
//!
//! static SKILLS: Catalog = skills!("./skills");
//!
//! #[tokio::main(flavor = "current_thread")]
//! async fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let server = SKILLS.server(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
//!     server.serve(stdio()).await?.waiting().await?;
//!     Ok(())
//! }
//! ```
//!
//! A server that does more keeps its handler: `SKILLS.attach(server)` is that server with the skills
//! beside its own tools, prompts and resources, and goes wherever `server` went.
//!
//! # Set-up
//!
//! Cargo notices edits by itself, but a new file only when a build script says so. These two lines
//! go into `main` of `build.rs`:
//!
//! ```
//! println!("cargo::rerun-if-changed=skills");
//! println!("cargo::rustc-env=SKILLS_WATCHED=skills");
//! ```
//!
//! # How it works
//!
//! 1. [`skills!`] walks the folder, checks every skill and reports every fault at once, with file,
//!    line and column.
//! 2. It expands to a [`Catalog`]: `static` data sorted by URI, each file with its SHA-256.
//! 3. [`Catalog::attach`] wraps an rmcp server. [`WithSkills`] declares the extension
//!    `io.modelcontextprotocol/skills` (SEP-2640) and answers `skills/list`, `skills/get`,
//!    `resources/directory/read`, and `resources/read` of the skills' files.
//! 4. Everything else goes to the wrapped server as if the catalog were not there.
//!
//! Both protocol revisions that rmcp speaks are served, 2025-11-25 and 2026-07-28. A handler that
//! would rather delegate by hand finds the answers under the names of rmcp's `SkillCatalog`:
//! [`list_skills`](Catalog::list_skills), [`get_skill`](Catalog::get_skill),
//! [`resources`](Catalog::resources), [`read_resource`](Catalog::read_resource),
//! [`read_resource_directory`](Catalog::read_resource_directory) and
//! [`declare`](Catalog::declare).
//!
//! # More on request
//!
//! - [`WithSkills::with_instructions`] has the server's instructions name the skills.
//! - [`WithSkills::with_tool`] adds a read-only tool, for hosts without the extension.
//! - [`WithSkills::with_cache`] lets hosts keep the answers.
//! - [`Catalog::extract_to`] writes the skills to a folder, for hosts that only read disk.
//!
//! # On request
//!
//! [`WithSkills::with_instructions`], [`with_tool`](WithSkills::with_tool) and
//! [`with_cache`](WithSkills::with_cache) help hosts that need it, [`Catalog::extract_to`] those that
//! read skills from disk. With the feature `client`, `SkillsClient` reads and verifies the skills of
//! any server. [`codes`] explains every message of the macro.
//!
//! # What it does not do
//!
//! - Load skills at run time. rmcp's `SkillCatalog::from_dir` does, and skips what is broken.
//! - Follow symlinks, or take absolute paths.
//! - Change a byte: no newline, encoding or frontmatter is normalised.
//! - Know a second format: no archives, no manifest files.
//! - Differ between debug and release, or by a cargo feature.
//! - Announce changes: the skills of a running binary never change.
//!
//! # Limits
//!
//! A skill has at most 512 files and 16,777,216 bytes, the sizes that every host must accept
//! (SEP-2640, "Skill Entries"). All bytes are part of the binary.
//!
//! Listings come in pages of at most 1 MB of JSON, and never more than 50. A file is one message,
//! whose size a host may limit: the TypeScript SDK takes 10 MiB over stdin and stdout, the Python
//! SDK 1 MiB in one event over streamable HTTP unless it is told otherwise.
//!
//! # Supported Rust and rmcp
//!
//! Rust 1.88, raised only in a minor release, and rmcp 3.11 or a later 3.x.
//!
//! [rmcp]: https://docs.rs/rmcp

#![forbid(unsafe_code)]
#![deny(missing_docs)]

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod answers;
mod attach;
mod bare;
mod blob;
mod catalog;
#[cfg(feature = "client")]
pub mod client;
pub mod codes;
mod cursor;
mod digest;
mod directory;
mod embed;
mod extract;
mod file;
mod hints;
mod instructions;
mod json;
mod listing;
mod malformed;
mod not_found;
mod pages;
mod require;
mod spelling;
mod tool;
mod toolbox;
mod verify;

pub use attach::WithSkills;
pub use bare::Bare;
pub use catalog::{Catalog, Skill};
pub use digest::{Digest, ParseDigestError};
pub use directory::{Child, Directory};
pub use embed::EmbedSkills;
pub use extract::ExtractError;
pub use file::{Content, SkillFile};
pub use verify::VerifyError;

#[cfg(test)]
extern crate self as skills_runtime;
#[cfg(test)]
#[path = "../tests/wire/fixture.rs"]
mod fixture;

/// Checks a folder of Agent Skills and embeds it: an expression of type [`Catalog`].
///
/// Every folder below the path that holds a `SKILL.md` is a skill, served at
/// `skill://<folders>/SKILL.md`; the last folder is the skill's name. Skills may be nested: the inner
/// one is a skill of its own, and its files are files of the outer one too.
///
/// ```
/// use skills_runtime::{Catalog, skills};
///
/// static SKILLS: Catalog = skills!("./skills");
///
/// let pdf = SKILLS.skill("pdf-processing").unwrap();
/// assert_eq!(pdf.uri(), "skill://pdf-processing/SKILL.md");
/// assert!(pdf.body().starts_with("# PDF processing\n"));
/// assert!(pdf.file("references/forms.md").is_some());
/// ```
///
/// # Paths
///
/// The path is relative to the folder of the crate's `Cargo.toml`. `$OUT_DIR/…` is the folder that
/// the crate's build script writes to. Several folders make one catalog:
/// `skills!(["./skills", "$OUT_DIR/generated"])`.
///
/// # Options
///
/// Options follow the path, in any order:
///
/// - `prefix = "acme/docs"` puts every skill under `skill://acme/docs/…`.
/// - `exclude = ["**/evals/**"]` leaves files out.
/// - `include = ["**/.rels"]` embeds files that are left out otherwise because their name starts
///   with a dot.
/// - `allow(crlf)`, `warn(broken_link)`, `deny(hidden_file)` set the level of what is not always an
///   error, by the code that the message names.
///
/// ```
/// # use skills_runtime::{Catalog, skills};
/// static SKILLS: Catalog = skills!("./skills", prefix = "acme/docs", deny(broken_link));
///
/// assert!(SKILLS.get("skill://acme/docs/pdf-processing/SKILL.md").is_some());
/// ```
///
/// # Errors
///
/// A skill that breaks the Agent Skills specification, SEP-2640, or what hosts are known to refuse
/// does not compile. Every fault of every file is reported at once. Beside its errors the macro
/// expands to an empty catalog, so that none of them leads to another.
#[macro_export]
macro_rules! skills {
    ($($tokens:tt)*) => {
        $crate::__private::expand! { ($crate) $($tokens)* }
    };
}
