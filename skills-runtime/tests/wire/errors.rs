//! The codes of SEP-2640, "Error Handling", on both revisions and over HTTP.

use serde_json::{Value, json};

use crate::fixture::SKILLS;
use crate::http::{HttpPeer, Mode};
use crate::large::MANY;
use crate::peer::{BOTH, Peer, Revision};
use crate::servers::{Everything, OwnSkills};

const METHOD: i64 = -32601;
const PARAMS: i64 = -32602;
const NOT_FOUND: i64 = -32002;

/// A request, and the code of its error on 2025-11-25 and on 2026-07-28.
fn table() -> Vec<(&'static str, Value, [i64; 2])> {
    let skill = |uri: &str| ("skills/get", json!({"uri": uri}), [PARAMS; 2]);
    let read = |uri: &str| ("resources/read", json!({"uri": uri}), [NOT_FOUND, PARAMS]);
    let directory = |uri: &str| {
        let params = json!({"uri": uri});
        ("resources/directory/read", params, [PARAMS; 2])
    };
    let cursor = |method, cursor: &str| {
        let params = json!({"uri": "skill://zip", "cursor": cursor});
        (method, params, [PARAMS; 2])
    };
    vec![
        skill("skill://missing/SKILL.md"),
        skill("skill://zip"),
        skill("skill://zip/"),
        skill("skill://ZIP/SKILL.md"),
        skill("skill://z%69p/SKILL.md"),
        skill("skill://acme/refunds/references/policy.md"),
        skill("https://example.com/SKILL.md"),
        skill("SKILL.md"),
        skill(""),
        ("skills/get", json!({}), [PARAMS; 2]),
        ("skills/get", json!({"uri": 5}), [PARAMS; 2]),
        ("skills/get", json!({"uri": null}), [PARAMS; 2]),
        (
            "skills/get",
            json!({"uri": ["skill://zip/SKILL.md"]}),
            [PARAMS; 2],
        ),
        read("skill://missing/SKILL.md"),
        read("skill://zip"),
        read("skill://zip/SKILL.md/"),
        read("skill://zip/SKILL.md?"),
        read("skill://zip/../zip/SKILL.md"),
        read("skill://zip/%2e%2e/zip/SKILL.md"),
        read("skill://zip%2FSKILL.md"),
        read("skill://zip/SKILL.md%00"),
        read("skill://zip//SKILL.md"),
        read("skill://zip%5CSKILL.md"),
        read("file:///etc/passwd"),
        read(""),
        directory("skill://missing"),
        directory("skill://zip/"),
        directory("skill://acme"),
        directory("skill://z%69p"),
        directory("skill://zip/SKILL.md"),
        directory(""),
        ("resources/directory/read", json!({}), [PARAMS; 2]),
        ("resources/directory/read", json!({"uri": {}}), [PARAMS; 2]),
        (
            "resources/directory/read",
            json!({"uri": "skill://zip", "cursor": 1}),
            [PARAMS; 2],
        ),
        cursor("skills/list", "2"),
        cursor("skills/list", ""),
        cursor("skills/list", "skills-runtime:s"),
        cursor("resources/list", "2"),
        cursor("resources/list", "skills-runtime:r"),
        cursor("resources/templates/list", "2"),
        cursor("resources/directory/read", "2"),
        cursor("resources/directory/read", "skills-runtime:d"),
        ("skills/put", json!({}), [METHOD; 2]),
        ("tools/list", json!({}), [METHOD; 2]),
        ("prompts/list", json!({}), [METHOD; 2]),
    ]
}

fn expected(codes: [i64; 2], revision: Revision) -> i64 {
    match revision {
        Revision::Legacy => codes[0],
        Revision::Modern => codes[1],
    }
}

#[tokio::test]
async fn every_error_has_the_code_of_its_revision() {
    for revision in BOTH {
        let mut peer = Peer::connect(SKILLS.server("acme", "1"), revision).await;
        for (method, params, codes) in table() {
            let (code, message) = peer.error(method, params.clone()).await;
            assert_eq!(
                code,
                expected(codes, revision),
                "{method} {params}: {message}"
            );
            assert!(!message.is_empty());
        }
    }
}

#[tokio::test]
async fn over_http_a_method_that_is_missing_is_404() {
    for revision in BOTH {
        for mode in [Mode::Session, Mode::Json, Mode::EventStream] {
            let server = SKILLS.server("acme", "1");
            let mut peer = HttpPeer::connect(server, revision, mode).await;
            for (method, params, codes) in table() {
                // An empty URI is no header value.
                if params["uri"] == "" {
                    continue;
                }
                let messages = peer.call(method, params.clone()).await;
                let reply: Value = serde_json::from_str(&messages[1]).unwrap();
                let code = expected(codes, revision);
                assert_eq!(reply["error"]["code"], code, "{method} {params}: {reply}");
                let is_missing = code == METHOD && revision == Revision::Modern;
                let status = if is_missing {
                    "404 Not Found"
                } else {
                    "200 OK"
                };
                assert_eq!(messages[0], status, "{method} {params}");
            }
        }
    }
}

#[tokio::test]
async fn a_server_with_resources_answers_what_is_not_the_catalogs() {
    for revision in BOTH {
        let (heard, _receiver) = tokio::sync::mpsc::unbounded_channel();
        let mut peer = Peer::connect(MANY.attach(Everything { heard }), revision).await;
        for (uri, message) in [
            ("mem:/one", "everything: no such resource"),
            ("skill://many/missing", "everything: no such resource"),
        ] {
            let error = peer.error("resources/read", json!({"uri": uri})).await;
            assert_eq!(error, (revision.not_found(), message.to_owned()));
        }
        let mut peer = Peer::connect(MANY.attach(OwnSkills), revision).await;
        let params = json!({"uri": "skill://other/SKILL.md"});
        let error = peer.error("skills/get", params).await;
        assert_eq!(error, (PARAMS, "own: skill://other/SKILL.md".into()));
    }
}
