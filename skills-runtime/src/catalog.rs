//! The skills of a folder as plain `'static` data, found by binary search.

use std::fmt;

use crate::digest::Digest;
use crate::directory::Directory;
use crate::file::{Content, SkillFile};
use crate::json::Json;

/// Every skill of a folder, checked and embedded by [`skills!`](crate::skills).
///
/// Plain data in the binary: no heap, no start-up work, nothing to read from disk. Everything is
/// sorted by URI and found by binary search.
///
/// [`attach`](Self::attach) serves it through an rmcp server.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Catalog {
    pub(crate) skills: &'static [Skill],
    pub(crate) files: &'static [SkillFile],
    pub(crate) digest: Digest,
    /// The index of the first skill on each page of `skills/list`.
    pub(crate) skill_pages: &'static [usize],
    /// The index of the first skill on each of our pages of `resources/list`.
    pub(crate) resource_pages: &'static [usize],
}

impl Catalog {
    /// Every skill, nested ones too, sorted by URI.
    pub const fn skills(&self) -> &'static [Skill] {
        self.skills
    }

    /// The skill of that name; the first by URI when several have it.
    ///
    /// Names are labels: two skills under different prefixes may share one (SEP-2640, "Skill
    /// Entries"). [`get`](Self::get) takes the URI, which is unique.
    pub fn skill(&self, name: &str) -> Option<&'static Skill> {
        self.skills.iter().find(|skill| skill.name == name)
    }

    /// The skill whose `SKILL.md` has exactly that URI.
    pub fn get(&self, uri: &str) -> Option<&'static Skill> {
        let index = self.skills.binary_search_by(|skill| skill.uri().cmp(uri));
        self.skills.get(index.ok()?)
    }

    /// The file that has exactly that URI.
    #[inline]
    pub fn file(&self, uri: &str) -> Option<&'static SkillFile> {
        let index = self.files.binary_search_by(|file| file.uri().cmp(uri));
        self.files.get(index.ok()?)
    }

    /// The skill root, or the folder inside a skill, that has exactly that URI.
    ///
    /// A folder above the skills is none: it belongs to no skill (SEP-2640, "Reading Directories").
    pub fn directory(&self, uri: &str) -> Option<Directory> {
        let directory = Directory::find(self.files, uri)?;
        self.is_inside_a_skill(uri).then_some(directory)
    }

    /// One SHA-256 over every URI and digest: the version of the catalog.
    ///
    /// It covers the lines `{uri} {digest}\n` of every file once, sorted by URI, so that two
    /// catalogs are equal exactly when their digests are.
    pub const fn digest(&self) -> Digest {
        self.digest
    }

    /// Whether there is no skill.
    pub const fn is_empty(&self) -> bool {
        self.skills.is_empty()
    }

    /// The number of skills, nested ones included.
    pub const fn len(&self) -> usize {
        self.skills.len()
    }

    pub(crate) fn is_inside_a_skill(&self, directory: &str) -> bool {
        ancestors(directory).any(|root| self.is_skill_root(root))
    }

    fn is_skill_root(&self, uri: &str) -> bool {
        self.skills
            .binary_search_by(|skill| {
                skill
                    .uri()
                    .bytes()
                    .cmp(uri.bytes().chain("/SKILL.md".bytes()))
            })
            .is_ok()
    }
}

impl fmt::Debug for Catalog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Catalog")
            .field("skills", &self.skills)
            .field("digest", &self.digest)
            .finish_non_exhaustive()
    }
}

/// One skill: a folder with a `SKILL.md`, and every file in it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Skill {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    pub(crate) frontmatter: &'static str,
    /// The fields of the frontmatter but for `name` and `description`.
    pub(crate) fields: &'static [(&'static str, Json)],
    /// Where the body starts in the text of the `SKILL.md`.
    pub(crate) body: usize,
    pub(crate) skill_md: &'static SkillFile,
    pub(crate) files: &'static [SkillFile],
}

impl Skill {
    /// The frontmatter's `name`, which is the name of the skill's folder.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The frontmatter's `description`.
    pub const fn description(&self) -> &'static str {
        self.description
    }

    /// The URI of the skill's `SKILL.md`, which identifies the skill.
    #[inline]
    pub const fn uri(&self) -> &'static str {
        self.skill_md.uri()
    }

    /// The URI of the skill's folder, without a trailing slash.
    pub fn root_uri(&self) -> &'static str {
        let uri = self.uri();
        uri.strip_suffix("/SKILL.md").unwrap_or(uri)
    }

    /// The frontmatter as the text of a JSON object, with every field the author wrote.
    pub const fn frontmatter(&self) -> &'static str {
        self.frontmatter
    }

    /// The instructions: the Markdown after the frontmatter.
    pub const fn body(&self) -> &'static str {
        match self.skill_md.content() {
            Content::Text(text) => text.split_at(self.body).1,
            Content::Blob(_) => "",
        }
    }

    /// The `SKILL.md` itself.
    pub const fn skill_md(&self) -> &'static SkillFile {
        self.skill_md
    }

    /// Every file of the skill, `SKILL.md` and the files of nested skills included, sorted by URI.
    pub const fn files(&self) -> &'static [SkillFile] {
        self.files
    }

    /// The file at a path inside the skill, as in `references/forms.md`.
    pub fn file(&self, path: &str) -> Option<&'static SkillFile> {
        self.files.iter().find(|file| file.path() == path)
    }
}

