//! Nothing: what `::core` must not lead an expansion to.
#![no_std]
