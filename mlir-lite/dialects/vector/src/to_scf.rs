//! `convert-vector-to-scf`: transfers become one access where they can, and loops over accesses of
//! numbers otherwise; masked accesses become conditional ones.

use crate::ops::lowering::{SCALABLE, check_not_masked};
use crate::ops::masks::MaskOp;
use crate::ops::memory::{LoadOp, StoreOp};
use crate::ops::transfer::TransferParts;
use crate::shapes::Shape;
use crate::{
    CompressStoreOp, ExpandLoadOp, ExtractOp, GatherOp, InsertOp, LowerVector, MaskedLoadOp,
    MaskedStoreOp, ScatterOp, TransferReadOp, TransferWriteOp, VectorDialect,
};
use mlir_lite::dialects::scf::loop_nest::LoopNest;
use mlir_lite::dialects::scf::{IfOp, ScfDialect};
use mlir_lite::dialects::standard::{self, StdDialect};
use mlir_lite::ir::builder::InsertionPoint;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::{
    FrozenRewritePatternSet, GreedyConfig, MatchFailure, MatchResult, PatternRewriter,
    RewritePatternSet, apply_patterns_greedily,
};
use mlir_lite::types::strides_and_offset;
use mlir_lite_diagnostics::Reported;

/// Convert vector transfers and masked accesses to scf.
///
/// A transfer along the last dimensions of memory, of which nothing is outside, becomes one load or
/// store. Another one becomes loops with a conditional access in them. An access of elements whose
/// mask is set becomes conditional accesses.
#[pass(
    name = "convert-vector-to-scf",
    each_body,
    dialects(VectorDialect, ScfDialect, StdDialect),
    initialize
)]
pub struct VectorToScfPass {
    patterns: FrozenRewritePatternSet,
}

impl VectorToScfPass {
    fn initialize(ctx: &Context) -> Self {
        let mut patterns = RewritePatternSet::new();
        populate_vector_to_scf_patterns(&mut patterns);
        Self { patterns: patterns.freeze(ctx) }
    }
}

impl RunPass for VectorToScfPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let config = GreedyConfig::default().with_simplify_regions(false);
        apply_patterns_greedily(body, &self.patterns, &config, cx.requests, cx.diagnostics)?;
        Ok(())
    }
}

/// Adds the patterns that lower transfers and masked accesses to loops and conditionals.
pub fn populate_vector_to_scf_patterns(patterns: &mut RewritePatternSet) {
    patterns.add::<MaskOp>("vector.mask-lowering", 1, MaskOp::lower);
    add::<TransferReadOp>(patterns);
    add::<TransferWriteOp>(patterns);
    add::<MaskedLoadOp>(patterns);
    add::<MaskedStoreOp>(patterns);
    add::<GatherOp>(patterns);
    add::<ScatterOp>(patterns);
    add::<ExpandLoadOp>(patterns);
    add::<CompressStoreOp>(patterns);
}

