//! Passes that know no dialect: they work through traits and interfaces.

pub mod canonicalize;
