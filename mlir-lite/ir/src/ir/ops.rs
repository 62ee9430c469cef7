//! The ops of a body: created, erased, and read.

use crate::data::location::Location;
use crate::data::types::Type;
use crate::ir::body::{Body, Free, Linked, OperationState};
use crate::ir::entities::{BlockId, BlockSlot, OpId, OpSlot, RegionId, ValueId};
use crate::ir::op_def::{OpDef, OpDefinition, TraitFlags};
use crate::ir::op_name::{OpInfo, OpName};
use crate::ir::records::{
    END, ExtraIndex, NO_EXTRA, OpData, OpExtra, Origin, SuccessorSlot, ValueData,
};
use crate::support::pool::{EntityId, RangePool};
use smallvec::{SmallVec, smallvec};
use std::mem::take;

impl Body {
    /// Creates an op that is not in a block.
    #[track_caller]
    pub fn create_op(&mut self, mut state: OperationState) -> OpId {
        self.create_op_from(&mut state)
    }

    /// Like [`Body::create_op`], but leaves the allocations of `state` for
    /// [`OperationState::reset`].
    #[track_caller]
    pub(crate) fn create_op_from(&mut self, state: &mut OperationState) -> OpId {
        for (_, operands) in &state.successors {
            state.operands.extend_from_slice(operands);
        }
        let op =
            self.create_simple_op(state.name, state.location, &state.operands, &state.result_types);
        for (index, &region) in state.regions.iter().enumerate() {
            self.set_owner(region, op, index);
        }
        match *state.regions.as_slice() {
            [] => {}
            [region] => {
                self.ops[op].set_only_region(region.slot());
                state.regions.clear();
            }
            _ => self.extra_mut(op).regions = take(&mut state.regions),
        }
        if !state.successors.is_empty() {
            self.init_successors(op, &state.successors);
        }
        if !state.attributes.is_empty() {
            self.init_attrs(op, &state.attributes);
        }
        op
    }

    /// Creates an op that has only operands and results, not in a block.
    ///
    /// # Panics
    /// If the name belongs to another context.
    #[track_caller]
    pub fn create_simple_op(
        &mut self,
        name: OpName,
        location: Location,
        operands: &[ValueId],
        result_types: &[Type],
    ) -> OpId {
        self.definitions.op_names.check(name);
        self.changed();
        let info = self.definitions.op_info(name);
        let (attrs, constant_slot) = (info.attr_names().len(), info.constant_slot());
        let mut data = OpData {
            name,
            location,
            block: BlockSlot::NONE,
            prev: OpSlot::NONE,
            next: OpSlot::NONE,
            order: 0,
            operands_start: 0,
            operands_len: operands.len() as u32,
            results_start: 0,
            results_len: result_types.len() as u32,
            attrs_start: 0,
            extra: NO_EXTRA,
        };
        // The slot of an erased op still has its ranges of operands and results; usually another op
        // needs ranges of the same size.
        let op = match self.first_free.some() {
            Some(op) => {
                let old = self.ops.at(op).clone();
                self.first_free = old.next;
                let old_attrs = self.definitions.op_info(old.name).attr_names().len();
                let (start, len) = (old.operands_start, old.operands_len as usize);
                data.operands_start = self.operands.exchange(start, len, operands.len(), || {
                    &mut Free::to_give(&mut self.rare).operands
                });
                let (start, len) = (old.results_start as usize, old.results_len as usize);
                let (wanted, first) = (result_types.len(), self.first_tag);
                let start = self.values.exchange(start, len, wanted, first, || {
                    &mut Free::to_give(&mut self.rare).values
                });
                data.results_start = start as u32;
                data.attrs_start =
                    self.attr_slots.exchange(old.attrs_start, old_attrs, attrs, || {
                        &mut Free::to_give(&mut self.rare).attr_slots
                    });
                *self.ops.at_mut(op) = data.clone();
                self.ops.id_of(op)
            }
            None => {
                let mut free = Free::of(&mut self.rare);
                let of_operands = free.as_mut().map(|free| &mut free.operands);
                data.operands_start = self.operands.alloc(operands.len(), of_operands);
                let of_values = free.as_mut().map(|free| &mut free.values);
                data.results_start =
                    self.values.alloc_run(result_types.len(), self.first_tag, of_values) as u32;
                let of_attrs = free.map(|free| &mut free.attr_slots);
                data.attrs_start = self.attr_slots.alloc(attrs, of_attrs);
                self.ops.push(data.clone(), self.first_tag)
            }
        };
        for (index, &ty) in result_types.iter().enumerate() {
            let origin = Origin::result(op.slot(), index, result_types.len(), constant_slot);
            self.values
                .set(data.results_start as usize + index, ValueData { ty, origin, first_use: END });
        }
        self.link_operands(op.slot(), data.operands_start, operands);
        op
    }

