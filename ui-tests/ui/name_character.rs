use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/name_character");

fn main() {
    println!("{}", SKILLS.len());
}
