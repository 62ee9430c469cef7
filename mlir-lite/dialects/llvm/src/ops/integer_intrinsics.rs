//! LLVM's intrinsics on integers.

use super::compare::compare_result;
use crate::constraints::*;
use crate::llvm_types::struct_type;
use crate::ops::families::{IntegerBinaryIntrinsic, IntegerIntrinsic, OverflowIntrinsic};
use mlir_lite::interpreter::arithmetic::{
    ScalarOp, count_leading_zeros, count_ones, count_trailing_zeros, magnitude, reverse_bits,
    swap_bytes, three_integers,
};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::op_def::{OpTrait, VerifyFn};
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::{IntegerFunction, ScalarFunction, funnel_shift_left, funnel_shift_right};
use mlir_lite::text::print_type;

/// The larger signed number.
#[op(family = IntegerBinaryIntrinsic, name = "llvm.intr.smax")]
pub struct SMaxOp;

impl ScalarOp for SMaxOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::MaxSigned);
}

/// The smaller signed number.
#[op(family = IntegerBinaryIntrinsic, name = "llvm.intr.smin")]
pub struct SMinOp;

impl ScalarOp for SMinOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::MinSigned);
}

/// The larger unsigned number.
#[op(family = IntegerBinaryIntrinsic, name = "llvm.intr.umax")]
pub struct UMaxOp;

impl ScalarOp for UMaxOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::MaxUnsigned);
}

/// The smaller unsigned number.
#[op(family = IntegerBinaryIntrinsic, name = "llvm.intr.umin")]
pub struct UMinOp;

impl ScalarOp for UMinOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::MinUnsigned);
}

/// Signed sum, or the number nearest to it.
#[op(family = IntegerBinaryIntrinsic, name = "llvm.intr.sadd.sat")]
pub struct SAddSatOp;

impl ScalarOp for SAddSatOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::AddSaturatingSigned);
}

/// Unsigned sum, or the number nearest to it.
#[op(family = IntegerBinaryIntrinsic, name = "llvm.intr.uadd.sat")]
pub struct UAddSatOp;

impl ScalarOp for UAddSatOp {
    const FUNCTION: ScalarFunction =
        ScalarFunction::Integer(IntegerFunction::AddSaturatingUnsigned);
}

/// Signed difference, or the number nearest to it.
#[op(family = IntegerBinaryIntrinsic, name = "llvm.intr.ssub.sat")]
pub struct SSubSatOp;

impl ScalarOp for SSubSatOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::SubSaturatingSigned);
}

/// Unsigned difference, or the number nearest to it.
#[op(family = IntegerBinaryIntrinsic, name = "llvm.intr.usub.sat")]
pub struct USubSatOp;

impl ScalarOp for USubSatOp {
    const FUNCTION: ScalarFunction =
        ScalarFunction::Integer(IntegerFunction::SubSaturatingUnsigned);
}

/// Signed shift to the left, or the number nearest to it.
#[op(family = IntegerBinaryIntrinsic, name = "llvm.intr.sshl.sat")]
pub struct SShlSatOp;

impl ScalarOp for SShlSatOp {
    const FUNCTION: ScalarFunction =
        ScalarFunction::Integer(IntegerFunction::ShiftLeftSaturatingSigned);
}

/// Unsigned shift to the left, or the number nearest to it.
#[op(family = IntegerBinaryIntrinsic, name = "llvm.intr.ushl.sat")]
pub struct UShlSatOp;

impl ScalarOp for UShlSatOp {
    const FUNCTION: ScalarFunction =
        ScalarFunction::Integer(IntegerFunction::ShiftLeftSaturatingUnsigned);
}

/// The high half of `a:b` shifted to the left by `c` modulo the width.
#[op(
    name = "llvm.intr.fshl",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct FshlOp {
    #[operand]
    a: LlvmInteger,
    #[operand]
    b: LlvmInteger,
    #[operand]
    c: LlvmInteger,
    #[result]
    res: LlvmInteger,
}

impl InterpretOp for FshlOp {
    fn interpret<'b>(op: FshlOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        three_integers(m, op.op(), funnel_shift_left)
    }
}

