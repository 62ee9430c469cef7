//! LLVM's intrinsics on integers.

use super::compare::compare_result;
use crate::constraints::*;
use crate::llvm_types::struct_type;
use mlir_lite::interpreter::arithmetic::{
    ScalarOp, count_leading_zeros, count_ones, count_trailing_zeros, magnitude, reverse_bits,
    swap_bytes,
};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::op_def::{OpTrait, VerifyFn};
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::{IntegerFunction, ScalarFunction};
use mlir_lite::text::print_type;

/// The larger signed number.
#[op(
    name = "llvm.intr.smax",
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct SMaxOp {
    #[operand]
    a: LlvmInteger,
    #[operand]
    b: LlvmInteger,
    #[result]
    res: LlvmInteger,
}

impl ScalarOp for SMaxOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::MaxSigned);
}

/// The smaller signed number.
#[op(
    name = "llvm.intr.smin",
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct SMinOp {
    #[operand]
    a: LlvmInteger,
    #[operand]
    b: LlvmInteger,
    #[result]
    res: LlvmInteger,
}

impl ScalarOp for SMinOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::MinSigned);
}

/// The larger unsigned number.
#[op(
    name = "llvm.intr.umax",
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct UMaxOp {
    #[operand]
    a: LlvmInteger,
    #[operand]
    b: LlvmInteger,
    #[result]
    res: LlvmInteger,
}

impl ScalarOp for UMaxOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::MaxUnsigned);
}

/// The smaller unsigned number.
#[op(
    name = "llvm.intr.umin",
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct UMinOp {
    #[operand]
    a: LlvmInteger,
    #[operand]
    b: LlvmInteger,
    #[result]
    res: LlvmInteger,
}

impl ScalarOp for UMinOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::MinUnsigned);
}

/// Signed sum, or the number nearest to it.
#[op(
    name = "llvm.intr.sadd.sat",
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct SAddSatOp {
    #[operand]
    a: LlvmInteger,
    #[operand]
    b: LlvmInteger,
    #[result]
    res: LlvmInteger,
}

impl InterpretOp for SAddSatOp {
    fn interpret<'b>(op: SAddSatOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        saturated(m, numbers(m, op.a(), op.b(), true)?, op.res(), |a, b| a + b)
    }
}

/// Unsigned sum, or the number nearest to it.
#[op(
    name = "llvm.intr.uadd.sat",
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct UAddSatOp {
    #[operand]
    a: LlvmInteger,
    #[operand]
    b: LlvmInteger,
    #[result]
    res: LlvmInteger,
}

impl InterpretOp for UAddSatOp {
    fn interpret<'b>(op: UAddSatOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        saturated(m, numbers(m, op.a(), op.b(), false)?, op.res(), |a, b| a + b)
    }
}

/// Signed difference, or the number nearest to it.
#[op(
    name = "llvm.intr.ssub.sat",
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct SSubSatOp {
    #[operand]
    a: LlvmInteger,
    #[operand]
    b: LlvmInteger,
    #[result]
    res: LlvmInteger,
}

impl InterpretOp for SSubSatOp {
    fn interpret<'b>(op: SSubSatOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        saturated(m, numbers(m, op.a(), op.b(), true)?, op.res(), |a, b| a - b)
    }
}

/// Unsigned difference, or the number nearest to it.
#[op(
    name = "llvm.intr.usub.sat",
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct USubSatOp {
    #[operand]
    a: LlvmInteger,
    #[operand]
    b: LlvmInteger,
    #[result]
    res: LlvmInteger,
}

impl InterpretOp for USubSatOp {
    fn interpret<'b>(op: USubSatOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        saturated(m, numbers(m, op.a(), op.b(), false)?, op.res(), |a, b| a - b)
    }
}

/// Signed shift to the left, or the number nearest to it.
#[op(
    name = "llvm.intr.sshl.sat",
    traits(Pure, SameOperandsAndResultType),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct SShlSatOp {
    #[operand]
    a: LlvmInteger,
    #[operand]
    b: LlvmInteger,
    #[result]
    res: LlvmInteger,
}

