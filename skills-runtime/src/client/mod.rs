//! The other side of the wire: the skills of any server, verified (feature `client`).
//!
//! [`SkillsClient`] asks an rmcp peer for its skills and gives out nothing that its entry does not
//! promise. It never fetches what was not asked for.
//!
//! ```no_run
//! use rmcp::{RoleClient, service::RunningService};
//! use skills_runtime::client::{Error, SkillsClient};
//!
//! # async fn load(connection: RunningService<RoleClient, ()>) -> Result<(), Error> {
//! let client = SkillsClient::new(connection.peer().clone());
//! for skill in client.list().await?.skills {
//!     println!("{}: {}", skill.name(), skill.description());
//!     let skill_md = client.read(&skill, "SKILL.md").await?;
//!     println!("{}", skill_md.text().unwrap_or_default());
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # What it holds
//!
//! Of the rules that SEP-2640 has for hosts, these are kept by every method:
//!
//! - Nothing is asked of a server that did not declare it.
//! - An entry without valid `resources` is refused, and so is one that repeats a URI in any spelling.
//! - Skills up to 512 files and 16 MiB are taken; more is refused with the numbers.
//! - A file has the size and the digest of its entry, a `SKILL.md` also its frontmatter.
//! - Reads go to what the held entry lists; directories do not extend it.
//! - Nothing is fetched ahead of need.
//! - The authority of a URI is a name: it is never resolved.
//!
//! # What is left to the host
//!
//! - **Identity.** A skill is the pair of the host's own name for the server and
//!   [`Entry::uri`]. Keep both in registries, approvals, caches, paths and tools; names repeat, within
//!   a server and between servers, and none may shadow another.
//! - **Absence.** A listing may be partial. A skill that is not listed can be loaded by its URI:
//!   [`SkillsClient::get`].
//! - **The held entry.** Keep it until the `SKILL.md` has left the model's context.
//! - **Consent.** Bind it to [`Entry::digest`], and ask again when that changes; a `"dynamic"` skill
//!   has none, and may be declined.
//! - **Trust.** A digest says that the server sent what it promised, not that it means well. Mark what
//!   is read with its origin, run nothing without consent, ignore `allowed-tools` and whatever else
//!   widens permissions, and keep a skill's reads to its server.
//! - **Nested skills.** The `SKILL.md` of a nested skill, read through the outer one, is plain
//!   Markdown: activating it needs its own entry and consent.
//! - **Caches on disk.** Out of reach of everything that looks for skills, and removed with the
//!   server. A [`Cache`] is hashed again on every read.
//! - **Plain reads.** A `SKILL.md` that was read without an entry is content, not a loaded skill.

mod cache;
mod directory;
mod dynamic;
mod entry;
mod error;
mod frontmatter;
mod hints;
mod limits;
mod listing;
mod pinned;
mod read;
mod reference;
mod request;
mod shown;
mod uri;

use std::fmt;
use std::sync::Arc;

use rmcp::RoleClient;
use rmcp::model::skill_name_from_uri;
use rmcp::service::Peer;

pub use self::cache::{Cache, CachedFile, MemoryCache};
pub use self::directory::{Children, ListedChild, Standing};
pub use self::entry::{Entry, EntryError, EntryFile, Rejected};
pub use self::error::{Difference, Error, FrontmatterError, ProtocolError};
pub use self::hints::CacheHints;
pub use self::limits::{LimitError, Limits};
pub use self::listing::{Freshness, Got, Listing};
pub use self::pinned::PinError;
pub use self::read::Retrieved;
pub use self::reference::ReferenceError;
use self::request::Call;
pub use self::shown::Shown;
use crate::catalog::Catalog;

const LIST: &str = "skills/list";
const GET: &str = "skills/get";
const READ: &str = "resources/read";
const READ_DIRECTORY: &str = "resources/directory/read";

/// The skills of one server, as a host may use them.
///
/// Cheap to clone; the clones share the connection and the cache. Requests go past rmcp's own cache
/// of responses, whose copies may be older than the entry they are checked against.
#[derive(Clone)]
pub struct SkillsClient {
    peer: Peer<RoleClient>,
    limits: Limits,
    cache: Option<Arc<dyn Cache>>,
    pin: Option<&'static Catalog>,
}

impl SkillsClient {
    /// A client of a connected server.
    pub fn new(peer: Peer<RoleClient>) -> Self {
        Self {
            peer,
            limits: Limits::default(),
            cache: None,
            pin: None,
        }
    }

    /// Takes more, or less, than the default.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Keeps verified files, so that they are fetched once.
    #[must_use]
    pub fn with_cache(mut self, cache: impl Cache + 'static) -> Self {
        self.cache = Some(Arc::new(cache));
        self
    }

    /// Accepts the skills of `catalog` and no others, each exactly as it is embedded: URIs, digests,
    /// sizes and frontmatter.
    ///
    /// For a host that ships the skills it expects of a server that it does not control. A skill
    /// that the server no longer lists is no error here: a listing may be partial, and
    /// [`get`](Self::get) tells.
    ///
    /// ```no_run
    /// use rmcp::{Peer, RoleClient};
    /// use skills_runtime::{Catalog, client::SkillsClient, skills};
    ///
    /// static EXPECTED: Catalog = skills!("./skills");
    ///
    /// fn client(peer: Peer<RoleClient>) -> SkillsClient {
    ///     SkillsClient::new(peer).pinned(&EXPECTED)
    /// }
    /// ```
    #[must_use]
    pub fn pinned(mut self, catalog: &'static Catalog) -> Self {
        self.pin = Some(catalog);
        self
    }

