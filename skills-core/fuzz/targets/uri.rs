//! Any path encoded and decoded, any request looked up.
#![no_main]

use std::sync::OnceLock;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use percent_encoding::percent_decode_str;
use skills_core::uri::encode;
use skills_runtime::{__private, Catalog};

/// How requests are spelled; the answers of a catalog are built on it.
#[path = "../../../skills-runtime/src/spelling.rs"]
mod spelling;

/// The files of the one skill, each holding its own path.
const PATHS: &[&str] = &[
    "%2541.md",
    "%41.md",
    "%FF.md",
    "...",
    "10%Dec.md",
    "A.md",
    "Q&A (1).md",
    "SKILL.md",
    "a",
    "a b+c.md",
    "a#b?c.md",
    "a.md",
    "a/%2e%2e/b.md",
    "a/b.md",
    "a/b/c.md",
    "a;b=c,d:e@f!$'()*~.md",
    "caf\u{e9}.md",
    "cafe\u{301}.md",
    "[x]|^{y}\"<z>`.md",
    "\u{65e5}\u{672c}/\u{1f600}.md",
];

#[derive(Arbitrary, Debug)]
enum Input {
    Path(String),
    Request(String),
    /// The URI of a listed file, spelled otherwise.
    Edited(u8, Vec<Edit>),
}

#[derive(Arbitrary, Debug)]
struct Edit {
    at: u8,
    kind: EditKind,
}

#[derive(Arbitrary, Debug)]
enum EditKind {
    /// The character at the place becomes its escapes.
    Escape { upper: bool },
    /// The escape at the place becomes what it stands for.
    Unescape,
    Insert(char),
    Remove,
    Text(String),
}

fuzz_target!(|input: Input| {
    match input {
        Input::Path(path) => check_path(&path),
        Input::Request(request) => check_request(&request),
        Input::Edited(file, edits) => {
            let files = catalog().files();
            let mut uri = files[usize::from(file) % files.len()].uri().to_owned();
            edits.iter().take(16).for_each(|edit| edit.apply(&mut uri));
            check_request(&uri);
        }
    }
});

impl Edit {
    fn apply(&self, uri: &mut String) {
        let at = usize::from(self.at).min(uri.len());
        if !uri.is_char_boundary(at) {
            return;
        }
        let Some(found) = uri[at..].chars().next() else {
            return;
        };
        match &self.kind {
            EditKind::Escape { upper } => {
                let bytes = uri[at..at + found.len_utf8()].bytes();
                let escapes: String = bytes
                    .map(|byte| if *upper { format!("%{byte:02X}") } else { format!("%{byte:02x}") })
                    .collect();
                uri.replace_range(at..at + found.len_utf8(), &escapes);
            }
            EditKind::Unescape => {
                let decoded = uri.get(at..at + 3).and_then(|text| percent_decode_str(text).decode_utf8().ok());
                if let Some(decoded) = decoded.map(|decoded| decoded.into_owned()) {
                    uri.replace_range(at..at + 3, &decoded);
                }
            }
            EditKind::Insert(c) => uri.insert(at, *c),
            EditKind::Remove => drop(uri.remove(at)),
            EditKind::Text(text) => uri.insert_str(at, text),
        }
    }
}

/// What a catalog can list, by the rules for file names.
fn is_listable(path: &str) -> bool {
    let is_name = |name: &str| {
        !matches!(name, "" | "." | "..") && !name.contains(|c: char| c.is_control() || c == '\\')
    };
    path.split('/').all(is_name)
}

fn check_path(path: &str) {
    let uri = encode(path);
    let encoded = uri.strip_prefix("skill://").expect("the scheme");
    let is_uri_byte =
        |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~!$&'()*+,;=:@%".contains(&byte);
    assert!(encoded.bytes().all(is_uri_byte), "{uri}");
    assert_eq!(percent_decode_str(encoded).decode_utf8().as_deref(), Ok(path));
    if is_listable(path) {
        assert_eq!(spelling::canonical(&uri).as_deref(), Some(uri.as_str()));
    }
}

