//! A client of streamable HTTP that knows nothing but JSON, without a socket.

use std::sync::Arc;

use http::{Request, Response};
use http_body_util::BodyExt;
use http_body_util::combinators::BoxBody;
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::peer::{PATIENCE, Revision, client_answer, client_hello, with_meta};

/// How a server answers over HTTP. A session is only one on 2025-11-25.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Mode {
    Session,
    Json,
    EventStream,
}

pub(crate) struct HttpPeer<S> {
    service: StreamableHttpService<S, LocalSessionManager>,
    revision: Revision,
    session: Option<String>,
    requests: u64,
    /// What `initialize` or `server/discover` answered, as it came.
    pub(crate) hello: Vec<String>,
}

impl<S: ServerHandler + Clone> HttpPeer<S> {
    pub(crate) async fn connect(server: S, revision: Revision, mode: Mode) -> Self {
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(mode == Mode::Session)
            .with_json_response(mode == Mode::Json);
        let sessions = Arc::new(LocalSessionManager::default());
        let mut peer = Self {
            service: StreamableHttpService::new(move || Ok(server.clone()), sessions, config),
            revision,
            session: None,
            requests: 0,
            hello: Vec::new(),
        };
        peer.hello = peer.open().await;
        peer
    }

    async fn open(&mut self) -> Vec<String> {
        match self.revision {
            Revision::Legacy => {
                let hello = self
                    .exchange("initialize", client_hello(self.revision))
                    .await;
                let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
                self.post(&initialized).await;
                hello
            }
            Revision::Modern => {
                let params = with_meta(self.revision, json!({}));
                self.exchange("server/discover", params).await
            }
        }
    }

    /// Every message that a request leads to, as it came, the response last.
    pub(crate) async fn call(&mut self, method: &str, params: Value) -> Vec<String> {
        self.exchange(method, with_meta(self.revision, params))
            .await
    }

    async fn exchange(&mut self, method: &str, params: Value) -> Vec<String> {
        self.requests += 1;
        let id = self.requests;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let response = self.post(&request).await;
        if let Some(session) = response.headers().get("mcp-session-id") {
            self.session = Some(session.to_str().unwrap().to_owned());
        }
        timeout(PATIENCE, self.collect(id, response)).await.unwrap()
    }

    async fn collect(&self, id: u64, response: Response<Body>) -> Vec<String> {
        let mut messages = vec![response.status().to_string()];
        let is_stream = response.headers()["content-type"] == "text/event-stream";
        let mut body = response.into_body();
        let mut buffer = Vec::new();
        while let Some(frame) = body.frame().await {
            buffer.extend_from_slice(&frame.unwrap().into_data().unwrap());
            if !is_stream {
                continue;
            }
            for message in events(&mut buffer) {
                let parsed: Value = serde_json::from_str(&message).unwrap();
                messages.push(message);
                if parsed["id"] == id && parsed.get("method").is_none() {
                    return messages;
                }
                if let Some(answer) = client_answer(&parsed) {
                    Box::pin(self.post(&answer)).await;
                }
            }
        }
        if !is_stream {
            messages.push(String::from_utf8(buffer).unwrap());
        }
        messages
    }

    async fn post(&self, message: &Value) -> Response<Body> {
        let mut request = Request::post("http://localhost/mcp")
            .header("host", "localhost")
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream");
        if let Some(session) = &self.session {
            request = request.header("mcp-session-id", session);
        }
        let method = message["method"].as_str().unwrap_or_default();
        if method != "initialize" {
            request = request.header("mcp-protocol-version", self.revision.version());
        }
        if self.revision == Revision::Modern {
            request = request.header("mcp-method", method);
            let params = &message["params"];
            let name = ["name", "uri", "taskId"]
                .iter()
                .find_map(|key| params[key].as_str());
            if let Some(name) = name.filter(|_| has_name(method)) {
                request = request.header("mcp-name", name);
            }
        }
        let request = request.body(message.to_string()).unwrap();
        timeout(PATIENCE, self.service.handle(request))
            .await
            .unwrap()
    }
}

type Body = BoxBody<bytes::Bytes, std::convert::Infallible>;

fn has_name(method: &str) -> bool {
    ["tools/call", "resources/read", "prompts/get"].contains(&method)
        || method.starts_with("tasks/")
}

/// The data of every whole event in the buffer, which keeps what came of the next one.
fn events(buffer: &mut Vec<u8>) -> Vec<String> {
    let mut events = Vec::new();
    while let Some(end) = buffer.windows(2).position(|pair| pair == b"\n\n") {
        let event: Vec<u8> = buffer.drain(..end + 2).collect();
        let event = String::from_utf8(event).unwrap();
        let data = event.lines().filter_map(|line| line.strip_prefix("data:"));
        let data: String = data.map(str::trim).collect();
        if !data.is_empty() {
            events.push(data);
        }
    }
    events
}
