//! `folder-server FOLDER` serves what rmcp's own `SkillCatalog` loads from a folder, over stdin and
//! stdout: the other implementation of the same rules, to hold the client against.

use std::env::args;

use anyhow::Context;
use rmcp::handler::server::skill_catalog::SkillCatalog;
use rmcp::model::{
    GetSkillRequestParams, GetSkillResult, ListSkillsResult, PaginatedRequestParams,
    ReadResourceDirectoryRequestParams, ReadResourceDirectoryResult, ReadResourceRequestParams,
    ReadResourceResponse, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt, transport::stdio};

type Request = RequestContext<RoleServer>;

struct Folder(SkillCatalog);

impl ServerHandler for Folder {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_resources()
            .enable_skills_with_directory_read()
            .build();
        ServerConfig::new(capabilities)
    }

    async fn list_skills(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Request,
    ) -> Result<ListSkillsResult, ErrorData> {
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

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: Request,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match self.0.read_resource(&request.uri) {
            Some(result) => Ok(result.into()),
            None => Err(ErrorData::resource_not_found(request.uri, None)),
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let folder = args().nth(1).context("missing folder")?;
    let server = Folder(SkillCatalog::from_dir(folder)?);
    server.serve(stdio()).await?.waiting().await?;
    Ok(())
}
