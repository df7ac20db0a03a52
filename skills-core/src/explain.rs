//! Words for what is wrong with YAML: the parser's terms turned into the author's, with the fix.

use std::ops::Range;

use saphyr_parser::ScalarStyle;

use crate::code::Code;
use crate::fault::Fault;
use crate::scalar::Plain;
use crate::yaml::{Node, Value};

/// Longer values are not written out in a fix.
const QUOTE_LIMIT: usize = 120;

/// The fields of Agent Skills whose names are not words of a sentence.
const KNOWN_FIELDS: &[&str] = &["allowed-tools", "compatibility", "license", "metadata"];

/// Other fields that skills have, whose names are words of a sentence too.
const COMMON_FIELDS: &[&str] = &[
    "author", "category", "model", "name", "origin", "source", "tags", "tools", "version",
];

/// A syntax error in words.
pub(crate) struct Syntax {
    pub(crate) fault: Fault,
    /// Whether the next line can be read as if the error were not there.
    pub(crate) is_one_line: bool,
}

/// Explains what the parser reported at a place.
pub(crate) fn syntax(source: &str, at: usize, info: &str, last: Option<&Range<usize>>) -> Syntax {
    let rest = source.get(at..).unwrap_or_default();
    let one_line = |fault| Syntax {
        fault,
        is_one_line: true,
    };
    let open = |fault| Syntax {
        fault,
        is_one_line: false,
    };
    match info {
        "mapping values are not allowed in this context" => one_line(colon(source, at, last)),
        "invalid trailing content after double-quoted scalar" => one_line(after_quote(source, at)),
        "while scanning a quoted scalar, found unexpected end of stream" => {
            open(open_quote(rest, at))
        }
        "invalid indentation in quoted scalar" => open(margin_in_quote(source, at)),
        "while parsing a quoted scalar, found unknown escape character"
        | "while parsing a quoted scalar, did not find expected hexadecimal number"
        | "while parsing a quoted scalar, found invalid Unicode character escape code" => {
            one_line(escape(source, at))
        }
        "while scanning a block scalar, did not find expected comment or line break" => {
            one_line(text_after_block(source, at))
        }
        "while parsing a node, did not find expected node content" if rest.trim().is_empty() => {
            open(brackets_over_lines(source, at))
        }
        "while parsing a node, did not find expected node content"
        | "mapping keys are not allowed in this context"
        | "while parsing node, found unknown anchor"
        | "while scanning an anchor or alias, did not find expected alphabetic or numeric character"
        | "block sequence entries are not allowed in this context"
        | "misplaced bracket" => one_line(start_character(source, at)),
        "simple key expect ':'" | "simple key expected" => one_line(no_colon(source, at)),
        "while parsing a flow sequence, expected ',' or ']'" => {
            open(unclosed_flow(source, at, '[', ']'))
        }
        "while parsing a flow mapping, did not find expected ',' or '}'"
            if is_colon_in_brackets(source, at) =>
        {
            one_line(colon_in_brackets(source, at, last))
        }
        "':' may not precede any of `[{` in flow mapping" => {
            one_line(no_blank_in_brackets(source, at))
        }
        "illegal placement of ':' indicator"
        | "invalid indentation"
        | "invalid indentation in flow construct" => open(brackets_over_lines(source, at)),
        "while parsing a flow mapping, did not find expected ',' or '}'" => {
            open(unclosed_flow(source, at, '{', '}'))
        }
        "while parsing a block mapping, did not find expected key" => {
            one_line(after_brackets(source, at).unwrap_or_else(|| indentation(source, at)))
        }
        "':' must be followed by a valid YAML whitespace" => one_line(tab_before(source, at)),
        "did not find expected <document start>" => one_line(indented_start(source)),
        "comment intercepting the multiline text" => one_line(comment_in_text(source, at, last)),
        "while parsing a block collection, did not find expected '-' indicator" => {
            one_line(indentation(source, at))
        }
        _ if info.ends_with("is only valid inside a block") => {
            open(brackets_over_lines(source, at))
        }
        _ if info.contains("directive") => one_line(start_of_line(source, at)),
        _ if info.contains("indentation indicator equal to 0") => {
            one_line(text_after_block(source, at))
        }
        _ if info.contains(" tag") || info.contains("the handle") => {
            one_line(start_character(source, at))
        }
        "recursion limit exceeded" => open(Fault::new(
            Code::YamlDepth,
            at..at + 1,
            "nesting deeper than 32 levels",
        )),
        _ if info.starts_with("unexpected character") => one_line(start_character(source, at)),
        _ if info.contains("tab") => one_line(tab(source, at)),
        _ => open(Fault::new(
            Code::YamlSyntax,
            here(source, at),
            format!("invalid YAML: {info}"),
        )),
    }
}

