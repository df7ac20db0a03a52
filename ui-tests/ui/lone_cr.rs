use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/lone_cr");

fn main() {
    println!("{}", SKILLS.len());
}
