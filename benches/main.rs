//! `skills!` beside what it can be compared with, in the same run: builds with `include_dir!` and `rust-embed`, answers
//! with rmcp's `SkillCatalog`. `cargo bench` prints the tables.

#[cfg(unix)]
mod building;
#[cfg(unix)]
mod measure;
#[cfg(unix)]
mod projects;
#[cfg(unix)]
mod serving;
#[cfg(unix)]
mod table;
#[cfg(unix)]
mod trees;

#[cfg(unix)]
fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some(measure::MEASURE) => measure::run_measured(arguments),
        Some("--test") => Ok(()),
        asked => print_tables(asked),
    }
}

/// All tables, or those whose name is the argument.
#[cfg(unix)]
fn print_tables(asked: Option<&str>) -> std::io::Result<()> {
    use trees::{BINARY, TEXT, TYPICAL};

    let is_asked = |name: &str| asked.is_none_or(|asked| asked.starts_with("--") || asked == name);
    if is_asked("serving") {
        println!("{}\n{}", serving::starting()?, serving::answering()?);
    }
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("benches");
    let projects = projects::Projects::make(folder.join("crates"), &[TEXT, BINARY, TYPICAL])?;
    for tree in [TEXT, BINARY, TYPICAL]
        .iter()
        .filter(|tree| is_asked(tree.name))
    {
        println!(
            "{}",
            building::touched(&projects, &folder.join("target"), tree)?
        );
    }
    if is_asked("first") {
        println!(
            "{}",
            building::from_nothing(&projects, &folder.join("first"))?
        );
    }
    Ok(())
}

#[cfg(not(unix))]
fn main() {
    println!("CPU time is measured on Unix systems only");
}
