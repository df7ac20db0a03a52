//! `catalogs-server hard|many|one [--port PORT]` serves a catalog over stdin and stdout, or `/mcp` on 127.0.0.1
//! until Ctrl-C; `catalogs-server hard|many|one --folder` prints where its files are.

use std::{net::Ipv4Addr, path::Path, sync::Arc};

use anyhow::{Context, bail};
use axum::Router;
use catalogs_server::{FOLDER, HARD, MANY, ONE};
use rmcp::ServiceExt;
use rmcp::transport::stdio;
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};
use skills_runtime::{Bare, Catalog, WithSkills};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    match *arguments {
        [name] => {
            server(catalog(name)?)
                .serve(stdio())
                .await?
                .waiting()
                .await?;
        }
        [name, "--folder"] => println!("{}", Path::new(FOLDER).join(name).display()),
        [name, "--port", port] => serve_http(catalog(name)?, port.parse()?).await?,
        _ => bail!("expected `hard`, `many` or `one`, then nothing, `--folder` or `--port PORT`"),
    }
    Ok(())
}

fn catalog(name: &str) -> anyhow::Result<&'static Catalog> {
    match name {
        "hard" => Ok(&HARD),
        "many" => Ok(&MANY),
        "one" => Ok(&ONE),
        _ => bail!("unknown catalog `{name}`"),
    }
}

fn server(catalog: &'static Catalog) -> WithSkills<Bare> {
    catalog.server(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
}

async fn serve_http(catalog: &'static Catalog, port: u16) -> anyhow::Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .await
        .with_context(|| format!("cannot listen on port {port}"))?;
    println!("http://{}/mcp", listener.local_addr()?);
    let stop = CancellationToken::new();
    let config = StreamableHttpServerConfig::default().with_cancellation_token(stop.child_token());
    let sessions = Arc::new(LocalSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(server(catalog)), sessions, config);
    axum::serve(listener, Router::new().nest_service("/mcp", service))
        .with_graceful_shutdown(stopped(stop))
        .await?;
    Ok(())
}

/// Waits for Ctrl-C, then ends the sessions: axum waits for open streams.
async fn stopped(stop: CancellationToken) {
    if tokio::signal::ctrl_c().await.is_ok() {
        stop.cancel();
    }
}
