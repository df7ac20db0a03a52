//! How much of a server's skills a client takes.

use std::error::Error;
use std::fmt;
use std::time::Duration;

/// The files that every host must take in one skill (SEP-2640, "Skill Entries").
const SKILL_FILES: usize = 512;
/// The bytes that every host must take in one skill (SEP-2640, "Skill Entries").
const SKILL_BYTES: u64 = 16 * 1024 * 1024;

/// How much a [`SkillsClient`](super::SkillsClient) takes before it stops.
///
/// ```
/// use std::time::Duration;
/// use skills_runtime::client::Limits;
///
/// let limits = Limits::default()
///     .with_skill_bytes(64 * 1024 * 1024)
///     .with_request_time(Duration::from_secs(10));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub(super) skill_files: usize,
    pub(super) skill_bytes: u64,
    pub(super) pages: usize,
    pub(super) items: usize,
    pub(super) listing_bytes: u64,
    pub(super) request_time: Option<Duration>,
}

impl Default for Limits {
    /// 512 files and 16,777,216 bytes a skill; 250 pages, 10,000 items and 64 MiB a listing; 60
    /// seconds a request.
    fn default() -> Self {
        Self {
            skill_files: SKILL_FILES,
            skill_bytes: SKILL_BYTES,
            pages: 250,
            items: 10_000,
            listing_bytes: 64 * 1024 * 1024,
            request_time: Some(Duration::from_secs(60)),
        }
    }
}

impl Limits {
    /// The files of one skill. Never less than 512: every client must take as many (SEP-2640,
    /// "Skill Entries").
    #[must_use]
    pub fn with_skill_files(mut self, files: usize) -> Self {
        self.skill_files = files.max(SKILL_FILES);
        self
    }

    /// The bytes of one skill. Never less than 16,777,216: every client must take as many
    /// (SEP-2640, "Skill Entries").
    #[must_use]
    pub fn with_skill_bytes(mut self, bytes: u64) -> Self {
        self.skill_bytes = bytes.max(SKILL_BYTES);
        self
    }

    /// The pages of one listing.
    #[must_use]
    pub fn with_pages(mut self, pages: usize) -> Self {
        self.pages = pages;
        self
    }

    /// The skills, or the children of a directory, of one listing.
    #[must_use]
    pub fn with_items(mut self, items: usize) -> Self {
        self.items = items;
        self
    }

    /// The JSON of all pages of one listing.
    ///
    /// A page is whole in memory before it is counted; what one message may have is for the
    /// transport to bound.
    #[must_use]
    pub fn with_listing_bytes(mut self, bytes: u64) -> Self {
        self.listing_bytes = bytes;
        self
    }

    /// The time for one request, then it is cancelled. `None` waits for ever, and needs no timer of
    /// tokio.
    #[must_use]
    pub fn with_request_time(mut self, time: impl Into<Option<Duration>>) -> Self {
        self.request_time = time.into();
        self
    }
}

/// More than a client takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LimitError {
    /// The files of one skill.
    SkillFiles {
        /// As many as there are.
        found: usize,
        /// As many as the client takes.
        limit: usize,
    },
    /// The bytes of one skill; those that were read when it is `"dynamic"`.
    SkillBytes {
        /// As many as there are.
        found: u64,
        /// As many as the client takes.
        limit: u64,
    },
    /// The pages of one listing.
    Pages {
        /// As many as the client takes.
        limit: usize,
    },
    /// The items of one listing.
    Items {
        /// As many as the client takes.
        limit: usize,
    },
    /// The JSON of one listing.
    ListingBytes {
        /// As many as the client takes.
        limit: u64,
    },
}

impl fmt::Display for LimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SkillFiles { found, limit } => {
                write!(f, "skill of {found} files, at most {limit} are taken")
            }
            Self::SkillBytes { found, limit } => {
                write!(f, "skill of {found} bytes, at most {limit} are taken")
            }
            Self::Pages { limit } => write!(f, "listing of more than {limit} pages"),
            Self::Items { limit } => write!(f, "listing of more than {limit} items"),
            Self::ListingBytes { limit } => write!(f, "listing of more than {limit} bytes"),
        }
    }
}

impl Error for LimitError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limits_of_a_skill_are_never_below_those_of_the_specification() {
        let limits = Limits::default().with_skill_files(1).with_skill_bytes(1);
        assert_eq!(limits, Limits::default());
        let limits = limits.with_skill_files(513).with_skill_bytes(16_777_217);
        assert_eq!((limits.skill_files, limits.skill_bytes), (513, 16_777_217));
    }

    #[test]
    fn says_what_was_too_much() {
        for (error, message) in [
            (
                LimitError::SkillFiles {
                    found: 513,
                    limit: 512,
                },
                "skill of 513 files, at most 512 are taken",
            ),
            (
                LimitError::SkillBytes { found: 2, limit: 1 },
                "skill of 2 bytes, at most 1 are taken",
            ),
            (
                LimitError::Pages { limit: 3 },
                "listing of more than 3 pages",
            ),
            (
                LimitError::Items { limit: 3 },
                "listing of more than 3 items",
            ),
            (
                LimitError::ListingBytes { limit: 3 },
                "listing of more than 3 bytes",
            ),
        ] {
            assert_eq!(error.to_string(), message);
        }
    }
}
