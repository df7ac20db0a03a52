use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/yaml_multi_line_flow");

fn main() {
    println!("{}", SKILLS.len());
}
