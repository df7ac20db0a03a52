//! `skills!` inside macros of the user.

use skills_runtime::Catalog;

macro_rules! literal {
    ($name:ident, $path:literal) => {
        pub static $name: Catalog = skills_runtime::skills!($path);
    };
}

macro_rules! expression {
    ($path:expr) => {
        skills_runtime::skills!($path)
    };
}

macro_rules! tokens {
    ($($tokens:tt)*) => {
        skills_runtime::skills!($($tokens)*)
    };
}

macro_rules! fixed {
    () => {
        skills_runtime::skills!("./skills", prefix = "fixed")
    };
}

macro_rules! listed {
    ($($path:literal),*) => {
        skills_runtime::skills!([$($path),*])
    };
}

macro_rules! prefixed {
    ($prefix:literal) => {
        skills_runtime::skills!("./skills", prefix = $prefix)
    };
}

literal!(LITERAL, "./skills");
pub static EXPRESSION: Catalog = expression!("./skills");
pub static TOKENS: Catalog = tokens!("./skills", prefix = "a", exclude = ["**/list.txt"]);
pub static FIXED: Catalog = fixed!();
pub static LISTED: Catalog = listed!("./skills", "$OUT_DIR/generated");
pub static PREFIXED: Catalog = prefixed!("a/b");

const _: () = assert!(LITERAL.len() == 5 && EXPRESSION.len() == 5 && TOKENS.len() == 5);
const _: () = assert!(FIXED.len() == 5 && LISTED.len() == 6 && PREFIXED.len() == 5);
