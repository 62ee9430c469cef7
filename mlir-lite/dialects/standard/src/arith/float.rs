//! Arithmetic on floats.

use crate::arith::fold::{ConstantsOnly, fold_scalar, value};
use crate::families::{FloatBinary, FloatUnary};
use crate::flags::{FAST_MATH_PROPERTIES, FastMath, FastMathFlags};
use crate::to_llvm::{Llvm, OneToOne};
use mlir_lite::constants::{is_float, uniform};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::interpreter::arithmetic::ScalarOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite;
use mlir_lite::rewrite::{CanonicalizeOp, RewritePatternSet};
use mlir_lite::scalar::{FloatFunction, ScalarFunction};

/// Sum of floats. `x + -0.0` is `x`; `x + 0.0` is not, for `x` = `-0.0`.
#[op(
    family = FloatBinary,
    name = "std.addf",
    traits(Commutative),
    implements(FoldOp, LowerTo<Llvm> = OneToOne<Self, llvm::FAddOp>),
    upstream(name = "arith.addf")
)]
pub struct AddFOp;

impl ScalarOp for AddFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Add);
}

impl FoldOp for AddFOp {
    fn fold(op: AddFOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            neutral_float(constants.rhs(), -0.0, op.lhs())
                .or_else(|| neutral_float(constants.lhs(), -0.0, op.rhs()))
        })
    }
}

/// Difference of floats. `x - 0.0` is `x`.
#[op(
    family = FloatBinary,
    name = "std.subf",
    implements(FoldOp, LowerTo<Llvm> = OneToOne<Self, llvm::FSubOp>),
    upstream(name = "arith.subf")
)]
pub struct SubFOp;

impl ScalarOp for SubFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Sub);
}

impl FoldOp for SubFOp {
    fn fold(op: SubFOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            neutral_float(constants.rhs(), 0.0, op.lhs())
        })
    }
}

/// Product of floats. `x * 1.0` is `x`.
#[op(
    family = FloatBinary,
    name = "std.mulf",
    traits(Commutative),
    implements(FoldOp, CanonicalizeOp, LowerTo<Llvm> = OneToOne<Self, llvm::FMulOp>),
    upstream(name = "arith.mulf")
)]
pub struct MulFOp;

impl ScalarOp for MulFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Mul);
}

impl FoldOp for MulFOp {
    fn fold(op: MulFOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            neutral_float(constants.rhs(), 1.0, op.lhs())
                .or_else(|| neutral_float(constants.lhs(), 1.0, op.rhs()))
                .or_else(|| absorbing_zero(op, constants.rhs()))
        })
    }
}

impl CanonicalizeOp for MulFOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(
            rewrite! { "std.mulf-of-negations": MulFOp(NegFOp($x), NegFOp($y)) => MulFOp($x, $y); },
        );
    }
}

/// Quotient of floats. `x / 1.0` is `x`.
#[op(
    family = FloatBinary,
    name = "std.divf",
    implements(FoldOp, CanonicalizeOp, LowerTo<Llvm> = OneToOne<Self, llvm::FDivOp>),
    upstream(name = "arith.divf")
)]
pub struct DivFOp;

impl ScalarOp for DivFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Div);
}

impl FoldOp for DivFOp {
    fn fold(op: DivFOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            neutral_float(constants.rhs(), 1.0, op.lhs())
        })
    }
}

/// `value` if the other operand is the constant `neutral`.
fn neutral_float(
    constant: Option<Attribute>,
    neutral: f64,
    value: ValueRef<'_>,
) -> Option<FoldValue> {
    is_float(value.context(), constant, neutral).then_some(FoldValue::Value(value.id()))
}

impl CanonicalizeOp for DivFOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(
            rewrite! { "std.divf-of-negations": DivFOp(NegFOp($x), NegFOp($y)) => DivFOp($x, $y); },
        );
    }
}

/// Remainder of floats, with the sign of the dividend.
#[op(
    family = FloatBinary,
    name = "std.remf",
    implements(FoldOp = ConstantsOnly<Self>, LowerTo<Llvm> = OneToOne<Self, llvm::FRemOp>),
    upstream(name = "arith.remf")
)]
pub struct RemFOp;

impl ScalarOp for RemFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Rem);
}

