//! Compile-time operands: the numbers that shapes depend on, such as sizes, dimensions and indices.
//!
//! In the source they are expressions, so an op has them as operands after its others; shape
//! inference computes them and stores them in the attribute `numbers`. They can be computed from
//! constants, shapes of tensors, ops with [`Compute`](crate::tensor::Compute) on such values, and
//! the results of functions that compute them from such values. They cannot depend on data: a
//! program whose shapes depend on its input is refused.

mod evaluate;
mod linear;
mod unknown;

use std::sync::Arc;

use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;
use toy_ast::Code;

pub(crate) use crate::compile_time::first_number_of;
pub use crate::compile_time::{CompileTimeOperands, Resolution, ResolveOperands};
use crate::messages::operand_locations::place_of;
use crate::sizes::{Size, Sizes};
use crate::tensor::Tensor;
use crate::tensor::shape::shown;
pub(crate) use evaluate::{evaluate, known_elements};
pub(crate) use linear::{Linear, Variable, index, linear};
use mlir_lite::affine::AffineMap;
use unknown::{NotWhole, TAKE_ELEMENT};
pub(crate) use unknown::{Unknown, not_known, range_of, whole_numbers};

/// The attribute that holds the numbers once they are known.
pub(crate) const NUMBERS: &str = "numbers";

/// The attribute that holds them as the results of a map, if some are sizes that a caller decides.
pub(crate) const SIZES: &str = "sizes";

/// The description of a size in messages.
pub(crate) const SIZE: &str = "a size";

/// The minimum of a size.
pub(crate) const LEAST_SIZE: i64 = 1;

/// Checks that no size is too small.
///
/// # Errors
/// The message for the first one that is.
pub(crate) fn checked_sizes(sizes: &[i64]) -> Result<&[i64], String> {
    match sizes.iter().find(|size| **size < LEAST_SIZE) {
        Some(&size) => Err(too_small(SIZE, LEAST_SIZE, size)),
        None => Ok(sizes),
    }
}

/// The message for a number that is below the minimum.
fn too_small(what: &str, least: i64, found: i64) -> String {
    format!("{what} is at least {least}, found {found}")
}

/// The compile-time operands of an op: from its attribute, or from its operands, which are
/// `inputs`; after these come the sizes that are symbols, for an op whose numbers they are.
pub(crate) fn numbers(
    op: OpRef<'_>,
    inputs: &[Arc<Tensor>],
    first: usize,
) -> Result<Vec<i64>, String> {
    if let Some(numbers) = resolved_numbers(op) {
        return Ok(numbers);
    }
    let inputs = inputs.iter().skip(first);
    if let Some(map) = symbolic_sizes(op) {
        let ctx = op.context();
        let symbols = whole_numbers(inputs.flat_map(|input| input.elements.to_f64s()))?;
        let sizes = map.results(ctx).iter().map(|size| size.evaluate(ctx, &[], &symbols));
        return sizes.collect::<Option<_>>().ok_or("a size cannot be computed".to_owned());
    }
    let about = op.ask::<dyn CompileTimeOperands, _>(|op| (op.what(), op.takes_lists()));
    if let Some((what, false)) = about
        && let Some(list) = inputs.clone().find(|input| input.len() != 1)
    {
        return Err(one_number(what, &list.shape));
    }
    Ok(whole_numbers(inputs.flat_map(|input| input.elements.to_f64s()))?)
}

/// The message for a tensor where one number is expected.
pub(crate) fn one_number(what: &str, found: &[i64]) -> String {
    format!("{what} must be one number, found a tensor of shape {}", shown(found))
}

/// The numbers of an op, if they are resolved.
pub(crate) fn resolved_numbers(op: OpRef<'_>) -> Option<Vec<i64>> {
    op.attr_named(NUMBERS)?.as_i64_array(op.context())
}

/// The numbers of an op whose shapes were inferred. One that was given none has no such attribute.
pub(crate) fn known_numbers(op: OpRef<'_>) -> Vec<i64> {
    resolved_numbers(op).unwrap_or_default()
}

/// The map that gives the numbers of an op from sizes that are not known when it is compiled.
pub(crate) fn symbolic_sizes(op: OpRef<'_>) -> Option<AffineMap> {
    op.attr_named(SIZES)?.as_affine_map(op.context())
}

/// The numbers of an op, which are sizes, if its shapes were inferred.
pub(crate) fn known_sizes_among(op: OpRef<'_>) -> Sizes {
    let ctx = op.context();
    match symbolic_sizes(op) {
        Some(map) => map.results(ctx).iter().map(|size| Size::of(ctx, *size)).collect(),
        None => known_numbers(op).into_iter().map(Size::Known).collect(),
    }
}

