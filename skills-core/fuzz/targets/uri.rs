//! Any path encoded and decoded, any request looked up, every file asked for under any spelling.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use percent_encoding::percent_decode_str;
use skills_core::uri::encode;
use skills_runtime::{__private, Catalog, SkillFile};

/// How a file is put together as `skills!` does it.
#[path = "../../../skills-runtime/tests/wire/fixture.rs"]
#[allow(dead_code, reason = "the tests of the runtime use more of it")]
mod fixture;
/// How a request is brought to the listed spelling: private to the runtime, so included.
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

fuzz_target!(|text: &str| {
    check_path(text);
    check_request(text);
    check_request(&format!("skill://acme/pdf/{text}"));
    check_spellings(text.as_bytes());
});

fn check_path(path: &str) {
    let uri = encode(path);
    let encoded = uri.strip_prefix("skill://").expect("the scheme");
    assert!(encoded.bytes().all(is_uri_byte), "{uri}");
    assert_eq!(
        percent_decode_str(encoded).decode_utf8().as_deref(),
        Ok(path)
    );
    if path.split('/').all(is_name) {
        assert_eq!(spelling::canonical(&uri).as_deref(), Some(uri.as_str()));
    }
}

fn is_uri_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"/-._~!$&'()*+,;=:@%".contains(&byte)
}

/// Whether a file or folder of a catalog can have the name.
fn is_name(name: &str) -> bool {
    !matches!(name, "" | "." | "..") && !name.contains(|c: char| c.is_control() || c == '\\')
}

fn check_request(request: &str) {
    if let Some(canonical) = spelling::canonical(request) {
        let path = canonical.strip_prefix("skill://").expect("the scheme");
        let path = percent_decode_str(path).decode_utf8();
        assert_eq!(path.as_deref(), Ok(decoded(request).as_str()));
        let again = spelling::canonical(&canonical);
        assert_eq!(again.as_deref(), Some(canonical.as_str()));
    }
    if let Some(path) = read(request) {
        assert_eq!(path, decoded(request), "another file");
    }
    check_exact(request);
}

/// The text of the file that a request is answered with, which is its path.
fn read(request: &str) -> Option<String> {
    let answer = serde_json::to_value(catalog().read_resource(request)?).expect("JSON");
    let content = &answer["contents"][0];
    assert_eq!(content["uri"], request);
    content["text"].as_str().map(str::to_owned)
}

/// Everything but reading takes a URI as it is listed.
fn check_exact(request: &str) {
    let catalog = catalog();
    if let Some(file) = catalog.file(request) {
        assert_eq!(encode(&format!("acme/pdf/{}", file.path())), request);
    }
    if let Ok(found) = catalog.get_skill(request) {
        assert_eq!(found.skill.uri, request);
    }
    if let Ok(found) = catalog.read_resource_directory(request) {
        let is_child = |uri: &str| {
            let below = uri.strip_prefix(request);
            let name = below.and_then(|below| below.strip_prefix('/'));
            name.is_some_and(|name| !name.is_empty() && !name.contains('/'))
        };
        assert!(!found.resources.is_empty());
        assert!(found.resources.iter().all(|child| is_child(&child.uri)));
    }
}

/// Asks for every file, the input deciding which bytes of the URI are escaped.
fn check_spellings(choices: &[u8]) {
    for file in catalog().skills()[0].files() {
        let path = format!("acme/pdf/{}", file.path());
        let mut choices = choices.iter().copied().cycle();
        let mut request = String::from("skill://");
        for c in path.chars() {
            let choice = choices.next().unwrap_or_default() % 4;
            request.push_str(&spelled(c, choice));
        }
        assert_eq!(read(&request), Some(path), "{request}");
    }
}

/// The character as it is where that is allowed, or escaped.
fn spelled(c: char, choice: u8) -> String {
    let mut buffer = [0; 4];
    let bytes = c.encode_utf8(&mut buffer).bytes();
    match choice {
        _ if c == '/' => c.to_string(),
        0 => bytes.map(|byte| format!("%{byte:02X}")).collect(),
        1 => bytes.map(|byte| format!("%{byte:02x}")).collect(),
        _ if matches!(c, '%' | '#' | '?') => bytes.map(|byte| format!("%{byte:02x}")).collect(),
        _ => c.to_string(),
    }
}

/// The path that a request means: no fragment, no `.`, escapes decoded once where they are UTF-8.
fn decoded(request: &str) -> String {
    let request = request.split('#').next().unwrap_or_default();
    let path = request.split_once("://").map_or("", |(_, path)| path);
    let names = path.split('/').map(decoded_name);
    let names: Vec<_> = names.filter(|name| name != ".").collect();
    names.join("/")
}

fn decoded_name(name: &str) -> String {
    let mut text = String::new();
    let mut rest = name;
    while let Some(next) = rest.chars().next() {
        let run = escapes(rest);
        if run.is_empty() {
            text.push(next);
            rest = &rest[next.len_utf8()..];
            continue;
        }
        let mut at = 0;
        for chunk in run.utf8_chunks() {
            text.push_str(chunk.valid());
            at += 3 * chunk.valid().len();
            let end = at + 3 * chunk.invalid().len();
            text.push_str(&rest[at..end]);
            at = end;
        }
        rest = &rest[at..];
    }
    text
}

/// The bytes that the escapes at the start of a text stand for.
fn escapes(text: &str) -> Vec<u8> {
    let byte = |triplet: &[u8]| match triplet {
        [b'%', digits @ ..] if digits.iter().all(u8::is_ascii_hexdigit) => {
            let digits = std::str::from_utf8(digits).ok()?;
            u8::from_str_radix(digits, 16).ok()
        }
        _ => None,
    };
    let triplets = text.as_bytes().chunks_exact(3);
    triplets.map_while(byte).collect()
}

fn catalog() -> &'static Catalog {
    static CATALOG: OnceLock<Catalog> = OnceLock::new();
    CATALOG.get_or_init(|| {
        let mut files: Vec<_> = PATHS.iter().map(|path| file(path)).collect();
        files.sort_by_key(SkillFile::uri);
        let skill_md = files.iter().position(|file| file.path() == "SKILL.md");
        let skill_md = skill_md.expect("it is listed");
        let files: &'static [_] = Vec::leak(files);
        let skill = __private::skill("pdf", "d", "{}", files, skill_md, 0);
        __private::catalog(Vec::leak(vec![skill]), files, &[0; 32])
    })
}

fn file(path: &'static str) -> SkillFile {
    let whole: &'static str = String::leak(format!("acme/pdf/{path}"));
    fixture::text(
        String::leak(encode(whole)),
        path,
        "text/plain",
        &[0; 32],
        whole,
    )
}