/// Unsigned shift to the left, or the number nearest to it.
#[op(
    name = "llvm.intr.ushl.sat",
    traits(Pure, SameOperandsAndResultType),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct UShlSatOp {
    #[operand]
    a: LlvmInteger,
    #[operand]
    b: LlvmInteger,
    #[result]
    res: LlvmInteger,
}

/// The high half of `a:b` shifted to the left by `c` modulo the width.
#[op(
    name = "llvm.intr.fshl",
    traits(Pure, SameOperandsAndResultType),
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

/// The low half of `a:b` shifted to the right by `c` modulo the width.
#[op(
    name = "llvm.intr.fshr",
    traits(Pure, SameOperandsAndResultType),
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

/// How many bits are set.
#[op(
    name = "llvm.intr.ctpop",
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct CtPopOp {
    #[operand]
    input: LlvmInteger,
    #[result]
    res: LlvmInteger,
}

impl InterpretOp for CtPopOp {
    fn interpret<'b>(op: CtPopOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        count_ones(m, op.op())
    }
}

/// The bits in reverse order.
#[op(
    name = "llvm.intr.bitreverse",
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct BitReverseOp {
    #[operand]
    input: LlvmInteger,
    #[result]
    res: LlvmInteger,
}

impl InterpretOp for BitReverseOp {
    fn interpret<'b>(op: BitReverseOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        reverse_bits(m, op.op())
    }
}

/// The bytes in reverse order.
#[op(
    name = "llvm.intr.bswap",
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct ByteSwapOp {
    #[operand]
    input: LlvmInteger,
    #[result]
    res: LlvmInteger,
}

impl InterpretOp for ByteSwapOp {
    fn interpret<'b>(op: ByteSwapOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        swap_bytes(m, op.op())
    }
}

/// Sum of signed numbers, and whether it does not fit.
#[op(
    name = "llvm.intr.sadd.with.overflow",
    traits(Pure, SameTypeOperands, ResultWithOverflow),
    hooks(InterpretOp)
)]
pub struct SAddWithOverflowOp {
    #[operand]
    a: LlvmInteger,
    #[operand]
    b: LlvmInteger,
    /// The low bits, and whether they are not all.
    #[result]
    res: LlvmValue,
}

impl InterpretOp for SAddWithOverflowOp {
    fn interpret<'b>(op: SAddWithOverflowOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        overflowing(m, numbers(m, op.a(), op.b(), true)?, op.res(), |a, b| a + b)
    }
}

/// Sum of unsigned numbers, and whether it does not fit.
#[op(
    name = "llvm.intr.uadd.with.overflow",
    traits(Pure, SameTypeOperands, ResultWithOverflow),
    hooks(InterpretOp)
)]
pub struct UAddWithOverflowOp {
    #[operand]
    a: LlvmInteger,
    #[operand]
    b: LlvmInteger,
    /// The low bits, and whether they are not all.
    #[result]
    res: LlvmValue,
}

impl InterpretOp for UAddWithOverflowOp {
    fn interpret<'b>(op: UAddWithOverflowOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        overflowing(m, numbers(m, op.a(), op.b(), false)?, op.res(), |a, b| a + b)
    }
}

/// Difference of signed numbers, and whether it does not fit.
#[op(
    name = "llvm.intr.ssub.with.overflow",
    traits(Pure, SameTypeOperands, ResultWithOverflow),
    hooks(InterpretOp)
)]
pub struct SSubWithOverflowOp {
    #[operand]
    a: LlvmInteger,
    #[operand]
    b: LlvmInteger,
    /// The low bits, and whether they are not all.
    #[result]
    res: LlvmValue,
}

impl InterpretOp for SSubWithOverflowOp {
    fn interpret<'b>(op: SSubWithOverflowOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        overflowing(m, numbers(m, op.a(), op.b(), true)?, op.res(), |a, b| a - b)
    }
}

/// Difference of unsigned numbers, and whether it does not fit.
#[op(
    name = "llvm.intr.usub.with.overflow",
    traits(Pure, SameTypeOperands, ResultWithOverflow),
    hooks(InterpretOp)
)]
pub struct USubWithOverflowOp {
    #[operand]
    a: LlvmInteger,
    #[operand]
    b: LlvmInteger,
    /// The low bits, and whether they are not all.
    #[result]
    res: LlvmValue,
}

