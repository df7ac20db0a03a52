//! Any small tree, loaded as `skills!` loads it.
#![no_main]

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::OnceLock;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use percent_encoding::percent_decode_str;
use skills_core::digest::Digest;
use skills_core::{Catalog, Code, Filter, Level, Loaded, Options, Root, load};

/// What is put on disk, and how it is loaded.
#[derive(Arbitrary, Debug)]
struct Input {
    entries: Vec<Entry>,
    second_root: Vec<Entry>,
    prefix: bool,
    include: Option<Pattern>,
    exclude: Option<Pattern>,
    levels: Vec<(u8, bool)>,
    deny_warnings: bool,
}

#[derive(Arbitrary, Debug)]
struct Entry {
    path: Vec<Segment>,
    kind: Kind,
}

#[derive(Arbitrary, Debug)]
enum Kind {
    Skill { name: Option<Segment>, fields: String, body: String },
    Bytes(Vec<u8>),
    Text(String),
    Folder,
    Link(Segment),
}

#[derive(Arbitrary, Debug)]
enum Segment {
    Pdf,
    Forms,
    Acme,
    SkillMd,
    LowerSkillMd,
    Git,
    Hidden,
    Accent,
    DecomposedAccent,
    Device,
    Raw(Vec<u8>),
    Text(String),
}

#[derive(Arbitrary, Debug)]
enum Pattern {
    All,
    Markdown,
    Hidden,
    Text(String),
}

impl Segment {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Pdf => b"pdf",
            Self::Forms => b"pdf-forms",
            Self::Acme => b"acme",
            Self::SkillMd => b"SKILL.md",
            Self::LowerSkillMd => b"skill.md",
            Self::Git => b".git",
            Self::Hidden => b".rels",
            Self::Accent => "caf\u{e9}".as_bytes(),
            Self::DecomposedAccent => "cafe\u{301}".as_bytes(),
            Self::Device => b"aux.md",
            Self::Raw(bytes) => bytes,
            Self::Text(text) => text.as_bytes(),
        }
    }

    /// The segment as a name that a file system takes.
    fn name(&self) -> Vec<u8> {
        let kept = |byte: &u8| !matches!(byte, 0 | b'/');
        let name: Vec<u8> = self.bytes().iter().copied().filter(kept).take(40).collect();
        match name.as_slice() {
            b"" | b"." | b".." => b"x".to_vec(),
            _ => name,
        }
    }
}

impl Pattern {
    fn text(&self) -> &str {
        match self {
            Self::All => "**",
            Self::Markdown => "**/*.md",
            Self::Hidden => "**/.*",
            Self::Text(text) => text,
        }
    }
}

fuzz_target!(|input: Input| {
    let tree = tempfile::tempdir_in(scratch()).expect("the temporary folder is writable");
    let roots = [("one", &input.entries), ("two", &input.second_root)];
    let used = if input.second_root.is_empty() { 1 } else { 2 };
    let roots: Vec<_> = roots.into_iter().take(used).map(|(name, entries)| root(tree.path(), name, entries)).collect();
    let options = options(&input);
    let loaded = load(&roots, &options);
    check(&loaded, &roots, &options);
    let again = load(&roots, &options);
    assert_eq!(again.diagnostics, loaded.diagnostics);
    assert_eq!(again.catalog, loaded.catalog);
});

/// In memory where the system has such a folder: the disk is not what is tested.
fn scratch() -> &'static Path {
    static SCRATCH: OnceLock<std::path::PathBuf> = OnceLock::new();
    SCRATCH.get_or_init(|| {
        let memory = Path::new("/dev/shm");
        if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() }
    })
}

fn root(base: &Path, name: &str, entries: &[Entry]) -> Root {
    let path = base.join(name);
    fs::create_dir(&path).expect("the folder is new");
    entries.iter().take(24).for_each(|entry| add(&path, entry));
    Root { path, written: format!("./{name}"), shown: name.to_owned(), base: base.to_owned() }
}

/// What is in the way of an earlier entry is not made.
fn add(root: &Path, entry: &Entry) {
    use std::os::unix::ffi::OsStrExt;
    let mut path = root.to_path_buf();
    for segment in entry.path.iter().take(5) {
        path.push(std::ffi::OsStr::from_bytes(&segment.name()));
    }
    if path == root {
        path.push("pdf");
    }
    // A link made earlier must not lead out of the folder.
    let is_inside = path.ancestors().skip(1).take_while(|parent| *parent != root).all(|parent| !parent.is_symlink());
    if !is_inside || path.is_symlink() || fs::create_dir_all(path.parent().unwrap_or(root)).is_err() {
        return;
    }
    drop(match &entry.kind {
        Kind::Skill { name, fields, body } => add_skill(&path, name.as_ref(), fields, body),
        Kind::Bytes(bytes) => fs::write(&path, bytes),
        Kind::Text(text) => fs::write(&path, text),
        Kind::Folder => fs::create_dir_all(&path),
        Kind::Link(target) => symlink(Path::new(std::ffi::OsStr::from_bytes(&target.name())), &path),
    });
}

