//! Any tokens as the arguments of `skills!`, read by `proc-macro2` in place of the compiler's lexer.
//!
//! A proc-macro crate exports nothing but macros, so its modules are included here.
#![no_main]

// The macro asks it whether there is a compiler; here there is none.
extern crate proc_macro;

use std::str::FromStr;

use ::quote::quote;
use libfuzzer_sys::{Corpus, fuzz_target};
use proc_macro2::TokenStream;

#[path = "../../../skills-macros/src/derive.rs"]
mod derive;
#[path = "../../../skills-macros/src/expand.rs"]
mod expand;
#[path = "../../../skills-macros/src/input.rs"]
mod input;
#[path = "../../../skills-macros/src/literal.rs"]
mod literal;
#[path = "../../../skills-macros/src/packed.rs"]
mod packed;
#[path = "../../../skills-macros/src/quote.rs"]
mod quote;
#[path = "../../../skills-macros/src/resolve.rs"]
mod resolve;
#[path = "../../../skills-macros/src/warning.rs"]
mod warning;

use input::{Call, Input};
use resolve::resolve;

/// A small folder of skills below this package.
const SKILLS: &str = "../../skills-runtime/skills";

fuzz_target!(|text: &str| -> Corpus {
    let Ok(tokens) = TokenStream::from_str(text) else {
        return Corpus::Reject;
    };
    check(&tokens);
    check_expansion(&quote!(#SKILLS, #tokens));
    check_derive(&quote!(
        #[skills(#SKILLS, #tokens)]
        struct Server;
    ));
    check_derive(&quote!(#[skills(#SKILLS)] #tokens));
    Corpus::Keep
});

/// Tokens that name folders of their own; what is found is not loaded, it may be the whole disk.
fn check(arguments: &TokenStream) {
    let call = syn::parse2::<Call>(quote!((::skills_runtime) #arguments));
    match Input::parse(call.expect("any tokens follow the path")) {
        Err(errors) => {
            let mut errors = errors.into_iter();
            assert!(errors.all(|error| !error.to_string().is_empty()));
            check_expansion(arguments);
        }
        Ok(input) => {
            assert!(!input.roots.is_empty());
            if !input.roots.iter().all(|root| is_resolved(&root.value())) {
                check_expansion(arguments);
            }
        }
    }
}

fn is_resolved(written: &str) -> bool {
    match resolve(written) {
        Ok(found) => {
            assert!(!found.below.starts_with('/'));
            true
        }
        Err(fault) => {
            assert!(fault.render().contains(fault.code().name()));
            false
        }
    }
}

/// Whatever the arguments are, the expansion is an expression.
fn check_expansion(arguments: &TokenStream) {
    let tokens = expand::expand(quote!((::skills_runtime) #arguments));
    let text = tokens.to_string();
    if let Err(error) = syn::parse2::<syn::Expr>(tokens) {
        panic!("{error}: {text}");
    }
}

/// Whatever the item is, the expansion is one, or an error.
fn check_derive(item: &TokenStream) {
    let tokens = derive::derive(item.clone());
    let text = tokens.to_string();
    if let Err(error) = syn::parse2::<syn::File>(tokens) {
        panic!("{error}: {text}");
    }
}
