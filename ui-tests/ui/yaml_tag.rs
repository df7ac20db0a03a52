use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/yaml_tag");

fn main() {
    println!("{}", SKILLS.len());
}
