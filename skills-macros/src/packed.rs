//! The strings of a file as one: what the binary needs for each address is more than most of them have.

use skills_core::catalog::SkillFile;

/// The text of a file if it is text, then its URI, its path if that is not the end of the URI, its digest, and its media type.
pub(crate) struct Packed<'a> {
    file: &'a SkillFile,
    text: &'a str,
    own_path: &'a str,
}

impl<'a> Packed<'a> {
    /// The strings of a file whose path is relative to the outermost skill that lists it.
    pub(crate) fn new(file: &'a SkillFile, path: &'a str) -> Self {
        Self {
            file,
            text: file.text.as_deref().unwrap_or_default(),
            // It is not the end of the URI when the URI escapes a part of it.
            own_path: if file.uri.ends_with(path) { "" } else { path },
        }
    }

    pub(crate) fn string(&self) -> String {
        let SkillFile {
            uri,
            digest,
            media_type,
            ..
        } = self.file;
        [
            self.text,
            uri,
            self.own_path,
            &digest.to_string(),
            media_type,
        ]
        .concat()
    }

    /// Where the URI starts and ends.
    pub(crate) fn uri(&self) -> [usize; 2] {
        let start = self.text.len();
        [start, start + self.file.uri.len()]
    }

    /// Where a path starts and ends that is the path in whole, or its end: relative to a skill further in.
    pub(crate) fn path(&self, path: &str) -> [usize; 2] {
        let [_, uri_end] = self.uri();
        let end = uri_end + self.own_path.len();
        [end - path.len(), end]
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
        let string = packed.string();
        let part = |[start, end]: [usize; 2]| string[start..end].to_owned();
        let (uri, path) = (packed.uri(), packed.path(path));
        let rest = [path[1] + 71, string.len()];
        [part([0, uri[0]]), part(uri), part(path), part(rest)]
    }

    #[test]
    fn a_path_that_ends_the_uri_is_there_once() {
        let file = file("skill://pdf/forms/a.md", "é".as_bytes());
        let packed = Packed::new(&file, "forms/a.md");
        assert_eq!(
            packed.string(),
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
        let file = file("skill://pdf/a%20b/c.md", b"\0");
        let packed = Packed::new(&file, "a b/c.md");
        assert_eq!(
            packed.string(),
            format!("skill://pdf/a%20b/c.mda b/c.md{}a/b", Digest::of(b"\0"))
        );
        let uri = "skill://pdf/a%20b/c.md";
        assert_eq!(parts(&packed, "a b/c.md"), ["", uri, "a b/c.md", "a/b"]);
        assert_eq!(parts(&packed, "c.md"), ["", uri, "c.md", "a/b"]);
    }
}
