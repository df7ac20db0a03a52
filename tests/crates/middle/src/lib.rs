//! A framework that passes `skills!` on.

pub use skills_runtime;

/// The skills of the crate that calls it.
#[macro_export]
macro_rules! embed {
    () => {
        $crate::skills_runtime::skills!("./skills")
    };
}
