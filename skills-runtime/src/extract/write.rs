//! A skill as files, complete or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::error::ExtractError;
use super::place::file_place;
use super::record::{RECORD, Record};
use crate::catalog::Skill;
use crate::file::SkillFile;

/// Writes the skill beside its place, then renames it there.
pub(crate) fn write_skill(skill: &Skill, place: &Path) -> Result<(), ExtractError> {
    let parent = place.parent().unwrap_or(place);
    fs::create_dir_all(parent).map_err(ExtractError::io("create", parent))?;
    let written = Temporary::beside(place)?;
    for file in skill.files {
        write_file(&written.0, file)?;
    }
    let record = written.0.join(RECORD);
    fs::write(&record, Record::of(skill).text()).map_err(ExtractError::io("write", &record))?;
    exchange(&written.0, place)
}

/// A folder beside the place of a skill, gone when this is dropped. Hosts skip names with a dot.
struct Temporary(PathBuf);

/// A process that was killed may have left one behind.
const ATTEMPTS: u32 = 100;

impl Temporary {
    fn beside(place: &Path) -> Result<Self, ExtractError> {
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        let mut attempt = 0;
        loop {
            let path = place.with_file_name(format!(".{name}.{}.{attempt}", std::process::id()));
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Self(path)),
                Err(error) if error.kind() == ErrorKind::AlreadyExists && attempt < ATTEMPTS => {
                    attempt += 1;
                }
                Err(error) => return Err(ExtractError::io("create", &path)(error)),
            }
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // Gone already when all went well; otherwise there is an error to report, and not this one.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Moves the new skill to its place, and what was there out of the way first.
fn exchange(new: &Path, place: &Path) -> Result<(), ExtractError> {
    let cannot_replace = |error| ExtractError::io("replace", place)(error);
    if fs::symlink_metadata(place).is_err() {
        return fs::rename(new, place).map_err(cannot_replace);
    }
    let old = Temporary::beside(place)?;
    let aside = old.0.join("old");
    fs::rename(place, &aside).map_err(cannot_replace)?;
    let Err(error) = fs::rename(new, place) else {
        return Ok(());
    };
    if let Err(error) = fs::rename(&aside, place) {
        // What is not ours is not ours to remove.
        std::mem::forget(old);
        return Err(ExtractError::io("move back", place)(error));
    }
    Err(cannot_replace(error))
}

fn write_file(folder: &Path, file: &SkillFile) -> Result<(), ExtractError> {
    let path = file_place(folder, file.path())?;
    let parent = path.parent().unwrap_or(folder);
    fs::create_dir_all(parent).map_err(ExtractError::io("create", parent))?;
    let written = create(&path, file).and_then(|mut open| open.write_all(file.bytes()));
    written.map_err(ExtractError::io("write", &path))
}

fn create(path: &Path, file: &SkillFile) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if file.bytes().starts_with(b"#!") {
        use std::os::unix::fs::OpenOptionsExt;
        // The user's mask takes away what the user gives to nobody.
        options.mode(0o777);
    }
    #[cfg(not(unix))]
    let _ = file;
    options.open(path)
}
