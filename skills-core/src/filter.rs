//! Which names are part of a catalog: what is left out by rule, and the user's `include` and `exclude`.

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};

/// Left out without a word: version control, editors, caches.
const JUNK: &[&str] = &[
    ".bzr",
    ".DS_Store",
    ".git",
    ".gitattributes",
    ".gitignore",
    ".gitkeep",
    ".gitmodules",
    ".hg",
    ".hgignore",
    ".hgtags",
    ".jj",
    ".keep",
    ".svn",
    "CVS",
    "Thumbs.db",
    "__pycache__",
    "desktop.ini",
    "node_modules",
];

/// The ends of names left out without a word.
const JUNK_ENDS: &[&str] = &[".pyc", ".swp", "~"];

/// The user's patterns, matched against `/`-separated paths below the root.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    include: GlobSet,
    exclude: GlobSet,
}

/// What a name by itself means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    /// Part of the catalog.
    Kept,
    /// Left out without a word.
    Junk,
    /// Left out because of its dot.
    Hidden,
}

impl Filter {
    /// Compiles the patterns. `*` stays within a folder, `**` crosses folders.
    ///
    /// # Errors
    ///
    /// A pattern that is not a glob, with the reason.
    pub fn new(include: &[String], exclude: &[String]) -> Result<Self, globset::Error> {
        Ok(Self {
            include: set(include)?,
            exclude: set(exclude)?,
        })
    }

    /// Whether the pattern is one that [`Filter::new`] takes.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn check(pattern: &str) -> Result<(), globset::Error> {
        glob(pattern).map(drop)
    }

    pub(crate) fn is_included(&self, path: &str) -> bool {
        self.include.is_match(path)
    }

    pub(crate) fn is_excluded(&self, path: &str) -> bool {
        self.exclude.is_match(path)
    }

    pub(crate) fn has_includes(&self) -> bool {
        !self.include.is_empty()
    }
}

pub(crate) fn name(name: &str) -> Name {
    if JUNK.contains(&name) || JUNK_ENDS.iter().any(|end| name.ends_with(end)) {
        Name::Junk
    } else if name.starts_with('.') {
        Name::Hidden
    } else {
        Name::Kept
    }
}

fn set(patterns: &[String]) -> Result<GlobSet, globset::Error> {
    let mut builder = GlobSetBuilder::new();
    for pattern in patterns {
        builder.add(glob(pattern)?);
    }
    builder.build()
}

fn glob(pattern: &str) -> Result<Glob, globset::Error> {
    let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
    GlobBuilder::new(pattern)
        .literal_separator(true)
        .backslash_escape(true)
        .build()
}
