//! `lower-affine`: lowers affine loops and conditionals to scf, bounds, subscripts and accesses to
//! std.
//!
//! Each op is lowered directly: bounds and subscripts are computed in place (several results by
//! comparisons and selections), conditions are conjunctions of comparisons. Nothing is moved or
//! deduplicated; that is left to the canonicalizer and CSE.

mod dma;
mod index;
mod parallel;

use crate::{
    AffineDialect, ApplyOp, DelinearizeIndexOp, DmaStartOp, DmaWaitOp, ForOp, IfOp,
    LinearizeIndexOp, LoadOp, MaxOp, MinOp, ParallelOp, PrefetchOp, StoreOp, VectorLoadOp,
    VectorStoreOp, YieldOp,
};
use crate::{expand_affine_expr, expand_affine_map, expand_max, expand_min};
use mlir_lite::Context;
use mlir_lite::affine::AffineMap;
use mlir_lite::attributes::Attribute;
use mlir_lite::context::Dialect;
use mlir_lite::conversion::structured::lower_dialect;
use mlir_lite::dialects::standard::flags::Nontemporal;
use mlir_lite::dialects::{scf, standard};
use mlir_lite::ir::discardable::DiscardableAttr;
use mlir_lite::ir::{Body, Location, OpBuilder, OpDefinition, OpId, ValueId};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::keep_attributes::{
    keep_attributes, keep_on_value, replace_keeping_attributes,
};
use mlir_lite::rewrite::{
    FrozenRewritePatternSet, MatchFailure, MatchResult, PatternRewriter, RewritePatternSet,
};
use mlir_lite::types::Type;
use mlir_lite_diagnostics::Reported;

/// Why an op whose map divides by 0 stays.
const NOT_DEFINED: &str = "an affine expression divides by a constant that is not positive";

/// Lower affine operations to std and scf.
#[pass(
    name = "lower-affine",
    aliases("convert-affine-to-std"),
    each_body,
    dialects(AffineDialect, scf::ScfDialect, standard::StdDialect),
    initialize
)]
pub struct LowerAffinePass {
    patterns: FrozenRewritePatternSet,
}

impl LowerAffinePass {
    fn initialize(ctx: &Context) -> Self {
        let mut patterns = RewritePatternSet::new();
        populate_affine_to_std_patterns(&mut patterns);
        Self { patterns: patterns.freeze(ctx) }
    }
}

impl RunPass for LowerAffinePass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        lower_dialect(body, AffineDialect::NAMESPACE, &self.patterns, cx)
    }
}

/// Whether the memory has the last dimensions of a vector that is read from it or written to it
/// contiguously.
fn has_vector_rank(body: &Body, vector: Type, memref: ValueId) -> MatchResult {
    let rank = |ty: Type| ty.shape(body.context()).map_or(0, <[i64]>::len);
    match rank(vector) > rank(body.ty(memref)) {
        true => Err("the vector has more dimensions than the memory".into()),
        false => Ok(()),
    }
}

