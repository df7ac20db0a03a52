//! What is wrong with a tree: a code, a place, words, and the fix.

use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level as Title, Origin, Renderer, Snippet};

use crate::code::{Code, Level};

/// Lines longer than this are named by position only: nobody reads them in a terminal.
const LINE_LIMIT: usize = 2_000;

/// Faults shown with their source line; the ones after them get one line each.
const FULL_LIMIT: usize = 20;

/// Where the page of every code is.
const CODES_URL: &str = "https://docs.rs/skills-runtime/latest/skills_runtime/codes/";

/// One fault of a tree, or of the arguments that name it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Diagnostic {
    path: String,
    place: Option<Place>,
    code: Code,
    level: Level,
    message: String,
    helps: Vec<String>,
    notes: Vec<String>,
}

/// A span in a text file, with the lines that it touches.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    position: Position,
    excerpt: Option<Excerpt>,
}

/// A place in a text file: 1-based line, 1-based column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters (Unicode scalar values), as rustc counts.
    pub column: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Excerpt {
    text: String,
    start: usize,
    end: usize,
}

impl Diagnostic {
    /// A fault of a whole file, folder or argument.
    pub fn new(code: Code, path: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            place: None,
            code,
            level: code.level(),
            message: message.into(),
            helps: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Points at a span (byte offsets) of the file's text.
    #[must_use]
    pub fn at(mut self, text: &str, span: Range<usize>) -> Self {
        self.place = Some(Place::new(text, span));
        self
    }

    /// Points at a position without showing the line, for files that are not text.
    #[must_use]
    pub fn at_position(mut self, position: Position) -> Self {
        self.place = Some(Place {
            position,
            excerpt: None,
        });
        self
    }

    /// Adds the fix.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.helps.push(help.into());
        self
    }

    /// Adds a fact that helps to understand the fault.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// The same fault at the level the user gave its code.
    #[must_use]
    pub fn with_level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// The stable name of the rule.
    pub fn code(&self) -> Code {
        self.code
    }

    /// Whether it stops the build.
    pub fn level(&self) -> Level {
        self.level
    }

    /// The file or folder, written as the user wrote the root.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Where in the file, if it is about a place in a file.
    pub fn position(&self) -> Option<Position> {
        self.place.as_ref().map(|place| place.position)
    }

    /// What is wrong, in one line.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The fixes proposed, one line each.
    pub fn helps(&self) -> &[String] {
        &self.helps
    }

    /// Facts that help to understand the fault, one line each.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The whole report, as rustc would print it without the leading `error: `.
    pub fn render(&self) -> String {
        let title = Title::ERROR.no_name().primary_title(self.message.as_str());
        let mut group = self.locate(Group::with_title(title));
        for help in &self.helps {
            group = group.element(Title::HELP.message(help.as_str()));
        }
        for note in &self.notes {
            group = group.element(Title::NOTE.message(note.as_str()));
        }
        let page = format!("`{}`, see {CODES_URL}#{}", self.code, self.code);
        let group = group.element(Title::NOTE.message(page));
        tidy(&Renderer::plain().render(&[group]))
    }

    fn locate<'a>(&'a self, group: Group<'a>) -> Group<'a> {
        match &self.place {
            None if self.path.is_empty() => group,
            None => group.element(Origin::path(self.path.as_str())),
            Some(Place {
                position,
                excerpt: None,
            }) => group.element(
                Origin::path(self.path.as_str())
                    .line(position.line)
                    .char_column(position.column),
            ),
            Some(Place {
                position,
                excerpt: Some(excerpt),
            }) => group.element(
                Snippet::source(excerpt.text.as_str())
                    .line_start(position.line)
                    .path(self.path.as_str())
                    .annotation(AnnotationKind::Primary.span(excerpt.start..excerpt.end)),
            ),
        }
    }
}

/// One line: `path:line:column: message`.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            f.write_str(&self.path)?;
            if let Some(Position { line, column }) = self.position() {
                write!(f, ":{line}:{column}")?;
            }
            f.write_str(": ")?;
        }
        write!(f, "{} [{}]", self.message, self.code)
    }
}

impl Place {
    fn new(text: &str, span: Range<usize>) -> Self {
        let start = floor(text, span.start);
        let end = floor(text, span.end).max(start);
        let line_start = text
            .get(..start)
            .and_then(|before| before.rfind('\n'))
            .map_or(0, |newline| newline + 1);
        let before = text.get(line_start..start).unwrap_or_default();
        Self {
            position: Position {
                // Searching is fast in debug builds too, unlike a loop of ours: a `SKILL.md` may have megabytes.
                line: text
                    .get(..line_start)
                    .unwrap_or_default()
                    .matches('\n')
                    .count()
                    + 1,
                column: before.chars().count() + 1,
            },
            excerpt: excerpt(text, line_start, start, end),
        }
    }
}

