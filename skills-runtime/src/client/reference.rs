//! References as a `SKILL.md` has them, brought to a path inside the skill.

use std::error::Error;
use std::fmt;

use super::uri::{Uri, is_name, split_scheme};
use crate::spelling::decode;

/// Why a reference can lead to no file of a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReferenceError {
    /// A URI that is not below the skill's root.
    Scheme,
    /// A path from a root, or a network path.
    Absolute,
    /// A query, be it empty.
    Query,
    /// More `..` than there are folders in the skill.
    Outside,
    /// A segment that is empty or hides a separator or a control character.
    Segment,
    /// A folder, where a file is needed.
    Folder,
}

impl fmt::Display for ReferenceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Scheme => "is a URI outside the skill",
            Self::Absolute => "is absolute, expected a path inside the skill",
            Self::Query => "has a query",
            Self::Outside => "leads out of the skill",
            Self::Segment => "has a segment that cannot be a name",
            Self::Folder => "names a folder, expected a file",
        })
    }
}

impl Error for ReferenceError {}

/// A place inside a skill.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The names on the way, nothing escaped; none for the root.
    pub(super) names: Vec<String>,
    /// Whether the reference can only mean a folder.
    pub(super) is_folder: bool,
}

impl Place {
    pub(super) fn path(&self) -> String {
        self.names.join("/")
    }
}

/// Resolves a reference against the root of its skill, as a path of a file system would be
/// (SEP-2640, "Resource Mapping").
///
/// A fragment is dropped, and nothing else is the `SKILL.md` that the reference stands in. A URI is
/// taken when it is below `root`.
pub(super) fn resolve(root: &Uri, reference: &str) -> Result<Place, ReferenceError> {
    let reference = match reference.split_once('#') {
        Some((reference, _fragment)) => reference,
        None => reference,
    };
    if reference.contains('?') {
        return Err(ReferenceError::Query);
    }
    if reference.starts_with('/') {
        return Err(ReferenceError::Absolute);
    }
    if reference.is_empty() {
        return Ok(skill_md());
    }
    // RFC 3986, 4.2: a colon in the first segment makes it a scheme, unless `./` stands before it.
    if split_scheme(reference).is_some() {
        return below(root, reference);
    }
    walk(reference)
}

fn skill_md() -> Place {
    Place {
        names: vec![rmcp::model::SKILL_MD.to_owned()],
        is_folder: false,
    }
}

fn below(root: &Uri, uri: &str) -> Result<Place, ReferenceError> {
    let uri = Uri::parse(uri).ok_or(ReferenceError::Scheme)?;
    let names = uri.below(root).ok_or(ReferenceError::Scheme)?;
    Ok(Place {
        names: names.to_vec(),
        is_folder: names.is_empty(),
    })
}

fn walk(path: &str) -> Result<Place, ReferenceError> {
    let mut names = Vec::new();
    let mut is_folder = false;
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        let name = decode(segment);
        let is_last = segments.peek().is_none();
        is_folder = is_last && matches!(&*name, "" | "." | "..");
        match &*name {
            "" if is_last => {}
            "." => {}
            ".." => {
                names.pop().ok_or(ReferenceError::Outside)?;
            }
            _ if is_name(&name) => names.push(name),
            _ => return Err(ReferenceError::Segment),
        }
    }
    Ok(Place { names, is_folder })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(reference: &str) -> Result<(String, bool), ReferenceError> {
        let root = Uri::parse("skill://acme/pdf").unwrap();
        resolve(&root, reference).map(|place| (place.path(), place.is_folder))
    }

    #[test]
    fn a_reference_leads_to_a_path_inside_the_skill() {
        for (reference, path) in [
            ("references/FORMS.md", "references/FORMS.md"),
            ("./a%20b.md#part", "a b.md"),
            ("a b.md", "a b.md"),
            ("Q&A.md", "Q&A.md"),
            ("Q%26A.md", "Q&A.md"),
            ("references/../assets/./logo.png", "assets/logo.png"),
            ("references/%2e%2e/SKILL.md", "SKILL.md"),
            ("%2541.md", "%41.md"),
            ("10%Dec.md", "10%Dec.md"),
            ("100%", "100%"),
            ("./a:b.md", "a:b.md"),
            ("x/a:b.md", "x/a:b.md"),
            ("#usage", "SKILL.md"),
            ("", "SKILL.md"),
            ("SKILL.md", "SKILL.md"),
            ("...", "..."),
            (
                "skill://acme/pdf/references/FORMS.md#a?b",
                "references/FORMS.md",
            ),
            ("SKILL://acme/%70df/caf%c3%a9.md", "café.md"),
        ] {
            assert_eq!(
                resolved(reference),
                Ok((path.to_owned(), false)),
                "{reference}"
            );
        }
    }

    #[test]
    fn a_folder_is_told_from_a_file() {
        for (reference, path) in [
            ("references/", "references"),
            (".", ""),
            ("./", ""),
            ("references/..", ""),
            ("references/.", "references"),
            ("skill://acme/pdf", ""),
        ] {
            assert_eq!(
                resolved(reference),
                Ok((path.to_owned(), true)),
                "{reference}"
            );
        }
    }

    #[test]
    fn what_leads_elsewhere_is_refused() {
        for (reference, error) in [
            ("https://example.com/x", ReferenceError::Scheme),
            ("file:///etc/passwd", ReferenceError::Scheme),
            ("skill://acme/other/SKILL.md", ReferenceError::Scheme),
            ("skill://acme/pdf2/a.md", ReferenceError::Scheme),
            ("skill://acme/pdf/../other/SKILL.md", ReferenceError::Scheme),
            (
                "skill://acme/pdf/%2e%2e/other/SKILL.md",
                ReferenceError::Scheme,
            ),
            ("javascript:alert(1)", ReferenceError::Scheme),
            ("C:\\x", ReferenceError::Scheme),
            ("a:b.md", ReferenceError::Scheme),
            ("/etc/passwd", ReferenceError::Absolute),
            ("//example.com/x", ReferenceError::Absolute),
            ("a.md?raw", ReferenceError::Query),
            ("a.md?", ReferenceError::Query),
            ("?", ReferenceError::Query),
            ("..", ReferenceError::Outside),
            ("../other/SKILL.md", ReferenceError::Outside),
            ("a/../../b", ReferenceError::Outside),
            ("%2E%2e/b", ReferenceError::Outside),
            ("a//b", ReferenceError::Segment),
            ("a%2fb", ReferenceError::Segment),
            ("..%2fb", ReferenceError::Segment),
            ("a\\b", ReferenceError::Segment),
            ("..%5Cb", ReferenceError::Segment),
            ("a%00.md", ReferenceError::Segment),
            ("a\n.md", ReferenceError::Segment),
        ] {
            assert_eq!(resolved(reference), Err(error), "{reference}");
        }
    }
}
