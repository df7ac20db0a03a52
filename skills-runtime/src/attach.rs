//! A catalog and a server as one server.

use std::borrow::Cow;
use std::time::Duration;

use rmcp::model::{
    self, CacheScope, CallToolRequestParams, CallToolResponse, CancelTaskParams,
    CancelledNotificationParam, CompleteRequestParams, CompleteResult, CustomNotification,
    CustomRequest, CustomResult, DiscoverResult, ErrorCode, GetPromptRequestParams,
    GetPromptResponse, GetSkillRequestParams, GetSkillResult, GetTaskParams, GetTaskResult,
    InitializeRequestParams, InitializeResult, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, ListSkillsResult, ListToolsResult, PaginatedRequestParams,
    ProgressNotificationParam, ProtocolVersion, ReadResourceDirectoryRequestParams,
    ReadResourceDirectoryResult, ReadResourceRequestParams, ReadResourceResponse,
    ServerCapabilities, ServerConfig, SubscribeRequestParams, SubscriptionFilter, Tool,
    UnsubscribeRequestParams, UpdateTaskParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};

use crate::catalog::Catalog;
use crate::cursor::unknown;
use crate::hints::{Hints, are_known};
use crate::malformed::malformed;
use crate::tool::TOOL;

impl Catalog {
    /// Serves the catalog beside everything that `server` serves.
    ///
    /// The result is a server itself, for any transport. See [`WithSkills`].
    pub const fn attach<S: ServerHandler>(&'static self, server: S) -> WithSkills<S> {
        WithSkills {
            inner: server,
            catalog: self,
            hints: None,
            has_instructions: false,
            has_tool: false,
        }
    }
}

/// A server with the skills of a [`Catalog`], made by [`Catalog::attach`].
///
/// - `skills/list`, `skills/get`, `resources/directory/read`, and `resources/read` of a skill's
///   files are answered from the catalog.
/// - The extension and the `resources` it needs are added to the capabilities of the server.
/// - `resources/list` starts with the `SKILL.md` of every skill.
/// - A server with skills of its own keeps them; a URI that both serve is the catalog's.
/// - Everything else is the server's: tools, prompts, templates, its own resources and cursors.
///
/// Listings come in pages of at most 1 MB of JSON, the catalog's before the server's own.
/// A cursor that is not a string is refused. rmcp 3.11 shows one as no parameters at all, so code that
/// calls `list_skills` or `list_resources` itself, with the context of a request that has `_meta`,
/// passes `Some(PaginatedRequestParams::default())`.
///
/// More on request:
///
/// ```
/// # use rmcp::ServerHandler;
/// # use skills_runtime::{Catalog, skills};
/// # static SKILLS: Catalog = skills!("./skills");
/// # struct Server;
/// # impl ServerHandler for Server {}
/// use std::time::Duration;
///
/// use rmcp::model::CacheScope;
///
/// let server = SKILLS
///     .attach(Server)
///     .with_instructions()
///     .with_tool()
///     .with_cache(Duration::from_secs(3600), CacheScope::Public);
///
/// let info = server.get_info();
/// assert!(info.instructions.unwrap().contains("skill://pdf-processing/SKILL.md"));
/// assert!(info.capabilities.tools.is_some());
/// ```
#[derive(Debug, Clone)]
pub struct WithSkills<S> {
    inner: S,
    catalog: &'static Catalog,
    hints: Option<Hints>,
    has_instructions: bool,
    has_tool: bool,
}

impl<S> WithSkills<S> {
    /// Lets hosts keep the answers about skills for that long: `ttlMs` and `cacheScope` of
    /// 2026-07-28 (MCP, "Caching").
    ///
    /// Without it the hints are 0 and private: nothing is kept. Skills of a binary change only with
    /// the binary, so that the time is how late a host may notice an upgrade. Public means that
    /// every user of the server may see them. A listing that goes on with the inner server's is
    /// kept no longer than that server says, and is private when either says so. Peers of older
    /// revisions are sent no hints.
    #[must_use]
    pub const fn with_cache(mut self, ttl: Duration, scope: CacheScope) -> Self {
        self.hints = Some(Hints::new(ttl, scope));
        self
    }

    /// Adds [`Catalog::instructions`] to the instructions of the server.
    ///
    /// Many hosts put these before the model, and models use no skill that nobody mentions.
    #[must_use]
    pub const fn with_instructions(mut self) -> Self {
        self.has_instructions = true;
        self
    }

    /// Adds a tool that reads the skills, [`Catalog::tool`], for hosts without the extension.
    ///
    /// It stands among the tools of the server. A server that has a tool of the same name keeps its
    /// own, and this one is left out.
    #[must_use]
    pub const fn with_tool(mut self) -> Self {
        self.has_tool = true;
        self
    }

