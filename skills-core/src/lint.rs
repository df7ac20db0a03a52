//! Lints of texts and files: what is allowed, and most likely not meant. One function a lint.

use std::ops::{Range, RangeInclusive};

use saphyr_parser::ScalarStyle;

use crate::code::Code;
use crate::explain::{quoted, short};
use crate::fault::Fault;
use crate::frontmatter::Frontmatter;
use crate::suggest::nearest;
use crate::validate;
use crate::yaml::{Entry, Value};

/// Agent Skills, "Frontmatter".
const FIELDS: &[&str] = &[
    "name",
    "description",
    "license",
    "compatibility",
    "metadata",
    "allowed-tools",
];

/// A message larger than this closes the session of the TypeScript client over stdio.
const WIRE_LIMIT: u64 = 10_485_760;

/// The bytes of `\u0000`, the longest that one byte becomes in a JSON string.
const LONGEST_ESCAPE: u64 = 6;

/// The characters that a reader does not see.
const INVISIBLE: &[RangeInclusive<char>] = &[
    '\u{61c}'..='\u{61c}',
    '\u{200b}'..='\u{200f}',
    '\u{202a}'..='\u{202e}',
    '\u{2060}'..='\u{2064}',
    '\u{2066}'..='\u{2069}',
    '\u{feff}'..='\u{feff}',
    TAGS,
];

const TAGS: RangeInclusive<char> = '\u{e0000}'..='\u{e007f}';

/// The characters of the longest flag emoji.
const FLAG_LIMIT: usize = 8;

/// The first line of a Git LFS pointer file.
const LFS: &[u8] = b"version https://git-lfs.github.com/spec/v1";

/// Checks the text of a `SKILL.md` that has a frontmatter.
pub fn skill_md(faults: &mut Vec<Fault>, text: &str, frontmatter: &Frontmatter) {
    faults.extend(crlf(text));
    // In a name it is an error of its own.
    let name = name_span(frontmatter);
    faults.extend(invisible(text).filter(|fault| !name.contains(&fault.span.start)));
    faults.extend(
        ["name", "description", "compatibility"]
            .iter()
            .filter_map(|name| lost_comment(text, frontmatter.field(name)?)),
    );
    faults.extend(
        frontmatter
            .fields
            .iter()
            .filter_map(|field| unknown_field(field, frontmatter)),
    );
}

/// Checkouts with `core.autocrlf` change bytes, and with them every digest.
fn crlf(text: &str) -> Option<Fault> {
    let at = text.find("\r\n")?;
    let n_crlf = text.matches("\r\n").count();
    let n_lines = text.matches('\n').count();
    let message = if n_crlf == n_lines {
        "CRLF line ends".to_owned()
    } else {
        format!("CRLF line ends on {n_crlf} of {n_lines} lines")
    };
    Some(
        Fault::new(Code::Crlf, at..at + 2, message)
            .help("save the file with LF, and put `*.md text eol=lf` into `.gitattributes`")
            .note(
                "the digest covers these bytes: the same skill checked out with LF has another one",
            ),
    )
}

/// Characters that a reader does not see and a model does.
pub fn invisible(text: &str) -> Option<Fault> {
    if !may_hold_invisible(text) {
        return None;
    }
    // A byte order mark at the start is another rule's.
    let mut found = text
        .char_indices()
        .filter(|(at, c)| is_invisible(*c) && *at > 0 && !is_joiner_in_use(text, *at, *c));
    let (at, first) = found.next()?;
    let more = found.count();
    let message = format!(
        "invisible character U+{:04X} ({})",
        u32::from(first),
        invisible_name(first)
    );
    let fault = Fault::new(Code::InvisibleCharacter, at..at + first.len_utf8(), message)
        .help("delete it, unless the text needs it");
    Some(if more > 0 {
        fault.note(format!("{more} more in this file"))
    } else {
        fault
    })
}

/// Whether a closer look is needed. To look at each character is slow in an unoptimised macro; to find a byte is not.
fn may_hold_invisible(text: &str) -> bool {
    let lead = |range: &RangeInclusive<char>| range.start().encode_utf8(&mut [0; 4]).bytes().next();
    let holds =
        |range: &RangeInclusive<char>| *range == TAGS || range.clone().any(|c| text.contains(c));
    let mut groups = INVISIBLE.chunk_by(|one, next| lead(one) == lead(next));
    groups.any(|ranges| {
        let lead = ranges.first().and_then(lead);
        lead.is_some_and(|lead| text.as_bytes().contains(&lead)) && ranges.iter().any(holds)
    })
}

pub(crate) fn is_invisible(c: char) -> bool {
    INVISIBLE.iter().any(|range| range.contains(&c))
}

fn invisible_name(c: char) -> &'static str {
    match c {
        '\u{200b}' => "zero-width space",
        '\u{200c}' => "zero-width non-joiner",
        '\u{200d}' => "zero-width joiner",
        '\u{feff}' => "zero-width no-break space",
        '\u{2060}' => "word joiner",
        '\u{2061}'..='\u{2064}' => "invisible operator",
        '\u{e0000}'..='\u{e007f}' => "tag character",
        _ => "bidirectional control",
    }
}

