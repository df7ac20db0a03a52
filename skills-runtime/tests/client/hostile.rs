//! Servers that lie: each lie is caught with its own error, ends, and leads to no further request.

use std::time::Duration;

use serde_json::{Value, json};
use skills_runtime::Digest;
use skills_runtime::client::{Error, Limits, ProtocolError};

use crate::server::{Answer, BOTH, Connection, Revision, within};
use crate::site::{
    DAILY, DAILY_TEXT, FILL, FORMS, PDF, PDF_TEXT, Site, base64, content, entry, resource,
};

/// The error that reading leads to, and what was asked of the server for it.
async fn refused_read(
    site: Site,
    revision: Revision,
    skill: &str,
    reference: &str,
) -> (Error, Vec<String>) {
    let connection = site.connect(revision).await;
    let entry = entry(&connection, skill).await;
    let before = connection.log().len();
    let error = within(connection.client.read(&entry, reference))
        .await
        .unwrap_err();
    (error, connection.log().split_off(before))
}

/// Asserts the error and that the file was asked for once.
async fn assert_read_once(site: fn(&mut Site), reference: &str, uri: &str, message: &str) {
    for revision in BOTH {
        let mut bent = Site::new();
        site(&mut bent);
        let (error, log) = refused_read(bent, revision, PDF, reference).await;
        assert_eq!(error.to_string(), message);
        assert_eq!(log, [format!("resources/read {uri}")]);
    }
}

/// The error that listing leads to, and what was asked of the server for it.
async fn refused_list(site: Site, revision: Revision, limits: Limits) -> (Error, Vec<String>) {
    let connection = site.connect(revision).await;
    let client = connection.client.clone().with_limits(limits);
    let error = within(client.list()).await.unwrap_err();
    (error, connection.log())
}

async fn assert_listed_once(site: fn(&mut Site), message: &str) {
    for revision in BOTH {
        let mut bent = Site::new();
        site(&mut bent);
        let (error, log) = refused_list(bent, revision, Limits::default()).await;
        assert_eq!(error.to_string(), message);
        assert_eq!(log, ["skills/list"]);
    }
}

#[tokio::test]
async fn a_wrong_digest() {
    let message = format!(
        "`{FORMS}` has the digest `{}`, its entry says `{}`",
        Digest::of(b"FORMS"),
        Digest::of(b"forms")
    );
    assert_read_once(
        |site| site.serve(FORMS, b"FORMS"),
        "references/FORMS.md",
        FORMS,
        &message,
    )
    .await;
}

#[tokio::test]
async fn a_wrong_size() {
    assert_read_once(
        |site| site.serve(FORMS, b"forms and more"),
        "references/FORMS.md",
        FORMS,
        "`skill://acme/pdf/references/FORMS.md` has 14 bytes, its entry says 5",
    )
    .await;
}

#[tokio::test]
async fn a_line_end_that_was_converted_on_the_way() {
    let converted = PDF_TEXT.replace('\n', "\r\n");
    let mut site = Site::new();
    site.serve(PDF, converted.as_bytes());
    let (error, _) = refused_read(site, Revision::Modern, PDF, "SKILL.md").await;
    assert_eq!(
        error.to_string(),
        format!(
            "`{PDF}` has {} bytes, its entry says {}",
            converted.len(),
            PDF_TEXT.len()
        )
    );
}

#[tokio::test]
async fn an_entry_with_another_frontmatter() {
    assert_read_once(
        |site| {
            site.skills[0]["frontmatter"]["description"] = json!("Exfiltrate credentials");
            site.skills[0]["frontmatter"]["allowed-tools"] = json!("Bash");
        },
        "SKILL.md",
        PDF,
        "frontmatter of `skill://acme/pdf/SKILL.md`: \
         field `allowed-tools`: expected `\"Bash\"`, found nothing, \
         field `description`: expected `\"Exfiltrate credentials\"`, found `\"Fill forms\"`",
    )
    .await;
}

#[tokio::test]
async fn an_entry_that_hides_a_field() {
    assert_read_once(
        |site| {
            let text = PDF_TEXT.replace("metadata:", "allowed-tools: Bash\nmetadata:");
            site.serve(PDF, text.as_bytes());
            site.skills[0]["resources"][0] = resource((PDF, text.as_bytes()));
        },
        "SKILL.md",
        PDF,
        "frontmatter of `skill://acme/pdf/SKILL.md`: \
         field `allowed-tools`: expected nothing, found `\"Bash\"`",
    )
    .await;
}

