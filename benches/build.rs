//! Makes the trees.

use std::path::PathBuf;
use std::{env, fs, io};

mod trees;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=trees.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    for tree in [trees::TEXT, trees::BINARY, trees::TYPICAL, trees::ONE] {
        let root = out.join(tree.name);
        if root.exists() {
            fs::remove_dir_all(&root)?;
        }
        trees::write(&tree, &root)?;
    }
    Ok(())
}
