//! The flags that limit the work that a Toy program may cause in the compiler.

use clap::Args;
use mlir_lite_opt::limits::LIMITS;
use toy_ast::NESTING;
use toy_dialect::limits::{
    MAX_COPIED_OPS, MAX_COPIES, MAX_KNOWN_ELEMENTS, MAX_NUMBERS, MAX_STRUCT_TENSORS,
};

/// Limits for Toy programs.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ToyLimits {
    /// How many copies of functions a program may take, one for each list of shapes and numbers
    /// that they are called with
    #[arg(
        long, value_name = "N", default_value_t = MAX_COPIES.default_value(), hide_default_value = true,
        help_heading = LIMITS
    )]
    max_copies: usize,

    /// For how many lists of numbers that shapes depend on one function may be compiled
    #[arg(
        long, value_name = "N", default_value_t = MAX_NUMBERS.default_value(), hide_default_value = true,
        help_heading = LIMITS
    )]
    max_numbers: usize,

    /// How many operations of functions may be copied into loops on whose variables shapes in them
    /// depend
    #[arg(
        long, value_name = "N", default_value_t = MAX_COPIED_OPS.default_value(), hide_default_value = true,
        help_heading = LIMITS
    )]
    max_copied_ops: usize,

    /// How many elements a tensor may have that is computed to know a size
    #[arg(
        long, value_name = "N", default_value_t = MAX_KNOWN_ELEMENTS.default_value(), hide_default_value = true,
        help_heading = LIMITS
    )]
    max_known_elements: usize,

    /// How many tensors a struct may have, those of its members included
    #[arg(
        long, value_name = "N", default_value_t = MAX_STRUCT_TENSORS.default_value(), hide_default_value = true,
        help_heading = LIMITS
    )]
    max_struct_tensors: usize,
}

impl ToyLimits {
    /// Sets the limits of the process. `nesting` is the limit for any source; for Toy source it may
    /// be lower.
    pub(crate) fn set(&self, nesting: usize) {
        MAX_COPIES.set(self.max_copies);
        MAX_NUMBERS.set(self.max_numbers);
        MAX_COPIED_OPS.set(self.max_copied_ops);
        MAX_KNOWN_ELEMENTS.set(self.max_known_elements);
        MAX_STRUCT_TENSORS.set(self.max_struct_tensors);
        NESTING.set(nesting);
    }
}
