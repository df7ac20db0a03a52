use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("made/symlink");

fn main() {
    println!("{}", SKILLS.len());
}
