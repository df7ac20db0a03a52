//! A server answers the same with and without a catalog: byte by byte, on every transport.

use std::sync::Arc;

use rmcp::ServerHandler;
use serde_json::{Value, json};
use skills_runtime::WithSkills;
use tokio::sync::mpsc::unbounded_channel;

use crate::answers::listed;
use crate::fixture::SKILLS;
use crate::forwarding::requests;
use crate::http::{HttpPeer, Mode};
use crate::peer::{BOTH, Peer, Revision};
use crate::servers::{Everything, Listed, Routed};

/// A connection of any kind.
enum Wire<S> {
    Pipe(Peer),
    Http(HttpPeer<S>),
}

#[derive(Clone, Copy, Debug)]
enum Transport {
    Pipe,
    Http(Mode),
}

const TRANSPORTS: [Transport; 4] = [
    Transport::Pipe,
    Transport::Http(Mode::Session),
    Transport::Http(Mode::Json),
    Transport::Http(Mode::EventStream),
];

impl<S: ServerHandler + Clone> Wire<S> {
    async fn connect(server: S, revision: Revision, transport: Transport) -> Self {
        match transport {
            Transport::Pipe => Self::Pipe(Peer::connect(server, revision).await),
            Transport::Http(mode) => Self::Http(HttpPeer::connect(server, revision, mode).await),
        }
    }

    /// Every message that a request leads to, as it came.
    async fn call(&mut self, method: &str, params: Value) -> Vec<String> {
        match self {
            Self::Pipe(peer) => peer.messages(method, params).await,
            Self::Http(peer) => peer.call(method, params).await,
        }
    }

    async fn result(&mut self, method: &str, params: Value) -> Value {
        let messages = self.call(method, params).await;
        let reply: Value = serde_json::from_str(messages.last().unwrap()).unwrap();
        reply["result"].clone()
    }

    fn hello(&self) -> Value {
        match self {
            Self::Pipe(peer) => peer.hello.clone(),
            Self::Http(peer) => {
                let reply: Value = serde_json::from_str(peer.hello.last().unwrap()).unwrap();
                reply["result"].clone()
            }
        }
    }
}

