//! How long an answer may be kept and by whom, said only to peers that know such hints.

use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{CacheScope, ProtocolVersion};
use rmcp::service::RequestContext;

use crate::pages::Page;

/// The hints of a result of 2026-07-28, as the server's author wants them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hints {
    ttl: Duration,
    scope: CacheScope,
}

impl Hints {
    pub(crate) const fn new(ttl: Duration, scope: CacheScope) -> Self {
        Self { ttl, scope }
    }

    pub(crate) fn ttl_ms(self) -> u64 {
        u64::try_from(self.ttl.as_millis()).unwrap_or(u64::MAX)
    }

    pub(crate) const fn scope(self) -> CacheScope {
        self.scope
    }

    /// Marks a page that has nothing but what the catalog has.
    pub(crate) fn mark<P: Page>(self, page: &mut P) {
        let parts = page.parts();
        *parts.ttl_ms = Some(self.ttl_ms());
        *parts.cache_scope = Some(self.scope);
    }

    /// Marks a page that has something of another server's, which knows how long that is true.
    pub(crate) fn restrict<P: Page>(self, page: &mut P) {
        let ttl_ms = page.parts().ttl_ms;
        *ttl_ms = ttl_ms.map(|theirs| theirs.min(self.ttl_ms()));
    }
}

/// Whether the peer's revision has such hints; rmcp sends to others whatever a handler sets.
pub(crate) fn are_known(context: &RequestContext<RoleServer>) -> bool {
    let version = context.protocol_version();
    version.is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str())
}
