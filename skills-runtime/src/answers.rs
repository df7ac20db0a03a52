//! A catalog as results of rmcp, under the names of rmcp's own `SkillCatalog`.

use rmcp::ErrorData;
use rmcp::model::{
    self, DIRECTORY_MIME_TYPE, GetSkillResult, ListResourcesResult, ListSkillsResult,
    ReadResourceDirectoryResult, ReadResourceResult, Resource, ResourceContents,
    SKILLS_EXTENSION_ID, ServerCapabilities, SkillFrontmatter, SkillResource, SkillResources,
};
use serde_json::Value;

use crate::blob;
use crate::catalog::{Catalog, Skill};
use crate::cursor::{Listing, Position, after, position, unknown};
use crate::directory::{Child, Directory};
use crate::file::{Content, SkillFile};
use crate::json;
use crate::pages::{Page, Share, resource_len, share, starts};
use crate::spelling::canonical;

/// The answers of the MCP Skills extension (SEP-2640), for handlers that delegate by hand.
///
/// Names and shapes are those of rmcp's `SkillCatalog`, so that a handler swaps one for the other.
/// [`Catalog::attach`] does the same without a line in the handler.
///
/// The methods without a cursor answer with everything at once. Those with one answer with a page of
/// at most 1 MB of JSON, and never make more than 50: the Python SDK takes 1 MiB in one event, the
/// TypeScript SDK 10 MiB in one message.
impl Catalog {
    /// The answer to `skills/list`: every skill on one page.
    ///
    /// A catalog of hundreds of skills needs [`list_skills_page`](Self::list_skills_page).
    pub fn list_skills(&self) -> ListSkillsResult {
        ListSkillsResult::with_all_items(entries(self.skills))
    }

    /// The answer to `skills/list` with that cursor: a page of skills.
    ///
    /// A cursor stays valid in every replica of a server and in later builds: it names the skill
    /// that the page before ended with.
    ///
    /// ```
    /// # use skills_runtime::{Catalog, skills};
    /// # static SKILLS: Catalog = skills!("./skills");
    /// let page = SKILLS.list_skills_page(None).unwrap();
    /// assert_eq!(page.skills.len(), 1);
    /// assert_eq!(page.next_cursor, None);
    /// ```
    ///
    /// # Errors
    ///
    /// -32602 for a cursor that was not given by `skills/list` (MCP, "Pagination").
    pub fn list_skills_page(&self, cursor: Option<&str>) -> Result<ListSkillsResult, ErrorData> {
        let position = own_position(Listing::Skills, cursor)?;
        Ok(self.skills_from(&position).0)
    }

    /// The answer to `skills/get`.
    ///
    /// # Errors
    ///
    /// -32602 when no skill is listed under exactly that URI (SEP-2640, "Error Handling"); the
    /// message names the listed URI when another spelling of it was asked for.
    pub fn get_skill(&self, uri: &str) -> Result<GetSkillResult, ErrorData> {
        match self.get(uri) {
            Some(skill) => Ok(GetSkillResult::new(entry(skill))),
            None => Err(self.skill_not_found(uri)),
        }
    }

    /// The `SKILL.md` of every skill, for `resources/list` (SEP-2640, "Resource Metadata").
    pub fn resources(&self) -> Vec<Resource> {
        resources(self.skills)
    }

    /// The answer to `resources/list` with that cursor: a page of [`resources`](Self::resources).
    ///
    /// # Errors
    ///
    /// -32602 for a cursor that was not given by `resources/list` (MCP, "Pagination").
    pub fn list_resources_page(
        &self,
        cursor: Option<&str>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let position = own_position(Listing::Resources, cursor)?;
        Ok(self.resources_from(&position).0)
    }

    /// The answer to `resources/read`, or `None` when `uri` is no spelling of a file's URI, so that
    /// the caller can try resources of its own.
    ///
    /// The content carries the URI that was asked for.
    pub fn read_resource(&self, uri: &str) -> Option<ReadResourceResult> {
        let contents = contents(self.resolve(uri)?, uri);
        Some(ReadResourceResult::new(vec![contents]))
    }

    /// The answer to `resources/directory/read`: the direct children.
    ///
    /// # Errors
    ///
    /// -32602 when no folder inside a skill has exactly that URI (SEP-2640, "Error Handling").
    pub fn read_resource_directory(
        &self,
        uri: &str,
    ) -> Result<ReadResourceDirectoryResult, ErrorData> {
        let children = self.children(uri)?;
        Ok(ReadResourceDirectoryResult::with_all_items(children))
    }

