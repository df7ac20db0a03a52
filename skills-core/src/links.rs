//! Relative links and images of a `SKILL.md`: does the skill have what they point to?

use std::ops::Range;

use percent_encoding::percent_decode_str;
use pulldown_cmark::{Event, LinkType, Parser, Tag};

use crate::code::Code;
use crate::explain::short;
use crate::fault::Fault;
use crate::suggest::nearest;

/// Destinations that stand for something in texts about links.
const PLACEHOLDERS: &[&str] = &[
    "url", "uri", "link", "href", "path", "source", "src", "file", "image", "...",
];

/// What a path inside the skill is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A file or folder of the skill.
    Present,
    /// On disk, but left out of the catalog.
    LeftOut,
    /// Nothing.
    Missing,
}

/// Checks the links of a body that starts at `start` in its file; `files` are the paths inside the skill.
pub fn check(
    faults: &mut Vec<Fault>,
    body: &str,
    start: usize,
    files: &[&str],
    target: impl Fn(&str) -> Target,
) {
    for (event, span) in Parser::new(body).into_offset_iter() {
        let (Event::Start(Tag::Link {
            link_type,
            dest_url,
            ..
        })
        | Event::Start(Tag::Image {
            link_type,
            dest_url,
            ..
        })) = event
        else {
            continue;
        };
        if matches!(link_type, LinkType::Autolink | LinkType::Email) {
            continue;
        }
        if let Some(fault) = check_one(&dest_url, files, &target) {
            let place = destination(body, &span, &dest_url);
            faults.push(
                Fault {
                    span: place,
                    ..fault
                }
                .moved(start),
            );
        }
    }
}

fn check_one(written: &str, files: &[&str], target: impl Fn(&str) -> Target) -> Option<Fault> {
    let path = path_of(written)?;
    let fault = |message: String| Some(Fault::new(Code::BrokenLink, 0..0, message));
    let shown = short(written);
    let Some(inside) = inside(&path) else {
        return fault(format!("link to `{shown}` leaves the skill")).map(|fault| {
            fault.help("copy the file into the skill, or name the other skill in words")
        });
    };
    match target(&inside) {
        Target::Present => None,
        Target::LeftOut => fault(format!(
            "link to `{shown}`, which is left out of the catalog"
        ))
        .map(|fault| fault.help("embed the file with `include = [..]`, or delete the link")),
        Target::Missing => {
            fault(format!("link to `{shown}`, which the skill does not have")).map(|fault| {
                match nearest(&inside, files.iter().copied()) {
                    Some(near) => fault.help(format!("did you mean `{near}`?")),
                    None => fault.help("add the file, or delete the link"),
                }
            })
        }
    }
}

/// The decoded path of a relative link; `None` for what is none.
fn path_of(written: &str) -> Option<String> {
    let path = written.split(['#', '?']).next().unwrap_or_default();
    let is_placeholder = PLACEHOLDERS.contains(&path.to_lowercase().as_str())
        || path.starts_with("path/to/")
        || path.contains(['{', '}', '<', '>', '$', '*', '…', '|'])
        || path.contains("...");
    if path.is_empty() || path.starts_with('/') || has_scheme(path) || is_placeholder {
        return None;
    }
    let decoded = percent_decode_str(path).decode_utf8();
    Some(decoded.map_or_else(|_| path.to_owned(), |decoded| decoded.into_owned()))
}

/// RFC 3986, 3.1.
fn has_scheme(written: &str) -> bool {
    let Some((scheme, _)) = written.split_once(':') else {
        return false;
    };
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}

/// The path without `.` and `..`; `None` if it leaves the skill.
fn inside(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The destination inside a link, or the first line of the link where it is written elsewhere.
fn destination(body: &str, span: &Range<usize>, written: &str) -> Range<usize> {
    let link = body.get(span.clone()).unwrap_or_default();
    let after_text = link.rfind("](").map_or(0, |at| at + 2);
    let found = link.get(after_text..).and_then(|rest| rest.find(written));
    match found {
        Some(at) => {
            let start = span.start + after_text + at;
            start..start + written.len()
        }
        None => span.start..span.start + link.lines().next().unwrap_or_default().len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: &[&str] = &["SKILL.md", "references/FORMS.md", "a b.md", "Q&A.md"];

    fn found(body: &str) -> Vec<String> {
        let mut faults = Vec::new();
        let target = |path: &str| match path {
            ".env" => Target::LeftOut,
            path if FILES.contains(&path) || ["references", ""].contains(&path) => Target::Present,
            _ => Target::Missing,
        };
        check(&mut faults, body, 0, FILES, target);
        faults.iter().map(|fault| fault.show(body)).collect()
    }

    #[test]
    fn lets_pass_what_is_there_and_what_is_not_relative() {
        let body = "[a](references/FORMS.md) [b](./references/FORMS.md#part) [c](a%20b.md) [d](<a b.md>) [e](Q&A.md?x) \
                    [f](references/) [g](#here) [h](https://x.y/z.md) [i](mailto:a@b.c) [j](//host/x) [k](/abs) [l](url) \
                    [m](path/to/file.md) [n]({name}.md) <https://x.y> [o](references/../SKILL.md) [p](.) `[q](nope.md)`\n\n\
                    ```\n[r](nope.md)\n```\n\n    [s](nope.md)\n";
        assert_eq!(found(body), Vec::<String>::new());
    }

    #[test]
    fn finds_inline_reference_and_image_links() {
        assert_eq!(
            found(
                "x\n[a](references/FORM.md) ![b](logo.png 'title') [c][d] [e](../other/SKILL.md) [f](.env)\n\n[d]: gone.md\n"
            ),
            [
                "2:5 broken_link: link to `references/FORM.md`, which the skill does not have\nhelp: did you mean `references/FORMS.md`?",
                "2:30 broken_link: link to `logo.png`, which the skill does not have\nhelp: add the file, or delete the link",
                "2:48 broken_link: link to `gone.md`, which the skill does not have\nhelp: add the file, or delete the link",
                "2:59 broken_link: link to `../other/SKILL.md` leaves the skill\nhelp: copy the file into the skill, or name the other skill in words",
                "2:82 broken_link: link to `.env`, which is left out of the catalog\nhelp: embed the file with `include = [..]`, or delete the link",
            ]
        );
    }
}
