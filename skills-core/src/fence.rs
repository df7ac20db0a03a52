//! Finds the frontmatter of a `SKILL.md`: the lines between the two `---`.

use std::ops::Range;

use crate::code::Code;
use crate::fault::Fault;

/// The largest frontmatter, in bytes. It travels in every listing, whose pages hold at most 1 MiB.
pub const FRONTMATTER_LIMIT: usize = 65_536;

/// Where the two parts of a `SKILL.md` are, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The YAML, with the newline before the closing fence.
    pub yaml: Range<usize>,
    /// Where the body starts, after the line of the closing fence.
    pub body: usize,
}

/// Splits a `SKILL.md` as the strictest host does: both fences are exactly `---`.
///
/// # Errors
///
/// The first line is not the opening fence, no line closes it, a fence has blanks after it, or the YAML is larger
/// than [`FRONTMATTER_LIMIT`].
pub fn split(text: &str) -> Result<Parts, Fault> {
    let first = first_line(text);
    let opening = first.trim_end_matches(['\n', '\r']);
    if opening != "---" {
        return Err(opening_fault(text, opening));
    }
    let start = first.len();
    let mut offset = start;
    for line in text.get(start..).unwrap_or_default().split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        if content == "---" {
            return sized(start..offset, offset + line.len());
        }
        if content.trim_end_matches([' ', '\t']) == "---" {
            return Err(closing_blanks(offset, content));
        }
        offset += line.len();
    }
    Err(unclosed(text, start))
}

fn first_line(text: &str) -> &str {
    text.split_inclusive('\n').next().unwrap_or_default()
}

fn sized(yaml: Range<usize>, body: usize) -> Result<Parts, Fault> {
    if yaml.len() > FRONTMATTER_LIMIT {
        let message = format!(
            "frontmatter of {} bytes, expected at most {FRONTMATTER_LIMIT}",
            yaml.len()
        );
        return Err(Fault::new(Code::FrontmatterSize, 0..3, message)
            .help("move the text below the closing `---`, or into a file under `references/`"));
    }
    Ok(Parts { yaml, body })
}

fn opening_fault(text: &str, opening: &str) -> Fault {
    if opening.trim_end_matches([' ', '\t']) == "---" {
        return Fault::new(
            Code::FrontmatterFence,
            3..opening.len(),
            "blanks after the opening `---`",
        )
        .help("delete them: some hosts do not see a frontmatter here");
    }
    if let Some(tag) = opening
        .strip_prefix("---")
        .filter(|tag| !tag.starts_with('-'))
    {
        let message = format!(
            "expected exactly `---` on line 1, found `{}` after it",
            tag.trim()
        );
        return Fault::new(Code::FrontmatterMissing, 3..opening.len(), message)
            .help("frontmatter is YAML: the first line is `---` and nothing else");
    }
    let found = if opening.trim().is_empty() {
        "an empty line".to_owned()
    } else {
        format!("`{}`", shorten(opening))
    };
    let found = if text.is_empty() {
        "an empty file".to_owned()
    } else {
        found
    };
    let fault = Fault::new(
        Code::FrontmatterMissing,
        0..opening.len(),
        format!("expected `---` on line 1, found {found}"),
    );
    match later_fence(text) {
        Some(line) => fault.help(format!(
            "a `---` stands on line {line}: move the frontmatter to the top of the file"
        )),
        None => {
            fault.help("start the file with `---`, then `name: …` and `description: …`, then `---`")
        }
    }
}

/// The line of a `---` that a `name:` or `description:` follows: a frontmatter in the wrong place.
fn later_fence(text: &str) -> Option<usize> {
    let lines: Vec<_> = text.lines().take(200).collect();
    let is_field = |line: &&str| line.starts_with("name:") || line.starts_with("description:");
    let at = lines.windows(2).position(
        |pair| matches!(pair, [fence, field] if fence.trim() == "---" && is_field(field)),
    )?;
    Some(at + 1)
}

fn closing_blanks(offset: usize, content: &str) -> Fault {
    Fault::new(
        Code::FrontmatterFence,
        offset + 3..offset + content.len(),
        "blanks after the closing `---`",
    )
    .help("delete them: some hosts do not see the end of the frontmatter here")
}

