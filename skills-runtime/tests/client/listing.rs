//! `list`, `list_valid`, `get` and `refresh` of servers that keep the rules.

use std::time::Duration;

use rmcp::model::CacheScope;
use serde_json::json;
use skills_runtime::Digest;
use skills_runtime::client::{CacheHints, Entry, Freshness, Limits};

use crate::server::{Answer, BOTH, Revision, within};
use crate::site::{DAILY, FILL, FORMS, PDF, Site, entry};

#[tokio::test]
async fn a_client_sees_what_the_server_declares() {
    for revision in BOTH {
        for (extensions, supported, directory_read) in [
            (json!({}), false, false),
            (json!({"io.modelcontextprotocol/skills": {}}), true, false),
            (
                json!({"io.modelcontextprotocol/skills": {"directoryRead": true}}),
                true,
                true,
            ),
        ] {
            let mut site = Site::new();
            site.capabilities = json!({"resources": {}, "extensions": extensions});
            let connection = site.connect(revision).await;
            assert_eq!(connection.client.supported(), supported);
            assert_eq!(connection.client.directory_read(), directory_read);
        }
    }
}

#[tokio::test]
async fn a_listing_has_every_entry_in_the_order_of_the_server() {
    for revision in BOTH {
        let connection = Site::new().connect(revision).await;
        let listing = within(connection.client.list()).await.unwrap();
        let uris: Vec<_> = listing.skills.iter().map(Entry::uri).collect();
        assert_eq!(uris, [PDF, FILL, DAILY]);
        assert_eq!(listing.rejected, []);
        assert_eq!(connection.log(), ["skills/list"]);
    }
}

#[tokio::test]
async fn an_entry_says_what_the_server_says() {
    let connection = Site::new().connect(Revision::Modern).await;
    let pdf = entry(&connection, PDF).await;
    assert_eq!(pdf.name(), "pdf");
    assert_eq!(pdf.description(), "Fill forms");
    assert_eq!(pdf.root_uri(), "skill://acme/pdf");
    assert_eq!(
        json!(pdf.frontmatter()),
        json!({"name": "pdf", "description": "Fill forms", "metadata": {"level": "1"}})
    );
    assert!(!pdf.is_dynamic());
    let paths: Vec<_> = pdf
        .files()
        .unwrap()
        .iter()
        .map(|file| file.path())
        .collect();
    assert_eq!(
        paths,
        [
            "SKILL.md",
            "references/FORMS.md",
            "assets/logo.png",
            "Q&A.md",
            "a b.md",
            "empty.md",
            "nested/fill/SKILL.md",
        ]
    );
    let forms = pdf.file("references/FORMS.md").unwrap();
    assert_eq!(
        (forms.uri(), forms.size(), forms.digest()),
        (FORMS, 5, Digest::of(b"forms"))
    );
    let daily = entry(&connection, DAILY).await;
    assert!(daily.is_dynamic());
    assert_eq!((daily.files(), daily.digest()), (None, None));
}

#[tokio::test]
async fn the_digest_of_an_entry_covers_every_uri_and_digest_in_any_order() {
    let connection = Site::new().connect(Revision::Legacy).await;
    let before = entry(&connection, PDF).await.digest().unwrap();

    let mut site = Site::new();
    site.skills[0]["resources"]
        .as_array_mut()
        .unwrap()
        .reverse();
    let connection = site.connect(Revision::Legacy).await;
    assert_eq!(entry(&connection, PDF).await.digest(), Some(before));

    let mut site = Site::new();
    site.skills[0]["resources"][1]["digest"] = json!(Digest::of(b"other").to_string());
    let connection = site.connect(Revision::Legacy).await;
    assert_ne!(entry(&connection, PDF).await.digest(), Some(before));

    let mut site = Site::new();
    site.skills[0]["resources"][1]["uri"] = json!("skill://acme/pdf/other.md");
    let connection = site.connect(Revision::Legacy).await;
    assert_ne!(entry(&connection, PDF).await.digest(), Some(before));
}

#[tokio::test]
async fn every_page_is_listed_and_the_strictest_hints_hold() {
    for revision in BOTH {
        let mut site = Site::new();
        let skills = site.skills.clone();
        site.on("skills/list", move |params| {
            Answer::Result(match params["cursor"].as_str() {
                None => json!({
                    "skills": skills[..1], "nextCursor": "two", "ttlMs": 90_000,
                    "cacheScope": "public",
                }),
                Some("two") => json!({
                    "skills": [], "nextCursor": "three", "ttlMs": 9_000, "cacheScope": "private",
                }),
                Some(_) => json!({
                    "skills": skills[1..], "ttlMs": 90_000, "cacheScope": "public",
                }),
            })
        });
        let connection = site.connect(revision).await;
        let listing = within(connection.client.list()).await.unwrap();
        assert_eq!(listing.skills.len(), 3);
        assert_eq!(listing.hints.scope, Some(CacheScope::Private));
        let ttl = listing.hints.ttl.unwrap();
        assert!(
            ttl <= Duration::from_secs(9) && ttl > Duration::ZERO,
            "{ttl:?}"
        );
        assert_eq!(
            connection.log(),
            ["skills/list", "skills/list two", "skills/list three"]
        );
    }
}

