//! The pipeline from outside: odd trees, public reports, YAML values, file names.
#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test may fail where it stands"
)]

#[rustfmt::skip]
#[path = "cases/reports.rs"]
mod report_cases;
#[rustfmt::skip]
#[path = "cases/trees.rs"]
mod tree_cases;

mod load;
mod many;
mod names;
mod properties;
mod tree;
mod trees;
mod yaml;
