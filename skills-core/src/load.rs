//! All stages in order: roots to a catalog, or to everything that is wrong with them.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalog::{Catalog, Skill, SkillFile};
use crate::code::{Code, Level, Levels};
use crate::diagnostic::{Diagnostic, Diagnostics, Position};
use crate::digest::Digest;
use crate::discover::{self, FoundFile, Root, Tree};
use crate::fault::Fault;
use crate::filter::Filter;
use crate::frontmatter::{self, Frontmatter};
use crate::links::{self, Target};
use crate::lint;
use crate::media_type::media_type;
use crate::read;
use crate::uri;
use crate::validate;

/// The entry file of a skill, exactly so spelled.
pub const SKILL_MD: &str = "SKILL.md";

/// SEP-2640: a server should not serve a skill with more files.
pub const FILE_LIMIT: usize = 512;

/// SEP-2640: a server should not serve a skill with more bytes.
pub const BYTE_LIMIT: u64 = 16_777_216;

/// What the user may set.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The segments before every skill path.
    pub prefix: Vec<String>,
    /// `include` and `exclude`.
    pub filter: Filter,
    /// `allow`, `warn` and `deny`.
    pub levels: Levels,
}

/// What became of the roots.
#[derive(Debug)]
pub struct Loaded {
    /// The catalog, unless something stops the build.
    pub catalog: Option<Catalog>,
    /// Everything found, by path, line and column.
    pub diagnostics: Vec<Diagnostic>,
}

/// Loads the skills of all roots into one catalog.
pub fn load(roots: &[Root], options: &Options) -> Loaded {
    let mut found = Diagnostics::default();
    let mut skills = Vec::new();
    let mut files = Vec::new();
    let mut names = Vec::new();
    for (index, root) in roots.iter().enumerate() {
        if let Some(tree) = discover::discover(&mut found, root, &options.filter) {
            let mut stage = Stage::new(&mut found, root, index, &tree, options);
            stage.run();
            skills.append(&mut stage.skills);
            files.append(&mut stage.files);
            names.append(&mut stage.names);
        }
    }
    check_names(&mut found, names);
    check_unique(&mut found, roots, &files);
    finish(found, &options.levels, Catalog::new(skills, files))
}

/// Gives each fault its level, and the catalog only if none stops the build.
fn finish(found: Diagnostics, levels: &Levels, catalog: Catalog) -> Loaded {
    let diagnostics: Vec<_> = found
        .into_sorted()
        .into_iter()
        .map(|found| {
            let level = levels.get(found.code());
            found.with_level(level)
        })
        .filter(|found| found.level() > Level::Allow)
        .collect();
    let diagnostics = without_repeats(diagnostics);
    let is_fatal = diagnostics.iter().any(|found| found.level().is_fatal());
    Loaded {
        catalog: (!is_fatal).then_some(catalog),
        diagnostics,
    }
}

/// One fault, one message: what is wrong with a value as YAML comes before what is wrong with it as a field, quoting a
/// value also makes it unambiguous, and two skills under one URI have one name.
fn without_repeats(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let place = |found: &Diagnostic| Some((found.path().to_owned(), found.position()?));
    let at = |is_stronger: fn(Code) -> bool| -> BTreeSet<_> {
        let stronger = diagnostics.iter().filter(|found| is_stronger(found.code()));
        stronger.filter_map(place).collect()
    };
    let values = at(|code| code != Code::YamlAmbiguous);
    let yaml = at(|code| matches!(code, Code::YamlTag | Code::YamlAnchor | Code::YamlNumber));
    let doubled = diagnostics
        .iter()
        .filter(|found| found.code() == Code::DuplicateUri);
    let doubled: BTreeSet<_> = doubled.map(|found| found.path().to_owned()).collect();
    let is_among = |found: &Diagnostic, places: &BTreeSet<_>| {
        place(found).is_some_and(|at| places.contains(&at))
    };
    let is_repeat = |found: &Diagnostic| match found.code() {
        Code::YamlAmbiguous => is_among(found, &values),
        Code::MetadataValue | Code::FieldType => is_among(found, &yaml),
        Code::DuplicateName => doubled.contains(found.path()),
        _ => false,
    };
    diagnostics
        .iter()
        .filter(|found| !is_repeat(found))
        .cloned()
        .collect()
}

