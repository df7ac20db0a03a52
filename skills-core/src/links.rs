//! Relative links and images of a `SKILL.md`: does the skill have what they point to?

use std::ops::Range;

use percent_encoding::percent_decode_str;
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag};

use crate::code::Code;
use crate::explain::short;
use crate::fault::Fault;
use crate::suggest::nearest;

/// Destinations that stand for something in texts about links.
const PLACEHOLDERS: &[&str] = &[
    "...",
    "example.md",
    "file",
    "file.md",
    "filename.md",
    "href",
    "image",
    "image-url",
    "link",
    "link-url",
    "path",
    "source",
    "src",
    "todo",
    "uri",
    "url",
    "your-file.md",
];

/// Single words that are files.
const FILES: &[&str] = &[
    "CHANGELOG",
    "Dockerfile",
    "LICENSE",
    "Makefile",
    "NOTICE",
    "README",
];

/// Ends of host names that are written without their scheme.
const HOST_ENDS: &[&str] = &[".ai", ".com", ".dev", ".io", ".net", ".org"];

/// Looking for a near name takes time for each file of the skill.
const SUGGESTIONS_LIMIT: usize = 20;

/// A text with more broken links than this was not written for the skill: the first ones are enough to say so.
const BROKEN_LIMIT: usize = 200;

/// The skill that the links are in.
#[derive(Clone, Copy, Debug)]
pub struct Skill<'a> {
    /// Its folder, `/`-separated below the root.
    pub folder: &'a str,
    /// The paths of its files, inside it.
    pub files: &'a [&'a str],
}

/// The part of a body whose links are checked, in bytes.
const BODY_LIMIT: usize = 1_048_576;

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
///
/// One report for each thing to do: a target that is missing, a folder that is missing, all links that leave the skill.
pub fn check(
    faults: &mut Vec<Fault>,
    body: &str,
    start: usize,
    skill: &Skill<'_>,
    target: impl Fn(&str) -> Target,
) {
    let body = beginning(body);
    if !may_hold_link(body) {
        return;
    }
    let mut groups: Vec<Group> = Vec::new();
    let broken = links(body).filter_map(|(written, span)| {
        let kind = kind(&written, skill, &target)?;
        Some((kind, written, span))
    });
    for (kind, written, span) in broken.take(BROKEN_LIMIT) {
        match groups.iter_mut().find(|group| group.kind == kind) {
            Some(group) => group.others.push(written),
            None => groups.push(Group {
                kind,
                span,
                written,
                others: Vec::new(),
            }),
        }
    }
    let found = groups.into_iter().enumerate();
    faults.extend(found.map(|(index, group)| {
        let help = (index < SUGGESTIONS_LIMIT)
            .then(|| suggestion(&group.written, skill))
            .flatten();
        group.into_fault(help).moved(start)
    }));
}

/// As much as anybody reads: parsing takes many times the memory of the text.
fn beginning(body: &str) -> &str {
    let mut end = body.len().min(BODY_LIMIT);
    while !body.is_char_boundary(end) {
        end -= 1;
    }
    body.get(..end).unwrap_or(body)
}

/// Every link to a path has `](` or a definition with `]:`. To parse a text is slow in an unoptimised macro.
fn may_hold_link(body: &str) -> bool {
    body.match_indices(']')
        .any(|(at, _)| matches!(body.as_bytes().get(at + 1), Some(b'(' | b':')))
}

/// What is wrong with a link; links of one kind are one report.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Leaves,
    LeftOut(String),
    Missing(String),
    MissingFolder(String),
}

/// The first link of a kind, and what the others of it point to.
struct Group {
    kind: Kind,
    span: Range<usize>,
    written: String,
    others: Vec<String>,
}

impl Group {
    fn into_fault(self, suggestion: Option<String>) -> Fault {
        let shown = short(&self.written);
        let fault = |message: String| Fault::new(Code::BrokenLink, self.span.clone(), message);
        let fault = match &self.kind {
            Kind::Leaves => fault(format!("link to `{shown}` leaves the skill"))
                .help("copy the file into the skill, or name the other skill in words")
                .note("hosts read only the files of the skill that they act on"),
            Kind::LeftOut(_) => fault(format!(
                "link to `{shown}`, which is left out of the catalog"
            ))
            .help("embed the file with `include = [..]`, or delete the link"),
            Kind::MissingFolder(folder) if !self.others.is_empty() => fault(format!(
                "link to `{shown}`, but the skill has no folder `{folder}`"
            ))
            .help("add the folder, or delete the links into it"),
            Kind::Missing(_) | Kind::MissingFolder(_) => {
                let fault = fault(format!("link to `{shown}`, which the skill does not have"));
                match suggestion {
                    Some(suggestion) => fault.help(suggestion),
                    None => fault.help("add the file, or delete the link"),
                }
            }
        };
        match others(&self.written, &self.others) {
            Some(note) => fault.note(note),
            None => fault,
        }
    }
}

