//! What a client of rmcp gets from a catalog over a pipe, on both protocol revisions.

use std::collections::BTreeMap;

use rmcp::ServerHandler;
use rmcp::model::{ErrorCode, ResourceContents};
use serde_json::json;

use crate::peer::{BOTH, Peer, Revision, bytes, error, promised};
use crate::trees::{self, CONTENTS, NAMES, NESTED};

struct Server;

impl ServerHandler for Server {}

#[tokio::test]
async fn a_client_is_told_of_the_extension_in_the_version_that_it_asked_for() {
    for revision in BOTH {
        let (peer, _) = Peer::of(NESTED.attach(Server), revision).await;
        let skills = json!({"io.modelcontextprotocol/skills": {"directoryRead": true}});
        assert_eq!(peer.hello(), (revision.version(), skills));
        peer.close().await;
    }
}

#[tokio::test]
async fn a_client_lists_every_skill_and_gets_the_same_entry_of_each() {
    for tree in trees::all() {
        for revision in BOTH {
            let (peer, _) = Peer::of(tree.catalog.attach(Server), revision).await;
            let listed = peer.list().await;
            let uris: Vec<_> = listed.iter().map(|skill| skill.uri.as_str()).collect();
            let embedded: Vec<_> = tree
                .catalog
                .skills()
                .iter()
                .map(|skill| skill.uri())
                .collect();
            assert_eq!(uris, embedded);
            for (skill, embedded) in listed.iter().zip(tree.catalog.skills()) {
                skill.validate().unwrap();
                let frontmatter = serde_json::to_value(&skill.frontmatter).unwrap();
                assert_eq!(
                    frontmatter,
                    serde_json::from_str::<serde_json::Value>(embedded.frontmatter()).unwrap()
                );
                assert_eq!(&peer.get(&skill.uri).await.unwrap(), skill);
            }
            peer.close().await;
        }
    }
}

#[tokio::test]
async fn every_file_that_an_entry_promises_reads_as_promised_and_as_on_disk() {
    for tree in trees::all() {
        let on_disk: BTreeMap<_, _> = trees::files_below(tree.root.as_ref()).into_iter().collect();
        for revision in BOTH {
            let (peer, _) = Peer::of(tree.catalog.attach(Server), revision).await;
            for skill in peer.list().await {
                let files = peer.verify(&skill).await;
                assert_eq!(
                    files.len(),
                    tree.catalog.get(&skill.uri).unwrap().files().len()
                );
                for (uri, bytes) in files {
                    assert_eq!(Some(&bytes), on_disk.get(&trees::path_of(&uri)), "{uri}");
                }
            }
            peer.close().await;
        }
    }
}

#[tokio::test]
async fn directory_reads_from_a_skill_root_find_exactly_what_the_entry_promises() {
    for tree in trees::all() {
        for revision in BOTH {
            let (peer, _) = Peer::of(tree.catalog.attach(Server), revision).await;
            for skill in peer.list().await {
                let root = skill.uri.strip_suffix("/SKILL.md").unwrap();
                let files = promised(&skill).iter();
                let promised: BTreeMap<_, _> =
                    files.map(|file| (file.uri.clone(), file.size)).collect();
                assert_eq!(peer.walk(root).await, promised);
            }
            peer.close().await;
        }
    }
}

#[tokio::test]
async fn a_directory_read_has_the_media_type_that_the_file_is_read_with() {
    let (peer, _) = Peer::of(CONTENTS.attach(Server), Revision::Newer).await;
    let children = peer.children("skill://any-bytes").await.unwrap();
    let files = children.iter().filter(|child| child.size.is_some());
    let mut n_files = 0;
    for child in files {
        let contents = peer.read(&child.uri).await.unwrap();
        let (ResourceContents::TextResourceContents { uri, mime_type, .. }
        | ResourceContents::BlobResourceContents { uri, mime_type, .. }) = contents
        else {
            panic!("{}", child.uri);
        };
        assert_eq!(
            (uri, mime_type),
            (child.uri.clone(), child.mime_type.clone())
        );
        n_files += 1;
    }
    assert_eq!(n_files, 35);
    peer.close().await;
}

#[tokio::test]
async fn the_resources_are_the_entry_files_of_the_skills() {
    for tree in trees::all() {
        for revision in BOTH {
            let (peer, _) = Peer::of(tree.catalog.attach(Server), revision).await;
            let resources = serde_json::to_value(peer.resources().await).unwrap();
            let expected: Vec<_> = tree
                .catalog
                .skills()
                .iter()
                .map(|skill| {
                    json!({
                        "uri": skill.uri(),
                        "name": skill.name(),
                        "description": skill.description(),
                        "mimeType": "text/markdown",
                        "size": skill.skill_md().size(),
                    })
                })
                .collect();
            assert_eq!(resources, json!(expected));
            peer.close().await;
        }
    }
}

