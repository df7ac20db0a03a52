use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/lost_comment", deny(lost_comment));

fn main() {
    println!("{}", SKILLS.len());
}
