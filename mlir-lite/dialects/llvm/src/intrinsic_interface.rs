//! Ops of other dialects that are calls of LLVM's intrinsics.

use mlir_lite::ir::prelude::*;

/// An op that is a call of one of LLVM's intrinsics: its operands are the arguments, and its result
/// is that of the call.
#[op_interface]
pub trait IntrinsicOpInterface {
    /// The name of the intrinsic, as `llvm.nvvm.bar.warp.sync`.
    fn intrinsic(op: View<'_, Self>) -> String;

    /// Integers of 32 bits that are arguments before the operands.
    fn constants(_op: View<'_, Self>) -> Vec<i32> {
        Vec::new()
    }
}
