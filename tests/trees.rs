//! The good trees: what `skills!` made of each, and where it is on disk.

use std::fs;
use std::path::Path;

use percent_encoding::percent_decode_str;
use skills_runtime::{Catalog, skills};

pub(crate) static PLAIN: Catalog = skills!("./skills/plain");
pub(crate) static GROUPS: Catalog = skills!("./skills/groups");
pub(crate) static NESTED: Catalog = skills!("./skills/nested");
pub(crate) static NAMES: Catalog = skills!("./skills/names");
pub(crate) static CONTENTS: Catalog = skills!("./skills/contents", allow(nested_plain));
pub(crate) static FRONTMATTER: Catalog = skills!("./skills/frontmatter", allow(crlf));
pub(crate) static DEEP: Catalog = skills!("./skills/deep");
pub(crate) static MADE: Catalog = skills!(
    "$OUT_DIR/made",
    include = ["**/.rels"],
    allow(empty_folder, hidden_file)
);
pub(crate) static MANY: Catalog = skills!("$OUT_DIR/many");

/// A folder of skills and the catalog that it became.
pub(crate) struct Tree {
    pub(crate) name: &'static str,
    pub(crate) catalog: &'static Catalog,
    pub(crate) root: String,
    /// The patterns that the macro was given.
    pub(crate) include: &'static [&'static str],
    /// The codes that are allowed above because the tree is about them.
    pub(crate) warnings: &'static [&'static str],
}

/// Every tree: those in git, and those that the build script makes.
pub(crate) fn all() -> Vec<Tree> {
    let mut trees = vec![
        in_git("plain", &PLAIN),
        in_git("groups", &GROUPS),
        in_git("nested", &NESTED),
        in_git("names", &NAMES),
        in_git("contents", &CONTENTS),
        in_git("frontmatter", &FRONTMATTER),
        in_git("deep", &DEEP),
        made("made", &MADE),
        made("many", &MANY),
    ];
    for tree in &mut trees {
        match tree.name {
            "contents" => tree.warnings = &["nested_plain"],
            "frontmatter" => tree.warnings = &["crlf"],
            "made" => {
                tree.include = &["**/.rels"];
                tree.warnings = &["empty_folder", "hidden_file"];
            }
            _ => {}
        }
    }
    trees
}

/// Every file below a folder, as `/`-separated paths with their bytes.
pub(crate) fn files_below(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if entry.file_type().unwrap().is_file() {
            files.push((name, fs::read(entry.path()).unwrap()));
            continue;
        }
        let below = files_below(&entry.path());
        files.extend(
            below
                .into_iter()
                .map(|(path, bytes)| (format!("{name}/{path}"), bytes)),
        );
    }
    files.sort();
    files
}

/// The path below a root that a URI stands for.
pub(crate) fn path_of(uri: &str) -> String {
    let path = uri.strip_prefix("skill://").unwrap();
    percent_decode_str(path).decode_utf8().unwrap().into_owned()
}

fn in_git(name: &'static str, catalog: &'static Catalog) -> Tree {
    tree(
        name,
        catalog,
        concat!(env!("CARGO_MANIFEST_DIR"), "/skills"),
    )
}

fn made(name: &'static str, catalog: &'static Catalog) -> Tree {
    tree(name, catalog, env!("OUT_DIR"))
}

fn tree(name: &'static str, catalog: &'static Catalog, parent: &str) -> Tree {
    Tree {
        name,
        catalog,
        root: format!("{parent}/{name}"),
        include: &[],
        warnings: &[],
    }
}

#[test]
fn every_folder_in_git_is_a_tree() {
    let folders = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/skills")).unwrap();
    let mut folders: Vec<_> = folders.map(|folder| folder.unwrap().path()).collect();
    folders.sort();
    let mut trees: Vec<_> = all()
        .iter()
        .map(|tree| Path::new(&tree.root).to_owned())
        .collect();
    trees.retain(|tree| !tree.starts_with(env!("OUT_DIR")));
    trees.sort();
    assert_eq!(trees, folders);
}
