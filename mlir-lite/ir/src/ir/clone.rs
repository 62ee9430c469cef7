//! Copying IR: within a body, into another body, and whole bodies.

use crate::data::attributes::NamedAttribute;
use crate::ir::body::{Body, OperationState};
use crate::ir::entities::{BlockId, OpId, RegionId, ValueId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Maps original values and blocks to their copies.
#[derive(Default)]
pub struct IrMapping {
    values: FxHashMap<ValueId, ValueId>,
    blocks: FxHashMap<BlockId, BlockId>,
    /// Operands that were copied before their definition was.
    pending: Vec<(OpId, usize, ValueId)>,
    /// Blocks whose arguments replace such definitions until the end.
    placeholders: Vec<BlockId>,
}

impl IrMapping {
    /// An empty mapping.
    pub fn new() -> Self {
        Self::default()
    }

    /// Maps `from` to `to` in the copy.
    #[track_caller]
    pub fn map(&mut self, from: ValueId, to: ValueId) {
        self.values.insert(from, to);
    }

    /// The value that `value` is mapped to.
    #[track_caller]
    pub fn value(&self, value: ValueId) -> Option<ValueId> {
        self.values.get(&value).copied()
    }

    /// The copy of a block.
    #[track_caller]
    pub fn block(&self, block: BlockId) -> Option<BlockId> {
        self.blocks.get(&block).copied()
    }
}

/// Smaller bodies are never sparse: they are in the caches.
const MIN_SPARSE: usize = 1 << 12;

/// A body is sparse if at most this part of its slots for ops is in use.
const SPARSE_PART: usize = 4;

/// The body that is copied from: another body, or `None` for the target body itself.
type Source<'a> = Option<&'a Body>;

/// Blocks with their copies, whose ops have not been copied yet.
type Work = Vec<(BlockId, BlockId)>;

impl Body {
    /// Whether most ops of a large body were erased, so that those that are left are far from each
    /// other, and reading them takes longer than it has to.
    #[doc(hidden)]
    pub fn is_sparse(&self) -> bool {
        let slots = self.op_capacity();
        slots >= MIN_SPARSE && self.num_used_op_slots() * SPARSE_PART <= slots
    }

    fn num_used_op_slots(&self) -> usize {
        self.op_capacity() - self.num_free_ops() as usize
    }

    /// Moves the ops of a body without nested bodies next to each other. All ids of the body
    /// become invalid; its change counter stays, because nothing has changed.
    ///
    /// # Panics
    /// If it has nested bodies.
    #[track_caller]
    #[doc(hidden)]
    pub fn compact(&mut self) {
        assert!(!self.has_children(), "only bodies without nested ones are compacted");
        let mut copy = self.deep_clone();
        copy.version = self.version;
        *self = copy;
    }

    /// A copy of the body with its ops and nested bodies.
    pub fn deep_clone(&self) -> Body {
        let root = self.root();
        let mut copy =
            Body::new(&self.ctx, self.name(root), self.location(root), self.regions(root).len());
        for (name, value) in self.attributes(root) {
            let target = copy.root();
            copy.set_attr(target, name, value);
        }
        if let Some(resources) = self.resources() {
            copy.resources_mut().clone_from(resources);
        }
        let mut mapping = IrMapping::new();
        mapping.values.reserve(self.num_used_op_slots());
        for (i, &region) in self.regions(root).iter().enumerate() {
            let target = copy.region(copy.root(), i);
            copy.clone_region_from(self, region, target, &mut mapping);
        }
        copy
    }

    /// Copies the blocks of `region` of body `from` to the end of `target`. Values from outside of
    /// the region must be mapped.
    #[track_caller]
    pub fn clone_region_from(
        &mut self,
        from: &Body,
        region: RegionId,
        target: RegionId,
        mapping: &mut IrMapping,
    ) -> Vec<BlockId> {
        self.copy_region(Some(from), region, target, mapping)
    }

    /// Copies the blocks of `region` to the end of `target` in the same body. Values from outside
    /// of the region are used by the copy too, unless they are mapped.
    #[track_caller]
    pub fn clone_region(
        &mut self,
        region: RegionId,
        target: RegionId,
        mapping: &mut IrMapping,
    ) -> Vec<BlockId> {
        self.copy_region(None, region, target, mapping)
    }

    /// Copies an op of body `from`, with everything in it, as a detached op. Values from outside
    /// must be mapped.
    #[track_caller]
    pub fn clone_op_from(&mut self, from: &Body, op: OpId, mapping: &mut IrMapping) -> OpId {
        self.copy_op(Some(from), op, mapping)
    }

    /// Copies an op, with everything in it, as a detached op. Values from outside are used by the
    /// copy too, unless they are mapped.
    #[track_caller]
    pub fn clone_op(&mut self, op: OpId, mapping: &mut IrMapping) -> OpId {
        self.copy_op(None, op, mapping)
    }

    #[track_caller]
    fn copy_region(
        &mut self,
        from: Source<'_>,
        region: RegionId,
        target: RegionId,
        mapping: &mut IrMapping,
    ) -> Vec<BlockId> {
        let mut work = self.copy_blocks(from, region, target, mapping);
        let created = work.iter().map(|&(_, copy)| copy).collect();
        work.reverse();
        self.copy_ops(from, work, mapping);
        created
    }

    #[track_caller]
    fn copy_op(&mut self, from: Source<'_>, op: OpId, mapping: &mut IrMapping) -> OpId {
        let mut work = Vec::new();
        let copy = self.copy_op_shell(from, op, mapping, &mut work);
        self.copy_ops(from, work, mapping);
        copy
    }

    /// Copies the ops of the blocks in `work`. Nested regions are added to the list instead of
    /// recursing, because nesting may be deeper than the stack.
    fn copy_ops(&mut self, from: Source<'_>, mut work: Work, mapping: &mut IrMapping) {
        while let Some((block, target)) = work.pop() {
            let ops: Vec<OpId> = from.unwrap_or(self).ops(block).collect();
            for op in ops {
                let copy = self.copy_op_shell(from, op, mapping, &mut work);
                self.append_op(target, copy);
            }
        }
        for (op, index, value) in std::mem::take(&mut mapping.pending) {
            if let Some(&value) = mapping.values.get(&value) {
                self.set_operand(op, index, value);
            }
        }
        for block in std::mem::take(&mut mapping.placeholders) {
            self.erase_block(block);
        }
    }

    /// Creates empty copies of a region's blocks.
    #[track_caller]
    fn copy_blocks(
        &mut self,
        from: Source<'_>,
        region: RegionId,
        target: RegionId,
        mapping: &mut IrMapping,
    ) -> Work {
        let source = from.unwrap_or(self);
        let blocks: Vec<(BlockId, SmallVec<[ValueId; 4]>)> =
            source.blocks(region).map(|block| (block, source.arguments(block).into())).collect();
        let mut work = Vec::with_capacity(blocks.len());
        for (block, args) in blocks {
            let source = from.unwrap_or(self);
            let types: SmallVec<[_; 4]> = args.iter().map(|&arg| source.ty(arg)).collect();
            let locations: SmallVec<[_; 4]> =
                args.iter().map(|&arg| source.argument_location(arg)).collect();
            let copy = self.create_block(target, &types);
            for (i, location) in locations.into_iter().enumerate() {
                self.set_argument_location(self.arguments(copy)[i], location);
            }
            mapping.blocks.insert(block, copy);
            mapping.values.extend(args.into_iter().zip(self.arguments(copy).iter().copied()));
            work.push((block, copy));
        }
        work
    }

    /// Copies an op and the blocks of its regions, but not the ops in these, which are added to the
    /// work list.
    #[track_caller]
    fn copy_op_shell(
        &mut self,
        from: Source<'_>,
        op: OpId,
        mapping: &mut IrMapping,
        work: &mut Work,
    ) -> OpId {
        let source = from.unwrap_or(self);
        let old_results: SmallVec<[ValueId; 2]> = source.results(op).collect();
        let is_plain = source.is_plain(op);
        let mut pending = SmallVec::<[(usize, ValueId); 2]>::new();
        let operands = self.copied_operands(from, op, mapping, &mut pending);
        let copy = match is_plain {
            true => self.copy_plain_op(from, op, &operands),
            false => self.copy_op_with_extra(from, op, &operands, mapping, work),
        };
        mapping.pending.extend(pending.into_iter().map(|(i, value)| (copy, i, value)));
        mapping.values.extend(old_results.into_iter().zip(self.results(copy)));
        copy
    }

    /// The operands of the copy of an op. Those that were not copied yet are added to `pending`.
    #[track_caller]
    fn copied_operands(
        &mut self,
        from: Source<'_>,
        op: OpId,
        mapping: &mut IrMapping,
        pending: &mut SmallVec<[(usize, ValueId); 2]>,
    ) -> SmallVec<[ValueId; 4]> {
        let old_operands = from.unwrap_or(self).operand_list(op);
        let mut operands = SmallVec::<[ValueId; 4]>::new();
        for (i, value) in old_operands.into_iter().enumerate() {
            let copy = match (mapping.value(value), from) {
                (Some(copy), _) => copy,
                (None, None) => {
                    pending.push((i, value));
                    value
                }
                (None, Some(from)) => {
                    pending.push((i, value));
                    let block = self.create_detached_block(&[from.ty(value)]);
                    mapping.placeholders.push(block);
                    self.arguments(block)[0]
                }
            };
            operands.push(copy);
        }
        operands
    }

    /// Copies an op that has only operands, results and inherent attributes.
    fn copy_plain_op(&mut self, from: Source<'_>, op: OpId, operands: &[ValueId]) -> OpId {
        let source = from.unwrap_or(self);
        let (name, location) = (source.name(op), source.location(op));
        let types = source.result_types(op);
        let attributes: SmallVec<[NamedAttribute; 8]> = source.each_attribute(op).collect();
        let copy = self.create_simple_op(name, location, operands, &types);
        self.init_attrs(copy, &attributes);
        copy
    }

    /// Copies any op.
    #[track_caller]
    fn copy_op_with_extra(
        &mut self,
        from: Source<'_>,
        op: OpId,
        operands: &[ValueId],
        mapping: &mut IrMapping,
        work: &mut Work,
    ) -> OpId {
        let source = from.unwrap_or(self);
        let types = source.result_types(op);
        let successors: SmallVec<[(BlockId, usize); 2]> = source
            .successors(op)
            .enumerate()
            .map(|(i, block)| (block, source.successor_operand_range(op, i).len()))
            .collect();
        let old_regions: SmallVec<[RegionId; 1]> = source.regions(op).into();
        let child = source.child(op).map(Body::deep_clone);
        let mut state = OperationState::new(source.name(op), source.location(op));
        if child.is_none() {
            state.attributes = source.each_attribute(op).collect();
        }
        match child {
            Some(child) => self.create_isolated_op(child, operands, &types),
            None => {
                let mut forwarded = operands.len() - successors.iter().map(|s| s.1).sum::<usize>();
                state.operands.extend_from_slice(&operands[..forwarded]);
                state.result_types = types;
                for (block, count) in successors {
                    let target = mapping.block(block).unwrap_or(block);
                    state.successors.push((target, operands[forwarded..forwarded + count].into()));
                    forwarded += count;
                }
                for region in old_regions {
                    let target = self.create_region();
                    state.regions.push(target);
                    let mut nested = self.copy_blocks(from, region, target, mapping);
                    nested.reverse();
                    work.append(&mut nested);
                }
                self.create_op(state)
            }
        }
    }
}
