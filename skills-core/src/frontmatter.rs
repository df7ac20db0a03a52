//! The text of a `SKILL.md` to its fields; no I/O.

use serde_json::{Map, Value as Json};

use crate::code::Code;
use crate::fault::Fault;
use crate::fence;
use crate::portable;
use crate::tabs;
use crate::yaml::{self, Entry};

/// The fields of a `SKILL.md` and where its body starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Frontmatter {
    /// The fields in the order written; spans are bytes of the whole text.
    pub fields: Vec<Entry>,
    /// Whether fields may be missing because of a fault.
    pub is_partial: bool,
    /// Where the body starts, in bytes of the whole text.
    pub body: usize,
}

impl Frontmatter {
    /// The field of that name.
    pub fn field(&self, name: &str) -> Option<&Entry> {
        self.fields.iter().find(|field| field.key == name)
    }

    /// All fields as a JSON object, by the YAML 1.2 core schema.
    pub fn to_json(&self) -> Map<String, Json> {
        yaml::object(&self.fields)
    }
}

/// Parses a `SKILL.md` as it is checked at build time: the reading layer, then the portability rules.
pub fn parse(text: &str, faults: &mut Vec<Fault>) -> Option<Frontmatter> {
    let found = characters(text, faults);
    if !found {
        return None;
    }
    let parts = match fence::split(text) {
        Ok(parts) => parts,
        Err(fault) => {
            faults.push(fault);
            return None;
        }
    };
    let block = text.get(parts.yaml.clone()).unwrap_or_default();
    let document = yaml::read(block);
    let mut found = document.faults;
    portable::check(block, &document.entries, &mut found);
    if !document.is_partial {
        tabs::check(block, &document.entries, &mut found);
    }
    let start = parts.yaml.start;
    faults.extend(found.into_iter().map(|fault| fault.moved(start)));
    Some(Frontmatter {
        fields: document
            .entries
            .into_iter()
            .map(|entry| entry.moved(start))
            .collect(),
        is_partial: document.is_partial,
        body: parts.body,
    })
}

/// Reads the frontmatter of a served `SKILL.md` as a host does before it compares it with the entry: one byte order
/// mark and blanks after the closing fence are let through, the portability rules are not asked.
///
/// # Errors
///
/// The first fault, in words, if there is no frontmatter or it has no single JSON form.
pub fn read(text: &str) -> Result<Map<String, Json>, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let block = served_block(text).map_err(|fault| fault.message)?;
    let document = yaml::read(block);
    match document.faults.into_iter().next() {
        Some(fault) => Err(fault.message),
        None => Ok(yaml::object(&document.entries)),
    }
}

fn served_block(text: &str) -> Result<&str, Fault> {
    match fence::split(text) {
        Ok(parts) => Ok(text.get(parts.yaml).unwrap_or_default()),
        Err(fault) if fault.code == Code::FrontmatterFence && fault.span.start > 3 => {
            Ok(text.get(4..fault.span.start - 3).unwrap_or_default())
        }
        Err(fault) => Err(fault),
    }
}

/// Characters that no `SKILL.md` may have; whether it can be read on.
fn characters(text: &str, faults: &mut Vec<Fault>) -> bool {
    let before = faults.len();
    if text.starts_with('\u{feff}') {
        faults.push(
            Fault::new(Code::Bom, 0..3, "a byte order mark at the start of the file")
                .help("save the file as UTF-8 without BOM: some hosts do not see the frontmatter behind it"),
        );
    }
    if let Some(at) = text.find('\0') {
        faults.push(
            Fault::new(Code::Nul, at..at + 1, "a NUL character")
                .help("delete it: hosts take the file for binary"),
        );
    }
    if let Some(at) = lone_cr(text) {
        faults.push(
            Fault::new(
                Code::LoneCr,
                at..at + 1,
                "a carriage return without a line feed",
            )
            .help("save the file with LF line ends"),
        );
    }
    faults.len() == before
}

fn lone_cr(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut returns = text.match_indices('\r').map(|(at, _)| at);
    returns.find(|at| bytes.get(at + 1) != Some(&b'\n'))
}
