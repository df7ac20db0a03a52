//! Texts of `SKILL.md` files: as authors write them, as the YAML specification allows them, and as nobody should.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Words of a text, and marks that are text wherever they stand in it.
const WORDS: &[&str] = &[
    "a",
    "text",
    "PDF",
    "the",
    "Use when",
    "x-y_z",
    "v1.2",
    "(1)",
    "it's",
    "R&D",
    "a#b",
    "a:b",
    "a, b",
    "100%",
    "a@b.c",
    "http://x.y/z?q=1#part",
    "C:\\dir",
    "->",
    "=>",
    "a|b",
    "5\" disk",
    "is [x]",
    "or {y}",
    "and *a*",
    "\\n",
    "$x",
    "a!",
    "-",
    "?a",
    "é",
    "e\u{301}",
    "漢字",
    "\u{1f600}",
    "\u{1f1e9}\u{1f1ea}",
    "a\u{a0}b",
    "a\u{200b}b",
    "\u{fffd}",
];

/// Values that are no text.
const TYPED: &[&str] = &[
    "12", "-3", "2.50", "0", "true", "False", "null", "~", "0xFF", ".5", "5.", "+1", "1.5e+3",
    "007x", "1.2.3", "-a",
];

/// What is special to YAML, and what looks like it.
const ODD: &[&str] = &[
    "yes",
    "off",
    "1e3",
    "012",
    "1_000",
    "1:30",
    "2026-01-01",
    ".inf",
    "-0",
    "9007199254740993",
    "--",
    "---",
    "...",
    "- a",
    "?",
    "? a",
    ":",
    ": ",
    ":a",
    "a:",
    "a: b",
    "::",
    "#",
    "# no",
    "#tag",
    "%",
    "%YAML",
    "@x",
    "`x`",
    "&",
    "&a",
    "*",
    "*a",
    "**a**",
    "!",
    "!a",
    "|",
    ">",
    "=",
    "<<",
    "<a>",
    "[",
    "]",
    "[x]",
    "{",
    "}",
    "{y}",
    ",",
    "'",
    "'q'",
    "\"",
    "\"q\"",
    "\\",
    "^",
    "\u{a0}",
    "\u{3000}",
    "\u{2003}",
    "\u{ad}",
    "\u{e000}",
    "\u{1fffe}",
    "\u{10ffff}",
    "\u{85}",
    "\u{2028}",
    "\u{feff}",
    "\u{7f}",
    "\t",
    " \t",
    "  ",
];

/// Escapes of a double-quoted value.
const ESCAPES: &[&str] = &[
    "\\n",
    "\\t",
    "\\\"",
    "\\\\",
    "\\/",
    "\\ ",
    "\\\t",
    "\\r",
    "\\b",
    "\\f",
    "\\v",
    "\\a",
    "\\e",
    "\\_",
    "\\N",
    "\\L",
    "\\P",
    "\\x41",
    "\\xe9",
    "\\u00e9",
    "\\u2028",
    "\\uFEFF",
    "\\U0001F600",
];

/// What is no escape, or stands for nothing that JSON or every host can hold.
const BAD_ESCAPES: &[&str] = &[
    "\\0",
    "\\x00",
    "\\ud83d\\ude00",
    "\\ud83d",
    "\\U00110000",
    "\\q",
    "\\'",
    "\\x4",
    "\\",
];

/// What may stand behind a value on its line.
const TAILS: &[&str] = &[
    " ", "\t", "  ", " # note", "\t# note", "  #", " #a: b", " # 'x", "#a",
];

const COLONS: &[&str] = &[":  ", ":    ", " : ", ":\t", ": \t", ":"];

const HEADERS: &[&str] = &[">-", "|-", ">", "|", "|+", ">+"];

const ODD_HEADERS: &[&str] = &[
    "| # note",
    ">- # note",
    ">-  ",
    "|2",
    ">1-",
    "|-2",
    "|x",
    "|#",
    ">\t",
];

/// What may stand between two entries.
const BETWEEN: &[&str] = &[
    "",
    "# note",
    "  # note",
    "  ",
    "#",
    "# a: b",
    "        # note",
];

const ODD_BETWEEN: &[&str] = &["\t", "\t# note", "%YAML 1.2", "...", "--- a"];

