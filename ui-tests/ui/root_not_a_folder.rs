use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/root_not_a_folder.rs");

fn main() {
    println!("{}", SKILLS.len());
}
