//! Building: after a touch of the file with the macro, and from nothing.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::measure::{Cost, measure, median};
use crate::projects::{INCLUDE_DIR, NOTHING, Projects, RUST_EMBED, SKILLS, WAYS, Way};
use crate::table::{Table, mebibytes, milliseconds, seconds};
use crate::trees::{TYPICAL, Tree};

/// Each figure is the median of so many.
const ROUNDS: usize = 5;

/// `cargo check` and `cargo build --release` after a touch, as one table.
pub(crate) fn touched(projects: &Projects, target: &Path, tree: &Tree) -> io::Result<Table> {
    let mut table = Table::new(tree.about, WAYS.map(|way| way.title));
    for (label, arguments) in [
        ("check", &["check"][..]),
        ("release", &["build", "--release"]),
    ] {
        let costs = rounds(projects, target, tree, arguments)?;
        table.row(
            &format!("{label}, CPU ms"),
            costs.iter().map(|cost| milliseconds(cost.cpu)),
        );
        table.row(
            &format!("{label}, peak MiB"),
            costs.iter().map(|cost| mebibytes(cost.peak)),
        );
    }
    let mut sizes = Vec::new();
    for way in &WAYS {
        // Two ways share a binary: each builds its own before it is looked at.
        measure(&projects.cargo(&["build", "--release"], target, way, tree))?;
        sizes.push(mebibytes(projects.checked_size(target, way, tree)?));
    }
    table.row("release binary, MiB", sizes.into_iter());
    Ok(table)
}

/// The medians for each way; the ways take turns, so that a busy minute of the machine is shared by all.
fn rounds(
    projects: &Projects,
    target: &Path,
    tree: &Tree,
    arguments: &[&str],
) -> io::Result<Vec<Cost>> {
    let mut costs = vec![Vec::new(); WAYS.len()];
    for round in 0..=ROUNDS {
        for (way, costs) in WAYS.iter().zip(&mut costs) {
            projects.touch(way, tree)?;
            let cost = measure(&projects.cargo(arguments, target, way, tree))?;
            // The first builds what is there to build.
            if round > 0 {
                costs.push(cost);
            }
        }
    }
    costs.into_iter().map(|costs| middle(&costs)).collect()
}

fn middle(costs: &[Cost]) -> io::Result<Cost> {
    let cpu = median(costs.iter().map(|cost| cost.cpu).collect());
    let peak = median(costs.iter().map(|cost| cost.peak).collect());
    match (cpu, peak) {
        (Some(cpu), Some(peak)) => Ok(Cost { cpu, peak }),
        _ => Err(io::Error::other("nothing was measured")),
    }
}

/// What each way adds to a first build of a crate that has rmcp already.
pub(crate) fn from_nothing(projects: &Projects, target: &Path) -> io::Result<Table> {
    const ADDED: [Way; 3] = [INCLUDE_DIR, RUST_EMBED, SKILLS];
    let mut table = Table::new("first build, CPU s", ADDED.map(|way| way.title));
    let build = |way: &Way| measure(&projects.cargo(&["build"], target, way, &TYPICAL));
    remove(target)?;
    let rmcp = build(&NOTHING)?;
    let before = files_below(target)?;
    let mut costs = vec![Vec::new(); ADDED.len()];
    for _ in 0..ROUNDS {
        for (way, costs) in ADDED.iter().zip(&mut costs) {
            costs.push(build(way)?);
            for new in files_below(target)?.difference(&before) {
                fs::remove_file(new)?;
            }
        }
    }
    let costs: io::Result<Vec<_>> = costs.iter().map(|costs| middle(costs)).collect();
    let label = format!("beside rmcp, which takes {}", seconds(rmcp.cpu));
    table.row(&label, costs?.iter().map(|cost| seconds(cost.cpu)));
    Ok(table)
}

fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

pub(crate) fn files_below(folder: &Path) -> io::Result<BTreeSet<PathBuf>> {
    let mut files = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            files.append(&mut files_below(&entry.path())?);
        } else {
            files.insert(entry.path());
        }
    }
    Ok(files)
}
