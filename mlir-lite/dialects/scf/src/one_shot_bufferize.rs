//! `one-shot-bufferize`: tensors become memory.
//!
//! Each tensor becomes a memref of its own sizes. An op that changes a tensor writes to the memory
//! of that tensor where the old elements are not read afterwards (`conflicts.rs`), and otherwise to
//! a copy. Values that a loop carries or a region yields have memory of their own as well. A part
//! of a tensor is a view of the whole. No memory is freed.

mod conflicts;
mod forall;
mod joins;
mod memory;
mod ops;

use crate::{
    ConditionOp, ExecuteRegionOp, ForOp, IfOp, IndexSwitchOp, ScfDialect, WhileOp, YieldOp,
};
use conflicts::Reuse;
use mlir_lite::dialects::standard::{
    BrOp, CallOp, CondBrOp, FuncOp, ReturnOp, StdDialect, SwitchOp, TensorLoadOp, TensorToMemrefOp,
};
use mlir_lite::ir::OpOperand;
use mlir_lite::ir::builder::BodyBuilder;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbol_requests::SymbolRequests;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::{Diagnostic, Reported};

/// Turn tensors into memory.
///
/// Ops that change a tensor write to its memory where the old elements are not needed, and to a
/// copy elsewhere. Constants become globals. Functions keep tensors as arguments and results,
/// unless their boundaries are asked for, too. Nothing is freed.
#[pass(
    name = "one-shot-bufferize",
    pure,
    each_body,
    dialects(ScfDialect, StdDialect),
    only(
        "allow-return-allocs-from-loops" = "true" | "false": "a loop may always return new memory",
        "analysis-fuzzer-seed" = "0": "there is one order of the analysis",
        "analysis-heuristic" = "bottom-up": "there is one order of the analysis",
        "buffer-alignment" = "64": "memory is aligned at 64 bytes",
        "check-parallel-regions" = "true": "iterations only write to their own parts",
        "copy-before-write" = "false": "memory is copied where its elements are needed",
        "dump-alias-sets" = "false": "nothing is printed about the analysis",
        "function-boundary-type-conversion" = "identity-layout-map" | "infer-layout-map":
            "memory of functions is row-major",
        "must-infer-memory-space" = "false": "memory is in the default space",
        "print-conflicts" = "false": "nothing is printed about the analysis",
        "test-analysis-only" = "false": "nothing is printed about the analysis",
        "unknown-type-conversion" = "fully-dynamic-layout-map" | "identity-layout-map":
            "memory of unknown ops is row-major",
        "use-encoding-for-memory-space" = "false": "memory is in the default space"
    )
)]
#[derive(Copy, Clone, Debug)]
pub struct OneShotBufferizePass {
    /// Functions have memory as arguments and results
    #[option("bufferize-function-boundaries", default = false)]
    boundaries: bool,
    /// Ops that are not known keep their tensors, between conversions
    #[option("allow-unknown-ops", default = false)]
    unknown: bool,
}

impl RunPass for OneShotBufferizePass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let ops = body.own_ops();
        let ctx = body.context().clone();
        let is_function = FuncOp::cast(body, body.root()).is_some();
        let has_tensors = |op: &OpId| {
            let view = body.op(*op);
            view.operand_types().chain(view.result_types()).any(|ty| ty.is_tensor(&ctx))
        };
        let has_boundary = is_function && self.boundaries;
        if !has_boundary && !ops.iter().any(has_tensors) {
            return Ok(());
        }
        let reuse = Reuse::find(body, self.boundaries);
        let mut rewrite =
            Rewrite { body, reuse, requests: cx.requests, options: *self, is_function };
        let done = rewrite.arguments().and_then(|()| rewrite.blocks()).and_then(|()| {
            ops.into_iter()
                .try_for_each(|op| if rewrite.body.is_live(op) { rewrite.op(op) } else { Ok(()) })
        });
        done.map_err(|error| cx.error(*error))
    }
}

/// The rewriting of a body.
struct Rewrite<'b> {
    body: &'b mut Body,
    reuse: Reuse,
    requests: &'b mut SymbolRequests,
    options: OneShotBufferizePass,
    is_function: bool,
}

/// The memref of a tensor's elements, in row-major order.
fn memory_of(ctx: &Context, tensor: Type) -> Option<Type> {
    let element = tensor.element_type(ctx)?;
    Some(ctx.memref_type(tensor.shape(ctx)?, element))
}

