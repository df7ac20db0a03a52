//! Catalog to tokens; cannot fail. Every name goes through the runtime's path.

use std::ops::Range;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;
use serde_json::Value as Json;
use skills_core::catalog::{Catalog, Skill, SkillFile};
use skills_core::pages;

use crate::resolve::Resolved;

/// The catalog as one expression: a block of statics and the call that joins them.
pub(crate) fn quote_catalog(
    krate: &TokenStream,
    roots: &[Resolved],
    catalog: &Catalog,
) -> TokenStream {
    let scope = Scope::new(krate, roots, catalog);
    let (n_files, n_skills) = (catalog.files().len(), catalog.skills().len());
    let tracking = scope.tracking();
    let variables = scope.variables();
    let shared = (0..n_files).filter_map(|index| scope.shared(index));
    let files = (0..n_files).filter_map(|index| scope.file(index));
    let nested = (0..n_skills).filter_map(|index| scope.nested_list(index));
    let skills = (0..n_skills).filter_map(|index| scope.skill(index));
    let digest = bytes(catalog.digest().as_bytes());
    let (skill_pages, resource_pages) = (pages::of_skills(catalog), pages::of_resources(catalog));
    quote!({
        #tracking
        #variables
        #(#shared)*
        static FILES: [#krate::SkillFile; #n_files] = [#(#files),*];
        #(#nested)*
        static SKILLS: [#krate::Skill; #n_skills] = [#(#skills),*];
        #krate::__private::paged(
            #krate::__private::catalog(&SKILLS, &FILES, #digest),
            &[#(#skill_pages),*],
            &[#(#resource_pages),*],
        )
    })
}

struct Scope<'a> {
    krate: &'a TokenStream,
    roots: &'a [Resolved],
    catalog: &'a Catalog,
    /// For each skill, whether another one contains it.
    nested: Vec<bool>,
    /// For each file, the outermost skill that lists it.
    outermost: Vec<Option<&'a Skill>>,
    /// For each file, whether more than one skill lists it.
    shared: Vec<bool>,
}

impl<'a> Scope<'a> {
    fn new(krate: &'a TokenStream, roots: &'a [Resolved], catalog: &'a Catalog) -> Self {
        let n_files = catalog.files().len();
        let nested = catalog.nested();
        let mut outermost = vec![None; n_files];
        let mut shared = vec![false; n_files];
        for (skill, is_nested) in catalog.skills().iter().zip(&nested) {
            for index in catalog.range_of(skill) {
                match (is_nested, outermost.get_mut(index), shared.get_mut(index)) {
                    (true, _, Some(shared)) => *shared = true,
                    (false, Some(outermost), _) => *outermost = Some(skill),
                    _ => {}
                }
            }
        }
        Self {
            krate,
            roots,
            catalog,
            nested,
            outermost,
            shared,
        }
    }

    fn file(&self, index: usize) -> Option<TokenStream> {
        let file = self.catalog.files().get(index)?;
        let skill = self.outermost.get(index).copied().flatten();
        let content = self
            .shared_name(index)
            .unwrap_or_else(|| self.content(file));
        Some(self.listed(
            file,
            skill.map_or("", |skill| skill.folder.as_str()),
            &content,
        ))
    }

    /// One entry of a list of files; the path is relative to the skill that lists it.
    fn listed(&self, file: &SkillFile, folder: &str, content: &TokenStream) -> TokenStream {
        let SkillFile {
            uri,
            path,
            media_type,
            digest,
            bytes: _,
            is_text,
            root: _,
        } = file;
        let krate = self.krate;
        let path = path
            .strip_prefix(folder)
            .unwrap_or(path)
            .trim_start_matches('/');
        let digest = bytes(digest.as_bytes());
        let kind = if *is_text { quote!(text) } else { quote!(blob) };
        quote!(#krate::__private::#kind(#uri, #path, #media_type, #digest, #content))
    }

    /// Text as the literal that was hashed; the rest by the compiler, which checks the size again.
    fn content(&self, file: &SkillFile) -> TokenStream {
        match file.text() {
            Some(text) => quote!(#text),
            None => {
                let size = file.bytes.len();
                let (krate, include) = (self.krate, self.include(file));
                quote!({ const BYTES: &[#krate::__private::core::primitive::u8; #size] = #include; BYTES })
            }
        }
    }

    /// Has cargo watch the files that stand in the expansion as literals.
    fn tracking(&self) -> TokenStream {
        let krate = self.krate;
        let files = self.catalog.files().iter().filter(|file| file.is_text);
        let includes = files.map(|file| self.include(file));
        quote!(const _: &[&[#krate::__private::core::primitive::u8]] = &[#(#includes),*];)
    }

    fn include(&self, file: &SkillFile) -> TokenStream {
        let krate = self.krate;
        let (variable, below) = match self.roots.get(file.root) {
            Some(root) => (root.variable, root.below.as_str()),
            None => ("CARGO_MANIFEST_DIR", ""),
        };
        let path = match below {
            "" => format!("/{}", file.path),
            below => format!("/{below}/{}", file.path),
        };
        quote!(#krate::__private::core::include_bytes!(
            #krate::__private::core::concat!(#krate::__private::core::env!(#variable), #path)
        ))
    }

    /// Another output folder of the build script is another catalog.
    fn variables(&self) -> TokenStream {
        let krate = self.krate;
        let uses_out_dir = self.roots.iter().any(|root| root.variable == "OUT_DIR");
        let tracked = quote! {
            const _: #krate::__private::core::option::Option<&#krate::__private::core::primitive::str> =
                #krate::__private::core::option_env!("OUT_DIR");
        };
        if uses_out_dir {
            tracked
        } else {
            TokenStream::new()
        }
    }

    /// The content of a file that more than one skill lists, once.
    fn shared(&self, index: usize) -> Option<TokenStream> {
        let krate = self.krate;
        let file = self.catalog.files().get(index)?;
        let name = self.shared_name(index)?;
        let content = self.content(file);
        Some(match file.text() {
            Some(_) => quote!(static #name: &#krate::__private::core::primitive::str = #content;),
            None => quote!(static #name: &[#krate::__private::core::primitive::u8] = #content;),
        })
    }

    fn shared_name(&self, index: usize) -> Option<TokenStream> {
        let is_shared = self.shared.get(index).copied().unwrap_or_default();
        let name = Ident::new(&format!("FILE_{index}"), Span::mixed_site());
        is_shared.then(|| quote!(#name))
    }

    /// A nested skill's own list: the same files, with paths relative to its folder.
    fn nested_list(&self, index: usize) -> Option<TokenStream> {
        let name = self.nested_name(index)?;
        let krate = self.krate;
        let skill = self.catalog.skills().get(index)?;
        let range = self.catalog.range_of(skill);
        let n_files = range.len();
        let items = range.filter_map(|index| {
            let file = self.catalog.files().get(index)?;
            let content = self.shared_name(index)?;
            Some(self.listed(file, &skill.folder, &content))
        });
        Some(quote!(static #name: [#krate::SkillFile; #n_files] = [#(#items),*];))
    }

    fn nested_name(&self, index: usize) -> Option<Ident> {
        let is_nested = self.nested.get(index).copied().unwrap_or_default();
        is_nested.then(|| Ident::new(&format!("NESTED_{index}"), Span::mixed_site()))
    }

    fn skill(&self, index: usize) -> Option<TokenStream> {
        let skill = self.catalog.skills().get(index)?;
        let Skill {
            name,
            description,
            uri,
            frontmatter,
            body,
            folder: _,
            root: _,
        } = skill;
        let krate = self.krate;
        let fields = frontmatter
            .iter()
            .filter(|(key, _)| !matches!(key.as_str(), "name" | "description"))
            .map(|(key, value)| self.member(key, value));
        let fields: Vec<_> = fields.collect();
        let frontmatter = Json::Object(frontmatter.clone()).to_string();
        let files = self.catalog.files_of(skill);
        let skill_md = files.iter().position(|file| &file.uri == uri)?;
        let list = match self.nested_name(index) {
            Some(name) => quote!(&#name),
            None => {
                let Range { start, end } = self.catalog.range_of(skill);
                quote!(#krate::__private::slice(&FILES, #start, #end))
            }
        };
        let skill = quote!(#krate::__private::skill(#name, #description, #uri, #frontmatter, #list, #skill_md, #body));
        Some(if fields.is_empty() {
            skill
        } else {
            quote!(#krate::__private::with_fields(#skill, &[#(#fields),*]))
        })
    }

    fn member(&self, key: &str, value: &Json) -> TokenStream {
        let value = self.json(value);
        quote!((#key, #value))
    }

    /// A field as static data, so that no answer has to parse it.
    fn json(&self, value: &Json) -> TokenStream {
        let krate = self.krate;
        let json = quote!(#krate::__private::Json);
        match value {
            Json::Null => quote!(#json::Null),
            Json::Bool(value) => quote!(#json::Bool(#value)),
            Json::String(value) => quote!(#json::String(#value)),
            Json::Number(number) => match (number.as_i64(), number.as_f64()) {
                (Some(integer), _) => quote!(#json::Integer(#integer)),
                (None, Some(float)) => quote!(#json::Float(#float)),
                // The reading layer refuses all other numbers.
                (None, None) => quote!(#json::Null),
            },
            Json::Array(items) => {
                let items = items.iter().map(|item| self.json(item));
                quote!(#json::Array(&[#(#items),*]))
            }
            Json::Object(members) => {
                let members = members.iter().map(|(key, value)| self.member(key, value));
                quote!(#json::Object(&[#(#members),*]))
            }
        }
    }
}

fn bytes(bytes: &[u8]) -> Literal {
    Literal::byte_string(bytes)
}
