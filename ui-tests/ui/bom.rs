use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/bom");

fn main() {
    println!("{}", SKILLS.len());
}
