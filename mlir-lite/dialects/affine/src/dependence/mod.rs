//! Dependences between accesses: two accesses of the same element, one after the other.
//!
//! The pairs of iterations in which two accesses are of the same element are a set of integers,
//! whose emptiness and extremes are known exactly: bounds with several results, steps, conditions,
//! divisions, and values that are the same in both are parts of it.
//!
//! | file | concept |
//! |---|---|
//! | `accesses.rs` | the accesses of a loop |
//! | `chain.rs` | the loops and conditions around an op |
//! | `points.rs` | iterations and subscripts as rows of a set |
//! | `pair.rs` | two accesses: whether they depend on each other, and at which distance |
//! | `nest.rs` | the dependences of a nest, and which of its loops may be exchanged |

mod accesses;
mod chain;
mod nest;
mod pair;
mod points;
#[cfg(test)]
mod tests;

pub(crate) use accesses::outer_accesses;
pub(crate) use nest::{Aliases, Dependences, Places, carries_dependence};
pub(crate) use pair::{Distance, Pair, Place, budget_of_nest, comes_before, may_exist};
