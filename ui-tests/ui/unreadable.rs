use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("made/unreadable");

fn main() {
    println!("{}", SKILLS.len());
}
