use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/yaml_not_a_mapping");

fn main() {
    println!("{}", SKILLS.len());
}
