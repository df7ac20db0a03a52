//! A root to the files below it. Asks the file system for names and kinds only: nothing is opened or followed.

use std::collections::{BTreeSet, HashMap};
use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use unicode_normalization::UnicodeNormalization;
use walkdir::{DirEntry, WalkDir};

use crate::code::Code;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::filter::{self, Filter, Name};

/// The folder that a catalog is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// Where it is.
    pub path: PathBuf,
    /// How the user wrote it.
    pub written: String,
    /// How its files are named in messages.
    pub shown: String,
    /// The folder that `written` is relative to.
    pub base: PathBuf,
}

/// What is below a root.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The files to embed, by path.
    pub files: Vec<FoundFile>,
    /// The folders, by path; not the root itself.
    pub folders: Vec<String>,
    /// What a dot name kept out.
    pub hidden: Vec<Hidden>,
    /// The folders with nothing in them.
    pub empty: Vec<String>,
    /// Files that `exclude` or their name kept out.
    pub left_out: BTreeSet<String>,
}

/// One regular file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FoundFile {
    /// Its path, `/`-separated below the root.
    pub path: String,
    /// Its size when it was found.
    pub size: u64,
}

/// One entry left out because its name starts with a dot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// Its path, `/`-separated below the root.
    pub path: String,
    /// Whether a `SKILL.md` is below it.
    pub holds_skill: bool,
    /// Whether it is a folder.
    pub is_folder: bool,
}

impl Root {
    /// A root at a path, shown as that path.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let shown = path.to_string_lossy().into_owned();
        Self {
            written: shown.clone(),
            base: path.parent().map(Path::to_path_buf).unwrap_or_default(),
            shown,
            path,
        }
    }

    /// The name of a path below the root, for messages.
    pub fn show(&self, path: &str) -> String {
        match (self.shown.as_str(), path) {
            ("" | ".", path) => path.to_owned(),
            (shown, "") => shown.to_owned(),
            (shown, path) => format!("{}/{path}", shown.trim_end_matches('/')),
        }
    }
}

impl Tree {
    /// The files below a folder, by path.
    pub fn files_below(&self, folder: &str) -> &[FoundFile] {
        let prefix = format!("{folder}/");
        let start = self.files.partition_point(|file| file.path < prefix);
        let rest = self.files.get(start..).unwrap_or_default();
        let len = rest.partition_point(|file| file.path.starts_with(&prefix));
        rest.get(..len).unwrap_or_default()
    }

    /// The size of a file when it was found.
    pub fn size(&self, path: &str) -> Option<u64> {
        let at = self
            .files
            .binary_search_by(|file| file.path.as_str().cmp(path))
            .ok()?;
        self.files.get(at).map(|file| file.size)
    }
}

/// Walks a root.
pub fn discover(found: &mut Diagnostics, root: &Root, filter: &Filter) -> Option<Tree> {
    if let Err(diagnostic) = check_root(root) {
        found.push(*diagnostic);
        return None;
    }
    let mut walk = Walk {
        found,
        root,
        filter,
        tree: Tree::default(),
        siblings: HashMap::new(),
        left_out: None,
        filled: BTreeSet::new(),
    };
    walk.run();
    let Walk {
        mut tree, filled, ..
    } = walk;
    tree.files.sort();
    tree.folders.sort();
    let is_empty = |folder: &&String| !filled.contains(*folder);
    tree.empty = tree.folders.iter().filter(is_empty).cloned().collect();
    Some(tree)
}

fn check_root(root: &Root) -> Result<(), Box<Diagnostic>> {
    let written = &root.written;
    let fault = |code, message: String| Box::new(Diagnostic::new(code, "", message));
    let looked = format!("looked in {}", root.base.display());
    match fs::metadata(&root.path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let missing = fault(
                Code::RootNotFound,
                format!("cannot find the folder `{written}`"),
            );
            let missing = match nearest(&root.path) {
                Some(near) => missing.help(format!("a folder `{near}` is there")),
                None => *missing,
            };
            Err(Box::new(missing.note(looked).note(
                "the path is relative to the folder of `Cargo.toml`; in a published crate, check that `include` or `exclude` keeps it",
            )))
        }
        Err(error) => Err(Box::new(
            fault(
                Code::RootUnreadable,
                format!("cannot read the folder `{written}`: {error}"),
            )
            .note(looked),
        )),
        Ok(metadata) if !metadata.is_dir() => Err(Box::new(
            fault(Code::RootNotAFolder, format!("`{written}` is not a folder"))
                .help("name the folder that holds the skills' folders")
                .note(looked),
        )),
        Ok(_) => match fs::read_dir(&root.path) {
            Ok(_) => Ok(()),
            Err(error) => Err(Box::new(
                fault(
                    Code::RootUnreadable,
                    format!("cannot read the folder `{written}`: {error}"),
                )
                .note(looked),
            )),
        },
    }
}

