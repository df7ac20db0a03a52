//! Events of the YAML parser to values, and what is wrong with them on the way.

use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, StrInput};

use crate::code::Code;
use crate::explain;
use crate::fault::Fault;
use crate::node::{Entry, Node, Scalar, Value};
use crate::scalar::{self, Plain};

/// Deeper nesting is refused by hosts (TypeScript SDK, C#).
const DEPTH_LIMIT: usize = 32;

/// Why reading stopped, and from where it may go on.
pub(crate) struct Stop {
    pub(crate) fault: Fault,
    pub(crate) resume: Option<usize>,
}

impl Stop {
    fn at(fault: Fault) -> Self {
        Self {
            fault,
            resume: None,
        }
    }
}

pub(crate) struct Reader<'a> {
    parser: Parser<'a, StrInput<'a>>,
    source: &'a str,
    /// Where `source` starts in the whole block.
    base: usize,
    /// Byte offsets of the characters of `source`.
    offsets: Vec<usize>,
    /// Where the last event ended, in bytes of `source`.
    previous_end: usize,
    /// The last scalar, for the words of a syntax error.
    last_scalar: Option<Range<usize>>,
    entries: Vec<Entry>,
    faults: Vec<Fault>,
}

/// What was read before reading stopped.
pub(crate) struct Read {
    pub(crate) entries: Vec<Entry>,
    pub(crate) faults: Vec<Fault>,
}

type Step<T> = Result<T, Stop>;

impl<'a> Reader<'a> {
    pub(crate) fn new(source: &'a str, base: usize) -> Self {
        Self {
            parser: Parser::new_from_str(source),
            source,
            base,
            offsets: source.char_indices().map(|(offset, _)| offset).collect(),
            previous_end: 0,
            last_scalar: None,
            entries: Vec::new(),
            faults: Vec::new(),
        }
    }

    /// What was read, with spans of the whole block.
    pub(crate) fn finish(self) -> Read {
        let base = self.base;
        Read {
            entries: self
                .entries
                .into_iter()
                .map(|entry| entry.moved(base))
                .collect(),
            faults: self
                .faults
                .into_iter()
                .map(|fault| fault.moved(base))
                .collect(),
        }
    }

    /// Reads the one document there may be; what stopped it, if anything did.
    pub(crate) fn document(&mut self) -> Option<Stop> {
        let stop = self.stream().err()?;
        self.drop_broken_entry(stop.fault.span.start);
        Some(Stop {
            fault: stop.fault.moved(self.base),
            resume: stop.resume.map(|at| at + self.base),
        })
    }

    /// The value that a fault ends on its own line was not read as meant: no rule is to judge it.
    fn drop_broken_entry(&mut self, fault: usize) {
        let end = self.entries.last().map_or(0, |entry| entry.value.end());
        let between = self.source.get(end.min(fault)..fault).unwrap_or_default();
        if !between.contains('\n') {
            self.entries.pop();
        }
    }

    fn stream(&mut self) -> Step<()> {
        loop {
            let (event, span) = self.next()?;
            match event {
                Event::DocumentStart(true) => return Err(Stop::at(second_document(span))),
                Event::StreamStart | Event::DocumentStart(false) | Event::Nothing => {}
                Event::StreamEnd => return Ok(()),
                Event::DocumentEnd if span.is_empty() => {}
                Event::DocumentEnd => return Err(Stop::at(second_document(span))),
                Event::MappingStart(..) => self.top_mapping(&event, span)?,
                event => return self.not_a_mapping(event, span),
            }
        }
    }

    fn top_mapping(&mut self, event: &Event<'_>, span: Range<usize>) -> Step<()> {
        self.properties(event, &span);
        self.last_scalar = None;
        while let Some((event, span)) = self.next_unless_mapping_end()? {
            let entry = self.entry(event, span, 1)?;
            self.entries.push(entry);
        }
        Ok(())
    }

    fn not_a_mapping(&mut self, event: Event<'a>, span: Range<usize>) -> Step<()> {
        let node = self.node(event, span, 0)?;
        Err(Stop::at(explain::not_a_mapping(self.source, &node)))
    }

