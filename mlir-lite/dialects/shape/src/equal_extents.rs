//! Which extents and sizes are equal, whatever they are: an analysis, and a pass that uses it.
//!
//! Each extent of a shape and each size is a member of a class. Shapes of values, extents of
//! shapes and constraints that have been checked merge classes; known numbers are members, too. An
//! op that is visited may rely on all that was visited before it and dominates it: the pass visits
//! blocks in that order.

use crate::ops::known::extents_of;
use crate::{
    AnyOp, ConcatOp, ConstShapeOp, ConstWitnessOp, CstrBroadcastableOp, CstrEqOp, CstrRequireOp,
    DimOp, FromExtentTensorOp, FromExtentsOp, GetExtentOp, IndexToSizeOp, JoinOp, ShapeDialect,
    ShapeEqOp, ShapeOfOp, ShapeOrExtentTensor, SizeToIndexOp, ToExtentTensorOp, ValueOfOp, WithOp,
};
use mlir_lite::dialects::standard::{
    AssertOp, CmpIOp, CmpIPredicate, DimOp as StdDimOp, TensorCastOp,
};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::constant_value;
use mlir_lite::types::DYNAMIC;
use mlir_lite_diagnostics::Reported;
use std::collections::{HashMap, HashSet};

/// A number that may not be known.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum Member {
    /// The extent of a dimension of a value, or of the shape that a value is.
    Extent(ValueId, usize),
    /// The number that a size or an index is.
    Size(ValueId),
    /// A known number.
    Number(i64),
}

/// Classes of equal extents and sizes.
#[derive(Clone, Default, Debug)]
pub struct EqualExtents {
    /// The class of each member: another member of it, or itself.
    parents: HashMap<Member, Member>,
    /// The ranks of shapes.
    ranks: HashMap<ValueId, usize>,
}

impl EqualExtents {
    /// Whether two sizes or indices are equal for certain.
    pub fn are_equal_sizes(&self, body: &Body, a: ValueId, b: ValueId) -> bool {
        self.find(size(body, a)) == self.find(size(body, b))
    }

    /// Whether two shapes are equal for certain: they have the same rank and equal extents.
    pub fn are_equal_shapes(&self, body: &Body, a: ValueId, b: ValueId) -> bool {
        let ranks = (self.rank(body, a), self.rank(body, b));
        let (Some(rank), Some(other)) = ranks else { return a == b };
        let are_equal = |at| self.extent(body, a, at) == self.extent(body, b, at);
        rank == other && (0..rank).all(are_equal)
    }

    /// The class of an extent of a value, or of the shape that it is.
    fn extent(&self, body: &Body, value: ValueId, at: usize) -> Member {
        self.find(extent(body, value, at))
    }

    /// The number of extents, if it is known.
    fn rank(&self, body: &Body, value: ValueId) -> Option<usize> {
        let (ctx, ty) = (body.context(), body.ty(value));
        if !ShapeOrExtentTensor::matches(ctx, ty) {
            return ty.shape(ctx).map(<[i64]>::len);
        }
        let of_type = crate::kinds::rank_of(ctx, ty).and_then(|rank| usize::try_from(rank).ok());
        of_type.or_else(|| self.ranks.get(&value).copied())
    }

    fn find(&self, member: Member) -> Member {
        let mut member = member;
        while let Some(&parent) = self.parents.get(&member) {
            member = parent;
        }
        member
    }

