use crate::tree::{Case, Tree, assert_expected, codes, lines};
use crate::{report_cases, tree_cases};

/// Runs every case; the codes stand beside the tree, the whole texts in a file.
fn check(name: &str, cases: &[Case]) {
    let mut texts = String::new();
    for case in cases {
        let loaded = Tree::of(case.entries).load();
        texts.push_str(&format!(
            "\n== {}\n{}",
            case.name,
            lines(&loaded.diagnostics)
        ));
        assert_eq!(codes(&loaded.diagnostics), case.codes, "{}", case.name);
        let is_fatal = case.codes.iter().any(|code| !code.starts_with('~'));
        assert_eq!(loaded.catalog.is_none(), is_fatal, "{}", case.name);
    }
    assert_expected(name, &texts);
}

#[test]
fn every_odd_tree_raises_its_codes() {
    check("trees", tree_cases::CASES);
}

#[test]
fn every_public_report_is_answered() {
    check("reports", report_cases::CASES);
}
