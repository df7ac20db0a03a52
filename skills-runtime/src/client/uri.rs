//! URIs of files as names, compared without regard to how they are escaped.

use crate::spelling::decode;

/// A URI of any scheme, its path taken apart and decoded once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Uri {
    /// The scheme in lower case, with what stands before the path.
    scheme: String,
    /// The names on the way to the file or folder; the first may be empty, as in `file:///x`.
    segments: Vec<String>,
}

impl Uri {
    /// `None` when `uri` has a query, a fragment, or a segment that cannot be a name.
    pub(super) fn parse(uri: &str) -> Option<Self> {
        if uri.contains(['?', '#']) {
            return None;
        }
        let (scheme, path) = split_scheme(uri)?;
        let (first, rest) = match path.split_once('/') {
            Some((first, rest)) => (first, Some(rest)),
            None => (path, None),
        };
        let mut segments = vec![if first.is_empty() {
            String::new()
        } else {
            name(first)?
        }];
        for segment in rest.into_iter().flat_map(|rest| rest.split('/')) {
            segments.push(name(segment)?);
        }
        Some(Self { scheme, segments })
    }

    /// The folder that the file or folder is in.
    pub(super) fn parent(mut self) -> Option<Self> {
        self.segments.pop()?;
        (!self.segments.is_empty()).then_some(self)
    }

    /// The names that lead from `root` to this file or folder, which is `root` itself when there are
    /// none.
    pub(super) fn below(&self, root: &Self) -> Option<&[String]> {
        if self.scheme != root.scheme {
            return None;
        }
        self.segments.strip_prefix(root.segments.as_slice())
    }

    /// One text for all spellings. No name has a slash, so that two URIs never share it.
    pub(super) fn key(&self) -> String {
        format!("{}{}", self.scheme, self.segments.join("/"))
    }
}

/// The scheme in lower case with its colon and slashes, and the rest.
pub(super) fn split_scheme(uri: &str) -> Option<(String, &str)> {
    let (scheme, rest) = uri.split_once(':')?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    if !is_scheme {
        return None;
    }
    let scheme = scheme.to_ascii_lowercase();
    Some(match rest.strip_prefix("//") {
        Some(path) => (format!("{scheme}://"), path),
        None => (format!("{scheme}:"), rest),
    })
}

/// A segment decoded, when it can be the name of a file or folder and of nothing else.
fn name(segment: &str) -> Option<String> {
    let name = decode(segment);
    (!matches!(&*name, "." | "..") && is_name(&name)).then_some(name)
}

/// Whether a decoded segment hides no separator and nothing that a file system would trip over.
pub(super) fn is_name(segment: &str) -> bool {
    let is_unsafe = |c: char| matches!(c, '/' | '\\') || c.is_control();
    !segment.is_empty() && !segment.contains(is_unsafe)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(uri: &str) -> Option<String> {
        Uri::parse(uri).map(|uri| uri.key())
    }

    #[test]
    fn equivalent_spellings_have_one_key() {
        for uri in [
            "skill://acme/caf%C3%A9/Q&A.md",
            "SKILL://acme/caf%c3%a9/Q%26A.md",
            "skill://%61cme/café/%51&A.md",
        ] {
            assert_eq!(key(uri).as_deref(), Some("skill://acme/café/Q&A.md"));
        }
    }

    #[test]
    fn different_files_have_different_keys() {
        for (one, other) in [
            ("skill://a/%2541.md", "skill://a/A.md"),
            ("skill://a/b", "skills://a/b"),
            ("skill://a/b", "skill:a/b"),
            ("skill://a/B", "skill://a/b"),
            ("file:///a", "file://a"),
        ] {
            assert_ne!(key(one).unwrap(), key(other).unwrap());
        }
    }

    #[test]
    fn refuses_what_names_no_file_or_hides_where_it_is() {
        for uri in [
            "",
            "a/b",
            "://a",
            "1a://b",
            "sk ill://a",
            "skill://a/",
            "skill://a//b",
            "skill://a/./b",
            "skill://a/../b",
            "skill://a/%2e%2E/b",
            "skill://a/b%2Fc",
            "skill://a/b%5Cc",
            "skill://a/b\\c",
            "skill://a/b%00",
            "skill://a/b\n",
            "skill://a/b?c",
            "skill://a/b?",
            "skill://a/b#c",
        ] {
            assert_eq!(key(uri), None, "{uri}");
        }
    }

    #[test]
    fn knows_what_is_below_a_folder() {
        let below = |uri: &str, root: &str| {
            let (uri, root) = (Uri::parse(uri).unwrap(), Uri::parse(root).unwrap());
            uri.below(&root).map(|names| names.join("/"))
        };
        assert_eq!(below("skill://a/b/c%20d", "SKILL://%61").unwrap(), "b/c d");
        assert_eq!(below("skill://a", "skill://a").unwrap(), "");
        assert_eq!(below("skill://ab/c", "skill://a"), None);
        assert_eq!(below("other://a/b", "skill://a"), None);
    }
}
