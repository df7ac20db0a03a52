//! What a peer reads of a catalog.

use serde_json::{Value, json};
use skills_runtime::{Digest, Skill};

use crate::fixture::{ESCALATE, LOGO, LOGO_BYTES, REFUNDS, REFUNDS_TEXT, SKILLS, ZIP, ZIP_TEXT};
use crate::peer::{BOTH, Peer, Revision};

#[tokio::test]
async fn a_peer_sees_the_capability_and_who_the_server_is() {
    for revision in BOTH {
        let peer = Peer::connect(SKILLS.server("acme", "1.2.3"), revision).await;
        assert_eq!(
            peer.hello["capabilities"],
            json!({
                "resources": {},
                "extensions": {"io.modelcontextprotocol/skills": {"directoryRead": true}},
            })
        );
        let info = match revision {
            Revision::Legacy => &peer.hello["serverInfo"],
            Revision::Modern => &peer.hello["_meta"]["io.modelcontextprotocol/serverInfo"],
        };
        assert_eq!(info, &json!({"name": "acme", "version": "1.2.3"}));
    }
}

#[tokio::test]
async fn skills_list_has_every_skill_with_every_file() {
    for revision in BOTH {
        let mut peer = Peer::connect(SKILLS.server("acme", "1"), revision).await;
        let skills: Vec<_> = SKILLS.skills().iter().map(entry).collect();
        assert_eq!(
            peer.result("skills/list", json!({})).await,
            revision.result(json!({"skills": skills}))
        );
    }
}

#[tokio::test]
async fn skills_get_has_the_same_entry() {
    for revision in BOTH {
        let mut peer = Peer::connect(SKILLS.server("acme", "1"), revision).await;
        for skill in SKILLS.skills() {
            let params = json!({"uri": skill.uri()});
            let skill = entry(skill);
            assert_eq!(
                peer.result("skills/get", params).await,
                revision.result(json!({"skill": skill}))
            );
        }
    }
}

#[tokio::test]
async fn every_file_of_every_entry_reads_as_the_bytes_that_were_hashed() {
    for revision in BOTH {
        let mut peer = Peer::connect(SKILLS.server("acme", "1"), revision).await;
        let list = peer.result("skills/list", json!({})).await;
        let skills = list["skills"].as_array().unwrap();
        let resources = skills
            .iter()
            .flat_map(|skill| skill["resources"].as_array().unwrap());
        let mut read = 0;
        for resource in resources.filter(|resource| resource["uri"] != LOGO) {
            let params = json!({"uri": resource["uri"]});
            let result = peer.result("resources/read", params).await;
            let text = result["contents"][0]["text"].as_str().unwrap();
            assert_eq!(resource["size"], text.len());
            assert_eq!(resource["digest"], Digest::of(text.as_bytes()).to_string());
            read += 1;
        }
        assert_eq!(read, 13);
    }
}

#[tokio::test]
async fn resources_read_has_text_as_text_and_the_rest_as_base64() {
    for revision in BOTH {
        let mut peer = Peer::connect(SKILLS.server("acme", "1"), revision).await;
        let text = json!({"uri": REFUNDS, "mimeType": "text/markdown", "text": REFUNDS_TEXT});
        assert_eq!(
            peer.result("resources/read", json!({"uri": REFUNDS})).await,
            revision.result(json!({"contents": [text]}))
        );
        let blob = json!({"uri": LOGO, "mimeType": "image/png", "blob": "iVBORwD/"});
        assert_eq!(
            peer.result("resources/read", json!({"uri": LOGO})).await,
            revision.result(json!({"contents": [blob]}))
        );
    }
}

#[tokio::test]
async fn resources_read_echoes_the_spelling_that_was_asked_for() {
    let uri = "SKILL://acme/refunds/./references/caf%c3%a9/menu.md#lunch";
    for revision in BOTH {
        let mut peer = Peer::connect(SKILLS.server("acme", "1"), revision).await;
        let menu = json!({"uri": uri, "mimeType": "text/markdown", "text": "menu"});
        assert_eq!(
            peer.result("resources/read", json!({"uri": uri})).await,
            revision.result(json!({"contents": [menu]}))
        );
    }
}

