use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("made/nested_package", deny(nested_package));

fn main() {
    println!("{}", SKILLS.len());
}
