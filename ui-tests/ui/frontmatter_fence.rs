use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/frontmatter_fence");

fn main() {
    println!("{}", SKILLS.len());
}
