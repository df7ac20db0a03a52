use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/field_type");

fn main() {
    println!("{}", SKILLS.len());
}
