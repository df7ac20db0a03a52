//! The rules for the fields of a frontmatter, one function a rule.

use std::ops::Range;

use crate::code::Code;
use crate::explain::{quoted, short};
use crate::fault::Fault;
use crate::frontmatter::Frontmatter;
use crate::lint::is_invisible;
use crate::scalar::Plain;
use crate::suggest::slug;
use crate::yaml::{Entry, Node, Value};

/// Agent Skills, "name field".
const NAME_LIMIT: usize = 64;
/// Agent Skills, "description field".
const DESCRIPTION_LIMIT: usize = 1024;
/// Agent Skills, "compatibility field".
const COMPATIBILITY_LIMIT: usize = 500;

/// What every skill needs, once it is known to be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fields {
    /// The skill name.
    pub name: String,
    /// What the skill does and when to use it.
    pub description: String,
}

/// Checks the fields of a skill in a folder of that name; `None` if one of the two required ones is wrong.
pub fn validate(
    faults: &mut Vec<Fault>,
    frontmatter: &Frontmatter,
    folder: &str,
) -> Option<Fields> {
    let name = required(faults, frontmatter, "name", folder);
    let name = name.filter(|(text, span)| check_name(faults, text, span, folder));
    let description = required(faults, frontmatter, "description", folder);
    let description = description.filter(|(text, span)| {
        check_length(
            faults,
            Code::DescriptionLength,
            "description",
            text,
            span,
            DESCRIPTION_LIMIT,
        )
    });
    check_compatibility(faults, frontmatter);
    optional_string(faults, frontmatter, "license");
    check_allowed_tools(faults, frontmatter);
    check_metadata(faults, frontmatter);
    Some(Fields {
        name: name?.0.to_owned(),
        description: description?.0.to_owned(),
    })
}

type Text<'a> = (&'a str, Range<usize>);

fn required<'a>(
    faults: &mut Vec<Fault>,
    frontmatter: &'a Frontmatter,
    name: &str,
    folder: &str,
) -> Option<Text<'a>> {
    match frontmatter.field(name) {
        Some(field) if name == "name" && is_name(folder) && field.value.as_str().is_none() => {
            let fault = wrong_type(field, "a string");
            faults.push(name_of_folder(fault, field, folder));
            None
        }
        Some(field) => string(faults, field),
        None if frontmatter.is_partial => None,
        None => {
            faults.push(missing(frontmatter, name, folder));
            None
        }
    }
}

/// `name: true` is to be the folder's name, which may be `true`.
fn name_of_folder(mut fault: Fault, field: &Entry, folder: &str) -> Fault {
    let is_quoted_name =
        matches!(&field.value.value, Value::Scalar(scalar) if scalar.text == folder);
    if !is_quoted_name {
        fault.helps = vec![format!("write `name: {folder}`")];
    }
    fault
}

fn missing(frontmatter: &Frontmatter, name: &str, folder: &str) -> Fault {
    let message = format!("missing field `{name}`");
    if let Some(glued) = glued(frontmatter, name) {
        return Fault::new(Code::MissingField, glued.key_span.clone(), message)
            .help(format!("put a blank after the colon of `{name}:`"));
    }
    if let Some(found) = misspelt(frontmatter, name) {
        return Fault::new(Code::MissingField, found.key_span.clone(), message).help(format!(
            "there is a field `{}`: write `{name}`",
            short(&found.key)
        ));
    }
    let fault = Fault::new(Code::MissingField, 0..3, message);
    match name {
        "name" => fault.help(format!("add `name: {folder}`")),
        _ => fault.help("add `description: ` and what the skill does and when to use it"),
    }
}

/// `description:"Use it so: x"` is a key that goes on behind the quote.
fn glued<'a>(frontmatter: &'a Frontmatter, name: &str) -> Option<&'a Entry> {
    let goes_on = |rest: &str| rest.starts_with(':');
    let is_glued = |field: &&Entry| field.key.strip_prefix(name).is_some_and(goes_on);
    frontmatter.fields.iter().find(is_glued)
}

