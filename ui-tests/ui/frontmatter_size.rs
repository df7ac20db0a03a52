use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/frontmatter_size");

fn main() {
    println!("{}", SKILLS.len());
}
