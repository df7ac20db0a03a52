use std::fs;

use skills_core::read::Reader;
use skills_core::{Code, Filter, Level, Options, Root, load};

use crate::tree::{Tree, codes, lines};

fn filter(include: &[&str], exclude: &[&str]) -> Options {
    let owned = |list: &[&str]| {
        list.iter()
            .map(|text| (*text).to_owned())
            .collect::<Vec<_>>()
    };
    Options {
        filter: Filter::new(&owned(include), &owned(exclude)).unwrap(),
        ..Options::default()
    }
}

fn uris(loaded: &skills_core::Loaded) -> Vec<&str> {
    let catalog = loaded.catalog.as_ref().expect("the tree is right");
    catalog
        .files()
        .iter()
        .map(|file| file.uri.as_str())
        .collect()
}

#[test]
fn lists_skills_and_files_by_uri() {
    let loaded = Tree::new()
        .skill("pdf")
        .file("pdf/references/Forms & more.md", "x")
        .file("pdf/scripts/run.sh", "#!/bin/sh\n")
        .skill("acme/refunds")
        .file("README.md", "not part of any skill")
        .load();
    assert_eq!(lines(&loaded.diagnostics), "");
    assert_eq!(
        uris(&loaded),
        [
            "skill://acme/refunds/SKILL.md",
            "skill://pdf/SKILL.md",
            "skill://pdf/references/Forms%20&%20more.md",
            "skill://pdf/scripts/run.sh",
        ]
    );
    let catalog = loaded.catalog.unwrap();
    let names: Vec<_> = catalog
        .skills()
        .iter()
        .map(|skill| skill.name.as_str())
        .collect();
    assert_eq!(names, ["refunds", "pdf"]);
}

#[test]
fn a_nested_skill_is_listed_and_its_files_belong_to_both() {
    let loaded = Tree::new()
        .skill("pdf")
        .skill("pdf/tools/forms")
        .file("pdf/tools/forms/a.md", "x")
        .skill("pdf-extra")
        .load();
    let catalog = loaded.catalog.unwrap();
    let listed: Vec<_> = catalog
        .skills()
        .iter()
        .map(|skill| (skill.name.as_str(), catalog.files_of(skill).len()))
        .collect();
    assert_eq!(listed, [("pdf-extra", 1), ("pdf", 3), ("forms", 2)]);
    assert_eq!(catalog.nested(), [false, false, true]);
}

#[test]
fn the_prefix_stands_before_every_skill_path() {
    let options = Options {
        prefix: vec!["acme".to_owned(), "docs".to_owned()],
        ..Options::default()
    };
    let loaded = Tree::new().skill("Group (1)/pdf").load_with(&options);
    assert_eq!(
        uris(&loaded),
        ["skill://acme/docs/Group%20(1)/pdf/SKILL.md"]
    );
}

#[test]
fn exclude_leaves_files_out_and_include_brings_dot_names_in() {
    let tree = Tree::new()
        .skill("pdf")
        .file("pdf/evals/a.md", "x")
        .file("pdf/t/_rels/.rels", "x")
        .file("pdf/.env.example", "x")
        .file("pdf/.claude/deep/a.md", "x")
        .file("pdf/node_modules/a.js", "x")
        .link("pdf/evals/link", "nowhere");
    let options = filter(
        &["**/.rels", "pdf/.claude/**"],
        &["**/evals/**", "pdf/.env.*"],
    );
    let loaded = tree.load_with(&options);
    assert_eq!(lines(&loaded.diagnostics), "");
    assert_eq!(
        uris(&loaded),
        [
            "skill://pdf/.claude/deep/a.md",
            "skill://pdf/SKILL.md",
            "skill://pdf/t/_rels/.rels",
        ]
    );
}

#[test]
fn what_is_left_out_without_a_word_is_not_opened_or_followed() {
    let loaded = Tree::new()
        .skill("pdf")
        .link("pdf/node_modules", "/nowhere")
        .link("pdf/.git", "/nowhere")
        .file("pdf/__pycache__/a.pyc", "x")
        .file("pdf/notes.md~", "x")
        .file("pdf/.gitkeep", "")
        .load();
    assert_eq!(lines(&loaded.diagnostics), "");
    assert_eq!(uris(&loaded), ["skill://pdf/SKILL.md"]);
}

#[test]
fn a_dot_folder_that_holds_a_skill_is_named() {
    let loaded = Tree::new().skill(".hidden").load();
    assert_eq!(
        lines(&loaded.diagnostics),
        "error: skills: no skill in `./skills` [no_skills]\n    \
         help: `skills/.hidden` holds a skill, but names that start with a dot are left out: `include = [\".hidden/**\"]`\n\
         warning: skills/.hidden: `.hidden` is left out: its name starts with a dot [hidden_file]\n    \
         help: to embed it, `include = [\".hidden/**\"]`; to leave it out knowingly, `exclude = [\".hidden\"]`\n"
    );
}

#[test]
fn a_missing_root_says_where_it_looked() {
    let tree = Tree::new();
    let base = tree.path();
    fs::create_dir(base.join("skills")).unwrap();
    let root = Root {
        path: base.join("skill"),
        written: "./skill".to_owned(),
        shown: "skill".to_owned(),
        base: base.clone(),
    };
    let loaded = load(&[root], &Options::default());
    assert_eq!(
        lines(&loaded.diagnostics),
        format!(
            "error: cannot find the folder `./skill` [root_not_found]\n    \
             help: a folder `skills` is there\n    \
             note: looked in {}\n    \
             note: the path is relative to the folder of `Cargo.toml`; in a published crate, check that `include` or `exclude` keeps it\n",
            base.display()
        )
    );
}

