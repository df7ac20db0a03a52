//! A skill as a server describes it, checked before anything of it is read.

use std::error::Error as StdError;
use std::fmt;

use rmcp::model::{self, JsonObject, SkillResource, SkillResources, SkillValidationError};
use serde_json::Value;

use super::dynamic::Retrieval;
use super::error::Error;
use super::frontmatter;
use super::limits::{LimitError, Limits};
use super::pinned::PinError;
use super::reference::{Place, ReferenceError, resolve};
use super::shown::Shown;
use super::uri::Uri;
use crate::digest::Digest;

/// A skill of a server: what `skills/list` or `skills/get` said of it, and found to be well-formed.
///
/// A host holds the entry for as long as it acts on the skill (SEP-2640, "Integrity and
/// Verification"): what is read is checked against it. Its texts come from the server.
#[derive(Debug, Clone)]
pub struct Entry {
    skill: model::Skill,
    root: Uri,
    /// `None` for a skill whose content has no digests.
    files: Option<Vec<EntryFile>>,
    /// What was read of a skill without digests, by all clones of the entry.
    pub(super) retrieval: Retrieval,
}

/// A file as an entry describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryFile {
    uri: String,
    path: String,
    digest: Digest,
    size: u64,
}

/// An entry that was refused.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Rejected {
    /// The place in the listing, counted from 0 over all pages; 0 for `skills/get`.
    pub position: usize,
    /// The URI, when the entry has one.
    pub uri: Option<String>,
    /// What is wrong with the entry.
    pub reason: EntryError,
}

/// What is wrong with an entry.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum EntryError {
    /// A member is missing or of the wrong type.
    Malformed(String),
    /// The URI is not that of a `SKILL.md` in a folder.
    Uri,
    /// The frontmatter's `name` breaks the rules of the Agent Skills specification.
    Name(String),
    /// The frontmatter's `name` is not the last folder of the URI.
    NameMismatch(String),
    /// The frontmatter's `description` is blank or has more than 1024 characters.
    Description,
    /// The `resources` lack the skill's own `SKILL.md`.
    SkillMdMissing,
    /// A file that is not below the skill's root, or whose URI hides where it is.
    Outside(String),
    /// A file that is listed twice, in whatever spelling.
    Repeated(String),
    /// A digest that is not `sha256:` and 64 lowercase hex digits.
    MalformedDigest(String),
    /// More files or bytes than the client takes.
    Limit(LimitError),
    /// Other entries of the listing have the same URI, in whatever spelling: nothing says which one
    /// is meant.
    Ambiguous {
        /// The places of the other entries.
        positions: Vec<usize>,
    },
    /// The skill is not the one that the client was told to expect.
    Pinned(PinError),
}

impl Entry {
    /// Checks an entry that a host has kept, as one that was just received.
    ///
    /// # Errors
    ///
    /// When the entry breaks a rule of SEP-2640, "Skill Entries", or passes the limits.
    pub fn new(skill: model::Skill, limits: &Limits) -> Result<Self, EntryError> {
        if let SkillResources::Files(files) = &skill.resources {
            within(files, limits)?;
        }
        skill.validate()?;
        has_description(&skill.frontmatter.description)?;
        let root = Uri::parse(&skill.uri).and_then(Uri::parent);
        let root = root.ok_or(EntryError::Uri)?;
        let files = match &skill.resources {
            SkillResources::Files(files) => Some(checked(&root, files)?),
            _ => None,
        };
        Ok(Self {
            skill,
            root,
            files,
            retrieval: Retrieval::default(),
        })
    }

    /// The frontmatter's `name`: a label that other skills may have too.
    pub fn name(&self) -> &str {
        &self.skill.frontmatter.name
    }

    /// The frontmatter's `description`.
    pub fn description(&self) -> &str {
        &self.skill.frontmatter.description
    }

    /// The URI of the `SKILL.md`. With the host's own name for the server it identifies the skill
    /// (SEP-2640, "Resource Mapping").
    pub fn uri(&self) -> &str {
        &self.skill.uri
    }

    /// The URI of the skill's folder, without a trailing slash.
    pub fn root_uri(&self) -> &str {
        let uri = self.uri();
        uri.strip_suffix("/SKILL.md").unwrap_or(uri)
    }

