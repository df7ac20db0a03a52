use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/not_utf8");

fn main() {
    println!("{}", SKILLS.len());
}
