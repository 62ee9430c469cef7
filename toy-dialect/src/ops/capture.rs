//! `toy.capture`: passes a value to the host.

use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;

use crate::interpret::tensor_of;
use crate::loop_builder::{Affine, are_in_memory, as_passed};
use mlir_lite::conversion::{ConversionPatternSet, LowerByPatterns};
use mlir_lite::edsc::edsc;

/// Hands a tensor to whatever runs the program, in place of printing it. A session keeps its
/// variables so.
///
/// ```mlir
/// toy.capture %5, 0 : tensor<2x3xf64>
/// ```
#[op(
    name = "toy.capture",
    implements(InterpretOp, LowerByPatterns<Affine>),
    format = "$input `,` $index attr-dict `:` type($input)"
)]
pub struct CaptureOp {
    #[operand]
    input: AnyTypeOf<(NumberTensor, NumberMemRef)>,
    #[attr(typed)]
    index: I64Attr,
    /// The tensor is a mask as a subscript, which shape inference finds.
    #[attr]
    is_boolean: Optional<UnitAttr>,
}

impl CaptureOp {
    /// The runtime function that the lowered op calls: a `void(i64, i64, ptr)` that gets `index`,
    /// the number of elements, and their address, contiguous in row-major order. The host of the
    /// program defines it.
    pub const FUNCTION: &'static str = "toy_capture";
    /// As [`FUNCTION`](Self::FUNCTION), of integers.
    pub const OF_INTEGERS: &'static str = "toy_capture_i64";
}

impl InterpretOp for CaptureOp {
    fn interpret<'b>(op: CaptureOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let tensor = tensor_of(m, op.input())?;
        m.capture(op.index(), Value::dialect(tensor));
        Ok(Flow::Next)
    }
}

impl LowerByPatterns<Affine> for CaptureOp {
    fn patterns(set: &mut ConversionPatternSet, (): &()) {
        set.add::<CaptureOp>("toy.capture-to-affine", 1, |op, operands, rewriter| {
            are_in_memory(rewriter.body(), operands.values())?;
            let index = op.index(rewriter.body());
            let (input, tensor) = (operands.input(), op.input(rewriter.body()));
            let input = edsc(rewriter, |e| as_passed(e, input, tensor))?;
            CaptureOp::create(rewriter, input, index, None);
            rewriter.erase_op(op.id());
            Ok(())
        });
    }
}
