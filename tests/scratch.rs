//! Crates outside of this workspace that use `skills!`, built once for all tests of a run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::{env, fs};

use serde_json::Value;

use crate::trees::files_below;

/// What became of one crate.
#[derive(Debug, Default)]
pub(crate) struct Built {
    /// The messages of the compiler and of clippy but for the summary: level, code, whole text.
    pub(crate) messages: Vec<(String, Option<String>, String)>,
    pub(crate) is_built: bool,
    pub(crate) executable: Option<PathBuf>,
}

/// What became of the crate of that name below `tests/crates`.
pub(crate) fn built(name: &str) -> &'static Built {
    static BUILT: LazyLock<BTreeMap<String, Built>> = LazyLock::new(build);
    let target = name.replace('-', "_");
    BUILT
        .get(&target)
        .unwrap_or_else(|| panic!("no crate `{name}`"))
}

/// Where the copy of that crate is.
pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("crates")
        .join(name)
}

/// Copies the crates, gives each its skills, and builds them all with one call of cargo, so that what they depend on
/// is compiled once.
fn build() -> BTreeMap<String, Built> {
    let (tests, scratch) = (Path::new(env!("CARGO_MANIFEST_DIR")), folder(""));
    if scratch.exists() {
        fs::remove_dir_all(&scratch).unwrap();
    }
    copy(&tests.join("crates"), &scratch);
    let workspace = tests.parent().unwrap();
    fs::copy(workspace.join("Cargo.lock"), scratch.join("Cargo.lock")).unwrap();
    depend_on(&scratch.join("Cargo.toml"), workspace);
    for member in fs::read_dir(&scratch).unwrap() {
        let member = member.unwrap().path();
        let skills = match member.file_name().and_then(|name| name.to_str()).unwrap() {
            "server" => tests.join("skills"),
            "broken" => tests.join("crates/broken/skills"),
            _ => tests.join("skills/nested"),
        };
        if member.is_dir() {
            copy(&skills, &member.join("skills"));
        }
    }
    read_messages(&run_cargo(&scratch))
}

/// Writes the paths to this repository into the copied manifest.
fn depend_on(manifest: &Path, workspace: &Path) {
    let text = fs::read_to_string(manifest).unwrap();
    let workspace = workspace.to_str().unwrap().replace('\\', "/");
    let moved = text.replace("\"../../", &format!("\"{workspace}/"));
    assert_ne!(moved, text);
    fs::write(manifest, moved).unwrap();
}

/// Whether clippy is installed; a minimal toolchain has only the compiler's own lints.
pub(crate) fn has_clippy() -> bool {
    clippy().is_file()
}

fn cargo() -> PathBuf {
    PathBuf::from(env::var_os("CARGO").unwrap_or_else(|| env!("CARGO").into()))
}

fn clippy() -> PathBuf {
    cargo().with_file_name(format!("clippy-driver{}", env::consts::EXE_SUFFIX))
}

/// Builds with clippy as the compiler: its lints and the code from one compilation. Standard output is JSON.
fn run_cargo(scratch: &Path) -> String {
    let mut command = Command::new(cargo());
    if has_clippy() {
        command.env("RUSTC_WORKSPACE_WRAPPER", clippy());
    }
    command
        .args([
            "build",
            "--workspace",
            "--keep-going",
            "--offline",
            "--message-format=json",
        ])
        .current_dir(scratch)
        .env(
            "CARGO_TARGET_DIR",
            Path::new(env!("CARGO_TARGET_TMPDIR")).join("crates-target"),
        )
        .stderr(Stdio::inherit());
    // Set by cargo for this package, or by the caller for lints that are not of these crates.
    let is_ours = |name: &str| {
        [
            "OUT_DIR",
            "RUSTFLAGS",
            "CARGO_ENCODED_RUSTFLAGS",
            "SKILLS_WATCHED",
        ]
        .contains(&name)
            || ["CARGO_PKG_", "CARGO_MANIFEST_"]
                .iter()
                .any(|start| name.starts_with(start))
    };
    for (name, _) in env::vars().filter(|(name, _)| is_ours(name)) {
        command.env_remove(name);
    }
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

/// What cargo says of each crate, by the name of its target.
fn read_messages(output: &str) -> BTreeMap<String, Built> {
    let mut crates = BTreeMap::<String, Built>::new();
    for line in output.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let Some(target) = line["target"]["name"].as_str() else {
            continue;
        };
        let built = crates.entry(target.replace('-', "_")).or_default();
        match line["reason"].as_str() {
            Some("compiler-artifact") => {
                built.is_built = true;
                built.executable = line["executable"].as_str().map(PathBuf::from);
            }
            Some("compiler-message") => built.messages.extend(message(&line["message"])),
            _ => {}
        }
    }
    crates
}

fn message(message: &Value) -> Option<(String, Option<String>, String)> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let (level, code) = (text(&message["level"])?, text(&message["code"]["code"]));
    let message = text(&message["message"])?;
    let is_summary = level == "failure-note" || message.starts_with("aborting due to");
    (!is_summary).then_some((level, code, message))
}

fn copy(from: &Path, to: &Path) {
    for (path, bytes) in files_below(from) {
        let to = to.join(path);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::write(to, bytes).unwrap();
    }
}