/// A key, the colon, and a value.
#[derive(Clone, Debug)]
struct Entry {
    before: Vec<&'static str>,
    key: String,
    colon: &'static str,
    value: Value,
}

#[derive(Clone, Debug)]
enum Value {
    /// All of it on the key's line.
    Inline(String),
    /// A plain or quoted value over several lines, each with its indentation.
    Lines(String, Vec<(usize, String)>),
    /// One line below the key.
    Below(usize, String),
    /// A block scalar: header, indentation, lines with what they are indented further.
    Block(&'static str, usize, Vec<(usize, String)>),
    /// A list: indentation, blanks behind the dash, items.
    List(usize, usize, Vec<Value>),
    /// A mapping: indentation, entries.
    Map(usize, Vec<Entry>),
}

/// A whole `SKILL.md` of a skill `pdf-forms`.
pub(crate) fn document() -> impl Strategy<Value = String> {
    let name = select(vec![
        "name: pdf-forms",
        "name: pdf-forms",
        "name: pdf-forms # note",
        "name:   pdf-forms ",
        "\"name\": 'pdf-forms'",
        "'name': \"pdf\\x2dforms\"",
        "name:\n    pdf-forms",
        "name: >-\n    pdf-forms",
    ]);
    let description = entry("description".to_owned(), text_value().boxed());
    let fields = vec(
        prop_oneof![60 => field().boxed(), 1 => noise().boxed()],
        0..5,
    );
    let parts = (between(), name, description, fields, between());
    let lines = (
        parts,
        select(vec![0, 0, 0, 0, 0, 2]),
        select(vec!["\n", "\n", "\n", "\r\n"]),
    );
    lines.prop_map(
        |((head, name, description, fields, tail), indent, line_end)| {
            let mut block = String::new();
            head.iter()
                .for_each(|line| block.push_str(&format!("{line}\n")));
            block.push_str(&format!("{:indent$}{name}\n", ""));
            render_entry(&description, indent, &mut block);
            fields
                .iter()
                .for_each(|field| render_entry(field, indent, &mut block));
            tail.iter()
                .for_each(|line| block.push_str(&format!("{line}\n")));
            format!("---\n{block}---\n# Body\n").replace('\n', line_end)
        },
    )
}

fn between() -> impl Strategy<Value = Vec<&'static str>> {
    prop_oneof![12 => Just(Vec::new()), 1 => vec(mostly(BETWEEN, ODD_BETWEEN), 1..3)]
}

fn entry(key: String, value: BoxedStrategy<Value>) -> impl Strategy<Value = Entry> {
    (between(), mostly(&[": "], COLONS), value).prop_map(move |(before, colon, value)| Entry {
        before,
        key: key.clone(),
        colon,
        value,
    })
}

fn field() -> impl Strategy<Value = Entry> {
    (between(), key(), mostly(&[": "], COLONS), value()).prop_map(|(before, key, colon, value)| {
        Entry {
            before,
            key,
            colon,
            value,
        }
    })
}

/// A line that is no field.
fn noise() -> impl Strategy<Value = Entry> {
    plain().prop_map(|key| Entry {
        before: Vec::new(),
        key,
        colon: "",
        value: Value::Inline(String::new()),
    })
}

fn key() -> impl Strategy<Value = String> {
    let usual = vec![
        "license",
        "metadata",
        "author",
        "version",
        "tags",
        "argument-hint",
        "user-invocable",
        "x.y",
        "two words",
        "k",
        "é",
        "漢字",
        "a-b",
        "$schema",
        "-a",
        "'quoted'",
        "\"a\\tb\"",
        "'it''s'",
        "\"\"",
    ];
    let numbered = (select(vec!["key", "k_", "Key-"]), 0..50_u8)
        .prop_map(|(name, number)| format!("{name}{number}"));
    prop_oneof![
        20 => numbered,
        10 => select(usual).prop_map(str::to_owned),
        1 => plain(),
        2 => double(),
        2 => single(),
    ]
}

