//! The equivalent spellings of a URI, brought to the one that is listed.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What a segment keeps as it is: RFC 3986 `pchar` without its escapes.
pub(crate) const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    // unreserved
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    // sub-delims
    .remove(b'!')
    .remove(b'$')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b';')
    .remove(b'=')
    .remove(b':')
    .remove(b'@');

/// The spelling that a catalog lists for the resource at `uri`, whether or not there is one.
///
/// Escapes are decoded exactly once. `None` when nothing listed can be meant: another scheme, a
/// query, an empty or `..` segment, or a segment that hides a separator, a backslash or a control
/// character.
pub(crate) fn canonical(uri: &str) -> Option<String> {
    let uri = uri.split_once('#').map_or(uri, |(uri, _fragment)| uri);
    let (scheme, path) = uri.split_once("://")?;
    if !scheme.eq_ignore_ascii_case("skill") || path.contains('?') {
        return None;
    }
    let segments = path.split('/').map(segment).collect::<Option<Vec<_>>>()?;
    // RFC 3986, 5.2.4: a dot segment at the end names a folder with a trailing slash; the first
    // segment is the authority, where dots mean nothing.
    if segments.first()? == "." || segments.last()? == "." {
        return None;
    }
    let kept = segments.iter().filter(|segment| *segment != ".");
    let encoded = kept.map(|segment| utf8_percent_encode(segment, ESCAPED).to_string());
    Some(format!("skill://{}", encoded.collect::<Vec<_>>().join("/")))
}

/// One segment with its escapes decoded, when it can be the name of a file or folder.
fn segment(raw: &str) -> Option<String> {
    let name = decode(raw);
    let is_unsafe = |c: char| matches!(c, '/' | '\\') || c.is_control();
    let is_name = !name.is_empty() && name != ".." && !name.contains(is_unsafe);
    is_name.then_some(name)
}

/// Decodes once; a `%` that starts no escaped character stands for itself.
pub(crate) fn decode(raw: &str) -> String {
    let mut name = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((literal, escaped)) = rest.find('%').and_then(|at| rest.split_at_checked(at)) {
        let (decoded, length) = escaped_char(escaped).unwrap_or(('%', 1));
        name.push_str(literal);
        name.push(decoded);
        rest = escaped.get(length..).unwrap_or_default();
    }
    name.push_str(rest);
    name
}

/// The character that the escapes at the start of `text` spell in UTF-8, and their length.
fn escaped_char(text: &str) -> Option<(char, usize)> {
    let triplets = text.as_bytes().chunks_exact(3).take(4);
    let bytes: Vec<u8> = triplets.map_while(unescape).collect();
    let first = bytes.utf8_chunks().next()?.valid().chars().next()?;
    Some((first, 3 * first.len_utf8()))
}

