//! Connects to an MCP server, lists its skills, then reads and verifies every file of them.
//!
//! `inspect -- COMMAND ARGS…` starts a server and talks over its stdin and stdout; `inspect --url URL`
//! connects over streamable HTTP. The exit code is 0 when the server keeps everything its entries
//! promise; otherwise the reasons are on stderr.

mod arguments;
mod check;
mod connect;
mod table;

use std::io::{Write, stderr};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use skills_runtime::client::SkillsClient;

use crate::arguments::Arguments;
use crate::check::Report;

/// A server that starts more slowly is taken for one that does not start.
const CONNECT: Duration = Duration::from_secs(60);

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<ExitCode> {
    let Some(arguments) = Arguments::parse(lexopt::Parser::from_env())? else {
        println!("{}", arguments::USAGE);
        return Ok(ExitCode::SUCCESS);
    };
    let connection = tokio::time::timeout(CONNECT, connect::to(&arguments))
        .await
        .context("the server does not answer")??;
    let report = inspect(&SkillsClient::new(connection.peer().clone())).await?;
    connection.cancel().await?;
    conclude(&report)
}

/// Prints the skills before they are read: a file that fails must not hide what there is.
async fn inspect(client: &SkillsClient) -> anyhow::Result<Report> {
    let listing = client
        .list_valid()
        .await
        .context("cannot list the skills")?;
    print!("{}", table::of(&listing.skills));
    Ok(check::everything(client, listing).await)
}

fn conclude(report: &Report) -> anyhow::Result<ExitCode> {
    println!(
        "{} skills: {} files read ({} bytes), {} of them verified.",
        report.skills, report.files, report.bytes, report.verified
    );
    if report.reasons.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    let mut stderr = stderr().lock();
    for reason in &report.reasons {
        writeln!(stderr, "{reason}")?;
    }
    Ok(ExitCode::FAILURE)
}