/// The frontmatter is a list or a single value.
pub(crate) fn not_a_mapping(source: &str, node: &Node) -> Fault {
    let first_line = line_at(source, node.span.start);
    let span = node.span.start..node.span.end.min(first_line.end).max(node.span.start);
    let message = format!("expected a mapping of fields, found {}", node.kind());
    let fault = Fault::new(Code::YamlNotAMapping, span, message);
    let line = source.get(first_line.clone()).unwrap_or_default();
    match line.split_once(':') {
        Some((key, value)) if !key.contains([' ', '"', '[', '{']) => fault.help(format!(
            "put a blank after the colon: `{key}: {}`",
            short(value.trim())
        )),
        _ => fault.help("write each field as `key: value`"),
    }
}

pub(crate) fn number(text: &str, span: Range<usize>) -> Fault {
    let message = format!(
        "`{}` is a number that hosts cannot hold exactly",
        short(text)
    );
    Fault::new(Code::YamlNumber, span, message).help(format!("quote it: `{}`", quoted(text)))
}

pub(crate) fn anchor(source: &str, span: Range<usize>) -> Fault {
    let (span, found) = first_word(source, span);
    Fault::new(
        Code::YamlAnchor,
        span,
        format!("unsupported anchor `{found}`"),
    )
    .help("delete it, and write the value out where an alias stands for it; to start a text with `&`, quote it")
}

pub(crate) fn tag(source: &str, span: Range<usize>) -> Fault {
    let (span, found) = first_word(source, span);
    Fault::new(Code::YamlTag, span, format!("unsupported tag `{found}`")).help(
        "delete it and quote the value: hosts refuse tags; to start a text with `!`, quote it",
    )
}

pub(crate) fn explicit_key(span: Range<usize>) -> Fault {
    Fault::new(Code::YamlKey, span, "unsupported `?` before a key")
        .help("write the key as `key: value`")
}

/// What is wrong with a key, if anything is.
pub(crate) fn key(source: &str, key: &Node) -> Option<Fault> {
    let Value::Scalar(scalar) = &key.value else {
        if let Some(fault) = template(source, key) {
            return Some(fault);
        }
        return Some(
            Fault::new(
                Code::YamlKey,
                key.span.clone(),
                format!("expected a string as the key, found {}", key.kind()),
            )
            .help("JSON has only string keys"),
        );
    };
    let text = scalar.text.as_str();
    let fault = |message: String| Fault::new(Code::YamlKey, key.span.clone(), message);
    if text == "__proto__" {
        return Some(
            fault("reserved key `__proto__`".to_owned())
                .help("choose another key: JavaScript hosts refuse this one"),
        );
    }
    if scalar.style != ScalarStyle::Plain {
        return None;
    }
    if text == "<<" {
        return Some(
            fault("unsupported merge key `<<`".to_owned())
                .help("write the merged fields out: hosts disagree on merging"),
        );
    }
    if text.starts_with('?') {
        return Some(
            fault(format!("unsupported key `{text}`"))
                .help(format!("quote it: `{}`", quoted(text))),
        );
    }
    if scalar.meaning != Plain::String {
        return Some(
            fault(format!(
                "expected a string as the key, found {} `{}`",
                key.kind(),
                short(text)
            ))
            .help(format!("quote it: `{}`", quoted(text))),
        );
    }
    None
}

