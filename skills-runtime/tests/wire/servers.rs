//! Servers to attach a catalog to.

use std::borrow::Cow;
use std::sync::Arc;

use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    self, CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, CancelTaskParams,
    CancelledNotificationParam, CompleteRequestParams, CompleteResult, CompletionInfo,
    ContentBlock, CustomNotification, CustomRequest, CustomResult, DiscoverResult, ErrorCode,
    GetPromptRequestParams, GetPromptResponse, GetPromptResult, GetSkillRequestParams,
    GetSkillResult, GetTaskParams, GetTaskResult, Implementation, InitializeRequestParams,
    InitializeResult, JsonObject, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, ListSkillsResult, ListToolsResult, PaginatedRequestParams,
    ProgressNotificationParam, Prompt, PromptMessage, ProtocolVersion,
    ReadResourceDirectoryRequestParams, ReadResourceDirectoryResult, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult, Resource, ResourceContents, ResourceTemplate, Role,
    ServerCapabilities, ServerConfig, SkillFrontmatter, SkillResources, SubscribeRequestParams,
    SubscriptionFilter, Tool, UnsubscribeRequestParams, UpdateTaskParams,
};
use rmcp::serde::Deserialize;
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{
    ErrorData, RoleServer, ServerHandler, prompt, prompt_handler, prompt_router, schemars, tool,
    tool_handler, tool_router,
};
use serde_json::{from_value, json};
use tokio::sync::mpsc::UnboundedSender;

use crate::fixture::{REFUNDS, ZIP};

type Request = RequestContext<RoleServer>;
type Notification = NotificationContext<RoleServer>;
type Page = Option<PaginatedRequestParams>;
type Answer<T> = Result<T, ErrorData>;

fn cursor(request: Page) -> Option<String> {
    request?.cursor
}

/// A server that has every method of the trait but those about skills.
#[derive(Clone, Debug)]
pub(crate) struct Everything {
    pub(crate) heard: UnboundedSender<&'static str>,
}

impl Everything {
    fn hear(&self, what: &'static str) {
        self.heard.send(what).unwrap();
    }

    fn refuse<T>(&self, method: &'static str) -> Answer<T> {
        Err(ErrorData::new(
            ErrorCode(-32000),
            format!("everything: {method}"),
            None,
        ))
    }
}

