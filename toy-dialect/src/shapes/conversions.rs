//! Which operands and results of ops are converted to another element type.
//!
//! The operands of most ops have one type, and the result has it too. It is `f32` if an operand is
//! `f32` and none is a tensor of `f64` with dimensions: a number takes the type of what it is
//! combined with. It is `i64` in the same way, for ops that compute with integers. Of `f32` and
//! `i64` together it is `f64`, as in NumPy. Truths become numbers where they are combined with
//! some, and where an op needs numbers.

use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;

use crate::elements::{ElementTypes, Gives, Takes, Truths, element_of, elements_of, integer};
use crate::numbers::first_number_of;
use crate::ops::{ConstantOp, NonZeroOp};
use crate::out_of_range::OutOfRange;
use crate::shape::InferShape;
use crate::tensor::Compute;
use crate::uses::place_of;
use toy_ast::Code;

/// A type with other elements, if it is a tensor.
fn with_elements(ctx: &Context, ty: Type, element: Type) -> Type {
    match ty.static_shape(ctx) {
        Some(shape) if ty.is_tensor(ctx) && ty.element_type(ctx) != Some(element) => {
            ctx.tensor_type(shape, element)
        }
        _ => ty,
    }
}

/// Whether an operand is a tensor with elements other than `f64`. If none is, there is nothing to
/// convert.
fn has_other_elements(op: OpRef<'_>) -> bool {
    let ctx = op.context();
    op.operand_types().any(|ty| ty.is_tensor(ctx) && element_of(ctx, ty) != Type::F64)
}

/// The element type of an op's result.
fn given_by(op: OpRef<'_>) -> Gives {
    op.ask::<dyn ElementTypes, _>(|op| op.gives()).unwrap_or(Gives::Common)
}

/// Whether the element types of an op are given by rules; those of others are those of the values
/// that they pass on.
fn has_rules(op: OpRef<'_>) -> bool {
    op.implements::<dyn ElementTypes>() || op.implements::<dyn Compute>()
}

/// What each operand of an op is converted to, and the result.
fn rules(op: OpRef<'_>) -> (Vec<Takes>, Gives) {
    let data = first_number_of(op).unwrap_or(usize::MAX);
    let takes = (0..op.num_operands()).map(|operand| {
        match op.ask::<dyn ElementTypes, _>(|op| op.takes(operand)) {
            // Compile-time operands become attributes.
            Some(Takes::Common) | None if operand >= data => Takes::Any,
            takes => takes.unwrap_or(Takes::Common),
        }
    });
    (takes.collect(), given_by(op))
}

/// The common type of the operands of an op.
fn common(op: OpRef<'_>, takes: &[Takes]) -> Type {
    let ctx = op.context();
    let types = op.operand_types().zip(takes).filter(|(_, takes)| **takes == Takes::Common);
    let (mut common, mut has_truths, mut has_numbers) = (None, false, false);
    for (ty, _) in types {
        let element = element_of(ctx, ty);
        if element == Type::I1 {
            has_truths = true;
            continue;
        }
        has_numbers = true;
        let is_number = ty.static_shape(ctx).is_some_and(<[i64]>::is_empty);
        if element == Type::F64 && is_number {
            continue;
        }
        common = match common {
            Some(other) if other != element => Some(Type::F64),
            _ => Some(element),
        };
    }
    let common = match truths_of(op) {
        Truths::Wanted if has_truths => return Type::I1,
        Truths::Kept if has_truths && !has_numbers => return Type::I1,
        _ if has_truths && !has_numbers => Type::I64,
        _ => common.unwrap_or(Type::F64),
    };
    match common {
        Type::I64 if !keeps_integers(op) => Type::F64,
        common => common,
    }
}

/// What an op does if all its operands are truths.
fn truths_of(op: OpRef<'_>) -> Truths {
    op.ask::<dyn ElementTypes, _>(|op| op.truths()).unwrap_or(Truths::Numbers)
}

/// Checks that truths are not where only numbers make sense.
///
/// # Errors
/// If an operand is, or all operands that the op combines are.
pub(crate) fn check_truths(op: OpRef<'_>) -> Result<(), Box<Diagnostic>> {
    let ctx = op.context();
    let is_truth = |ty: Type| ty.is_tensor(ctx) && element_of(ctx, ty) == Type::I1;
    if !op.operand_types().any(is_truth) || !has_rules(op) {
        return Ok(());
    }
    let (takes, _) = rules(op);
    let mut operands = op.operand_types().zip(&takes).enumerate();
    let index = operands.find(|(_, (ty, takes))| **takes == Takes::Index && is_truth(*ty));
    if let Some((index, _)) = index {
        let place = place_of(op, index).to_position(ctx);
        let error = Code::Truths.error(place, "a subscript is a number, and this is a truth");
        return Err(Box::new(
            error
                .with_note("what a mask selects has a shape that depends on data")
                .with_help("`where(mask, a, b)` takes each element from `a` or from `b`"),
        ));
    }
    match truths_of(op) {
        Truths::Refused(what) if op.operand_types().all(is_truth) => {
            let error = op
                .error(format!("{what} takes numbers, not truths"))
                .with_code(Code::Truths.text());
            Err(Box::new(error.with_help(
                "`i64(x)` makes them 1 and 0; `and`, `or`, `not` and comparisons give truths",
            )))
        }
        _ => Ok(()),
    }
}