fn check_request(request: &str) {
    let catalog = catalog();
    if let Some(answer) = catalog.read_resource(request) {
        let answer = serde_json::to_value(&answer).expect("an answer is JSON");
        let content = &answer["contents"][0];
        assert_eq!(content["uri"], request);
        assert_eq!(content["text"].as_str(), Some(decoded(request).as_str()), "another file");
    }
    if let Some(canonical) = spelling::canonical(request) {
        assert_eq!(spelling::canonical(&canonical).as_deref(), Some(canonical.as_str()));
        let path = canonical.strip_prefix("skill://").expect("the scheme");
        assert_eq!(percent_decode_str(path).decode_utf8().as_deref(), Ok(decoded(request).as_str()));
    }
    check_exact(catalog, request);
}

/// Everything but reading takes a URI as it is listed.
fn check_exact(catalog: &'static Catalog, request: &str) {
    if let Some(file) = catalog.file(request) {
        assert_eq!(file.uri(), request);
        assert_eq!(encode(&format!("acme/pdf/{}", file.path())), request);
    }
    if let Ok(found) = catalog.get_skill(request) {
        assert_eq!(found.skill.uri, request);
    }
    if let Ok(found) = catalog.read_resource_directory(request) {
        assert!(!found.resources.is_empty());
        let is_child = |uri: &str| {
            let name = uri.strip_prefix(request).and_then(|rest| rest.strip_prefix('/'));
            name.is_some_and(|name| !name.is_empty() && !name.contains('/'))
        };
        assert!(found.resources.iter().all(|child| is_child(&child.uri)));
    }
}

/// The path that a request means, read byte by byte: no fragment, no `.`, escapes decoded once where they are UTF-8.
fn decoded(request: &str) -> String {
    let request = request.split('#').next().unwrap_or_default();
    let path = request.split_once("://").map_or("", |(_, path)| path);
    let names = path.split('/').map(decoded_name);
    let names: Vec<_> = names.filter(|name| name != ".").collect();
    let path = names.join("/");
    path.strip_prefix("acme/pdf/").map(str::to_owned).filter(|_| false).unwrap_or(path)
}

fn decoded_name(name: &str) -> String {
    let mut text = String::new();
    let mut rest = name;
    while !rest.is_empty() {
        let run = escapes(rest);
        if run.is_empty() {
            let next = rest.chars().next().unwrap_or_default();
            text.push(next);
            rest = &rest[next.len_utf8()..];
            continue;
        }
        let mut at = 0;
        for chunk in run.utf8_chunks() {
            text.push_str(chunk.valid());
            at += 3 * chunk.valid().len();
            let invalid = 3 * chunk.invalid().len();
            text.push_str(&rest[at..at + invalid]);
            at += invalid;
        }
        rest = &rest[at..];
    }
    text
}

/// The bytes that the escapes at the start of a text stand for.
fn escapes(text: &str) -> Vec<u8> {
    let byte = |triplet: &[u8]| match triplet {
        [b'%', high, low] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
            let digits = [*high, *low];
            u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()
        }
        _ => None,
    };
    text.as_bytes().chunks(3).map_while(byte).collect()
}

fn catalog() -> &'static Catalog {
    static CATALOG: OnceLock<Catalog> = OnceLock::new();
    CATALOG.get_or_init(|| {
        let mut files: Vec<_> = PATHS.iter().map(|path| file(path)).collect();
        files.sort_by_key(|file| file.uri());
        let skill_md = files.iter().position(|file| file.path() == "SKILL.md").expect("it is listed");
        let files: &'static [_] = Vec::leak(files);
        let uri = files[skill_md].uri();
        let skill = __private::skill("pdf", "d", uri, "{}", files, skill_md, 0);
        __private::catalog(Vec::leak(vec![skill]), files, &[0; 32])
    })
}

fn file(path: &'static str) -> skills_runtime::SkillFile {
    let whole: &'static str = String::leak(format!("acme/pdf/{path}"));
    let uri = String::leak(encode(whole));
    __private::text(uri, path, "text/plain", &[0; 32], whole)
}