/// Compares a server with itself behind a catalog, on everything that was not added.
async fn compare<S: ServerHandler + Clone>(
    server: S,
    requests: impl Fn(Revision) -> Vec<(&'static str, Value)>,
) {
    for revision in BOTH {
        for transport in TRANSPORTS {
            let attached = SKILLS.attach(server.clone());
            let mut alone = Wire::connect(server.clone(), revision, transport).await;
            let mut attached = Wire::connect(attached, revision, transport).await;
            compare_hello(&alone.hello(), attached.hello());
            for (method, params) in requests(revision) {
                let expected = alone.call(method, params.clone()).await;
                let found = attached.call(method, params).await;
                assert_eq!(found, expected, "{method} {revision:?} {transport:?}");
            }
            compare_resources(&mut alone, &mut attached).await;
        }
    }
}

fn compare_hello(alone: &Value, mut attached: Value) {
    let capabilities = attached["capabilities"].as_object_mut().unwrap();
    let extensions = capabilities["extensions"].as_object_mut().unwrap();
    let skills = extensions.remove("io.modelcontextprotocol/skills");
    assert_eq!(skills, Some(json!({"directoryRead": true})));
    if extensions.is_empty() {
        capabilities.remove("extensions");
    }
    if alone["capabilities"].get("resources").is_none() {
        assert_eq!(capabilities.remove("resources"), Some(json!({})));
    }
    assert_eq!(&attached, alone);
}

/// The first page of resources has those of the catalog in front, and is the same otherwise.
async fn compare_resources<S: ServerHandler + Clone>(
    alone: &mut Wire<S>,
    attached: &mut Wire<WithSkills<S>>,
) {
    let method = "resources/list";
    let mut expected = alone.result(method, json!({})).await;
    let mut found = attached.result(method, json!({})).await;
    let resources = found["resources"].as_array_mut().unwrap();
    let ours: Vec<_> = resources.drain(..3).collect();
    assert_eq!(ours, listed());
    if expected.is_null() {
        assert_eq!(resources, &[] as &[Value]);
    } else {
        assert_eq!(found.take(), expected.take());
    }
}

fn of_everything(revision: Revision) -> Vec<(&'static str, Value)> {
    let mut requests = requests(revision);
    if revision == Revision::Modern {
        let wanted = json!({"toolsListChanged": true, "promptsListChanged": true});
        requests.push(("subscriptions/listen", json!({"notifications": wanted})));
    }
    requests
}

#[tokio::test]
async fn a_server_that_has_everything() {
    let (heard, _receiver) = unbounded_channel();
    compare(Everything { heard }, of_everything).await;
}

#[tokio::test]
async fn a_server_in_an_arc() {
    let (heard, _receiver) = unbounded_channel();
    compare(Arc::new(Everything { heard }), of_everything).await;
}

fn of_routed(_: Revision) -> Vec<(&'static str, Value)> {
    vec![
        ("tools/list", json!({})),
        (
            "tools/call",
            json!({"name": "greet", "arguments": {"name": "Ada"}}),
        ),
        (
            "tools/call",
            json!({"name": "greet", "arguments": {"name": 5}}),
        ),
        ("tools/call", json!({"name": "greet"})),
        ("tools/call", json!({"name": "skills"})),
        ("prompts/list", json!({})),
        ("prompts/get", json!({"name": "welcome"})),
        ("prompts/get", json!({"name": "farewell"})),
        (
            "completion/complete",
            json!({
                "ref": {"type": "ref/prompt", "name": "welcome"},
                "argument": {"name": "a", "value": "b"},
            }),
        ),
        ("logging/setLevel", json!({"level": "info"})),
        ("x/custom", json!({})),
        ("ping", json!({})),
        ("tasks/get", json!({"taskId": "t"})),
        (
            "subscriptions/listen",
            json!({"notifications": {"toolsListChanged": true}}),
        ),
    ]
}

#[tokio::test]
async fn a_server_made_by_macros() {
    compare(Routed, of_routed).await;
}

#[tokio::test]
async fn a_server_made_by_macros_in_a_box() {
    // A box of a server is not one that can be cloned; an arc of a box is.
    compare(Arc::new(Box::new(Routed)), of_routed).await;
}

#[tokio::test]
async fn a_server_with_hand_written_tools() {
    compare(Arc::new(Listed), |_| {
        vec![
            ("tools/list", json!({})),
            ("tools/list", json!({"cursor": "more"})),
            ("tools/call", json!({"name": "skills"})),
        ]
    })
    .await;
}

#[tokio::test]
async fn a_header_that_a_tool_requires_is_still_required() {
    let (heard, _receiver) = unbounded_channel();
    let server = SKILLS.attach(Everything { heard }).with_tool();
    let call = json!({"name": "add", "arguments": {"a": "1"}});
    for mode in [Mode::Json, Mode::EventStream] {
        let mut peer = HttpPeer::connect(server.clone(), Revision::Modern, mode).await;
        let messages = peer.call("tools/call", call.clone()).await;
        assert_eq!(messages[0], "400 Bad Request");
        let reply: Value = serde_json::from_str(&messages[1]).unwrap();
        assert_eq!(reply["error"]["code"], -32020, "{reply}");
    }
}

#[tokio::test]
async fn a_tool_that_asks_the_client_back() {
    for transport in [Transport::Pipe, Transport::Http(Mode::Session)] {
        let server = Routed;
        let attached = SKILLS.attach(server.clone());
        let mut alone = Wire::connect(server, Revision::Legacy, transport).await;
        let mut attached = Wire::connect(attached, Revision::Legacy, transport).await;
        let ask = json!({"name": "ask"});
        let expected = alone.call("tools/call", ask.clone()).await;
        let found = attached.call("tools/call", ask).await;
        assert_eq!(found, expected, "{transport:?}");
        let text = found.join("\n");
        // Over HTTP the log is sent on another stream.
        let log = matches!(transport, Transport::Pipe).then_some("notifications/message");
        for part in [Some("sampling/createMessage"), log, Some("very well")] {
            assert!(
                text.contains(part.unwrap_or_default()),
                "{transport:?}: {text}"
            );
        }
    }
}

#[tokio::test]
async fn skills_are_the_same_on_every_transport() {
    for revision in BOTH {
        let mut pipe = Peer::connect(SKILLS.server("acme", "1"), revision).await;
        for transport in TRANSPORTS {
            let server = SKILLS.server("acme", "1");
            let mut wire = Wire::connect(server, revision, transport).await;
            for (method, params) in [
                ("skills/list", json!({})),
                ("skills/get", json!({"uri": "skill://zip/SKILL.md"})),
                ("resources/directory/read", json!({"uri": "skill://zip"})),
                ("resources/read", json!({"uri": "skill://zip/SKILL.md"})),
            ] {
                let expected = pipe.result(method, params.clone()).await;
                assert_eq!(wire.result(method, params).await, expected, "{transport:?}");
            }
        }
    }
}