#[tokio::test]
async fn resources_list_has_the_skill_md_of_every_skill() {
    for revision in BOTH {
        let mut peer = Peer::connect(SKILLS.server("acme", "1"), revision).await;
        assert_eq!(
            peer.result("resources/list", json!({})).await,
            revision.result(json!({"resources": listed()}))
        );
        assert_eq!(
            peer.result("resources/templates/list", json!({})).await,
            revision.result(json!({"resourceTemplates": []}))
        );
    }
}

#[tokio::test]
async fn resources_directory_read_has_the_direct_children() {
    let directory =
        |uri: &str, name| json!({"uri": uri, "name": name, "mimeType": "inode/directory"});
    for revision in BOTH {
        let mut peer = Peer::connect(SKILLS.server("acme", "1"), revision).await;
        let logo = json!({
            "uri": LOGO,
            "name": "logo.png",
            "mimeType": "image/png",
            "size": LOGO_BYTES.len(),
        });
        let params = json!({"uri": "skill://acme/refunds/assets"});
        assert_eq!(
            peer.result("resources/directory/read", params).await,
            revision.result(json!({"resources": [logo]}))
        );
        let params = json!({"uri": "skill://acme/refunds/nested"});
        let escalate = directory("skill://acme/refunds/nested/escalate", "escalate");
        assert_eq!(
            peer.result("resources/directory/read", params).await,
            revision.result(json!({"resources": [escalate]}))
        );
    }
}

#[tokio::test]
async fn every_file_is_reached_from_the_skill_root_by_directory_reads() {
    let mut peer = Peer::connect(SKILLS.server("acme", "1"), Revision::Modern).await;
    let mut directories = vec![json!("skill://acme/refunds")];
    let mut found = Vec::new();
    while let Some(uri) = directories.pop() {
        let params = json!({"uri": uri});
        let result = peer.result("resources/directory/read", params).await;
        for child in result["resources"].as_array().unwrap() {
            match child["mimeType"].as_str().unwrap() {
                "inode/directory" => directories.push(child["uri"].clone()),
                _ => found.push(child["uri"].as_str().unwrap().to_owned()),
            }
        }
    }
    found.sort();
    let files = SKILLS.skill("refunds").unwrap().files().iter();
    assert_eq!(found, files.map(|file| file.uri()).collect::<Vec<_>>());
}

/// The entry of a skill, written down apart from the code under test.
fn entry(skill: &Skill) -> Value {
    let frontmatter = match skill.uri() {
        REFUNDS => json!({
            "name": "refunds",
            "description": "Refund a customer, \"with care\"",
            "license": "MIT",
            "metadata": {"level": "2"},
        }),
        ESCALATE => json!({"name": "escalate", "description": "Ask, [a] {human}"}),
        _ => json!({"name": "zip", "description": "Pack files"}),
    };
    let resources: Vec<_> = skill
        .files()
        .iter()
        .map(|file| {
            let digest = Digest::of(file.bytes()).to_string();
            json!({"uri": file.uri(), "digest": digest, "size": file.bytes().len()})
        })
        .collect();
    json!({"uri": skill.uri(), "frontmatter": frontmatter, "resources": resources})
}

/// The resources of the catalog on page one of `resources/list`.
pub(crate) fn listed() -> [Value; 3] {
    let resource = |uri, name, description, size| {
        json!({
            "uri": uri,
            "name": name,
            "description": description,
            "mimeType": "text/markdown",
            "size": size,
        })
    };
    let refund = "Refund a customer, \"with care\"";
    [
        resource(REFUNDS, "refunds", refund, REFUNDS_TEXT.len()),
        resource(ESCALATE, "escalate", "Ask, [a] {human}", 53),
        resource(ZIP, "zip", "Pack files", ZIP_TEXT.len()),
    ]
}
