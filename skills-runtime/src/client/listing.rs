//! `skills/list` over all pages, and `skills/get`.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};

use rmcp::model::{
    self, CustomResult, GetSkillRequest, GetSkillRequestParams, JsonObject, ListSkillsRequest,
    ListSkillsResult, PaginatedRequestParams, ServerResult,
};
use serde_json::{Value, from_value, to_writer};

use super::entry::{Entry, EntryError, Rejected, key, parse};
use super::error::{Error, ProtocolError};
use super::hints::{CacheHints, Merged};
use super::limits::LimitError;
use super::pinned;
use super::request::{Call, not_found};
use crate::catalog::Catalog;

/// The skills that a server lists.
///
/// A listing may be partial: that a skill is missing does not mean that the server has none
/// (SEP-2640, "Listing Skills").
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Listing {
    /// The valid entries, in the order of the server. Names may repeat, URIs do not.
    pub skills: Vec<Entry>,
    /// What was refused.
    pub rejected: Vec<Rejected>,
    /// How long the listing may be kept.
    pub hints: CacheHints,
}

/// The answer to `skills/get`.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Got {
    /// The current entry.
    pub skill: Entry,
    /// How long the entry may be kept.
    pub hints: CacheHints,
}

/// What `skills/get` says of an entry that is held.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Freshness {
    /// The server still says the same. A file that does not match its entry was altered.
    Current,
    /// The server says something else: the held entry is stale, and so is any consent that was
    /// given to it. This is the current one.
    Stale(Box<Entry>),
}

/// An entry as it was sent, or why it is none.
type Sent = Result<model::Skill, (Option<String>, EntryError)>;

pub(super) async fn list(call: &Call<'_>, pin: Option<&Catalog>) -> Result<Listing, Error> {
    let mut walk = Walk::new(call);
    let mut sent = Vec::new();
    let mut cursor = None;
    loop {
        let params = PaginatedRequestParams::default().with_cursor(cursor);
        let answer = call.send(ListSkillsRequest::with_param(params)).await?;
        let (page, mut entries, bytes) = page(call, answer)?;
        let hints = CacheHints::new(page.ttl_ms, page.cache_scope);
        walk.count(entries.len(), bytes, hints)?;
        sent.append(&mut entries);
        cursor = walk.next(page.next_cursor)?;
        if cursor.is_none() {
            break;
        }
    }
    let (skills, rejected) = judge(call, sent, pin);
    Ok(Listing {
        skills,
        rejected,
        hints: walk.hints.remaining(),
    })
}

pub(super) async fn get(call: &Call<'_>, uri: &str, pin: Option<&Catalog>) -> Result<Got, Error> {
    let request = GetSkillRequest::new(GetSkillRequestParams::new(uri));
    let answer = call.send(request).await;
    let (hints, sent) = got(call, answer.map_err(|error| not_found(uri, error))?)?;
    let rejected = |uri, reason| {
        Error::Invalid(vec![Rejected {
            position: 0,
            uri,
            reason,
        }])
    };
    let sent = sent.map_err(|(uri, reason)| rejected(uri, reason))?;
    // SEP-2640, "Getting a Skill": the entry is that of the URI that was asked for.
    if sent.uri != uri {
        return Err(call.refuse(ProtocolError::OtherUri(sent.uri)));
    }
    let skill = accept(call, sent, pin).map_err(|reason| rejected(Some(uri.to_owned()), reason))?;
    Ok(Got { skill, hints })
}

/// A page without its entries, the entries, and the bytes of all.
type Page = (ListSkillsResult, Vec<Sent>, u64);

fn page(call: &Call<'_>, answer: ServerResult) -> Result<Page, Error> {
    match answer {
        ServerResult::ListSkillsResult(mut page) => {
            call.complete(page.result_type.as_ref())?;
            let bytes = bytes(|to| to_writer(to, &page));
            let skills = std::mem::take(&mut page.skills);
            Ok((page, skills.into_iter().map(Ok).collect(), bytes))
        }
        // What rmcp makes of a page with an entry that it cannot read.
        ServerResult::CustomResult(CustomResult(Value::Object(page))) => raw_page(call, page),
        _ => Err(call.refuse(ProtocolError::UnexpectedResult)),
    }
}

fn raw_page(call: &Call<'_>, mut page: JsonObject) -> Result<Page, Error> {
    let bytes = bytes(|to| to_writer(to, &page));
    let Some(Value::Array(skills)) = page.insert("skills".into(), Value::Array(Vec::new())) else {
        return Err(call.refuse(ProtocolError::UnexpectedResult));
    };
    let page = from_value::<ListSkillsResult>(Value::Object(page));
    let page = page.map_err(|error| call.refuse(ProtocolError::Malformed(error.to_string())))?;
    call.complete(page.result_type.as_ref())?;
    Ok((page, skills.iter().map(raw_entry).collect(), bytes))
}

fn raw_entry(entry: &Value) -> Sent {
    let uri = entry.get("uri").and_then(Value::as_str);
    parse(entry).map_err(|reason| (uri.map(str::to_owned), reason))
}

