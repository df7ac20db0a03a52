//! What a server does under load: half reads, three tenths `skills/get`, two tenths `skills/list`.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::Context;
use serde_json::{Value, json};
use tokio::join;
use tokio::time::sleep;

use crate::connection::Connection;
use crate::server::Server;

/// Enough to keep every core of a small machine busy, though some wait for a delayed acknowledgement.
const CONNECTIONS: usize = 256;

/// A leak grows all the time; a warm-up ends.
const SAMPLES: u32 = 6;

pub(crate) struct Report {
    /// How long each request took that was answered.
    times: Vec<Duration>,
    errors: usize,
    elapsed: Duration,
    /// KiB, at equal distances from the start to the end.
    resident: Vec<u64>,
}

pub(crate) async fn measure(server: &Server, time: Duration) -> anyhow::Result<Report> {
    let work = work(&server.address).await?;
    // What a first request allocates once is no leak.
    run(&server.address, &work, Duration::from_millis(500)).await?;
    let start = Instant::now();
    let (ran, resident) = join!(run(&server.address, &work, time), sample(server, time));
    let (mut times, errors) = ran?;
    times.sort_unstable();
    Ok(Report {
        times,
        errors,
        elapsed: start.elapsed(),
        resident,
    })
}

async fn sample(server: &Server, time: Duration) -> Vec<u64> {
    let mut resident = Vec::from_iter(server.resident());
    for _ in 0..SAMPLES {
        sleep(time / SAMPLES).await;
        resident.extend(server.resident());
    }
    resident
}

type Work = Vec<(&'static str, Value)>;

/// Ten requests in the proportions of the load, over and over, so that every file has its turn.
async fn work(address: &str) -> anyhow::Result<Work> {
    let list = Connection::open(address)
        .await?
        .call("skills/list", json!({}))
        .await?;
    let skills = list.get("skills").and_then(Value::as_array);
    let skills = skills.context("no skills")?;
    let get: Vec<_> = skills.iter().map(uri_of).collect();
    let files = skills
        .iter()
        .filter_map(|skill| skill.get("resources")?.as_array());
    let read: Vec<_> = files.flatten().map(uri_of).collect();
    let (mut get, mut read) = (get.iter().cycle(), read.iter().cycle());
    let mut work = Work::new();
    for turn in 0..1_000 {
        let (method, params) = match turn % 10 {
            0..5 => ("resources/read", read.next().context("no files")?.clone()),
            5..8 => ("skills/get", get.next().context("no skills")?.clone()),
            _ => ("skills/list", json!({})),
        };
        work.push((method, params));
    }
    Ok(work)
}

fn uri_of(item: &Value) -> Value {
    json!({"uri": item.get("uri")})
}

async fn run(address: &str, work: &Work, time: Duration) -> anyhow::Result<(Vec<Duration>, usize)> {
    let mut running = Vec::new();
    for offset in 0..CONNECTIONS {
        let (connection, work) = (Connection::open(address).await?, work.clone());
        running.push(tokio::spawn(ask(connection, work, offset * 61, time)));
    }
    let (mut times, mut errors) = (Vec::new(), 0);
    for connection in running {
        let (answered, failed) = connection.await?;
        times.extend(answered);
        errors += failed;
    }
    Ok((times, errors))
}

/// Asks until the time is over; a connection that breaks ends with an error.
async fn ask(
    mut connection: Connection,
    work: Work,
    offset: usize,
    time: Duration,
) -> (Vec<Duration>, usize) {
    let end = Instant::now() + time;
    let (mut times, mut errors) = (Vec::new(), 0);
    for (method, params) in work.into_iter().cycle().skip(offset) {
        let start = Instant::now();
        if start >= end {
            break;
        }
        match connection.call(method, params).await {
            Ok(_) => times.push(start.elapsed()),
            Err(_) => errors += 1,
        }
    }
    (times, errors)
}

impl Report {
    /// The time that so many per cent of the requests did not take longer than; times are sorted.
    fn percentile(&self, percent: usize) -> f64 {
        let index = self.times.len() * percent / 100;
        self.times.get(index).map_or(0.0, Duration::as_secs_f64) * 1_000.0
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rate = self.times.len() as f64 / self.elapsed.as_secs_f64();
        let (p50, p99) = (self.percentile(50), self.percentile(99));
        write!(
            f,
            "{rate:.0} requests/s, p50 {p50:.2} ms, p99 {p99:.2} ms, "
        )?;
        write!(
            f,
            "{} errors in {:.1} s",
            self.errors,
            self.elapsed.as_secs_f64()
        )?;
        let resident: Vec<_> = self.resident.iter().map(u64::to_string).collect();
        write!(f, ", resident KiB: {}", resident.join(", "))
    }
}
