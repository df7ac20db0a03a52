//! Cursors that name the last URI of their page, so that any replica and the next build accept them.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use rmcp::ErrorData;

use crate::digest::Digest;

/// The listing that a cursor continues; the cursor of another one is foreign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Listing {
    Skills,
    Resources,
    Directory,
}

/// Where a page starts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Position {
    /// At the first item.
    Start,
    /// At the first item whose URI is greater.
    After(String),
    /// Where the inner server says; the cursor is as it gave it.
    Inner(String),
}

/// The cursor of the page after the one that ends with `uri`.
pub(crate) fn after(listing: Listing, uri: &str) -> String {
    let mut payload = checksum(listing, uri).to_vec();
    payload.extend_from_slice(uri.as_bytes());
    let payload = BASE64_URL_SAFE_NO_PAD.encode(payload);
    format!("{PREFIX}{}{payload}", listing.tag())
}

/// A cursor of the inner server, told from one of ours; nearly always as it is.
///
/// The inner server may itself be one with skills, whose cursors look like these.
pub(crate) fn of_inner(cursor: String) -> String {
    if cursor.starts_with(PREFIX) {
        format!("{PREFIX}{INNER}{cursor}")
    } else {
        cursor
    }
}

/// The position that a cursor stands for.
///
/// # Errors
///
/// -32602 for a cursor in the form of ours that was damaged, or given for another listing.
pub(crate) fn position(listing: Listing, cursor: Option<&str>) -> Result<Position, ErrorData> {
    let Some(cursor) = cursor else {
        return Ok(Position::Start);
    };
    let Some(ours) = cursor.strip_prefix(PREFIX) else {
        return Ok(Position::Inner(cursor.to_owned()));
    };
    if let Some(inner) = ours.strip_prefix(INNER) {
        return Ok(Position::Inner(inner.to_owned()));
    }
    let uri = decode(listing, ours).ok_or_else(|| unknown(cursor))?;
    Ok(Position::After(uri))
}

pub(crate) fn unknown(cursor: &str) -> ErrorData {
    ErrorData::invalid_params(format!("unknown cursor `{cursor}`"), None)
}

const PREFIX: &str = "skills-runtime:";
const INNER: char = '+';
const CHECKSUM_LEN: usize = 6;

impl Listing {
    const fn tag(self) -> char {
        match self {
            Self::Skills => 's',
            Self::Resources => 'r',
            Self::Directory => 'd',
        }
    }
}

fn decode(listing: Listing, ours: &str) -> Option<String> {
    let payload = ours.strip_prefix(listing.tag())?;
    let payload = BASE64_URL_SAFE_NO_PAD.decode(payload).ok()?;
    let (sum, uri) = payload.split_at_checked(CHECKSUM_LEN)?;
    let uri = str::from_utf8(uri).ok()?;
    (sum == checksum(listing, uri)).then(|| uri.to_owned())
}

/// Without it a damaged cursor would silently name another place in the list.
fn checksum(listing: Listing, uri: &str) -> [u8; CHECKSUM_LEN] {
    let digest = Digest::of(format!("{}{uri}", listing.tag()).as_bytes());
    let [a, b, c, d, e, f, ..] = *digest.as_bytes();
    [a, b, c, d, e, f]
}

#[cfg(test)]
mod tests {
    use rmcp::model::ErrorCode;

    use super::*;

    const URI: &str = "skill://acme/refunds/caf%C3%A9/SKILL.md";
    const LISTINGS: [Listing; 3] = [Listing::Skills, Listing::Resources, Listing::Directory];

    #[test]
    fn a_cursor_leads_behind_the_uri_it_was_made_of() {
        for listing in LISTINGS {
            for uri in [URI, "", "skill://é/\0"] {
                let cursor = after(listing, uri);
                let expected = Ok(Position::After(uri.to_owned()));
                assert_eq!(position(listing, Some(&cursor)), expected);
            }
        }
    }

    #[test]
    fn a_cursor_is_the_same_in_every_build() {
        assert_eq!(
            after(Listing::Skills, "skill://zip/SKILL.md"),
            "skills-runtime:sbiD81wQOc2tpbGw6Ly96aXAvU0tJTEwubWQ"
        );
    }

    #[test]
    fn no_cursor_is_the_start() {
        assert_eq!(position(Listing::Skills, None), Ok(Position::Start));
    }

    #[test]
    fn any_other_cursor_is_the_inner_servers() {
        for cursor in ["", "2", "skills-runtime", "Skills-Runtime:s", "é"] {
            let expected = Position::Inner(cursor.to_owned());
            assert_eq!(position(Listing::Skills, Some(cursor)), Ok(expected));
            assert_eq!(of_inner(cursor.to_owned()), cursor);
        }
    }

    #[test]
    fn a_cursor_of_an_inner_catalog_comes_back_to_it() {
        let mut cursor = after(Listing::Skills, URI);
        for _ in 0..3 {
            let outer = of_inner(cursor.clone());
            assert_ne!(outer, cursor);
            let expected = Position::Inner(cursor);
            assert_eq!(position(Listing::Skills, Some(&outer)), Ok(expected));
            cursor = outer;
        }
    }

    #[test]
    fn every_damage_is_noticed() {
        let cursor = after(Listing::Skills, URI);
        let start = PREFIX.len();
        for at in start..cursor.len() {
            for other in ["", "A", "-", "=", "é", "sA"] {
                let mut damaged = cursor.clone();
                damaged.replace_range(at..=at, other);
                if damaged == cursor {
                    continue;
                }
                let error = position(Listing::Skills, Some(&damaged)).unwrap_err();
                assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
                assert_eq!(error.message, format!("unknown cursor `{damaged}`"));
            }
        }
        assert!(position(Listing::Skills, Some(PREFIX)).is_err());
    }

    #[test]
    fn a_cursor_of_another_listing_is_foreign() {
        for given in LISTINGS {
            for asked in LISTINGS {
                let cursor = after(given, URI);
                assert_eq!(position(asked, Some(&cursor)).is_ok(), given == asked);
            }
        }
    }
}
