//! Everything a server says of its skills, held against what it serves.

use indicatif::{ProgressBar, ProgressStyle};
use skills_runtime::client::{
    Entry, Error, Freshness, Listing, Retrieved, Shown, SkillsClient, Standing,
};

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) skills: usize,
    pub(crate) files: usize,
    pub(crate) bytes: usize,
    pub(crate) verified: usize,
    /// What is wrong, in words.
    pub(crate) reasons: Vec<String>,
}

/// Gets every listed skill again, reads every file and every folder of it.
pub(crate) async fn everything(client: &SkillsClient, listing: Listing) -> Report {
    let mut report = Report {
        skills: listing.skills.len(),
        reasons: listing.rejected.iter().map(ToString::to_string).collect(),
        ..Report::default()
    };
    let bar = bar(&listing.skills);
    for skill in &listing.skills {
        bar.set_message(skill.name().to_owned());
        still_the_same(client, skill, &mut report).await;
        if client.directory_read() {
            folders(client, skill, &mut report).await;
        }
        for reference in references(skill) {
            report.read(client.read(skill, reference).await);
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    report
}

impl Report {
    fn read(&mut self, file: Result<Retrieved, Error>) {
        match file {
            Ok(file) => {
                self.files += 1;
                self.bytes += file.bytes.len();
                self.verified += usize::from(file.is_verified);
            }
            Err(error) => self.reasons.push(error.to_string()),
        }
    }
}

/// Drawn on stderr, and only on a terminal.
fn bar(skills: &[Entry]) -> ProgressBar {
    let files: usize = skills.iter().map(|skill| references(skill).len()).sum();
    let bar = ProgressBar::new(files as u64);
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} files  {msg}");
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// The files of a skill; of a dynamic one the `SKILL.md`, which is all that is known of it.
fn references(skill: &Entry) -> Vec<&str> {
    match skill.files() {
        Some(files) => files.iter().map(|file| file.uri()).collect(),
        None => vec![skill.uri()],
    }
}

async fn still_the_same(client: &SkillsClient, skill: &Entry, report: &mut Report) {
    match client.refresh(skill).await {
        Ok(Freshness::Current) => {}
        Ok(_) => report.reasons.push(format!(
            "`skills/get` differs from `skills/list` in `{}`",
            Shown(skill.uri())
        )),
        Err(error) => report.reasons.push(error.to_string()),
    }
}

/// Walks the folders of a skill, and into those alone that its entry knows.
async fn folders(client: &SkillsClient, skill: &Entry, report: &mut Report) {
    let mut folders = vec![skill.root_uri().to_owned()];
    while let Some(folder) = folders.pop() {
        let children = match client.read_directory(skill, &folder).await {
            Ok(found) => found.children,
            Err(error) => {
                report.reasons.push(error.to_string());
                continue;
            }
        };
        for child in children {
            let uri = child.resource.uri.clone();
            match child.standing {
                Standing::Unlisted => report.reasons.push(format!(
                    "`{}` is in the folder `{}`, but not in the entry",
                    Shown(&uri),
                    Shown(&folder)
                )),
                Standing::Listed if child.resource.is_directory() => folders.push(uri),
                _ => {}
            }
        }
    }
}
