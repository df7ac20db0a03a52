use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/name_hyphen");

fn main() {
    println!("{}", SKILLS.len());
}
