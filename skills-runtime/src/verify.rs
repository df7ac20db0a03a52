//! `Catalog::verify`: hash everything again.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;

use crate::catalog::Catalog;
use crate::digest::Digest;
use crate::file::SkillFile;

impl Catalog {
    /// Hashes every embedded byte again and compares with the digests that are served.
    ///
    /// For a start-up check of a binary that may have been patched or damaged; nothing else needs
    /// it. The time is that of SHA-256 over the whole catalog.
    ///
    /// # Errors
    ///
    /// When a file or the catalog does not have its digest; the error names all that differ.
    pub fn verify(&self) -> Result<(), VerifyError> {
        let uris: Vec<_> = self.altered().into_iter().collect();
        let catalog = digest_of(self.files) != self.digest;
        if uris.is_empty() && !catalog {
            return Ok(());
        }
        Err(VerifyError { uris, catalog })
    }

    fn altered(&self) -> BTreeSet<&'static str> {
        let files = self.files.iter();
        let altered = files.filter(|file| Digest::of(file.bytes()) != file.digest());
        // A nested skill has a list of its own, over the same bytes.
        let listed = self.skills.iter().flat_map(|skill| skill.files);
        let unserved = listed.filter(|file| !self.agrees(file));
        altered.chain(unserved).map(SkillFile::uri).collect()
    }

    fn agrees(&self, listed: &SkillFile) -> bool {
        self.file(listed.uri()).is_some_and(|file| {
            file.digest() == listed.digest() && file.content() == listed.content()
        })
    }
}

/// Embedded bytes that do not have their digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifyError {
    uris: Vec<&'static str>,
    catalog: bool,
}

impl VerifyError {
    /// The URI of every file whose bytes do not have its digest, sorted.
    ///
    /// Empty when only the digest of the catalog differs from the digests of its files.
    pub fn uris(&self) -> &[&'static str] {
        &self.uris
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.catalog {
            f.write_str("the digests of the files do not add up to the digest of the catalog")?;
        }
        if self.uris.is_empty() {
            return Ok(());
        }
        if self.catalog {
            f.write_str("; ")?;
        }
        f.write_str("the bytes of ")?;
        for (index, uri) in self.uris.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}`{uri}`")?;
        }
        f.write_str(" do not match their digest")
    }
}

impl Error for VerifyError {}

/// The digest of a catalog: SHA-256 over one line a file.
fn digest_of(files: &[SkillFile]) -> Digest {
    let lines = files
        .iter()
        .map(|file| format!("{} {}\n", file.uri(), file.digest_text()));
    Digest::of(lines.collect::<String>().as_bytes())
}

#[cfg(test)]
mod tests {
    use crate::__private::{catalog, skill};
    use crate::fixture::{SKILLS, ZIP, ZIP_TEXT, digest, digest_of, md, text};

    #[test]
    fn an_untouched_catalog_passes() {
        assert_eq!(SKILLS.verify(), Ok(()));
    }

    #[test]
    fn names_every_file_that_was_altered() {
        let altered = |uri, path| text(uri, path, "text/plain", digest(b"before"), "after");
        let files = vec![
            altered("skill://a/1.txt", "1.txt"),
            md("skill://a/2.md", "2.md", "same"),
            altered("skill://a/3.txt", "3.txt"),
        ];
        let files = files.leak();
        let error = catalog(&[], files, digest_of(files)).verify().unwrap_err();
        assert_eq!(error.uris(), ["skill://a/1.txt", "skill://a/3.txt"]);
        assert_eq!(
            error.to_string(),
            "the bytes of `skill://a/1.txt`, `skill://a/3.txt` do not match their digest"
        );
    }

    #[test]
    fn notices_a_catalog_whose_files_were_exchanged() {
        let files = vec![md(ZIP, "SKILL.md", ZIP_TEXT)].leak();
        let error = catalog(&[], files, digest(b"")).verify().unwrap_err();
        assert_eq!(error.uris(), [""; 0]);
        assert_eq!(
            error.to_string(),
            "the digests of the files do not add up to the digest of the catalog"
        );
    }

    #[test]
    fn notices_a_skill_that_lists_other_bytes_than_are_served() {
        let files = vec![md(ZIP, "SKILL.md", ZIP_TEXT)].leak();
        let listed = vec![md(ZIP, "SKILL.md", "other")].leak();
        let skills = vec![skill("zip", "Pack files", "{}", listed, 0, 0)].leak();
        let error = catalog(skills, files, digest(b"")).verify().unwrap_err();
        assert_eq!(error.uris(), [ZIP]);
        assert_eq!(
            error.to_string(),
            "the digests of the files do not add up to the digest of the catalog; \
             the bytes of `skill://zip/SKILL.md` do not match their digest"
        );
    }
}
