//! The rules of SEP-2640 for clients, each by its number in the order of the specification, as far as
//! a library can hold them.

use serde_json::json;
use skills_runtime::client::{Entry, Error, Freshness, Standing};
use tokio::net::TcpListener;

use crate::server::{Answer, BOTH, Revision, within};
use crate::site::{DAILY, FILL, FORMS, PDF, PDF_TEXT, Site, entry, resource};

#[tokio::test]
async fn c1_directories_are_not_read_unless_that_is_declared() {
    for settings in [
        json!({}),
        json!({"directoryRead": false}),
        json!({"directoryRead": "yes"}),
    ] {
        for revision in BOTH {
            let mut site = Site::new();
            site.capabilities["extensions"]["io.modelcontextprotocol/skills"] = settings.clone();
            let connection = site.connect(revision).await;
            let pdf = entry(&connection, PDF).await;
            let error = within(connection.client.read_directory(&pdf, ""))
                .await
                .unwrap_err();
            assert_eq!(
                error.to_string(),
                "the server does not serve `resources/directory/read`"
            );
            assert_eq!(connection.log(), ["skills/list"]);
        }
    }
}

#[tokio::test]
async fn c2_nothing_is_asked_of_a_server_that_did_not_declare_the_extension() {
    for revision in BOTH {
        let mut site = Site::new();
        site.capabilities = json!({});
        let connection = site.connect(revision).await;
        assert!(within(connection.client.list()).await.is_err());
        assert!(within(connection.client.get(PDF)).await.is_err());
        assert_eq!(connection.log(), [""; 0]);
    }
}

#[tokio::test]
async fn c3_the_authority_of_a_uri_is_never_connected_to() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let root = format!("skill://{}", listener.local_addr().unwrap());
    let (skill, file) = (format!("{root}/pdf/SKILL.md"), format!("{root}/pdf/a.md"));
    let mut site = Site::new();
    site.serve(&file, b"a");
    site.skills = vec![json!({
        "uri": skill,
        "frontmatter": {"name": "pdf", "description": "Fill forms"},
        "resources": [resource((&skill, b"")), resource((&file, b"a"))],
    })];
    let connection = site.connect(Revision::Modern).await;
    let pdf = entry(&connection, &skill).await;
    within(connection.client.read(&pdf, "a.md")).await.unwrap();
    let accept = tokio::time::timeout(std::time::Duration::from_millis(100), listener.accept());
    assert!(accept.await.is_err(), "the authority was connected to");
}

#[tokio::test]
async fn c4_a_resource_is_no_skill_because_of_its_scheme() {
    let mut site = Site::new();
    site.serve("skill://acme/other/SKILL.md", PDF_TEXT.as_bytes());
    let connection = site.connect(Revision::Modern).await;
    let error = within(connection.client.get("skill://acme/other/SKILL.md"))
        .await
        .unwrap_err();
    assert!(matches!(error, Error::NotFound { .. }), "{error}");
}

#[tokio::test]
async fn c6_references_resolve_against_the_folder_of_their_skill_md() {
    let connection = Site::new().connect(Revision::Modern).await;
    let (pdf, fill) = (
        entry(&connection, PDF).await,
        entry(&connection, FILL).await,
    );
    let outer = within(connection.client.read(&pdf, "nested/fill/SKILL.md"))
        .await
        .unwrap();
    let inner = within(connection.client.read(&fill, "SKILL.md"))
        .await
        .unwrap();
    assert_eq!((outer.uri, inner.uri), (FILL.to_owned(), FILL.to_owned()));
    let error = within(connection.client.read(&fill, "references/FORMS.md"))
        .await
        .unwrap_err();
    assert!(matches!(error, Error::Unlisted { .. }), "{error}");
}

#[tokio::test]
async fn c7_an_entry_without_valid_resources_is_not_loaded() {
    for resources in [json!(null), json!("none"), json!([]), json!({}), json!([5])] {
        let mut site = Site::new();
        site.skills[0]["resources"] = resources.clone();
        let connection = site.connect(Revision::Modern).await;
        let listing = within(connection.client.list_valid()).await.unwrap();
        assert_eq!(listing.rejected.len(), 1, "{resources}");
        assert!(within(connection.client.list()).await.is_err());
        assert!(within(connection.client.get(PDF)).await.is_err());
    }
}

/// A skill of so many files, which have so many bytes in all.
fn skill_of(files: usize, bytes: u64) -> serde_json::Value {
    let mut resources = vec![resource((PDF, PDF_TEXT.as_bytes()))];
    for index in 1..files {
        resources.push(resource((&format!("skill://acme/pdf/{index}"), b"")));
    }
    resources[1]["size"] = json!(bytes - PDF_TEXT.len() as u64);
    json!({
        "uri": PDF,
        "frontmatter": {"name": "pdf", "description": "Fill forms", "metadata": {"level": "1"}},
        "resources": resources,
    })
}

