//! The common part of the benchmarks: running tools as whole processes, and the tables of
//! `docs/performance.md`.
#![forbid(unsafe_code)]

pub mod document;
pub mod instructions;
pub mod processes;
pub mod recorded;
mod schedule;
