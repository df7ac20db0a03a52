//! `resources/directory/read` over all pages, against the entry that is held.

use rmcp::model::{
    ReadResourceDirectoryRequest, ReadResourceDirectoryRequestParams, Resource, ServerResult,
};
use serde_json::to_writer;

use super::entry::Entry;
use super::error::{Error, ProtocolError};
use super::hints::CacheHints;
use super::listing::{Walk, bytes};
use super::read::uri_of;
use super::request::{Call, not_found};

/// The children that a server names for a folder of a skill.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Children {
    /// Every child, in the order of the server, each marked.
    pub children: Vec<ListedChild>,
    /// How long the answer may be kept.
    pub hints: CacheHints,
}

/// A file or folder that a server names as a child.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ListedChild {
    /// What the server says of it.
    pub resource: Resource,
    /// How it stands to the entry.
    pub standing: Standing,
}

/// How a child of a folder stands to the entry that a host holds.
///
/// A directory never extends an entry (SEP-2640, "Reading Directories"): while a host acts on the
/// skill it may neither read nor show what the entry does not list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Standing {
    /// The entry lists the file, or a file in the folder.
    Listed,
    /// The entry does not list it: the skill has changed, or the server made it up.
    /// [`refresh`](super::SkillsClient::refresh) says which.
    Unlisted,
    /// The skill is `"dynamic"`, so that its entry lists nothing, and the child is in the folder.
    Unknown,
}

impl Children {
    /// The children that may be shown and read.
    pub fn listed(&self) -> impl Iterator<Item = &Resource> {
        let children = self.children.iter();
        children
            .filter(|child| child.standing != Standing::Unlisted)
            .map(|child| &child.resource)
    }
}

pub(super) async fn read(
    call: &Call<'_>,
    entry: &Entry,
    reference: &str,
) -> Result<Children, Error> {
    let place = entry.resolve(if reference.is_empty() { "." } else { reference })?;
    let Some(uri) = folder_uri(entry, &place.names) else {
        return Err(Error::Unlisted {
            skill: entry.uri().to_owned(),
            path: place.path(),
        });
    };
    let mut walk = Walk::new(call);
    let mut children = Vec::new();
    let mut params = ReadResourceDirectoryRequestParams::new(&uri);
    loop {
        let request = ReadResourceDirectoryRequest::new(params);
        let answer = call.send(request).await;
        let answer = answer.map_err(|error| not_found(&uri, error))?;
        let ServerResult::ListResourcesResult(page) = answer else {
            return Err(call.refuse(ProtocolError::UnexpectedResult));
        };
        call.complete(page.result_type.as_ref())?;
        let hints = CacheHints::new(page.ttl_ms, page.cache_scope);
        walk.count(
            page.resources.len(),
            bytes(|to| to_writer(to, &page)),
            hints,
        )?;
        let marked = page.resources.into_iter().map(|resource| ListedChild {
            standing: standing(entry, &place.names, &resource),
            resource,
        });
        children.extend(marked);
        let Some(cursor) = walk.next(page.next_cursor)? else {
            break;
        };
        params = ReadResourceDirectoryRequestParams::new(&uri).with_cursor(cursor);
    }
    Ok(Children {
        children,
        hints: walk.hints.remaining(),
    })
}

/// The URI of a folder in the spelling of the server, which may know no other. `None` when nothing
/// is listed there.
fn folder_uri(entry: &Entry, names: &[String]) -> Option<String> {
    let Some(files) = entry.files() else {
        return Some(uri_of(entry, names));
    };
    let folder = folder(names);
    let file = files.iter().find(|file| file.path().starts_with(&folder))?;
    let below = file.path().split('/').count() - names.len();
    let uri = (0..below).try_fold(file.uri(), |uri, _| Some(uri.rsplit_once('/')?.0));
    uri.map(str::to_owned)
}

/// The start of every path in the folder.
fn folder(names: &[String]) -> String {
    names.iter().map(|name| format!("{name}/")).collect()
}

fn standing(entry: &Entry, folder: &[String], child: &Resource) -> Standing {
    let Some(names) = entry.locate(&child.uri) else {
        return Standing::Unlisted;
    };
    let is_child = names.len() == folder.len() + 1 && names.starts_with(folder);
    let is_listed = if child.is_directory() {
        folder_uri(entry, &names).is_some()
    } else {
        entry.is_dynamic() || entry.file(&names.join("/")).is_some()
    };
    match entry.files() {
        _ if !is_child || !is_listed => Standing::Unlisted,
        Some(_) => Standing::Listed,
        None => Standing::Unknown,
    }
}
