use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/skill_at_root");

fn main() {
    println!("{}", SKILLS.len());
}