/// Adds the patterns that lower affine ops to scf and std.
#[expect(clippy::too_many_lines, reason = "a list of patterns")]
pub fn populate_affine_to_std_patterns(patterns: &mut RewritePatternSet) {
    patterns.add::<LoadOp>("affine.load-to-std", 1, |op, rewriter| {
        let (location, memref, ty) = {
            let body = rewriter.body();
            (body.location(op.id()), op.memref(body), body.ty(op.result(body)))
        };
        let access = op.subscripts(rewriter.body());
        let indices = map_results(rewriter, location, access.map, &access.operands)?;
        replace_keeping_attributes(rewriter, op.id(), |b| {
            standard::LoadOp::build(b, location, memref, &indices, ty)
        });
        Ok(())
    });
    patterns.add::<StoreOp>("affine.store-to-std", 1, |op, rewriter| {
        let (location, memref, value) = {
            let body = rewriter.body();
            (body.location(op.id()), op.memref(body), op.value(body))
        };
        let access = op.subscripts(rewriter.body());
        let indices = map_results(rewriter, location, access.map, &access.operands)?;
        replace_keeping_attributes(rewriter, op.id(), |b| {
            standard::StoreOp::build(b, location, value, memref, &indices)
        });
        Ok(())
    });
    patterns.add::<VectorLoadOp>("affine.vector_load-to-std", 1, |op, rewriter| {
        let body = rewriter.body();
        let (location, memref, ty) =
            (body.location(op.id()), op.memref(body), body.ty(op.result(body)));
        let (map, operands) = (op.map(body), op.indices(body));
        has_vector_rank(body, ty, memref)?;
        let indices = map_results(rewriter, location, map, &operands)?;
        replace_keeping_attributes(rewriter, op.id(), |b| {
            standard::VectorLoadOp::build(b, location, memref, &indices, ty)
        });
        Ok(())
    });
    patterns.add::<VectorStoreOp>("affine.vector_store-to-std", 1, |op, rewriter| {
        let body = rewriter.body();
        let (location, memref, value) = (body.location(op.id()), op.memref(body), op.value(body));
        let (map, operands) = (op.map(body), op.indices(body));
        has_vector_rank(body, body.ty(value), memref)?;
        let indices = map_results(rewriter, location, map, &operands)?;
        let nontemporal = Nontemporal::of(rewriter.body().op(op.id()));
        let store = standard::VectorStoreOp::build(rewriter, location, value, memref, &indices);
        keep_attributes(rewriter.body_mut(), op.id(), store.id());
        if let Some(nontemporal) = nontemporal {
            Nontemporal::set(rewriter.body_mut(), store.id(), nontemporal);
        }
        rewriter.erase_op(op.id());
        Ok(())
    });
    patterns.add::<ApplyOp>("affine.apply-to-std", 1, |op, rewriter| {
        let map = op.map(rewriter.body());
        lower_function(rewriter, op.id(), map, expand_max)
    });
    patterns.add::<MinOp>("affine.min-to-std", 1, |op, rewriter| {
        let map = op.map(rewriter.body());
        lower_function(rewriter, op.id(), map, expand_min)
    });
    patterns.add::<MaxOp>("affine.max-to-std", 1, |op, rewriter| {
        let map = op.map(rewriter.body());
        lower_function(rewriter, op.id(), map, expand_max)
    });
    patterns.add::<ForOp>("affine.for-to-std", 1, lower_for);
    patterns.add::<IfOp>("affine.if-to-std", 1, lower_if);
    patterns.add::<ParallelOp>("affine.parallel-to-std", 1, parallel::lower_parallel);
    patterns.add::<PrefetchOp>("affine.prefetch-to-std", 1, |op, rewriter| {
        let body = rewriter.body();
        let (location, memref) = (body.location(op.id()), op.memref(body));
        let ctx = body.context();
        let flag = |value: Attribute| value.as_bool(ctx).ok_or("a flag is not a boolean");
        let (write, data) = (flag(op.is_write(body))?, flag(op.is_data_cache(body))?);
        let locality = op.locality_hint(body).as_i64(ctx).ok_or("the hint is not a number")? as i32;
        let (map, operands) = (op.map(body), op.indices(body));
        let indices = map_results(rewriter, location, map, &operands)?;
        replace_keeping_attributes(rewriter, op.id(), |b| {
            standard::PrefetchOp::build(b, location, memref, &indices, write, locality, data)
        });
        Ok(())
    });
    patterns.add::<DmaStartOp>("affine.dma_start-to-std", 1, dma::lower_start);
    patterns.add::<DmaWaitOp>("affine.dma_wait-to-std", 1, dma::lower_wait);
    patterns.add::<DelinearizeIndexOp>(
        "affine.delinearize_index-to-std",
        1,
        index::lower_delinearize,
    );
    patterns.add::<LinearizeIndexOp>("affine.linearize_index-to-std", 1, index::lower_linearize);
    patterns.add::<YieldOp>("affine.yield-to-std", 1, |op, rewriter| {
        let (location, values) = {
            let body = rewriter.body();
            (body.location(op.id()), op.values(body))
        };
        replace_keeping_attributes(rewriter, op.id(), |b| {
            scf::YieldOp::build(b, location, &values)
        });
        Ok(())
    });
}

