//! Warnings on stable Rust: the use of an item deprecated with the text.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use skills_core::diagnostic::render_all;
use skills_core::{Code, Diagnostic, Level, Levels};

use crate::resolve::Resolved;

/// The variable by which a build script says which folders it watches, separated by `:`.
const WATCHED: &str = "SKILLS_WATCHED";

/// One deprecated function a warning, named by its code, and its use.
pub(crate) fn quote_warnings(warnings: &[Diagnostic], span: Span) -> TokenStream {
    let texts = render_all(warnings);
    let items = texts.iter().enumerate().map(|(index, text)| {
        let code = warnings
            .get(index)
            .filter(|_| index + 1 < texts.len() || texts.len() == warnings.len());
        let name = code.map_or("more_warnings", |warning| warning.code().name());
        quote_warning(&Ident::new(name, span), text, span)
    });
    quote!(#(#items)*)
}

fn quote_warning(name: &Ident, text: &str, span: Span) -> TokenStream {
    let note = format!("\n{text}");
    quote_spanned! {span=>
        const _: () = {
            #[deprecated(note = #note)]
            const fn #name() {}
            #name()
        };
    }
}

/// A root that no build script watches: cargo does not see files that are added to it.
pub(crate) fn untracked(roots: &[Resolved], levels: &Levels) -> Vec<Diagnostic> {
    let level = levels.get(Code::UntrackedFolder);
    let watched = std::env::var(WATCHED).unwrap_or_default();
    let is_untracked = |root: &&Resolved| {
        root.variable == "CARGO_MANIFEST_DIR" && !is_watched(&watched, &root.below)
    };
    let untracked: Vec<_> = roots.iter().filter(is_untracked).collect();
    if level == Level::Allow || untracked.is_empty() {
        return Vec::new();
    }
    let all: Vec<_> = roots.iter().map(|root| folder(&root.below)).collect();
    let watched = all.join(":");
    let lines = all
        .iter()
        .map(|folder| format!("println!(\"cargo::rerun-if-changed={folder}\");"));
    let lines: Vec<_> = lines.collect();
    let fix = format!(
        "{}\nprintln!(\"cargo::rustc-env={WATCHED}={watched}\");",
        lines.join("\n")
    );
    untracked
        .into_iter()
        .map(|root| diagnostic(root, &fix).with_level(level))
        .collect()
}

/// A root that `cargo package` cannot put into the crate.
pub(crate) fn outside(roots: &[Resolved], levels: &Levels) -> Vec<Diagnostic> {
    let level = levels.get(Code::OutsidePackage);
    let is_outside = |root: &&Resolved| root.below.starts_with("..") && level > Level::Allow;
    let outside = roots.iter().filter(is_outside).map(|root| {
        let message = format!("`{}` is outside the package: a published crate is without it", root.root.written);
        Diagnostic::new(Code::OutsidePackage, root.root.show(""), message)
            .help("move the folder below `Cargo.toml`, or `allow(outside_package)` if the crate is not published")
            .with_level(level)
    });
    outside.collect()
}

fn diagnostic(root: &Resolved, fix: &str) -> Diagnostic {
    let message = format!(
        "cargo does not notice files added to `{}`",
        folder(&root.below)
    );
    Diagnostic::new(Code::UntrackedFolder, root.root.show(""), message)
        .help(format!("put these lines into `main` of `build.rs`:\n{fix}"))
}

fn folder(below: &str) -> &str {
    if below.is_empty() { "." } else { below }
}

/// Whether one of the watched folders is the root or holds it.
fn is_watched(watched: &str, below: &str) -> bool {
    watched
        .split(':')
        .filter(|folder| !folder.is_empty())
        .any(|folder| {
            let folder = folder.trim_start_matches("./").trim_end_matches('/');
            let rest = below.strip_prefix(folder);
            folder == "."
                || folder.is_empty()
                || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_watched_by_itself_or_by_one_above() {
        for watched in ["skills", "./skills/", "other:skills", ".", "assets:."] {
            assert!(is_watched(watched, "skills"), "{watched}");
        }
        assert!(is_watched("assets", "assets/skills"));
        for watched in ["", "skill", "skills/pdf", "skillset"] {
            assert!(!is_watched(watched, "skills"), "{watched}");
        }
    }
}
