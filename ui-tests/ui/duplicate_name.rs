use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/duplicate_name", deny(duplicate_name));

fn main() {
    println!("{}", SKILLS.len());
}
