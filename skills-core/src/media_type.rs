//! File names to media types.

/// Types that `mime_guess` does not know, or names otherwise than the MCP SDKs do (TypeScript SDK 2.4 and rmcp 3.11
/// agree on all but `ts`, where this follows rmcp).
const SETTLED: &[(&str, &str)] = &[
    ("bash", "application/x-sh"),
    ("cjs", "text/javascript"),
    ("go", "text/x-go"),
    ("ipynb", "application/x-ipynb+json"),
    ("js", "text/javascript"),
    ("jsonl", "application/jsonl"),
    ("markdown", "text/markdown"),
    ("md", "text/markdown"),
    ("mjs", "text/javascript"),
    ("ps1", "text/plain"),
    ("py", "text/x-python"),
    ("rb", "text/x-ruby"),
    ("rs", "text/x-rust"),
    ("sh", "application/x-sh"),
    ("sql", "application/sql"),
    ("toml", "application/toml"),
    ("ts", "text/x-typescript"),
    ("tsx", "text/x-typescript"),
    ("xml", "application/xml"),
    ("yaml", "application/yaml"),
    ("yml", "application/yaml"),
    ("zsh", "application/x-sh"),
];

/// The media type of a file by its name; `is_text` decides what a name that says nothing gets.
pub fn media_type(name: &str, is_text: bool) -> &'static str {
    let fallback = if is_text {
        "text/plain"
    } else {
        "application/octet-stream"
    };
    let Some((_, extension)) = name.rsplit_once('.') else {
        return fallback;
    };
    let extension = extension.to_ascii_lowercase();
    if let Some((_, settled)) = SETTLED.iter().find(|(known, _)| *known == extension) {
        return settled;
    }
    mime_guess::from_ext(&extension)
        .first_raw()
        .unwrap_or(fallback)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settles_the_types_that_hosts_agree_on() {
        for (name, expected) in [
            ("SKILL.md", "text/markdown"),
            ("a.TXT", "text/plain"),
            ("a.json", "application/json"),
            ("a.yml", "application/yaml"),
            ("a.csv", "text/csv"),
            ("a.htm", "text/html"),
            ("a.css", "text/css"),
            ("a.mjs", "text/javascript"),
            ("a.py", "text/x-python"),
            ("a.sh", "application/x-sh"),
            ("a.xml", "application/xml"),
            ("a.svg", "image/svg+xml"),
            ("a.png", "image/png"),
            ("a.jpeg", "image/jpeg"),
            ("a.gif", "image/gif"),
            ("a.webp", "image/webp"),
            ("a.pdf", "application/pdf"),
            ("a.toml", "application/toml"),
            ("a.rs", "text/x-rust"),
            ("a.zip", "application/zip"),
            ("a.ts", "text/x-typescript"),
        ] {
            assert_eq!(media_type(name, true), expected, "{name}");
        }
    }

    #[test]
    fn an_unknown_name_is_plain_text_or_bytes() {
        for name in [
            "LICENSE",
            "Makefile",
            "notes.__proto__",
            "x.constructor",
            "a.",
        ] {
            assert_eq!(media_type(name, true), "text/plain", "{name}");
            assert_eq!(
                media_type(name, false),
                "application/octet-stream",
                "{name}"
            );
        }
    }
}
