//! The strings of a file as one: what the binary needs for each address is more than most of them have.

use skills_core::catalog::SkillFile;

/// The text of a file if it is text, then its URI, its path if that is not the end of the URI, its digest, and its media type.
pub(crate) struct Packed {
    pub(crate) string: String,
    uri: usize,
    uri_end: usize,
    path_end: usize,
}

impl Packed {
    /// The strings of a file whose path is relative to the outermost skill that lists it.
    pub(crate) fn new(file: &SkillFile, path: &str) -> Self {
        let (text, uri) = (file.text.as_deref().unwrap_or_default(), &*file.uri);
        // It is not when the URI escapes a part of it.
        let own_path = if uri.ends_with(path) { "" } else { path };
        let digest = file.digest.to_string();
        let uri_end = text.len() + uri.len();
        Self {
            string: [text, uri, own_path, &digest, file.media_type].concat(),
            uri: text.len(),
            uri_end,
            path_end: uri_end + own_path.len(),
        }
    }

    /// Where the URI starts and ends.
    pub(crate) const fn uri(&self) -> [usize; 2] {
        [self.uri, self.uri_end]
    }

    /// Where a path starts and ends that is the path in whole, or its end: relative to a skill further in.
    pub(crate) const fn path(&self, path: &str) -> [usize; 2] {
        [self.path_end - path.len(), self.path_end]
    }
}

#[cfg(test)]
mod tests {
    use skills_core::digest::Digest;

    use super::*;

    fn file(uri: &str, bytes: &[u8]) -> SkillFile {
        SkillFile {
            uri: uri.to_owned(),
            path: String::new(),
            media_type: "a/b",
            digest: Digest::of(bytes),
            size: bytes.len(),
            text: String::from_utf8(bytes.to_vec())
                .ok()
                .filter(|text| !text.contains('\0')),
            root: 0,
        }
    }

    /// The text, the URI, the path and the media type.
    fn parts(packed: &Packed, path: &str) -> [String; 4] {
        let part = |[start, end]: [usize; 2]| packed.string[start..end].to_owned();
        let (uri, path) = (packed.uri(), packed.path(path));
        let rest = [path[1] + 71, packed.string.len()];
        [part([0, uri[0]]), part(uri), part(path), part(rest)]
    }

    #[test]
    fn a_path_that_ends_the_uri_is_there_once() {
        let packed = Packed::new(
            &file("skill://pdf/forms/a.md", "é".as_bytes()),
            "forms/a.md",
        );
        assert_eq!(
            packed.string,
            format!("éskill://pdf/forms/a.md{}a/b", Digest::of("é".as_bytes()))
        );
        let uri = "skill://pdf/forms/a.md";
        assert_eq!(
            parts(&packed, "forms/a.md"),
            ["é", uri, "forms/a.md", "a/b"]
        );
        assert_eq!(parts(&packed, "a.md"), ["é", uri, "a.md", "a/b"]);
    }

    #[test]
    fn a_path_that_the_uri_escapes_is_beside_it() {
        let packed = Packed::new(&file("skill://pdf/a%20b/c.md", b"\0"), "a b/c.md");
        assert_eq!(
            packed.string,
            format!("skill://pdf/a%20b/c.mda b/c.md{}a/b", Digest::of(b"\0"))
        );
        let uri = "skill://pdf/a%20b/c.md";
        assert_eq!(parts(&packed, "a b/c.md"), ["", uri, "a b/c.md", "a/b"]);
        assert_eq!(parts(&packed, "c.md"), ["", uri, "c.md", "a/b"]);
    }
}