/// SEP-2640: names should be unique within a listing.
fn check_names(found: &mut Diagnostics, names: Vec<Named>) {
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    for Named { name, path, place } in names {
        match seen.get(&name) {
            Some(first) => found.push(place.note(format!("the other is `{first}`"))),
            None => drop(seen.insert(name, path)),
        }
    }
}

/// Two roots may not serve one URI.
fn check_unique(found: &mut Diagnostics, roots: &[Root], files: &[SkillFile]) {
    let mut seen: BTreeMap<&str, &SkillFile> = BTreeMap::new();
    for file in files {
        let Some(first) = seen.insert(&file.uri, file) else {
            continue;
        };
        let (Some(root), Some(other)) = (roots.get(file.root), roots.get(first.root)) else {
            continue;
        };
        let message = format!("`{}` is served from two folders", file.uri);
        found.push(
            Diagnostic::new(Code::DuplicateUri, root.show(&file.path), message)
                .note(format!("the other is `{}`", other.show(&first.path)))
                .help(
                    "rename one of the skills, or give the folders macros with different prefixes",
                ),
        );
    }
}

/// One root on its way to skills and files.
struct Stage<'a> {
    found: &'a mut Diagnostics,
    root: &'a Root,
    index: usize,
    tree: &'a Tree,
    options: &'a Options,
    skills: Vec<Skill>,
    files: Vec<SkillFile>,
    names: Vec<Named>,
}

/// A skill name and what to report if it is not the first of that name.
struct Named {
    name: String,
    path: String,
    place: Diagnostic,
}

/// A `SKILL.md` that was read.
struct Entry {
    text: String,
    frontmatter: Option<Frontmatter>,
    faults: Vec<Fault>,
}

impl<'a> Stage<'a> {
    fn new(
        found: &'a mut Diagnostics,
        root: &'a Root,
        index: usize,
        tree: &'a Tree,
        options: &'a Options,
    ) -> Self {
        Self {
            found,
            root,
            index,
            tree,
            options,
            skills: Vec::new(),
            files: Vec::new(),
            names: Vec::new(),
        }
    }

    fn run(&mut self) {
        let folders = self.skill_folders();
        self.check_misnamed(&folders);
        let mut outermost: Vec<String> = Vec::new();
        for folder in &folders {
            let is_nested = outermost
                .last()
                .is_some_and(|outer| is_below(folder, outer));
            self.skill(folder, is_nested);
            if !is_nested {
                self.check_group(folder);
                self.embed(folder);
                outermost.push(folder.clone());
            }
        }
        self.check_hidden(&outermost);
        self.check_folders(&outermost);
    }

    /// The folders with a `SKILL.md`, each before those below it.
    fn skill_folders(&mut self) -> Vec<String> {
        let mut folders = BTreeSet::new();
        for file in &self.tree.files {
            match file.path.rsplit_once('/') {
                Some((folder, SKILL_MD)) => drop(folders.insert(folder.to_owned())),
                None if file.path.eq_ignore_ascii_case(SKILL_MD) => self.skill_at_root(file),
                _ => {}
            }
        }
        let mut folders: Vec<_> = folders.into_iter().collect();
        folders.sort_by(|a, b| a.split('/').cmp(b.split('/')));
        folders
    }

    fn skill_at_root(&mut self, file: &FoundFile) {
        let message = format!("a `{}` directly in the root", file.path);
        self.found.push(
            Diagnostic::new(Code::SkillAtRoot, self.root.show(&file.path), message)
                .help("move the skill into a folder of its own, named like the skill"),
        );
    }