/// What the author of a description writes.
fn text_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => inline(prop_oneof![plain(), double(), single()]),
        2 => lines(),
        2 => below(),
        3 => block(),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        6 => inline(prop_oneof![3 => plain(), 2 => double(), 2 => single(), 3 => flow()]),
        2 => lines(),
        1 => below(),
        2 => block(),
        1 => select(TAILS).prop_map(|tail| Value::Inline(tail.to_owned())),
    ];
    leaf.prop_recursive(4, 16, 4, |inner| {
        let item = inner.clone();
        let entry = (between(), key(), mostly(&[": "], COLONS), inner).prop_map(
            |(before, key, colon, value)| Entry {
                before,
                key,
                colon,
                value,
            },
        );
        let blanks = select(vec![1_usize, 1, 1, 1, 2, 3]);
        prop_oneof![
            (step(), blanks, vec(item, 1..4))
                .prop_map(|(step, blanks, items)| Value::List(step, blanks, items)),
            (step(), vec(entry, 1..4)).prop_map(|(step, entries)| Value::Map(step, entries)),
        ]
    })
}

/// How far a value is indented below its key: a list may not be, everything else must.
fn step() -> impl Strategy<Value = usize> + Clone {
    prop_oneof![1 => Just(0_usize), 40 => Just(2), 10 => 1..5_usize]
}

fn inline(text: impl Strategy<Value = String>) -> impl Strategy<Value = Value> {
    (text, mostly(&[""], TAILS)).prop_map(|(text, tail)| Value::Inline(format!("{text}{tail}")))
}

fn below() -> impl Strategy<Value = Value> {
    let text = prop_oneof![3 => plain(), 1 => double(), 1 => single(), 1 => flow()];
    (step(), text, mostly(&[""], TAILS))
        .prop_map(|(step, text, tail)| Value::Below(step, format!("{text}{tail}")))
}

/// Over several lines: plain text, and what portable frontmatter has on one line only.
fn lines() -> impl Strategy<Value = Value> {
    let line = prop_oneof![10 => words(), 3 => plain(), 2 => Just(String::new())];
    let rest = vec((step(), line), 1..4);
    let quoted = (select(vec!["'", "\""]), words(), rest.clone());
    let quoted = quoted.prop_map(|(quote, first, mut rest)| {
        rest.push((2, quote.to_owned()));
        Value::Lines(format!("{quote}{first}"), rest)
    });
    prop_oneof![
        20 => (words(), rest.clone()).prop_map(|(first, rest)| Value::Lines(first, rest)),
        2 => (plain(), rest.clone()).prop_map(|(first, rest)| Value::Lines(first, rest)),
        1 => quoted,
        1 => (flow(), rest).prop_map(|(first, rest)| Value::Lines(first, rest)),
    ]
}

fn block() -> impl Strategy<Value = Value> {
    let odd = vec![
        " ", "\t", "  ", "---", "...", "- a", "a: b", "# no", "\ta", "a\t", "a  ",
    ];
    let text = prop_oneof![
        20 => plain(),
        4 => Just(String::new()),
        1 => select(odd).prop_map(str::to_owned),
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

/// Mostly one of the first list.
fn mostly(
    usual: &'static [&'static str],
    odd: &'static [&'static str],
) -> impl Strategy<Value = &'static str> + Clone {
    prop_oneof![19 => select(usual), 1 => select(odd)]
}

/// A text, a value that is none, or one that looks like something else.
fn plain() -> impl Strategy<Value = String> + Clone {
    let word = select(WORDS).prop_map(str::to_owned);
    let odd = prop_oneof![8 => select(ODD).prop_map(str::to_owned), 1 => "\\PC", 1 => "[ -~]{1,3}"];
    prop_oneof![
        14 => words(),
        3 => select(TYPED).prop_map(str::to_owned),
        2 => text(prop_oneof![2 => word, 1 => odd]),
    ]
}

fn words() -> impl Strategy<Value = String> + Clone {
    text(select(WORDS).prop_map(str::to_owned))
}

fn text(part: impl Strategy<Value = String> + Clone) -> impl Strategy<Value = String> + Clone {
    let parts = vec((part, mostly(&[" "], &["", "  "])), 1..5);
    parts.prop_map(|parts| {
        let blanked = parts
            .iter()
            .flat_map(|(part, blank)| [part.as_str(), blank]);
        blanked.collect::<String>().trim_matches(' ').to_owned()
    })
}

