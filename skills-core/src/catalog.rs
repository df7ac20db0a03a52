//! The checked skills, owned and sorted; what a host can be promised.

use std::ops::Range;

use serde_json::{Map, Value as Json};

use crate::digest::Digest;

/// All skills under one or more roots.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Catalog {
    skills: Vec<Skill>,
    files: Vec<SkillFile>,
}

/// One skill.
#[derive(Clone, Debug, PartialEq)]
pub struct Skill {
    /// The skill name.
    pub name: String,
    /// The frontmatter's `description`.
    pub description: String,
    /// The URI of its `SKILL.md`.
    pub uri: String,
    /// The frontmatter as JSON, in the order written.
    pub frontmatter: Map<String, Json>,
    /// Where the body starts in the `SKILL.md`, in bytes.
    pub body: usize,
    /// Its folder, `/`-separated below the root.
    pub folder: String,
    /// Which root it came from.
    pub root: usize,
}

/// One file of a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillFile {
    /// The file's URI.
    pub uri: String,
    /// Its path, `/`-separated below the root.
    pub path: String,
    /// Its media type.
    pub media_type: &'static str,
    /// The SHA-256 of its bytes.
    pub digest: Digest,
    /// The number of its bytes.
    pub size: usize,
    /// The bytes if they are UTF-8 without NUL, which goes out as `text`. Others go out as `blob`, and the compiler
    /// reads them once more.
    pub text: Option<String>,
    /// Which root it came from.
    pub root: usize,
}

impl Catalog {
    /// Sorts what was found; each file is listed once, also when skills are nested.
    pub(crate) fn new(mut skills: Vec<Skill>, mut files: Vec<SkillFile>) -> Self {
        skills.sort_by(|a, b| a.uri.cmp(&b.uri));
        files.sort_by(|a, b| a.uri.cmp(&b.uri));
        Self { skills, files }
    }

    /// The skills, by URI.
    pub fn skills(&self) -> &[Skill] {
        &self.skills
    }

    /// The files of all skills, by URI.
    pub fn files(&self) -> &[SkillFile] {
        &self.files
    }

    /// The files of one skill, those of nested skills among them, by URI.
    pub fn files_of(&self, skill: &Skill) -> &[SkillFile] {
        self.files.get(self.range_of(skill)).unwrap_or_default()
    }

    /// Where the files of one skill are among all files.
    pub fn range_of(&self, skill: &Skill) -> Range<usize> {
        let prefix = skill.root_uri();
        let start = self
            .files
            .partition_point(|file| file.uri.as_str() < prefix);
        let rest = self.files.get(start..).unwrap_or_default();
        start..start + rest.partition_point(|file| file.uri.starts_with(prefix))
    }

    /// For each skill, whether another one contains it.
    pub fn nested(&self) -> Vec<bool> {
        let mut order: Vec<_> = self.skills.iter().enumerate().collect();
        order.sort_by_key(|(_, skill)| skill.root_uri());
        let mut nested = vec![false; self.skills.len()];
        let mut outermost: Option<&str> = None;
        for (index, skill) in order {
            let uri = skill.root_uri();
            let is_nested = outermost.is_some_and(|outer| uri.starts_with(outer));
            if !is_nested {
                outermost = Some(uri);
            }
            if let Some(flag) = nested.get_mut(index) {
                *flag = is_nested;
            }
        }
        nested
    }

    /// One SHA-256 over every URI and digest, in order, a line `URI digest` each: the catalog's version.
    pub fn digest(&self) -> Digest {
        let mut lines = String::new();
        for file in &self.files {
            lines.push_str(&format!("{} {}\n", file.uri, file.digest));
        }
        Digest::of(lines.as_bytes())
    }
}

impl Skill {
    /// The URI of the skill's folder, with the slash that every file URI of the skill goes on from.
    pub fn root_uri(&self) -> &str {
        self.uri.strip_suffix("SKILL.md").unwrap_or(&self.uri)
    }
}