/// `{{name}}`, which a template engine was to fill in, is a mapping with a mapping as its key.
fn template(source: &str, key: &Node) -> Option<Fault> {
    let start = key.span.start.checked_sub(1)?;
    let line = line_at(source, start);
    let text = source.get(start..line.end)?.trim_end();
    let field = line_key(source, &line).filter(|_| text.starts_with("{{"))?;
    let message = "`{{` starts a mapping inside a mapping";
    let fault = Fault::new(Code::YamlKey, start..start + text.len(), message);
    Some(fault.help(format!(
        "fill the template in, or quote it: `{field}: {}`",
        quoted(text)
    )))
}

/// A double-quoted YAML form of a text on one line; it is the JSON form, which YAML includes.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A text cut for a message.
pub(crate) fn short(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    match line.char_indices().nth(60) {
        Some((cut, _)) => format!("{}…", line.get(..cut).unwrap_or_default()),
        None if line.len() < text.trim_end().len() => format!("{line}…"),
        None => line.to_owned(),
    }
}

/// A `: ` that YAML takes for another key.
fn colon(source: &str, at: usize, last: Option<&Range<usize>>) -> Fault {
    let line = line_at(source, at);
    let value = last.filter(|value| value.end <= at && value.start < at);
    let Some(value) = value else {
        return Fault::new(Code::YamlSyntax, at..at + 1, "a `:` where no key can be");
    };
    if source
        .get(value.clone())
        .is_some_and(|text| text.starts_with(['"', '\'']))
    {
        return Fault::new(Code::YamlSyntax, at..at + 1, "a `:` after a quoted value")
            .help("put the whole value in one pair of quotes");
    }
    if value.start < line.start {
        return continued(source, at, &line, value);
    }
    let key = line_key(source, &line);
    let text = source
        .get(value.start..line.end)
        .unwrap_or_default()
        .trim_end();
    let message = match key {
        Some(key) => format!("unquoted `: ` in the value of `{key}`"),
        None => "unquoted `: ` in a value".to_owned(),
    };
    let fault = Fault::new(Code::YamlSyntax, at..at + 1, message);
    let before = source.get(value.start..at).unwrap_or_default();
    if let Some(field) = glued_field(before) {
        return fault.help(format!(
            "if `{field}` is a field of its own, start a new line before it; if it is text, quote the value"
        ));
    }
    match key {
        Some(key) if text.starts_with(CURLY) => fault.help(straight(key, text)),
        Some(key) if text.len() <= QUOTE_LIMIT => {
            fault.help(format!("quote the value: `{key}: {}`", quoted(text)))
        }
        Some(key) => fault.help(format!(
            "quote the value, or write `{key}: >-` and the text indented on the next line"
        )),
        None => fault.help("quote the value"),
    }
}

/// Quotes of texts, not of YAML.
const CURLY: [char; 5] = ['“', '”', '„', '‘', '’'];

fn straight(key: &str, text: &str) -> String {
    let quote = text.chars().next().unwrap_or('“');
    let inner = text.trim_matches(CURLY);
    format!(
        "`{quote}` is no quote in YAML: write `{key}: {}`",
        quoted(inner)
    )
}

/// A field that lost the line break before it: `description: Fills in forms.license: MIT`.
fn glued_field(before: &str) -> Option<&str> {
    let is_key = |c: char| c.is_ascii_lowercase() || c == '-' || c == '_';
    let start = before.trim_end_matches(is_key).len();
    let (above, word) = before.split_at_checked(start)?;
    let is_known = KNOWN_FIELDS.contains(&word);
    let is_common = COMMON_FIELDS.contains(&word) && above.ends_with(['.', '!', '?', '"', ')']);
    let is_glued = !word.is_empty() && above.ends_with(['。', '！', '？']);
    (is_known || is_common || is_glued).then_some(word)
}

