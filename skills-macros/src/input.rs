//! The arguments of `skills!`: one path or a list of paths, then options.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use skills_core::suggest::nearest;
use skills_core::uri::is_group_name;
use skills_core::{Code, Filter, Level, Levels};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Ident, LitStr, Path, Token, bracketed, parenthesized};

/// The options that there are, for the message about one that is not.
const OPTIONS: &[&str] = &["prefix", "include", "exclude", "allow", "warn", "deny"];

/// The arguments, each option checked.
pub(crate) struct Input {
    /// The path of `skills_runtime` in the user's crate, as `$crate` gives it.
    pub(crate) krate: TokenStream,
    /// The folders, as written.
    pub(crate) roots: Vec<LitStr>,
    /// The segments before every skill path.
    pub(crate) prefix: Vec<String>,
    /// `include` and `exclude`.
    pub(crate) filter: Filter,
    /// `allow`, `warn` and `deny`.
    pub(crate) levels: Levels,
}

/// What `skills!` hands over: the runtime's path, then the user's tokens.
pub(crate) struct Call {
    pub(crate) krate: TokenStream,
    pub(crate) arguments: TokenStream,
    /// Whether the user may name the runtime: a derive knows no `$crate`.
    pub(crate) takes_crate: bool,
}

impl Parse for Call {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let krate;
        parenthesized!(krate in input);
        Ok(Self {
            krate: krate.parse()?,
            arguments: input.parse()?,
            takes_crate: false,
        })
    }
}

impl Input {
    /// Parses the user's tokens.
    pub(crate) fn parse(call: Call) -> syn::Result<Self> {
        let arguments = syn::parse2::<Arguments>(call.arguments)?;
        let mut options = Collected {
            takes_crate: call.takes_crate,
            ..Collected::default()
        };
        let mut errors: Option<syn::Error> = None;
        for option in arguments.options {
            if let Err(error) = options.take(option) {
                match &mut errors {
                    None => errors = Some(error),
                    Some(errors) => errors.combine(error),
                }
            }
        }
        match errors {
            Some(errors) => Err(errors),
            None => options.into_input(call.krate, arguments.roots),
        }
    }
}

struct Arguments {
    roots: Vec<LitStr>,
    options: Vec<Opt>,
}

impl Parse for Arguments {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let roots = parse_roots(input)?;
        let mut options = Vec::new();
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if input.is_empty() {
                break;
            }
            options.push(input.parse()?);
        }
        Ok(Self { roots, options })
    }
}

fn parse_roots(input: ParseStream<'_>) -> syn::Result<Vec<LitStr>> {
    if input.peek(syn::token::Bracket) {
        let span = input.span();
        let roots = parse_list(input)?;
        if roots.is_empty() {
            return Err(syn::Error::new(span, "expected at least one folder"));
        }
        return Ok(roots);
    }
    if !input.peek(LitStr) {
        let message =
            "expected the path of a folder as a string literal, as in `skills!(\"./skills\")`";
        return Err(syn::Error::new(input.span(), message));
    }
    Ok(vec![input.parse()?])
}

fn parse_list(input: ParseStream<'_>) -> syn::Result<Vec<LitStr>> {
    let list;
    bracketed!(list in input);
    let items = Punctuated::<LitStr, Token![,]>::parse_terminated(&list)?;
    Ok(items.into_iter().collect())
}

/// One option, as written.
struct Opt {
    name: Ident,
    value: Value,
}

enum Value {
    Text(LitStr),
    List(Vec<LitStr>),
    Codes(Vec<Ident>),
    Path(Path),
}

impl Parse for Opt {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.call(Ident::parse_any)?;
        let value = match name.to_string().as_str() {
            "prefix" => {
                input.parse::<Token![=]>()?;
                Value::Text(input.parse()?)
            }
            "include" | "exclude" => {
                input.parse::<Token![=]>()?;
                Value::List(parse_list(input)?)
            }
            "allow" | "warn" | "deny" => {
                let list;
                parenthesized!(list in input);
                let codes = list.parse_terminated(Ident::parse_any, Token![,])?;
                Value::Codes(codes.into_iter().collect())
            }
            "crate" => {
                input.parse::<Token![=]>()?;
                Value::Path(input.call(Path::parse_mod_style)?)
            }
            other => return Err(unknown_option(&name, other)),
        };
        Ok(Self { name, value })
    }
}

fn unknown_option(name: &Ident, written: &str) -> syn::Error {
    let message = match nearest(written, OPTIONS.iter().copied()) {
        Some(near) => format!("unknown option `{written}`\nhelp: did you mean `{near}`?"),
        None => format!(
            "unknown option `{written}`\nhelp: the options are `{}`",
            OPTIONS.join("`, `")
        ),
    };
    syn::Error::new(name.span(), message)
}

#[derive(Default)]
struct Collected {
    prefix: Option<LitStr>,
    include: Vec<LitStr>,
    exclude: Vec<LitStr>,
    levels: Levels,
    takes_crate: bool,
    krate: Option<Path>,
}

