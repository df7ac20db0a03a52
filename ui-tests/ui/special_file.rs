use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("made/special_file");

fn main() {
    println!("{}", SKILLS.len());
}