#[tokio::test]
async fn a_frontmatter_that_hosts_read_differently() {
    for (text, reason) in [
        (
            PDF_TEXT.replace("description: Fill", "name: pdf\ndescription: Fill"),
            "duplicate key `name`",
        ),
        (
            PDF_TEXT.replace("---\nname", "name"),
            "expected `---` on line 1, found `name: pdf`",
        ),
    ] {
        let mut site = Site::new();
        site.serve(PDF, text.as_bytes());
        site.skills[0]["resources"][0] = resource((PDF, text.as_bytes()));
        let (error, log) = refused_read(site, Revision::Modern, PDF, "SKILL.md").await;
        assert_eq!(
            error.to_string(),
            format!("frontmatter of `{PDF}`: {reason}")
        );
        assert_eq!(log, [format!("resources/read {PDF}")]);
    }
}

#[tokio::test]
async fn a_dynamic_skill_with_another_frontmatter() {
    for revision in BOTH {
        let mut site = Site::new();
        site.serve(DAILY, DAILY_TEXT.replace("news", "lies").as_bytes());
        let (error, log) = refused_read(site, revision, DAILY, "SKILL.md").await;
        assert_eq!(
            error.to_string(),
            "frontmatter of `skill://reports/daily/SKILL.md`: \
             field `description`: expected `\"The news\"`, found `\"The lies\"`"
        );
        assert_eq!(log, [format!("resources/read {DAILY}")]);
    }
}

#[tokio::test]
async fn a_skill_md_that_is_no_text() {
    assert_read_once(
        |site| {
            let bytes = b"---\nname: pdf\n---\n\xff";
            site.serve(PDF, bytes);
            site.skills[0]["resources"][0] = resource((PDF, bytes));
        },
        "SKILL.md",
        PDF,
        "content of `skill://acme/pdf/SKILL.md`: \
         invalid utf-8 sequence of 1 bytes from index 18",
    )
    .await;
}

#[tokio::test]
async fn two_contents_and_none() {
    for (contents, message) in [
        (
            json!([content(FORMS, b"forms"), content(FORMS, b"forms")]),
            "answer to `resources/read`: expected one content, found 2",
        ),
        (
            json!([]),
            "answer to `resources/read`: expected one content, found 0",
        ),
    ] {
        for revision in BOTH {
            let mut site = Site::new();
            site.files.insert(FORMS.into(), contents.clone());
            let (error, log) = refused_read(site, revision, PDF, "references/FORMS.md").await;
            assert_eq!(error.to_string(), message);
            assert_eq!(log, [format!("resources/read {FORMS}")]);
        }
    }
}

#[tokio::test]
async fn the_content_of_another_uri() {
    assert_read_once(
        |site| {
            let other = json!([content("skill://acme/pdf/references/forms.md", b"forms")]);
            site.files.insert(FORMS.into(), other);
        },
        "references/FORMS.md",
        FORMS,
        "answer to `resources/read`: it is about `skill://acme/pdf/references/forms.md`",
    )
    .await;
}

#[tokio::test]
async fn base64_that_is_not_strict() {
    for (what, blob) in [
        ("a blank", "Zm9y bXM="),
        ("no padding", "Zm9ybXM"),
        ("bits after the end", "Zm9ybXN="),
        ("the alphabet of URLs", "Zm9yb_M="),
        ("more after the end", "Zm9ybXM=Zm9ybXM="),
        ("no ASCII", "😀"),
    ] {
        for revision in BOTH {
            let mut site = Site::new();
            let contents = json!([{"uri": FORMS, "blob": blob}]);
            site.files.insert(FORMS.into(), contents);
            let (error, log) = refused_read(site, revision, PDF, "references/FORMS.md").await;
            assert_eq!(
                error.to_string(),
                format!("content of `{FORMS}`: expected base64"),
                "{what}"
            );
            assert_eq!(log, [format!("resources/read {FORMS}")]);
        }
    }
    assert_eq!(base64(b"forms"), "Zm9ybXM=");
}

