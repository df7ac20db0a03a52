use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!("made/windows_name", deny(windows_name));

fn main() {
    println!("{}", SKILLS.len());
}
