//! Functions: blocks, and block arguments as phis.
//!
//! Blocks are in the order of the region, and filled in reverse postorder, so that a value's
//! definition comes before its uses; the incoming values of phis are added at the end. LLVM cannot
//! distinguish several edges between the same two blocks: a second edge that passes arguments goes
//! through a block of its own. Where very many edges lead to a block, groups of them meet before
//! it.

use super::debug::{DebugExport, Scope};
use super::templates::Templates;
use super::types::TypeTranslation;
use super::{Symbols, Translations, cannot_export, ops};
use crate::ffi;
use inkwell::{
    basic_block::BasicBlock,
    builder::{Builder, BuilderError},
    context::Context as LlvmContext,
    debug_info::DILocation,
    module::Module,
    types::BasicTypeEnum,
    values::{BasicValueEnum, FunctionValue, PhiValue},
};
use mlir_lite::dialects::llvm::{AllocaOp, ReturnOp};
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::{BlockId, ValueId};
use mlir_lite::ir::view::{OpRef, RegionRef};
use mlir_lite::ir::{Location, OpDefinition as _};
use mlir_lite::types::Type;
use mlir_lite_diagnostics::Diagnostic;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// The state of exporting a function, for [`ExportOp`](super::ExportOp).
pub struct FunctionExport<'e, 'ctx> {
    pub(super) body: &'e Body,
    pub(super) module: &'e Module<'ctx>,
    pub(super) types: &'e TypeTranslation<'ctx>,
    pub(super) symbols: &'e Symbols<'ctx>,
    pub(super) templates: &'e Templates<'ctx>,
    pub(super) translations: &'e Translations,
    pub(super) builder: Builder<'ctx>,
    debug: Option<FunctionDebug<'e, 'ctx>>,
    pub(super) function: FunctionValue<'ctx>,
    values: Vec<Option<BasicValueEnum<'ctx>>>,
    blocks: Vec<Option<BasicBlock<'ctx>>>,
    /// The phis of each block, and after them those of each meeting.
    phis: Vec<Vec<PhiValue<'ctx>>>,
    edges: Vec<Edge<'ctx>>,
    /// For each block, where its next edge leads.
    entrances: Vec<Entrance<'ctx>>,
    meetings: Vec<Meeting<'ctx>>,
}

/// The scope of a function's locations, and a cache of them.
struct FunctionDebug<'e, 'ctx> {
    export: &'e DebugExport<'e, 'ctx>,
    scope: Scope<'ctx>,
    locations: FxHashMap<Location, DILocation<'ctx>>,
}

/// Longer blocks are divided: the time of LLVM's fast register allocation is the square of the
/// length of a block.
const MAX_OPS_OF_BLOCK: usize = 2000;

/// With more edges, groups of this size meet before the block: LLVM looks the value of an edge up
/// among all of a phi.
const MAX_EDGES_OF_PHI: usize = 256;

/// Arguments that flow from an LLVM block into phis.
struct Edge<'ctx> {
    from: BasicBlock<'ctx>,
    /// The phis: an index in `phis`.
    to: usize,
    arguments: Vec<ValueId>,
}

/// Where edges to a block lead: to the block, or to a meeting.
#[derive(Copy, Clone, Default)]
struct Entrance<'ctx> {
    /// How many edges lead there.
    edges: usize,
    /// A meeting and its phis.
    meeting: Option<(BasicBlock<'ctx>, usize)>,
}

/// An LLVM block where edges to another one meet.
struct Meeting<'ctx> {
    block: BasicBlock<'ctx>,
    /// Its phis, and those of the block to which it leads: indices in `phis`.
    phis: [usize; 2],
}

/// Why an op cannot be exported.
pub(super) type Exported<T> = Result<T, String>;

/// The message of an error of inkwell's builder.
pub(super) fn built<T>(result: Result<T, BuilderError>) -> Exported<T> {
    result.map_err(|error| error.to_string())
}

