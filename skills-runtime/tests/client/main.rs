//! A client against servers that keep the rules and servers that break them, each a JSON peer over a
//! pipe, on both protocol revisions.

#[cfg(test)]
mod caching;
#[cfg(test)]
mod directories;
#[cfg(test)]
#[path = "../wire/fixture.rs"]
#[allow(dead_code, reason = "the wire tests use more of it")]
mod fixture;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod listing;
#[cfg(test)]
mod musts;
#[cfg(test)]
mod ours;
#[cfg(test)]
mod pinning;
#[cfg(test)]
mod reading;
#[cfg(test)]
mod server;
#[cfg(test)]
mod site;