/// Joiners between letters of scripts that need them, in emoji, and tags of flag emoji.
fn is_joiner_in_use(text: &str, at: usize, c: char) -> bool {
    let before = text.get(..at).and_then(|before| before.chars().next_back());
    let after = text
        .get(at + c.len_utf8()..)
        .and_then(|after| after.chars().next());
    let is_wide = |c: Option<char>| c.is_some_and(|c| !c.is_ascii() && !is_invisible(c));
    match c {
        '\u{200c}' | '\u{200d}' => is_wide(before) && is_wide(after),
        '\u{e0000}'..='\u{e007f}' => is_in_flag(text.get(..at).unwrap_or_default()),
        _ => false,
    }
}

/// A flag emoji is a black flag and a few tags.
fn is_in_flag(before: &str) -> bool {
    let is_tag = |c: &char| matches!(c, '\u{e0020}'..='\u{e007f}');
    let mut above = before.chars().rev().take(FLAG_LIMIT).skip_while(is_tag);
    above.next() == Some('\u{1f3f4}')
}

/// ` #` starts a comment, also in a sentence.
fn lost_comment(text: &str, field: &Entry) -> Option<Fault> {
    let Value::Scalar(scalar) = &field.value.value else {
        return None;
    };
    // Behind a whole name there can only be a comment.
    let is_name = field.key == "name" && validate::is_name(&scalar.text);
    if scalar.style != ScalarStyle::Plain || scalar.text.is_empty() || is_name {
        return None;
    }
    let rest = text
        .get(field.value.span.end..)?
        .split(['\n', '\r'])
        .next()?;
    let lost = rest.trim_start();
    if !lost.starts_with('#') {
        return None;
    }
    let start = field.value.span.end + (rest.len() - lost.len());
    let lost = lost.trim_end();
    let message = format!(
        "the value of `{}` ends before ` #`: the rest is a comment",
        field.key
    );
    let whole = format!("{}{}", scalar.text, rest.trim_end());
    let fault = Fault::new(Code::LostComment, start..start + lost.len(), message);
    Some(if whole.len() <= 120 {
        fault.help(format!("quote it: `{}: {}`", field.key, quoted(&whole)))
    } else {
        fault.help("quote the whole value, or put the comment on a line of its own")
    })
}

/// Other fields pass through: hosts have their own. A near miss of a known one is a slip.
fn unknown_field(field: &Entry, frontmatter: &Frontmatter) -> Option<Fault> {
    let key = field.key.as_str();
    if FIELDS.contains(&key) {
        return None;
    }
    if key.contains(' ') && field.key_style == ScalarStyle::Plain {
        let message = format!("unknown field `{}`", short(key));
        return Some(
            Fault::new(Code::UnknownField, field.key_span.clone(), message)
                .help("field names have no blanks: if it is more of the text above, write `>-` there and indent all of it"),
        );
    }
    let same_start = |known: &&&str| known.chars().next() == key.to_lowercase().chars().next();
    let near = nearest(key, FIELDS.iter().filter(same_start).copied())?;
    let is_required = matches!(near, "name" | "description");
    if is_required && frontmatter.field(near).is_none() && !frontmatter.is_partial {
        // Reported as the missing field.
        return None;
    }
    let message = format!("unknown field `{}`", short(key));
    Some(
        Fault::new(Code::UnknownField, field.key_span.clone(), message)
            .help(format!("did you mean `{near}`?")),
    )
}

/// A lint of a whole file: the code, the words, the fix.
pub type FileLint = (Code, String, String);

/// Checks the bytes of a file.
pub fn file(name: &str, bytes: &[u8], text: Option<&str>) -> Vec<FileLint> {
    let lints = [
        lfs_pointer(bytes),
        large_file(bytes, text),
        secret(name, text),
        nested_package(name),
    ];
    lints.into_iter().flatten().collect()
}

/// Whether the bytes are a Git LFS pointer.
pub fn is_lfs_pointer(bytes: &[u8]) -> bool {
    bytes.starts_with(LFS) && bytes.len() < 1024
}

fn lfs_pointer(bytes: &[u8]) -> Option<FileLint> {
    is_lfs_pointer(bytes).then(|| {
        (
            Code::LfsPointer,
            "a Git LFS pointer in place of the file".to_owned(),
            "fetch the file itself: `git lfs pull`".to_owned(),
        )
    })
}

fn large_file(bytes: &[u8], text: Option<&str>) -> Option<FileLint> {
    // Most files are too small by far, and to count each character is slow in an unoptimised macro.
    if (bytes.len() as u64).saturating_mul(LONGEST_ESCAPE) <= WIRE_LIMIT {
        return None;
    }
    let len = match text {
        Some(text) => text.chars().map(escaped_len).sum(),
        None => (bytes.len() as u64).div_ceil(3) * 4,
    };
    (len > WIRE_LIMIT).then(|| {
        (
            Code::LargeFile,
            format!("{len} bytes on the wire, more than the {WIRE_LIMIT} that some hosts take in one message"),
            "split the file, or leave it out".to_owned(),
        )
    })
}

