//! Where the pages of a listing start, so that none is too large for a host and no host sees too many.

use serde_json::Value as Json;

use crate::catalog::{Catalog, Skill};

/// The JSON of one page: the Python SDK refuses a server-sent event of 1 MiB, and a page travels in one.
const PAGE_LIMIT: usize = 1_000_000;

/// The conformance suite fails a listing of more pages.
const PAGES_LIMIT: usize = 50;

/// What JSON adds around an entry: names of fields, quotes, commas, and what a later revision may add.
const MARGIN: usize = 128;

/// The cursor of a page: the last URI in base64.
const CURSOR: usize = 4_096;

/// The indexes of the skills that the pages of `skills/list` start with.
pub fn of_skills(catalog: &Catalog) -> Vec<usize> {
    starts(
        &catalog
            .skills()
            .iter()
            .map(|skill| entry_len(catalog, skill))
            .collect::<Vec<_>>(),
    )
}

/// The indexes of the skills that the catalog's pages of `resources/list` start with.
pub fn of_resources(catalog: &Catalog) -> Vec<usize> {
    let len = |skill: &Skill| {
        MARGIN + uri_len(&skill.uri) + string_len(&skill.name) + string_len(&skill.description)
    };
    starts(&catalog.skills().iter().map(len).collect::<Vec<_>>())
}

/// Fills each page up to the limit; the limit grows when there would be too many.
fn starts(lens: &[usize]) -> Vec<usize> {
    let mut limit = PAGE_LIMIT;
    loop {
        let starts = starts_within(lens, limit);
        if starts.len() <= PAGES_LIMIT {
            return starts;
        }
        limit += limit / 8;
    }
}

fn starts_within(lens: &[usize], limit: usize) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut page = 0;
    for (index, len) in lens.iter().enumerate() {
        if index == 0 || page + len > limit {
            starts.push(index);
            page = CURSOR;
        }
        page += len;
    }
    starts
}

/// One entry of `skills/list`: SEP-2640, "Skill Entries".
fn entry_len(catalog: &Catalog, skill: &Skill) -> usize {
    let frontmatter = Json::Object(skill.frontmatter.clone()).to_string().len();
    let files = catalog.files_of(skill).iter();
    let resources: usize = files
        .map(|file| MARGIN + DIGEST_LEN + uri_len(&file.uri))
        .sum();
    MARGIN + uri_len(&skill.uri) + frontmatter + resources
}

/// `sha256:` and 64 digits.
const DIGEST_LEN: usize = 71;

/// Nothing in a URI is escaped in JSON.
const fn uri_len(uri: &str) -> usize {
    uri.len() + 2
}

fn string_len(text: &str) -> usize {
    Json::from(text).to_string().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fills_pages_up_to_the_limit() {
        assert_eq!(starts(&[]), Vec::<usize>::new());
        assert_eq!(starts(&[10, 10]), [0]);
        assert_eq!(
            starts(&[600_000, 600_000, 10, 995_000, 1_000]),
            [0, 1, 3, 4]
        );
    }

    #[test]
    fn an_entry_over_the_limit_has_a_page_of_its_own() {
        assert_eq!(starts(&[10, 2_000_000, 10]), [0, 1, 2]);
    }

    #[test]
    fn never_makes_more_than_fifty() {
        let starts = starts(&vec![100_000; 2_000]);
        assert!(starts.len() <= PAGES_LIMIT, "{}", starts.len());
        assert!(starts.len() > PAGES_LIMIT / 2, "{}", starts.len());
    }
}
