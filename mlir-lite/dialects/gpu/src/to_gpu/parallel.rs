//! `convert-parallel-loops-to-gpu`: parallel loops that are mapped become launches.

use super::create_launch;
use crate::map_parallel_loops::MAPPING;
use crate::{GpuDialect, LoopDimMapAttr, Processor};
use mlir_lite::affine::AffineMap;
use mlir_lite::dialects::affine::{AffineDialect, ApplyOp, MinOp};
use mlir_lite::dialects::scf::{ForOp, IfOp, ParallelOp, YieldOp};
use mlir_lite::dialects::standard::{CmpIOp, CmpIPredicate, ConstantOp, StdDialect};
use mlir_lite::ir::IrMapping;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::{constant_value, has_no_effects};
use mlir_lite_diagnostics::{Remark, Reported};

/// Convert mapped parallel loops to launches.
///
/// Loops with the attribute `mapping`, as `gpu-map-parallel-loops` gives it, become a launch with
/// those in them. A loop is left if it reduces, has effects beside a loop in it, or if a number of
/// iterations is not known before the launch.
#[pass(
    name = "convert-parallel-loops-to-gpu",
    pure,
    each_body,
    dialects(GpuDialect, AffineDialect, StdDialect)
)]
#[derive(Copy, Clone, Debug)]
pub struct ConvertParallelLoopsToGpuPass;

impl RunPass for ConvertParallelLoopsToGpuPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let name = body.context().ident(MAPPING);
        for op in body.own_ops() {
            let is_mapped = |op: OpId| ParallelOp::is(body, op) && body.attr(op, name).is_some();
            if !body.is_live(op) || !is_mapped(op) {
                continue;
            }
            let mut around = std::iter::successors(body.parent_op(op), |&op| body.parent_op(op));
            if around.any(is_mapped) {
                continue;
            }
            if let Err(reason) = convert(body, op) {
                let remark = || Remark::missed("launch").in_category("gpu").with("Reason", reason);
                cx.remark(body.op(op), remark);
            }
        }
        Ok(())
    }
}

/// A launch that is being made of loops.
struct Launch<'b> {
    body: &'b mut Body,
    /// The outermost loop, before which sizes are computed.
    outermost: OpId,
    /// The arguments of the launch.
    arguments: Vec<ValueId>,
    sizes: [Option<ValueId>; 6],
    mapping: IrMapping,
    /// Ops before it are in the innermost loop or conditional so far.
    end: OpId,
    location: Location,
}

fn convert(body: &mut Body, outermost: OpId) -> Result<(), &'static str> {
    let location = body.location(outermost);
    let before = body.previous_op(outermost);
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(outermost)).at(location);
    let one = ConstantOp::index(&mut builder, 1);
    let (op, block) = create_launch(body, outermost, &[one; 6]);
    let arguments = body.arguments(block).to_vec();
    let Some(end) = body.last_op(block) else { return Ok(()) };
    let mut launch = Launch {
        body,
        outermost,
        arguments,
        sizes: [None; 6],
        mapping: IrMapping::new(),
        end,
        location,
    };
    let result = launch.add_loop(outermost);
    let sizes = launch.sizes;
    if let Err(reason) = result {
        // All new ops are erased, users before the ops that they use.
        body.erase_op(op);
        while let Some(made) = body.previous_op(outermost).filter(|&made| Some(made) != before) {
            body.erase_op(made);
        }
        return Err(reason);
    }
    for (index, size) in sizes.into_iter().enumerate() {
        if let Some(size) = size {
            body.set_operand(op, index, size);
        }
    }
    body.move_op_before(outermost, op);
    body.erase_op(outermost);
    Ok(())
}