fn map_results(
    rewriter: &mut PatternRewriter<'_>,
    location: Location,
    map: AffineMap,
    operands: &[ValueId],
) -> Result<smallvec::SmallVec<[ValueId; 4]>, MatchFailure> {
    expand_affine_map(rewriter, location, map, operands).ok_or(NOT_DEFINED.into())
}

type Expand<'r> = fn(&mut PatternRewriter<'r>, Location, AffineMap, &[ValueId]) -> Option<ValueId>;

fn lower_function<'r>(
    rewriter: &mut PatternRewriter<'r>,
    op: OpId,
    map: AffineMap,
    expand: Expand<'r>,
) -> MatchResult {
    let location = rewriter.body().location(op);
    let operands = rewriter.body().operand_list(op);
    let last = rewriter.body().previous_op(op);
    let value = expand(rewriter, location, map, &operands).ok_or(NOT_DEFINED)?;
    keep_on_value(rewriter.body_mut(), op, last, value);
    rewriter.replace_op(op, &[value]);
    Ok(())
}

fn lower_for(op: ForOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let location = body.location(op.id());
    let (lower, upper, step) = (op.lower_bound(body), op.upper_bound(body), op.step_value(body));
    let (inits, types) = (op.inits(body), body.result_types(op.id()));
    let lower = expand_max(rewriter, location, lower.map, &lower.operands).ok_or(NOT_DEFINED)?;
    let upper = expand_min(rewriter, location, upper.map, &upper.operands).ok_or(NOT_DEFINED)?;
    let step = standard::ConstantOp::index(rewriter, location, step).result(rewriter.body());
    let new = scf::ForOp::build(rewriter, location, lower, upper, step, &inits, None, &types);
    let (from, to) = (op.body(rewriter.body()), new.region(rewriter.body()));
    rewriter.move_region(from, to);
    replace_by(rewriter, op.id(), new.id());
    Ok(())
}

fn lower_if(op: IfOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let location = body.location(op.id());
    let (operands, types) = (op.operands(body), body.result_types(op.id()));
    let (then_region, else_region) = (op.then_region(body), op.else_region(body));
    let set = op.set(body).ok_or("the condition is missing")?;
    let ctx = rewriter.context().clone();
    let data = set.data(&ctx);
    let (dims, symbols) = operands.split_at(data.dims as usize);
    let mut condition = None;
    for &(expr, equality) in &data.constraints {
        let value =
            expand_affine_expr(rewriter, location, expr, dims, symbols).ok_or(NOT_DEFINED)?;
        let zero = standard::ConstantOp::index(rewriter, location, 0).result(rewriter.body());
        let predicate =
            if equality { standard::CmpIPredicate::Eq } else { standard::CmpIPredicate::Sge };
        let holds = standard::CmpIOp::build_inferred(rewriter, location, predicate, value, zero)
            .result(rewriter.body());
        condition = Some(match condition {
            Some(others) => {
                standard::AndOp::build(rewriter, location, others, holds).result(rewriter.body())
            }
            None => holds,
        });
    }
    let condition = condition.unwrap_or_else(|| {
        // The set without constraints contains everything.
        standard::ConstantOp::build(rewriter, location, Attribute::TRUE, Type::I1)
            .result(rewriter.body())
    });
    let new = scf::IfOp::build(rewriter, location, condition, &types);
    for (from, to) in [
        (then_region, new.then_region(rewriter.body())),
        (else_region, new.else_region(rewriter.body())),
    ] {
        rewriter.move_region(from, to);
    }
    replace_by(rewriter, op.id(), new.id());
    Ok(())
}

fn replace_by(rewriter: &mut PatternRewriter<'_>, old: OpId, new: OpId) {
    keep_attributes(rewriter.body_mut(), old, new);
    let results: Vec<ValueId> = rewriter.body().results(new).collect();
    rewriter.replace_op(old, &results);
}
