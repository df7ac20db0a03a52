use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/unknown_field", deny(unknown_field));

fn main() {
    println!("{}", SKILLS.len());
}
