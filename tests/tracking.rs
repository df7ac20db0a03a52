//! What the next `cargo build` makes of a change to the skills.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::project::{Outcome, Project, make_old, skill, write};

/// As the README has it.
const WATCHED: &str = r#"
fn main() {
    println!("cargo::rerun-if-changed=skills");
    println!("cargo::rustc-env=SKILLS_WATCHED=skills");
}
"#;

/// Makes one skill for each line of `names`.
const GENERATES: &str = r#"
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=names");
    let root = Path::new(&env::var("OUT_DIR").unwrap()).join("made");
    let _ = fs::remove_dir_all(&root);
    for name in fs::read_to_string("names").unwrap().lines() {
        let folder = root.join(name);
        fs::create_dir_all(&folder).unwrap();
        let text = format!("---\nname: {name}\ndescription: Made for a test.\n---\n");
        fs::write(folder.join("SKILL.md"), text).unwrap();
    }
}
"#;

/// One change to the crate.
type Event = (&'static str, fn(&Project));

/// Everything that can happen to a folder of skills, one after the other.
const EVENTS: &[Event] = &[
    ("edit a text", |project| {
        project.replace("skills/pdf/references/forms.md", "each", "every");
    }),
    ("edit a binary file", |project| {
        project.write("skills/pdf/logo.png", b"\x89PNG\0two");
    }),
    ("touch", |project| {
        let path = project.path("skills/pdf/references/forms.md");
        write(&path, &fs::read(&path).unwrap());
    }),
    ("add a file at the top of a skill", |project| {
        project.write("skills/pdf/new.md", "new\n");
    }),
    ("add a file deep inside", |project| {
        project.write("skills/pdf/references/a/b/deep.md", "deep\n");
    }),
    ("add a file with an old time stamp", |project| {
        write_old(project, "skills/pdf/references/old.md", "old\n");
    }),
    ("add a file that git ignores", |project| {
        project.write("skills/pdf/run.log", "ignored\n");
    }),
    ("add a skill", |project| {
        project.write("skills/csv/SKILL.md", skill("csv", "# CSV"));
    }),
    ("move a folder of old files in", |project| {
        write_old(project, "drafts/tsv/SKILL.md", skill("tsv", "# TSV"));
        write_old(project, "drafts/tsv/notes.md", "notes\n");
        rename(project, "drafts/tsv", "skills/tsv");
    }),
    ("replace by an old file of that size", |project| {
        write_old(project, "drafts/new.md", "old\n");
        rename(project, "drafts/new.md", "skills/pdf/new.md");
    }),
    ("rename a file", |project| {
        rename(project, "skills/pdf/new.md", "skills/pdf/newer.md");
    }),
    ("move a file to another skill", |project| {
        rename(project, "skills/pdf/newer.md", "skills/csv/newer.md");
    }),
    ("remove a file", |project| {
        fs::remove_file(project.path("skills/csv/newer.md")).unwrap();
    }),
    ("remove a skill", |project| {
        fs::remove_dir_all(project.path("skills/csv")).unwrap();
    }),
];

/// What cargo sees without any help: the files that were there when the crate was built.
const SEEN_WITHOUT_HELP: &[Event] = &[
    ("edit a text", |project| {
        project.replace("skills/pdf/references/forms.md", "each", "every");
    }),
    ("edit a binary file", |project| {
        project.write("skills/pdf/logo.png", b"\x89PNG\0two");
    }),
    ("rename a file", |project| {
        rename(
            project,
            "skills/pdf/references/forms.md",
            "skills/pdf/forms.md",
        );
    }),
    ("remove a file", |project| {
        fs::remove_file(project.path("skills/pdf/logo.png")).unwrap();
    }),
    ("remove a skill", |project| {
        fs::remove_dir_all(project.path("skills/zip")).unwrap();
    }),
];

/// Two skills of old files, in a repository that ignores logs.
fn project(name: &'static str) -> Project {
    let project = Project::new(name);
    write_old(&project, "skills/pdf/SKILL.md", skill("pdf", "# PDF"));
    write_old(
        &project,
        "skills/pdf/references/forms.md",
        "Ask for each field.\n",
    );
    write_old(&project, "skills/pdf/logo.png", b"\x89PNG\0one");
    write_old(&project, "skills/zip/SKILL.md", skill("zip", "# Zip"));
    project.write(".gitignore", "*.log\n");
    let git = Command::new("git")
        .args(["init", "--quiet"])
        .arg(project.path(""))
        .status();
    assert!(git.unwrap().success());
    project
}

fn write_old(project: &Project, path: &str, content: impl AsRef<[u8]>) {
    project.write(path, content);
    make_old(&project.path(path));
}

fn rename(project: &Project, from: &str, to: &str) {
    fs::rename(project.path(from), project.path(to)).unwrap();
}

/// Builds after each event, and finds in the binary what is on disk.
fn assert_sees(project: &Project, events: &[Event]) -> Outcome {
    assert_eq!(project.build().run(), project.expected());
    for (event, happen) in events {
        happen(project);
        let outcome = project.build();
        assert!(!outcome.is_fresh, "{event}: cargo did nothing");
        assert_eq!(outcome.run(), project.expected(), "{event}");
    }
    let again = project.build();
    assert!(again.is_fresh, "a build without a change did something");
    again
}

/// Builds once without help: warned on every build, and right in all that cargo can see.
fn assert_warned(project: &Project) {
    let outcome = assert_sees(project, SEEN_WITHOUT_HELP);
    let warning = "cargo does not notice files added to `skills`";
    assert!(outcome.messages.contains(warning), "{}", outcome.messages);
    assert!(
        outcome.messages.contains("untracked_folder"),
        "{}",
        outcome.messages
    );
}

#[test]
fn with_the_two_lines_every_change_is_in_the_next_build() {
    let project = project("watched");
    project.write("build.rs", WATCHED);
    let outcome = assert_sees(&project, EVENTS);
    assert_eq!(outcome.messages, "");
}

#[test]
fn without_a_build_script_it_is_warned_and_edits_removals_and_renames_are_seen() {
    assert_warned(&project("no-script"));
}

#[test]
fn with_an_empty_build_script_it_is_warned_and_edits_removals_and_renames_are_seen() {
    let project = project("empty-script");
    project.write("build.rs", "fn main() {}\n");
    assert_warned(&project);
}

#[test]
fn with_a_build_script_about_other_files_it_is_warned_and_edits_removals_and_renames_are_seen() {
    let project = project("other-script");
    let script = "fn main() {\n    println!(\"cargo::rerun-if-changed=build.rs\");\n}\n";
    project.write("build.rs", script);
    assert_warned(&project);
}

#[test]
fn the_lines_that_the_warning_gives_are_the_ones_that_help() {
    let project = project("pasted");
    let warned = project.build().messages;
    let lines = warned
        .lines()
        .filter_map(|line| Some(line.split_at(line.find("println!")?).1));
    let lines: Vec<_> = lines.collect();
    project.write(
        "build.rs",
        format!("fn main() {{\n{}\n}}\n", lines.join("\n")),
    );
    assert_eq!(project.build().messages, "");
    write_old(&project, "skills/pdf/late.md", "late\n");
    assert_eq!(project.build().run(), project.expected());
}

#[test]
fn another_argument_of_the_macro_is_another_catalog() {
    let project = project("argument");
    project.write("build.rs", WATCHED);
    project.build();
    project.replace(
        "src/main.rs",
        "\"./skills\"",
        "\"./skills\", exclude = [\"zip\"]",
    );
    let mut expected = project.expected();
    expected.retain(|line| !line.starts_with("skill://zip/"));
    assert_eq!(project.build().run(), expected);
    project.replace("src/main.rs", "exclude = [\"zip\"]", "prefix = \"acme\"");
    let expected = project.expected().into_iter();
    let expected: Vec<_> = expected
        .map(|line| line.replace("skill://", "skill://acme/"))
        .collect();
    assert_eq!(project.build().run(), expected);
}

#[test]
fn what_a_build_script_generates_is_embedded_as_it_is_now() {
    let project = project("generated");
    project.write("build.rs", GENERATES);
    project.replace("src/main.rs", "./skills", "$OUT_DIR/made");
    for names in ["a\nb\n", "a\nb\nc\n", "b\n"] {
        project.write("names", names);
        let outcome = project.build();
        assert_eq!(outcome.messages, "");
        let named = |line: &String| Some(line.split_once("//")?.1.split_once('/')?.0.to_owned());
        let embedded: Vec<_> = outcome.run().iter().filter_map(named).collect();
        assert_eq!(embedded, names.lines().collect::<Vec<_>>());
    }
    assert!(project.build().is_fresh);
}

#[test]
fn the_readme_has_the_lines_that_are_tested_here() {
    let readme = crate::project::workspace().join("README.md");
    let readme = fs::read_to_string(Path::new(&readme)).unwrap();
    assert!(readme.contains(WATCHED.trim_start()));
}
