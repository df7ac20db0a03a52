//! Nothing: what `::alloc` must not lead an expansion to.
#![no_std]