#[tokio::test]
async fn a_uri_that_is_not_served_has_the_code_of_the_revision() {
    for revision in BOTH {
        let (peer, _) = Peer::of(NESTED.attach(Server), revision).await;
        let unknown = "skill://cellar/SKILL.md";
        assert_eq!(
            error(peer.read(unknown).await),
            (
                revision.not_found(),
                format!("no resource is served at `{unknown}`")
            )
        );
        assert_eq!(
            error(peer.get(unknown).await),
            (
                ErrorCode::INVALID_PARAMS,
                format!("no skill is served at `{unknown}`")
            )
        );
        let unknown = "skill://cellar";
        assert_eq!(
            error(peer.children(unknown).await),
            (
                ErrorCode::INVALID_PARAMS,
                format!("`{unknown}` is not a directory of a skill")
            )
        );
        peer.close().await;
    }
}

#[tokio::test]
async fn a_uri_for_the_wrong_method_says_so() {
    for revision in BOTH {
        let (peer, _) = Peer::of(NESTED.attach(Server), revision).await;
        assert_eq!(
            error(peer.read("skill://kitchen").await),
            (
                revision.not_found(),
                "`skill://kitchen` is a directory, list it with `resources/directory/read`".into()
            )
        );
        let file = "skill://kitchen/tools.md";
        assert_eq!(
            error(peer.children(file).await),
            (
                ErrorCode::INVALID_PARAMS,
                format!("`{file}` is a file, read it with `resources/read`")
            )
        );
        // rmcp itself refuses what is no `SKILL.md`, before the catalog is asked.
        assert_eq!(error(peer.get(file).await).0, ErrorCode::INVALID_PARAMS);
        peer.close().await;
    }
}

#[tokio::test]
async fn a_read_answers_every_spelling_of_an_odd_name_and_nothing_outside() {
    let root = "skill://odd-names/references";
    for revision in BOTH {
        let (peer, _) = Peer::of(NAMES.attach(Server), revision).await;
        for (spelling, text) in [
            ("Q&A%20(1).md", "Questions and answers.\n"),
            ("Q%26A%20%281%29.md", "Questions and answers.\n"),
            ("Q&A (1).md", "Questions and answers.\n"),
            ("na%c3%afve%20caf%C3%A9.md", "Two accents and a blank.\n"),
            ("naïve café.md", "Two accents and a blank.\n"),
            ("10%25Dec.md", "A percent sign before two hex digits.\n"),
            ("10%Dec.md", "A percent sign before two hex digits.\n"),
            ("[x].md", "Brackets.\n"),
            ("%2541.md", "The name is an escape, not the letter A.\n"),
            ("%41.md", "The letter A.\n"),
            ("A.md#top", "The letter A.\n"),
            ("./A.md", "The letter A.\n"),
        ] {
            let uri = format!("{root}/{spelling}");
            let contents = peer.read(&uri).await.unwrap();
            assert_eq!(bytes(&contents), text.as_bytes(), "{uri}");
            let ResourceContents::TextResourceContents { uri: echoed, .. } = contents else {
                panic!("{uri}");
            };
            assert_eq!(echoed, uri);
        }
        for spelling in [
            "../SKILL.md",
            "%2e%2e/SKILL.md",
            "A.md/",
            "a.md?x",
            "%252541.md",
        ] {
            let uri = format!("{root}/{spelling}");
            assert_eq!(
                error(peer.read(&uri).await).0,
                revision.not_found(),
                "{uri}"
            );
        }
        peer.close().await;
    }
}

#[tokio::test]
async fn cache_hints_go_to_newer_peers_only() {
    for revision in BOTH {
        let (peer, recording) = Peer::of(NESTED.attach(Server), revision).await;
        let before = recording.results().len();
        let skill = peer.list().await.remove(0);
        peer.get(&skill.uri).await.unwrap();
        peer.read(&skill.uri).await.unwrap();
        peer.resources().await;
        peer.children("skill://garden").await.unwrap();
        let results = recording.results().split_off(before);
        assert_eq!(results.len(), 5);
        for result in results {
            let hints = ["ttlMs", "cacheScope", "resultType"].map(|hint| result.get(hint).cloned());
            let expected = match revision {
                Revision::Older => [None, None, None],
                Revision::Newer => [json!(0), json!("private"), json!("complete")].map(Some),
            };
            assert_eq!(hints, expected, "{revision:?}: {result}");
        }
        peer.close().await;
    }
}
