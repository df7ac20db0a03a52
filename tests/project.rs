//! A crate outside of this workspace that a test changes between its builds.

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
    for file in SKILLS.skills().iter().flat_map(|skill| skill.files()) {
        println!("{} {}", file.uri(), file.digest());
    }
    match SKILLS.verify() {
        Ok(()) => println!("verified"),
        Err(error) => println!("{error}"),
    }
}
"#;

/// As in the crates that are built once: what both need is then compiled once.
const PROFILE: &str = "[profile.dev]\ndebug = false\nincremental = false\n\n\
    [profile.dev.package.sha2]\nopt-level = 3\n";

/// A crate that depends on `skills-runtime` by path.
pub(crate) struct Project {
    parent: TempDir,
    name: &'static str,
}

/// What cargo says of a build.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// Whether it succeeded.
    pub(crate) is_ok: bool,
    /// Whether there was nothing to do.
    pub(crate) is_fresh: bool,
    /// Errors and warnings about the crate, as they are shown.
    pub(crate) messages: String,
    /// The binary.
    pub(crate) binary: Option<PathBuf>,
}

impl Project {
    /// A crate with the program above; `name` is the binary's, too, so each test needs its own.
    pub(crate) fn new(name: &'static str) -> Self {
        let parent = TempDir::new().unwrap();
        let project = Self { parent, name };
        project.write("Cargo.toml", manifest(name));
        project.write("src/main.rs", MAIN);
        fs::copy(workspace().join("Cargo.lock"), project.path("Cargo.lock")).unwrap();
        project
    }

    /// A path inside the crate.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.parent.path().join(self.name).join(path)
    }

    /// Writes a file, and the folders to it.
    pub(crate) fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        write(&self.path(path), content.as_ref());
    }

    /// Changes a text file.
    pub(crate) fn replace(&self, path: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.path(path)).unwrap();
        assert!(text.contains(from), "{text}");
        self.write(path, text.replace(from, to));
    }

    /// `cargo build` of the crate.
    pub(crate) fn build(&self) -> Outcome {
        build(&self.path(""), &[])
    }

    /// What the program prints when its catalog is what is on disk now.
    pub(crate) fn expected(&self) -> Vec<String> {
        expected(&self.path("skills"))
    }
}

impl Outcome {
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
pub(crate) fn build(folder: &Path, arguments: &[&str]) -> Outcome {
    let mut command = cargo(folder, &["build", "--message-format=json"]);
    outcome(command.args(arguments))
}

/// Runs a command that prints cargo's messages as JSON.
pub(crate) fn outcome(command: &mut Command) -> Outcome {
    let output = command.output().unwrap();
    let mut outcome = Outcome {
        is_ok: output.status.success(),
        is_fresh: false,
        messages: String::new(),
        binary: None,
    };
    for line in lines(&output.stdout) {
        let said: Json = serde_json::from_str(&line).unwrap();
        if let Some(text) = said["message"]["rendered"].as_str() {
            outcome.messages += text;
        }
        if let Some(binary) = said["executable"].as_str() {
            outcome.binary = Some(binary.into());
            outcome.is_fresh = said["fresh"] == true;
        }
    }
    let is_explained = outcome.is_ok || !outcome.messages.is_empty();
    assert!(is_explained, "{}", String::from_utf8_lossy(&output.stderr));
    outcome
}

/// A cargo command in a folder, offline and without what cargo has set for this test.
pub(crate) fn cargo(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(folder).args(arguments).arg("--offline");
    for variable in [
        "SKILLS_WATCHED",
        "OUT_DIR",
        "RUSTFLAGS",
        "CARGO_ENCODED_RUSTFLAGS",
    ] {
        command.env_remove(variable);
    }
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("crates-target");
    command.env("CARGO_TARGET_DIR", target);
    command
}

/// What the program prints for a folder of skills that have no odd names.
pub(crate) fn expected(skills: &Path) -> Vec<String> {
    let line = |(path, bytes): (String, Vec<u8>)| format!("skill://{path} {}", Digest::of(&bytes));
    let files = files_below(skills).into_iter().map(line);
    files.chain(["verified".to_owned()]).collect()
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

/// Gives a file a time stamp from before any build, as `cp -p`, `tar` and `rsync` do.
pub(crate) fn make_old(path: &Path) {
    let file = File::options().write(true).open(path).unwrap();
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    file.set_modified(long_ago).unwrap();
}

/// The folder of the workspace.
pub(crate) fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

fn manifest(name: &str) -> String {
    let runtime = workspace().join("skills-runtime");
    let package =
        format!("[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n");
    let dependency = format!("skills-runtime = {{ path = {runtime:?} }}");
    format!("{package}\n[dependencies]\n{dependency}\n\n[workspace]\n\n{PROFILE}")
}

fn lines(output: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(output);
    text.lines().map(str::to_owned).collect()
}
