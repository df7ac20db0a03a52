//! Tells cargo that a new file below `skills` rebuilds this package, and the macro that cargo knows.

fn main() {
    println!("cargo::rerun-if-changed=skills");
    println!("cargo::rustc-env=SKILLS_WATCHED=skills");
}
