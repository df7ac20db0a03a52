use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use skills_runtime::__private::{catalog, skill};
use skills_runtime::{Catalog, Skill};
use tempfile::TempDir;

use crate::fixture::{SKILLS, digest, digest_of, md, text};

const RECORD: &str = ".skills-runtime";

/// Every file below a folder, and every link with what it leads to.
fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            let name = path
                .strip_prefix(folder)
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned();
            let kind = fs::symlink_metadata(&path).unwrap().file_type();
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_symlink() {
                let target = fs::read_link(path).unwrap();
                found.insert(name, format!("-> {}", target.display()).into_bytes());
            } else {
                found.insert(name, fs::read(path).unwrap());
            }
        }
    }
    found
}

/// The files that a catalog must become, records left out.
fn expected(catalog: &Catalog) -> BTreeMap<String, Vec<u8>> {
    let outermost = catalog
        .skills()
        .iter()
        .filter(|skill| skill.name() != "escalate");
    let files = outermost.flat_map(|skill| {
        let folder = skill.root_uri().strip_prefix("skill://").unwrap();
        let named = move |file: &skills_runtime::SkillFile| {
            (format!("{folder}/{}", file.path()), file.bytes().to_vec())
        };
        skill.files().iter().map(named)
    });
    files.collect()
}

fn without_records(mut tree: BTreeMap<String, Vec<u8>>) -> BTreeMap<String, Vec<u8>> {
    tree.retain(|path, _| !path.ends_with(RECORD));
    tree
}

/// A catalog of one skill, `zip`, with that text in `notes.md`.
fn version(notes: &'static str) -> Catalog {
    let files = vec![
        md("skill://zip/SKILL.md", "SKILL.md", "---\nname: zip\n---\n"),
        md("skill://zip/notes.md", "notes.md", notes),
    ];
    one_skill(files)
}

fn one_skill(files: Vec<skills_runtime::SkillFile>) -> Catalog {
    let files = files.leak();
    let fields = r#"{"name":"zip","description":"Z"}"#;
    let skills: Vec<Skill> = vec![skill("zip", "Z", fields, files, 0, 0)];
    catalog(skills.leak(), files, digest_of(files))
}

/// The text of an error and of its causes.
fn message(error: impl Error) -> String {
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        message += &format!(": {error}");
        cause = error.source();
    }
    message
}

#[test]
fn every_file_becomes_one_with_the_same_bytes() {
    let folder = TempDir::new().unwrap();
    let target = folder.path().join("new/skills");
    let written = SKILLS.extract_to(&target).unwrap();
    assert_eq!(written, [target.join("acme/refunds"), target.join("zip")]);
    assert_eq!(without_records(tree(&target)), expected(&SKILLS));
}

#[test]
fn nothing_is_left_beside_the_skills() {
    let folder = TempDir::new().unwrap();
    SKILLS.extract_to(folder.path()).unwrap();
    let names = |path: &Path| {
        let entries = fs::read_dir(path).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names(folder.path()), ["acme", "zip"]);
    assert_eq!(names(&folder.path().join("acme")), ["refunds"]);
}

#[test]
fn doing_it_again_writes_nothing() {
    let folder = TempDir::new().unwrap();
    SKILLS.extract_to(folder.path()).unwrap();
    let before = tree(folder.path());
    assert_eq!(
        SKILLS.extract_to(folder.path()).unwrap(),
        [] as [PathBuf; 0]
    );
    assert_eq!(
        SKILLS.extract_over(folder.path()).unwrap(),
        [] as [PathBuf; 0]
    );
    assert_eq!(tree(folder.path()), before);
}

#[test]
fn a_copy_without_a_record_is_left_alone_too() {
    let folder = TempDir::new().unwrap();
    SKILLS.extract_to(folder.path()).unwrap();
    fs::remove_file(folder.path().join("zip").join(RECORD)).unwrap();
    assert_eq!(
        SKILLS.extract_to(folder.path()).unwrap(),
        [] as [PathBuf; 0]
    );
}

#[test]
fn an_earlier_version_is_replaced() {
    let folder = TempDir::new().unwrap();
    version("first").extract_to(folder.path()).unwrap();
    let written = version("second").extract_to(folder.path()).unwrap();
    assert_eq!(written, [folder.path().join("zip")]);
    assert_eq!(
        without_records(tree(folder.path())),
        expected(&version("second"))
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn what_was_changed_is_not_replaced_unless_asked() {
    let changes: [fn(&Path); 5] = [
        |zip| fs::write(zip.join("notes.md"), "mine!").unwrap(),
        |zip| fs::write(zip.join("mine.md"), "").unwrap(),
        |zip| fs::remove_file(zip.join("notes.md")).unwrap(),
        |zip| fs::create_dir(zip.join("empty")).unwrap(),
        |zip| fs::write(zip.join(RECORD), "sha256:0 1 notes.md\n").unwrap(),
    ];
    for change in changes {
        let folder = TempDir::new().unwrap();
        version("first").extract_to(folder.path()).unwrap();
        let zip = folder.path().join("zip");
        change(&zip);
        let before = tree(folder.path());
        let error = version("other").extract_to(folder.path()).unwrap_err();
        assert!(error.is_occupied());
        assert_eq!(error.path(), zip);
        assert_eq!(
            message(error),
            format!(
                "`{}` is in the way: it is no skill as it was extracted before",
                zip.display()
            )
        );
        assert_eq!(tree(folder.path()), before);
        version("other").extract_over(folder.path()).unwrap();
        assert_eq!(
            without_records(tree(folder.path())),
            expected(&version("other"))
        );
    }
}

#[test]
fn nothing_is_written_when_something_is_in_the_way() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("zip"), "a file").unwrap();
    assert!(SKILLS.extract_to(folder.path()).unwrap_err().is_occupied());
    assert_eq!(tree(folder.path()).len(), 1);
    SKILLS.extract_over(folder.path()).unwrap();
    assert_eq!(without_records(tree(folder.path())), expected(&SKILLS));
}

