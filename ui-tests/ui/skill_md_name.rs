use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/skill_md_name");

fn main() {
    println!("{}", SKILLS.len());
}
