//! The macros of `skills-runtime`: tokens in, tokens out. All logic that is not about tokens is in `skills-core`.
#![forbid(unsafe_code)]

use proc_macro::TokenStream;

mod derive;
mod expand;
mod input;
mod literal;
mod packed;
mod quote;
mod resolve;
#[cfg(test)]
mod tests;
mod warning;

/// What `skills_runtime::skills!` calls: `{ ($crate) arguments }`.
#[proc_macro]
pub fn expand(tokens: TokenStream) -> TokenStream {
    expand::expand(tokens.into()).into()
}

/// What `skills_runtime::EmbedSkills` names as a derive.
#[proc_macro_derive(EmbedSkills, attributes(skills))]
pub fn derive(tokens: TokenStream) -> TokenStream {
    derive::derive(tokens.into()).into()
}
