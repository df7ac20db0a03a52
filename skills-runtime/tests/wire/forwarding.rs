//! What has nothing to do with skills is as it was without them.

use rmcp::ServerHandler;
use rmcp::model::InitializeRequestParams;
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::timeout;

use crate::fixture::SKILLS;
use crate::peer::{BOTH, PATIENCE, Peer, Revision};
use crate::servers::{Everything, Failing, Old};

#[tokio::test]
async fn the_server_has_every_other_method() {
    for revision in BOTH {
        let (heard, _receiver) = unbounded_channel();
        let mut attached = Peer::connect(SKILLS.attach(Everything { heard }), revision).await;
        for (method, params) in requests(revision) {
            let reply = attached.call(method, params).await;
            assert_ne!(reply["error"]["code"], -32601, "{method}: {reply}");
        }
    }
}

/// One request for each method that a server can have, but those about skills.
pub(crate) fn requests(revision: Revision) -> Vec<(&'static str, Value)> {
    let uri = json!({"uri": "mem://one"});
    let task = json!({"taskId": "t"});
    let mut requests = vec![
        (
            "completion/complete",
            json!({
                "ref": {"type": "ref/prompt", "name": "hello"},
                "argument": {"name": "a", "value": "b"},
            }),
        ),
        ("logging/setLevel", json!({"level": "info"})),
        ("prompts/get", json!({"name": "hello"})),
        ("prompts/list", json!({})),
        ("resources/list", json!({"cursor": "two"})),
        ("resources/list", json!({"cursor": "three"})),
        ("resources/read", uri.clone()),
        ("resources/read", json!({"uri": "skill://missing/SKILL.md"})),
        ("resources/templates/list", json!({})),
        ("tools/call", json!({"name": "add"})),
        ("tools/list", json!({})),
        ("x/custom", json!({"a": 1})),
    ];
    if revision == Revision::Legacy {
        requests.push(("ping", json!({})));
        requests.push(("resources/subscribe", uri.clone()));
        requests.push(("resources/unsubscribe", uri));
    } else {
        requests.push(("tasks/get", task.clone()));
        requests.push(("tasks/update", json!({"taskId": "t", "inputResponses": {}})));
        requests.push(("tasks/cancel", task));
    }
    requests
}

#[tokio::test]
async fn subscriptions_are_the_servers() {
    let (heard, _receiver) = unbounded_channel();
    let server = SKILLS.attach(Everything { heard });
    let mut peer = Peer::connect(server, Revision::Modern).await;
    let wanted = json!({"toolsListChanged": true, "resourcesListChanged": true});
    let acknowledged = peer
        .call("subscriptions/listen", json!({"notifications": wanted}))
        .await;
    assert_eq!(
        acknowledged["method"],
        "notifications/subscriptions/acknowledged"
    );
    // `resources` is declared, without the changes that the server does not announce.
    assert_eq!(
        acknowledged["params"]["notifications"],
        json!({"toolsListChanged": true})
    );
    let changed = peer.receive().await;
    assert_eq!(changed["method"], "notifications/tools/list_changed");
    assert_eq!(peer.receive().await["result"]["resultType"], "complete");
}

#[tokio::test]
async fn every_notification_reaches_the_server() {
    let (heard, mut receiver) = unbounded_channel();
    let server = SKILLS.attach(Everything { heard });
    let mut peer = Peer::connect(server, Revision::Legacy).await;
    assert_eq!(next(&mut receiver).await, Some("initialized"));
    for (method, params, what) in [
        (
            "notifications/progress",
            json!({"progressToken": 1, "progress": 0.5}),
            "progress",
        ),
        (
            "notifications/cancelled",
            json!({"requestId": 99}),
            "cancelled",
        ),
        (
            "notifications/roots/list_changed",
            json!({}),
            "roots_list_changed",
        ),
        ("notifications/x", json!({}), "custom"),
    ] {
        peer.notify(method, params).await;
        assert_eq!(next(&mut receiver).await, Some(what));
    }
}

async fn next(receiver: &mut UnboundedReceiver<&'static str>) -> Option<&'static str> {
    timeout(PATIENCE, receiver.recv()).await.unwrap()
}

#[tokio::test]
async fn the_servers_own_introduction_is_kept() {
    for (revision, instructions) in [
        (Revision::Legacy, "by initialize"),
        (Revision::Modern, "by discover"),
    ] {
        let (heard, _receiver) = unbounded_channel();
        let server = Everything { heard };
        let alone = Peer::connect(server.clone(), revision).await.hello;
        let mut attached = Peer::connect(SKILLS.attach(server), revision).await.hello;
        assert_eq!(attached["instructions"], instructions);
        let extensions = attached["capabilities"]["extensions"]
            .as_object_mut()
            .unwrap();
        assert_eq!(
            extensions.remove("io.modelcontextprotocol/skills"),
            Some(json!({"directoryRead": true}))
        );
        assert_eq!(attached, alone);
    }
}

#[test]
fn what_rmcp_asks_without_a_request_is_the_servers() {
    let (heard, _receiver) = unbounded_channel();
    let server = SKILLS.attach(Everything { heard });
    assert_eq!(server.get_tool("add"), server.inner().get_tool("add"));
    assert!(server.get_tool("add").is_some());
    assert_eq!(server.get_tool("sub"), None);
    assert_eq!(
        server.get_info().instructions.as_deref(),
        Some("by get_info")
    );
    assert!(server.get_info().capabilities.supports_skills());
    let negotiated = server
        .negotiate_initialize(&InitializeRequestParams::default())
        .unwrap();
    assert_eq!(
        negotiated.instructions.as_deref(),
        Some("by negotiate_initialize")
    );
    assert!(negotiated.capabilities.supports_directory_read());
}

#[tokio::test]
async fn a_server_decides_which_revisions_it_speaks() {
    let mut peer = Peer::connect(SKILLS.attach(Old), Revision::Legacy).await;
    assert_eq!(peer.hello["protocolVersion"], "2025-11-25");
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let reply = peer.call_bare("skills/list", json!({"_meta": meta})).await;
    assert_eq!(reply["error"]["code"], -32022, "{reply}");
}

#[tokio::test]
async fn errors_of_the_server_are_passed_on() {
    for revision in BOTH {
        let mut peer = Peer::connect(SKILLS.attach(Failing), revision).await;
        assert_eq!(
            peer.error("resources/list", json!({})).await,
            (-32603, "failing: list".into())
        );
        assert_eq!(
            peer.error("resources/read", json!({"uri": "mem://one"}))
                .await,
            (-32603, "failing: read".into())
        );
    }
}

#[tokio::test]
async fn the_wrapper_gives_back_what_it_holds() {
    let (heard, _receiver) = unbounded_channel();
    let server = SKILLS.attach(Everything { heard }).clone();
    assert_eq!(server.catalog().digest(), SKILLS.digest());
    assert!(format!("{server:?}").starts_with("WithSkills { inner: Everything"));
    assert!(server.into_inner().get_tool("add").is_some());
}
