//! The server's own side: a tool, a prompt and a resource for whoever is on call.

use std::time::{SystemTime, UNIX_EPOCH};

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    handler::server::wrapper::Parameters,
    model::{
        Implementation, ListResourcesResult, PaginatedRequestParams, PromptMessage,
        ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Resource,
        ResourceContents, Role, ServerCapabilities, ServerConfig,
    },
    prompt, prompt_handler, prompt_router, schemars,
    service::RequestContext,
    tool, tool_handler, tool_router,
};
use serde::Deserialize;

const ROTA_URI: &str = "on-call://rota";
const TEAM: [&str; 4] = ["Amina", "Bjorn", "Chiara", "Dmitri"];
const WEEK: u64 = 7 * 24 * 60 * 60;
/// The first Monday after the Unix epoch, a Thursday.
const FIRST_MONDAY: u64 = 4 * 24 * 60 * 60;

/// What an engineer on call asks a server for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OnCall;

#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct ErrorBudget {
    /// The availability that was promised, in percent, such as 99.9.
    objective: f64,
    /// The days over which it is measured.
    days: u32,
    /// The minutes of downtime in these days so far.
    downtime: f64,
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct Handover {
    /// What is going on, in one line.
    incident: String,
}

#[tool_router]
impl OnCall {
    #[tool(description = "How many minutes of downtime an availability objective still allows")]
    fn error_budget(
        &self,
        Parameters(budget): Parameters<ErrorBudget>,
    ) -> Result<String, ErrorData> {
        let ErrorBudget {
            objective,
            days,
            downtime,
        } = budget;
        if !(0.0..=100.0).contains(&objective) || !(0.0..).contains(&downtime) {
            let message = "`objective` is a percentage, `downtime` not negative";
            return Err(ErrorData::invalid_params(message, None));
        }
        let allowed = (100.0 - objective) / 100.0 * f64::from(days) * 24.0 * 60.0;
        let left = allowed - downtime;
        Ok(format!("{left:.1} of {allowed:.1} minutes are left"))
    }
}

#[prompt_router]
impl OnCall {
    #[prompt(description = "Hand an ongoing incident over to the next person on call")]
    fn handover(
        &self,
        Parameters(Handover { incident }): Parameters<Handover>,
    ) -> Vec<PromptMessage> {
        let text = format!(
            "Load skill://incident-response/SKILL.md. Then write the handover of this incident: \
             what users see, what was tried, what is in progress and who does it, what is next. \
             The rota is {ROTA_URI}.\n\nIncident: {incident}"
        );
        vec![PromptMessage::new_text(Role::User, text)]
    }
}

#[tool_handler]
#[prompt_handler]
impl ServerHandler for OnCall {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .enable_resources()
            .build();
        ServerConfig::new(capabilities).with_server_info(Implementation::new(
            env!("CARGO_PKG_NAME"),
            env!("CARGO_PKG_VERSION"),
        ))
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let rota = Resource::new(ROTA_URI, "rota")
            .with_description("Who is on call, this week and the next three")
            .with_mime_type("text/plain");
        Ok(ListResourcesResult::with_all_items(vec![rota]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if request.uri != ROTA_URI {
            let message = format!("no resource is served at `{}`", request.uri);
            return Err(ErrorData::resource_not_found(message, None));
        }
        let rota = ResourceContents::text(rota(week()), ROTA_URI);
        Ok(ReadResourceResult::new(vec![rota]).into())
    }
}

/// Weeks since the epoch, which change on Monday at midnight UTC.
fn week() -> usize {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let seconds = now.map_or(0, |now| now.as_secs());
    usize::try_from(seconds.saturating_sub(FIRST_MONDAY) / WEEK).unwrap_or_default()
}

/// One line a week, beginning with this one.
fn rota(week: usize) -> String {
    let people = TEAM.iter().cycle().skip(week % TEAM.len());
    let weeks = ["this week", "next week", "in two weeks", "in three weeks"];
    weeks
        .iter()
        .zip(people)
        .map(|(week, person)| format!("{week}: {person}\n"))
        .collect()
}
