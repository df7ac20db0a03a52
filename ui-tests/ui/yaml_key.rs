use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/yaml_key");

fn main() {
    println!("{}", SKILLS.len());
}
