//! The passes that lower shapes and constraints, or remove constraints.

use crate::ops::constraints::{holds, require};
use crate::ops::lowering::Extents;
use crate::{
    ConstSizeOp, CstrBroadcastableOp, CstrEqOp, CstrRequireOp, MulOp, NumElementsOp, ReduceOp,
    ShapeDialect, YieldOp,
};
use mlir_lite::conversion::populate_lowerings;
use mlir_lite::dialects::scf::ScfDialect;
use mlir_lite::dialects::standard::{AssertOp, ConstantOp, StdDialect};
use mlir_lite::ir::builder::{InsertionPoint, at};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::{
    FrozenRewritePatternSet, MatchResult, PatternRewriter, RewritePatternSet, rewrite_ops,
};
use mlir_lite_diagnostics::Reported;

/// Lowers ops of shape to simpler ones, so that they can be converted to arithmetic.
///
/// The number of elements of a shape becomes a loop that multiplies its extents.
#[pass(name = "shape-to-shape-lowering", pure, each_body, dialects(ShapeDialect), initialize)]
pub struct ShapeToShapeLoweringPass {
    patterns: FrozenRewritePatternSet,
}

/// Convert shape constraints to assertions.
///
/// Equal shapes and shapes that can be broadcast become conditions, and these assertions, which are
/// checked where they are. Then all witnesses hold.
#[pass(
    name = "convert-shape-constraints",
    pure,
    each_body,
    dialects(ShapeDialect, StdDialect),
    initialize
)]
pub struct ConvertShapeConstraintsPass {
    patterns: FrozenRewritePatternSet,
}

/// Convert shapes to tensors of extents, arithmetic and loops.
///
/// Only what cannot be an error is converted: shapes that are tensors of extents, and sizes that
/// are indices.
#[pass(
    name = "convert-shape-to-std",
    pure,
    each_body,
    dialects(ShapeDialect, StdDialect, ScfDialect),
    initialize
)]
pub struct ConvertShapeToStdPass {
    patterns: FrozenRewritePatternSet,
}

/// Remove shape constraints.
///
/// All constraints on shapes are taken to hold.
#[pass(name = "remove-shape-constraints", pure, each_body, dialects(ShapeDialect), initialize)]
pub struct RemoveShapeConstraintsPass {
    patterns: FrozenRewritePatternSet,
}

macro_rules! of_patterns {
    ($($pass:ident = $populate:expr;)*) => {
        $(
            impl $pass {
                fn initialize(ctx: &Context) -> Self {
                    let mut patterns = RewritePatternSet::new();
                    $populate(ctx, &mut patterns);
                    Self { patterns: patterns.freeze(ctx) }
                }
            }

            impl RunPass for $pass {
                fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
                    rewrite_ops(body, &self.patterns, cx.requests, cx.diagnostics)
                }
            }
        )*
    };
}

of_patterns! {
    ShapeToShapeLoweringPass = |_: &Context, set| populate_shape_rewrite_patterns(set);
    ConvertShapeConstraintsPass = |_: &Context, set| populate_shape_constraint_patterns(set);
    ConvertShapeToStdPass = populate_shape_to_std_patterns;
    RemoveShapeConstraintsPass = |_: &Context, set| populate_remove_constraint_patterns(set);
}

/// Adds the patterns that lower ops of shape to simpler ones.
pub fn populate_shape_rewrite_patterns(patterns: &mut RewritePatternSet) {
    patterns.add::<NumElementsOp>("shape.num_elements-to-reduce", 1, reduce_elements);
}

/// Adds the patterns that check constraints by assertions.
pub fn populate_shape_constraint_patterns(patterns: &mut RewritePatternSet) {
    patterns.add::<CstrEqOp>("shape.cstr_eq-to-require", 1, require);
    patterns.add::<CstrBroadcastableOp>("shape.cstr_broadcastable-to-require", 1, require);
    patterns.add::<CstrRequireOp>("shape.cstr_require-to-assert", 1, |op, rewriter| {
        let view = op.on(rewriter.body());
        let (condition, message) = (view.pred().id(), view.msg_attr());
        AssertOp::create(rewriter, condition, message);
        holds(op.id(), rewriter);
        Ok(())
    });
}

/// Adds the patterns that convert shapes to tensors of extents.
pub fn populate_shape_to_std_patterns(ctx: &Context, patterns: &mut RewritePatternSet) {
    populate_lowerings::<Extents>(ctx, ShapeDialect::NAMESPACE, &(), patterns);
}

/// Adds the patterns that take constraints to hold.
pub fn populate_remove_constraint_patterns(patterns: &mut RewritePatternSet) {
    patterns.add::<CstrBroadcastableOp>("shape.cstr_broadcastable-removed", 1, |op, rewriter| {
        holds(op.id(), rewriter);
        Ok(())
    });
    patterns.add::<CstrEqOp>("shape.cstr_eq-removed", 1, |op, rewriter| {
        holds(op.id(), rewriter);
        Ok(())
    });
}

/// The product of the extents, as a loop.
fn reduce_elements(op: NumElementsOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let (location, shape) = (body.location(op.id()), op.shape(body));
    let (ty, of) = (body.ty(op.result(body)), body.ty(shape));
    let ctx = body.context().clone();
    let init = match ty == Type::INDEX {
        true => ConstantOp::index(rewriter, 1),
        false => ConstSizeOp::create(rewriter, 1),
    };
    let extent = if of.is_tensor(&ctx) { Type::INDEX } else { crate::SizeType::get(&ctx) };
    let reduce = ReduceOp::build(rewriter, location, shape, &[init], &[ty]);
    let region = reduce.region(rewriter.body());
    let block = rewriter.create_block(region, &[Type::INDEX, extent, ty]);
    at(rewriter, InsertionPoint::End(block), |rewriter| {
        let arguments = rewriter.body().arguments(block).to_vec();
        let product = MulOp::create(rewriter, arguments[1], arguments[2], ty);
        YieldOp::create(rewriter, &[product]);
    });
    let results = reduce.result(rewriter.body());
    rewriter.replace_op(op.id(), &results);
    Ok(())
}
