//! Passes that decide where memory is freed.
//!
//! `ownership-based-buffer-deallocation` lets each block free the memory that it owns and does not
//! hand on, by `bufferization.dealloc`. `buffer-deallocation-simplification` uses facts about
//! addresses, and `bufferization-lower-deallocations` turns the rest into comparisons of them.

mod lower;
mod ownership;
mod regions;
mod simplify;

pub use lower::LowerDeallocationsPass;
pub use ownership::OwnershipDeallocationPass;
pub use simplify::DeallocationSimplificationPass;
