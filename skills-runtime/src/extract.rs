//! `Catalog::extract_to`: the skills as files, for hosts that read nothing else.

mod error;
mod existing;
mod place;
mod record;
mod write;

use std::path::{Path, PathBuf};

pub use self::error::ExtractError;
use self::error::Kind;
use self::existing::{Existing, existing};
use self::place::place;
use self::record::Record;
use self::write::write_skill;
use crate::catalog::{Catalog, Skill};

impl Catalog {
    /// Writes every skill to a folder, for hosts that only read skills from disk.
    ///
    /// A skill goes to the path that it has in its URI, `acme/refunds` for `skill://acme/refunds`,
    /// with a file `.skills-runtime` beside its `SKILL.md` that records what was written. Returned
    /// are the folders that were written. A skill that is there already, byte for byte, is left
    /// alone; an earlier version of it is replaced if it is still as it was written. Whatever else
    /// is in the way is an error, and then nothing is written; [`extract_over`](Self::extract_over)
    /// replaces that too.
    ///
    /// Each skill is written beside its place and then renamed, so that no host finds half of one.
    /// No link below `folder` is followed. Files that start with `#!` can be executed, on Unix.
    /// Skills that the catalog no longer has stay where they are.
    ///
    /// ```no_run
    /// # use skills_runtime::{Catalog, skills};
    /// # static SKILLS: Catalog = skills!("./skills");
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use std::path::Path;
    ///
    /// for folder in SKILLS.extract_to(Path::new(".agents/skills"))? {
    ///     println!("{}", folder.display());
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// - When something else is in the way: [`ExtractError::is_occupied`].
    /// - When a name of a skill or file is none on this system, as `a:b.md` on Windows.
    /// - When the system refuses to read, create or rename.
    pub fn extract_to(&self, folder: &Path) -> Result<Vec<PathBuf>, ExtractError> {
        self.extract(folder, false)
    }

    /// As [`extract_to`](Self::extract_to), and replaces whatever is in the way of a skill.
    ///
    /// A link is replaced itself, and what it leads to stays.
    ///
    /// # Errors
    ///
    /// As [`extract_to`](Self::extract_to), but in the way is only what stands where a folder above
    /// a skill has to be.
    pub fn extract_over(&self, folder: &Path) -> Result<Vec<PathBuf>, ExtractError> {
        self.extract(folder, true)
    }

    fn extract(&self, folder: &Path, over: bool) -> Result<Vec<PathBuf>, ExtractError> {
        let mut wanted = Vec::new();
        for skill in self.skills.iter().filter(|skill| self.is_outermost(skill)) {
            let place = place(folder, skill)?;
            match existing(&place, &Record::of(skill))? {
                Existing::Same => {}
                Existing::Other if !over => return Err(ExtractError::new(&place, Kind::Occupied)),
                Existing::Nothing | Existing::Earlier | Existing::Other => {
                    wanted.push((skill, place));
                }
            }
        }
        for (skill, place) in &wanted {
            write_skill(skill, place)?;
        }
        Ok(wanted.into_iter().map(|(_, place)| place).collect())
    }

    /// Whether the skill is in no other one, which would hold its files too.
    fn is_outermost(&self, skill: &Skill) -> bool {
        let parent = skill.root_uri().rsplit_once('/');
        !parent.is_some_and(|(parent, _)| self.is_inside_a_skill(parent))
    }
}