/// Says what an access becomes in loops and conditionals.
trait LowerToScf: OpDefinition {
    fn lower(op: Self, rewriter: &mut PatternRewriter<'_>) -> MatchResult;
}

fn add<O: LowerToScf>(patterns: &mut RewritePatternSet) {
    patterns.add::<O>(format!("{}-to-scf", O::NAME), 1, |op, rewriter| {
        check_not_masked(rewriter.body(), op.id())?;
        O::lower(op, rewriter)
    });
}

// Accesses of one element

/// Subscripts that are farther by values in the last dimensions.
fn moved(
    rewriter: &mut PatternRewriter<'_>,
    indices: &[ValueId],
    by: &[ValueId],
) -> Result<Vec<ValueId>, MatchFailure> {
    let first = indices.len().checked_sub(by.len());
    let first = first.ok_or("the vector has more dimensions than the memory")?;
    let mut indices = indices.to_vec();
    for (index, &by) in indices[first..].iter_mut().zip(by) {
        *index = standard::AddIOp::create(rewriter, *index, by);
    }
    Ok(indices)
}

/// Subscripts that are farther by numbers in the last dimensions.
fn moved_by(
    rewriter: &mut PatternRewriter<'_>,
    indices: &[ValueId],
    by: &[i64],
) -> Result<Vec<ValueId>, MatchFailure> {
    let by: Vec<ValueId> = by.iter().map(|&by| standard::ConstantOp::index(rewriter, by)).collect();
    moved(rewriter, indices, &by)
}

/// An element of memory or of a tensor.
fn load(rewriter: &mut PatternRewriter<'_>, base: ValueId, indices: &[ValueId]) -> ValueId {
    let ctx = rewriter.context().clone();
    let ty = rewriter.body().ty(base);
    let element = ty.element_or_self(&ctx);
    match ty.is_memref(&ctx) {
        true => standard::LoadOp::create(rewriter, base, indices, element),
        false => standard::ExtractElementOp::create(rewriter, base, indices, element),
    }
}

/// The positions of a vector's elements, if their number is known.
fn elements(shape: &Shape) -> Result<Vec<Vec<i64>>, MatchFailure> {
    if shape.is_scalable() {
        return Err(SCALABLE.into());
    }
    Ok(mlir_lite::interpreter::positions(&shape.sizes).map(|at| at.to_vec()).collect())
}

/// A vector whose elements are loaded where the mask is set. `place` gives the subscripts.
fn masked_load(
    rewriter: &mut PatternRewriter<'_>,
    (base, mask, pass_thru): (ValueId, ValueId, ValueId),
    mut place: impl FnMut(&mut PatternRewriter<'_>, &[i64]) -> Result<Vec<ValueId>, MatchFailure>,
) -> Result<ValueId, MatchFailure> {
    let shape = Shape::of(rewriter.context(), rewriter.body().ty(pass_thru));
    let mut result = pass_thru;
    for at in elements(&shape)? {
        let is_set = ExtractOp::at(rewriter, mask, &at);
        let other = ExtractOp::at(rewriter, pass_thru, &at);
        let indices = place(rewriter, &at)?;
        let element = IfOp::with_branches(
            rewriter,
            is_set,
            &[shape.element],
            |rewriter| vec![load(rewriter, base, &indices)],
            |_| vec![other],
        );
        let element = element.results(rewriter.body())[0];
        result = InsertOp::at(rewriter, element, result, &at);
    }
    Ok(result)
}

/// Stores the elements of a vector where the mask is set. `place` gives the subscripts.
fn masked_store(
    rewriter: &mut PatternRewriter<'_>,
    (base, mask, value): (ValueId, ValueId, ValueId),
    mut place: impl FnMut(&mut PatternRewriter<'_>, &[i64]) -> Result<Vec<ValueId>, MatchFailure>,
) -> MatchResult {
    let shape = Shape::of(rewriter.context(), rewriter.body().ty(value));
    for at in elements(&shape)? {
        let is_set = ExtractOp::at(rewriter, mask, &at);
        let element = ExtractOp::at(rewriter, value, &at);
        let indices = place(rewriter, &at)?;
        IfOp::when(rewriter, is_set, |rewriter| {
            standard::StoreOp::create(rewriter, element, base, &indices);
        });
    }
    Ok(())
}

impl LowerToScf for MaskedLoadOp {
    fn lower(op: Self, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let body = rewriter.body();
        let values = (op.base(body), op.mask(body), op.pass_thru(body));
        let indices = op.indices(body);
        let result =
            masked_load(rewriter, values, |rewriter, at| moved_by(rewriter, &indices, at))?;
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    }
}

impl LowerToScf for MaskedStoreOp {
    fn lower(op: Self, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let body = rewriter.body();
        let values = (op.base(body), op.mask(body), op.value_to_store(body));
        let indices = op.indices(body);
        masked_store(rewriter, values, |rewriter, at| moved_by(rewriter, &indices, at))?;
        rewriter.erase_op(op.id());
        Ok(())
    }
}

/// Subscripts that are farther by an element of a vector in the last dimension.
fn gathered(
    rewriter: &mut PatternRewriter<'_>,
    offsets: &[ValueId],
    positions: ValueId,
    at: &[i64],
) -> Result<Vec<ValueId>, MatchFailure> {
    let mut position = ExtractOp::at(rewriter, positions, at);
    if rewriter.body().ty(position) != Type::INDEX {
        position = standard::IndexCastOp::create(rewriter, position, Type::INDEX);
    }
    moved(rewriter, offsets, &[position])
}

impl LowerToScf for GatherOp {
    fn lower(op: Self, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let body = rewriter.body();
        let values = (op.base(body), op.mask(body), op.pass_thru(body));
        let (offsets, positions) = (op.offsets(body), op.indices(body));
        let result = masked_load(rewriter, values, |rewriter, at| {
            gathered(rewriter, &offsets, positions, at)
        })?;
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    }
}

impl LowerToScf for ScatterOp {
    fn lower(op: Self, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let body = rewriter.body();
        if op.result(body).is_some() {
            return Err("a tensor has no memory to write to".into());
        }
        let values = (op.base(body), op.mask(body), op.value_to_store(body));
        let (offsets, positions) = (op.offsets(body), op.indices(body));
        masked_store(rewriter, values, |rewriter, at| gathered(rewriter, &offsets, positions, at))?;
        rewriter.erase_op(op.id());
        Ok(())
    }
}

/// Counts the elements whose mask is set, one after the other.
struct Packed {
    mask: ValueId,
    next: ValueId,
}

impl Packed {
    fn new(rewriter: &mut PatternRewriter<'_>, mask: ValueId) -> Self {
        Self { mask, next: standard::ConstantOp::index(rewriter, 0) }
    }

    /// The subscripts of the next element; whether it is set is at position `at` of the mask.
    fn place(
        &mut self,
        rewriter: &mut PatternRewriter<'_>,
        indices: &[ValueId],
        at: &[i64],
    ) -> Result<Vec<ValueId>, MatchFailure> {
        let place = moved(rewriter, indices, &[self.next])?;
        let is_set = ExtractOp::at(rewriter, self.mask, at);
        let one = standard::IndexCastUIOp::create(rewriter, is_set, Type::INDEX);
        self.next = standard::AddIOp::create(rewriter, self.next, one);
        Ok(place)
    }
}

impl LowerToScf for ExpandLoadOp {
    fn lower(op: Self, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let body = rewriter.body();
        let values = (op.base(body), op.mask(body), op.pass_thru(body));
        let indices = op.indices(body);
        let mut packed = Packed::new(rewriter, values.1);
        let result =
            masked_load(rewriter, values, |rewriter, at| packed.place(rewriter, &indices, at))?;
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    }
}

impl LowerToScf for CompressStoreOp {
    fn lower(op: Self, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let body = rewriter.body();
        let values = (op.base(body), op.mask(body), op.value_to_store(body));
        let indices = op.indices(body);
        let mut packed = Packed::new(rewriter, values.1);
        masked_store(rewriter, values, |rewriter, at| packed.place(rewriter, &indices, at))?;
        rewriter.erase_op(op.id());
        Ok(())
    }
}

// Transfers

impl TransferParts {
    /// Whether one access of a vector does the same.
    fn is_one_access(&self, body: &Body) -> bool {
        let (ctx, ty) = (body.context(), body.ty(self.base));
        let strides = strides_and_offset(ctx, ty).map(|(strides, _)| strides);
        ty.is_memref(ctx)
            && self.mask.is_none()
            && self.shape.rank() > 0
            && self.transfer.in_bounds.iter().all(|&in_bounds| in_bounds)
            && self.transfer.is_minor_identity(self.indices.len())
            && strides.is_some_and(|strides| strides.last() == Some(&Some(1)))
    }

    /// Memory for the vector.
    fn buffer(&self, rewriter: &mut PatternRewriter<'_>) -> Result<ValueId, MatchFailure> {
        let ctx = rewriter.context().clone();
        elements_have_bytes(&ctx, self.shape.element)?;
        if self.shape.is_scalable() {
            return Err(SCALABLE.into());
        }
        if self.shape.rank() == 0 {
            return Err("a vector without dimensions is not transferred".into());
        }
        let ty = ctx.memref_type(&self.shape.sizes, self.shape.element);
        Ok(standard::AllocaOp::create(rewriter, &[], &[], None, ty))
    }

    /// Stores a mask to memory, as bytes.
    fn store_mask(rewriter: &mut PatternRewriter<'_>, mask: ValueId) -> ValueId {
        let ctx = rewriter.context().clone();
        let shape = Shape::of(&ctx, rewriter.body().ty(mask)).with_element(Type::I8);
        let bytes = standard::ZExtIOp::create(rewriter, mask, shape.ty(&ctx));
        let ty = ctx.memref_type(&shape.sizes, Type::I8);
        let buffer = standard::AllocaOp::create(rewriter, &[], &[], None, ty);
        let zero = standard::ConstantOp::index(rewriter, 0);
        StoreOp::create(rewriter, bytes, buffer, &vec![zero; shape.rank()]);
        buffer
    }

    /// Loops over the elements of the vector.
    fn loops(&self, rewriter: &mut PatternRewriter<'_>) -> Result<LoopNest, MatchFailure> {
        let [zero, one] = [0, 1].map(|number| standard::ConstantOp::index(rewriter, number));
        let bounds: Vec<[ValueId; 3]> = self
            .shape
            .sizes
            .iter()
            .map(|&size| [zero, standard::ConstantOp::index(rewriter, size), one])
            .collect();
        let nest = LoopNest::create(rewriter, bounds, &[]);
        nest.ok_or_else(|| "the vector has no dimensions".into())
    }

    /// The subscripts of an element, and whether it is accessed; none if it always is.
    fn place(
        &self,
        rewriter: &mut PatternRewriter<'_>,
        at: &[ValueId],
    ) -> (Vec<ValueId>, Option<ValueId>) {
        let mut place = self.indices.to_vec();
        let mut conditions = Vec::new();
        for ((&at, &dimension), &in_bounds) in
            at.iter().zip(&self.transfer.dimensions).zip(&self.transfer.in_bounds)
        {
            let Some(dimension) = dimension else { continue };
            let index = standard::AddIOp::create(rewriter, place[dimension], at);
            place[dimension] = index;
            if !in_bounds {
                let number = standard::ConstantOp::index(rewriter, dimension as i64);
                let size = standard::DimOp::create(rewriter, self.base, number);
                // A negative number is a large one without sign.
                conditions.push(compare(rewriter, standard::CmpIPredicate::Ult, index, size));
            }
        }
        if let Some(mask) = self.mask {
            let mut position: Vec<ValueId> =
                self.transfer.mask_dimensions().iter().map(|&from| at[from]).collect();
            if position.is_empty() {
                position.push(standard::ConstantOp::index(rewriter, 0));
            }
            let byte = standard::LoadOp::create(rewriter, mask, &position, Type::I8);
            let zero = standard::ConstantOp::integer(rewriter, 0, Type::I8);
            conditions.push(compare(rewriter, standard::CmpIPredicate::Ne, byte, zero));
        }
        let all = conditions.into_iter().reduce(|a, b| standard::AndOp::create(rewriter, a, b));
        (place, all)
    }
}

fn compare(
    rewriter: &mut PatternRewriter<'_>,
    predicate: standard::CmpIPredicate,
    a: ValueId,
    b: ValueId,
) -> ValueId {
    let location = rewriter.location();
    let op = standard::CmpIOp::build_inferred(rewriter, location, predicate, a, b);
    op.result(rewriter.body())
}

/// Whether a vector in memory has its elements one after the other, each in bytes of its own.
fn elements_have_bytes(ctx: &Context, element: Type) -> MatchResult {
    let width = if element == Type::INDEX { Some(64) } else { element.bit_width(ctx) };
    match width.is_some_and(|width| width % 8 == 0 && (width / 8).is_power_of_two()) {
        true => Ok(()),
        false => Err("only elements of 1, 2, 4 or more bytes are supported".into()),
    }
}

impl LowerToScf for TransferReadOp {
    fn lower(op: Self, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let view = op.on(rewriter.body());
        let (padding, ty) = (view.padding().id(), view.vector().ty());
        let mut lowered = TransferParts::of::<Self>(view, ty)?;
        if view.base().ty().element_or_self(view.context()) != lowered.shape.element {
            return Err("memory of vectors is not transferred".into());
        }
        if lowered.is_one_access(rewriter.body()) {
            let load = LoadOp::create(rewriter, lowered.base, &lowered.indices, ty);
            rewriter.replace_op(op.id(), &[load]);
            return Ok(());
        }
        let buffer = lowered.buffer(rewriter)?;
        lowered.mask = lowered.mask.map(|mask| TransferParts::store_mask(rewriter, mask));
        let nest = lowered.loops(rewriter)?;
        let at = nest.variables.to_vec();
        let (place, condition) = lowered.place(rewriter, &at);
        let element = match condition {
            None => load(rewriter, lowered.base, &place),
            Some(condition) => {
                let found = IfOp::with_branches(
                    rewriter,
                    condition,
                    &[lowered.shape.element],
                    |rewriter| vec![load(rewriter, lowered.base, &place)],
                    |_| vec![padding],
                );
                found.results(rewriter.body())[0]
            }
        };
        standard::StoreOp::create(rewriter, element, buffer, &at);
        nest.finish(rewriter, &[]);
        rewriter.set_insertion_point(InsertionPoint::Before(op.id()));
        let zero = standard::ConstantOp::index(rewriter, 0);
        let result = LoadOp::create(rewriter, buffer, &vec![zero; at.len()], ty);
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    }
}

impl LowerToScf for TransferWriteOp {
    fn lower(op: Self, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let view = op.on(rewriter.body());
        let value = view.value_to_store().id();
        let mut lowered = TransferParts::of::<Self>(view, view.value_to_store().ty())?;
        if view.base().ty().element_or_self(view.context()) != lowered.shape.element {
            return Err("memory of vectors is not transferred".into());
        }
        if view.result().is_some() {
            return Err("a tensor has no memory to write to".into());
        }
        if lowered.is_one_access(rewriter.body()) {
            StoreOp::create(rewriter, value, lowered.base, &lowered.indices);
            rewriter.erase_op(op.id());
            return Ok(());
        }
        let buffer = lowered.buffer(rewriter)?;
        lowered.mask = lowered.mask.map(|mask| TransferParts::store_mask(rewriter, mask));
        let zero = standard::ConstantOp::index(rewriter, 0);
        StoreOp::create(rewriter, value, buffer, &vec![zero; lowered.shape.rank()]);
        let nest = lowered.loops(rewriter)?;
        let at = nest.variables.to_vec();
        let (place, condition) = lowered.place(rewriter, &at);
        let write = |rewriter: &mut PatternRewriter<'_>| {
            let element = load(rewriter, buffer, &at);
            standard::StoreOp::create(rewriter, element, lowered.base, &place);
        };
        match condition {
            None => write(rewriter),
            Some(condition) => {
                IfOp::when(rewriter, condition, write);
            }
        }
        nest.finish(rewriter, &[]);
        rewriter.erase_op(op.id());
        Ok(())
    }
}
