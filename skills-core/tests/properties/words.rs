//! What generated documents are made of.

/// Words of a text, and marks that are text wherever they stand in it.
pub(crate) const WORDS: &[&str] = &[
    "a", "text", "PDF", "the", "Use when", "x-y_z", "v1.2", "(1)", "it's", "R&D", "a#b", "a:b", "a, b", "100%",
    "a@b.c", "http://x.y/z?q=1#part", "C:\\dir", "->", "=>", "a|b", "5\" disk", "is [x]", "or {y}", "and *a*", "\\n",
    "$x", "a!", "-", "?a", "é", "e\u{301}", "漢字", "\u{1f600}", "\u{1f1e9}\u{1f1ea}", "a\u{a0}b", "a\u{200b}b",
    "\u{fffd}",
];

/// Values that are no text.
pub(crate) const TYPED: &[&str] = &[
    "12", "-3", "2.50", "0", "true", "False", "null", "~", "0xFF", ".5", "5.", "+1", "1.5e+3", "007x", "1.2.3", "-a",
];

/// What is special to YAML, and what looks like it.
pub(crate) const ODD: &[&str] = &[
    "yes", "off", "1e3", "012", "1_000", ".5_", "1_0.5e+3", "1:30", "2026-01-01", ".inf", "-0", "9007199254740993",
    "--", "---", "...", "- a", "?", "? a", ":", ": ", ":a", "a:", "a: b", "::", "#", "# no", "#tag", "%", "%YAML", "@x",
    "`x`", "&", "&a", "*", "*a", "**a**", "!", "!a", "|", ">", "=", "<<", "<a>", "[", "]", "[x]", "{", "}", "{y}", ",",
    "'", "'q'", "\"", "\"q\"", "\\", "^", "\u{a0}", "\u{3000}", "\u{2003}", "\u{ad}", "\u{e000}", "\u{1fffe}",
    "\u{10ffff}", "\u{85}", "\u{2028}", "\u{feff}", "\u{7f}", "\t", " \t", "  ",
];

/// Escapes of a double-quoted value.
pub(crate) const ESCAPES: &[&str] = &[
    "\\n", "\\t", "\\\"", "\\\\", "\\/", "\\ ", "\\\t", "\\r", "\\b", "\\f", "\\v", "\\a", "\\e", "\\_", "\\N", "\\L",
    "\\P", "\\x41", "\\xe9", "\\u00e9", "\\u2028", "\\uFEFF", "\\U0001F600",
];

/// What is no escape, or stands for nothing that JSON or every host can hold.
pub(crate) const BAD_ESCAPES: &[&str] = &[
    "\\0", "\\x00", "\\ud83d\\ude00", "\\ud83d", "\\U00110000", "\\q", "\\'", "\\x4", "\\",
];

pub(crate) const KEYS: &[&str] = &[
    "license", "metadata", "author", "version", "tags", "argument-hint", "user-invocable", "x.y", "two words", "k",
    "é", "漢字", "a-b", "$schema", "-a", "'quoted'", "\"a\\tb\"", "'it''s'", "\"\"",
];

/// The `name` of the skill, which its indentation stands before.
pub(crate) const NAMES: &[&str] = &["name: pdf-forms"];

pub(crate) const ODD_NAMES: &[&str] = &[
    "name: pdf-forms # note", "name:   pdf-forms ", "\"name\": 'pdf-forms'", "'name': \"pdf\\x2dforms\"",
    "name:\n    pdf-forms", "name: >-\n    pdf-forms",
];

pub(crate) const COLONS: &[&str] = &[": "];

pub(crate) const ODD_COLONS: &[&str] = &[":  ", ":    ", " : ", ":\t", ": \t", ":"];

/// What may stand behind a value on its line.
pub(crate) const TAILS: &[&str] = &[""];

pub(crate) const ODD_TAILS: &[&str] = &[" ", "\t", "  ", " # note", "\t# note", "  #", " #a: b", " # 'x", "#a"];

/// Headers of block scalars.
pub(crate) const HEADERS: &[&str] = &[">-", "|-", ">", "|", "|+", ">+"];

pub(crate) const ODD_HEADERS: &[&str] = &[
    "| # note", ">- # note", ">-  ", "|2", ">1-", "|-2", "|x", "|#", ">\t",
];

/// Lines that a block scalar may have where they would mean something else outside.
pub(crate) const BLOCK_LINES: &[&str] = &[
    " ", "\t", "  ", "---", "...", "- a", "a: b", "# no", "\ta", "a\t", "a  ",
];

/// Lines that may stand between two entries.
pub(crate) const LINES: &[&str] = &["", "# note", "  # note", "  ", "#", "# a: b", "        # note"];

pub(crate) const ODD_LINES: &[&str] = &["\t", "\t# note", "%YAML 1.2", "...", "--- a", "?", "? # note"];
