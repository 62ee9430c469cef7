//! `ownership-based-buffer-deallocation`: each block frees the memory that it owns.
//!
//! Memory that a block allocates, or that a call returns, is owned by the block. A flag goes with
//! each memref that is passed to another block, to or from a region: whether the receiver owns it.
//! At its end, a block frees what it owns and does not hand on. A function does not own its
//! arguments, and hands its results on: one that it does not own is copied.

use super::regions::{Passed, extend};
use crate::{IfOp, ScfDialect};
use mlir_lite::analysis::liveness::Liveness;
use mlir_lite::dialects::standard::{
    AllocaOp, BrOp, CallIndirectOp, CallOp, CloneOp, ConstantOp, DeallocOwnedOp, FuncOp,
    GetGlobalMemrefOp, ReturnOp, SelectOp, StdDialect,
};
use mlir_lite::ir::interfaces::{
    Effect, EffectKind, MemoryEffectOpInterface, RegionBranchOpInterface, ViewLikeOpInterface,
};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::{Diagnostic, Reported};
use rustc_hash::FxHashMap;

/// Free memory where it is not needed any more.
///
/// Memory belongs to the block that allocates it, and is freed at its end, or by the block that it
/// is handed on to. Callers own what functions return. There must be nothing that frees memory
/// before.
#[pass(
    name = "ownership-based-buffer-deallocation",
    pure,
    each_body,
    dialects(ScfDialect, StdDialect),
    only("private-function-dynamic-ownership" = "false":
        "all functions own what they return, and nothing else")
)]
#[derive(Copy, Clone, Debug)]
pub struct OwnershipDeallocationPass;

impl RunPass for OwnershipDeallocationPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let root = body.root();
        let Some(&region) = body.regions(root).first() else { return Ok(()) };
        if !FuncOp::is(body, root) || body.entry_block(region).is_none() {
            return Ok(());
        }
        let liveness = Liveness::new(body);
        let mut rewrite = Rewrite {
            body,
            liveness,
            flags: FxHashMap::default(),
            carried: FxHashMap::default(),
            constants: [None, None],
        };
        rewrite.region(region).map_err(|error| cx.error(*error))
    }
}

type Done<T> = Result<T, Box<Diagnostic>>;

/// Whether a block owns memory.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Own {
    No,
    Yes,
    /// If a value of type `i1` is true.
    If(ValueId),
}

/// The memory in a block.
#[derive(Default)]
struct Memory {
    owned: FxHashMap<ValueId, Own>,
    /// The memory to free or hand on.
    duties: Vec<ValueId>,
}

impl Memory {
    /// Memory of other regions is never owned.
    fn own(&self, memref: ValueId) -> Own {
        self.owned.get(&memref).copied().unwrap_or(Own::No)
    }

    fn take(&mut self, memref: ValueId, own: Own) {
        self.owned.insert(memref, own);
        if own != Own::No {
            self.duties.push(memref);
        }
    }
}

struct Rewrite<'b> {
    body: &'b mut Body,
    liveness: Liveness,
    /// Memrefs at the start of a block, with their flags.
    flags: FxHashMap<BlockId, Vec<(ValueId, ValueId)>>,
    /// The memrefs of earlier blocks of the region that a block needs.
    carried: FxHashMap<BlockId, Vec<ValueId>>,
    /// False and true.
    constants: [Option<ValueId>; 2],
}

