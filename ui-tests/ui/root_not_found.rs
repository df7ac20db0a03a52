use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("./iu/root_not_found");

fn main() {
    println!("{}", SKILLS.len());
}