fn unclosed(text: &str, start: usize) -> Fault {
    let fault = Fault::new(
        Code::FrontmatterUnclosed,
        0..3,
        "no line `---` closes the frontmatter",
    );
    match near_fence(text, start) {
        Some((line, found)) => fault.help(format!("line {line} is `{found}`: write `---`")),
        None => fault.help("add a line `---` after the last field"),
    }
}

/// A line that was probably meant to close: `...`, `----`, an indented `---`, a dash of another kind.
fn near_fence(text: &str, start: usize) -> Option<(usize, String)> {
    let block = text.get(start..)?;
    let is_dash = |c: char| matches!(c, '-' | '–' | '—' | '.');
    block.lines().enumerate().find_map(|(index, line)| {
        let found = line.trim();
        let near = (!found.is_empty() && found.chars().all(is_dash)) && found != "-";
        near.then(|| (index + 2, shorten(found)))
    })
}

fn shorten(line: &str) -> String {
    let mut short: String = line.trim().chars().take(40).collect();
    if short.len() < line.trim().len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        split(text).unwrap_err().show(text)
    }

    #[test]
    fn gives_the_newline_before_the_fence_to_the_yaml() {
        let text = "---\na: b\n---\nbody";
        let parts = split(text).unwrap();
        assert_eq!(&text[parts.yaml], "a: b\n");
        assert_eq!(&text[parts.body..], "body");
    }

    #[test]
    fn takes_crlf_an_empty_block_and_a_file_that_ends_at_the_fence() {
        let text = "---\r\na: b\r\n---";
        let parts = split(text).unwrap();
        assert_eq!(&text[parts.yaml], "a: b\r\n");
        assert_eq!(parts.body, text.len());
        assert_eq!(split("---\n---\n").unwrap().yaml, 4..4);
    }

    #[test]
    fn only_a_fence_at_the_margin_closes() {
        let text = "---\na: |\n  ---\n  b\n----\n---\n";
        assert_eq!(split(text).unwrap().body, text.len());
    }

    #[test]
    fn says_what_stands_in_place_of_a_fence() {
        assert_eq!(
            message("<!-- x -->\n---\nname: a\n---\n"),
            "1:1 frontmatter_missing: expected `---` on line 1, found `<!-- x -->`\n\
             help: a `---` stands on line 2: move the frontmatter to the top of the file"
        );
        assert_eq!(
            message(""),
            "1:1 frontmatter_missing: expected `---` on line 1, found an empty file\n\
             help: start the file with `---`, then `name: …` and `description: …`, then `---`"
        );
        assert_eq!(
            message("---js\nx\n---\n"),
            "1:4 frontmatter_missing: expected exactly `---` on line 1, found `js` after it\n\
             help: frontmatter is YAML: the first line is `---` and nothing else"
        );
        assert_eq!(
            message("--- \na: b\n---\n"),
            "1:4 frontmatter_fence: blanks after the opening `---`\n\
             help: delete them: some hosts do not see a frontmatter here"
        );
        assert_eq!(
            message("---\na: b\n---\t\n"),
            "3:4 frontmatter_fence: blanks after the closing `---`\n\
             help: delete them: some hosts do not see the end of the frontmatter here"
        );
        assert_eq!(
            message("---\na: b\n...\nbody\n"),
            "1:1 frontmatter_unclosed: no line `---` closes the frontmatter\n\
             help: line 3 is `...`: write `---`"
        );
        assert_eq!(
            message("----\na: b\n----\n"),
            "1:1 frontmatter_missing: expected `---` on line 1, found `----`\n\
             help: start the file with `---`, then `name: …` and `description: …`, then `---`"
        );
    }

    #[test]
    fn bounds_the_block() {
        let text = format!("---\na: {}\n---\n", "x".repeat(FRONTMATTER_LIMIT - 4));
        assert!(split(&text).is_ok());
        let text = format!("---\na: {}\n---\n", "x".repeat(FRONTMATTER_LIMIT - 3));
        assert_eq!(split(&text).unwrap_err().code, Code::FrontmatterSize);
    }
}
