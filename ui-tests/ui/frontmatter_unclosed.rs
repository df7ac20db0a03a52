use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/frontmatter_unclosed");

fn main() {
    println!("{}", SKILLS.len());
}
