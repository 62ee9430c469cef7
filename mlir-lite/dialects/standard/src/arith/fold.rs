//! Functions that ops of arithmetic share when they fold.

use crate::arith::poison::{is_poison, poison_attr};
use mlir_lite::attributes::ApInt;
use mlir_lite::constants::{
    binary, elementwise, float_kind, integer_width, is_integer, unary, uniform_attr,
};
use mlir_lite::interpreter::arithmetic::ScalarOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::{Complex, ComplexFunction, Float, IntegerFunction, ScalarFunction};
use mlir_lite::types::FloatKind;
use std::marker::PhantomData;

/// Ops that fold to their value for constants, and have no other folds.
pub(crate) struct ConstantsOnly<O>(PhantomData<O>);

impl<O: ScalarOp> OpModel for ConstantsOnly<O> {
    type Op = O;
}

impl<O: ScalarOp> FoldOp for ConstantsOnly<O> {
    fn fold(op: View<'_, Self>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<O>(op, constants.values(), || None)
    }
}

/// Folds an op of constants to its value, or else to the result of `other`.
pub(crate) fn fold_scalar<O: ScalarOp>(
    op: View<'_, O>,
    constants: &[Option<Attribute>],
    other: impl FnOnce() -> Option<FoldValue>,
) -> Fold {
    // As in most ops.
    if constants.iter().all(Option::is_none) {
        return other().into();
    }
    let constant = match O::FUNCTION {
        ScalarFunction::Float(function) => {
            float_constant(op.op(), constants, |kind, numbers| function.apply(kind, numbers))
        }
        ScalarFunction::Composed(function) => float_constant(op.op(), constants, function),
        ScalarFunction::Integer(function) => integer_constant(op.op(), constants, function),
        ScalarFunction::Complex(function) => complex_constant(op.op(), constants, function),
    };
    let constant = constant.map(FoldValue::Constant).or_else(other);
    constant.or_else(|| poisoned(op.op(), O::FUNCTION, constants)).into()
}

/// Poison, of which one of two operands is, or the only one. As in MLIR, shifts stay.
fn poisoned(
    op: OpRef<'_>,
    function: ScalarFunction,
    constants: &[Option<Attribute>],
) -> Option<FoldValue> {
    use IntegerFunction::{ShiftLeft, ShiftRightSigned, ShiftRightUnsigned};
    let ctx = op.context();
    let is_shift = matches!(
        function,
        ScalarFunction::Integer(ShiftLeft | ShiftRightSigned | ShiftRightUnsigned)
    );
    let is_poisoned = constants.iter().any(|&constant| is_poison(ctx, constant));
    let folds = is_poisoned && !is_shift && constants.len() < 3 && op.num_results() == 1;
    folds.then(|| FoldValue::Constant(poison_attr(ctx)))
}

/// The value of a function of constants, of the type of an op's result.
fn float_constant(
    op: OpRef<'_>,
    constants: &[Option<Attribute>],
    function: impl Fn(FloatKind, &[Float]) -> Option<Float>,
) -> Option<Attribute> {
    let (ctx, ty) = (op.context(), op.result_types().next()?);
    let kind = float_kind(ctx, ty.element_or_self(ctx))?;
    match *constants {
        [Some(x)] => unary(ctx, ty, x, |x: &Float| function(kind, &[*x])),
        [Some(a), Some(b)] => {
            binary(ctx, ty, a, b, |a: &Float, b: &Float| function(kind, &[*a, *b]))
        }
        [Some(a), Some(b), Some(c)] => {
            elementwise::<Float, Float>(ctx, ty, &[a, b, c], |numbers| {
                let numbers: SmallVec<[Float; 3]> = numbers.iter().map(|&&number| number).collect();
                function(kind, &numbers)
            })
        }
        _ => None,
    }
}

fn complex_constant(
    op: OpRef<'_>,
    constants: &[Option<Attribute>],
    function: ComplexFunction,
) -> Option<Attribute> {
    let (ctx, ty) = (op.context(), op.result_types().next()?);
    let kind = float_kind(ctx, ty.element_or_self(ctx).complex_part(ctx)?)?;
    match *constants {
        [Some(x)] => unary(ctx, ty, x, |x: &Complex| function.apply(kind, &[*x])),
        [Some(a), Some(b)] => {
            binary(ctx, ty, a, b, |a: &Complex, b: &Complex| function.apply(kind, &[*a, *b]))
        }
        _ => None,
    }
}

fn integer_constant(
    op: OpRef<'_>,
    constants: &[Option<Attribute>],
    function: IntegerFunction,
) -> Option<Attribute> {
    let &[Some(lhs), Some(rhs)] = constants else { return None };
    let ty = op.result_types().next()?;
    binary(op.context(), ty, lhs, rhs, |a: &ApInt, b: &ApInt| function.apply(a, b).ok())
}

/// A value that is there.
pub(crate) fn value(value: ValueRef<'_>) -> FoldValue {
    FoldValue::Value(value.id())
}

/// `value` if the right operand is the constant `neutral`.
pub(crate) fn neutral_integer(
    rhs: Option<Attribute>,
    neutral: i64,
    value: ValueRef<'_>,
) -> Option<FoldValue> {
    is_integer(value.context(), rhs, neutral).then_some(FoldValue::Value(value.id()))
}

/// Zero of the type of `value`, if that is an integer, or integers of a known number.
pub(crate) fn zero(value: ValueRef<'_>) -> Option<FoldValue> {
    let (ctx, ty) = (value.context(), value.ty());
    let width = integer_width(ctx, ty.element_or_self(ctx))?;
    uniform_attr(ctx, ty, &ApInt::zero(width)).map(FoldValue::Constant)
}

/// The operands of `value`'s defining op, such as a sum or a difference, if it is an `O`.
pub(crate) fn operands_of<O: ScalarOp>(value: ValueRef<'_>) -> Option<[ValueId; 2]> {
    let op = value.defining::<O>()?.op();
    let mut operands = op.operands();
    Some([operands.next()?, operands.next()?])
}

/// The other operand of `value`'s defining op, such as a sum or a difference, if one operand is
/// `known`.
pub(crate) fn other_operand<O: ScalarOp>(
    value: ValueRef<'_>,
    known: ValueRef<'_>,
) -> Option<FoldValue> {
    let [a, b] = operands_of::<O>(value)?;
    let other = if known == b { a } else { (known == a).then_some(b)? };
    Some(FoldValue::Value(other))
}
