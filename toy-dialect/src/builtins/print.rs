//! `print`

use mlir_lite::ir::prelude::*;

use crate::lowering::in_memory;

use super::{Builtin, OpEntry, Parameter, Returns, Signature};

/// Writes a tensor to standard output, or, during lowering, the memory that holds it.
///
/// ```mlir
/// toy.print %5 : tensor<*xf64>
/// ```
#[op(name = "toy.print", format = "$input attr-dict `:` type($input)")]
pub struct PrintOp {
    #[operand]
    input: AnyTypeOf<(F64Tensor, F64MemRef)>,
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "print",
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a")],
        emit: |call| {
            let values = call.all_values();
            let name = PrintOp::name(call.builder.context());
            call.builder.create(OperationState::new(name, call.location).operands(&values))
        },
    }],
    returns: Returns::Nothing,
    summary: "Writes a tensor to standard output.",
    details: "Each number has six digits after the point and a blank behind it. A number or a row is a line. From two \
              dimensions on, each row is a line, an empty line follows each plane, and so on. What is no number prints as \
              `nan`, whatever its sign.",
    shape: "Any.",
    errors: &[("print(1, 2)", "'print' takes 1 argument, found 2")],
    example: ("print([[1, 2], [3, 0.5]]);", "1.000000 2.000000 \n3.000000 0.500000 \n"),
    ops: &[OpEntry::in_memory::<PrintOp>(|set| {
        set.add::<PrintOp>("print-from-memory", 1, |op, operands, rewriter| {
            let [memref] = in_memory(rewriter.body(), operands)?;
            let location = rewriter.body().location(op.id());
            PrintOp::build(rewriter, location, memref);
            rewriter.erase_op(op.id());
            Ok(())
        });
    })],
};
