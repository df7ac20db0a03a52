use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/yaml_depth");

fn main() {
    println!("{}", SKILLS.len());
}
