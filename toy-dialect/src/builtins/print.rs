//! `print`

use mlir_lite::interpreter::{Elements, Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;

use crate::interpret::tensor_of;
use crate::lowering::in_memory;

use super::{Builtin, OpEntry, Parameter, Returns, Signature};

/// Writes a tensor to standard output, or, during lowering, the memory that holds it.
///
/// ```mlir
/// toy.print %5 : tensor<*xf64>
/// ```
#[op(name = "toy.print", hooks(InterpretOp), format = "$input attr-dict `:` type($input)")]
pub struct PrintOp {
    #[operand]
    input: AnyTypeOf<(F64Tensor, F64MemRef)>,
}

impl InterpretOp for PrintOp {
    fn interpret<'b>(op: PrintOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let tensor = tensor_of(m, op.input())?;
        let text = text(tensor.as_elements()?)?;
        m.print(text.as_bytes())?;
        Ok(Flow::Next)
    }
}

/// Numbers, each followed by a space; a line break after each row, an empty line after each plane,
/// and so on.
fn text(tensor: &Elements) -> Result<String, Trap> {
    let mut text = String::new();
    for (number, value) in tensor.values.iter().map(Value::as_float).enumerate() {
        let value = value?;
        text += &match value {
            _ if value.is_nan() => "nan ".to_owned(),
            _ if value.is_infinite() => format!("{value} "),
            _ => format!("{value:.6} "),
        };
        let mut rest = number + 1;
        for &size in tensor.shape.iter().skip(1).rev() {
            if rest % size as usize != 0 {
                break;
            }
            rest /= size as usize;
            text.push('\n');
        }
    }
    if tensor.shape.len() < 2 {
        text.push('\n');
    }
    Ok(text)
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "print",
    is_shadowable: false,
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
    details: "Each number has six digits after the point and a space after it. A number or a row \
        is a line. From two \
              dimensions on, each row is a line, an empty line follows each plane, and so on. What \
              is not a number prints as \
              `nan`, whatever its sign.",
    shape: "Any.",
    errors: &[("print(1, 2)", "'print' takes 1 argument, found 2")],
    example: ("print([[1, 2], [3, 0.5]]);", "1.000000 2.000000 \n3.000000 0.500000 \n"),
    ops: &[OpEntry::in_memory::<PrintOp>(|set| {
        set.add::<PrintOp>("toy.print-to-affine", 1, |op, operands, rewriter| {
            let [memref] = in_memory(rewriter.body(), [operands.input()])?;
            let location = rewriter.body().location(op.id());
            PrintOp::build(rewriter, location, memref);
            rewriter.erase_op(op.id());
            Ok(())
        });
    })],
};
