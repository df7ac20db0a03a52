use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/broken_link", deny(broken_link));

fn main() {
    println!("{}", SKILLS.len());
}
