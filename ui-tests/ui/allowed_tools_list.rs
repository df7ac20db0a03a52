use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/allowed_tools_list", deny(allowed_tools_list));

fn main() {
    println!("{}", SKILLS.len());
}
