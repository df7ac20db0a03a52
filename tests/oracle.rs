//! The same tree by three ways: `skills!`, `skills_core::load`, and rmcp's `SkillCatalog::from_dir`.
//!
//! The first two must be the same. The third differs by design in what [`ALLOWED`] lists, and in nothing else.

mod allowed;
mod facts;

use std::collections::BTreeSet;

use rmcp::handler::server::skill_catalog::SkillCatalog;
use serde_json::{Value, json};
use skills_core::{Filter, Level, Loaded, Options, Root};
use skills_runtime::{Catalog, Content, Skill};

use crate::trees::{self, Tree};
use allowed::ALLOWED;
use facts::{Difference, differences, facts};

#[test]
fn the_macro_and_the_plain_library_make_the_same_catalog() {
    for tree in trees::all() {
        let loaded = load(&tree).catalog.unwrap();
        assert_eq!(
            tree.catalog.digest().to_string(),
            loaded.digest().to_string()
        );
        assert_eq!(embedded(tree.catalog), owned(&loaded), "{}", tree.name);
    }
}

#[test]
fn a_good_tree_raises_no_warning_but_those_it_is_about() {
    for tree in trees::all() {
        let diagnostics = load(&tree).diagnostics;
        let codes: BTreeSet<_> = diagnostics
            .iter()
            .map(|found| found.code().name())
            .collect();
        assert!(diagnostics.iter().all(|found| found.level() == Level::Warn));
        assert_eq!(
            codes,
            tree.warnings.iter().copied().collect(),
            "{}",
            tree.name
        );
    }
}

#[test]
fn rmcp_serves_the_same_but_for_what_is_listed() {
    let mut used = BTreeSet::new();
    for tree in trees::all() {
        for difference in compare(&tree) {
            let mut reasons = ALLOWED
                .iter()
                .filter(|allowed| (allowed.is)(&tree, &difference));
            let reason = reasons.next();
            let Some(reason) = reason else {
                panic!("`{}` differs without a reason: {difference:#?}", tree.name);
            };
            let second = reasons.next().map(|second| second.name);
            assert_eq!(second, None, "also {}: {difference:#?}", reason.name);
            used.insert(reason.name);
        }
    }
    let listed: BTreeSet<_> = ALLOWED.iter().map(|allowed| allowed.name).collect();
    let idle: Vec<_> = listed.difference(&used).collect();
    assert!(idle.is_empty(), "listed, but differs no more: {idle:?}");
}

#[test]
fn the_comparison_notices_one_changed_byte_and_one_lost_file() {
    // The same folder names, so that everything but the change is the same.
    let folder = tempfile::tempdir().unwrap();
    let skill = folder.path().join("greeting");
    std::fs::create_dir_all(skill.join("references")).unwrap();
    let greeting = trees::PLAIN.skill("greeting").unwrap();
    for file in greeting.files() {
        std::fs::write(skill.join(file.path()), file.bytes()).unwrap();
    }
    let found = |about: &str| -> Vec<String> {
        let theirs = SkillCatalog::from_dir(folder.path()).unwrap();
        let all = differences(&facts(&trees::PLAIN), &facts(&theirs));
        let about = all.into_iter().filter(|found| found.about == about);
        about.map(|found| found.path).collect()
    };
    assert_eq!(found("skill"), ["word-count/SKILL.md"]);
    assert_eq!(
        found("bytes"),
        ["word-count/SKILL.md", "word-count/scripts/count.py"]
    );

    let phrases = skill.join("references/phrases.md");
    std::fs::write(&phrases, "- Good morning, {name}\n- Good evening, {Name}\n").unwrap();
    let changed = "greeting/references/phrases.md";
    assert_eq!(found("bytes")[0], changed);
    assert!(found("file of greeting/SKILL.md").contains(&changed.to_owned()));

    std::fs::remove_file(&phrases).unwrap();
    assert!(found("child of greeting/references").contains(&changed.to_owned()));
}

/// What differs between the macro's catalog and rmcp's.
fn compare(tree: &Tree) -> Vec<Difference> {
    let theirs = SkillCatalog::from_dir(&tree.root).unwrap();
    let (our_facts, their_facts) = (facts(tree.catalog), facts(&theirs));
    let mut found = differences(&our_facts, &their_facts);
    found.extend(facts::spellings(
        tree.catalog,
        &theirs,
        &our_facts,
        &their_facts,
    ));
    found.extend(facts::refusals(tree.catalog, &theirs));
    found
}

fn load(tree: &Tree) -> Loaded {
    let include: Vec<_> = tree
        .include
        .iter()
        .map(|&pattern| pattern.to_owned())
        .collect();
    let options = Options {
        filter: Filter::new(&include, &[]).unwrap(),
        ..Options::default()
    };
    skills_core::load(&[Root::new(&tree.root)], &options)
}

/// A whole catalog of the macro as JSON.
fn embedded(catalog: &'static Catalog) -> Value {
    let skill = |skill: &Skill| {
        let files = skill.files().iter().map(|file| {
            json!({
                "uri": file.uri(),
                "path": file.path(),
                "media_type": file.media_type(),
                "digest": file.digest().to_string(),
                "size": file.size(),
                "text": match file.content() {
                    Content::Text(text) => Some(text),
                    Content::Blob(_) => None,
                },
            })
        });
        json!({
            "uri": skill.uri(),
            "name": skill.name(),
            "description": skill.description(),
            "frontmatter": skill.frontmatter(),
            "body": skill.body(),
            "skill_md": skill.skill_md().uri(),
            "files": files.collect::<Vec<_>>(),
        })
    };
    catalog.skills().iter().map(skill).collect()
}

/// A whole catalog of the library as the same JSON.
fn owned(catalog: &skills_core::Catalog) -> Value {
    let skill = |skill: &skills_core::catalog::Skill| {
        let files = catalog.files_of(skill).iter().map(|file| {
            let path = file.path.strip_prefix(&format!("{}/", skill.folder));
            json!({
                "uri": file.uri,
                "path": path.unwrap(),
                "media_type": file.media_type,
                "digest": file.digest.to_string(),
                "size": file.size,
                "text": file.text,
            })
        });
        let mut files_of_uri = catalog.files().iter().filter(|file| file.uri == skill.uri);
        let text = files_of_uri.next().unwrap().text.as_ref().unwrap();
        json!({
            "uri": skill.uri,
            "name": skill.name,
            "description": skill.description,
            "frontmatter": Value::Object(skill.frontmatter.clone()).to_string(),
            "body": text.get(skill.body..).unwrap(),
            "skill_md": skill.uri,
            "files": files.collect::<Vec<_>>(),
        })
    };
    catalog.skills().iter().map(skill).collect()
}
