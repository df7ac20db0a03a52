//! A client of rmcp on either protocol revision, and what it does with a skill.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use base64::{Engine, prelude::BASE64_STANDARD};
use rmcp::model::{
    ClientConfig, ErrorCode, GetSkillRequestParams, ProtocolVersion,
    ReadResourceDirectoryRequestParams, ReadResourceRequestParams, Resource, ResourceContents,
    Skill, SkillResource, SkillResources,
};
use rmcp::service::{RunningService, ServiceError};
use rmcp::transport::IntoTransport;
use rmcp::{ClientLifecycleMode, ClientServiceExt, RoleClient, ServerHandler, ServiceExt};
use serde_json::Value;
use tokio::io::{AsyncRead, ReadBuf, split};
use tokio::time::timeout;

/// How long a conversation may take on a busy machine before a test fails instead of hanging.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A protocol revision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Revision {
    /// 2025-11-25: a handshake, no cache hints.
    Older,
    /// 2026-07-28: metadata in every request, cache hints in every result.
    Newer,
}

pub(crate) const BOTH: [Revision; 2] = [Revision::Older, Revision::Newer];

impl Revision {
    pub(crate) fn version(self) -> ProtocolVersion {
        match self {
            Self::Older => ProtocolVersion::V_2025_11_25,
            Self::Newer => ProtocolVersion::V_2026_07_28,
        }
    }

    fn lifecycle(self) -> ClientLifecycleMode {
        match self {
            Self::Older => ClientLifecycleMode::Initialize,
            Self::Newer => ClientLifecycleMode::Discover {
                preferred_versions: vec![self.version()],
            },
        }
    }

    /// The code of a resource that is not found.
    pub(crate) fn not_found(self) -> ErrorCode {
        match self {
            Self::Older => ErrorCode::RESOURCE_NOT_FOUND,
            Self::Newer => ErrorCode::INVALID_PARAMS,
        }
    }
}

/// A client that is connected.
pub(crate) struct Peer {
    client: RunningService<RoleClient, ClientConfig>,
}

impl Peer {
    pub(crate) async fn connect<T, E, A>(transport: T, revision: Revision) -> Self
    where
        T: IntoTransport<RoleClient, E, A>,
        E: std::error::Error + Send + Sync + 'static,
    {
        let mut info = ClientConfig::default();
        info.protocol_version = revision.version();
        let connecting = info.serve_with_lifecycle(transport, revision.lifecycle());
        let client = timeout(PATIENCE, connecting).await.unwrap().unwrap();
        Self { client }
    }

    /// Connects to a server in this process, over a pipe that records what the server says.
    pub(crate) async fn of<S: ServerHandler>(server: S, revision: Revision) -> (Self, Recording) {
        let (near, far) = tokio::io::duplex(64 * 1024);
        tokio::spawn(async move { server.serve(far).await.unwrap().waiting().await });
        let recording = Recording::default();
        let (read, write) = split(near);
        let read = Recorded {
            read,
            recording: recording.clone(),
        };
        (Self::connect((read, write), revision).await, recording)
    }

    pub(crate) async fn list(&self) -> Vec<Skill> {
        self.client.list_all_skills().await.unwrap()
    }

    pub(crate) async fn get(&self, uri: &str) -> Result<Skill, ServiceError> {
        let result = self.client.get_skill(GetSkillRequestParams::new(uri)).await;
        result.map(|result| result.skill)
    }

    pub(crate) async fn resources(&self) -> Vec<Resource> {
        self.client.list_all_resources().await.unwrap()
    }

    pub(crate) async fn read(&self, uri: &str) -> Result<ResourceContents, ServiceError> {
        let request = ReadResourceRequestParams::new(uri);
        let mut result = self.client.read_resource(request).await?;
        assert_eq!(result.contents.len(), 1, "{uri}");
        Ok(result.contents.remove(0))
    }

    pub(crate) async fn children(&self, uri: &str) -> Result<Vec<Resource>, ServiceError> {
        let request = ReadResourceDirectoryRequestParams::new(uri);
        let result = self.client.read_resource_directory(request).await?;
        Ok(result.resources)
    }

    /// Every file below a folder by directory reads alone: URIs and sizes.
    pub(crate) async fn walk(&self, root: &str) -> BTreeMap<String, u64> {
        let mut folders = vec![root.to_owned()];
        let mut files = BTreeMap::new();
        while let Some(folder) = folders.pop() {
            for child in self.children(&folder).await.unwrap() {
                assert!(child.uri.starts_with(&format!("{folder}/")), "{child:?}");
                match child.mime_type.as_deref() {
                    Some("inode/directory") => folders.push(child.uri),
                    _ => drop(files.insert(child.uri, child.size.unwrap())),
                }
            }
        }
        files
    }

    /// Reads every file that an entry promises, and holds it to the promise.
    pub(crate) async fn verify(&self, skill: &Skill) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        for file in promised(skill) {
            let bytes = bytes(&self.read(&file.uri).await.unwrap());
            file.verify(&bytes).unwrap();
            assert!(files.insert(file.uri.clone(), bytes).is_none());
        }
        files
    }

    /// The protocol version and the extensions that the server spoke of.
    pub(crate) fn hello(&self) -> (ProtocolVersion, Value) {
        let info = self.client.peer_info().unwrap();
        let extensions = serde_json::to_value(&info.capabilities.extensions);
        (info.protocol_version.clone(), extensions.unwrap())
    }

    pub(crate) async fn close(self) {
        let closing = timeout(PATIENCE, self.client.cancel()).await;
        closing.unwrap().unwrap();
    }
}

/// The files of an entry.
pub(crate) fn promised(skill: &Skill) -> &[SkillResource] {
    match &skill.resources {
        SkillResources::Files(files) => files,
        other => panic!("{}: {other:?}", skill.uri),
    }
}

/// A content as the bytes that it stands for.
pub(crate) fn bytes(contents: &ResourceContents) -> Vec<u8> {
    match contents {
        ResourceContents::TextResourceContents { text, .. } => text.clone().into_bytes(),
        ResourceContents::BlobResourceContents { blob, .. } => {
            BASE64_STANDARD.decode(blob).unwrap()
        }
        other => panic!("neither text nor blob: {other:?}"),
    }
}

/// Code and message of an error that the server sent.
pub(crate) fn error<T: std::fmt::Debug>(result: Result<T, ServiceError>) -> (ErrorCode, String) {
    match result {
        Err(ServiceError::McpError(error)) => (error.code, error.message.into_owned()),
        other => panic!("expected an error of the server, found {other:?}"),
    }
}

/// Everything that a server sent.
#[derive(Clone, Default)]
pub(crate) struct Recording(Arc<Mutex<Vec<u8>>>);

impl Recording {
    /// The results among it, in order.
    pub(crate) fn results(&self) -> Vec<Value> {
        let bytes = self.0.lock().unwrap();
        let lines = std::str::from_utf8(&bytes).unwrap().lines();
        let messages = lines.map(|line| serde_json::from_str::<Value>(line).unwrap());
        messages
            .filter_map(|mut message| Some(message.get_mut("result")?.take()))
            .collect()
    }
}

/// The reading end of a pipe, recorded.
struct Recorded<R> {
    read: R,
    recording: Recording,
}

impl<R: AsyncRead + Unpin> AsyncRead for Recorded<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let before = buffer.filled().len();
        let poll = Pin::new(&mut self.read).poll_read(context, buffer);
        let new = buffer.filled().get(before..).unwrap_or_default();
        self.recording.0.lock().unwrap().extend(new);
        poll
    }
}
