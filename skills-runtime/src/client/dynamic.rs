//! How much was read of a skill whose size nobody knows beforehand.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::limits::{LimitError, Limits};

/// The size of every file that was read, shared by the clones of an entry.
///
/// SEP-2640, "Skill Entries": the total limit of a `"dynamic"` skill is applied to what is retrieved.
#[derive(Debug, Clone, Default)]
pub(super) struct Retrieval(Arc<Mutex<BTreeMap<String, u64>>>);

impl Retrieval {
    /// Counts a file, once however often it is read.
    pub(super) fn count(&self, uri: &str, size: u64, limits: &Limits) -> Result<(), LimitError> {
        let mut sizes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = sizes.get(uri).copied();
        let total = sizes.values().copied().fold(0, u64::saturating_add);
        let others = total.saturating_sub(known.unwrap_or(0));
        let (found, limit) = (others.saturating_add(size), limits.skill_bytes);
        if found > limit {
            return Err(LimitError::SkillBytes { found, limit });
        }
        let (found, limit) = (
            sizes.len() + usize::from(known.is_none()),
            limits.skill_files,
        );
        if found > limit {
            return Err(LimitError::SkillFiles { found, limit });
        }
        sizes.insert(uri.to_owned(), size);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_every_file_once_with_its_last_size() {
        let (retrieval, limits) = (Retrieval::default(), Limits::default());
        let half = 8 * 1024 * 1024;
        assert_eq!(retrieval.count("a", half, &limits), Ok(()));
        assert_eq!(retrieval.clone().count("b", half, &limits), Ok(()));
        assert_eq!(retrieval.count("a", half, &limits), Ok(()));
        let too_much = LimitError::SkillBytes {
            found: 2 * half + 1,
            limit: 2 * half,
        };
        assert_eq!(retrieval.count("a", half + 1, &limits), Err(too_much));
        assert_eq!(retrieval.count("a", 0, &limits), Ok(()));
        assert_eq!(retrieval.count("c", half, &limits), Ok(()));
    }

    #[test]
    fn counts_the_files_too() {
        let (retrieval, limits) = (Retrieval::default(), Limits::default());
        for index in 0..512 {
            assert_eq!(retrieval.count(&index.to_string(), 0, &limits), Ok(()));
        }
        let too_many = LimitError::SkillFiles {
            found: 513,
            limit: 512,
        };
        assert_eq!(retrieval.count("512", 0, &limits), Err(too_many));
        assert_eq!(retrieval.count("0", 1, &limits), Ok(()));
    }
}