#[test]
fn a_file_is_not_a_root() {
    let tree = Tree::new().file("a", "x");
    let root = Root {
        path: tree.path().join("a"),
        written: "./skills/a".to_owned(),
        shown: "skills/a".to_owned(),
        base: tree.path(),
    };
    let loaded = load(&[root], &Options::default());
    assert_eq!(codes(&loaded.diagnostics), ["root_not_a_folder"]);
    assert_eq!(
        loaded.diagnostics[0].message(),
        "`./skills/a` is not a folder"
    );
}

#[test]
fn one_uri_from_two_roots_names_both() {
    let (first, second) = (Tree::new().skill("pdf"), Tree::new().skill("pdf"));
    let mut other = second.root();
    other.shown = "more".to_owned();
    let loaded = load(&[first.root(), other], &Options::default());
    assert_eq!(
        lines(&loaded.diagnostics),
        "error: more/pdf/SKILL.md: `skill://pdf/SKILL.md` is served from two folders [duplicate_uri]\n    \
         help: rename one of the skills, or give the folders macros with different prefixes\n    \
         note: the other is `skills/pdf/SKILL.md`\n"
    );
}

#[test]
fn a_denied_lint_stops_the_build_and_an_allowed_one_is_silent() {
    let tree = Tree::new().skill("pdf").file("pdf/.x", "x");
    let with = |level| {
        let mut options = Options::default();
        options.levels.set(Code::HiddenFile, level);
        tree.load_with(&options)
    };
    assert_eq!(codes(&with(Level::Deny).diagnostics), ["hidden_file"]);
    assert!(with(Level::Deny).catalog.is_none());
    assert_eq!(codes(&with(Level::Warn).diagnostics), ["~hidden_file"]);
    assert_eq!(codes(&with(Level::Allow).diagnostics), Vec::<String>::new());
}

#[test]
fn a_file_swapped_for_a_link_after_the_walk_is_not_read() {
    let tree = Tree::new().file("pdf/a.md", "x").file("secret", "s");
    let path = tree.path().join("pdf/a.md");
    fs::remove_file(&path).unwrap();
    std::os::unix::fs::symlink("../secret", &path).unwrap();
    assert!(Reader::new(&tree.path()).read("pdf/a.md", 9).is_err());
    fs::rename(tree.path().join("pdf"), tree.path().join("moved")).unwrap();
    let tree = tree.link("pdf", "moved");
    fs::remove_file(tree.path().join("moved/a.md")).unwrap();
    fs::write(tree.path().join("moved/a.md"), "x").unwrap();
    assert!(Reader::new(&tree.path()).read("pdf/a.md", 9).is_err());
}

#[test]
fn every_fault_of_a_tree_comes_at_once_and_in_order() {
    let loaded = Tree::new()
        .file(
            "b/SKILL.md",
            "---\nname: B\ndescription: x: y\nlicense: 5\n---\n",
        )
        .link("a/l", "x")
        .file("c/SKILL.md", "no")
        .load();
    let found: Vec<_> = loaded.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "skills/a/l: symbolic link to `x` [symlink]",
            "skills/b/SKILL.md:2:7: unexpected `B` in skill name `B` [name_character]",
            "skills/b/SKILL.md:3:15: unquoted `: ` in the value of `description` [yaml_syntax]",
            "skills/b/SKILL.md:4:10: field `license` must be a string, found a number [field_type]",
            "skills/c/SKILL.md:1:1: expected `---` on line 1, found `no` [frontmatter_missing]",
        ]
    );
}

#[test]
fn the_digest_of_a_catalog_is_over_its_uris_and_digests() {
    let catalog = Tree::new()
        .skill("pdf")
        .file("pdf/a", "")
        .load()
        .catalog
        .unwrap();
    let lines: String = catalog
        .files()
        .iter()
        .map(|file| format!("{} {}\n", file.uri, file.digest))
        .collect();
    assert_eq!(
        catalog.digest(),
        skills_core::digest::Digest::of(lines.as_bytes())
    );
    let other = Tree::new()
        .skill("pdf")
        .file("pdf/a", "x")
        .load()
        .catalog
        .unwrap();
    assert_ne!(catalog.digest(), other.digest());
}

#[test]
fn a_comment_behind_a_whole_name_is_a_comment() {
    let loaded = Tree::new()
        .file(
            "pdf/SKILL.md",
            "---\nname: pdf # must match the folder\ndescription: Reads # and writes\n---\n",
        )
        .load();
    assert_eq!(codes(&loaded.diagnostics), ["~lost_comment"]);
    assert_eq!(loaded.diagnostics[0].position().unwrap().line, 3);
}

/// Megabytes of text with a fault in every line.
#[test]
fn a_hostile_text_is_bounded() {
    let links: String = (0..200_000)
        .map(|i| format!("[a](gone/{i}.md) [b](../{i}.md)\n"))
        .collect();
    let tags = "\u{e0041}".repeat(1_000_000);
    let text = format!("---\nname: pdf\ndescription: d\n---\n{links}{tags}\n");
    let loaded = Tree::new().file("pdf/SKILL.md", text).load();
    assert_eq!(
        codes(&loaded.diagnostics),
        [
            "~large_file",
            "~broken_link",
            "~broken_link",
            "~invisible_character"
        ]
    );
}
