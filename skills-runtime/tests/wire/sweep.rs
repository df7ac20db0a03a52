//! Tens of thousands of broken requests, the same in every run.

use serde_json::{Value, json};
use skills_runtime::SkillFile;

use crate::fixture::SKILLS;
use crate::large::MANY;
use crate::peer::{BOTH, Peer, Revision};

const REQUESTS: usize = 12_000;

/// The generator "splitmix64".
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(n).unwrap()).unwrap()
    }

    fn of<'a>(&mut self, items: &[&'a str]) -> &'a str {
        items[self.below(items.len())]
    }
}

/// What is put into a URI, most of it about escapes and folders.
const PIECES: [&str; 36] = [
    "%",
    "%2",
    "%2e",
    "%2E%2E",
    "%2f",
    "%5c",
    "%00",
    "%0a",
    "%25",
    "%252e",
    "%C3%A9",
    "%c3",
    "%ff",
    "%ED%A0%80",
    "%zz",
    "é",
    "日",
    "\u{202e}",
    "\0",
    "\n",
    "\\",
    "/",
    "//",
    "/./",
    "/../",
    "..",
    ".",
    "#",
    "#a",
    "?",
    "?a=b",
    "@",
    ":",
    " ",
    "SKILL.md",
    "/SKILL.md",
];

fn mutated(text: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let at = random.below(characters.len() + 1);
        match random.below(9) {
            0 => drop(characters.splice(at..at, random.of(&PIECES).chars())),
            1 => characters.truncate(at),
            2 if at < characters.len() => drop(characters.remove(at)),
            3 | 6 | 7 | 8 if at < characters.len() => {
                let escaped = format!("%{:02x}", u32::from(characters[at]) & 0xff);
                drop(characters.splice(at..=at, escaped.chars()));
            }
            4 if at < characters.len() => {
                let other: String = if characters[at].is_lowercase() {
                    characters[at].to_uppercase().collect()
                } else {
                    characters[at].to_lowercase().collect()
                };
                drop(characters.splice(at..=at, other.chars()));
            }
            _ => {
                let end = at + random.below(characters.len() - at + 1);
                let copy: Vec<_> = characters[at..end].to_vec();
                let to = random.below(characters.len() + 1);
                drop(characters.splice(to..to, copy));
            }
        }
        characters.truncate(400);
    }
    characters.into_iter().collect()
}

/// Any URI that is served.
fn served(random: &mut Random) -> &'static str {
    let skill = &SKILLS.skills()[random.below(SKILLS.len())];
    let files = skill.files();
    match random.below(4) {
        0 => skill.root_uri(),
        1 => {
            files[random.below(files.len())]
                .uri()
                .rsplit_once('/')
                .unwrap()
                .0
        }
        _ => files[random.below(files.len())].uri(),
    }
}

/// The codes of SEP-2640, "Error Handling", and the older one for a resource that is not there.
fn assert_code(reply: &Value, revision: Revision, method: &str) {
    let code = reply["error"]["code"].as_i64().unwrap();
    let is_read = method == "resources/read";
    let expected = if is_read {
        revision.not_found()
    } else {
        -32602
    };
    assert_eq!(code, expected, "{method}: {reply}");
}

/// The file whose bytes a read returned.
fn file_read(result: &Value) -> &'static SkillFile {
    let contents = &result["contents"].as_array().unwrap()[0];
    let files = SKILLS.skills().iter().flat_map(|skill| skill.files());
    let is_it = |file: &&SkillFile| match contents.get("text") {
        Some(text) => text.as_str().unwrap().as_bytes() == file.bytes(),
        None => contents["blob"] == "iVBORwD/" && file.path() == "assets/logo.png",
    };
    { files }.find(is_it).unwrap()
}

/// The name that a URI means, by a decoder that has nothing in common with the one under test.
fn decoded(uri: &str) -> Vec<u8> {
    let uri = uri.split('#').next().unwrap();
    let mut out = Vec::new();
    let mut rest = uri.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let hex = tail.get(..2).and_then(|hex| str::from_utf8(hex).ok());
        let byte = hex.filter(|hex| hex.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let byte = byte.map(|hex| u8::from_str_radix(hex, 16).unwrap());
        match byte.filter(|_| *first == b'%') {
            Some(byte) => {
                out.push(byte);
                rest = &tail[2..];
            }
            None => {
                out.push(*first);
                rest = tail;
            }
        }
    }
    out
}

