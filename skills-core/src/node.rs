//! Values of a YAML block with their places, and the JSON they stand for.

use std::ops::Range;

use saphyr_parser::ScalarStyle;
use serde_json::{Map, Value as Json};

use crate::scalar::Plain;

/// A value and where it stands, in bytes of the YAML.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The characters of the value; for a block scalar, its header.
    pub span: Range<usize>,
    /// What it is.
    pub value: Value,
}

/// What a node is.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A single value.
    Scalar(Scalar),
    /// A list.
    Sequence(Vec<Node>),
    /// Keys and values, in the order written.
    Mapping(Vec<Entry>),
}

/// A single value.
#[derive(Clone, Debug, PartialEq)]
pub struct Scalar {
    /// Its text, unquoted and folded.
    pub text: String,
    /// How it was written.
    pub style: ScalarStyle,
    /// What it means.
    pub meaning: Plain,
    /// The bytes that its text was read from.
    pub source: Range<usize>,
}

/// One key with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// Where the key stands.
    pub key_span: Range<usize>,
    /// How the key was written.
    pub key_style: ScalarStyle,
    /// The value.
    pub value: Node,
    /// Whether the value starts on a later line than its key.
    pub value_is_below: bool,
}

impl Node {
    /// The value as JSON, by the YAML 1.2 core schema.
    pub fn to_json(&self) -> Json {
        match &self.value {
            Value::Scalar(scalar) => scalar.to_json(),
            Value::Sequence(items) => Json::Array(items.iter().map(Self::to_json).collect()),
            Value::Mapping(entries) => Json::Object(object(entries)),
        }
    }

    /// The text, if the value is a string.
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar(scalar) if scalar.meaning == Plain::String => Some(&scalar.text),
            _ => None,
        }
    }

    /// What the value is, in words.
    pub fn kind(&self) -> &'static str {
        match &self.value {
            Value::Sequence(_) => "a list",
            Value::Mapping(_) => "a mapping",
            Value::Scalar(scalar) => match scalar.meaning {
                Plain::Null => "nothing",
                Plain::Bool(_) => "a boolean",
                Plain::Number(_) | Plain::Unrepresentable => "a number",
                Plain::String => "a string",
            },
        }
    }
}

impl Scalar {
    fn to_json(&self) -> Json {
        match &self.meaning {
            Plain::Null | Plain::Unrepresentable => Json::Null,
            Plain::Bool(value) => Json::Bool(*value),
            Plain::Number(value) => Json::Number(value.clone()),
            Plain::String => Json::String(self.text.clone()),
        }
    }
}

/// Entries as a JSON object, in the order written.
pub fn object(entries: &[Entry]) -> Map<String, Json> {
    let pairs = entries.iter();
    pairs
        .map(|entry| (entry.key.clone(), entry.value.to_json()))
        .collect()
}

impl Node {
    pub(crate) fn style(&self) -> ScalarStyle {
        match &self.value {
            Value::Scalar(scalar) => scalar.style,
            _ => ScalarStyle::Plain,
        }
    }

    /// Where the value ends; for a block scalar, where its lines end.
    pub(crate) fn end(&self) -> usize {
        match &self.value {
            Value::Scalar(scalar) => scalar.source.end,
            _ => self.span.end,
        }
    }

    pub(crate) fn into_key(self) -> String {
        match self.value {
            Value::Scalar(scalar) => scalar.text,
            _ => String::new(),
        }
    }

    fn moved(mut self, by: usize) -> Self {
        self.span = self.span.start + by..self.span.end + by;
        self.value = match self.value {
            Value::Scalar(mut scalar) => {
                scalar.source = scalar.source.start + by..scalar.source.end + by;
                Value::Scalar(scalar)
            }
            Value::Sequence(items) => {
                Value::Sequence(items.into_iter().map(|item| item.moved(by)).collect())
            }
            Value::Mapping(entries) => {
                Value::Mapping(entries.into_iter().map(|entry| entry.moved(by)).collect())
            }
        };
        self
    }
}

impl Entry {
    /// The same entry further down.
    #[must_use]
    pub fn moved(mut self, by: usize) -> Self {
        self.key_span = self.key_span.start + by..self.key_span.end + by;
        self.value = self.value.moved(by);
        self
    }
}
