use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/frontmatter_missing");

fn main() {
    println!("{}", SKILLS.len());
}
