//! Lowers parallel loops to functions that threads run.
//!
//! | file | concept |
//! |---|---|
//! | `outline.rs` | an `affine.parallel` becomes a function of a range of iterations, and a call |
//! | `launch.rs` | in the llvm dialect, the call becomes one of [`ParallelFor`], which uses threads |
//!
//! In between, and on the interpreter, a program contains plain calls, and means the same:
//! [`PARALLEL`] marks those whose iterations may run at the same time. The result of an iteration
//! depends on nothing but its number, so the results are the same for any number of threads.

mod launch;
mod outline;

pub use launch::LaunchParallelLoopsPass;
pub use outline::OutlineParallelLoopsPass;

/// The runtime function that runs the iterations of a loop.
pub struct ParallelFor;

impl ParallelFor {
    /// `void(function, context, iterations, threads)`: runs `function(context, first, last)` for
    /// ranges that cover the iterations from 0 to `iterations`, on this many threads, where 0 is
    /// one for each processor. It returns when all have been run.
    ///
    /// The dot keeps the name distinct from names of the language.
    pub const NAME: &'static str = "toy.parallel_for";
}

/// The attribute of a call `f(0, iterations, ...)` which may be replaced by calls
/// `f(first, last, ...)` for ranges of iterations, at the same time.
const PARALLEL: &str = "toy.parallel";
