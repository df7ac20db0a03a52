//! What verifying costs: a skill of 16 MiB read through `SkillsClient`, against the same reads through
//! rmcp alone plus the hashing, over the same pipe in the same run.
//!
//! `cargo bench -p skills-runtime --features client --bench client` prints the medians and fails when
//! the ratio is above 1.2.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use rmcp::model::{ReadResourceRequestParams, ResourceContents};
use rmcp::service::RunningService;
use rmcp::{RoleClient, ServiceExt};
use skills_runtime::__private::{blob, catalog, skill, text};
use skills_runtime::client::{Entry, SkillsClient};
use skills_runtime::{Catalog, Digest, SkillFile};

const FILES: usize = 32;
const FILE_BYTES: usize = 512 * 1024;
const ROUNDS: usize = 15;
const LIMIT: f64 = 1.2;

const SKILL_MD: &str = "---\nname: large\ndescription: Sixteen mebibytes\n---\n";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let catalog: &'static Catalog = Box::leak(Box::new(large()));
    let connection = connect(catalog).await?;
    let client = SkillsClient::new(connection.peer().clone());
    let entry = client.list().await?.skills.remove(0);
    let (mut plain, mut hashed, mut verified) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        plain.push(read_plainly(&connection, &entry).await?);
        hashed.push(hash(catalog));
        verified.push(read_verified(&client, &entry).await?);
    }
    let (plain, hashed, verified) = (median(plain), median(hashed), median(verified));
    let ratio = verified.as_secs_f64() / (plain + hashed).as_secs_f64();
    println!("plain reads    {plain:>10.1?}");
    println!("hashing        {hashed:>10.1?}");
    println!("verified reads {verified:>10.1?}");
    println!("verified / (plain + hashing) = {ratio:.3}, at most {LIMIT}");
    connection.cancel().await?;
    Ok(ExitCode::from(u8::from(ratio > LIMIT)))
}

async fn connect(
    catalog: &'static Catalog,
) -> Result<RunningService<RoleClient, ()>, Box<dyn std::error::Error>> {
    let (near, far) = tokio::io::duplex(1 << 20);
    tokio::spawn(async move {
        let server = catalog.server("bench", "0").serve(far).await;
        if let Ok(server) = server {
            server.waiting().await.ok();
        }
    });
    Ok(().serve(near).await?)
}

async fn read_plainly(
    connection: &RunningService<RoleClient, ()>,
    entry: &Entry,
) -> Result<Duration, Box<dyn std::error::Error>> {
    let start = Instant::now();
    for file in entry.files().unwrap_or_default() {
        let request = ReadResourceRequestParams::new(file.uri());
        let result = connection.read_resource(request).await?;
        for content in result.contents {
            black_box(bytes(content)?);
        }
    }
    Ok(start.elapsed())
}

/// A plain read ends with the bytes too.
fn bytes(content: ResourceContents) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    use base64::{Engine, prelude::BASE64_STANDARD};
    match content {
        ResourceContents::TextResourceContents { text, .. } => Ok(text.into_bytes()),
        ResourceContents::BlobResourceContents { blob, .. } => Ok(BASE64_STANDARD.decode(blob)?),
        _ => Err("expected text or a blob".into()),
    }
}

fn hash(catalog: &Catalog) -> Duration {
    let start = Instant::now();
    for file in catalog.skills().iter().flat_map(|skill| skill.files()) {
        black_box(Digest::of(file.bytes()));
    }
    start.elapsed()
}

async fn read_verified(
    client: &SkillsClient,
    entry: &Entry,
) -> Result<Duration, Box<dyn std::error::Error>> {
    let start = Instant::now();
    for file in entry.files().unwrap_or_default() {
        black_box(client.read(entry, file.uri()).await?);
    }
    Ok(start.elapsed())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// One skill of exactly the size that every host must take, half of it text and half binary.
fn large() -> Catalog {
    let mut files: Vec<SkillFile> = (1..FILES).map(file).collect();
    let rest = FILE_BYTES - SKILL_MD.len();
    files.push(large_text(FILES, rest));
    let uri = "skill://large/SKILL.md";
    files.push(file_of(uri, SKILL_MD, None));
    files.sort_unstable_by_key(SkillFile::uri);
    let at = files.iter().position(|file| file.uri() == uri);
    let files: &'static [SkillFile] = files.leak();
    let frontmatter = r#"{"name":"large","description":"Sixteen mebibytes"}"#;
    let skill = skill(
        "large",
        "Sixteen mebibytes",
        frontmatter,
        files,
        at.unwrap_or_default(),
        SKILL_MD.len(),
    );
    catalog(vec![skill].leak(), files, &[0; 32])
}

fn file(index: usize) -> SkillFile {
    if index.is_multiple_of(2) {
        return large_text(index, FILE_BYTES);
    }
    let bytes: Vec<u8> = (0..FILE_BYTES).map(|at| (at * index % 251) as u8).collect();
    file_of(&uri(index), "", Some(bytes.leak()))
}

fn large_text(index: usize, length: usize) -> SkillFile {
    let line = format!("- line of file {index}, with \"quotes\" and words\n");
    let mut content = line.repeat(length / line.len() + 1);
    content.truncate(length);
    file_of(&uri(index), &content, None)
}

fn uri(index: usize) -> String {
    format!("skill://large/files/{index:02}")
}

/// A file as `skills!` embeds it.
fn file_of(uri: &str, content: &str, bytes: Option<&'static [u8]>) -> SkillFile {
    let at = |index: usize| u32::try_from(index).unwrap_or_default();
    let (start, end) = (content.len(), content.len() + uri.len());
    let path = start + "skill://large/".len();
    let (uri_at, path_at) = ([at(start), at(end)], [at(path), at(end)]);
    let digest = Digest::of(bytes.unwrap_or(content.as_bytes())).to_string();
    match bytes {
        None => {
            let packed = [content, uri, &digest, "text/markdown"].concat().leak();
            text(packed, uri_at, path_at)
        }
        Some(bytes) => {
            let packed = [uri, &digest, "application/octet-stream"].concat().leak();
            blob(packed, uri_at, path_at, bytes)
        }
    }
}
