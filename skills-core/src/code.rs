//! The stable names of the rules, and the level each has unless the user sets another.

use std::fmt;

/// How a fault counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Not reported.
    Allow,
    /// Reported, does not stop the build.
    Warn,
    /// Stops the build; may be lowered.
    Deny,
    /// Stops the build, always: a host would refuse the skill, or the protocol would break.
    Error,
}

impl Level {
    /// Whether the build stops.
    pub fn is_fatal(self) -> bool {
        self >= Self::Deny
    }
}

macro_rules! codes {
    ($($variant:ident $name:literal $level:ident $text:literal,)*) => {
        /// A rule, by its stable name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = $text] $variant,)*
        }

        impl Code {
            /// Every code, in the order of the reference.
            pub const ALL: &[Code] = &[$(Code::$variant,)*];

            /// The name, as in messages and in `allow(..)`.
            pub fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            /// The level unless the user sets another.
            pub fn level(self) -> Level {
                match self { $(Code::$variant => Level::$level,)* }
            }

            /// What the rule fires on, in one line.
            pub fn summary(self) -> &'static str {
                match self { $(Code::$variant => $text,)* }
            }
        }
    };
}

codes! {
    RootNotFound "root_not_found" Error "the folder given to the macro does not exist",
    RootNotAFolder "root_not_a_folder" Error "the path given to the macro is not a folder",
    RootUnreadable "root_unreadable" Error "the folder given to the macro cannot be read",
    RootAbsolute "root_absolute" Error "the path given to the macro is absolute",
    NoSkills "no_skills" Error "a root without any skill",
    Symlink "symlink" Error "a symbolic link below the root",
    SpecialFile "special_file" Error "a fifo, socket or device below the root",
    FileName "file_name" Error "a file name that a host or another system cannot carry",
    Unreadable "unreadable" Error "a file or folder that cannot be read",
    SkillMdName "skill_md_name" Error "a `SKILL.md` in the wrong case, or a folder of that name",
    SkillAtRoot "skill_at_root" Error "a `SKILL.md` directly in the root",
    GroupName "group_name" Error "a first URI segment that some client cannot parse",
    DuplicateUri "duplicate_uri" Error "two roots that serve the same URI",
    TooManyFiles "too_many_files" Error "more than 512 files in one skill",
    TooManyBytes "too_many_bytes" Error "more than 16,777,216 bytes in one skill",
    NotUtf8 "not_utf8" Error "a `SKILL.md` that is not UTF-8",
    Nul "nul" Error "a NUL character in a `SKILL.md`",
    Bom "bom" Error "a byte order mark at the start of a `SKILL.md`",
    LoneCr "lone_cr" Error "a carriage return without a line feed in a `SKILL.md`",
    FrontmatterMissing "frontmatter_missing" Error "a `SKILL.md` whose first line is not `---`",
    FrontmatterFence "frontmatter_fence" Error "blanks after a `---` fence",
    FrontmatterUnclosed "frontmatter_unclosed" Error "a frontmatter without its closing `---`",
    FrontmatterSize "frontmatter_size" Error "a frontmatter of more than 65,536 bytes",
    YamlSyntax "yaml_syntax" Error "what is not YAML",
    YamlNotAMapping "yaml_not_a_mapping" Error "a frontmatter that is not a mapping",
    YamlDuplicateKey "yaml_duplicate_key" Error "a key written twice in one mapping",
    YamlKey "yaml_key" Error "a key that hosts read differently or refuse",
    YamlAnchor "yaml_anchor" Error "an anchor or an alias",
    YamlTag "yaml_tag" Error "a tag",
    YamlNumber "yaml_number" Error "a number that JSON or some host cannot hold",
    YamlDepth "yaml_depth" Error "more than 32 levels of nesting",
    YamlAmbiguous "yaml_ambiguous" Deny "a plain value that YAML 1.1 and 1.2 type differently",
    YamlBlockLast "yaml_block_last" Warn "a block scalar as the last value",
    YamlMultiLineFlow "yaml_multi_line_flow" Deny "a flow collection or quoted value over several lines",
    MissingField "missing_field" Error "no `name` or no `description`",
    FieldType "field_type" Error "a known field of the wrong type",
    NameLength "name_length" Error "a skill name that is empty or over 64 characters",
    NameCharacter "name_character" Error "a skill name with other characters than `a-z`, `0-9` and `-`",
    NameHyphen "name_hyphen" Error "a skill name with a hyphen at an end, or two in a row",
    NameMismatch "name_mismatch" Error "a skill name that differs from its folder",
    DescriptionLength "description_length" Error "a description that is blank or over 1,024 characters",
    CompatibilityLength "compatibility_length" Error "a compatibility that is blank or over 500 characters",
    MetadataValue "metadata_value" Deny "a value in `metadata` that is not a string",
    NestedPlain "nested_plain" Warn "a `SKILL.md` without frontmatter inside another skill",
    LfsPointer "lfs_pointer" Deny "a Git LFS pointer in place of the file",
    UnknownField "unknown_field" Warn "a field that looks like a misspelt one",
    MetadataReserved "metadata_reserved" Warn "a `metadata` key with a reserved prefix",
    AllowedToolsList "allowed_tools_list" Warn "`allowed-tools` as a list",
    DuplicateName "duplicate_name" Warn "one skill name under two URIs",
    BrokenLink "broken_link" Warn "a relative link to a file that the skill does not have",
    HiddenFile "hidden_file" Warn "a dot name that was left out",
    LostComment "lost_comment" Warn "a ` #` that cuts a value short",
    Crlf "crlf" Warn "CRLF line ends in a `SKILL.md`",
    InvisibleCharacter "invisible_character" Warn "a bidirectional control or zero-width character",
    LargeFile "large_file" Warn "a file whose wire form passes 10 MiB",
    WindowsName "windows_name" Warn "a name that Windows cannot hold",
    Secret "secret" Warn "key material",
    EmptyFolder "empty_folder" Warn "a folder without files inside a skill",
    OutsidePackage "outside_package" Warn "a root outside the package",
    NestedPackage "nested_package" Warn "a `Cargo.toml` inside a skill",
    UntrackedFolder "untracked_folder" Warn "a root that no build script watches",
}

