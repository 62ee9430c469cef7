//! Canonical forms of affine loops and conditionals.

use super::operands::MapOperands;
use super::{ForOp, IfOp, IfOpRef, YieldOp};
use mlir_lite::affine::AffineExpr;
use mlir_lite::dialects::scf::loop_rules::{drop_carried, leaves_alone, set_segments};
use mlir_lite::dialects::scf::region_rules::{inline_before, simplify_results};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet};

impl CanonicalizeOp for ForOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("affine.for-no-effect", 2, |op, rewriter| {
            let body = rewriter.body();
            let block = body.entry_block(op.body(body)).ok_or("the loop has no body")?;
            let runs = op.constant_trip_count(body);
            let end = body.terminator(block).ok_or("the body has no end")?;
            let does_nothing = body.first_op(block) == Some(end);
            if runs == Some(0) || (does_nothing && body.num_results(op.id()) == 0) {
                let inits = op.inits(body);
                rewriter.replace_op(op.id(), &inits);
                return Ok(());
            }
            if runs.is_some() && leaves_alone(body, op.id(), block) {
                let values = body.operand_list(end);
                rewriter.replace_op(op.id(), &values);
                return Ok(());
            }
            Err("the loop may do something".into())
        });
        set.add::<Self>("affine.for-unneeded-iter-args", 1, |op, rewriter| {
            let body = rewriter.body();
            let bounds = [op.lower_bound_operands(body).len(), op.upper_bound_operands(body).len()];
            let new = drop_carried(op.id(), bounds[0] + bounds[1], 1, rewriter)?;
            let carried = rewriter.body().num_results(new);
            set_segments(rewriter, new, &[bounds[0], bounds[1], carried].map(|size| size as i32));
            Ok(())
        });
    }
}

/// The conditions as a map whose results must be zero, or not negative.
fn conditions(body: &Body, op: IfOp) -> Option<(MapOperands, SmallVec<[bool; 4]>)> {
    let ctx = body.context();
    let data = op.set(body)?.data(ctx);
    let exprs: Vec<_> = data.constraints.iter().map(|constraint| constraint.0).collect();
    let map = ctx.affine_map(data.dims, data.symbols, &exprs);
    let kinds = data.constraints.iter().map(|constraint| constraint.1).collect();
    Some((MapOperands::new(map, &op.operands(body)), kinds))
}

/// Whether the condition is known to hold, or not to hold.
fn known(body: &Body, op: IfOp) -> Option<bool> {
    let ctx = body.context();
    let (applied, kinds) = conditions(body, op)?;
    let applied = applied.in_simplest_form(body);
    let mut holds = true;
    for (result, equals) in applied.map.results(ctx).iter().zip(kinds) {
        match result.as_constant(ctx) {
            Some(value) if (equals && value != 0) || (!equals && value < 0) => return Some(false),
            Some(_) => {}
            None => holds = false,
        }
    }
    holds.then_some(true)
}

impl FoldOp for IfOp {
    fn fold(op: IfOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let (this, body) = (op.handle(), op.body());
        let Some((applied, kinds)) = conditions(body, this) else { return Fold::Unchanged };
        let ctx = body.context().clone();
        let mut simple = applied.simplified(body).unwrap_or_else(|| applied.clone());
        // Constraints that always hold and duplicates are removed.
        let given = simple.map.data(&ctx);
        let mut constraints: Vec<(AffineExpr, bool)> = Vec::new();
        for constraint in given.results.iter().copied().zip(kinds) {
            let (expr, equals) = constraint;
            let holds =
                expr.as_constant(&ctx).is_some_and(|value| value == 0 || (!equals && value > 0));
            if !holds && !constraints.contains(&constraint) {
                constraints.push(constraint);
            }
        }
        if constraints.is_empty() {
            return Fold::Unchanged;
        }
        let exprs: Vec<AffineExpr> = constraints.iter().map(|constraint| constraint.0).collect();
        simple.map = ctx.affine_map(given.dims, given.symbols, &exprs);
        if simple == applied {
            return Fold::Unchanged;
        }
        let data = simple.map.data(&ctx);
        let set = ctx.integer_set(data.dims, data.symbols, &constraints);
        Fold::in_place(move |body| {
            body.set_operands(this.id(), &simple.operands);
            this.set_condition(body, ctx.integer_set_attr(set));
        })
    }
}

impl CanonicalizeOp for IfOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("affine.if-constant-condition", 3, |op, rewriter| {
            let body = rewriter.body();
            let region = match known(body, op).ok_or("the condition is not known")? {
                true => op.then_region(body),
                false => op.else_region(body),
            };
            let Some(block) = body.entry_block(region) else {
                rewriter.erase_op(op.id());
                return Ok(());
            };
            let values =
                inline_before(rewriter, block, op.id(), &[], 0).ok_or("the region has no end")?;
            rewriter.replace_op(op.id(), &values);
            Ok(())
        });
        set.add::<Self>("affine.if-unneeded-results", 2, |op, rewriter| {
            simplify_results(op.id(), rewriter)
        });
        set.add::<Self>("affine.if-empty-else", 1, erase_empty_else);
    }
}

fn erase_empty_else(op: IfOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let block = body.entry_block(op.else_region(body)).ok_or("there is no second region")?;
    let is_end = body.first_op(block).is_some_and(|first| YieldOp::is(body, first));
    if body.num_results(op.id()) > 0 || !is_end {
        return Err("the second region does something".into());
    }
    rewriter.update_in_place(op.id(), |_| ());
    rewriter.erase_block(block);
    Ok(())
}
