//! A catalog put together as the expansion of `skills!` does it, but from values.

use std::sync::LazyLock;

use skills_runtime::__private::{self, Json, catalog, skill, slice, with_fields};
use skills_runtime::{Catalog, Digest, Skill, SkillFile};

pub(crate) const REFUNDS: &str = "skill://acme/refunds/SKILL.md";
pub(crate) const ESCALATE: &str = "skill://acme/refunds/nested/escalate/SKILL.md";
pub(crate) const ZIP: &str = "skill://zip/SKILL.md";
pub(crate) const LOGO: &str = "skill://acme/refunds/assets/logo.png";

pub(crate) const REFUNDS_TEXT: &str = "---\nname: refunds\ndescription: Refund a customer, \"with care\"\nlicense: MIT\nmetadata:\n  level: '2'\n---\n# Refunds\r\n";
pub(crate) const ESCALATE_TEXT: &str = "---\nname: escalate\ndescription: Ask, [a] {human}\n---\n";
pub(crate) const ZIP_TEXT: &str = "---\nname: zip\ndescription: Pack files\n---\nUse `zip`.\n";
pub(crate) const LOGO_BYTES: &[u8] = &[0x89, b'P', b'N', b'G', 0, 0xff];

/// Three skills, one of them nested in another and one without a prefix.
pub(crate) static SKILLS: LazyLock<Catalog> = LazyLock::new(|| {
    let files = files();
    let nested = vec![
        md(ESCALATE, "SKILL.md", ESCALATE_TEXT),
        md(
            "skill://acme/refunds/nested/escalate/steps/one.md",
            "steps/one.md",
            "1. Ask.\n",
        ),
    ];
    let (files, nested) = (&*files.leak(), &*nested.leak());
    let refunds = slice(files, 0, 11);
    let skills: Vec<Skill> = vec![
        with_fields(
            skill(
                "refunds",
                "Refund a customer, \"with care\"",
                r#"{"name":"refunds","description":"Refund a customer, \"with care\"","license":"MIT","metadata":{"level":"2"}}"#,
                refunds,
                1,
                REFUNDS_TEXT.find("# Refunds").unwrap(),
            ),
            &[
                ("license", Json::String("MIT")),
                ("metadata", Json::Object(&[("level", Json::String("2"))])),
            ],
        ),
        skill(
            "escalate",
            "Ask, [a] {human}",
            r#"{"name":"escalate","description":"Ask, [a] {human}"}"#,
            nested,
            0,
            ESCALATE_TEXT.len(),
        ),
        skill(
            "zip",
            "Pack files",
            r#"{"name":"zip","description":"Pack files"}"#,
            slice(files, 11, 12),
            0,
            ZIP_TEXT.find("Use").unwrap(),
        ),
    ];
    catalog(skills.leak(), files, digest_of(files))
});

/// Every file of the outermost skills, sorted by URI.
fn files() -> Vec<SkillFile> {
    let in_refunds = |uri: &'static str, path, content| {
        assert!(uri.starts_with("skill://acme/refunds/"));
        md(uri, path, content)
    };
    vec![
        in_refunds("skill://acme/refunds/%2541.md", "%41.md", "literal"),
        in_refunds(REFUNDS, "SKILL.md", REFUNDS_TEXT),
        blob(
            LOGO,
            "assets/logo.png",
            "image/png",
            digest(LOGO_BYTES),
            LOGO_BYTES,
        ),
        text(
            "skill://acme/refunds/empty.txt",
            "empty.txt",
            "text/plain",
            digest(b""),
            "",
        ),
        in_refunds(ESCALATE, "nested/escalate/SKILL.md", ESCALATE_TEXT),
        in_refunds(
            "skill://acme/refunds/nested/escalate/steps/one.md",
            "nested/escalate/steps/one.md",
            "1. Ask.\n",
        ),
        in_refunds("skill://acme/refunds/references.md", "references.md", "r"),
        in_refunds(
            "skill://acme/refunds/references/10%25Dec.md",
            "references/10%Dec.md",
            "ten",
        ),
        in_refunds(
            "skill://acme/refunds/references/Q&A%20(1).md",
            "references/Q&A (1).md",
            "q",
        ),
        in_refunds(
            "skill://acme/refunds/references/caf%C3%A9/menu.md",
            "references/café/menu.md",
            "menu",
        ),
        in_refunds(
            "skill://acme/refunds/references/policy.md",
            "references/policy.md",
            "14 days\n",
        ),
        md(ZIP, "SKILL.md", ZIP_TEXT),
    ]
}

pub(crate) fn md(uri: &'static str, path: &'static str, content: &'static str) -> SkillFile {
    text(
        uri,
        path,
        "text/markdown",
        digest(content.as_bytes()),
        content,
    )
}

pub(crate) fn text(
    uri: &'static str,
    path: &'static str,
    media_type: &'static str,
    digest: &'static [u8; 32],
    content: &'static str,
) -> SkillFile {
    let (packed, [uri, path]) = packed(content, uri, path, digest, media_type);
    __private::text(packed, uri, path)
}

pub(crate) fn blob(
    uri: &'static str,
    path: &'static str,
    media_type: &'static str,
    digest: &'static [u8; 32],
    content: &'static [u8],
) -> SkillFile {
    let (packed, [uri, path]) = packed("", uri, path, digest, media_type);
    __private::blob(packed, uri, path, content)
}

/// The strings of a file as one, and where in it the URI and the path are.
fn packed(
    content: &str,
    uri: &str,
    path: &str,
    digest: &[u8; 32],
    media_type: &str,
) -> (&'static str, [[u32; 2]; 2]) {
    let own_path = if uri.ends_with(path) { "" } else { path };
    let at = |n: usize| u32::try_from(n).unwrap();
    let uri_end = content.len() + uri.len();
    let path_end = uri_end + own_path.len();
    let places = [[content.len(), uri_end], [path_end - path.len(), path_end]];
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let packed = [content, uri, own_path, "sha256:", &digest, media_type].concat();
    (packed.leak(), places.map(|place| place.map(at)))
}

pub(crate) fn digest(bytes: &[u8]) -> &'static [u8; 32] {
    Box::leak(Box::new(*Digest::of(bytes).as_bytes()))
}

pub(crate) fn digest_of(files: &[SkillFile]) -> &'static [u8; 32] {
    let mut lines = String::new();
    for file in files {
        lines += file.uri();
        lines += " ";
        lines += &file.digest().to_string();
        lines += "\n";
    }
    digest(lines.as_bytes())
}
