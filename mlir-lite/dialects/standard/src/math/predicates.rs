//! Tests of a float's class: a NaN, infinite, finite, normal.

use crate::arith::casts::OneOperand;
use crate::arith::compare::bool_type_of;
use crate::expressions::Expr;
use crate::families::FloatPredicate;
use crate::flags::{FAST_MATH_PROPERTIES, FastMath};
use crate::to_llvm::expressions::llvm_edsc;
use crate::to_llvm::unroll::unrolled;
use crate::to_llvm::{Llvm, Lowered, NewResults, Rewriter};
use mlir_lite::attributes::ApInt;
use mlir_lite::constants::{float_kind, unary};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::arithmetic::class;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::{CmpFPredicate, Float, FloatClass};
use mlir_lite::types::{FloatKind, TypeKind};
use std::marker::PhantomData;

/// Ops that test the class of a float.
trait ClassOp: OneOperand {
    /// Whether a float of the class is so.
    fn holds(class: FloatClass) -> bool;
}

/// The implementation of interfaces that all of these ops share.
struct ClassOps<O>(PhantomData<O>);

impl<O: ClassOp> OpModel for ClassOps<O> {
    type Op = O;
}

impl<O: ClassOp> FoldOp for ClassOps<O> {
    fn fold(op: View<'_, Self>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (operand, result) = (O::operand(op), O::result(op));
        let ctx = operand.context();
        let Some(kind) = float_kind(ctx, operand.ty().element_or_self(ctx)) else {
            return Fold::Unchanged;
        };
        let boolean = |x: &Float| Some(ApInt::from_u64(1, O::holds(x.class(kind)).into()));
        let constant = constants.values().first().copied().flatten();
        constant.and_then(|x| unary(ctx, result.ty(), x, boolean)).into()
    }
}

impl<O: ClassOp> InterpretOp for ClassOps<O> {
    fn interpret<'b>(op: View<'b, Self>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        class(m, op.op(), O::holds)
    }
}

/// Whether a float is a NaN.
#[op(family = FloatPredicate, name = "std.isnan", upstream(name = "math.isnan"))]
pub struct IsNaNOp;

impl ClassOp for IsNaNOp {
    fn holds(class: FloatClass) -> bool {
        class == FloatClass::NaN
    }
}

impl LowerTo<Llvm> for IsNaNOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let (x, ty) = (operands.operand(), b.converted_type(op.result(b.body()))?);
        unrolled(b, ty, [x, x], &mut |b, [x, y], ty| {
            llvm::FCmpOp::create(b, CmpFPredicate::Uno, x, y, None, ty)
        })
        .map(NewResults::from)
    }
}

/// Whether a float is infinite.
#[op(family = FloatPredicate, name = "std.isinf", upstream(name = "math.isinf"))]
pub struct IsInfOp;

impl ClassOp for IsInfOp {
    fn holds(class: FloatClass) -> bool {
        class == FloatClass::Infinite
    }
}

impl LowerTo<Llvm> for IsInfOp {
    fn lower(_: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        test_magnitude(operands.operand(), b, |x, _| x.eq(f64::INFINITY))
    }
}

/// Whether a float is neither infinite nor a NaN.
#[op(family = FloatPredicate, name = "std.isfinite", upstream(name = "math.isfinite"))]
pub struct IsFiniteOp;

impl ClassOp for IsFiniteOp {
    fn holds(class: FloatClass) -> bool {
        !matches!(class, FloatClass::Infinite | FloatClass::NaN)
    }
}

impl LowerTo<Llvm> for IsFiniteOp {
    fn lower(_: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        test_magnitude(operands.operand(), b, |x, _| x.lt(f64::INFINITY))
    }
}

/// Whether a float is none of zero, infinite, NaN and subnormal.
#[op(family = FloatPredicate, name = "std.isnormal", upstream(name = "math.isnormal"))]
pub struct IsNormalOp;

impl ClassOp for IsNormalOp {
    fn holds(class: FloatClass) -> bool {
        class == FloatClass::Normal
    }
}

impl LowerTo<Llvm> for IsNormalOp {
    fn lower(_: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        test_magnitude(operands.operand(), b, |x, smallest| x.lt(f64::INFINITY) & x.ge(smallest))
    }
}

/// Whether a test holds of the magnitude of a number. It also gets the smallest normal number.
fn test_magnitude(
    operand: ValueId,
    b: &mut Rewriter<'_>,
    test: for<'e> fn(Expr<'e>, f64) -> Expr<'e>,
) -> Lowered {
    let smallest = match b.body().ty(operand).kind(b.context()) {
        TypeKind::Float(FloatKind::F32) => f64::from(f32::MIN_POSITIVE),
        TypeKind::Float(FloatKind::F64) => f64::MIN_POSITIVE,
        _ => return Err("only 'f32' and 'f64' are supported".into()),
    };
    Ok(llvm_edsc(b, |e| test(e.op::<llvm::FAbsOp>(e.expr(operand)), smallest).id()).into())
}

pub(crate) fn register_predicates(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<IsNaNOp>();
    dialect.op::<IsInfOp>();
    dialect.op::<IsFiniteOp>();
    dialect.op::<IsNormalOp>();
}
