//! What a server is given on request: cache hints, instructions, a tool.

use std::sync::Arc;
use std::time::Duration;

use rmcp::ServerHandler;
use rmcp::model::CacheScope;
use serde_json::{Value, json};
use tokio::sync::mpsc::unbounded_channel;

use crate::fixture::{ESCALATE, LOGO, REFUNDS, REFUNDS_TEXT, SKILLS, ZIP, ZIP_TEXT};
use crate::large::{MANY, OTHER};
use crate::peer::{BOTH, Peer, Revision};
use crate::servers::{Everything, Listed, OwnSkills, Public, Routed};

const HOUR: Duration = Duration::from_secs(3600);

/// The hints of an answer, `None` where there are none.
fn hints(result: &Value) -> (Option<u64>, Option<&str>) {
    (result["ttlMs"].as_u64(), result["cacheScope"].as_str())
}

#[tokio::test]
async fn hints_are_sent_to_those_who_know_them() {
    for (revision, expected) in [
        (Revision::Legacy, (None, None)),
        (Revision::Modern, (Some(3_600_000), Some("public"))),
    ] {
        let server = SKILLS
            .server("acme", "1")
            .with_tool()
            .with_cache(HOUR, CacheScope::Public);
        let mut peer = Peer::connect(server, revision).await;
        for (method, params) in [
            ("skills/list", json!({})),
            ("skills/get", json!({"uri": ZIP})),
            ("resources/list", json!({})),
            ("resources/read", json!({"uri": LOGO})),
            ("resources/directory/read", json!({"uri": "skill://zip"})),
            ("tools/list", json!({})),
        ] {
            let result = peer.result(method, params).await;
            assert_eq!(hints(&result), expected, "{method}");
        }
    }
}

#[tokio::test]
async fn all_pages_have_the_same_hints() {
    let server = MANY
        .server("acme", "1")
        .with_cache(HOUR, CacheScope::Public);
    let mut peer = Peer::connect(server, Revision::Modern).await;
    for method in ["skills/list", "resources/list"] {
        let mut params = json!({});
        loop {
            let page = peer.result(method, params.clone()).await;
            assert_eq!(hints(&page), (Some(3_600_000), Some("public")));
            match page.get("nextCursor") {
                Some(cursor) => params["cursor"] = cursor.clone(),
                None => break,
            }
        }
    }
}

#[tokio::test]
async fn a_shared_listing_is_kept_no_longer_than_either_says() {
    for (catalog, scope, expected) in [
        (
            &*SKILLS,
            CacheScope::Public,
            ((Some(9), Some("public")), "public"),
        ),
        (
            &*SKILLS,
            CacheScope::Private,
            ((Some(9), Some("private")), "private"),
        ),
        (
            &*OTHER,
            CacheScope::Public,
            ((Some(3_600_000), Some("private")), "private"),
        ),
    ] {
        let server = catalog
            .attach(Public { n_resources: 3 })
            .with_cache(HOUR, scope);
        let mut peer = Peer::connect(server, Revision::Modern).await;
        let first = peer.result("skills/list", json!({})).await;
        assert_eq!(hints(&first), expected.0);
        let more = peer.result("skills/list", json!({"cursor": "more"})).await;
        assert_eq!(hints(&more), (Some(9), Some(expected.1)));
    }
    let server = SKILLS.attach(Public { n_resources: 3 });
    let server = server.with_cache(Duration::from_millis(1), CacheScope::Public);
    let mut peer = Peer::connect(server, Revision::Modern).await;
    let first = peer.result("resources/list", json!({})).await;
    assert_eq!(hints(&first), (Some(1), Some("public")));
}

#[tokio::test]
async fn what_the_server_answers_alone_has_its_own_hints() {
    for revision in BOTH {
        let (heard, _receiver) = unbounded_channel();
        let server = SKILLS.attach(Everything { heard });
        let server = server.with_cache(HOUR, CacheScope::Public);
        let mut peer = Peer::connect(server, revision).await;
        let read = peer
            .result("resources/read", json!({"uri": "mem://one"}))
            .await;
        assert_eq!(read["ttlMs"], 7);
        let tools = peer.result("tools/list", json!({})).await;
        assert_ne!(tools["ttlMs"], 3_600_000);
    }
}

const PARAGRAPH: &str = "This server has skills: instructions for particular tasks. \
    Before such a task, read the resource of its skill and follow it: \
    skill://acme/refunds/SKILL.md, skill://acme/refunds/nested/escalate/SKILL.md, \
    skill://zip/SKILL.md.";

#[tokio::test]
async fn instructions_follow_those_of_the_server() {
    for (revision, own) in [
        (Revision::Legacy, "by initialize"),
        (Revision::Modern, "by discover"),
    ] {
        let (heard, _receiver) = unbounded_channel();
        let server = SKILLS.attach(Everything { heard }).with_instructions();
        let info = server.get_info().instructions.unwrap();
        assert_eq!(info, format!("by get_info\n\n{PARAGRAPH}"));
        let peer = Peer::connect(server, revision).await;
        assert_eq!(peer.hello["instructions"], format!("{own}\n\n{PARAGRAPH}"));
        let server = SKILLS.server("acme", "1").with_instructions();
        let peer = Peer::connect(server, revision).await;
        assert_eq!(peer.hello["instructions"], PARAGRAPH);
    }
}

