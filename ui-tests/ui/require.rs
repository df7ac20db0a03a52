use skills_runtime::{Catalog, Skill, skills};

static SKILLS: Catalog = skills!("ui/untracked_folder", allow(untracked_folder));
static GONE: &Skill = SKILLS.require("pdf-form");

fn main() {
    println!("{}", GONE.name());
}