    /// `skill.md` and the like: no host sees such a skill.
    fn check_misnamed(&mut self, folders: &[String]) {
        let tree = self.tree;
        let mut is_empty = folders.is_empty();
        let misnamed = |path: &str| {
            let name = path.rsplit('/').next().unwrap_or(path);
            name.eq_ignore_ascii_case(SKILL_MD) && path.contains('/')
        };
        for path in tree
            .folders
            .iter()
            .filter(|path| misnamed(&format!("./{path}")))
        {
            is_empty = false;
            self.found.push(
                Diagnostic::new(
                    Code::SkillMdName,
                    self.root.show(path),
                    "a folder in place of the file `SKILL.md`",
                )
                .help("rename the folder, and put the skill's text into a file `SKILL.md`"),
            );
        }
        for file in tree.files.iter().filter(|file| misnamed(&file.path)) {
            let (folder, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
            let is_skill = folders.iter().any(|skill| skill == folder);
            if name == SKILL_MD || is_skill {
                continue;
            }
            let is_inside = folders.iter().any(|skill| is_below(folder, skill));
            if is_inside && !self.looks_like_a_skill(file) {
                continue;
            }
            is_empty = false;
            self.found.push(
                Diagnostic::new(
                    Code::SkillMdName,
                    self.root.show(&file.path),
                    format!("`{name}` is not seen by hosts"),
                )
                .help("did you mean `SKILL.md`? rename the file"),
            );
        }
        let at_root = tree
            .files
            .iter()
            .any(|file| file.path.eq_ignore_ascii_case(SKILL_MD));
        if is_empty && !at_root {
            self.no_skills();
        }
    }

    fn looks_like_a_skill(&self, file: &FoundFile) -> bool {
        let start = read::read(&self.root.path, &file.path, 4);
        start.is_ok_and(|bytes| bytes.starts_with(b"---\n") || bytes.starts_with(b"---\r"))
    }

    fn no_skills(&mut self) {
        let root = self.root;
        let message = format!("no skill in `{}`", root.written);
        let fault = Diagnostic::new(Code::NoSkills, root.show(""), message);
        self.found.push(match self.tree.hidden.iter().find(|hidden| hidden.holds_skill) {
            Some(hidden) => fault.help(format!(
                "`{}` holds a skill, but names that start with a dot are left out: `include = [\"{}/**\"]`",
                root.show(&hidden.path),
                hidden.path
            )),
            None => fault.help("a skill is a folder with a file `SKILL.md`"),
        });
    }

    /// SEP-2640, "Resource Mapping": the first segment is an authority.
    fn check_group(&mut self, folder: &str) {
        let Some((group, _)) = folder.split_once('/') else {
            return;
        };
        if self.options.prefix.is_empty() && !uri::is_group_name(group) {
            let message = format!("unexpected characters in the group name `{group}`");
            let fault = Diagnostic::new(Code::GroupName, self.root.show(group), message);
            self.found.push(match crate::suggest::slug(group) {
                Some(slug) => fault.help(format!(
                    "rename the folder to `{slug}`: `a-z`, `0-9`, `.`, `_` and `-` are fine"
                )),
                None => fault.help("rename the folder: `a-z`, `0-9`, `.`, `_` and `-` are fine"),
            });
        }
    }

    fn skill(&mut self, folder: &str, is_nested: bool) {
        let path = format!("{folder}/{SKILL_MD}");
        let Some(mut entry) = self.entry(&path) else {
            return;
        };
        if is_nested && is_plain(&entry) {
            self.nested_plain(&path);
            return;
        }
        let name = folder.rsplit('/').next().unwrap_or(folder);
        let fields = entry
            .frontmatter
            .as_ref()
            .and_then(|frontmatter| validate::validate(&mut entry.faults, frontmatter, name));
        if let Some(frontmatter) = &entry.frontmatter {
            lint::skill_md(&mut entry.faults, &entry.text, frontmatter);
            self.check_links(&mut entry.faults, &entry.text, frontmatter.body, folder);
        }
        let shown = self.root.show(&path);
        if let (Some(fields), Some(frontmatter)) = (&fields, &entry.frontmatter) {
            let message = format!("another skill is called `{}` too", fields.name);
            let place = Diagnostic::new(Code::DuplicateName, shown.clone(), message)
                .at(&entry.text, lint::name_span(frontmatter))
                .help("give each skill a name of its own: hosts show names, not URIs");
            self.names.push(Named {
                name: fields.name.clone(),
                path: shown.clone(),
                place,
            });
        }
        for fault in entry.faults {
            self.found.push(fault.in_file(&shown, &entry.text));
        }
        if let (Some(fields), Some(frontmatter)) = (fields, entry.frontmatter) {
            self.skills.push(Skill {
                name: fields.name,
                description: fields.description,
                uri: self.uri(&path),
                frontmatter: frontmatter.to_json(),
                body: frontmatter.body,
                folder: folder.to_owned(),
                root: self.index,
            });
        }
    }

    fn entry(&mut self, path: &str) -> Option<Entry> {
        // A larger one is over the limit of the whole skill, which is reported there.
        if self.tree.size(path)? > BYTE_LIMIT {
            return None;
        }
        let bytes = self.read(path)?;
        match String::from_utf8(bytes) {
            Ok(text) => {
                let mut faults = Vec::new();
                let frontmatter = frontmatter::parse(&text, &mut faults);
                if lint::is_lfs_pointer(text.as_bytes()) {
                    explain_pointer(&mut faults);
                }
                Some(Entry {
                    text,
                    frontmatter,
                    faults,
                })
            }
            Err(error) => {
                self.not_utf8(path, error.as_bytes(), error.utf8_error().valid_up_to());
                None
            }
        }
    }

    fn nested_plain(&mut self, path: &str) {
        self.found.push(
            Diagnostic::new(
                Code::NestedPlain,
                self.root.show(path),
                "a `SKILL.md` without frontmatter inside another skill is served as a plain file",
            )
            .help("give it a frontmatter to make it a skill, or another name"),
        );
    }

    fn not_utf8(&mut self, path: &str, bytes: &[u8], at: usize) {
        let before = bytes.get(..at).unwrap_or_default();
        let line_start = before
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |newline| newline + 1);
        let line = before.get(line_start..).unwrap_or_default();
        let position = Position {
            line: before.iter().filter(|byte| **byte == b'\n').count() + 1,
            column: String::from_utf8_lossy(line).chars().count() + 1,
        };
        let byte = bytes.get(at).copied().unwrap_or_default();
        let fault = Diagnostic::new(
            Code::NotUtf8,
            self.root.show(path),
            format!("byte 0x{byte:02X} at offset {at} is not UTF-8"),
        )
        .at_position(position);
        let is_utf16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
        self.found.push(if is_utf16 {
            fault.help("the file looks like UTF-16: save it as UTF-8")
        } else {
            fault.help("save the file as UTF-8")
        });
    }

