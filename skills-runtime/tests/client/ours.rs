//! A client against the catalogs of this crate, through rmcp on both ends.

use rmcp::model::ProtocolVersion;
use rmcp::service::RunningService;
use rmcp::{ClientLifecycleMode, ClientServiceExt, RoleClient, ServerHandler, ServiceExt};
use skills_runtime::client::{Freshness, Limits, SkillsClient, Standing};

use crate::fixture::SKILLS;
use crate::server::{BOTH, Revision, within};

struct Server;

impl ServerHandler for Server {}

async fn connect(revision: Revision) -> RunningService<RoleClient, ()> {
    let (near, far) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move {
        SKILLS
            .attach(Server)
            .serve(far)
            .await
            .unwrap()
            .waiting()
            .await
    });
    match revision {
        Revision::Legacy => within(().serve(near)).await.unwrap(),
        Revision::Modern => {
            let lifecycle = ClientLifecycleMode::Discover {
                preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            };
            within(().serve_with_lifecycle(near, lifecycle))
                .await
                .unwrap()
        }
    }
}

#[tokio::test]
async fn every_file_of_every_skill_is_read_and_verified() {
    for revision in BOTH {
        let running = connect(revision).await;
        let client = SkillsClient::new(running.peer().clone());
        let listing = within(client.list()).await.unwrap();
        let skills = listing.skills.iter().zip(SKILLS.skills());
        let mut read = 0;
        for (entry, skill) in skills {
            assert_eq!(entry.uri(), skill.uri());
            for file in skill.files() {
                let found = within(client.read(entry, file.uri())).await.unwrap();
                assert_eq!(found.bytes, file.bytes());
                assert_eq!(found.media_type.as_deref(), Some(file.media_type()));
                assert!(found.is_verified);
                read += 1;
            }
            let refreshed = within(client.refresh(entry)).await.unwrap();
            assert_eq!(refreshed, Freshness::Current);
        }
        assert_eq!((listing.skills.len(), read), (3, 14));
    }
}

#[tokio::test]
async fn every_folder_of_every_skill_lists_files_of_its_entry() {
    for revision in BOTH {
        let running = connect(revision).await;
        let client = SkillsClient::new(running.peer().clone());
        for entry in within(client.list()).await.unwrap().skills {
            let mut folders = vec![entry.root_uri().to_owned()];
            let mut files = 0;
            while let Some(folder) = folders.pop() {
                let found = within(client.read_directory(&entry, &folder))
                    .await
                    .unwrap();
                for child in found.children {
                    assert_eq!(child.standing, Standing::Listed, "{}", child.resource.uri);
                    if child.resource.is_directory() {
                        folders.push(child.resource.uri);
                    } else {
                        files += 1;
                    }
                }
            }
            assert_eq!(Some(files), entry.files().map(<[_]>::len));
        }
    }
}

#[tokio::test]
async fn a_catalog_is_what_is_pinned_to_it() {
    for revision in BOTH {
        let running = connect(revision).await;
        let client = SkillsClient::new(running.peer().clone())
            .with_limits(Limits::default().with_request_time(None))
            .pinned(&SKILLS);
        assert_eq!(within(client.list()).await.unwrap().skills.len(), 3);
    }
}
