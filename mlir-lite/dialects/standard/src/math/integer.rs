//! Functions of integers, and powers with integers as exponents.

use crate::families::{IntegerBinary, IntegerUnary};
use crate::flags::{FAST_MATH_PROPERTIES, FastMath};
use crate::math::integer_power::integer_power;
use crate::to_llvm::flags::flagged;
use crate::to_llvm::library::each_element;
use crate::to_llvm::lowering::created;
use crate::to_llvm::{Llvm, Lowered, OneToOne, Rewriter};
use mlir_lite::analysis::dataflow::InferIntRangeInterface;
use mlir_lite::attributes::ApInt;
use mlir_lite::constants::unary;
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::arithmetic::{
    count_leading_zeros, count_ones, count_trailing_zeros, magnitude, power_of_float,
};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;

/// Folds a function of one constant, element by element.
fn fold_unary(
    result: ValueRef<'_>,
    constant: Option<Attribute>,
    function: fn(&ApInt) -> ApInt,
) -> Fold {
    let (ctx, ty) = (result.context(), result.ty());
    let value = constant.and_then(|x| unary(ctx, ty, x, |x: &ApInt| Some(function(x))));
    value.into()
}

/// Absolute value of a signed integer.
#[op(
    family = IntegerUnary,
    name = "std.absi",
    implements(LowerTo<Llvm>),
    upstream(name = "math.absi")
)]
pub struct AbsIOp;

impl FoldOp for AbsIOp {
    fn fold(op: AbsIOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_unary(op.result(), constants.operand(), |x| {
            if x.is_negative() { x.negated() } else { x.clone() }
        })
    }
}

impl InterpretOp for AbsIOp {
    fn interpret<'b>(op: AbsIOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        magnitude(m, op.op())
    }
}

impl LowerTo<Llvm> for AbsIOp {
    fn lower(_: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        Ok(llvm::AbsOp::create(b, operands.operand(), Attribute::FALSE).into())
    }
}

/// How many zeros are before the highest bit that is set.
#[op(
    family = IntegerUnary,
    name = "std.ctlz",
    implements(LowerTo<Llvm>),
    upstream(name = "math.ctlz")
)]
pub struct CountLeadingZerosOp;

impl FoldOp for CountLeadingZerosOp {
    fn fold(op: CountLeadingZerosOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_unary(op.result(), constants.operand(), |x| {
            ApInt::from_u64(x.width(), x.leading_zeros().into())
        })
    }
}

impl InterpretOp for CountLeadingZerosOp {
    fn interpret<'b>(op: CountLeadingZerosOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        count_leading_zeros(m, op.op())
    }
}

impl LowerTo<Llvm> for CountLeadingZerosOp {
    fn lower(_: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        Ok(llvm::CountLeadingZerosOp::create(b, operands.operand(), Attribute::FALSE).into())
    }
}

/// How many zeros are after the lowest bit that is set.
#[op(
    family = IntegerUnary,
    name = "std.cttz",
    implements(LowerTo<Llvm>),
    upstream(name = "math.cttz")
)]
pub struct CountTrailingZerosOp;

impl FoldOp for CountTrailingZerosOp {
    fn fold(op: CountTrailingZerosOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_unary(op.result(), constants.operand(), |x| {
            ApInt::from_u64(x.width(), x.trailing_zeros().into())
        })
    }
}

impl InterpretOp for CountTrailingZerosOp {
    fn interpret<'b>(op: CountTrailingZerosOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        count_trailing_zeros(m, op.op())
    }
}

impl LowerTo<Llvm> for CountTrailingZerosOp {
    fn lower(_: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        Ok(llvm::CountTrailingZerosOp::create(b, operands.operand(), Attribute::FALSE).into())
    }
}

/// How many bits are set.
#[op(
    family = IntegerUnary,
    name = "std.ctpop",
    implements(LowerTo<Llvm> = OneToOne<Self, llvm::CtPopOp>),
    upstream(name = "math.ctpop")
)]
pub struct CtPopOp;

impl FoldOp for CtPopOp {
    fn fold(op: CtPopOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_unary(op.result(), constants.operand(), |x| {
            ApInt::from_u64(x.width(), x.count_ones().into())
        })
    }
}

impl InterpretOp for CtPopOp {
    fn interpret<'b>(op: CtPopOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        count_ones(m, op.op())
    }
}

/// A signed integer to the power of another.
#[op(
    family = IntegerBinary,
    name = "std.ipowi",
    implements(LowerTo<Llvm>),
    upstream(name = "math.ipowi", only)
)]
pub struct IPowIOp;

/// A float to the power of a signed integer.
#[op(
    name = "std.fpowi",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, AllTypesMatch(lhs, result), SameOperandsAndResultShape),
    implements(InterpretOp, LowerTo<Llvm>),
    upstream(
        name = "math.fpowi", only,
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

/// Nothing is known of powers.
impl InferIntRangeInterface for IPowIOp {}

impl InterpretOp for IPowIOp {
    fn interpret<'b>(op: IPowIOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let ty = op.result().ty();
        if ty.shape(op.context()).is_some() {
            return Err(Trap::new("cannot be interpreted: the op on vectors and tensors"));
        }
        let width = ty.bit_width(op.context()).unwrap_or(64);
        let [base, exponent] = [op.lhs(), op.rhs()].map(|value| m.get(value).as_integer(width));
        let power = mlir_lite::scalar::integer_power(&base?, &exponent?);
        let power = power.ok_or_else(|| Trap::new("divides by zero"))?;
        m.set_result(op.result(), Value::integer(power))
    }
}

impl LowerTo<Llvm> for IPowIOp {
    fn lower(_: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let ty = b.body().ty(operands.lhs());
        let element = ty.element_or_self(b.context());
        let width = element.bit_width(b.context()).filter(|_| element.is_integer(b.context()));
        let function = integer_power(b, width.ok_or("only integers are supported")?)?;
        let power = each_element(b, ty, operands.values(), |b, operands| {
            let result = llvm::CallOp::of_symbol(b, function, &operands, Some(element));
            Ok(result.ok_or("the call has no result")?)
        })?;
        Ok(power.into())
    }
}

impl InterpretOp for FPowIOp {
    fn interpret<'b>(op: FPowIOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let power = power_of_float(m, op.lhs(), op.rhs())?;
        m.set_result(op.result(), power)
    }
}

impl LowerTo<Llvm> for FPowIOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let (base, mut exponent) = (operands.lhs(), operands.rhs());
        let width = b.body().ty(exponent).bit_width(b.context());
        if width.is_none_or(|width| width > 32) {
            return Err("LLVM has powers of 'i32' only".into());
        }
        if width != Some(32) {
            exponent = created::<llvm::SExtOp>(b, &[exponent], Type::I32);
        }
        let ty = b.converted_type(op.result(b.body()))?;
        let power = created::<llvm::PowIOp>(b, &[base, exponent], ty);
        Ok(flagged(b, op.id(), power).into())
    }
}

pub(crate) fn register_integer(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<AbsIOp>();
    dialect.op::<CountLeadingZerosOp>();
    dialect.op::<CountTrailingZerosOp>();
    dialect.op::<CtPopOp>();
    dialect.op::<IPowIOp>();
    dialect.op::<FPowIOp>();
}
