use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/group_name");

fn main() {
    println!("{}", SKILLS.len());
}