#[tokio::test]
async fn c8_skills_up_to_both_limits_are_taken_and_larger_ones_declined_with_the_reason() {
    const MAX: u64 = 16 * 1024 * 1024;
    for (files, bytes, reason) in [
        (512, MAX, None),
        (513, MAX, Some("skill of 513 files, at most 512 are taken")),
        (
            512,
            MAX + 1,
            Some("skill of 16777217 bytes, at most 16777216 are taken"),
        ),
    ] {
        let mut site = Site::new();
        site.skills = vec![skill_of(files, bytes)];
        let connection = site.connect(Revision::Modern).await;
        let listing = within(connection.client.list_valid()).await.unwrap();
        let rejected = listing
            .rejected
            .first()
            .map(|entry| entry.reason.to_string());
        assert_eq!(rejected.as_deref(), reason);
        let limits = skills_runtime::client::Limits::default()
            .with_skill_files(513)
            .with_skill_bytes(MAX + 1);
        let client = connection.client.clone().with_limits(limits);
        assert_eq!(within(client.list()).await.unwrap().skills.len(), 1);
    }
}

#[tokio::test]
async fn c9_skills_of_one_name_are_all_kept() {
    let mut site = Site::new();
    let mut other = site.skills[1].clone();
    other["uri"] = json!("skill://beta/fill/SKILL.md");
    other["resources"] = json!("dynamic");
    site.skills.push(other);
    let connection = site.connect(Revision::Modern).await;
    let listing = within(connection.client.list()).await.unwrap();
    let named: Vec<_> = listing
        .skills
        .iter()
        .filter(|skill| skill.name() == "fill")
        .collect();
    let uris: Vec<_> = named.into_iter().map(Entry::uri).collect();
    assert_eq!(uris, [FILL, "skill://beta/fill/SKILL.md"]);
}

#[tokio::test]
async fn c10_a_skill_that_is_not_listed_is_loaded_by_its_uri() {
    for revision in BOTH {
        let mut site = Site::new();
        site.on("skills/list", |_| Answer::Result(json!({"skills": []})));
        let connection = site.connect(revision).await;
        let listing = within(connection.client.list()).await.unwrap();
        assert_eq!(listing.skills, []);
        let pdf = within(connection.client.get(PDF)).await.unwrap().skill;
        let skill_md = within(connection.client.read(&pdf, "SKILL.md"))
            .await
            .unwrap();
        assert_eq!(skill_md.text(), Some(PDF_TEXT));
    }
}

#[tokio::test]
async fn c11_a_listed_skill_is_read_without_asking_for_it_again() {
    let connection = Site::new().connect(Revision::Modern).await;
    let pdf = entry(&connection, PDF).await;
    within(connection.client.read(&pdf, "SKILL.md"))
        .await
        .unwrap();
    assert_eq!(
        connection.log(),
        ["skills/list".to_owned(), format!("resources/read {PDF}")]
    );
}

#[tokio::test]
async fn c12_a_directory_does_not_extend_the_entry() {
    let mut site = Site::new();
    let new = json!([{"uri": "skill://acme/pdf/new.md", "name": "new.md"}]);
    site.folders.insert("skill://acme/pdf".into(), new);
    site.serve("skill://acme/pdf/new.md", b"new");
    let connection = site.connect(Revision::Modern).await;
    let pdf = entry(&connection, PDF).await;
    let found = within(connection.client.read_directory(&pdf, ""))
        .await
        .unwrap();
    assert_eq!(found.children[0].standing, Standing::Unlisted);
    assert_eq!(found.listed().count(), 0);
    let error = within(connection.client.read(&pdf, "new.md"))
        .await
        .unwrap_err();
    assert!(matches!(error, Error::Unlisted { .. }), "{error}");
}

#[tokio::test]
async fn c14_size_and_digest_of_every_file_are_verified() {
    for (bytes, is_size) in [(&b"form"[..], true), (b"FORMS", false)] {
        let mut site = Site::new();
        site.serve(FORMS, bytes);
        let connection = site.connect(Revision::Modern).await;
        let pdf = entry(&connection, PDF).await;
        let error = within(connection.client.read(&pdf, FORMS))
            .await
            .unwrap_err();
        match error {
            Error::Size {
                expected, actual, ..
            } => assert_eq!((is_size, expected, actual), (true, 5, 4)),
            Error::Digest { .. } => assert!(!is_size),
            error => panic!("{error}"),
        }
    }
}