impl InterpretOp for USubWithOverflowOp {
    fn interpret<'b>(op: USubWithOverflowOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        overflowing(m, numbers(m, op.a(), op.b(), false)?, op.res(), |a, b| a - b)
    }
}

/// Product of signed numbers, and whether it does not fit.
#[op(
    name = "llvm.intr.smul.with.overflow",
    traits(Pure, SameTypeOperands, ResultWithOverflow),
    hooks(InterpretOp)
)]
pub struct SMulWithOverflowOp {
    #[operand]
    a: LlvmInteger,
    #[operand]
    b: LlvmInteger,
    /// The low bits, and whether they are not all.
    #[result]
    res: LlvmValue,
}

impl InterpretOp for SMulWithOverflowOp {
    fn interpret<'b>(op: SMulWithOverflowOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        overflowing(m, numbers(m, op.a(), op.b(), true)?, op.res(), i128::wrapping_mul)
    }
}

/// Product of unsigned numbers, and whether it does not fit.
#[op(
    name = "llvm.intr.umul.with.overflow",
    traits(Pure, SameTypeOperands, ResultWithOverflow),
    hooks(InterpretOp)
)]
pub struct UMulWithOverflowOp {
    #[operand]
    a: LlvmInteger,
    #[operand]
    b: LlvmInteger,
    /// The low bits, and whether they are not all.
    #[result]
    res: LlvmValue,
}

impl InterpretOp for UMulWithOverflowOp {
    fn interpret<'b>(op: UMulWithOverflowOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        overflowing(m, numbers(m, op.a(), op.b(), false)?, op.res(), i128::wrapping_mul)
    }
}

/// How many zeros are before the highest bit that is set.
#[op(name = "llvm.intr.ctlz", traits(Pure, SameOperandsAndResultType), hooks(InterpretOp))]
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
#[op(name = "llvm.intr.cttz", traits(Pure, SameOperandsAndResultType), hooks(InterpretOp))]
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
#[op(name = "llvm.intr.abs", traits(Pure, SameOperandsAndResultType), hooks(InterpretOp))]
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

/// Two numbers, and the smallest and largest number of their type.
type Numbers = ([i128; 2], [i128; 2]);

fn numbers(
    m: &Machine<'_>,
    a: ValueRef<'_>,
    b: ValueRef<'_>,
    signed: bool,
) -> Result<Numbers, Trap> {
    let width = a.ty().bit_width(m.context()).filter(|width| (1..=64).contains(width));
    let width = width.ok_or_else(|| {
        Trap::new("cannot be interpreted: the op on other types than integers of up to 64 bits")
    })?;
    let number = |value: ValueRef<'_>| -> Result<i128, Trap> {
        let bits = m.get(value).as_int()?;
        Ok(if signed { ((bits << (128 - width)) as i128) >> (128 - width) } else { bits as i128 })
    };
    let range =
        if signed { [-(1 << (width - 1)), (1 << (width - 1)) - 1] } else { [0, (1 << width) - 1] };
    Ok(([number(a)?, number(b)?], range))
}

/// The two's complement bits of a number in the width of a range.
fn bits(number: i128, [low, high]: [i128; 2]) -> Value {
    Value::Int(number as u128 & (high - low) as u128)
}

/// `f` of two numbers, saturated to the range.
fn saturated(
    m: &mut Machine<'_>,
    ([a, b], range): Numbers,
    result: ValueRef<'_>,
    f: fn(i128, i128) -> i128,
) -> Result<Flow, Trap> {
    m.give(result, bits(f(a, b).clamp(range[0], range[1]), range))
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
                let message =
                    format_args!("expects a result of type '{expected}', found '{found}'");
                diagnostics.error(op.op_error(message));
            }
        }
    });
}

/// The low bits of the result, and whether it overflows.
fn overflowing(
    m: &mut Machine<'_>,
    ([a, b], range): Numbers,
    result: ValueRef<'_>,
    f: fn(i128, i128) -> i128,
) -> Result<Flow, Trap> {
    let exact = f(a, b);
    let fits = (range[0]..=range[1]).contains(&exact);
    m.give(result, Value::aggregate(vec![bits(exact, range), Value::bool(!fits)]))
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
