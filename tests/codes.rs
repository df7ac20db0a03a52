//! The reference page of the codes: it says what the table says, and its examples raise what they are examples of.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use skills_core::{Code, Diagnostic, Filter, Level, Loaded, Options, Root, load};

const PAGE: &str = include_str!("../skills-runtime/codes.md");

/// Three are raised by the macro, which knows its crate, and one only for a user who may not read every file.
const IN_UI_TESTS: &[Code] = &[
    Code::RootAbsolute,
    Code::Unreadable,
    Code::OutsidePackage,
    Code::UntrackedFolder,
];

#[test]
fn the_sections_are_the_codes_in_the_order_of_the_table() {
    let sections = sections();
    let found: Vec<_> = sections.iter().map(|section| section.name).collect();
    let codes: Vec<_> = Code::ALL.iter().map(|code| code.name()).collect();
    assert_eq!(found, codes);
}

#[test]
fn a_section_begins_with_the_level_and_the_summary_of_the_table() {
    for (section, code) in sections().iter().zip(Code::ALL) {
        let level = match code.level() {
            Level::Error => "**error**, cannot be allowed",
            Level::Deny => "**deny**, can be allowed",
            Level::Warn => "**warn**, can be allowed",
            Level::Allow => panic!("`{code}` is off unless the user sets it"),
        };
        assert_eq!(section.start, format!("{level}: {}.", code.summary()));
    }
}

#[test]
fn a_message_leads_to_the_section_of_its_code() {
    for (section, code) in sections().iter().zip(Code::ALL) {
        let text = Diagnostic::new(*code, "skills", "message").render();
        let url = "https://docs.rs/skills-runtime/latest/skills_runtime/codes/";
        let note = format!("= note: `{code}`, see {url}#{}", section.name);
        assert!(text.ends_with(&note), "{text}");
    }
}

#[test]
fn a_wrong_example_raises_its_code_and_nothing_else() {
    for (section, code) in sections().iter().zip(Code::ALL) {
        let wrong = section.examples(Verdict::Wrong);
        if IN_UI_TESTS.contains(code) {
            continue;
        }
        let loaded = check(&wrong);
        let mut raised: Vec<_> = loaded.diagnostics.iter().map(outcome).collect();
        raised.dedup();
        assert_eq!(raised, [(*code, code.level())], "{loaded:#?}");
        assert_eq!(loaded.catalog.is_none(), code.level().is_fatal(), "{code}");
    }
}

#[test]
fn a_right_example_raises_nothing() {
    for section in sections() {
        let loaded = check(&section.examples(Verdict::Right));
        assert_eq!(loaded.diagnostics, [], "{}", section.name);
        let n_skills = loaded.catalog.map(|catalog| catalog.skills().len());
        assert!(n_skills > Some(0), "{}: {n_skills:?}", section.name);
    }
}

#[test]
fn what_no_example_can_raise_is_raised_in_the_ui_tests() {
    for code in IN_UI_TESTS {
        let path = format!(
            "{}/../ui-tests/ui/{code}.stderr",
            env!("CARGO_MANIFEST_DIR")
        );
        let text = fs::read_to_string(path).unwrap();
        let first = text.split("= note: `").nth(1).unwrap();
        assert!(first.starts_with(&format!("{code}`, see ")), "{text}");
    }
}

#[test]
fn signs_stand_for_what_cannot_be_seen() {
    assert_eq!(
        written("a␣␍\n␀‹E9 FF›‹U+202E›‹1,002 × ab›é\n"),
        [
            b"a \r\n\0\xe9\xff\xe2\x80\xae",
            "ab".repeat(1002).as_bytes(),
            "é\n".as_bytes()
        ]
        .concat()
    );
}

struct Section {
    name: &'static str,
    /// The first line below the heading.
    start: &'static str,
    examples: Vec<Example>,
}

struct Example {
    verdict: Verdict,
    /// The file whose text it is; without one it is a list of files.
    file: Option<&'static str>,
    text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Wrong,
    Right,
}

impl Section {
    /// The examples of one kind; together they are one crate.
    fn examples(&self, verdict: Verdict) -> Vec<&Example> {
        let examples = self.examples.iter();
        let examples: Vec<_> = examples.filter(|found| found.verdict == verdict).collect();
        assert!(!examples.is_empty(), "`{}`: {verdict:?}", self.name);
        examples
    }
}

fn sections() -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut above = "";
    let mut lines = PAGE.lines();
    while let Some(line) = lines.next() {
        let section = sections.last_mut();
        if let Some(name) = line.strip_prefix("## ") {
            sections.push(Section {
                name,
                start: "",
                examples: Vec::new(),
            });
        } else if let Some(language) = line.strip_prefix("```") {
            let block = lines.by_ref().take_while(|line| *line != "```");
            let text = block.map(|line| format!("{line}\n")).collect();
            match (section, language) {
                (Some(section), "text") => section.examples.push(example(above, text)),
                // rustdoc compiles it.
                (Some(_), "rust") | (None, _) => {}
                (Some(section), _) => panic!("`{}`: {language}", section.name),
            }
        } else if !line.is_empty() {
            above = line;
            if let Some(section) = section.filter(|section| section.start.is_empty()) {
                section.start = line;
            }
        }
    }
    sections
}

