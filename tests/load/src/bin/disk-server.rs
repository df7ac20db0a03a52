//! `http-server` as it would be with rmcp's `SkillCatalog::from_dir`, to compare with.

#[path = "../../../../examples/http/src/on_call.rs"]
mod on_call;

use std::{net::Ipv4Addr, sync::Arc};

use anyhow::{Context, bail};
use axum::Router;
use axum::serve::ListenerExt;
use on_call::OnCall;
use rmcp::handler::server::skill_catalog::SkillCatalog;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, GetPromptRequestParams, GetPromptResponse,
    GetSkillRequestParams, GetSkillResult, ListPromptsResult, ListResourcesResult,
    ListSkillsResult, ListToolsResult, PaginatedRequestParams, ReadResourceDirectoryRequestParams,
    ReadResourceDirectoryResult, ReadResourceRequestParams, ReadResourceResponse,
    SKILLS_EXTENSION_ID, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::json;
use tokio::net::TcpListener;

const SKILLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/http/skills");

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let ["--port", port] = *arguments else {
        bail!("expected `--port PORT`");
    };
    let skills = Arc::new(SkillCatalog::from_dir(SKILLS)?);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port.parse()?))
        .await
        .with_context(|| format!("cannot listen on port {port}"))?;
    println!("http://{}/mcp", listener.local_addr()?);
    let service = StreamableHttpService::new(
        move || Ok(OnDisk(Arc::clone(&skills))),
        Arc::new(LocalSessionManager::default()),
        StreamableHttpServerConfig::default(),
    );
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    axum::serve(listener, Router::new().nest_service("/mcp", service)).await?;
    Ok(())
}

struct OnDisk(Arc<SkillCatalog>);

type Request = RequestContext<RoleServer>;
type Paging = Option<PaginatedRequestParams>;

impl ServerHandler for OnDisk {
    fn get_info(&self) -> ServerConfig {
        let mut info = OnCall.get_info();
        let extensions = info.capabilities.extensions.get_or_insert_default();
        let settings = extensions.entry(SKILLS_EXTENSION_ID.into()).or_default();
        settings.insert("directoryRead".into(), json!(true));
        info
    }

    async fn list_skills(&self, _: Paging, _: Request) -> Result<ListSkillsResult, ErrorData> {
        Ok(self.0.list_skills())
    }

    async fn get_skill(
        &self,
        request: GetSkillRequestParams,
        _: Request,
    ) -> Result<GetSkillResult, ErrorData> {
        self.0.get_skill(&request.uri)
    }

    async fn read_resource_directory(
        &self,
        request: ReadResourceDirectoryRequestParams,
        _: Request,
    ) -> Result<ReadResourceDirectoryResult, ErrorData> {
        self.0.read_resource_directory(&request.uri)
    }

    async fn list_resources(
        &self,
        request: Paging,
        context: Request,
    ) -> Result<ListResourcesResult, ErrorData> {
        let mut page = OnCall.list_resources(request, context).await?;
        page.resources.splice(..0, self.0.resources());
        Ok(page)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: Request,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match self.0.read_resource(&request.uri) {
            Some(result) => Ok(result.into()),
            None => OnCall.read_resource(request, context).await,
        }
    }

    async fn list_tools(
        &self,
        request: Paging,
        context: Request,
    ) -> Result<ListToolsResult, ErrorData> {
        OnCall.list_tools(request, context).await
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: Request,
    ) -> Result<CallToolResponse, ErrorData> {
        OnCall.call_tool(request, context).await
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        OnCall.get_tool(name)
    }

    async fn list_prompts(
        &self,
        request: Paging,
        context: Request,
    ) -> Result<ListPromptsResult, ErrorData> {
        OnCall.list_prompts(request, context).await
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: Request,
    ) -> Result<GetPromptResponse, ErrorData> {
        OnCall.get_prompt(request, context).await
    }
}
