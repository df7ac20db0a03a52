use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/description_length");

fn main() {
    println!("{}", SKILLS.len());
}
