//! Base64 of whole files: nearly all of the time that a read takes.

use base64::Engine;

/// The bytes as `blob` on the wire: the standard alphabet, padded (MCP, "Resource Contents").
pub(crate) fn encode(bytes: &[u8]) -> String {
    engine().encode(bytes)
}

/// With the vector instructions that the processor has.
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_feature = "neon")
))]
fn engine() -> impl Engine {
    use base64::engine::{Simd, general_purpose::PAD};
    Simd::standard(PAD)
}

#[cfg(not(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_feature = "neon")
)))]
fn engine() -> impl Engine {
    base64::prelude::BASE64_STANDARD
}

#[cfg(test)]
mod tests {
    use base64::prelude::BASE64_STANDARD;

    use super::*;

    #[test]
    fn every_length_and_every_byte_is_as_the_plain_engine_has_it() {
        let bytes: Vec<u8> = (0..=u8::MAX).chain((0..=u8::MAX).rev()).collect();
        for len in 0..=bytes.len() {
            for start in [0, len / 3] {
                let part = &bytes[start..len];
                assert_eq!(encode(part), BASE64_STANDARD.encode(part));
            }
        }
        assert_eq!(encode(b"\x89PNG\0"), "iVBORwA=");
    }
}
