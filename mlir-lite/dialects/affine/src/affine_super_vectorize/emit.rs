//! Makes the loops of a plan loops of vectors.

use super::access::Transfer;
use super::plan::{Plan, Step};
use super::reduction::Reduction;
use crate::operands::MapOperands;
use crate::subscripts::Access;
use crate::{ApplyOp, ForOp, MinOp};
use mlir_lite::affine::{AffineExpr, AffineMap};
use mlir_lite::dialects::standard::{ConstantOp, SelectOp};
use mlir_lite::dialects::vector::{
    BroadcastOp, CreateMaskOp, ReductionOp, TransferReadOp, TransferWriteOp, splat_attr,
};
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::{Body, OperationState, ValueDef};
use mlir_lite::types::TypeKind;
use rustc_hash::FxHashMap;

/// Vectorizes a loop.
pub(super) fn emit(body: &mut Body, plan: &Plan) {
    let inits = plan.root.inits(body);
    let mut emitter =
        Emitter { body, plan, broadcasts: FxHashMap::default(), constants: FxHashMap::default() };
    for step in &plan.steps {
        match step {
            Step::Loop(this) => emitter.start_loop(*this),
            Step::Transfer(transfer) => emitter.transfer(transfer),
            Step::Compute(op) => emitter.compute(*op),
            Step::Yield(op) => emitter.operands_become_vectors(*op),
            Step::Scalar(_) => {}
        }
    }
    emitter.combine_results(&inits);
    emitter.lengthen_steps();
    for step in plan.steps.iter().rev() {
        if let Step::Scalar(op) = step
            && body.is_unused(*op)
        {
            body.erase_op(*op);
        }
    }
}

struct Emitter<'b> {
    body: &'b mut Body,
    plan: &'b Plan,
    /// The vectors of numbers that are the same for all elements.
    broadcasts: FxHashMap<ValueId, ValueId>,
    /// Constants before the loop.
    constants: FxHashMap<(Attribute, Type), ValueId>,
}

