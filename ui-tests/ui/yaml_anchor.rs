use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/yaml_anchor");

fn main() {
    println!("{}", SKILLS.len());
}
