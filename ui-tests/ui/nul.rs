use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/nul");

fn main() {
    println!("{}", SKILLS.len());
}
