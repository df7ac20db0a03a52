//! One file of a skill, resolved, fetched and verified.

use base64::{Engine, prelude::BASE64_STANDARD};
use percent_encoding::utf8_percent_encode;
use rmcp::model::{
    ReadResourceRequest, ReadResourceRequestParams, ResourceContents, SKILL_MD, ServerResult,
};

use super::cache::{Cache, CachedFile};
use super::entry::{Entry, EntryFile};
use super::error::{Error, FrontmatterError, ProtocolError};
use super::frontmatter;
use super::reference::Place;
use super::request::{Call, not_found};
use crate::digest::Digest;
use crate::spelling::ESCAPED;

/// A file of a skill that was retrieved and passed every check that its entry allows.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Retrieved {
    /// The URI that it was read at.
    pub uri: String,
    /// The path inside the skill, nothing escaped.
    pub path: String,
    /// The media type, as the server named it; no digest covers it.
    pub media_type: Option<String>,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Whether size and digest were promised and kept. Not so for a `"dynamic"` skill.
    pub is_verified: bool,
}

impl Retrieved {
    /// The text, when the bytes are UTF-8.
    pub fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.bytes).ok()
    }
}

pub(super) async fn read(
    call: &Call<'_>,
    cache: Option<&dyn Cache>,
    entry: &Entry,
    reference: &str,
) -> Result<Retrieved, Error> {
    let place = entry.resolve_file(reference)?;
    let file = match entry.files() {
        Some(_) => verified(call, cache, listed(entry, &place)?).await?,
        None => unverified(call, entry, place).await?,
    };
    if file.path == SKILL_MD {
        same_frontmatter(entry, &file)?;
    }
    Ok(file)
}

/// SEP-2640, "Integrity and Verification": reads lead to what the held entry lists, and nowhere else.
fn listed<'a>(entry: &'a Entry, place: &Place) -> Result<&'a EntryFile, Error> {
    let path = place.path();
    entry.file(&path).ok_or_else(|| Error::Unlisted {
        skill: entry.uri().to_owned(),
        path,
    })
}

async fn verified(
    call: &Call<'_>,
    cache: Option<&dyn Cache>,
    file: &EntryFile,
) -> Result<Retrieved, Error> {
    let kept = cache.and_then(|cache| cache.get(file.digest()));
    if let Some(kept) = kept
        && verify(file, &kept.bytes).is_ok()
    {
        return Ok(retrieved(file, kept));
    }
    let fetched = fetch(call, file.uri()).await?;
    verify(file, &fetched.bytes)?;
    if let Some(cache) = cache {
        cache.put(file.digest(), fetched.clone());
    }
    Ok(retrieved(file, fetched))
}

fn retrieved(file: &EntryFile, content: CachedFile) -> Retrieved {
    Retrieved {
        uri: file.uri().to_owned(),
        path: file.path().to_owned(),
        media_type: content.media_type,
        bytes: content.bytes,
        is_verified: true,
    }
}

async fn unverified(call: &Call<'_>, entry: &Entry, place: Place) -> Result<Retrieved, Error> {
    let path = place.path();
    let uri = if path == SKILL_MD {
        entry.uri().to_owned()
    } else {
        uri_of(entry, &place.names)
    };
    let content = fetch(call, &uri).await?;
    let size = content.bytes.len() as u64;
    entry.retrieval.count(&uri, size, call.limits)?;
    Ok(Retrieved {
        uri,
        path,
        media_type: content.media_type,
        bytes: content.bytes,
        is_verified: false,
    })
}

/// The URI of a place that no list of files spells.
pub(super) fn uri_of(entry: &Entry, names: &[String]) -> String {
    let mut uri = entry.root_uri().to_owned();
    for name in names {
        uri.push('/');
        uri.extend(utf8_percent_encode(name, ESCAPED));
    }
    uri
}

async fn fetch(call: &Call<'_>, uri: &str) -> Result<CachedFile, Error> {
    let request = ReadResourceRequest::new(ReadResourceRequestParams::new(uri));
    let answer = call.send(request).await;
    let ServerResult::ReadResourceResult(result) = answer.map_err(|error| not_found(uri, error))?
    else {
        return Err(call.refuse(ProtocolError::UnexpectedResult));
    };
    call.complete(result.result_type.as_ref())?;
    let count = result.contents.len();
    let mut contents = result.contents.into_iter();
    match (contents.next(), contents.next()) {
        (Some(content), None) => decode(call, uri, content),
        _ => Err(call.refuse(ProtocolError::Contents(count))),
    }
}

fn decode(call: &Call<'_>, asked: &str, content: ResourceContents) -> Result<CachedFile, Error> {
    let (uri, media_type, bytes) = match content {
        ResourceContents::TextResourceContents {
            uri,
            mime_type,
            text,
            ..
        } => (uri, mime_type, Ok(text.into_bytes())),
        ResourceContents::BlobResourceContents {
            uri,
            mime_type,
            blob,
            ..
        } => (uri, mime_type, BASE64_STANDARD.decode(blob)),
        _ => return Err(call.refuse(ProtocolError::UnexpectedResult)),
    };
    if uri != asked {
        return Err(call.refuse(ProtocolError::OtherUri(uri)));
    }
    let bytes = bytes.map_err(|_| encoding(asked, "expected base64".into()))?;
    Ok(CachedFile { bytes, media_type })
}

/// SEP-2640, "Integrity and Verification": size and digest; a wrong size needs no hashing.
fn verify(file: &EntryFile, bytes: &[u8]) -> Result<(), Error> {
    let (expected, actual) = (file.size(), bytes.len() as u64);
    if expected != actual {
        return Err(Error::Size {
            uri: file.uri().to_owned(),
            expected,
            actual,
        });
    }
    let (expected, actual) = (file.digest(), Digest::of(bytes));
    if expected != actual {
        return Err(Error::Digest {
            uri: file.uri().to_owned(),
            expected,
            actual,
        });
    }
    Ok(())
}

/// SEP-2640, "Integrity and Verification": also when there is no digest.
fn same_frontmatter(entry: &Entry, skill_md: &Retrieved) -> Result<(), Error> {
    let uri = &skill_md.uri;
    let text = std::str::from_utf8(&skill_md.bytes);
    let text = text.map_err(|error| encoding(uri, error.to_string()))?;
    let compared = frontmatter::compare(&entry.as_skill().frontmatter, text);
    compared.map_err(|reason: FrontmatterError| Error::Frontmatter {
        uri: uri.clone(),
        reason,
    })
}

fn encoding(uri: &str, reason: String) -> Error {
    Error::Encoding {
        uri: uri.to_owned(),
        reason,
    }
}
