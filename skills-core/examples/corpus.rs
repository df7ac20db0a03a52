//! Writes generated documents that are accepted without a fault, each with its frontmatter as JSON.
//!
//! `cargo run -p skills-core --example corpus -- 5000 corpus.jsonl` writes the same lines on every run; other readers
//! must read the same from each.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngSeed, TestRunner};
use serde_json::{Value, json};
use skills_core::{frontmatter, validate};

#[path = "../tests/properties/documents.rs"]
mod documents;

/// Documents tried for each one that is wanted.
const TRIES: usize = 50;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(count), Some(path)) = (arguments.next(), arguments.next()) else {
        return Err("expected how many documents, and the file to write them to".into());
    };
    let count: usize = count.parse()?;
    let config = Config {
        rng_seed: RngSeed::Fixed(2640),
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner = TestRunner::new(config);
    let strategy = documents::document();
    let mut file = BufWriter::new(File::create(path)?);
    let mut written = BTreeSet::new();
    for _ in 0..count * TRIES {
        if written.len() == count {
            break;
        }
        let tree = strategy.new_tree(&mut runner);
        let text = tree.map_err(|reason| reason.to_string())?.current();
        if let Some(frontmatter) = accepted(&text)
            && !written.contains(&text)
        {
            writeln!(
                file,
                "{}",
                json!({ "text": text, "frontmatter": frontmatter })
            )?;
            written.insert(text);
        }
    }
    file.flush()?;
    match written.len() {
        found if found == count => Ok(()),
        found => Err(format!("only {found} documents were accepted").into()),
    }
}

/// The frontmatter, if every rule is content with it.
fn accepted(text: &str) -> Option<Value> {
    let mut faults = Vec::new();
    let found = frontmatter::parse(text, &mut faults)?;
    validate::validate(&mut faults, &found, "pdf-forms")?;
    faults.is_empty().then(|| Value::Object(found.to_json()))
}
