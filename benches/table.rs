//! Figures as Markdown.

use std::fmt;
use std::time::Duration;

/// A table with a heading over its first column.
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new<const N: usize>(title: &str, columns: [&str; N]) -> Self {
        let columns = columns.into_iter().map(str::to_owned);
        let heading: Vec<_> = [title.to_owned()].into_iter().chain(columns).collect();
        let line = heading
            .iter()
            .enumerate()
            .map(|(index, _)| if index == 0 { "---" } else { "--:" });
        let line = line.map(str::to_owned).collect();
        Self {
            rows: vec![heading, line],
        }
    }

    pub(crate) fn row(&mut self, label: &str, figures: impl Iterator<Item = String>) {
        self.rows
            .push([label.to_owned()].into_iter().chain(figures).collect());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows
            .iter()
            .try_for_each(|row| writeln!(f, "| {} |", row.join(" | ")))
    }
}

pub(crate) fn milliseconds(time: Duration) -> String {
    format!("{:.0}", time.as_secs_f64() * 1e3)
}

pub(crate) fn microseconds(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() * 1e6)
}

pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64())
}

pub(crate) fn mebibytes(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / f64::from(1 << 20))
}

pub(crate) fn ratio(ours: Duration, theirs: Duration) -> String {
    format!("{:.2}", ours.as_secs_f64() / theirs.as_secs_f64())
}
