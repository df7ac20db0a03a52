//! Catalog to tokens; cannot fail. Every name goes through the runtime's path.
//!
//! The catalog is written as source text and read back by rustc's lexer: the macro is not optimised when it runs, the
//! lexer is.

use std::ops::Range;

use proc_macro2::{Literal, Span, TokenStream};
use quote::quote;
use serde_json::Value as Json;
use skills_core::catalog::{Catalog, Skill, SkillFile};
use skills_core::pages;

use crate::literal::{bytes, string, text};
use crate::packed::Packed;
use crate::resolve::Resolved;

/// The catalog as one expression: a block of statics and the call that joins them.
pub(crate) fn quote_catalog(
    krate: &TokenStream,
    roots: &[Resolved],
    catalog: &Catalog,
) -> TokenStream {
    match lex(&Scope::new(roots, catalog).source()) {
        Ok(catalog) => quote!({
            use #krate::__private as skills_private;
            #catalog
        }),
        Err(error) => syn::Error::new(Span::call_site(), error).into_compile_error(),
    }
}

/// By rustc itself where there is one: proc-macro2 would first read all of it with a lexer of its own.
fn lex(source: &str) -> Result<TokenStream, String> {
    if proc_macro::is_available() {
        let tokens = source.parse::<proc_macro::TokenStream>();
        return tokens
            .map(TokenStream::from)
            .map_err(|error| error.to_string());
    }
    source
        .parse()
        .map_err(|error: proc_macro2::LexError| error.to_string())
}

/// Rust source text.
type Source = String;