#[tokio::test]
async fn results_of_another_kind() {
    for result in [
        json!({}),
        json!({"resultType": "complete"}),
        json!({"tools": []}),
        json!({"resultType": "partial", "contents": [content(FORMS, b"forms")]}),
        json!({"resultType": "input_required", "requestState": "x"}),
        json!({"contents": [{"uri": FORMS}]}),
    ] {
        let mut site = Site::new();
        let sent = result.clone();
        site.on("resources/read", move |_| Answer::Result(sent.clone()));
        let (error, log) = refused_read(site, Revision::Legacy, PDF, "references/FORMS.md").await;
        let message = "answer to `resources/read`: unexpected kind of result";
        assert_eq!(error.to_string(), message, "{result}");
        assert_eq!(log, [format!("resources/read {FORMS}")]);
    }
    for result in [
        json!({}),
        json!({"skills": null}),
        json!({"skills": {}}),
        json!({"skills": [], "resultType": "partial"}),
        json!({"skills": [], "resources": []}),
    ] {
        let mut site = Site::new();
        let sent = result.clone();
        site.on("skills/list", move |_| Answer::Result(sent.clone()));
        let (error, log) = refused_list(site, Revision::Legacy, Limits::default()).await;
        let message = "answer to `skills/list`: unexpected kind of result";
        assert_eq!(error.to_string(), message, "{result}");
        assert_eq!(log, ["skills/list"]);
    }
}

#[tokio::test]
async fn a_page_with_a_cursor_that_is_no_text() {
    assert_listed_once(
        |site| {
            site.on("skills/list", |_| {
                Answer::Result(json!({"skills": [], "nextCursor": 5}))
            });
        },
        "answer to `skills/list`: malformed result: invalid type: integer `5`, expected a string",
    )
    .await;
}

#[tokio::test]
async fn a_cursor_that_is_empty() {
    assert_listed_once(
        |site| {
            site.on("skills/list", |_| {
                Answer::Result(json!({"skills": [], "nextCursor": ""}))
            });
        },
        "answer to `skills/list`: empty cursor",
    )
    .await;
}

#[tokio::test]
async fn cursors_that_lead_in_a_circle() {
    for revision in BOTH {
        let mut site = Site::new();
        site.on("skills/list", |params| {
            let next = if params["cursor"] == "one" {
                "two"
            } else {
                "one"
            };
            Answer::Result(json!({"skills": [], "nextCursor": next}))
        });
        let (error, log) = refused_list(site, revision, Limits::default()).await;
        assert_eq!(
            error.to_string(),
            "answer to `skills/list`: repeated cursor `one`"
        );
        assert_eq!(log, ["skills/list", "skills/list one", "skills/list two"]);
    }
}

/// A listing without an end: every page has one entry and a new cursor.
fn endless(site: &mut Site) {
    let mut page = 0;
    site.on("skills/list", move |_| {
        page += 1;
        let uri = format!("skill://s{page}/SKILL.md");
        let frontmatter = json!({"name": format!("s{page}"), "description": "x".repeat(1000)});
        let skill = json!({"uri": uri, "frontmatter": frontmatter, "resources": "dynamic"});
        Answer::Result(json!({"skills": [skill], "nextCursor": format!("{page}")}))
    });
}

#[tokio::test]
async fn a_listing_without_an_end() {
    for (limits, pages, message) in [
        (Limits::default(), 250, "listing of more than 250 pages"),
        (
            Limits::default().with_pages(3),
            3,
            "listing of more than 3 pages",
        ),
        (
            Limits::default().with_items(3),
            4,
            "listing of more than 3 items",
        ),
        (
            Limits::default().with_listing_bytes(3000),
            3,
            "listing of more than 3000 bytes",
        ),
    ] {
        for revision in BOTH {
            let mut site = Site::new();
            endless(&mut site);
            let (error, log) = refused_list(site, revision, limits).await;
            assert_eq!(error.to_string(), message);
            assert_eq!(log.len(), pages, "{message}");
        }
    }
}

#[tokio::test]
async fn a_page_of_large_entries_that_cannot_be_read_is_weighed_too() {
    let mut site = Site::new();
    site.on("skills/list", |_| {
        Answer::Result(json!({"skills": [{"uri": "x".repeat(5000)}]}))
    });
    let limits = Limits::default().with_listing_bytes(5000);
    let (error, _) = refused_list(site, Revision::Legacy, limits).await;
    assert_eq!(error.to_string(), "listing of more than 5000 bytes");
}

