//! Trees in a temporary folder, also those that git cannot hold.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use skills_core::{Diagnostic, Loaded, Options, Root, load};

/// A tree and the codes that it must raise.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    /// In order; `~` marks a warning.
    pub(crate) codes: &'static [&'static str],
    pub(crate) entries: &'static [Entry],
}

/// One entry of a tree.
pub(crate) enum Entry {
    /// A file with these bytes.
    File(&'static [u8], &'static [u8]),
    /// A file of so many `x`.
    Fill(&'static [u8], usize),
    /// So many files of one byte: the path, a number, `.md`.
    Many(&'static str, usize),
    /// An empty folder.
    Folder(&'static [u8]),
    /// A symbolic link.
    Link(&'static [u8], &'static str),
    /// A named pipe.
    Fifo(&'static [u8]),
}

/// A folder that is removed in the end.
pub(crate) struct Tree(tempfile::TempDir);

impl Tree {
    pub(crate) fn new() -> Self {
        let tree = Self(tempfile::tempdir().unwrap());
        fs::create_dir(tree.path()).unwrap();
        tree
    }

    pub(crate) fn of(entries: &[Entry]) -> Self {
        let tree = Self::new();
        entries.iter().for_each(|entry| tree.add(entry));
        tree
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.0.path().join("skills")
    }

    /// The root, shown as `skills` whatever the temporary folder is.
    pub(crate) fn root(&self) -> Root {
        Root {
            path: self.path(),
            written: "./skills".to_owned(),
            shown: "skills".to_owned(),
            base: self.0.path().to_owned(),
        }
    }

    pub(crate) fn load(&self) -> Loaded {
        self.load_with(&Options::default())
    }

    pub(crate) fn load_with(&self, options: &Options) -> Loaded {
        load(&[self.root()], options)
    }

    pub(crate) fn file(self, path: &str, content: impl AsRef<[u8]>) -> Self {
        write(&self.path().join(path), content.as_ref());
        self
    }

    pub(crate) fn skill(self, folder: &str) -> Self {
        let name = folder.rsplit('/').next().unwrap();
        let text = format!("---\nname: {name}\ndescription: d\n---\nbody\n");
        self.file(&format!("{folder}/SKILL.md"), text)
    }

    pub(crate) fn link(self, path: &str, target: &str) -> Self {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        symlink(target, path).unwrap();
        self
    }

    fn below(&self, path: &[u8]) -> PathBuf {
        self.path().join(OsStr::from_bytes(path))
    }

    fn add(&self, entry: &Entry) {
        match entry {
            Entry::File(path, bytes) => write(&self.below(path), bytes),
            Entry::Fill(path, len) => write(&self.below(path), &vec![b'x'; *len]),
            Entry::Many(path, n) => {
                (0..*n).for_each(|i| write(&self.path().join(format!("{path}{i}.md")), b"x"));
            }
            Entry::Folder(path) => fs::create_dir_all(self.below(path)).unwrap(),
            Entry::Link(path, target) => {
                let path = self.below(path);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                symlink(target, path).unwrap();
            }
            Entry::Fifo(path) => {
                let path = self.below(path);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
            }
        }
    }
}

fn write(path: &Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

/// A report as the tests compare it: level, place, message, code, then the fixes and facts.
pub(crate) fn lines(diagnostics: &[Diagnostic]) -> String {
    let mut text = String::new();
    for found in diagnostics {
        let level = if found.level().is_fatal() {
            "error"
        } else {
            "warning"
        };
        text.push_str(&format!("{level}: {found}\n"));
        for help in found.helps() {
            text.push_str(&format!("    help: {help}\n"));
        }
        for note in found.notes() {
            text.push_str(&format!("    note: {note}\n"));
        }
    }
    text
}

/// The codes in order, warnings marked.
pub(crate) fn codes(diagnostics: &[Diagnostic]) -> Vec<String> {
    let mark = |found: &Diagnostic| if found.level().is_fatal() { "" } else { "~" };
    let code = |found: &Diagnostic| format!("{}{}", mark(found), found.code());
    diagnostics.iter().map(code).collect()
}

/// Compares with a file under `tests/cases`; `BLESS=1` writes it anew.
pub(crate) fn assert_expected(name: &str, found: &str) {
    let path = format!("{}/tests/cases/{name}.expected", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, found).unwrap();
    }
    let expected = fs::read_to_string(path).unwrap();
    for (found, expected) in found.split("\n== ").zip(expected.split("\n== ")) {
        assert_eq!(found, expected);
    }
    assert_eq!(found, expected);
}