    /// The answer to `resources/directory/read` with that cursor: a page of the direct children.
    ///
    /// # Errors
    ///
    /// As [`read_resource_directory`](Self::read_resource_directory), and -32602 for a cursor that
    /// was not given for this directory (MCP, "Pagination").
    pub fn read_resource_directory_page(
        &self,
        uri: &str,
        cursor: Option<&str>,
    ) -> Result<ReadResourceDirectoryResult, ErrorData> {
        let children = self.children(uri)?;
        let position = own_position(Listing::Directory, cursor)?;
        if !is_inside(uri, &position) {
            return Err(unknown(cursor.unwrap_or_default()));
        }
        let lens: Vec<_> = children.iter().map(resource_len).collect();
        let starts = starts(&lens);
        let share = share(
            &children,
            &starts,
            index(&position, &children, |child| &child.uri),
        );
        Ok(page(Listing::Directory, share, <[_]>::to_vec, |child| {
            &child.uri
        }))
    }

    /// Declares the skills extension with directory reads, and the `resources` that it builds on.
    ///
    /// Everything that is already declared stays (SEP-2640, "Capability Negotiation").
    pub fn declare(&self, capabilities: &mut ServerCapabilities) {
        capabilities.resources.get_or_insert_default();
        let extensions = capabilities.extensions.get_or_insert_default();
        let settings = extensions.entry(SKILLS_EXTENSION_ID.into()).or_default();
        settings.insert("directoryRead".into(), Value::Bool(true));
    }

    /// The page of `skills/list` at a position, and whether it is the last one.
    pub(crate) fn skills_from(&self, position: &Position) -> (ListSkillsResult, bool) {
        let index = index(position, self.skills, |skill| skill.uri());
        let share = share(self.skills, self.skill_pages, index);
        let is_last = share.is_last;
        let page = page(Listing::Skills, share, entries, |skill| skill.uri());
        (page, is_last)
    }

    /// Our page of `resources/list` at a position, and whether it is the last one.
    pub(crate) fn resources_from(&self, position: &Position) -> (ListResourcesResult, bool) {
        let index = index(position, self.skills, |skill| skill.uri());
        let share = share(self.skills, self.resource_pages, index);
        let is_last = share.is_last;
        let page = page(Listing::Resources, share, resources, |skill| skill.uri());
        (page, is_last)
    }

    fn children(&self, uri: &str) -> Result<Vec<Resource>, ErrorData> {
        match self.directory(uri) {
            Some(directory) => Ok(directory.children().iter().map(child).collect()),
            None => Err(self.directory_not_found(uri)),
        }
    }

    /// The file that `uri` is a spelling of.
    pub(crate) fn resolve(&self, uri: &str) -> Option<&'static SkillFile> {
        let listed = self.file(uri);
        listed.or_else(|| self.file(&canonical(uri)?))
    }

    /// Whether `uri` is a spelling of a file or folder, so that no other server can answer it.
    pub(crate) fn serves(&self, uri: &str) -> bool {
        self.resolve(uri).is_some() || self.directory_but_for_spelling(uri).is_some()
    }
}

/// A position in a listing that has no server behind it.
fn own_position(listing: Listing, cursor: Option<&str>) -> Result<Position, ErrorData> {
    match position(listing, cursor)? {
        Position::Inner(cursor) => Err(unknown(&cursor)),
        position => Ok(position),
    }
}

/// Whether the position is the start, or behind a child of `directory`.
fn is_inside(directory: &str, position: &Position) -> bool {
    let Position::After(uri) = position else {
        return true;
    };
    uri.rsplit_once('/')
        .is_some_and(|(parent, _)| parent == directory)
}

/// The index of the first item at a position; items are sorted by URI.
fn index<T>(position: &Position, items: &[T], uri: impl Fn(&T) -> &str) -> usize {
    match position {
        Position::After(last) => items.partition_point(|item| uri(item) <= last.as_str()),
        Position::Start | Position::Inner(_) => 0,
    }
}

fn page<T, P: Page>(
    listing: Listing,
    share: Share<'_, T>,
    items: impl Fn(&[T]) -> Vec<P::Item>,
    uri: impl Fn(&T) -> &str,
) -> P {
    let mut page = P::of(items(share.items));
    if let Some(last) = share.items.last().filter(|_| !share.is_last) {
        *page.parts().next_cursor = Some(after(listing, uri(last)));
    }
    page
}