#[expect(deprecated, reason = "2025-11-25 has these methods")]
impl ServerHandler for Everything {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_prompts()
            .enable_resources()
            .enable_completions()
            .enable_logging()
            .enable_tasks()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("everything", "9"))
            .with_instructions("by get_info")
    }

    fn negotiate_initialize(&self, _: &InitializeRequestParams) -> Answer<InitializeResult> {
        Ok(self.get_info().with_instructions("by negotiate_initialize"))
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: Request,
    ) -> Answer<InitializeResult> {
        context.peer.set_peer_info(request.clone());
        Ok(self
            .negotiate_initialize(&request)?
            .with_instructions("by initialize"))
    }

    async fn discover(&self, _: Request) -> Answer<DiscoverResult> {
        let versions = self.supported_protocol_versions().into_owned();
        let info = self.get_info().with_instructions("by discover");
        Ok(DiscoverResult::from_server_info(versions, info))
    }

    async fn ping(&self, _: Request) -> Answer<()> {
        self.refuse("ping")
    }

    async fn complete(&self, request: CompleteRequestParams, _: Request) -> Answer<CompleteResult> {
        let values = vec![request.argument.value + "!"];
        Ok(CompleteResult::new(CompletionInfo::new(values).unwrap()))
    }

    async fn set_level(&self, _: model::SetLevelRequestParams, _: Request) -> Answer<()> {
        self.refuse("set_level")
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: Request,
    ) -> Answer<GetPromptResponse> {
        let message = PromptMessage::new_text(Role::User, request.name);
        Ok(GetPromptResult::new(vec![message]).into())
    }

    async fn list_prompts(&self, _: Page, _: Request) -> Answer<ListPromptsResult> {
        let prompt = Prompt::new("hello", None::<String>, None);
        Ok(ListPromptsResult::with_all_items(vec![prompt]))
    }

    async fn list_resources(&self, request: Page, _: Request) -> Answer<ListResourcesResult> {
        match cursor(request).as_deref() {
            None => {
                let one = Resource::new("mem://one", "one");
                let mut page = ListResourcesResult::with_all_items(vec![one]);
                page.next_cursor = Some("two".into());
                Ok(page)
            }
            Some("two") => {
                let two = Resource::new("mem://two", "two");
                Ok(ListResourcesResult::with_all_items(vec![two]))
            }
            Some(_) => Err(ErrorData::invalid_params("everything: cursor", None)),
        }
    }

    async fn list_resource_templates(
        &self,
        _: Page,
        _: Request,
    ) -> Answer<ListResourceTemplatesResult> {
        let template = ResourceTemplate::new("mem://{id}", "mem");
        Ok(ListResourceTemplatesResult::with_all_items(vec![template]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: Request,
    ) -> Answer<ReadResourceResponse> {
        if !request.uri.starts_with("mem://") {
            return Err(ErrorData::resource_not_found(
                "everything: no such resource",
                None,
            ));
        }
        let contents = ResourceContents::text("mem", request.uri);
        Ok(ReadResourceResult::new(vec![contents])
            .with_ttl_ms(7)
            .into())
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Answer<()> {
        context.sink().notify_tool_list_changed().await.unwrap();
        Ok(())
    }

    async fn subscribe(&self, _: SubscribeRequestParams, _: Request) -> Answer<()> {
        self.refuse("subscribe")
    }

    async fn unsubscribe(&self, _: UnsubscribeRequestParams, _: Request) -> Answer<()> {
        self.refuse("unsubscribe")
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: Request,
    ) -> Answer<CallToolResponse> {
        let text = ContentBlock::text(format!("called {}", request.name));
        Ok(CallToolResult::success(vec![text]).into())
    }

    async fn list_tools(&self, _: Page, _: Request) -> Answer<ListToolsResult> {
        Ok(ListToolsResult::with_all_items(
            self.get_tool("add").into_iter().collect(),
        ))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let schema = Arc::new(
            from_value::<JsonObject>(json!({
                "type": "object",
                "properties": {"a": {"type": "string", "x-mcp-header": "A"}},
            }))
            .unwrap(),
        );
        (name == "add").then(|| Tool::new("add", "Add numbers", schema))
    }

    async fn on_custom_request(&self, request: CustomRequest, _: Request) -> Answer<CustomResult> {
        Ok(CustomResult(json!({"custom": request.method})))
    }

    async fn on_cancelled(&self, _: CancelledNotificationParam, _: Notification) {
        self.hear("cancelled");
    }

    async fn on_progress(&self, _: ProgressNotificationParam, _: Notification) {
        self.hear("progress");
    }

    async fn on_initialized(&self, _: Notification) {
        self.hear("initialized");
    }

    async fn on_roots_list_changed(&self, _: Notification) {
        self.hear("roots_list_changed");
    }

    async fn on_custom_notification(&self, _: CustomNotification, _: Notification) {
        self.hear("custom");
    }

    async fn get_task(&self, request: GetTaskParams, _: Request) -> Answer<GetTaskResult> {
        let task = json!({
            "taskId": request.task_id,
            "status": "working",
            "createdAt": "2026-11-30T00:00:00Z",
            "lastUpdatedAt": "2026-11-30T00:00:00Z",
            "ttlMs": null,
        });
        Ok(from_value(task).unwrap())
    }

    async fn update_task(&self, _: UpdateTaskParams, _: Request) -> Answer<()> {
        self.refuse("update_task")
    }

    async fn cancel_task(&self, _: CancelTaskParams, _: Request) -> Answer<()> {
        self.refuse("cancel_task")
    }
}

/// A server with skills of its own on two pages, some under URIs of the catalog.
pub(crate) struct OwnSkills;

pub(crate) const DAILY: &str = "skill://reports/daily/SKILL.md";
pub(crate) const WEEKLY: &str = "skill://reports/weekly/SKILL.md";

fn dynamic(uri: &str, name: &str) -> model::Skill {
    let frontmatter = SkillFrontmatter::new(name, "own");
    model::Skill::new(uri, frontmatter, SkillResources::Dynamic)
}

impl ServerHandler for OwnSkills {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_resources()
            .enable_skills_with_directory_read()
            .build();
        ServerConfig::new(capabilities)
    }

    async fn list_skills(&self, request: Page, _: Request) -> Answer<ListSkillsResult> {
        match cursor(request).as_deref() {
            None => {
                let skills = vec![
                    dynamic("skill://z%69p/SKILL.md", "zip"),
                    dynamic(DAILY, "daily"),
                ];
                let mut page = ListSkillsResult::with_all_items(skills).with_ttl_ms(5);
                page.next_cursor = Some("more".into());
                Ok(page)
            }
            Some("more") => {
                let skills = vec![dynamic(WEEKLY, "weekly"), dynamic(REFUNDS, "refunds")];
                Ok(ListSkillsResult::with_all_items(skills))
            }
            Some(_) => Err(ErrorData::invalid_params("own: cursor", None)),
        }
    }

    async fn get_skill(
        &self,
        request: GetSkillRequestParams,
        _: Request,
    ) -> Answer<GetSkillResult> {
        match request.uri.as_str() {
            DAILY => Ok(GetSkillResult::new(dynamic(DAILY, "daily"))),
            uri => Err(ErrorData::invalid_params(format!("own: {uri}"), None)),
        }
    }

    async fn list_resources(&self, _: Page, _: Request) -> Answer<ListResourcesResult> {
        Ok(ListResourcesResult::with_all_items(vec![
            Resource::new(ZIP, "own zip"),
            Resource::new(DAILY, "daily"),
        ]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: Request,
    ) -> Answer<ReadResourceResponse> {
        let contents = ResourceContents::text("own", request.uri);
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn read_resource_directory(
        &self,
        request: ReadResourceDirectoryRequestParams,
        _: Request,
    ) -> Answer<ReadResourceDirectoryResult> {
        match request.uri.as_str() {
            "skill://reports/daily" => {
                let mut page = ReadResourceDirectoryResult::with_all_items(vec![]);
                page.next_cursor = request.cursor;
                Ok(page)
            }
            uri => Err(ErrorData::invalid_params(format!("own: {uri}"), None)),
        }
    }
}

/// A server that knows 2025-11-25 and nothing later.
pub(crate) struct Old;

impl ServerHandler for Old {
    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(&[ProtocolVersion::V_2025_11_25])
    }
}

/// A server whose resources fail.
pub(crate) struct Failing;

impl ServerHandler for Failing {
    async fn list_resources(&self, _: Page, _: Request) -> Answer<ListResourcesResult> {
        Err(ErrorData::internal_error("failing: list", None))
    }

    async fn read_resource(
        &self,
        _: ReadResourceRequestParams,
        _: Request,
    ) -> Answer<ReadResourceResponse> {
        Err(ErrorData::internal_error("failing: read", None))
    }
}

/// A server whose listings anybody may keep; each has a second page.
#[derive(Clone)]
pub(crate) struct Public {
    pub(crate) n_resources: usize,
}

impl ServerHandler for Public {
    fn get_info(&self) -> ServerConfig {
        OwnSkills.get_info()
    }

    async fn list_skills(&self, request: Page, _: Request) -> Answer<ListSkillsResult> {
        let (uri, next_cursor) = match cursor(request) {
            None => (DAILY, Some("more".to_owned())),
            Some(_) => (WEEKLY, None),
        };
        let name = model::skill_name_from_uri(uri).unwrap();
        let mut page = ListSkillsResult::with_all_items(vec![dynamic(uri, name)]);
        page.next_cursor = next_cursor;
        Ok(page.with_ttl_ms(9).with_cache_scope(CacheScope::Public))
    }

    async fn list_resources(&self, request: Page, _: Request) -> Answer<ListResourcesResult> {
        let resource = |n| Resource::new(format!("mem://public/{n:030}"), "a resource");
        let mut page = match cursor(request) {
            None => {
                let resources = (0..self.n_resources).map(resource).collect();
                let mut page = ListResourcesResult::with_all_items(resources);
                page.next_cursor = Some("more".into());
                page
            }
            Some(_) => ListResourcesResult::with_all_items(vec![resource(self.n_resources)]),
        };
        page.ttl_ms = Some(9);
        page.cache_scope = Some(CacheScope::Public);
        Ok(page)
    }
}

/// A server as rmcp's macros make it, with a tool that asks the client back.
#[derive(Clone)]
pub(crate) struct Routed;

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(crate = "rmcp::serde")]
struct Greeting {
    name: String,
}

#[expect(deprecated, reason = "2025-11-25 has sampling and logging")]
#[tool_router]
impl Routed {
    /// Greets somebody.
    #[tool]
    fn greet(&self, Parameters(Greeting { name }): Parameters<Greeting>) -> String {
        format!("hello {name}")
    }

    /// Has the client's model say something, and logs that it did.
    #[tool]
    async fn ask(&self, context: RequestContext<RoleServer>) -> Answer<String> {
        let question = model::SamplingMessage::user_text("how are you?");
        let request = model::CreateMessageRequestParams::new(vec![question], 10);
        let failed = |error| ErrorData::internal_error(format!("{error}"), None);
        let said = context.peer.create_message(request).await.map_err(failed)?;
        let said = said
            .message
            .content
            .first()
            .and_then(|content| content.as_text().cloned());
        let log =
            model::LoggingMessageNotificationParam::new(model::LoggingLevel::Info, json!("asked"));
        context
            .peer
            .notify_logging_message(log)
            .await
            .map_err(failed)?;
        Ok(said.map_or_else(String::new, |said| said.text))
    }
}

#[prompt_router]
impl Routed {
    /// Asks for a greeting.
    #[prompt]
    async fn welcome(&self) -> Vec<PromptMessage> {
        vec![PromptMessage::new_text(Role::User, "say hello")]
    }
}

#[tool_handler]
#[prompt_handler]
impl ServerHandler for Routed {}

/// A server that lists tools but cannot be asked for one by name; `skills` is on its second page.
pub(crate) struct Listed;

impl ServerHandler for Listed {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(&self, request: Page, _: Request) -> Answer<ListToolsResult> {
        let (name, next_cursor) = match cursor(request) {
            None => ("first", Some("more".to_owned())),
            Some(_) => ("skills", None),
        };
        let tool = Tool::new(name, "a tool", Arc::new(JsonObject::new()));
        let mut page = ListToolsResult::with_all_items(vec![tool]);
        page.next_cursor = next_cursor;
        Ok(page)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: Request,
    ) -> Answer<CallToolResponse> {
        let text = ContentBlock::text(format!("listed {}", request.name));
        Ok(CallToolResult::success(vec![text]).into())
    }
}
