//! Portability rules: YAML that is right, and that two hosts read differently. Build time only.

use std::ops::Range;

use saphyr_parser::ScalarStyle;

use crate::code::Code;
use crate::explain::{quoted, short};
use crate::fault::Fault;
use crate::scalar::{self, Plain};
use crate::yaml::{Entry, Node, Scalar, Value};

/// Checks every value of a frontmatter.
pub fn check(yaml: &str, entries: &[Entry], faults: &mut Vec<Fault>) {
    let whole = whole_in_brackets(yaml);
    let place = Place {
        is_in_flow: whole.is_some(),
        is_reported: whole.is_some(),
        is_at_start: false,
    };
    faults.extend(whole);
    for entry in entries.iter().filter(|entry| !is_no_text(entry)) {
        check_entry(yaml, entry, place, faults);
    }
    if let Some(last) = entries.last() {
        check_last(yaml, &last.value, faults);
    }
}

/// A field that has to be a text and is a collection is mended as a whole.
fn is_no_text(entry: &Entry) -> bool {
    let is_text = ["name", "description", "license", "compatibility"].contains(&entry.key.as_str());
    is_text && !matches!(entry.value.value, Value::Scalar(_))
}

/// JSON in place of YAML, over several lines.
fn whole_in_brackets(yaml: &str) -> Option<Fault> {
    let is_comment = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with('#');
    let before: usize = yaml
        .split_inclusive('\n')
        .take_while(is_comment)
        .map(str::len)
        .sum();
    let text = yaml.get(before..)?;
    let is_over_lines = text.starts_with('{') && text.trim_end().contains('\n');
    is_over_lines.then(|| {
        Fault::new(
            Code::YamlMultiLineFlow,
            before..before + 1,
            "the whole frontmatter in brackets over several lines",
        )
        .help("write one `key: value` a line, without the brackets and commas")
    })
}

/// Longer keys are refused by PyYAML and rmcp, which count up to the colon.
const KEY_LIMIT: usize = 1_000;

/// What a value stands in.
#[derive(Clone, Copy)]
struct Place {
    /// Brackets.
    is_in_flow: bool,
    /// Brackets over several lines, which are mended as a whole.
    is_reported: bool,
    /// The start of a line, or of what a `- ` starts.
    is_at_start: bool,
}

fn check_entry(yaml: &str, entry: &Entry, place: Place, faults: &mut Vec<Fault>) {
    if let Some(fault) = key_form(yaml, entry, place) {
        faults.push(fault);
        return;
    }
    check_key(entry, place, faults);
    let below = Place {
        is_at_start: entry.value_is_below && !place.is_in_flow,
        ..place
    };
    check_node(yaml, &entry.value, below, faults);
}

/// Forms of an entry that the TypeScript client, PyYAML or rmcp refuse.
fn key_form(yaml: &str, entry: &Entry, place: Place) -> Option<Fault> {
    let key = entry.key.as_str();
    let fault = |message: String| Fault::new(Code::YamlKey, entry.key_span.clone(), message);
    if entry.key_span.len() > KEY_LIMIT {
        let n_bytes = entry.key_span.len();
        let message = format!("key of {n_bytes} bytes, expected at most {KEY_LIMIT}");
        return Some(fault(message).help("shorten it, or make the text a value"));
    }
    let after = yaml.get(entry.key_span.end..).unwrap_or_default();
    let is_quoted = entry.key_style != ScalarStyle::Plain;
    if is_quoted && !place.is_in_flow && after.starts_with([' ', '\t']) {
        let message = "a blank between a quoted key and its colon".to_owned();
        return Some(fault(message).help("delete the blank: some hosts refuse it"));
    }
    // A key that is no text is an error of the reading layer.
    let is_text = is_quoted || !key.is_empty();
    if !place.is_in_flow || !is_text || !is_absent(&entry.value) {
        return None;
    }
    let fault = fault(format!("`{}` is a key without a value", short(key)));
    let glued = key
        .split_once(':')
        .filter(|(_, value)| !value.is_empty() && !is_quoted);
    Some(match glued {
        Some((name, value)) => {
            fault.help(format!("put a blank after the colon: `{name}: {value}`"))
        }
        None => fault.help("give it a value; a list of words stands in `[` and `]`"),
    })
}

fn is_absent(node: &Node) -> bool {
    matches!(&node.value, Value::Scalar(value) if value.style == ScalarStyle::Plain && value.text.is_empty())
}

