//! Has cargo watch the trees in git, and makes those that git cannot hold.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// SEP-2640: what a host must accept in one skill.
const FILE_LIMIT: usize = 512;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=skills");
    println!("cargo::rustc-env=SKILLS_WATCHED=skills");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    make(&out.join("made"), &left_out())?;
    make(&out.join("many"), &limit())
}

/// Empty folders, and names that `.gitignore` files usually have.
fn left_out() -> Vec<(String, &'static str)> {
    let entries = [
        ("tidy/SKILL.md", Some("# Tidy\n")),
        ("tidy/kept.md", Some("kept\n")),
        ("tidy/empty/", None),
        ("tidy/hollow/inside/", None),
        ("tidy/half/empty/", None),
        ("tidy/half/kept.md", Some("kept\n")),
        ("tidy/.hidden.md", Some("hidden\n")),
        ("tidy/.hidden/notes.md", Some("hidden\n")),
        ("tidy/_rels/.rels", Some("<Relationships/>\n")),
        ("tidy/.DS_Store", Some("junk\n")),
        ("tidy/Thumbs.db", Some("junk\n")),
        ("tidy/draft.md~", Some("junk\n")),
        ("tidy/.draft.md.swp", Some("junk\n")),
        ("tidy/__pycache__/run.pyc", Some("junk\n")),
        ("tidy/node_modules/left/index.js", Some("junk\n")),
    ];
    let entry = |(path, text): (&str, Option<&'static str>)| (path.into(), text.unwrap_or(""));
    entries.map(entry).into()
}

/// As many files as one skill may have.
fn limit() -> Vec<(String, &'static str)> {
    let files = (1..FILE_LIMIT).map(|index| (format!("many/pages/{index}.md"), "page\n"));
    let skill_md = ("many/SKILL.md".to_owned(), "# Many\n");
    files.chain([skill_md]).collect()
}

/// Makes a root anew; a path that ends with a slash is a folder without files.
fn make(root: &Path, entries: &[(String, &str)]) -> io::Result<()> {
    if root.exists() {
        fs::remove_dir_all(root)?;
    }
    for (path, text) in entries {
        let at = root.join(path);
        if path.ends_with('/') {
            fs::create_dir_all(at)?;
            continue;
        }
        fs::create_dir_all(at.parent().unwrap_or(root))?;
        match path.strip_suffix("/SKILL.md") {
            Some(name) => fs::write(
                at,
                format!("---\nname: {name}\ndescription: Made.\n---\n{text}"),
            )?,
            None => fs::write(at, text)?,
        }
    }
    Ok(())
}
