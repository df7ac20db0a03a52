//! A catalog behind rmcp, as raw JSON lines over a pipe, on both protocol revisions.

#[cfg(test)]
mod answers;
#[cfg(test)]
mod errors;
#[cfg(test)]
mod fixture;
#[cfg(test)]
mod forwarding;
#[cfg(test)]
mod http;
#[cfg(test)]
mod large;
#[cfg(test)]
mod matrix;
#[cfg(test)]
mod merging;
#[cfg(test)]
mod options;
#[cfg(test)]
mod paging;
#[cfg(test)]
mod peer;
#[cfg(test)]
mod refusals;
#[cfg(test)]
mod servers;
#[cfg(test)]
mod sweep;
