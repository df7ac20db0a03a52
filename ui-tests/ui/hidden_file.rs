use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/hidden_file", deny(hidden_file));

fn main() {
    println!("{}", SKILLS.len());
}
