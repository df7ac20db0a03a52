//! The skills that a scripted server has, as JSON, to be bent by each test.

use std::collections::BTreeMap;

use rmcp::model::sha256_digest;
use serde_json::{Value, json};
use skills_runtime::client::Entry;

use crate::server::{Answer, Connection, Revision, within};

pub(crate) const PDF: &str = "skill://acme/pdf/SKILL.md";
pub(crate) const FORMS: &str = "skill://acme/pdf/references/FORMS.md";
pub(crate) const LOGO: &str = "skill://acme/pdf/assets/logo.png";
pub(crate) const QA: &str = "skill://acme/pdf/Q%26A.md";
pub(crate) const FILL: &str = "skill://acme/pdf/nested/fill/SKILL.md";
pub(crate) const DAILY: &str = "skill://reports/daily/SKILL.md";

pub(crate) const PDF_TEXT: &str =
    "---\nname: pdf\ndescription: Fill forms\nmetadata:\n  level: '1'\n---\n# PDF\n";
pub(crate) const FILL_TEXT: &str = "---\nname: fill\ndescription: Fill one form\n---\n";
pub(crate) const DAILY_TEXT: &str = "---\nname: daily\ndescription: The news\n---\n";
pub(crate) const LOGO_BYTES: &[u8] = &[0x89, b'P', b'N', b'G', 0, 0xff];

type Override = Box<dyn FnMut(&Value) -> Answer + Send>;

/// Everything that a server answers with.
pub(crate) struct Site {
    pub(crate) capabilities: Value,
    /// The entries, and the pages they are listed on when there is more than one.
    pub(crate) skills: Vec<Value>,
    /// The `contents` of every URI.
    pub(crate) files: BTreeMap<String, Value>,
    /// The children of every folder.
    pub(crate) folders: BTreeMap<String, Value>,
    overrides: BTreeMap<&'static str, Override>,
}

impl Site {
    /// Two skills, one in the other, and one without digests.
    pub(crate) fn new() -> Self {
        let pdf = json!({"name": "pdf", "description": "Fill forms", "metadata": {"level": "1"}});
        let fill = json!({"name": "fill", "description": "Fill one form"});
        let daily = json!({"name": "daily", "description": "The news"});
        let own = [
            (PDF, PDF_TEXT.as_bytes()),
            (FORMS, b"forms"),
            (LOGO, LOGO_BYTES),
            (QA, b"questions"),
            ("skill://acme/pdf/a%20b.md", b"blank"),
            ("skill://acme/pdf/empty.md", b""),
            (FILL, FILL_TEXT.as_bytes()),
        ];
        let mut site = Self {
            capabilities: json!({
                "resources": {},
                "extensions": {"io.modelcontextprotocol/skills": {"directoryRead": true}},
            }),
            skills: vec![
                json!({"uri": PDF, "frontmatter": pdf, "resources": own.map(resource)}),
                json!({
                    "uri": FILL,
                    "frontmatter": fill,
                    "resources": [resource((FILL, FILL_TEXT.as_bytes()))],
                }),
                json!({"uri": DAILY, "frontmatter": daily, "resources": "dynamic"}),
            ],
            files: own.iter().map(|(uri, bytes)| file(uri, bytes)).collect(),
            folders: BTreeMap::new(),
            overrides: BTreeMap::new(),
        };
        site.serve(DAILY, DAILY_TEXT.as_bytes());
        site.serve("skill://reports/daily/to%20day.md", b"sun");
        site
    }

    /// Puts bytes at a URI, whatever the entries say.
    pub(crate) fn serve(&mut self, uri: &str, bytes: &[u8]) {
        let (uri, contents) = file(uri, bytes);
        self.files.insert(uri, contents);
    }

    /// Answers a method in another way.
    pub(crate) fn on(
        &mut self,
        method: &'static str,
        answer: impl FnMut(&Value) -> Answer + Send + 'static,
    ) {
        self.overrides.insert(method, Box::new(answer));
    }

    pub(crate) async fn connect(mut self, revision: Revision) -> Connection {
        let capabilities = self.capabilities.take();
        let script = Box::new(move |method: &str, params: &Value| self.answer(method, params));
        Connection::open(revision, capabilities, script).await
    }

    fn answer(&mut self, method: &str, params: &Value) -> Answer {
        if let Some(answer) = self.overrides.get_mut(method) {
            return answer(params);
        }
        let uri = params["uri"].as_str().unwrap_or_default();
        let found = match method {
            "skills/list" => Some(json!({"skills": self.skills})),
            "skills/get" => self
                .skills
                .iter()
                .find(|skill| skill["uri"] == uri)
                .map(|skill| json!({"skill": skill})),
            "resources/read" => self
                .files
                .get(uri)
                .map(|contents| json!({"contents": contents})),
            "resources/directory/read" => self
                .folders
                .get(uri)
                .map(|children| json!({"resources": children})),
            _ => return Answer::Error(-32601, "no such method"),
        };
        match found {
            Some(result) => Answer::Result(result),
            None => Answer::Error(-32602, "not here"),
        }
    }
}

pub(crate) fn resource((uri, bytes): (&str, &[u8])) -> Value {
    json!({"uri": uri, "digest": sha256_digest(bytes), "size": bytes.len()})
}

fn file(uri: &str, bytes: &[u8]) -> (String, Value) {
    (uri.to_owned(), json!([content(uri, bytes)]))
}

pub(crate) fn content(uri: &str, bytes: &[u8]) -> Value {
    match str::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => {
            json!({"uri": uri, "mimeType": "text/markdown", "text": text})
        }
        _ => json!({"uri": uri, "mimeType": "image/png", "blob": base64(bytes)}),
    }
}

pub(crate) fn base64(bytes: &[u8]) -> String {
    use base64::{Engine, prelude::BASE64_STANDARD};
    BASE64_STANDARD.encode(bytes)
}

/// The entry of a skill, as the client lists it.
pub(crate) async fn entry(connection: &Connection, uri: &str) -> Entry {
    let listing = within(connection.client.list_valid()).await.unwrap();
    let mut skills = listing.skills.into_iter();
    skills.find(|skill| skill.uri() == uri).unwrap()
}