fn got(call: &Call<'_>, answer: ServerResult) -> Result<(CacheHints, Sent), Error> {
    match answer {
        ServerResult::GetSkillResult(result) => {
            call.complete(result.result_type.as_ref())?;
            let hints = CacheHints::new(result.ttl_ms, result.cache_scope);
            Ok((hints, Ok(result.skill)))
        }
        ServerResult::CustomResult(CustomResult(Value::Object(result))) => {
            let skill = result.get("skill").map(raw_entry);
            let unexpected = || call.refuse(ProtocolError::UnexpectedResult);
            Ok((CacheHints::default(), skill.ok_or_else(unexpected)?))
        }
        _ => Err(call.refuse(ProtocolError::UnexpectedResult)),
    }
}

/// Every entry as valid or not, those with the same URI all as not.
fn judge(call: &Call<'_>, sent: Vec<Sent>, pin: Option<&Catalog>) -> (Vec<Entry>, Vec<Rejected>) {
    let places = places(&sent);
    let (mut skills, mut rejected) = (Vec::new(), Vec::new());
    for (position, sent) in sent.into_iter().enumerate() {
        let uri = uri_of(&sent).map(str::to_owned);
        let others = uri.as_deref().and_then(|uri| places.get(&key(uri)));
        let others = others.into_iter().flatten();
        let positions: Vec<_> = others.copied().filter(|other| *other != position).collect();
        let verdict = match sent {
            Err((_, reason)) => Err(reason),
            Ok(_) if !positions.is_empty() => Err(EntryError::Ambiguous { positions }),
            Ok(skill) => accept(call, skill, pin),
        };
        match verdict {
            Ok(skill) => skills.push(skill),
            Err(reason) => rejected.push(Rejected {
                position,
                uri,
                reason,
            }),
        }
    }
    (skills, rejected)
}

/// The positions of every URI, all its spellings together.
fn places(sent: &[Sent]) -> HashMap<String, Vec<usize>> {
    let mut places: HashMap<String, Vec<usize>> = HashMap::new();
    for (position, sent) in sent.iter().enumerate() {
        if let Some(uri) = uri_of(sent) {
            places.entry(key(uri)).or_default().push(position);
        }
    }
    places
}

fn uri_of(sent: &Sent) -> Option<&str> {
    match sent {
        Ok(skill) => Some(&skill.uri),
        Err((uri, _)) => uri.as_deref(),
    }
}

fn accept(
    call: &Call<'_>,
    skill: model::Skill,
    pin: Option<&Catalog>,
) -> Result<Entry, EntryError> {
    let entry = Entry::new(skill, call.limits)?;
    if let Some(catalog) = pin {
        pinned::check(catalog, &entry)?;
    }
    Ok(entry)
}

/// The way from page to page, with an end.
pub(super) struct Walk<'a> {
    call: &'a Call<'a>,
    pages: usize,
    items: usize,
    bytes: u64,
    cursors: HashSet<String>,
    pub(super) hints: Merged,
}

impl<'a> Walk<'a> {
    pub(super) fn new(call: &'a Call<'a>) -> Self {
        Self {
            call,
            pages: 0,
            items: 0,
            bytes: 0,
            cursors: HashSet::new(),
            hints: Merged::default(),
        }
    }

    /// Adds a page to what was received.
    pub(super) fn count(
        &mut self,
        items: usize,
        bytes: u64,
        hints: CacheHints,
    ) -> Result<(), LimitError> {
        self.hints.add(hints);
        self.pages += 1;
        self.items = self.items.saturating_add(items);
        let limit = self.call.limits.items;
        if self.items > limit {
            return Err(LimitError::Items { limit });
        }
        self.bytes = self.bytes.saturating_add(bytes);
        let limit = self.call.limits.listing_bytes;
        if self.bytes > limit {
            return Err(LimitError::ListingBytes { limit });
        }
        Ok(())
    }

    /// The cursor of the next page, when there is one that may be fetched.
    pub(super) fn next(&mut self, cursor: Option<String>) -> Result<Option<String>, Error> {
        let Some(cursor) = cursor else {
            return Ok(None);
        };
        // Some servers mean the end by it, others the beginning.
        if cursor.is_empty() {
            return Err(self.call.refuse(ProtocolError::EmptyCursor));
        }
        if !self.cursors.insert(cursor.clone()) {
            return Err(self.call.refuse(ProtocolError::RepeatedCursor(cursor)));
        }
        let limit = self.call.limits.pages;
        if self.pages >= limit {
            return Err(LimitError::Pages { limit }.into());
        }
        Ok(Some(cursor))
    }
}

/// The length of what is written as JSON.
pub(super) fn bytes(write: impl FnOnce(&mut Counter) -> serde_json::Result<()>) -> u64 {
    let mut counter = Counter(0);
    // Nothing of the model fails to serialize, and the counter takes everything.
    let _written = write(&mut counter);
    counter.0
}

pub(super) struct Counter(u64);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.saturating_add(bytes.len() as u64);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
