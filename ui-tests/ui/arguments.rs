use skills_runtime::{Catalog, skills};

static FIRST: Catalog = skills!("ui/untracked_folder", exlude = ["**/evals/**"]);
static SECOND: Catalog = skills!("ui/untracked_folder", allow(broken_links, symlink), prefix = "Acme");
static THIRD: Catalog = skills!();

fn main() {
    println!("{}", FIRST.len() + SECOND.len() + THIRD.len());
}