    /// Whether the server declares the skills extension (SEP-2640, "Capability Negotiation").
    pub fn supported(&self) -> bool {
        let info = self.peer.peer_info();
        info.is_some_and(|info| info.capabilities.supports_skills())
    }

    /// Whether the server declares that it answers `resources/directory/read`.
    pub fn directory_read(&self) -> bool {
        let info = self.peer.peer_info();
        info.is_some_and(|info| info.capabilities.supports_directory_read())
    }

    /// Every skill that the server lists, over all pages, when all entries are valid.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] with every bad entry and its reason; otherwise as
    /// [`list_valid`](Self::list_valid).
    pub async fn list(&self) -> Result<Listing, Error> {
        let listing = self.list_valid().await?;
        if listing.rejected.is_empty() {
            Ok(listing)
        } else {
            Err(Error::Invalid(listing.rejected))
        }
    }

    /// Every valid skill that the server lists, over all pages, and what was refused.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] without a request when the server does not declare the extension;
    /// [`Error::Limit`]; [`Error::Protocol`], also for a cursor that is empty or repeats;
    /// [`Error::Service`].
    pub async fn list_valid(&self) -> Result<Listing, Error> {
        self.require(self.supported(), LIST)?;
        listing::list(&self.call(LIST), self.pin).await
    }

    /// The entry of one skill, listed or not.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] without a request when the server does not declare the extension;
    /// [`Error::Invalid`], without a request when `uri` cannot be that of a `SKILL.md`;
    /// [`Error::NotFound`]; [`Error::Protocol`], also for the entry of another skill;
    /// [`Error::Service`].
    pub async fn get(&self, uri: &str) -> Result<Got, Error> {
        self.require(self.supported(), GET)?;
        if skill_name_from_uri(uri).is_none() {
            return Err(Error::Invalid(vec![Rejected {
                position: 0,
                uri: Some(uri.to_owned()),
                reason: EntryError::Uri,
            }]));
        }
        listing::get(&self.call(GET), uri, self.pin).await
    }

    /// Whether the server still says what the entry says, for instance after a file that did not
    /// match it (SEP-2640, "Integrity and Verification").
    ///
    /// # Errors
    ///
    /// As [`get`](Self::get): a skill that is no longer served is [`Error::NotFound`].
    pub async fn refresh(&self, entry: &Entry) -> Result<Freshness, Error> {
        let current = self.get(entry.uri()).await?.skill;
        if current.promises_the_same(entry) {
            return Ok(Freshness::Current);
        }
        Ok(Freshness::Stale(Box::new(current)))
    }

    /// One file of a skill, verified against the entry.
    ///
    /// `reference` is a path as the `SKILL.md` has it: relative to the skill's root, escaped or not,
    /// with or without a fragment; also a URI below the root. Nothing means the `SKILL.md`. A file of
    /// a nested skill has a path in each skill that lists it.
    ///
    /// A copy in the client's [`Cache`] is used when it passes the same checks; otherwise the file is
    /// fetched, once.
    ///
    /// # Errors
    ///
    /// [`Error::Reference`] and [`Error::Unlisted`] without a request. [`Error::Size`],
    /// [`Error::Digest`], [`Error::Frontmatter`] and [`Error::Encoding`] for content that may not be
    /// used; [`refresh`](Self::refresh) says whether the entry is stale. [`Error::Limit`] when the
    /// files of a `"dynamic"` skill that were read pass the limits; [`Error::NotFound`];
    /// [`Error::Protocol`]; [`Error::Service`].
    pub async fn read(&self, entry: &Entry, reference: &str) -> Result<Retrieved, Error> {
        read::read(&self.call(READ), self.cache.as_deref(), entry, reference).await
    }

    /// The direct children of a folder of a skill, over all pages, each marked by how it stands to
    /// the entry.
    ///
    /// `reference` is a folder in the skill, as for [`read`](Self::read); nothing means its root.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] without a request when the server does not declare `directoryRead`;
    /// [`Error::Reference`] and [`Error::Unlisted`] without a request; otherwise as
    /// [`list_valid`](Self::list_valid), and [`Error::NotFound`].
    pub async fn read_directory(&self, entry: &Entry, reference: &str) -> Result<Children, Error> {
        self.require(self.directory_read(), READ_DIRECTORY)?;
        directory::read(&self.call(READ_DIRECTORY), entry, reference).await
    }

    fn require(&self, is_declared: bool, method: &'static str) -> Result<(), Error> {
        if is_declared {
            return Ok(());
        }
        Err(Error::Unsupported { method })
    }

    fn call(&self, method: &'static str) -> Call<'_> {
        Call {
            peer: &self.peer,
            limits: &self.limits,
            method,
        }
    }
}

impl fmt::Debug for SkillsClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SkillsClient")
            .field("supported", &self.supported())
            .field("directory_read", &self.directory_read())
            .field("limits", &self.limits)
            .field("pinned", &self.pin.is_some())
            .finish_non_exhaustive()
    }
}