    fn next(&mut self) -> Step<(Event<'a>, Range<usize>)> {
        match self.parser.next() {
            Some(Ok((event, span))) => Ok((event, self.bytes(span))),
            Some(Err(error)) => Err(self.syntax(&error)),
            None => Ok((Event::StreamEnd, self.source.len()..self.source.len())),
        }
    }

    fn next_unless_mapping_end(&mut self) -> Step<Option<(Event<'a>, Range<usize>)>> {
        let (event, span) = self.next()?;
        match event {
            Event::MappingEnd | Event::SequenceEnd | Event::StreamEnd => {
                self.previous_end = self.previous_end.max(span.end);
                Ok(None)
            }
            event => Ok(Some((event, span))),
        }
    }

    fn entry(&mut self, event: Event<'a>, span: Range<usize>, depth: usize) -> Step<Entry> {
        let gap = self.gap(&span);
        let key = self.node(event, span, depth)?;
        let (key_span, key_style) = (key.span.clone(), key.style());
        self.check_key(gap, &key);
        let (event, span) = self.next()?;
        let value = self.node(event, span, depth)?;
        let between = self.source.get(key_span.end..value.span.start);
        let value_is_below = between.is_some_and(|between| between.contains('\n'));
        Ok(Entry {
            key: key.into_key(),
            key_span,
            key_style,
            value,
            value_is_below,
        })
    }

    fn node(&mut self, event: Event<'a>, span: Range<usize>, depth: usize) -> Step<Node> {
        self.properties(&event, &span);
        if depth > DEPTH_LIMIT {
            let message = format!("nesting deeper than {DEPTH_LIMIT} levels");
            return Err(Stop::at(Fault::new(Code::YamlDepth, span, message)));
        }
        match event {
            Event::Scalar(text, style, ..) => Ok(self.scalar(text.into_owned(), style, span)),
            Event::SequenceStart(..) => self.sequence(span, depth + 1),
            Event::MappingStart(..) => self.mapping(span, depth + 1),
            // Its anchor has been reported; an alias without one is a syntax error.
            Event::Alias(_) => Ok(self.scalar(String::new(), ScalarStyle::DoubleQuoted, span)),
            _ => Err(Stop::at(Fault::new(
                Code::YamlSyntax,
                span,
                "expected a value",
            ))),
        }
    }

    fn sequence(&mut self, span: Range<usize>, depth: usize) -> Step<Node> {
        let mut items = Vec::new();
        self.previous_end = self.previous_end.max(span.end);
        while let Some((event, span)) = self.next_unless_mapping_end()? {
            items.push(self.node(event, span, depth)?);
        }
        Ok(Node {
            span: self.collection(span),
            value: Value::Sequence(items),
        })
    }

    fn mapping(&mut self, span: Range<usize>, depth: usize) -> Step<Node> {
        let mut entries = Vec::new();
        self.previous_end = self.previous_end.max(span.end);
        while let Some((event, span)) = self.next_unless_mapping_end()? {
            entries.push(self.entry(event, span, depth)?);
        }
        Ok(Node {
            span: self.collection(span),
            value: Value::Mapping(entries),
        })
    }

    /// A block collection has no end of its own: it ends with its last value.
    fn collection(&self, start: Range<usize>) -> Range<usize> {
        let end = self.previous_end.max(start.end);
        let text = self.source.get(start.start..end).unwrap_or_default();
        start.start..start.start + text.trim_end().len()
    }

    fn scalar(&mut self, text: String, style: ScalarStyle, source: Range<usize>) -> Node {
        let span = match style {
            ScalarStyle::Literal | ScalarStyle::Folded => self.block_header(&source),
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => self.quoted(&source),
            ScalarStyle::Plain => source.clone(),
        };
        self.check_nul(&text, &span);
        let meaning = match style {
            ScalarStyle::Plain => scalar::core(&text),
            _ => Plain::String,
        };
        if meaning == Plain::Unrepresentable {
            self.faults.push(explain::number(&text, span.clone()));
        }
        self.previous_end = source.end;
        self.last_scalar = Some(span.clone());
        Node {
            span,
            value: Value::Scalar(Scalar {
                text,
                style,
                meaning,
                source,
            }),
        }
    }

