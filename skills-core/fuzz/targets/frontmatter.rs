//! Any text as a `SKILL.md`: reading, the rules for fields, the lints, the messages.
#![no_main]

use std::ops::Range;

use libfuzzer_sys::{Corpus, fuzz_target};
use serde_json::{Map, Value as Json};
use skills_core::fault::Fault;
use skills_core::frontmatter::{self, Frontmatter};
use skills_core::links::{self, Skill, Target};
use skills_core::yaml::{Entry, Node, Value};
use skills_core::{Level, lint, validate};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    match std::str::from_utf8(bytes) {
        Ok(text) => {
            check(text);
            check(&format!("---\n{text}\n---\n"));
            Corpus::Keep
        }
        Err(_) => Corpus::Reject,
    }
});

fn check(text: &str) {
    let mut faults = Vec::new();
    let found = frontmatter::parse(text, &mut faults);
    let read = frontmatter::read(text);
    check_messages(text, &faults);
    let Some(found) = found else {
        assert!(faults.iter().any(is_error), "nothing read, and no error");
        return;
    };
    check_spans(text, &found);
    if !faults.iter().any(is_error) {
        assert_eq!(read, Ok(found.to_json()), "a host reads something else");
        assert!(!found.is_partial);
    }
    check_rules(text, &found, &mut faults);
    if faults.is_empty() {
        check_rmcp(text, &found);
    }
}

fn is_error(fault: &Fault) -> bool {
    fault.code.level() == Level::Error
}

/// The rules for fields, the lints and the links take whatever was read.
fn check_rules(text: &str, found: &Frontmatter, faults: &mut Vec<Fault>) {
    let folder = found.field("name").and_then(|name| name.value.as_str());
    let folder = folder.unwrap_or("pdf-forms");
    validate::validate(faults, found, folder);
    let body = text
        .get(found.body..)
        .expect("the body starts at a character");
    let skill = Skill {
        folder,
        files: &["SKILL.md", "references/forms.md"],
    };
    let target = |path: &str| match path.len() % 3 {
        0 => Target::Missing,
        1 => Target::LeftOut,
        _ => Target::Present,
    };
    let mut lints = Vec::new();
    lint::skill_md(&mut lints, text, found);
    links::check(&mut lints, body, found.body, &skill, target);
    check_messages(text, faults);
    check_messages(text, &lints);
}

fn check_messages(text: &str, faults: &[Fault]) {
    for fault in faults {
        check_span(text, &fault.span);
        assert!(!fault.message.is_empty());
        let shown = fault.clone().in_file("skills/pdf-forms/SKILL.md", text);
        let position = shown.position().expect("a fault of a text has a place");
        assert!(position.line <= text.split('\n').count());
        let rendered = shown.render();
        assert!(rendered.contains("skills/pdf-forms/SKILL.md"), "{rendered}");
    }
}

fn check_spans(text: &str, found: &Frontmatter) {
    check_span(text, &(found.body..text.len()));
    found
        .fields
        .iter()
        .for_each(|entry| check_entry(text, entry));
}

fn check_entry(text: &str, entry: &Entry) {
    check_span(text, &entry.key_span);
    check_node(text, &entry.value);
}

fn check_node(text: &str, node: &Node) {
    check_span(text, &node.span);
    match &node.value {
        Value::Scalar(scalar) => check_span(text, &scalar.source),
        Value::Sequence(items) => items.iter().for_each(|item| check_node(text, item)),
        Value::Mapping(entries) => entries.iter().for_each(|entry| check_entry(text, entry)),
    }
}

fn check_span(text: &str, span: &Range<usize>) {
    assert!(
        text.get(span.clone()).is_some(),
        "{span:?} of {} bytes",
        text.len()
    );
}

/// What is accepted without a fault, rmcp's reader reads to the same JSON; numbers are compared as JSON readers do.
fn check_rmcp(text: &str, found: &Frontmatter) {
    let yaml = skills_core::fence::split(text)
        .expect("it was split before")
        .yaml;
    let block = text.get(yaml).expect("it was split before");
    let theirs: Map<String, Json> = match yaml_serde::from_str(block) {
        Ok(theirs) => theirs,
        Err(error) => panic!("yaml_serde: {error}"),
    };
    let (ours, theirs) = (Json::Object(found.to_json()), Json::Object(theirs));
    assert_eq!(
        floats(ours),
        floats(theirs),
        "yaml_serde reads something else"
    );
}

fn floats(json: Json) -> Json {
    match json {
        Json::Number(number) => Json::from(number.as_f64()),
        Json::Array(items) => items.into_iter().map(floats).collect(),
        Json::Object(fields) => Json::Object(
            fields
                .into_iter()
                .map(|(key, value)| (key, floats(value)))
                .collect(),
        ),
        other => other,
    }
}
