//! `read_directory`.

use serde_json::{Value, json};
use skills_runtime::client::{Error, Standing};

use crate::server::{Answer, BOTH, Revision, within};
use crate::site::{DAILY, FORMS, LOGO, PDF, Site, entry};

fn folder(uri: &str) -> Value {
    json!({"uri": uri, "name": "folder", "mimeType": "inode/directory"})
}

fn file(uri: &str) -> Value {
    json!({"uri": uri, "name": "file"})
}

/// What the server says of the root of the first skill.
fn root() -> Value {
    json!([
        file(PDF),
        folder("skill://acme/pdf/references"),
        folder("skill://acme/pdf/nested"),
        file("skill://acme/pdf/Q&A.md"),
        // Lies: a new file, a new folder, a file as a folder and the other way round, a grandchild,
        // the folder itself, a file of another skill, no URI at all.
        file("skill://acme/pdf/new.md"),
        folder("skill://acme/pdf/new"),
        folder("skill://acme/pdf/empty.md"),
        file("skill://acme/pdf/assets"),
        file(FORMS),
        folder("skill://acme/pdf"),
        file("skill://acme/other/SKILL.md"),
        file("skill://acme/pdf/../other/SKILL.md"),
        file("?"),
    ])
}

#[tokio::test]
async fn children_are_marked_by_how_they_stand_to_the_entry() {
    for revision in BOTH {
        let mut site = Site::new();
        site.folders.insert("skill://acme/pdf".into(), root());
        let connection = site.connect(revision).await;
        let pdf = entry(&connection, PDF).await;
        let found = within(connection.client.read_directory(&pdf, ""))
            .await
            .unwrap();
        let standings: Vec<_> = found.children.iter().map(|child| child.standing).collect();
        assert_eq!(standings[..4], [Standing::Listed; 4]);
        assert_eq!(standings[4..], [Standing::Unlisted; 9]);
        let listed: Vec<_> = found.listed().map(|child| &*child.uri).collect();
        assert_eq!(
            listed,
            [
                PDF,
                "skill://acme/pdf/references",
                "skill://acme/pdf/nested",
                "skill://acme/pdf/Q&A.md",
            ]
        );
        assert_eq!(
            connection.log()[1..],
            ["resources/directory/read skill://acme/pdf"]
        );
    }
}

#[tokio::test]
async fn a_listed_file_of_another_folder_is_no_child() {
    let mut site = Site::new();
    site.folders
        .insert("skill://acme/pdf/assets".into(), json!([file(FORMS)]));
    let connection = site.connect(Revision::Modern).await;
    let pdf = entry(&connection, PDF).await;
    let found = within(connection.client.read_directory(&pdf, "assets")).await;
    assert_eq!(found.unwrap().children[0].standing, Standing::Unlisted);
}

#[tokio::test]
async fn every_page_of_a_folder_is_read() {
    for revision in BOTH {
        let mut site = Site::new();
        site.on("resources/directory/read", |params| {
            Answer::Result(match params["cursor"].as_str() {
                None => json!({"resources": [], "nextCursor": "two"}),
                Some(_) => json!({"resources": [file(LOGO)]}),
            })
        });
        let connection = site.connect(revision).await;
        let pdf = entry(&connection, PDF).await;
        let found = within(connection.client.read_directory(&pdf, "./assets/"))
            .await
            .unwrap();
        assert_eq!(found.children.len(), 1);
        assert_eq!(
            connection.log()[1..],
            [
                "resources/directory/read skill://acme/pdf/assets",
                "resources/directory/read skill://acme/pdf/assets two",
            ]
        );
    }
}

#[tokio::test]
async fn a_folder_is_asked_for_in_the_spelling_of_the_server() {
    let mut site = Site::new();
    site.skills[0]["resources"][1]["uri"] = json!("skill://acme/%70df/ref%28s%29/a.md");
    site.folders
        .insert("skill://acme/%70df/ref%28s%29".into(), json!([]));
    let connection = site.connect(Revision::Modern).await;
    let pdf = entry(&connection, PDF).await;
    let found = within(connection.client.read_directory(&pdf, "ref(s)"))
        .await
        .unwrap();
    assert_eq!(found.children, []);
}

#[tokio::test]
async fn folders_without_an_end_are_given_up() {
    for (next, message, requests) in [
        (
            Some(""),
            "answer to `resources/directory/read`: empty cursor",
            1,
        ),
        (
            Some("same"),
            "answer to `resources/directory/read`: repeated cursor `same`",
            2,
        ),
        (None, "listing of more than 250 pages", 250),
    ] {
        let mut site = Site::new();
        let mut page = 0;
        site.on("resources/directory/read", move |_| {
            page += 1;
            let next = next.map_or_else(|| page.to_string(), str::to_owned);
            Answer::Result(json!({"resources": [], "nextCursor": next}))
        });
        let connection = site.connect(Revision::Modern).await;
        let pdf = entry(&connection, PDF).await;
        let error = within(connection.client.read_directory(&pdf, ""))
            .await
            .unwrap_err();
        assert_eq!(error.to_string(), message);
        assert_eq!(connection.log().len(), 1 + requests);
    }
}

#[tokio::test]
async fn folders_outside_the_entry_are_refused_before_any_request() {
    let connection = Site::new().connect(Revision::Modern).await;
    let pdf = entry(&connection, PDF).await;
    for (reference, message) in [
        ("new", "`skill://acme/pdf/SKILL.md` does not list `new`"),
        (
            "SKILL.md",
            "`skill://acme/pdf/SKILL.md` does not list `SKILL.md`",
        ),
        ("..", "reference `..` leads out of the skill"),
        (
            "skill://acme",
            "reference `skill://acme` is a URI outside the skill",
        ),
    ] {
        let error = within(connection.client.read_directory(&pdf, reference)).await;
        assert_eq!(error.unwrap_err().to_string(), message);
    }
    assert_eq!(connection.log(), ["skills/list"]);
}

#[tokio::test]
async fn the_folders_of_a_dynamic_skill_are_what_the_server_says_but_inside_it() {
    let mut site = Site::new();
    site.folders.insert(
        "skill://reports/daily".into(),
        json!([
            file(DAILY),
            folder("skill://reports/daily/x"),
            file("skill://acme/x")
        ]),
    );
    site.folders
        .insert("skill://reports/daily/to%20day".into(), json!([]));
    let connection = site.connect(Revision::Modern).await;
    let daily = entry(&connection, DAILY).await;
    let found = within(connection.client.read_directory(&daily, ""))
        .await
        .unwrap();
    let standings: Vec<_> = found.children.iter().map(|child| child.standing).collect();
    assert_eq!(
        standings,
        [Standing::Unknown, Standing::Unknown, Standing::Unlisted]
    );
    assert_eq!(found.listed().count(), 2);
    let found = within(connection.client.read_directory(&daily, "to day"))
        .await
        .unwrap();
    assert_eq!(found.children, []);
}

#[tokio::test]
async fn a_folder_that_the_server_does_not_know() {
    let connection = Site::new().connect(Revision::Modern).await;
    let pdf = entry(&connection, PDF).await;
    let error = within(connection.client.read_directory(&pdf, "assets"))
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "nothing is served at `skill://acme/pdf/assets`: not here"
    );
    assert!(matches!(error, Error::NotFound { .. }));
}
