//! What holds for every text and every file name, tried on generated ones.

use std::cell::Cell;
use std::ffi::OsStr;
use std::ops::Range;
use std::os::unix::ffi::OsStrExt;

use percent_encoding::percent_decode_str;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestCaseResult, TestRunner};
use serde::Deserialize;
use serde_json::{Map, Value as Json};
use skills_core::frontmatter::{self, Frontmatter};
use skills_core::yaml::{Entry, Node, Value};
use skills_core::{Level, fence, uri, validate};

use crate::tree::{Tree, codes};

pub(crate) mod documents;

/// The same cases on every run; `PROPTEST_RNG_SEED` and `PROPTEST_CASES` try others.
fn run<S: Strategy>(cases: u32, strategy: S, test: impl Fn(S::Value) -> TestCaseResult) {
    let given = ProptestConfig::default();
    let is_given = std::env::var_os("PROPTEST_CASES").is_some();
    let config = ProptestConfig {
        cases: if is_given { given.cases } else { cases },
        rng_seed: match given.rng_seed {
            RngSeed::Random => RngSeed::Fixed(2640),
            fixed => fixed,
        },
        failure_persistence: None,
        ..given
    };
    let failure = TestRunner::new(config).run(&strategy, test).err();
    let failure = failure.map(|error| error.to_string());
    assert!(failure.is_none(), "{}", failure.unwrap_or_default());
}

/// The frontmatter as rmcp reads it: its `SkillFrontmatter` has these fields.
#[derive(Deserialize)]
struct Served {
    name: String,
    description: String,
    #[serde(flatten)]
    extra: Map<String, Json>,
}

/// JSON readers that compare numbers compare floats.
fn floats(json: Json) -> Json {
    match json {
        Json::Number(number) => Json::from(number.as_f64()),
        Json::Array(items) => items.into_iter().map(floats).collect(),
        Json::Object(fields) => {
            let fields = fields.into_iter();
            Json::Object(fields.map(|(key, value)| (key, floats(value))).collect())
        }
        other => other,
    }
}

/// The frontmatter, if every rule is content with it.
fn accepted(text: &str) -> Option<Frontmatter> {
    let mut faults = Vec::new();
    let found = frontmatter::parse(text, &mut faults)?;
    validate::validate(&mut faults, &found, "pdf-forms")?;
    faults.is_empty().then_some(found)
}

/// The frontmatter as `yaml_serde` reads it.
fn read_by_rmcp<T: for<'a> Deserialize<'a>>(text: &str) -> Result<T, TestCaseError> {
    let block = text.get(fence::split(text).unwrap().yaml).unwrap();
    yaml_serde::from_str(block).map_err(|error| TestCaseError::fail(format!("{error}: {text}")))
}

#[test]
fn what_is_accepted_without_a_fault_rmcp_reads_to_the_same_json() {
    let (n_all, n_accepted) = (Cell::new(0_u32), Cell::new(0_u32));
    run(2_000, documents::document(), |text| {
        n_all.set(n_all.get() + 1);
        let Some(found) = accepted(&text) else {
            return Ok(());
        };
        n_accepted.set(n_accepted.get() + 1);
        let ours = floats(Json::Object(found.to_json()));
        let theirs = floats(read_by_rmcp(&text)?);
        prop_assert_eq!(&ours, &theirs, "{}", text);
        let served: Served = read_by_rmcp(&text)?;
        let mut fields = served.extra;
        fields.insert("name".to_owned(), served.name.into());
        fields.insert("description".to_owned(), served.description.into());
        prop_assert_eq!(&ours, &floats(Json::Object(fields)), "{}", text);
        Ok(())
    });
    let (n_all, n_accepted) = (n_all.get(), n_accepted.get());
    assert!(
        n_accepted > n_all / 5,
        "{n_accepted} of {n_all} documents were accepted"
    );
}

#[test]
fn a_host_that_reads_without_the_portability_rules_reads_the_same() {
    run(1_000, documents::document(), |text| {
        let mut faults = Vec::new();
        let found = frontmatter::parse(&text, &mut faults);
        let is_right = !faults
            .iter()
            .any(|fault| fault.code.level() == Level::Error);
        let read = frontmatter::read(&text);
        if is_right {
            prop_assert_eq!(read, Ok(found.unwrap().to_json()), "{}", text);
        }
        Ok(())
    });
}

#[test]
fn every_place_is_one_of_the_text() {
    run(1_000, documents::document(), |text| {
        let mut faults = Vec::new();
        let found = frontmatter::parse(&text, &mut faults);
        let spans = found.iter().flat_map(|found| spans(found, text.len()));
        let spans = spans.chain(faults.iter().map(|fault| fault.span.clone()));
        for span in spans {
            prop_assert!(text.get(span.clone()).is_some(), "{:?} of {}", span, text);
        }
        for fault in faults {
            let rendered = fault.in_file("skills/pdf-forms/SKILL.md", &text).render();
            prop_assert!(
                rendered.contains("--> skills/pdf-forms/SKILL.md:"),
                "{}",
                rendered
            );
        }
        Ok(())
    });
}

