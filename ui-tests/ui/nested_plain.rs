use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/nested_plain", deny(nested_plain));

fn main() {
    println!("{}", SKILLS.len());
}