#[tokio::test]
async fn c15_the_frontmatter_is_compared_field_by_field_also_without_digests() {
    for (skill, field, value) in [
        (0, "license", json!("MIT")),
        (0, "metadata", json!({"level": 1})),
        (2, "description", json!("Other news")),
    ] {
        let mut site = Site::new();
        site.skills[skill]["frontmatter"][field] = value.clone();
        let connection = site.connect(Revision::Modern).await;
        let held = entry(&connection, [PDF, FILL, DAILY][skill]).await;
        let error = within(connection.client.read(&held, "SKILL.md"))
            .await
            .unwrap_err();
        let Error::Frontmatter {
            reason: skills_runtime::client::FrontmatterError::Differs(differences),
            ..
        } = error
        else {
            panic!("{error}");
        };
        let expected: Vec<_> = differences
            .iter()
            .map(|difference| (difference.field.as_str(), difference.expected.as_ref()))
            .collect();
        assert_eq!(expected, [(field, Some(&value))]);
    }
}

#[tokio::test]
async fn c16_reads_lead_to_what_the_held_entry_lists_and_nowhere_else() {
    let mut site = Site::new();
    site.serve("skill://acme/pdf/hidden.md", b"hidden");
    let connection = site.connect(Revision::Modern).await;
    let pdf = entry(&connection, PDF).await;
    let error = within(connection.client.read(&pdf, "hidden.md"))
        .await
        .unwrap_err();
    assert!(matches!(error, Error::Unlisted { .. }), "{error}");
    assert_eq!(connection.log(), ["skills/list"]);
}

#[tokio::test]
async fn c17_nothing_is_fetched_ahead_of_need() {
    for revision in BOTH {
        let connection = Site::new().connect(revision).await;
        assert_eq!(connection.log(), [""; 0]);
        let pdf = entry(&connection, PDF).await;
        within(connection.client.get(PDF)).await.unwrap();
        within(connection.client.refresh(&pdf)).await.unwrap();
        assert!(
            connection
                .log()
                .iter()
                .all(|line| line.starts_with("skills/"))
        );
    }
}

#[tokio::test]
async fn c18_a_stale_entry_is_reported_with_the_current_one() {
    let mut site = Site::new();
    site.serve(FORMS, b"new forms");
    let mut current = site.skills[0].clone();
    current["resources"][1] = resource((FORMS, b"new forms"));
    site.on("skills/get", move |_| {
        Answer::Result(json!({"skill": current}))
    });
    let connection = site.connect(Revision::Modern).await;
    let held = entry(&connection, PDF).await;
    let error = within(connection.client.read(&held, FORMS))
        .await
        .unwrap_err();
    assert!(matches!(error, Error::Size { .. }), "{error}");
    let Freshness::Stale(current) = within(connection.client.refresh(&held)).await.unwrap() else {
        panic!("the entry has changed");
    };
    assert_ne!(current.digest(), held.digest());
    let read = within(connection.client.read(&current, FORMS))
        .await
        .unwrap();
    assert_eq!(read.bytes, b"new forms");
}

#[tokio::test]
async fn c21_what_is_read_is_checked_against_the_held_entry_whatever_the_server_lists_by_then() {
    let mut site = Site::new();
    let (old, mut new) = (site.skills[0].clone(), site.skills[0].clone());
    new["resources"][1] = resource((FORMS, b"FORMS"));
    site.serve(FORMS, b"FORMS");
    let mut listed = 0;
    site.on("skills/list", move |_| {
        listed += 1;
        Answer::Result(json!({"skills": [if listed == 1 { &old } else { &new }]}))
    });
    let connection = site.connect(Revision::Modern).await;
    let held = entry(&connection, PDF).await;
    within(connection.client.list()).await.unwrap();
    let error = within(connection.client.read(&held, FORMS))
        .await
        .unwrap_err();
    assert!(matches!(error, Error::Digest { .. }), "{error}");
}

#[tokio::test]
async fn c23_what_consent_is_bound_to_changes_with_every_file() {
    let connection = Site::new().connect(Revision::Modern).await;
    let before = entry(&connection, PDF).await.digest();
    for file in 0..7 {
        let mut site = Site::new();
        let uri = site.skills[0]["resources"][file]["uri"]
            .as_str()
            .unwrap()
            .to_owned();
        site.skills[0]["resources"][file] = resource((&uri, b"changed"));
        let connection = site.connect(Revision::Modern).await;
        assert_ne!(entry(&connection, PDF).await.digest(), before, "{uri}");
    }
    assert_eq!(entry(&connection, DAILY).await.digest(), None);
}

#[tokio::test]
async fn c27_the_older_code_of_a_missing_resource_is_understood() {
    for revision in BOTH {
        for code in [-32002, -32602] {
            let mut site = Site::new();
            site.on("resources/read", move |_| Answer::Error(code, "gone"));
            let connection = site.connect(revision).await;
            let pdf = entry(&connection, PDF).await;
            let error = within(connection.client.read(&pdf, FORMS))
                .await
                .unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("nothing is served at `{FORMS}`: gone")
            );
            assert!(matches!(error, Error::NotFound { .. }));
        }
    }
}
