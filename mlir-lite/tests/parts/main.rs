//! Tests of single parts that need dialects from crates above theirs.

mod conversions;
mod framework;
mod ir;
mod passes;
mod standard;