fn double() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => plain().prop_map(|text| text.replace(['"', '\\'], "")),
        3 => mostly(ESCAPES, BAD_ESCAPES).prop_map(str::to_owned),
        1 => mostly(&["\\\"", " ", "'", "# "], &["\""]).prop_map(str::to_owned),
    ];
    vec(part, 0..4).prop_map(|parts| format!("\"{}\"", parts.concat()))
}

fn single() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        6 => plain().prop_map(|text| text.replace('\'', "''")),
        1 => mostly(&["''", " ", "\"", "\\", "# "], &["'", "\\'"]).prop_map(str::to_owned),
    ];
    vec(part, 0..3).prop_map(|parts| format!("'{}'", parts.concat()))
}

/// Lists and mappings in brackets.
fn flow() -> impl Strategy<Value = String> {
    let quiet = plain().prop_map(|text| text.replace([',', '[', ']', '{', '}'], ""));
    let leaf = prop_oneof![
        12 => quiet,
        1 => plain(),
        4 => double(),
        4 => single(),
        2 => select(vec!["[]", "{}", "[ ]", "{ }", ""]).prop_map(str::to_owned),
    ];
    let collection = leaf.prop_recursive(4, 12, 4, |inner| {
        let comma = mostly(&[", ", ","], &[" , ", ",\t", ", # a"]);
        let pad = mostly(&["", " "], &["\t", ","]);
        let flow_key = (select(vec!["k", "a b", "-x", "é"]), 0..50_u8)
            .prop_map(|(name, number)| format!("{name}{number}"));
        let key = prop_oneof![6 => flow_key, 1 => plain(), 2 => double(), 2 => single()];
        let pair = (key, mostly(&[": "], &[":", " : ", ":\t"]), inner.clone())
            .prop_map(|(key, colon, value)| format!("{key}{colon}{value}"));
        let list = (vec(inner, 0..4), comma.clone(), pad.clone())
            .prop_map(|(items, comma, pad)| format!("[{pad}{}{pad}]", items.join(comma)));
        let map = (vec(pair, 0..4), comma, pad)
            .prop_map(|(pairs, comma, pad)| format!("{{{pad}{}{pad}}}", pairs.join(comma)));
        prop_oneof![list, map]
    });
    collection
}

fn render_entry(entry: &Entry, column: usize, out: &mut String) {
    entry
        .before
        .iter()
        .for_each(|line| out.push_str(&format!("{line}\n")));
    out.push_str(&" ".repeat(column));
    render_rest(entry, column, out);
}

/// The entry from its key on.
fn render_rest(entry: &Entry, column: usize, out: &mut String) {
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
        Value::Below(step, text) => out.push_str(&format!("\n{}", indented(column + step, text))),
        Value::Block(header, step, lines) => {
            out.push_str(&format!("{header}\n"));
            for (more, line) in lines {
                out.push_str(&indented(column + step + more, line));
            }
        }
        Value::List(step, blanks, items) => {
            out.push('\n');
            for item in items {
                out.push_str(&format!("{:1$}-", "", column + step));
                out.push_str(&" ".repeat(*blanks));
                render_item(item, column + step, 1 + blanks, out);
            }
        }
        Value::Map(step, entries) => {
            out.push('\n');
            entries
                .iter()
                .for_each(|entry| render_entry(entry, column + step, out));
        }
    }
}

/// An item of a list, whose own mapping or list may start behind the dash.
fn render_item(item: &Value, column: usize, dash: usize, out: &mut String) {
    match item {
        Value::Map(step, entries) if *step > 1 => {
            for (index, entry) in entries.iter().enumerate() {
                match index {
                    0 => render_rest(entry, column + dash, out),
                    _ => render_entry(entry, column + dash, out),
                }
            }
        }
        Value::List(step, blanks, items) if *step > 1 => {
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push_str(&" ".repeat(column + dash));
                }
                out.push_str(&format!("-{}", " ".repeat(*blanks)));
                render_item(item, column + dash, 1 + blanks, out);
            }
        }
        item => render(item, column, out),
    }
}

/// A line; an empty one has no blanks of its own.
fn indented(column: usize, line: &str) -> String {
    match line {
        "" => "\n".to_owned(),
        line => format!("{:column$}{line}\n", ""),
    }
}
