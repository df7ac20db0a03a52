//! What a catalog answers, as small facts that can be compared one by one.

use std::collections::{BTreeMap, BTreeSet};

use rmcp::ErrorData;
use rmcp::handler::server::skill_catalog::SkillCatalog;
use rmcp::model::{
    GetSkillResult, ListSkillsResult, ReadResourceDirectoryResult, ReadResourceResult, Resource,
    ResourceContents, sha256_digest,
};
use serde_json::{Value, json};
use skills_runtime::Catalog;

use crate::peer::{bytes, promised};
use crate::trees::path_of;

/// The methods that a catalog of ours has under the names of rmcp's.
pub(crate) trait Answers {
    fn list_skills(&self) -> ListSkillsResult;
    fn get_skill(&self, uri: &str) -> Result<GetSkillResult, ErrorData>;
    fn resources(&self) -> Vec<Resource>;
    fn read_resource(&self, uri: &str) -> Option<ReadResourceResult>;
    fn read_resource_directory(&self, uri: &str) -> Result<ReadResourceDirectoryResult, ErrorData>;
}

macro_rules! answers {
    ($ty:ty) => {
        impl Answers for $ty {
            fn list_skills(&self) -> ListSkillsResult {
                <$ty>::list_skills(self)
            }
            fn get_skill(&self, uri: &str) -> Result<GetSkillResult, ErrorData> {
                <$ty>::get_skill(self, uri)
            }
            fn resources(&self) -> Vec<Resource> {
                <$ty>::resources(self)
            }
            fn read_resource(&self, uri: &str) -> Option<ReadResourceResult> {
                <$ty>::read_resource(self, uri)
            }
            fn read_resource_directory(
                &self,
                uri: &str,
            ) -> Result<ReadResourceDirectoryResult, ErrorData> {
                <$ty>::read_resource_directory(self, uri)
            }
        }
    };
}

answers!(Catalog);
answers!(SkillCatalog);

/// What is said, of which decoded path, and the answer.
pub(crate) type Facts = BTreeMap<(String, String), Value>;

/// A fact that is not the same on both sides.
#[derive(Debug)]
pub(crate) struct Difference {
    pub(crate) about: String,
    pub(crate) path: String,
    pub(crate) ours: Option<Value>,
    pub(crate) theirs: Option<Value>,
}

/// Everything that a catalog answers.
pub(crate) fn facts(catalog: &impl Answers) -> Facts {
    let mut facts = Facts::new();
    let skills = catalog.list_skills().skills;
    order(&mut facts, "", skills.iter().map(|skill| &*skill.uri));
    for skill in &skills {
        let path = path_of(&skill.uri);
        let got = catalog.get_skill(&skill.uri).unwrap().skill;
        assert_eq!(&got, skill, "`skills/get` and `skills/list` of one server");
        say(&mut facts, "skill", &path, json!(skill.frontmatter));
        let files = promised(skill);
        order(&mut facts, &path, files.iter().map(|file| &*file.uri));
        for file in files {
            let promise = json!({"digest": file.digest, "size": file.size});
            say(
                &mut facts,
                &format!("file of {path}"),
                &path_of(&file.uri),
                promise,
            );
            read(&mut facts, catalog, &file.uri);
        }
        walk(
            &mut facts,
            catalog,
            skill.uri.strip_suffix("/SKILL.md").unwrap(),
        );
    }
    let resources = catalog.resources();
    order(
        &mut facts,
        "resources",
        resources.iter().map(|resource| &*resource.uri),
    );
    for resource in resources {
        let mut value = json!(resource);
        let uri = value.as_object_mut().unwrap().remove("uri").unwrap();
        say(
            &mut facts,
            "resource",
            &path_of(uri.as_str().unwrap()),
            value,
        );
    }
    facts
}

/// What differs. Of an order, only what both sides have counts: what one lacks is a difference of its own.
pub(crate) fn differences(ours: &Facts, theirs: &Facts) -> Vec<Difference> {
    let keys: BTreeSet<_> = ours.keys().chain(theirs.keys()).collect();
    let difference = |(about, path): &(String, String)| {
        let key = (about.clone(), path.clone());
        let (mut ours, mut theirs) = (ours.get(&key).cloned(), theirs.get(&key).cloned());
        if about == "order" {
            (ours, theirs) = (Some(common(ours.as_ref()?, theirs.as_ref()?)), {
                Some(common(theirs.as_ref()?, ours.as_ref()?))
            });
        }
        (ours != theirs).then_some(Difference {
            about: key.0,
            path: key.1,
            ours,
            theirs,
        })
    };
    keys.into_iter().filter_map(difference).collect()
}

