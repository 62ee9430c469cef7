//! Which operands and results of ops are converted to another element type.
//!
//! The operands of most ops have one type, and the result has it too. It is `f32` if an operand is
//! `f32` and none is a tensor of `f64` with dimensions: a number takes the type of what it is
//! combined with. It is `i64` in the same way, for ops that compute with integers. Of `f32` and
//! `i64` together it is `f64`, as in NumPy. Truths become numbers where they are combined with
//! some, and where an op needs numbers.

use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;

use std::sync::Arc;

use crate::element_list::check_room;
use crate::elements::{
    Element, ElementTypes, Elements, Gives, Scalar, Takes, Truths, element_of, elements_of,
};
use crate::numbers::first_number_of;
use crate::ops::selection::Failure;
use crate::ops::{ConstantOp, NonZeroOp};
use crate::out_of_range::{OutOfRange, place_text};
use crate::shape::InferShape;
use crate::tensor::{Compute, Tensor};
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

/// What the conversions depend on of an operand.
#[derive(Clone, Copy)]
struct Operand {
    /// None if it is not a tensor.
    element: Option<Element>,
    /// Whether it has no dimensions.
    is_number: bool,
}

/// The operands of an op whose types are known.
fn operands_of(op: OpRef<'_>) -> Vec<Operand> {
    let ctx = op.context();
    let operand = |ty: Type| Operand {
        element: ty.is_tensor(ctx).then(|| Element::of(ctx, ty)),
        is_number: ty.static_shape(ctx).is_some_and(<[i64]>::is_empty),
    };
    op.operand_types().map(operand).collect()
}

