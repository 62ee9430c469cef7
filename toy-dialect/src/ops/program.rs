//! `toy.takes_arguments` and `toy.exit_status`: the arguments and the exit status of a program.

use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;

use crate::interpret::tensor_of;
use crate::loop_builder::{Affine, are_in_memory, in_f64};
use crate::program;
use mlir_lite::conversion::{ConversionPatternSet, LowerByPatterns};
use mlir_lite::edsc::edsc;

/// Checks that the program was given as many arguments as it takes; `main` begins with it.
///
/// ```mlir
/// toy.takes_arguments 2, "INPUT.npy OUTPUT.npy"
/// ```
#[op(name = "toy.takes_arguments", implements(InterpretOp), format = "$count `,` $usage attr-dict")]
pub struct TakesArgumentsOp {
    #[attr(typed)]
    count: I64Attr,
    /// A word for each.
    #[attr(typed)]
    usage: StrAttr,
}

impl TakesArgumentsOp {
    /// The runtime function that the lowered op calls: a `void(i64 count, ptr usage)`, which ends
    /// the program with status 2 if it was given another number of arguments.
    pub const FUNCTION: &'static str = "toy_takes_arguments";
}

impl InterpretOp for TakesArgumentsOp {
    fn interpret<'b>(op: TakesArgumentsOpRef<'b>, _m: &mut Machine<'b>) -> Result<Flow, Trap> {
        program::check_arguments(op.count(), &op.usage()).map_err(Trap::new)?;
        Ok(Flow::Next)
    }
}

/// Lets the program end with a status: what `main` returns.
///
/// ```mlir
/// toy.exit_status %5 : tensor<f64>
/// ```
#[op(
    name = "toy.exit_status",
    implements(InterpretOp, LowerByPatterns<Affine>),
    format = "$input attr-dict `:` type($input)"
)]
pub struct ExitStatusOp {
    #[operand]
    input: AnyTypeOf<(NumberTensor, F64MemRef)>,
}

impl ExitStatusOp {
    /// The runtime function that the lowered op calls: a `void(ptr location, ptr value)`, which
    /// ends the program with status 1 if the number is not an exit status. The location is a C
    /// string.
    pub const FUNCTION: &'static str = "toy_exit_status";
}

impl InterpretOp for ExitStatusOp {
    fn interpret<'b>(op: ExitStatusOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let input = tensor_of(m, op.input())?;
        let value = input.single().ok_or_else(|| Trap::new("an exit status is a number"))?;
        program::set_exit_status(value).map_err(Trap::new)?;
        Ok(Flow::Next)
    }
}

impl LowerByPatterns<Affine> for ExitStatusOp {
    fn patterns(set: &mut ConversionPatternSet, (): &()) {
        set.add::<ExitStatusOp>("toy.exit_status-to-affine", 1, |op, operands, rewriter| {
            are_in_memory(rewriter.body(), operands.values())?;
            let (input, tensor) = (operands.input(), op.input(rewriter.body()));
            let input =
                edsc(rewriter, |e| in_f64(e, input, tensor).map(|memory| memory.memref.id()))?;
            ExitStatusOp::create(rewriter, input);
            rewriter.erase_op(op.id());
            Ok(())
        });
    }
}