/// The data shared by the export of all functions of a module.
#[derive(Clone, Copy)]
pub(super) struct Environment<'e, 'ctx> {
    pub(super) module: &'e Module<'ctx>,
    pub(super) types: &'e TypeTranslation<'ctx>,
    pub(super) symbols: &'e Symbols<'ctx>,
    pub(super) templates: &'e Templates<'ctx>,
    pub(super) translations: &'e Translations,
}

impl<'e, 'ctx> Environment<'e, 'ctx> {
    fn function(
        self,
        body: &'e Body,
        function: FunctionValue<'ctx>,
        debug: Option<(&'e DebugExport<'e, 'ctx>, Scope<'ctx>)>,
    ) -> FunctionExport<'e, 'ctx> {
        FunctionExport {
            body,
            module: self.module,
            types: self.types,
            symbols: self.symbols,
            templates: self.templates,
            translations: self.translations,
            builder: self.types.llvm.create_builder(),
            debug: debug.map(|(export, scope)| FunctionDebug {
                export,
                scope,
                locations: FxHashMap::default(),
            }),
            function,
            values: vec![None; body.value_capacity()],
            blocks: vec![None; body.block_capacity()],
            phis: vec![Vec::new(); body.block_capacity()],
            edges: Vec::new(),
            entrances: vec![Entrance::default(); body.block_capacity()],
            meetings: Vec::new(),
        }
    }

    /// Fills `function` with the blocks of `region`, in their order.
    pub(super) fn export(
        self,
        debug: Option<(&'e DebugExport<'e, 'ctx>, Scope<'ctx>)>,
        region: RegionRef<'e>,
        function: FunctionValue<'ctx>,
    ) -> Result<(), Box<Diagnostic>> {
        let mut export = self.function(region.body(), function, debug);
        for block in region.blocks() {
            export.blocks[block.id().index()] =
                Some(self.types.llvm.append_basic_block(function, ""));
        }
        let entry = region.entry().map(|entry| entry.id());
        for block in definitions_first(region) {
            export.block(block, Some(block) == entry)?;
        }
        export.connect_phis(region)
    }

    /// The constant that a region of one block returns.
    pub(super) fn constant(
        self,
        region: RegionRef<'e>,
    ) -> Result<BasicValueEnum<'ctx>, Box<Diagnostic>> {
        // Anything but a constant becomes an instruction, which must be in a block.
        let ty = self.types.llvm.void_type().fn_type(&[], false);
        let scratch = self.module.add_function("", ty, None);
        let result = self.constant_in(scratch, region);
        ffi::delete_function(scratch);
        result
    }

    fn constant_in(
        self,
        scratch: FunctionValue<'ctx>,
        region: RegionRef<'e>,
    ) -> Result<BasicValueEnum<'ctx>, Box<Diagnostic>> {
        let mut export = self.function(region.body(), scratch, None);
        let place = self.types.llvm.append_basic_block(scratch, "");
        export.builder.position_at_end(place);
        for op in region.ops() {
            if let Some(end) = op.cast::<ReturnOp>() {
                let value = end.arg().ok_or_else(|| "it returns nothing".to_owned());
                return value
                    .and_then(|value| export.value(value))
                    .map_err(|reason| cannot_export(op, reason));
            }
            let value = ops::export(&mut export, op).map_err(|reason| cannot_export(op, reason))?;
            if place.get_first_instruction().is_some() {
                return Err(cannot_export(
                    op,
                    "it is not a constant, as the initial value of a symbol must be",
                ));
            }
            if let (Some(value), Some(id)) = (value, op.results().next()) {
                export.values[id.index()] = Some(value);
            }
        }
        Err(cannot_export(region.body().as_op(), "its initial value is not returned"))
    }
}