    /// Reads the files of a skill that no other skill contains, if they are within the limits.
    fn embed(&mut self, folder: &str) {
        let tree = self.tree;
        let files = tree.files_below(folder);
        if !self.check_limits(folder, files) {
            return;
        }
        for file in files {
            if let Some(bytes) = self.read(&file.path) {
                let text = std::str::from_utf8(&bytes)
                    .ok()
                    .filter(|text| !text.contains('\0'));
                self.check_file(&file.path, &bytes, text);
                let file = self.file(&file.path, bytes);
                self.files.push(file);
            }
        }
    }

    /// SEP-2640, "Skill Entries": the two limits.
    fn check_limits(&mut self, folder: &str, files: &[FoundFile]) -> bool {
        let n_files = files.len();
        let n_bytes = files
            .iter()
            .fold(0_u64, |sum, file| sum.saturating_add(file.size));
        if n_files > FILE_LIMIT {
            let message = format!("{n_files} files in one skill, expected at most {FILE_LIMIT}");
            self.found.push(
                Diagnostic::new(Code::TooManyFiles, self.root.show(folder), message)
                    .help("split the skill, or leave files out: `exclude = [\"…\"]`")
                    .note("`SKILL.md` and the files of nested skills count"),
            );
        }
        if n_bytes > BYTE_LIMIT {
            let message = format!("{n_bytes} bytes in one skill, expected at most {BYTE_LIMIT}");
            let largest = files.iter().max_by_key(|file| file.size);
            let fault = Diagnostic::new(Code::TooManyBytes, self.root.show(folder), message)
                .help("split the skill, or leave files out: `exclude = [\"…\"]`");
            self.found.push(match largest {
                Some(file) => fault.note(format!(
                    "the largest file is `{}` with {} bytes",
                    self.root.show(&file.path),
                    file.size
                )),
                None => fault,
            });
        }
        n_files <= FILE_LIMIT && n_bytes <= BYTE_LIMIT
    }

    fn read(&mut self, path: &str) -> Option<Vec<u8>> {
        match read::read(&self.root.path, path, BYTE_LIMIT) {
            Ok(bytes) => Some(bytes),
            Err(error) => {
                let message = format!("cannot read file: {error}");
                self.found.push(Diagnostic::new(
                    Code::Unreadable,
                    self.root.show(path),
                    message,
                ));
                None
            }
        }
    }

    fn file(&self, path: &str, bytes: Vec<u8>) -> SkillFile {
        let name = path.rsplit('/').next().unwrap_or(path);
        let is_text = std::str::from_utf8(&bytes).is_ok_and(|text| !text.contains('\0'));
        SkillFile {
            uri: self.uri(path),
            path: path.to_owned(),
            media_type: media_type(name, is_text),
            digest: Digest::of(&bytes),
            bytes,
            root: self.index,
        }
    }

    fn uri(&self, path: &str) -> String {
        let mut segments = self.options.prefix.join("/");
        if !segments.is_empty() {
            segments.push('/');
        }
        segments.push_str(path);
        uri::encode(&segments)
    }

