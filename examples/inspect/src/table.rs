//! The skills as a table.

use skills_runtime::client::{Entry, EntryFile, Shown};

/// One row a skill; a digest over all its files, to recognise a version by.
pub(crate) fn of(skills: &[Entry]) -> String {
    let width = |text: fn(&Entry) -> &str, title: &str| {
        let widths = skills.iter().map(|skill| text(skill).chars().count());
        widths.max().unwrap_or_default().max(title.len())
    };
    let (name, uri) = (width(Entry::name, "SKILL"), width(Entry::uri, "URI"));
    let mut table = format!(
        "{:name$}  {:uri$}  {:>5}  {:>10}  DIGEST\n",
        "SKILL", "URI", "FILES", "BYTES"
    );
    for skill in skills {
        table.push_str(&row(skill, name, uri));
    }
    table
}

fn row(skill: &Entry, name: usize, uri: usize) -> String {
    let shown = |text: &str| Shown(text).to_string();
    let (files, bytes, digest) = match (skill.files(), skill.digest()) {
        (Some(files), Some(digest)) => {
            let digest = digest.to_string();
            let bytes: u64 = files.iter().map(EntryFile::size).sum();
            // The start is enough to recognise it by.
            let start = digest.get(..23).unwrap_or(&digest);
            (
                files.len().to_string(),
                bytes.to_string(),
                format!("{start}…"),
            )
        }
        _ => ("?".into(), "?".into(), "dynamic".into()),
    };
    format!(
        "{:name$}  {:uri$}  {files:>5}  {bytes:>10}  {digest}\n",
        shown(skill.name()),
        shown(skill.uri())
    )
}
