use serde_json::Value;
use skills_core::frontmatter;

use crate::tree::assert_expected;

/// The value of each accepted row, and the whole text for each refused one.
#[test]
fn every_value_is_read_as_all_hosts_read_it_or_refused() {
    let rows: Vec<Value> = serde_json::from_str(include_str!("cases/yaml.json")).unwrap();
    assert_eq!(rows.len(), 88);
    let mut refused = String::new();
    for row in rows {
        let (name, yaml) = (row["name"].as_str().unwrap(), row["yaml"].as_str().unwrap());
        let text = format!("---\n{}\nlast: x\n---\nbody\n", yaml.trim_end_matches('\n'));
        let mut faults = Vec::new();
        let found = frontmatter::parse(&text, &mut faults);
        match row.get("accept") {
            Some(expected) => {
                assert_eq!(faults, [], "{name}");
                let mut json = found.unwrap().to_json();
                json.remove("last");
                assert_eq!(&Value::Object(json), expected, "{name}");
                let served = frontmatter::read(&text).unwrap();
                assert_eq!(served["v"], expected["v"], "{name}");
            }
            None => {
                assert_ne!(faults, [], "{name}");
                refused.push_str(&format!("\n== {name}\n"));
                for fault in faults {
                    let helps = fault.helps.clone();
                    refused.push_str(&format!("{}\n", fault.in_file("SKILL.md", &text)));
                    helps
                        .iter()
                        .for_each(|help| refused.push_str(&format!("    help: {help}\n")));
                }
            }
        }
    }
    assert_expected("yaml", &refused);
}

/// What a client compares is read without the portability rules.
#[test]
fn a_served_frontmatter_is_read_as_yaml_1_2() {
    let text =
        "\u{feff}---\r\nname: x\r\nmode: 0755\r\non: yes\r\nlist: [a,\r\n  b]\r\n--- \r\nbody";
    let json = Value::Object(frontmatter::read(text).unwrap());
    assert_eq!(
        json,
        serde_json::json!({"name": "x", "mode": 755, "on": "yes", "list": ["a", "b"]})
    );
    assert_eq!(
        frontmatter::read("---\na: &x 1\n---\n").unwrap_err(),
        "unsupported anchor `&x`"
    );
    assert_eq!(
        frontmatter::read("---\na: 1\na: 2\n---\n").unwrap_err(),
        "duplicate key `a`"
    );
    assert_eq!(
        frontmatter::read("# no").unwrap_err(),
        "expected `---` on line 1, found `# no`"
    );
}

/// One mistake does not hide the others.
#[test]
fn reads_on_after_a_line_that_is_not_yaml() {
    let text = "---\nname: x: y\ndescription: @here\nlicense: 'it's'\nmetadata: [a]\n---\n";
    let mut faults = Vec::new();
    let found = frontmatter::parse(text, &mut faults).unwrap();
    let places: Vec<_> = faults
        .into_iter()
        .map(|fault| fault.in_file("", text).position().unwrap().line)
        .collect();
    assert_eq!(places, [2, 3, 4]);
    assert!(found.is_partial);
    let keys: Vec<_> = found
        .fields
        .iter()
        .map(|field| field.key.as_str())
        .collect();
    assert_eq!(keys, ["metadata"]);
}