/// The larger operand; NaN if one is NaN.
#[op(
    family = FloatBinary,
    name = "std.maximumf",
    traits(Commutative),
    implements(FoldOp, LowerTo<Llvm> = OneToOne<Self, llvm::MaximumOp>),
    upstream(name = "arith.maximumf", only)
)]
pub struct MaximumFOp;

impl ScalarOp for MaximumFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Maximum);
}

impl FoldOp for MaximumFOp {
    fn fold(op: MaximumFOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            extreme_float((op.lhs(), op.rhs()), constants.rhs(), |limit| limit == f64::NEG_INFINITY)
        })
    }
}

/// The smaller operand; NaN if one is NaN.
#[op(
    family = FloatBinary,
    name = "std.minimumf",
    traits(Commutative),
    implements(FoldOp, LowerTo<Llvm> = OneToOne<Self, llvm::MinimumOp>),
    upstream(name = "arith.minimumf", only)
)]
pub struct MinimumFOp;

impl ScalarOp for MinimumFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Minimum);
}

impl FoldOp for MinimumFOp {
    fn fold(op: MinimumFOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            extreme_float((op.lhs(), op.rhs()), constants.rhs(), |limit| limit == f64::INFINITY)
        })
    }
}

/// The larger one, or the one that is not NaN.
#[op(
    family = FloatBinary,
    name = "std.maxnumf",
    traits(Commutative),
    implements(FoldOp, LowerTo<Llvm> = OneToOne<Self, llvm::MaxNumOp>),
    upstream(name = "arith.maxnumf", only)
)]
pub struct MaxNumFOp;

impl ScalarOp for MaxNumFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::MaxNum);
}

impl FoldOp for MaxNumFOp {
    fn fold(op: MaxNumFOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            extreme_float((op.lhs(), op.rhs()), constants.rhs(), f64::is_nan)
        })
    }
}

/// The smaller one, or the one that is not NaN.
#[op(
    family = FloatBinary,
    name = "std.minnumf",
    traits(Commutative),
    implements(FoldOp, LowerTo<Llvm> = OneToOne<Self, llvm::MinNumOp>),
    upstream(name = "arith.minnumf", only)
)]
pub struct MinNumFOp;

impl ScalarOp for MinNumFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::MinNum);
}

impl FoldOp for MinNumFOp {
    fn fold(op: MinNumFOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            extreme_float((op.lhs(), op.rhs()), constants.rhs(), f64::is_nan)
        })
    }
}

/// The same operand twice, or one beside a constant that it is never less, or greater, than.
pub(crate) fn extreme_float(
    (lhs, rhs): (ValueRef<'_>, ValueRef<'_>),
    limit: Option<Attribute>,
    is_neutral: fn(f64) -> bool,
) -> Option<FoldValue> {
    if lhs == rhs {
        return Some(value(lhs));
    }
    uniform::<f64>(lhs.context(), limit).filter(|&limit| is_neutral(limit)).map(|_| value(lhs))
}

/// Negative of a float: the sign bit is flipped.
#[op(
    family = FloatUnary,
    name = "std.negf",
    implements(FoldOp, InterpretOp, LowerTo<Llvm> = OneToOne<Self, llvm::FNegOp>),
    upstream(name = "arith.negf")
)]
pub struct NegFOp;

impl ScalarOp for NegFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Neg);
}

impl FoldOp for NegFOp {
    fn fold(op: NegFOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            op.operand().defining::<Self>().map(|inner| value(inner.operand()))
        })
    }
}

/// The factor 0 of a product in which neither the sign of zero nor what is not finite matters.
fn absorbing_zero(op: MulFOpRef<'_>, factor: Option<Attribute>) -> Option<FoldValue> {
    let flags = FastMath::of(op.op())?;
    flags.contains(FastMathFlags::NNAN | FastMathFlags::NSZ).then_some(())?;
    uniform::<f64>(op.context(), factor).filter(|&factor| factor == 0.0).map(|_| value(op.rhs()))
}

pub(crate) fn register_float(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<AddFOp>();
    dialect.op::<SubFOp>();
    dialect.op::<MulFOp>();
    dialect.op::<DivFOp>();
    dialect.op::<RemFOp>();
    dialect.op::<MaximumFOp>();
    dialect.op::<MinimumFOp>();
    dialect.op::<MaxNumFOp>();
    dialect.op::<MinNumFOp>();
    dialect.op::<NegFOp>();
}
