use skills_runtime::{Catalog, skills};

static SKILLS: Catalog = skills!(["ui/duplicate_uri/ours", "ui/duplicate_uri/theirs"]);

fn main() {
    println!("{}", SKILLS.len());
}
