//! The skills as a tool, for the many hosts that do not know the extension.

use std::sync::Arc;

use rmcp::model::{CallToolResult, ContentBlock, JsonObject, Tool, ToolAnnotations};
use serde_json::{Value, json};

use crate::answers::contents;
use crate::catalog::{Catalog, Skill};
use crate::file::{Content, SkillFile};
use crate::spelling::canonical;

pub(crate) const TOOL: &str = "skills";

/// Hosts cut or refuse results that are much longer.
const INDEX_LIMIT: usize = 32 * 1024;

/// How many names an error lists.
const NAMES_LIMIT: usize = 30;

impl Catalog {
    /// A read-only tool named `skills`, which [`call_tool`](Self::call_tool) answers.
    ///
    /// Its arguments are all optional: `skill`, a name or URI; `path`, a file of that skill; and
    /// `after`, the URI that an index too long for one answer goes on behind.
    pub fn tool(&self) -> Tool {
        let annotations = ToolAnnotations::with_title("Skills")
            .read_only(true)
            .destructive(false)
            .idempotent(true)
            .open_world(false);
        Tool::new(TOOL, DESCRIPTION, Arc::new(schema())).with_annotations(annotations)
    }

    /// The answer to a call of [`tool`](Self::tool).
    ///
    /// - Without arguments: the name, URI and description of every skill.
    /// - With `skill`: its `SKILL.md`.
    /// - With `skill` and `path`: that file, as text or as an embedded resource.
    ///
    /// What cannot be answered is a result with `isError`, whose text leads to a call that can.
    ///
    /// ```
    /// # use skills_runtime::{Catalog, skills};
    /// # static SKILLS: Catalog = skills!("./skills");
    /// use serde_json::{from_value, json};
    ///
    /// let call = from_value(json!({"skill": "pdf-processing", "path": "references/forms.md"}))?;
    /// let result = SKILLS.call_tool(&call);
    /// assert_eq!(result.is_error, Some(false));
    /// # Ok::<_, serde_json::Error>(())
    /// ```
    pub fn call_tool(&self, arguments: &JsonObject) -> CallToolResult {
        match self.answer(arguments) {
            Ok(content) => CallToolResult::success(vec![content]),
            Err(message) => CallToolResult::error(vec![ContentBlock::text(message)]),
        }
    }

    fn answer(&self, arguments: &JsonObject) -> Result<ContentBlock, String> {
        let Arguments { skill, path, after } = Arguments::parse(arguments)?;
        match (skill, path) {
            (None, None) => Ok(ContentBlock::text(self.index(after))),
            (None, Some(path)) => Err(format!(
                "`path` needs `skill`: call `{TOOL}` with the name of the skill that has `{path}`"
            )),
            (Some(skill), None) => Ok(content(self.skill_md_or_file(skill)?)),
            (Some(skill), Some(path)) => Ok(content(self.file_at(self.skill_at(skill)?, path)?)),
        }
    }

    /// One line a skill, as many as fit, then how to go on.
    fn index(&self, after: Option<&str>) -> String {
        if self.is_empty() {
            return "there are no skills".to_owned();
        }
        let mut index = String::new();
        let from = |uri| self.skills.partition_point(|skill| skill.uri() <= uri);
        let start = after.map_or(0, from);
        for skill in self.skills.iter().skip(start) {
            let line = line(skill);
            if !index.is_empty() && index.len() + line.len() > INDEX_LIMIT {
                return index + &self.more(skill);
            }
            index += &line;
        }
        index + &format!("\nCall `{TOOL}` with `skill` to read the instructions of one.")
    }

    fn more(&self, next: &Skill) -> String {
        let n_listed = self
            .skills
            .partition_point(|skill| skill.uri() < next.uri());
        let last = n_listed
            .checked_sub(1)
            .and_then(|last| self.skills.get(last));
        let (n_more, after) = (self.len() - n_listed, last.map_or("", Skill::uri));
        format!("\n{n_more} more: call `{TOOL}` with `after` set to `{after}`.")
    }