    /// Every field of the frontmatter, `name` and `description` included.
    pub fn frontmatter(&self) -> JsonObject {
        frontmatter::fields(&self.skill.frontmatter)
    }

    /// Every file, or `None` when the skill is `"dynamic"`: its content has no digests.
    pub fn files(&self) -> Option<&[EntryFile]> {
        self.files.as_deref()
    }

    /// Whether the content has no digests, so that no file of it can be verified.
    pub fn is_dynamic(&self) -> bool {
        self.files.is_none()
    }

    /// The file at a path inside the skill, nothing escaped.
    pub fn file(&self, path: &str) -> Option<&EntryFile> {
        self.files()?.iter().find(|file| file.path == path)
    }

    /// One SHA-256 over the URI and the digest of every file, for what a host remembers of a user's
    /// consent: another value means another content (SEP-2640, "Integrity and Verification").
    ///
    /// It covers the lines `{uri} {digest}\n`, sorted. `None` when the skill is `"dynamic"`: nothing
    /// binds a consent to its content.
    pub fn digest(&self) -> Option<Digest> {
        let lines = self.files()?.iter();
        let mut lines: Vec<_> = lines
            .map(|file| format!("{} {}\n", file.uri, file.digest))
            .collect();
        lines.sort_unstable();
        Some(Digest::of(lines.concat().as_bytes()))
    }

    /// The entry as rmcp has it, for instance to keep it as JSON.
    pub fn as_skill(&self) -> &model::Skill {
        &self.skill
    }

    /// Whether both say the same of the skill.
    pub(super) fn promises_the_same(&self, other: &Self) -> bool {
        let differences = frontmatter::differences(&self.frontmatter(), &other.frontmatter());
        self.uri() == other.uri() && self.digest() == other.digest() && differences.is_empty()
    }

    /// The place that a reference leads to.
    pub(super) fn resolve(&self, reference: &str) -> Result<Place, Error> {
        resolve(&self.root, reference).map_err(|reason| refused(reference, reason))
    }

    /// The place of a file that a reference leads to.
    pub(super) fn resolve_file(&self, reference: &str) -> Result<Place, Error> {
        match self.resolve(reference)? {
            place if place.is_folder => Err(refused(reference, ReferenceError::Folder)),
            place => Ok(place),
        }
    }

    /// The names that lead from the skill's root to `uri`.
    pub(super) fn locate(&self, uri: &str) -> Option<Vec<String>> {
        Some(Uri::parse(uri)?.below(&self.root)?.to_vec())
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.skill == other.skill
    }
}

impl EntryFile {
    /// The URI that the server reads the file at; also a reference for
    /// [`read`](super::SkillsClient::read).
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// The path inside the skill, with `/` between folders and nothing escaped. A reference would have
    /// its `%`, `#` and `?` escaped.
    ///
    /// No part of it is empty, `.` or `..`, or has a slash, a backslash or a control character.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The SHA-256 of the bytes.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The number of bytes.
    pub fn size(&self) -> u64 {
        self.size
    }
}

/// One text for all spellings of an entry's URI.
pub(super) fn key(uri: &str) -> String {
    Uri::parse(uri).map_or_else(|| uri.to_owned(), |uri| uri.key())
}

/// Reads an entry that rmcp could not, to say what is wrong with it.
pub(super) fn parse(entry: &Value) -> Result<model::Skill, EntryError> {
    let malformed = |reason: String| EntryError::Malformed(reason);
    match entry.get("resources") {
        None => return Err(malformed("missing field `resources`".into())),
        Some(Value::Array(files)) => files.iter().enumerate().try_for_each(parse_file)?,
        Some(Value::String(marker)) if marker == "dynamic" => {}
        Some(_) => {
            let reason = "field `resources` must be a list or `dynamic`";
            return Err(malformed(reason.into()));
        }
    }
    serde_json::from_value(entry.clone()).map_err(|error| malformed(error.to_string()))
}

fn parse_file((index, file): (usize, &Value)) -> Result<(), EntryError> {
    match serde_json::from_value::<SkillResource>(file.clone()) {
        Ok(_) => Ok(()),
        Err(error) => Err(EntryError::Malformed(format!("resource {index}: {error}"))),
    }
}