impl Collected {
    fn take(&mut self, option: Opt) -> syn::Result<()> {
        match (option.name.to_string().as_str(), option.value) {
            ("prefix", Value::Text(_)) if self.prefix.is_some() => Err(syn::Error::new(
                option.name.span(),
                "duplicate option `prefix`",
            )),
            ("prefix", Value::Text(text)) => {
                check_prefix(&text)?;
                self.prefix = Some(text);
                Ok(())
            }
            ("include", Value::List(patterns)) => take_patterns(&mut self.include, patterns),
            ("exclude", Value::List(patterns)) => take_patterns(&mut self.exclude, patterns),
            ("allow", Value::Codes(codes)) => self.set(codes, Level::Allow),
            ("warn", Value::Codes(codes)) => self.set(codes, Level::Warn),
            (_, Value::Codes(codes)) => self.set(codes, Level::Deny),
            (_, Value::Path(path)) if self.takes_crate => {
                self.krate = Some(path);
                Ok(())
            }
            (name, _) => Err(unknown_option(&option.name, name)),
        }
    }

    fn set(&mut self, codes: Vec<Ident>, level: Level) -> syn::Result<()> {
        let mut errors: Option<syn::Error> = None;
        for ident in codes {
            if let Err(error) = self.set_one(&ident, level) {
                match &mut errors {
                    None => errors = Some(error),
                    Some(errors) => errors.combine(error),
                }
            }
        }
        errors.map_or(Ok(()), Err)
    }

    fn set_one(&mut self, ident: &Ident, level: Level) -> syn::Result<()> {
        let written = ident.to_string();
        if written == "warnings" && level == Level::Deny {
            self.levels.deny_warnings();
            return Ok(());
        }
        let Some(code) = Code::parse(&written) else {
            return Err(unknown_code(ident, &written));
        };
        if code.level() == Level::Error && level < Level::Deny {
            return Err(cannot_lower(ident, code));
        }
        self.levels.set(code, level);
        Ok(())
    }

    fn into_input(self, krate: TokenStream, roots: Vec<LitStr>) -> syn::Result<Input> {
        let texts = |list: &[LitStr]| list.iter().map(LitStr::value).collect::<Vec<_>>();
        let filter = Filter::new(&texts(&self.include), &texts(&self.exclude))
            .map_err(|error| syn::Error::new(Span::call_site(), error.to_string()))?;
        let prefix = self.prefix.map(|prefix| prefix.value()).unwrap_or_default();
        Ok(Input {
            krate: self.krate.map_or(krate, ToTokens::into_token_stream),
            roots,
            prefix: prefix
                .split('/')
                .filter(|part| !part.is_empty())
                .map(str::to_owned)
                .collect(),
            filter,
            levels: self.levels,
        })
    }
}

fn unknown_code(ident: &Ident, written: &str) -> syn::Error {
    let names = Code::ALL.iter().map(|code| code.name());
    let message = match nearest(written, names) {
        Some(near) => format!("unknown code `{written}`\nhelp: did you mean `{near}`?"),
        None => {
            format!("unknown code `{written}`\nhelp: the code is in the last line of each message")
        }
    };
    syn::Error::new(ident.span(), message)
}

fn cannot_lower(ident: &Ident, code: Code) -> syn::Error {
    let message = format!(
        "`{code}` is an error and cannot be lowered\nhelp: it fires on {}: a host would refuse the skill, or the protocol would break",
        code.summary()
    );
    syn::Error::new(ident.span(), message)
}

fn take_patterns(into: &mut Vec<LitStr>, patterns: Vec<LitStr>) -> syn::Result<()> {
    for pattern in patterns {
        if let Err(error) = Filter::check(&pattern.value()) {
            let message = format!("invalid pattern: {}", error.kind());
            return Err(syn::Error::new(pattern.span(), message));
        }
        into.push(pattern);
    }
    Ok(())
}

/// SEP-2640, "Resource Mapping": the first segment of a prefix is an authority, the others are path segments.
fn check_prefix(prefix: &LitStr) -> syn::Result<()> {
    let value = prefix.value();
    let mut segments = value.split('/');
    let first = segments.next().unwrap_or_default();
    if !is_group_name(first) || matches!(first, "." | "..") {
        let message = format!(
            "unexpected first segment `{first}` of the prefix\nhelp: write one or more of `a-z`, `0-9`, `.`, `_`, `-`, without `skill://`, as in `prefix = \"acme/docs\"`"
        );
        return Err(syn::Error::new(prefix.span(), message));
    }
    let is_wrong = |segment: &str| {
        matches!(segment, "" | "." | "..")
            || segment.contains(|c: char| c.is_control() || c == '\\')
    };
    match segments.find(|segment| is_wrong(segment)) {
        Some(segment) => {
            let message = format!(
                "unexpected segment `{}` in the prefix",
                segment.escape_debug()
            );
            Err(syn::Error::new(prefix.span(), message))
        }
        None => Ok(()),
    }
}
