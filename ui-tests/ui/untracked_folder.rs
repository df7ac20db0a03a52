use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/untracked_folder", deny(untracked_folder));

fn main() {
    println!("{}", SKILLS.len());
}
