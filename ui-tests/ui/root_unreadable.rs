use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("Cargo.toml/skills");

fn main() {
    println!("{}", SKILLS.len());
}
