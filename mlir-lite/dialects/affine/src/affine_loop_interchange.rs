//! `affine-loop-interchange`: the loops of a nest in another order.

use crate::affine_nest::move_ops;
use crate::dependence::{Aliases, Dependences};
use crate::loop_utils::{Reason, both_bounds, enter, is_outside, remark_missed};
use crate::{AffineDialect, ForOp};
use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::{Body, OpBuilder, OpDefinition};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

/// Permute the loops of affine loop nests.
///
/// Loop `i` of a perfect nest, counted from the outside, becomes loop `permutation[i]`, if no
/// dependence forbids it and the bounds of these loops do not depend on each other. Different
/// arguments of a function are taken for different memory, as in MLIR.
#[pass(
    name = "affine-loop-interchange",
    pure,
    report_name = "AffineLoopInterchange",
    each_body,
    dialects(AffineDialect)
)]
#[derive(Clone, Debug)]
pub struct AffineLoopInterchangePass {
    /// The new place of each loop, counted from 0
    #[option("permutation")]
    permutation: Vec<u32>,
    /// Different arguments of a function may be the same memory
    #[option("arguments-may-alias")]
    arguments_may_alias: bool,
}

impl RunPass for AffineLoopInterchangePass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let to: Vec<usize> = self.permutation.iter().map(|&place| place as usize).collect();
        if !(0..to.len()).all(|place| to.contains(&place)) {
            let message = "expected each number from 0 on once in 'permutation'";
            return Err(cx.diagnostics.error(body.op(body.root()).error(message)));
        }
        if to.iter().enumerate().all(|(from, to)| from == *to) {
            return Ok(());
        }
        let analysis = cx.analysis::<AliasAnalysis>(body);
        let aliases =
            Aliases { analysis: &analysis, arguments_may_alias: self.arguments_may_alias };
        for root in ForOp::perfect_nests(body) {
            if let Err(reason) = interchange(body, root, &to, &aliases) {
                remark_missed(cx, body.op(root.id()), "interchange", reason);
            }
        }
        Ok(())
    }
}

/// Permutes the nests of a body; returns how many.
#[cfg(test)]
pub(crate) fn interchange_affine_loops(
    body: &mut Body,
    to: &[usize],
    analysis: &AliasAnalysis,
) -> usize {
    let aliases = Aliases { analysis, arguments_may_alias: true };
    let nests = ForOp::perfect_nests(body).into_iter();
    nests.filter(|&root| interchange(body, root, to, &aliases).is_ok()).count()
}

fn interchange(
    body: &mut Body,
    root: ForOp,
    to: &[usize],
    aliases: &Aliases<'_>,
) -> Result<(), Reason> {
    let nest = root.perfectly_nested(body);
    let band = nest.get(..to.len()).ok_or("the nest has fewer loops than the permutation")?;
    if band.iter().any(|this| body.num_results(this.id()) > 0) {
        return Err("its loops carry values");
    }
    let is_fixed = |this: &ForOp| {
        let mut operands = both_bounds(body, *this).into_iter().flat_map(|bound| bound.operands);
        operands.all(|operand| is_outside(body, operand, root.id()))
    };
    if !band.iter().all(is_fixed) {
        return Err("the bounds of a loop depend on another one");
    }
    let dependences = Dependences::of(body, &nest, aliases)
        .ok_or("it does more than compute and access memory")?;
    if !dependences.allow_permutation(to) {
        return Err("a dependence between iterations forbids it");
    }
    let innermost = band[band.len() - 1];
    let location = body.location(root.id());
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(root.id())).at(location);
    let mut variables = vec![None; band.len()];
    let mut block = innermost.block(builder.body());
    let from = block;
    for place in 0..band.len() {
        let Some(old) = to.iter().position(|&to| to == place) else { continue };
        let bounds = both_bounds(builder.body(), band[old]);
        let step = band[old].step_value(builder.body());
        let (variable, inner) = enter(&mut builder, &bounds, step);
        variables[old] = Some(variable);
        block = inner;
    }
    for (this, variable) in band.iter().zip(variables) {
        let old = this.induction_variable(body);
        body.replace_all_uses(old, variable.unwrap_or(old));
    }
    move_ops(body, from, block);
    body.erase_op(root.id());
    Ok(())
}
