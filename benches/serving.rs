//! Answering: the same requests to a catalog in the binary and to one that is read from disk, in one process.

use std::hint::black_box;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use rmcp::handler::server::skill_catalog::SkillCatalog;
use skills_runtime::{Catalog, skills};

use crate::measure::median;
use crate::table::{Table, microseconds, ratio};
use crate::trees::{BINARY, ONE, TEXT, Tree};

static TEXT_SKILLS: Catalog = skills!("$OUT_DIR/text");
static BINARY_SKILLS: Catalog = skills!("$OUT_DIR/binary");
static ONE_SKILL: Catalog = skills!("$OUT_DIR/one");

/// Each figure is the median of so many.
const ROUNDS: usize = 9;
/// A shorter time than this would be that of the clock.
const ENOUGH: Duration = Duration::from_millis(20);

const FIRST: &str = "skill://skill-000/SKILL.md";
/// In the middle: the peer looks at one after the other.
const SKILL: &str = "skill://skill-100/SKILL.md";
const FOLDER: &str = "skill://skill-100/references";
const PAGE: &str = "skill://skill-100/references/page-1.md";
const FIGURE: &str = "skill://skill-002/figure-1.png";

/// The time from nothing to the first answer, and what is on the heap after it.
pub(crate) fn starting() -> io::Result<Table> {
    let mut table = Table::new("start-up", ["`SkillCatalog::from_dir`", "`skills!`"]);
    for (tree, ours) in [(ONE, &ONE_SKILL), (TEXT, &TEXT_SKILLS)] {
        let root = root(&tree);
        let read = || SkillCatalog::from_dir(&root).map_err(io::Error::other);
        let theirs = time(|| answer(read()?.read_resource(FIRST)))?;
        let our_time = time(|| answer(black_box(ours).read_resource(FIRST)))?;
        let label = format!("{}: to the first answer, CPU µs", tree.about);
        table.row(&label, [theirs, our_time].map(microseconds).into_iter());
        let (theirs, kept) = held(read);
        kept?;
        let (ours, _) = held(|| black_box(*ours));
        let label = format!("{}: heap, KiB", tree.about);
        table.row(
            &label,
            [theirs, ours]
                .map(|bytes| (bytes / 1024).to_string())
                .into_iter(),
        );
    }
    Ok(table)
}

/// One request each, as the answer and as the JSON of the answer.
pub(crate) fn answering() -> io::Result<Table> {
    let titles = ["`SkillCatalog`", "`skills!`", "ratio", "ratio as JSON"];
    let mut table = Table::new("one answer, CPU µs", titles);
    let text = SkillCatalog::from_dir(root(&TEXT)).map_err(io::Error::other)?;
    let binary = SkillCatalog::from_dir(root(&BINARY)).map_err(io::Error::other)?;
    let (our_text, our_binary) = (black_box(&TEXT_SKILLS), black_box(&BINARY_SKILLS));
    compare(
        &mut table,
        "`skills/list`, 200 skills",
        || text.list_skills(),
        || our_text.list_skills(),
    )?;
    compare(
        &mut table,
        "`skills/get`, 101st of 200",
        || text.get_skill(SKILL).ok(),
        || our_text.get_skill(SKILL).ok(),
    )?;
    compare(
        &mut table,
        "`resources/read`, 8 KiB text",
        || text.read_resource(PAGE),
        || our_text.read_resource(PAGE),
    )?;
    compare(
        &mut table,
        "`resources/read`, 400 KiB binary",
        || binary.read_resource(FIGURE),
        || our_binary.read_resource(FIGURE),
    )?;
    compare(
        &mut table,
        "`resources/directory/read`, 9 files",
        || text.read_resource_directory(FOLDER).ok(),
        || our_text.read_resource_directory(FOLDER).ok(),
    )?;
    Ok(table)
}

fn compare<A: serde::Serialize, B: serde::Serialize>(
    table: &mut Table,
    label: &str,
    theirs: impl Fn() -> A,
    ours: impl Fn() -> B,
) -> io::Result<()> {
    let (their_json, our_json) = (serde_json::to_vec(&theirs())?, serde_json::to_vec(&ours())?);
    if their_json.len() < 100 || our_json.len() < 100 {
        return Err(io::Error::other(format!("{label} is not answered")));
    }
    let [their_time, our_time] = turns(|| done(theirs()), || done(ours()))?;
    let [as_json, our_as_json] = turns(
        || done(serde_json::to_vec(&theirs())?),
        || done(serde_json::to_vec(&ours())?),
    )?;
    let figures = [
        microseconds(their_time),
        microseconds(our_time),
        ratio(our_time, their_time),
        ratio(our_as_json, as_json),
    ];
    table.row(label, figures.into_iter());
    Ok(())
}

fn answer<T>(answer: Option<T>) -> io::Result<()> {
    done(answer.ok_or_else(|| io::Error::other("not answered"))?)
}

/// Drops an answer that the compiler could leave out otherwise.
fn done<T>(answer: T) -> io::Result<()> {
    drop(black_box(answer));
    Ok(())
}

/// What stays on the heap while the value is there.
fn held<T>(make: impl FnOnce() -> T) -> (i64, T) {
    let mut value = None;
    let counted = allocation_counter::measure(|| value = Some(make()));
    let Some(value) = value else {
        unreachable!("the closure above ran");
    };
    (counted.bytes_current, value)
}

/// The median times of two things that take turns, so that a busy moment of the machine is shared by both.
fn turns(
    mut one: impl FnMut() -> io::Result<()>,
    mut other: impl FnMut() -> io::Result<()>,
) -> io::Result<[Duration; 2]> {
    let (mut ones, mut others) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        ones.push(once(&mut one)?);
        others.push(once(&mut other)?);
    }
    let middle = |times| median(times).unwrap_or_default();
    Ok([middle(ones), middle(others)])
}

fn time(mut what: impl FnMut() -> io::Result<()>) -> io::Result<Duration> {
    let times: io::Result<Vec<_>> = (0..ROUNDS).map(|_| once(&mut what)).collect();
    Ok(median(times?).unwrap_or_default())
}

/// The CPU time of one call: of as many as take long enough, divided by their number.
fn once(what: &mut impl FnMut() -> io::Result<()>) -> io::Result<Duration> {
    let mut calls = 1;
    loop {
        let start = cpu_time()?;
        for _ in 0..calls {
            what()?;
        }
        let taken = cpu_time()?.saturating_sub(start);
        if taken >= ENOUGH {
            return Ok(taken / calls);
        }
        calls *= 2;
    }
}

fn cpu_time() -> io::Result<Duration> {
    let usage = getrusage(UsageWho::RUSAGE_SELF)?;
    let micros = (usage.user_time() + usage.system_time()).num_microseconds();
    Ok(Duration::from_micros(micros.unsigned_abs()))
}

fn root(tree: &Tree) -> PathBuf {
    Path::new(env!("OUT_DIR")).join(tree.name)
}
