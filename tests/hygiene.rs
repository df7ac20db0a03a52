//! The expansion stands in crates of every kind, and is silent in all of them.

use crate::scratch::{built, has_clippy};

const WARNING: &str = "\
use of deprecated function `SKILLS::_::untracked_folder`: 
cargo does not notice files added to `skills`
--> warned/skills
 = help: put these lines into `main` of `build.rs`:
         println!(\"cargo::rerun-if-changed=skills\");
         println!(\"cargo::rustc-env=SKILLS_WATCHED=skills\");
 = note: `untracked_folder`, see https://docs.rs/skills-runtime/latest/skills_runtime/codes/#untracked_folder";

const ERRORS: [&str; 2] = [
    "\
skill name `other` must match its folder `first`
 --> {crate}/skills/first/SKILL.md:2:7
  |
2 | name: other
  |       ^^^^^
  |
  = help: write `name: first`, or rename the folder to `other`
  = note: `name_mismatch`, see https://docs.rs/skills-runtime/latest/skills_runtime/codes/#name_mismatch",
    "\
missing field `description`
 --> {crate}/skills/second/SKILL.md:1:1
  |
1 | ---
  | ^^^
  |
  = help: add `description: ` and what the skill does and when to use it
  = note: `missing_field`, see https://docs.rs/skills-runtime/latest/skills_runtime/codes/#missing_field",
];

#[test]
fn compiles_without_the_prelude() {
    assert_silent("no-prelude");
}

#[test]
fn compiles_without_std() {
    assert_silent("no-std");
}

#[test]
fn compiles_when_the_dependency_is_renamed() {
    assert_silent("renamed");
}

#[test]
fn compiles_where_every_name_means_something_else() {
    assert_silent("shadowed");
}

#[test]
fn is_silent_in_every_position_under_strict_lints_in_edition_2021() {
    assert_silent("strict-2021");
}

#[test]
fn is_silent_in_every_position_under_strict_lints_in_edition_2024() {
    assert_silent("strict-2024");
}

#[test]
fn the_lints_of_the_strict_crates_are_at_work() {
    let careless = built("careless");
    let mut codes: Vec<_> = careless
        .messages
        .iter()
        .map(|(level, code, _)| (level.as_str(), code.as_deref().unwrap_or_default()))
        .collect();
    codes.sort_unstable();
    let clippy = has_clippy().then_some(("error", "clippy::len_zero"));
    let expected: Vec<_> = clippy
        .into_iter()
        .chain([("error", "missing_docs")])
        .collect();
    assert_eq!(codes, expected);
    assert!(!careless.is_built);
}

#[test]
fn compiles_inside_macros_of_the_user() {
    assert_silent("wrapped");
}

#[test]
fn compiles_through_a_macro_of_another_crate() {
    assert_silent("middle");
    assert_silent("through-middle");
}

#[test]
fn a_warning_comes_through_and_brings_no_other() {
    let warned = built("warned");
    let [(level, code, text)] = warned.messages.as_slice() else {
        panic!("{:#?}", warned.messages);
    };
    assert_eq!(
        (level.as_str(), code.as_deref()),
        ("warning", Some("deprecated"))
    );
    assert_eq!(text, WARNING);
    assert!(warned.is_built);
}

#[test]
fn errors_come_through_and_none_follows_from_them() {
    assert_eq!(
        errors("broken"),
        ERRORS.map(|text| text.replace("{crate}", "broken"))
    );
}

fn assert_silent(name: &str) {
    let built = built(name);
    assert!(built.messages.is_empty(), "{:#?}", built.messages);
    assert!(
        built.is_built,
        "`{name}` is not built; cargo's own output says why"
    );
}

/// The texts of a crate that must have nothing but errors of the macro.
fn errors(name: &str) -> Vec<String> {
    let broken = built(name);
    assert!(!broken.is_built);
    let text = |(level, code, text): &(String, Option<String>, String)| {
        // rustc's own errors have a code.
        assert_eq!((level.as_str(), code.as_deref()), ("error", None), "{text}");
        text.clone()
    };
    broken.messages.iter().map(text).collect()
}
