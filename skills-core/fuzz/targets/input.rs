//! Any tokens as the arguments of `skills!`, with the compiler's lexer replaced by `proc-macro2`'s.
//!
//! A proc-macro crate exports nothing but macros, so its modules are part of this one.
#![no_main]

use std::str::FromStr;

use libfuzzer_sys::{Corpus, fuzz_target};
use proc_macro2::TokenStream;
use quote::quote;

#[path = "../../../skills-macros/src/expand.rs"]
mod expand;
#[path = "../../../skills-macros/src/input.rs"]
mod input;
#[path = "../../../skills-macros/src/quote.rs"]
#[expect(clippy::module_inception, reason = "named as in the crate it belongs to")]
mod quote_;
#[path = "../../../skills-macros/src/resolve.rs"]
mod resolve;
#[path = "../../../skills-macros/src/warning.rs"]
mod warning;

use input::{Call, Input};

fuzz_target!(|text: &str| -> Corpus {
    let Ok(arguments) = TokenStream::from_str(text) else {
        return Corpus::Reject;
    };
    check(arguments);
    Corpus::Keep
});
