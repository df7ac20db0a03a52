//! The frontmatter of an entry against that of the `SKILL.md`, field by field.

use std::collections::BTreeSet;

use rmcp::model::{JsonObject, SkillFrontmatter};
use serde_json::{Number, Value};
use skills_core::frontmatter;

use super::error::{Difference, FrontmatterError};

/// Compares as SEP-2640, "Integrity and Verification", asks: every field, and any difference counts.
///
/// Values are compared as JSON values: the order of keys and the spelling of numbers mean nothing.
pub(super) fn compare(entry: &SkillFrontmatter, skill_md: &str) -> Result<(), FrontmatterError> {
    let file = frontmatter::read(skill_md).map_err(FrontmatterError::Unreadable)?;
    match differences(&fields(entry), &file) {
        differences if differences.is_empty() => Ok(()),
        differences => Err(FrontmatterError::Differs(differences)),
    }
}

/// Every field, `name` and `description` included.
pub(super) fn fields(frontmatter: &SkillFrontmatter) -> JsonObject {
    let mut fields = frontmatter.extra.clone();
    fields.insert("name".into(), Value::String(frontmatter.name.clone()));
    let description = frontmatter.description.clone();
    fields.insert("description".into(), Value::String(description));
    fields
}

/// Every field that is not the same on both sides, sorted by name.
pub(super) fn differences(expected: &JsonObject, actual: &JsonObject) -> Vec<Difference> {
    let names: BTreeSet<&String> = expected.keys().chain(actual.keys()).collect();
    let pairs = names
        .into_iter()
        .map(|name| (name, expected.get(name), actual.get(name)));
    pairs
        .filter(|(_, expected, actual)| !is_same_field(*expected, *actual))
        .map(|(name, expected, actual)| Difference {
            field: name.clone(),
            expected: expected.cloned(),
            actual: actual.cloned(),
        })
        .collect()
}

/// An absent field is not one that is `null`: the author wrote one of the two.
fn is_same_field(one: Option<&Value>, other: Option<&Value>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => is_same(one, other),
        (one, other) => one.is_none() && other.is_none(),
    }
}

fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => is_same_number(one, other),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .zip(other)
                    .all(|(one, other)| is_same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(key, value)| is_same_field(Some(value), other.get(key)))
        }
        (one, other) => one == other,
    }
}

/// YAML and JSON have one kind of number: `1.0` is `1`.
fn is_same_number(one: &Number, other: &Number) -> bool {
    match (one.as_i128(), other.as_i128()) {
        (Some(one), Some(other)) => one == other,
        _ => one
            .as_f64()
            .zip(other.as_f64())
            .is_some_and(|(one, other)| one == other),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const SKILL_MD: &str = "---\nname: pdf\ndescription: Fill forms\nmetadata:\n  version: '1'\n  level: 1.0\n---\nBody\n";

    fn entry(extra: Value) -> SkillFrontmatter {
        let mut frontmatter = SkillFrontmatter::new("pdf", "Fill forms");
        frontmatter.extra = extra.as_object().unwrap().clone();
        frontmatter
    }

    #[test]
    fn equal_values_are_equal_in_any_spelling_and_order() {
        for metadata in [
            json!({"version": "1", "level": 1}),
            json!({"level": 1.0, "version": "1"}),
            json!({"level": 1e0, "version": "1"}),
        ] {
            let entry = entry(json!({"metadata": metadata}));
            assert_eq!(compare(&entry, SKILL_MD), Ok(()));
        }
    }

    #[test]
    fn every_differing_field_is_named_with_both_values() {
        let mut entry = entry(json!({"metadata": {"version": 1, "level": 1}, "license": null}));
        entry.description = "Steal forms".into();
        let error = compare(&entry, SKILL_MD).unwrap_err();
        assert_eq!(
            error.to_string(),
            "field `description`: expected `\"Steal forms\"`, found `\"Fill forms\"`, \
             field `license`: expected `null`, found nothing, \
             field `metadata`: expected `{\"level\":1,\"version\":1}`, \
             found `{\"version\":\"1\",\"level\":1.0}`"
                .replace(
                    "{\"level\":1,\"version\":1}",
                    &json!({"version": 1, "level": 1}).to_string()
                )
        );
    }

    #[test]
    fn a_field_that_the_entry_leaves_out_differs_too() {
        let error = compare(&entry(json!({})), SKILL_MD).unwrap_err();
        let FrontmatterError::Differs(differences) = error else {
            panic!("{error}");
        };
        assert_eq!(
            differences,
            [Difference {
                field: "metadata".into(),
                expected: None,
                actual: Some(json!({"version": "1", "level": 1.0})),
            }]
        );
    }

    #[test]
    fn a_number_is_no_text_and_no_boolean() {
        for (one, other) in [
            (json!(1), json!("1")),
            (json!(1), json!(true)),
            (json!(0), json!(null)),
            (json!(1), json!(1.5)),
            (
                json!(9_007_199_254_740_993_i64),
                json!(9_007_199_254_740_992_i64),
            ),
            (json!([1, 2]), json!([1])),
            (json!([1, 2]), json!([2, 1])),
            (json!({"a": 1}), json!({"a": 1, "b": null})),
            (json!({"a": 1, "c": null}), json!({"a": 1, "b": null})),
        ] {
            assert!(!is_same(&one, &other), "{one} {other}");
            assert!(!is_same(&other, &one), "{other} {one}");
        }
    }

    #[test]
    fn numbers_are_equal_by_value() {
        for (one, other) in [
            (json!(1), json!(1.0)),
            (json!(0), json!(-0.0)),
            (json!(1000), json!(1e3)),
            (json!({"a": [1.0]}), json!({"a": [1]})),
        ] {
            assert!(is_same(&one, &other), "{one} {other}");
        }
    }

    #[test]
    fn a_frontmatter_without_a_single_reading_is_refused() {
        for (skill_md, message) in [
            ("# PDF\n", "expected `---` on line 1, found `# PDF`"),
            ("---\nname: pdf\n", "no line `---` closes the frontmatter"),
            ("---\nname: pdf\nname: pdf\n---\n", "duplicate key `name`"),
        ] {
            let error = compare(&entry(json!({})), skill_md).unwrap_err();
            assert_eq!(error, FrontmatterError::Unreadable(message.into()));
        }
    }
}
