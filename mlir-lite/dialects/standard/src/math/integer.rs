//! Functions of integers, and powers with integers as exponents.

use crate::flags::{FAST_MATH_PROPERTIES, FastMath};
use crate::fold::unary;
use crate::to_llvm::{LowerToLlvm, OneToOne};
use mlir_lite::attributes::ApInt;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::arithmetic::{
    count_leading_zeros, count_ones, count_trailing_zeros, magnitude, power_of_float,
};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value, combine};
use mlir_lite::ir::prelude::*;

/// Folds a function of one constant, element by element.
fn fold_unary(
    result: ValueRef<'_>,
    constants: &[Option<Attribute>],
    function: fn(&ApInt) -> ApInt,
) -> Fold {
    let (ctx, ty) = (result.context(), result.ty());
    let value = constants[0].and_then(|x| unary(ctx, ty, x, |x: &ApInt| Some(function(x))));
    value.map_or(Fold::Unchanged, Fold::constant)
}

/// Absolute value of a signed integer.
#[op(
    name = "std.absi",
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp),
    upstream(name = "math.absi"),
    format = "$operand attr-dict `:` type($result)",
    fold
)]
pub struct AbsIOp {
    /// The argument.
    #[operand]
    operand: SignlessIntegerLike,
    /// The result.
    #[result]
    result: SignlessIntegerLike,
}

impl FoldOp for AbsIOp {
    fn fold(op: AbsIOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        fold_unary(
            op.result(),
            constants,
            |x| if x.is_negative() { x.negated() } else { x.clone() },
        )
    }
}

impl InterpretOp for AbsIOp {
    fn interpret<'b>(op: AbsIOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        magnitude(m, op.op())
    }
}

/// How many zeros are before the highest bit that is set.
#[op(
    name = "std.ctlz",
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp),
    upstream(name = "math.ctlz"),
    format = "$operand attr-dict `:` type($result)",
    fold
)]
pub struct CountLeadingZerosOp {
    /// The argument.
    #[operand]
    operand: SignlessIntegerLike,
    /// The result.
    #[result]
    result: SignlessIntegerLike,
}

impl FoldOp for CountLeadingZerosOp {
    fn fold(op: CountLeadingZerosOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        fold_unary(op.result(), constants, |x| ApInt::from_u64(x.width(), x.leading_zeros().into()))
    }
}

impl InterpretOp for CountLeadingZerosOp {
    fn interpret<'b>(op: CountLeadingZerosOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        count_leading_zeros(m, op.op())
    }
}

/// How many zeros are after the lowest bit that is set.
#[op(
    name = "std.cttz",
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp),
    upstream(name = "math.cttz"),
    format = "$operand attr-dict `:` type($result)",
    fold
)]
pub struct CountTrailingZerosOp {
    /// The argument.
    #[operand]
    operand: SignlessIntegerLike,
    /// The result.
    #[result]
    result: SignlessIntegerLike,
}

impl FoldOp for CountTrailingZerosOp {
    fn fold(op: CountTrailingZerosOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        fold_unary(op.result(), constants, |x| {
            ApInt::from_u64(x.width(), x.trailing_zeros().into())
        })
    }
}

impl InterpretOp for CountTrailingZerosOp {
    fn interpret<'b>(op: CountTrailingZerosOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        count_trailing_zeros(m, op.op())
    }
}

/// How many bits are set.
#[op(
    name = "std.ctpop",
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "math.ctpop"),
    format = "$operand attr-dict `:` type($result)",
    fold
)]
pub struct CtPopOp {
    /// The argument.
    #[operand]
    operand: SignlessIntegerLike,
    /// The result.
    #[result]
    result: SignlessIntegerLike,
}

impl FoldOp for CtPopOp {
    fn fold(op: CtPopOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        fold_unary(op.result(), constants, |x| ApInt::from_u64(x.width(), x.count_ones().into()))
    }
}

impl InterpretOp for CtPopOp {
    fn interpret<'b>(op: CtPopOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        count_ones(m, op.op())
    }
}

impl OneToOne for CtPopOp {
    type Llvm = llvm::CtPopOp;
}

/// A signed integer to the power of another.
#[op(
    name = "std.ipowi",
    hooks(InterpretOp),
    traits(Pure, SameOperandsAndResultType),
    upstream(name = "math.ipowi"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct IPowIOp {
    /// The base.
    #[operand]
    lhs: SignlessIntegerLike,
    /// The exponent.
    #[operand]
    rhs: SignlessIntegerLike,
    /// The result.
    #[result]
    result: SignlessIntegerLike,
}

/// A float to the power of a signed integer.
#[op(
    name = "std.fpowi",
    properties = FAST_MATH_PROPERTIES,
    hooks(InterpretOp),
    traits(Pure, AllTypesMatch(lhs, result), SameOperandsAndResultShape),
    upstream(
        name = "math.fpowi",
        format = "$lhs `,` $rhs custom<FastMath>() attr-dict `:` type($lhs) `,` type($rhs)"
    ),
    format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs)"
)]
pub struct FPowIOp {
    /// The base.
    #[operand]
    lhs: FloatLike,
    /// The exponent.
    #[operand]
    rhs: SignlessIntegerLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl InterpretOp for IPowIOp {
    fn interpret<'b>(op: IPowIOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let ty = op.result().ty();
        if ty.shape(op.context()).is_some() {
            return Err(Trap::new("cannot be interpreted: the op on vectors and tensors"));
        }
        let width = ty.bit_width(op.context()).unwrap_or(64).clamp(1, 128);
        let (base, exponent) = (m.get(op.lhs()), m.get(op.rhs()).as_int()?);
        let is_negative = exponent >> (width - 1) & 1 == 1;
        let ones = if width == 128 { u128::MAX } else { (1 << width) - 1 };
        let value = match (is_negative, base.as_int()?) {
            (false, _) => {
                let (mut power, mut square, mut rest) = (Value::Int(1 & ones), base, exponent);
                while rest > 0 {
                    if rest & 1 == 1 {
                        power = combine(m, "muli", ty, &power, &square)?;
                    }
                    square = combine(m, "muli", ty, &square, &square)?;
                    rest >>= 1;
                }
                power
            }
            (true, 0) => return Err(Trap::new("divides by zero")),
            (true, 1) => Value::Int(1),
            (true, minus_one) if minus_one == ones => {
                Value::Int(if exponent & 1 == 1 { ones } else { 1 })
            }
            (true, _) => Value::Int(0),
        };
        m.give(op.result(), value)
    }
}

impl InterpretOp for FPowIOp {
    fn interpret<'b>(op: FPowIOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let power = power_of_float(m, op.lhs(), op.rhs())?;
        m.give(op.result(), power)
    }
}

pub(super) fn register_integer(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<AbsIOp>();
    dialect.op::<CountLeadingZerosOp>();
    dialect.op::<CountTrailingZerosOp>();
    dialect.op::<CtPopOp>();
    dialect.op::<IPowIOp>();
    dialect.op::<FPowIOp>();
}