#[tokio::test]
async fn a_skill_is_got_by_its_uri_with_the_hints() {
    for (revision, hints) in [
        (Revision::Legacy, None),
        (Revision::Modern, Some(Duration::ZERO)),
    ] {
        let connection = Site::new().connect(revision).await;
        let got = within(connection.client.get(PDF)).await.unwrap();
        assert_eq!(got.hints.ttl, hints);
        assert_eq!(
            got.hints.scope,
            (revision == Revision::Modern).then_some(CacheScope::Private)
        );
        assert_eq!(connection.log(), ["skills/get skill://acme/pdf/SKILL.md"]);
        assert_eq!(got.skill, entry(&connection, PDF).await);
    }
    assert_eq!(CacheHints::default().ttl, None);
}

#[tokio::test]
async fn an_entry_that_still_holds_is_current() {
    for uri in [PDF, DAILY] {
        let connection = Site::new().connect(Revision::Modern).await;
        let held = entry(&connection, uri).await;
        assert_eq!(
            within(connection.client.refresh(&held)).await.unwrap(),
            Freshness::Current
        );
    }
}

#[tokio::test]
async fn an_entry_that_changed_is_stale_and_the_current_one_is_given() {
    for revision in BOTH {
        let held = entry(&Site::new().connect(revision).await, PDF).await;
        let mut site = Site::new();
        site.skills[0]["resources"]
            .as_array_mut()
            .unwrap()
            .remove(1);
        let connection = site.connect(revision).await;
        let current = entry(&connection, PDF).await;
        assert_eq!(
            within(connection.client.refresh(&held)).await.unwrap(),
            Freshness::Stale(Box::new(current))
        );

        let mut site = Site::new();
        site.skills[0]["frontmatter"]["license"] = json!("MIT");
        let connection = site.connect(revision).await;
        let current = entry(&connection, PDF).await;
        assert_eq!(
            within(connection.client.refresh(&held)).await.unwrap(),
            Freshness::Stale(Box::new(current))
        );
    }
}

#[tokio::test]
async fn a_skill_that_is_gone_is_not_found() {
    let held = entry(&Site::new().connect(Revision::Legacy).await, PDF).await;
    let mut site = Site::new();
    site.skills.remove(0);
    let connection = site.connect(Revision::Legacy).await;
    let error = within(connection.client.refresh(&held)).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "nothing is served at `skill://acme/pdf/SKILL.md`: not here"
    );
}

#[tokio::test]
async fn an_entry_that_a_host_kept_as_json_is_checked_again() {
    let connection = Site::new().connect(Revision::Modern).await;
    let held = entry(&connection, PDF).await;
    let json = serde_json::to_string(held.as_skill()).unwrap();
    let limits = Limits::default();
    let kept = Entry::new(serde_json::from_str(&json).unwrap(), &limits);
    assert_eq!(kept, Ok(held));
    let tampered = json.replace("skill://acme/pdf/references", "skill://acme/other");
    let error = Entry::new(serde_json::from_str(&tampered).unwrap(), &limits).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`skill://acme/other/FORMS.md` is no file of the skill"
    );
}

#[tokio::test]
async fn skills_of_any_scheme_are_listed() {
    for (skill, file) in [
        (
            "github://acme/repo/pdf/SKILL.md",
            "github://acme/repo/pdf/a.md",
        ),
        (
            "file:///srv/skills/pdf/SKILL.md",
            "file:///srv/skills/pdf/a.md",
        ),
        ("urn:acme/pdf/SKILL.md", "urn:acme/%70df/a.md"),
    ] {
        let mut site = Site::new();
        site.skills = vec![json!({
            "uri": skill,
            "frontmatter": {"name": "pdf", "description": "Fill forms"},
            "resources": [crate::site::resource((skill, b"")), crate::site::resource((file, b""))],
        })];
        let connection = site.connect(Revision::Legacy).await;
        let listing = within(connection.client.list()).await.unwrap();
        let file = listing.skills[0]
            .file("a.md")
            .map(|found| found.uri().to_owned());
        assert!(file.is_some(), "{skill}");
    }
}