impl Rewrite<'_> {
    fn is_memref(&self, value: ValueId) -> bool {
        self.body.ty(value).is_memref(self.body.context())
    }

    fn memrefs(&self, values: impl IntoIterator<Item = ValueId>) -> Vec<ValueId> {
        values.into_iter().filter(|&value| self.is_memref(value)).collect()
    }

    fn flag(&mut self, own: Own) -> ValueId {
        let holds = match own {
            Own::If(flag) => return flag,
            Own::No => false,
            Own::Yes => true,
        };
        if let Some(known) = self.constants[usize::from(holds)] {
            return known;
        }
        let region = self.body.regions(self.body.root())[0];
        let start = match self.body.entry_block(region).and_then(|entry| self.body.first_op(entry))
        {
            Some(first) => InsertionPoint::Before(first),
            None => InsertionPoint::Detached,
        };
        let value = self.body.context().bool_attr(holds);
        let mut builder = BodyBuilder::new(self.body, start);
        let made = ConstantOp::create(&mut builder, value, Type::I1);
        self.constants[usize::from(holds)] = Some(made);
        made
    }

    fn region(&mut self, region: RegionId) -> Done<()> {
        let blocks: Vec<BlockId> = self.body.blocks(region).collect();
        for &block in blocks.iter().skip(1) {
            let mut memrefs = self.memrefs(self.body.arguments(block).to_vec());
            let needed = self.memrefs(self.liveness.live_in(block).to_vec());
            let needed: Vec<ValueId> = needed
                .into_iter()
                .filter(|&value| {
                    let home = self.body.defining_block(value);
                    home.and_then(|home| self.body.block_region(home)) == Some(region)
                        && !self.is_never_owned(value)
                })
                .collect();
            memrefs.extend_from_slice(&needed);
            self.carried.insert(block, needed);
            self.add_flags(block, memrefs);
        }
        for block in blocks {
            let mut memory = Memory::default();
            for (memref, flag) in self.flags.remove(&block).unwrap_or_default() {
                memory.take(memref, Own::If(flag));
            }
            let ops: Vec<OpId> = self.body.ops(block).collect();
            let end = self.body.terminator(block);
            for op in ops {
                if Some(op) != end {
                    self.op(op, &mut memory)?;
                }
            }
            if let Some(end) = end {
                self.end(end, &memory)?;
            }
        }
        Ok(())
    }

    /// Whether no block ever owns the memory: that of arguments, on the stack, or of globals.
    fn is_never_owned(&self, mut memref: ValueId) -> bool {
        loop {
            let Some(op) = self.body.defining_op(memref) else {
                let block = self.body.defining_block(memref);
                let owner = block.and_then(|block| self.body.block_owner(block));
                let region = block.and_then(|block| self.body.block_region(block));
                let entry = region.and_then(|region| self.body.entry_block(region));
                return owner == Some(self.body.root()) && block == entry;
            };
            let view = self.body.op(op);
            if AllocaOp::is(self.body, op) || GetGlobalMemrefOp::is(self.body, op) {
                return true;
            }
            match view.ask::<dyn ViewLikeOpInterface, _>(|op| op.view_source()) {
                Some(source) => memref = source,
                None => return false,
            }
        }
    }

    fn add_flags(&mut self, block: BlockId, memrefs: Vec<ValueId>) {
        let flags: Vec<(ValueId, ValueId)> = memrefs
            .into_iter()
            .map(|memref| (memref, self.body.add_argument(block, Type::I1)))
            .collect();
        self.flags.insert(block, flags);
    }

    fn op(&mut self, op: OpId, memory: &mut Memory) -> Done<()> {
        let effects = self.body.info(op).interface::<dyn MemoryEffectOpInterface>();
        let effects = effects.map(|known| known.ask(self.body.op(op), |op| op.effects()));
        let effects: Vec<Effect> = effects.map(|found| found.to_vec()).unwrap_or_default();
        if effects.iter().any(|effect| effect.kind == EffectKind::Free) {
            let message = "frees memory, which this pass decides";
            return Err(Box::new(self.body.op(op).op_error(message)));
        }
        if !self.body.regions(op).is_empty() && self.body.child(op).is_none() {
            return self.op_with_regions(op, memory);
        }
        for result in self.memrefs(self.body.results(op).collect::<Vec<_>>()) {
            let is_new = effects
                .iter()
                .any(|effect| effect.kind == EffectKind::Allocate && effect.value == Some(result));
            let on_stack = AllocaOp::is(self.body, op);
            let is_call = CallOp::is(self.body, op) || CallIndirectOp::is(self.body, op);
            if (is_new && !on_stack) || is_call {
                memory.take(result, Own::Yes);
            } else {
                let own = self.own_of_view(op, memory)?;
                memory.owned.insert(result, own);
            }
        }
        Ok(())
    }

    /// Who owns the result of an op that makes no memory.
    fn own_of_view(&mut self, op: OpId, memory: &Memory) -> Done<Own> {
        let view = self.body.op(op);
        if let Some(source) = view.ask::<dyn ViewLikeOpInterface, _>(|op| op.view_source()) {
            return Ok(memory.own(source));
        }
        let sources = self.memrefs(self.body.operand_list(op));
        let owners: Vec<Own> = sources.iter().map(|&source| memory.own(source)).collect();
        let select = SelectOp::cast(self.body, op);
        match (&owners[..], select) {
            ([], _) => Ok(Own::No),
            (&[first, ref rest @ ..], _) if rest.iter().all(|&own| own == first) => Ok(first),
            (&[yes, no], Some(select)) => {
                let (yes, no) = (self.flag(yes), self.flag(no));
                let condition = select.condition(self.body);
                let mut builder = BodyBuilder::new(self.body, InsertionPoint::Before(op));
                Ok(Own::If(SelectOp::create(&mut builder, condition, yes, no, Type::I1)))
            }
            _ => {
                let message = "returns memory of which it is not known who owns it";
                Err(Box::new(self.body.op(op).op_error(message)))
            }
        }
    }

    fn op_with_regions(&mut self, op: OpId, memory: &mut Memory) -> Done<()> {
        let is_known = self.body.op(op).def().is_some();
        let Some(passed) = Passed::of(self.body, op).filter(|_| is_known) else {
            let message = "does not say how its regions take and return memory";
            return Err(Box::new(self.body.op(op).op_error(message)));
        };
        let regions = self.body.regions(op).to_vec();
        for (&region, inputs) in regions.iter().zip(&passed.inputs) {
            if let Some(entry) = self.body.entry_block(region)
                && !inputs.is_empty()
            {
                self.add_flags(entry, inputs.clone());
            }
            self.region(region)?;
        }
        if !passed.has_flags() {
            return Ok(());
        }
        // The block around the op keeps owning the memory that it passes in.
        let not_owned = self.flag(Own::No);
        let flags = vec![not_owned; passed.entry.len()];
        let new = extend(self.body, op, &flags, passed.results.len());
        let results: Vec<ValueId> = self.body.results(new).collect();
        let (results, flags) = results.split_at(results.len() - passed.results.len());
        for (result, &flag) in self.memrefs(results.to_vec()).into_iter().zip(flags) {
            memory.take(result, Own::If(flag));
        }
        Ok(())
    }

    /// Frees what is not handed on; returns who owns the memory that is kept.
    fn free(&mut self, before: OpId, memory: &Memory, kept: &[ValueId]) -> Vec<ValueId> {
        if memory.duties.is_empty() {
            let not_owned = if kept.is_empty() { Vec::new() } else { vec![self.flag(Own::No)] };
            return kept.iter().flat_map(|_| not_owned.clone()).collect();
        }
        let conditions: Vec<ValueId> =
            memory.duties.iter().map(|&memref| self.flag(memory.own(memref))).collect();
        let types = vec![Type::I1; kept.len()];
        let mut builder = BodyBuilder::new(self.body, InsertionPoint::Before(before));
        let op = DeallocOwnedOp::create(&mut builder, &memory.duties, &conditions, kept, &types);
        op.updated_conditions(self.body).to_vec()
    }

    fn end(&mut self, end: OpId, memory: &Memory) -> Done<()> {
        if self.body.num_successors(end) > 0 {
            return self.branch(end, memory);
        }
        if ReturnOp::is(self.body, end) {
            let mut kept = Vec::new();
            for index in 0..self.body.num_operands(end) {
                let result = self.body.operand(end, index);
                if self.is_memref(result) {
                    let owned = self.owned_result(end, result, memory.own(result));
                    self.body.set_operand(end, index, owned);
                    kept.push(owned);
                }
            }
            self.free(end, memory, &kept);
            return Ok(());
        }
        let passed = self.body.op(end).operands_passed_on();
        let kept = self.memrefs(passed.unwrap_or_default());
        let flags = self.free(end, memory, &kept);
        let parent = self.body.parent_op(end);
        let takes_flags = parent.is_some_and(|parent| {
            self.body.op(parent).ask::<dyn RegionBranchOpInterface, _>(|_| ()).is_some()
        });
        if takes_flags && !flags.is_empty() {
            let count = self.body.num_operands(end);
            self.body.splice_operands(end, count..count, &flags);
        }
        Ok(())
    }

    /// Memory with the elements of a result, which the caller owns.
    fn owned_result(&mut self, end: OpId, result: ValueId, own: Own) -> ValueId {
        let ty = self.body.ty(result);
        let mut builder = BodyBuilder::new(self.body, InsertionPoint::Before(end));
        match own {
            Own::Yes => result,
            Own::No => CloneOp::create(&mut builder, result, ty),
            Own::If(flag) => {
                let op = IfOp::with_branches(
                    &mut builder,
                    flag,
                    &[ty],
                    |_| vec![result],
                    |b| vec![CloneOp::create(b, result, ty)],
                );
                op.results(self.body)[0]
            }
        }
    }

    /// Each successor gets the memory that is passed to it and that it needs, and the rest is freed
    /// on the way there.
    fn branch(&mut self, end: OpId, memory: &Memory) -> Done<()> {
        let is_known = self.body.op(end).def().is_some();
        let location = self.body.location(end);
        let count = self.body.num_successors(end);
        for index in 0..count {
            let successor = self.body.successor(end, index);
            let mut values = self.body.successor_operands(end, index).to_vec();
            let mut kept = self.memrefs(values.iter().copied());
            kept.extend(self.carried.get(&successor).into_iter().flatten());
            if kept.is_empty() && memory.duties.is_empty() {
                continue;
            }
            if !is_known {
                let message = "does not say how it passes memory to its successors";
                return Err(Box::new(self.body.op(end).op_error(message)));
            }
            let mut branch = (end, index);
            if count > 1 {
                let edge = self.body.create_detached_block(&[]);
                self.body.insert_block_before(successor, edge);
                let mut builder = BodyBuilder::new(self.body, InsertionPoint::End(edge));
                let op = BrOp::build(&mut builder, location, (successor, &values));
                branch = (op.id(), 0);
                self.body.set_successor_operands(end, index, &[]);
                self.body.set_successor(end, index, edge);
            }
            values.extend(self.free(branch.0, memory, &kept));
            self.body.set_successor_operands(branch.0, branch.1, &values);
        }
        Ok(())
    }
}
