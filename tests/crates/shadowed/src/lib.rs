//! Every name that an expansion could want means something else here.
#![allow(dead_code, non_camel_case_types, unused_macros)]

macro_rules! compile_error {
    ($($tokens:tt)*) => {
        the_wrong_macro
    };
}
macro_rules! concat {
    ($($tokens:tt)*) => {
        the_wrong_macro
    };
}
macro_rules! env {
    ($($tokens:tt)*) => {
        the_wrong_macro
    };
}
macro_rules! include_bytes {
    ($($tokens:tt)*) => {
        the_wrong_macro
    };
}
macro_rules! include_str {
    ($($tokens:tt)*) => {
        the_wrong_macro
    };
}
macro_rules! option_env {
    ($($tokens:tt)*) => {
        the_wrong_macro
    };
}

mod std {}
mod skills_core {}
mod skills_macros {}

struct Option;
struct Some;
struct None;
struct Catalog;
struct Skill;
struct SkillFile;
struct str;
struct u8;
struct usize;

fn catalog() {}
fn skill() {}
fn text() {}
fn blob() {}
fn slice() {}

const BYTES: () = ();
const FILES: () = ();
const FILE_0: () = ();
const NESTED_0: () = ();
const URI: () = ();

pub static SKILLS: ::skills_runtime::Catalog =
    ::skills_runtime::skills!(["./skills", "$OUT_DIR/generated"]);

const _: () = assert!(SKILLS.len() == 6);
