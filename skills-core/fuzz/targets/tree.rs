//! Any small tree, loaded as `skills!` loads it.
//!
//! The input is a list of options, then of files: a line `== path` before the bytes of each. A path that ends with `/`
//! is a folder, `path -> name` is a link, and a line `==` starts the next root.
#![no_main]

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use libfuzzer_sys::fuzz_target;
use percent_encoding::percent_decode_str;
use skills_core::digest::Digest;
use skills_core::{Catalog, Code, Diagnostic, Filter, Level, Levels, Loaded, Options, Root, load};

fuzz_target!(|input: &[u8]| {
    let folder = tempfile::tempdir_in(scratch()).expect("the folder is writable");
    let (head, entries) = split(input);
    let options = options(&String::from_utf8_lossy(head));
    let roots = make_roots(folder.path(), &entries);
    let loaded = load(&roots, &options);
    check(&loaded, &roots, &options);
    let again = load(&roots, &options);
    assert_eq!(again.diagnostics, loaded.diagnostics, "the same tree");
    assert_eq!(again.catalog, loaded.catalog, "the same tree");
});

/// In memory where the system has such a folder: the disk is not what is tested.
fn scratch() -> PathBuf {
    let memory = Path::new("/dev/shm");
    match memory.is_dir() {
        true => memory.to_owned(),
        false => std::env::temp_dir(),
    }
}

/// A file, folder or link, or with an empty header the next root.
struct Entry<'a> {
    header: &'a [u8],
    bytes: &'a [u8],
}

/// The options, and each header with the bytes below it.
fn split(input: &[u8]) -> (&[u8], Vec<Entry<'_>>) {
    let mut starts: Vec<_> = (0..input.len())
        .filter(|at| input[*at..].starts_with(b"==") && (*at == 0 || input[*at - 1] == b'\n'))
        .collect();
    let head = &input[..starts.first().copied().unwrap_or(input.len())];
    starts.push(input.len());
    let entry = |pair: &[usize]| {
        let part = &input[pair[0] + 2..pair[1]];
        let end = part.iter().position(|byte| *byte == b'\n');
        let (header, below) = part.split_at(end.unwrap_or(part.len()));
        Entry {
            header: header.trim_ascii(),
            bytes: below.get(1..).unwrap_or_default(),
        }
    };
    (head, starts.windows(2).map(entry).collect())
}

fn options(head: &str) -> Options {
    let mut options = Options::default();
    let (mut include, mut exclude) = (Vec::new(), Vec::new());
    for line in head.lines() {
        let (name, value) = line.split_once(' ').unwrap_or((line, ""));
        match name {
            "prefix" => options.prefix = vec!["acme".to_owned(), value.to_owned()],
            "include" => include.push(value.to_owned()),
            "exclude" => exclude.push(value.to_owned()),
            "allow" => set(&mut options.levels, value, Level::Allow),
            "deny" => set(&mut options.levels, value, Level::Deny),
            _ => {}
        }
    }
    let is_segment = |text: &String| {
        !matches!(text.as_str(), "" | "." | "..")
            && !text.contains(|c: char| c.is_control() || matches!(c, '\\' | '/'))
    };
    options.prefix.retain(is_segment);
    if let Ok(filter) = Filter::new(&include, &exclude) {
        options.filter = filter;
    }
    options
}

fn set(levels: &mut Levels, code: &str, level: Level) {
    match Code::parse(code) {
        Some(code) => levels.set(code, level),
        None => levels.deny_warnings(),
    }
}

