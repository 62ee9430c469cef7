//! What ops of arithmetic share when they fold.

use crate::flags::{OVERFLOW_ATTR, has_flag};
use crate::fold::{
    binary, elementwise, float_kind, integer_width, is_float, is_integer, unary, uniform,
    uniform_attr,
};
use crate::{MulIOp, XOrOp};
use mlir_lite::attributes::{ApInt, Attribute};
use mlir_lite::interpreter::arithmetic::ScalarOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::constant_value;
use mlir_lite::scalar::{Float, FloatFunction, IntegerFunction, NoWrap, ScalarFunction};

/// Folds an op to what it computes of constants, or else to what `other` gives.
pub(in super::super) fn fold_scalar<O: ScalarOp>(
    op: View<'_, O>,
    constants: &[Option<Attribute>],
    other: impl FnOnce() -> Option<FoldValue>,
) -> Fold {
    let constant = match O::FUNCTION {
        ScalarFunction::Float(function) => float_constant(op.op(), constants, function),
        ScalarFunction::Integer(function) => integer_constant(op.op(), constants, function),
    };
    match constant.map(FoldValue::Constant).or_else(other) {
        Some(value) => Fold::Replaced(SmallVec::from_elem(value, 1)),
        None => Fold::Unchanged,
    }
}

/// Ops that fold to what they compute of constants, and to nothing else.
macro_rules! fold_constants_only {
    ($($op:ident),* $(,)?) => {
        $(impl FoldOp for $op {
            fn fold(op: View<'_, Self>, constants: &[Option<Attribute>]) -> Fold {
                $crate::arith::fold::fold_scalar::<Self>(op, constants, || None)
            }
        })*
    };
}
pub(in super::super) use fold_constants_only;

