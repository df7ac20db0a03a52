//! What a catalog says of a URI that it does not serve, with the way out when there is one.

use rmcp::ErrorData;

use crate::catalog::{Catalog, Skill};
use crate::directory::Directory;
use crate::file::SkillFile;
use crate::spelling::canonical;

impl Catalog {
    /// The error for a `resources/read` that neither the catalog nor the server answers.
    ///
    /// It says when `uri` is a folder of a skill, or a file but for upper and lower case. rmcp sends
    /// it with the code that the peer's protocol revision has for it: -32602, or -32002 before
    /// 2026-07-28.
    pub fn resource_not_found(&self, uri: &str) -> ErrorData {
        let message = if let Some(directory) = self.directory_but_for_spelling(uri) {
            let listed = directory.uri();
            format!("`{listed}` is a directory, list it with `resources/directory/read`")
        } else if let Some(file) = self.file_but_for_case(uri) {
            format!(
                "no resource is served at `{uri}`, did you mean `{}`?",
                file.uri()
            )
        } else {
            format!("no resource is served at `{uri}`")
        };
        ErrorData::resource_not_found(message, None)
    }

    pub(crate) fn skill_not_found(&self, uri: &str) -> ErrorData {
        let listed = canonical(uri).filter(|listed| self.get(listed).is_some());
        let message = if let Some(listed) = listed {
            format!("the skill at `{uri}` must be spelled `{listed}`")
        } else if self.resolve(uri).is_some() {
            format!("`{uri}` is a file of a skill, not a skill")
        } else if let Some(skill) = self.nearest_skill(uri) {
            format!(
                "no skill is served at `{uri}`, did you mean `{}`?",
                skill.uri()
            )
        } else {
            format!("no skill is served at `{uri}`")
        };
        ErrorData::invalid_params(message, None)
    }

    pub(crate) fn directory_not_found(&self, uri: &str) -> ErrorData {
        let message = if let Some(directory) = self.directory_but_for_spelling(uri) {
            let listed = directory.uri();
            format!("the directory at `{uri}` must be spelled `{listed}`")
        } else if self.resolve(uri).is_some() {
            format!("`{uri}` is a file, read it with `resources/read`")
        } else {
            format!("`{uri}` is not a directory of a skill")
        };
        ErrorData::invalid_params(message, None)
    }

    pub(crate) fn directory_but_for_spelling(&self, uri: &str) -> Option<Directory> {
        self.directory(&canonical(uri.trim_end_matches('/'))?)
    }

    pub(crate) fn file_but_for_case(&self, uri: &str) -> Option<&'static SkillFile> {
        let uri = canonical(uri)?;
        let mut files = self.files.iter();
        files.find(|file| file.uri().eq_ignore_ascii_case(&uri))
    }

    /// A skill that `uri` misses by case, or whose name it has under another prefix.
    pub(crate) fn nearest_skill(&self, uri: &str) -> Option<&'static Skill> {
        let uri = canonical(uri)?;
        let mut skills = self.skills.iter();
        let by_case = skills.find(|skill| skill.uri().eq_ignore_ascii_case(&uri));
        by_case.or_else(|| self.skill(rmcp::model::skill_name_from_uri(&uri)?))
    }
}

#[cfg(test)]
mod tests {
    use rmcp::model::ErrorCode;

    use crate::fixture::SKILLS;

    #[test]
    fn a_resource_that_is_not_served() {
        for (uri, message) in [
            (
                "skill://acme/refunds/missing.md",
                "no resource is served at `skill://acme/refunds/missing.md`",
            ),
            (
                "skill://acme/refunds/../zip/SKILL.md",
                "no resource is served at `skill://acme/refunds/../zip/SKILL.md`",
            ),
            (
                "skill://acme/Refunds/skill.md",
                "no resource is served at `skill://acme/Refunds/skill.md`, \
                 did you mean `skill://acme/refunds/SKILL.md`?",
            ),
            (
                "skill://acme/refunds/nested/",
                "`skill://acme/refunds/nested` is a directory, \
                 list it with `resources/directory/read`",
            ),
        ] {
            let error = SKILLS.resource_not_found(uri);
            assert_eq!(error.code, ErrorCode::RESOURCE_NOT_FOUND);
            assert_eq!(error.message, message);
        }
    }

    #[test]
    fn a_skill_that_is_not_served() {
        for (uri, message) in [
            (
                "skill://missing/SKILL.md",
                "no skill is served at `skill://missing/SKILL.md`",
            ),
            (
                "skill://acme/refund%73/SKILL.md",
                "the skill at `skill://acme/refund%73/SKILL.md` \
                 must be spelled `skill://acme/refunds/SKILL.md`",
            ),
            (
                "skill://acme/refunds/references/policy.md",
                "`skill://acme/refunds/references/policy.md` is a file of a skill, not a skill",
            ),
            (
                "skill://ACME/refunds/SKILL.md",
                "no skill is served at `skill://ACME/refunds/SKILL.md`, \
                 did you mean `skill://acme/refunds/SKILL.md`?",
            ),
            (
                "skill://escalate/SKILL.md",
                "no skill is served at `skill://escalate/SKILL.md`, \
                 did you mean `skill://acme/refunds/nested/escalate/SKILL.md`?",
            ),
        ] {
            let error = SKILLS.get_skill(uri).unwrap_err();
            assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
            assert_eq!(error.message, message);
        }
    }

    #[test]
    fn a_directory_that_is_not_served() {
        for (uri, message) in [
            (
                "skill://acme",
                "`skill://acme` is not a directory of a skill",
            ),
            (
                "skill://acme/refunds/",
                "the directory at `skill://acme/refunds/` must be spelled `skill://acme/refunds`",
            ),
            (
                "skill://acme/refunds/references/café",
                "the directory at `skill://acme/refunds/references/café` \
                 must be spelled `skill://acme/refunds/references/caf%C3%A9`",
            ),
            (
                "skill://zip/SKILL.md",
                "`skill://zip/SKILL.md` is a file, read it with `resources/read`",
            ),
        ] {
            let error = SKILLS.read_resource_directory(uri).unwrap_err();
            assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
            assert_eq!(error.message, message);
        }
    }
}