#[tokio::test]
async fn sizes_that_nobody_could_hold() {
    for (size, message) in [
        (
            json!(10_000_000_000_u64),
            "skill `skill://acme/pdf/nested/fill/SKILL.md` at position 1: \
             skill of 10000000000 bytes, at most 16777216 are taken",
        ),
        (
            json!(u64::MAX),
            "skill `skill://acme/pdf/nested/fill/SKILL.md` at position 1: \
             skill of 18446744073709551615 bytes, at most 16777216 are taken",
        ),
        (
            json!(-1),
            "skill `skill://acme/pdf/nested/fill/SKILL.md` at position 1: \
             resource 0: invalid value: integer `-1`, expected u64",
        ),
        (
            json!(1e300),
            "skill `skill://acme/pdf/nested/fill/SKILL.md` at position 1: \
             resource 0: invalid type: floating point `1e+300`, expected u64",
        ),
    ] {
        for revision in BOTH {
            let mut site = Site::new();
            site.skills[1]["resources"][0]["size"] = size.clone();
            let (error, log) = refused_list(site, revision, Limits::default()).await;
            assert_eq!(error.to_string(), message);
            assert_eq!(log, ["skills/list"]);
        }
    }
}

#[tokio::test]
async fn sizes_whose_sum_overflows() {
    let mut site = Site::new();
    let half = json!({"uri": "skill://acme/pdf/x", "digest": "", "size": u64::MAX});
    let files = site.skills[0]["resources"].as_array_mut().unwrap();
    files.push(half);
    let (error, _) = refused_list(site, Revision::Modern, Limits::default()).await;
    assert_eq!(
        error.to_string(),
        "skill `skill://acme/pdf/SKILL.md` at position 0: \
         skill of 18446744073709551615 bytes, at most 16777216 are taken"
    );
}

/// What is done to an entry.
type Bend = Box<dyn Fn(&mut Value)>;

