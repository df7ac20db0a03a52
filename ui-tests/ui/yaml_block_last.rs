use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/yaml_block_last", deny(yaml_block_last));

fn main() {
    println!("{}", SKILLS.len());
}
