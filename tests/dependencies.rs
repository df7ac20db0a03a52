//! What a user's binary holds because of `skills-runtime`.

use std::collections::BTreeSet;
use std::process::Command;

use crate::project::workspace;

/// The crates that are linked into a binary, as cargo says: depth in the tree, then name.
fn linked() -> Vec<(usize, String)> {
    let arguments = [
        "tree",
        "--offline",
        "--locked",
        "--package=skills-runtime",
        "--edges=no-proc-macro,normal",
    ];
    let mut command = Command::new(env!("CARGO"));
    command
        .args(arguments)
        .args(["--no-dedupe", "--prefix=depth", "--format= {p}"]);
    let output = command.current_dir(workspace()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let lines = String::from_utf8(output.stdout).unwrap();
    let line = |line: &str| {
        let mut words = line.split(' ');
        Some((words.next()?.parse().ok()?, words.next()?.to_owned()))
    };
    lines.lines().map(|text| line(text).unwrap()).collect()
}

#[test]
fn a_binary_holds_one_small_crate_beside_what_rmcp_brings() {
    let (mut all, mut of_rmcp) = (BTreeSet::new(), BTreeSet::new());
    let mut below = None;
    for (depth, name) in linked() {
        if below.is_some_and(|top| depth <= top) {
            below = None;
        }
        if name == "rmcp" {
            below = Some(depth);
        }
        if below.is_some() {
            of_rmcp.insert(name.clone());
        }
        all.insert(name);
    }
    let ours: Vec<_> = all.difference(&of_rmcp).collect();
    assert_eq!(ours, ["base64", "skills-runtime"]);
    assert!(of_rmcp.contains("tokio"), "{of_rmcp:?}");
}