/// A note on the other links of a report.
fn others(first: &str, others: &[String]) -> Option<String> {
    let mut names: Vec<_> = others
        .iter()
        .filter(|other| *other != first)
        .map(|other| format!("`{}`", short(other)))
        .collect();
    names.sort();
    names.dedup();
    let n_links = others.len();
    let links = if n_links == 1 { "link" } else { "links" };
    match names.len() {
        _ if n_links == 0 => None,
        0 => Some(format!("{n_links} more {links} to it")),
        1..=3 => Some(format!(
            "{n_links} more {links} like it, to {}",
            names.join(", ")
        )),
        _ => {
            names.truncate(3);
            Some(format!(
                "{n_links} more {links} like it, to {}, …",
                names.join(", ")
            ))
        }
    }
}

/// The destinations of links and images with their places; not those of autolinks, which are absolute.
fn links(body: &str) -> impl Iterator<Item = (String, Range<usize>)> {
    let events = Parser::new_ext(body, Options::ENABLE_FOOTNOTES).into_offset_iter();
    events.filter_map(|(event, span)| match event {
        Event::Start(Tag::Link {
            link_type: LinkType::Autolink | LinkType::Email,
            ..
        }) => None,
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            let place = destination(body, &span, &dest_url);
            Some((dest_url.into_string(), place))
        }
        _ => None,
    })
}

fn kind(written: &str, skill: &Skill<'_>, target: impl Fn(&str) -> Target) -> Option<Kind> {
    let path = path_of(written)?;
    let Some(inside) = inside(skill.folder, &path) else {
        return Some(Kind::Leaves);
    };
    match target(&inside) {
        Target::Present => None,
        Target::LeftOut => Some(Kind::LeftOut(inside)),
        Target::Missing if path.ends_with('/') => {
            Some(Kind::MissingFolder(first_part(&inside).to_owned()))
        }
        Target::Missing => missing(inside, skill),
    }
}

fn first_part(path: &str) -> &str {
    path.split('/').next().unwrap_or(path)
}

/// A folder that is not there is one thing to mend, however many links go into it. A single word is a link only if it
/// nearly is a file: `[x](word)` and `[DEBUG]: message` are how texts speak of links and logs.
fn missing(inside: String, skill: &Skill<'_>) -> Option<Kind> {
    let Some((folder, _)) = inside.split_once('/') else {
        let is_link = inside.contains('.')
            || FILES.contains(&inside.as_str())
            || nearest(&inside, skill.files.iter().copied()).is_some();
        return is_link.then_some(Kind::Missing(inside));
    };
    let is_below = |file: &&str| {
        file.strip_prefix(folder)
            .is_some_and(|rest| rest.starts_with('/'))
    };
    if skill.files.iter().any(is_below) {
        return Some(Kind::Missing(inside));
    }
    Some(Kind::MissingFolder(folder.to_owned()))
}

/// What the link was to be: a web address, a file that is elsewhere in the skill, a misspelt name.
fn suggestion(written: &str, skill: &Skill<'_>) -> Option<String> {
    let path = path_of(written)?;
    let host = path.split('/').next().unwrap_or_default().to_lowercase();
    let is_host = host.starts_with("www.") || HOST_ENDS.iter().any(|end| host.ends_with(end));
    if is_host {
        return Some(format!("write `https://{}`", short(written)));
    }
    let inside = inside(skill.folder, &path)?;
    let files = || skill.files.iter().copied();
    let elsewhere = elsewhere(&inside, skill);
    let near = elsewhere.or_else(|| nearest(&inside, files()))?;
    Some(format!("did you mean `{near}`?"))
}

/// The one file that has the link's name, or that the link ends with.
fn elsewhere<'a>(inside: &str, skill: &Skill<'a>) -> Option<&'a str> {
    let mut rest = inside;
    while let Some((_, below)) = rest.split_once('/') {
        if let Some(file) = skill.files.iter().find(|file| **file == below) {
            return Some(file);
        }
        rest = below;
    }
    let mut same = skill
        .files
        .iter()
        .filter(|file| file.rsplit('/').next() == Some(rest));
    match (same.next(), same.next()) {
        (Some(file), None) => Some(file),
        _ => None,
    }
}