fn entries(skills: &[Skill]) -> Vec<model::Skill> {
    skills.iter().map(entry).collect()
}

fn resources(skills: &[Skill]) -> Vec<Resource> {
    skills.iter().map(listed).collect()
}

fn entry(skill: &Skill) -> model::Skill {
    let files = skill.files.iter().map(skill_resource).collect();
    model::Skill::new(
        skill.uri(),
        frontmatter(skill),
        SkillResources::Files(files),
    )
}

fn skill_resource(file: &SkillFile) -> SkillResource {
    SkillResource::new(file.uri(), file.digest_text(), file.size())
}

fn frontmatter(skill: &Skill) -> SkillFrontmatter {
    let mut frontmatter = SkillFrontmatter::new(skill.name, skill.description);
    if !skill.fields.is_empty() {
        frontmatter.extra = json::object(skill.fields);
    }
    frontmatter
}

fn listed(skill: &Skill) -> Resource {
    Resource::new(skill.uri(), skill.name)
        .with_description(skill.description)
        .with_mime_type(skill.skill_md.media_type())
        .with_size(skill.skill_md.size())
}

fn child(child: &Child) -> Resource {
    match child {
        Child::File(file) => Resource::new(file.uri(), file.name())
            .with_mime_type(file.media_type())
            .with_size(file.size()),
        Child::Directory(directory) => folder(directory),
    }
}

fn folder(directory: &Directory) -> Resource {
    Resource::new(directory.uri(), directory.name()).with_mime_type(DIRECTORY_MIME_TYPE)
}

