//! All stages in order: roots to a catalog, or to everything that is wrong with them.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalog::{Catalog, SkillFile};
use crate::code::{Code, Level, Levels};
use crate::collect::{self, Collected, Named};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::discover::{self, Root};
use crate::filter::Filter;

/// What the user may set.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The segments before every skill path.
    pub prefix: Vec<String>,
    /// `include` and `exclude`.
    pub filter: Filter,
    /// `allow`, `warn` and `deny`.
    pub levels: Levels,
}

/// What became of the roots.
#[derive(Debug)]
pub struct Loaded {
    /// The catalog, unless something stops the build.
    pub catalog: Option<Catalog>,
    /// Everything found, by path, line and column.
    pub diagnostics: Vec<Diagnostic>,
}

/// Loads the skills of all roots into one catalog.
pub fn load(roots: &[Root], options: &Options) -> Loaded {
    let mut found = Diagnostics::default();
    let mut all = Collected::default();
    for (index, root) in roots.iter().enumerate() {
        if let Some(tree) = discover::discover(&mut found, root, &options.filter) {
            all.append(collect::collect(
                &mut found,
                root,
                index,
                &tree,
                &options.prefix,
            ));
        }
    }
    check_names(&mut found, all.names);
    check_unique(&mut found, roots, &all.files);
    finish(found, &options.levels, Catalog::new(all.skills, all.files))
}

/// Gives each fault its level, and the catalog only if none stops the build.
fn finish(found: Diagnostics, levels: &Levels, catalog: Catalog) -> Loaded {
    let diagnostics: Vec<_> = found
        .into_sorted()
        .into_iter()
        .map(|found| {
            let level = levels.get(found.code());
            found.with_level(level)
        })
        .filter(|found| found.level() > Level::Allow)
        .collect();
    let diagnostics = without_repeats(diagnostics);
    let is_fatal = diagnostics.iter().any(|found| found.level().is_fatal());
    Loaded {
        catalog: (!is_fatal).then_some(catalog),
        diagnostics,
    }
}

/// One fault, one message: what is wrong with a value as YAML comes before what is wrong with it as a field, quoting a
/// value also makes it unambiguous, and two skills under one URI have one name.
fn without_repeats(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let place = |found: &Diagnostic| Some((found.path().to_owned(), found.position()?));
    let at = |is_stronger: fn(Code) -> bool| -> BTreeSet<_> {
        let stronger = diagnostics.iter().filter(|found| is_stronger(found.code()));
        stronger.filter_map(place).collect()
    };
    let values = at(|code| code != Code::YamlAmbiguous);
    let yaml = at(|code| {
        matches!(
            code,
            Code::YamlTag | Code::YamlAnchor | Code::YamlNumber | Code::YamlKey
        )
    });
    let missing = at(|code| code == Code::MissingField);
    let doubled = diagnostics
        .iter()
        .filter(|found| found.code() == Code::DuplicateUri);
    let doubled: BTreeSet<_> = doubled.map(|found| found.path().to_owned()).collect();
    let is_among = |found: &Diagnostic, places: &BTreeSet<_>| {
        place(found).is_some_and(|at| places.contains(&at))
    };
    let is_repeat = |found: &Diagnostic| match found.code() {
        Code::YamlAmbiguous => is_among(found, &values),
        Code::MetadataValue | Code::FieldType => is_among(found, &yaml),
        Code::UnknownField => is_among(found, &missing),
        Code::DuplicateName => doubled.contains(found.path()),
        _ => false,
    };
    diagnostics
        .iter()
        .filter(|found| !is_repeat(found))
        .cloned()
        .collect()
}

/// SEP-2640: names should be unique within a listing.
fn check_names(found: &mut Diagnostics, names: Vec<Named>) {
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    for Named {
        name,
        path,
        repeated,
    } in names
    {
        match seen.get(&name) {
            Some(first) => found.push(repeated.note(format!("the other is `{first}`"))),
            None => drop(seen.insert(name, path)),
        }
    }
}

/// Two roots may not serve one URI.
fn check_unique(found: &mut Diagnostics, roots: &[Root], files: &[SkillFile]) {
    let mut seen: BTreeMap<&str, &SkillFile> = BTreeMap::new();
    for file in files {
        let Some(first) = seen.insert(&file.uri, file) else {
            continue;
        };
        let (Some(root), Some(other)) = (roots.get(file.root), roots.get(first.root)) else {
            continue;
        };
        let message = format!("`{}` is served from two folders", file.uri);
        found.push(
            Diagnostic::new(Code::DuplicateUri, root.show(&file.path), message)
                .note(format!("the other is `{}`", other.show(&first.path)))
                .help(
                    "rename one of the skills, or give the folders macros with different prefixes",
                ),
        );
    }
}
