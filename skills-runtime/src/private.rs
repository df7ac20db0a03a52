//! What the expansion of `skills!` calls; no part of the interface.
//!
//! Everything here is `const` and does work in proportion to the number of skills, never to their
//! bytes: constant evaluation is slow, and rustc warns about long ones.

pub use ::core;
pub use skills_macros::expand;

pub use crate::catalog::{Catalog, Skill};
pub use crate::file::SkillFile;
pub use crate::json::Json;

use crate::digest::Digest;
use crate::file::Parts;

/// `skills` and `files` sorted by URI; `files` holds every file of every outermost skill once.
pub const fn catalog(
    skills: &'static [Skill],
    files: &'static [SkillFile],
    digest: &'static [u8; 32],
) -> Catalog {
    Catalog {
        skills,
        files,
        digest: Digest::new(*digest),
        skill_pages: &[],
        resource_pages: &[],
    }
}

/// The catalog with the starts of its pages, which are indexes of skills.
pub const fn paged(
    catalog: Catalog,
    skill_pages: &'static [usize],
    resource_pages: &'static [usize],
) -> Catalog {
    Catalog {
        skill_pages,
        resource_pages,
        ..catalog
    }
}

/// The catalog that stands beside the errors of a failed expansion.
pub const fn empty() -> Catalog {
    // SHA-256 of no bytes, as `Catalog::digest` says for no files.
    const DIGEST: &[u8; 32] = b"\xe3\xb0\xc4\x42\x98\xfc\x1c\x14\x9a\xfb\xf4\xc8\x99\x6f\xb9\x24\
        \x27\xae\x41\xe4\x64\x9b\x93\x4c\xa4\x95\x99\x1b\x78\x52\xb8\x55";
    catalog(&[], &[], DIGEST)
}

/// `packed` is the text, the URI, the path if it is not the end of the URI, the digest, and the media
/// type; the others say where in it the URI and the path start and end.
pub const fn text(packed: &'static str, uri: [u32; 2], path: [u32; 2]) -> SkillFile {
    SkillFile::new(packed, parts(uri, path), None)
}

/// As [`text`], but without the text.
pub const fn blob(
    packed: &'static str,
    uri: [u32; 2],
    path: [u32; 2],
    bytes: &'static [u8],
) -> SkillFile {
    SkillFile::new(packed, parts(uri, path), Some(bytes))
}

const fn parts([uri, uri_end]: [u32; 2], [path, path_end]: [u32; 2]) -> Parts {
    Parts {
        uri,
        uri_end,
        path,
        path_end,
    }
}

pub const fn slice(files: &'static [SkillFile], start: usize, end: usize) -> &'static [SkillFile] {
    files.split_at(end).0.split_at(start).1
}

/// `skill_md` is the index of `SKILL.md` in `files`, `body` the offset of the body in its text.
#[expect(
    clippy::panic,
    reason = "only while compiling, and never from the expansion of `skills!`"
)]
pub const fn skill(
    name: &'static str,
    description: &'static str,
    frontmatter: &'static str,
    files: &'static [SkillFile],
    skill_md: usize,
    body: usize,
) -> Skill {
    let Some(skill_md) = files.split_at(skill_md).1.first() else {
        panic!("a skill lists its SKILL.md");
    };
    Skill {
        name,
        description,
        frontmatter,
        fields: &[],
        body,
        skill_md,
        files,
    }
}

/// The skill with the fields of its frontmatter that are not `name` or `description`.
pub const fn with_fields(skill: Skill, fields: &'static [(&'static str, Json)]) -> Skill {
    Skill { fields, ..skill }
}