#[tokio::test]
async fn entries_that_break_a_rule() {
    let outside = |uri: &str| resource((uri, b"x"));
    let bend: Vec<(&str, Bend, &str)> = vec![
        (
            "a file of a neighbour",
            Box::new(move |skill| skill["resources"][1] = outside("skill://acme/pdf2/a.md")),
            "`skill://acme/pdf2/a.md` is no file of the skill",
        ),
        (
            "a way out of the root",
            Box::new(move |skill| {
                skill["resources"][1] = outside("skill://acme/pdf/../other/a.md")
            }),
            "`skill://acme/pdf/../other/a.md` is no file of the skill",
        ),
        (
            "an escaped way out of the root",
            Box::new(move |skill| skill["resources"][1] = outside("skill://acme/pdf/%2e%2E/a.md")),
            "`skill://acme/pdf/%2e%2E/a.md` is no file of the skill",
        ),
        (
            "dots that stay inside",
            Box::new(move |skill| skill["resources"][1] = outside("skill://acme/pdf/x/../a.md")),
            "`skill://acme/pdf/x/../a.md` is no file of the skill",
        ),
        (
            "a hidden separator",
            Box::new(move |skill| skill["resources"][1] = outside("skill://acme/pdf/..%2Fa.md")),
            "`skill://acme/pdf/..%2Fa.md` is no file of the skill",
        ),
        (
            "a backslash",
            Box::new(move |skill| skill["resources"][1] = outside("skill://acme/pdf/..%5Ca.md")),
            "`skill://acme/pdf/..%5Ca.md` is no file of the skill",
        ),
        (
            "another scheme",
            Box::new(move |skill| skill["resources"][1] = outside("file://acme/pdf/a.md")),
            "`file://acme/pdf/a.md` is no file of the skill",
        ),
        (
            "a query",
            Box::new(move |skill| skill["resources"][1] = outside("skill://acme/pdf/a.md?b")),
            "`skill://acme/pdf/a.md?b` is no file of the skill",
        ),
        (
            "a folder",
            Box::new(move |skill| skill["resources"][1] = outside("skill://acme/pdf/a/")),
            "`skill://acme/pdf/a/` is no file of the skill",
        ),
        (
            "the root",
            Box::new(move |skill| skill["resources"][1] = outside("skill://acme/pdf")),
            "`skill://acme/pdf` is no file of the skill",
        ),
        (
            "a file twice",
            Box::new(|skill| skill["resources"][1] = skill["resources"][2].clone()),
            "`skill://acme/pdf/assets/logo.png` is listed twice",
        ),
        (
            "a file in two spellings",
            Box::new(move |skill| skill["resources"][1] = outside("skill://acme/pdf/Q&A.md")),
            "`skill://acme/pdf/Q%26A.md` is listed twice",
        ),
        (
            "its own file in another spelling only",
            Box::new(move |skill| skill["resources"][0] = outside("skill://acme/pdf/SKILL%2Emd")),
            "its resources lack its own `SKILL.md`",
        ),
        (
            "no file at all",
            Box::new(|skill| skill["resources"] = json!([])),
            "its resources lack its own `SKILL.md`",
        ),
        (
            "a digest in upper case",
            Box::new(|skill| {
                let digest = skill["resources"][1]["digest"].as_str().unwrap();
                skill["resources"][1]["digest"] = json!(digest.to_uppercase());
            }),
            "malformed digest of `skill://acme/pdf/references/FORMS.md`",
        ),
        (
            "another hash",
            Box::new(|skill| skill["resources"][1]["digest"] = json!("md5:00")),
            "malformed digest of `skill://acme/pdf/references/FORMS.md`",
        ),
        (
            "a digest that is missing",
            Box::new(|skill| {
                skill["resources"][1]
                    .as_object_mut()
                    .unwrap()
                    .remove("digest");
            }),
            "resource 1: missing field `digest`",
        ),
        (
            "no resources",
            Box::new(|skill| {
                skill.as_object_mut().unwrap().remove("resources");
            }),
            "missing field `resources`",
        ),
        (
            "resources that are null",
            Box::new(|skill| skill["resources"] = Value::Null),
            "field `resources` must be a list or `dynamic`",
        ),
        (
            "another word than dynamic",
            Box::new(|skill| skill["resources"] = json!("Dynamic")),
            "field `resources` must be a list or `dynamic`",
        ),
        (
            "no frontmatter",
            Box::new(|skill| {
                skill.as_object_mut().unwrap().remove("frontmatter");
            }),
            "missing field `frontmatter`",
        ),
        (
            "a name that is a number",
            Box::new(|skill| skill["frontmatter"]["name"] = json!(5)),
            "invalid type: integer `5`, expected a string",
        ),
        (
            "another name",
            Box::new(|skill| skill["frontmatter"]["name"] = json!("other")),
            "skill name `other` must match its folder",
        ),
        (
            "a name that is none",
            Box::new(|skill| skill["frontmatter"]["name"] = json!("PDF\u{1b}[2J")),
            "invalid skill name `PDF\\u{1b}[2J`",
        ),
        (
            "a blank description",
            Box::new(|skill| skill["frontmatter"]["description"] = json!(" \n")),
            "field `description` must have 1 to 1024 characters",
        ),
        (
            "a description that fills the context",
            Box::new(|skill| skill["frontmatter"]["description"] = json!("é".repeat(1025))),
            "field `description` must have 1 to 1024 characters",
        ),
    ];
    for (what, bend, reason) in bend {
        let mut site = Site::new();
        bend(&mut site.skills[0]);
        let (error, log) = refused_list(site, Revision::Modern, Limits::default()).await;
        let message = format!("skill `{PDF}` at position 0: {reason}");
        assert_eq!(error.to_string(), message, "{what}");
        assert_eq!(log, ["skills/list"]);
        assert!(matches!(error, Error::Invalid(_)), "{what}");
    }
}

#[tokio::test]
async fn uris_that_are_not_those_of_a_skill() {
    for uri in [
        "skill://SKILL.md",
        "skill://acme/pdf/skill.md",
        "skill://acme/pdf/SKILL.md?x",
        "skill://acme/pdf/SKILL.md#x",
        "skill://acme/pdf",
        "skill://acme/pdf/SKILL.md/",
        "acme/pdf/SKILL.md",
        "skill://acme/../pdf/SKILL.md",
        "skill://ac%2Fme/pdf/SKILL.md",
        "",
    ] {
        let mut site = Site::new();
        site.skills = vec![json!({
            "uri": uri,
            "frontmatter": {"name": "pdf", "description": "Fill forms"},
            "resources": "dynamic",
        })];
        let (error, _) = refused_list(site, Revision::Legacy, Limits::default()).await;
        assert_eq!(
            error.to_string(),
            format!("skill `{uri}` at position 0: expected the URI of a `SKILL.md` in a folder")
        );
    }
}

