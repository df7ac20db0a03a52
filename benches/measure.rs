//! What a command costs: CPU time and memory of itself and of everything that it starts.

use std::env;
use std::io::{self, Error};
use std::process::{Command, Stdio};
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

/// The argument with which this program measures the command that follows, and nothing else.
///
/// The system sums up over all children that ever ran: each measurement needs a parent of its own.
pub(crate) const MEASURE: &str = "--measure";

/// The cost of one command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    /// User and system time.
    pub(crate) cpu: Duration,
    /// The peak memory of the largest process, in bytes.
    pub(crate) peak: u64,
}

/// Runs a command and says what it cost.
pub(crate) fn measure(command: &Command) -> io::Result<Cost> {
    let mut parent = Command::new(env::current_exe()?);
    parent
        .arg(MEASURE)
        .arg(command.get_program())
        .args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        parent.current_dir(folder);
    }
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => parent.env(name, value),
            None => parent.env_remove(name),
        };
    }
    let output = parent.output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    parse(&said).ok_or_else(|| {
        Error::other(format!(
            "{command:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        ))
    })
}

/// Runs the command of the arguments, and prints its cost in microseconds and bytes.
pub(crate) fn run_measured(mut arguments: impl Iterator<Item = String>) -> io::Result<()> {
    let program = arguments.next().unwrap_or_default();
    let status = Command::new(program)
        .args(arguments)
        .stdout(Stdio::null())
        .status()?;
    if !status.success() {
        return Err(Error::other(status.to_string()));
    }
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let cpu = usage.user_time() + usage.system_time();
    // Linux counts in KiB.
    println!("{} {}", cpu.num_microseconds(), usage.max_rss() * 1024);
    Ok(())
}

/// The middle of an odd number of values.
pub(crate) fn median<T: Ord + Copy>(mut values: Vec<T>) -> Option<T> {
    values.sort_unstable();
    values.get(values.len() / 2).copied()
}

fn parse(said: &str) -> Option<Cost> {
    let (cpu, peak) = said.trim().split_once(' ')?;
    Some(Cost {
        cpu: Duration::from_micros(cpu.parse().ok()?),
        peak: peak.parse().ok()?,
    })
}
