//! `Catalog::require`: a skill that a program cannot do without, looked up while it compiles.

use crate::catalog::{Catalog, Skill};

impl Catalog {
    /// The skill of that name, or a program that does not compile.
    ///
    /// In a `static` or `const` the lookup happens at compile time, so that code which relies on a
    /// skill stops compiling when the skill goes away.
    ///
    /// # Panics
    ///
    /// When no skill has that name. In a `static` or `const` that is a compile error which lists
    /// the names there are.
    ///
    /// # Example
    ///
    /// ```
    /// use skills_runtime::{Catalog, Skill, skills};
    ///
    /// static SKILLS: Catalog = skills!("./skills");
    /// static PDF: &Skill = SKILLS.require("pdf-processing");
    ///
    /// assert_eq!(PDF.uri(), "skill://pdf-processing/SKILL.md");
    /// ```
    ///
    /// ```compile_fail
    /// # use skills_runtime::{Catalog, Skill, skills};
    /// # static SKILLS: Catalog = skills!("./skills");
    /// // error: no skill named `pdf-procesing`: the catalog has `pdf-processing`
    /// static PDF: &Skill = SKILLS.require("pdf-procesing");
    /// ```
    pub const fn require(&'static self, name: &str) -> &'static Skill {
        let mut skills = self.skills;
        while let [skill, rest @ ..] = skills {
            if is_equal(skill.name, name) {
                return skill;
            }
            skills = rest;
        }
        missing(self.skills, name)
    }
}

#[expect(
    clippy::panic,
    reason = "documented; at compile time it is the error message"
)]
const fn missing(mut skills: &[Skill], name: &str) -> ! {
    let mut message = Message::new();
    message.push("no skill named `");
    message.push(name);
    message.push(if skills.is_empty() {
        "`: the catalog is empty"
    } else {
        "`: the catalog has"
    });
    let mut separator = " `";
    while let [skill, rest @ ..] = skills {
        message.push(separator);
        message.push(skill.name);
        message.push("`");
        separator = ", `";
        skills = rest;
    }
    panic!("{}", message.as_str())
}

/// A text put together in constant evaluation, where there is no `format!`.
struct Message {
    bytes: [u8; 1024],
    length: usize,
}

impl Message {
    const fn new() -> Self {
        Self {
            bytes: [0; 1024],
            length: 0,
        }
    }

    /// Appends a text, or nothing when it does not fit.
    const fn push(&mut self, text: &str) {
        let (_, free) = self.bytes.split_at_mut(self.length);
        let Some((slot, _)) = free.split_at_mut_checked(text.len()) else {
            return;
        };
        slot.copy_from_slice(text.as_bytes());
        self.length += text.len();
    }

    const fn as_str(&self) -> &str {
        match str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            // Only whole texts are pushed.
            Err(_) => unreachable!(),
        }
    }
}

const fn is_equal(a: &str, b: &str) -> bool {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    while let ([x, rest_of_a @ ..], [y, rest_of_b @ ..]) = (a, b) {
        if *x != *y {
            return false;
        }
        (a, b) = (rest_of_a, rest_of_b);
    }
    a.is_empty() && b.is_empty()
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;
    use crate::__private::{catalog, skill, text};
    use crate::file::SkillFile;

    macro_rules! digest {
        () => {
            "sha256:0000000000000000000000000000000000000000000000000000000000000000"
        };
    }

    static DIGEST: [u8; 32] = [0; 32];
    static FILES: [SkillFile; 2] = [
        text(
            concat!("askill://a/SKILL.md", digest!(), "text/markdown"),
            [1, 19],
            [11, 19],
        ),
        text(
            concat!("bskill://ab/SKILL.md", digest!(), "text/markdown"),
            [1, 20],
            [12, 20],
        ),
    ];
    static AB: [Skill; 2] = [
        skill("a", "A", "{}", &FILES, 0, 1),
        skill("ab", "B", "{}", &FILES, 1, 0),
    ];
    static SKILLS: Catalog = catalog(&AB, &FILES, &DIGEST);
    static NONE: Catalog = crate::__private::empty();

    fn refusal(catalog: &'static Catalog, name: &str) -> String {
        let panic = catch_unwind(|| catalog.require(name)).unwrap_err();
        *panic.downcast::<String>().unwrap()
    }

    #[test]
    fn finds_a_skill_while_the_program_compiles() {
        static FOUND: &Skill = SKILLS.require("ab");
        const ALSO: &str = SKILLS.require("a").uri();
        assert_eq!(FOUND.description(), "B");
        assert_eq!((FOUND.body(), SKILLS.require("a").body()), ("b", ""));
        assert_eq!(ALSO, "skill://a/SKILL.md");
    }

    #[test]
    fn says_which_skills_there_are() {
        assert_eq!(
            refusal(&SKILLS, "abc"),
            "no skill named `abc`: the catalog has `a`, `ab`"
        );
        assert_eq!(
            refusal(&SKILLS, ""),
            "no skill named ``: the catalog has `a`, `ab`"
        );
        assert_eq!(
            refusal(&NONE, "a"),
            "no skill named `a`: the catalog is empty"
        );
    }

    #[test]
    fn leaves_out_what_does_not_fit_into_the_message() {
        let long = "é".repeat(1000);
        assert_eq!(
            refusal(&SKILLS, &long),
            "no skill named ``: the catalog has `a`, `ab`"
        );
    }
}