/// The value of a function of constants, of the type of an op's result.
fn float_constant(
    op: OpRef<'_>,
    constants: &[Option<Attribute>],
    function: FloatFunction,
) -> Option<Attribute> {
    let (ctx, ty) = (op.context(), op.result_types().next()?);
    let kind = float_kind(ctx, ty.element_or_self(ctx))?;
    match *constants {
        [Some(x)] => unary(ctx, ty, x, |x: &Float| function.apply(kind, &[*x])),
        [Some(a), Some(b)] => {
            binary(ctx, ty, a, b, |a: &Float, b: &Float| function.apply(kind, &[*a, *b]))
        }
        [Some(a), Some(b), Some(c)] => {
            elementwise::<Float, Float, Float>(ctx, ty, None, &[a, b, c], |_, numbers| {
                let numbers: SmallVec<[Float; 3]> = numbers.iter().map(|&&number| number).collect();
                function.apply(kind, &numbers)
            })
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

/// What the flags of an op say of overflows.
pub(super) fn no_wrap(op: OpRef<'_>) -> NoWrap {
    let flags = op.attr_named(OVERFLOW_ATTR);
    let promises = |flag: &str| flags.is_some_and(|flags| has_flag(op.context(), flags, flag));
    NoWrap { signed: promises("nsw"), unsigned: promises("nuw") }
}

/// A value that is there.
pub(super) fn value(value: ValueRef<'_>) -> FoldValue {
    FoldValue::Value(value.id())
}

/// `value` if operand `index` is the constant `neutral`.
pub(super) fn neutral_float(
    constants: &[Option<Attribute>],
    index: usize,
    neutral: f64,
    value: ValueRef<'_>,
) -> Option<FoldValue> {
    is_float(value.context(), constants[index], neutral).then_some(FoldValue::Value(value.id()))
}

/// `value` if the right operand is the constant `neutral`.
pub(super) fn neutral_integer(
    constants: &[Option<Attribute>],
    neutral: i64,
    value: ValueRef<'_>,
) -> Option<FoldValue> {
    is_integer(value.context(), constants[1], neutral).then_some(FoldValue::Value(value.id()))
}

/// Zero of the type of `value`, if that is an integer, or integers of a known number.
pub(super) fn zero(value: ValueRef<'_>) -> Option<FoldValue> {
    let (ctx, ty) = (value.context(), value.ty());
    let width = integer_width(ctx, ty.element_or_self(ctx))?;
    uniform_attr(ctx, ty, &ApInt::zero(width)).map(FoldValue::Constant)
}

/// The value that both operands are.
pub(super) fn same(lhs: ValueRef<'_>, rhs: ValueRef<'_>) -> Option<FoldValue> {
    (lhs == rhs).then(|| value(lhs))
}

/// What is left of two operands where the right one is the least, or the greatest, of all.
pub(super) fn extreme(
    (lhs, rhs): (ValueRef<'_>, ValueRef<'_>),
    constants: &[Option<Attribute>],
    neutral: fn(u32) -> ApInt,
    absorbing: fn(u32) -> ApInt,
) -> Option<FoldValue> {
    if lhs == rhs {
        return Some(value(lhs));
    }
    let limit = uniform::<ApInt>(lhs.context(), constants[1])?;
    if limit == neutral(limit.width()) {
        return Some(value(lhs));
    }
    (limit == absorbing(limit.width())).then(|| value(rhs))
}

/// The same operand twice, or one beside a constant that it is never less, or greater, than.
pub(super) fn extreme_float(
    (lhs, rhs): (ValueRef<'_>, ValueRef<'_>),
    constants: &[Option<Attribute>],
    is_neutral: fn(f64) -> bool,
) -> Option<FoldValue> {
    if lhs == rhs {
        return Some(value(lhs));
    }
    uniform::<f64>(lhs.context(), constants[1])
        .filter(|&limit| is_neutral(limit))
        .map(|_| value(lhs))
}

/// The operands of the sum, difference or the like that a value is, if it is an `O`.
fn operands_of<O: ScalarOp>(value: ValueRef<'_>) -> Option<[ValueId; 2]> {
    let op = value.defining::<O>()?.op();
    let mut operands = op.operands();
    Some([operands.next()?, operands.next()?])
}

/// The other operand of a sum, a difference or the like that `value` is, if one of its operands is `known`.
pub(super) fn other_operand<O: ScalarOp>(
    value: ValueRef<'_>,
    known: ValueRef<'_>,
) -> Option<FoldValue> {
    let [a, b] = operands_of::<O>(value)?;
    let other = if known == b { a } else { (known == a).then_some(b)? };
    Some(FoldValue::Value(other))
}

/// The left operand of an `O` whose right one is `rhs`.
pub(super) fn left_operand<O: ScalarOp>(
    value: ValueRef<'_>,
    rhs: ValueRef<'_>,
) -> Option<FoldValue> {
    let [left, right] = operands_of::<O>(value)?;
    (rhs == right).then_some(FoldValue::Value(left))
}

/// Whether one value is the other with all bits flipped.
pub(super) fn are_complements(a: ValueRef<'_>, b: ValueRef<'_>) -> bool {
    let is_complement = |a: ValueRef<'_>, b: ValueRef<'_>| {
        a.defining::<XOrOp>().is_some_and(|xor| {
            let ones = |value: ValueRef<'_>| {
                is_integer(a.context(), constant_value(a.body(), value.id()), -1)
            };
            (xor.lhs() == b && ones(xor.rhs())) || (xor.rhs() == b && ones(xor.lhs()))
        })
    };
    is_complement(a, b) || is_complement(b, a)
}

/// `x / y` where `x` is `a * y` without overflow, by a promise of the product.
pub(super) fn undone_product(
    lhs: ValueRef<'_>,
    rhs: ValueRef<'_>,
    promises: fn(NoWrap) -> bool,
) -> Option<FoldValue> {
    let product = lhs.defining::<MulIOp>()?;
    promises(no_wrap(product.op())).then(|| other_operand::<MulIOp>(lhs, rhs)).flatten()
}