/// A line that looks like a field but continues the value above.
fn continued(source: &str, at: usize, line: &Range<usize>, value: &Range<usize>) -> Fault {
    let word = source.get(line.start..at).unwrap_or_default();
    let indent = word.len() - word.trim_start().len();
    let word = word.trim();
    let above = line_key(source, &line_at(source, value.start)).unwrap_or("the field above");
    let message = format!("`{}:` continues the value of `{above}`", short(word));
    let margin = source
        .get(line_at(source, value.start).start..)
        .unwrap_or_default();
    let place = if margin.starts_with([' ', '-']) {
        format!("indent it like `{above}`")
    } else {
        "start it at the margin".to_owned()
    };
    Fault::new(Code::YamlSyntax, line.start + indent..at + 1, message).help(format!(
        "if it is text, write `{above}: >-` and indent all of it below; if it is a field, {place}"
    ))
}

fn after_quote(source: &str, at: usize) -> Fault {
    let line = line_at(source, at);
    let found = source.get(at..line.end).unwrap_or_default().trim_end();
    let fault = Fault::new(
        Code::YamlSyntax,
        at..at + found.chars().next().map_or(1, char::len_utf8),
        format!("text after the closing quote: `{}`", short(found)),
    );
    let before = source.get(line.start..at).unwrap_or_default();
    if found == "," {
        return fault.help("delete the comma: fields stand on lines of their own");
    }
    if before.contains(": '") {
        return fault
            .help("inside single quotes write `''` for an apostrophe, or use double quotes");
    }
    fault.help(
        "put the whole value in one pair of quotes; inside double quotes write `\\\"` for a quote",
    )
}

fn open_quote(rest: &str, at: usize) -> Fault {
    let quote = rest.chars().next().unwrap_or('"');
    Fault::new(
        Code::YamlSyntax,
        at..at + 1,
        format!("the text quoted by this `{quote}` is not closed before the closing `---`"),
    )
    .help("close it on the same line; for a text of several lines use `>-` with the text indented below")
}

fn margin_in_quote(source: &str, at: usize) -> Fault {
    let quote = source
        .get(at..)
        .and_then(|rest| rest.chars().next())
        .unwrap_or('"');
    Fault::new(
        Code::YamlSyntax,
        at..at + 1,
        format!("the text quoted by this `{quote}` goes on at the margin of the next line"),
    )
    .help("close the quote on the same line; for a text of several lines use `>-` with the text indented below")
}

fn escape(source: &str, at: usize) -> Fault {
    let line = line_at(source, at);
    let text = source.get(at..line.end).unwrap_or_default();
    let (offset, found) = unknown_escape(text).unwrap_or((0, "\\"));
    let start = at + offset;
    let message = format!("unknown escape `{found}` in a double-quoted value");
    let fault = Fault::new(Code::YamlSyntax, start..start + found.len(), message);
    if found.starts_with("\\u") {
        return fault.help("write the character itself, or `\\U` with eight hex digits");
    }
    fault.help("write `\\\\` for a backslash, or use single quotes")
}

fn unknown_escape(text: &str) -> Option<(usize, &str)> {
    let mut offset = 0;
    while let Some(at) = text.get(offset..)?.find('\\') {
        let start = offset + at;
        let escape = text.get(start + 1..)?.chars().next()?;
        let digits = match escape {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            '0' | 'a' | 'b' | 't' | '\t' | 'n' | 'v' | 'f' | 'r' | 'e' | ' ' | '"' | '/' | '\\'
            | 'N' | '_' | 'L' | 'P' => 0,
            other => {
                return text
                    .get(start..start + 1 + other.len_utf8())
                    .map(|found| (start, found));
            }
        };
        let hex: String = text.get(start + 2..)?.chars().take(digits).collect();
        let value = u32::from_str_radix(&hex, 16).ok();
        let is_character =
            hex.len() == digits && value.is_some_and(|value| char::from_u32(value).is_some());
        if digits > 0 && !is_character {
            return text
                .get(start..start + 2 + hex.len())
                .map(|found| (start, found));
        }
        offset = start + 1 + escape.len_utf8();
    }
    None
}

