//! A catalog and a server as one server.

use std::borrow::Cow;

use rmcp::model::{
    self, CallToolRequestParams, CallToolResponse, CancelTaskParams, CancelledNotificationParam,
    CompleteRequestParams, CompleteResult, ConstString, CustomNotification, CustomRequest,
    CustomResult, DiscoverResult, ErrorCode, GetPromptRequestParams, GetPromptResponse,
    GetSkillRequestMethod, GetSkillRequestParams, GetSkillResult, GetTaskParams, GetTaskResult,
    InitializeRequestParams, InitializeResult, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, ListSkillsRequestMethod, ListSkillsResult, ListToolsResult,
    PaginatedRequestParams, ProgressNotificationParam, ProtocolVersion,
    ReadResourceDirectoryRequestMethod, ReadResourceDirectoryRequestParams,
    ReadResourceDirectoryResult, ReadResourceRequestParams, ReadResourceResponse, ServerConfig,
    SubscribeRequestParams, SubscriptionFilter, Tool, UnsubscribeRequestParams, UpdateTaskParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{from_value, json};

use crate::catalog::Catalog;

impl Catalog {
    /// Serves the catalog beside everything that `server` serves.
    ///
    /// The result is a server itself, for any transport. See [`WithSkills`].
    pub const fn attach<S: ServerHandler>(&'static self, server: S) -> WithSkills<S> {
        WithSkills {
            inner: server,
            catalog: self,
        }
    }
}

/// A server with the skills of a [`Catalog`], made by [`Catalog::attach`].
///
/// - `skills/list`, `skills/get`, `resources/directory/read`, and `resources/read` of a skill's
///   files are answered from the catalog.
/// - The extension and the `resources` it needs are added to the capabilities of the server.
/// - The first page of `resources/list` starts with the `SKILL.md` of every skill.
/// - A server with skills of its own keeps them; a URI that both serve is the catalog's.
/// - Everything else is the server's: tools, prompts, templates, its own resources and cursors.
#[derive(Debug, Clone)]
pub struct WithSkills<S> {
    inner: S,
    catalog: &'static Catalog,
}

impl<S> WithSkills<S> {
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
}

impl<S: ServerHandler> WithSkills<S> {
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
        call_tool(request: CallToolRequestParams, context: Request) -> Answer<CallToolResponse>;
        list_tools(request: Page, context: Request) -> Answer<ListToolsResult>;
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

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.inner.get_tool(name)
    }

    // The capabilities, in the four places where a peer or rmcp's dispatch reads them.

    fn get_info(&self) -> ServerConfig {
        let mut info = self.inner.get_info();
        self.catalog.declare(&mut info.capabilities);
        info
    }

    fn negotiate_initialize(&self, request: &InitializeRequestParams) -> Answer<InitializeResult> {
        let mut result = self.inner.negotiate_initialize(request)?;
        self.catalog.declare(&mut result.capabilities);
        Ok(result)
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: Request,
    ) -> Answer<InitializeResult> {
        let mut result = self.inner.initialize(request, context).await?;
        self.catalog.declare(&mut result.capabilities);
        Ok(result)
    }

    async fn discover(&self, context: Request) -> Answer<DiscoverResult> {
        let mut result = self.inner.discover(context).await?;
        self.catalog.declare(&mut result.capabilities);
        Ok(result)
    }

    async fn list_skills(&self, request: Page, context: Request) -> Answer<ListSkillsResult> {
        let cursor = cursor(&request);
        let mut page = if self.inner.get_info().capabilities.supports_skills() {
            let page = self.inner.list_skills(request, context).await;
            page.or_else(|error| unless_missing(error, cursor.as_deref()))?
        } else {
            empty_page(cursor.as_deref())?
        };
        // rmcp refuses to send a listing that has a URI twice.
        page.skills.retain(|skill| !self.catalog.serves(&skill.uri));
        if cursor.is_none() {
            page.skills.splice(..0, self.catalog.list_skills().skills);
        }
        Ok(page)
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
        answer
    }

    async fn read_resource_directory(
        &self,
        request: ReadResourceDirectoryRequestParams,
        context: Request,
    ) -> Answer<ReadResourceDirectoryResult> {
        let answer = self.catalog.read_resource_directory(&request.uri);
        let is_inner = answer.is_err() && !self.catalog.serves(&request.uri);
        if is_inner && self.inner.get_info().capabilities.supports_directory_read() {
            return self.inner.read_resource_directory(request, context).await;
        }
        match request.cursor {
            Some(cursor) if answer.is_ok() => Err(unknown_cursor(&cursor)),
            _ => answer,
        }
    }

    async fn list_resources(&self, request: Page, context: Request) -> Answer<ListResourcesResult> {
        let cursor = cursor(&request);
        let page = self.inner.list_resources(request, context).await;
        let mut page = page.or_else(|error| unless_missing(error, cursor.as_deref()))?;
        page.resources
            .retain(|resource| self.catalog.get(&resource.uri).is_none());
        if cursor.is_none() {
            page.resources.splice(..0, self.catalog.resources());
        }
        Ok(page)
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
        if let Some(result) = self.catalog.read_resource(&request.uri) {
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

fn cursor(request: &Page) -> Option<String> {
    request.as_ref()?.cursor.clone()
}

fn is_missing(error: &ErrorData) -> bool {
    error.code == ErrorCode::METHOD_NOT_FOUND
}

/// A method that the inner server does not have has nothing to list.
///
/// It had not declared `resources`; now that they are declared, it must not seem to be missing.
fn unless_missing<T: Default>(error: ErrorData, cursor: Option<&str>) -> Answer<T> {
    if is_missing(&error) {
        empty_page(cursor)
    } else {
        Err(error)
    }
}

/// The only page of an empty list. No cursor leads to another one.
fn empty_page<T: Default>(cursor: Option<&str>) -> Answer<T> {
    match cursor {
        Some(cursor) => Err(unknown_cursor(cursor)),
        None => Ok(T::default()),
    }
}

fn unknown_cursor(cursor: &str) -> ErrorData {
    ErrorData::invalid_params(format!("unknown cursor `{cursor}`"), None)
}

/// The error of a request about skills whose parameters do not parse.
fn malformed(request: &CustomRequest) -> Option<ErrorData> {
    let method = request.method.as_str();
    let params = request.params.clone().unwrap_or_else(|| json!({}));
    let error = match method {
        ListSkillsRequestMethod::VALUE => from_value::<PaginatedRequestParams>(params).err(),
        GetSkillRequestMethod::VALUE => from_value::<GetSkillRequestParams>(params).err(),
        ReadResourceDirectoryRequestMethod::VALUE => {
            from_value::<ReadResourceDirectoryRequestParams>(params).err()
        }
        _ => return None,
    };
    let cause = error.map_or_else(String::new, |error| format!(": {error}"));
    let message = format!("malformed parameters of `{method}`{cause}");
    Some(ErrorData::invalid_params(message, None))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(method: &str, params: Option<serde_json::Value>) -> Option<String> {
        let error = malformed(&CustomRequest::new(method, params))?;
        assert_eq!((error.code, error.data), (ErrorCode::INVALID_PARAMS, None));
        Some(error.message.into_owned())
    }

    #[test]
    fn says_what_is_wrong_with_parameters_about_skills() {
        for (method, params, expected) in [
            (
                "skills/list",
                Some(json!({"cursor": 5})),
                "malformed parameters of `skills/list`: \
                 invalid type: integer `5`, expected a string",
            ),
            (
                "skills/get",
                None,
                "malformed parameters of `skills/get`: missing field `uri`",
            ),
            (
                "resources/directory/read",
                Some(json!({"uri": null})),
                "malformed parameters of `resources/directory/read`: \
                 invalid type: null, expected a string",
            ),
            // Whatever made rmcp refuse these, it was not the fields that are known here.
            ("skills/list", None, "malformed parameters of `skills/list`"),
        ] {
            assert_eq!(message(method, params).as_deref(), Some(expected));
        }
    }

    #[test]
    fn leaves_every_other_method_to_the_server() {
        for method in ["", "skills", "skills/put", "Skills/get", "resources/read"] {
            assert_eq!(message(method, Some(json!({"uri": 5}))), None, "{method}");
        }
    }
}
