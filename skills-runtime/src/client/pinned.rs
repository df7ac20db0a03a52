//! A server's skills against an embedded catalog.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;

use serde_json::from_str;

use super::entry::Entry;
use super::error::{Difference, differ};
use super::frontmatter::differences;
use super::shown::Shown;
use crate::catalog::{Catalog, Skill};
use crate::digest::Digest;

/// How a skill is not the one that was pinned.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum PinError {
    /// The catalog has no skill with that URI.
    Unknown,
    /// The server gives no digests.
    Dynamic,
    /// The files or the frontmatter differ.
    Differs {
        /// The URIs of files that the catalog does not have, sorted.
        added: Vec<String>,
        /// The URIs of files that only the catalog has, sorted.
        removed: Vec<String>,
        /// The URIs of files with another digest or size, sorted.
        changed: Vec<String>,
        /// The fields of the frontmatter that differ.
        fields: Vec<Difference>,
    },
}

/// Whether the entry says of its skill exactly what `catalog` embeds.
pub(super) fn check(catalog: &Catalog, entry: &Entry) -> Result<(), PinError> {
    let skill = catalog.get(entry.uri()).ok_or(PinError::Unknown)?;
    let actual: BTreeMap<_, _> = entry
        .files()
        .ok_or(PinError::Dynamic)?
        .iter()
        .map(|file| (file.uri(), (file.digest(), file.size())))
        .collect();
    let expected = files(skill);
    let added = missing(&actual, &expected);
    let removed = missing(&expected, &actual);
    let changed = actual
        .iter()
        .filter(|(uri, file)| expected.get(*uri).is_some_and(|expected| expected != *file));
    let changed: Vec<String> = changed.map(|(uri, _)| (*uri).to_owned()).collect();
    // The text was embedded as a JSON object; were it none, every field would differ.
    let embedded = from_str(skill.frontmatter()).unwrap_or_default();
    let fields = differences(&embedded, &entry.frontmatter());
    if added.is_empty() && removed.is_empty() && changed.is_empty() && fields.is_empty() {
        return Ok(());
    }
    Err(PinError::Differs {
        added,
        removed,
        changed,
        fields,
    })
}

type Files<'a> = BTreeMap<&'a str, (Digest, u64)>;

fn files(skill: &Skill) -> Files<'static> {
    let files = skill.files().iter();
    files
        .map(|file| (file.uri(), (file.digest(), file.size())))
        .collect()
}

/// The URIs that `from` has and `other` has not.
fn missing(from: &Files<'_>, other: &Files<'_>) -> Vec<String> {
    let (from, other): (BTreeSet<_>, BTreeSet<_>) = (from.keys().collect(), other.keys().collect());
    from.difference(&other).map(ToString::to_string).collect()
}

impl fmt::Display for PinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (added, removed, changed, fields) = match self {
            Self::Unknown => return f.write_str("not one of the pinned skills"),
            Self::Dynamic => return f.write_str("pinned, but the server gives no digests"),
            Self::Differs {
                added,
                removed,
                changed,
                fields,
            } => (added, removed, changed, fields),
        };
        f.write_str("not as pinned")?;
        for (what, uris) in [("added", added), ("removed", removed), ("changed", changed)] {
            for uri in uris {
                write!(f, ", {what} `{}`", Shown(uri))?;
            }
        }
        if !fields.is_empty() {
            f.write_str(", ")?;
        }
        differ(f, fields)
    }
}

impl Error for PinError {}