    /// Erases an op, whose results must not have uses, with everything in it.
    ///
    /// # Panics
    /// If a result still has uses, or if the op is the root.
    #[track_caller]
    pub fn erase_op(&mut self, op: OpId) {
        if self.is_plain(op) {
            self.erase_plain_op(op);
        } else {
            self.erase_ops(vec![op]);
        }
    }

    /// A fast path for the most common ops.
    #[inline]
    #[track_caller]
    fn erase_plain_op(&mut self, op: OpId) {
        let data = self.ops[op].clone();
        let op = op.slot();
        self.refuse_root(op);
        if self.has_used_result(&data) {
            self.refuse_used_result(&data);
        }
        self.changed();
        if data.block.is_some() {
            self.unlink_op(data.block, data.prev, data.next);
        }
        self.unlink_operands(data.operands_start, data.operands_len);
        self.free_op_data(op, &data);
    }

    /// Erases ops with everything in them. They may use each other's values and be nested in each
    /// other; no other op may use their values.
    ///
    /// # Panics
    /// If a result still has uses, or if one of the ops is the root.
    #[track_caller]
    pub fn erase_ops(&mut self, mut ops: Vec<OpId>) {
        for &op in &ops {
            self.refuse_root(self.ops.slot(op));
            self.detach_op(op);
        }
        // Uses between the blocks of a region may be cyclic, so all operands are dropped before
        // anything is freed.
        let mut blocks = Vec::new();
        let mut regions = Vec::new();
        let mut next = 0;
        while next < ops.len() {
            let op = ops[next];
            next += 1;
            let data = &self.ops[op];
            let is_plain = data.extra == NO_EXTRA;
            self.unlink_operands(data.operands_start, data.operands_len);
            if is_plain {
                continue;
            }
            self.drop_successors(op);
            for &region in self.regions(op) {
                regions.push(region);
                for block in self.blocks(region) {
                    blocks.push(block);
                    ops.extend(self.ops(block));
                }
            }
        }
        for &op in &ops {
            self.refuse_uses_of_results(op.slot());
        }
        for &block in &blocks {
            self.refuse_uses_of_block(block);
        }
        for op in ops {
            let data = self.ops[op].clone();
            self.free_op_data(op.slot(), &data);
        }
        for block in blocks {
            self.free_block(block);
        }
        for region in regions {
            self.free_region(region);
        }
    }

    /// Frees an op's slot, with the ranges in its record, for [`Body::create_simple_op`].
    #[inline(always)]
    fn free_op_data(&mut self, op: OpSlot, data: &OpData) {
        self.clear_attrs(data.name, data.attrs_start);
        let keeps_results =
            self.values.retire_run(data.results_start as usize, data.results_len as usize);
        if !keeps_results {
            let place = self.ops.at_mut(op);
            (place.results_start, place.results_len) = (0, 0);
        }
        if data.extra != NO_EXTRA {
            self.free_extra_of(data);
        }
        // For the verifier: an op that is not in a block is not a definition.
        self.ops.at_mut(op).block = BlockSlot::NONE;
        if self.ops.retire(op) {
            let free = self.num_free_ops() + 1;
            let place = self.ops.at_mut(op);
            place.next = std::mem::replace(&mut self.first_free, op);
            place.order = free;
        } else {
            self.free_runs_of(op);
        }
    }

    /// Frees the regions, successors and attributes of an op, or the body of a link.
    fn free_extra_of(&mut self, data: &OpData) {
        let rare = self.rare.get_or_insert_default();
        match data.extra_place() {
            ExtraIndex::Extras(index) => {
                for &(_, value) in &take(&mut rare.extras[index]).discardable {
                    self.ctx.release_elements(value);
                }
                rare.free_extras.push(data.extra);
            }
            ExtraIndex::Body(index) => {
                // The sum of versions must not get smaller when the nested body is dropped.
                let child = rare.children.remove(index);
                self.version += child.map_or(0, |child| child.deep_version());
            }
            ExtraIndex::Nowhere | ExtraIndex::Region(_) => {}
        }
    }

