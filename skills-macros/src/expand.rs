//! Arguments to the expansion: load, then quote the catalog or what is wrong with it.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use skills_core::diagnostic::render_all;
use skills_core::{Diagnostic, Options, load};

use crate::input::{Call, Input};
use crate::quote::quote_catalog;
use crate::resolve::{Resolved, resolve};
use crate::warning;

/// Expands `{ ($crate) arguments }`.
pub(crate) fn expand(tokens: TokenStream) -> TokenStream {
    let call = match syn::parse2::<Call>(tokens) {
        Ok(call) => call,
        Err(error) => return error.into_compile_error(),
    };
    expand_call(call).catalog
}

/// An expression of type `Catalog`, and the runtime's path that it names.
pub(crate) struct Expanded {
    pub(crate) krate: TokenStream,
    pub(crate) catalog: TokenStream,
}

pub(crate) fn expand_call(call: Call) -> Expanded {
    let krate = call.krate.clone();
    match Input::parse(call) {
        Ok(input) => Expanded {
            catalog: expand_input(&input),
            krate: input.krate,
        },
        Err(error) => {
            let errors = error
                .into_iter()
                .map(|error| (error.span(), error.to_string()));
            Expanded {
                catalog: failed(&krate, errors),
                krate,
            }
        }
    }
}

fn expand_input(input: &Input) -> TokenStream {
    let krate = &input.krate;
    let span = input
        .roots
        .first()
        .map_or_else(Span::call_site, syn::LitStr::span);
    let roots = match resolve_all(input) {
        Ok(roots) => roots,
        Err(errors) => return failed(krate, errors.into_iter()),
    };
    let options = Options {
        prefix: input.prefix.clone(),
        filter: input.filter.clone(),
        levels: input.levels.clone(),
    };
    let plain: Vec<_> = roots.iter().map(|root| root.root.clone()).collect();
    let mut loaded = load(&plain, &options);
    if loaded.catalog.is_some() {
        loaded
            .diagnostics
            .extend(warning::outside(&roots, &input.levels));
        loaded
            .diagnostics
            .extend(warning::untracked(&roots, &input.levels));
    }
    let is_fatal = |found: &Diagnostic| found.level().is_fatal();
    let (errors, warnings): (Vec<_>, Vec<_>) = loaded.diagnostics.into_iter().partition(is_fatal);
    let warnings = warning::quote_warnings(&warnings, span);
    let catalog = match loaded.catalog.filter(|_| errors.is_empty()) {
        Some(catalog) => quote_catalog(krate, &roots, &catalog),
        None => failed(
            krate,
            render_all(&errors).into_iter().map(|text| (span, text)),
        ),
    };
    quote!({ #warnings #catalog })
}

fn resolve_all(input: &Input) -> Result<Vec<Resolved>, Vec<(Span, String)>> {
    let mut roots = Vec::new();
    let mut errors = Vec::new();
    for written in &input.roots {
        match resolve(&written.value()) {
            Ok(root) => roots.push(root),
            Err(fault) => errors.push((written.span(), fault.render())),
        }
    }
    if errors.is_empty() {
        Ok(roots)
    } else {
        Err(errors)
    }
}

/// All errors in one block, and an empty catalog as its value, so that no other error follows.
///
/// The one name that does not go through the runtime: a path that starts with `$crate` would make rustc say of each
/// error that it originates in a macro, and an imported name would reverse their order.
fn failed(krate: &TokenStream, errors: impl Iterator<Item = (Span, String)>) -> TokenStream {
    let errors = errors.map(|(span, text)| quote_spanned!(span=> ::core::compile_error!(#text);));
    quote!({ #(#errors)* #krate::__private::empty() })
}