pub(crate) fn contents(file: &SkillFile, uri: &str) -> ResourceContents {
    let (uri, mime_type) = (uri.to_owned(), Some(file.media_type().to_owned()));
    match file.content() {
        Content::Text(text) => ResourceContents::TextResourceContents {
            uri,
            mime_type,
            text: text.to_owned(),
            meta: None,
        },
        Content::Blob(bytes) => ResourceContents::BlobResourceContents {
            uri,
            mime_type,
            blob: blob::encode(bytes),
            meta: None,
        },
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::fixture::{ESCALATE, LOGO, LOGO_BYTES, REFUNDS, REFUNDS_TEXT, SKILLS, ZIP};

    fn wire(value: impl Into<model::ServerResult>) -> Value {
        serde_json::to_value(value.into()).unwrap()
    }

    #[test]
    fn lists_every_skill_as_rmcp_accepts_it() {
        let skills = SKILLS.list_skills().skills;
        model::validate_skills(&skills).unwrap();
        let uris: Vec<_> = skills.iter().map(|skill| &*skill.uri).collect();
        assert_eq!(uris, [REFUNDS, ESCALATE, ZIP]);
    }

    #[test]
    fn an_entry_has_the_frontmatter_and_every_file() {
        let zip = SKILLS.file(ZIP).unwrap();
        assert_eq!(
            wire(SKILLS.get_skill(ZIP).unwrap()),
            json!({
                "resultType": "complete",
                "skill": {
                    "uri": ZIP,
                    "frontmatter": {"name": "zip", "description": "Pack files"},
                    "resources": [{
                        "uri": ZIP,
                        "digest": zip.digest().to_string(),
                        "size": 53,
                    }],
                },
            })
        );
    }

    #[test]
    fn every_frontmatter_field_is_passed_on() {
        let refunds = &wire(SKILLS.get_skill(REFUNDS).unwrap())["skill"];
        assert_eq!(
            refunds["frontmatter"],
            json!({
                "name": "refunds",
                "description": "Refund a customer, \"with care\"",
                "license": "MIT",
                "metadata": {"level": "2"},
            })
        );
        assert_eq!(refunds["resources"].as_array().unwrap().len(), 11);
        let escalate = &wire(SKILLS.get_skill(ESCALATE).unwrap())["skill"];
        assert_eq!(
            escalate["frontmatter"],
            json!({"name": "escalate", "description": "Ask, [a] {human}"})
        );
        assert_eq!(escalate["resources"].as_array().unwrap().len(), 2);
    }

    #[test]
    fn lists_the_skill_md_of_every_skill_as_a_resource() {
        let resources = serde_json::to_value(SKILLS.resources()).unwrap();
        assert_eq!(resources.as_array().unwrap().len(), 3);
        assert_eq!(
            resources[0],
            json!({
                "uri": REFUNDS,
                "name": "refunds",
                "description": "Refund a customer, \"with care\"",
                "mimeType": "text/markdown",
                "size": REFUNDS_TEXT.len(),
            })
        );
    }

    #[test]
    fn reads_text_as_it_is() {
        assert_eq!(
            wire(SKILLS.read_resource(REFUNDS).unwrap()),
            json!({
                "resultType": "complete",
                "contents": [{"uri": REFUNDS, "mimeType": "text/markdown", "text": REFUNDS_TEXT}],
            })
        );
    }

    #[test]
    fn reads_other_bytes_as_base64() {
        let result = wire(SKILLS.read_resource(LOGO).unwrap());
        let contents = json!([{"uri": LOGO, "mimeType": "image/png", "blob": "iVBORwD/"}]);
        assert_eq!(result["contents"], contents);
        assert_eq!(blob::encode(LOGO_BYTES), "iVBORwD/");
    }

    #[test]
    fn reads_an_empty_file() {
        let uri = "skill://acme/refunds/empty.txt";
        let result = wire(SKILLS.read_resource(uri).unwrap());
        let contents = json!([{"uri": uri, "mimeType": "text/plain", "text": ""}]);
        assert_eq!(result["contents"], contents);
    }

    #[test]
    fn answers_every_spelling_under_the_uri_that_was_asked_for() {
        for (uri, text) in [
            ("skill://acme/refunds/references/10%Dec.md", "ten"),
            ("skill://acme/refunds/references/10%25Dec.md", "ten"),
            ("skill://acme/refunds/references/Q%26A%20%281%29.md", "q"),
            ("skill://acme/refunds/references/Q&A (1).md#top", "q"),
            ("skill://acme/refunds/references/caf%c3%a9/menu.md", "menu"),
            ("skill://acme/refunds/./references/café/menu.md", "menu"),
            ("SKILL://acme/refunds/references.md", "r"),
            ("skill://acme/refunds/%2541.md", "literal"),
        ] {
            let result = wire(SKILLS.read_resource(uri).unwrap());
            assert_eq!(result["contents"][0]["text"], text, "{uri}");
            assert_eq!(result["contents"][0]["uri"], uri);
        }
    }

    #[test]
    fn reads_nothing_else() {
        for uri in [
            "skill://acme/refunds",
            "skill://acme/refunds/",
            "skill://acme/refunds/%41.md",
            "skill://acme/refunds/nested/../SKILL.md",
            "skill://acme/refunds/SKILL.md?x",
            "skill://acme/refunds/assets%2Flogo.png",
            "skill://acme/refunds/skill.md",
            "skill://zip/SKILL.md/",
            "file:///etc/passwd",
            "",
        ] {
            assert_eq!(SKILLS.read_resource(uri), None, "{uri}");
        }
    }

    #[test]
    fn a_directory_has_files_with_size_and_folders_without() {
        let steps = "skill://acme/refunds/nested/escalate/steps";
        assert_eq!(
            wire(
                SKILLS
                    .read_resource_directory("skill://acme/refunds/nested/escalate")
                    .unwrap()
            ),
            json!({
                "resultType": "complete",
                "resources": [
                    {"uri": ESCALATE, "name": "SKILL.md", "mimeType": "text/markdown", "size": 53},
                    {"uri": steps, "name": "steps", "mimeType": "inode/directory"},
                ],
            })
        );
    }

    #[test]
    fn declares_skills_and_resources_and_keeps_what_was_declared() {
        let mut capabilities = ServerCapabilities::default();
        SKILLS.declare(&mut capabilities);
        let skills = json!({"directoryRead": true});
        assert_eq!(
            serde_json::to_value(&capabilities).unwrap(),
            json!({
                "resources": {},
                "extensions": {"io.modelcontextprotocol/skills": skills},
            })
        );

        let declared = json!({
            "tools": {"listChanged": true},
            "resources": {"subscribe": true},
            "extensions": {
                "io.modelcontextprotocol/skills": {"directoryRead": false, "x": 1},
                "com.example/y": {},
            },
        });
        let mut capabilities = serde_json::from_value(declared).unwrap();
        SKILLS.declare(&mut capabilities);
        assert_eq!(
            serde_json::to_value(&capabilities).unwrap(),
            json!({
                "tools": {"listChanged": true},
                "resources": {"subscribe": true},
                "extensions": {
                    "io.modelcontextprotocol/skills": {"directoryRead": true, "x": 1},
                    "com.example/y": {},
                },
            })
        );
    }
}
