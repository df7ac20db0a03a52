//! Catalogs that are hard on a client.

use skills_runtime::{Catalog, skills};

/// Odd names, deep folders, empty and large files, a nested skill.
pub static HARD: Catalog = skills!(
    "$OUT_DIR/hard",
    allow(invisible_character, windows_name, large_file)
);

/// 2,000 skills.
pub static MANY: Catalog = skills!("$OUT_DIR/many");

/// One skill.
pub static ONE: Catalog = skills!("$OUT_DIR/one");

/// The folder that the catalogs were embedded from, for those who compare.
pub const FOLDER: &str = env!("OUT_DIR");
