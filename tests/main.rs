//! From folders of skills to what a client reads, on trees that every host accepts.

#[cfg(test)]
mod catalog;
#[cfg(test)]
mod oracle;
#[cfg(test)]
mod peer;
#[cfg(test)]
mod server;
#[cfg(test)]
mod trees;
