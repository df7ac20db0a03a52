#![doc = include_str!("../codes.md")]
