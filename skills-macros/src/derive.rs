//! `#[derive(EmbedSkills)]`: the same arguments as `skills!`, in an attribute of the server's type.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Attribute, DeriveInput, Meta};

use crate::expand::{Expanded, expand_call};
use crate::input::Call;

/// Expands the derive to an implementation of the trait of that name.
pub(crate) fn derive(tokens: TokenStream) -> TokenStream {
    let input = match syn::parse2::<DeriveInput>(tokens) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    match arguments(&input) {
        Ok(arguments) => implement(&input, arguments),
        Err(error) => error.into_compile_error(),
    }
}

/// The tokens of the one attribute `#[skills(..)]`.
fn arguments(input: &DeriveInput) -> syn::Result<TokenStream> {
    let is_ours = |attribute: &&Attribute| attribute.path().is_ident("skills");
    let mut attributes = input.attrs.iter().filter(is_ours);
    let example = "as in `#[skills(\"./skills\")]`";
    let Some(attribute) = attributes.next() else {
        let message = format!("missing attribute `skills`, {example}");
        return Err(syn::Error::new(Span::call_site(), message));
    };
    if let Some(second) = attributes.next() {
        let message = "duplicate attribute `skills`\nhelp: several folders are a list: `#[skills([\"./skills\", \"./more\"])]`";
        return Err(syn::Error::new_spanned(second, message));
    }
    match &attribute.meta {
        Meta::List(list) => Ok(list.tokens.clone()),
        meta => {
            let message = format!("expected arguments, {example}");
            Err(syn::Error::new_spanned(meta, message))
        }
    }
}

fn implement(input: &DeriveInput, arguments: TokenStream) -> TokenStream {
    let Expanded { krate, catalog } = expand_call(Call {
        krate: quote!(::skills_runtime),
        arguments,
        takes_crate: true,
    });
    let name = &input.ident;
    let (generics, arguments, bounds) = input.generics.split_for_impl();
    quote! {
        impl #generics #krate::EmbedSkills for #name #arguments #bounds {
            fn skills() -> &'static #krate::Catalog {
                static SKILLS: #krate::Catalog = #catalog;
                &SKILLS
            }
        }
    }
}