/// The decoded path of a relative link; `None` for what is none.
fn path_of(written: &str) -> Option<String> {
    let path = written.split(['#', '?']).next().unwrap_or_default();
    let is_placeholder = PLACEHOLDERS.contains(&path.to_lowercase().as_str())
        || path.starts_with('~')
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

/// The path inside the skill, without `.` and `..`; `None` if it leaves the skill and does not come back.
fn inside(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    let whole = parts.join("/");
    match whole.strip_prefix(folder)? {
        "" => Some(String::new()),
        rest => rest.strip_prefix('/').map(str::to_owned),
    }
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

    const SKILL_FILES: &[&str] = &["SKILL.md", "references/FORMS.md", "a b.md", "Q&A.md"];

    fn found(body: &str) -> Vec<String> {
        let mut faults = Vec::new();
        let target = |path: &str| match path {
            ".env" => Target::LeftOut,
            path if SKILL_FILES.contains(&path) || ["references", ""].contains(&path) => {
                Target::Present
            }
            _ => Target::Missing,
        };
        let skill = Skill {
            folder: "acme/pdf",
            files: SKILL_FILES,
        };
        check(&mut faults, body, 0, &skill, target);
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
    fn a_text_without_a_bracket_and_what_follows_it_in_links_has_no_link() {
        for text in [
            "[a](b.md)",
            "![a](b.md)",
            "[a]\n\n[a]: b.md",
            "[a][c]\n\n> [c]:\n> b.md",
            "[a][]\n\n[a]:b.md",
            "[![a](b.md)](c.md)",
            "[a\nb](c.md)",
            "[^1]\n\n[^1]: [a](b.md)",
        ] {
            assert!(links(text).count() > 0, "{text}");
            assert!(may_hold_link(text), "{text}");
        }
        for text in [
            "",
            "[a]",
            "[a] (b.md)",
            "[a]\n(b.md)",
            "](",
            "<https://a.b>",
        ] {
            assert_eq!(links(text).count(), 0, "{text}");
        }
        assert!(!may_hold_link("[a] and b] are no links: (c)"));
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
                "2:59 broken_link: link to `../other/SKILL.md` leaves the skill\nhelp: copy the file into the skill, or name the other skill in words\nnote: hosts read only the files of the skill that they act on",
                "2:82 broken_link: link to `.env`, which is left out of the catalog\nhelp: embed the file with `include = [..]`, or delete the link",
            ]
        );
    }

    #[test]
    fn reports_each_thing_to_mend_once() {
        assert_eq!(
            found(
                "[a](x.md) [b](x.md) [c](../p/a.md) [d](../q/b.md) [e](../q/b.md) [f](rules/a.md) [g](rules/b.md)\n"
            ),
            [
                "1:5 broken_link: link to `x.md`, which the skill does not have\nhelp: add the file, or delete the link\nnote: 1 more link to it",
                "1:25 broken_link: link to `../p/a.md` leaves the skill\nhelp: copy the file into the skill, or name the other skill in words\nnote: hosts read only the files of the skill that they act on\nnote: 2 more links like it, to `../q/b.md`",
                "1:70 broken_link: link to `rules/a.md`, but the skill has no folder `rules`\nhelp: add the folder, or delete the links into it\nnote: 1 more link like it, to `rules/b.md`",
            ]
        );
    }

    #[test]
    fn knows_what_was_meant() {
        assert_eq!(
            found("[a](FORMS.md) [b](acme/pdf/references/FORMS.md) [c](www.x.org/y) [d](x.com)\n"),
            [
                "1:5 broken_link: link to `FORMS.md`, which the skill does not have\nhelp: did you mean `references/FORMS.md`?",
                "1:19 broken_link: link to `acme/pdf/references/FORMS.md`, which the skill does not have\nhelp: did you mean `references/FORMS.md`?",
                "1:53 broken_link: link to `www.x.org/y`, which the skill does not have\nhelp: write `https://www.x.org/y`",
                "1:70 broken_link: link to `x.com`, which the skill does not have\nhelp: write `https://x.com`",
            ]
        );
    }

    #[test]
    fn lets_pass_footnotes_home_paths_single_words_and_ways_back() {
        let body = "Text[^1] [x](word) [y](~/notes.md) [z](../pdf/SKILL.md) [w](../../acme/pdf/Q&A.md)\n\n\
                    [DEBUG]: message\n[DEBUG] [v](SKILL)\n\n[^1]: Ibid [u](gone.md)\n";
        assert_eq!(
            found(body),
            [
                "6:16 broken_link: link to `gone.md`, which the skill does not have\nhelp: add the file, or delete the link"
            ]
        );
    }
}
