//! `unroll-vectors`: ops on large vectors become ops on vectors of a given shape.

use crate::ops::lowering::check_fixed;
use crate::ops::products::{Contraction, iteration_shape};
use crate::ops::transfer::{Transfer, TransferParts};
use crate::shapes::Shape;
use crate::{
    ContractionOp, ExtractStridedSliceOp, FMAOp, InsertStridedSliceOp, TransferReadOp,
    TransferWriteOp, VectorDialect,
};
use mlir_lite::dialects::standard::{self, StdDialect};
use mlir_lite::interpreter::positions;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::{Body, TraitFlags};
use mlir_lite::pass::{PassContext, RunPass, pass, pass_options};
use mlir_lite::rewrite::{
    FrozenRewritePatternSet, MatchFailure, MatchResult, PatternRewriter, PatternRoot,
    RewritePatternSet, rewrite_ops,
};
use mlir_lite_diagnostics::Reported;
use std::sync::Arc;

/// Options of `unroll-vectors`.
#[pass_options]
#[derive(Clone, Debug)]
pub struct UnrollVectorsOptions {
    /// The sizes of the vectors that element-wise ops and transfers work on afterwards, the last
    /// dimension last; empty to leave these ops
    #[option("shape")]
    pub shape: Vec<i64>,
    /// The numbers of values of the iterators that contractions have afterwards; empty to leave
    /// contractions
    #[option("contract-shape")]
    pub contract_shape: Vec<i64>,
}

/// Unroll vector operations to a shape.
///
/// An op on a vector becomes ops on parts of it. An op stays if its vector has another number of
/// dimensions than the shape, or sizes that the shape does not divide.
#[pass(name = "unroll-vectors", each_body, dialects(VectorDialect, StdDialect), initialize)]
pub struct UnrollVectorsPass {
    patterns: FrozenRewritePatternSet,
    #[options]
    options: UnrollVectorsOptions,
}

impl UnrollVectorsPass {
    fn initialize(ctx: &Context, options: UnrollVectorsOptions) -> Self {
        let mut patterns = RewritePatternSet::new();
        populate_vector_unroll_patterns(&options, &mut patterns);
        Self { patterns: patterns.freeze(ctx), options }
    }
}

impl RunPass for UnrollVectorsPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        rewrite_ops(body, &self.patterns, cx.requests, cx.diagnostics)
    }
}

/// Adds the patterns that unroll element-wise ops, transfers and contractions to a shape.
pub fn populate_vector_unroll_patterns(
    options: &UnrollVectorsOptions,
    patterns: &mut RewritePatternSet,
) {
    let shape: Arc<[i64]> = options.shape.clone().into();
    let elementwise = shape.clone();
    patterns.add_rooted(PatternRoot::Any, "any-unroll-elementwise", 1, move |op, rewriter| {
        unroll_elementwise(op, &elementwise, rewriter)
    });
    let reads = shape.clone();
    patterns.add::<TransferReadOp>("vector.transfer_read-unroll", 1, move |op, rewriter| {
        unroll_read(op, &reads, rewriter)
    });
    patterns.add::<TransferWriteOp>("vector.transfer_write-unroll", 1, move |op, rewriter| {
        unroll_write(op, &shape, rewriter)
    });
    let iterators: Arc<[i64]> = options.contract_shape.clone().into();
    patterns.add::<ContractionOp>("vector.contract-unroll", 1, move |op, rewriter| {
        unroll_contraction(op, &iterators, rewriter)
    });
}

/// Where the parts of this shape begin in a vector.
fn parts(shape: &Shape, part: &[i64]) -> Result<Vec<Vec<i64>>, MatchFailure> {
    check_fixed(&[shape])?;
    if part.len() != shape.rank() || part.is_empty() {
        return Err("the vector has another number of dimensions".into());
    }
    if shape.sizes == part {
        return Err("the vector has the shape already".into());
    }
    let divides = |(&size, &part): (&i64, &i64)| part > 0 && size % part == 0;
    if !shape.sizes.iter().zip(part).all(divides) {
        return Err("the shape does not divide the vector".into());
    }
    let counts: Vec<i64> = shape.sizes.iter().zip(part).map(|(size, part)| size / part).collect();
    let start = |at: &[i64]| at.iter().zip(part).map(|(at, part)| at * part).collect();
    Ok(positions(&counts).map(|at| start(&at)).collect())
}