    /// Frees the ranges of a slot that will not be reused.
    #[cold]
    fn free_runs_of(&mut self, op: OpSlot) {
        let place = self.ops.at(op).clone();
        let free = Free::to_give(&mut self.rare);
        let operands = place.operands_len as usize;
        self.operands.free(place.operands_start, operands, || &mut free.operands);
        let (start, len) = (place.results_start as usize, place.results_len as usize);
        self.values.exchange(start, len, 0, self.first_tag, || &mut free.values);
        let attrs = self.definitions.op_info(place.name).attr_names().len();
        self.attr_slots.free(place.attrs_start, attrs, || &mut free.attr_slots);
    }

    /// How many slots are in the list of free op slots.
    pub(super) fn num_free_ops(&self) -> u32 {
        self.first_free.some().map_or(0, |op| self.ops.at(op).order)
    }

    #[track_caller]
    pub(super) fn free_block(&mut self, block: BlockId) {
        let free = Free::to_give(&mut self.rare);
        for arg in take(&mut self.blocks[block].args) {
            self.values.free(arg, &mut free.values);
        }
        self.blocks.free(block, &mut free.blocks);
    }

    #[inline]
    pub(super) fn extra_of(&self, op: &OpData) -> Option<&OpExtra> {
        let index = op.extra_index()?;
        self.rare.as_ref().map(|rare| &rare.extras[index])
    }

    /// # Panics
    /// If the op is a link, which has only operands, results and a body.
    #[track_caller]
    pub(super) fn extra_mut(&mut self, op: OpId) -> &mut OpExtra {
        let data = &mut self.ops[op];
        let rare = self.rare.get_or_insert_default();
        let regions = match data.extra_place() {
            ExtraIndex::Extras(index) => return &mut rare.extras[index],
            ExtraIndex::Body(_) => panic!("the regions and attributes of a link are its body's"),
            ExtraIndex::Region(region) => smallvec![self.regions.at(region).id],
            ExtraIndex::Nowhere => SmallVec::new(),
        };
        let index = match rare.free_extras.pop() {
            Some(index) => index as usize,
            None => {
                rare.extras.push(OpExtra::default());
                rare.extras.len() - 1
            }
        };
        data.set_extra_index(index);
        let extra = &mut rare.extras[index];
        extra.regions = regions;
        extra
    }

    /// The slots of successors.
    #[inline]
    pub(super) fn successor_slots(&self) -> &Linked<SuccessorSlot> {
        static NO_SLOTS: Linked<SuccessorSlot> = RangePool::EMPTY;
        self.rare.as_ref().map_or(&NO_SLOTS, |rare| &rare.successors)
    }

    #[inline]
    pub(super) fn successor_slots_mut(&mut self) -> &mut Linked<SuccessorSlot> {
        &mut self.rare.get_or_insert_default().successors
    }

    /// Whether the op has only operands, results and inherent attributes: no region, no successor,
    /// no discardable attribute.
    #[track_caller]
    #[doc(hidden)]
    #[inline]
    pub fn is_plain(&self, op: OpId) -> bool {
        self.ops[op].extra == NO_EXTRA
    }

    /// The op's name; for a link, that of the linked body's root.
    #[track_caller]
    #[inline]
    pub fn name(&self, op: OpId) -> OpName {
        self.name_of(&self.ops[op])
    }

    #[inline]
    pub(super) fn name_of(&self, op: &OpData) -> OpName {
        match op.name {
            OpName::LINK => self.linked_name(op),
            name => name,
        }
    }

    /// A function of its own, so that [`Body::name`], which is called everywhere, is inlined.
    #[cold]
    fn linked_name(&self, op: &OpData) -> OpName {
        self.child_of(op).map_or(OpName::LINK, |child| child.ops[child.root()].name)
    }

    /// The `OpInfo` of the op's name.
    #[inline]
    #[track_caller]
    pub fn info(&self, op: OpId) -> &OpInfo {
        self.definitions.op_info(self.name(op))
    }