    /// Up to the closing quote; the parser counts blanks and a comment behind it.
    fn quoted(&self, span: &Range<usize>) -> Range<usize> {
        let text = self.source.get(span.clone()).unwrap_or_default();
        let mut characters = text.char_indices();
        let Some((_, quote)) = characters.next() else {
            return span.clone();
        };
        while let Some((at, c)) = characters.next() {
            let is_doubled = c == '\'' && characters.as_str().starts_with('\'');
            match c {
                '\\' if quote == '"' => drop(characters.next()),
                c if c == quote && quote == '\'' && is_doubled => drop(characters.next()),
                c if c == quote => return span.start..span.start + at + 1,
                _ => {}
            }
        }
        span.clone()
    }

    /// The `|` or `>` with its indicators; the event's own span covers only the lines below.
    fn block_header(&self, source: &Range<usize>) -> Range<usize> {
        let gap = self
            .source
            .get(self.previous_end..source.start)
            .unwrap_or_default();
        let Some(at) = gap.find(['|', '>']) else {
            return source.clone();
        };
        let rest = gap.get(at..).unwrap_or_default();
        let len = rest.find(|c: char| c.is_whitespace()).unwrap_or(rest.len());
        let start = self.previous_end + at;
        start..start + len
    }

    /// What stands between the last value and this one: indicators, blanks, comments.
    fn gap(&self, span: &Range<usize>) -> &'a str {
        self.source
            .get(self.previous_end..span.start)
            .unwrap_or_default()
    }

    fn properties(&mut self, event: &Event<'_>, span: &Range<usize>) {
        let (anchor, tag) = match event {
            Event::Scalar(_, _, anchor, tag) => (*anchor, tag.is_some()),
            Event::SequenceStart(anchor, tag) | Event::MappingStart(anchor, tag) => {
                (*anchor, tag.is_some())
            }
            _ => return,
        };
        if anchor > 0 {
            self.faults.push(explain::anchor(self.source, span.clone()));
        }
        if tag {
            self.faults.push(explain::tag(self.source, span.clone()));
        }
    }

    fn check_key(&mut self, gap: &str, key: &Node) {
        let code = gap.lines().filter_map(|line| line.split('#').next());
        let last = code.map(str::trim_end).rfind(|line| !line.is_empty());
        if last.is_some_and(|line| line.ends_with('?')) {
            self.faults.push(explain::explicit_key(key.span.clone()));
        } else if let Some(fault) = explain::key(self.source, key) {
            self.faults.push(fault);
        }
    }

    fn check_nul(&mut self, text: &str, span: &Range<usize>) {
        if text.contains('\0') {
            let fault = Fault::new(Code::Nul, span.clone(), "a NUL character in a value");
            self.faults
                .push(fault.help("delete the escape that makes it"));
        }
    }

    fn syntax(&self, error: &ScanError) -> Stop {
        let at = self.byte(error.marker().index());
        let found = explain::syntax(self.source, at, error.info(), self.last_scalar.as_ref());
        Stop {
            resume: found.is_one_line.then_some(found.fault.span.start),
            fault: found.fault,
        }
    }

    fn bytes(&self, span: Span) -> Range<usize> {
        let start = self.byte(span.start.index());
        start..self.byte(span.end.index()).max(start)
    }

    fn byte(&self, index: usize) -> usize {
        self.offsets
            .get(index)
            .copied()
            .unwrap_or(self.source.len())
    }
}

pub(crate) fn second_document(span: Range<usize>) -> Fault {
    Fault::new(
        Code::YamlSyntax,
        span,
        "a document marker inside the frontmatter",
    )
    .help("delete it: the frontmatter is one mapping, closed by a line `---`")
}
