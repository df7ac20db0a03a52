//! Where a folder is that the user wrote, and how the compiler is told to read its files.

use std::path::{Component, Path, PathBuf};

use skills_core::{Code, Diagnostic, Root};

const OUT_DIR: &str = "$OUT_DIR";

/// A root and the variable that its files are included by.
#[derive(Clone, Debug)]
pub(crate) struct Resolved {
    pub(crate) root: Root,
    /// The environment variable that rustc reads the base from.
    pub(crate) variable: &'static str,
    /// The root below that base, `/`-separated; empty for the base itself.
    pub(crate) below: String,
}

/// Resolves a path against the crate root, or against `$OUT_DIR`.
pub(crate) fn resolve(written: &str) -> Result<Resolved, Box<Diagnostic>> {
    if let Some(rest) = written.strip_prefix(OUT_DIR)
        && (rest.is_empty() || rest.starts_with(['/', '\\']))
    {
        return below_variable("OUT_DIR", written, rest.trim_start_matches(['/', '\\']));
    }
    if written.starts_with('$') {
        return Err(Box::new(
            Diagnostic::new(Code::RootNotFound, "", format!("unknown variable in `{written}`"))
                .help("only `$OUT_DIR/…` is understood; other paths are relative to the folder of `Cargo.toml`"),
        ));
    }
    if written.trim().is_empty() {
        return Err(Box::new(
            Diagnostic::new(
                Code::RootNotFound,
                "",
                "expected the path of a folder, found an empty string",
            )
            .help("write `./skills`, or the name of the folder that holds the skills' folders"),
        ));
    }
    if is_absolute(written) {
        return Err(Box::new(absolute(written)));
    }
    below_variable("CARGO_MANIFEST_DIR", written, written)
}

fn below_variable(
    variable: &'static str,
    written: &str,
    below: &str,
) -> Result<Resolved, Box<Diagnostic>> {
    let Some(base) = std::env::var_os(variable).map(PathBuf::from) else {
        let message = format!("`{variable}` is not set, so `{written}` cannot be found");
        let fault = Diagnostic::new(Code::RootNotFound, "", message);
        return Err(Box::new(match variable {
            "OUT_DIR" => fault.help("cargo sets it for crates with a build script"),
            _ => fault.help(
                "cargo sets it; with another build system, set it to the folder of `Cargo.toml`",
            ),
        }));
    };
    let below = slashed(below);
    let path = base.join(&below);
    let shown = shown(&base, written, variable, &below);
    Ok(Resolved {
        root: Root {
            path,
            written: written.to_owned(),
            shown,
            base,
        },
        variable,
        below,
    })
}

/// Paths in messages are relative to where rustc's own are: the working directory, which is the workspace's root.
fn shown(base: &Path, written: &str, variable: &str, below: &str) -> String {
    if variable == "OUT_DIR" {
        return written.trim_end_matches('/').to_owned();
    }
    let package = std::env::current_dir()
        .ok()
        .and_then(|current| base.strip_prefix(current).ok().map(Path::to_path_buf))
        .and_then(|package| package.to_str().map(slashed))
        .unwrap_or_default();
    match (package.as_str(), below) {
        ("", "") => ".".to_owned(),
        ("", below) => below.to_owned(),
        (package, "") => package.to_owned(),
        (package, below) => format!("{package}/{below}"),
    }
}

/// Without `.` parts and trailing slashes, whatever the separators.
fn slashed(path: &str) -> String {
    let path = if cfg!(windows) {
        path.replace('\\', "/")
    } else {
        path.to_owned()
    };
    let parts = Path::new(&path).components().filter_map(|part| match part {
        Component::Normal(part) => part.to_str(),
        Component::ParentDir => Some(".."),
        _ => None,
    });
    parts.collect::<Vec<_>>().join("/")
}

/// Absolute on any system, so that the same source is right or wrong everywhere.
fn is_absolute(written: &str) -> bool {
    let is_drive =
        |bytes: &[u8]| matches!(bytes, [letter, b':', ..] if letter.is_ascii_alphabetic());
    written.starts_with(['/', '\\']) || is_drive(written.as_bytes())
}

fn absolute(written: &str) -> Diagnostic {
    let fault = Diagnostic::new(
        Code::RootAbsolute,
        "",
        format!(
            "expected a path relative to the folder of `Cargo.toml`, found the absolute path `{written}`"
        ),
    );
    let base = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let below = base.and_then(|base| {
        Path::new(written)
            .strip_prefix(base)
            .ok()
            .map(Path::to_path_buf)
    });
    match below.as_deref().and_then(Path::to_str) {
        Some(below) if !below.is_empty() => fault.help(format!("write `./{below}`")),
        _ => fault.help("an absolute path works on this machine only"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalizes_what_the_user_wrote() {
        assert_eq!(slashed("./skills/"), "skills");
        assert_eq!(slashed("a/./b//c"), "a/b/c");
        assert_eq!(slashed("../more"), "../more");
        assert_eq!(slashed("."), "");
    }

    #[test]
    fn knows_absolute_paths_of_every_system() {
        for written in ["/srv/skills", "C:\\skills", "c:/skills", "\\\\host\\share"] {
            assert!(is_absolute(written), "{written}");
        }
        assert!(!is_absolute("./c:d"));
    }

    #[test]
    fn says_why_an_absolute_path_is_refused() {
        assert_eq!(
            resolve("/srv/skills").unwrap_err().to_string(),
            "expected a path relative to the folder of `Cargo.toml`, found the absolute path `/srv/skills` [root_absolute]"
        );
        let inside = format!("{}/src", env!("CARGO_MANIFEST_DIR"));
        assert_eq!(resolve(&inside).unwrap_err().helps(), ["write `./src`"]);
    }

    #[test]
    fn an_empty_path_is_not_the_whole_crate() {
        assert_eq!(
            resolve("").unwrap_err().to_string(),
            "expected the path of a folder, found an empty string [root_not_found]"
        );
    }

    #[test]
    fn understands_no_variable_but_the_output_folder() {
        assert_eq!(
            resolve("$HOME/skills").unwrap_err().to_string(),
            "unknown variable in `$HOME/skills` [root_not_found]"
        );
        assert_eq!(
            resolve("$OUT_DIRECTORY").unwrap_err().to_string(),
            "unknown variable in `$OUT_DIRECTORY` [root_not_found]"
        );
    }
}
