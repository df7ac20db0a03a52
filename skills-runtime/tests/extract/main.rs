//! Skills as files in a folder.

#[cfg(test)]
#[path = "../wire/fixture.rs"]
mod fixture;

#[cfg(test)]
mod extracting;
