//! What a plain scalar means: to YAML 1.2 (core schema), and to the YAML 1.1 readers that some hosts use.

use serde_json::Number;

/// The largest integer that every JSON reader holds exactly.
const SAFE_INTEGER: i128 = 9_007_199_254_740_992;

/// The value of a plain scalar.
#[derive(Clone, Debug, PartialEq)]
pub enum Plain {
    /// Nothing, `~` or `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number that JSON holds exactly.
    Number(Number),
    /// A number that JSON does not hold: infinite, not a number, or an integer beyond 2^53.
    Unrepresentable,
    /// Anything else.
    String,
}

/// Resolves a plain scalar by the YAML 1.2 core schema (YAML 1.2.2, section 10.3.2).
pub fn core(text: &str) -> Plain {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Plain::Null,
        "true" | "True" | "TRUE" => Plain::Bool(true),
        "false" | "False" | "FALSE" => Plain::Bool(false),
        _ => core_number(text),
    }
}

/// What a YAML 1.1 reader sees in a plain scalar where it sees something else than [`core()`] does; words for a message.
///
/// The readers are PyYAML (FastMCP), `yaml.v3` (Go) and `yaml_serde` (rmcp).
pub fn other_reading(text: &str) -> Option<&'static str> {
    match text {
        "yes" | "Yes" | "YES" | "no" | "No" | "NO" | "on" | "On" | "ON" | "off" | "Off" | "OFF" => {
            return Some("a boolean");
        }
        "=" => return Some("a default value"),
        "<<" => return Some("a merge"),
        _ => {}
    }
    if is_date(text) {
        return Some("a date");
    }
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if let Some(reading) = prefixed(text, digits) {
        return Some(reading);
    }
    if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    if is_leading_zero(digits) {
        return Some("an octal number or a string");
    }
    if is_sexagesimal(digits) {
        return Some("a number in base 60");
    }
    if digits.contains('_') && is_number_with_underscores(digits) {
        return Some("a number");
    }
    // YAML 1.1 takes no sign before a point.
    if digits.len() < text.len() && digits.starts_with('.') && is_core_float(digits) {
        return Some("a string");
    }
    let is_float = matches!(core(text), Plain::Number(_)) && digits.contains(['e', 'E']);
    (is_float && !is_float_in_1_1(digits)).then_some("a string")
}

fn core_number(text: &str) -> Plain {
    if let Some(hex) = text.strip_prefix("0x") {
        return radix(hex, 16);
    }
    if let Some(octal) = text.strip_prefix("0o") {
        return radix(octal, 8);
    }
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    match digits {
        ".inf" | ".Inf" | ".INF" => return Plain::Unrepresentable,
        ".nan" | ".NaN" | ".NAN" if digits.len() == text.len() => return Plain::Unrepresentable,
        _ => {}
    }
    // JSON readers disagree on whether `-0` is 0.
    if text.starts_with('-') && is_digits(digits) && digits.bytes().all(|byte| byte == b'0') {
        return Plain::Unrepresentable;
    }
    if is_digits(digits) {
        return integer(text.strip_prefix('+').unwrap_or(text));
    }
    if is_core_float(digits) {
        return float(text);
    }
    Plain::String
}

fn radix(digits: &str, radix: u32) -> Plain {
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return Plain::String;
    }
    match i128::from_str_radix(digits, radix) {
        Ok(value) => safe(value),
        Err(_) => Plain::Unrepresentable,
    }
}

fn integer(text: &str) -> Plain {
    match text.parse() {
        Ok(value) => safe(value),
        Err(_) => Plain::Unrepresentable,
    }
}

fn safe(value: i128) -> Plain {
    if value.abs() > SAFE_INTEGER {
        return Plain::Unrepresentable;
    }
    match i64::try_from(value) {
        Ok(value) => Plain::Number(value.into()),
        Err(_) => Plain::Unrepresentable,
    }
}

