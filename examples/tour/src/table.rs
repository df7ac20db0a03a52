//! The catalog as a table for a terminal of 80 columns.

use skills_runtime::{Catalog, Skill, SkillFile};

/// One row a skill, then the digest of the whole catalog.
pub(crate) fn of(catalog: &Catalog) -> String {
    let skills = catalog.skills();
    let widest = skills.iter().map(|skill| skill.name().len()).max();
    let width = widest.unwrap_or_default().max("SKILL".len());
    let mut table = format!(
        "{:width$}  {:>5}  {:>6}  DIGEST OF SKILL.MD\n",
        "SKILL", "FILES", "BYTES"
    );
    for skill in skills {
        table.push_str(&row(skill, width));
    }
    table.push_str(&format!("\ncatalog {}\n", catalog.digest()));
    table
}

fn row(skill: &Skill, width: usize) -> String {
    let files = skill.files();
    let bytes: u64 = files.iter().map(SkillFile::size).sum();
    let digest = skill.skill_md().digest().to_string();
    // The start is enough to recognise a version by, and leaves the row on one line.
    let digest = digest.get(..23).unwrap_or(&digest);
    format!(
        "{:width$}  {:>5}  {bytes:>6}  {digest}...\n",
        skill.name(),
        files.len()
    )
}
