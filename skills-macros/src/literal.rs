//! Values as Rust source text, the way rustc's lexer is fastest at it and changes nothing.

use proc_macro2::Literal;

/// rustc refuses more `#` around a raw string.
const HASHES_LIMIT: usize = 255;

/// A string literal for the text of a file.
///
/// Raw, which needs work at neither end. Not where the lexer would change or refuse a raw string: it turns `\r\n` into
/// `\n`, refuses a single `\r`, and warns about characters that turn the direction of text.
pub(crate) fn text(text: &str) -> String {
    let n_hashes = n_hashes(text);
    if n_hashes > HASHES_LIMIT || text.contains('\r') || turns_direction(text) {
        return Literal::string(text).to_string();
    }
    let hashes = "#".repeat(n_hashes);
    ["r", &hashes, "\"", text, "\"", &hashes].concat()
}

/// A string literal for a name, a path, a description.
pub(crate) fn string(value: &str) -> String {
    Literal::string(value).to_string()
}

pub(crate) fn bytes(bytes: &[u8]) -> String {
    Literal::byte_string(bytes).to_string()
}

/// The fewest `#` that no quotation mark of the text is followed by.
///
/// Looks for `#`, since most texts have more quotation marks and the macro is not optimised.
fn n_hashes(text: &str) -> usize {
    if !text.contains('"') {
        return 0;
    }
    let starts = text.match_indices('#').map(|(at, _)| text.split_at(at));
    let behind_marks = starts.filter(|(before, _)| before.ends_with('"'));
    let runs = behind_marks.map(|(_, from)| from.bytes().take_while(|byte| *byte == b'#').count());
    runs.max().unwrap_or_default() + 1
}

/// The characters of rustc's lint `text_direction_codepoint_in_literal`.
fn turns_direction(text: &str) -> bool {
    const FIRST_BYTE: u8 = 0xe2;
    let mut turning = ('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}');
    text.as_bytes().contains(&FIRST_BYTE) && turning.any(|turn| text.contains(turn))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_read_back(value: &str, literal: &str) {
        let read: syn::LitStr = syn::parse_str(literal).unwrap();
        assert_eq!(read.value(), value, "{literal}");
    }

    #[test]
    fn text_is_raw_with_as_many_hashes_as_it_needs() {
        for (value, literal) in [
            ("", r#"r"""#),
            ("a\n\\n", "r\"a\n\\n\""),
            ("#", "r\"#\""),
            ("\"", "r#\"\"\"#"),
            ("\"# \"## #\"", "r###\"\"# \"## #\"\"###"),
            (
                "é\u{0}\u{feff}\u{2028}\u{7f}",
                "r\"é\u{0}\u{feff}\u{2028}\u{7f}\"",
            ),
        ] {
            assert_eq!(text(value), literal);
        }
    }

    #[test]
    fn text_that_a_raw_string_cannot_hold_is_escaped() {
        let hashes = format!("\"{}", "#".repeat(HASHES_LIMIT));
        for value in ["a\r\nb", "a\rb", "a\u{202e}b", "\u{2069}", &hashes] {
            let literal = text(value);
            assert!(literal.starts_with('"'), "{literal}");
            assert_read_back(value, &literal);
        }
    }

    #[test]
    fn every_literal_reads_back_as_what_it_was_made_of() {
        let most_hashes = format!("\"{}", "#".repeat(HASHES_LIMIT - 1));
        for value in ["\"#\"", "\\\"", "a\tb\u{85}", "\"", "—", &most_hashes] {
            assert_read_back(value, &text(value));
            assert_read_back(value, &string(value));
        }
    }
}
