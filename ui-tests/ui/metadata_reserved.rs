use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/metadata_reserved", deny(metadata_reserved));

fn main() {
    println!("{}", SKILLS.len());
}
