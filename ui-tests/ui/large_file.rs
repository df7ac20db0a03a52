use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("made/large_file", deny(large_file));

fn main() {
    println!("{}", SKILLS.len());
}
