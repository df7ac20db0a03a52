use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("made/secret", deny(secret));

fn main() {
    println!("{}", SKILLS.len());
}