fn text_after_block(source: &str, at: usize) -> Fault {
    let line = line_at(source, at);
    let header = source.get(at..line.end).unwrap_or_default();
    let header = header.chars().next().unwrap_or('|');
    Fault::new(
        Code::YamlSyntax,
        at..at + 1,
        format!("text on the line of the `{header}` that starts a block"),
    )
    .help(format!(
        "move the text to the next line and indent it; to start a text with `{header}`, quote it"
    ))
}

fn start_character(source: &str, at: usize) -> Fault {
    let found = source
        .get(at..)
        .and_then(|rest| rest.chars().next())
        .unwrap_or(' ');
    let line = line_at(source, at);
    let is_at_key = source
        .get(line.start..at)
        .is_some_and(|before| before.trim().is_empty());
    if found == '*' && is_at_key {
        return emphasis(source, at, &line);
    }
    let message = format!("a value cannot start with `{found}`");
    let fault = Fault::new(Code::YamlSyntax, at..at + found.len_utf8(), message);
    let text = source.get(at..line.end).unwrap_or_default().trim_end();
    match line_key(source, &line) {
        Some(key) if text.len() <= QUOTE_LIMIT => {
            fault.help(format!("quote it: `{key}: {}`", quoted(text)))
        }
        _ => fault.help("quote the value"),
    }
}

/// `**name**: x` is Markdown.
fn emphasis(source: &str, at: usize, line: &Range<usize>) -> Fault {
    let text = source.get(at..line.end).unwrap_or_default().trim_end();
    let fault = Fault::new(Code::YamlSyntax, at..at + 1, "a key cannot start with `*`");
    match text.split_once(':') {
        Some((key, value)) => {
            let (key, value) = (key.trim_matches('*'), value.trim_start_matches('*').trim());
            fault.help(format!("write `{key}: {}`", short(value)))
        }
        None => fault.help("delete it: frontmatter is YAML, not Markdown"),
    }
}

/// A line that is neither `key: value` nor indented; the parser notices below it.
fn no_colon(source: &str, at: usize) -> Fault {
    let line = line_without_key(source, at);
    let text = source.get(line.clone()).unwrap_or_default();
    let found = text.trim();
    let start = line.start + indent_of(text);
    let message = format!("expected `key: value`, found `{}`", short(found));
    let fault = Fault::new(Code::YamlSyntax, start..start + found.len(), message);
    match found.split_once(':') {
        Some((key, value)) if value.starts_with(|c: char| !c.is_whitespace()) => fault.help(
            format!("put a blank after the colon: `{key}: {}`", short(value)),
        ),
        _ => fault
            .help("indent the line if it continues the value above, or write it as `key: value`"),
    }
}

/// The nearest line above that is indented no deeper than where the parser stopped, and has no key.
fn line_without_key(source: &str, at: usize) -> Range<usize> {
    let here = line_at(source, at);
    let indent = indent_of(source.get(here.clone()).unwrap_or_default());
    let mut nearest = None;
    let mut end = here.start;
    while let Some(last) = end.checked_sub(1) {
        let line = line_at(source, floor(source, last));
        end = line.start;
        let text = source.get(line.clone()).unwrap_or_default();
        if text.trim().is_empty() {
            continue;
        }
        if line_key(source, &line).is_some_and(|_| has_key(text)) && indent_of(text) <= indent {
            break;
        }
        if indent_of(text) <= indent {
            return line;
        }
        nearest.get_or_insert(line);
    }
    nearest.unwrap_or(here)
}

/// `key:` with a blank or nothing after the colon, before any comment.
fn has_key(text: &str) -> bool {
    let text = text.split(" #").next().unwrap_or_default().trim_end();
    text.ends_with(':') || text.contains(": ")
}