impl Launch<'_> {
    fn builder(&mut self) -> BodyBuilder<'_> {
        let (location, end) = (self.location, self.end);
        BodyBuilder::new(self.body, InsertionPoint::Before(end)).at(location)
    }

    /// A builder of what is computed before the launch.
    fn before(&mut self) -> BodyBuilder<'_> {
        let (location, at) = (self.location, self.outermost);
        BodyBuilder::new(self.body, InsertionPoint::Before(at)).at(location)
    }

    /// A value as the kernel has it.
    fn copy_of(&self, value: ValueId) -> ValueId {
        self.mapping.value(value).unwrap_or(value)
    }

    /// A value that is known before the launch.
    fn known_before(&mut self, value: ValueId) -> Option<ValueId> {
        let outermost = self.outermost;
        let block = self.body.defining_block(value);
        let region = block.and_then(|block| self.body.block_region(block));
        let owner = region.and_then(|region| self.body.region_owner(region))?;
        if !self.body.is_inside(owner, outermost) {
            return Some(value);
        }
        let number = constant_value(self.body, value)?.as_i64(self.body.context())?;
        Some(ConstantOp::index(&mut self.before(), number))
    }

    /// A number that a value is not greater than.
    fn upper_bound(&mut self, value: ValueId) -> Option<ValueId> {
        let min = self.body.defining_op(value).and_then(|op| MinOp::cast(self.body, op))?;
        let ctx = self.body.context();
        let map = min.map(self.body);
        let numbers = map.results(ctx).iter().filter_map(|result| result.as_constant(ctx));
        let number = numbers.min()?;
        Some(ConstantOp::index(&mut self.before(), number))
    }

    /// Adds a loop with what is in it.
    fn add_loop(&mut self, op: OpId) -> Result<(), &'static str> {
        let this = ParallelOp::cast(self.body, op).ok_or("the op is not a parallel loop")?;
        let ctx = self.body.context().clone();
        if self.body.num_results(op) > 0 {
            return Err("the loop reduces");
        }
        let mapping = self.body.attr(op, ctx.ident(MAPPING));
        let mapping = mapping.and_then(|it| it.as_array(&ctx)).map(<[Attribute]>::to_vec);
        let mapping = mapping.ok_or("the loop is not mapped")?;
        let block = self.body.entry_block(this.region(self.body)).ok_or("the loop has no body")?;
        let variables = self.body.arguments(block).to_vec();
        let (lower, upper) = (this.lower_bound(self.body), this.upper_bound(self.body));
        let step = this.step(self.body);
        if mapping.len() != variables.len() {
            return Err("the mapping has another number of dimensions");
        }
        for (at, dimension) in mapping.iter().enumerate() {
            let dimension = dimension.as_dialect::<LoopDimMapAttr>(&ctx);
            let &dimension = dimension.ok_or("the mapping is of another kind")?;
            let bounds = [lower[at], upper[at], step[at]];
            let variable = match dimension.processor {
                Processor::Sequential => self.add_sequential(bounds),
                processor => self.add_position(processor, dimension, bounds)?,
            };
            self.mapping.map(variables[at], variable);
        }
        self.add_body(block)
    }

    /// A loop in the kernel.
    fn add_sequential(&mut self, bounds: [ValueId; 3]) -> ValueId {
        let bounds = bounds.map(|bound| self.copy_of(bound));
        let mut builder = self.builder();
        let (_, inner) = ForOp::with_body(&mut builder, bounds, &[]);
        let variable = builder.body().arguments(inner)[0];
        builder.set_insertion_point(InsertionPoint::End(inner));
        self.end = YieldOp::create(&mut builder, &[]).id();
        variable
    }

    /// The variable of a dimension that is the position of a block or thread.
    fn add_position(
        &mut self,
        processor: Processor,
        dimension: LoopDimMapAttr,
        [lower, upper, step]: [ValueId; 3],
    ) -> Result<ValueId, &'static str> {
        const UNKNOWN: &str = "a number of iterations is not known before the launch";
        const KIND: &str = "the mapping is of another kind";
        let ctx = self.body.context().clone();
        let index = processor as usize;
        if self.sizes[index].is_some() {
            return Err("two dimensions have the same processor");
        }
        let (first, by) = (self.known_before(lower), self.known_before(step));
        let (first, by) = first.zip(by).ok_or(UNKNOWN)?;
        let exact = self.known_before(upper);
        let last = exact.or_else(|| self.upper_bound(upper)).ok_or(UNKNOWN)?;
        let (d0, s0, s1) = (ctx.affine_dim(0), ctx.affine_symbol(0), ctx.affine_symbol(1));
        let distance = ctx.affine_sub(d0, s0);
        let count = ctx.affine_map(1, 2, &[ctx.affine_ceildiv(distance, s1)]);
        let map = |map: Attribute| map.as_affine_map(&ctx);
        let compose = |first: AffineMap, then: Option<AffineMap>| first.and_then(&ctx, then?);
        let count = compose(count, map(dimension.bound)).ok_or(KIND)?;
        let size = ApplyOp::create(&mut self.before(), &[last, first, by], count);
        self.sizes[index] = Some(size);
        let scaled = ctx.affine_add(ctx.affine_mul(d0, s0), s1);
        let iteration = ctx.affine_map(1, 2, &[scaled]);
        let iteration = map(dimension.map).and_then(|map| compose(map, Some(iteration)));
        let iteration = iteration.ok_or(KIND)?;
        let (argument, step, lower) =
            (self.arguments[index], self.copy_of(step), self.copy_of(lower));
        let variable = ApplyOp::create(&mut self.builder(), &[argument, step, lower], iteration);
        if exact.is_none() {
            let upper = self.copy_of(upper);
            let mut builder = self.builder();
            let is = CmpIOp::create(&mut builder, CmpIPredicate::Slt, variable, upper);
            let op = IfOp::create(&mut builder, is, &[]);
            let region = op.then_region(builder.body());
            let inner = builder.create_block(region, &[]);
            builder.set_insertion_point(InsertionPoint::End(inner));
            self.end = YieldOp::create(&mut builder, &[]).id();
        }
        Ok(variable)
    }

    /// Adds the ops of a loop. A loop in it is mapped too: then all threads run the other ops.
    fn add_body(&mut self, block: BlockId) -> Result<(), &'static str> {
        let ops: Vec<OpId> = self.body.ops(block).collect();
        let mut has_effects = false;
        let mut has_inner = false;
        for &op in ops.split_last().map_or(&[][..], |(_, ops)| ops) {
            if ParallelOp::is(self.body, op) {
                if has_inner {
                    return Err("there are two loops in it");
                }
                has_inner = true;
                let end = self.end;
                self.add_loop(op)?;
                self.end = end;
            } else {
                has_effects |= !has_no_effects(self.body, op);
                let mapped = self.body.clone_op(op, &mut self.mapping);
                self.body.insert_op_before(self.end, mapped);
                let results = self.body.results(op).zip(self.body.results(mapped));
                for (old, new) in results.collect::<Vec<_>>() {
                    self.mapping.map(old, new);
                }
            }
        }
        if has_inner && has_effects { Err("it has effects beside a loop in it") } else { Ok(()) }
    }
}
