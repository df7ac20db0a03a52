//! The host that the MCP conformance suite judges: it loads the first listed skill, then reads one of
//! its files.
//!
//! `conformance-host URL`, with the scenario and the protocol version in the environment, as the
//! suite sets them. It prints what it read.

use std::env::{args, var};

use anyhow::Context;
use rmcp::model::ProtocolVersion;
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::{ClientLifecycleMode, ClientServiceExt};
use skills_runtime::client::SkillsClient;

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    // The suite serves plain HTTP, but the client of HTTP is built with TLS.
    let _installed = rustls::crypto::ring::default_provider().install_default();
    let url = args().nth(1).context("missing URL")?;
    let scenario = var("MCP_CONFORMANCE_SCENARIO").unwrap_or_default();
    let transport = StreamableHttpClientTransport::from_uri(url);
    let connection = ().serve_with_lifecycle(transport, lifecycle()).await?;
    let client = SkillsClient::new(connection.peer().clone());
    let listing = client.list().await?;
    let skill = listing.skills.first().context("no skill is listed")?;
    println!("listed {}", skill.uri());
    if !scenario.ends_with("no-prefetch") {
        for reference in ["SKILL.md", "references/FORMS.md"] {
            let file = client.read(skill, reference).await?;
            println!("read {}", file.uri);
        }
    }
    connection.cancel().await?;
    Ok(())
}

fn lifecycle() -> ClientLifecycleMode {
    let newest = ProtocolVersion::V_2026_07_28;
    match var("MCP_CONFORMANCE_PROTOCOL_VERSION") {
        Ok(version) if version == newest.as_str() => ClientLifecycleMode::Discover {
            preferred_versions: vec![newest],
        },
        _ => ClientLifecycleMode::Initialize,
    }
}
