//! Partial results that stay in registers.

use super::straight_line::{BodyAccess, Step, StraightLineBody};
use crate::affine_nest::Nest;
use crate::subscripts::{Access, varies};
use crate::{ForBound, ForOp, VectorLoadOp, VectorStoreOp, YieldOp};
use mlir_lite::Context;
use mlir_lite::affine::{AffineExpr, AffineExprKind};
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint, at};
use mlir_lite::ir::{BlockId, Body, OpBuilder, OpDefinition, OpId, ValueId};
use rustc_hash::FxHashMap;

/// The size of a vector in bits: that of the largest registers.
pub(super) const BITS: i64 = 512;

/// The maximum number of vectors in registers.
const VECTORS: i64 = 8;

/// Vectorizes the nest if its innermost loop is one over lanes of a buffer; returns whether it is.
pub(super) fn vectorize(body: &mut Body, nest: &Nest) -> bool {
    let ctx = body.context().clone();
    let Some(lanes) = Lanes::of(body, nest) else { return false };
    let location = body.location(lanes.outer);
    let width = lanes.straight.lanes;
    let vectors = lanes.count / width;
    let mut b = BodyBuilder::new(body, InsertionPoint::Before(lanes.outer));
    let splats = lanes.straight.splats(&mut b, lanes.innermost);
    let ty = lanes.straight.vector(b.body());
    let inits: Vec<ValueId> = (0..vectors)
        .map(|number| {
            let map = ctx.constant_map(number * width);
            VectorLoadOp::build(&mut b, location, lanes.buffer, &[], map, ty).result(b.body())
        })
        .collect();
    let depth = nest.ranges.len();
    let bounds = (ForBound::Constant(0), ForBound::Constant(lanes.outer_count));
    let (new, block) = ForOp::with_body(&mut b, bounds, 1, &inits);
    let arguments = b.body().arguments(block).to_vec();
    let mut variables = nest.variables[..depth - 2].to_vec();
    variables.push(arguments[0]);
    at(&mut b, InsertionPoint::End(block), |b| {
        let last: Vec<ValueId> = arguments[1..]
            .iter()
            .zip(0..)
            .map(|(&carried, number)| lanes.step(b, &variables, &splats, carried, number * width))
            .collect();
        YieldOp::build(b, location, &last);
    });
    let results = new.results(b.body());
    for (number, value) in (0..).zip(results) {
        let map = ctx.constant_map(number * width);
        VectorStoreOp::build(&mut b, location, value, lanes.buffer, &[], map);
    }
    body.erase_op(lanes.outer);
    true
}

/// A loop over lanes within another loop.
struct Lanes {
    straight: StraightLineBody,
    outer: OpId,
    outer_count: i64,
    innermost: BlockId,
    /// The buffer with an element for each lane.
    buffer: ValueId,
    count: i64,
}

impl Lanes {
    fn of(body: &Body, nest: &Nest) -> Option<Self> {
        let ctx = body.context();
        let (innermost, space) = (nest.innermost?, nest.constant_space()?);
        let &[.., (_, outer_count, _), (_, count, _)] = &space[..] else { return None };
        let depth = space.len();
        let straight = StraightLineBody::of(body, nest, innermost, |element| {
            element.bit_width(ctx).map_or(1, |bits| (BITS / i64::from(bits)).max(1))
        })?;
        if count <= 0 || count % straight.lanes != 0 || count > VECTORS * straight.lanes {
            return None;
        }
        let inner = depth as u32 - 1;
        let is_store = |step: &Step| matches!(step, Step::Access(place) if place.access.is_store());
        let (Some(Step::Access(last)), 1) =
            (straight.steps.last(), straight.steps.iter().filter(|step| is_store(step)).count())
        else {
            return None;
        };
        let buffer = last.memref;
        if !last.access.is_store() {
            return None;
        }
        let is_lane = |place: &BodyAccess| matches!(place.subscripts.results[..], [subscript] if subscript == ctx.affine_dim(inner));
        // Contiguous elements, with no other use of the loop's variable.
        let is_contiguous = |place: &BodyAccess| match &place.subscripts.results[..] {
            [rest @ .., last] => {
                is_one_more(ctx, *last, inner)
                    && rest.iter().all(|&other| !varies(ctx, other, inner))
            }
            [] => false,
        };
        let classes = &nest.memrefs;
        let class = classes.get(&buffer)?.class;
        let fits = |place: &BodyAccess| {
            if place.memref == buffer {
                is_lane(place)
            } else {
                let is_apart =
                    classes.get(&place.memref).is_some_and(|other| !other.class.may_alias(class));
                is_apart && is_contiguous(place)
            }
        };
        if !straight.accesses().all(fits) {
            return None;
        }
        let outer = body
            .region_owner(body.block_region(innermost)?)
            .and_then(|inner| body.parent_op(inner))?;
        Some(Self { straight, outer, outer_count, innermost, buffer, count })
    }

    /// One iteration on the vector of lanes starting at `lane`, with the carried value `carried`;
    /// returns the next value.
    fn step(
        &self,
        b: &mut BodyBuilder<'_>,
        variables: &[ValueId],
        splats: &FxHashMap<ValueId, ValueId>,
        carried: ValueId,
        lane: i64,
    ) -> ValueId {
        let ctx = b.context().clone();
        let mut values = splats.clone();
        for step in &self.straight.steps {
            match step {
                Step::Compute(op) => {
                    let value = self.straight.compute(b, *op, &values);
                    values.insert(b.body().result(*op, 0), value);
                }
                Step::Access(BodyAccess { access: Access::Store(store), .. }) => {
                    return values[&store.value(b.body())];
                }
                Step::Access(BodyAccess { access: Access::Load(load), memref, subscripts }) => {
                    let result = load.result(b.body());
                    if *memref == self.buffer {
                        values.insert(result, carried);
                        continue;
                    }
                    let dims: Vec<AffineExpr> = (0..variables.len() as u32)
                        .map(|dim| ctx.affine_dim(dim))
                        .chain([ctx.affine_constant(lane)])
                        .collect();
                    let place = subscripts.in_terms_of(&ctx, &dims, variables);
                    let location = b.body().location(load.id());
                    let ty = self.straight.vector(b.body());
                    let load =
                        VectorLoadOp::build(b, location, *memref, &place.operands, place.map, ty);
                    values.insert(result, load.result(b.body()));
                }
            }
        }
        carried
    }
}

/// Whether an expression is a dimension and something that does not depend on it.
fn is_one_more(ctx: &Context, expr: AffineExpr, dim: u32) -> bool {
    match expr.kind(ctx) {
        AffineExprKind::Dim(other) => other == dim,
        AffineExprKind::Add(a, b) => {
            (is_one_more(ctx, a, dim) && !varies(ctx, b, dim))
                || (is_one_more(ctx, b, dim) && !varies(ctx, a, dim))
        }
        _ => false,
    }
}