/// Bounded in time and memory, and reported.
#[test]
fn hostile_blocks_are_refused_quickly() {
    let deep = format!("---\na: {}\n---\n", "[".repeat(60_000));
    let keys: String = (0..1_000_000).map(|i| format!("k{i}: v\n")).collect();
    let keys = format!("---\n{keys}---\n");
    let broken: String = (0..8_000).map(|i| format!("k{i}: a: b\n")).collect();
    let broken = format!(
        "---\n{}---\n",
        broken
            .get(..60_000)
            .unwrap()
            .rsplit_once('\n')
            .unwrap()
            .0
            .to_owned()
            + "\n"
    );
    let nested: String = (0..200).map(|i| format!("{}a:\n", " ".repeat(i))).collect();
    let nested = format!("---\n{nested}---\n");
    let bomb = "---\na: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n---\n".to_owned();
    for (text, expected, n_faults) in [
        (deep, "yaml_depth", 1),
        (keys, "frontmatter_size", 1),
        (broken, "yaml_syntax", 20),
        (nested, "yaml_depth", 1),
        (bomb, "yaml_anchor", 3),
    ] {
        let mut faults = Vec::new();
        frontmatter::parse(&text, &mut faults);
        let codes: Vec<_> = faults.iter().map(|fault| fault.code.name()).collect();
        assert_eq!(codes, vec![expected; n_faults]);
    }
}

/// A line break that got lost.
#[test]
fn a_field_glued_to_a_value_is_told_from_text() {
    let help = |line: &str| {
        let mut faults = Vec::new();
        frontmatter::parse(&format!("---\nname: x\n{line}\n---\n"), &mut faults);
        faults.remove(0).helps
    };
    assert_eq!(
        help("description: Fills in forms。license: MIT"),
        [
            "if `license` is a field of its own, start a new line before it; if it is text, quote the value"
        ]
    );
    assert_eq!(
        help("description: Fills in forms.origin: community"),
        [
            "if `origin` is a field of its own, start a new line before it; if it is text, quote the value"
        ]
    );
    assert_eq!(
        help("description: Use it: now"),
        ["quote the value: `description: \"Use it: now\"`"]
    );
}

/// Brackets inside brackets are mended together.
#[test]
fn brackets_over_several_lines_are_reported_once() {
    let text = "---\nname: x\nmetadata:\n  {\n    \"a\":\n      {\n        \"b\": [\"c\",\n \"d\"],\n      },\n  }\n---\n";
    let mut faults = Vec::new();
    frontmatter::parse(text, &mut faults);
    let codes: Vec<_> = faults.iter().map(|fault| fault.code.name()).collect();
    assert_eq!(codes, ["yaml_multi_line_flow"]);
}

