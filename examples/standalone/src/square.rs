//! An op without a lowering: it becomes an instruction of LLVM IR itself.

use mlir_lite::ir::prelude::*;
use mlir_lite::llvm::inkwell::values::BasicValueEnum;
use mlir_lite::llvm::{ExportOp, FunctionExport};

/// The square of a number.
///
/// ```mlir
/// %y = nn.square %x : f64
/// ```
#[op(
    name = "nn.square",
    traits(Pure, SameOperandsAndResultType),
    format = "$input attr-dict `:` type($result)"
)]
pub struct SquareOp {
    /// The number.
    #[operand]
    input: F64,
    /// The result.
    #[result]
    result: F64,
}

impl ExportOp for SquareOp {
    fn export<'ctx>(
        op: SquareOpRef<'_>,
        export: &mut FunctionExport<'_, 'ctx>,
    ) -> Result<Option<BasicValueEnum<'ctx>>, String> {
        let input = export.value(op.input())?.into_float_value();
        let square = export.builder().build_float_mul(input, input, "");
        Ok(Some(square.map_err(|error| error.to_string())?.into()))
    }
}
