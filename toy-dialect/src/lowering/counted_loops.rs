//! Loops of affine and scf that count what a loop of toy counts.
//!
//! A loop counts up, so a loop of toy that counts down becomes one that counts iterations. Bounds
//! that are constants, or linear in the variables of such loops, give a loop of affine. Other
//! bounds are computed before a loop of scf.

use mlir_lite::affine::{AffineExpr, AffineMap};
use mlir_lite::dialects::affine::{self, ForBound, expand_affine_map};
use mlir_lite::dialects::scf;
use mlir_lite::dialects::standard::{
    AddIOp, ConstantOp, DivISignedOp, FPToSIOp, IndexCastOp, MulIOp, SubIOp,
};
use mlir_lite::ir::builder::BodyBuilder;
use mlir_lite::ir::prelude::*;

use super::control_flow::Frame;
use crate::ops::Bounds;

/// The bounds of a loop that counts up.
pub(super) enum Counted {
    /// Maps of the variables of loops.
    Affine {
        variables: Vec<ValueId>,
        from: AffineMap,
        to: AffineMap,
        step: i64,
        /// The number that it counts, from the variables and its own one, if it counts iterations.
        number: Option<AffineMap>,
    },
    /// Indices.
    Computed {
        bounds: [ValueId; 3],
        /// The first number and the step, if it counts iterations.
        down: Option<[ValueId; 2]>,
    },
}

impl Counted {
    /// The loop for these bounds; what it needs is computed at the insertion point.
    pub(super) fn of(frame: &mut Frame<'_>, bounds: Bounds) -> Option<Self> {
        let ctx = frame.builder.context().clone();
        let (map, variables, step) = match bounds {
            Bounds::Constant(range) => {
                let bounds = [range.from, range.to].map(|bound| ctx.affine_constant(bound));
                (ctx.affine_map(0, 0, &bounds), Vec::new(), range.step)
            }
            Bounds::Linear { map, variables, step } => (map, variables, step),
            Bounds::Computed { from, to, step } => {
                let bounds = [from, to].map(|bound| {
                    let number = frame.number_of_tensor(bound);
                    index_of_whole(&mut frame.builder, frame.location, number)
                });
                return Some(Self::computed(frame, bounds, step));
            }
        };
        if variables.iter().any(|variable| !is_affine(frame.builder.body(), *variable)) {
            let bounds = expand_affine_map(&mut frame.builder, map, &variables)?;
            return Some(Self::computed(frame, [*bounds.first()?, *bounds.get(1)?], step));
        }
        let &[from, to] = map.results(&ctx) else { return None };
        let dims = variables.len() as u32;
        let of = |result: AffineExpr| ctx.affine_map(dims, 0, &[result]);
        if step > 0 {
            return Some(Self::Affine {
                variables,
                from: of(from),
                to: of(to),
                step,
                number: None,
            });
        }
        let length = step.checked_neg()?;
        let negated = ctx.affine_mul(to, ctx.affine_constant(-1));
        let distance =
            ctx.affine_add(ctx.affine_add(from, negated), ctx.affine_constant(length - 1));
        let count = ctx.affine_floordiv(distance, ctx.affine_constant(length));
        let steps = ctx.affine_mul(ctx.affine_dim(dims), ctx.affine_constant(step));
        let number = ctx.affine_map(dims + 1, 0, &[ctx.affine_add(steps, from)]);
        let from = of(ctx.affine_constant(0));
        Some(Self::Affine { variables, from, to: of(count), step: 1, number: Some(number) })
    }

    fn computed(frame: &mut Frame<'_>, [from, to]: [ValueId; 2], step: i64) -> Self {
        let (b, location) = (&mut frame.builder, frame.location);
        let mut index = |value: i64| ConstantOp::index(b, value);
        if step > 0 {
            return Self::Computed { bounds: [from, to, index(step)], down: None };
        }
        let length = step.saturating_neg();
        let [zero, one, most, length, step] = [0, 1, length - 1, length, step].map(&mut index);
        let distance = SubIOp::build(b, location, from, to).result(b.body());
        let rounded = AddIOp::build(b, location, distance, most).result(b.body());
        let count = DivISignedOp::build(b, location, rounded, length).result(b.body());
        Self::Computed { bounds: [zero, count, one], down: Some([from, step]) }
    }

    /// Builds the loop; returns it, and its block, which has no terminator.
    pub(super) fn build_loop(
        &self,
        builder: &mut BodyBuilder<'_>,
        inits: &[ValueId],
    ) -> (OpId, BlockId) {
        match self {
            Self::Affine { variables, from, to, step, .. } => {
                let bounds = (ForBound::Map(*from, variables), ForBound::Map(*to, variables));
                let (op, block) = affine::ForOp::carrying(builder, bounds, *step, inits);
                (op.id(), block)
            }
            Self::Computed { bounds, .. } => {
                let (op, block) = scf::ForOp::with_body(builder, *bounds, inits);
                (op.id(), block)
            }
        }
    }

    /// The number that the loop of toy counts, from the variable of the loop.
    pub(super) fn number(
        &self,
        b: &mut BodyBuilder<'_>,
        location: Location,
        variable: ValueId,
    ) -> Option<ValueId> {
        Some(match self {
            Self::Affine { variables, number: Some(map), .. } => {
                let operands = [&variables[..], &[variable]].concat();
                affine::ApplyOp::build(b, location, &operands, *map).result(b.body())
            }
            Self::Computed { down: Some([from, step]), .. } => {
                let steps = MulIOp::build(b, location, variable, *step).result(b.body());
                AddIOp::build(b, location, *from, steps).result(b.body())
            }
            _ => variable,
        })
    }
}

/// Whether an index may be an operand of maps of affine: the variable of such a loop, or what is
/// computed of it.
pub(crate) fn is_affine(body: &Body, index: ValueId) -> bool {
    match body.defining_op(index) {
        Some(op) => affine::ApplyOp::is(body, op),
        None => {
            let owner = body.defining_block(index).and_then(|block| body.block_owner(block));
            owner.is_some_and(|owner| affine::ForOp::is(body, owner))
        }
    }
}

/// A whole number as an index.
fn index_of_whole(b: &mut BodyBuilder<'_>, location: Location, number: ValueId) -> ValueId {
    let integer = FPToSIOp::build(b, location, number, Type::I64).result(b.body());
    IndexCastOp::build(b, location, integer, Type::INDEX).result(b.body())
}