/// The compile-time operands of an op as sizes, if a caller decides one of them, and the op may
/// have such ones.
fn symbolic(body: &Body, op: OpRef<'_>, operands: &[ValueId]) -> Option<AffineMap> {
    let takes = op.ask::<dyn CompileTimeOperands, _>(|op| op.takes_symbolic_sizes());
    if takes != Some(true) {
        return None;
    }
    let numbers: Vec<Linear> =
        operands.iter().map(|operand| linear(body, *operand).ok()).collect::<Option<_>>()?;
    let (map, variables) = Linear::map_of(op.context(), &numbers);
    let is_symbolic = numbers.iter().any(|number| !number.terms.is_empty());
    (is_symbolic && variables.is_empty()).then_some(map)
}

/// Stores the compile-time operands of an op in its attribute, if it has some and they are still
/// operands.
///
/// # Errors
/// If one is not a whole number, or not known.
pub(crate) fn resolve(body: &mut Body, op: OpId) -> Result<(), Box<Diagnostic>> {
    match body.op(op).ask::<dyn ResolveOperands, _>(|op| op.resolve()).transpose()? {
        Some(Resolution::Done) => return Ok(()),
        Some(Resolution::Edit(edit)) => {
            edit.apply(body);
            return Ok(());
        }
        Some(Resolution::Constants) | None => {}
    }
    let view = body.op(op);
    let about = view.ask::<dyn CompileTimeOperands, _>(|op| {
        (op.first_number(), op.what(), op.takes_lists(), op.least())
    });
    let Some((first, what, takes_lists, least)) = about else {
        return Ok(());
    };
    let ctx = body.context().clone();
    let operands: Vec<ValueId> = view.operands().collect();
    let is_resolved = [NUMBERS, SIZES].iter().any(|name| view.attr_named(name).is_some());
    if is_resolved && operands.len() <= first {
        return Ok(());
    }
    if let Some(sizes) = symbolic(body, view, operands.get(first..).unwrap_or_default()) {
        body.set_operands(op, &operands[..first]);
        body.set_attr(op, ctx.ident(SIZES), ctx.affine_map_attr(sizes));
        return Ok(());
    }
    let mut numbers = Vec::new();
    let mut unknown = Vec::new();
    for (index, &operand) in operands.iter().enumerate().skip(first) {
        let place = place_of(view, index);
        let value = match evaluate(body, operand) {
            Ok(value) => value,
            Err(reason) => {
                unknown.push((index, reason));
                continue;
            }
        };
        let wrong = |number: NotWhole| {
            let error = Code::WrongNumber.error(place.to_position(&ctx), number.message(what));
            Box::new(error.with_label(number.to_string()))
        };
        if !takes_lists && value.values.len() != 1 {
            let message = one_number(what, &value.shape);
            let error = Code::WrongNumber.error(place.to_position(&ctx), message);
            let help = if what == "a dimension" { ONE_DIMENSION } else { TAKE_ELEMENT };
            return Err(Box::new(error.with_label("this is a list").with_help(help)));
        }
        let values = whole_numbers(value.values).map_err(wrong)?;
        if let Some(least) = least
            && let Some(&found) = values.iter().find(|value| **value < least)
        {
            let message = too_small(what, least, found);
            let error = Code::WrongNumber.error(place.to_position(&ctx), message);
            let error = error.with_label("too small");
            return Err(Box::new(match (what, found) {
                // NumPy computes this size.
                (SIZE, -1) => error.with_help(
                    "all sizes are given: `prod(shape(x))` is the number of elements of `x`",
                ),
                _ => error,
            }));
        }
        numbers.extend(values);
    }
    if !unknown.is_empty() {
        return Err(not_known(view, what, &unknown));
    }
    let about = view.ask::<dyn CompileTimeOperands, _>(|op| op.wrong_number(&numbers));
    if let Some((index, message)) = about.flatten() {
        let place = place_of(view, first + index).to_position(&ctx);
        return Err(Box::new(Code::WrongNumber.error(place, message).with_label("this is wrong")));
    }
    let operands = operands[..first.min(operands.len())].to_vec();
    body.set_operands(op, &operands);
    body.set_attr(op, ctx.ident(NUMBERS), ctx.i64_array_attr(&numbers));
    Ok(())
}

/// Advice where one dimension is expected.
const ONE_DIMENSION: &str = "one dimension is an element of a list: `shape(a)[0]`";
