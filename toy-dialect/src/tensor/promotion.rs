//! Which element types ops compute with, and the conversion of the operands of an op that is run.
//!
//! The operands of most ops have one type, and the result has it too. It is `f32` if an operand is
//! `f32` and none is a tensor of `f64` with dimensions: a number takes the type of the other
//! operand. It is `i64` in the same way, for ops that compute with integers. Of `f32` and `i64`
//! together it is `f64`, as in NumPy. Booleans become numbers where they are combined with some,
//! and where an op needs numbers. Integers of 8 bits become `i64` where an op computes with them;
//! products of matrices of them have sums of `i64`. Shape inference inserts the conversions as ops;
//! in IR without inferred types, the interpreter does them when it runs an op.

use std::sync::Arc;

use mlir_lite::ir::prelude::*;

use crate::compile_time::first_number_of;
use crate::messages::out_of_range::{Failure, OutOfRange, place_text};
use crate::tensor::element_list::check_room;
use crate::tensor::elements::{
    BooleanOperands, Element, ElementTypes, Elements, Gives, Scalar, SmallIntegers, Takes,
};
use crate::tensor::{Compute, Tensor};

/// The properties of an operand that the conversions depend on.
#[derive(Clone, Copy)]
pub(crate) struct Operand {
    /// None if it is not a tensor.
    element: Option<Element>,
    /// Whether it has no dimensions.
    is_number: bool,
}

/// The operands of an op whose types are known.
pub(crate) fn operands_of(op: OpRef<'_>) -> Vec<Operand> {
    let ctx = op.context();
    let operand = |ty: Type| Operand {
        element: ty.is_tensor(ctx).then(|| Element::of(ctx, ty)),
        is_number: ty.static_shape(ctx).is_some_and(<[i64]>::is_empty),
    };
    op.operand_types().map(operand).collect()
}

/// Whether an operand is a tensor with elements other than `f64`. If none is, there is nothing to
/// convert.
pub(crate) fn has_other_elements(operands: &[Operand]) -> bool {
    operands.iter().any(|operand| operand.element.is_some_and(|element| element != Element::F64))
}

/// The element type of an op's result.
pub(crate) fn given_by(op: OpRef<'_>) -> Gives {
    op.ask::<dyn ElementTypes, _>(|op| op.gives()).unwrap_or(Gives::Common)
}

/// Whether the element types of an op are given by rules; those of others are those of the values
/// that they pass on.
pub(crate) fn has_rules(op: OpRef<'_>) -> bool {
    op.implements::<dyn ElementTypes>() || op.implements::<dyn Compute>()
}