/// The bytes of a character in a JSON string.
fn escaped_len(c: char) -> u64 {
    match c {
        '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 2,
        c if c.is_ascii_control() => 6,
        c => c.len_utf8() as u64,
    }
}

fn secret(name: &str, text: Option<&str>) -> Option<FileLint> {
    let is_key_name = ["id_rsa", "id_dsa", "id_ecdsa", "id_ed25519"].contains(&name);
    (is_key_name || text.is_some_and(holds_private_key)).then(|| {
        (
            Code::Secret,
            "a private key: everybody with the binary can read it".to_owned(),
            "delete it, replace the key, or leave the file out".to_owned(),
        )
    })
}

/// A PEM header with key material below it; the header alone is an example in a text.
fn holds_private_key(text: &str) -> bool {
    if !may_hold_private_key(text) {
        return false;
    }
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let is_header =
            line.starts_with("-----BEGIN ") && line.trim_end().ends_with("PRIVATE KEY-----");
        if !is_header {
            continue;
        }
        let is_base64 = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=');
        let body = lines
            .clone()
            .find(|line| !line.contains(':') && !line.trim().is_empty());
        if body.is_some_and(|body| body.trim().len() >= 40 && body.trim().chars().all(is_base64)) {
            return true;
        }
    }
    false
}

/// To look at each line is slow in an unoptimised macro, and so is a search for more than one byte; few texts have a `V`.
fn may_hold_private_key(text: &str) -> bool {
    text.match_indices('V').any(|(at, _)| {
        let (before, after) = text.split_at(at);
        before.ends_with("PRI") && after.starts_with("VATE KEY-----")
    })
}

fn nested_package(name: &str) -> Option<FileLint> {
    (name == "Cargo.toml").then(|| {
        (
            Code::NestedPackage,
            "`cargo package` drops the folder of a `Cargo.toml` below another one".to_owned(),
            "store it under another name, such as `Cargo.toml.template`, if the crate is to be published".to_owned(),
        )
    })
}

/// Checks the name of a file or folder.
pub fn name(name: &str) -> Vec<FileLint> {
    [windows_name(name), invisible_in_name(name)]
        .into_iter()
        .flatten()
        .collect()
}

/// What Windows makes of a file name, if it cannot hold it.
fn windows_name(name: &str) -> Option<FileLint> {
    let stem = name
        .split('.')
        .next()
        .unwrap_or_default()
        .trim_end()
        .to_ascii_lowercase();
    let is_device = matches!(stem.as_str(), "con" | "prn" | "aux" | "nul")
        || (stem.len() == 4
            && stem.is_ascii()
            && (stem.starts_with("com") || stem.starts_with("lpt"))
            && stem.ends_with(|c: char| ('1'..='9').contains(&c)));
    let reason = if is_device {
        format!("is the device `{}` there", stem.to_ascii_uppercase())
    } else if let Some(found) = name
        .chars()
        .find(|c| matches!(c, '<' | '>' | ':' | '"' | '|' | '?' | '*'))
    {
        format!("has `{found}`")
    } else if name.ends_with(['.', ' ']) {
        let end = if name.ends_with('.') {
            "a dot"
        } else {
            "a blank"
        };
        format!("ends with {end}")
    } else {
        return None;
    };
    Some((
        Code::WindowsName,
        format!("Windows cannot hold the file name `{name}`: it {reason}"),
        "rename it, if anybody is to build this on Windows".to_owned(),
    ))
}

/// Invisible characters in a file name.
fn invisible_in_name(name: &str) -> Option<FileLint> {
    let mut found = name
        .char_indices()
        .filter(|(at, c)| is_invisible(*c) && !is_joiner_in_use(name, *at, *c));
    let (_, first) = found.next()?;
    Some((
        Code::InvisibleCharacter,
        format!(
            "invisible character U+{:04X} ({}) in the file name",
            u32::from(first),
            invisible_name(first)
        ),
        "rename the file".to_owned(),
    ))
}

/// The span of a field's name, for a fault that is about the skill as a whole.
pub fn name_span(frontmatter: &Frontmatter) -> Range<usize> {
    frontmatter
        .field("name")
        .map_or(0..3, |field| field.value.span.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_without_an_invisible_character_needs_no_closer_look() {
        for c in INVISIBLE.iter().cloned().flatten() {
            assert!(may_hold_invisible(&format!("a\u{2014}{c}b")), "{c:?}");
        }
        for text in [
            "",
            "a",
            "\u{e9}\u{2014}\u{201c}\u{2026}",
            "\u{65e5}\u{1f600}\u{feb0}\u{627}",
        ] {
            assert!(!may_hold_invisible(text), "{text}");
        }
    }
}
