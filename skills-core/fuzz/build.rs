//! Stops a build that would find nothing because nothing tells the fuzzer which code an input reached.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_CFG_FUZZING").is_none() {
        println!(
            "cargo::error=built without coverage: run cargo in this folder, without `RUSTFLAGS` in the environment"
        );
    }
}