/// Whether each side reads the other's spelling of a URI.
pub(crate) fn spellings(
    ours: &impl Answers,
    theirs: &impl Answers,
    our_facts: &Facts,
    their_facts: &Facts,
) -> Vec<Difference> {
    let uris = our_facts.iter().filter(|((about, _), _)| about == "uri");
    let both =
        uris.filter_map(|(key, uri)| Some((key, uri.as_str()?, their_facts.get(key)?.as_str()?)));
    let difference = |((_, path), our_uri, their_uri): (&(String, String), &str, &str)| {
        let answers = (reads(ours, their_uri), reads(theirs, our_uri));
        (answers != (true, true)).then(|| Difference {
            about: "reads the other's URI".into(),
            path: path.clone(),
            ours: Some(json!(answers.0)),
            theirs: Some(json!(answers.1)),
        })
    };
    both.filter_map(difference).collect()
}

/// URIs that nobody serves, with the codes of the errors.
pub(crate) fn refusals(ours: &impl Answers, theirs: &impl Answers) -> Vec<Difference> {
    let mut uris: BTreeSet<String> = [
        "",
        "skill://",
        "skill://nobody/SKILL.md",
        "skill://nobody",
        "file:///etc/passwd",
        "https://example.com/SKILL.md",
    ]
    .map(String::from)
    .into();
    for skill in ours.list_skills().skills {
        let root = skill.uri.strip_suffix("/SKILL.md").unwrap();
        let group = root.rsplit_once('/').unwrap().0;
        // Inside another skill it is a folder like any other.
        if theirs.read_resource_directory(group).is_err() {
            uris.insert(group.into());
        }
        uris.insert(format!("{root}/"));
        uris.insert(format!("{root}/../SKILL.md"));
        uris.insert(format!("{root}/SKILL.md?x"));
        uris.insert(format!("{root}/SKILL.md/SKILL.md"));
    }
    let codes = |server: &dyn Fn(&str) -> [Value; 3]| {
        uris.iter().map(|uri| server(uri)).collect::<Vec<_>>()
    };
    let (ours, theirs) = (
        codes(&|uri| refusal(ours, uri)),
        codes(&|uri| refusal(theirs, uri)),
    );
    let all = uris.iter().zip(ours.into_iter().zip(theirs));
    let differing = all.filter(|(_, (ours, theirs))| ours != theirs);
    let difference = |(uri, (ours, theirs)): (&String, ([Value; 3], [Value; 3]))| Difference {
        about: "refusal".into(),
        path: uri.clone(),
        ours: Some(json!(ours)),
        theirs: Some(json!(theirs)),
    };
    differing.map(difference).collect()
}

fn refusal(server: &impl Answers, uri: &str) -> [Value; 3] {
    let code = |error: Option<ErrorData>| json!(error.map(|error| error.code.0));
    [
        json!(reads(server, uri)),
        code(server.get_skill(uri).err()),
        code(server.read_resource_directory(uri).err()),
    ]
}

fn reads(server: &impl Answers, uri: &str) -> bool {
    server.read_resource(uri).is_some()
}

fn read(facts: &mut Facts, catalog: &impl Answers, uri: &str) {
    let path = path_of(uri);
    let mut contents = catalog.read_resource(uri).unwrap().contents;
    assert_eq!(contents.len(), 1, "{uri}");
    let contents = contents.remove(0);
    let (form, mime_type, echoed) = match &contents {
        ResourceContents::TextResourceContents { uri, mime_type, .. } => ("text", mime_type, uri),
        ResourceContents::BlobResourceContents { uri, mime_type, .. } => ("blob", mime_type, uri),
        other => panic!("{other:?}"),
    };
    assert_eq!(echoed, uri);
    say(facts, "uri", &path, json!(uri));
    say(facts, "form", &path, json!(form));
    say(facts, "media type", &path, json!(mime_type));
    say(
        facts,
        "bytes",
        &path,
        json!(sha256_digest(&bytes(&contents))),
    );
}

/// Every folder below one, by directory reads.
fn walk(facts: &mut Facts, catalog: &impl Answers, folder: &str) {
    let path = path_of(folder);
    let children = catalog.read_resource_directory(folder).unwrap().resources;
    order(
        facts,
        &format!("{path}/"),
        children.iter().map(|child| &*child.uri),
    );
    for child in children {
        let below = path_of(&child.uri);
        let about = format!("child of {path}");
        say(
            facts,
            &about,
            &below,
            json!({"name": child.name, "size": child.size}),
        );
        let is_folder = child.mime_type.as_deref() == Some("inode/directory");
        say(
            facts,
            &format!("media type of {about}"),
            &below,
            json!(child.mime_type),
        );
        if is_folder {
            walk(facts, catalog, &child.uri);
        }
    }
}

fn order<'a>(facts: &mut Facts, of: &str, uris: impl Iterator<Item = &'a str>) {
    say(facts, "order", of, uris.map(path_of).collect());
}

fn say(facts: &mut Facts, about: &str, path: &str, value: Value) {
    let before = facts.insert((about.into(), path.into()), value.clone());
    assert!(
        before.is_none_or(|before| before == value),
        "{about} of {path}"
    );
}

/// The elements of an order that are in another one too.
fn common(order: &Value, other: &Value) -> Value {
    let (order, other) = (order.as_array().unwrap(), other.as_array().unwrap());
    order
        .iter()
        .filter(|path| other.contains(path))
        .cloned()
        .collect()
}
