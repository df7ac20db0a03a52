//! Rules for where files are and what they are called; no contents needed.

use crate::code::Code;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::discover::{FoundFile, Root, Tree};
use crate::lint;
use crate::uri;

/// The entry file of a skill, exactly so spelled.
pub const SKILL_MD: &str = "SKILL.md";

/// SEP-2640, "Skill Entries": a server should not serve a skill with more files.
pub const FILE_LIMIT: usize = 512;

/// SEP-2640, "Skill Entries": a server should not serve a skill with more bytes.
pub const BYTE_LIMIT: u64 = 16_777_216;

/// The folders of skills, in the order of their paths, parents first.
#[derive(Clone, Debug, Default)]
pub struct Folders(Vec<String>);

impl Folders {
    /// The folders of a tree that have a `SKILL.md`.
    pub fn of(tree: &Tree) -> Self {
        let suffix = format!("/{SKILL_MD}");
        let paths = tree.files.iter().map(|file| file.path.as_str());
        let folders = paths.filter_map(|path| path.strip_suffix(&suffix));
        let mut folders: Vec<_> = folders.map(str::to_owned).collect();
        folders.sort_by(|a, b| a.split('/').cmp(b.split('/')));
        Self(folders)
    }

    /// Each folder, and whether it lies in another one.
    pub fn iter(&self) -> impl Iterator<Item = (&str, bool)> {
        self.0
            .iter()
            .map(|folder| (folder.as_str(), self.contain(folder)))
    }

    /// Whether a path lies in one of the folders.
    pub fn contain(&self, path: &str) -> bool {
        let mut above = path.rsplit_once('/');
        while let Some((folder, _)) = above {
            if self.has(folder) {
                return true;
            }
            above = folder.rsplit_once('/');
        }
        false
    }

    fn has(&self, folder: &str) -> bool {
        let is_here = |other: &String| other.split('/').cmp(folder.split('/'));
        self.0.binary_search_by(is_here).is_ok()
    }
}

/// Checks a tree; `looks_like_a_skill` reads the start of a file that may be a `SKILL.md` under another name.
pub fn check(
    found: &mut Diagnostics,
    root: &Root,
    tree: &Tree,
    folders: &Folders,
    looks_like_a_skill: impl Fn(&FoundFile) -> bool,
) {
    let before = found.len();
    check_at_root(found, root, tree);
    check_folders_called_skill_md(found, root, tree);
    check_misnamed(found, root, tree, folders, looks_like_a_skill);
    if folders.0.is_empty() && found.len() == before {
        found.push(no_skills(root, tree));
    }
    check_names(found, root, tree, folders);
    check_empty(found, root, tree, folders);
    check_hidden(found, root, tree, folders);
}

/// SEP-2640, "Resource Mapping": the first segment of a skill path is an authority.
pub fn check_group(found: &mut Diagnostics, root: &Root, folder: &str) {
    let Some((group, _)) = folder.split_once('/') else {
        return;
    };
    if uri::is_group_name(group) {
        return;
    }
    let message = format!("unexpected characters in the group name `{group}`");
    let fault = Diagnostic::new(Code::GroupName, root.show(group), message);
    let allowed = "`a-z`, `0-9`, `.`, `_` and `-` are fine";
    found.push(match crate::suggest::slug(group) {
        Some(slug) => fault.help(format!("rename the folder to `{slug}`: {allowed}")),
        None => fault.help(format!("rename the folder: {allowed}")),
    });
}

/// The two limits of a skill; whether it keeps them.
pub fn check_limits(
    found: &mut Diagnostics,
    root: &Root,
    folder: &str,
    files: &[FoundFile],
) -> bool {
    let n_files = files.len();
    let sizes = files.iter().map(|file| file.size);
    let n_bytes = sizes.fold(0, u64::saturating_add);
    let help = "split the skill, or leave files out: `exclude = [\"…\"]`";
    let mut fault = |code, message: String, note: String| {
        found.push(
            Diagnostic::new(code, root.show(folder), message)
                .help(help)
                .note(note),
        );
    };
    if n_files > FILE_LIMIT {
        let message = format!("{n_files} files in one skill, expected at most {FILE_LIMIT}");
        let note = "`SKILL.md` and the files of nested skills count".to_owned();
        fault(Code::TooManyFiles, message, note);
    }
    if n_bytes > BYTE_LIMIT
        && let Some(largest) = files.iter().max_by_key(|file| file.size)
    {
        let message = format!("{n_bytes} bytes in one skill, expected at most {BYTE_LIMIT}");
        let note = format!(
            "the largest file is `{}` with {} bytes",
            root.show(&largest.path),
            largest.size
        );
        fault(Code::TooManyBytes, message, note);
    }
    n_files <= FILE_LIMIT && n_bytes <= BYTE_LIMIT
}

