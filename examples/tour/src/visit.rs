//! Both ends of the protocol in one process: a server with nothing but the skills, and a client.

use std::time::Duration;

use anyhow::{Context, bail, ensure};
use base64::{Engine, prelude::BASE64_STANDARD};
use rmcp::{
    ClientLifecycleMode, ClientServiceExt, Peer, RoleClient, ServerHandler, ServiceExt,
    model::{
        ProtocolVersion, ReadResourceRequestParams, ResourceContents, Skill, SkillResource,
        SkillResources,
    },
};
use skills_runtime::Catalog;

/// What the client listed, read and found to be as promised.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) skills: usize,
    pub(crate) files: usize,
    pub(crate) bytes: u64,
    pub(crate) version: ProtocolVersion,
}

/// A pipe that hangs is a failure too.
const PATIENCE: Duration = Duration::from_secs(30);

struct Server;

impl ServerHandler for Server {}

/// Serves `catalog` to a client of its own, which reads every file of every skill.
pub(crate) async fn every_file(catalog: &'static Catalog) -> anyhow::Result<Seen> {
    tokio::time::timeout(PATIENCE, converse(catalog))
        .await
        .context("the server did not answer in time")?
}

async fn converse(catalog: &'static Catalog) -> anyhow::Result<Seen> {
    let (near, far) = tokio::io::duplex(64 * 1024);
    let server = tokio::spawn(async move {
        let running = catalog.attach(Server).serve(far).await?;
        anyhow::Ok(running.waiting().await?)
    });
    let version = ProtocolVersion::V_2026_07_28;
    let lifecycle = ClientLifecycleMode::Discover {
        preferred_versions: vec![version.clone()],
    };
    let client =
        ().serve_with_lifecycle(near, lifecycle)
            .await
            .context("the client cannot connect")?;
    let seen = read_all(&client, catalog, version).await?;
    client.cancel().await?;
    server.await?.context("the server failed")?;
    Ok(seen)
}

async fn read_all(
    client: &Peer<RoleClient>,
    catalog: &Catalog,
    version: ProtocolVersion,
) -> anyhow::Result<Seen> {
    let skills = client
        .list_all_skills()
        .await
        .context("cannot list the skills")?;
    let listed = skills.iter().map(|skill| skill.uri.as_str());
    ensure!(
        listed.eq(catalog.skills().iter().map(|skill| skill.uri())),
        "the listing and the catalog differ"
    );
    let mut seen = Seen {
        skills: skills.len(),
        files: 0,
        bytes: 0,
        version,
    };
    for skill in &skills {
        for file in files(skill)? {
            let bytes = read(client, file).await?;
            ensure!(
                embedded(catalog, file, &bytes),
                "`{}` is not the embedded file",
                file.uri
            );
            seen.files += 1;
            seen.bytes += file.size;
        }
    }
    Ok(seen)
}

fn files(skill: &Skill) -> anyhow::Result<&[SkillResource]> {
    match &skill.resources {
        SkillResources::Files(files) => Ok(files),
        _ => bail!("the entry of `{}` promises no digests", skill.uri),
    }
}

/// Reads one file and compares it with what the entry says of it.
async fn read(client: &Peer<RoleClient>, file: &SkillResource) -> anyhow::Result<Vec<u8>> {
    let request = ReadResourceRequestParams::new(&file.uri);
    let result = client
        .read_resource(request)
        .await
        .with_context(|| format!("cannot read `{}`", file.uri))?;
    let [contents] = result.contents.as_slice() else {
        bail!(
            "expected one content of `{}`, found {}",
            file.uri,
            result.contents.len()
        );
    };
    let bytes = decode(contents)?;
    file.verify(&bytes)?;
    Ok(bytes)
}

fn embedded(catalog: &Catalog, file: &SkillResource, bytes: &[u8]) -> bool {
    catalog
        .file(&file.uri)
        .is_some_and(|embedded| embedded.bytes() == bytes)
}

fn decode(contents: &ResourceContents) -> anyhow::Result<Vec<u8>> {
    match contents {
        ResourceContents::TextResourceContents { text, .. } => Ok(text.clone().into_bytes()),
        ResourceContents::BlobResourceContents { uri, blob, .. } => BASE64_STANDARD
            .decode(blob)
            .with_context(|| format!("`{uri}` is not base64")),
        _ => bail!("expected text or a blob"),
    }
}
