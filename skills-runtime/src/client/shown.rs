//! Text of a server in a message of ours.

use std::fmt::{self, Write};

/// Text that nobody vouches for, safe to print: on one line, nothing invisible, not too long.
///
/// A server chooses URIs, names and error messages, and terminals obey control characters. The errors
/// of this module are shown this way.
///
/// ```
/// use skills_runtime::client::Shown;
///
/// assert_eq!(Shown("skill://pdf/\u{1b}[2J").to_string(), "skill://pdf/\\u{1b}[2J");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Shown<'a>(pub &'a str);

const LENGTH: usize = 300;

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut characters = self.0.chars();
        for c in characters.by_ref().take(LENGTH) {
            if is_hidden(c) {
                write!(f, "{}", c.escape_unicode())?;
            } else {
                f.write_char(c)?;
            }
        }
        match characters.next() {
            Some(_) => f.write_char('…'),
            None => Ok(()),
        }
    }
}

/// Control characters, and those of Unicode that reorder or hide the text around them.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_plain_text_as_it_is() {
        for text in ["", "skill://pdf/SKILL.md", "naïve 東京 ✓"] {
            assert_eq!(Shown(text).to_string(), text);
        }
    }

    #[test]
    fn spells_out_what_a_terminal_would_obey() {
        assert_eq!(
            Shown("a\x1b[2J\r\nb\u{202e}c\u{200b}d").to_string(),
            "a\\u{1b}[2J\\u{d}\\u{a}b\\u{202e}c\\u{200b}d"
        );
    }

    #[test]
    fn cuts_what_is_too_long() {
        let shown = Shown(&"é".repeat(301)).to_string();
        assert_eq!(shown, format!("{}…", "é".repeat(300)));
        assert_eq!(Shown(&"é".repeat(300)).to_string(), "é".repeat(300));
    }
}
