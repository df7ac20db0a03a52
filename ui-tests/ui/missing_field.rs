use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/missing_field");

fn main() {
    println!("{}", SKILLS.len());
}
