//! Texts of `SKILL.md` files: as authors write them, as the YAML specification allows them, and as nobody should.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

#[path = "texts.rs"]
mod texts;
#[rustfmt::skip]
#[path = "words.rs"]
mod words;

use texts::{double, flow, mostly, plain, single, words as text};
use words::{
    BLOCK_LINES, COLONS, HEADERS, KEYS, LINES, NAMES, ODD_COLONS, ODD_HEADERS, ODD_LINES,
    ODD_NAMES, ODD_TAILS, TAILS,
};

/// Lines before it, a key, the colon, and a value.
#[derive(Clone, Debug)]
struct Entry {
    before: Vec<&'static str>,
    key: String,
    colon: &'static str,
    value: Value,
}

/// A value; each `usize` is how far something is indented below the key.
#[derive(Clone, Debug)]
enum Value {
    /// All of it on the key's line.
    Inline(String),
    /// The first line beside the key, the others below it.
    Lines(String, Vec<(usize, String)>),
    /// Other lines, then one below the key.
    Below(Vec<&'static str>, usize, String),
    /// A block scalar: header, indentation, and for each line what it is indented further.
    Block(&'static str, usize, Vec<(usize, String)>),
    /// A list: indentation, blanks behind each dash, items.
    List(usize, usize, Vec<Value>),
    /// A mapping: indentation, entries.
    Map(usize, Vec<Entry>),
}

/// A whole `SKILL.md` of a skill `pdf-forms`.
pub(crate) fn document() -> impl Strategy<Value = String> {
    let description = entry(Just("description".to_owned()), description());
    let field = prop_oneof![60 => entry(key(), value()), 1 => noise()];
    let parts = (
        lines(),
        prop_oneof![mostly(NAMES, ODD_NAMES), select(ODD_NAMES)],
        description,
        vec(field, 0..5),
        lines(),
        prop_oneof![9 => Just(0_usize), 1 => Just(2)],
        prop_oneof![3 => Just("\n"), 1 => Just("\r\n")],
    );
    parts.prop_map(
        |(head, name, description, fields, tail, column, line_end)| {
            let mut block = String::new();
            render_lines(&head, &mut block);
            block.push_str(&indented(column, name));
            render_entry(&description, column, &mut block);
            for field in &fields {
                render_entry(field, column, &mut block);
            }
            render_lines(&tail, &mut block);
            format!("---\n{block}---\n# Body\n").replace('\n', line_end)
        },
    )
}

fn entry(
    key: impl Strategy<Value = String> + 'static,
    value: impl Strategy<Value = Value> + 'static,
) -> BoxedStrategy<Entry> {
    let parts = (lines(), key, mostly(COLONS, ODD_COLONS), value);
    let entry = parts.prop_map(|(before, key, colon, value)| Entry {
        before,
        key,
        colon,
        value,
    });
    entry.boxed()
}

/// A line that is no entry.
fn noise() -> BoxedStrategy<Entry> {
    let line = plain().prop_map(|key| Entry {
        before: Vec::new(),
        key,
        colon: "",
        value: Value::Inline(String::new()),
    });
    line.boxed()
}

/// Comments and empty lines, mostly none.
fn lines() -> impl Strategy<Value = Vec<&'static str>> {
    prop_oneof![12 => Just(Vec::new()), 1 => vec(mostly(LINES, ODD_LINES), 1..3)]
}

fn key() -> impl Strategy<Value = String> {
    let numbered = (select(vec!["key", "k_", "Key-"]), 0..50_u8);
    prop_oneof![
        200 => numbered.prop_map(|(name, number)| format!("{name}{number}")),
        100 => select(KEYS).prop_map(str::to_owned),
        10 => plain(),
        20 => double(),
        20 => single(),
        1 => (400..600_usize).prop_map(|length| "é".repeat(length)),
    ]
}

/// What the author of a description writes.
fn description() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => inline(prop_oneof![plain(), double(), single()]),
        2 => several_lines(),
        2 => below(),
        3 => block(),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        6 => inline(prop_oneof![3 => plain(), 2 => double(), 2 => single(), 3 => flow()]),
        2 => several_lines(),
        1 => below(),
        2 => block(),
        1 => select(ODD_TAILS).prop_map(|tail| Value::Inline(tail.to_owned())),
    ];
    leaf.prop_recursive(4, 16, 4, |inner| {
        let items = vec(inner.clone(), 1..4);
        let entries = vec(entry(key(), inner), 1..4);
        prop_oneof![
            (step(), select(vec![1_usize, 1, 1, 1, 2, 3]), items)
                .prop_map(|(step, blanks, items)| Value::List(step, blanks, items)),
            (step(), entries).prop_map(|(step, entries)| Value::Map(step, entries)),
        ]
    })
}