    /// The server without the skills.
    pub const fn inner(&self) -> &S {
        &self.inner
    }

    /// The server without the skills, out of its wrapper.
    pub fn into_inner(self) -> S {
        self.inner
    }

    /// The skills.
    pub const fn catalog(&self) -> &'static Catalog {
        self.catalog
    }

    pub(crate) const fn hints(&self) -> Option<Hints> {
        self.hints
    }

    pub(crate) const fn has_tool(&self) -> bool {
        self.has_tool
    }

    /// The hints for an answer that is the catalog's alone.
    pub(crate) fn hints_for(&self, context: &Request) -> Option<Hints> {
        self.hints.filter(|_| are_known(context))
    }

    fn declare(&self, capabilities: &mut ServerCapabilities) {
        self.catalog.declare(capabilities);
        if self.has_tool {
            capabilities.tools.get_or_insert_default();
        }
    }
}

impl<S: ServerHandler> WithSkills<S> {
    /// Adds to the instructions of the server.
    fn instruct(&self, instructions: &mut Option<String>) {
        if !self.has_instructions || self.catalog.is_empty() {
            return;
        }
        let mut ours = self.catalog.instructions();
        if self.has_tool && self.inner.get_tool(TOOL).is_none() {
            ours += &format!(" The tool `{TOOL}` reads them as well.");
        }
        *instructions = Some(match instructions.take() {
            Some(theirs) if !theirs.trim().is_empty() => format!("{theirs}\n\n{ours}"),
            _ => ours,
        });
    }

    /// Whether the catalog can say what the inner server's error cannot: the URI that was meant.
    fn knows_better(&self, error: &ErrorData, uri: &str) -> bool {
        error.code == ErrorCode::RESOURCE_NOT_FOUND && self.catalog.file_but_for_case(uri).is_some()
    }
}

type Request = RequestContext<RoleServer>;
type Notification = NotificationContext<RoleServer>;
type Page = Option<PaginatedRequestParams>;
type Answer<T> = Result<T, ErrorData>;

/// The methods that have nothing to do with skills.
macro_rules! forward {
    ($($method:ident($($argument:ident: $ty:ty),*) -> $answer:ty;)*) => {$(
        async fn $method(&self, $($argument: $ty),*) -> $answer {
            self.inner.$method($($argument),*).await
        }
    )*};
}

// Every method of the trait has a default, which would hide the inner server's from the peer.
#[deny(clippy::missing_trait_methods)]
#[expect(
    deprecated,
    reason = "2025-11-25 peers subscribe by the legacy methods"
)]
impl<S: ServerHandler> ServerHandler for WithSkills<S> {
    forward! {
        ping(context: Request) -> Answer<()>;
        complete(request: CompleteRequestParams, context: Request) -> Answer<CompleteResult>;
        set_level(request: model::SetLevelRequestParams, context: Request) -> Answer<()>;
        get_prompt(request: GetPromptRequestParams, context: Request) -> Answer<GetPromptResponse>;
        list_prompts(request: Page, context: Request) -> Answer<ListPromptsResult>;
        listen(context: SubscriptionContext) -> Answer<()>;
        subscribe(request: SubscribeRequestParams, context: Request) -> Answer<()>;
        unsubscribe(request: UnsubscribeRequestParams, context: Request) -> Answer<()>;
        get_task(request: GetTaskParams, context: Request) -> Answer<GetTaskResult>;
        update_task(request: UpdateTaskParams, context: Request) -> Answer<()>;
        cancel_task(request: CancelTaskParams, context: Request) -> Answer<()>;
        on_cancelled(notification: CancelledNotificationParam, context: Notification) -> ();
        on_progress(notification: ProgressNotificationParam, context: Notification) -> ();
        on_initialized(context: Notification) -> ();
        on_roots_list_changed(context: Notification) -> ();
        on_custom_notification(notification: CustomNotification, context: Notification) -> ();
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.inner.supported_protocol_versions()
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        self.inner.accepted_subscription_filter(requested)
    }

