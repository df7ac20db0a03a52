//! The crates that are built: one for each way to embed a tree, and for each tree.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;
use std::{env, fs, io};

use crate::building::files_below;
use crate::trees::{self, Tree};

/// A way to embed a folder. Every crate has rmcp beside it, as a server would.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    /// The heading of its column.
    pub(crate) title: &'static str,
    name: &'static str,
    dependency: &'static str,
    main: &'static str,
    arguments: &'static [&'static str],
    /// What comes before a path in the name by which the program finds a file.
    prefix: &'static str,
}

/// A program that embeds nothing: what rustc, cargo and the linker take by themselves.
pub(crate) const NOTHING: Way = Way {
    title: "nothing",
    name: "nothing",
    dependency: "",
    main: "fn find(_: &str) -> Option<&'static [u8]> { None }",
    arguments: &[],
    prefix: "",
};

pub(crate) const INCLUDE_DIR: Way = Way {
    title: "`include_dir!` 0.7",
    name: "include-dir",
    dependency: "include_dir = { version = \"0.7.4\", default-features = false }",
    main: "use include_dir::{Dir, include_dir};\n\
        static SKILLS: Dir<'static> = include_dir!(\"$CARGO_MANIFEST_DIR/skills\");\n\
        fn find(path: &str) -> Option<&'static [u8]> { Some(SKILLS.get_file(path)?.contents()) }",
    arguments: &[],
    prefix: "",
};

/// Embeds in debug builds, too, as the others do.
pub(crate) const RUST_EMBED: Way = Way {
    title: "`rust-embed` 8.13",
    name: "rust-embed",
    dependency: "rust-embed = { version = \"8.13\", default-features = false, features = [\"debug-embed\"] }",
    main: "#[derive(rust_embed::RustEmbed)]\n#[folder = \"skills\"]\nstruct Skills;\n\
        fn find(path: &str) -> Option<std::borrow::Cow<'static, [u8]>> { Some(Skills::get(path)?.data) }",
    arguments: &[],
    prefix: "",
};

pub(crate) const SKILLS: Way = Way {
    title: "`skills!`",
    name: "skills",
    dependency: "skills-runtime.workspace = true",
    main: "use skills_runtime::{Catalog, skills};\n\
        static SKILLS: Catalog = skills!(\"./skills\");\n\
        fn find(uri: &str) -> Option<&'static [u8]> { Some(SKILLS.file(uri)?.bytes()) }",
    arguments: &[],
    prefix: "skill://",
};

/// With the lines of the README that make hashing fast.
pub(crate) const TUNED: Way = Way {
    title: "`skills!`, fast `sha2`",
    arguments: &[
        "--config=profile.dev.package.sha2.opt-level=3",
        "--config=profile.release.package.sha2.opt-level=3",
    ],
    ..SKILLS
};

/// The least that rustc does for text that cannot change between the hash and the binary, and that cargo watches: a
/// literal and an `include_bytes!` each. No macro finds, reads, hashes or checks anything.
pub(crate) const BY_HAND: Way = Way {
    title: "the same by hand",
    name: "by-hand",
    dependency: "",
    main: "fn find(path: &str) -> Option<&'static [u8]> {\n    \
        FILES.iter().find(|file| file.0 == path).map(|file| file.1)\n}\n",
    arguments: &[],
    prefix: "",
};

pub(crate) const WAYS: [Way; 6] = [NOTHING, INCLUDE_DIR, RUST_EMBED, SKILLS, TUNED, BY_HAND];

/// The lines of `build.rs` that the README asks for.
const BUILD: &str = "fn main() {\n    println!(\"cargo::rerun-if-changed=skills\");\n    \
    println!(\"cargo::rustc-env=SKILLS_WATCHED=skills\");\n}\n";

/// Prints the file that is asked for, so that no byte can be left out of the binary.
const MAIN: &str = "\nuse rmcp as _;\nuse std::io::Write;\n\nfn main() {\n    \
    let name = std::env::args().nth(1).unwrap_or_default();\n    \
    if let Some(bytes) = find(&name) { std::io::stdout().write_all(&bytes).unwrap(); }\n}\n";

/// The workspace that the crates are in.
pub(crate) struct Projects {
    folder: PathBuf,
}

