//! A fault inside one text, before it is known which file the text came from.

use std::ops::Range;

use crate::code::Code;
use crate::diagnostic::Diagnostic;

/// What is wrong at a span of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The rule.
    pub code: Code,
    /// Where, in bytes of the text.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// The fixes.
    pub helps: Vec<String>,
    /// Facts that help to understand.
    pub notes: Vec<String>,
}

impl Fault {
    /// A fault at a span.
    pub fn new(code: Code, span: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            code,
            span,
            message: message.into(),
            helps: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Adds the fix.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.helps.push(help.into());
        self
    }

    /// Adds a fact.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// The same fault further down: spans of a part of a text become spans of the whole.
    #[must_use]
    pub fn moved(mut self, by: usize) -> Self {
        self.span = self.span.start + by..self.span.end + by;
        self
    }

    /// The fault as one of a file.
    pub fn in_file(self, path: &str, text: &str) -> Diagnostic {
        let mut diagnostic = Diagnostic::new(self.code, path, self.message).at(text, self.span);
        for help in self.helps {
            diagnostic = diagnostic.help(help);
        }
        for note in self.notes {
            diagnostic = diagnostic.note(note);
        }
        diagnostic
    }
}

#[cfg(test)]
impl Fault {
    /// `line:column code: message`, then the helps and notes, as tests compare them.
    pub(crate) fn show(&self, text: &str) -> String {
        let diagnostic = self.clone().in_file("", text);
        let position = diagnostic.position().expect("`in_file` gives one");
        let mut shown = format!(
            "{}:{} {}: {}",
            position.line, position.column, self.code, self.message
        );
        for help in &self.helps {
            shown.push_str(&format!("\nhelp: {help}"));
        }
        for note in &self.notes {
            shown.push_str(&format!("\nnote: {note}"));
        }
        shown
    }
}
