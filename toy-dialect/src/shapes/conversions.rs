//! Which operands and results of ops are converted to another element type.
//!
//! The rules are those of [`promotion`](crate::promotion).

use crate::tensor::promotion::{
    booleans_of, common, given_by, has_other_elements, has_rules, needed, operands_of, rules,
};
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;

use crate::messages::operand_locations::place_of;
use crate::messages::out_of_range::OutOfRange;
use crate::ops::{ConstantOp, NonZeroOp};
use crate::sizes::{is_symbolic, sizes_of, tensor_of_sizes};
use crate::tensor::elements::{
    BooleanOperands, Element, Elements, Gives, Takes, element_of, elements_of,
};
use crate::tensor::known_sizes::needs_known_sizes;
use crate::tensor::shape::InferShape;
use toy_ast::Code;

/// A type with other elements, if it is a tensor.
fn with_elements(ctx: &Context, ty: Type, element: Type) -> Type {
    match sizes_of(ctx, ty) {
        Some(sizes) if ty.is_tensor(ctx) && ty.element_type(ctx) != Some(element) => {
            tensor_of_sizes(ctx, &sizes, element)
        }
        _ => ty,
    }
}

/// Checks that booleans are not where only numbers make sense.
///
/// # Errors
/// If an operand is, or all operands that the op combines are.
pub(crate) fn check_booleans(op: OpRef<'_>) -> Result<(), Box<Diagnostic>> {
    let ctx = op.context();
    let is_boolean = |ty: Type| ty.is_tensor(ctx) && element_of(ctx, ty) == Type::I1;
    if !op.operand_types().any(is_boolean) || !has_rules(op) {
        return Ok(());
    }
    let (takes, _) = rules(op);
    let mut operands = op.operand_types().zip(&takes).enumerate();
    let index = operands.find(|(_, (ty, takes))| **takes == Takes::Index && is_boolean(*ty));
    if let Some((index, _)) = index {
        let place = place_of(op, index).to_position(ctx);
        let error =
            Code::BooleanOperand.error(place, "a subscript must be a number, not a boolean");
        return Err(Box::new(
            error
                .with_note("the number of elements that a mask selects depends on data")
                .with_help("`where(mask, a, b)` takes each element from `a` or from `b`"),
        ));
    }
    match booleans_of(op) {
        BooleanOperands::Refused(what) if op.operand_types().all(is_boolean) => {
            let error = op
                .error(format!("{what} takes numbers, not booleans"))
                .with_code(Code::BooleanOperand.text());
            Err(Box::new(error.with_help(
                "`i64(x)` makes them 1 and 0; `and`, `or`, `not` and comparisons give booleans",
            )))
        }
        _ => Ok(()),
    }
}

/// The conversions that an op needs, whose operands have known types.
pub(crate) struct Conversions {
    /// The operands to convert, and the types; one operand may be converted twice.
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
        operands: operands
            .flat_map(|(index, types)| types.into_iter().map(move |ty| (index, ty.ty())))
            .collect(),
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
    let ctx = op.context();
    let has_symbolic = op.operand_types().any(|ty| is_symbolic(ctx, ty));
    if has_symbolic && op.ask::<dyn InferShape, _>(|op| op.takes_symbolic_sizes()) == Some(false) {
        return Some(Err(needs_known_sizes(op)));
    }
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
