//! Skills beside a server's own tool, resource and prompt, over streamable HTTP.
//!
//! `http-server [--port PORT]` serves `/mcp` on 127.0.0.1 until Ctrl-C and prints its URL. Port 0,
//! the default, lets the system choose a free one.

mod on_call;

use std::{net::Ipv4Addr, sync::Arc};

use anyhow::{Context, bail};
use axum::Router;
use axum::serve::ListenerExt;
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};
use skills_runtime::{Catalog, skills};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::on_call::OnCall;

static SKILLS: Catalog = skills!("./skills");

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let port = port(std::env::args().skip(1))?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .await
        .with_context(|| format!("cannot listen on port {port}"))?;
    println!("http://{}/mcp", listener.local_addr()?);
    let stop = CancellationToken::new();
    // Without this an answer in two parts waits for the peer's delayed acknowledgement, 40 ms on Linux.
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    axum::serve(listener, router(&stop))
        .with_graceful_shutdown(stopped(stop))
        .await?;
    Ok(())
}

/// One `OnCall` a session; the skills are the same static bytes in all of them.
fn router(stop: &CancellationToken) -> Router {
    let config = StreamableHttpServerConfig::default().with_cancellation_token(stop.child_token());
    let service = StreamableHttpService::new(
        || Ok(SKILLS.attach(OnCall)),
        Arc::new(LocalSessionManager::default()),
        config,
    );
    Router::new().nest_service("/mcp", service)
}

/// Waits for Ctrl-C, then ends the sessions: axum waits for open streams.
async fn stopped(stop: CancellationToken) {
    if tokio::signal::ctrl_c().await.is_ok() {
        stop.cancel();
    }
}

fn port(mut arguments: impl Iterator<Item = String>) -> anyhow::Result<u16> {
    let port = match arguments.next().as_deref() {
        None => return Ok(0),
        Some("--port") => arguments.next().context("missing value of `--port`")?,
        Some(unknown) => bail!("unknown argument `{unknown}`, expected `--port PORT`"),
    };
    if let Some(unknown) = arguments.next() {
        bail!("unexpected argument `{unknown}`");
    }
    port.parse()
        .with_context(|| format!("expected a port number, found `{port}`"))
}
