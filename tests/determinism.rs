//! One tree is one binary, wherever, whenever and by whom it is built.

use std::fs;
use std::path::Path;

use crate::project::{Project, cargo, outcome, skill};

const SCRIPT: &str = r#"
fn main() {
    println!("cargo::rerun-if-changed=skills");
    println!("cargo::rustc-env=SKILLS_WATCHED=skills");
}
"#;

/// The tree, in the order in which it is written.
fn files() -> Vec<(String, Vec<u8>)> {
    let text = |path: &str, text: String| (path.to_owned(), text.into_bytes());
    let mut files = vec![
        text("a/SKILL.md", skill("a", "# A")),
        text("a/inner/SKILL.md", skill("inner", "# Inner")),
        text("a/inner/notes.md", "notes\n".to_owned()),
        text("b/SKILL.md", skill("b", "# B")),
        ("b/logo.png".to_owned(), b"\x89PNG\0one".to_vec()),
        text("b/naïve café.md", "é\n".to_owned()),
    ];
    files.extend((0..20).map(|index| text(&format!("b/pages/{index}.md"), format!("{index}\n"))));
    files
}

/// The same package in another folder, its files in another order and under another umask.
struct Copy {
    project: Project,
    environment: [(&'static str, &'static str); 3],
}

impl Copy {
    fn new(folder: &'static str, is_reversed: bool) -> Self {
        let project = Project::new(folder);
        project.replace(
            "Cargo.toml",
            &format!("name = \"{folder}\""),
            "name = \"alike\"",
        );
        project.write("build.rs", SCRIPT);
        let mut files = files();
        if is_reversed {
            files.reverse();
        }
        for (path, bytes) in files {
            project.write(&format!("skills/{path}"), bytes);
            set_mode(
                &project.path(&format!("skills/{path}")),
                if is_reversed { 0o600 } else { 0o664 },
            );
        }
        let environment = match is_reversed {
            false => [("TZ", "UTC"), ("LC_ALL", "C"), ("SOURCE_DATE_EPOCH", "0")],
            true => [
                ("TZ", "Asia/Tokyo"),
                ("LC_ALL", "tr_TR.UTF-8"),
                ("SOURCE_DATE_EPOCH", "9"),
            ],
        };
        Self {
            project,
            environment,
        }
    }

    /// The bytes of the release binary, and what it prints.
    fn release(&self) -> (Vec<u8>, Vec<String>) {
        let mut command = cargo(
            &self.project.path(""),
            &["build", "--release", "--message-format=json"],
        );
        let outcome = outcome(command.envs(self.environment));
        let lines = outcome.run();
        (fs::read(outcome.binary.unwrap()).unwrap(), lines)
    }

    /// The whole crate with every macro expanded; a stable compiler shows that to who asks as its own build does.
    #[cfg(unix)]
    fn expanded(&self) -> String {
        let wrapper = self.project.path("../bootstrap.sh");
        fs::write(&wrapper, "#!/bin/sh\nRUSTC_BOOTSTRAP=1 exec \"$@\"\n").unwrap();
        set_mode(&wrapper, 0o700);
        let mut command = cargo(&self.project.path(""), &["rustc"]);
        command
            .args(["--", "-Zunpretty=expanded"])
            .envs(self.environment);
        let output = command
            .env("RUSTC_WORKSPACE_WRAPPER", wrapper)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }
}

/// As if written under another umask.
#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;

    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[cfg(not(unix))]
fn set_mode(_path: &Path, _mode: u32) {}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes
        .windows(text.len())
        .any(|window| window == text.as_bytes())
}

#[test]
fn release_binaries_of_one_tree_are_equal_and_name_no_folder_of_the_machine() {
    let (one, other) = (Copy::new("one", false), Copy::new("another", true));
    let (bytes, lines) = one.release();
    let (other_bytes, other_lines) = other.release();
    assert_eq!(lines, other_lines);
    assert_eq!(lines.len(), 3 + files().len());
    assert!(bytes == other_bytes, "the binaries differ");
    assert!(holds(&bytes, "skill://b/SKILL.md"));
    for copy in [&one, &other] {
        let folder = copy.project.path("");
        assert!(!holds(&bytes, folder.to_str().unwrap()));
    }
}

#[cfg(unix)]
#[test]
fn the_expansion_is_the_same_in_every_folder_order_umask_time_zone_and_locale() {
    let (one, other) = (Copy::new("ahead", false), Copy::new("behind", true));
    let expanded = one.expanded();
    assert_eq!(expanded, other.expanded());
    assert!(expanded.contains("skill://b/SKILL.md"), "{expanded}");
    let folder = one.project.path("");
    assert!(!expanded.contains(folder.to_str().unwrap()));
}