    /// The op's definition, if it is registered.
    #[track_caller]
    #[inline]
    pub fn def(&self, op: OpId) -> Option<&'static OpDef> {
        self.info(op).def()
    }

    /// The id of a typed op. All accessors of the type begin with this check.
    ///
    /// # Panics
    /// If the op is of another kind.
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    pub fn typed<O: OpDefinition>(&self, op: O) -> OpId {
        let id = op.id();
        let known = O::def().cache.get(self.ctx.data().id);
        if known != Some(self.ops[id].name.number()) {
            self.refuse_other_kind(O::def(), id);
        }
        id
    }

    /// Whether the op has all of these traits.
    #[track_caller]
    #[inline]
    pub fn has_trait(&self, op: OpId, flags: TraitFlags) -> bool {
        self.info(op).flags().contains(flags)
    }

    /// The op's location.
    #[track_caller]
    #[inline]
    pub fn location(&self, op: OpId) -> Location {
        self.location_of(&self.ops[op])
    }

    #[inline]
    pub(super) fn location_of(&self, op: &OpData) -> Location {
        match self.child_of(op) {
            Some(child) => child.location(child.root()),
            None => op.location,
        }
    }

    /// Sets the op's location.
    #[track_caller]
    pub fn set_location(&mut self, op: OpId, location: Location) {
        self.changed();
        if let Some(child) = self.child_mut(op) {
            let root = child.root();
            child.set_location(root, location);
        }
        self.ops[op].location = location;
    }

    /// Number of results.
    #[track_caller]
    #[inline]
    pub fn num_results(&self, op: OpId) -> usize {
        self.ops[op].results_len as usize
    }

    /// The result `index`.
    ///
    /// # Panics
    /// If the op has fewer results.
    #[track_caller]
    #[inline]
    pub fn result(&self, op: OpId, index: usize) -> ValueId {
        self.result_of(&self.ops[op], index)
    }

    #[inline]
    #[track_caller]
    pub(super) fn result_of(&self, op: &OpData, index: usize) -> ValueId {
        assert!(index < op.results_len as usize, "op has {} results", op.results_len);
        self.values.id_at(op.results_start as usize + index)
    }

    /// The value in a slot of values.
    #[inline]
    pub(super) fn result_at(&self, slot: u32) -> ValueId {
        self.values.id_at(slot as usize)
    }

    /// The results.
    #[track_caller]
    pub fn results(&self, op: OpId) -> impl ExactSizeIterator<Item = ValueId> + '_ {
        self.results_of(&self.ops[op])
    }

    #[inline]
    pub(super) fn results_of(
        &self,
        op: &OpData,
    ) -> impl ExactSizeIterator<Item = ValueId> + use<'_> {
        let start = op.results_start as usize;
        (start..start + op.results_len as usize).map(|index| self.values.id_at(index))
    }

    #[inline]
    pub(super) fn result_types_of(
        &self,
        op: &OpData,
    ) -> impl ExactSizeIterator<Item = Type> + use<'_> {
        self.values.run(op.results_start as usize, op.results_len as usize).map(|value| value.ty)
    }

    /// Types of the results.
    #[track_caller]
    pub fn result_types(&self, op: OpId) -> SmallVec<[Type; 2]> {
        self.result_types_of(&self.ops[op]).collect()
    }

    /// The op's regions in this body. The regions of a link are in the nested body.
    #[track_caller]
    #[inline]
    pub fn regions(&self, op: OpId) -> &[RegionId] {
        self.regions_of(&self.ops[op])
    }

    #[inline]
    pub(super) fn regions_of(&self, op: &OpData) -> &[RegionId] {
        match op.extra_place() {
            ExtraIndex::Nowhere | ExtraIndex::Body(_) => &[],
            ExtraIndex::Region(region) => std::slice::from_ref(&self.regions.at(region).id),
            ExtraIndex::Extras(_) => self.extra_of(op).map_or(&[], |extra| &extra.regions),
        }
    }

    /// The region `index`.
    ///
    /// # Panics
    /// If the op has fewer regions.
    #[track_caller]
    #[inline]
    pub fn region(&self, op: OpId, index: usize) -> RegionId {
        self.regions(op)[index]
    }
}