    fn merge(&mut self, a: Member, b: Member) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            // A number stays the one that stands for its class.
            let (from, to) = if matches!(a, Member::Number(_)) { (b, a) } else { (a, b) };
            self.parents.insert(from, to);
        }
    }

    /// Two shapes, or values, are equal in each dimension.
    fn merge_shapes(&mut self, body: &Body, a: ValueId, b: ValueId) {
        let Some(rank) = self.rank(body, a).or_else(|| self.rank(body, b)) else { return };
        for shape in [a, b] {
            if ShapeOrExtentTensor::matches(body.context(), body.ty(shape)) {
                self.ranks.insert(shape, rank);
            }
        }
        for at in 0..rank {
            self.merge(extent(body, a, at), extent(body, b, at));
        }
    }

    /// Adds the equalities of an op that runs before all that is asked afterwards.
    pub fn visit(&mut self, op: OpRef<'_>) {
        let body = op.body();
        if let Some(op) = op.cast::<ShapeOfOp>() {
            self.merge_shapes(body, op.result().id(), op.arg().id());
        } else if let Some(op) = op.cast::<ConstShapeOp>() {
            let extents = extents_of(op.context(), op.shape()).unwrap_or_default();
            let shape = op.result().id();
            self.ranks.insert(shape, extents.len());
            for (at, &number) in extents.iter().enumerate() {
                self.merge(Member::Extent(shape, at), Member::Number(number));
            }
        } else if let Some(op) = op.cast::<FromExtentsOp>() {
            let shape = op.shape().id();
            self.ranks.insert(shape, op.extents().len());
            for (at, part) in op.extents().ids().enumerate() {
                self.merge(Member::Extent(shape, at), size(body, part));
            }
        } else if let Some(op) = op.cast::<ConcatOp>() {
            self.visit_concat(op);
        } else if let Some(op) = op.cast::<CstrEqOp>() {
            self.merge_all(body, op.shapes());
        } else if let Some(op) = op.cast::<CstrRequireOp>() {
            self.holds(body, op.pred().id());
        } else if let Some(op) = op.cast::<AssertOp>() {
            self.holds(body, op.arg().id());
        } else if let Some(op) = op.cast::<AnyOp>() {
            self.merge_all(body, op.inputs());
            if let Some(first) = op.inputs().get(0) {
                self.merge_shapes(body, op.result().id(), first.id());
            }
        } else if let Some((result, source)) = same_shape(op) {
            self.merge_shapes(body, result, source);
        } else if let Some((result, source)) = same_size(op) {
            self.merge(Member::Size(result), size(body, source));
        } else if let Some((result, value, at)) = asked_extent(op) {
            self.merge(Member::Size(result), extent(body, value, at));
        }
    }

    fn visit_concat(&mut self, op: View<'_, ConcatOp>) {
        let (body, result) = (op.body(), op.result().id());
        let Some(first) = self.rank(body, op.lhs().id()) else { return };
        for at in 0..first {
            self.merge(Member::Extent(result, at), extent(body, op.lhs().id(), at));
        }
        let Some(second) = self.rank(body, op.rhs().id()) else { return };
        self.ranks.insert(result, first + second);
        for at in 0..second {
            self.merge(Member::Extent(result, first + at), extent(body, op.rhs().id(), at));
        }
    }

    fn merge_all(&mut self, body: &Body, shapes: ValueRange<'_>) {
        let shapes = shapes.id_list();
        for pair in shapes.windows(2) {
            self.merge_shapes(body, pair[0], pair[1]);
        }
    }

    /// A condition holds.
    fn holds(&mut self, body: &Body, condition: ValueId) {
        if let Some(compared) = CmpIOp::defining(body, condition) {
            if compared.predicate(body) == CmpIPredicate::Eq {
                let (a, b) = (compared.lhs(body), compared.rhs(body));
                self.merge(size(body, a), size(body, b));
            }
        } else if let Some(equal) = ShapeEqOp::defining(body, condition) {
            let shapes = equal.on(body).shapes();
            self.merge_all(body, shapes);
        }
    }

    /// Whether a constraint holds for certain.
    fn implies(&self, op: OpRef<'_>) -> bool {
        let body = op.body();
        let are_equal = |shapes: ValueRange<'_>| {
            let shapes = shapes.id_list();
            shapes.windows(2).all(|pair| self.are_equal_shapes(body, pair[0], pair[1]))
        };
        if let Some(op) = op.cast::<CstrEqOp>() {
            are_equal(op.shapes())
        } else if let Some(op) = op.cast::<CstrBroadcastableOp>() {
            self.are_broadcastable(body, op.shapes())
        } else if let Some(op) = op.cast::<CstrRequireOp>() {
            let condition = op.pred().id();
            let compared = CmpIOp::defining(body, condition)
                .filter(|op| op.predicate(body) == CmpIPredicate::Eq);
            compared.is_some_and(|op| self.are_equal_sizes(body, op.lhs(body), op.rhs(body)))
                || ShapeEqOp::defining(body, condition)
                    .is_some_and(|op| are_equal(op.on(body).shapes()))
        } else {
            false
        }
    }

    /// Whether the extents of each dimension that are not 1 are one class.
    fn are_broadcastable(&self, body: &Body, shapes: ValueRange<'_>) -> bool {
        let ranks = shapes.ids().map(|shape| Some((shape, self.rank(body, shape)?)));
        let Some(shapes) = ranks.collect::<Option<Vec<_>>>() else { return false };
        let rank = shapes.iter().map(|shape| shape.1).max().unwrap_or(0);
        (0..rank).all(|from_right| {
            let of = |&(shape, rank): &(ValueId, usize)| {
                let at = rank.checked_sub(from_right + 1)?;
                Some(self.extent(body, shape, at)).filter(|extent| *extent != Member::Number(1))
            };
            shapes.iter().filter_map(of).collect::<HashSet<Member>>().len() <= 1
        })
    }
}

