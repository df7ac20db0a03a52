//! A server in a process of its own.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, bail};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) struct Server {
    child: Child,
    /// `127.0.0.1:PORT`.
    pub(crate) address: String,
}

impl Server {
    /// Starts the program of that name, which cargo left beside this one.
    pub(crate) async fn start(name: &str) -> anyhow::Result<Self> {
        let program = beside(name)?;
        let mut command = Command::new(&program);
        command
            .args(["--port", "0"])
            .stdout(Stdio::piped())
            .kill_on_drop(true);
        let mut child = command
            .spawn()
            .with_context(|| format!("cannot start `{}`, is it built?", program.display()))?;
        let output = child.stdout.take().context("no output")?;
        let mut lines = BufReader::new(output).lines();
        let url = timeout(PATIENCE, lines.next_line()).await??;
        let url = url.context("the server printed no URL")?;
        let address = url
            .strip_prefix("http://")
            .and_then(|url| url.strip_suffix("/mcp"));
        match address {
            Some(address) if address.starts_with("127.0.0.1:") => Ok(Self {
                address: address.to_owned(),
                child,
            }),
            _ => bail!("unexpected URL `{url}`"),
        }
    }

    /// The memory that is resident, in KiB, where the system says it in `/proc`.
    pub(crate) fn resident(&self) -> Option<u64> {
        let path = format!("/proc/{}/status", self.child.id()?);
        let status = std::fs::read_to_string(path).ok()?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix("kB")?.trim().parse().ok()
    }

    pub(crate) async fn stop(mut self) -> anyhow::Result<()> {
        self.child.kill().await.context("cannot stop the server")
    }
}

fn beside(name: &str) -> anyhow::Result<PathBuf> {
    let program = std::env::current_exe()?;
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    Ok(program.with_file_name(name))
}
