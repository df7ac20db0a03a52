//! Tabs: YAML 1.2 allows some, PyYAML none outside quotes, block scalars and comments.

use std::ops::Range;

use saphyr_parser::ScalarStyle;

use crate::code::Code;
use crate::fault::Fault;
use crate::node::{Entry, Node, Value};

/// Reports the first tab that some reader refuses.
pub fn check(yaml: &str, entries: &[Entry], faults: &mut Vec<Fault>) {
    if !yaml.contains('\t') {
        return;
    }
    let mut texts = Texts::default();
    entries.iter().for_each(|entry| texts.entry(entry));
    let mut tabs = yaml
        .match_indices('\t')
        .map(|(at, _)| at)
        .filter(|at| texts.is_refused(yaml, *at));
    let Some(first) = tabs.next() else {
        return;
    };
    let fault = Fault::new(Code::YamlSyntax, first..first + 1, "a tab outside quotes").help(
        "use blanks: some readers refuse tabs here; in a text, quote the value and write `\\t`",
    );
    let n_more = tabs.count();
    faults.push(if n_more > 0 {
        fault.note(format!("{n_more} more in this frontmatter"))
    } else {
        fault
    });
}

/// Where tabs are part of a text.
#[derive(Default)]
struct Texts {
    quoted: Vec<Range<usize>>,
    blocks: Vec<Range<usize>>,
}

impl Texts {
    fn entry(&mut self, entry: &Entry) {
        if entry.key_style != ScalarStyle::Plain {
            self.quoted.push(entry.key_span.clone());
        }
        self.node(&entry.value);
    }

    fn node(&mut self, node: &Node) {
        match &node.value {
            Value::Sequence(items) => items.iter().for_each(|item| self.node(item)),
            Value::Mapping(entries) => entries.iter().for_each(|entry| self.entry(entry)),
            Value::Scalar(scalar) => match scalar.style {
                ScalarStyle::Plain => {}
                ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => {
                    self.quoted.push(node.span.clone())
                }
                ScalarStyle::Literal | ScalarStyle::Folded => {
                    self.blocks.push(scalar.source.clone())
                }
            },
        }
    }

    fn is_refused(&self, yaml: &str, at: usize) -> bool {
        if is_within(&self.quoted, at) {
            return false;
        }
        let line = line_around(yaml, at);
        if let Some(block) = range_of(&self.blocks, at) {
            // A line of nothing but blanks and a tab is no text, and a tab that starts the text may be indentation.
            let text = yaml.get(block.clone()).unwrap_or_default();
            let before = text.len() - text.trim_start_matches([' ', '\n', '\r']).len();
            let is_blank = yaml.get(line).is_some_and(|line| line.trim().is_empty());
            return is_blank || at == block.start + before;
        }
        !self.is_in_comment(yaml, line.start, at)
    }

    fn is_in_comment(&self, yaml: &str, line: usize, at: usize) -> bool {
        let before = yaml.get(line..at).unwrap_or_default();
        let mut signs = before.match_indices('#').map(|(offset, _)| offset);
        signs.any(|offset| {
            let starts = before
                .get(..offset)
                .is_some_and(|text| text.is_empty() || text.ends_with([' ', '\t']));
            starts && !is_within(&self.quoted, line + offset)
        })
    }
}

/// The range that an offset lies in; the ranges are in order.
fn range_of(ranges: &[Range<usize>], at: usize) -> Option<&Range<usize>> {
    let before = ranges.partition_point(|range| range.start <= at);
    let range = before.checked_sub(1).and_then(|index| ranges.get(index));
    range.filter(|range| at < range.end)
}

fn is_within(ranges: &[Range<usize>], at: usize) -> bool {
    range_of(ranges, at).is_some()
}

fn line_around(yaml: &str, at: usize) -> Range<usize> {
    let before = yaml.get(..at).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let rest = yaml.get(at..).unwrap_or_default();
    start..at + rest.find('\n').unwrap_or(rest.len())
}
