//! `arith-expand`: divisions that round, minima and maxima become simpler arithmetic.

use crate::arith::compare::with_element;
use crate::arith::rounded_division::{Rounding, rounded_quotient};
use crate::arith::scaling::{expanded_extension, expanded_rounding};
use crate::edsc::{Expr, edsc};
use crate::{
    AndOp, BitcastOp, CeilDivISignedOp, CeilDivIUnsignedOp, CmpFOp, DivIUnsignedOp,
    FloorDivISignedOp, MaxNumFOp, MaximumFOp, MinNumFOp, MinimumFOp, OrOp, ScalingExtFOp,
    ScalingTruncFOp, StdDialect,
};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::{FrozenRewritePatternSet, PatternName, RewritePatternSet, rewrite_ops};
use mlir_lite::scalar::CmpFPredicate;
use mlir_lite::types::DYNAMIC;
use mlir_lite_diagnostics::Reported;

/// Expand divisions that round, minima, maxima and casts with a scale to simpler arithmetic.
#[pass(
    name = "arith-expand",
    pure,
    each_body,
    dialects(StdDialect),
    only(
        "include-bf16" = "false": "casts from and to 'bf16' have their own lowering",
        "include-f4e2m1" = "false": "casts of small floats have their own lowering",
        "include-f8e8m0" = "false": "casts of small floats have their own lowering"
    ),
    initialize
)]
pub struct ArithExpandPass {
    patterns: FrozenRewritePatternSet,
}

impl ArithExpandPass {
    fn initialize(ctx: &Context) -> Self {
        let mut patterns = RewritePatternSet::new();
        populate_arith_expand_patterns(&mut patterns);
        Self { patterns: patterns.freeze(ctx) }
    }
}

impl RunPass for ArithExpandPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        rewrite_ops(body, &self.patterns, cx.requests, cx.diagnostics)
    }
}

/// Adds the patterns of `arith-expand`.
pub fn populate_arith_expand_patterns(patterns: &mut RewritePatternSet) {
    expand::<FloorDivISignedOp>(patterns, |operands| rounded_quotient(operands, Rounding::Floor));
    expand::<CeilDivISignedOp>(patterns, |operands| rounded_quotient(operands, Rounding::Ceil));
    expand::<CeilDivIUnsignedOp>(patterns, |[lhs, rhs]| {
        let quotient = lhs.builder().op::<DivIUnsignedOp>([lhs, rhs]);
        let inexact = (quotient * rhs).ne(lhs);
        inexact.select(quotient + lhs.builder().integer(1, lhs.ty()), quotient)
    });
    // Other casts have no operands of unknown rank.
    let check_ranks = |body: &Body, op: OpId| {
        let types = body.operands(op).map(|operand| body.ty(operand));
        let ctx = body.context();
        let mut types = types.chain(body.result_types(op));
        match types.any(|ty| ty.is_tensor(ctx) && ty.shape(ctx).is_none()) {
            true => Err("the rank is not known"),
            false => Ok(()),
        }
    };
    patterns.add::<ScalingExtFOp>("std.scaling_extf-expand", 1, move |op, rewriter| {
        check_ranks(rewriter.body(), op.id())?;
        let new = expanded_extension(op, rewriter);
        rewriter.replace_op(op.id(), &[new]);
        Ok(())
    });
    patterns.add::<ScalingTruncFOp>("std.scaling_truncf-expand", 1, move |op, rewriter| {
        check_ranks(rewriter.body(), op.id())?;
        let new = expanded_rounding(op, rewriter);
        rewriter.replace_op(op.id(), &[new]);
        Ok(())
    });
    // One of the operands that is not a number is the result; a minimum of numbers gives the other.
    expand::<MaximumFOp>(patterns, |operands| selected(operands, MAXIMUM, NotANumber::Wins));
    expand::<MinimumFOp>(patterns, |operands| selected(operands, MINIMUM, NotANumber::Wins));
    expand::<MaxNumFOp>(patterns, |operands| selected(operands, MAXIMUM, NotANumber::Loses));
    expand::<MinNumFOp>(patterns, |operands| selected(operands, MINIMUM, NotANumber::Loses));
}

/// Which of two numbers is selected.
struct Selection {
    /// Holds where the first one is selected.
    predicate: CmpFPredicate,
    /// Makes the bits of the selected zero of those of two zeros, whose signs may differ.
    join_zeros: for<'e> fn(Expr<'e>, Expr<'e>) -> Expr<'e>,
}

const MAXIMUM: Selection = Selection {
    predicate: CmpFPredicate::Ugt,
    join_zeros: |lhs, rhs| lhs.builder().value(|b| AndOp::create(b, lhs.id(), rhs.id())),
};

const MINIMUM: Selection = Selection {
    predicate: CmpFPredicate::Ult,
    join_zeros: |lhs, rhs| lhs.builder().value(|b| OrOp::create(b, lhs.id(), rhs.id())),
};

/// The effect of an operand that is not a number.
#[derive(Copy, Clone, PartialEq, Eq)]
enum NotANumber {
    /// It is the result.
    Wins,
    /// The other operand is the result.
    Loses,
}

/// The first operand where the comparison holds or the operands have no order, otherwise the
/// second, but for operands that are zeros or not numbers.
fn selected<'e>(
    [lhs, rhs]: [Expr<'e>; 2],
    selection: Selection,
    not_a_number: NotANumber,
) -> Expr<'e> {
    let e = lhs.builder();
    let compare = |predicate, [lhs, rhs]: [Expr<'e>; 2]| {
        e.value(|b| CmpFOp::create(b, predicate, lhs.id(), rhs.id()))
    };
    let chosen = compare(selection.predicate, [lhs, rhs]).select(lhs, rhs);
    // Operands that are equal have the same bits, but zeros have two signs.
    let ty = lhs.ty();
    let ctx = e.context();
    let width = ty.element_or_self(&ctx).bit_width(&ctx).unwrap_or(64);
    let bits = with_element(&ctx, ty, ctx.integer_type(width));
    let joined = (selection.join_zeros)(lhs.to::<BitcastOp>(bits), rhs.to::<BitcastOp>(bits));
    let chosen = compare(CmpFPredicate::Oeq, [lhs, rhs]).select(joined.to::<BitcastOp>(ty), chosen);
    // Where only the second operand is not a number, the first one was chosen.
    let (doubtful, instead) = match not_a_number {
        NotANumber::Wins => (rhs, rhs),
        NotANumber::Loses => (lhs, rhs),
    };
    compare(CmpFPredicate::Uno, [doubtful; 2]).select(instead, chosen)
}

/// Adds the pattern that replaces an op with two operands by an expression of them.
fn expand<O: OpDefinition>(
    patterns: &mut RewritePatternSet,
    compute: impl for<'e> Fn([Expr<'e>; 2]) -> Expr<'e> + Send + Sync + 'static,
) {
    let name = const { &PatternName::of(O::NAME, "-expand") };
    patterns.add::<O>(name, 1, move |op, rewriter| {
        let operands: SmallVec<[ValueId; 2]> = rewriter.body().operands(op.id()).collect();
        let &[lhs, rhs] = &operands[..] else { return Err("two operands are expected".into()) };
        let ty = rewriter.body().ty(lhs);
        if ty.shape(rewriter.context()).is_some_and(|shape| shape.contains(&DYNAMIC)) {
            return Err("constants of a type without sizes cannot be written".into());
        }
        let result = edsc(rewriter, |e| compute([e.expr(lhs), e.expr(rhs)]).id());
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    });
}
