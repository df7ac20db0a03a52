//! JSON as static data: the fields of a frontmatter, without parsing at run time.

use rmcp::model::JsonObject;
use serde_json::{Number, Value};

/// A JSON value in the binary.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// An integer.
    Integer(i64),
    /// Another number, finite.
    Float(f64),
    /// A string.
    String(&'static str),
    /// A list.
    Array(&'static [Json]),
    /// Keys and values, in the order written.
    Object(&'static [(&'static str, Json)]),
}

/// `skills!` embeds no number that is not one.
impl Eq for Json {}

/// Members as an owned object.
pub(crate) fn object(members: &'static [(&'static str, Json)]) -> JsonObject {
    // To collect would sort; these are few, and every `skills/list` makes them.
    let mut object = JsonObject::new();
    for (key, value) in members {
        object.insert((*key).to_owned(), value.to_value());
    }
    object
}

impl Json {
    fn to_value(self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(value),
            Self::Integer(value) => Value::Number(value.into()),
            Self::Float(value) => Number::from_f64(value).map_or(Value::Null, Value::Number),
            Self::String(value) => Value::String(value.to_owned()),
            Self::Array(items) => items.iter().map(|item| item.to_value()).collect(),
            Self::Object(members) => Value::Object(object(members)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn becomes_the_value_it_stands_for() {
        const VALUE: Json = Json::Array(&[
            Json::Null,
            Json::Bool(true),
            Json::Integer(-1),
            Json::Float(1.5),
            Json::Object(&[("b", Json::String("x")), ("a", Json::Array(&[]))]),
        ]);
        assert_eq!(
            VALUE.to_value(),
            json!([null, true, -1, 1.5, {"b": "x", "a": []}])
        );
    }
}
