//! `load [SECONDS]` measures `http-server`, then the same server on rmcp's `SkillCatalog::from_dir`, at saturation: at
//! most 60 seconds each, only on 127.0.0.1.
//!
//! `cargo build --release -p http-server -p load`, then `target/release/load`.

mod connection;
mod measure;
mod server;

use std::time::Duration;

use anyhow::{Context, bail};

use crate::measure::measure;
use crate::server::Server;

const SECONDS_LIMIT: u64 = 60;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let seconds = seconds(std::env::args().skip(1))?;
    for name in ["http-server", "disk-server"] {
        let server = Server::start(name).await?;
        let report = measure(&server, Duration::from_secs(seconds)).await?;
        println!("{name}: {report}");
        server.stop().await?;
    }
    Ok(())
}

fn seconds(mut arguments: impl Iterator<Item = String>) -> anyhow::Result<u64> {
    let seconds = match arguments.next() {
        None => SECONDS_LIMIT,
        Some(text) => text.parse().context("expected a number of seconds")?,
    };
    if seconds > SECONDS_LIMIT || arguments.next().is_some() {
        bail!("expected at most {SECONDS_LIMIT} seconds and nothing else");
    }
    Ok(seconds)
}
