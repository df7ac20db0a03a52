//! Values on one line: plain, quoted, in brackets.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::words::{BAD_ESCAPES, ESCAPES, ODD, TYPED, WORDS};

/// Nearly always one of the first list.
pub(crate) fn mostly(
    usual: &'static [&'static str],
    odd: &'static [&'static str],
) -> impl Strategy<Value = &'static str> + Clone {
    prop_oneof![19 => select(usual), 1 => select(odd)]
}

/// A text, a value that is none, or one that looks like something else.
pub(crate) fn plain() -> impl Strategy<Value = String> + Clone {
    let word = select(WORDS).prop_map(str::to_owned);
    let odd = prop_oneof![
        8 => select(ODD).prop_map(str::to_owned),
        1 => "\\PC",
        1 => "[ -~]{1,3}",
    ];
    prop_oneof![
        14 => words(),
        3 => select(TYPED).prop_map(str::to_owned),
        2 => text(prop_oneof![2 => word, 1 => odd]),
    ]
}

/// A text that starts with nothing odd.
pub(crate) fn words() -> impl Strategy<Value = String> + Clone {
    text(select(WORDS).prop_map(str::to_owned))
}

fn text(part: impl Strategy<Value = String> + Clone) -> impl Strategy<Value = String> + Clone {
    let parts = vec((part, mostly(&[" "], &["", "  "])), 1..5);
    parts.prop_map(|parts| {
        let parts = parts.iter().map(|(part, blank)| format!("{part}{blank}"));
        parts.collect::<String>().trim_matches(' ').to_owned()
    })
}

pub(crate) fn double() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => plain().prop_map(|text| text.replace(['"', '\\'], "")),
        3 => mostly(ESCAPES, BAD_ESCAPES).prop_map(str::to_owned),
        1 => mostly(&["\\\"", " ", "'", "# "], &["\""]).prop_map(str::to_owned),
    ];
    vec(part, 0..4).prop_map(|parts| format!("\"{}\"", parts.concat()))
}

pub(crate) fn single() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        6 => plain().prop_map(|text| text.replace('\'', "''")),
        1 => mostly(&["''", " ", "\"", "\\", "# "], &["'", "\\'"]).prop_map(str::to_owned),
    ];
    vec(part, 0..3).prop_map(|parts| format!("'{}'", parts.concat()))
}

/// Lists and mappings in brackets.
pub(crate) fn flow() -> impl Strategy<Value = String> {
    let quiet = plain().prop_map(|text| text.replace([',', '[', ']', '{', '}'], ""));
    let empty = select(vec!["[]", "{}", "[ ]", "{ }", ""]).prop_map(str::to_owned);
    let deep = (25..36_usize).prop_map(|depth| "[".repeat(depth) + &"]".repeat(depth));
    let leaf = prop_oneof![
        240 => quiet,
        20 => plain(),
        80 => double(),
        80 => single(),
        40 => empty,
        1 => deep,
    ];
    leaf.prop_recursive(4, 12, 4, |inner| {
        let comma = mostly(&[", ", ","], &[" , ", ",\t", ", # a"]);
        let pad = mostly(&["", " "], &["\t", ","]);
        let list = (vec(inner.clone(), 0..4), comma.clone(), pad.clone())
            .prop_map(|(items, comma, pad)| format!("[{pad}{}{pad}]", items.join(comma)));
        let map = (vec(pair(inner), 0..4), comma, pad)
            .prop_map(|(pairs, comma, pad)| format!("{{{pad}{}{pad}}}", pairs.join(comma)));
        prop_oneof![list, map]
    })
}

fn pair(value: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let numbered = (select(vec!["k", "a b", "-x", "é"]), 0..50_u8);
    let key = prop_oneof![
        6 => numbered.prop_map(|(name, number)| format!("{name}{number}")),
        1 => plain(),
        2 => double(),
        2 => single(),
    ];
    (key, mostly(&[": "], &[":", " : ", ":\t"]), value)
        .prop_map(|(key, colon, value)| format!("{key}{colon}{value}"))
}