impl Code {
    /// The code of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The levels that the user set, over the defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    set: Vec<(Code, Level)>,
    deny_warnings: bool,
}

impl Levels {
    /// Sets the level of a lint; a later call wins. Codes of level [`Level::Error`] keep it.
    pub fn set(&mut self, code: Code, level: Level) {
        self.set.push((code, level));
    }

    /// Makes every remaining warning stop the build.
    pub fn deny_warnings(&mut self) {
        self.deny_warnings = true;
    }

    /// The level of a code.
    pub fn get(&self, code: Code) -> Level {
        let default = code.level();
        if default == Level::Error {
            return default;
        }
        let set = self.set.iter().rev().find(|(set, _)| *set == code);
        match set.map_or(default, |(_, level)| *level) {
            Level::Warn if self.deny_warnings => Level::Deny,
            level => level,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_parse_back() {
        for code in Code::ALL {
            assert_eq!(Code::parse(code.name()), Some(*code));
        }
    }

    #[test]
    fn an_error_keeps_its_level() {
        let mut levels = Levels::default();
        levels.set(Code::Symlink, Level::Allow);
        assert_eq!(levels.get(Code::Symlink), Level::Error);
    }

    #[test]
    fn the_last_setting_wins_and_warnings_can_all_be_denied() {
        let mut levels = Levels::default();
        levels.set(Code::Crlf, Level::Deny);
        levels.set(Code::Crlf, Level::Allow);
        levels.deny_warnings();
        assert_eq!(levels.get(Code::Crlf), Level::Allow);
        assert_eq!(levels.get(Code::BrokenLink), Level::Deny);
        assert_eq!(levels.get(Code::YamlAmbiguous), Level::Deny);
    }
}
