//! Lowers `affine.parallel` to a nest of loops that carry the reduced values.

use super::{ParallelOp, loops};
use crate::lowering::{NOT_DEFINED, Std};
use crate::{expand_max, expand_min};
use mlir_lite::attributes::Attribute;
use mlir_lite::context::Context;
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::scf::loop_nest::LoopNest;
use mlir_lite::dialects::standard::edsc::{Expr, edsc};
use mlir_lite::dialects::standard::{self, CmpIPredicate};
use mlir_lite::ir::enums::EnumAttribute;
use mlir_lite::ir::{Adaptor, OpBuilder, OpDefinition, ValueId};
use mlir_lite::rewrite::keep_attributes::keep_attributes;
use mlir_lite::rewrite::{MatchFailure, MatchResult, PatternRewriter};
use mlir_lite::scalar::AtomicRmwKind;
use mlir_lite::text::print_type;
use mlir_lite::types::{NonFinite, Type, TypeKind};
use smallvec::SmallVec;

impl LowerTo<Std> for ParallelOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let body = rewriter.body();
        let types = body.result_types(op.id());
        let loops = loops(op.on(body)).ok_or("the loop's bounds are malformed")?;
        let block = body.entry_block(op.region(body)).ok_or("the loop has no body")?;
        let end = body.last_op(block).ok_or("the loop has no terminator")?;
        let kinds = &loops.reductions;
        if kinds.len() != types.len() {
            return Err("there is not a reduction for each result".into());
        }
        // Checked before anything is created: a pattern that fails must not change anything.
        let ctx = rewriter.context().clone();
        let starts = kinds.iter().zip(&types).map(|(&kind, &ty)| neutral(&ctx, kind, ty));
        let starts = starts.collect::<Result<Vec<Attribute>, _>>()?;
        let mut bounds = Vec::new();
        for bound in &loops.bounds {
            let lower = expand_max(rewriter, bound.lower.map, &bound.lower.operands);
            let upper = expand_min(rewriter, bound.upper.map, &bound.upper.operands);
            let step = standard::ConstantOp::index(rewriter, bound.step);
            bounds.push([lower.ok_or(NOT_DEFINED)?, upper.ok_or(NOT_DEFINED)?, step]);
        }
        let starts = starts.into_iter().zip(&types);
        let inits: SmallVec<[ValueId; 4]> =
            starts.map(|(start, &ty)| standard::ConstantOp::create(rewriter, start, ty)).collect();
        let nest = LoopNest::create(rewriter, bounds, &inits).ok_or("the op has no loops")?;
        let innermost = nest.innermost().ok_or("the op has no loops")?;
        rewriter.merge_blocks(block, innermost, &nest.variables);
        let values: SmallVec<[ValueId; 4]> = rewriter.body().operands(end).collect();
        let steps = kinds.iter().zip(&values).zip(&nest.carried);
        let next: SmallVec<[ValueId; 4]> = edsc(rewriter, |e| {
            let next = steps.map(|((&kind, &value), &so_far)| {
                combine(kind, e.expr(so_far), e.expr(value)).map(Expr::id)
            });
            next.collect::<Result<_, MatchFailure>>()
        })?;
        if let Some(only) = nest.only() {
            keep_attributes(rewriter, op.id(), only);
        }
        let results = nest.finish(rewriter, &next);
        // Only after the values that it ends with are used elsewhere.
        rewriter.erase_op(end);
        rewriter.replace_op(op.id(), &results);
        Ok(())
    }
}

/// The neutral element of a reduction.
fn neutral(ctx: &Context, kind: AtomicRmwKind, ty: Type) -> Result<Attribute, MatchFailure> {
    use AtomicRmwKind as Kind;
    let unknown = || {
        let (kind, ty) = (kind.text(), print_type(ctx, ty));
        MatchFailure::new(format!("nothing is neutral in '{kind}' of '{ty}'"))
    };
    if let TypeKind::Float(format) = ty.kind(ctx) {
        let [least, greatest] = format.extremes();
        return Ok(match kind {
            // A format of powers of two has no zero.
            Kind::AddF if format.layout().non_finite == NonFinite::ExponentOnly => {
                return Err(unknown());
            }
            Kind::AddF => ctx.float_attr(ty, -0.0),
            Kind::MulF => ctx.float_attr(ty, 1.0),
            Kind::MaxNumF | Kind::MinNumF if format.has_nan() => ctx.float_attr(ty, f64::NAN),
            Kind::MaximumF | Kind::MaxNumF => ctx.float_bits_attr(ty, least),
            Kind::MinimumF | Kind::MinNumF => ctx.float_bits_attr(ty, greatest),
            _ => return Err(unknown()),
        });
    }
    let width = match ty {
        Type::INDEX => 64,
        _ => ty
            .bit_width(ctx)
            .filter(|width| ty.is_integer(ctx) && (1..=64).contains(width))
            .ok_or_else(unknown)?,
    };
    Ok(match kind {
        Kind::AddI | Kind::OrI | Kind::MaxU => ctx.integer_attr(ty, 0),
        Kind::MulI => ctx.integer_attr(ty, 1),
        Kind::AndI | Kind::MinU => ctx.integer_attr(ty, -1),
        Kind::MaxS => ctx.integer_attr(ty, i64::MIN >> (64 - width)),
        Kind::MinS => ctx.integer_attr(ty, i64::MAX >> (64 - width)),
        _ => return Err(unknown()),
    })
}

fn combine<'e>(kind: AtomicRmwKind, a: Expr<'e>, b: Expr<'e>) -> Result<Expr<'e>, MatchFailure> {
    use AtomicRmwKind as Kind;
    let e = a.builder();
    let better = |predicate| a.cmpi(predicate, b).select(a, b);
    Ok(match kind {
        Kind::AddF | Kind::AddI => a + b,
        Kind::MulF | Kind::MulI => a * b,
        Kind::MaximumF => e.op::<standard::MaximumFOp>([a, b]),
        Kind::MinimumF => e.op::<standard::MinimumFOp>([a, b]),
        Kind::MaxNumF => e.op::<standard::MaxNumFOp>([a, b]),
        Kind::MinNumF => e.op::<standard::MinNumFOp>([a, b]),
        Kind::AndI => a & b,
        Kind::OrI => a | b,
        Kind::MaxS => better(CmpIPredicate::Sgt),
        Kind::MaxU => better(CmpIPredicate::Ugt),
        Kind::MinS => better(CmpIPredicate::Slt),
        Kind::MinU => better(CmpIPredicate::Ult),
        Kind::Assign | Kind::XOrI => {
            let message = format!("values cannot be combined by '{}'", kind.text());
            return Err(MatchFailure::new(message));
        }
    })
}