/// The last part of a path.
pub fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn is_skill_md(name: &str) -> bool {
    name.eq_ignore_ascii_case(SKILL_MD)
}

fn check_at_root(found: &mut Diagnostics, root: &Root, tree: &Tree) {
    for file in tree.files.iter().filter(|file| is_skill_md(&file.path)) {
        let message = format!("a `{}` directly in the root", file.path);
        found.push(
            Diagnostic::new(Code::SkillAtRoot, root.show(&file.path), message)
                .help("move the skill into a folder of its own, named like the skill"),
        );
    }
}

fn check_folders_called_skill_md(found: &mut Diagnostics, root: &Root, tree: &Tree) {
    let message = "a folder in place of the file `SKILL.md`";
    for folder in tree
        .folders
        .iter()
        .filter(|folder| is_skill_md(base_name(folder)))
    {
        found.push(
            Diagnostic::new(Code::SkillMdName, root.show(folder), message)
                .help("rename the folder, and put the skill's text into a file `SKILL.md`"),
        );
    }
}

/// `skill.md` and the like: no host sees such a skill. Beside a `SKILL.md` it is a name that differs only by case;
/// inside a skill it may be any file, unless it starts like a skill.
fn check_misnamed(
    found: &mut Diagnostics,
    root: &Root,
    tree: &Tree,
    folders: &Folders,
    looks_like_a_skill: impl Fn(&FoundFile) -> bool,
) {
    for file in &tree.files {
        let Some((folder, name)) = file.path.rsplit_once('/') else {
            continue;
        };
        if !is_skill_md(name) || name == SKILL_MD || folders.has(folder) {
            continue;
        }
        if folders.contain(&file.path) && !looks_like_a_skill(file) {
            continue;
        }
        let message = format!("`{name}` is not seen by hosts");
        found.push(
            Diagnostic::new(Code::SkillMdName, root.show(&file.path), message)
                .help("did you mean `SKILL.md`? rename the file")
                .note(format!(
                    "if it is no skill, leave it out: `exclude = [\"{}\"]`",
                    file.path
                )),
        );
    }
}

fn no_skills(root: &Root, tree: &Tree) -> Diagnostic {
    let message = format!("no skill in `{}`", root.written);
    let fault = Diagnostic::new(Code::NoSkills, root.show(""), message);
    let Some(hidden) = tree.hidden.iter().find(|hidden| hidden.holds_skill) else {
        return fault.help("a skill is a folder with a file `SKILL.md`");
    };
    let (shown, path) = (root.show(&hidden.path), &hidden.path);
    fault.help(format!(
        "`{shown}` holds a skill, but names that start with a dot are left out: `include = [\"{path}/**\"]`"
    ))
}

/// The names of folders; those of files are checked with the files.
fn check_names(found: &mut Diagnostics, root: &Root, tree: &Tree, folders: &Folders) {
    for folder in tree.folders.iter().filter(|folder| folders.contain(folder)) {
        for (code, message, help) in lint::name(base_name(folder)) {
            found.push(Diagnostic::new(code, root.show(folder), message).help(help));
        }
    }
}

fn check_empty(found: &mut Diagnostics, root: &Root, tree: &Tree, folders: &Folders) {
    for folder in tree.empty.iter().filter(|folder| folders.contain(folder)) {
        found.push(
            Diagnostic::new(
                Code::EmptyFolder,
                root.show(folder),
                "an empty folder is not embedded",
            )
            .help("delete it, or put a file into it: git keeps no empty folders either"),
        );
    }
}

/// Dot names inside a skill, and dot folders that hold one.
fn check_hidden(found: &mut Diagnostics, root: &Root, tree: &Tree, folders: &Folders) {
    let is_reported = |path: &str, holds_skill: bool| holds_skill || folders.contain(path);
    let hidden = tree.hidden.iter();
    for hidden in hidden.filter(|hidden| is_reported(&hidden.path, hidden.holds_skill)) {
        let path = &hidden.path;
        let below = if hidden.is_folder { "/**" } else { "" };
        let message = format!(
            "`{}` is left out: its name starts with a dot",
            base_name(path)
        );
        found.push(
            Diagnostic::new(Code::HiddenFile, root.show(path), message).help(format!(
                "to embed it, `include = [\"{path}{below}\"]`; to leave it out knowingly, `exclude = [\"{path}\"]`"
            )),
        );
    }
}