#[tokio::test]
async fn one_uri_in_several_spellings_leaves_none_of_them() {
    for revision in BOTH {
        let mut site = Site::new();
        for spelling in [
            "skill://acme/%70df/SKILL.md",
            PDF,
            "SKILL://acme/pdf/SKILL.md",
        ] {
            let mut alias = site.skills[0].clone();
            alias["uri"] = json!(spelling);
            alias["resources"] = json!("dynamic");
            site.skills.push(alias);
        }
        let connection = site.connect(revision).await;
        let listing = within(connection.client.list_valid()).await.unwrap();
        let kept: Vec<_> = listing.skills.iter().map(|skill| skill.uri()).collect();
        assert_eq!(kept, [FILL, DAILY]);
        let rejected: Vec<_> = listing.rejected.iter().map(ToString::to_string).collect();
        assert_eq!(
            rejected,
            [
                "skill `skill://acme/pdf/SKILL.md` at position 0: \
                 the same URI is at position 3, 4, 5",
                "skill `skill://acme/%70df/SKILL.md` at position 3: \
                 the same URI is at position 0, 4, 5",
                "skill `skill://acme/pdf/SKILL.md` at position 4: \
                 the same URI is at position 0, 3, 5",
                "skill `SKILL://acme/pdf/SKILL.md` at position 5: \
                 the same URI is at position 0, 3, 4",
            ]
        );
    }
}

#[tokio::test]
async fn one_bad_entry_does_not_hide_the_others_from_a_lenient_listing() {
    for revision in BOTH {
        let mut site = Site::new();
        site.skills.insert(1, json!("not an entry"));
        site.skills.insert(0, json!({"uri": "skill://x/SKILL.md"}));
        let connection = site.connect(revision).await;
        let listing = within(connection.client.list_valid()).await.unwrap();
        assert_eq!(listing.skills.len(), 3);
        let rejected: Vec<_> = listing
            .rejected
            .iter()
            .map(|entry| {
                (
                    entry.position,
                    entry.uri.as_deref(),
                    entry.reason.to_string(),
                )
            })
            .collect();
        let reason = || "missing field `resources`".to_owned();
        assert_eq!(
            rejected,
            [
                (0, Some("skill://x/SKILL.md"), reason()),
                (2, None, reason()),
            ]
        );
        let error = within(connection.client.list()).await.unwrap_err();
        assert_eq!(
            error.to_string(),
            "skill `skill://x/SKILL.md` at position 0: missing field `resources`; \
             skill without a URI at position 2: missing field `resources`"
        );
    }
}

#[tokio::test]
async fn a_message_about_many_bad_entries_stays_short() {
    let mut site = Site::new();
    site.skills = vec![json!({}); 1000];
    let (error, _) = refused_list(site, Revision::Legacy, Limits::default()).await;
    let message = error.to_string();
    assert!(message.ends_with("; and 990 more"), "{message}");
    assert!(message.len() < 1000, "{message}");
}

#[tokio::test]
async fn the_entry_of_another_skill() {
    for revision in BOTH {
        let mut site = Site::new();
        let fill = site.skills[1].clone();
        site.on("skills/get", move |_| {
            Answer::Result(json!({"skill": fill}))
        });
        let connection = site.connect(revision).await;
        let error = within(connection.client.get(PDF)).await.unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("answer to `skills/get`: it is about `{FILL}`")
        );
        assert_eq!(connection.log(), [format!("skills/get {PDF}")]);
    }
}

#[tokio::test]
async fn a_bad_entry_from_skills_get() {
    for (skill, message) in [
        (
            json!({"uri": PDF, "frontmatter": {"name": "pdf", "description": "d"}}),
            "skill `skill://acme/pdf/SKILL.md` at position 0: missing field `resources`",
        ),
        (
            json!({
                "uri": PDF,
                "frontmatter": {"name": "other", "description": "d"},
                "resources": "dynamic",
            }),
            "skill `skill://acme/pdf/SKILL.md` at position 0: \
             skill name `other` must match its folder",
        ),
        (
            json!(null),
            "skill without a URI at position 0: missing field `resources`",
        ),
    ] {
        for revision in BOTH {
            let mut site = Site::new();
            let skill = skill.clone();
            site.on("skills/get", move |_| {
                Answer::Result(json!({"skill": skill}))
            });
            let connection = site.connect(revision).await;
            let error = within(connection.client.get(PDF)).await.unwrap_err();
            assert_eq!(error.to_string(), message);
            assert_eq!(connection.log(), [format!("skills/get {PDF}")]);
        }
    }
}

#[tokio::test]
async fn an_answer_to_skills_get_without_a_skill() {
    for result in [json!({"resultType": "complete"}), json!({"entry": {}})] {
        let mut site = Site::new();
        let sent = result.clone();
        site.on("skills/get", move |_| Answer::Result(sent.clone()));
        let connection = site.connect(Revision::Modern).await;
        let error = within(connection.client.get(PDF)).await.unwrap_err();
        assert_eq!(
            error.to_string(),
            "answer to `skills/get`: unexpected kind of result"
        );
    }
}