fn add_skill(folder: &Path, name: Option<&Segment>, fields: &str, body: &str) -> std::io::Result<()> {
    let own = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let name = name.map_or(own, |name| String::from_utf8_lossy(&name.name()).into_owned());
    fs::create_dir_all(folder)?;
    fs::write(folder.join("SKILL.md"), format!("---\nname: {name}\ndescription: d\n{fields}\n---\n{body}"))
}

fn options(input: &Input) -> Options {
    let pattern = |pattern: &Option<Pattern>| -> Vec<String> {
        let text = pattern.iter().map(|pattern| pattern.text().to_owned());
        text.filter(|text| Filter::check(text).is_ok()).collect()
    };
    let mut options = Options::default();
    if input.prefix {
        options.prefix = vec!["acme".to_owned(), "docs (1)".to_owned()];
    }
    if let Ok(filter) = Filter::new(&pattern(&input.include), &pattern(&input.exclude)) {
        options.filter = filter;
    }
    for (code, is_allowed) in &input.levels {
        let code = Code::ALL[usize::from(*code) % Code::ALL.len()];
        let level = if *is_allowed { Level::Allow } else { Level::Deny };
        options.levels.set(code, level);
    }
    if input.deny_warnings {
        options.levels.deny_warnings();
    }
    options
}

fn check(loaded: &Loaded, roots: &[Root], options: &Options) {
    let is_fatal = loaded.diagnostics.iter().any(|found| found.level().is_fatal());
    assert_eq!(loaded.catalog.is_none(), is_fatal, "a catalog exactly when nothing is fatal");
    assert!(loaded.diagnostics.is_sorted());
    for found in &loaded.diagnostics {
        assert!(found.level() > Level::Allow);
        assert!(!found.message().is_empty());
        assert!(found.render().contains(found.code().name()));
        assert!(!found.to_string().contains('\0'));
    }
    if let Some(catalog) = &loaded.catalog {
        check_files(catalog, roots, options);
        check_skills(catalog);
    }
}

fn check_files(catalog: &Catalog, roots: &[Root], options: &Options) {
    let uris: Vec<_> = catalog.files().iter().map(|file| file.uri.as_str()).collect();
    assert!(uris.is_sorted_by(|a, b| a < b), "sorted, each once");
    let mut prefix = options.prefix.join("/");
    if !prefix.is_empty() {
        prefix.push('/');
    }
    for file in catalog.files() {
        let encoded = file.uri.strip_prefix("skill://").expect("the scheme");
        assert!(encoded.bytes().all(is_uri_byte), "{encoded}");
        let decoded = percent_decode_str(encoded).decode_utf8().expect("UTF-8");
        assert_eq!(decoded, format!("{prefix}{}", file.path));
        assert!(file.path.split('/').all(|name| !matches!(name, "" | "." | "..")));
        let on_disk = fs::read(roots[file.root].path.join(&file.path)).expect("the file is there");
        assert_eq!(file.bytes, on_disk);
        assert_eq!(file.digest, Digest::of(&on_disk));
    }
}

fn is_uri_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"/-._~!$&'()*+,;=:@%".contains(&byte)
}

fn check_skills(catalog: &Catalog) {
    let uris: Vec<_> = catalog.skills().iter().map(|skill| skill.uri.as_str()).collect();
    assert!(!uris.is_empty(), "no catalog without a skill");
    assert!(uris.is_sorted_by(|a, b| a < b), "sorted, each once");
    assert_eq!(catalog.nested().len(), uris.len());
    let mut listed = BTreeSet::new();
    for skill in catalog.skills() {
        assert!(skills_core::validate::is_name(&skill.name));
        assert_eq!(skill.folder.rsplit('/').next(), Some(skill.name.as_str()));
        let files = catalog.files_of(skill);
        let entry = files.iter().find(|file| file.uri == skill.uri).expect("a skill lists its SKILL.md");
        let text = entry.text().expect("a SKILL.md is text");
        assert!(text.is_char_boundary(skill.body));
        assert_eq!(skills_core::frontmatter::read(text).as_ref(), Ok(&skill.frontmatter));
        assert_eq!(skill.frontmatter["name"], skill.name.as_str());
        assert_eq!(skill.frontmatter["description"], skill.description.as_str());
        listed.extend(files.iter().map(|file| file.uri.as_str()));
    }
    assert_eq!(listed.len(), catalog.files().len(), "every file belongs to a skill");
}
