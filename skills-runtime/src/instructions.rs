//! A paragraph for the instructions of a server: models use no skill that nobody mentions.

use crate::catalog::{Catalog, Skill};

/// Hosts cut instructions short, some at 2,048 bytes, and the server's own come first.
const NAMED_LIMIT: usize = 1024;

impl Catalog {
    /// A short paragraph that names the skills and says how to load one.
    ///
    /// [`WithSkills::with_instructions`](crate::WithSkills::with_instructions) appends it to the
    /// instructions of a server. It names as many skills as fit into 1,024 bytes, and says how many
    /// there are beside them.
    ///
    /// ```
    /// # use skills_runtime::{Catalog, skills};
    /// # static SKILLS: Catalog = skills!("./skills");
    /// assert_eq!(
    ///     SKILLS.instructions(),
    ///     "This server has skills: instructions for particular tasks. Before such a task, read \
    ///      the resource of its skill and follow it: skill://pdf-processing/SKILL.md.",
    /// );
    /// ```
    pub fn instructions(&self) -> String {
        let named = named(self.skills);
        let uris: Vec<_> = named.iter().map(Skill::uri).collect();
        let rest = match self.skills.len() - named.len() {
            0 => String::new(),
            n => format!(", and {n} more that `skills/list` names"),
        };
        format!("{INTRODUCTION}: {}{rest}.", uris.join(", "))
    }
}

const INTRODUCTION: &str = "This server has skills: instructions for particular tasks. \
    Before such a task, read the resource of its skill and follow it";

/// The first skills, as many as can be named.
fn named(skills: &[Skill]) -> &[Skill] {
    let mut length = 0;
    let fits = |skill: &&Skill| {
        length += skill.uri().len() + 2;
        length <= NAMED_LIMIT
    };
    let n_named = skills.iter().take_while(fits).count();
    skills.get(..n_named).unwrap_or(skills)
}
