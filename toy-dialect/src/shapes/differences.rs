//! The errors for values of one variable that differ in their shapes or element types.

use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;
use toy_ast::Code;

use crate::sizes::{shown_sizes, sizes_of};
use crate::tensor::elements::Element;

/// The difference between two types.
pub(super) const SHAPE: &str = "shape";

/// Whether two types, which are not the same, differ in the shape or in the element type.
pub(super) fn differing(ctx: &Context, types: [Type; 2]) -> &'static str {
    let [a, b] = types.map(|ty| sizes_of(ctx, ty));
    if a == b { "element type" } else { SHAPE }
}

/// The shapes of two types at an op, or their element types if the shapes are the same.
pub(super) fn shown_types(op: OpRef<'_>, types: [Type; 2]) -> [String; 2] {
    let ctx = op.context();
    match differing(ctx, types) {
        SHAPE => types.map(|ty| shown_sizes(op, &sizes_of(ctx, ty).unwrap_or_default())),
        _ => types.map(|ty| Element::of(ctx, ty).name().to_owned()),
    }
}

/// The code of the error for types that differ in the shape or in the element type.
fn code_of(what: &str) -> Code {
    if what == SHAPE { Code::ChangingShape } else { Code::ChangingElements }
}

/// The error for a function that returns values of different types.
pub(super) fn differing_results(
    ctx: &Context,
    what: &str,
    [first, second]: [&str; 2],
    place: Location,
) -> Box<Diagnostic> {
    let message = format!("the function returns values of {what}s {first} and {second}");
    let error = code_of(what).error(place.to_position(ctx), message);
    let error = error.with_label(format!("of {what} {second}"));
    let note = format!("for one call, all values that a function returns have one {what}");
    Box::new(error.with_note(note))
}

/// The error for a variable that is assigned a value of another type, which may be computed
/// elsewhere.
pub(super) fn changing(
    ctx: &Context,
    (what, message, note): (&str, String, &str),
    found: &str,
    place: Location,
    computed: Option<Location>,
) -> Box<Diagnostic> {
    let place = place.to_position(ctx);
    let error = code_of(what).error(place.clone(), message);
    let mut error = error.with_label(format!("of {what} {found}"));
    if let Some(computed) = computed.map(|computed| computed.to_position(ctx))
        && computed != place
    {
        error = error.with_secondary(computed, "which is computed here");
    }
    Box::new(error.with_note(note))
}
