//! How long an answer may be kept, and by whom.

use std::time::{Duration, Instant};

use rmcp::model::CacheScope;

/// What a server says about keeping its answer.
///
/// Both fields are absent on 2025-11-25. An absent time means that the answer is stale at once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CacheHints {
    /// How long the answer is fresh, counted from when the method of the client returns.
    pub ttl: Option<Duration>,
    /// Who may keep it.
    pub scope: Option<CacheScope>,
}

impl CacheHints {
    pub(super) fn new(ttl_ms: Option<u64>, scope: Option<CacheScope>) -> Self {
        let ttl = ttl_ms.map(Duration::from_millis);
        Self { ttl, scope }
    }
}

/// The hints of all pages so far, the strictest of each.
#[derive(Debug, Default)]
pub(super) struct Merged {
    pages: Option<(Option<Instant>, Option<CacheScope>)>,
}

impl Merged {
    pub(super) fn add(&mut self, page: CacheHints) {
        let expiry = page.ttl.and_then(|ttl| Instant::now().checked_add(ttl));
        self.pages = Some(match self.pages {
            None => (expiry, page.scope),
            Some((first, scope)) => (
                first.zip(expiry).map(|(first, expiry)| first.min(expiry)),
                stricter(scope, page.scope),
            ),
        });
    }

    /// The first page has aged while the others were fetched.
    pub(super) fn remaining(&self) -> CacheHints {
        let (expiry, scope) = self.pages.unwrap_or_default();
        let ttl = expiry.map(|expiry| expiry.saturating_duration_since(Instant::now()));
        CacheHints { ttl, scope }
    }
}

fn stricter(one: Option<CacheScope>, other: Option<CacheScope>) -> Option<CacheScope> {
    match (one, other) {
        (Some(CacheScope::Private), _) | (_, Some(CacheScope::Private)) => {
            Some(CacheScope::Private)
        }
        (Some(CacheScope::Public), Some(CacheScope::Public)) => Some(CacheScope::Public),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(pages: &[(Option<u64>, Option<CacheScope>)]) -> CacheHints {
        let mut merged = Merged::default();
        for (ttl_ms, scope) in pages {
            merged.add(CacheHints::new(*ttl_ms, *scope));
        }
        merged.remaining()
    }

    #[test]
    fn the_shortest_time_and_the_narrowest_scope_win() {
        let (public, private) = (Some(CacheScope::Public), Some(CacheScope::Private));
        let hints = merged(&[
            (Some(60_000), public),
            (Some(5_000), private),
            (Some(60_000), public),
        ]);
        assert_eq!(hints.scope, private);
        let ttl = hints.ttl.unwrap();
        assert!(
            ttl <= Duration::from_secs(5) && ttl > Duration::from_secs(4),
            "{ttl:?}"
        );
    }

    #[test]
    fn a_page_without_a_hint_leaves_none() {
        let public = Some(CacheScope::Public);
        assert_eq!(
            merged(&[(Some(1), public), (None, None)]),
            CacheHints::default()
        );
        assert_eq!(merged(&[]), CacheHints::default());
    }
}
