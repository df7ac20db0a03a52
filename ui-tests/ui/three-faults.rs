use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/three-faults");

fn main() {
    println!("{}", SKILLS.len());
}
