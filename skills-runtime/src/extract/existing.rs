//! What is already at the place of a skill.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use super::error::ExtractError;
use super::record::{Entry, RECORD, Record};
use crate::digest::Digest;

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Existing {
    Nothing,
    /// The files of the skill, and nothing else.
    Same,
    /// What was once extracted, and was not touched since.
    Earlier,
    Other,
}

/// What stands at `place`, where the files of `wanted` shall be.
pub(crate) fn existing(place: &Path, wanted: &Record) -> Result<Existing, ExtractError> {
    let found = look(place, wanted);
    found.map_err(|error| ExtractError::io("read", place)(error))
}

fn look(place: &Path, wanted: &Record) -> io::Result<Existing> {
    match fs::symlink_metadata(place) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Existing::Nothing),
        Err(error) => return Err(error),
        Ok(metadata) if !metadata.is_dir() => return Ok(Existing::Other),
        Ok(_) => {}
    }
    let mut found = Found::default();
    found.collect(place, "")?;
    found.files.sort_unstable();
    if found.are(wanted, place)? {
        return Ok(Existing::Same);
    }
    match record(place)? {
        Some(record) if found.are(&record, place)? => Ok(Existing::Earlier),
        _ => Ok(Existing::Other),
    }
}

/// The files of a folder, with their sizes.
#[derive(Default)]
struct Found {
    files: Vec<(String, u64)>,
    /// Whether there is something that is never extracted: a link, a device, an empty folder.
    is_odd: bool,
}

impl Found {
    fn collect(&mut self, folder: &Path, prefix: &str) -> io::Result<()> {
        let mut is_empty = true;
        for entry in fs::read_dir(folder)? {
            is_empty = false;
            let entry = entry?;
            match entry.file_name().to_str() {
                Some(RECORD) if prefix.is_empty() => {}
                Some(name) => self.add(&entry, format!("{prefix}{name}"))?,
                None => self.is_odd = true,
            }
        }
        self.is_odd |= is_empty;
        Ok(())
    }

    fn add(&mut self, entry: &fs::DirEntry, path: String) -> io::Result<()> {
        // Of a link itself, not of what it leads to.
        let metadata = entry.metadata()?;
        if metadata.is_dir() {
            return self.collect(&entry.path(), &format!("{path}/"));
        }
        self.is_odd |= !metadata.is_file();
        self.files.push((path, metadata.len()));
        Ok(())
    }

    /// Whether these are exactly the files of a record; contents are read only when sizes agree.
    fn are(&self, record: &Record, place: &Path) -> io::Result<bool> {
        let recorded = record.0.iter().map(|entry| (&entry.path, entry.size));
        let found = self.files.iter().map(|(path, size)| (path, *size));
        if self.is_odd || !found.eq(recorded) {
            return Ok(false);
        }
        for Entry { path, digest, .. } in &record.0 {
            if Digest::of(&fs::read(place.join(path))?) != *digest {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn record(place: &Path) -> io::Result<Option<Record>> {
    let path = place.join(RECORD);
    match fs::symlink_metadata(&path) {
        Ok(metadata) if metadata.is_file() => {}
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => return Ok(None),
    }
    let text = String::from_utf8(fs::read(path)?).ok();
    Ok(text.as_deref().and_then(Record::parse))
}