fn unescape(triplet: &[u8]) -> Option<u8> {
    let [b'%', high, low] = triplet else {
        return None;
    };
    let digit = |digit: &u8| char::from(*digit).to_digit(16);
    u8::try_from(digit(high)? << 4 | digit(low)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listed_uri_is_its_own_spelling() {
        for uri in [
            "skill://pdf/SKILL.md",
            "skill://acme/docs/pdf/references/Q&A%20(1).md",
            "skill://pdf/-._~!$&'()*+,;=:@.md",
            "skill://pdf/%5E%5B%5D%7C%25%22%3C%3E%7B%7D%60%3F%23%C3%A9",
            "skill://pdf/%2541.md",
            "skill://pdf/10%25Dec.md",
            "skill://pdf/...",
        ] {
            assert_eq!(canonical(uri).as_deref(), Some(uri));
        }
    }

    #[test]
    fn equivalent_spellings_lead_to_the_listed_one() {
        for (spelling, listed) in [
            ("skill://pdf/caf%c3%a9.md", "skill://pdf/caf%C3%A9.md"),
            ("skill://pdf/café.md", "skill://pdf/caf%C3%A9.md"),
            ("skill://pdf/Q%26A.md", "skill://pdf/Q&A.md"),
            (
                "skill://pdf/%53%4b%49%4c%4c%2e%6d%64",
                "skill://pdf/SKILL.md",
            ),
            ("skill://%70df/SKILL.md", "skill://pdf/SKILL.md"),
            ("skill://pdf/a b.md", "skill://pdf/a%20b.md"),
            (
                "skill://pdf/[x]|^{y}\"<z>`.md",
                "skill://pdf/%5Bx%5D%7C%5E%7By%7D%22%3Cz%3E%60.md",
            ),
            (
                "skill://pdf/./references/././a.md",
                "skill://pdf/references/a.md",
            ),
            ("skill://pdf/%2e/a.md", "skill://pdf/a.md"),
            ("SKILL://pdf/SKILL.md", "skill://pdf/SKILL.md"),
            ("skill://pdf/SKILL.md#usage", "skill://pdf/SKILL.md"),
            ("skill://pdf/SKILL.md#a?b#c/..", "skill://pdf/SKILL.md"),
        ] {
            assert_eq!(canonical(spelling).as_deref(), Some(listed), "{spelling}");
        }
    }

    #[test]
    fn a_percent_sign_that_escapes_nothing_is_itself() {
        for (spelling, listed) in [
            ("skill://pdf/10%Dec.md", "skill://pdf/10%25Dec.md"),
            ("skill://pdf/100%", "skill://pdf/100%25"),
            ("skill://pdf/100%4", "skill://pdf/100%254"),
            ("skill://pdf/%zz%", "skill://pdf/%25zz%25"),
            ("skill://pdf/%+1", "skill://pdf/%25+1"),
            ("skill://pdf/%%41", "skill://pdf/%25A"),
            ("skill://pdf/%ff%C3%A9%c3", "skill://pdf/%25ff%C3%A9%25c3"),
            ("skill://pdf/%ED%A0%80", "skill://pdf/%25ED%25A0%2580"),
            ("skill://pdf/%é", "skill://pdf/%25%C3%A9"),
        ] {
            assert_eq!(canonical(spelling).as_deref(), Some(listed), "{spelling}");
        }
    }

    #[test]
    fn nothing_is_decoded_twice() {
        assert_eq!(
            canonical("skill://pdf/%41.md").as_deref(),
            Some("skill://pdf/A.md")
        );
        assert_eq!(
            canonical("skill://pdf/%2541.md").as_deref(),
            Some("skill://pdf/%2541.md")
        );
        assert_eq!(
            canonical("skill://pdf/%252e%252e/SKILL.md").as_deref(),
            Some("skill://pdf/%252e%252e/SKILL.md")
        );
    }

    #[test]
    fn what_no_listed_uri_can_mean_has_no_spelling() {
        for uri in [
            "",
            "pdf/SKILL.md",
            "skill:/pdf/SKILL.md",
            "skill://",
            "skill:///SKILL.md",
            "file://pdf/SKILL.md",
            "skill://pdf/../other/SKILL.md",
            "skill://pdf/%2e%2e/other/SKILL.md",
            "skill://pdf/.%2E/other/SKILL.md",
            "skill://pdf/..",
            "skill://pdf/.",
            "skill://./pdf/SKILL.md",
            "skill://pdf//SKILL.md",
            "skill://pdf/SKILL.md/",
            "skill://pdf/SKILL.md/.",
            "skill://pdf/references%2Fa.md",
            "skill://pdf/references%5Ca.md",
            "skill://pdf/references\\a.md",
            "skill://pdf/a%00.md",
            "skill://pdf/a\0.md",
            "skill://pdf/a\n.md",
            "skill://pdf/a%0A.md",
            "skill://pdf/a\u{85}.md",
            "skill://pdf/a\u{7f}.md",
            "skill://pdf/SKILL.md?",
            "skill://pdf/SKILL.md?a=b#c",
        ] {
            assert_eq!(canonical(uri), None, "{uri:?}");
        }
    }
}