/// Whether an op computes with integers.
fn keeps_integers(op: OpRef<'_>) -> bool {
    op.ask::<dyn ElementTypes, _>(|op| op.keeps_integers()) == Some(true)
}

/// The conversions that an op needs, whose operands have known types.
pub(crate) struct Conversions {
    /// The operands to convert, and the types.
    pub(crate) operands: Vec<(usize, Type)>,
    /// The type to which the result is to be rounded.
    pub(crate) result: Option<Type>,
    /// The operand that must not be 0, which is not checked yet.
    pub(crate) divisor: Option<usize>,
}

/// The conversions that an op needs.
pub(crate) fn conversions(op: OpRef<'_>) -> Conversions {
    let ctx = op.context();
    let mut needed = Conversions { operands: Vec::new(), result: None, divisor: None };
    if !has_other_elements(op) || !has_rules(op) {
        return needed;
    }
    let (takes, gives) = rules(op);
    let common = common(op, &takes);
    let is_rounded = gives == Gives::Rounded && common != Type::I64;
    let computed = if is_rounded { Type::F64 } else { common };
    for (operand, (ty, takes)) in op.operand_types().zip(takes).enumerate() {
        let wanted = match takes {
            Takes::Any => continue,
            Takes::F64 | Takes::Index => Type::F64,
            Takes::Common | Takes::Follows => computed,
        };
        if ty.is_tensor(ctx) && element_of(ctx, ty) != wanted {
            needed.operands.push((operand, wanted));
        }
    }
    needed.result = (computed != common).then_some(common);
    let divisor = op.ask::<dyn ElementTypes, _>(|op| op.divisor()).flatten();
    needed.divisor = divisor.filter(|index| {
        let value = op.operands().nth(*index).map(|operand| op.body().value(operand));
        common == Type::I64 && value.is_some_and(|value| value.defining::<NonZeroOp>().is_none())
    });
    needed
}

/// Checks the constants that become integers, and that none of them divides by 0.
///
/// # Errors
/// If one of them does not.
pub(crate) fn check_integers(
    op: OpRef<'_>,
    converted: &[(usize, Type)],
    divisor: Option<usize>,
) -> Result<(), Box<Diagnostic>> {
    let integers = converted.iter().filter(|(_, element)| *element == Type::I64);
    for index in integers.map(|(index, _)| *index).chain(divisor) {
        let operand = op.operands().nth(index).map(|operand| op.body().value(operand));
        let constant = operand.and_then(|operand| operand.defining::<ConstantOp>());
        let Some(elements) = constant.and_then(|constant| constant.value().dense(op.context()))
        else {
            continue;
        };
        let is_of_integers = elements.ty().element_type(op.context()) == Some(Type::I64);
        for value in elements_of(op.context(), &elements).unwrap_or_default() {
            let converted = match is_of_integers {
                true => Ok(integer(value)),
                false => OutOfRange::integer_of(value, true, String::new),
            };
            let wrong = match converted {
                Ok(0) if divisor == Some(index) => OutOfRange::division_by_zero(String::new()),
                Ok(_) => continue,
                Err(wrong) => wrong,
            };
            let place = place_of(op, index).to_position(op.context());
            let error = Code::NoInteger.error(place, wrong.message());
            return Err(Box::new(error.with_help(match divisor == Some(index) {
                true => "`/` divides integers as floats",
                false => "compute with floats: `f64(x)`",
            })));
        }
    }
    Ok(())
}

/// The type of the result of an op whose operands are converted, if it is inferred.
pub(crate) fn inferred(op: OpRef<'_>) -> Option<Result<Type, Box<Diagnostic>>> {
    let ty = op.ask::<dyn InferShape, _>(|op| op.infer_type())?;
    if !has_rules(op) {
        return Some(ty);
    }
    let element = match given_by(op) {
        Gives::Only(element) => element,
        _ if !has_other_elements(op) => Type::F64,
        _ => common(op, &rules(op).0),
    };
    Some(ty.map(|ty| with_elements(op.context(), ty, element)))
}