/// What people write, and what they read of it: the first fault with its fix.
#[test]
fn common_slips_are_told_in_the_words_of_their_authors() {
    for (yaml, expected) in [
        (
            "hint: [file] [options]",
            "2:14 yaml_syntax: text after the closing `]`: `[options]`\nhelp: quote the value: `hint: \"[file] [options]\"`",
        ),
        (
            "name:\tpdf",
            "2:6 yaml_syntax: a tab between key and value\nhelp: use a blank: readers refuse tabs here",
        ),
        (
            "name:pdf\ndescription: x",
            "2:1 yaml_not_a_mapping: expected a mapping of fields, found a string\nhelp: put a blank after the colon: `name: pdf`",
        ),
        (
            "name: a\tb\nx: \ty",
            "2:8 yaml_syntax: a tab outside quotes\nhelp: use blanks: some readers refuse tabs here; in a text, quote the value and write `\\t`\nnote: 1 more in this frontmatter",
        ),
        (
            "a: b\n\t\nc: d",
            "3:1 yaml_syntax: a tab outside quotes\nhelp: use blanks: some readers refuse tabs here; in a text, quote the value and write `\\t`",
        ),
        (
            "a: [what is this?, b]",
            "2:5 yaml_ambiguous: `what is this?` has a `?`, which some hosts refuse in brackets\nhelp: quote it: `\"what is this?\"`",
        ),
        (
            "a: [:x]",
            "2:5 yaml_ambiguous: `:x` starts with `:`, which some hosts refuse in brackets\nhelp: quote it: `\":x\"`",
        ),
        (
            "a: [>x]",
            "2:5 yaml_syntax: a value in brackets cannot start with `>`\nhelp: quote it: `\">x\"`",
        ),
        (
            "a: -.5",
            "2:4 yaml_ambiguous: `-.5` is the number -0.5 here and a string to other hosts\nhelp: quote it: `\"-.5\"`",
        ),
        (
            "description: {{text}}",
            "2:14 yaml_key: `{{` starts a mapping inside a mapping\nhelp: fill the template in, or quote it: `description: \"{{text}}\"`",
        ),
        (
            "{\n\"name\": \"pdf\"\n}",
            "2:1 yaml_multi_line_flow: the whole frontmatter in brackets over several lines\nhelp: write one `key: value` a line, without the brackets and commas",
        ),
        (
            "metadata: {\n  \"a\": {\n    \"b\": \"c\"\n  }\n}\nx: y",
            "6:1 yaml_syntax: the closing `}` stands at the margin\nhelp: write the value on one line, or without brackets: one `- item` or `key: value` a line, indented",
        ),
        (
            "tags: [a, b\nlicense: MIT",
            "2:7 yaml_syntax: no `]` closes the `[` opened here\nhelp: close it on the same line, or quote the value if `[` is text",
        ),
        (
            "a: {b: c: d}",
            "2:9 yaml_syntax: unquoted `: ` in a value in brackets\nhelp: quote the value that starts with `c`",
        ),
        (
            "a: b\n c: d",
            "3:2 yaml_syntax: `c:` continues the value of `a`\nhelp: if it is text, write `a: >-` and indent all of it below; if it is a field, start it at the margin",
        ),
        (
            "m:\n  a: b\n   c: d",
            "4:4 yaml_syntax: `c:` continues the value of `a`\nhelp: if it is text, write `a: >-` and indent all of it below; if it is a field, indent it like `a`",
        ),
        (
            "a:\n\n# c\n  b\nd: e",
            "5:3 yaml_ambiguous: an empty line and a comment at the margin before an unquoted value\nhelp: start the value on the line of its key, or delete the empty line",
        ),
        (
            "k:\n  ?\n    c\n  : v",
            "4:5 yaml_key: unsupported `?` before a key\nhelp: write the key as `key: value`",
        ),
        (
            "a: “x: y”",
            "2:6 yaml_syntax: unquoted `: ` in the value of `a`\nhelp: `“` is no quote in YAML: write `a: \"x: y\"`",
        ),
        (
            "a: 'it's'",
            "2:8 yaml_syntax: text after the closing quote: `s'`\nhelp: inside single quotes write `''` for an apostrophe, or use double quotes",
        ),
        (
            "a: \"\\d+\"",
            "2:5 yaml_syntax: unknown escape `\\d` in a double-quoted value\nhelp: write `\\\\` for a backslash, or use single quotes",
        ),
        (
            "a: | text",
            "2:4 yaml_syntax: text on the line of the `|` that starts a block\nhelp: move the text to the next line and indent it; to start a text with `|`, quote it",
        ),
        (
            "a: b\nmore text\nc: d",
            "3:1 yaml_syntax: expected `key: value`, found `more text`\nhelp: indent the line if it continues the value above, or write it as `key: value`",
        ),
        (
            "a: b\nc:d\ne: f",
            "3:1 yaml_syntax: expected `key: value`, found `c:d`\nhelp: put a blank after the colon: `c: d`",
        ),
    ] {
        let text = format!("---\n{yaml}\n---\n");
        let mut faults = Vec::new();
        frontmatter::parse(&text, &mut faults);
        assert_ne!(faults, [], "{yaml:?}");
        let fault = faults.remove(0);
        let (helps, notes) = (fault.helps.clone(), fault.notes.clone());
        let found = fault.in_file("", &text);
        let position = found.position().unwrap();
        let mut shown = format!(
            "{}:{} {}: {}",
            position.line,
            position.column,
            found.code(),
            found.message()
        );
        helps
            .iter()
            .for_each(|help| shown.push_str(&format!("\nhelp: {help}")));
        notes
            .iter()
            .for_each(|note| shown.push_str(&format!("\nnote: {note}")));
        assert_eq!(shown, expected);
        assert_eq!(faults, [], "one fault, one message: {yaml:?}");
    }
}