    fn check_links(&self, faults: &mut Vec<Fault>, text: &str, start: usize, folder: &str) {
        let prefix = format!("{folder}/");
        let below = self.tree.files_below(folder).iter();
        let files: Vec<_> = below
            .filter_map(|file| file.path.strip_prefix(&prefix))
            .collect();
        let body = text.get(start..).unwrap_or_default();
        links::check(faults, body, start, &files, |path| {
            self.target(folder, path)
        });
    }

    fn target(&self, folder: &str, path: &str) -> Target {
        let whole = if path.is_empty() {
            folder.to_owned()
        } else {
            format!("{folder}/{path}")
        };
        if self.tree.size(&whole).is_some() || !self.tree.files_below(&whole).is_empty() {
            return Target::Present;
        }
        let mut parts = Some(whole.as_str());
        while let Some(part) = parts {
            if self.tree.left_out.contains(part) {
                return Target::LeftOut;
            }
            parts = part.rsplit_once('/').map(|(parent, _)| parent);
        }
        Target::Missing
    }

    /// Lints that need no more than the file.
    fn check_file(&mut self, path: &str, bytes: &[u8], text: Option<&str>) {
        let name = base_name(path);
        let shown = self.root.show(path);
        let is_skill_md = name == SKILL_MD;
        if let Some(text) = text.filter(|_| path.ends_with(".md") && !is_skill_md)
            && let Some(fault) = lint::invisible(text)
        {
            self.found.push(fault.in_file(&shown, text));
        }
        let lints = lint::file(name, bytes, text);
        // A pointer in place of a SKILL.md has no frontmatter, and that says so.
        let lints = lints
            .into_iter()
            .filter(|(code, ..)| !(is_skill_md && *code == Code::LfsPointer));
        for (code, message, help) in lints
            .chain(lint::windows_name(name))
            .chain(lint::invisible_name_in(name))
        {
            self.found
                .push(Diagnostic::new(code, shown.clone(), message).help(help));
        }
    }

    /// Folders of a skill: names, and nothing inside.
    fn check_folders(&mut self, skills: &[String]) {
        let tree = self.tree;
        let is_inside = |folder: &&String| skills.iter().any(|skill| is_below(folder, skill));
        for folder in tree.folders.iter().filter(is_inside) {
            let name = base_name(folder);
            for (code, message, help) in lint::windows_name(name)
                .into_iter()
                .chain(lint::invisible_name_in(name))
            {
                self.found
                    .push(Diagnostic::new(code, self.root.show(folder), message).help(help));
            }
        }
        for folder in tree.empty.iter().filter(is_inside) {
            self.found.push(
                Diagnostic::new(
                    Code::EmptyFolder,
                    self.root.show(folder),
                    "an empty folder is not embedded",
                )
                .help("delete it, or put a file into it: git keeps no empty folders either"),
            );
        }
    }

    /// Dot names inside a skill, and dot folders that hold one.
    fn check_hidden(&mut self, skills: &[String]) {
        let tree = self.tree;
        for hidden in &tree.hidden {
            let is_inside = skills.iter().any(|skill| is_below(&hidden.path, skill));
            if !is_inside && !hidden.holds_skill {
                continue;
            }
            let path = &hidden.path;
            let pattern = if hidden.is_folder {
                format!("{path}/**")
            } else {
                path.clone()
            };
            let message = format!(
                "`{}` is left out: its name starts with a dot",
                base_name(path)
            );
            self.found.push(
                Diagnostic::new(Code::HiddenFile, self.root.show(path), message)
                    .help(format!("to embed it, `include = [\"{pattern}\"]`; to leave it out knowingly, `exclude = [\"{path}\"]`")),
            );
        }
    }
}

fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Whether a path lies below a folder.
fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder)
        .is_some_and(|rest| rest.starts_with('/'))
}

/// The pointer of a SKILL.md has no frontmatter; the reason is not the author's text.
fn explain_pointer(faults: &mut [Fault]) {
    if let Some(fault) = faults.first_mut() {
        fault.helps = vec![
            "the file is a Git LFS pointer: fetch the file itself with `git lfs pull`".to_owned(),
        ];
    }
}

/// Without any frontmatter: the first line is not even meant as a fence.
fn is_plain(entry: &Entry) -> bool {
    let is_missing = entry
        .faults
        .iter()
        .any(|fault| fault.code == Code::FrontmatterMissing);
    is_missing && !entry.text.starts_with("---")
}
