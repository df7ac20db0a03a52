use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/lfs_pointer");

fn main() {
    println!("{}", SKILLS.len());
}