fn check_key(entry: &Entry, place: Place, faults: &mut Vec<Fault>) {
    let is_plain = entry.key_style == ScalarStyle::Plain;
    let is_string = scalar::core(&entry.key) == Plain::String;
    // A merge key is an error of the reading layer.
    if !is_plain || !is_string || entry.key == "<<" {
        return;
    }
    let span = entry.key_span.clone();
    match in_brackets(&entry.key, span.clone(), place) {
        Some(fault) => faults.push(fault),
        None => faults.extend(ambiguous("key ", &entry.key, span)),
    }
}

fn check_node(yaml: &str, node: &Node, place: Place, faults: &mut Vec<Fault>) {
    if let Value::Scalar(scalar) = &node.value {
        return check_scalar(yaml, node, scalar, place, faults);
    }
    let text = yaml.get(node.span.clone()).unwrap_or_default();
    let is_flow = text.starts_with(['[', '{']);
    let is_over_lines = is_flow && text.contains('\n');
    if is_over_lines && !place.is_reported {
        faults.push(multi_line(
            yaml,
            node,
            &format!("{} in brackets", node.kind()),
        ));
    }
    let below = Place {
        is_in_flow: place.is_in_flow || is_flow,
        is_reported: place.is_reported || is_over_lines,
        is_at_start: !place.is_in_flow && !is_flow,
    };
    match &node.value {
        Value::Scalar(_) => {}
        Value::Sequence(items) => items
            .iter()
            .for_each(|item| check_item(yaml, item, below, faults)),
        Value::Mapping(entries) => entries
            .iter()
            .for_each(|entry| check_entry(yaml, entry, below, faults)),
    }
}

/// `[a: b]` is a list of a mapping; the TypeScript client refuses the form.
fn check_item(yaml: &str, item: &Node, place: Place, faults: &mut Vec<Fault>) {
    let text = yaml.get(item.span.clone()).unwrap_or_default();
    let is_pair = matches!(item.value, Value::Mapping(_)) && !text.starts_with('{');
    if !(place.is_in_flow && is_pair) {
        return check_node(yaml, item, place, faults);
    }
    let fault = Fault::new(
        Code::YamlKey,
        item.span.clone(),
        "a key inside the brackets of a list",
    );
    faults.push(fault.help(format!(
        "quote it if it is text: `{}`; write `{{key: value}}` if it is a mapping",
        quoted(text.trim())
    )));
}

fn check_scalar(yaml: &str, node: &Node, scalar: &Scalar, place: Place, faults: &mut Vec<Fault>) {
    match scalar.style {
        ScalarStyle::Plain if scalar.meaning == Plain::Unrepresentable => {}
        ScalarStyle::Plain if place.is_at_start && scalar.text.starts_with('?') => {
            let message = "a value cannot start with `?` here";
            let fault = Fault::new(Code::YamlSyntax, node.span.clone(), message);
            faults.push(fault.help(format!("quote it: `{}`", quoted(&scalar.text))));
        }
        ScalarStyle::Plain if is_after_comment(yaml, node.span.start) => {
            let message = "an empty line and a comment at the margin before an unquoted value";
            let fault = Fault::new(Code::YamlAmbiguous, node.span.clone(), message);
            faults.push(
                fault.help("start the value on the line of its key, or delete the empty line"),
            );
        }
        ScalarStyle::Plain => match in_brackets(&scalar.text, node.span.clone(), place) {
            Some(fault) => faults.push(fault),
            None => faults.extend(ambiguous("", &scalar.text, node.span.clone())),
        },
        ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => {
            if spans_lines(yaml, node) && !place.is_reported {
                faults.push(multi_line(yaml, node, "a quoted value"));
            }
        }
        ScalarStyle::Literal | ScalarStyle::Folded => {
            let header = yaml.get(node.span.clone()).unwrap_or_default();
            if header.contains(|c: char| c.is_ascii_digit()) {
                faults.push(indicator(node, header));
            }
        }
    }
}