    /// What `skill` alone asks for. A model may well copy the URI of another file of the skill.
    fn skill_md_or_file(&self, skill: &str) -> Result<&'static SkillFile, String> {
        match self.resolve(skill) {
            Some(file) => Ok(file),
            None => Ok(self.skill_at(skill)?.skill_md),
        }
    }

    fn skill_at(&self, skill: &str) -> Result<&'static Skill, String> {
        let mut named = self.skills.iter().filter(|listed| listed.name == skill);
        match (named.next(), named.next()) {
            (Some(only), None) => Ok(only),
            (Some(_), Some(_)) => Err(self.ambiguous(skill)),
            (None, _) => self.skill_of_uri(skill).ok_or_else(|| self.no_skill(skill)),
        }
    }

    /// The skill of the `SKILL.md` or the folder at a URI, in any spelling.
    fn skill_of_uri(&self, uri: &str) -> Option<&'static Skill> {
        let listed = canonical(uri.trim_end_matches('/'))?;
        self.get(&listed)
            .or_else(|| self.get(&format!("{listed}/SKILL.md")))
    }

    fn ambiguous(&self, name: &str) -> String {
        let named = self.skills.iter().filter(|skill| skill.name == name);
        let uris = quoted(named.map(Skill::uri));
        format!("more than one skill is named `{name}`: call `{TOOL}` with one of {uris}")
    }

    fn no_skill(&self, skill: &str) -> String {
        let meant = self
            .skills
            .iter()
            .find(|listed| listed.name.eq_ignore_ascii_case(skill))
            .or_else(|| self.nearest_skill(skill));
        match meant {
            Some(meant) => format!(
                "there is no skill `{skill}`, did you mean `{}`?",
                meant.uri()
            ),
            None => format!(
                "there is no skill `{skill}`: call `{TOOL}` without arguments for those there are"
            ),
        }
    }

    fn file_at(&self, skill: &Skill, path: &str) -> Result<&'static SkillFile, String> {
        skill
            .file(path)
            .or_else(|| self.resolve(&format!("{}/{}", skill.root_uri(), trimmed(path))))
            .or_else(|| self.file_of_uri(skill, path))
            .ok_or_else(|| no_file(skill, path))
    }

    /// The file when the path is a URI of its own.
    fn file_of_uri(&self, skill: &Skill, uri: &str) -> Option<&'static SkillFile> {
        let file = self.resolve(uri)?;
        let is_inside = skill.files.iter().any(|listed| listed.uri() == file.uri());
        is_inside.then_some(file)
    }
}

const DESCRIPTION: &str = "Skills are instructions for particular tasks, with files that they use. \
    Without arguments: the name, URI and description of every skill. With `skill`: its \
    instructions, to be read before a task that its description is about. With `skill` and `path`: \
    a file that the instructions mention.";

fn schema() -> JsonObject {
    let text = |description| json!({"type": "string", "description": description});
    let schema = json!({
        "type": "object",
        "properties": {
            "skill": text("The name or URI of a skill"),
            "path": text("The path of a file inside that skill, as in `references/forms.md`"),
            "after": text("The URI of a skill: the list goes on behind it"),
        },
        "additionalProperties": false,
    });
    match schema {
        Value::Object(schema) => schema,
        _ => JsonObject::new(),
    }
}

#[derive(Default)]
struct Arguments<'a> {
    skill: Option<&'a str>,
    path: Option<&'a str>,
    after: Option<&'a str>,
}

impl<'a> Arguments<'a> {
    fn parse(arguments: &'a JsonObject) -> Result<Self, String> {
        let mut parsed = Self::default();
        for (name, value) in arguments {
            let slot = match name.as_str() {
                "skill" => &mut parsed.skill,
                "path" => &mut parsed.path,
                "after" => &mut parsed.after,
                _ => {
                    return Err(format!(
                        "unknown argument `{name}`, expected `skill` and `path`"
                    ));
                }
            };
            *slot = text(name, value)?;
        }
        Ok(parsed)
    }
}

/// The text of an argument. Models send nothing as `null` or as an empty text.
fn text<'a>(name: &str, value: &'a Value) -> Result<Option<&'a str>, String> {
    match value {
        Value::Null => Ok(None),
        Value::String(text) if text.is_empty() => Ok(None),
        Value::String(text) => Ok(Some(text)),
        value => Err(format!("expected `{name}` to be a string, found `{value}`")),
    }
}

fn line(skill: &Skill) -> String {
    let words: Vec<_> = skill.description.split_whitespace().collect();
    format!("- {} ({}): {}\n", skill.name, skill.uri(), words.join(" "))
}

fn content(file: &'static SkillFile) -> ContentBlock {
    match file.content() {
        Content::Text(text) => ContentBlock::text(text),
        Content::Blob(_) => ContentBlock::resource(contents(file, file.uri())),
    }
}

fn trimmed(path: &str) -> &str {
    path.trim_start_matches("./").trim_matches('/')
}

fn no_file(skill: &Skill, path: &str) -> String {
    let folder = format!("{}/", trimmed(path));
    let below = skill
        .files
        .iter()
        .filter(|file| file.path().starts_with(&folder));
    let below: Vec<_> = below.map(SkillFile::path).collect();
    if below.is_empty() {
        let files = quoted(skill.files.iter().map(SkillFile::path));
        return format!(
            "skill `{}` has no file `{path}`, it has {files}",
            skill.name
        );
    }
    let files = quoted(below.into_iter());
    format!(
        "`{path}` of skill `{}` is a folder, it has {files}",
        skill.name
    )
}

fn quoted<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<_> = names.map(|name| format!("`{name}`")).collect();
    match names.get(..NAMES_LIMIT) {
        Some(first) if names.len() > NAMES_LIMIT => {
            let n_more = names.len() - NAMES_LIMIT;
            format!("{} and {n_more} more", first.join(", "))
        }
        _ => names.join(", "),
    }
}
