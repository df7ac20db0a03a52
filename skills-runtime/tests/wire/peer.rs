//! A client that knows nothing but JSON.

use std::time::Duration;

use rmcp::{RoleServer, Service, ServiceExt};
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, split,
};
use tokio::time::timeout;

/// How long an answer may take on a busy machine before a test fails instead of hanging.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// A protocol revision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Revision {
    /// 2025-11-25: a handshake, no `resultType`, no cache hints.
    Legacy,
    /// 2026-07-28: metadata in every request, `resultType` and cache hints in every result.
    Modern,
}

pub(crate) const BOTH: [Revision; 2] = [Revision::Legacy, Revision::Modern];

impl Revision {
    pub(crate) fn version(self) -> &'static str {
        match self {
            Self::Legacy => "2025-11-25",
            Self::Modern => "2026-07-28",
        }
    }

    /// A result as the revision has it on the wire, with the hints that rmcp fills in.
    pub(crate) fn result(self, mut body: Value) -> Value {
        if self == Self::Modern {
            body["resultType"] = json!("complete");
            body["ttlMs"] = json!(0);
            body["cacheScope"] = json!("private");
        }
        body
    }

    /// The code of a resource that is not found.
    pub(crate) fn not_found(self) -> i64 {
        match self {
            Self::Legacy => -32002,
            Self::Modern => -32602,
        }
    }
}

pub(crate) struct Peer {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    write: WriteHalf<DuplexStream>,
    revision: Revision,
    requests: u64,
    /// The bytes of the last message from the server.
    pub(crate) last_len: usize,
    /// What `initialize` or `server/discover` answered.
    pub(crate) hello: Value,
}

impl Peer {
    pub(crate) async fn connect<S: Service<RoleServer>>(server: S, revision: Revision) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        tokio::spawn(async move { server.serve(theirs).await.unwrap().waiting().await });
        let (read, write) = split(ours);
        let mut peer = Self {
            lines: BufReader::new(read).lines(),
            write,
            revision,
            requests: 0,
            last_len: 0,
            hello: Value::Null,
        };
        peer.hello = peer.open().await;
        peer
    }

    async fn open(&mut self) -> Value {
        match self.revision {
            Revision::Legacy => {
                let hello = client_hello(self.revision);
                let hello = self.result("initialize", hello).await;
                self.notify("notifications/initialized", json!({})).await;
                hello
            }
            Revision::Modern => self.result("server/discover", json!({})).await,
        }
    }

    /// The whole reply to a request, without its envelope.
    pub(crate) async fn call(&mut self, method: &str, params: Value) -> Value {
        let params = with_meta(self.revision, params);
        self.call_bare(method, params).await
    }

    /// Every message that a request leads to, as it came, the response last.
    pub(crate) async fn messages(&mut self, method: &str, params: Value) -> Vec<String> {
        self.requests += 1;
        let (id, params) = (self.requests, with_meta(self.revision, params));
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
            .await;
        let mut messages = Vec::new();
        loop {
            let line = self.line().await;
            let message: Value = serde_json::from_str(&line).unwrap();
            messages.push(line);
            if message["id"] == id && message.get("method").is_none() {
                return messages;
            }
            if let Some(answer) = client_answer(&message) {
                self.send(&answer).await;
            }
        }
    }

    /// As `call`, with the parameters just as they are.
    pub(crate) async fn call_bare(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.send(&request).await;
        let mut reply = self.receive().await;
        let envelope = reply.as_object_mut().unwrap();
        assert_eq!(envelope.remove("jsonrpc"), Some(json!("2.0")));
        if envelope.get("id") == Some(&json!(id)) {
            envelope.remove("id");
        }
        reply
    }

    pub(crate) async fn result(&mut self, method: &str, params: Value) -> Value {
        let mut reply = self.call(method, params).await;
        match reply.get_mut("result") {
            Some(result) => result.take(),
            None => panic!("{method}: {reply}"),
        }
    }

    /// Code and message of the error that a request must lead to.
    pub(crate) async fn error(&mut self, method: &str, params: Value) -> (i64, String) {
        error(&self.call(method, params).await)
    }

    pub(crate) async fn notify(&mut self, method: &str, params: Value) {
        let notification = json!({"jsonrpc": "2.0", "method": method, "params": params});
        self.send(&notification).await;
    }

    /// The next message from the server.
    pub(crate) async fn receive(&mut self) -> Value {
        let line = self.line().await;
        self.last_len = line.len();
        serde_json::from_str(&line).unwrap()
    }

    async fn line(&mut self) -> String {
        let line = timeout(PATIENCE, self.lines.next_line()).await;
        line.unwrap().unwrap().unwrap()
    }

    async fn send(&mut self, message: &Value) {
        let line = format!("{message}\n");
        self.write.write_all(line.as_bytes()).await.unwrap();
    }
}

/// The parameters of `initialize`.
pub(crate) fn client_hello(revision: Revision) -> Value {
    json!({
        "protocolVersion": revision.version(),
        "capabilities": {"sampling": {}},
        "clientInfo": {"name": "peer", "version": "0"},
    })
}

/// What the client says to a request of the server's.
pub(crate) fn client_answer(message: &Value) -> Option<Value> {
    message.get("method")?;
    let id = message.get("id")?;
    let said = json!({"type": "text", "text": "very well"});
    let result = json!({"role": "assistant", "model": "m", "content": said});
    Some(json!({"jsonrpc": "2.0", "id": id, "result": result}))
}

pub(crate) fn with_meta(revision: Revision, mut params: Value) -> Value {
    if revision == Revision::Modern {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": revision.version(),
            "io.modelcontextprotocol/clientInfo": {"name": "peer", "version": "0"},
            "io.modelcontextprotocol/clientCapabilities": {
                "extensions": {"io.modelcontextprotocol/tasks": {}},
            },
        });
    }
    params
}

/// Code and message of an error reply that carries nothing else.
pub(crate) fn error(reply: &Value) -> (i64, String) {
    let (code, message) = (&reply["error"]["code"], &reply["error"]["message"]);
    assert_eq!(reply, &json!({"error": {"code": code, "message": message}}));
    (code.as_i64().unwrap(), message.as_str().unwrap().to_owned())
}