#[tokio::test]
async fn no_broken_uri_reads_anything_but_the_file_it_means() {
    for (seed, revision) in BOTH.into_iter().enumerate() {
        let mut random = Random(u64::try_from(seed).unwrap());
        let mut peer = Peer::connect(SKILLS.server("acme", "1"), revision).await;
        let (mut n_read, mut n_refused) = (0, 0);
        for _ in 0..REQUESTS / 2 {
            let uri = mutated(served(&mut random), &mut random);
            let reply = peer.call("resources/read", json!({"uri": uri})).await;
            let Some(result) = reply.get("result") else {
                assert_code(&reply, revision, "resources/read");
                n_refused += 1;
                continue;
            };
            assert_eq!(result["contents"][0]["uri"], uri);
            let (asked, file) = (decoded(&uri), file_read(result));
            let (asked, meant) = (simple(&asked), simple(&decoded(file.uri())));
            let same = asked == meant || file.bytes().is_empty();
            assert!(
                same || is_literal_percent(&uri),
                "{uri} read {}",
                file.uri()
            );
            n_read += 1;
        }
        assert!(n_read > 300 && n_refused > 3_000, "{n_read} {n_refused}");
    }
}

/// Without what means nothing: the case of the scheme, and `.` as a folder.
fn simple(uri: &[u8]) -> String {
    let uri = String::from_utf8_lossy(uri).into_owned();
    let (scheme, path) = uri.split_once("://").unwrap();
    let mut path = path.to_owned();
    while path.contains("/./") {
        path = path.replace("/./", "/");
    }
    format!("{}://{path}", scheme.to_lowercase())
}

/// The one file whose name has a percent sign that may stand for itself.
fn is_literal_percent(uri: &str) -> bool {
    uri.contains("10%")
}

#[tokio::test]
async fn no_broken_uri_or_cursor_leads_to_another_code() {
    for (seed, revision) in BOTH.into_iter().enumerate() {
        let mut random = Random(100 + u64::try_from(seed).unwrap());
        let mut peer = Peer::connect(SKILLS.server("acme", "1"), revision).await;
        for _ in 0..REQUESTS / 2 {
            let method = random.of(&["skills/get", "resources/directory/read"]);
            let mut params = json!({"uri": mutated(served(&mut random), &mut random)});
            if random.below(4) == 0 {
                params["cursor"] = json!(mutated("skills-runtime:dAAAA", &mut random));
            }
            let reply = peer.call(method, params.clone()).await;
            match reply.get("result") {
                None => assert_code(&reply, revision, method),
                Some(result) if method == "skills/get" => {
                    assert_eq!(result["skill"]["uri"], params["uri"]);
                    assert!(SKILLS.get(params["uri"].as_str().unwrap()).is_some());
                }
                Some(_) => assert!(SKILLS.directory(params["uri"].as_str().unwrap()).is_some()),
            }
        }
    }
}

#[tokio::test]
async fn no_broken_cursor_leads_anywhere() {
    for (seed, revision) in BOTH.into_iter().enumerate() {
        let mut random = Random(200 + u64::try_from(seed).unwrap());
        let mut peer = Peer::connect(MANY.server("acme", "1"), revision).await;
        let skills = peer.result("skills/list", json!({})).await["nextCursor"].clone();
        let resources = peer.result("resources/list", json!({})).await["nextCursor"].clone();
        let given = [skills.as_str().unwrap(), resources.as_str().unwrap()];
        for _ in 0..REQUESTS / 2 {
            let cursor = mutated(random.of(&given), &mut random);
            if given.contains(&&*cursor) {
                continue;
            }
            let method = random.of(&["skills/list", "resources/list"]);
            let reply = peer.call(method, json!({"cursor": cursor})).await;
            assert_code(&reply, revision, method);
        }
    }
}