fn within(files: &[SkillResource], limits: &Limits) -> Result<(), LimitError> {
    let (found, limit) = (files.len(), limits.skill_files);
    if found > limit {
        return Err(LimitError::SkillFiles { found, limit });
    }
    let sizes = files.iter().map(|file| file.size);
    let (found, limit) = (sizes.fold(0, u64::saturating_add), limits.skill_bytes);
    if found > limit {
        return Err(LimitError::SkillBytes { found, limit });
    }
    Ok(())
}

/// Agent Skills specification, "description field".
fn has_description(description: &str) -> Result<(), EntryError> {
    if description.trim().is_empty() || description.chars().count() > 1024 {
        return Err(EntryError::Description);
    }
    Ok(())
}

fn checked(root: &Uri, files: &[SkillResource]) -> Result<Vec<EntryFile>, EntryError> {
    let mut paths = std::collections::HashSet::new();
    let mut checked = Vec::with_capacity(files.len());
    for file in files {
        let file = check(root, file)?;
        if !paths.insert(file.path.clone()) {
            return Err(EntryError::Repeated(file.uri));
        }
        checked.push(file);
    }
    Ok(checked)
}

fn check(root: &Uri, file: &SkillResource) -> Result<EntryFile, EntryError> {
    let outside = || EntryError::Outside(file.uri.clone());
    let uri = Uri::parse(&file.uri).ok_or_else(outside)?;
    let names = uri.below(root).ok_or_else(outside)?;
    if names.is_empty() {
        return Err(outside());
    }
    let digest = file.digest.parse();
    Ok(EntryFile {
        uri: file.uri.clone(),
        path: names.join("/"),
        digest: digest.map_err(|_| EntryError::MalformedDigest(file.uri.clone()))?,
        size: file.size,
    })
}

fn refused(reference: &str, reason: ReferenceError) -> Error {
    Error::Reference {
        reference: reference.to_owned(),
        reason,
    }
}

impl From<LimitError> for EntryError {
    fn from(error: LimitError) -> Self {
        Self::Limit(error)
    }
}

impl From<SkillValidationError> for EntryError {
    fn from(error: SkillValidationError) -> Self {
        match error {
            SkillValidationError::UriNotSkillMd(_) => Self::Uri,
            SkillValidationError::InvalidName(name) => Self::Name(name),
            SkillValidationError::NameMismatch { name, .. } => Self::NameMismatch(name),
            SkillValidationError::MissingSkillMd(_) => Self::SkillMdMissing,
            SkillValidationError::DuplicateResource(uri) => Self::Repeated(uri),
            SkillValidationError::ResourceOutsideSkill { uri, .. } => Self::Outside(uri),
            SkillValidationError::MalformedDigest { uri, .. } => Self::MalformedDigest(uri),
            error => Self::Malformed(error.to_string()),
        }
    }
}

impl fmt::Display for EntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(reason) => Shown(reason).fmt(f),
            Self::Uri => f.write_str("expected the URI of a `SKILL.md` in a folder"),
            Self::Name(name) => write!(f, "invalid skill name `{}`", Shown(name)),
            Self::NameMismatch(name) => {
                write!(f, "skill name `{}` must match its folder", Shown(name))
            }
            Self::Description => f.write_str("field `description` must have 1 to 1024 characters"),
            Self::SkillMdMissing => f.write_str("its resources lack its own `SKILL.md`"),
            Self::Outside(uri) => write!(f, "`{}` is no file of the skill", Shown(uri)),
            Self::Repeated(uri) => write!(f, "`{}` is listed twice", Shown(uri)),
            Self::MalformedDigest(uri) => write!(f, "malformed digest of `{}`", Shown(uri)),
            Self::Limit(limit) => limit.fmt(f),
            Self::Ambiguous { positions } => ambiguous(f, positions),
            Self::Pinned(error) => error.fmt(f),
        }
    }
}

impl StdError for EntryError {}

fn ambiguous(f: &mut fmt::Formatter<'_>, positions: &[usize]) -> fmt::Result {
    f.write_str("the same URI is at position ")?;
    for (index, position) in positions.iter().enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        write!(f, "{separator}{position}")?;
    }
    Ok(())
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.uri {
            Some(uri) => write!(f, "skill `{}`", Shown(uri))?,
            None => f.write_str("skill without a URI")?,
        }
        write!(f, " at position {}: {}", self.position, self.reason)
    }
}
