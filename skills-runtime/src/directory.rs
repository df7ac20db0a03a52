//! Folders of a catalog, found by their prefix among the sorted files.

use std::borrow::Cow;
use std::fmt;

use percent_encoding::percent_decode_str;

use crate::file::SkillFile;

/// A skill root, or a folder inside a skill that holds a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Directory {
    uri: &'static str,
    /// Every file at any depth below `uri`, never empty.
    files: &'static [SkillFile],
}

impl Directory {
    /// The URI of the folder, without a trailing slash.
    pub const fn uri(&self) -> &'static str {
        self.uri
    }

    /// The name of the folder, nothing escaped.
    pub fn name(&self) -> Cow<'static, str> {
        let name = self.uri.rsplit_once('/').map_or(self.uri, |(_, name)| name);
        percent_decode_str(name).decode_utf8_lossy()
    }

    /// The direct children, sorted by URI.
    pub fn children(&self) -> Vec<Child> {
        let mut children = Vec::new();
        let mut files = self.files;
        while let Some((child, rest)) = first_child(self.uri, files) {
            children.push(child);
            files = rest;
        }
        // Among the files `a.md` stands before `a/b`, as URIs `a` comes first.
        children.sort_unstable_by_key(Child::uri);
        children
    }

    /// The folder of that URI, at any height: `skill://acme` is one, when something is below it.
    pub(crate) fn find(files: &'static [SkillFile], uri: &str) -> Option<Self> {
        let slashed = || uri.bytes().chain([b'/']);
        let start = files.partition_point(|file| file.uri().bytes().lt(slashed()));
        let files = below(uri, files.get(start..)?).0;
        let uri = files.first()?.uri().get(..uri.len())?;
        Some(Self { uri, files })
    }
}

impl fmt::Debug for Directory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Directory")
            .field("uri", &self.uri)
            .finish_non_exhaustive()
    }
}

/// A direct child of a [`Directory`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Child {
    /// A file.
    File(&'static SkillFile),
    /// A folder that holds a file, at any depth.
    Directory(Directory),
}

impl Child {
    /// The URI of the file or folder.
    pub const fn uri(&self) -> &'static str {
        match self {
            Self::File(file) => file.uri(),
            Self::Directory(directory) => directory.uri(),
        }
    }

    /// The name of the file or folder, nothing escaped.
    pub fn name(&self) -> Cow<'static, str> {
        match self {
            Self::File(file) => file.name().into(),
            Self::Directory(directory) => directory.name(),
        }
    }
}

/// The first child of `uri` and the files after it; `files` are all below `uri`.
fn first_child(
    uri: &'static str,
    files: &'static [SkillFile],
) -> Option<(Child, &'static [SkillFile])> {
    let (first, rest) = files.split_first()?;
    let start = uri.len() + 1;
    let Some(length) = first.uri().get(start..)?.find('/') else {
        return Some((Child::File(first), rest));
    };
    let uri = first.uri().get(..start + length)?;
    let (files, rest) = below(uri, files);
    Some((Child::Directory(Directory { uri, files }), rest))
}

/// The leading files that are below `uri`, and the others.
fn below(uri: &str, files: &'static [SkillFile]) -> (&'static [SkillFile], &'static [SkillFile]) {
    let end = files.partition_point(|file| {
        let path = file.uri().strip_prefix(uri);
        path.is_some_and(|path| path.starts_with('/'))
    });
    files.split_at(end)
}

#[cfg(test)]
mod tests {
    use crate::fixture::SKILLS;

    fn children(uri: &str) -> Vec<(&'static str, String)> {
        let children = SKILLS.directory(uri).unwrap().children();
        let named = children.iter().map(|child| (child.uri(), child.name()));
        named.map(|(uri, name)| (uri, name.into_owned())).collect()
    }

    #[test]
    fn lists_the_direct_children_sorted_by_uri() {
        assert_eq!(
            children("skill://acme/refunds"),
            [
                ("skill://acme/refunds/%2541.md", "%41.md".into()),
                ("skill://acme/refunds/SKILL.md", "SKILL.md".into()),
                ("skill://acme/refunds/assets", "assets".into()),
                ("skill://acme/refunds/empty.txt", "empty.txt".into()),
                ("skill://acme/refunds/nested", "nested".into()),
                ("skill://acme/refunds/references", "references".into()),
                ("skill://acme/refunds/references.md", "references.md".into()),
            ]
        );
    }

    #[test]
    fn names_are_decoded_once() {
        assert_eq!(
            children("skill://acme/refunds/references"),
            [
                (
                    "skill://acme/refunds/references/10%25Dec.md",
                    "10%Dec.md".into()
                ),
                (
                    "skill://acme/refunds/references/Q&A%20(1).md",
                    "Q&A (1).md".into()
                ),
                (
                    "skill://acme/refunds/references/caf%C3%A9",
                    "café".to_owned()
                ),
                (
                    "skill://acme/refunds/references/policy.md",
                    "policy.md".into()
                ),
            ]
        );
    }

    #[test]
    fn finds_skill_roots_and_every_folder_below_them() {
        for (uri, name) in [
            ("skill://zip", "zip"),
            ("skill://acme/refunds", "refunds"),
            ("skill://acme/refunds/nested", "nested"),
            ("skill://acme/refunds/nested/escalate", "escalate"),
            ("skill://acme/refunds/nested/escalate/steps", "steps"),
            ("skill://acme/refunds/references/caf%C3%A9", "café"),
        ] {
            let directory = SKILLS.directory(uri).unwrap();
            assert_eq!((directory.uri(), &*directory.name()), (uri, name));
        }
    }

    #[test]
    fn anything_else_is_no_directory() {
        for uri in [
            "",
            "/",
            "skill:",
            "skill:/",
            "skill://",
            "skill://acme",
            "skill://acme/",
            "skill://acme/refunds/",
            "skill://acme/refund",
            "skill://acme/refunds/SKILL.md",
            "skill://acme/refunds/references.",
            "skill://acme/refunds/references/café",
            "skill://zip/SKILL.md/",
            "skill://zipper",
            "skill://~",
        ] {
            assert_eq!(SKILLS.directory(uri), None, "{uri}");
        }
    }

    #[test]
    fn debug_shows_the_uri() {
        let zip = SKILLS.directory("skill://zip").unwrap();
        assert_eq!(format!("{zip:?}"), "Directory { uri: \"skill://zip\", .. }");
    }
}
