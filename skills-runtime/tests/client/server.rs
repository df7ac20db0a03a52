//! A server that says whatever it is told to, in JSON lines over a pipe, and notes what it was asked.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use rmcp::model::ProtocolVersion;
use rmcp::service::RunningService;
use rmcp::{ClientLifecycleMode, ClientServiceExt, RoleClient, ServiceExt};
use serde_json::{Value, json};
use skills_runtime::client::SkillsClient;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, split};

/// How long anything may take before a test fails instead of hanging.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Revision {
    Legacy,
    Modern,
}

pub(crate) const BOTH: [Revision; 2] = [Revision::Legacy, Revision::Modern];

impl Revision {
    /// The members that the revision has in every result, unless the server chose its own.
    fn completed(self, mut result: Value) -> Value {
        let members = [("resultType", "complete"), ("cacheScope", "private")];
        if self == Self::Modern
            && let Some(result) = result.as_object_mut()
        {
            for (name, value) in members {
                result.entry(name).or_insert(json!(value));
            }
            result.entry("ttlMs").or_insert(json!(0));
        }
        result
    }
}

/// What a server does with a request.
pub(crate) enum Answer {
    Result(Value),
    Error(i64, &'static str),
    /// Bytes that are sent in the place of an answer.
    Line(String),
    Silence,
    HangUp,
}

pub(crate) type Script = Box<dyn FnMut(&str, &Value) -> Answer + Send>;

pub(crate) struct Connection {
    pub(crate) client: SkillsClient,
    log: Arc<Mutex<Vec<String>>>,
    running: RunningService<RoleClient, ()>,
}

impl Connection {
    pub(crate) async fn open(revision: Revision, capabilities: Value, script: Script) -> Self {
        let (near, far) = tokio::io::duplex(1 << 16);
        let log = Arc::default();
        let server = Server {
            revision,
            capabilities,
            script,
            log: Arc::clone(&log),
        };
        tokio::spawn(server.run(far));
        let running = match revision {
            Revision::Legacy => within(().serve(near)).await.unwrap(),
            Revision::Modern => {
                let lifecycle = ClientLifecycleMode::Discover {
                    preferred_versions: vec![ProtocolVersion::V_2026_07_28],
                };
                within(().serve_with_lifecycle(near, lifecycle))
                    .await
                    .unwrap()
            }
        };
        Self {
            client: SkillsClient::new(running.peer().clone()),
            log,
            running,
        }
    }

    /// What the server was asked since the handshake, each with its URI and cursor.
    pub(crate) fn log(&self) -> Vec<String> {
        self.log.lock().unwrap().clone()
    }

    /// Waits until the server was asked or told `what`.
    pub(crate) async fn heard(&self, what: &str) {
        within(async {
            while !self.log().iter().any(|heard| heard.starts_with(what)) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        })
        .await;
    }

    pub(crate) fn peer(&self) -> &rmcp::Peer<RoleClient> {
        self.running.peer()
    }
}

pub(crate) async fn within<F: Future>(future: F) -> F::Output {
    tokio::time::timeout(PATIENCE, future).await.unwrap()
}

struct Server {
    revision: Revision,
    capabilities: Value,
    script: Script,
    log: Arc<Mutex<Vec<String>>>,
}

impl Server {
    async fn run(mut self, pipe: DuplexStream) {
        let (read, mut write) = split(pipe);
        let mut lines = BufReader::new(read).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            let message: Value = serde_json::from_str(&line).unwrap();
            let Some(mut reply) = self.reply(&message) else {
                return;
            };
            if !reply.is_empty() {
                reply.push('\n');
                write.write_all(reply.as_bytes()).await.unwrap();
            }
        }
    }

    /// A line to send, an empty one for silence, none to hang up.
    fn reply(&mut self, message: &Value) -> Option<String> {
        let method = message["method"].as_str().unwrap();
        let params = &message["params"];
        let answer = match method {
            "initialize" => Answer::Result(json!({
                "protocolVersion": "2025-11-25",
                "capabilities": self.capabilities,
                "serverInfo": {"name": "scripted", "version": "0"},
            })),
            "server/discover" => Answer::Result(json!({
                "supportedVersions": ["2026-07-28"],
                "capabilities": self.capabilities,
            })),
            "notifications/initialized" => Answer::Silence,
            _ => {
                self.log.lock().unwrap().push(noted(method, params));
                match message.get("id") {
                    Some(_) => (self.script)(method, params),
                    None => Answer::Silence,
                }
            }
        };
        let envelope = |member: &str, value: Value| {
            json!({"jsonrpc": "2.0", "id": message["id"], member: value}).to_string()
        };
        Some(match answer {
            Answer::Result(result) => envelope("result", self.revision.completed(result)),
            Answer::Error(code, message) => {
                envelope("error", json!({"code": code, "message": message}))
            }
            Answer::Line(line) => line.replace("$ID", &message["id"].to_string()),
            Answer::Silence => String::new(),
            Answer::HangUp => return None,
        })
    }
}

fn noted(method: &str, params: &Value) -> String {
    let mut note = method.to_owned();
    for member in ["uri", "cursor"] {
        if let Some(value) = params[member].as_str() {
            note += " ";
            note += value;
        }
    }
    note
}
