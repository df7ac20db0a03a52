//! What rmcp does otherwise, each with the reason why that is right.

use std::path::Path;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use super::facts::Difference;
use crate::trees::{Tree, files_below};

/// A difference that is meant.
pub(crate) struct Allowed {
    pub(crate) name: &'static str,
    /// Whether a difference is this one; as narrow as it can be said.
    pub(crate) is: fn(&Tree, &Difference) -> bool,
}

/// Every difference that is meant. One that is not here, or no longer there, fails the test.
pub(crate) const ALLOWED: &[Allowed] = &[
    // rmcp escapes all but the unreserved characters. We keep what RFC 3986 lets a segment have, so that a link which
    // a host resolved with any URL library equals the listed URI.
    Allowed {
        name: "encoding",
        is: |_, found| {
            let is = |value: &Option<Value>, keep| *value == Some(json!(encode(&found.path, keep)));
            found.about == "uri" && is(&found.ours, SEGMENT) && is(&found.theirs, UNRESERVED)
        },
    },
    // Each sorts by the URIs it lists; rmcp sorts the children of a folder by their names.
    Allowed {
        name: "order",
        is: |_, found| {
            let sorted_by = |keep| Some(sorted(&found.ours, |path| encode(path, keep)));
            let by_name = || Some(sorted(&found.ours, str::to_owned));
            let is_folder = found.path.ends_with('/');
            found.about == "order"
                && found.ours == sorted_by(SEGMENT)
                && match is_folder {
                    true => found.theirs == by_name(),
                    false => found.theirs == sorted_by(UNRESERVED),
                }
        },
    },
    // rmcp looks a URI up as it is spelled. We answer every equivalent spelling, so rmcp's too.
    Allowed {
        name: "equivalent spellings",
        is: |_, found| {
            found.about == "reads the other's URI"
                && (&found.ours, &found.theirs) == (&Some(json!(true)), &Some(json!(false)))
                && encode(&found.path, SEGMENT) != encode(&found.path, UNRESERVED)
        },
    },
    // rmcp knows 27 extensions and sends no type for the rest. MCP clients use the type to choose how to show a file.
    Allowed {
        name: "media types of further names",
        is: |_, found| {
            let is_about = found.about == "media type" || found.about.starts_with("media type of");
            is_about
                && found.theirs == Some(Value::Null)
                && found.ours.as_ref().is_some_and(Value::is_string)
        },
    },
    // rmcp sends text only for types that it knows as textual. We send whatever is UTF-8 without NUL as text: a model
    // can read a `LICENSE`, and cannot read base64.
    Allowed {
        name: "text under any name",
        is: |tree, found| {
            let bytes = std::fs::read(Path::new(&tree.root).join(&found.path));
            let is_text =
                |bytes: Vec<u8>| String::from_utf8(bytes).is_ok_and(|text| !text.contains('\0'));
            found.about == "form"
                && (&found.ours, &found.theirs) == (&Some(json!("text")), &Some(json!("blob")))
                && bytes.is_ok_and(is_text)
                && !is_textual_to_rmcp(&found.path)
        },
    },
    // A folder without files is not in any entry; git and cargo drop it, so it depends on the checkout.
    Allowed {
        name: "empty folders",
        is: |tree, found| {
            let folder = Path::new(&tree.root).join(&found.path);
            is_theirs_alone(found)
                && is_child(found)
                && folder.is_dir()
                && files_below(&folder).is_empty()
        },
    },
    // What editors, caches and version control leave behind is no part of a skill; rmcp knows only dot names.
    Allowed {
        name: "left out",
        is: |_, found| {
            let junk = ["Thumbs.db", "draft.md~", "__pycache__", "node_modules"];
            is_theirs_alone(found) && found.path.split('/').any(|name| junk.contains(&name))
        },
    },
    // `include` embeds dot names, which rmcp never serves.
    Allowed {
        name: "included",
        is: |tree, found| {
            let name = found.path.rsplit('/').next();
            found.theirs.is_none()
                && found.ours.is_some()
                && tree.include == ["**/.rels"]
                && name == Some(".rels")
        },
    },
];

/// RFC 3986, "unreserved".
const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/');

/// RFC 3986, "pchar" without its escapes.
const SEGMENT: &AsciiSet = &UNRESERVED
    .remove(b'!')
    .remove(b'$')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b';')
    .remove(b'=')
    .remove(b':')
    .remove(b'@');

fn encode(path: &str, keep: &'static AsciiSet) -> String {
    format!("skill://{}", utf8_percent_encode(path, keep))
}

fn sorted(paths: &Option<Value>, key: impl Fn(&str) -> String) -> Value {
    let mut paths = paths.as_ref().unwrap().as_array().unwrap().clone();
    paths.sort_by_key(|path| key(path.as_str().unwrap()));
    json!(paths)
}

fn is_theirs_alone(found: &Difference) -> bool {
    found.ours.is_none() && found.theirs.is_some()
}

fn is_child(found: &Difference) -> bool {
    found.about.starts_with("child of ") || found.about.starts_with("media type of child of ")
}

/// `is_textual` of rmcp's `skill_catalog.rs`, by extension.
fn is_textual_to_rmcp(path: &str) -> bool {
    let textual = [
        "md", "markdown", "txt", "html", "htm", "css", "csv", "xml", "json", "yaml", "yml", "toml",
        "js", "mjs", "ts", "py", "rs", "sh", "svg",
    ];
    let extension = path
        .rsplit_once('.')
        .map(|(_, extension)| extension.to_ascii_lowercase());
    extension.is_some_and(|extension| textual.contains(&&*extension))
}