impl Emitter<'_> {
    /// The values that a loop carries become vectors.
    fn start_loop(&mut self, this: ForOp) {
        let inits = this.inits(self.body);
        if inits.is_empty() {
            return;
        }
        let plan = self.plan;
        let vectors: Vec<ValueId> = match this == plan.root {
            true => plan
                .reductions
                .iter()
                .zip(&inits)
                .map(|(reduction, &init)| {
                    let ty = plan.vector_type(self.body, init);
                    self.splat(reduction.start, ty)
                })
                .collect(),
            false => inits.iter().map(|&init| self.vector(init)).collect(),
        };
        this.set_inits(self.body, &vectors);
        let arguments = self.body.arguments(this.block(self.body))[1..].to_vec();
        let results: Vec<ValueId> = self.body.results(this.id()).collect();
        self.become_vectors(&[arguments, results].concat());
    }

    fn become_vectors(&mut self, values: &[ValueId]) {
        for &value in values {
            let ty = self.plan.vector_type(self.body, value);
            self.body.set_type(value, ty);
        }
    }

    /// The vector for a number: itself, if it is one already.
    fn vector(&mut self, value: ValueId) -> ValueId {
        let ctx = self.body.context().clone();
        if matches!(self.body.ty(value).kind(&ctx), TypeKind::Vector { .. }) {
            return value;
        }
        if let Some(&vector) = self.broadcasts.get(&value) {
            return vector;
        }
        let ty = self.plan.vector_type(self.body, value);
        let number = self.body.constant_value(value);
        if let Some(elements) = number.and_then(|number| splat_attr(&ctx, ty, number)) {
            return self.constant(elements, ty);
        }
        let point = match self.body.value_def(value) {
            ValueDef::Result { op, .. } => InsertionPoint::After(op),
            ValueDef::Argument { block, .. } => InsertionPoint::Start(block),
        };
        let vector = BroadcastOp::create(&mut BodyBuilder::new(self.body, point), value, ty);
        self.broadcasts.insert(value, vector);
        vector
    }

    fn operands_become_vectors(&mut self, op: OpId) {
        for index in 0..self.body.num_operands(op) {
            let vector = self.vector(self.body.operand(op, index));
            self.body.set_operand(op, index, vector);
        }
    }

    fn compute(&mut self, op: OpId) {
        self.operands_become_vectors(op);
        let results: Vec<ValueId> = self.body.results(op).collect();
        self.become_vectors(&results);
        let plan = self.plan;
        if let Some(reduction) = plan.reduction_by(op) {
            self.mask_reduced(reduction);
        }
    }

    /// Elements beyond the end of the loop are replaced by the identity element.
    fn mask_reduced(&mut self, reduction: &Reduction) {
        let (plan, root) = (self.plan, self.plan.root);
        let [dimension] = &plan.dimensions[..] else { return };
        if dimension.is_exact(self.body, root) {
            return;
        }
        let value = self.body.operand(reduction.op, reduction.operand);
        let (ty, at) = (self.body.ty(value), InsertionPoint::Before(reduction.op));
        let neutral = self.splat(reduction.neutral, ty);
        let mask = self.mask(at, &[0], &[root]);
        let mut b = BodyBuilder::new(self.body, at);
        let chosen = SelectOp::create(&mut b, mask, value, neutral, ty);
        self.body.set_operand(reduction.op, reduction.operand, chosen);
    }

    fn transfer(&mut self, transfer: &Transfer) {
        let op = match transfer.access {
            Access::Load(load) => load.id(),
            Access::Store(store) => store.id(),
        };
        let at = InsertionPoint::Before(op);
        let ctx = self.body.context().clone();
        let memref = transfer.access.memref(self.body);
        let map = permutation_map(&ctx, transfer);
        let in_bounds = ctx.array_attr(&vec![ctx.bool_attr(false); transfer.along.len()]);
        let map = ctx.affine_map_attr(map);
        match transfer.access {
            Access::Load(load) => {
                let old = load.result(self.body);
                let (ty, element) = (self.plan.vector_type(self.body, old), self.body.ty(old));
                let indices = self.indices(at, &transfer.place);
                let padding = self.constant(zero(&ctx, element), element);
                let mut b = BodyBuilder::new(self.body, at);
                let new = TransferReadOp::create(
                    &mut b, memref, &indices, padding, None, map, in_bounds, ty,
                );
                self.body.replace_all_uses(old, new);
            }
            Access::Store(store) => {
                let value = self.vector(store.value(self.body));
                let mask = self.write_mask(at, op, transfer);
                let indices = self.indices(at, &transfer.place);
                let mut b = BodyBuilder::new(self.body, at);
                TransferWriteOp::create(
                    &mut b, value, memref, &indices, mask, map, in_bounds, None,
                );
            }
        }
        self.body.erase_op(op);
    }

    /// The subscripts as values.
    fn indices(&mut self, at: InsertionPoint, place: &MapOperands) -> Vec<ValueId> {
        let ctx = self.body.context().clone();
        let data = place.map.data(&ctx);
        let mut of = |&result: &AffineExpr| {
            let map = ctx.affine_map(data.dims, data.symbols, &[result]);
            let part = MapOperands::new(map, &place.operands).in_simplest_form(self.body);
            if let Some(value) = part.single_input(&ctx) {
                return value;
            }
            let mut b = BodyBuilder::new(self.body, at);
            if let Some(number) = part.map.results(&ctx)[0].as_constant(&ctx) {
                return ConstantOp::index(&mut b, number);
            }
            ApplyOp::create(&mut b, &part.operands, part.map)
        };
        data.results.iter().map(&mut of).collect()
    }

    /// The mask of a write: none if no vector has elements to leave out.
    fn write_mask(&mut self, at: InsertionPoint, op: OpId, transfer: &Transfer) -> Option<ValueId> {
        let loops = self.loops_around(op);
        let plan = self.plan;
        let is_whole = |(dimension, this): (usize, &ForOp)| {
            plan.dimensions[dimension].is_exact(self.body, *this)
                || transfer.ends_with_memory(self.body, dimension, *this)
        };
        if (0..).zip(&loops).all(is_whole) {
            return None;
        }
        Some(self.mask(at, &transfer.mask_dimensions(), &loops))
    }

    /// The loop of each dimension that an op is in.
    fn loops_around(&self, op: OpId) -> SmallVec<[ForOp; 2]> {
        let around = std::iter::successors(Some(op), |op| self.body.parent_op(*op));
        let mut loops: SmallVec<[ForOp; 2]> = around
            .filter_map(|op| ForOp::cast(self.body, op))
            .filter(|this| self.plan.dimension_of(*this).is_some())
            .take(self.plan.dimensions.len())
            .collect();
        loops.reverse();
        loops
    }

    /// A mask that is set for the iterations that loops have left.
    fn mask(&mut self, at: InsertionPoint, dimensions: &[usize], loops: &[ForOp]) -> ValueId {
        let ctx = self.body.context().clone();
        let plan = self.plan;
        let counts: Vec<ValueId> = dimensions
            .iter()
            .map(|&dimension| {
                let (of, this) = (&plan.dimensions[dimension], loops[dimension]);
                if of.is_exact(self.body, this) {
                    let mut b = BodyBuilder::new(self.body, at);
                    return ConstantOp::index(&mut b, of.size);
                }
                let left = left_of(self.body, this);
                let mut b = BodyBuilder::new(self.body, at);
                match left.map.results(&ctx) {
                    [_] => ApplyOp::create(&mut b, &left.operands, left.map),
                    _ => MinOp::create(&mut b, &left.operands, left.map),
                }
            })
            .collect();
        let sizes: SmallVec<[i64; 2]> =
            dimensions.iter().map(|&dimension| plan.dimensions[dimension].size).collect();
        let ty = ctx.vector_type(&sizes, Type::I1);
        CreateMaskOp::create(&mut BodyBuilder::new(self.body, at), &counts, ty)
    }

    fn splat(&mut self, number: Attribute, ty: Type) -> ValueId {
        let ctx = self.body.context().clone();
        let elements = splat_attr(&ctx, ty, number).expect("a number has vectors");
        self.constant(elements, ty)
    }

    /// A constant before the loop.
    fn constant(&mut self, value: Attribute, ty: Type) -> ValueId {
        let (body, before) = (&mut *self.body, InsertionPoint::Before(self.plan.root.id()));
        *self
            .constants
            .entry((value, ty))
            .or_insert_with(|| ConstantOp::create(&mut BodyBuilder::new(body, before), value, ty))
    }

    /// After the loop, the elements of the vectors are combined with each other and with the
    /// initial value.
    fn combine_results(&mut self, inits: &[ValueId]) {
        let (plan, root) = (self.plan, self.plan.root.id());
        let results: Vec<ValueId> = self.body.results(root).collect();
        let mut after = root;
        for ((reduction, &result), &init) in plan.reductions.iter().zip(&results).zip(inits) {
            let ty = self.body.ty(init);
            let mut b = BodyBuilder::new(self.body, InsertionPoint::After(after));
            let mut number = ReductionOp::create(&mut b, reduction.kind, result, None, ty);
            let elements = self.body.defining_op(number);
            if !reduction.starts_with_init {
                let name = self.body.name(reduction.op);
                let location = self.body.location(reduction.op);
                let mut state =
                    OperationState::new(name, location).operands(&[number, init]).results(&[ty]);
                state.attributes = self.body.attributes(reduction.op).into();
                let point = elements.map_or(InsertionPoint::After(root), InsertionPoint::After);
                let op = BodyBuilder::new(self.body, point).create(state);
                number = self.body.results(op).next().unwrap_or(number);
            }
            self.body.replace_uses_if(result, number, |_, use_| Some(use_.owner) != elements);
            after = self.body.defining_op(number).unwrap_or(after);
        }
    }

    /// Each iteration of a vectorized loop does the work of many.
    fn lengthen_steps(&mut self) {
        let ctx = self.body.context().clone();
        for dimension in &self.plan.dimensions {
            for this in &dimension.loops {
                this.set_step(self.body, ctx.index_attr(dimension.size));
            }
        }
    }
}