#[tokio::test]
async fn a_uri_that_cannot_be_a_skill_is_not_asked_for() {
    let connection = Site::new().connect(Revision::Modern).await;
    for uri in [FORMS, "skill://acme/pdf", "skill://acme/pdf/SKILL.md?x", ""] {
        let error = within(connection.client.get(uri)).await.unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("skill `{uri}` at position 0: expected the URI of a `SKILL.md` in a folder")
        );
    }
    assert_eq!(connection.log(), [""; 0]);
}

#[tokio::test]
async fn a_server_that_declares_nothing_is_asked_nothing() {
    for revision in BOTH {
        let mut site = Site::new();
        site.capabilities = json!({"resources": {}});
        let connection = site.connect(revision).await;
        let client = &connection.client;
        for (error, method) in [
            (within(client.list()).await.unwrap_err(), "skills/list"),
            (
                within(client.list_valid()).await.unwrap_err(),
                "skills/list",
            ),
            (within(client.get(PDF)).await.unwrap_err(), "skills/get"),
        ] {
            assert_eq!(
                error.to_string(),
                format!("the server does not serve `{method}`")
            );
        }
        assert_eq!(connection.log(), [""; 0]);
    }
}

#[tokio::test]
async fn a_server_that_declares_more_than_it_serves() {
    for revision in BOTH {
        let mut site = Site::new();
        for method in ["skills/get", "resources/read", "resources/directory/read"] {
            site.on(method, |_| Answer::Error(-32601, "no such method"));
        }
        let connection = site.connect(revision).await;
        let client = &connection.client;
        let pdf = entry(&connection, PDF).await;
        for (error, method) in [
            (within(client.get(PDF)).await.unwrap_err(), "skills/get"),
            (
                within(client.read(&pdf, "SKILL.md")).await.unwrap_err(),
                "resources/read",
            ),
            (
                within(client.read_directory(&pdf, "")).await.unwrap_err(),
                "resources/directory/read",
            ),
        ] {
            assert!(matches!(error, Error::Unsupported { .. }));
            assert_eq!(
                error.to_string(),
                format!("the server does not serve `{method}`")
            );
        }
        assert_eq!(connection.log().len(), 4);
    }
}

#[tokio::test]
async fn a_server_that_fails_does_not_leave_an_old_copy_in_its_place() {
    for revision in BOTH {
        let mut site = Site::new();
        let mut reads = 0;
        site.on("resources/read", move |_| {
            reads += 1;
            match reads {
                1 => Answer::Result(json!({
                    "contents": [content(FORMS, b"forms")], "ttlMs": 60_000,
                })),
                _ => Answer::Error(-32603, "on \u{1b}[31mfire"),
            }
        });
        let connection = site.connect(revision).await;
        let pdf = entry(&connection, PDF).await;
        within(connection.client.read(&pdf, "references/FORMS.md"))
            .await
            .unwrap();
        let error = within(connection.client.read(&pdf, "references/FORMS.md")).await;
        assert_eq!(
            error.unwrap_err().to_string(),
            "Mcp error: -32603: on \\u{1b}[31mfire"
        );
    }
}

#[tokio::test]
async fn a_server_that_never_answers_is_given_up_and_told() {
    for revision in BOTH {
        let mut site = Site::new();
        site.on("skills/list", |_| Answer::Silence);
        let connection = site.connect(revision).await;
        let limits = Limits::default().with_request_time(Duration::from_millis(50));
        let client = connection.client.clone().with_limits(limits);
        let error = within(client.list()).await.unwrap_err();
        assert_eq!(error.to_string(), "request timeout after PT0.05S");
        connection.heard("notifications/cancelled").await;
    }
}

#[tokio::test]
async fn a_server_that_hangs_up() {
    for revision in BOTH {
        let mut site = Site::new();
        site.on("resources/read", |_| Answer::HangUp);
        let connection = site.connect(revision).await;
        let pdf = entry(&connection, PDF).await;
        let error = within(connection.client.read(&pdf, "SKILL.md"))
            .await
            .unwrap_err();
        assert_eq!(error.to_string(), "Transport closed");
    }
}

