//! YAML to a tree of values with spans. Reads the part of YAML 1.2 that has one JSON form; what else there is, it
//! reports. Used when a catalog is built and when a client compares a served frontmatter with its entry.

use std::collections::HashMap;

use crate::code::Code;
use crate::fault::Fault;
pub use crate::node::{Entry, Node, Scalar, Value, object};
use crate::reader::{self, Reader};

/// Syntax errors after which reading no longer goes on: each costs another look at the rest.
const RESUME_LIMIT: usize = 20;

/// What could be read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// The entries of the top mapping, as far as they could be read.
    pub entries: Vec<Entry>,
    /// What is wrong, in the order found.
    pub faults: Vec<Fault>,
    /// Whether entries may be missing because of a fault.
    pub is_partial: bool,
}

/// Reads a frontmatter block.
///
/// After a fault that ends one entry, reading goes on at the next key at the margin, so that one mistake does not
/// hide the others.
pub fn read(yaml: &str) -> Document {
    let mut document = Document::default();
    if let Some(fault) = unsupported_character(yaml).or_else(|| end_marker(yaml)) {
        document.faults.push(fault);
        document.is_partial = true;
        return document;
    }
    let mut from = 0;
    let mut resumed = 0;
    while let Some(rest) = yaml.get(from..) {
        let mut reader = Reader::new(rest, from);
        let stopped = reader.document();
        let read = reader.finish();
        document.entries.extend(read.entries);
        document.faults.extend(read.faults);
        let Some(stop) = stopped else {
            break;
        };
        document.is_partial = true;
        document.faults.push(stop.fault);
        resumed += 1;
        match stop.resume.and_then(|after| next_key(yaml, after)) {
            Some(next) if resumed < RESUME_LIMIT => from = next,
            _ => break,
        }
    }
    report_repeats(yaml, &mut document);
    document
}

/// The start of the next line that begins with a key at the margin.
fn next_key(yaml: &str, after: usize) -> Option<usize> {
    let mut offset = after + yaml.get(after..)?.find('\n')? + 1;
    for line in yaml.get(offset..)?.split_inclusive('\n') {
        let is_key = line.starts_with(|c: char| c.is_ascii_alphabetic()) && line.contains(':');
        if is_key {
            return Some(offset);
        }
        offset += line.len();
    }
    None
}

/// Characters that some reader refuses or takes for a line end.
fn unsupported_character(yaml: &str) -> Option<Fault> {
    let is_unsupported = |c: char| matches!(c, '\0'..='\x08' | '\x0b' | '\x0c' | '\x0e'..='\x1f' | '\x7f'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}');
    let (offset, found) = yaml.char_indices().find(|(_, c)| is_unsupported(*c))?;
    let message = format!(
        "unsupported character U+{:04X} in the frontmatter",
        u32::from(found)
    );
    let fault = Fault::new(Code::YamlSyntax, offset..offset + found.len_utf8(), message);
    Some(fault.help("delete it, or write it as an escape in a double-quoted value"))
}

/// `...` at the margin ends a document wherever it stands.
fn end_marker(yaml: &str) -> Option<Fault> {
    let mut offset = 0;
    for line in yaml.split_inclusive('\n') {
        let is_marker = line
            .strip_prefix("...")
            .is_some_and(|rest| rest.trim_start().len() < rest.len() || rest.is_empty());
        if is_marker {
            return Some(reader::second_document(offset..offset + 3));
        }
        offset += line.len();
    }
    None
}

/// Keys are compared decoded: `name` and `"na\u006de"` are one key.
fn report_repeats(yaml: &str, document: &mut Document) {
    let Document {
        entries, faults, ..
    } = document;
    repeats(yaml, entries, faults);
}

fn repeats(yaml: &str, entries: &[Entry], faults: &mut Vec<Fault>) {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for entry in entries {
        if let Some(first) = seen.get(entry.key.as_str()) {
            let message = format!("duplicate key `{}`", entry.key);
            faults.push(
                Fault::new(Code::YamlDuplicateKey, entry.key_span.clone(), message)
                    .help("delete one of the two: hosts disagree on which counts")
                    .note(format!(
                        "first written on line {}",
                        line_in_file(yaml, *first)
                    )),
            );
        } else {
            seen.insert(&entry.key, entry.key_span.start);
        }
        repeats_below(yaml, &entry.value, faults);
    }
}

fn repeats_below(yaml: &str, node: &Node, faults: &mut Vec<Fault>) {
    match &node.value {
        Value::Scalar(_) => {}
        Value::Sequence(items) => items
            .iter()
            .for_each(|item| repeats_below(yaml, item, faults)),
        Value::Mapping(entries) => repeats(yaml, entries, faults),
    }
}

/// The line in the `SKILL.md`, whose first line is the fence.
fn line_in_file(yaml: &str, offset: usize) -> usize {
    let before = yaml.bytes().take(offset);
    before.filter(|byte| *byte == b'\n').count() + 2
}
