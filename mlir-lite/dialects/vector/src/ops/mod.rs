//! The ops, each with its checks, folds, semantics and lowering.
//!
//! | file | what it is |
//! |---|---|
//! | `extract_insert.rs`, `extract_insert_lowering.rs` | parts at positions |
//! | `slices.rs` | parts from positions on |
//! | `reshape.rs` | other shapes, orders and repetitions |
//! | `shuffle.rs` | elements of two vectors in another order |
//! | `elements.rs` | numbers one by one, positions, bits |
//! | `products.rs` | fused multiply-adds, outer products, contractions |
//! | `reduction.rs` | combined elements |
//! | `masks.rs` | masks, and masked ops |
//! | `memory.rs` | accesses of elements side by side |
//! | `masked_memory.rs` | accesses of the elements whose mask is set |
//! | `transfer.rs`, `transfer_lowering.rs` | accesses along any dimensions, with padding |
//! | `print.rs` | prints |
//! | `edsc.rs` | the ops in expressions that build IR |
//! | `lowering.rs` | lowerings to simpler ops, and helpers that they share |

pub mod edsc;
pub(crate) mod elements;
pub(crate) mod extract_insert;
pub(crate) mod extract_insert_lowering;
pub(crate) mod lowering;
pub(crate) mod masked_memory;
pub(crate) mod masks;
pub(crate) mod memory;
pub(crate) mod print;
pub(crate) mod products;
pub(crate) mod reduction;
pub(crate) mod reshape;
pub(crate) mod shuffle;
pub(crate) mod slices;
pub(crate) mod transfer;
mod transfer_lowering;

pub use elements::*;
pub use extract_insert::*;
pub use lowering::*;
pub use masked_memory::*;
pub use masks::*;
pub use memory::*;
pub use print::*;
pub use products::*;
pub use reduction::*;
pub use reshape::*;
pub use shuffle::*;
pub use slices::*;
pub use transfer::*;

use mlir_lite::ir::prelude::*;

/// Reports what a check found.
pub(crate) fn report(op: OpRef<'_>, checked: Result<(), String>, diagnostics: &mut Diagnostics) {
    if let Err(message) = checked {
        diagnostics.error(op.op_error(message));
    }
}

pub(crate) fn register_ops(dialect: &mut DialectRegistration<'_>) {
    register_extract_insert(dialect);
    register_slices(dialect);
    register_reshape(dialect);
    register_shuffle(dialect);
    register_elements(dialect);
    register_products(dialect);
    register_reduction(dialect);
    register_masks(dialect);
    register_memory(dialect);
    register_masked_memory(dialect);
    register_transfer(dialect);
    register_print(dialect);
}