impl fmt::Debug for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Skill")
            .field("uri", &self.uri())
            .field("files", &self.files.len())
            .finish_non_exhaustive()
    }
}

/// `uri` itself, then every URI above it.
fn ancestors(uri: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(uri), |uri| Some(uri.rsplit_once('/')?.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{ESCALATE, LOGO, LOGO_BYTES, REFUNDS, REFUNDS_TEXT, SKILLS, ZIP};

    #[test]
    fn finds_a_skill_by_its_exact_uri() {
        for uri in [REFUNDS, ESCALATE, ZIP] {
            assert_eq!(SKILLS.get(uri).map(Skill::uri), Some(uri));
        }
        for uri in [
            "",
            "skill://zip",
            "skill://zip/SKILL.md ",
            "SKILL://zip/SKILL.md",
            LOGO,
        ] {
            assert_eq!(SKILLS.get(uri), None, "{uri}");
        }
    }

    #[test]
    fn finds_a_skill_by_its_name() {
        assert_eq!(SKILLS.skill("escalate"), SKILLS.get(ESCALATE));
        assert_eq!(SKILLS.skill("Escalate"), None);
    }

    #[test]
    fn finds_every_file_by_its_exact_uri() {
        for file in SKILLS.files {
            assert_eq!(SKILLS.file(file.uri()), Some(file));
        }
        for uri in ["", "skill://acme/refunds", "skill://acme/refunds/a", "z"] {
            assert_eq!(SKILLS.file(uri), None, "{uri}");
        }
    }

    #[test]
    fn a_skill_knows_its_parts() {
        let refunds = SKILLS.skill("refunds").unwrap();
        assert_eq!(refunds.description(), "Refund a customer, \"with care\"");
        assert_eq!(refunds.root_uri(), "skill://acme/refunds");
        assert_eq!(refunds.body(), "# Refunds\r\n");
        assert_eq!(refunds.skill_md().content(), Content::Text(REFUNDS_TEXT));
        assert_eq!(refunds.files().len(), 11);
        assert_eq!(refunds.file("assets/logo.png"), SKILLS.file(LOGO));
        assert_eq!(refunds.file("./assets/logo.png"), None);
        assert!(refunds.frontmatter().contains(r#""license":"MIT""#));
    }

    #[test]
    fn a_nested_skill_has_paths_of_its_own() {
        let step = "skill://acme/refunds/nested/escalate/steps/one.md";
        let nested = SKILLS.get(ESCALATE).unwrap().file("steps/one.md").unwrap();
        assert_eq!(nested.uri(), step);
        let outer = SKILLS.file(step).unwrap();
        assert_eq!(outer.path(), "nested/escalate/steps/one.md");
        assert_eq!(outer.bytes(), nested.bytes());
    }

    #[test]
    fn a_file_knows_its_parts() {
        let logo = SKILLS.file(LOGO).unwrap();
        assert_eq!(logo.name(), "logo.png");
        assert_eq!(logo.media_type(), "image/png");
        assert_eq!(logo.size(), 6);
        assert_eq!(logo.bytes(), LOGO_BYTES);
        assert_eq!(logo.content(), Content::Blob(LOGO_BYTES));
        assert_eq!(logo.digest(), Digest::of(LOGO_BYTES));
        assert_eq!(SKILLS.get(ZIP).unwrap().skill_md().name(), "SKILL.md");
    }

    #[test]
    fn the_empty_catalog_has_nothing() {
        const EMPTY: Catalog = crate::__private::empty();
        assert_eq!((EMPTY.is_empty(), EMPTY.len()), (true, 0));
        assert_eq!(EMPTY.skill("zip"), None);
        assert_eq!(EMPTY.file(ZIP), None);
        assert_eq!(EMPTY.directory("skill://zip"), None);
        assert_eq!(EMPTY.verify(), Ok(()));
        assert_eq!((SKILLS.is_empty(), SKILLS.len()), (false, 3));
    }

    #[test]
    fn debug_shows_no_contents() {
        let zip = SKILLS.get(ZIP).unwrap();
        let zip_text = "Skill { uri: \"skill://zip/SKILL.md\", files: 1, .. }";
        assert_eq!(format!("{zip:?}"), zip_text);
        let digest = zip.skill_md().digest();
        assert_eq!(
            format!("{:?}", zip.skill_md()),
            format!(
                "SkillFile {{ uri: \"skill://zip/SKILL.md\", media_type: \"text/markdown\", \
                 size: 53, digest: {digest}, .. }}"
            )
        );
        assert_eq!(format!("{:?}", zip.skill_md().content()), "Text(53 bytes)");
        assert_eq!(format!("{:?}", Content::Blob(LOGO_BYTES)), "Blob(6 bytes)");
        let catalog = format!("{:?}", *SKILLS);
        assert!(
            catalog.starts_with("Catalog { skills: [Skill {"),
            "{catalog}"
        );
        assert!(
            catalog.contains(zip_text) && !catalog.contains("Pack"),
            "{catalog}"
        );
    }
}