/// A field that is the required one in other letters.
fn misspelt<'a>(frontmatter: &'a Frontmatter, name: &str) -> Option<&'a Entry> {
    let keys = frontmatter.fields.iter().map(|field| field.key.as_str());
    frontmatter.field(crate::suggest::nearest(name, keys)?)
}

fn optional_string<'a>(
    faults: &mut Vec<Fault>,
    frontmatter: &'a Frontmatter,
    name: &str,
) -> Option<Text<'a>> {
    string(faults, frontmatter.field(name)?)
}

fn string<'a>(faults: &mut Vec<Fault>, field: &'a Entry) -> Option<Text<'a>> {
    if let Some(text) = field.value.as_str() {
        return Some((text, field.value.span.clone()));
    }
    faults.push(wrong_type(field, "a string"));
    None
}

fn wrong_type(field: &Entry, expected: &str) -> Fault {
    let (name, node) = (&field.key, &field.value);
    let message = format!("field `{name}` must be {expected}, found {}", node.kind());
    let fault = Fault::new(Code::FieldType, type_span(field), message);
    match &node.value {
        Value::Scalar(scalar) if scalar.meaning != Plain::Null && expected == "a string" => {
            fault.help(format!("quote it: `{name}: {}`", quoted(&scalar.text)))
        }
        Value::Scalar(_) if name == "name" || name == "description" => {
            fault.help(format!("write the {name} after `{name}: `"))
        }
        Value::Scalar(scalar) if scalar.meaning == Plain::Null => fault.help(match expected {
            "a mapping" => {
                format!("indent the lines that belong to `{name}` below it, or delete the line")
            }
            _ => format!("give `{name}` a value, or delete the line"),
        }),
        _ if expected == "a string" => fault.help(format!("write `{name}` as one quoted text")),
        _ => fault.help("write one `key: \"value\"` a line, indented below, or delete the line"),
    }
}

/// An empty value has no characters to point at, and one below its key has too many: the key stands for them.
fn type_span(field: &Entry) -> Range<usize> {
    let span = &field.value.span;
    if span.is_empty() || field.value_is_below {
        field.key_span.clone()
    } else {
        span.clone()
    }
}

/// Agent Skills, "name field"; ASCII only, which is the one alphabet that all hosts accept.
fn check_name(faults: &mut Vec<Fault>, name: &str, span: &Range<usize>, folder: &str) -> bool {
    let fault = name_fault(name, span, folder);
    let is_right = fault.is_none();
    faults.extend(fault);
    is_right
}

fn name_fault(name: &str, span: &Range<usize>, folder: &str) -> Option<Fault> {
    let fault = |code, message: String| Some(Fault::new(code, span.clone(), message));
    let propose = |fault: Option<Fault>| match proposal(name, folder) {
        Some(slug) => {
            fault.map(|fault| fault.help(format!("write `name: {slug}`{}", rename(&slug, folder))))
        }
        None => {
            fault.map(|fault| fault.help("choose another name, and rename the folder to match"))
        }
    };
    let visible: String = name.chars().filter(|c| !is_invisible(*c)).collect();
    let shown = short(&visible);
    let length = name.chars().count();
    if name.is_empty() {
        return propose(fault(Code::NameLength, "empty skill name".to_owned()));
    }
    if let Some(found) = name.chars().find(|c| !is_name_character(*c)) {
        let message = format!("unexpected {} in skill name `{shown}`", character(found));
        return propose(fault(Code::NameCharacter, message))
            .map(|fault| fault.note("a name is lowercase letters `a-z`, digits and hyphens"));
    }
    if length > NAME_LIMIT {
        let message = format!("skill name of {length} characters, expected at most {NAME_LIMIT}");
        return fault(Code::NameLength, message)
            .map(|fault| fault.help("shorten it, and rename the folder to match"));
    }
    if name.starts_with('-') || name.ends_with('-') {
        let end = if name.starts_with('-') {
            "starts"
        } else {
            "ends"
        };
        return propose(fault(
            Code::NameHyphen,
            format!("skill name `{shown}` {end} with a hyphen"),
        ));
    }
    if name.contains("--") {
        return propose(fault(
            Code::NameHyphen,
            format!("two hyphens in a row in skill name `{shown}`"),
        ));
    }
    if name != folder {
        let message = format!(
            "skill name `{shown}` must match its folder `{}`",
            short(folder)
        );
        let help = if is_name(folder) {
            format!("write `name: {folder}`, or rename the folder to `{name}`")
        } else {
            format!("rename the folder to `{name}`")
        };
        return fault(Code::NameMismatch, message).map(|fault| fault.help(help));
    }
    None
}