/// The conversion of each operand of an op, and the element type of the result.
pub(crate) fn rules(op: OpRef<'_>) -> (Vec<Takes>, Gives) {
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
pub(crate) fn common(op: OpRef<'_>, takes: &[Takes], operands: &[Operand]) -> Element {
    let of_kind = |kind: Takes| {
        let operands = operands.iter().zip(takes).filter(move |(_, takes)| **takes == kind);
        operands.filter_map(|(operand, _)| Some((operand.element?, operand.is_number)))
    };
    match small_integers_of(op, takes, operands) {
        Some((SmallIntegers::Kept, element)) => return element,
        Some((SmallIntegers::Multiplied, _)) => return Element::I64,
        Some((SmallIntegers::Widened, _)) | None => {}
    }
    let are_booleans = |(element, _): (Element, bool)| element == Element::Bool;
    let beside = match of_kind(Takes::Common).all(are_booleans) {
        true => None,
        false => Some(of_kind(Takes::BesideNumbers)),
    };
    let (mut common, mut has_booleans, mut has_numbers) = (None, false, false);
    for (element, is_number) in of_kind(Takes::Common).chain(beside.into_iter().flatten()) {
        if element == Element::Bool {
            has_booleans = true;
            continue;
        }
        has_numbers = true;
        let element = element.small_integers().map_or(element, |_| Element::I64);
        if element == Element::F64 && is_number {
            continue;
        }
        common = match common {
            Some(other) if other != element => Some(Element::F64),
            _ => Some(element),
        };
    }
    let common = match booleans_of(op) {
        BooleanOperands::Wanted if has_booleans => return Element::Bool,
        BooleanOperands::Kept if has_booleans && !has_numbers => return Element::Bool,
        _ if has_booleans && !has_numbers => Element::I64,
        _ => common.unwrap_or(Element::F64),
    };
    match common {
        Element::I64 if !keeps_integers(op) => Element::F64,
        common => common,
    }
}

/// The treatment of integers of 8 bits by an op, if all operands that it combines are such, and the
/// type of the first one. Those with a sign and those without are not kept together.
fn small_integers_of(
    op: OpRef<'_>,
    takes: &[Takes],
    operands: &[Operand],
) -> Option<(SmallIntegers, Element)> {
    let combined = operands.iter().zip(takes);
    let mut combined = combined.filter_map(|(operand, takes)| match takes {
        Takes::Common | Takes::Follows | Takes::BesideNumbers => operand.element,
        Takes::Any | Takes::F64 | Takes::Index => None,
    });
    let first = combined.next().filter(|element| element.small_integers().is_some())?;
    let mut are_equal = true;
    for element in combined {
        element.small_integers()?;
        are_equal &= element == first;
    }
    let treatment =
        op.ask::<dyn ElementTypes, _>(|op| op.small_integers()).unwrap_or(SmallIntegers::Widened);
    match treatment {
        SmallIntegers::Kept if !are_equal => Some((SmallIntegers::Widened, first)),
        treatment => Some((treatment, first)),
    }
}

/// The treatment of operands of an op that are all booleans.
pub(crate) fn booleans_of(op: OpRef<'_>) -> BooleanOperands {
    op.ask::<dyn ElementTypes, _>(|op| op.boolean_operands()).unwrap_or(BooleanOperands::Numbers)
}

/// Whether an op computes with integers.
fn keeps_integers(op: OpRef<'_>) -> bool {
    op.ask::<dyn ElementTypes, _>(|op| op.keeps_integers()) == Some(true)
}

/// The conversions that an op needs for its operands.
pub(crate) struct Needed {
    /// The types that each operand is converted to, one after the other.
    pub(crate) operands: Vec<SmallVec<[Element; 2]>>,
    /// The type to which the result is to be rounded.
    pub(crate) result: Option<Element>,
    /// The operand that must not be 0.
    pub(crate) divisor: Option<usize>,
}

pub(crate) fn needed(op: OpRef<'_>, operands: &[Operand]) -> Option<Needed> {
    if !has_other_elements(operands) || !has_rules(op) {
        return None;
    }
    let (takes, gives) = rules(op);
    let common = common(op, &takes, operands);
    let is_rounded = gives == Gives::Rounded && common != Element::I64;
    let computed = if is_rounded { Element::F64 } else { common };
    let small_integers = small_integers_of(op, &takes, operands);
    let multiplies = matches!(small_integers, Some((SmallIntegers::Multiplied, _)));
    let converted = |(operand, takes): (&Operand, &Takes)| {
        let Some(element) = operand.element else { return SmallVec::new() };
        match takes {
            Takes::Any => SmallVec::new(),
            Takes::F64 | Takes::Index => steps(element, &[Element::F64]),
            _ if multiplies => SmallVec::new(),
            // A number takes the common type also where the op computes with another one.
            _ if common == Element::F32 && element == Element::F64 => {
                steps(element, &[common, computed])
            }
            Takes::Common | Takes::Follows | Takes::BesideNumbers => steps(element, &[computed]),
        }
    };
    let divisor = op.ask::<dyn ElementTypes, _>(|op| op.divisor()).flatten();
    Some(Needed {
        operands: operands.iter().zip(&takes).map(converted).collect(),
        result: (computed != common).then_some(common),
        divisor: divisor.filter(|_| common == Element::I64),
    })
}

/// The types of a list that differ from the one before, the first from `from`.
fn steps(mut from: Element, types: &[Element]) -> SmallVec<[Element; 2]> {
    let is_other = |ty: &Element| std::mem::replace(&mut from, *ty) != *ty;
    types.iter().copied().filter(is_other).collect()
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
    let operands = inputs.iter_mut().zip(needed.operands);
    for (input, wanted) in operands {
        for wanted in wanted {
            check_room(input.len()).map_err(Failure::Shape)?;
            let elements = match wanted {
                Element::I64 => {
                    integers_of(&input.elements, true, at).map_err(Failure::OutOfRange)?
                }
                _ => input.elements.converted(wanted).unwrap_or_else(|_| input.elements.clone()),
            };
            *input = Arc::new(Tensor { shape: input.shape.clone(), elements });
        }
    }
    let divisor = needed.divisor.and_then(|index| inputs.get(index));
    if divisor.is_some_and(|input| i64::list(&input.elements).is_some_and(|all| all.contains(&0))) {
        return Err(Failure::OutOfRange(OutOfRange::division_by_zero(at())));
    }
    Ok((inputs, needed.result))
}

/// The integer values of elements, rounded towards 0; with `exact` none may be rounded.
///
/// # Errors
/// If one is not in the range of `i64`, or is to be exact and not a whole number.
pub(crate) fn integers_of(
    elements: &Elements,
    is_exact: bool,
    at: impl Fn() -> String,
) -> Result<Elements, OutOfRange> {
    let integers = match elements {
        Elements::I64(integers) => integers.clone(),
        Elements::Bool(booleans) => booleans.iter().map(|boolean| i64::from(*boolean)).collect(),
        Elements::I8(integers) => integers.iter().copied().map(i64::from).collect(),
        Elements::U8(integers) => integers.iter().copied().map(i64::from).collect(),
        Elements::F64(_) | Elements::F32(_) => {
            let numbers = elements.to_f64s().into_iter();
            let integers = numbers.map(|number| OutOfRange::integer_of(number, is_exact, &at));
            integers.collect::<Result<_, _>>()?
        }
    };
    Ok(Elements::I64(integers))
}

/// The result of an op that computes: its operands are converted to the types that it takes, and
/// its result to the one that it gives. Where types were inferred, nothing has to be converted.
pub(crate) fn computed(op: OpRef<'_>, inputs: Vec<Arc<Tensor>>) -> Option<Result<Tensor, Failure>> {
    op.ask::<dyn Compute, _>(|compute| {
        let (inputs, given) = promoted(op, inputs)?;
        let mut result = compute.compute(&inputs).map_err(Failure::Shape)?;
        if let Some(given) = given {
            let elements = result.elements.into_converted(given);
            result.elements = elements.map_err(|number| Failure::Shape(number.to_string()))?;
        }
        Ok(result)
    })
}
