//! A connection that asks one thing after the other, on 2026-07-28.

use anyhow::{Context, bail};
use http_body_util::{BodyExt, Full};
use hyper::Request;
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpStream;

const VERSION: &str = "2026-07-28";

pub(crate) struct Connection {
    sender: SendRequest<Full<Bytes>>,
    address: String,
    requests: u64,
}

impl Connection {
    pub(crate) async fn open(address: &str) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        Ok(Self {
            sender,
            address: address.to_owned(),
            requests: 0,
        })
    }

    /// The result of a request; anything else is an error.
    pub(crate) async fn call(&mut self, method: &str, mut params: Value) -> anyhow::Result<Value> {
        let uri = params.get("uri").and_then(Value::as_str);
        let name = uri
            .filter(|_| method == "resources/read")
            .map(str::to_owned);
        if let Some(params) = params.as_object_mut() {
            params.insert("_meta".into(), meta());
        }
        self.requests += 1;
        let message =
            json!({"jsonrpc": "2.0", "id": self.requests, "method": method, "params": params});
        let mut request = Request::post("/mcp")
            .header("host", &self.address)
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", VERSION)
            .header("mcp-method", method);
        if let Some(name) = name {
            request = request.header("mcp-name", name);
        }
        let request = request.body(Full::new(message.to_string().into()))?;
        self.sender.ready().await?;
        let response = self.sender.send_request(request).await?;
        let body = response.into_body().collect().await?.to_bytes();
        result(&body)
    }
}

fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": VERSION,
        "io.modelcontextprotocol/clientInfo": {"name": "load", "version": "0"},
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

/// The result in a body, which is JSON or one server-sent event.
fn result(body: &[u8]) -> anyhow::Result<Value> {
    let text = str::from_utf8(body)?;
    let event = text.lines().filter_map(|line| line.strip_prefix("data:"));
    let json = event
        .map(str::trim)
        .find(|data| !data.is_empty())
        .unwrap_or(text);
    let mut reply: Value = serde_json::from_str(json).context("the reply is no JSON")?;
    match reply.get_mut("result") {
        Some(result) => Ok(result.take()),
        None => bail!("{reply}"),
    }
}