/// All blocks, each after those that dominate it: in reverse postorder from the entry, then from
/// the first unvisited block, and so on.
fn definitions_first(region: RegionRef<'_>) -> Vec<BlockId> {
    let body = region.body();
    let successors = |block: BlockId| -> Vec<BlockId> {
        body.last_op(block).map(|last| body.successors(last).collect()).unwrap_or_default()
    };
    let mut seen = vec![false; body.block_capacity()];
    let mut order = Vec::new();
    for first in region.blocks().map(|block| block.id()) {
        if seen[first.index()] {
            continue;
        }
        seen[first.index()] = true;
        let begin = order.len();
        // A block with its unvisited successors; the last is visited first, so that the first comes
        // right after the block.
        let mut stack = vec![(first, successors(first))];
        while let Some((block, rest)) = stack.last_mut() {
            match rest.pop() {
                Some(next) if !seen[next.index()] => {
                    seen[next.index()] = true;
                    stack.push((next, successors(next)));
                }
                Some(_) => {}
                None => {
                    order.push(*block);
                    stack.pop();
                }
            }
        }
        order[begin..].reverse();
    }
    order
}

impl<'ctx> FunctionExport<'_, 'ctx> {
    /// The builder of instructions, at the end of the current block.
    pub fn builder(&self) -> &Builder<'ctx> {
        &self.builder
    }

    /// The module that is built, for declarations of functions that an op calls.
    pub fn module(&self) -> &Module<'ctx> {
        self.module
    }

    /// LLVM's context.
    pub fn llvm(&self) -> &'ctx LlvmContext {
        self.types.llvm
    }

    /// The type of LLVM for a type.
    ///
    /// # Errors
    /// If there is none.
    pub fn ty(&self, ty: Type) -> Result<BasicTypeEnum<'ctx>, String> {
        self.types.basic(ty)
    }

    /// The value that was exported for `value`.
    ///
    /// # Errors
    /// If it was not exported: it belongs to another function.
    pub fn value(&self, value: impl Into<ValueId>) -> Result<BasicValueEnum<'ctx>, String> {
        self.values[value.into().index()].ok_or_else(|| "an operand has no value here".to_string())
    }

    /// The values that were exported for the operands of an op with `N` operands.
    pub(super) fn operands<const N: usize>(
        &self,
        op: OpRef<'_>,
    ) -> Exported<[BasicValueEnum<'ctx>; N]> {
        let values = op.operands().map(|value| self.value(value));
        let values = values.collect::<Exported<SmallVec<[_; 2]>>>()?;
        values.as_slice().try_into().map_err(|_| format!("it does not have {N} operands"))
    }

    fn block(&mut self, block: BlockId, is_entry: bool) -> Result<(), Box<Diagnostic>> {
        let body = self.body;
        let Some(target) = self.blocks[block.index()] else { return Ok(()) };
        self.builder.position_at_end(target);
        self.builder.unset_current_debug_location();
        for (i, &argument) in body.arguments(block).iter().enumerate() {
            let value = if is_entry { self.function.get_nth_param(i as u32) } else { None };
            let value = match value {
                Some(value) => value,
                None => {
                    let phi = self
                        .types
                        .basic(body.ty(argument))
                        .and_then(|ty| built(self.builder.build_phi(ty, "")));
                    let phi = phi.map_err(|reason| cannot_export(body.as_op(), reason))?;
                    self.phis[block.index()].push(phi);
                    phi.as_basic_value()
                }
            };
            self.values[argument.index()] = Some(value);
        }
        // Stack slots are allocated in the first part: elsewhere, the stack grows for each.
        let slots = body.ops(block).rfind(|op| AllocaOp::is(body, *op));
        let mut has_slots = slots.is_some();
        let mut count = 0;
        for op in body.ops(block) {
            count += 1;
            if count > MAX_OPS_OF_BLOCK && !has_slots {
                count = 0;
                self.continue_in_new_block()
                    .map_err(|reason| cannot_export(body.op(op), reason))?;
            }
            has_slots &= slots != Some(op);
            let op = body.op(op);
            self.locate(op.location());
            let result = ops::export(self, op).map_err(|reason| cannot_export(op, reason))?;
            if let (Some(value), Some(id)) = (result, op.results().next()) {
                self.values[id.index()] = Some(value);
            }
        }
        Ok(())
    }

    /// Ends the current LLVM block with a branch to a new one after it.
    fn continue_in_new_block(&mut self) -> Exported<()> {
        let current = self.builder.get_insert_block().ok_or("it is in no block")?;
        let next = self.types.llvm.insert_basic_block_after(current, "");
        built(self.builder.build_unconditional_branch(next))?;
        self.builder.position_at_end(next);
        Ok(())
    }

    /// Sets the location of the next instructions.
    fn locate(&mut self, location: Location) {
        let Some(debug) = &mut self.debug else { return };
        let (export, scope) = (debug.export, &debug.scope);
        let known =
            debug.locations.entry(location).or_insert_with(|| export.location(scope, location));
        self.builder.set_current_debug_location(*known);
    }

    /// The LLVM blocks of the successors of the branch at the end of the current block.
    pub(super) fn targets(&mut self, op: OpRef<'_>) -> Exported<Vec<BasicBlock<'ctx>>> {
        let from = self.builder.get_insert_block().ok_or("it is in no block")?;
        let mut targets = Vec::new();
        // A set: a switch may have tens of thousands of cases.
        let mut direct: FxHashSet<usize> = FxHashSet::default();
        for (index, to) in op.successors().enumerate() {
            let Some(target) = self.blocks[to.index()] else {
                return Err("a successor is elsewhere".into());
            };
            let arguments = self.body.successor_operands(op.id(), index).to_vec();
            if arguments.is_empty() {
                targets.push(target);
                continue;
            }
            let (target, to) = self.entrance(to, target, from)?;
            if direct.insert(to) {
                targets.push(target);
                self.edges.push(Edge { from, to, arguments });
                continue;
            }
            let dummy = self.types.llvm.append_basic_block(self.function, "");
            self.builder.position_at_end(dummy);
            built(self.builder.build_unconditional_branch(target))?;
            self.builder.position_at_end(from);
            targets.push(dummy);
            self.edges.push(Edge { from: dummy, to, arguments });
        }
        Ok(targets)
    }

    /// The LLVM block to which the next edge to `block` leads, and its phis. The builder stays at
    /// the end of `from`.
    fn entrance(
        &mut self,
        block: BlockId,
        target: BasicBlock<'ctx>,
        from: BasicBlock<'ctx>,
    ) -> Exported<(BasicBlock<'ctx>, usize)> {
        let mut entrance = self.entrances[block.index()];
        if entrance.edges == MAX_EDGES_OF_PHI {
            let meeting = self.types.llvm.append_basic_block(self.function, "");
            self.builder.position_at_end(meeting);
            let mut phis = Vec::new();
            for &argument in self.body.arguments(block) {
                let ty = self.types.basic(self.body.ty(argument))?;
                phis.push(built(self.builder.build_phi(ty, ""))?);
            }
            built(self.builder.build_unconditional_branch(target))?;
            self.builder.position_at_end(from);
            let own = self.phis.len();
            self.phis.push(phis);
            self.meetings.push(Meeting { block: meeting, phis: [own, block.index()] });
            entrance = Entrance { edges: 0, meeting: Some((meeting, own)) };
        }
        entrance.edges += 1;
        self.entrances[block.index()] = entrance;
        Ok(entrance.meeting.unwrap_or((target, block.index())))
    }

    fn connect_phis(&self, region: RegionRef<'_>) -> Result<(), Box<Diagnostic>> {
        for Meeting { block, phis: [from, to] } in &self.meetings {
            for (phi, value) in self.phis[*to].iter().zip(&self.phis[*from]) {
                phi.add_incoming(&[(&value.as_basic_value(), *block)]);
            }
        }
        for edge in &self.edges {
            for (phi, &argument) in self.phis[edge.to].iter().zip(&edge.arguments) {
                let value = self
                    .value(argument)
                    .map_err(|reason| cannot_export(region.body().as_op(), reason))?;
                phi.add_incoming(&[(&value, edge.from)]);
            }
        }
        Ok(())
    }
}
