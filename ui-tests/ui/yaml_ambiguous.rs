use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/yaml_ambiguous");

fn main() {
    println!("{}", SKILLS.len());
}