#[test]
fn a_file_above_a_skill_is_never_replaced() {
    let folder = TempDir::new().unwrap();
    let acme = folder.path().join("acme");
    fs::write(&acme, "a file").unwrap();
    for result in [
        SKILLS.extract_to(folder.path()),
        SKILLS.extract_over(folder.path()),
    ] {
        let error = result.unwrap_err();
        assert_eq!((error.is_occupied(), error.path()), (true, &*acme));
    }
    assert_eq!(fs::read(acme).unwrap(), b"a file");
}

#[test]
fn a_name_that_would_leave_the_folder_is_refused() {
    let folder = TempDir::new().unwrap();
    for (uri, path) in [
        ("skill://../zip/SKILL.md", "SKILL.md"),
        ("skill://a%2Fb/SKILL.md", "SKILL.md"),
        ("skill://./SKILL.md", "SKILL.md"),
        ("skill://zip/SKILL.md", "../SKILL.md"),
        ("skill://zip/SKILL.md", "/tmp/SKILL.md"),
        ("skill://zip/SKILL.md", "a//SKILL.md"),
        ("skill://zip/SKILL.md", ".skills-runtime"),
    ] {
        let skills = one_skill(vec![text(uri, path, "text/markdown", digest(b"x"), "x")]);
        for result in [
            skills.extract_to(folder.path()),
            skills.extract_over(folder.path()),
        ] {
            let error = message(result.unwrap_err());
            assert!(
                error.ends_with("` has a name that cannot be extracted"),
                "{error}"
            );
        }
    }
    assert_eq!(tree(folder.path()).len(), 0);
}

#[test]
fn an_error_of_the_system_says_what_could_not_be_done() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let error = SKILLS.extract_to(&file.join("skills")).unwrap_err();
    assert!(!error.is_occupied());
    let place = file.join("skills/acme");
    let start = format!("cannot read `{}`: ", place.display());
    assert!(message(&error).starts_with(&start), "{}", message(error));
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn scripts_can_be_executed_and_nothing_else() {
        let folder = TempDir::new().unwrap();
        let files = vec![
            md("skill://zip/SKILL.md", "SKILL.md", "---\nname: zip\n---\n"),
            md("skill://zip/notes.sh", "notes.sh", "echo"),
            md("skill://zip/run", "bin/run", "#!/bin/sh\necho run\n"),
        ];
        one_skill(files).extract_to(folder.path()).unwrap();
        let mode = |path: &str| {
            let path = folder.path().join("zip").join(path);
            fs::metadata(path).unwrap().permissions().mode() & 0o111
        };
        assert_ne!(mode("bin/run") & 0o100, 0);
        assert_eq!((mode("notes.sh"), mode("SKILL.md")), (0, 0));
        let run = std::process::Command::new(folder.path().join("zip/bin/run"));
        let output = { run }.output().unwrap();
        assert_eq!(output.stdout, b"run\n");
    }

    #[test]
    fn no_link_is_followed() {
        let (folder, outside) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        fs::create_dir(outside.path().join("refunds")).unwrap();
        fs::write(outside.path().join("refunds/mine.md"), "mine").unwrap();
        let before = tree(outside.path());
        let acme = folder.path().join("acme");
        symlink(outside.path(), &acme).unwrap();
        for result in [
            SKILLS.extract_to(folder.path()),
            SKILLS.extract_over(folder.path()),
        ] {
            let error = result.unwrap_err();
            assert_eq!((error.is_occupied(), error.path()), (true, &*acme));
        }
        assert_eq!(tree(outside.path()), before);
    }

    #[test]
    fn a_link_in_place_of_a_skill_is_replaced_itself_when_asked() {
        let (folder, outside) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        version("first").extract_to(outside.path()).unwrap();
        let before = tree(outside.path());
        symlink(outside.path().join("zip"), folder.path().join("zip")).unwrap();
        let error = version("second").extract_to(folder.path()).unwrap_err();
        assert!(error.is_occupied());
        version("second").extract_over(folder.path()).unwrap();
        assert_eq!(
            without_records(tree(folder.path())),
            expected(&version("second"))
        );
        assert_eq!(tree(outside.path()), before);
    }

    #[test]
    fn a_link_among_the_files_of_a_skill_is_a_change() {
        let (folder, outside) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        version("first").extract_to(folder.path()).unwrap();
        let notes = folder.path().join("zip/notes.md");
        let target = outside.path().join("notes.md");
        fs::rename(&notes, &target).unwrap();
        symlink(&target, &notes).unwrap();
        for text in ["first", "second"] {
            let error = version(text).extract_to(folder.path()).unwrap_err();
            assert!(error.is_occupied());
        }
        version("second").extract_over(folder.path()).unwrap();
        assert_eq!(fs::read(target).unwrap(), b"first");
        assert_eq!(fs::read(notes).unwrap(), b"second");
    }
}
