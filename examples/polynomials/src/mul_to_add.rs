//! `mul-to-add`: multiplications of integers by constants become additions.

use mlir_lite::diagnostics::Reported;
use mlir_lite::dialects::standard::{AddIOp, ConstantOp, FuncOp, MulIOp};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::*;

/// Replace multiplications by constants by additions.
///
/// `8 * x` becomes `4 * x + 4 * x`, and `9 * x` becomes `8 * x + x`, until no such multiplication
/// is left.
#[pass(name = "mul-to-add", on = FuncOp)]
pub struct MulToAddPass;

impl RunPass for MulToAddPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let mut patterns = RewritePatternSet::new();
        patterns.add_rules(mlir_lite::rewrite! {
            "halve": MulIOp($x, ConstantOp($c))
                => AddIOp($half @ MulIOp($x, ConstantOp(halved($c)) -> $x), $half)
                where is_power_of_two($c) benefit + 1;
            "peel": MulIOp($x, ConstantOp($c))
                => AddIOp(MulIOp($x, ConstantOp(decremented($c)) -> $x), $x)
                where is_positive($c);
        });
        let (patterns, config) = (patterns.freeze(body.context()), GreedyConfig::default());
        apply_patterns_greedily(body, &patterns, &config, cx.requests, cx.diagnostics).map(|_| ())
    }
}

fn is_power_of_two(body: &Body, constant: Attribute) -> bool {
    is_positive(body, constant) && number(body.context(), constant).count_ones() == 1
}

fn is_positive(body: &Body, constant: Attribute) -> bool {
    number(body.context(), constant) > 1
}

fn halved(rewriter: &mut PatternRewriter<'_>, constant: Attribute) -> Attribute {
    with_number(rewriter.context(), constant, |number| number / 2)
}

fn decremented(rewriter: &mut PatternRewriter<'_>, constant: Attribute) -> Attribute {
    with_number(rewriter.context(), constant, |number| number - 1)
}

fn number(ctx: &Context, constant: Attribute) -> i64 {
    constant.as_i64(ctx).unwrap_or(0)
}

fn with_number(ctx: &Context, constant: Attribute, change: fn(i64) -> i64) -> Attribute {
    ctx.integer_attr(constant.ty(ctx).unwrap_or(Type::I64), change(number(ctx, constant)))
}