/// A folder beside the missing one that was probably meant.
fn nearest(missing: &Path) -> Option<String> {
    let wanted = missing.file_name()?.to_str()?;
    let mut names: Vec<_> = fs::read_dir(missing.parent()?)
        .ok()?
        .filter_map(|entry| entry.ok().filter(|entry| entry.path().is_dir()))
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| !name.starts_with('.'))
        .collect();
    names.sort();
    crate::suggest::nearest(wanted, names.iter().map(String::as_str)).map(str::to_owned)
}

struct Walk<'a> {
    found: &'a mut Diagnostics,
    root: &'a Root,
    filter: &'a Filter,
    tree: Tree,
    /// For each folder, the names below it as a file system without case or normalization sees them.
    siblings: HashMap<(String, String), String>,
    left_out: Option<LeftOut>,
    /// The folders that something is in, left out or not.
    filled: BTreeSet<String>,
}

/// The left-out folder that the walk is in.
struct LeftOut {
    path: String,
    depth: usize,
    is_silent: bool,
    holds_skill: bool,
    has_included: bool,
}

/// What a step of the walk says about the folder it stands at.
#[derive(PartialEq, Eq)]
enum Below {
    Enter,
    Skip,
}

impl Walk<'_> {
    fn run(&mut self) {
        let mut entries = WalkDir::new(&self.root.path)
            .min_depth(1)
            .follow_links(false)
            .sort_by_file_name()
            .into_iter();
        while let Some(entry) = entries.next() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    self.unreadable(&error);
                    continue;
                }
            };
            let is_folder = entry.file_type().is_dir();
            if self.visit(&entry) == Below::Skip && is_folder {
                entries.skip_current_dir();
            }
        }
        self.leave(0);
    }

    fn visit(&mut self, entry: &DirEntry) -> Below {
        self.leave(entry.depth());
        let below = entry
            .path()
            .strip_prefix(&self.root.path)
            .unwrap_or(entry.path());
        let (Some(path), Some(name)) = (slashed(below), entry.file_name().to_str()) else {
            self.not_utf8(below);
            return Below::Skip;
        };
        if let Some((folder, _)) = path.rsplit_once('/') {
            self.filled.insert(folder.to_owned());
        }
        if self.filter.is_excluded(&path) {
            self.tree.left_out.insert(path);
            return Below::Skip;
        }
        if self.left_out.is_some() {
            return self.visit_left_out(entry, &path, name);
        }
        match filter::name(name) {
            Name::Kept => self.keep(entry, path, name),
            kind => self.leave_out(entry, path, kind),
        }
    }

    fn keep(&mut self, entry: &DirEntry, path: String, name: &str) -> Below {
        let kind = entry.file_type();
        if kind.is_symlink() {
            self.symlink(entry.path(), &path);
            return Below::Skip;
        }
        if !kind.is_dir() && !kind.is_file() {
            self.special(&path, kind);
            return Below::Skip;
        }
        self.check_name(&path, name);
        if kind.is_dir() {
            self.tree.folders.push(path);
            return Below::Enter;
        }
        self.add_file(entry, path);
        Below::Enter
    }

    fn add_file(&mut self, entry: &DirEntry, path: String) {
        match entry.metadata() {
            Ok(metadata) => self.tree.files.push(FoundFile {
                path,
                size: metadata.len(),
            }),
            Err(error) => self.unreadable(&error),
        }
    }

    fn leave_out(&mut self, entry: &DirEntry, path: String, kind: Name) -> Below {
        let is_silent = kind == Name::Junk;
        if !entry.file_type().is_dir() {
            if self.filter.is_included(&path) {
                let name = entry.file_name().to_string_lossy();
                return self.keep(entry, path, &name);
            }
            self.tree.left_out.insert(path.clone());
            if !is_silent {
                self.hidden(path, false, false);
            }
            return Below::Skip;
        }
        self.tree.left_out.insert(path.clone());
        if is_silent && !self.filter.has_includes() {
            return Below::Skip;
        }
        self.left_out = Some(LeftOut {
            path,
            depth: entry.depth(),
            is_silent,
            holds_skill: false,
            has_included: false,
        });
        Below::Enter
    }

    fn visit_left_out(&mut self, entry: &DirEntry, path: &str, name: &str) -> Below {
        let is_included = !entry.file_type().is_dir() && self.filter.is_included(path);
        if let Some(left_out) = &mut self.left_out {
            left_out.holds_skill |= name == "SKILL.md";
            left_out.has_included |= is_included;
        }
        if is_included {
            return self.keep(entry, path.to_owned(), name);
        }
        self.tree.left_out.insert(path.to_owned());
        match filter::name(name) {
            Name::Junk if !self.filter.has_includes() => Below::Skip,
            _ => Below::Enter,
        }
    }

    /// Ends the left-out folder when the walk is no longer below it.
    fn leave(&mut self, depth: usize) {
        let is_outside = |left_out: &mut LeftOut| depth <= left_out.depth;
        if let Some(left_out) = self.left_out.take_if(is_outside)
            && !left_out.is_silent
            && !left_out.has_included
        {
            self.hidden(left_out.path, left_out.holds_skill, true);
        }
    }

    fn hidden(&mut self, path: String, holds_skill: bool, is_folder: bool) {
        self.tree.hidden.push(Hidden {
            path,
            holds_skill,
            is_folder,
        });
    }

    fn check_name(&mut self, path: &str, name: &str) {
        let shown = self.root.show(path);
        if let Some(found) = name.chars().find(|c| c.is_control() || *c == '\\') {
            let message = format!("file name {name:?} has {}", in_words(found));
            self.found.push(
                Diagnostic::new(Code::FileName, shown.escape_debug().to_string(), message)
                    .help("rename it: hosts refuse the name, or read it as another path"),
            );
            return;
        }
        let (folder, _) = path.rsplit_once('/').unwrap_or(("", path));
        let key = (folder.to_owned(), folded(name));
        match self.siblings.get(&key) {
            None => drop(self.siblings.insert(key, name.to_owned())),
            Some(first) => {
                let difference = if name.nfc().eq(first.nfc()) {
                    "Unicode normalization"
                } else {
                    "case"
                };
                let message = format!(
                    "file name `{name}` differs from `{first}` beside it only by {difference}"
                );
                self.found.push(
                    Diagnostic::new(Code::FileName, shown, message)
                        .help("rename one: on macOS and Windows they are one file"),
                );
            }
        }
    }

    fn not_utf8(&mut self, below: &Path) {
        let shown = self.root.show(&below.to_string_lossy());
        self.found.push(
            Diagnostic::new(Code::FileName, shown, "file name that is not UTF-8")
                .help("rename it: a URI cannot carry the name"),
        );
    }

    fn symlink(&mut self, path: &Path, below: &str) {
        let target = fs::read_link(path);
        let target = target
            .as_deref()
            .map_or_else(|_| "…".into(), Path::to_string_lossy);
        let message = format!("symbolic link to `{target}`");
        let mut link = Diagnostic::new(Code::Symlink, self.root.show(below), message);
        if fs::metadata(path).is_err() {
            link = link.note("the link leads nowhere");
        }
        self.found.push(link.help(format!(
            "put the file itself here, or leave it out: `exclude = [\"{below}\"]`"
        )));
    }

    fn special(&mut self, below: &str, kind: fs::FileType) {
        let message = format!("{} in place of a file", special_kind(kind));
        self.found.push(
            Diagnostic::new(Code::SpecialFile, self.root.show(below), message).help(format!(
                "delete it, or leave it out: `exclude = [\"{below}\"]`"
            )),
        );
    }

    fn unreadable(&mut self, error: &walkdir::Error) {
        let below = error
            .path()
            .and_then(|path| path.strip_prefix(&self.root.path).ok());
        let below = below.map(Path::to_string_lossy).unwrap_or_default();
        let cause = error
            .io_error()
            .map_or_else(|| error.to_string(), ToString::to_string);
        self.found.push(Diagnostic::new(
            Code::Unreadable,
            self.root.show(&below),
            format!("cannot read: {cause}"),
        ));
    }
}

/// A relative path with `/` between its parts, if all of it is UTF-8.
fn slashed(path: &Path) -> Option<String> {
    let parts: Option<Vec<_>> = path.iter().map(OsStr::to_str).collect();
    Some(parts?.join("/"))
}

/// A name as macOS and Windows compare it.
fn folded(name: &str) -> String {
    if name.is_ascii() {
        return name.to_ascii_lowercase();
    }
    name.nfc()
        .collect::<String>()
        .to_lowercase()
        .nfc()
        .collect()
}

fn in_words(found: char) -> String {
    match found {
        '\\' => "a backslash".to_owned(),
        '\n' => "a line break".to_owned(),
        '\t' => "a tab".to_owned(),
        other => format!("the control character U+{:04X}", u32::from(other)),
    }
}

#[cfg(unix)]
fn special_kind(kind: fs::FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;

    match () {
        () if kind.is_fifo() => "a fifo",
        () if kind.is_socket() => "a socket",
        () if kind.is_block_device() => "a block device",
        () if kind.is_char_device() => "a character device",
        () => "a special file",
    }
}

#[cfg(not(unix))]
fn special_kind(_kind: fs::FileType) -> &'static str {
    "a special file"
}