/// Whether an operand is a tensor with elements other than `f64`. If none is, there is nothing to
/// convert.
fn has_other_elements(operands: &[Operand]) -> bool {
    operands.iter().any(|operand| operand.element.is_some_and(|element| element != Element::F64))
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
fn common(op: OpRef<'_>, takes: &[Takes], operands: &[Operand]) -> Element {
    let of_kind = |kind: Takes| {
        let operands = operands.iter().zip(takes).filter(move |(_, takes)| **takes == kind);
        operands.filter_map(|(operand, _)| Some((operand.element?, operand.is_number)))
    };
    let are_truths = |(element, _): (Element, bool)| element == Element::Bool;
    let beside = match of_kind(Takes::Common).all(are_truths) {
        true => None,
        false => Some(of_kind(Takes::BesideNumbers)),
    };
    let (mut common, mut has_truths, mut has_numbers) = (None, false, false);
    for (element, is_number) in of_kind(Takes::Common).chain(beside.into_iter().flatten()) {
        if element == Element::Bool {
            has_truths = true;
            continue;
        }
        has_numbers = true;
        if element == Element::F64 && is_number {
            continue;
        }
        common = match common {
            Some(other) if other != element => Some(Element::F64),
            _ => Some(element),
        };
    }
    let common = match truths_of(op) {
        Truths::Wanted if has_truths => return Element::Bool,
        Truths::Kept if has_truths && !has_numbers => return Element::Bool,
        _ if has_truths && !has_numbers => Element::I64,
        _ => common.unwrap_or(Element::F64),
    };
    match common {
        Element::I64 if !keeps_integers(op) => Element::F64,
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

/// The conversions that an op needs for its operands.
struct Needed {
    /// The types of the operands that are converted.
    operands: Vec<Option<Element>>,
    /// The type to which the result is to be rounded.
    result: Option<Element>,
    /// The operand that must not be 0.
    divisor: Option<usize>,
}

fn needed(op: OpRef<'_>, operands: &[Operand]) -> Option<Needed> {
    if !has_other_elements(operands) || !has_rules(op) {
        return None;
    }
    let (takes, gives) = rules(op);
    let common = common(op, &takes, operands);
    let is_rounded = gives == Gives::Rounded && common != Element::I64;
    let computed = if is_rounded { Element::F64 } else { common };
    let converted = |(operand, takes): (&Operand, &Takes)| {
        let wanted = match takes {
            Takes::Any => return None,
            Takes::F64 | Takes::Index => Element::F64,
            Takes::Common | Takes::Follows | Takes::BesideNumbers => computed,
        };
        (operand.element? != wanted).then_some(wanted)
    };
    let divisor = op.ask::<dyn ElementTypes, _>(|op| op.divisor()).flatten();
    Some(Needed {
        operands: operands.iter().zip(&takes).map(converted).collect(),
        result: (computed != common).then_some(common),
        divisor: divisor.filter(|_| common == Element::I64),
    })
}

/// The operands of an op that is run, converted to the types that it takes, and the type to which
/// its result is to be rounded.
///
/// # Errors
/// If a number that becomes an integer is not one, or an integer is divided by 0.
pub(crate) fn promoted(
    op: OpRef<'_>,
    mut inputs: Vec<Arc<Tensor>>,
) -> Result<(Vec<Arc<Tensor>>, Option<Element>), Failure> {
    let operand = |input: &Arc<Tensor>| Operand {
        element: Some(input.element()),
        is_number: input.shape.is_empty(),
    };
    let operands: Vec<Operand> = inputs.iter().map(operand).collect();
    let Some(needed) = needed(op, &operands) else { return Ok((inputs, None)) };
    let at = || place_text(op.context(), op.location());
    for (input, wanted) in inputs.iter_mut().zip(needed.operands) {
        let Some(wanted) = wanted else { continue };
        check_room(input.len()).map_err(Failure::Shape)?;
        let elements = match wanted {
            Element::I64 => exact_integers(&input.elements, at).map_err(Failure::OutOfRange)?,
            _ => input.elements.converted(wanted).unwrap_or_else(|_| input.elements.clone()),
        };
        *input = Arc::new(Tensor { shape: input.shape.clone(), elements });
    }
    let divisor = needed.divisor.and_then(|index| inputs.get(index));
    if divisor.is_some_and(|input| i64::list(&input.elements).is_some_and(|all| all.contains(&0))) {
        return Err(Failure::OutOfRange(OutOfRange::division_by_zero(at())));
    }
    Ok((inputs, needed.result))
}

/// The integers that elements are.
///
/// # Errors
/// If one is not a whole number, or not in the range of `i64`.
fn exact_integers(elements: &Elements, at: impl Fn() -> String) -> Result<Elements, OutOfRange> {
    if elements.element().is_integer() {
        return Ok(elements.converted(Element::I64).unwrap_or_else(|_| elements.clone()));
    }
    let numbers = elements.to_f64s().into_iter();
    let integers = numbers.map(|number| OutOfRange::integer_of(number, true, &at));
    Ok(Elements::I64(integers.collect::<Result<_, _>>()?))
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
    let Some(needed) = needed(op, &operands_of(op)) else {
        return Conversions { operands: Vec::new(), result: None, divisor: None };
    };
    let operands = needed.operands.into_iter().enumerate();
    let is_checked = |index: &usize| {
        let value = op.operands().nth(*index).map(|operand| op.body().value(operand));
        value.is_none_or(|value| value.defining::<NonZeroOp>().is_some())
    };
    Conversions {
        operands: operands.filter_map(|(index, wanted)| Some((index, wanted?.ty()))).collect(),
        result: needed.result.map(Element::ty),
        divisor: needed.divisor.filter(|index| !is_checked(index)),
    }
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
        let Some(elements) = elements_of(op.context(), &elements) else { continue };
        let results: Vec<Result<i64, OutOfRange>> = match &elements {
            Elements::I64(integers) => integers.iter().copied().map(Ok).collect(),
            others => {
                let numbers = others.to_f64s().into_iter();
                numbers.map(|number| OutOfRange::integer_of(number, true, String::new)).collect()
            }
        };
        for converted in results {
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
        _ => {
            let operands = operands_of(op);
            match has_other_elements(&operands) {
                true => common(op, &rules(op).0, &operands).ty(),
                false => Type::F64,
            }
        }
    };
    Some(ty.map(|ty| with_elements(op.context(), ty, element)))
}