fn make_roots(folder: &Path, entries: &[Entry<'_>]) -> Vec<Root> {
    let parts = entries.split(|entry| entry.header.is_empty()).take(3);
    let roots = parts.enumerate().map(|(index, entries)| {
        let name = format!("skills{index}");
        let path = folder.join(&name);
        fs::create_dir(&path).expect("the folder is new");
        for entry in entries.iter().take(40) {
            // What an earlier entry is in the way of is not made.
            drop(make(&path, entry));
        }
        Root {
            path,
            written: format!("./{name}"),
            shown: name,
            base: folder.to_owned(),
        }
    });
    roots.collect()
}

fn make(root: &Path, Entry { header, bytes }: &Entry<'_>) -> io::Result<()> {
    let arrow = header.windows(4).position(|window| window == b" -> ");
    let path = below(root, &header[..arrow.unwrap_or(header.len())]);
    let parent = path.parent().unwrap_or(root);
    let is_through_link = parent.ancestors().any(Path::is_symlink);
    if is_through_link || path == root || path.is_symlink() {
        return Ok(());
    }
    fs::create_dir_all(parent)?;
    match arrow {
        Some(at) => symlink(below(Path::new(""), &header[at + 4..]), path),
        None if header.ends_with(b"/") => fs::create_dir_all(path),
        None => fs::write(path, bytes),
    }
}

/// A path below a folder, whatever its bytes are.
fn below(folder: &Path, path: &[u8]) -> PathBuf {
    let mut whole = folder.to_path_buf();
    let names = path.split(|byte| matches!(byte, b'/' | 0));
    for name in names.filter(|name| !matches!(*name, b"" | b"." | b"..")) {
        whole.push(OsStr::from_bytes(name));
    }
    whole
}

fn check(loaded: &Loaded, roots: &[Root], options: &Options) {
    let found = &loaded.diagnostics;
    let is_fatal = found.iter().any(|found| found.level().is_fatal());
    assert_eq!(loaded.catalog.is_none(), is_fatal, "{found:#?}");
    assert!(found.is_sorted());
    found.iter().for_each(check_diagnostic);
    if let Some(catalog) = &loaded.catalog {
        check_files(catalog, roots, options);
        check_skills(catalog);
    }
}

fn check_diagnostic(found: &Diagnostic) {
    assert!(found.level() > Level::Allow);
    assert!(!found.message().is_empty());
    assert!(found.render().contains(found.code().name()));
    assert!(found.to_string().contains(found.message()));
}

fn check_files(catalog: &Catalog, roots: &[Root], options: &Options) {
    let uris = catalog.files().iter().map(|file| &file.uri);
    assert!(uris.is_sorted_by(|a, b| a < b), "sorted, each once");
    let prefix: String = options
        .prefix
        .iter()
        .map(|name| format!("{name}/"))
        .collect();
    for file in catalog.files() {
        let encoded = file.uri.strip_prefix("skill://").expect("the scheme");
        let decoded = percent_decode_str(encoded).decode_utf8();
        let whole = format!("{prefix}{}", file.path);
        assert_eq!(decoded.as_deref(), Ok(whole.as_str()));
        assert_eq!(file.uri, skills_core::uri::encode(&whole));
        let on_disk = fs::read(roots[file.root].path.join(&file.path));
        let on_disk = on_disk.expect("a file of the tree");
        assert_eq!(file.size, on_disk.len());
        assert_eq!(file.digest, Digest::of(&on_disk));
        let text = String::from_utf8(on_disk).ok();
        assert_eq!(file.text, text.filter(|text| !text.contains('\0')));
    }
}

fn check_skills(catalog: &Catalog) {
    let uris = catalog.skills().iter().map(|skill| &skill.uri);
    assert!(uris.is_sorted_by(|a, b| a < b), "sorted, each once");
    assert!(!catalog.skills().is_empty(), "no catalog without a skill");
    assert_eq!(catalog.nested().len(), catalog.skills().len());
    let mut listed = BTreeSet::new();
    for skill in catalog.skills() {
        assert!(skills_core::validate::is_name(&skill.name));
        assert_eq!(skill.folder.rsplit('/').next(), Some(skill.name.as_str()));
        let files = catalog.files_of(skill);
        let skill_md = files.iter().find(|file| file.uri == skill.uri);
        let text = skill_md.and_then(|file| file.text.as_deref());
        let text = text.expect("a skill lists its SKILL.md, which is text");
        assert!(text.is_char_boundary(skill.body));
        let read = skills_core::frontmatter::read(text);
        assert_eq!(read.as_ref(), Ok(&skill.frontmatter));
        assert_eq!(skill.frontmatter["name"], skill.name.as_str());
        assert_eq!(skill.frontmatter["description"], skill.description.as_str());
        listed.extend(files.iter().map(|file| &file.uri));
    }
    assert_eq!(
        listed.len(),
        catalog.files().len(),
        "each belongs to a skill"
    );
}
