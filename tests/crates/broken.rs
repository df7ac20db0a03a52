//! Two broken skills are two errors, and no error follows from them.

use skills_runtime::{Catalog, Skill, skills};

pub static SKILLS: Catalog = skills!("./skills", allow(untracked_folder));

pub fn all() -> &'static [Skill] {
    SKILLS.skills()
}
