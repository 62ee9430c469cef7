//! Programs on all element types: exact integers, booleans, masks that elements are assigned by,
//! and floats of both kinds, with texts that have escapes, and conditions on parameters.
//!
//! They have an evaluator of their own, because their elements are not floats. Calls whose result
//! is an error or is not documented are not generated.

mod compute;
mod evaluate;
mod expressions;
mod generate;
mod value;

use std::collections::BTreeSet;

use crate::program::Program;
use crate::random::Random;

/// A program, what it prints, and of which element types it calls functions: `sum of i64`, and `sum
/// of large i64` where no float is equal.
pub(crate) fn generate_program(random: &mut Random) -> (Program, String, BTreeSet<String>) {
    loop {
        let program = generate::generate(random);
        // A statement that could be executed where it was made may have no value in a later
        // iteration.
        if let Some((output, calls)) = evaluate::run(&program)
            && !output.is_empty()
        {
            return (program, output, calls);
        }
    }
}
