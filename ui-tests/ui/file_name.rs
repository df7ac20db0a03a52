use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("made/file_name");

fn main() {
    println!("{}", SKILLS.len());
}
