//! The name that was probably meant.

use unicode_normalization::UnicodeNormalization;

/// Longer names are not compared: the distance takes their product.
const LENGTH_LIMIT: usize = 100;

/// The candidate nearest to what was written, if it is near enough to be a slip.
pub fn nearest<'a>(written: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let lower = written.to_lowercase();
    let is_comparable = |candidate: &&str| {
        let longest = candidate.len().max(lower.len());
        longest <= LENGTH_LIMIT && candidate.len().abs_diff(lower.len()) <= allowed(candidate)
    };
    candidates
        .filter(is_comparable)
        .map(|candidate| {
            (
                strsim::osa_distance(&lower, &candidate.to_lowercase()),
                candidate,
            )
        })
        .filter(|(distance, candidate)| *distance <= allowed(candidate))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// How many letters may differ.
fn allowed(candidate: &str) -> usize {
    candidate.len().div_ceil(4)
}

/// A skill name made from any text: lower case, without accents, runs of other characters as one hyphen.
pub fn slug(text: &str) -> Option<String> {
    let mut slug = String::new();
    let is_mark = |c: &char| unicode_normalization::char::is_combining_mark(*c);
    for c in text.nfd().filter(|c| !is_mark(c)) {
        let c = c.to_ascii_lowercase();
        if c.is_ascii_alphanumeric() {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(64);
    let slug = slug.trim_end_matches('-');
    (!slug.is_empty()).then(|| slug.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proposes_only_what_is_near() {
        let fields = ["license", "compatibility", "metadata"];
        let near = |written| nearest(written, fields.into_iter());
        assert_eq!(near("licence"), Some("license"));
        assert_eq!(near("License"), Some("license"));
        assert_eq!(near("compatability"), Some("compatibility"));
        assert_eq!(near("version"), None);
    }

    #[test]
    fn makes_a_name_of_a_title() {
        assert_eq!(
            slug("Agent Development").as_deref(),
            Some("agent-development")
        );
        assert_eq!(slug("two__words--x-").as_deref(), Some("two-words-x"));
        assert_eq!(slug("Résumé").as_deref(), Some("resume"));
        assert_eq!(slug("東京"), None);
    }
}
