//! Paths to `skill://` URIs.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What a segment keeps: RFC 3986 `pchar` without its escapes. Any URL library leaves these alone, so a link
/// that a host resolved itself equals the listed URI.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
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

/// The URI of a file or folder: `/`-separated path below the catalog's root, prefix included.
pub fn encode(path: &str) -> String {
    let mut uri = String::from("skill://");
    for (index, segment) in path.split('/').enumerate() {
        if index > 0 {
            uri.push('/');
        }
        uri.extend(utf8_percent_encode(segment, SEGMENT));
    }
    uri
}

/// Whether a first segment is one that every known client can parse as an authority.
///
/// SEP-2640 asks for an RFC 3986 reg-name; Go's parser refuses ASCII escapes there, and C# compares without case.
pub fn is_group_name(segment: &str) -> bool {
    !segment.is_empty()
        && segment
            .bytes()
            .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' | b'-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_what_a_url_parser_would_keep() {
        assert_eq!(encode("pdf/Q&A (1).md"), "skill://pdf/Q&A%20(1).md");
        assert_eq!(encode("a/-._~!$&'()*+,;=:@"), "skill://a/-._~!$&'()*+,;=:@");
    }

    #[test]
    fn escapes_everything_else_in_upper_case() {
        assert_eq!(
            encode("a/^[]|%\\ \"<>{}`?#é"),
            "skill://a/%5E%5B%5D%7C%25%5C%20%22%3C%3E%7B%7D%60%3F%23%C3%A9"
        );
        assert_eq!(encode("a/%41.md"), "skill://a/%2541.md");
    }

    #[test]
    fn a_group_is_lower_case_and_unreserved() {
        for good in ["v1.2", "a_b", "127.0.0.1", "acme"] {
            assert!(is_group_name(good), "{good}");
        }
        for bad in [
            "", "me@home", "Team", "sp ace", "100%", "日本", "host:80", "(x)", "~me",
        ] {
            assert!(!is_group_name(bad), "{bad}");
        }
    }
}
