//! What `cargo package` makes of a crate that embeds skills.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::project::{Outcome, Project, cargo, outcome, skill, workspace};

const SCRIPT: &str = r#"
fn main() {
    println!("cargo::rerun-if-changed=skills");
    println!("cargo::rustc-env=SKILLS_WATCHED=skills");
}
"#;

/// Where cargo is to find the three crates of this workspace, which the crate under test names as a registry's.
fn patches() -> Vec<String> {
    let patch = |name: &str| {
        let path = workspace().join(name);
        format!("--config=patch.crates-io.{name}.path={path:?}")
    };
    ["skills-core", "skills-macros", "skills-runtime"]
        .map(patch)
        .into()
}

/// A crate that could be published: its dependencies have versions.
fn project(name: &'static str) -> Project {
    let project = Project::new(name);
    let manifest = fs::read_to_string(project.path("Cargo.toml")).unwrap();
    let (before, after) = manifest.split_once("{ path").unwrap();
    let (_, after) = after.split_once('}').unwrap();
    let package = "license = \"MIT\"\ndescription = \"Embeds skills\"\n\n[dependencies]";
    let manifest = format!("{before}\"0.1.0\"{after}").replace("\n[dependencies]", package);
    project.write("Cargo.toml", manifest);
    project.write("build.rs", SCRIPT);
    project.write("skills/pdf/SKILL.md", skill("pdf", "# PDF"));
    project.write("skills/pdf/references/forms.md", "Ask for each field.\n");
    project.write("skills/pdf/logo.png", b"\x89PNG\0one");
    project
}

fn build(folder: &Path) -> Outcome {
    outcome(cargo(folder, &["build", "--message-format=json"]).args(patches()))
}

/// Packages, and unpacks the package elsewhere.
fn unpack(project: &Project, name: &str) -> (TempDir, PathBuf) {
    let arguments = ["package", "--allow-dirty", "--no-verify"];
    let mut command = cargo(&project.path(""), &arguments);
    let output = command.args(patches()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let target = command
        .get_envs()
        .find(|(name, _)| *name == "CARGO_TARGET_DIR");
    let package = Path::new(target.unwrap().1.unwrap()).join(format!("package/{name}-0.0.0.crate"));
    let elsewhere = TempDir::new().unwrap();
    let tar = Command::new("tar")
        .arg("-xzf")
        .arg(package)
        .current_dir(elsewhere.path())
        .status();
    assert!(tar.unwrap().success());
    let folder = elsewhere.path().join(format!("{name}-0.0.0"));
    (elsewhere, folder)
}

fn listed(project: &Project) -> String {
    let mut command = cargo(&project.path(""), &["package", "--allow-dirty", "--list"]);
    String::from_utf8(command.args(patches()).output().unwrap().stdout).unwrap()
}

#[test]
fn a_package_built_elsewhere_serves_the_catalog_of_the_crate() {
    let project = project("packaged");
    let here = build(&project.path(""));
    let (_elsewhere, folder) = unpack(&project, "packaged");
    fs::remove_dir_all(project.path("skills")).unwrap();
    let there = build(&folder);
    assert_eq!((here.messages.as_str(), there.messages.as_str()), ("", ""));
    assert_eq!(
        there.run(),
        crate::project::expected(&folder.join("skills"))
    );
    assert_eq!(there.run().len(), 4);
}

#[test]
fn what_a_package_would_lack_is_warned_of() {
    let project = project("lacking");
    project.write(
        "skills/pdf/template/Cargo.toml",
        "[package]\nname = \"x\"\n",
    );
    project.write("skills/pdf/aux.md", "reserved\n");
    project.write("../shared/zip/SKILL.md", skill("zip", "# Zip"));
    project.replace(
        "src/main.rs",
        "\"./skills\"",
        "[\"./skills\", \"../shared\"]",
    );
    project.replace(
        "build.rs",
        "SKILLS_WATCHED=skills",
        "SKILLS_WATCHED=skills:../shared",
    );
    let messages = build(&project.path("")).messages;
    for warning in [
        "`../shared` is outside the package",
        "`outside_package`",
        "skills/pdf/template/Cargo.toml",
        "`nested_package`",
        "skills/pdf/aux.md",
        "`windows_name`",
    ] {
        assert!(messages.contains(warning), "{warning}: {messages}");
    }
    let listed = listed(&project);
    assert!(listed.contains("skills/pdf/SKILL.md"), "{listed}");
    for lacks in ["zip", "template"] {
        assert!(!listed.contains(lacks), "{listed}");
    }
}