/// Whether npm's `yaml` runs an unquoted value on into the lines below it: it stands on its own line, under an empty
/// line that a comment at the margin follows.
fn is_after_comment(yaml: &str, start: usize) -> bool {
    let before = yaml.get(..start).unwrap_or_default();
    let is_gap = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with('#');
    let gap: Vec<_> = before.split('\n').rev().take_while(is_gap).collect();
    // From below: the blanks before the value, then the lines between it and its key.
    let lines = gap.get(1..).unwrap_or_default();
    lines.windows(2).any(|pair| matches!(pair, [below, above] if below.starts_with('#') && above.trim_end_matches('\r').is_empty()))
}

/// An unquoted text in brackets that PyYAML refuses: `[what is this?, :x, >y]`.
fn in_brackets(text: &str, span: Range<usize>, place: Place) -> Option<Fault> {
    if !place.is_in_flow {
        return None;
    }
    let help = format!("quote it: `{}`", quoted(text));
    if let Some(first) = text.chars().next().filter(|c| matches!(c, '|' | '>')) {
        let message = format!("a value in brackets cannot start with `{first}`");
        return Some(Fault::new(Code::YamlSyntax, span, message).help(help));
    }
    let found = if text.starts_with(':') {
        "starts with `:`"
    } else if text.contains('?') {
        "has a `?`"
    } else {
        return None;
    };
    let message = format!(
        "`{}` {found}, which some hosts refuse in brackets",
        short(text)
    );
    Some(Fault::new(Code::YamlAmbiguous, span, message).help(help))
}

fn ambiguous(what: &str, text: &str, span: Range<usize>) -> Option<Fault> {
    let other = scalar::other_reading(text)?;
    let message = format!(
        "{what}`{}` is {} here and {other} to other hosts",
        short(text),
        reading(text)
    );
    let fault = Fault::new(Code::YamlAmbiguous, span, message);
    Some(match text.to_ascii_lowercase().as_str() {
        "yes" | "on" if what.is_empty() => {
            fault.help(format!("write `{}` or `true`", quoted(text)))
        }
        "no" | "off" if what.is_empty() => {
            fault.help(format!("write `{}` or `false`", quoted(text)))
        }
        _ => fault.help(format!("quote it: `{}`", quoted(text))),
    })
}

/// What YAML 1.2 sees in a plain scalar, in words.
fn reading(text: &str) -> String {
    match scalar::core(text) {
        Plain::Number(number) => format!("the number {number}"),
        _ => "a string".to_owned(),
    }
}

fn spans_lines(yaml: &str, node: &Node) -> bool {
    yaml.get(node.span.clone())
        .is_some_and(|text| text.contains('\n'))
}

fn multi_line(yaml: &str, node: &Node, what: &str) -> Fault {
    let text = yaml.get(node.span.clone()).unwrap_or_default();
    let first = text.lines().next().unwrap_or_default().len();
    let span = node.span.start..node.span.start + first;
    let fault = Fault::new(
        Code::YamlMultiLineFlow,
        span,
        format!("{what} over several lines"),
    );
    match node.value {
        Value::Scalar(_) => {
            fault.help("write it on one line, or use `>-` with the text indented below")
        }
        _ => fault.help("write it on one line, or one `- item` or `key: value` a line"),
    }
}

fn indicator(node: &Node, header: &str) -> Fault {
    let message = format!("unsupported indentation indicator in `{header}`");
    let fault = Fault::new(Code::YamlMultiLineFlow, node.span.clone(), message);
    fault.help("delete the digit and indent the first line like the others")
}

/// FastMCP and Go cut the newline before the closing `---`, and with it the end of a block scalar there.
fn check_last(yaml: &str, node: &Node, faults: &mut Vec<Fault>) {
    match &node.value {
        Value::Sequence(items) => {
            if let Some(last) = items.last() {
                check_last(yaml, last, faults);
            }
        }
        Value::Mapping(entries) => {
            if let Some(last) = entries.last() {
                check_last(yaml, &last.value, faults);
            }
        }
        Value::Scalar(scalar) => {
            let is_block = matches!(scalar.style, ScalarStyle::Literal | ScalarStyle::Folded);
            let header = yaml.get(node.span.clone()).unwrap_or_default();
            if is_block && scalar.text.ends_with('\n') {
                let strip = if header.starts_with('>') { ">-" } else { "|-" };
                let message = format!(
                    "`{header}` keeps a newline at the end of the frontmatter, which some hosts cut"
                );
                faults.push(
                    Fault::new(Code::YamlBlockLast, node.span.clone(), message).help(format!(
                        "write `{strip}`, or move another field below this one"
                    )),
                );
            }
        }
    }
}
