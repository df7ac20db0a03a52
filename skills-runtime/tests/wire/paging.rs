//! Listings in pages.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Value, json};
use skills_runtime::Catalog;
use tokio::sync::mpsc::unbounded_channel;

use crate::fixture::SKILLS;
use crate::large::{LATER, MANY, OTHER, PAGE_LIMIT, WIDE, uris, wide_folder};
use crate::peer::{BOTH, Peer, Revision};
use crate::servers::{DAILY, Everything, OwnSkills, Public, WEEKLY};

/// One page as it came over the wire.
struct Page {
    result: Value,
    len: usize,
}

/// Every page of a listing, followed cursor by cursor.
async fn pages(peer: &mut Peer, method: &str, mut params: Value) -> Vec<Page> {
    let mut pages = Vec::new();
    let mut cursors = BTreeSet::new();
    loop {
        let result = peer.result(method, params.clone()).await;
        let cursor = result.get("nextCursor").cloned();
        pages.push(Page {
            result,
            len: peer.last_len,
        });
        let Some(cursor) = cursor else {
            return pages;
        };
        assert_ne!(cursor, json!(""));
        assert!(
            cursors.insert(cursor.to_string()),
            "{cursor} was given twice"
        );
        params["cursor"] = cursor;
    }
}

fn listed(pages: &[Page], key: &str) -> Vec<String> {
    let items = pages
        .iter()
        .flat_map(|page| page.result[key].as_array().unwrap());
    items
        .map(|item| item["uri"].as_str().unwrap().to_owned())
        .collect()
}

fn assert_sizes(pages: &[Page], at_least: usize) {
    assert!(
        pages.len() >= at_least && pages.len() <= 50,
        "{}",
        pages.len()
    );
    for page in pages {
        assert!(page.len <= PAGE_LIMIT, "{}", page.len);
    }
}

#[tokio::test]
async fn two_thousand_skills_come_in_pages_of_a_mebibyte() {
    for revision in BOTH {
        let mut peer = Peer::connect(MANY.server("acme", "1"), revision).await;
        let skills = pages(&mut peer, "skills/list", json!({})).await;
        assert_sizes(&skills, 15);
        assert_eq!(listed(&skills, "skills"), uris(&MANY));
        let resources = pages(&mut peer, "resources/list", json!({})).await;
        assert_sizes(&resources, 2);
        assert_eq!(listed(&resources, "resources"), uris(&MANY));
        let n_files = skills
            .iter()
            .flat_map(|page| page.result["skills"].as_array().unwrap());
        assert!(
            n_files
                .into_iter()
                .all(|skill| skill["resources"].as_array().unwrap().len() == 50)
        );
    }
}

#[tokio::test]
async fn a_wide_folder_comes_in_pages_too() {
    for revision in BOTH {
        let mut peer = Peer::connect(WIDE.server("acme", "1"), revision).await;
        let params = json!({"uri": wide_folder()});
        let children = pages(&mut peer, "resources/directory/read", params).await;
        assert_sizes(&children, 3);
        let files = WIDE.skills()[0].files().iter().skip(1);
        let files: Vec<_> = files.map(|file| file.uri()).collect();
        assert_eq!(listed(&children, "resources"), files);
    }
}

