use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("../outside_package", deny(outside_package));

fn main() {
    println!("{}", SKILLS.len());
}
