//! A client that was told what to expect.

use serde_json::{Value, json, to_value};
use skills_runtime::client::{EntryError, Error, PinError};
use skills_runtime::{Catalog, Digest, skills};

use crate::server::{BOTH, Revision, within};
use crate::site::{FILL, PDF, Site, entry, resource};

static EXPECTED: Catalog = skills!("./skills", allow(untracked_folder));

const URI: &str = "skill://pdf-processing/SKILL.md";
const FORMS: &str = "skill://pdf-processing/references/forms.md";

/// A server that has the expected skill, bent by the test.
fn site(bend: impl FnOnce(&mut Value)) -> Site {
    let mut site = Site::new();
    let mut skill = to_value(EXPECTED.get_skill(URI).unwrap().skill).unwrap();
    bend(&mut skill);
    site.skills = vec![skill];
    for file in EXPECTED.skills()[0].files() {
        site.serve(file.uri(), file.bytes());
    }
    site
}

/// Why the bent entry is refused, as `list` and `get` say it.
async fn refused(bend: impl Fn(&mut Value)) -> PinError {
    let connection = site(&bend).connect(Revision::Modern).await;
    let client = connection.client.clone().pinned(&EXPECTED);
    let Error::Invalid(listed) = within(client.list()).await.unwrap_err() else {
        panic!("not refused as invalid");
    };
    let Error::Invalid(got) = within(client.get(URI)).await.unwrap_err() else {
        panic!("not refused as invalid");
    };
    assert_eq!(listed, got);
    match &listed[..] {
        [entry] => match &entry.reason {
            EntryError::Pinned(error) => error.clone(),
            reason => panic!("{reason}"),
        },
        entries => panic!("{entries:?}"),
    }
}

#[tokio::test]
async fn the_embedded_skill_is_accepted_and_read() {
    for revision in BOTH {
        let connection = site(|_| ()).connect(revision).await;
        let client = connection.client.clone().pinned(&EXPECTED);
        let listing = within(client.list()).await.unwrap();
        assert_eq!(listing.skills.len(), 1);
        for file in EXPECTED.skills()[0].files() {
            let read = within(client.read(&listing.skills[0], file.path()))
                .await
                .unwrap();
            assert_eq!(read.bytes, file.bytes());
        }
    }
}

#[tokio::test]
async fn a_file_with_another_digest_or_size_is_refused() {
    let digest = Digest::of(b"other").to_string();
    let error = refused(|skill| skill["resources"][1]["digest"] = json!(digest)).await;
    assert_eq!(
        error.to_string(),
        "not as pinned, changed `skill://pdf-processing/references/forms.md`"
    );
    let error = refused(|skill| skill["resources"][1]["size"] = json!(1)).await;
    assert_eq!(
        error,
        PinError::Differs {
            added: vec![],
            removed: vec![],
            changed: vec![FORMS.into()],
            fields: vec![],
        }
    );
}

#[tokio::test]
async fn files_that_were_added_and_removed_are_named() {
    let error = refused(|skill| {
        skill["resources"][1] = resource(("skill://pdf-processing/scripts/run.sh", b""));
    })
    .await;
    assert_eq!(
        error.to_string(),
        "not as pinned, added `skill://pdf-processing/scripts/run.sh`, \
         removed `skill://pdf-processing/references/forms.md`"
    );
}

#[tokio::test]
async fn one_file_more_and_one_file_less_are_enough() {
    let uri = "skill://pdf-processing/extra.md";
    let added = refused(|skill| {
        let files = skill["resources"].as_array_mut().unwrap();
        files.push(resource((uri, b"")));
    })
    .await;
    assert_eq!(added.to_string(), format!("not as pinned, added `{uri}`"));
    let removed = refused(|skill| {
        skill["resources"].as_array_mut().unwrap().remove(1);
    })
    .await;
    assert_eq!(
        removed.to_string(),
        format!("not as pinned, removed `{FORMS}`")
    );
}

#[tokio::test]
async fn another_frontmatter_is_refused() {
    let error = refused(|skill| skill["frontmatter"]["allowed-tools"] = json!("Bash")).await;
    assert_eq!(
        error.to_string(),
        "not as pinned, field `allowed-tools`: expected nothing, found `\"Bash\"`"
    );
}

#[tokio::test]
async fn a_skill_that_lost_its_digests_is_refused() {
    let error = refused(|skill| skill["resources"] = json!("dynamic")).await;
    assert_eq!(error.to_string(), "pinned, but the server gives no digests");
}

#[tokio::test]
async fn skills_that_were_not_expected_are_refused_and_the_others_kept() {
    for revision in BOTH {
        let mut site = site(|_| ());
        site.skills.extend(Site::new().skills.drain(..2));
        let connection = site.connect(revision).await;
        let client = connection.client.clone().pinned(&EXPECTED);
        let listing = within(client.list_valid()).await.unwrap();
        assert_eq!(listing.skills, [entry(&connection, URI).await]);
        let rejected: Vec<_> = listing.rejected.iter().map(ToString::to_string).collect();
        assert_eq!(
            rejected,
            [
                format!("skill `{PDF}` at position 1: not one of the pinned skills"),
                format!("skill `{FILL}` at position 2: not one of the pinned skills"),
            ]
        );
    }
}

#[tokio::test]
async fn the_same_skill_under_another_uri_is_not_the_pinned_one() {
    let connection = site(|skill| {
        let text = skill.to_string().replace("skill://", "skill://acme/");
        *skill = serde_json::from_str(&text).unwrap();
    })
    .connect(Revision::Legacy)
    .await;
    let client = connection.client.clone().pinned(&EXPECTED);
    let error = within(client.list()).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "skill `skill://acme/pdf-processing/SKILL.md` at position 0: not one of the pinned skills"
    );
}
