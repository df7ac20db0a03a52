//! A server with resources or skills of its own.

use std::sync::{Arc, LazyLock};

use serde_json::{Value, json};
use skills_runtime::__private::{catalog, skill};
use skills_runtime::Catalog;
use tokio::sync::mpsc::unbounded_channel;

use crate::answers::listed;
use crate::fixture::{ESCALATE, REFUNDS, SKILLS, ZIP, digest_of, md};
use crate::peer::{BOTH, Peer};
use crate::servers::{DAILY, Everything, OwnSkills, WEEKLY};

fn uris(items: &Value) -> Vec<&str> {
    let items = items.as_array().unwrap().iter();
    items.map(|item| item["uri"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn the_first_page_of_resources_starts_with_the_catalogs() {
    for revision in BOTH {
        let (heard, _receiver) = unbounded_channel();
        let server = SKILLS.attach(Everything { heard });
        let mut peer = Peer::connect(server, revision).await;
        let mut resources = listed().to_vec();
        resources.push(json!({"uri": "mem://one", "name": "one"}));
        assert_eq!(
            peer.result("resources/list", json!({})).await,
            revision.result(json!({"resources": resources, "nextCursor": "two"}))
        );
        let two = json!({"uri": "mem://two", "name": "two"});
        assert_eq!(
            peer.result("resources/list", json!({"cursor": "two"}))
                .await,
            revision.result(json!({"resources": [two]}))
        );
    }
}

#[tokio::test]
async fn a_miss_by_case_is_explained_though_the_server_has_resources() {
    for revision in BOTH {
        let (heard, _receiver) = unbounded_channel();
        let server = SKILLS.attach(Everything { heard });
        let mut peer = Peer::connect(server, revision).await;
        for (uri, message) in [
            (
                "skill://zip/Skill.md",
                "no resource is served at `skill://zip/Skill.md`, \
                 did you mean `skill://zip/SKILL.md`?",
            ),
            ("skill://zip/other.md", "everything: no such resource"),
        ] {
            assert_eq!(
                peer.error("resources/read", json!({"uri": uri})).await,
                (revision.not_found(), message.into())
            );
        }
    }
}

#[tokio::test]
async fn skills_of_the_server_follow_those_of_the_catalog() {
    for revision in BOTH {
        let mut peer = Peer::connect(SKILLS.attach(OwnSkills), revision).await;
        let first = peer.result("skills/list", json!({})).await;
        assert_eq!(uris(&first["skills"]), [REFUNDS, ESCALATE, ZIP, DAILY]);
        assert_eq!(first["skills"][3]["resources"], "dynamic");
        assert_eq!(
            (&first["nextCursor"], &first["ttlMs"]),
            (&json!("more"), &json!(5))
        );
        let second = peer.result("skills/list", json!({"cursor": "more"})).await;
        assert_eq!(uris(&second["skills"]), [WEEKLY]);
        assert_eq!(
            peer.error("skills/list", json!({"cursor": "x"})).await,
            (-32602, "own: cursor".into())
        );
    }
}

#[tokio::test]
async fn each_skill_is_answered_by_the_one_that_serves_it() {
    for revision in BOTH {
        let mut peer = Peer::connect(SKILLS.attach(OwnSkills), revision).await;
        let zip = peer.result("skills/get", json!({"uri": ZIP})).await;
        assert_eq!(zip["skill"]["frontmatter"]["description"], "Pack files");
        let daily = peer.result("skills/get", json!({"uri": DAILY})).await;
        assert_eq!(daily["skill"]["frontmatter"]["description"], "own");
        for (uri, message) in [
            ("skill://x/SKILL.md", "own: skill://x/SKILL.md"),
            (
                "skill://z%69p/SKILL.md",
                "the skill at `skill://z%69p/SKILL.md` must be spelled `skill://zip/SKILL.md`",
            ),
        ] {
            assert_eq!(
                peer.error("skills/get", json!({"uri": uri})).await,
                (-32602, message.into())
            );
        }
    }
}

#[tokio::test]
async fn each_directory_is_answered_by_the_one_that_serves_it() {
    for revision in BOTH {
        let mut peer = Peer::connect(SKILLS.attach(OwnSkills), revision).await;
        let params = json!({"uri": "skill://reports/daily", "cursor": "c"});
        assert_eq!(
            peer.result("resources/directory/read", params).await,
            revision.result(json!({"resources": [], "nextCursor": "c"}))
        );
        let params = json!({"uri": "skill://zip"});
        let zip = peer.result("resources/directory/read", params).await;
        assert_eq!(uris(&zip["resources"]), [ZIP]);
        for (uri, message) in [
            ("skill://reports", "own: skill://reports"),
            (
                "skill://zip/",
                "the directory at `skill://zip/` must be spelled `skill://zip`",
            ),
        ] {
            let params = json!({"uri": uri});
            assert_eq!(
                peer.error("resources/directory/read", params).await,
                (-32602, message.into())
            );
        }
    }
}

#[tokio::test]
async fn a_uri_that_both_serve_is_the_catalogs() {
    for revision in BOTH {
        let mut peer = Peer::connect(SKILLS.attach(OwnSkills), revision).await;
        let list = peer.result("resources/list", json!({})).await;
        assert_eq!(uris(&list["resources"]), [REFUNDS, ESCALATE, ZIP, DAILY]);
        assert_eq!(list["resources"][2]["name"], "zip");
        let zip = peer.result("resources/read", json!({"uri": ZIP})).await;
        assert_ne!(zip["contents"][0]["text"], "own");
        let daily = peer.result("resources/read", json!({"uri": DAILY})).await;
        assert_eq!(daily["contents"][0]["text"], "own");
        let (code, _) = peer
            .error("resources/read", json!({"uri": "skill://zip"}))
            .await;
        assert_eq!(code, revision.not_found());
    }
}

#[tokio::test]
async fn catalogs_stack() {
    const MORE: &str = "skill://more/SKILL.md";
    static OTHER: LazyLock<Catalog> = LazyLock::new(|| {
        let files = vec![md(
            MORE,
            "SKILL.md",
            "---\nname: more\ndescription: M\n---\n",
        )]
        .leak();
        let frontmatter = r#"{"name":"more","description":"M"}"#;
        let skills = vec![skill("more", "M", frontmatter, files, 0, 0)].leak();
        catalog(skills, files, digest_of(files))
    });
    for revision in BOTH {
        let server = OTHER.attach(Arc::new(SKILLS.server("acme", "1")));
        let mut peer = Peer::connect(server, revision).await;
        for (method, key) in [("skills/list", "skills"), ("resources/list", "resources")] {
            let list = peer.result(method, json!({})).await;
            assert_eq!(uris(&list[key]), [MORE, REFUNDS, ESCALATE, ZIP], "{method}");
        }
        for uri in [MORE, ZIP] {
            let entry = peer.result("skills/get", json!({"uri": uri})).await;
            assert_eq!(entry["skill"]["uri"], uri);
            let read = peer.result("resources/read", json!({"uri": uri})).await;
            assert_eq!(read["contents"][0]["uri"], uri);
        }
        let missing = json!({"uri": "skill://x/SKILL.md"});
        assert_eq!(
            peer.error("skills/get", missing).await,
            (-32602, "no skill is served at `skill://x/SKILL.md`".into())
        );
    }
}
