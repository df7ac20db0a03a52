use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/yaml_number");

fn main() {
    println!("{}", SKILLS.len());
}
