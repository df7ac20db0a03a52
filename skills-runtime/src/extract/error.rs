//! Why skills were not written.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why [`Catalog::extract_to`](crate::Catalog::extract_to) did not write the skills.
#[derive(Debug)]
pub struct ExtractError {
    path: PathBuf,
    kind: Kind,
}

#[derive(Debug)]
pub(crate) enum Kind {
    Occupied,
    Name,
    Io(&'static str, io::Error),
}

impl ExtractError {
    /// The file or folder that it is about.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether something is in the way: what was not written from a catalog, or was changed since.
    ///
    /// [`Catalog::extract_over`](crate::Catalog::extract_over) replaces it.
    pub const fn is_occupied(&self) -> bool {
        matches!(self.kind, Kind::Occupied)
    }

    pub(crate) fn new(path: &Path, kind: Kind) -> Self {
        let path = path.to_owned();
        Self { path, kind }
    }

    /// What an I/O error is made into: `cannot {action} {path}`.
    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self {
            path,
            kind: Kind::Io(action, error),
        }
    }
}

impl fmt::Display for ExtractError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.kind {
            Kind::Occupied => write!(
                f,
                "`{path}` is in the way: it is no skill as it was extracted before"
            ),
            Kind::Name => write!(f, "`{path}` has a name that cannot be extracted"),
            Kind::Io(action, _) => write!(f, "cannot {action} `{path}`"),
        }
    }
}

impl Error for ExtractError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            Kind::Io(_, error) => Some(error),
            Kind::Occupied | Kind::Name => None,
        }
    }
}
