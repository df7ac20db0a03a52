//! `read` of servers that keep the rules.

use skills_runtime::client::Retrieved;

use crate::server::{BOTH, Connection, Revision, within};
use crate::site::{
    DAILY, DAILY_TEXT, FILL, FILL_TEXT, FORMS, LOGO, LOGO_BYTES, PDF, PDF_TEXT, QA, Site, entry,
};

async fn read(connection: &Connection, skill: &str, reference: &str) -> Retrieved {
    let entry = entry(connection, skill).await;
    within(connection.client.read(&entry, reference))
        .await
        .unwrap()
}

#[tokio::test]
async fn text_and_binary_files_come_back_byte_for_byte() {
    for revision in BOTH {
        let connection = Site::new().connect(revision).await;
        for (reference, uri, bytes) in [
            ("SKILL.md", PDF, PDF_TEXT.as_bytes()),
            ("references/FORMS.md", FORMS, b"forms"),
            ("assets/logo.png", LOGO, LOGO_BYTES),
            ("empty.md", "skill://acme/pdf/empty.md", b""),
        ] {
            let file = read(&connection, PDF, reference).await;
            assert_eq!((&*file.uri, &*file.path), (uri, reference));
            assert_eq!(file.bytes, bytes);
            assert!(file.is_verified);
        }
    }
}

#[tokio::test]
async fn a_file_knows_its_text_and_media_type() {
    let connection = Site::new().connect(Revision::Modern).await;
    let logo = read(&connection, PDF, "assets/logo.png").await;
    assert_eq!(logo.text(), None);
    assert_eq!(logo.media_type.as_deref(), Some("image/png"));
    let forms = read(&connection, PDF, "references/FORMS.md").await;
    assert_eq!(forms.text(), Some("forms"));
    assert_eq!(forms.media_type.as_deref(), Some("text/markdown"));
}

#[tokio::test]
async fn references_are_taken_as_markdown_has_them_and_the_listed_uri_is_asked_for() {
    for (reference, uri) in [
        ("references/FORMS.md", FORMS),
        ("./a%20b.md#part", "skill://acme/pdf/a%20b.md"),
        ("a b.md", "skill://acme/pdf/a%20b.md"),
        ("Q&A.md", QA),
        ("Q%26A.md", QA),
        ("assets/../references/FORMS.md", FORMS),
        ("", PDF),
        ("#usage", PDF),
        (FORMS, FORMS),
        ("SKILL://acme/pdf/Q&A.md", QA),
    ] {
        let connection = Site::new().connect(Revision::Legacy).await;
        assert_eq!(read(&connection, PDF, reference).await.uri, uri);
        assert_eq!(
            connection.log(),
            ["skills/list".to_owned(), format!("resources/read {uri}")]
        );
    }
}

#[tokio::test]
async fn a_nested_skill_resolves_against_its_own_root() {
    let connection = Site::new().connect(Revision::Modern).await;
    assert_eq!(read(&connection, FILL, "SKILL.md").await.uri, FILL);
    let fill = entry(&connection, FILL).await;
    let error = within(connection.client.read(&fill, "../../SKILL.md")).await;
    assert_eq!(
        error.unwrap_err().to_string(),
        "reference `../../SKILL.md` leads out of the skill"
    );
}

#[tokio::test]
async fn the_skill_md_of_a_nested_skill_is_a_plain_file_of_the_outer_one() {
    let mut site = Site::new();
    // The entry of the nested skill promises another frontmatter; the outer one does not care.
    site.skills[1]["frontmatter"]["description"] = "Other".into();
    let connection = site.connect(Revision::Modern).await;
    let file = read(&connection, PDF, "nested/fill/SKILL.md").await;
    assert_eq!((&*file.uri, file.text()), (FILL, Some(FILL_TEXT)));
}

#[tokio::test]
async fn a_dynamic_skill_is_read_unverified() {
    for revision in BOTH {
        let connection = Site::new().connect(revision).await;
        let skill_md = read(&connection, DAILY, "SKILL.md").await;
        assert_eq!(
            (skill_md.text(), skill_md.is_verified),
            (Some(DAILY_TEXT), false)
        );
        let today = read(&connection, DAILY, "to day.md").await;
        assert_eq!((today.text(), today.is_verified), (Some("sun"), false));
        assert_eq!(today.uri, "skill://reports/daily/to%20day.md");
    }
}

#[tokio::test]
async fn a_skill_md_that_comes_as_a_blob_is_read_as_text() {
    let mut site = Site::new();
    site.files.insert(
        PDF.into(),
        serde_json::json!([{"uri": PDF, "blob": crate::site::base64(PDF_TEXT.as_bytes())}]),
    );
    let connection = site.connect(Revision::Modern).await;
    let skill_md = read(&connection, PDF, "SKILL.md").await;
    assert_eq!(skill_md.text(), Some(PDF_TEXT));
    assert_eq!(skill_md.media_type, None);
}
