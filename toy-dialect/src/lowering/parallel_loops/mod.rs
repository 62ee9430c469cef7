//! Parallel loops to functions that threads run.
//!
//! | file | concept |
//! |---|---|
//! | `outline.rs` | an `affine.parallel` becomes a function of a range of its rounds, which is called for all of them |
//! | `launch.rs` | in the llvm dialect, such a call becomes one of [`ParallelHook`], which shares the rounds among threads |
//!
//! In between, and on the interpreter, a program is one of plain calls, and means the same: [`PARALLEL`] marks those whose
//! rounds may run at the same time. What a round computes depends on nothing but its number, so the results are the same
//! for any number of threads.

mod launch;
mod outline;

pub use launch::LaunchParallelLoopsPass;
pub use outline::OutlineParallelLoopsPass;

/// What compiled code calls to run the rounds of a loop.
pub struct ParallelHook;

impl ParallelHook {
    /// `void(function, context, rounds, threads)`: runs `function(context, first, last)` for ranges of rounds that cover those
    /// from 0 to `rounds`, on so many threads, 0 standing for one on each processor. It returns when all have been run.
    ///
    /// The dot keeps the name apart from names of the language.
    pub const NAME: &'static str = "toy.parallel_for";
}

/// The attribute of a call `f(0, rounds, ...)` in place of which `f(first, last, ...)` may be called for ranges of rounds, at the
/// same time.
const PARALLEL: &str = "toy.parallel";
