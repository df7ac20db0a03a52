//! Crates outside of the workspace, built as their authors would build them.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use serde_json::Value as Json;
use skills_core::digest::Digest;
use tempfile::TempDir;

use crate::trees::files_below;

/// Prints what the embedded catalog says, a line a file, and whether its bytes have their digests.
const MAIN: &str = r#"
use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("./skills");

fn main() {
    for skill in SKILLS.skills() {
        for file in skill.files() {
            println!("{} {}", file.uri(), file.digest());
        }
    }
    println!("{:?}", SKILLS.verify());
}
"#;

/// A crate that depends on `skills-runtime` by path.
pub(crate) struct Scratch {
    parent: TempDir,
    name: &'static str,
}

/// What cargo says of a build.
#[derive(Debug)]
pub(crate) struct Built {
    /// Whether it succeeded.
    pub(crate) is_ok: bool,
    /// Whether there was nothing to do.
    pub(crate) is_fresh: bool,
    /// Errors and warnings about the crate, as they are shown.
    pub(crate) messages: String,
    /// The binary.
    pub(crate) binary: Option<PathBuf>,
}

impl Scratch {
    /// A crate with the program above; `name` is the binary's, too, so each test needs its own.
    pub(crate) fn new(name: &'static str) -> Self {
        let scratch = Self {
            parent: TempDir::new().unwrap(),
            name,
        };
        scratch.write("Cargo.toml", manifest(name));
        scratch.write("src/main.rs", MAIN);
        fs::copy(workspace().join("Cargo.lock"), scratch.path("Cargo.lock")).unwrap();
        scratch
    }

    /// A path inside the crate.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.parent.path().join(self.name).join(path)
    }

    /// Writes a file, and the folders to it.
    pub(crate) fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        write(&self.path(path), content.as_ref());
    }

    /// Writes a file whose time stamp is from long before any build.
    pub(crate) fn write_old(&self, path: &str, content: impl AsRef<[u8]>) {
        self.write(path, content);
        set_modified(&self.path(path), long_ago());
    }

    /// A cargo command in the crate, with the target folder that all crates of the tests share.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> Command {
        cargo(&self.path(""), arguments)
    }

    /// `cargo build` of the crate.
    pub(crate) fn build(&self) -> Built {
        build(&self.path(""), &[])
    }

    /// Builds, runs, and gives the lines that the program prints.
    pub(crate) fn run(&self) -> Vec<String> {
        self.build().run()
    }

    /// What the program prints when its catalog is what is on disk now.
    pub(crate) fn expected(&self) -> Vec<String> {
        expected(&self.path("skills"))
    }
}

impl Built {
    /// Runs the binary and gives the lines that it prints.
    pub(crate) fn run(&self) -> Vec<String> {
        let binary = self.binary.as_ref();
        let binary = binary.unwrap_or_else(|| panic!("it does not build: {}", self.messages));
        let output = Command::new(binary).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        lines(&output.stdout)
    }
}

/// `cargo build` in a folder, and what cargo says of the crate there.
pub(crate) fn build(folder: &Path, arguments: &[&str]) -> Built {
    let mut command = cargo(folder, &["build", "--message-format=json"]);
    let output = command.args(arguments).output().unwrap();
    let said = lines(&output.stdout).into_iter().map(|line| parse(&line));
    let mut built = Built {
        is_ok: output.status.success(),
        is_fresh: false,
        messages: String::new(),
        binary: None,
    };
    for message in said {
        match message["reason"].as_str() {
            Some("compiler-message") => {
                built.messages += message["message"]["rendered"].as_str().unwrap_or_default();
            }
            Some("compiler-artifact") if message["executable"].is_string() => {
                built.is_fresh = message["fresh"] == true;
                built.binary = message["executable"].as_str().map(PathBuf::from);
            }
            _ => {}
        }
    }
    if !built.is_ok && built.messages.is_empty() {
        panic!("{}", String::from_utf8_lossy(&output.stderr));
    }
    built
}

/// A cargo command in a folder, offline and without what the running `cargo test` has set.
pub(crate) fn cargo(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(folder).args(arguments).arg("--offline");
    for variable in ["SKILLS_WATCHED", "OUT_DIR", "CARGO_MANIFEST_DIR"] {
        command.env_remove(variable);
    }
    command
        .env("CARGO_TARGET_DIR", target())
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("CARGO_INCREMENTAL", "0");
    command
}

/// What the program prints for a folder of skills that have no odd names.
pub(crate) fn expected(skills: &Path) -> Vec<String> {
    let files = files_below(skills).into_iter();
    let line = |(path, bytes): (String, Vec<u8>)| format!("skill://{path} {}", Digest::of(&bytes));
    files.map(line).chain(["Ok(())".to_owned()]).collect()
}

/// A `SKILL.md`.
pub(crate) fn skill(name: &str, body: &str) -> String {
    format!("---\nname: {name}\ndescription: Made for a test.\n---\n{body}\n")
}

/// Writes a file, and the folders to it.
pub(crate) fn write(path: &Path, content: &[u8]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

/// Sets the time stamp that cargo looks at.
pub(crate) fn set_modified(path: &Path, time: SystemTime) {
    let file = File::options().write(true).open(path).unwrap();
    file.set_modified(time).unwrap();
}

/// A time before any build.
pub(crate) fn long_ago() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000)
}

/// The folder of the workspace.
pub(crate) fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The target folder that all crates of the tests share, so that rmcp is compiled once.
pub(crate) fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("scratch")
}

fn manifest(name: &str) -> String {
    let runtime = workspace().join("skills-runtime");
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nskills-runtime = {{ path = {runtime:?} }}\n\n[workspace]\n"
    )
}

fn lines(output: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(output);
    text.lines().map(str::to_owned).collect()
}

fn parse(line: &str) -> Json {
    serde_json::from_str(line).unwrap()
}
