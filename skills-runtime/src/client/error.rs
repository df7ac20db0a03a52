//! What can go wrong between a client and a server's skills.
//!
//! Whatever came from the server is shown through [`Shown`], so that a host may print an error as it is.

use std::error::Error as StdError;
use std::fmt;

use rmcp::service::ServiceError;
use serde_json::Value;

use super::entry::{EntryError, Rejected};
use super::limits::LimitError;
use super::pinned::PinError;
use super::reference::ReferenceError;
use super::shown::Shown;
use crate::digest::Digest;

/// Why a listing, an entry or a file was refused.
///
/// Nothing of what was refused may be used (SEP-2640, "Integrity and Verification").
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The server does not declare what the method needs, or declares it and does not serve it.
    Unsupported {
        /// The method of MCP.
        method: &'static str,
    },
    /// The request failed on the way, took too long, or was answered with an error.
    Service(ServiceError),
    /// The server serves nothing at that URI.
    NotFound {
        /// The URI that was asked for.
        uri: String,
        /// The server's words.
        message: String,
    },
    /// The answer is none that the protocol has for the request.
    Protocol {
        /// The method of MCP.
        method: &'static str,
        /// What is wrong with the answer.
        reason: ProtocolError,
    },
    /// Entries that break the rules, each with its reason; never empty.
    Invalid(Vec<Rejected>),
    /// A reference that leads to no file of the skill, whatever the skill lists.
    Reference {
        /// The reference as it was given.
        reference: String,
        /// What is wrong with it.
        reason: ReferenceError,
    },
    /// A file that the held entry does not list.
    Unlisted {
        /// The URI of the skill.
        skill: String,
        /// The path inside the skill that the reference leads to.
        path: String,
    },
    /// A file that is not as long as its entry says.
    Size {
        /// The URI of the file.
        uri: String,
        /// What the entry says.
        expected: u64,
        /// What was received.
        actual: u64,
    },
    /// A file whose bytes are not those that its entry describes.
    Digest {
        /// The URI of the file.
        uri: String,
        /// What the entry says.
        expected: Digest,
        /// What was received.
        actual: Digest,
    },
    /// A `SKILL.md` whose frontmatter is not that of its entry.
    Frontmatter {
        /// The URI of the `SKILL.md`.
        uri: String,
        /// In what they differ.
        reason: FrontmatterError,
    },
    /// Content that is no base64, or a `SKILL.md` that is no UTF-8.
    Encoding {
        /// The URI of the file.
        uri: String,
        /// What is wrong with the content.
        reason: String,
    },
    /// More than the client's [`Limits`](super::Limits) allow.
    Limit(LimitError),
}

/// An answer that the protocol does not have for the request.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProtocolError {
    /// A result of another kind, or one that is not complete.
    UnexpectedResult,
    /// A result with members of the wrong type.
    Malformed(String),
    /// More or fewer contents than one.
    Contents(usize),
    /// Another URI than the one asked for.
    OtherUri(String),
    /// A cursor that is empty.
    EmptyCursor,
    /// A cursor that led here before.
    RepeatedCursor(String),
}

/// A frontmatter that is not that of the entry.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum FrontmatterError {
    /// There is none in the file, or it has no single reading.
    Unreadable(String),
    /// Every field that differs; never empty.
    Differs(Vec<Difference>),
}

/// A field that an entry and a `SKILL.md` do not agree on.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Difference {
    /// The name of the field.
    pub field: String,
    /// The value that was promised; `None` when the field is absent there.
    pub expected: Option<Value>,
    /// The value that was found; `None` when the field is absent there.
    pub actual: Option<Value>,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported { method } => write!(f, "the server does not serve `{method}`"),
            Self::Service(error) => write!(f, "{}", Shown(&error.to_string())),
            Self::NotFound { uri, message } => {
                write!(
                    f,
                    "nothing is served at `{}`: {}",
                    Shown(uri),
                    Shown(message)
                )
            }
            Self::Protocol { method, reason } => write!(f, "answer to `{method}`: {reason}"),
            Self::Invalid(rejected) => invalid(f, rejected),
            Self::Reference { reference, reason } => {
                write!(f, "reference `{}` {reason}", Shown(reference))
            }
            Self::Unlisted { skill, path } => {
                write!(f, "`{}` does not list `{}`", Shown(skill), Shown(path))
            }
            Self::Size {
                uri,
                expected,
                actual,
            } => write!(
                f,
                "`{}` has {actual} bytes, its entry says {expected}",
                Shown(uri)
            ),
            Self::Digest {
                uri,
                expected,
                actual,
            } => write!(
                f,
                "`{}` has the digest `{actual}`, its entry says `{expected}`",
                Shown(uri)
            ),
            Self::Frontmatter { uri, reason } => {
                write!(f, "frontmatter of `{}`: {reason}", Shown(uri))
            }
            Self::Encoding { uri, reason } => {
                write!(f, "content of `{}`: {}", Shown(uri), Shown(reason))
            }
            Self::Limit(limit) => limit.fmt(f),
        }
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::Service(error) => error.source(),
            _ => None,
        }
    }
}

impl From<LimitError> for Error {
    fn from(limit: LimitError) -> Self {
        Self::Limit(limit)
    }
}

/// A listing may have thousands of bad entries; a message has a few.
const SHOWN_ENTRIES: usize = 10;

fn invalid(f: &mut fmt::Formatter<'_>, rejected: &[Rejected]) -> fmt::Result {
    for (index, entry) in rejected.iter().take(SHOWN_ENTRIES).enumerate() {
        let separator = if index == 0 { "" } else { "; " };
        write!(f, "{separator}{entry}")?;
    }
    match rejected.len().saturating_sub(SHOWN_ENTRIES) {
        0 => Ok(()),
        more => write!(f, "; and {more} more"),
    }
}

impl fmt::Display for ProtocolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnexpectedResult => f.write_str("unexpected kind of result"),
            Self::Malformed(reason) => write!(f, "malformed result: {}", Shown(reason)),
            Self::Contents(count) => write!(f, "expected one content, found {count}"),
            Self::OtherUri(uri) => write!(f, "it is about `{}`", Shown(uri)),
            Self::EmptyCursor => f.write_str("empty cursor"),
            Self::RepeatedCursor(cursor) => write!(f, "repeated cursor `{}`", Shown(cursor)),
        }
    }
}

impl StdError for ProtocolError {}

impl fmt::Display for FrontmatterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(reason) => Shown(reason).fmt(f),
            Self::Differs(differences) => differ(f, differences),
        }
    }
}

impl StdError for FrontmatterError {}

pub(super) fn differ(f: &mut fmt::Formatter<'_>, differences: &[Difference]) -> fmt::Result {
    for (index, difference) in differences.iter().enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        write!(f, "{separator}{difference}")?;
    }
    Ok(())
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = |value: &Option<Value>| match value {
            Some(value) => format!("`{}`", Shown(&value.to_string())),
            None => "nothing".to_owned(),
        };
        let (expected, actual) = (value(&self.expected), value(&self.actual));
        let field = Shown(&self.field);
        write!(f, "field `{field}`: expected {expected}, found {actual}")
    }
}

impl From<PinError> for EntryError {
    fn from(error: PinError) -> Self {
        Self::Pinned(error)
    }
}
