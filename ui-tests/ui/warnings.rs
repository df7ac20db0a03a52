#![deny(warnings)]

use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("ui/warnings");

fn main() {
    println!("{}", SKILLS.len());
}