    // The inner server's tools, and one of ours when it is asked for.

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tool_named(name)
    }

    async fn list_tools(&self, request: Page, context: Request) -> Answer<ListToolsResult> {
        self.listed_tools(request, context).await
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: Request,
    ) -> Answer<CallToolResponse> {
        self.called_tool(request, context).await
    }

    // The capabilities and instructions, in the four places where a peer or rmcp's dispatch reads them.

    fn get_info(&self) -> ServerConfig {
        let mut info = self.inner.get_info();
        self.declare(&mut info.capabilities);
        self.instruct(&mut info.instructions);
        info
    }

    fn negotiate_initialize(&self, request: &InitializeRequestParams) -> Answer<InitializeResult> {
        let mut result = self.inner.negotiate_initialize(request)?;
        self.declare(&mut result.capabilities);
        self.instruct(&mut result.instructions);
        Ok(result)
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: Request,
    ) -> Answer<InitializeResult> {
        let mut result = self.inner.initialize(request, context).await?;
        self.declare(&mut result.capabilities);
        self.instruct(&mut result.instructions);
        Ok(result)
    }

    async fn discover(&self, context: Request) -> Answer<DiscoverResult> {
        let mut result = self.inner.discover(context).await?;
        self.declare(&mut result.capabilities);
        self.instruct(&mut result.instructions);
        Ok(result)
    }

    async fn list_skills(&self, request: Page, context: Request) -> Answer<ListSkillsResult> {
        self.listed_skills(request, context).await
    }

    async fn get_skill(
        &self,
        request: GetSkillRequestParams,
        context: Request,
    ) -> Answer<GetSkillResult> {
        let answer = self.catalog.get_skill(&request.uri);
        let is_inner = answer.is_err() && !self.catalog.serves(&request.uri);
        if is_inner && self.inner.get_info().capabilities.supports_skills() {
            return self.inner.get_skill(request, context).await;
        }
        let mut answer = answer?;
        if let Some(hints) = self.hints_for(&context) {
            answer = answer
                .with_ttl_ms(hints.ttl_ms())
                .with_cache_scope(hints.scope());
        }
        Ok(answer)
    }

    async fn read_resource_directory(
        &self,
        request: ReadResourceDirectoryRequestParams,
        context: Request,
    ) -> Answer<ReadResourceDirectoryResult> {
        let cursor = request.cursor.as_deref();
        let catalog = self.catalog;
        let answer = catalog.read_resource_directory_page(&request.uri, cursor);
        let is_inner = answer.is_err() && !self.catalog.serves(&request.uri);
        if is_inner && self.inner.get_info().capabilities.supports_directory_read() {
            return self.inner.read_resource_directory(request, context).await;
        }
        let mut page = answer?;
        if let Some(hints) = self.hints_for(&context) {
            hints.mark(&mut page);
        }
        Ok(page)
    }

    async fn list_resources(&self, request: Page, context: Request) -> Answer<ListResourcesResult> {
        self.listed_resources(request, context).await
    }

    async fn list_resource_templates(
        &self,
        request: Page,
        context: Request,
    ) -> Answer<ListResourceTemplatesResult> {
        let cursor = cursor(&request);
        let page = self.inner.list_resource_templates(request, context).await;
        page.or_else(|error| unless_missing(error, cursor.as_deref()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: Request,
    ) -> Answer<ReadResourceResponse> {
        if let Some(mut result) = self.catalog.read_resource(&request.uri) {
            if let Some(hints) = self.hints_for(&context) {
                result = result
                    .with_ttl_ms(hints.ttl_ms())
                    .with_cache_scope(hints.scope());
            }
            return Ok(result.into());
        }
        if self.catalog.serves(&request.uri) {
            return Err(self.catalog.resource_not_found(&request.uri));
        }
        let uri = request.uri.clone();
        match self.inner.read_resource(request, context).await {
            Err(error) if is_missing(&error) || self.knows_better(&error, &uri) => {
                Err(self.catalog.resource_not_found(&uri))
            }
            answer => answer,
        }
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: Request,
    ) -> Answer<CustomResult> {
        // rmcp hands over a known method here when its parameters do not parse.
        match malformed(&request) {
            Some(error) => Err(error),
            None => self.inner.on_custom_request(request, context).await,
        }
    }
}

pub(crate) fn cursor(request: &Page) -> Option<String> {
    request.as_ref()?.cursor.clone()
}

pub(crate) fn is_missing(error: &ErrorData) -> bool {
    error.code == ErrorCode::METHOD_NOT_FOUND
}

/// A method that the inner server does not have has nothing to list.
///
/// It had not declared `resources`; now that they are declared, it must not seem to be missing.
pub(crate) fn unless_missing<T: Default>(error: ErrorData, cursor: Option<&str>) -> Answer<T> {
    if is_missing(&error) {
        empty_page(cursor)
    } else {
        Err(error)
    }
}

/// The only page of an empty list. No cursor leads to another one.
fn empty_page<T: Default>(cursor: Option<&str>) -> Answer<T> {
    match cursor {
        Some(cursor) => Err(unknown(cursor)),
        None => Ok(T::default()),
    }
}
