use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/name_mismatch");

fn main() {
    println!("{}", SKILLS.len());
}
