//! A file that changes after the macro read it and before rustc includes it.
//!
//! The crates below name a runtime of their own, whose `include_bytes!` first replaces the files in `skills` by those
//! in `later`: exactly between the two reads, in every run.

use std::fs;

use crate::project::{Outcome, Project, skill};

/// Replaces the files, then leaves the rest to rustc.
const SWAP: &str = r#"
use std::path::Path;

use proc_macro::TokenStream;

#[proc_macro]
pub fn include_bytes(input: TokenStream) -> TokenStream {
    let package = std::env::var("CARGO_MANIFEST_DIR").unwrap();
    let later = Path::new(&package).join("later");
    for entry in std::fs::read_dir(&later).into_iter().flatten() {
        let entry = entry.unwrap();
        let swapped = Path::new(&package).join("skills/pdf").join(entry.file_name());
        std::fs::write(swapped, std::fs::read(entry.path()).unwrap()).unwrap();
        std::fs::remove_file(entry.path()).unwrap();
    }
    format!("::core::include_bytes!({input})").parse().unwrap()
}
"#;

const SWAP_MANIFEST: &str = "[package]\nname = \"swap\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
    [lib]\nproc-macro = true\n";

const MAIN: &str = r#"
use skills_runtime::Catalog;

mod later {
    pub mod __private {
        pub use skills_runtime::__private::*;
        pub mod core {
            pub use ::core::*;
            pub use swap::include_bytes;
        }
    }
}

static SKILLS: Catalog = skills_runtime::__private::expand! {
    (crate::later) "./skills", allow(untracked_folder)
};

fn main() {
    for file in SKILLS.skills().iter().flat_map(|skill| skill.files()) {
        println!("{} {}", file.uri(), file.digest());
    }
    match SKILLS.verify() {
        Ok(()) => println!("verified"),
        Err(error) => println!("{error}"),
    }
}
"#;

const FORMS: &str = "Ask for each field.\n";
const LOGO: &[u8] = b"\x89PNG\0one";

/// A crate with one skill, and the file that comes between.
fn swapping(name: &'static str, file: &str, content: &[u8]) -> Project {
    let project = Project::new(name);
    let dependencies = "[dependencies]\nswap = { path = \"swap\" }\n";
    project.replace("Cargo.toml", "[dependencies]\n", dependencies);
    project.write("swap/Cargo.toml", SWAP_MANIFEST);
    project.write("swap/src/lib.rs", SWAP);
    project.write("src/main.rs", MAIN);
    project.write("skills/pdf/SKILL.md", skill("pdf", "# PDF"));
    project.write("skills/pdf/forms.md", FORMS);
    project.write("skills/pdf/logo.png", LOGO);
    project.write(&format!("later/{file}"), content);
    project
}

/// The build during which the file was swapped.
fn build(project: &Project, file: &str, content: &[u8]) -> Outcome {
    let built = project.build();
    let swapped = fs::read(project.path(&format!("skills/pdf/{file}"))).unwrap();
    assert_eq!(swapped, content, "swapped while it was built");
    built
}

/// The next build sees the file as it is now.
fn assert_heals(project: &Project) {
    let next = project.build();
    assert!(!next.is_fresh);
    assert_eq!(next.run(), project.expected());
}

#[test]
fn text_is_embedded_as_it_was_hashed_also_when_the_file_changes_in_between() {
    let other = b"Ask for no field at all.\n";
    let project = swapping("swapped-text", "forms.md", other);
    let before = project.expected();
    assert_eq!(build(&project, "forms.md", other).run(), before);
    assert_heals(&project);
}

#[test]
fn a_binary_file_of_another_size_does_not_compile() {
    let other = b"\x89PNG\0other";
    let project = swapping("resized-blob", "logo.png", other);
    let built = build(&project, "logo.png", other);
    assert!(!built.is_ok);
    let error = "error[E0308]: mismatched types";
    assert!(built.messages.starts_with(error), "{}", built.messages);
    let sizes = "expected an array with a size of 8, found one with a size of 10";
    assert!(built.messages.contains(sizes), "{}", built.messages);
    assert_heals(&project);
}

#[test]
fn a_binary_file_of_the_same_size_is_named_by_verify() {
    let other = b"\x89PNG\0two";
    let project = swapping("swapped-blob", "logo.png", other);
    let mut before = project.expected();
    let stale = "the bytes of `skill://pdf/logo.png` do not match their digest";
    before.pop();
    before.push(stale.to_owned());
    assert_eq!(build(&project, "logo.png", other).run(), before);
    assert_heals(&project);
}

/// Texts that rustc's lexer would change, refuse or warn about in one form of string or another.
#[test]
fn text_is_embedded_byte_for_byte_whatever_it_holds() {
    let project = Project::new("odd-texts");
    project.write("skills/pdf/SKILL.md", skill("pdf", "# PDF"));
    let hashes = |n: usize| format!("\"{}", "#".repeat(n));
    let controls: String = ('\u{1}'..=' ').chain('\u{7f}'..='\u{a0}').collect();
    let texts = [
        "\"".to_owned(),
        "\"# \"## r#\"".to_owned(),
        "\\ \\u{41} \\\n \\\"".to_owned(),
        "a\r\nb\rc\r".to_owned(),
        "\u{feff}a\u{feff}".to_owned(),
        "\u{202e}a\u{2066}b\u{2069}".to_owned(),
        "\u{2028}\u{2029}\u{85}\u{fffe}\u{10ffff}".to_owned(),
        "{} {{ %s $x // /* */ #![x]".to_owned(),
        hashes(255),
        hashes(254),
        hashes(1_000),
        controls,
    ];
    for (index, text) in texts.iter().enumerate() {
        project.write(&format!("skills/pdf/{index}.txt"), text);
    }
    let built = project.build();
    let warnings = built.messages.matches("warning:").count();
    assert_eq!(warnings, 1, "only `untracked_folder`: {}", built.messages);
    assert_eq!(built.run(), project.expected());
}
