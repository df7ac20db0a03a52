use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("made/empty_folder", deny(empty_folder));

fn main() {
    println!("{}", SKILLS.len());
}
