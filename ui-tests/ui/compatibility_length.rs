use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/compatibility_length");

fn main() {
    println!("{}", SKILLS.len());
}
