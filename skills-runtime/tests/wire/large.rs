//! Catalogs that do not fit one page.

use std::sync::LazyLock;

use skills_runtime::__private::{catalog, paged, skill, slice};
use skills_runtime::{Catalog, Skill, SkillFile};

use crate::fixture::{digest, digest_of, md, text};

/// The JSON of one page, at most.
pub(crate) const PAGE_LIMIT: usize = 1_000_000;

/// 2,000 skills of 50 files each, and descriptions as long as they may be.
pub(crate) static MANY: LazyLock<Catalog> = LazyLock::new(|| many("many", 2_000, 50));

/// A catalog in the place of `MANY`, as a later build might have it: every third skill is gone, a
/// new one stands between any two, and the pages start elsewhere.
pub(crate) static LATER: LazyLock<Catalog> = LazyLock::new(|| {
    let skills = (0..2_000).flat_map(|n| [Some(name(n) + "-new"), (n % 3 != 0).then(|| name(n))]);
    of("many", skills.flatten().collect(), 5)
});

/// Two pages of skills, one of resources.
pub(crate) static OTHER: LazyLock<Catalog> = LazyLock::new(|| many("other", 200, 50));

/// One skill whose folder `references` holds 500 files with long names.
pub(crate) static WIDE: LazyLock<Catalog> = LazyLock::new(|| {
    let folder = "%E6%97%A5".repeat(80);
    let folders = [&*folder; 10].join("/");
    let name = |n: usize| match n {
        0 => "SKILL.md".to_owned(),
        n => format!("references/{folders}/{n:03}.md"),
    };
    let files = (0..501).map(|n| {
        let path = leak(name(n));
        md(leak(format!("skill://wide/{path}")), path, "x")
    });
    let files = files.collect::<Vec<_>>().leak();
    let skill = skill("wide", "W", FIELDS, files, 0, 0);
    catalog(vec![skill].leak(), files, digest_of(files))
});

const FIELDS: &str = r#"{"name":"wide","description":"W"}"#;

pub(crate) fn wide_folder() -> String {
    let uri = WIDE.skills()[0].files()[1].uri();
    uri.rsplit_once('/').unwrap().0.to_owned()
}

fn many(group: &str, n_skills: usize, n_files: usize) -> Catalog {
    of(group, (0..n_skills).map(name).collect(), n_files)
}

fn name(n: usize) -> String {
    format!("skill-{n:04}")
}

fn of(group: &str, names: Vec<String>, n_files: usize) -> Catalog {
    let digest = digest(b"x");
    let mut files: Vec<SkillFile> = Vec::new();
    for name in &names {
        files.push(file(group, name, "SKILL.md", digest));
        for n in 1..n_files {
            files.push(file(group, name, &format!("references/{n:03}.md"), digest));
        }
    }
    let files = files.leak();
    let skills = names.iter().enumerate().map(|(n, name)| {
        let description = "d".repeat(1_024);
        let fields = format!(r#"{{"name":"{name}","description":"{description}"}}"#);
        let list = slice(files, n * n_files, (n + 1) * n_files);
        skill(
            leak(name.clone()),
            leak(description),
            leak(fields),
            list,
            0,
            0,
        )
    });
    let skills = skills.collect::<Vec<_>>().leak();
    let all = catalog(skills, files, digest_of(files));
    // As `skills!` counts, but by what rmcp really writes.
    let entries = all.list_skills().skills;
    let entries = entries.iter().map(serde_json::to_vec);
    let resources = all.resources();
    let resources = resources.iter().map(serde_json::to_vec);
    paged(
        all,
        starts(entries.map(|json| json.unwrap().len())),
        starts(resources.map(|json| json.unwrap().len())),
    )
}

fn file(group: &str, name: &str, path: &str, digest: &'static [u8; 32]) -> SkillFile {
    let uri = leak(format!("skill://{group}/{name}/{path}"));
    text(uri, leak(path.to_owned()), "text/markdown", digest, "x")
}

fn starts(lens: impl Iterator<Item = usize>) -> &'static [usize] {
    let (mut starts, mut page) = (Vec::new(), PAGE_LIMIT);
    for (index, len) in lens.enumerate() {
        page += len + 1;
        if page > PAGE_LIMIT - 512 {
            starts.push(index);
            page = len;
        }
    }
    starts.leak()
}

fn leak(text: String) -> &'static str {
    text.leak()
}

pub(crate) fn uris(catalog: &Catalog) -> Vec<&'static str> {
    catalog.skills().iter().map(Skill::uri).collect()
}