/// For each dimension of the vector, which one of the memory it is, or 0.
fn permutation_map(ctx: &Context, transfer: &Transfer) -> AffineMap {
    let rank = transfer.place.map.results(ctx).len() as u32;
    let of = |along: &Option<usize>| match along {
        Some(along) => ctx.affine_dim(*along as u32),
        None => ctx.affine_constant(0),
    };
    let results: SmallVec<[AffineExpr; 2]> = transfer.along.iter().map(of).collect();
    ctx.affine_map(rank, 0, &results)
}

fn zero(ctx: &Context, ty: Type) -> Attribute {
    match ty.is_float(ctx) {
        true => ctx.float_attr(ty, 0.0),
        false => ctx.integer_attr(ty, 0),
    }
}

/// How many iterations a loop has left: the smallest of the results.
fn left_of(body: &Body, this: ForOp) -> MapOperands {
    let ctx = body.context();
    let upper = this.upper_bound(body).in_simplest_form(body);
    let data = upper.map.data(ctx);
    let dims = data.dims as usize;
    let so_far = ctx.affine_mul(ctx.affine_dim(data.dims), ctx.affine_constant(-1));
    let results: SmallVec<[AffineExpr; 2]> =
        data.results.iter().map(|&end| ctx.affine_add(end, so_far)).collect();
    let mut operands = upper.operands.clone();
    operands.insert(dims, this.induction_variable(body));
    MapOperands { map: ctx.affine_map(data.dims + 1, data.symbols, &results), operands }
}
