use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/metadata_value");

fn main() {
    println!("{}", SKILLS.len());
}
