//! The skills folder may go: a built server needs nothing beside itself.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use rmcp::transport::TokioChildProcess;
use tokio::process::Command;

use crate::peer::{BOTH, Peer, promised};
use crate::scratch::{built, folder};
use crate::trees::{files_below, path_of};

#[tokio::test]
async fn a_server_whose_crate_is_deleted_lists_reads_and_verifies_every_file() {
    let alone = tempfile::tempdir().unwrap();
    let server = move_away(alone.path());
    let expected = expected();
    let mut skills: BTreeSet<_> = expected.keys().cloned().collect();
    // It has no frontmatter.
    assert!(skills.remove("contents/any-bytes/templates/SKILL.md"));
    skills.retain(|path| path.ends_with("/SKILL.md"));
    for revision in BOTH {
        let mut command = Command::new(&server);
        command.current_dir(alone.path()).env_clear();
        let peer = Peer::connect(TokioChildProcess::new(command).unwrap(), revision).await;
        let mut read = BTreeMap::new();
        let mut listed = BTreeSet::new();
        for skill in peer.list().await {
            assert_eq!(peer.get(&skill.uri).await.unwrap(), skill);
            let files: BTreeMap<_, _> = promised(&skill)
                .iter()
                .map(|file| (file.uri.clone(), file.size))
                .collect();
            let root = skill.uri.strip_suffix("/SKILL.md").unwrap();
            assert_eq!(peer.walk(root).await, files);
            let files = peer.verify(&skill).await;
            read.extend(files.into_iter().map(|(uri, bytes)| (path_of(&uri), bytes)));
            listed.insert(path_of(&skill.uri));
        }
        peer.close().await;
        assert_eq!(listed, skills);
        assert!(read == expected, "{revision:?}");
    }
}

/// Takes the server out of its folder, and deletes the crate with its skills.
fn move_away(to: &Path) -> PathBuf {
    let server = built("server");
    assert!(server.messages.is_empty(), "{:#?}", server.messages);
    let built = server.executable.as_ref().expect("the server is built");
    let moved = to.join(built.file_name().unwrap());
    fs::copy(built, &moved).unwrap();
    let skills = folder("server").join("skills");
    assert!(skills.is_dir());
    fs::remove_dir_all(folder("server")).unwrap();
    assert!(!skills.exists());
    moved
}

/// Every file that the server embedded, where it was copied from.
fn expected() -> BTreeMap<String, Vec<u8>> {
    let trees = Path::new(env!("CARGO_MANIFEST_DIR")).join("skills");
    files_below(&trees).into_iter().collect()
}