fn is_name_character(c: char) -> bool {
    matches!(c, 'a'..='z' | '0'..='9' | '-')
}

/// Whether a text is a skill name.
pub fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= NAME_LIMIT
        && text.chars().all(is_name_character)
        && !text.starts_with('-')
        && !text.ends_with('-')
        && !text.contains("--")
}

/// The folder's name if it is one, else the nearest name to what was written.
fn proposal(name: &str, folder: &str) -> Option<String> {
    if is_name(folder) {
        return Some(folder.to_owned());
    }
    slug(name).or_else(|| slug(folder))
}

fn rename(slug: &str, folder: &str) -> String {
    if slug == folder {
        return String::new();
    }
    format!(" and rename the folder to `{slug}`")
}

fn character(c: char) -> String {
    match c {
        ' ' => "blank".to_owned(),
        c if c.is_control() || c.is_whitespace() || is_invisible(c) => {
            format!("character U+{:04X}", u32::from(c))
        }
        c => format!("`{c}`"),
    }
}

/// A text neither blank nor too long; hosts count code points (TypeScript, Go) or UTF-16 units (C#).
fn check_length(
    faults: &mut Vec<Fault>,
    code: Code,
    name: &str,
    text: &str,
    span: &Range<usize>,
    limit: usize,
) -> bool {
    let points = text.chars().count();
    let units = text.encode_utf16().count();
    let fault = if text.trim().is_empty() {
        Fault::new(code, span.clone(), format!("blank {name}"))
            .help(format!("write a {name} of 1 to {limit} characters"))
    } else if points > limit {
        Fault::new(
            code,
            span.clone(),
            format!("{name} of {points} characters, expected at most {limit}"),
        )
        .help(longer(name))
    } else if units > limit {
        let message = format!("{name} of {units} UTF-16 units, expected at most {limit}");
        Fault::new(code, span.clone(), message)
            .help(longer(name))
            .note(format!(
                "it has {points} characters, but some hosts count an emoji as two"
            ))
    } else {
        return true;
    };
    faults.push(fault);
    false
}

fn longer(name: &str) -> &'static str {
    match name {
        "description" => "keep what a host needs for its choice, and move the rest into the body",
        _ => {
            "keep the products, packages and access that the skill needs, and move the rest into the body"
        }
    }
}

fn check_compatibility(faults: &mut Vec<Fault>, frontmatter: &Frontmatter) {
    if let Some((text, span)) = optional_string(faults, frontmatter, "compatibility") {
        check_length(
            faults,
            Code::CompatibilityLength,
            "compatibility",
            text,
            &span,
            COMPATIBILITY_LIMIT,
        );
    }
}

/// Agent Skills has a space-separated string; a list of strings is common and passed through.
fn check_allowed_tools(faults: &mut Vec<Fault>, frontmatter: &Frontmatter) {
    let Some(field) = frontmatter.field("allowed-tools") else {
        return;
    };
    match &field.value.value {
        Value::Sequence(items) => check_tool_list(faults, field, items),
        _ => {
            if let Some((text, span)) = string(faults, field) {
                check_parentheses(faults, text, span);
            }
        }
    }
}