/// Whether an op computes each element of its result from those at the same position.
fn is_elementwise(op: OpRef<'_>) -> bool {
    let ctx = op.context();
    let is_own = op.is::<FMAOp>();
    let namespace = op.info().dialect().map(|dialect| ctx.dialect_namespace(dialect));
    let is_std = namespace == Some(StdDialect::NAMESPACE);
    let result = op.result_types().next().map(|ty| Shape::of(ctx, ty));
    let Some(result) = result.filter(|_| (is_own || is_std) && op.num_results() == 1) else {
        return false;
    };
    let fits = |ty: Type| Shape::of(ctx, ty).same_dimensions(&result);
    op.has_trait(TraitFlags::PURE)
        && op.num_operands() > 0
        && op.regions().next().is_none()
        && result.rank() > 0
        && op.operand_types().all(fits)
}

fn unroll_elementwise(op: OpId, part: &[i64], rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let view = rewriter.body().op(op);
    if !is_elementwise(view) {
        return Err("the op is not element-wise".into());
    }
    let ctx = view.context().clone();
    let result = rewriter.body().results(op).next().ok_or("the op has no result")?;
    let ty = rewriter.body().ty(result);
    let shape = Shape::of(&ctx, ty);
    let starts = parts(&shape, part)?;
    let (operands, name) = (rewriter.body().operand_list(op), rewriter.body().name(op));
    let attributes = rewriter.body().attributes(op);
    let mut result = crate::ops::lowering::zeros(rewriter, ty)?;
    let part_type = Shape { sizes: part.to_vec(), ..shape }.ty(&ctx);
    for start in starts {
        let slices: Vec<ValueId> = operands
            .iter()
            .map(|&operand| ExtractStridedSliceOp::part(rewriter, operand, &start, part))
            .collect();
        let mut state =
            OperationState::new(name, rewriter.location()).operands(&slices).results(&[part_type]);
        state.attributes.extend(attributes.iter().copied());
        let new = rewriter.create(state);
        let value = rewriter.body().results(new).next().ok_or("the op has no result")?;
        result = InsertStridedSliceOp::part(rewriter, value, result, &start);
    }
    rewriter.replace_op(op, &[result]);
    Ok(())
}

/// The subscripts of a part of a transfer that begins at a position of the vector.
fn moved(
    rewriter: &mut PatternRewriter<'_>,
    transfer: &Transfer,
    indices: &[ValueId],
    start: &[i64],
) -> Vec<ValueId> {
    let mut indices = indices.to_vec();
    for (&dimension, &by) in transfer.dimensions.iter().zip(start) {
        if let Some(dimension) = dimension.filter(|_| by != 0) {
            let by = standard::ConstantOp::index(rewriter, by);
            indices[dimension] = standard::AddIOp::create(rewriter, indices[dimension], by);
        }
    }
    indices
}

/// The part of a transfer's mask, whose dimensions are in the order of the memory's.
fn mask_part(
    rewriter: &mut PatternRewriter<'_>,
    transfer: &Transfer,
    mask: ValueId,
    start: &[i64],
    part: &[i64],
) -> ValueId {
    let dimensions = transfer.mask_dimensions();
    let [offsets, sizes] = [start, part]
        .map(|all| dimensions.iter().map(|&dimension| all[dimension]).collect::<Vec<i64>>());
    match dimensions.is_empty() {
        true => mask,
        false => ExtractStridedSliceOp::part(rewriter, mask, &offsets, &sizes),
    }
}