/// The line of the span's start; a span over several lines is cut at the end of its first.
fn excerpt(text: &str, line_start: usize, start: usize, end: usize) -> Option<Excerpt> {
    let rest = text.get(line_start..)?;
    let line = rest.split('\n').next()?;
    let line = line.strip_suffix('\r').unwrap_or(line);
    let start = (start - line_start).min(line.len());
    let end = (end - line_start).clamp(start, line.len());
    (line.len() <= LINE_LIMIT).then(|| Excerpt {
        text: line.to_owned(),
        start,
        end,
    })
}

fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// No blanks at line ends, and no blank title column: the text is pasted into issues and snapshots.
fn tidy(rendered: &str) -> String {
    let lines: Vec<_> = rendered.lines().map(str::trim_end).collect();
    lines.join("\n")
}

/// The faults of a tree, collected over all stages.
#[derive(Debug, Default)]
pub struct Diagnostics {
    found: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Adds one fault.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.found.len()
    }

    /// Everything found, by path, line, column, each once.
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.found.sort();
        self.found.dedup();
        self.found
    }
}

/// The texts to show for a list of faults: the first ones in full, the rest in one text of one line each.
pub fn render_all(diagnostics: &[Diagnostic]) -> Vec<String> {
    let full = diagnostics.iter().take(FULL_LIMIT);
    let mut texts: Vec<_> = full.map(Diagnostic::render).collect();
    let rest = diagnostics.get(FULL_LIMIT..).unwrap_or_default();
    if !rest.is_empty() {
        let mut text = format!("{} more like these:", rest.len());
        for diagnostic in rest {
            text.push_str(&format!("\n  {diagnostic}"));
        }
        texts.push(text);
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "---\nname: Bad\ndescription: d\n---\n";

    fn bad_name() -> Diagnostic {
        Diagnostic::new(
            Code::NameCharacter,
            "skills/Bad/SKILL.md",
            "unexpected `B` in skill name `Bad`",
        )
        .at(TEXT, 10..13)
        .help("write `name: bad`")
    }

    #[test]
    fn shows_the_line_with_carets_under_the_span() {
        assert_eq!(
            bad_name().render(),
            "\
unexpected `B` in skill name `Bad`
 --> skills/Bad/SKILL.md:2:7
  |
2 | name: Bad
  |       ^^^
  |
  = help: write `name: bad`
  = note: `name_character`, see https://docs.rs/skills-runtime/latest/skills_runtime/codes/#name_character"
        );
    }

    #[test]
    fn names_a_folder_without_a_position() {
        let found = Diagnostic::new(Code::TooManyFiles, "skills/big", "513 files");
        assert_eq!(found.to_string(), "skills/big: 513 files [too_many_files]");
        assert!(
            found.render().starts_with("513 files\n--> skills/big\n"),
            "{}",
            found.render()
        );
    }

    #[test]
    fn counts_columns_in_characters_after_tabs_and_wide_text() {
        let text = "a\n\tdéjà 漢字 x: y\r\nb";
        let start = text.find("x:").unwrap();
        let found = Diagnostic::new(Code::YamlSyntax, "p", "m").at(text, start..start + 1);
        assert_eq!(
            found.position(),
            Some(Position {
                line: 2,
                column: 10
            })
        );
        let rendered = found.render();
        let lines: Vec<_> = rendered.lines().collect();
        assert_eq!(lines[3], "2 |     déjà 漢字 x: y");
        assert_eq!(lines[4], "  |               ^");
    }

    #[test]
    fn shows_no_line_of_a_megabyte() {
        let text = "x".repeat(1_000_000);
        let found = Diagnostic::new(Code::YamlSyntax, "p", "m").at(&text, 5..6);
        assert!(found.render().len() < 500);
        assert!(found.render().contains("p:1:6"));
    }

    #[test]
    fn sorts_by_path_and_position_and_drops_repeats() {
        let mut found = Diagnostics::default();
        found.push(Diagnostic::new(Code::NoSkills, "b", "2"));
        found.push(bad_name());
        found.push(Diagnostic::new(Code::NoSkills, "a", "1"));
        found.push(bad_name());
        let paths: Vec<_> = found
            .into_sorted()
            .iter()
            .map(|d| d.path().to_owned())
            .collect();
        assert_eq!(paths, ["a", "b", "skills/Bad/SKILL.md"]);
    }

    #[test]
    fn lists_what_comes_after_twenty_in_one_line_each() {
        let found = vec![bad_name(); 500];
        let texts = render_all(&found);
        assert_eq!(texts.len(), 21);
        assert!(texts[20].starts_with("480 more like these:\n  skills/Bad/SKILL.md:2:7: "));
        assert_eq!(texts[20].lines().count(), 481);
    }
}