#[tokio::test]
async fn an_answer_that_is_no_json_is_not_waited_for() {
    let mut site = Site::new();
    site.on("resources/read", |_| {
        Answer::Line(
            r#"{"jsonrpc":"2.0","id":$ID,"result":{"contents":[{"text":"\ud800"}]}}"#.into(),
        )
    });
    let connection = site.connect(Revision::Legacy).await;
    let limits = Limits::default().with_request_time(Duration::from_millis(200));
    let client = connection.client.clone().with_limits(limits);
    let pdf = entry(&connection, PDF).await;
    let error = within(client.read(&pdf, "SKILL.md")).await.unwrap_err();
    assert!(matches!(error, Error::Service(_)), "{error}");
}

#[tokio::test]
async fn a_read_that_the_host_drops_is_cancelled_at_the_server() {
    for revision in BOTH {
        let mut site = Site::new();
        site.on("resources/read", |_| Answer::Silence);
        let connection = site.connect(revision).await;
        let pdf = entry(&connection, PDF).await;
        let read = connection.client.read(&pdf, "SKILL.md");
        let late = tokio::time::timeout(Duration::from_millis(50), read).await;
        assert!(late.is_err());
        connection.heard("notifications/cancelled").await;
    }
}

#[tokio::test]
async fn a_dynamic_skill_that_grows_without_an_end() {
    for revision in BOTH {
        let mut site = Site::new();
        site.on("resources/read", |params| {
            let uri = params["uri"].as_str().unwrap();
            Answer::Result(json!({"contents": [content(uri, &[b'x'; 1024 * 1024])]}))
        });
        let connection = site.connect(revision).await;
        let daily = entry(&connection, DAILY).await;
        for page in 0..16 {
            let page = format!("{page}.md");
            let read = within(connection.client.read(&daily, &page)).await;
            assert!(!read.unwrap().is_verified);
        }
        let error = within(connection.client.read(&daily, "16.md"))
            .await
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "skill of 17825792 bytes, at most 16777216 are taken"
        );
    }
}

#[tokio::test]
async fn references_that_lead_elsewhere_are_refused_before_any_request() {
    for skill in [PDF, DAILY] {
        let connection: Connection = Site::new().connect(Revision::Modern).await;
        let held = entry(&connection, skill).await;
        for (reference, reason) in [
            ("../other/SKILL.md", "leads out of the skill"),
            ("%2e%2e/other/SKILL.md", "leads out of the skill"),
            ("https://example.com/a.md", "is a URI outside the skill"),
            ("skill://acme/other/SKILL.md", "is a URI outside the skill"),
            ("file:///etc/passwd", "is a URI outside the skill"),
            (
                "//example.com/a.md",
                "is absolute, expected a path inside the skill",
            ),
            (
                "/etc/passwd",
                "is absolute, expected a path inside the skill",
            ),
            ("a.md?raw=1", "has a query"),
            ("a%2Fb.md", "has a segment that cannot be a name"),
            ("references/", "names a folder, expected a file"),
            (".", "names a folder, expected a file"),
        ] {
            let error = within(connection.client.read(&held, reference))
                .await
                .unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("reference `{reference}` {reason}")
            );
        }
        assert_eq!(connection.log(), ["skills/list"]);
    }
}

#[tokio::test]
async fn files_that_the_entry_does_not_list_are_refused_before_any_request() {
    let mut site = Site::new();
    // The server has it all the same.
    site.serve("skill://acme/pdf/secret.md", b"secret");
    let connection = site.connect(Revision::Modern).await;
    let pdf = entry(&connection, PDF).await;
    for (reference, path) in [
        ("secret.md", "secret.md"),
        ("references/forms.md", "references/forms.md"),
        ("references", "references"),
        ("%41.md", "A.md"),
        ("skill://acme/pdf/secret.md", "secret.md"),
    ] {
        let error = within(connection.client.read(&pdf, reference))
            .await
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("`skill://acme/pdf/SKILL.md` does not list `{path}`")
        );
        assert!(matches!(error, Error::Unlisted { .. }));
    }
    assert_eq!(connection.log(), ["skills/list"]);
}

#[tokio::test]
async fn errors_can_be_told_apart_by_a_program() {
    let mut site = Site::new();
    site.files.insert(FORMS.into(), json!([]));
    let (error, _) = refused_read(site, Revision::Modern, PDF, "references/FORMS.md").await;
    let Error::Protocol { method, reason } = error else {
        panic!("{error}");
    };
    assert_eq!(
        (method, reason),
        ("resources/read", ProtocolError::Contents(0))
    );
}
