//! Copies: rmcp's cache of responses, and the cache of the client.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use rmcp::model::ReadResourceRequestParams;
use serde_json::json;
use skills_runtime::Digest;
use skills_runtime::client::{Cache, CachedFile, MemoryCache};

use crate::server::{Answer, BOTH, Connection, Revision, within};
use crate::site::{FORMS, PDF, Site, content, entry, resource};

/// A cache that others may write to.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<HashMap<Digest, CachedFile>>>);

impl Cache for Shared {
    fn get(&self, digest: Digest) -> Option<CachedFile> {
        self.0.lock().unwrap().get(&digest).cloned()
    }

    fn put(&self, digest: Digest, file: CachedFile) {
        self.0.lock().unwrap().insert(digest, file);
    }
}

fn reads(connection: &Connection) -> usize {
    let log = connection.log();
    log.iter()
        .filter(|line| line.starts_with("resources/read"))
        .count()
}

#[tokio::test]
async fn a_verified_file_is_fetched_once() {
    for revision in BOTH {
        let connection = Site::new().connect(revision).await;
        let client = connection
            .client
            .clone()
            .with_cache(MemoryCache::new(1 << 20));
        let pdf = entry(&connection, PDF).await;
        let first = within(client.read(&pdf, "references/FORMS.md"))
            .await
            .unwrap();
        let again = within(client.clone().read(&pdf, FORMS)).await.unwrap();
        assert_eq!(first, again);
        assert_eq!(reads(&connection), 1);
    }
}

#[tokio::test]
async fn a_copy_that_fails_is_fetched_anew_once_and_replaced() {
    for tampered in [&b"FORMS"[..], b"longer forms"] {
        let connection = Site::new().connect(Revision::Modern).await;
        let cache = Shared::default();
        let digest = Digest::of(b"forms");
        let copy = CachedFile {
            bytes: tampered.to_vec(),
            media_type: None,
        };
        cache.put(digest, copy);
        let client = connection.client.clone().with_cache(cache.clone());
        let pdf = entry(&connection, PDF).await;
        let read = within(client.read(&pdf, "references/FORMS.md"))
            .await
            .unwrap();
        assert_eq!(read.bytes, b"forms");
        assert_eq!(reads(&connection), 1);
        assert_eq!(cache.get(digest).unwrap().bytes, b"forms");
        within(client.read(&pdf, "references/FORMS.md"))
            .await
            .unwrap();
        assert_eq!(reads(&connection), 1);
    }
}

#[tokio::test]
async fn a_copy_that_fails_and_a_server_that_lies_end_after_one_request() {
    let mut site = Site::new();
    site.serve(FORMS, b"FORMS");
    let connection = site.connect(Revision::Modern).await;
    let cache = Shared::default();
    let copy = CachedFile {
        bytes: b"forMS".to_vec(),
        media_type: None,
    };
    cache.put(Digest::of(b"forms"), copy.clone());
    let client = connection.client.clone().with_cache(cache.clone());
    let pdf = entry(&connection, PDF).await;
    let error = within(client.read(&pdf, "references/FORMS.md"))
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "`{FORMS}` has the digest `{}`, its entry says `{}`",
            Digest::of(b"FORMS"),
            Digest::of(b"forms")
        )
    );
    assert_eq!(reads(&connection), 1);
    assert_eq!(cache.get(Digest::of(b"forms")), Some(copy));
}

#[tokio::test]
async fn the_frontmatter_of_a_cached_skill_md_is_compared_too() {
    let connection = Site::new().connect(Revision::Modern).await;
    let client = connection
        .client
        .clone()
        .with_cache(MemoryCache::new(1 << 20));
    let pdf = entry(&connection, PDF).await;
    within(client.read(&pdf, "SKILL.md")).await.unwrap();

    let mut site = Site::new();
    site.skills[0]["frontmatter"]["license"] = json!("MIT");
    let other = entry(&site.connect(Revision::Modern).await, PDF).await;
    let error = within(client.read(&other, "SKILL.md")).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "frontmatter of `skill://acme/pdf/SKILL.md`: \
         field `license`: expected `\"MIT\"`, found nothing"
    );
    assert_eq!(reads(&connection), 1);
}

#[tokio::test]
async fn a_stale_copy_in_the_cache_of_rmcp_does_not_fail_a_read() {
    for revision in BOTH {
        let mut site = Site::new();
        let mut served = 0;
        site.on("resources/read", move |_| {
            served += 1;
            let text: &[u8] = if served == 1 { b"forms" } else { b"FORMS" };
            Answer::Result(json!({"contents": [content(FORMS, text)], "ttlMs": 60_000}))
        });
        // The skill has changed since the copy was made; the entry is the current one.
        site.skills[0]["resources"][1] = resource((FORMS, b"FORMS"));
        let connection = site.connect(revision).await;
        let plain = || {
            connection
                .peer()
                .read_resource(ReadResourceRequestParams::new(FORMS))
        };
        let kept = within(plain()).await.unwrap();
        assert_eq!(within(plain()).await.unwrap().contents, kept.contents);
        assert_eq!(reads(&connection), 1);
        let pdf = entry(&connection, PDF).await;
        let read = within(connection.client.read(&pdf, "references/FORMS.md"))
            .await
            .unwrap();
        assert_eq!(read.bytes, b"FORMS");
        assert_eq!(reads(&connection), 2);
    }
}

#[tokio::test]
async fn a_dynamic_skill_is_never_cached() {
    let connection = Site::new().connect(Revision::Modern).await;
    let cache = Shared::default();
    let client = connection.client.clone().with_cache(cache.clone());
    let daily = entry(&connection, crate::site::DAILY).await;
    for _ in 0..2 {
        within(client.read(&daily, "SKILL.md")).await.unwrap();
    }
    assert_eq!(reads(&connection), 2);
    assert!(cache.0.lock().unwrap().is_empty());
}
