//! `convert-affine-for-to-gpu`: nests of affine loops become launches.

use super::create_launch;
use crate::GpuDialect;
use mlir_lite::dialects::affine::{AffineDialect, ForOp, expand_max, expand_min};
use mlir_lite::dialects::standard::{
    AddIOp, CeilDivISignedOp, ConstantOp, MulIOp, StdDialect, SubIOp,
};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::{Diagnostic, Reported};

/// Convert top-level affine loops to kernels.
///
/// The outermost loops of a nest become dimensions of blocks, the next ones dimensions of threads.
/// That their iterations may run in any order is not checked.
#[pass(
    name = "convert-affine-for-to-gpu",
    on = "std.func",
    dialects(GpuDialect, AffineDialect, StdDialect)
)]
#[derive(Copy, Clone, Debug)]
pub struct ConvertAffineForToGpuPass {
    /// How many loops become dimensions of blocks
    #[option("gpu-block-dims", default = 1)]
    block_dims: u64,
    /// How many loops become dimensions of threads
    #[option("gpu-thread-dims", default = 1)]
    thread_dims: u64,
}

impl RunPass for ConvertAffineForToGpuPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let [blocks, threads] = [self.block_dims, self.thread_dims];
        if blocks > 3 || threads > 3 || blocks + threads == 0 {
            let message = "there are up to three dimensions of blocks and of threads, and one of \
                           them at least has to be used";
            return Err(cx.error(body.as_op().error(message)));
        }
        let region = body.region(body.root(), 0);
        for block in body.blocks(region).collect::<Vec<_>>() {
            for op in body.ops(block).collect::<Vec<_>>() {
                let Some(outermost) = ForOp::cast(body, op) else { continue };
                let nest = nest_of(body, outermost, (blocks + threads) as usize);
                let nest = nest.map_err(|error| cx.error(*error))?;
                convert(body, &nest, blocks as usize).map_err(|error| cx.error(*error))?;
            }
        }
        Ok(())
    }
}

/// The loops that become dimensions, outermost first.
fn nest_of(body: &Body, outermost: ForOp, count: usize) -> Result<Vec<ForOp>, Box<Diagnostic>> {
    let (mut nest, mut variables) = (Vec::new(), Vec::new());
    let mut op = outermost;
    loop {
        let this = body.op(op.id());
        if this.num_results() > 0 {
            return Err(this.error("loops that carry values are not supported").into());
        }
        if this.operands().any(|operand| variables.contains(&operand)) {
            let message = "loops with bounds depending on other mapped loops are not supported";
            return Err(this.error(message).into());
        }
        let block = body.entry_block(op.body(body));
        variables.extend(block.and_then(|block| body.arguments(block).first().copied()));
        nest.push(op);
        if nest.len() == count {
            return Ok(nest);
        }
        let ops: Vec<OpId> = block.map_or(Vec::new(), |block| body.ops(block).collect());
        let inner = match ops[..] {
            [only, _] => ForOp::cast(body, only),
            _ => None,
        };
        op = inner
            .ok_or_else(|| Box::new(this.error("expected perfectly nested loops in the body")))?;
    }
}

/// Where a loop begins, and its step.
struct Steps {
    lower: ValueId,
    step: Option<ValueId>,
}

fn convert(body: &mut Body, nest: &[ForOp], blocks: usize) -> Result<(), Box<Diagnostic>> {
    let Some((&outermost, &innermost)) = nest.first().zip(nest.last()) else { return Ok(()) };
    let location = body.location(outermost.id());
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(outermost.id())).at(location);
    let b = &mut builder;
    let (mut steps, mut counts) = (Vec::new(), Vec::new());
    for op in nest {
        let (lower, upper) = (op.lower_bound(b.body()), op.upper_bound(b.body()));
        let lower = expand_max(b, lower.map, &lower.operands);
        let upper = expand_min(b, upper.map, &upper.operands);
        let Some((lower, upper)) = lower.zip(upper) else {
            let this = b.body().op(op.id());
            return Err(this.error("the bounds of the loop divide by zero").into());
        };
        let distance = SubIOp::create(b, upper, lower);
        let number = op.step_value(b.body());
        let step = ConstantOp::index(b, number);
        let count =
            if number == 1 { distance } else { CeilDivISignedOp::create(b, distance, step) };
        counts.push(count);
        steps.push(Steps { lower, step: (number != 1).then_some(step) });
    }
    let one = ConstantOp::index(b, 1);
    let mut sizes = [one; 6];
    let place = |at: usize| if at < blocks { at } else { 3 + at - blocks };
    for (at, &count) in counts.iter().enumerate() {
        sizes[place(at)] = count;
    }
    let (_, block) = create_launch(body, outermost.id(), &sizes);
    let arguments = body.arguments(block).to_vec();
    let Some(end) = body.last_op(block) else { return Ok(()) };
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(end)).at(location);
    let b = &mut builder;
    let mut values = Vec::new();
    for (at, steps) in steps.into_iter().enumerate() {
        let position = arguments[place(at)];
        let position = match steps.step {
            Some(step) => MulIOp::create(b, step, position),
            None => position,
        };
        values.push(AddIOp::create(b, steps.lower, position));
    }
    for (op, value) in nest.iter().zip(values) {
        let variable = body.entry_block(op.body(body));
        let variable = variable.and_then(|block| body.arguments(block).first().copied());
        if let Some(variable) = variable {
            body.replace_all_uses(variable, value);
        }
    }
    let source = body.entry_block(innermost.body(body));
    let ops: Vec<OpId> = source.map_or(Vec::new(), |source| body.ops(source).collect());
    for &op in ops.split_last().map_or(&[][..], |(_, ops)| ops) {
        body.move_op_before(end, op);
    }
    body.erase_op(outermost.id());
    Ok(())
}