/// An extent of a value, or of the shape that it is; a number if its type says it.
fn extent(body: &Body, value: ValueId, at: usize) -> Member {
    let (ctx, ty) = (body.context(), body.ty(value));
    let is_shape = ShapeOrExtentTensor::matches(ctx, ty);
    let known = ty.shape(ctx).filter(|_| !is_shape).and_then(|shape| shape.get(at).copied());
    match known {
        Some(number) if number != DYNAMIC => Member::Number(number),
        _ => Member::Extent(value, at),
    }
}

/// The number that a size or an index is; a known one if it is constant.
fn size(body: &Body, value: ValueId) -> Member {
    let number = constant_value(body, value).and_then(|number| number.as_i64(body.context()));
    number.map_or(Member::Size(value), Member::Number)
}

/// The result of an op and a value of the same shape, or the shape itself in another form.
fn same_shape(op: OpRef<'_>) -> Option<(ValueId, ValueId)> {
    if let Some(op) = op.cast::<FromExtentTensorOp>() {
        Some((op.result().id(), op.input().id()))
    } else if let Some(op) = op.cast::<ToExtentTensorOp>() {
        Some((op.result().id(), op.input().id()))
    } else if let Some(op) = op.cast::<TensorCastOp>() {
        Some((op.dest().id(), op.source().id()))
    } else if let Some(op) = op.cast::<JoinOp>() {
        Some((op.result().id(), op.arg0().id()))
    } else if let Some(op) = op.cast::<ValueOfOp>() {
        let with = op.arg().defining::<WithOp>()?;
        Some((op.result().id(), with.shape().id()))
    } else {
        None
    }
}

/// The result of an op and a size that is the same number.
fn same_size(op: OpRef<'_>) -> Option<(ValueId, ValueId)> {
    let of_index = op.cast::<IndexToSizeOp>().map(|op| (op.result(), op.arg()));
    let of_size = || op.cast::<SizeToIndexOp>().map(|op| (op.result(), op.arg()));
    of_index.or_else(of_size).map(|(result, source)| (result.id(), source.id()))
}

/// The result of an op, and the extent that it is.
fn asked_extent(op: OpRef<'_>) -> Option<(ValueId, ValueId, usize)> {
    let (result, value, index) = if let Some(op) = op.cast::<GetExtentOp>() {
        (op.extent(), op.shape(), op.dim())
    } else if let Some(op) = op.cast::<DimOp>() {
        (op.extent(), op.value(), op.index())
    } else {
        let op = op.cast::<StdDimOp>()?;
        (op.result(), op.memref_or_tensor(), op.index())
    };
    let at = constant_value(index.body(), index.id())?.as_i64(index.context())?;
    Some((result.id(), value.id(), usize::try_from(at).ok()?))
}

/// Remove constraints that others imply.
///
/// A constraint vanishes if the sizes that it compares are equal by the types of values, by how
/// they are computed, or by constraints that were checked before.
#[pass(name = "remove-implied-shape-constraints", pure, each_body, dialects(ShapeDialect))]
pub struct RemoveImpliedConstraintsPass {}

impl RunPass for RemoveImpliedConstraintsPass {
    fn run(&self, body: &mut Body, _: &mut PassContext<'_>) -> Result<(), Reported> {
        let passes = body.context().bool_attr(true);
        for op in implied_constraints(body) {
            let location = body.location(op);
            let results: Vec<ValueId> = body.results(op).collect();
            let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op));
            let witness = ConstWitnessOp::build(&mut builder, location, passes);
            let witness = witness.result(body);
            for result in results {
                body.replace_all_uses(result, witness);
            }
            body.erase_op(op);
        }
        Ok(())
    }
}

/// The constraints of a body that hold for certain where they are.
fn implied_constraints(body: &Body) -> Vec<OpId> {
    let mut implied = Vec::new();
    let root = body.root();
    // The facts of a block hold in the blocks that it dominates: those in its ops, and, of a first
    // block, the others of its region.
    let mut pending: Vec<(BlockId, EqualExtents)> = Vec::new();
    for &region in body.regions(root) {
        pending.extend(body.blocks(region).take(1).map(|block| (block, EqualExtents::default())));
    }
    while let Some((block, mut facts)) = pending.pop() {
        for op in body.ops(block) {
            let op = body.op(op);
            if facts.implies(op) {
                implied.push(op.id());
            }
            for &region in body.regions(op.id()) {
                let first = body.blocks(region).take(1);
                pending.extend(first.map(|block| (block, facts.clone())));
            }
            facts.visit(op);
        }
        let region = body.block_region(block);
        let is_first = region.is_some_and(|region| body.entry_block(region) == Some(block));
        if let Some(region) = region.filter(|_| is_first) {
            let others = body.blocks(region).skip(1);
            pending.extend(others.map(|block| (block, facts.clone())));
        }
    }
    implied
}