fn unroll_read(
    op: TransferReadOp,
    part: &[i64],
    rewriter: &mut PatternRewriter<'_>,
) -> MatchResult {
    let view = op.on(rewriter.body());
    let ctx = view.context().clone();
    let (map, in_bounds, ty) = (view.permutation_map(), view.in_bounds(), view.vector().ty());
    let padding = view.padding().id();
    let TransferParts { transfer, base, indices, shape, mask } =
        TransferParts::of::<TransferReadOp>(view, ty)?;
    if transfer.dimensions.len() != shape.rank() {
        return Err("memory of vectors is not unrolled".into());
    }
    let part_type = Shape { sizes: part.to_vec(), ..shape.clone() };
    let mut result = None;
    for start in parts(&shape, part)? {
        let old = match result {
            Some(old) => old,
            None => crate::ops::lowering::zeros(rewriter, ty)?,
        };
        let indices = moved(rewriter, &transfer, &indices, &start);
        let mask = mask.map(|mask| mask_part(rewriter, &transfer, mask, &start, part));
        let ty = part_type.ty(&ctx);
        let new =
            TransferReadOp::create(rewriter, base, &indices, padding, mask, map, in_bounds, ty);
        result = Some(InsertStridedSliceOp::part(rewriter, new, old, &start));
    }
    rewriter.replace_op(op.id(), &[result.ok_or("the vector is empty")?]);
    Ok(())
}

fn unroll_write(
    op: TransferWriteOp,
    part: &[i64],
    rewriter: &mut PatternRewriter<'_>,
) -> MatchResult {
    let view = op.on(rewriter.body());
    let (map, in_bounds, value) = (view.permutation_map(), view.in_bounds(), view.value_to_store());
    let (vector, tensor) = (value.id(), view.result().map(ValueRef::ty));
    let TransferParts { transfer, mut base, indices, shape, mask } =
        TransferParts::of::<TransferWriteOp>(view, value.ty())?;
    if transfer.dimensions.len() != shape.rank() {
        return Err("memory of vectors is not unrolled".into());
    }
    for start in parts(&shape, part)? {
        let value = ExtractStridedSliceOp::part(rewriter, vector, &start, part);
        let indices = moved(rewriter, &transfer, &indices, &start);
        let mask = mask.map(|mask| mask_part(rewriter, &transfer, mask, &start, part));
        let location = rewriter.location();
        let new = TransferWriteOp::build(
            rewriter, location, value, base, &indices, mask, map, in_bounds, tensor,
        );
        if let Some(changed) = new.result(rewriter.body()) {
            base = changed;
        }
    }
    match tensor {
        Some(_) => rewriter.replace_op(op.id(), &[base]),
        None => rewriter.erase_op(op.id()),
    }
    Ok(())
}

fn unroll_contraction(
    op: ContractionOp,
    part: &[i64],
    rewriter: &mut PatternRewriter<'_>,
) -> MatchResult {
    let view = op.on(rewriter.body());
    let ctx = view.context().clone();
    let contraction = Contraction::of(view).ok_or("its maps are not permutations")?;
    let shape = iteration_shape(view).ok_or("its maps are not permutations")?;
    let [left, right, mut acc] = [view.lhs(), view.rhs(), view.acc()].map(ValueRef::id);
    let (maps, iterators, kind) = (view.indexing_maps(), view.iterator_types(), view.kind());
    let element = view.result().ty().element_or_self(&ctx);
    // Row-major order is increasing along the sums.
    for start in parts(&shape, part)? {
        let range = |operand: usize| {
            let map = &contraction.maps[operand];
            [&start[..], part]
                .map(|all| map.iter().map(|&iterator| all[iterator]).collect::<Vec<i64>>())
        };
        let slice = |rewriter: &mut PatternRewriter<'_>, value, operand| {
            let [offsets, sizes] = range(operand);
            ExtractStridedSliceOp::part(rewriter, value, &offsets, &sizes)
        };
        let (a, b) = (slice(rewriter, left, 0), slice(rewriter, right, 1));
        let [offsets, sizes] = range(2);
        if sizes.is_empty() {
            let ty = element;
            acc = ContractionOp::create(rewriter, a, b, acc, maps, iterators, Some(kind), ty);
            continue;
        }
        let old = slice(rewriter, acc, 2);
        let ty = ctx.vector_type(&sizes, element);
        let new = ContractionOp::create(rewriter, a, b, old, maps, iterators, Some(kind), ty);
        acc = InsertStridedSliceOp::part(rewriter, new, acc, &offsets);
    }
    rewriter.replace_op(op.id(), &[acc]);
    Ok(())
}
