//! Parameters that do not parse, of the methods that are about skills.

use rmcp::model::{
    ConstString, CustomRequest, GetSkillRequestMethod, GetSkillRequestParams,
    ListSkillsRequestMethod, PaginatedRequestParams, ReadResourceDirectoryRequestMethod,
    ReadResourceDirectoryRequestParams,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde_json::{from_value, json};

/// The error of a request about skills whose parameters do not parse.
pub(crate) fn malformed(request: &CustomRequest) -> Option<ErrorData> {
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

/// # Errors
///
/// -32602 for a listing whose cursor is not a string.
///
/// rmcp 3.11 decodes the parameters of a listing as none when they do not parse. Any that have
/// `_meta`, which 2026-07-28 requires, do parse but for the cursor. Those that have none cannot be
/// told from parameters that are missing, as they may be on 2025-11-25, and get the first page.
pub(crate) fn is_parsed(
    method: &str,
    params: Option<&PaginatedRequestParams>,
    context: &RequestContext<RoleServer>,
) -> Result<(), ErrorData> {
    if params.is_some() || context.meta.is_empty() {
        return Ok(());
    }
    let message = format!("malformed parameters of `{method}`: `cursor` is not a string");
    Err(ErrorData::invalid_params(message, None))
}

#[cfg(test)]
mod tests {
    use rmcp::model::ErrorCode;

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
