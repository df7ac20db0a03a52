//! A catalog behind rmcp, as raw JSON lines over a pipe, on both protocol revisions.

#[cfg(test)]
mod answers;
#[cfg(test)]
mod fixture;
#[cfg(test)]
mod forwarding;
#[cfg(test)]
mod merging;
#[cfg(test)]
mod peer;
#[cfg(test)]
mod refusals;
#[cfg(test)]
mod servers;