fn indent_of(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

fn floor(source: &str, mut at: usize) -> usize {
    while !source.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// A first field behind blanks, above fields at the margin.
fn indented_start(source: &str) -> Fault {
    let is_field = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let before: usize = source
        .split_inclusive('\n')
        .take_while(|line| !is_field(line))
        .map(str::len)
        .sum();
    let line = line_at(source, before);
    let text = source.get(line.clone()).unwrap_or_default();
    let indent = indent_of(text).max(1);
    let key = line_key(source, &line).unwrap_or("the first field");
    Fault::new(
        Code::YamlSyntax,
        line.start..line.start + indent,
        format!("`{key}` is indented, the fields below it are not"),
    )
    .help("start all fields at the margin")
}

/// ` #` in the first of several lines of a text.
fn comment_in_text(source: &str, at: usize, last: Option<&Range<usize>>) -> Fault {
    let before = source.get(..at).unwrap_or_default();
    let start = before.rfind(" #").map_or(at, |sign| sign + 1);
    let line = line_at(source, last.map_or(start, |value| value.start));
    let key = line_key(source, &line).unwrap_or("the field");
    Fault::new(
        Code::YamlSyntax,
        here(source, start),
        format!("` #` starts a comment in the middle of the value of `{key}`"),
    )
    .help(format!("write `{key}: >-` and indent the text below"))
}

/// A line that starts with a sign of YAML's own.
fn start_of_line(source: &str, at: usize) -> Fault {
    let line = line_at(source, at);
    let found = source
        .get(line.clone())
        .unwrap_or_default()
        .chars()
        .next()
        .unwrap_or('%');
    Fault::new(
        Code::YamlSyntax,
        here(source, line.start),
        format!("a line cannot start with `{found}`"),
    )
    .help("indent the line if it continues the value above, or quote it")
}

/// A second colon in brackets that are closed on the line.
fn is_colon_in_brackets(source: &str, at: usize) -> bool {
    let line = line_at(source, at);
    let rest = source.get(at..line.end).unwrap_or_default();
    let before = source.get(line.start..at).unwrap_or_default();
    rest.starts_with(':') && rest.contains('}') && before.contains('{')
}

/// `{a: b: c}`
fn colon_in_brackets(source: &str, at: usize, last: Option<&Range<usize>>) -> Fault {
    let value = last.and_then(|value| source.get(value.clone())).map(short);
    let fault = Fault::new(
        Code::YamlSyntax,
        at..at + 1,
        "unquoted `: ` in a value in brackets",
    );
    match value {
        Some(value) => fault.help(format!("quote the value that starts with `{value}`")),
        None => fault.help("quote the value"),
    }
}

fn no_blank_in_brackets(source: &str, at: usize) -> Fault {
    Fault::new(
        Code::YamlSyntax,
        here(source, at),
        "no blank after a `:` in brackets",
    )
    .help("put a blank after the colon, or quotes around the key")
}

/// Brackets that are not closed, or whose end stands at the margin.
fn brackets_over_lines(source: &str, at: usize) -> Fault {
    let rest = source.get(at..).unwrap_or_default();
    if let Some(close) = rest.chars().next().filter(|c| matches!(c, ']' | '}')) {
        return Fault::new(Code::YamlSyntax, at..at + 1, format!("the closing `{close}` stands at the margin"))
            .help("write the value on one line, or without brackets: one `- item` or `key: value` a line, indented");
    }
    let before = source.get(..at).unwrap_or_default();
    let n_of = |c: char| before.matches(c).count();
    match () {
        () if n_of('[') > n_of(']') => unclosed_flow(source, at, '[', ']'),
        () if n_of('{') > n_of('}') => unclosed_flow(source, at, '{', '}'),
        () => indentation(source, at),
    }
}

/// A flow collection without its end; the place is where it was opened.
fn unclosed_flow(source: &str, at: usize, open: char, close: char) -> Fault {
    let before = source.get(..at).unwrap_or_default();
    let mut depth = 0_usize;
    let opened = before.char_indices().rev().find(|(_, c)| {
        if *c == close {
            depth += 1;
        } else if *c == open {
            if depth == 0 {
                return true;
            }
            depth -= 1;
        }
        false
    });
    let start = opened.map_or(at.saturating_sub(1), |(start, _)| start);
    let fault = Fault::new(
        Code::YamlSyntax,
        start..start + 1,
        format!("no `{close}` closes the `{open}` opened here"),
    );
    let line = source
        .get(start..line_at(source, start).end)
        .unwrap_or_default();
    if line
        .split_once(" #")
        .is_some_and(|(_, comment)| comment.contains(close))
    {
        return fault.help(format!(
            "` #` starts a comment, which hides the `{close}`: quote the text with the `#`"
        ));
    }
    fault.help(format!(
        "close it on the same line, or quote the value if `{open}` is text"
    ))
}

/// `argument-hint: [file] [options]`: a value that starts with a bracket ends with it.
fn after_brackets(source: &str, at: usize) -> Option<Fault> {
    let line = line_at(source, at);
    let before = source.get(line.start..at)?.trim_end();
    let close = before
        .chars()
        .next_back()
        .filter(|c| matches!(c, ']' | '}'))?;
    let found = source.get(at..line.end)?.trim_end();
    let message = format!("text after the closing `{close}`: `{}`", short(found));
    let fault = Fault::new(Code::YamlSyntax, at..at + found.len(), message);
    let text = source.get(line.clone())?;
    let key = line_key(source, &line)?;
    let (_, value) = text.split_once(':')?;
    Some(if value.len() <= QUOTE_LIMIT {
        fault.help(format!(
            "quote the value: `{key}: {}`",
            quoted(value.trim())
        ))
    } else {
        fault.help("quote the value")
    })
}

/// The tab that stands where a blank has to.
fn tab_before(source: &str, at: usize) -> Fault {
    let before = source.get(..at).unwrap_or_default();
    let start = before.rfind('\t').unwrap_or(at);
    Fault::new(
        Code::YamlSyntax,
        start..start + 1,
        "a tab between key and value",
    )
    .help("use a blank: readers refuse tabs here")
}

fn indentation(source: &str, at: usize) -> Fault {
    let line = line_at(source, at);
    let text = source.get(line.clone()).unwrap_or_default();
    let found = text.trim();
    let start = line.start + (text.len() - text.trim_start().len());
    Fault::new(
        Code::YamlSyntax,
        start..start + found.len(),
        format!("unexpected indentation of `{}`", short(found)),
    )
    .help("give it the indentation of the lines it belongs to")
}

/// A tab used as indentation; the parser notices at what follows it.
fn tab(source: &str, at: usize) -> Fault {
    let in_rest = source
        .get(at..)
        .and_then(|rest| rest.find('\t'))
        .map(|offset| at + offset);
    let in_line = source
        .get(line_at(source, at).start..at)
        .and_then(|line| line.find('\t'));
    let start = in_line
        .map(|offset| line_at(source, at).start + offset)
        .or(in_rest)
        .unwrap_or(at);
    Fault::new(
        Code::YamlSyntax,
        start..start + 1,
        "a tab used for indentation",
    )
    .help("indent with blanks: YAML allows no tabs here")
}

fn here(source: &str, at: usize) -> Range<usize> {
    let len = source
        .get(at..)
        .and_then(|rest| rest.chars().next())
        .map_or(0, char::len_utf8);
    at..at + len
}

/// The first word of a span: the anchor or tag without the value it stands before.
fn first_word(source: &str, span: Range<usize>) -> (Range<usize>, String) {
    let rest = source.get(span.start..).unwrap_or_default();
    let word = rest
        .split([' ', '\t', '\n', '\r', ',', ']', '}'])
        .next()
        .unwrap_or_default();
    (span.start..span.start + word.len(), short(word))
}

/// The line around an offset, without its line end.
fn line_at(source: &str, at: usize) -> Range<usize> {
    let before = source.get(..at).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let rest = source.get(at..).unwrap_or_default();
    let end = rest
        .find(['\n', '\r'])
        .map_or(source.len(), |newline| at + newline);
    start..end
}

/// The key that a line starts with.
fn line_key<'a>(source: &'a str, line: &Range<usize>) -> Option<&'a str> {
    let (key, _) = source.get(line.clone())?.split_once(':')?;
    let key = key.trim_start_matches(['-', ' ']).trim();
    let is_plain = !key.is_empty()
        && key
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'));
    is_plain.then_some(key)
}
