//! Numbers in which a variable starts, such as the 0 of a sum, and which take the element type of
//! what loops and branches make of the variable.
//!
//! Only where a loop ends is it known which type its variables have. Inference then starts again,
//! with the numbers converted.

use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;

use super::ShapeInference;
use super::control_flow::passes_on;
use super::conversion;
use crate::messages::out_of_range::place_text;
use crate::ops::loops::Loop;
use crate::ops::{ConstantOp, NegOp};
use crate::tensor::elements::{Element, ElementTypes, Gives, elements_of};

/// A number that is passed on by an op, and the element type that it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Start {
    pub(crate) op: OpId,
    pub(crate) operand: usize,
    pub(crate) element: Element,
}

impl Start {
    /// Converts the number, in a function whose inference did not start yet.
    pub(crate) fn convert(self, body: &mut Body) {
        let Self { op, operand, element } = self;
        let at = place_text(body.context(), body.location(op));
        let number = body.operand(op, operand);
        let mut b = BodyBuilder::new(body, InsertionPoint::Before(op));
        let converted = conversion(&mut b, Location::UNKNOWN, number, (element.ty(), &at));
        body.set_operand(op, operand, converted);
    }
}

impl ShapeInference {
    /// The numbers that take other element types when inference starts again.
    pub(crate) fn starts(&self) -> &[Start] {
        &self.starts
    }

    /// Notes that an operand which an op passes on takes the element type of another value, if it
    /// is a number that is written in the program. Returns whether it is.
    pub(super) fn adopt(&mut self, body: &Body, op: OpId, operand: usize, other: ValueId) -> bool {
        let (mut op, mut operand) = (op, operand);
        let mut number = body.operand(op, operand);
        while let Some((outer, index)) = Loop::of_argument(body, number) {
            (op, operand, number) = (outer.op, index, outer.inits[index]);
        }
        let element = Element::of(body.context(), body.ty(other));
        let is_number = body.ty(other).static_shape(body.context()).is_some_and(<[i64]>::is_empty);
        let fits = match element {
            Element::F32 => written_number(body, number).is_some(),
            Element::I64 => written_number(body, number).is_some_and(|it| it.fract() == 0.0),
            _ => false,
        };
        if is_number && fits {
            self.starts.push(Start { op, operand, element });
        }
        is_number && fits
    }
}

/// The ops of a function that pass on values, in its order, if one of these is a number that is
/// written in the function. Else there are none.
pub(crate) fn ops_with_starts(body: &Body) -> Vec<OpId> {
    let ops: Vec<OpId> = body.own_ops().into_iter().filter(|op| passes_on(body, *op)).collect();
    let mut passed = ops.iter().flat_map(|op| body.operands(*op));
    match passed.any(|value| written_number(body, value).is_some()) {
        true => ops,
        false => Vec::new(),
    }
}

/// Whether numbers in a module may take other element types where shapes are inferred.
pub(crate) fn may_adopt_elements(module: &Body) -> bool {
    let others = |gives: Gives| matches!(gives, Gives::Only(Type::F32 | Type::I64));
    let mut has_others = false;
    let mut starts = false;
    for link in module.as_op().regions().flat_map(|region| region.ops()) {
        let Some(function) = module.child(link.id()) else { continue };
        starts |= !ops_with_starts(function).is_empty();
        has_others |= function.walk().any(|op| {
            let is_other = |ty: Type| {
                ty.is_tensor(op.context())
                    && matches!(Element::of(op.context(), ty), Element::F32 | Element::I64)
            };
            op.ask::<dyn ElementTypes, _>(|op| op.gives()).is_some_and(others)
                || op.result_types().any(is_other)
        });
    }
    starts && has_others
}

/// A number of 64 bits that is written in the program, perhaps with a sign.
fn written_number(body: &Body, value: ValueId) -> Option<f64> {
    let negated = NegOp::defining(body, value);
    let value = negated.map_or(value, |negated| negated.on(body).input().id());
    let constant = ConstantOp::defining(body, value)?.on(body).value();
    let elements = constant.dense(body.context())?;
    let shape = body.ty(value).static_shape(body.context())?;
    let numbers = elements_of(body.context(), &elements)?;
    if !shape.is_empty() || numbers.element() != Element::F64 {
        return None;
    }
    let number = numbers.to_f64s().first().copied()?;
    Some(if negated.is_some() { -number } else { number })
}
