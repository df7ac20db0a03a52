use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/no_skills");

fn main() {
    println!("{}", SKILLS.len());
}
