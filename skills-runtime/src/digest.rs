//! SHA-256 digests in the form of SEP-2640, "Skill Entries".

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

/// The SHA-256 digest of a file's raw bytes.
///
/// Shown as `sha256:` followed by 64 lowercase hex digits, the form of the `digest` field
/// (SEP-2640, "Skill Entries").
///
/// ```
/// use skills_runtime::Digest;
///
/// let empty = Digest::of(b"");
/// assert_eq!(
///     empty.to_string(),
///     "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
/// );
/// assert_eq!(empty.to_string().parse(), Ok(empty));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The 32 bytes of the digest.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    pub(crate) const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The digest of that text, which is no other than `skills!` embeds.
    pub(crate) const fn embedded(text: &str) -> Self {
        match Self::from_hex(text.as_bytes().split_at(PREFIX.len()).1) {
            Some(digest) => digest,
            // No file has this one, so that `Catalog::verify` would name it.
            None => Self([0; 32]),
        }
    }

    const fn from_hex(hex: &[u8]) -> Option<Self> {
        if hex.len() != 64 {
            return None;
        }
        let mut bytes = [0; 32];
        let (mut digits, mut slots): (_, &mut [u8]) = (hex, &mut bytes);
        while let ([high, low, rest @ ..], [slot, others @ ..]) = (digits, slots) {
            let (Some(high), Some(low)) = (nibble(*high), nibble(*low)) else {
                return None;
            };
            *slot = high << 4 | low;
            (digits, slots) = (rest, others);
        }
        Some(Self(bytes))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(str::from_utf8(&self.text()).unwrap_or_default())
    }
}

impl Digest {
    fn text(self) -> [u8; TEXT_LEN] {
        let mut text = [0; TEXT_LEN];
        let (prefix, digits) = text.split_at_mut(PREFIX.len());
        prefix.copy_from_slice(PREFIX.as_bytes());
        for (pair, byte) in digits.as_chunks_mut::<2>().0.iter_mut().zip(self.0) {
            *pair = [digit(byte >> 4), digit(byte & 0xf)];
        }
        text
    }
}

/// Without a branch, so that the compiler works on many digits at once.
const fn digit(nibble: u8) -> u8 {
    const AFTER_NINE: u8 = b'a' - b'9' - 1;
    b'0' + nibble + AFTER_NINE * (nibble > 9) as u8
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Digest {
    type Err = ParseDigestError;

    /// Parses `sha256:` and 64 lowercase hex digits.
    ///
    /// # Errors
    ///
    /// Any other text, upper-case hex included (SEP-2640, "Skill Entries": `sha256:{64 lowercase hex}`).
    fn from_str(text: &str) -> Result<Self, ParseDigestError> {
        let hex = text.strip_prefix(PREFIX).map(str::as_bytes);
        hex.and_then(Self::from_hex).ok_or(ParseDigestError)
    }
}

/// A text that is not a digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseDigestError;

impl fmt::Display for ParseDigestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected `sha256:` and 64 lowercase hex digits")
    }
}

impl Error for ParseDigestError {}

/// The bytes of a digest as text.
pub(crate) const TEXT_LEN: usize = PREFIX.len() + 64;

const PREFIX: &str = "sha256:";

const fn nibble(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABC: &str = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    #[test]
    fn shows_the_wire_form_in_display_and_debug() {
        let digest = Digest::of(b"abc");
        assert_eq!(digest.to_string(), ABC);
        assert_eq!(format!("{digest:?}"), ABC);
    }

    #[test]
    fn parses_what_it_shows() {
        assert_eq!(ABC.parse(), Ok(Digest::of(b"abc")));
        const EMBEDDED: Digest = Digest::embedded(ABC);
        assert_eq!(EMBEDDED, Digest::of(b"abc"));
    }

    #[test]
    fn refuses_every_other_form() {
        let upper = ABC.to_uppercase();
        let upper_hex = format!("sha256:{}", &upper[7..]);
        let short = &ABC[..ABC.len() - 1];
        let shorter = &ABC[..ABC.len() - 2];
        let longer = format!("{ABC}00");
        let bare = &ABC[7..];
        let not_hex = ABC.replace("ba78", "bg78");
        let not_ascii = ABC.replace("ba78", "é78");
        for text in [
            &upper, &upper_hex, short, shorter, &longer, bare, &not_hex, &not_ascii, "", "sha256:",
        ] {
            assert_eq!(text.parse::<Digest>(), Err(ParseDigestError), "{text}");
        }
        assert_eq!(
            ParseDigestError.to_string(),
            "expected `sha256:` and 64 lowercase hex digits"
        );
    }
}
