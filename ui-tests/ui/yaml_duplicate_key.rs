use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/yaml_duplicate_key");

fn main() {
    println!("{}", SKILLS.len());
}
