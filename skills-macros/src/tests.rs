//! Expansions, formatted and compared as text.

use proc_macro2::TokenStream;
use quote::quote;

use crate::expand::expand;

/// A folder below this crate, removed afterwards: the macro takes only relative paths.
struct Tree(tempfile::TempDir);

impl Tree {
    fn new() -> Self {
        let dir = tempfile::Builder::new()
            .prefix("tree-")
            .tempdir_in(env!("CARGO_MANIFEST_DIR"));
        Self(dir.expect("this crate's folder is writable"))
    }

    fn file(self, path: &str, content: &[u8]) -> Self {
        let path = self.0.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
        self
    }

    fn written(&self) -> String {
        let name = self.0.path().file_name().unwrap().to_str().unwrap();
        format!("./{name}")
    }

    /// The expansion with this tree's name replaced by `TREE`.
    fn expand(&self, options: TokenStream) -> String {
        let written = self.written();
        let tokens = expand(quote!((::skills_runtime) #written #options));
        let file = syn::parse2(quote!(const C: () = #tokens;)).expect("an expansion parses");
        let name = written.trim_start_matches("./");
        prettyplease::unparse(&file).replace(name, "TREE")
    }
}

/// Compares with a file beside this one; `BLESS=1` writes it anew.
fn assert_expected(name: &str, found: &str) {
    let path = format!("{}/src/tests/{name}.expected", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, found).unwrap();
    }
    assert_eq!(found, std::fs::read_to_string(path).unwrap());
}

fn skill(name: &str) -> Vec<u8> {
    format!("---\nname: {name}\ndescription: d\n---\nbody\n").into_bytes()
}

#[test]
fn embeds_text_as_a_literal_and_bytes_by_their_size() {
    let tree = Tree::new()
        .file("pdf/SKILL.md", &skill("pdf"))
        .file("pdf/logo.png", b"\x89PNG");
    let found = tree.expand(quote!(, allow(untracked_folder)));
    assert_expected("embeds", &found);
}

#[test]
fn stores_the_bytes_of_a_nested_skill_once() {
    let tree = Tree::new()
        .file("pdf/SKILL.md", &skill("pdf"))
        .file("pdf/forms/SKILL.md", &skill("forms"));
    let found = tree.expand(quote!(, prefix = "acme/docs", allow(untracked_folder)));
    assert_expected("nested", &found);
}

#[test]
fn shows_every_error_beside_an_empty_catalog() {
    let tree = Tree::new().file("Bad/SKILL.md", b"---\nname: Bad\n---\n");
    let found = tree.expand(quote!());
    assert_expected("errors", &found);
}

#[test]
fn warns_of_a_folder_that_nobody_watches() {
    let tree = Tree::new().file("pdf/SKILL.md", &skill("pdf"));
    let found = tree.expand(quote!());
    assert_expected("untracked", &found);
}

#[test]
fn the_same_tree_expands_to_the_same_tokens() {
    let make = || {
        let tree = Tree::new()
            .file("a/SKILL.md", &skill("a"))
            .file("b/SKILL.md", &skill("b"));
        tree.expand(quote!(, allow(untracked_folder)))
    };
    assert_eq!(make(), make());
}

fn errors(tokens: TokenStream) -> Vec<String> {
    let expansion = expand(quote!((::skills_runtime) #tokens)).to_string();
    let texts = expansion.split("compile_error ! (").skip(1);
    texts
        .map(|rest| {
            let literal = rest.split(") ;").next().unwrap();
            syn::parse_str::<syn::LitStr>(literal).unwrap().value()
        })
        .collect()
}

#[test]
fn explains_every_argument_that_is_off() {
    for (tokens, expected) in [
        (
            quote!(),
            vec![
                "expected the path of a folder as a string literal, as in `skills!(\"./skills\")`",
            ],
        ),
        (
            quote!(5),
            vec![
                "expected the path of a folder as a string literal, as in `skills!(\"./skills\")`",
            ],
        ),
        (quote!([]), vec!["expected at least one folder"]),
        (
            quote!("./x", exlude = ["a"]),
            vec!["unknown option `exlude`\nhelp: did you mean `exclude`?"],
        ),
        (
            quote!("./x", verbose = 3),
            vec![
                "unknown option `verbose`\nhelp: the options are `prefix`, `include`, `exclude`, `allow`, `warn`, `deny`",
            ],
        ),
        (
            quote!("./x", prefix = "a", prefix = "b"),
            vec!["duplicate option `prefix`"],
        ),
        (
            quote!("./x", prefix = "Acme Corp"),
            vec![
                "unexpected first segment `Acme Corp` of the prefix\nhelp: write one or more of `a-z`, `0-9`, `.`, `_`, `-`, without `skill://`, as in `prefix = \"acme/docs\"`",
            ],
        ),
        (
            quote!("./x", prefix = "acme//docs"),
            vec!["unexpected segment `` in the prefix"],
        ),
        (
            quote!("./x", exclude = ["a{"]),
            vec![
                "invalid pattern: unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)",
            ],
        ),
        (
            quote!("./x", allow(broken_links, symlink, nonsense)),
            vec![
                "unknown code `broken_links`\nhelp: did you mean `broken_link`?",
                "`symlink` is an error and cannot be lowered\nhelp: it fires on a symbolic link below the root: a host would refuse the skill, or the protocol would break",
                "unknown code `nonsense`\nhelp: the code is in the last line of each message",
            ],
        ),
        (quote!("./x" "y"), vec!["expected `,`"]),
    ] {
        assert_eq!(errors(tokens.clone()), expected, "{tokens}");
    }
}

#[test]
fn the_derive_takes_the_same_arguments() {
    let tree = Tree::new().file("pdf/SKILL.md", &skill("pdf"));
    let written = tree.written();
    let tokens = crate::derive::derive(quote! {
        #[derive(Clone)]
        #[skills(#written, prefix = "acme", crate = other::runtime, allow(untracked_folder))]
        struct Server<T: Clone>(T);
    });
    let file = syn::parse2(tokens).expect("an expansion parses");
    let found = prettyplease::unparse(&file).replace(written.trim_start_matches("./"), "TREE");
    assert_expected("derive", &found);
}

#[test]
fn the_derive_explains_a_missing_or_doubled_attribute() {
    let error = |tokens: TokenStream| {
        let text = crate::derive::derive(tokens).to_string();
        let literal = text.split_once('{').unwrap().1.rsplit_once('}').unwrap().0;
        syn::parse_str::<syn::LitStr>(literal).unwrap().value()
    };
    assert_eq!(
        error(quote!(
            struct S;
        )),
        "missing attribute `skills`, as in `#[skills(\"./skills\")]`"
    );
    assert_eq!(
        error(quote!(
            #[skills]
            struct S;
        )),
        "expected arguments, as in `#[skills(\"./skills\")]`"
    );
    assert_eq!(
        error(quote!(
            #[skills("a")]
            #[skills("b")]
            struct S;
        )),
        "duplicate attribute `skills`\nhelp: several folders are a list: `#[skills([\"./skills\", \"./more\"])]`"
    );
    assert_eq!(
        errors(quote!("./x", crate = y)),
        [
            "unknown option `crate`\nhelp: the options are `prefix`, `include`, `exclude`, `allow`, `warn`, `deny`"
        ]
    );
}