struct Scope<'a> {
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
    fn new(roots: &'a [Resolved], catalog: &'a Catalog) -> Self {
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
            roots,
            catalog,
            nested,
            outermost,
            shared,
        }
    }

    /// The statements of the block, and its value.
    fn source(&self) -> Source {
        let (n_files, n_skills) = (self.catalog.files().len(), self.catalog.skills().len());
        let shared: Source = (0..n_files)
            .filter_map(|index| self.shared(index))
            .collect();
        let files: Source = (0..n_files).filter_map(|index| self.file(index)).collect();
        let nested = (0..n_skills).filter_map(|index| self.nested_list(index));
        let nested: Source = nested.collect();
        let skills: Source = (0..n_skills)
            .filter_map(|index| self.skill(index))
            .collect();
        [
            &*self.tracking(),
            &self.variables(),
            &shared,
            &format!("static FILES: [skills_private::SkillFile; {n_files}] = [\n"),
            &files,
            "];\n",
            &nested,
            &format!("static SKILLS: [skills_private::Skill; {n_skills}] = [\n"),
            &skills,
            "];\n",
            &self.value(),
        ]
        .concat()
    }

    fn value(&self) -> Source {
        let digest = bytes(self.catalog.digest().as_bytes());
        let skill_pages = pages::of_skills(self.catalog);
        let resource_pages = pages::of_resources(self.catalog);
        format!(
            "skills_private::paged(\nskills_private::catalog(&SKILLS, &FILES, {digest}),\n\
             &{skill_pages:?},\n&{resource_pages:?},\n)"
        )
    }

    fn file(&self, index: usize) -> Option<Source> {
        self.listed(index, self.path(index)?)
    }

    /// One entry of a list of files; the path is relative to the skill that lists it.
    fn listed(&self, index: usize, path: &str) -> Option<Source> {
        let file = self.catalog.files().get(index)?;
        let packed = Packed::new(file, self.path(index)?);
        let (uri, path) = (packed.uri(), packed.path(path));
        let strings = self
            .shared_name(index)
            .unwrap_or_else(|| text(&packed.string()));
        let blob = self.blob_of(index, file);
        let kind = if file.text.is_some() { "text" } else { "blob" };
        Some(format!(
            "skills_private::{kind}({strings}, {uri:?}, {path:?}{blob}),\n"
        ))
    }

    /// The path of a file inside the outermost skill that lists it.
    fn path(&self, index: usize) -> Option<&'a str> {
        let file = self.catalog.files().get(index)?;
        let skill = self.outermost.get(index).copied().flatten();
        Some(inside(file, skill.map_or("", |skill| &skill.folder)))
    }

    /// The argument for the bytes of a file that is not text.
    fn blob_of(&self, index: usize, file: &SkillFile) -> Source {
        match self.shared_name(index) {
            _ if file.text.is_some() => Source::new(),
            Some(name) => format!(", {name}_BYTES"),
            None => format!(", {}", self.bytes_of(file)),
        }
    }

    /// Read by the compiler, which checks the size again; text is the literal that was hashed.
    fn bytes_of(&self, file: &SkillFile) -> Source {
        let (size, include) = (file.size, self.include(file));
        format!(
            "{{ const BYTES: &[skills_private::core::primitive::u8; {size}] = {include}; BYTES }}"
        )
    }

    /// Has cargo watch the files that stand in the expansion as literals.
    ///
    /// In a function that nobody calls: the value of a constant would be computed, a copy of every file.
    fn tracking(&self) -> Source {
        let files = self
            .catalog
            .files()
            .iter()
            .filter(|file| file.text.is_some());
        let includes = files.map(|file| format!("let _ = {};\n", self.include(file)));
        format!("fn _tracked() {{\n{}}}\n", includes.collect::<Source>())
    }

    fn include(&self, file: &SkillFile) -> Source {
        let (variable, below) = match self.roots.get(file.root) {
            Some(root) => (root.variable, root.below.as_str()),
            None => ("CARGO_MANIFEST_DIR", ""),
        };
        let path = match below {
            "" => format!("/{}", file.path),
            below => format!("/{below}/{}", file.path),
        };
        let path = string(&path);
        format!(
            "skills_private::core::include_bytes!(skills_private::core::concat!(\
             skills_private::core::env!(\"{variable}\"), {path}))"
        )
    }

    /// Another output folder of the build script is another catalog.
    fn variables(&self) -> Source {
        let tracked = "const _: skills_private::core::option::Option<&skills_private::core::primitive::str> = \
            skills_private::core::option_env!(\"OUT_DIR\");\n";
        let uses_out_dir = self.roots.iter().any(|root| root.variable == "OUT_DIR");
        if uses_out_dir { tracked } else { "" }.to_owned()
    }

    /// The strings and bytes of a file that more than one skill lists, once.
    fn shared(&self, index: usize) -> Option<Source> {
        let file = self.catalog.files().get(index)?;
        let name = self.shared_name(index)?;
        let strings = text(&Packed::new(file, self.path(index)?).string());
        let strings =
            format!("static {name}: &skills_private::core::primitive::str = {strings};\n");
        Some(match file.text {
            Some(_) => strings,
            None => format!(
                "{strings}static {name}_BYTES: &[skills_private::core::primitive::u8] = {};\n",
                self.bytes_of(file)
            ),
        })
    }

    fn shared_name(&self, index: usize) -> Option<Source> {
        let is_shared = self.shared.get(index).copied().unwrap_or_default();
        is_shared.then(|| format!("FILE_{index}"))
    }

    /// A nested skill's own list: the same files, with paths relative to its folder.
    fn nested_list(&self, index: usize) -> Option<Source> {
        let name = self.nested_name(index)?;
        let skill = self.catalog.skills().get(index)?;
        let range = self.catalog.range_of(skill);
        let n_files = range.len();
        let items = range.filter_map(|index| {
            let file = self.catalog.files().get(index)?;
            self.listed(index, inside(file, &skill.folder))
        });
        let items: Source = items.collect();
        Some(format!(
            "static {name}: [skills_private::SkillFile; {n_files}] = [\n{items}];\n"
        ))
    }

    fn nested_name(&self, index: usize) -> Option<Source> {
        let is_nested = self.nested.get(index).copied().unwrap_or_default();
        is_nested.then(|| format!("NESTED_{index}"))
    }

    fn skill(&self, index: usize) -> Option<Source> {
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
        let fields: Source = frontmatter
            .iter()
            .filter(|(key, _)| !matches!(key.as_str(), "name" | "description"))
            .map(|(key, value)| member(key, value))
            .collect();
        let frontmatter = Json::Object(frontmatter.clone()).to_string();
        let files = self.catalog.files_of(skill);
        let skill_md = files.iter().position(|file| &file.uri == uri)?;
        let list = match self.nested_name(index) {
            Some(name) => format!("&{name}"),
            None => {
                let Range { start, end } = self.catalog.range_of(skill);
                format!("skills_private::slice(&FILES, {start}, {end})")
            }
        };
        let [name, description, frontmatter] =
            [name, description, &frontmatter].map(|value| string(value));
        let skill = format!(
            "skills_private::skill({name}, {description}, {frontmatter}, {list}, {skill_md}, {body})"
        );
        Some(match &*fields {
            "" => format!("{skill},\n"),
            fields => format!("skills_private::with_fields({skill}, &[{fields}]),\n"),
        })
    }
}

/// The path of a file inside a folder.
fn inside<'a>(file: &'a SkillFile, folder: &str) -> &'a str {
    let path = file.path.strip_prefix(folder).unwrap_or(&file.path);
    path.trim_start_matches('/')
}

fn member(key: &str, value: &Json) -> Source {
    format!("({}, {}),", string(key), json(value))
}

/// A field as static data, so that no answer has to parse it.
fn json(value: &Json) -> Source {
    let value = match value {
        Json::Null => "Null".to_owned(),
        Json::Bool(value) => format!("Bool({value})"),
        Json::String(value) => format!("String({})", string(value)),
        Json::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(integer), _) => format!("Integer({integer})"),
            (None, Some(float)) => format!("Float({})", Literal::f64_suffixed(float)),
            // The reading layer refuses all other numbers.
            (None, None) => "Null".to_owned(),
        },
        Json::Array(items) => {
            let items = items.iter().map(|item| format!("{},", json(item)));
            format!("Array(&[{}])", items.collect::<Source>())
        }
        Json::Object(members) => {
            let members = members.iter().map(|(key, value)| member(key, value));
            format!("Object(&[{}])", members.collect::<Source>())
        }
    };
    format!("skills_private::Json::{value}")
}
