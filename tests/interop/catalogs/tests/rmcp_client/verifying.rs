use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::Duration;

use base64::{Engine, prelude::BASE64_STANDARD};
use catalogs_server::{FOLDER, HARD, MANY, ONE};
use rmcp::model::{
    ClientConfig, DIRECTORY_MIME_TYPE, GetSkillRequestParams, PaginatedRequestParams,
    ProtocolVersion, ReadResourceDirectoryRequestParams, ReadResourceRequestParams,
    ResourceContents, Skill, SkillResource, SkillResources, validate_skills,
};
use rmcp::service::RunningService;
use rmcp::{ClientLifecycleMode, ClientServiceExt, RoleClient, ServiceExt};
use skills_runtime::Catalog;
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_secs(120);

type Client = RunningService<RoleClient, ClientConfig>;

fn revisions() -> [(ProtocolVersion, ClientLifecycleMode); 2] {
    let newer = ProtocolVersion::V_2026_07_28;
    let preferred_versions = vec![newer.clone()];
    [
        (
            ProtocolVersion::V_2025_11_25,
            ClientLifecycleMode::Initialize,
        ),
        (newer, ClientLifecycleMode::Discover { preferred_versions }),
    ]
}

async fn connect(
    catalog: &'static Catalog,
    (version, lifecycle): (ProtocolVersion, ClientLifecycleMode),
) -> Client {
    let (near, far) = tokio::io::duplex(1 << 20);
    let server = catalog.server("catalogs", "1");
    tokio::spawn(async move { server.serve(far).await.unwrap().waiting().await });
    let mut config = ClientConfig::default();
    config.protocol_version = version;
    let connecting = config.serve_with_lifecycle(near, lifecycle);
    timeout(PATIENCE, connecting).await.unwrap().unwrap()
}

/// What is on disk: URI to bytes, with names escaped as RFC 3986 has it.
fn on_disk(catalog: &str) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![(Path::new(FOLDER).join(catalog), "skill:/".to_owned())];
    while let Some((folder, uri)) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let uri = format!(
                "{uri}/{}",
                escaped(path.file_name().unwrap().to_str().unwrap())
            );
            if path.is_dir() {
                folders.push((path, uri));
            } else {
                files.insert(uri, fs::read(path).unwrap());
            }
        }
    }
    files
}

fn escaped(name: &str) -> String {
    let keeps = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@".contains(&byte);
    let escape = |byte: u8| match keeps(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    name.bytes().map(escape).collect()
}

/// Every page, at most as many as a host would ask for.
async fn listed(client: &Client) -> Vec<Skill> {
    let (mut skills, mut cursor) = (Vec::new(), None);
    for _ in 0..50 {
        let request = PaginatedRequestParams::default().with_cursor(cursor);
        let page = client.list_skills(Some(request)).await.unwrap();
        validate_skills(&page.skills).unwrap();
        skills.extend(page.skills);
        cursor = page.next_cursor;
        if cursor.is_none() {
            return skills;
        }
    }
    panic!("more than 50 pages");
}

async fn read(client: &Client, resource: &SkillResource) -> Vec<u8> {
    let request = ReadResourceRequestParams::new(&resource.uri);
    let result = client.read_resource(request).await.unwrap();
    let [contents] = &*result.contents else {
        panic!("{}: {} contents", resource.uri, result.contents.len());
    };
    let (uri, bytes) = match contents {
        ResourceContents::TextResourceContents { uri, text, .. } => (uri, text.as_bytes().to_vec()),
        ResourceContents::BlobResourceContents { uri, blob, .. } => {
            (uri, BASE64_STANDARD.decode(blob).unwrap())
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(uri, &resource.uri);
    resource.verify(&bytes).unwrap();
    bytes
}

fn files(skill: &Skill) -> &[SkillResource] {
    match &skill.resources {
        SkillResources::Files(files) => files,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn everything_that_is_on_disk_is_listed_read_and_verified() {
    let expected = on_disk("hard");
    assert!(expected.len() > 80, "{}", expected.len());
    for revision in revisions() {
        let client = connect(&HARD, revision).await;
        let mut found = BTreeMap::new();
        let skills = listed(&client).await;
        for skill in &skills {
            let got = client
                .get_skill(GetSkillRequestParams::new(&skill.uri))
                .await
                .unwrap();
            assert_eq!(&got.skill, skill);
            for file in files(skill) {
                found.insert(file.uri.clone(), read(&client, file).await);
            }
        }
        assert!(
            found == expected,
            "{:?}",
            found.keys().zip(expected.keys()).find(|(a, b)| a != b)
        );
        let names: Vec<_> = skills
            .iter()
            .map(|skill| &*skill.frontmatter.name)
            .collect();
        assert_eq!(names, ["deep", "names", "outer", "inner", "sizes"]);
    }
}

#[tokio::test]
async fn every_file_is_reached_by_directory_reads() {
    for revision in revisions() {
        let client = connect(&HARD, revision).await;
        for skill in listed(&client).await {
            let root = skill.uri.strip_suffix("/SKILL.md").unwrap().to_owned();
            let (mut folders, mut found) = (vec![root], BTreeSet::new());
            while let Some(uri) = folders.pop() {
                let request = ReadResourceDirectoryRequestParams::new(uri);
                let page = client.read_resource_directory(request).await.unwrap();
                assert_eq!(page.next_cursor, None);
                for child in page.resources {
                    match child.mime_type.as_deref() {
                        Some(DIRECTORY_MIME_TYPE) => folders.push(child.uri),
                        _ => drop(found.insert(child.uri)),
                    }
                }
            }
            let listed: BTreeSet<_> = files(&skill).iter().map(|file| file.uri.clone()).collect();
            assert_eq!(found, listed);
        }
    }
}

#[tokio::test]
async fn many_skills_and_one_are_listed_whole() {
    for revision in revisions() {
        let client = connect(&MANY, revision.clone()).await;
        assert_eq!(listed(&client).await.len(), 2_000);
        let client = connect(&ONE, revision).await;
        let skills = listed(&client).await;
        assert_eq!(skills.len(), 1);
        for file in files(&skills[0]) {
            read(&client, file).await;
        }
    }
}