#[test]
fn instructions_name_the_tool_when_it_is_ours() {
    let server = SKILLS.attach(Routed).with_tool().with_instructions();
    let instructions = server.get_info().instructions.unwrap();
    assert_eq!(
        instructions,
        format!("{PARAGRAPH} The tool `skills` reads them as well.")
    );
    let outer = OTHER.attach(server).with_tool().with_instructions();
    let instructions = outer.get_info().instructions.unwrap();
    assert_eq!(instructions.matches("The tool `skills`").count(), 1);
}

#[test]
fn instructions_name_as_many_skills_as_fit() {
    let instructions = MANY.instructions();
    assert!(instructions.len() < 1_300, "{}", instructions.len());
    let named = instructions.matches("skill://many/skill-").count();
    let end = format!(", and {} more that `skills/list` names.", 2_000 - named);
    assert!(instructions.ends_with(&end), "{instructions}");
    assert!(named > 25, "{named}");
}

/// The result of a call of the tool: the content, and whether it is an error.
async fn call(peer: &mut Peer, arguments: Value) -> (Value, bool) {
    let params = json!({"name": "skills", "arguments": arguments});
    let mut result = peer.result("tools/call", params).await;
    let content = result["content"].as_array_mut().unwrap();
    assert_eq!(content.len(), 1);
    let content = content.remove(0);
    (content, result["isError"].as_bool().unwrap())
}

#[tokio::test]
async fn the_tool_is_read_only_and_among_the_servers() {
    for revision in BOTH {
        let mut peer = Peer::connect(SKILLS.attach(Routed).with_tool(), revision).await;
        let list = peer.result("tools/list", json!({})).await;
        let tools = list["tools"].as_array().unwrap();
        let names: Vec<_> = tools.iter().map(|tool| &tool["name"]).collect();
        assert_eq!(names, ["ask", "greet", "skills"]);
        let annotations = json!({
            "title": "Skills",
            "readOnlyHint": true,
            "destructiveHint": false,
            "idempotentHint": true,
            "openWorldHint": false,
        });
        assert_eq!(tools[2]["annotations"], annotations);
        let greeting = json!({"name": "greet", "arguments": {"name": "Ada"}});
        let greeted = peer.result("tools/call", greeting).await;
        assert_eq!(greeted["content"][0]["text"], "hello Ada");
    }
}

#[tokio::test]
async fn the_tool_is_declared_for_a_server_without_tools() {
    for revision in BOTH {
        let mut peer = Peer::connect(SKILLS.attach(OwnSkills).with_tool(), revision).await;
        assert_eq!(peer.hello["capabilities"]["tools"], json!({}));
        let list = peer.result("tools/list", json!({})).await;
        assert_eq!(list["tools"].as_array().unwrap().len(), 1);
        for (method, params, message) in [
            ("tools/list", json!({"cursor": "x"}), "unknown cursor `x`"),
            ("tools/call", json!({"name": "add"}), "unknown tool `add`"),
        ] {
            let error = peer.error(method, params).await;
            assert_eq!(error, (-32602, message.into()));
        }
    }
}

#[tokio::test]
async fn a_server_keeps_its_own_tool_of_the_name() {
    for revision in BOTH {
        for routed in [true, false] {
            let mut peer = if routed {
                let server = SKILLS.attach(SKILLS.server("acme", "1").with_tool());
                Peer::connect(OTHER.attach(server).with_tool(), revision).await
            } else {
                Peer::connect(OTHER.attach(Arc::new(Listed)).with_tool(), revision).await
            };
            let mut params = json!({});
            let mut named = 0;
            loop {
                let page = peer.result("tools/list", params.clone()).await;
                let tools = page["tools"].as_array().unwrap().iter();
                named += tools.filter(|tool| tool["name"] == "skills").count();
                match page.get("nextCursor") {
                    Some(cursor) => params["cursor"] = cursor.clone(),
                    None => break,
                }
            }
            assert_eq!(named, 1);
            let (content, _) = call(&mut peer, json!({})).await;
            assert!(!content["text"].as_str().unwrap().contains("skill://other/"));
        }
    }
}

#[tokio::test]
async fn the_tool_lists_the_skills() {
    let index = "- refunds (skill://acme/refunds/SKILL.md): Refund a customer, \"with care\"\n\
        - escalate (skill://acme/refunds/nested/escalate/SKILL.md): Ask, [a] {human}\n\
        - zip (skill://zip/SKILL.md): Pack files\n\
        \nCall `skills` with `skill` to read the instructions of one.";
    for revision in BOTH {
        let mut peer = Peer::connect(SKILLS.server("acme", "1").with_tool(), revision).await;
        for arguments in [
            json!({}),
            json!({"skill": null}),
            json!({"skill": "", "path": ""}),
        ] {
            let expected = (json!({"type": "text", "text": index}), false);
            assert_eq!(call(&mut peer, arguments).await, expected);
        }
        let bare = peer.result("tools/call", json!({"name": "skills"})).await;
        assert_eq!(bare["content"][0]["text"], index);
    }
}

