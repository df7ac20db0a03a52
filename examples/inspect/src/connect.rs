//! A connection to a server, wherever it is.

use anyhow::{Context, anyhow};
use rmcp::model::ProtocolVersion;
use rmcp::service::RunningService;
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{ClientLifecycleMode, ClientServiceExt, RoleClient};
use tokio::process::Command;

use crate::arguments::{Arguments, Server};

/// Starts the server or connects to it, and shakes hands.
pub(crate) async fn to(arguments: &Arguments) -> anyhow::Result<RunningService<RoleClient, ()>> {
    let lifecycle = lifecycle(arguments.protocol.as_ref());
    match &arguments.server {
        Server::Command(program, arguments) => {
            let mut command = Command::new(program);
            command.args(arguments);
            let child = TokioChildProcess::new(command);
            let child = child.with_context(|| format!("cannot start `{}`", program.display()))?;
            let connection = ().serve_with_lifecycle(child, lifecycle).await;
            connection.with_context(|| format!("cannot talk to `{}`", program.display()))
        }
        Server::Url(url) => {
            use_ring()?;
            let transport = StreamableHttpClientTransport::from_uri(url.as_str());
            let connection = ().serve_with_lifecycle(transport, lifecycle).await;
            connection.with_context(|| format!("cannot talk to `{url}`"))
        }
    }
}

fn lifecycle(protocol: Option<&ProtocolVersion>) -> ClientLifecycleMode {
    let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
    match protocol {
        None => ClientLifecycleMode::Auto {
            preferred_versions,
            legacy_version: None,
        },
        Some(version) if version.has_initialize() => ClientLifecycleMode::Initialize,
        Some(_) => ClientLifecycleMode::Discover { preferred_versions },
    }
}

fn use_ring() -> anyhow::Result<()> {
    let provider = rustls::crypto::ring::default_provider();
    let installed = provider.install_default();
    installed.map_err(|_| anyhow!("another provider of cryptography is installed"))
}
