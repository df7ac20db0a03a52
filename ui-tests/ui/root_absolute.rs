use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("/srv/skills");

fn main() {
    println!("{}", SKILLS.len());
}