/// The low half of `a:b` shifted to the right by `c` modulo the width.
#[op(
    name = "llvm.intr.fshr",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct FshrOp {
    #[operand]
    a: LlvmInteger,
    #[operand]
    b: LlvmInteger,
    #[operand]
    c: LlvmInteger,
    #[result]
    res: LlvmInteger,
}

impl InterpretOp for FshrOp {
    fn interpret<'b>(op: FshrOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        three_integers(m, op.op(), funnel_shift_right)
    }
}

/// How many bits are set.
#[op(family = IntegerIntrinsic, name = "llvm.intr.ctpop")]
pub struct CtPopOp;

impl InterpretOp for CtPopOp {
    fn interpret<'b>(op: CtPopOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        count_ones(m, op.op())
    }
}

/// The bits in reverse order.
#[op(family = IntegerIntrinsic, name = "llvm.intr.bitreverse")]
pub struct BitReverseOp;

impl InterpretOp for BitReverseOp {
    fn interpret<'b>(op: BitReverseOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        reverse_bits(m, op.op())
    }
}

/// The bytes in reverse order.
#[op(family = IntegerIntrinsic, name = "llvm.intr.bswap")]
pub struct ByteSwapOp;

impl InterpretOp for ByteSwapOp {
    fn interpret<'b>(op: ByteSwapOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        swap_bytes(m, op.op())
    }
}

/// Sum of signed numbers, and whether it does not fit.
#[op(family = OverflowIntrinsic, name = "llvm.intr.sadd.with.overflow")]
pub struct SAddWithOverflowOp;

impl InterpretOp for SAddWithOverflowOp {
    fn interpret<'b>(op: SAddWithOverflowOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        overflowing(m, IntegerFunction::Add, true, op.a(), op.b(), op.res())
    }
}

/// Sum of unsigned numbers, and whether it does not fit.
#[op(family = OverflowIntrinsic, name = "llvm.intr.uadd.with.overflow")]
pub struct UAddWithOverflowOp;

impl InterpretOp for UAddWithOverflowOp {
    fn interpret<'b>(op: UAddWithOverflowOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        overflowing(m, IntegerFunction::Add, false, op.a(), op.b(), op.res())
    }
}

/// Difference of signed numbers, and whether it does not fit.
#[op(family = OverflowIntrinsic, name = "llvm.intr.ssub.with.overflow")]
pub struct SSubWithOverflowOp;

impl InterpretOp for SSubWithOverflowOp {
    fn interpret<'b>(op: SSubWithOverflowOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        overflowing(m, IntegerFunction::Sub, true, op.a(), op.b(), op.res())
    }
}

/// Difference of unsigned numbers, and whether it does not fit.
#[op(family = OverflowIntrinsic, name = "llvm.intr.usub.with.overflow")]
pub struct USubWithOverflowOp;

impl InterpretOp for USubWithOverflowOp {
    fn interpret<'b>(op: USubWithOverflowOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        overflowing(m, IntegerFunction::Sub, false, op.a(), op.b(), op.res())
    }
}

/// Product of signed numbers, and whether it does not fit.
#[op(family = OverflowIntrinsic, name = "llvm.intr.smul.with.overflow")]
pub struct SMulWithOverflowOp;

impl InterpretOp for SMulWithOverflowOp {
    fn interpret<'b>(op: SMulWithOverflowOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        overflowing(m, IntegerFunction::Mul, true, op.a(), op.b(), op.res())
    }
}

/// Product of unsigned numbers, and whether it does not fit.
#[op(family = OverflowIntrinsic, name = "llvm.intr.umul.with.overflow")]
pub struct UMulWithOverflowOp;

impl InterpretOp for UMulWithOverflowOp {
    fn interpret<'b>(op: UMulWithOverflowOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        overflowing(m, IntegerFunction::Mul, false, op.a(), op.b(), op.res())
    }
}

