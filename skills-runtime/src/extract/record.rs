//! The record of what was written: one line a file, in a file of its own.

use crate::catalog::Skill;
use crate::digest::Digest;

/// The file in the folder of a skill that holds the record.
pub(crate) const RECORD: &str = ".skills-runtime";

/// Every file of a skill's folder but the record, sorted by path.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Record(pub(crate) Vec<Entry>);

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) path: String,
    pub(crate) size: u64,
    pub(crate) digest: Digest,
}

impl Record {
    pub(crate) fn of(skill: &Skill) -> Self {
        let files = skill.files.iter();
        let entry = |file: &crate::SkillFile| Entry {
            path: file.path().to_owned(),
            size: file.size(),
            digest: file.digest(),
        };
        let mut entries: Vec<_> = files.map(entry).collect();
        entries.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        Self(entries)
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        text.lines()
            .map(parse_entry)
            .collect::<Option<_>>()
            .map(Self)
    }

    pub(crate) fn text(&self) -> String {
        let lines = self.0.iter().map(|entry| {
            let Entry { path, size, digest } = entry;
            format!("{digest} {size} {path}\n")
        });
        lines.collect()
    }
}

fn parse_entry(line: &str) -> Option<Entry> {
    let (digest, rest) = line.split_once(' ')?;
    let (size, path) = rest.split_once(' ')?;
    let (digest, size, path) = (digest.parse().ok()?, size.parse().ok()?, path.to_owned());
    Some(Entry { path, size, digest })
}
