//! The tools of the inner server, with the one that reads skills among them.

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ListToolsResult, PaginatedRequestParams, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};

use crate::attach::{WithSkills, cursor, is_missing, unless_missing};
use crate::hints::Hints;
use crate::pages::Page;
use crate::tool::TOOL;

type Request = RequestContext<RoleServer>;

/// Where the search for the inner server's own tool ends, should its pages have no end.
const PAGES_LIMIT: usize = 50;

impl<S: ServerHandler> WithSkills<S> {
    pub(crate) fn tool_named(&self, name: &str) -> Option<Tool> {
        let theirs = self.inner().get_tool(name);
        let is_ours = self.has_tool() && name == TOOL;
        theirs.or_else(|| is_ours.then(|| self.catalog().tool()))
    }

    pub(crate) async fn listed_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Request,
    ) -> Result<ListToolsResult, ErrorData> {
        if !self.has_tool() {
            return self.inner().list_tools(request, context).await;
        }
        let cursor = cursor(&request);
        match self.inner().list_tools(request, context.clone()).await {
            Ok(page) if cursor.is_some() => Ok(page),
            Ok(mut page) => {
                if !self.is_taken(page.clone(), &context).await {
                    page.tools.push(self.catalog().tool());
                }
                Ok(page)
            }
            Err(error) if is_missing(&error) && cursor.is_none() => {
                Ok(self.only_tool(self.hints_for(&context)))
            }
            Err(error) => unless_missing(error, cursor.as_deref()),
        }
    }

    pub(crate) async fn called_tool(
        &self,
        request: CallToolRequestParams,
        context: Request,
    ) -> Result<CallToolResponse, ErrorData> {
        if self.has_tool() && request.name == TOOL && !self.has_own_tool(&context).await {
            let arguments = request.arguments.unwrap_or_default();
            return Ok(self.catalog().call_tool(&arguments).into());
        }
        let name = request.name.clone();
        match self.inner().call_tool(request, context).await {
            // Now that tools are declared, it is the tool that is missing.
            Err(error) if is_missing(&error) && self.has_tool() => {
                let message = format!("unknown tool `{name}`");
                Err(ErrorData::invalid_params(message, None))
            }
            answer => answer,
        }
    }

    fn only_tool(&self, hints: Option<Hints>) -> ListToolsResult {
        let mut page = ListToolsResult::of(vec![self.catalog().tool()]);
        if let Some(hints) = hints {
            hints.mark(&mut page);
        }
        page
    }

    /// Whether the inner server has a tool of the name. Not all can be asked for a tool by name.
    async fn has_own_tool(&self, context: &Request) -> bool {
        if self.inner().get_tool(TOOL).is_some() {
            return true;
        }
        match self.inner().list_tools(None, context.clone()).await {
            Ok(page) => self.is_taken(page, context).await,
            Err(_) => false,
        }
    }

    /// Whether a tool of the name is on this page of the inner server's tools, or on a later one.
    async fn is_taken(&self, mut page: ListToolsResult, context: &Request) -> bool {
        if self.inner().get_tool(TOOL).is_some() {
            return true;
        }
        for _ in 0..PAGES_LIMIT {
            if page.tools.iter().any(|tool| tool.name == TOOL) {
                return true;
            }
            let Some(cursor) = page.next_cursor else {
                return false;
            };
            let request = PaginatedRequestParams::default().with_cursor(Some(cursor));
            match self
                .inner()
                .list_tools(Some(request), context.clone())
                .await
            {
                Ok(next) => page = next,
                Err(_) => return false,
            }
        }
        false
    }
}