/// How many zeros are before the highest bit that is set.
#[op(name = "llvm.intr.ctlz", traits(Pure, SameOperandsAndResultType), implements(InterpretOp))]
pub struct CountLeadingZerosOp {
    #[operand]
    input: LlvmInteger,
    #[attr]
    is_zero_poison: BoolAttr,
    #[result]
    res: LlvmInteger,
}

impl InterpretOp for CountLeadingZerosOp {
    fn interpret<'b>(op: CountLeadingZerosOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        count_leading_zeros(m, op.op())
    }
}

/// How many zeros are after the lowest bit that is set.
#[op(name = "llvm.intr.cttz", traits(Pure, SameOperandsAndResultType), implements(InterpretOp))]
pub struct CountTrailingZerosOp {
    #[operand]
    input: LlvmInteger,
    #[attr]
    is_zero_poison: BoolAttr,
    #[result]
    res: LlvmInteger,
}

impl InterpretOp for CountTrailingZerosOp {
    fn interpret<'b>(op: CountTrailingZerosOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        count_trailing_zeros(m, op.op())
    }
}

/// The absolute value of a signed number.
#[op(name = "llvm.intr.abs", traits(Pure, SameOperandsAndResultType), implements(InterpretOp))]
pub struct AbsOp {
    #[operand]
    input: LlvmInteger,
    #[attr]
    is_int_min_poison: BoolAttr,
    #[result]
    res: LlvmInteger,
}

impl InterpretOp for AbsOp {
    fn interpret<'b>(op: AbsOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        magnitude(m, op.op())
    }
}

/// The results are the low bits, as wide as the operands, and a flag for each number.
pub(super) struct ResultWithOverflow;

impl OpTrait for ResultWithOverflow {
    const NAME: &'static str = "ResultWithOverflow";
    const VERIFY: Option<VerifyFn> = Some(|op, diagnostics| {
        let ctx = op.context();
        for (operand, result) in op.operand_types().zip(op.result_types()) {
            let expected = struct_type(ctx, &[operand, compare_result(ctx, operand)]);
            if result != expected {
                let [expected, found] = [expected, result].map(|ty| print_type(ctx, ty));
                let message = format!("expects a result of type '{expected}', found '{found}'");
                diagnostics.error(op.op_error(message));
            }
        }
    });
}

/// The low bits of the result, and whether it overflows.
fn overflowing(
    m: &mut Machine<'_>,
    function: IntegerFunction,
    signed: bool,
    a: ValueRef<'_>,
    b: ValueRef<'_>,
    result: ValueRef<'_>,
) -> Result<Flow, Trap> {
    let width = a
        .ty()
        .bit_width(m.context())
        .ok_or_else(|| Trap::new("cannot be interpreted: the op on other types than integers"))?;
    let (a, b) = (m.get(a).as_integer(width)?, m.get(b).as_integer(width)?);
    let low = function.apply(&a, &b).map_err(|_| Trap::malformed())?;
    let overflows = Value::bool(function.wraps(&a, &b, signed));
    m.set_result(result, Value::aggregate(vec![Value::integer(low), overflows]))
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<SMaxOp>();
    dialect.op::<SMinOp>();
    dialect.op::<UMaxOp>();
    dialect.op::<UMinOp>();
    dialect.op::<SAddSatOp>();
    dialect.op::<UAddSatOp>();
    dialect.op::<SSubSatOp>();
    dialect.op::<USubSatOp>();
    dialect.op::<SShlSatOp>();
    dialect.op::<UShlSatOp>();
    dialect.op::<FshlOp>();
    dialect.op::<FshrOp>();
    dialect.op::<CtPopOp>();
    dialect.op::<BitReverseOp>();
    dialect.op::<ByteSwapOp>();
    dialect.op::<CountLeadingZerosOp>();
    dialect.op::<CountTrailingZerosOp>();
    dialect.op::<AbsOp>();
    dialect.op::<SAddWithOverflowOp>();
    dialect.op::<UAddWithOverflowOp>();
    dialect.op::<SSubWithOverflowOp>();
    dialect.op::<USubWithOverflowOp>();
    dialect.op::<SMulWithOverflowOp>();
    dialect.op::<UMulWithOverflowOp>();
}