/// A list may stand under its key's first letter, everything else must be indented.
fn step() -> impl Strategy<Value = usize> + Clone {
    prop_oneof![1 => Just(0_usize), 40 => Just(2), 10 => 1..5_usize]
}

fn inline(text: impl Strategy<Value = String>) -> impl Strategy<Value = Value> {
    (text, mostly(TAILS, ODD_TAILS)).prop_map(|(text, tail)| Value::Inline(format!("{text}{tail}")))
}

fn below() -> impl Strategy<Value = Value> {
    let text = prop_oneof![3 => plain(), 1 => double(), 1 => single(), 1 => flow()];
    (lines(), step(), text, mostly(TAILS, ODD_TAILS))
        .prop_map(|(lines, step, text, tail)| Value::Below(lines, step, format!("{text}{tail}")))
}

/// Plain text, and what portable frontmatter has on one line only.
fn several_lines() -> impl Strategy<Value = Value> {
    let line = prop_oneof![10 => text(), 3 => plain(), 2 => Just(String::new())];
    let rest = vec((step(), line), 1..4);
    let quoted = (select(vec!["'", "\""]), text(), rest.clone());
    let quoted = quoted.prop_map(|(quote, first, mut rest)| {
        rest.push((2, quote.to_owned()));
        Value::Lines(format!("{quote}{first}"), rest)
    });
    let first = prop_oneof![20 => text(), 2 => plain(), 1 => flow()];
    let unquoted = (first, rest).prop_map(|(first, rest)| Value::Lines(first, rest));
    prop_oneof![23 => unquoted, 1 => quoted]
}

fn block() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        20 => plain(),
        4 => Just(String::new()),
        1 => select(BLOCK_LINES).prop_map(str::to_owned),
    ];
    let further = select(vec![0_usize, 0, 0, 0, 0, 1, 2]);
    let lines = vec((further, text), 0..6);
    let block = (mostly(HEADERS, ODD_HEADERS), step(), lines);
    block.prop_map(|(header, step, mut lines)| {
        // The first line says how far the block is indented.
        if let Some((further, _)) = lines.iter_mut().find(|(_, text)| !text.is_empty()) {
            *further = 0;
        }
        Value::Block(header, step, lines)
    })
}

fn render_lines(lines: &[&str], out: &mut String) {
    lines
        .iter()
        .for_each(|line| out.push_str(&format!("{line}\n")));
}

fn render_entry(entry: &Entry, column: usize, out: &mut String) {
    render_lines(&entry.before, out);
    out.push_str(&" ".repeat(column));
    render_from_key(entry, column, out);
}

fn render_from_key(entry: &Entry, column: usize, out: &mut String) {
    out.push_str(&entry.key);
    out.push_str(entry.colon);
    render(&entry.value, column, out);
}

/// A value that belongs to what stands at a column.
fn render(value: &Value, column: usize, out: &mut String) {
    match value {
        Value::Inline(text) => out.push_str(&format!("{text}\n")),
        Value::Lines(first, rest) => {
            out.push_str(&format!("{first}\n"));
            for (step, line) in rest {
                out.push_str(&indented(column + step, line));
            }
        }
        Value::Below(lines, step, text) => {
            out.push('\n');
            render_lines(lines, out);
            out.push_str(&indented(column + step, text));
        }
        Value::Block(header, step, lines) => {
            out.push_str(&format!("{header}\n"));
            for (further, line) in lines {
                out.push_str(&indented(column + step + further, line));
            }
        }
        Value::List(step, blanks, items) => {
            out.push('\n');
            for item in items {
                out.push_str(&" ".repeat(column + step));
                render_item(item, *blanks, column + step, out);
            }
        }
        Value::Map(step, entries) => {
            out.push('\n');
            for entry in entries {
                render_entry(entry, column + step, out);
            }
        }
    }
}

/// The dash and what follows it; a mapping or list may start on its line.
fn render_item(item: &Value, blanks: usize, column: usize, out: &mut String) {
    let inside = column + 1 + blanks;
    out.push_str(&format!("-{}", " ".repeat(blanks)));
    match item {
        Value::Map(step, entries) if *step > 1 => {
            for (index, entry) in entries.iter().enumerate() {
                match index {
                    0 => render_from_key(entry, inside, out),
                    _ => render_entry(entry, inside, out),
                }
            }
        }
        Value::List(step, blanks, items) if *step > 1 => {
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push_str(&" ".repeat(inside));
                }
                render_item(item, *blanks, inside, out);
            }
        }
        item => render(item, column, out),
    }
}

/// A line; an empty one has no blanks of its own.
fn indented(column: usize, line: &str) -> String {
    match line {
        "" => "\n".to_owned(),
        line => format!("{}{line}\n", " ".repeat(column)),
    }
}
