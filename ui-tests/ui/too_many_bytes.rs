use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("made/too_many_bytes");

fn main() {
    println!("{}", SKILLS.len());
}
