use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/invisible_character", deny(invisible_character));

fn main() {
    println!("{}", SKILLS.len());
}
