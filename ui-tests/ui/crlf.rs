use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/crlf", deny(crlf));

fn main() {
    println!("{}", SKILLS.len());
}
