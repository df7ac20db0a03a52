//! From folders of skills to what a client reads, on trees that every host accepts.

#[cfg(test)]
mod catalog;
#[cfg(test)]
mod codes;
#[cfg(test)]
mod dependencies;
#[cfg(test)]
mod determinism;
#[cfg(test)]
mod exactness;
#[cfg(test)]
mod hygiene;
#[cfg(test)]
mod oracle;
#[cfg(test)]
mod packaging;
#[cfg(test)]
mod peer;
#[cfg(test)]
mod project;
#[cfg(test)]
mod scratch;
#[cfg(test)]
mod server;
#[cfg(test)]
mod tracking;
#[cfg(test)]
mod trees;
#[cfg(test)]
mod without_folder;
