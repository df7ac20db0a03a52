//! Files that were read before, by their digest.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use crate::digest::Digest;

/// Where a host keeps the files of skills, so that none is fetched twice (SEP-2640, "Integrity and
/// Verification": hosts should cache what they retrieve).
///
/// A copy is trusted no more than an answer: it is hashed again on every read, and one that is not
/// what its digest says is fetched anew, once. So a folder that others may write to is no danger.
/// Both methods are called on the task that reads; one that may block for long belongs on a thread
/// of its own.
pub trait Cache: Send + Sync {
    /// The copy of the file with that digest.
    fn get(&self, digest: Digest) -> Option<CachedFile>;

    /// Keeps a verified file, in the place of any copy under the same digest.
    fn put(&self, digest: Digest, copy: CachedFile);
}

/// A file of a skill in a [`Cache`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CachedFile {
    /// The bytes, to be hashed again when they are used.
    pub bytes: Vec<u8>,
    /// The media type that the server named.
    pub media_type: Option<String>,
}

/// A [`Cache`] in memory. What was put first goes first.
#[derive(Debug)]
pub struct MemoryCache {
    capacity: usize,
    copies: Mutex<VecDeque<(Digest, CachedFile)>>,
}

impl MemoryCache {
    /// Keeps up to `capacity` bytes of files.
    pub fn new(capacity: usize) -> Self {
        Self {
            capacity,
            copies: Mutex::default(),
        }
    }
}

impl Cache for MemoryCache {
    fn get(&self, digest: Digest) -> Option<CachedFile> {
        let copies = self.copies.lock().unwrap_or_else(PoisonError::into_inner);
        let found = copies.iter().find(|(kept, _)| *kept == digest)?;
        Some(found.1.clone())
    }

    fn put(&self, digest: Digest, copy: CachedFile) {
        let mut copies = self.copies.lock().unwrap_or_else(PoisonError::into_inner);
        copies.retain(|(kept, _)| *kept != digest);
        copies.push_back((digest, copy));
        let size = |(_, copy): &(Digest, CachedFile)| copy.bytes.len();
        while copies.iter().map(size).sum::<usize>() > self.capacity {
            copies.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn copy(bytes: &[u8]) -> (Digest, CachedFile) {
        let copy = CachedFile {
            bytes: bytes.to_vec(),
            media_type: Some("text/plain".into()),
        };
        (Digest::of(bytes), copy)
    }

    #[test]
    fn gives_back_what_was_put() {
        let cache = MemoryCache::new(10);
        let (digest, one) = copy(b"one");
        assert_eq!(cache.get(digest), None);
        cache.put(digest, one.clone());
        assert_eq!(cache.get(digest), Some(one));
    }

    #[test]
    fn a_file_takes_the_place_of_the_copy_before_it() {
        let cache = MemoryCache::new(10);
        let (digest, good) = copy(b"good");
        let bad = CachedFile {
            bytes: b"bad".to_vec(),
            media_type: None,
        };
        cache.put(digest, bad);
        cache.put(digest, good.clone());
        assert_eq!(cache.get(digest), Some(good));
    }

    #[test]
    fn drops_the_oldest_when_full_and_what_is_too_large() {
        let cache = MemoryCache::new(6);
        let files = [copy(b"one"), copy(b"two"), copy(b"six"), copy(b"seventy")];
        let kept = |cache: &MemoryCache| files.each_ref().map(|file| cache.get(file.0).is_some());
        for (digest, file) in &files[..3] {
            cache.put(*digest, file.clone());
        }
        assert_eq!(kept(&cache), [false, true, true, false]);
        let (digest, file) = files[1].clone();
        cache.put(digest, file);
        assert_eq!(kept(&cache), [false, true, true, false]);
        let (digest, file) = files[0].clone();
        cache.put(digest, file);
        assert_eq!(kept(&cache), [true, true, false, false]);
        let (digest, file) = files[3].clone();
        cache.put(digest, file);
        assert_eq!(kept(&cache), [false; 4]);
    }
}
