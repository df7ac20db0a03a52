//! What a program finds in its catalog: lookups, order, bytes, digests.

use std::collections::BTreeSet;
use std::path::Path;

use rmcp::model::sha256_digest;
use skills_runtime::{Catalog, Child, Content, Digest, Skill, SkillFile, skills};

use crate::trees::{self, CONTENTS, FRONTMATTER, GROUPS, NAMES, NESTED, PLAIN};

static PREFIXED: Catalog = skills!("./skills/plain", prefix = "acme/docs");
static SOME: Catalog = skills!(
    "./skills/contents",
    exclude = ["**/*.bin", "any-bytes/templates/**"]
);
static JOINED: Catalog = skills!(["./skills/plain", "./skills/nested"]);

#[test]
fn skills_are_sorted_by_uri_and_not_by_folder() {
    assert_eq!(
        uris(GROUPS.skills()),
        [
            // `-` sorts before `/`, so this group comes before the one that its name starts with.
            "skill://acme-labs/probe/SKILL.md",
            "skill://acme/billing/refunds-eu/SKILL.md",
            "skill://acme/billing/refunds/SKILL.md",
            "skill://acme/triage/SKILL.md",
            "skill://stand-alone/SKILL.md",
            "skill://v1.2/changelog/SKILL.md",
        ]
    );
}

#[test]
fn every_skill_and_file_is_found_under_its_uri_and_sorted() {
    for tree in trees::all() {
        let catalog = tree.catalog;
        assert_eq!(catalog.len(), catalog.skills().len());
        assert!(uris(catalog.skills()).is_sorted(), "{}", tree.name);
        for skill in catalog.skills() {
            assert_eq!(catalog.get(skill.uri()), Some(skill));
            assert_eq!(catalog.skill(skill.name()), Some(skill));
            assert!(skill.files().is_sorted_by_key(SkillFile::uri));
            for file in skill.files() {
                let found = catalog.file(file.uri()).unwrap();
                assert_eq!(
                    (found.digest(), found.bytes()),
                    (file.digest(), file.bytes())
                );
                assert_eq!(skill.file(file.path()), Some(file));
            }
        }
    }
}

#[test]
fn what_is_not_there_is_not_found() {
    for uri in [
        "",
        "skill://acme",
        "skill://acme/triage",
        "skill://acme/triage/SKILL.md/",
        "skill://acme/triage/skill.md",
        "skill://ACME/triage/SKILL.md",
        "skill://acme/billing/refunds/policy.md",
        "skill://zzz/SKILL.md",
    ] {
        assert_eq!(GROUPS.get(uri), None, "{uri}");
    }
    assert_eq!(GROUPS.skill("refund"), None);
    assert_eq!(GROUPS.skill("acme/triage"), None);
    assert_eq!(GROUPS.file("skill://acme/billing/refunds"), None);
    assert_eq!(GROUPS.file("skill://acme/billing/refunds/Policy.md"), None);
    let refunds = GROUPS.skill("refunds").unwrap();
    assert_eq!(refunds.file("/policy.md"), None);
    assert_eq!(refunds.file("../triage/SKILL.md"), None);
}

#[test]
fn every_embedded_file_has_the_bytes_and_the_digest_of_the_file_on_disk() {
    let mut n_files = 0;
    for tree in trees::all() {
        for skill in tree.catalog.skills() {
            let folder = Path::new(&tree.root).join(trees::path_of(skill.root_uri()));
            for file in skill.files() {
                let on_disk = std::fs::read(folder.join(file.path())).unwrap();
                assert_eq!(file.bytes(), on_disk, "{}", file.uri());
                assert_eq!(file.size(), on_disk.len() as u64);
                assert_eq!(file.digest().to_string(), sha256_digest(&on_disk));
                n_files += 1;
            }
        }
    }
    assert_eq!(n_files, 617);
}