#[tokio::test]
async fn the_tool_lists_many_skills_piece_by_piece() {
    let mut peer = Peer::connect(MANY.server("acme", "1").with_tool(), Revision::Modern).await;
    let mut arguments = json!({});
    let mut listed = 0;
    loop {
        let (content, _) = call(&mut peer, arguments.clone()).await;
        let text = content["text"].as_str().unwrap();
        assert!(text.len() <= 33 * 1024, "{}", text.len());
        listed += text.matches("\n- skill-").count() + usize::from(text.starts_with("- skill-"));
        let Some((_, after)) = text.rsplit_once("call `skills` with `after` set to `") else {
            break;
        };
        arguments["after"] = json!(after.trim_end_matches("`."));
    }
    assert_eq!(listed, 2_000);
}

#[tokio::test]
async fn the_tool_reads_what_it_is_asked_for() {
    let text = |text: &str| json!({"type": "text", "text": text});
    let blob = json!({"uri": LOGO, "mimeType": "image/png", "blob": "iVBORwD/"});
    for revision in BOTH {
        let mut peer = Peer::connect(SKILLS.server("acme", "1").with_tool(), revision).await;
        for (arguments, content) in [
            (json!({"skill": "zip"}), text(ZIP_TEXT)),
            (json!({"skill": ZIP}), text(ZIP_TEXT)),
            (json!({"skill": "skill://zip"}), text(ZIP_TEXT)),
            (json!({"skill": "SKILL://zip/"}), text(ZIP_TEXT)),
            (
                json!({"skill": REFUNDS, "path": "SKILL.md"}),
                text(REFUNDS_TEXT),
            ),
            (
                json!({"skill": "skill://acme/refunds/references.md"}),
                text("r"),
            ),
            (
                json!({"skill": "refunds", "path": "references/café/menu.md"}),
                text("menu"),
            ),
            (
                json!({"skill": "refunds", "path": "./references/caf%C3%A9/menu.md"}),
                text("menu"),
            ),
            (
                json!({"skill": "refunds", "path": "references/policy.md#days"}),
                text("14 days\n"),
            ),
            (
                json!({"skill": "refunds", "path": "%41.md"}),
                text("literal"),
            ),
            (
                json!({"skill": "escalate", "path": "steps/one.md"}),
                text("1. Ask.\n"),
            ),
            (
                json!({"skill": "refunds", "path": ESCALATE}),
                text("---\nname: escalate\ndescription: Ask, [a] {human}\n---\n"),
            ),
            (json!({"skill": "refunds", "path": "empty.txt"}), text("")),
            (
                json!({"skill": "refunds", "path": LOGO}),
                json!({"type": "resource", "resource": blob}),
            ),
            (
                json!({"skill": "refunds", "path": "assets/logo.png"}),
                json!({"type": "resource", "resource": blob}),
            ),
        ] {
            assert_eq!(call(&mut peer, arguments).await, (content, false));
        }
    }
}

#[tokio::test]
async fn the_tool_says_what_to_call_instead() {
    for revision in BOTH {
        let mut peer = Peer::connect(SKILLS.server("acme", "1").with_tool(), revision).await;
        for (arguments, message) in [
            (
                json!({"skill": "Zip"}),
                "there is no skill `Zip`, did you mean `skill://zip/SKILL.md`?",
            ),
            (
                json!({"skill": "skill://escalate/SKILL.md"}),
                "there is no skill `skill://escalate/SKILL.md`, \
                 did you mean `skill://acme/refunds/nested/escalate/SKILL.md`?",
            ),
            (
                json!({"skill": "unzip"}),
                "there is no skill `unzip`: call `skills` without arguments for those there are",
            ),
            (
                json!({"path": "a.md"}),
                "`path` needs `skill`: call `skills` with the name of the skill that has `a.md`",
            ),
            (
                json!({"skill": "zip", "path": "a.md"}),
                "skill `zip` has no file `a.md`, it has `SKILL.md`",
            ),
            (
                json!({"skill": "zip", "path": "../acme/refunds/SKILL.md"}),
                "skill `zip` has no file `../acme/refunds/SKILL.md`, it has `SKILL.md`",
            ),
            (
                json!({"skill": "zip", "path": REFUNDS}),
                "skill `zip` has no file `skill://acme/refunds/SKILL.md`, it has `SKILL.md`",
            ),
            (
                json!({"skill": "refunds", "path": "nested/"}),
                "`nested/` of skill `refunds` is a folder, \
                 it has `nested/escalate/SKILL.md`, `nested/escalate/steps/one.md`",
            ),
            (
                json!({"skill": 5}),
                "expected `skill` to be a string, found `5`",
            ),
            (
                json!({"name": "zip"}),
                "unknown argument `name`, expected `skill` and `path`",
            ),
        ] {
            let expected = (json!({"type": "text", "text": message}), true);
            assert_eq!(call(&mut peer, arguments).await, expected);
        }
    }
}
