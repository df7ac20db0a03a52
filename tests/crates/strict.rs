//! Every position of an expression, under every lint that a user may have.
#![forbid(unsafe_code)]
#![deny(
    warnings,
    absolute_paths_not_starting_with_crate,
    elided_lifetimes_in_paths,
    explicit_outlives_requirements,
    future_incompatible,
    keyword_idents,
    let_underscore,
    macro_use_extern_crate,
    meta_variable_misuse,
    missing_copy_implementations,
    missing_debug_implementations,
    missing_docs,
    non_ascii_idents,
    nonstandard_style,
    redundant_lifetimes,
    rust_2018_idioms,
    rust_2021_compatibility,
    rust_2024_compatibility,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unit_bindings,
    unnameable_types,
    unreachable_pub,
    unused,
    unused_crate_dependencies,
    unused_extern_crates,
    unused_import_braces,
    unused_lifetimes,
    unused_macro_rules,
    unused_qualifications,
    unused_results,
    variant_size_differences
)]
#![deny(
    clippy::all,
    clippy::nursery,
    clippy::pedantic,
    clippy::absolute_paths,
    clippy::allow_attributes,
    clippy::allow_attributes_without_reason,
    clippy::as_conversions,
    clippy::decimal_literal_representation,
    clippy::default_numeric_fallback,
    clippy::exhaustive_structs,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::large_include_file,
    clippy::min_ident_chars,
    clippy::missing_docs_in_private_items,
    clippy::missing_inline_in_public_items,
    clippy::multiple_unsafe_ops_per_block,
    clippy::non_ascii_literal,
    clippy::panic,
    clippy::pub_use,
    clippy::ref_patterns,
    clippy::separated_literal_suffix,
    clippy::shadow_reuse,
    clippy::shadow_same,
    clippy::shadow_unrelated,
    clippy::single_char_lifetime_names,
    clippy::std_instead_of_core,
    clippy::undocumented_unsafe_blocks,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm
)]

use core::future;

use skills_runtime::{Catalog, Skill, skills};

/// A constant; its data exists once all the same.
pub const CONSTANT: Catalog = skills!("./skills");

/// A static, with braces.
pub static STATIC: Catalog = skills! { "./skills", prefix = "a", exclude = ["**/list.txt"] };

/// From two folders, with brackets.
pub static TWO: Catalog = skills![["./skills", "$OUT_DIR/generated"], deny(broken_link)];

/// In a block.
pub const BLOCK: usize = const { skills!("./skills").len() };

/// In an array.
pub static ARRAY: [Catalog; 2] = [skills!("./skills"), skills!("$OUT_DIR/generated")];

/// What depends on a skill.
pub static SOUP: &Skill = STATIC.require("soup");

const _: () = assert!(CONSTANT.len() == 5 && STATIC.len() == 5 && TWO.len() == 6 && BLOCK == 5);

pub mod inner {
    //! A module in a module.

    /// Nothing of the crate is in scope.
    pub mod most {
        /// Nested, and named by path.
        pub static SKILLS: skills_runtime::Catalog = skills_runtime::skills!("./skills");
    }
}

/// Has a catalog.
pub trait HasSkills {
    /// Its catalog.
    const SKILLS: Catalog = skills!("./skills");
}

/// Has the catalog of the trait and one of its own.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Server;

impl HasSkills for Server {}

impl Server {
    /// Its own.
    pub const OWN: Catalog = skills!("$OUT_DIR/generated");
}

/// As the value of a function.
#[must_use]
#[inline]
pub const fn value() -> Catalog {
    skills!("./skills")
}

/// In statements, beside what a function has.
#[must_use]
#[inline]
pub fn statements<T: Default + Into<usize>>() -> usize {
    static LOCAL: Catalog = skills!("./skills");
    let bound = skills!("./skills");
    let closure = || skills!("./skills").len();
    let more = if bound.is_empty() { 0 } else { closure() };
    let matched = match skills!("./skills").len() {
        0 => 1,
        len => len + 1,
    };
    T::default().into() + LOCAL.len() + more + matched
}

/// In a function that waits.
#[inline]
pub async fn waits() -> usize {
    let skills = skills!("./skills");
    future::ready(skills.len()).await
}