#[test]
fn every_file_on_disk_is_embedded_unless_a_rule_leaves_it_out() {
    for tree in trees::all() {
        let on_disk = trees::files_below(Path::new(&tree.root));
        let on_disk: BTreeSet<_> = on_disk.into_iter().map(|(path, _)| path).collect();
        let embedded = tree.catalog.skills().iter().flat_map(|skill| {
            let folder = trees::path_of(skill.root_uri());
            let paths = skill.files().iter().map(SkillFile::path);
            paths.map(move |path| format!("{folder}/{path}"))
        });
        let embedded: BTreeSet<_> = embedded.collect();
        let left_out: Vec<_> = on_disk.difference(&embedded).collect();
        let expected: &[&str] = match tree.name {
            "made" => &[
                "tidy/.DS_Store",
                "tidy/.draft.md.swp",
                "tidy/.hidden.md",
                "tidy/.hidden/notes.md",
                "tidy/Thumbs.db",
                "tidy/__pycache__/run.pyc",
                "tidy/draft.md~",
                "tidy/node_modules/left/index.js",
            ],
            _ => &[],
        };
        assert_eq!(left_out, expected, "{}", tree.name);
        assert_eq!(embedded.difference(&on_disk).count(), 0);
    }
}

#[test]
fn known_bytes_have_their_known_digests() {
    let digest = |path| {
        let any_bytes = CONTENTS.skill("any-bytes").unwrap();
        any_bytes.file(path).unwrap().digest().to_string()
    };
    // As `sha256sum` prints them.
    for (path, expected) in [
        (
            "empty.txt",
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        ),
        (
            "empty.bin",
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        ),
        (
            "every-byte.bin",
            "40aff2e9d2d8922e47afd4648e6967497158785fbd1da870e7110266bf944880",
        ),
        (
            "crlf.txt",
            "6f4792b265fe72790b344fd3ef5294701d9d087bed9fce815c0f4bbad6d2ed87",
        ),
    ] {
        assert_eq!(digest(path), format!("sha256:{expected}"), "{path}");
    }
}

#[test]
fn text_is_utf8_without_nul_whatever_the_name_says() {
    let any_bytes = CONTENTS.skill("any-bytes").unwrap();
    let is_blob = |file: &&SkillFile| matches!(file.content(), Content::Blob(_));
    let blobs = any_bytes.files().iter().filter(is_blob);
    assert_eq!(
        blobs.map(SkillFile::path).collect::<Vec<_>>(),
        [
            "archive.zip",
            "cut.json",
            "data.unknown",
            "every-byte.bin",
            "image.png",
            "latin1.md",
            "with-nul.txt",
        ]
    );
    let crlf = any_bytes.file("crlf.txt").unwrap();
    assert_eq!(crlf.content(), Content::Text("one\r\ntwo\r\n"));
    let bom = any_bytes.file("bom.md").unwrap();
    assert_eq!(bom.content(), Content::Text("\u{feff}a byte order mark\n"));
    assert_eq!(
        any_bytes.file("empty.bin").unwrap().content(),
        Content::Text("")
    );
}

#[test]
fn media_types_go_by_the_name_and_then_by_the_bytes() {
    let any_bytes = CONTENTS.skill("any-bytes").unwrap();
    for (path, expected) in [
        ("SKILL.md", "text/markdown"),
        ("LICENSE", "text/plain"),
        ("Makefile", "text/plain"),
        ("notes.unknown", "text/plain"),
        ("data.unknown", "application/octet-stream"),
        ("empty.bin", "application/octet-stream"),
        ("text.png", "image/png"),
        ("latin1.md", "text/markdown"),
        ("run.ts", "text/x-typescript"),
        ("run.sh", "application/x-sh"),
        ("query.sql", "application/sql"),
        ("lines.jsonl", "application/jsonl"),
        ("config.toml", "application/toml"),
        ("paper.pdf", "application/pdf"),
    ] {
        assert_eq!(
            any_bytes.file(path).unwrap().media_type(),
            expected,
            "{path}"
        );
    }
    let upper = NAMES.skill("odd-names").unwrap().file("UPPER.TXT").unwrap();
    assert_eq!(upper.media_type(), "text/plain");
}

#[test]
fn a_skill_knows_its_frontmatter_and_its_body() {
    let full = FRONTMATTER.skill("full").unwrap();
    assert_eq!(
        full.description(),
        "Every field that the specification has."
    );
    assert_eq!(
        full.frontmatter(),
        r#"{"name":"full","description":"Every field that the specification has.","license":"MIT OR Apache-2.0","compatibility":"Needs git and a shell.","metadata":{"author":"acme","version":"1.0"},"allowed-tools":"Bash(git:*) Read"}"#
    );
    assert_eq!(full.body(), "# Full\n");
    assert_eq!(full.root_uri(), "skill://full");
    let folded = FRONTMATTER.skill("folded").unwrap();
    let expected = "A description over two lines, folded.\nAnd a paragraph.";
    assert_eq!(folded.description(), expected);
    let windows = FRONTMATTER.skill("windows").unwrap();
    assert_eq!(windows.body(), "# Windows\r\n");
    assert_eq!(FRONTMATTER.skill("bare").unwrap().body(), "");
    let fences = FRONTMATTER.skill("fences").unwrap();
    assert_eq!(fences.body(), "\n---\nname: other\n---\n\n---");
}

