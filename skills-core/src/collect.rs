//! One tree to skills and files: every file is read once, and what is checked is what is embedded.

use std::collections::BTreeMap;
use std::string::FromUtf8Error;

use crate::catalog::{Skill, SkillFile};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Diagnostics, Position};
use crate::digest::Digest;
use crate::discover::{FoundFile, Root, Tree};
use crate::fault::Fault;
use crate::frontmatter::{self, Frontmatter};
use crate::links::{self, Target};
use crate::lint;
use crate::media_type::media_type;
use crate::read::Reader;
use crate::shape::{self, BYTE_LIMIT, Folders, SKILL_MD, base_name};
use crate::uri;
use crate::validate::{self, Fields};

/// What was found below one or more roots.
#[derive(Debug, Default)]
pub struct Collected {
    /// The skills that have what a skill needs.
    pub skills: Vec<Skill>,
    /// The files of all skills.
    pub files: Vec<SkillFile>,
    /// The names of the skills.
    pub names: Vec<Named>,
}

/// A skill name, and what to report if it is not the first of that name.
#[derive(Debug)]
pub struct Named {
    /// The name.
    pub name: String,
    /// The `SKILL.md`, for messages.
    pub path: String,
    /// The report.
    pub repeated: Diagnostic,
}

impl Collected {
    /// Adds what was found below another root.
    pub fn append(&mut self, mut other: Self) {
        self.skills.append(&mut other.skills);
        self.files.append(&mut other.files);
        self.names.append(&mut other.names);
    }
}

/// Reads and checks the skills of a tree; `index` is the number of its root.
pub fn collect(
    found: &mut Diagnostics,
    root: &Root,
    index: usize,
    tree: &Tree,
    prefix: &[String],
) -> Collected {
    let folders = Folders::of(tree);
    shape::check(found, root, tree, &folders, |file| {
        looks_like_a_skill(root, file)
    });
    let mut collector = Collector {
        found,
        root,
        index,
        tree,
        prefix,
        reader: Reader::new(&root.path),
        read: BTreeMap::new(),
        collected: Collected::default(),
    };
    for (folder, is_nested) in folders.iter() {
        collector.skill(folder, is_nested);
    }
    for (folder, _) in folders.iter().filter(|(_, is_nested)| !is_nested) {
        collector.embed(folder);
    }
    collector.collected
}

fn looks_like_a_skill(root: &Root, file: &FoundFile) -> bool {
    let start = Reader::new(&root.path).read(&file.path, 4);
    start.is_ok_and(|bytes| bytes.starts_with(b"---\n") || bytes.starts_with(b"---\r"))
}

struct Collector<'a> {
    found: &'a mut Diagnostics,
    root: &'a Root,
    index: usize,
    tree: &'a Tree,
    prefix: &'a [String],
    reader: Reader<'a>,
    /// The `SKILL.md` files, read when they are checked and embedded later.
    read: BTreeMap<String, Vec<u8>>,
    collected: Collected,
}

/// A `SKILL.md` that was read.
struct Entry {
    text: String,
    frontmatter: Option<Frontmatter>,
    faults: Vec<Fault>,
}

