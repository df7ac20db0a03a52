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
use skills_runtime::__private::{catalog, skill};
use skills_runtime::client::{Entry, SkillsClient};
use skills_runtime::{Catalog, Digest, SkillFile};

#[path = "../tests/wire/fixture.rs"]
#[allow(
    dead_code,
    clippy::unwrap_used,
    reason = "the wire tests use more of it, and may panic"
)]
mod fixture;

use fixture::{blob, digest, text};

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
    files.push(text(
        uri,
        "SKILL.md",
        "text/markdown",
        digest(SKILL_MD.as_bytes()),
        SKILL_MD,
    ));
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
    catalog(vec![skill].leak(), files, digest(b""))
}

fn file(index: usize) -> SkillFile {
    if index.is_multiple_of(2) {
        return large_text(index, FILE_BYTES);
    }
    let bytes: Vec<u8> = (0..FILE_BYTES).map(|at| (at * index % 251) as u8).collect();
    let bytes: &'static [u8] = bytes.leak();
    let (uri, path) = place(index);
    blob(uri, path, "application/octet-stream", digest(bytes), bytes)
}

fn large_text(index: usize, length: usize) -> SkillFile {
    let line = format!("- line of file {index}, with \"quotes\" and words\n");
    let mut content = line.repeat(length / line.len() + 1);
    content.truncate(length);
    let content: &'static str = content.leak();
    let (uri, path) = place(index);
    text(
        uri,
        path,
        "text/markdown",
        digest(content.as_bytes()),
        content,
    )
}

fn place(index: usize) -> (&'static str, &'static str) {
    let uri: &'static str = format!("skill://large/files/{index:02}").leak();
    (uri, uri.strip_prefix("skill://large/").unwrap_or(uri))
}
