use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/yaml_syntax");

fn main() {
    println!("{}", SKILLS.len());
}
