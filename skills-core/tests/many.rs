use crate::tree::{Tree, codes};

const DESCRIPTIONS: &[&str] = &[
    "Reviews SQL migrations. Use when a pull request touches `migrations/`.",
    "\"Audits pages: contrast, headings and labels (WCAG 2.2). Triggers on: a11y, accessibility\"",
    "'It''s for release notes; the user says \"ship it\" or \"cut a release\".'",
    ">-\n  Plans a data migration in steps that can be undone.\n  Use when tables move between services.\n\n  Not for schema changes.",
    "|-\n  Draws charts.\n  - bar\n  - line\n  Use for: reports.",
    "Erstellt Angebote aus Vorlagen – mit Übersicht, Preisen (€) und Fristen.",
    "Écrit des tests d’intégration; 日本語のドキュメントにも対応します 🚀.",
    "Handles <ViewTransition>, a -> b, Span<T>, 100% of cases & 50/50 splits, C# too.",
    "Works with\n  plain text that was wrapped\n  by a formatter.",
];

const FIELDS: &[&str] = &[
    "",
    "license: MIT\n",
    "license: Apache-2.0 # see LICENSE\nversion: 1.2.3\n",
    "metadata:\n  author: acme\n  version: \"1.0\"\n  tags: \"a, b\"\n",
    "allowed-tools: Read Grep Bash(git:*)\n",
    "allowed-tools: WebFetch,  WebSearch ,Bash\n",
    "compatibility: Requires git, docker and access to the internet\n",
    "tags: [sql, review, \"ci: cd\"]\nuser-invocable: true\n",
    "argument-hint: \"[path] [--fix]\"\nmodel: opus\ncontext: fork\nagent: Explore\n",
    "hooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - type: command\n          command: ./check.sh\n",
    "metadata: {author: acme, short-description: \"one line\"}\n",
    "# a comment\nhomepage: https://example.com/x?y=1#z\npriority: 5\nscore: 0.75\ndisable-model-invocation: false\n",
];

const BODIES: &[&str] = &[
    "# Title\n\nRead [the guide](references/guide.md#start) and ![a chart](assets/chart.png).\n",
    "Use `[x](y.md)` for links.\n\n```md\n[gone](gone.md)\n---\nname: other\n---\n```\n\n---\n\nEnd.\n",
    "<!-- [old](old.md) -->\n\n| a | b |\n|---|---|\n| 1 | [site](https://example.com) |\n\n[ref]: https://example.com\n",
    "Text with emoji 👩‍💻, flags 🏴󠁧󠁢󠁥󠁮󠁧󠁿, فارسی می‌خواهم and हिन्दी.\n",
    "",
];

/// Hundreds of skills as people write them: nothing to report but the line ends of those with CRLF.
#[test]
fn skills_as_people_write_them_raise_no_false_fault() {
    let mut tree = Tree::new();
    let mut n_crlf = 0;
    for index in 0..540 {
        let name = format!("skill-{index}");
        let description = DESCRIPTIONS[index % DESCRIPTIONS.len()];
        let fields = FIELDS[index / DESCRIPTIONS.len() % FIELDS.len()];
        let body = BODIES[index / 108 % BODIES.len()];
        let mut text =
            format!("---\nname: {name}\ndescription: {description}\n{fields}---\n\n{body}");
        if index % 50 == 7 {
            text = text.replace('\n', "\r\n");
            n_crlf += 1;
        }
        let group = ["", "acme/", "tools/sql/"][index % 3];
        tree = tree
            .file(&format!("{group}{name}/SKILL.md"), text)
            .file(&format!("{group}{name}/references/guide.md"), "# Guide\n")
            .file(&format!("{group}{name}/assets/chart.png"), b"\x89PNG");
    }
    let loaded = tree.load();
    assert_eq!(codes(&loaded.diagnostics), vec!["~crlf"; n_crlf]);
    assert_eq!(loaded.catalog.unwrap().skills().len(), 540);
}