#[test]
fn a_nested_skill_shares_its_files_with_every_skill_around_it() {
    assert_eq!(
        uris(NESTED.skills()),
        [
            "skill://garden/SKILL.md",
            "skill://kitchen/SKILL.md",
            "skill://kitchen/baking/SKILL.md",
            "skill://kitchen/baking/bread/SKILL.md",
            "skill://kitchen/menus/winter/soup/SKILL.md",
        ]
    );
    let crumb = "skill://kitchen/baking/bread/assets/crumb.png";
    let mut bytes = Vec::new();
    for (name, path) in [
        ("kitchen", "baking/bread/assets/crumb.png"),
        ("baking", "bread/assets/crumb.png"),
        ("bread", "assets/crumb.png"),
    ] {
        let file = NESTED.skill(name).unwrap().file(path).unwrap();
        assert_eq!((file.uri(), file.name()), (crumb, "crumb.png"));
        bytes.push(file.bytes());
    }
    let outermost = NESTED.file(crumb).unwrap();
    assert_eq!(outermost.path(), "baking/bread/assets/crumb.png");
    // Stored once: the same place in the binary.
    assert!(
        bytes
            .iter()
            .all(|bytes| std::ptr::eq(*bytes, outermost.bytes()))
    );
    let paths = NESTED.skill("baking").unwrap().files().iter();
    assert_eq!(
        paths.map(SkillFile::path).collect::<Vec<_>>(),
        [
            "SKILL.md",
            "bread/SKILL.md",
            "bread/assets/crumb.png",
            "notes.md"
        ]
    );
}

#[test]
fn a_skill_that_a_program_needs_is_found_while_it_compiles() {
    static SOUP: &Skill = NESTED.require("soup");
    const PROBE: &str = GROUPS.require("probe").uri();
    assert_eq!(SOUP.uri(), "skill://kitchen/menus/winter/soup/SKILL.md");
    assert_eq!(PROBE, "skill://acme-labs/probe/SKILL.md");
    let panic = std::panic::catch_unwind(|| PLAIN.require("greetings")).unwrap_err();
    assert_eq!(
        panic.downcast_ref::<String>().map(String::as_str),
        Some("no skill named `greetings`: the catalog has `greeting`, `word-count`")
    );
}

#[test]
fn every_catalog_verifies() {
    for tree in trees::all() {
        assert_eq!(tree.catalog.verify(), Ok(()), "{}", tree.name);
    }
}

#[test]
fn the_digest_of_a_catalog_is_that_of_a_line_for_every_file() {
    let mut seen = BTreeSet::new();
    for tree in trees::all() {
        let files = tree.catalog.skills().iter().flat_map(Skill::files);
        let lines: BTreeSet<_> = files
            .map(|file| {
                (
                    file.uri(),
                    format!("{} {}\n", file.uri(), sha256_digest(file.bytes())),
                )
            })
            .collect();
        let lines: String = lines.into_iter().map(|(_, line)| line).collect();
        let digest = tree.catalog.digest();
        assert_eq!(
            digest.to_string(),
            sha256_digest(lines.as_bytes()),
            "{}",
            tree.name
        );
        assert!(seen.insert(digest), "two trees with one digest");
    }
    // The prefix is part of every URI, and so of the digest.
    assert_ne!(PREFIXED.digest(), PLAIN.digest());
}