#[test]
fn a_handler_that_delegates_by_hand_gets_the_same_pages() {
    let (mut cursor, mut skills, mut resources) = (None, Vec::new(), Vec::new());
    loop {
        let page = MANY.list_skills_page(cursor.as_deref()).unwrap();
        skills.extend(page.skills);
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    loop {
        let page = MANY.list_resources_page(cursor.as_deref()).unwrap();
        resources.extend(page.resources);
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(skills, MANY.list_skills().skills);
    assert_eq!(resources, MANY.resources());
    let error = MANY.list_skills_page(Some("two")).unwrap_err();
    assert_eq!(error.message, "unknown cursor `two`");
    let folder = wide_folder();
    let first = WIDE.read_resource_directory_page(&folder, None).unwrap();
    let all = WIDE.read_resource_directory(&folder).unwrap();
    assert_eq!(first.resources, all.resources[..first.resources.len()]);
    assert_eq!((first.next_cursor.is_some(), all.next_cursor), (true, None));
}

#[tokio::test]
async fn a_cursor_is_good_in_the_next_build() {
    for revision in BOTH {
        let mut now = Peer::connect(MANY.server("acme", "1"), revision).await;
        let mut later = Peer::connect(LATER.server("acme", "2"), revision).await;
        for (method, key) in [("skills/list", "skills"), ("resources/list", "resources")] {
            for page in pages(&mut now, method, json!({})).await.iter().step_by(6) {
                let Some(cursor) = page.result.get("nextCursor") else {
                    continue;
                };
                let last = page.result[key].as_array().unwrap().last().unwrap()["uri"].clone();
                let rest = pages(&mut later, method, json!({"cursor": cursor})).await;
                let behind = uris(&LATER);
                let behind = behind
                    .into_iter()
                    .filter(|uri| *uri > last.as_str().unwrap());
                assert_eq!(listed(&rest, key), behind.collect::<Vec<_>>());
                assert_sizes(&rest, 1);
            }
        }
    }
}

#[tokio::test]
async fn a_cursor_is_for_the_listing_that_gave_it() {
    for revision in BOTH {
        let mut peer = Peer::connect(MANY.server("acme", "1"), revision).await;
        let skills = peer.result("skills/list", json!({})).await["nextCursor"].clone();
        let resources = peer.result("resources/list", json!({})).await["nextCursor"].clone();
        let damaged = skills
            .as_str()
            .unwrap()
            .replace("-runtime:s", "-runtime:sA");
        let uri = "skill://many/skill-0000";
        for (method, cursor) in [
            ("skills/list", resources.as_str().unwrap()),
            ("resources/list", skills.as_str().unwrap()),
            ("resources/directory/read", skills.as_str().unwrap()),
            ("skills/list", &damaged),
            ("skills/list", "skills-runtime:"),
            ("skills/list", "skills-runtime:+"),
            ("skills/list", ""),
            ("resources/list", "skills-runtime:+x"),
        ] {
            let asked = peer
                .error(method, json!({"cursor": cursor, "uri": uri}))
                .await;
            let shown = cursor.strip_prefix("skills-runtime:+").unwrap_or(cursor);
            assert_eq!(
                asked,
                (-32602, format!("unknown cursor `{shown}`")),
                "{method}"
            );
        }
    }
}

#[tokio::test]
async fn a_cursor_of_one_folder_is_not_for_another() {
    let mut peer = Peer::connect(WIDE.server("acme", "1"), Revision::Modern).await;
    let method = "resources/directory/read";
    let first = peer.result(method, json!({"uri": wide_folder()})).await;
    let params = json!({"uri": "skill://wide", "cursor": first["nextCursor"]});
    let (code, message) = peer.error(method, params).await;
    assert_eq!(code, -32602);
    assert!(
        message.starts_with("unknown cursor `skills-runtime:d"),
        "{message}"
    );
}

#[tokio::test]
async fn the_servers_own_pages_follow_those_of_the_catalog() {
    for revision in BOTH {
        let mut peer = Peer::connect(MANY.attach(OwnSkills), revision).await;
        let skills = pages(&mut peer, "skills/list", json!({})).await;
        let own = [
            "skill://z%69p/SKILL.md",
            DAILY,
            WEEKLY,
            "skill://acme/refunds/SKILL.md",
        ];
        assert_eq!(listed(&skills, "skills"), [&uris(&MANY)[..], &own].concat());
        assert_sizes(&skills[..skills.len() - 2], 14);
        assert_eq!(skills[skills.len() - 2].result["nextCursor"], "more");

        let (heard, _receiver) = unbounded_channel();
        let mut peer = Peer::connect(MANY.attach(Everything { heard }), revision).await;
        let resources = pages(&mut peer, "resources/list", json!({})).await;
        let own = ["mem://one", "mem://two"];
        assert_eq!(
            listed(&resources, "resources"),
            [&uris(&MANY)[..], &own].concat()
        );
        assert_eq!(resources[resources.len() - 2].result["nextCursor"], "two");
    }
}

#[tokio::test]
async fn pages_that_do_not_fit_together_are_two() {
    for revision in BOTH {
        let server = SKILLS.attach(Public {
            n_resources: 20_000,
        });
        let mut peer = Peer::connect(server, revision).await;
        let found = pages(&mut peer, "resources/list", json!({})).await;
        let lens: Vec<_> = found
            .iter()
            .map(|page| page.result["resources"].as_array().unwrap().len())
            .collect();
        assert_eq!(lens, [3, 20_000, 1]);
        let scopes: Vec<_> = found
            .iter()
            .map(|page| &page.result["cacheScope"])
            .collect();
        assert_eq!(scopes, [&json!("public"); 3]);
    }
}

#[tokio::test]
async fn all_pages_have_the_same_cache_scope() {
    for (catalog, scope) in [(&*SKILLS, "public"), (&*MANY, "private")] {
        let server = catalog.attach(Public { n_resources: 10 });
        let mut peer = Peer::connect(server, Revision::Modern).await;
        for (method, key) in [("skills/list", "skills"), ("resources/list", "resources")] {
            for page in pages(&mut peer, method, json!({})).await {
                assert!(!page.result[key].as_array().unwrap().is_empty());
                assert_eq!(page.result["cacheScope"], scope, "{method}");
            }
        }
    }
}

#[tokio::test]
async fn stacked_catalogs_keep_their_cursors_apart() {
    for revision in BOTH {
        let inner: &'static Catalog = &MANY;
        let server = OTHER.attach(Arc::new(inner.attach(Box::new(SKILLS.attach(OwnSkills)))));
        let mut peer = Peer::connect(server, revision).await;
        let skills = pages(&mut peer, "skills/list", json!({})).await;
        let expected = [
            uris(&OTHER),
            uris(inner),
            uris(&SKILLS),
            vec![DAILY, WEEKLY],
        ]
        .concat();
        assert_eq!(listed(&skills, "skills"), expected);
        assert_sizes(&skills, 17);
        let resources = pages(&mut peer, "resources/list", json!({})).await;
        let expected = [uris(&OTHER), uris(inner), uris(&SKILLS), vec![DAILY]].concat();
        assert_eq!(listed(&resources, "resources"), expected);
    }
}

#[tokio::test]
async fn a_cursor_that_is_not_ours_goes_to_the_server() {
    for revision in BOTH {
        let mut peer = Peer::connect(SKILLS.attach(OwnSkills), revision).await;
        for cursor in ["x", "skills-runtime:+x", "skills-runtime", ""] {
            let asked = peer.error("skills/list", json!({"cursor": cursor})).await;
            assert_eq!(asked, (-32602, "own: cursor".into()), "{cursor}");
        }
    }
}
