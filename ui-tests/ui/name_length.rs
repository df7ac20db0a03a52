use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/name_length");

fn main() {
    println!("{}", SKILLS.len());
}
