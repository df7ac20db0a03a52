//! Where a skill goes, and that this is inside the folder.

use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use super::error::{ExtractError, Kind};
use super::record::RECORD;
use crate::catalog::Skill;
use crate::spelling::decode;

/// The folder for a skill, when everything above it is a folder or not there yet.
pub(crate) fn place(folder: &Path, skill: &Skill) -> Result<PathBuf, ExtractError> {
    let path = skill.root_uri().strip_prefix("skill://");
    let names: Vec<_> = path.unwrap_or_default().split('/').map(decode).collect();
    let mut place = folder.to_owned();
    for (index, name) in names.iter().enumerate() {
        if index > 0 {
            check_is_folder(&place)?;
        }
        place = child(&place, name)?;
    }
    if skill.file(RECORD).is_some() {
        return Err(ExtractError::new(&place.join(RECORD), Kind::Name));
    }
    for file in skill.files {
        file_place(&place, file.path())?;
    }
    Ok(place)
}

/// The place of a file below the folder of its skill.
pub(crate) fn file_place(folder: &Path, path: &str) -> Result<PathBuf, ExtractError> {
    let mut names = path.split('/');
    names.try_fold(folder.to_owned(), |parent, name| child(&parent, name))
}

fn child(parent: &Path, name: &str) -> Result<PathBuf, ExtractError> {
    let place = parent.join(name);
    let mut parts = Path::new(name).components();
    let is_name = matches!(parts.next(), Some(Component::Normal(part)) if part == name);
    let is_portable = !cfg!(windows) || is_windows_name(name);
    if is_name && parts.next().is_none() && is_portable {
        Ok(place)
    } else {
        Err(ExtractError::new(&place, Kind::Name))
    }
}

/// Windows opens a device for some names, and another file for others.
fn is_windows_name(name: &str) -> bool {
    const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
    let stem = name.split('.').next().unwrap_or(name).trim_end();
    let stem = stem.to_ascii_lowercase();
    let numbered = stem
        .strip_prefix("com")
        .or_else(|| stem.strip_prefix("lpt"));
    let is_port = numbered.is_some_and(|n| n.chars().count() == 1);
    let is_device = DEVICES.contains(&stem.as_str()) || is_port;
    !is_device && !name.ends_with(['.', ' ']) && !name.contains(['<', '>', ':', '"', '|', '?', '*'])
}

/// A link is no folder: what is written through it lands elsewhere.
fn check_is_folder(path: &Path) -> Result<(), ExtractError> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_dir() => Ok(()),
        Ok(_) => Err(ExtractError::new(path, Kind::Occupied)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(ExtractError::io("read", path)(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_stays_below_its_folder() {
        let folder = Path::new("skills");
        let place = file_place(folder, "references/Q&A (1).md").unwrap();
        assert_eq!(place, Path::new("skills/references/Q&A (1).md"));
        for path in ["", "..", "a/../b", "/etc", "a//b", ".", "a/."] {
            assert!(file_place(folder, path).is_err(), "{path}");
        }
    }

    #[test]
    fn knows_the_names_that_windows_takes_for_something_else() {
        for name in [
            "SKILL.md",
            "config",
            "com10",
            "a b.md",
            ".rels",
            "community",
        ] {
            assert!(is_windows_name(name), "{name}");
        }
        for name in [
            "con", "NUL.txt", "com1", "LPT9.md", "aux .md", "a.", "a ", "a:b", "a?",
        ] {
            assert!(!is_windows_name(name), "{name}");
        }
    }
}