/// Ops whose results are what their regions yield.
fn is_region_op(op: OpRef<'_>) -> bool {
    op.is::<ForOp>()
        || op.is::<IfOp>()
        || op.is::<WhileOp>()
        || op.is::<IndexSwitchOp>()
        || op.is::<ExecuteRegionOp>()
}

/// The ends of their regions.
fn is_region_end(op: OpRef<'_>) -> bool {
    op.is::<ConditionOp>() || (op.is::<YieldOp>() && op.parent().is_some_and(is_region_op))
}

fn is_branch(op: OpRef<'_>) -> bool {
    op.is::<BrOp>() || op.is::<CondBrOp>() || op.is::<SwitchOp>()
}

type Done = Result<(), Box<Diagnostic>>;

impl Rewrite<'_> {
    fn builder(&mut self, before: OpId) -> BodyBuilder<'_> {
        BodyBuilder::new(self.body, InsertionPoint::Before(before))
    }

    fn refused(&self, op: OpId) -> Box<Diagnostic> {
        Box::new(self.body.op(op).error("op was not bufferized"))
    }

    fn memory_type(&self, op: OpId, tensor: Type) -> Result<Type, Box<Diagnostic>> {
        memory_of(self.body.context(), tensor).ok_or_else(|| self.refused(op))
    }

    fn is_tensor(&self, value: ValueId) -> bool {
        self.body.ty(value).is_tensor(self.body.context())
    }

    /// Replaces the only result of an op by memory, and erases the op.
    fn replace(&mut self, op: OpId, memory: ValueId) {
        let result = self.body.results(op).next();
        if let Some(result) = result {
            self.body.replace_all_uses(result, memory);
        }
        self.body.erase_op(op);
    }

    /// The arguments of a function, and its type.
    fn arguments(&mut self) -> Done {
        let root = self.body.root();
        let ctx = self.body.context().clone();
        if !self.is_function {
            return Ok(());
        }
        if self.options.boundaries {
            let ty = self.body.attr(root, Ident::FUNCTION_TYPE).and_then(|ty| ty.as_type(&ctx));
            let Some((inputs, results)) = ty.and_then(|ty| ty.as_function(&ctx)) else {
                return Ok(());
            };
            let mut lists = [inputs.to_vec(), results.to_vec()];
            for ty in lists.iter_mut().flatten().filter(|ty| ty.is_tensor(&ctx)) {
                *ty = self.memory_type(root, *ty)?;
            }
            let ty = ctx.type_attr(ctx.function_type(&lists[0], &lists[1]));
            self.body.set_attr(root, Ident::FUNCTION_TYPE, ty);
        }
        let region = self.body.regions(root).first().copied();
        let Some(block) = region.and_then(|region| self.body.entry_block(region)) else {
            return Ok(());
        };
        let first = self.body.first_op(block);
        for argument in self.body.arguments(block).to_vec() {
            let stays = !self.options.boundaries;
            if !self.is_tensor(argument) || (stays && !self.body.has_uses(argument)) {
                continue;
            }
            let ty = self.memory_type(root, self.body.ty(argument))?;
            match first {
                _ if !stays => self.body.set_type(argument, ty),
                None => {}
                Some(first) => self.tensor_as_memory(argument, ty, first),
            }
        }
        Ok(())
    }

    /// The arguments of blocks to which only branches go.
    fn blocks(&mut self) -> Done {
        let owners: Vec<OpId> = self.body.own_ops();
        for owner in [self.body.root()].into_iter().chain(owners) {
            for region in self.body.regions(owner).to_vec() {
                for block in self.body.blocks(region).skip(1).collect::<Vec<BlockId>>() {
                    let branches = {
                        let body = &*self.body;
                        body.predecessors(block).all(|(before, _)| is_branch(body.op(before)))
                    };
                    if branches {
                        self.block(owner, block)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Makes the arguments of a block memory.
    fn block(&mut self, owner: OpId, block: BlockId) -> Done {
        for argument in self.body.arguments(block).to_vec() {
            if self.is_tensor(argument) {
                let ty = self.memory_type(owner, self.body.ty(argument))?;
                self.body.set_type(argument, ty);
            }
        }
        Ok(())
    }

    /// Branches and calls pass memory in row-major order.
    fn pass_memory(&mut self, op: OpId) {
        for index in 0..self.body.num_operands(op) {
            if self.reuse.was_tensor(op, index) {
                let memory = self.row_major(op, self.body.operand(op, index));
                self.body.set_operand(op, index, memory);
            }
        }
    }

    /// Lets all users of a tensor that stays use memory, from an op on.
    fn tensor_as_memory(&mut self, tensor: ValueId, ty: Type, before: OpId) {
        let users: Vec<OpOperand> = self.body.uses(tensor).collect();
        let memory = TensorToMemrefOp::create(&mut self.builder(before), tensor, None, ty);
        for user in users {
            self.body.set_operand(user.owner, user.index as usize, memory);
        }
    }

    /// Lets an op that keeps its tensors use those in memory, and be used as memory.
    fn keep(&mut self, op: OpId) -> Done {
        let ctx = self.body.context().clone();
        for index in 0..self.body.num_operands(op) {
            let memory = self.body.operand(op, index);
            let ty = self.body.ty(memory);
            if !ty.is_memref(&ctx) || !self.reuse.was_tensor(op, index) {
                continue;
            }
            let (shape, element) = (ty.shape(&ctx), ty.element_type(&ctx));
            let tensor = shape.zip(element).map(|(shape, element)| ctx.tensor_type(shape, element));
            let tensor = tensor.ok_or_else(|| self.refused(op))?;
            let b = &mut self.builder(op);
            let tensor = TensorLoadOp::create(b, memory, Some(Attribute::UNIT), None, tensor);
            self.body.set_operand(op, index, tensor);
        }
        let results: Vec<ValueId> = self.body.results(op).collect();
        for result in results {
            if !self.is_tensor(result) {
                continue;
            }
            let ty = self.memory_type(op, self.body.ty(result))?;
            let Some(next) = self.body.next_op(op) else { continue };
            self.tensor_as_memory(result, ty, next);
        }
        Ok(())
    }

    /// Memory in row-major order with the elements of another: a copy, unless it is in that order.
    fn row_major(&mut self, before: OpId, memory: ValueId) -> ValueId {
        let ctx = self.body.context();
        if self.body.ty(memory).has_identity_layout(ctx) {
            return memory;
        }
        self.copy(before, memory)
    }

    /// New memory with the elements of another.
    fn copy(&mut self, before: OpId, memory: ValueId) -> ValueId {
        memory::copy(&mut self.builder(before), memory)
    }

    /// Makes operands of an op memory that no other value has.
    fn own_operands(&mut self, op: OpId, indices: impl Iterator<Item = usize>) {
        for index in indices {
            let memory = self.body.operand(op, index);
            let is_own = self.reuse.is_taken(op, index)
                && self.body.ty(memory).has_identity_layout(self.body.context());
            if !self.reuse.was_tensor(op, index) || is_own {
                continue;
            }
            let copy = self.copy(op, memory);
            self.body.set_operand(op, index, copy);
        }
    }

    /// Calls have memory as operands and results.
    fn call(&mut self, op: OpId) -> Done {
        self.pass_memory(op);
        self.results(op)
    }

    /// Makes results memory.
    fn results(&mut self, op: OpId) -> Done {
        let results: Vec<ValueId> = self.body.results(op).collect();
        for result in results {
            if self.is_tensor(result) {
                let ty = self.memory_type(op, self.body.ty(result))?;
                self.body.set_type(result, ty);
            }
        }
        Ok(())
    }

    fn return_op(&mut self, op: OpId) -> Done {
        if !self.options.boundaries {
            return self.keep(op);
        }
        self.own_operands(op, 0..self.body.num_operands(op));
        Ok(())
    }

    fn op(&mut self, op: OpId) -> Done {
        if CallOp::cast(self.body, op).is_some() {
            return if self.options.boundaries { self.call(op) } else { self.keep(op) };
        }
        if ReturnOp::cast(self.body, op).is_some() && self.is_function {
            return self.return_op(op);
        }
        if is_branch(self.body.op(op)) {
            self.pass_memory(op);
            return Ok(());
        }
        if self.known(op)? {
            return Ok(());
        }
        let results = self.body.op(op);
        let has_tensors = results.result_types().any(|ty| ty.is_tensor(self.body.context()))
            || (0..self.body.num_operands(op)).any(|index| self.reuse.was_tensor(op, index));
        match has_tensors {
            false => Ok(()),
            true if self.options.unknown => self.keep(op),
            true => Err(self.refused(op)),
        }
    }
}