fn float(text: &str) -> Plain {
    let number = text.parse().ok().and_then(Number::from_f64);
    number.map_or(Plain::Unrepresentable, Plain::Number)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`
fn is_core_float(digits: &str) -> bool {
    let (mantissa, exponent) = match digits.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (digits, None),
    };
    let exponent_fits = exponent
        .is_none_or(|exponent| is_digits(exponent.strip_prefix(['-', '+']).unwrap_or(exponent)));
    exponent_fits && is_mantissa(mantissa)
}

fn is_mantissa(mantissa: &str) -> bool {
    match mantissa.split_once('.') {
        None => is_digits(mantissa),
        Some(("", fraction)) => is_digits(fraction),
        Some((whole, fraction)) => is_digits(whole) && (fraction.is_empty() || is_digits(fraction)),
    }
}

/// YAML 1.1 takes an exponent only after a mantissa with a point, and only with a sign.
fn is_float_in_1_1(digits: &str) -> bool {
    digits
        .split_once(['e', 'E'])
        .is_some_and(|(mantissa, exponent)| {
            mantissa.contains('.') && exponent.starts_with(['-', '+'])
        })
}

fn is_leading_zero(digits: &str) -> bool {
    let mut bytes = digits.bytes();
    bytes.next() == Some(b'0')
        && bytes.len() > 0
        && bytes.all(|byte| byte.is_ascii_digit() || byte == b'_')
}

/// `0o14` is a number only to YAML 1.2, `0b11` and a signed `0x` only to YAML 1.1.
fn prefixed(text: &str, digits: &str) -> Option<&'static str> {
    let is_all = |rest: &str, radix: u32| {
        !rest.is_empty() && rest.chars().all(|c| c == '_' || c.is_digit(radix))
    };
    if let Some(rest) = digits.strip_prefix("0o") {
        return is_all(rest, 8).then_some("a string");
    }
    if let Some(rest) = digits.strip_prefix("0b") {
        return is_all(rest, 2).then_some("a binary number");
    }
    let rest = digits.strip_prefix("0x")?;
    let differs = digits.len() < text.len() || rest.contains('_');
    (differs && is_all(rest, 16)).then_some("a hexadecimal number")
}

/// `1:30`, `12:30:45.5`
fn is_sexagesimal(digits: &str) -> bool {
    let mut parts = digits.split(':');
    let first = parts.next().unwrap_or_default();
    let rest: Vec<_> = parts.collect();
    let is_part = |part: &&str| {
        let whole = part.split('.').next().unwrap_or_default();
        is_digits(whole)
            && whole.len() <= 2
            && !(whole.len() == 2 && whole.as_bytes() > b"59".as_slice())
    };
    let is_first = !first.is_empty()
        && first
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'_');
    !rest.is_empty() && is_first && rest.iter().all(is_part)
}

fn is_number_with_underscores(digits: &str) -> bool {
    let plain = digits.replace('_', "");
    !digits.starts_with('_') && (is_digits(&plain) || is_core_float(&plain))
}

/// `2026-01-01`, also with a time after it; one-digit months and days as `yaml.v3` reads them.
fn is_date(text: &str) -> bool {
    let date = text.split(['T', 't', ' ', '\t']).next().unwrap_or_default();
    let mut parts = date.split('-');
    let (Some(year), Some(month), Some(day), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let is_part = |part: &str| is_digits(part) && part.len() <= 2;
    let rest = text.get(date.len()..).unwrap_or_default().trim_start();
    let is_time = |rest: &str| {
        let time = rest.strip_prefix(['T', 't']).unwrap_or(rest);
        time.contains(':')
            && time.bytes().all(|byte| {
                byte.is_ascii_digit() || matches!(byte, b':' | b'.' | b'Z' | b'+' | b'-' | b' ')
            })
    };
    year.len() == 4
        && is_digits(year)
        && is_part(month)
        && is_part(day)
        && (rest.is_empty() || is_time(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Plain {
        Plain::Number(serde_json::from_str(text).unwrap())
    }

    #[test]
    fn resolves_the_core_schema() {
        for (text, expected) in [
            ("", Plain::Null),
            ("NULL", Plain::Null),
            ("nULL", Plain::String),
            ("True", Plain::Bool(true)),
            ("tRUE", Plain::String),
            ("12", number("12")),
            ("+12", number("12")),
            ("-12", number("-12")),
            ("-0", Plain::Unrepresentable),
            ("012", number("12")),
            ("0xFF", number("255")),
            ("-0xFF", Plain::String),
            ("0o14", number("12")),
            ("0b11", Plain::String),
            ("1.0", number("1.0")),
            ("5.", number("5.0")),
            (".5", number("0.5")),
            ("1e3", number("1000.0")),
            ("1.5E+3", number("1500.0")),
            ("-0.0", number("-0.0")),
            ("1e400", Plain::Unrepresentable),
            ("-.inf", Plain::Unrepresentable),
            (".NaN", Plain::Unrepresentable),
            ("-.nan", Plain::String),
            ("9007199254740992", number("9007199254740992")),
            ("9007199254740993", Plain::Unrepresentable),
            ("-9007199254740993", Plain::Unrepresentable),
            (
                "0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF",
                Plain::Unrepresentable,
            ),
            ("1_000", Plain::String),
            ("yes", Plain::String),
            ("1.2.3", Plain::String),
            (".", Plain::String),
            ("-", Plain::String),
            ("1e", Plain::String),
        ] {
            assert_eq!(core(text), expected, "{text}");
        }
    }

    #[test]
    fn names_what_older_readers_see() {
        for (text, expected) in [
            ("yes", Some("a boolean")),
            ("Off", Some("a boolean")),
            ("yEs", None),
            ("y", None),
            ("012", Some("an octal number or a string")),
            ("0912", Some("an octal number or a string")),
            ("00", Some("an octal number or a string")),
            ("0", None),
            ("0.5", None),
            ("0o14", Some("a string")),
            ("0b11", Some("a binary number")),
            ("0xFF", None),
            ("-0xFF", Some("a hexadecimal number")),
            ("0xF_F", Some("a hexadecimal number")),
            ("1_000", Some("a number")),
            ("1_000.5", Some("a number")),
            (".1_0", Some("a number")),
            ("1_0.5e+3", Some("a number")),
            ("1:30", Some("a number in base 60")),
            ("12:30:45.5", Some("a number in base 60")),
            ("1:75", None),
            ("http://x", None),
            ("1e3", Some("a string")),
            ("1.5e3", Some("a string")),
            ("1.5E+3", None),
            ("1e-7", Some("a string")),
            ("2026-01-01", Some("a date")),
            ("2026-1-2", Some("a date")),
            ("2026-01-01T10:00:00Z", Some("a date")),
            ("2026-01-01 10:00:00", Some("a date")),
            ("2026-01-01 is the day", None),
            ("2026-01", None),
            ("=", Some("a default value")),
            ("<<", Some("a merge")),
            ("-0", None),
            ("-0.0", None),
            ("-.5", Some("a string")),
            ("+.5", Some("a string")),
            (".5", None),
            ("-.inf", None),
            ("1.2.3", None),
            ("3 files", None),
        ] {
            assert_eq!(other_reading(text), expected, "{text}");
        }
    }
}