fn spans(found: &Frontmatter, end: usize) -> Vec<Range<usize>> {
    let body = found.body..end;
    let mut spans = Vec::from([body]);
    found
        .fields
        .iter()
        .for_each(|field| entry_spans(field, &mut spans));
    spans
}

fn entry_spans(entry: &Entry, spans: &mut Vec<Range<usize>>) {
    spans.push(entry.key_span.clone());
    node_spans(&entry.value, spans);
}

fn node_spans(node: &Node, spans: &mut Vec<Range<usize>>) {
    spans.push(node.span.clone());
    match &node.value {
        Value::Scalar(scalar) => spans.push(scalar.source.clone()),
        Value::Sequence(items) => items.iter().for_each(|item| node_spans(item, spans)),
        Value::Mapping(entries) => entries.iter().for_each(|entry| entry_spans(entry, spans)),
    }
}

/// Any text that can be one name in a path: ordinary ones, and every character there is.
fn name() -> impl Strategy<Value = String> {
    let name = prop_oneof![
        "[ -~]{1,12}",
        "\\PC{1,8}",
        "(%[0-9a-fA-F]{2}|[%?#&+ .~]|é|\u{301}){1,8}",
        any::<String>()
    ];
    name.prop_map(|name| name.replace(['/', '\0'], "x"))
        .prop_filter("a name", |name| !matches!(name.as_str(), "" | "." | ".."))
}

#[test]
fn every_path_is_encoded_to_a_uri_that_decodes_to_it() {
    run(4_000, proptest::collection::vec(name(), 1..5), |names| {
        let path = names.join("/");
        let uri = uri::encode(&path);
        let encoded = uri.strip_prefix("skill://").unwrap();
        let is_uri_byte = |b: u8| b.is_ascii_alphanumeric() || b"/-._~!$&'()*+,;=:@%".contains(&b);
        prop_assert!(encoded.bytes().all(is_uri_byte), "{}", uri);
        let decoded: Result<Vec<_>, _> = encoded
            .split('/')
            .map(|segment| percent_decode_str(segment).decode_utf8())
            .collect();
        prop_assert_eq!(decoded.unwrap(), names);
        Ok(())
    });
}

#[test]
fn two_paths_never_share_a_uri() {
    run(4_000, (name(), name()), |(one, other)| {
        prop_assert_eq!(one == other, uri::encode(&one) == uri::encode(&other));
        Ok(())
    });
}

/// Bytes that a file system takes as a name.
fn file_name() -> impl Strategy<Value = Vec<u8>> {
    let bytes = prop_oneof![
        4 => name().prop_map(String::into_bytes),
        1 => proptest::collection::vec(any::<u8>(), 1..12),
    ];
    let is_name = |name: &Vec<u8>| {
        !matches!(name.as_slice(), b"" | b"." | b"..")
            && !name.contains(&b'/')
            && !name.contains(&0)
    };
    bytes
        .prop_map(|mut name| {
            name.truncate(200);
            name
        })
        .prop_filter("a file name", is_name)
}

#[test]
fn every_file_is_embedded_left_out_or_reported() {
    let embedded = Cell::new(0_u32);
    run(400, file_name(), |name| {
        let tree = Tree::new().skill("demo");
        std::fs::write(tree.path().join("demo").join(OsStr::from_bytes(&name)), "x").unwrap();
        let loaded = tree.load();
        let Some(catalog) = loaded.catalog else {
            let found = codes(&loaded.diagnostics);
            let fatal: Vec<_> = found.iter().filter(|code| !code.starts_with('~')).collect();
            prop_assert_eq!(fatal, ["file_name"], "{:?}", name);
            return Ok(());
        };
        let name = String::from_utf8(name).unwrap();
        let mut files = catalog.files().iter();
        let Some(file) = files.find(|file| file.path != "demo/SKILL.md") else {
            let is_known = name.starts_with('.')
                || ["~", ".pyc", ".swp"].iter().any(|end| name.ends_with(end));
            prop_assert!(is_known, "{:?} is left out", name);
            return Ok(());
        };
        embedded.set(embedded.get() + 1);
        prop_assert_eq!(&file.path, &format!("demo/{name}"));
        let encoded = file.uri.strip_prefix("skill://demo/").unwrap();
        prop_assert_eq!(percent_decode_str(encoded).decode_utf8().unwrap(), name);
        Ok(())
    });
    assert!(
        embedded.get() > 100,
        "{} files were embedded",
        embedded.get()
    );
}