impl Projects {
    /// Makes a crate for each way and tree.
    pub(crate) fn make(folder: PathBuf, trees: &[Tree]) -> io::Result<Self> {
        let projects = Self { folder };
        let repository = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("..")
            .canonicalize()?;
        let runtime = repository.join("skills-runtime");
        let manifest = format!(
            "[workspace]\nresolver = \"3\"\nmembers = [\"*-*\"]\n\n[workspace.dependencies]\n\
             rmcp = {{ version = \"3.11\", default-features = false, features = [\"server\"] }}\n\
             skills-runtime = {{ path = {runtime:?} }}\n"
        );
        fs::create_dir_all(&projects.folder)?;
        fs::write(projects.folder.join("Cargo.toml"), manifest)?;
        fs::copy(
            repository.join("Cargo.lock"),
            projects.folder.join("Cargo.lock"),
        )?;
        for tree in trees {
            for way in [NOTHING, INCLUDE_DIR, RUST_EMBED, SKILLS, BY_HAND] {
                projects.make_one(&way, tree)?;
            }
        }
        Ok(projects)
    }

    /// Makes it look as if the file with the macro was edited.
    pub(crate) fn touch(&self, way: &Way, tree: &Tree) -> io::Result<()> {
        let main = self.folder.join(package(way, tree)).join("src/main.rs");
        fs::File::options()
            .write(true)
            .open(main)?
            .set_modified(SystemTime::now())
    }

    /// A cargo command for one crate.
    pub(crate) fn cargo(
        &self,
        arguments: &[&str],
        target: &Path,
        way: &Way,
        tree: &Tree,
    ) -> Command {
        let mut command = Command::new(env!("CARGO"));
        command
            .args(arguments)
            .args(["--offline", "--quiet", "--package", &package(way, tree)]);
        command.args(way.arguments).current_dir(&self.folder);
        command
            .env("CARGO_TARGET_DIR", target)
            .env("CARGO_BUILD_JOBS", "1");
        command.env_remove("OUT_DIR");
        command
    }

    /// The size of the release binary, if it prints a file of the tree.
    pub(crate) fn checked_size(&self, target: &Path, way: &Way, tree: &Tree) -> io::Result<u64> {
        let package = package(way, tree);
        let binary = target
            .join("release")
            .join(format!("{package}{}", env::consts::EXE_SUFFIX));
        let path = "skill-000/SKILL.md";
        let printed = Command::new(&binary)
            .arg(format!("{}{path}", way.prefix))
            .output()?
            .stdout;
        let expected = fs::read(self.folder.join(&package).join("skills").join(path))?;
        if way.name != NOTHING.name && printed != expected {
            return Err(io::Error::other(format!("{package} does not print {path}")));
        }
        Ok(fs::metadata(binary)?.len())
    }

    fn make_one(&self, way: &Way, tree: &Tree) -> io::Result<()> {
        let (name, folder) = (package(way, tree), self.folder.join(package(way, tree)));
        fs::create_dir_all(folder.join("src"))?;
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies]\nrmcp.workspace = true\n{}\n",
            way.dependency
        );
        fs::write(folder.join("Cargo.toml"), manifest)?;
        if way.name == SKILLS.name {
            fs::write(folder.join("build.rs"), BUILD)?;
        }
        trees::write(tree, &folder.join("skills"))?;
        let mut files = String::new();
        if way.name == BY_HAND.name {
            let tracked;
            (files, tracked) = files_by_hand(&folder.join("skills"))?;
            fs::write(folder.join("src/tracked.rs"), tracked)?;
        }
        let main = format!("{}{files}{MAIN}", way.main);
        fs::write(folder.join("src/main.rs"), main)
    }
}

/// The files of a folder as source text, and what has cargo watch those that are text.
///
/// In two files: rustc is slow to find the line of a macro behind megabytes of characters that are not ASCII.
fn files_by_hand(root: &Path) -> io::Result<(String, String)> {
    let (mut files, mut tracked) = (String::new(), String::new());
    for path in files_below(root)? {
        let bytes = fs::read(&path)?;
        let path = path.strip_prefix(root).unwrap_or(&path).display();
        let include = format!("include_bytes!(\"../skills/{path}\")");
        // The words that the texts are made of have no `#`.
        let content = match String::from_utf8(bytes) {
            Ok(text) => {
                tracked += &format!("    let _ = {include};\n");
                format!("r##\"{text}\"##.as_bytes()")
            }
            Err(_) => include,
        };
        files += &format!("    (\"{path}\", {content}),\n");
    }
    Ok((
        format!("mod tracked;\nstatic FILES: &[(&str, &[u8])] = &[\n{files}];\n"),
        format!("fn _tracked() {{\n{tracked}}}\n"),
    ))
}

fn package(way: &Way, tree: &Tree) -> String {
    format!("{}-{}", way.name, tree.name)
}