impl Collector<'_> {
    fn skill(&mut self, folder: &str, is_nested: bool) {
        let path = format!("{folder}/{SKILL_MD}");
        let Some(mut entry) = self.entry(&path) else {
            return;
        };
        if is_nested && is_plain(&entry) {
            self.nested_plain(&path);
            return;
        }
        if !is_nested && self.prefix.is_empty() {
            shape::check_group(self.found, self.root, folder);
        }
        let fields = self.check(&mut entry, folder);
        let shown = self.root.show(&path);
        for fault in entry.faults {
            self.found.push(fault.in_file(&shown, &entry.text));
        }
        if let (Some(fields), Some(frontmatter)) = (fields, entry.frontmatter) {
            self.add_name(&fields, &frontmatter, shown, &entry.text);
            self.add_skill(fields, &frontmatter, &path, folder);
        }
    }

    fn check(&self, entry: &mut Entry, folder: &str) -> Option<Fields> {
        let Entry {
            text,
            frontmatter,
            faults,
        } = entry;
        let frontmatter = frontmatter.as_ref()?;
        let fields = validate::validate(faults, frontmatter, base_name(folder));
        lint::skill_md(faults, text, frontmatter);
        self.check_links(faults, text, frontmatter.body, folder);
        fields
    }

    fn add_name(&mut self, fields: &Fields, frontmatter: &Frontmatter, shown: String, text: &str) {
        let message = format!("another skill is called `{}` too", fields.name);
        let repeated = Diagnostic::new(Code::DuplicateName, shown.clone(), message)
            .at(text, lint::name_span(frontmatter))
            .help("give each skill a name of its own: hosts show names, not URIs");
        self.collected.names.push(Named {
            name: fields.name.clone(),
            path: shown,
            repeated,
        });
    }

    fn add_skill(&mut self, fields: Fields, frontmatter: &Frontmatter, path: &str, folder: &str) {
        self.collected.skills.push(Skill {
            name: fields.name,
            description: fields.description,
            uri: self.uri(path),
            frontmatter: frontmatter.to_json(),
            body: frontmatter.body,
            folder: folder.to_owned(),
            root: self.index,
        });
    }

    fn entry(&mut self, path: &str) -> Option<Entry> {
        // A larger one is over the limit of the whole skill, which is reported there.
        if self.tree.size(path)? > BYTE_LIMIT {
            return None;
        }
        let bytes = self.read(path)?;
        self.read.insert(path.to_owned(), bytes.clone());
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                self.found
                    .push(not_utf8(self.root.show(path), error.as_bytes(), at));
                return None;
            }
        };
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

    fn nested_plain(&mut self, path: &str) {
        let message =
            "a `SKILL.md` without frontmatter inside another skill is served as a plain file";
        self.found.push(
            Diagnostic::new(Code::NestedPlain, self.root.show(path), message)
                .help("give it a frontmatter to make it a skill, or another name"),
        );
    }

    /// Reads the files of a skill that no other skill contains, if they are within the limits.
    fn embed(&mut self, folder: &str) {
        let files = self.tree.files_below(folder);
        if !shape::check_limits(self.found, self.root, folder, files) {
            return;
        }
        for file in files {
            let bytes = self
                .read
                .remove(&file.path)
                .or_else(|| self.read(&file.path));
            if let Some(bytes) = bytes {
                self.add_file(&file.path, bytes);
            }
        }
    }

    fn read(&mut self, path: &str) -> Option<Vec<u8>> {
        match self.reader.read(path, BYTE_LIMIT) {
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

    fn add_file(&mut self, path: &str, bytes: Vec<u8>) {
        let (size, digest) = (bytes.len(), Digest::of(&bytes));
        let content = into_text(bytes);
        match &content {
            Ok(text) => self.check_file(path, text.as_bytes(), Some(text)),
            Err(bytes) => self.check_file(path, bytes, None),
        }
        let text = content.ok();
        let media_type = media_type(base_name(path), text.is_some());
        self.collected.files.push(SkillFile {
            uri: self.uri(path),
            path: path.to_owned(),
            media_type,
            digest,
            size,
            text,
            root: self.index,
        });
    }

    fn uri(&self, path: &str) -> String {
        let segments = self.prefix.iter().map(String::as_str).chain([path]);
        uri::encode(&segments.collect::<Vec<_>>().join("/"))
    }

    fn check_links(&self, faults: &mut Vec<Fault>, text: &str, start: usize, folder: &str) {
        let prefix = format!("{folder}/");
        let below = self.tree.files_below(folder).iter();
        let files: Vec<_> = below
            .filter_map(|file| file.path.strip_prefix(&prefix))
            .collect();
        let body = text.get(start..).unwrap_or_default();
        let skill = links::Skill {
            folder,
            files: &files,
        };
        links::check(faults, body, start, &skill, |path| {
            self.target(folder, path)
        });
    }

    fn target(&self, folder: &str, path: &str) -> Target {
        let whole = match path {
            "" => folder.to_owned(),
            path => format!("{folder}/{path}"),
        };
        if self.tree.size(&whole).is_some() || !self.tree.files_below(&whole).is_empty() {
            return Target::Present;
        }
        let mut part = Some(whole.as_str());
        while let Some(path) = part {
            if self.tree.left_out.contains(path) {
                return Target::LeftOut;
            }
            part = path.rsplit_once('/').map(|(parent, _)| parent);
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
        for (code, message, help) in lint::file(name, bytes, text)
            .into_iter()
            .chain(lint::name(name))
        {
            // A pointer in place of a SKILL.md has no frontmatter, and that says so.
            if !(is_skill_md && code == Code::LfsPointer) {
                self.found
                    .push(Diagnostic::new(code, shown.clone(), message).help(help));
            }
        }
    }
}

/// UTF-8 without NUL is text; any other bytes are given back.
fn into_text(bytes: Vec<u8>) -> Result<String, Vec<u8>> {
    let text = String::from_utf8(bytes).map_err(FromUtf8Error::into_bytes)?;
    if text.contains('\0') {
        return Err(text.into_bytes());
    }
    Ok(text)
}

fn not_utf8(shown: String, bytes: &[u8], at: usize) -> Diagnostic {
    let before = bytes.get(..at).unwrap_or_default();
    let newline = before.iter().rposition(|byte| *byte == b'\n');
    let line = before
        .get(newline.map_or(0, |newline| newline + 1)..)
        .unwrap_or_default();
    let position = Position {
        line: before.iter().filter(|byte| **byte == b'\n').count() + 1,
        column: String::from_utf8_lossy(line).chars().count() + 1,
    };
    let byte = bytes.get(at).copied().unwrap_or_default();
    let message = format!("byte 0x{byte:02X} at offset {at} is not UTF-8");
    let fault = Diagnostic::new(Code::NotUtf8, shown, message).at_position(position);
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return fault.help("the file looks like UTF-16: save it as UTF-8");
    }
    fault.help("save the file as UTF-8")
}

/// The pointer of a SKILL.md has no frontmatter; the reason is not the author's text.
fn explain_pointer(faults: &mut [Fault]) {
    let help = "the file is a Git LFS pointer: fetch the file itself with `git lfs pull`";
    if let Some(fault) = faults.first_mut() {
        fault.helps = vec![help.to_owned()];
    }
}

/// Without any frontmatter: the first line is not even meant as a fence.
fn is_plain(entry: &Entry) -> bool {
    let mut faults = entry.faults.iter();
    faults.any(|fault| fault.code == Code::FrontmatterMissing) && !entry.text.starts_with("---")
}
