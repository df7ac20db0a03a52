//! One file, in as few bytes and addresses as it can be told in.

use std::fmt;

use crate::digest::{Digest, TEXT_LEN};

/// One file of a skill.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SkillFile {
    /// The text, if it is one, then the URI, the path if it is not the end of the URI, the digest as
    /// `skills/list` sends it, and the media type. Every address costs 40 bytes of the binary, which
    /// is more than most of these strings.
    packed: &'static str,
    parts: Parts,
    blob: Option<&'static [u8]>,
}

impl SkillFile {
    /// The URI that `resources/read` answers.
    #[inline]
    pub const fn uri(&self) -> &'static str {
        self.part(self.parts.uri, self.parts.uri_end)
    }

    /// The path inside the skill, with `/` between folders and nothing escaped.
    ///
    /// A file of a nested skill has a path in each skill that lists it: [`Skill::files`] says it as
    /// seen from that skill, [`Catalog::file`] as seen from the outermost one.
    ///
    /// [`Skill::files`]: crate::Skill::files
    /// [`Catalog::file`]: crate::Catalog::file
    #[inline]
    pub const fn path(&self) -> &'static str {
        self.part(self.parts.path, self.parts.path_end)
    }

    /// The last part of the path.
    pub fn name(&self) -> &'static str {
        let path = self.path();
        path.rsplit_once('/').map_or(path, |(_, name)| name)
    }

    /// The media type, `mimeType` on the wire.
    #[inline]
    pub const fn media_type(&self) -> &'static str {
        self.tail().split_at(TEXT_LEN).1
    }

    /// The number of bytes.
    #[inline]
    pub const fn size(&self) -> u64 {
        match self.blob {
            Some(bytes) => bytes.len() as u64,
            None => self.parts.uri as u64,
        }
    }

    /// The SHA-256 of the bytes, computed when the skills were embedded.
    #[inline]
    pub const fn digest(&self) -> Digest {
        Digest::embedded(self.digest_text())
    }

    /// The content in the form that `resources/read` sends.
    #[inline]
    pub const fn content(&self) -> Content {
        match self.blob {
            Some(bytes) => Content::Blob(bytes),
            None => Content::Text(self.part(0, self.parts.uri)),
        }
    }

    /// The content as bytes, exactly as they were on disk.
    #[inline]
    pub const fn bytes(&self) -> &'static [u8] {
        match self.content() {
            Content::Text(text) => text.as_bytes(),
            Content::Blob(bytes) => bytes,
        }
    }

    pub(crate) const fn new(
        packed: &'static str,
        parts: Parts,
        blob: Option<&'static [u8]>,
    ) -> Self {
        Self {
            packed,
            parts,
            blob,
        }
    }

    /// The digest in the form of its `Display`.
    #[inline]
    pub(crate) const fn digest_text(&self) -> &'static str {
        self.tail().split_at(TEXT_LEN).0
    }

    #[inline]
    const fn tail(&self) -> &'static str {
        self.packed.split_at(self.parts.path_end as usize).1
    }

    #[inline]
    const fn part(&self, start: u32, end: u32) -> &'static str {
        let before_end = self.packed.split_at(end as usize).0;
        before_end.split_at(start as usize).1
    }
}

impl fmt::Debug for SkillFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SkillFile")
            .field("uri", &self.uri())
            .field("media_type", &self.media_type())
            .field("size", &self.size())
            .field("digest", &self.digest())
            .finish_non_exhaustive()
    }
}

/// Where the strings of a file are in the packed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    /// The end of the text, and the start of the URI.
    pub(crate) uri: u32,
    /// The end of the URI.
    pub(crate) uri_end: u32,
    /// The start of the path, which is the end of the URI or stands behind it.
    pub(crate) path: u32,
    /// The end of the path, and the start of the digest.
    pub(crate) path_end: u32,
}

/// The content of a file: `text` or `blob` on the wire.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// UTF-8 without NUL, sent as it is.
    Text(&'static str),
    /// Any other bytes, sent as base64.
    Blob(&'static [u8]),
}

impl fmt::Debug for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "Text({} bytes)", text.len()),
            Self::Blob(bytes) => write!(f, "Blob({} bytes)", bytes.len()),
        }
    }
}
