//! One case a code: what the author of a broken skill reads. `TRYBUILD=overwrite` blesses; then read the difference.
#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test may fail where it stands"
)]

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use skills_core::Code;

/// The folder of this package.
const HERE: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn every_code_is_explained() {
    let project = project();
    link_fixtures(&project);
    make_trees(&project);
    let cases = trybuild::TestCases::new();
    for name in names("rs").iter().filter(|name| can_run(name, &project)) {
        cases.compile_fail(format!("ui/{name}.rs"));
    }
}

/// Root reads whatever the permissions say; `.ci/run` runs this test without that right. And the texts that name the
/// crate root are the same everywhere only where trybuild knows the path: below the workspace.
fn can_run(name: &str, project: &Path) -> bool {
    let is_below_workspace = Path::new(HERE)
        .parent()
        .is_some_and(|workspace| project.starts_with(workspace));
    match name {
        "unreadable" => is_unreadable(project),
        "root_not_found" | "root_not_a_folder" | "root_unreadable" => is_below_workspace,
        _ => true,
    }
}

#[test]
fn every_code_has_a_case_and_no_case_is_left_over() {
    let (sources, texts) = (names("rs"), names("stderr"));
    assert_eq!(sources, texts, "a case is a `.rs` and a `.stderr`");
    let codes: BTreeSet<_> = Code::ALL
        .iter()
        .map(|code| code.name().to_owned())
        .collect();
    let missing: Vec<_> = codes.difference(&sources).collect();
    assert_eq!(missing, Vec::<&String>::new(), "codes without a case");
    for code in codes {
        let text = fs::read_to_string(format!("{HERE}/ui/{code}.stderr")).unwrap();
        assert!(text.contains(&format!("= note: `{code}`, see ")), "{code}");
    }
}

/// The names of the files below `ui` with an extension, without it.
fn names(extension: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(format!("{HERE}/ui")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let paths = paths.filter(|path| path.extension().is_some_and(|found| found == extension));
    paths
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect()
}

/// The crate root of the cases, which trybuild makes.
fn project() -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let project = target.join("tests/trybuild").join(env!("CARGO_PKG_NAME"));
    fs::create_dir_all(&project).unwrap();
    project
}

/// Trees that git holds.
fn link_fixtures(project: &Path) {
    let link = project.join("ui");
    let _ = fs::remove_file(&link);
    symlink(Path::new(HERE).join("ui"), link).unwrap();
}

/// Trees that git does not hold, or not on every system.
fn make_trees(project: &Path) {
    let made = project.join("made");
    if made.join("unreadable/pdf-forms").exists() {
        set_mode(&made.join("unreadable/pdf-forms/key.md"), 0o600);
    }
    let _ = fs::remove_dir_all(&made);
    let tree = |name: &str| {
        let folder = made.join(name).join("pdf-forms");
        skill(&folder);
        folder
    };
    symlink("../../shared/forms.md", tree("symlink").join("forms.md")).unwrap();
    let fifo = tree("special_file").join("queue");
    assert!(Command::new("mkfifo").arg(fifo).status().unwrap().success());
    file(&tree("file_name").join("Forms.md"), b"x");
    file(&made.join("file_name/pdf-forms/forms.md"), b"x");
    file(&tree("unreadable").join("key.md"), b"x");
    set_mode(&made.join("unreadable/pdf-forms/key.md"), 0o000);
    let many = tree("too_many_files");
    (0..512).for_each(|index| file(&many.join(format!("references/{index}.md")), b"x"));
    file(
        &tree("too_many_bytes").join("assets/form.pdf"),
        &vec![b'x'; 16_777_216],
    );
    file(
        &tree("large_file").join("assets/form.pdf"),
        &vec![0; 8_000_000],
    );
    file(&tree("windows_name").join("aux.md"), b"x");
    let key = "-----BEGIN PRIVATE KEY-----\n".to_owned()
        + &"MIIE".repeat(16)
        + "\n-----END PRIVATE KEY-----\n";
    file(&tree("secret").join("assets/server.pem"), key.as_bytes());
    fs::create_dir(tree("empty_folder").join("output")).unwrap();
    file(
        &tree("nested_package").join("template/Cargo.toml"),
        b"[package]\n",
    );
    skill(&project.parent().unwrap().join("outside_package/pdf-forms"));
}

fn skill(folder: &Path) {
    file(
        &folder.join("SKILL.md"),
        b"---\nname: pdf-forms\ndescription: Fills in PDF forms.\n---\n",
    );
}

fn file(path: &Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("the file is ours");
}

fn is_unreadable(project: &Path) -> bool {
    fs::read(project.join("made/unreadable/pdf-forms/key.md")).is_err()
}