fn check_tool_list(faults: &mut Vec<Fault>, field: &Entry, items: &[Node]) {
    let names: Option<Vec<_>> = items.iter().map(Node::as_str).collect();
    let Some(names) = names else {
        for item in items.iter().filter(|item| item.as_str().is_none()) {
            let message = format!(
                "expected a string in `allowed-tools`, found {}",
                item.kind()
            );
            faults.push(Fault::new(Code::FieldType, item.span.clone(), message).help("quote it"));
        }
        return;
    };
    let span = field.key_span.clone();
    faults.push(
        Fault::new(
            Code::AllowedToolsList,
            span,
            "`allowed-tools` is a list, expected a string",
        )
        .help(format!(
            "write `allowed-tools: {}`",
            short(&names.join(" "))
        )),
    );
}

fn check_parentheses(faults: &mut Vec<Fault>, text: &str, span: Range<usize>) {
    let mut open = 0_usize;
    for c in text.chars() {
        match c {
            '(' => open += 1,
            ')' if open == 0 => {
                faults.push(
                    Fault::new(Code::FieldType, span, "unexpected `)` in `allowed-tools`")
                        .help("write a tool's arguments as `Bash(git:*)`"),
                );
                return;
            }
            ')' => open -= 1,
            _ => {}
        }
    }
    if open > 0 {
        faults.push(
            Fault::new(
                Code::FieldType,
                span,
                "no `)` closes a `(` in `allowed-tools`",
            )
            .help("write a tool's arguments as `Bash(git:*)`"),
        );
    }
}

/// Agent Skills, "metadata field": a map from string keys to string values.
fn check_metadata(faults: &mut Vec<Fault>, frontmatter: &Frontmatter) {
    let Some(field) = frontmatter.field("metadata") else {
        return;
    };
    let Value::Mapping(entries) = &field.value.value else {
        faults.push(wrong_type(field, "a mapping"));
        return;
    };
    for entry in entries {
        check_metadata_key(faults, entry);
        // `{a:1}` is reported as a key.
        let is_key_fault = entry.key.contains(':') && entry.value.kind() == "nothing";
        if entry.value.as_str().is_none() && !is_key_fault {
            faults.push(metadata_value(entry));
        }
    }
}

fn metadata_value(entry: &Entry) -> Fault {
    let key = &entry.key;
    let message = format!(
        "`metadata.{key}` must be a string, found {}",
        entry.value.kind()
    );
    let fault = Fault::new(Code::MetadataValue, type_span(entry), message);
    match &entry.value.value {
        Value::Scalar(scalar) if scalar.meaning == Plain::Null => {
            fault.help("write a text, or delete the line")
        }
        Value::Scalar(scalar) => fault.help(format!("quote it: `{key}: {}`", quoted(&scalar.text))),
        Value::Sequence(items) => {
            let texts: Vec<_> = items.iter().filter_map(Node::as_str).collect();
            if texts.len() == items.len() && !texts.is_empty() {
                return fault.help(format!(
                    "write one text: `{key}: {}`",
                    quoted(&texts.join(", "))
                ));
            }
            fault.help("write it as one quoted text, or move it out of `metadata`")
        }
        _ => fault.help("write it as one quoted text, or move it out of `metadata`"),
    }
}

/// SEP-2640 reserves the prefix for keys to come.
fn check_metadata_key(faults: &mut Vec<Fault>, entry: &Entry) {
    if entry.key.starts_with("io.modelcontextprotocol/") {
        let message = format!("reserved prefix of the key `{}`", short(&entry.key));
        faults.push(
            Fault::new(Code::MetadataReserved, entry.key_span.clone(), message)
                .help("use a prefix of your own"),
        );
    }
}