#[test]
fn a_directory_has_its_direct_children() {
    let children = |catalog: &'static Catalog, uri| {
        let children = catalog.directory(uri).unwrap().children();
        let describe = |child: &Child| match child {
            Child::File(file) => format!("{} {}", child.name(), file.size()),
            Child::Directory(directory) => format!("{}/ {}", child.name(), directory.uri()),
        };
        children.iter().map(describe).collect::<Vec<_>>()
    };
    assert_eq!(
        children(&NESTED, "skill://kitchen"),
        [
            "SKILL.md 170",
            "baking/ skill://kitchen/baking",
            "baking.md 56",
            "menus/ skill://kitchen/menus",
            "tools.md 25",
        ]
    );
    assert_eq!(
        children(&NESTED, "skill://kitchen/menus"),
        ["winter/ skill://kitchen/menus/winter"]
    );
    assert_eq!(
        children(
            &NAMES,
            "skill://odd-names/references/%E6%97%A5%E6%9C%AC%E8%AA%9E"
        ),
        ["メモ.md 33"]
    );
    for uri in [
        "skill://acme",
        "skill://acme/billing",
        "skill://acme/triage/",
        "skill://acme/triage/SKILL.md",
        "skill://",
        "",
    ] {
        assert_eq!(GROUPS.directory(uri), None, "{uri}");
    }
}

#[test]
fn odd_names_are_escaped_in_uris_and_nowhere_else() {
    let odd = NAMES.skill("odd-names").unwrap();
    for (path, uri) in [
        ("references/Q&A (1).md", "Q&A%20(1).md"),
        ("references/naïve café.md", "na%C3%AFve%20caf%C3%A9.md"),
        ("references/10%Dec.md", "10%25Dec.md"),
        ("references/[x].md", "%5Bx%5D.md"),
        ("references/%41.md", "%2541.md"),
        ("references/A.md", "A.md"),
        ("references/+,;=@$'~.md", "+,;=@$'~.md"),
        ("references/{x}^`y`.md", "%7Bx%7D%5E%60y%60.md"),
        ("references/#1.md", "%231.md"),
        ("references/😀.txt", "%F0%9F%98%80.txt"),
        ("references/two..dots.md", "two..dots.md"),
        ("references/-", "-"),
    ] {
        let file = odd.file(path).unwrap();
        assert_eq!(file.uri(), format!("skill://odd-names/references/{uri}"));
        assert_eq!(format!("references/{}", file.name()), path);
    }
    let faq = NAMES.skill("faq").unwrap();
    assert_eq!(faq.uri(), "skill://team/R&D%20(lab)/50%25/faq/SKILL.md");
}

#[test]
fn a_prefix_is_put_before_every_skill_path() {
    assert_eq!(
        uris(PREFIXED.skills()),
        [
            "skill://acme/docs/greeting/SKILL.md",
            "skill://acme/docs/word-count/SKILL.md",
        ]
    );
    for (skill, prefixed) in PLAIN.skills().iter().zip(PREFIXED.skills()) {
        assert_eq!(prefixed.frontmatter(), skill.frontmatter());
        for (file, prefixed) in skill.files().iter().zip(prefixed.files()) {
            let below = file.uri().strip_prefix("skill://").unwrap();
            assert_eq!(prefixed.uri(), format!("skill://acme/docs/{below}"));
            assert_eq!(prefixed.path(), file.path());
            assert_eq!(prefixed.content(), file.content());
        }
    }
    assert_eq!(PREFIXED.directory("skill://acme/docs"), None);
    assert_eq!(PREFIXED.verify(), Ok(()));
}

#[test]
fn excluded_files_are_not_embedded() {
    let paths = |catalog: &'static Catalog| -> BTreeSet<_> {
        let files = catalog.skill("any-bytes").unwrap().files();
        files.iter().map(SkillFile::path).collect()
    };
    let excluded: Vec<_> = paths(&CONTENTS)
        .difference(&paths(&SOME))
        .copied()
        .collect();
    assert_eq!(
        excluded,
        ["empty.bin", "every-byte.bin", "templates/SKILL.md"]
    );
}

#[test]
fn several_folders_make_one_catalog() {
    let mut expected = uris(PLAIN.skills());
    expected.extend(uris(NESTED.skills()));
    expected.sort_unstable();
    assert_eq!(uris(JOINED.skills()), expected);
    for skill in JOINED.skills() {
        let alone = PLAIN.get(skill.uri()).or(NESTED.get(skill.uri()));
        assert_eq!(Some(skill), alone);
    }
    assert_eq!(JOINED.verify(), Ok(()));
}

#[test]
fn digests_are_read_back_from_their_text() {
    let digest = PLAIN.digest();
    assert_eq!(digest.to_string().parse::<Digest>(), Ok(digest));
}

fn uris(skills: &'static [Skill]) -> Vec<&'static str> {
    skills.iter().map(Skill::uri).collect()
}