/// An example by the line above it: `Wrong:`, or with the file, ``Right, in `skills/pdf-forms/SKILL.md`:``.
fn example(above: &'static str, text: String) -> Example {
    let (verdict, rest) = match above.split_at_checked("Wrong".len()) {
        Some(("Wrong", rest)) => (Verdict::Wrong, rest),
        Some(("Right", rest)) => (Verdict::Right, rest),
        _ => panic!("neither wrong nor right: {above}"),
    };
    let file = rest.strip_prefix(", in `");
    Example {
        verdict,
        file: file.map(|file| file.strip_suffix("`:").expect("the file ends the line")),
        text,
    }
}

fn outcome(found: &Diagnostic) -> (Code, Level) {
    (found.code(), found.level())
}

/// Makes the crate that the examples show, and loads its skills.
fn check(examples: &[&Example]) -> Loaded {
    let folder = tempfile::tempdir().unwrap();
    let base = folder.path();
    let lists = examples.iter().filter(|example| example.file.is_none());
    let mut call = r#"static SKILLS: Catalog = skills!("./skills");"#;
    for line in lists.flat_map(|example| example.text.lines()) {
        match line {
            "" => {}
            line if line.starts_with("static ") => call = line,
            line => add(base, line),
        }
    }
    for example in examples {
        if let Some(file) = example.file {
            write(&base.join(file), &written(&example.text));
        }
    }
    let (roots, options) = arguments(call, base);
    load(&roots, &options)
}

/// The roots and options of a call of the macro.
fn arguments(call: &str, base: &Path) -> (Vec<Root>, Options) {
    let call = call.strip_prefix("static SKILLS: Catalog = skills!(");
    let call = call.and_then(|call| call.strip_suffix(");")).unwrap();
    let (roots, include) = call.split_once(", include = ").unwrap_or((call, ""));
    let root = |written: &String| Root {
        path: base.join(written),
        written: written.clone(),
        shown: written.trim_start_matches("./").to_owned(),
        base: base.to_owned(),
    };
    let options = Options {
        filter: Filter::new(&strings(include), &[]).unwrap(),
        ..Options::default()
    };
    (strings(roots).iter().map(root).collect(), options)
}

/// The string literals of a text.
fn strings(text: &str) -> Vec<String> {
    let inside = text.split('"').skip(1).step_by(2);
    inside.map(str::to_owned).collect()
}

/// Makes the file, folder or link of one line of a list.
fn add(base: &Path, line: &str) {
    if let Some((path, target)) = line.split_once(" -> ") {
        symlink(target, base.join(path)).unwrap();
    } else if let Some(path) = line.strip_suffix(" (fifo)") {
        let made = Command::new("mkfifo").arg(base.join(path)).status();
        assert!(made.unwrap().success());
    } else if let Some(path) = line.strip_suffix('/') {
        fs::create_dir_all(base.join(path)).unwrap();
    } else if let Some(line) = line.strip_suffix(" bytes)") {
        let (path, size) = line.rsplit_once(" (").unwrap();
        write(&base.join(path), &vec![0; number(size)]);
    } else if let Some((start, rest)) = line.split_once("‹1 to ") {
        let (last, end) = rest.split_once('›').unwrap();
        (1..=number(last)).for_each(|n| add(base, &format!("{start}{n}{end}")));
    } else {
        write(&base.join(line), content(line).as_bytes());
    }
}

/// A right `SKILL.md`; any other file is one line.
fn content(path: &str) -> String {
    let Some(folder) = path.strip_suffix("/SKILL.md") else {
        return "one line\n".to_owned();
    };
    let name = folder.rsplit('/').next().unwrap();
    format!("---\nname: {name}\ndescription: Fills in forms.\n---\n\nRead the form first.\n")
}

fn write(path: &Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

/// The bytes of a text in which signs stand for what cannot be seen.
fn written(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '␣' => bytes.push(b' '),
            '␍' => bytes.push(b'\r'),
            '␀' => bytes.push(0),
            '‹' => {
                let (sign, after) = rest.split_once('›').unwrap();
                bytes.extend(sign_bytes(sign));
                rest = after;
            }
            c => bytes.extend(c.to_string().as_bytes()),
        }
    }
    bytes
}

/// What stands between `‹` and `›`: a repetition, a character by its number, or bytes.
fn sign_bytes(sign: &str) -> Vec<u8> {
    if let Some((times, text)) = sign.split_once(" × ") {
        return text.repeat(number(times)).into_bytes();
    }
    if let Some(digits) = sign.strip_prefix("U+") {
        let found = u32::from_str_radix(digits, 16).unwrap();
        return char::from_u32(found).unwrap().to_string().into_bytes();
    }
    let bytes = sign.split(' ');
    bytes
        .map(|byte| u8::from_str_radix(byte, 16).unwrap())
        .collect()
}

fn number(text: &str) -> usize {
    text.replace(',', "").parse().unwrap()
}
