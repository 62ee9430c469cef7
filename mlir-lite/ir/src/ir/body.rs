//! Bodies: the arenas that own the IR.
//!
//! Each op that is isolated from above owns one `Body`: the ops, blocks, regions and values within
//! it, up to the isolated ops nested in it, which own bodies of their own. The isolated op's record
//! (its name, attributes, location and regions) is the [root](Body::root) of its body; the
//! enclosing body holds a link with its operands, results and position.
//!
//! So a pass that has `&mut Body` can change exactly the op that it runs on, and dropping a body
//! frees everything in it.
//!
//! This file creates and destroys ops. Blocks and their arguments are in `blocks.rs`, use lists in
//! `uses.rs`, order is in `layout.rs`, attributes are in `attrs.rs`.

use crate::data::Context;
use crate::data::attributes::Attribute;
use crate::data::location::Location;
use crate::data::types::Type;
use crate::ir::children::Children;
use crate::ir::definitions::Definitions;
use crate::ir::entities::{BlockId, BlockSlot, OpId, OpSlot, RegionId, ValueDef, ValueId};
use crate::ir::op_def::{OpDef, OpDefinition, TraitFlags};
use crate::ir::op_name::{OpInfo, OpName};
pub use crate::ir::operation_state::OperationState;
use crate::ir::records::{
    BlockData, END, ExtraPlace, NO_EXTRA, OpData, OpExtra, OperandSlot, Origin, RegionData,
    SuccessorSlot, ValueData,
};
use crate::ir::resources::Resources;
use crate::support::pool::{
    EntityId, EntitySlot, Entry, FirstTag, FreeRanges, LARGE, Pool, PoolOfOne, RangePool, fit,
};
use smallvec::{SmallVec, smallvec};
use std::mem::take;
use std::sync::Arc;

/// The storage of an isolated op.
pub struct Body {
    pub(super) ctx: Context,
    /// The context's ops and dialects; cached, because they are used for each op.
    pub(super) definitions: Arc<Definitions>,
    pub(super) first_tag: FirstTag,
    /// The head of the list of free op slots: the op that was erased last. The `next` of each is
    /// the one erased before it, and its `order` is how many are in the list from it on.
    pub(super) first_free: OpSlot,
    pub(super) ops: Pool<OpId, OpData>,
    pub(super) blocks: PoolOfOne<BlockId, BlockData>,
    pub(super) regions: PoolOfOne<RegionId, RegionData>,
    pub(super) values: Pool<ValueId, ValueData>,
    pub(super) operands: Linked<OperandSlot>,
    pub(super) attr_slots: RangePool<Option<Attribute>>,
    pub(super) rare: Option<Box<Rare>>,
    pub(super) version: u64,
    /// Locations of block arguments, by value. Those beyond the end are unknown.
    pub(super) argument_locations: Box<[Location]>,
}

/// A pool of what is linked into lists, which end with the slot that is in no range.
type Linked<T> = RangePool<T, { END as usize + 1 }>;

/// What most bodies do not have. A module may have many small functions, so a body has one word for
/// all of it.
#[derive(Default)]
pub(super) struct Rare {
    pub(super) successors: Linked<SuccessorSlot>,
    pub(super) children: Children,
    /// What most ops do not have, of those that have more of it than a region.
    pub(super) extras: Vec<OpExtra>,
    pub(super) free_extras: Vec<u32>,
    pub(super) free: Free,
    /// The resources of the file, in the outermost body.
    pub(super) resources: Option<Box<Resources>>,
}

/// The free ranges of the pools of a body.
#[derive(Default)]
pub(super) struct Free {
    pub(super) blocks: FreeRanges,
    pub(super) regions: FreeRanges,
    pub(super) values: FreeRanges,
    pub(super) operands: FreeRanges,
    pub(super) attr_slots: FreeRanges,
    pub(super) successors: FreeRanges,
}

impl Free {
    /// The free ranges, if there may be any.
    #[inline]
    pub(super) fn of(rare: &mut Option<Box<Rare>>) -> Option<&mut Self> {
        rare.as_deref_mut().map(|rare| &mut rare.free)
    }

    /// The free ranges, to add one.
    #[inline]
    pub(super) fn to_give(rare: &mut Option<Box<Rare>>) -> &mut Self {
        &mut rare.get_or_insert_default().free
    }
}

/// Empty arrays whose memory bodies had reserved and not used. The bodies of a file are read into
/// the same memory, one after the other, and each keeps arrays of its own size.
#[doc(hidden)]
#[derive(Default)]
pub struct SpareArrays {
    ops: Vec<Entry<OpData>>,
    blocks: SmallVec<[Entry<BlockData>; 1]>,
    regions: SmallVec<[Entry<RegionData>; 1]>,
    values: Vec<Entry<ValueData>>,
    operands: Vec<OperandSlot>,
    attr_slots: Vec<Option<Attribute>>,
}

impl Body {
    /// The body of a new isolated op `name`, with `regions` empty regions.
    pub fn new(ctx: &Context, name: OpName, location: Location, regions: usize) -> Self {
        let mut body = Self::new_in(ctx, name, location, &mut SpareArrays::default());
        for _ in 0..regions {
            body.add_region(body.root());
        }
        body
    }

    /// The body of a new isolated op without regions, in the memory of the body before it.
    pub(crate) fn new_in(
        ctx: &Context,
        name: OpName,
        location: Location,
        spare: &mut SpareArrays,
    ) -> Self {
        let mut body = Self {
            ctx: ctx.clone(),
            definitions: Definitions::of(ctx),
            first_tag: FirstTag::of_new_body(),
            first_free: OpSlot::NONE,
            ops: Pool::new_in(take(&mut spare.ops)),
            blocks: Pool::new_in(take(&mut spare.blocks)),
            regions: Pool::new_in(take(&mut spare.regions)),
            values: Pool::new_in(take(&mut spare.values)),
            operands: RangePool::new_in(take(&mut spare.operands)),
            attr_slots: RangePool::new_in(take(&mut spare.attr_slots)),
            rare: None,
            version: 0,
            argument_locations: Box::default(),
        };
        body.create_op(OperationState::new(name, location));
        body
    }

    /// The context's ops and dialects, for code that uses them while the body changes.
    #[doc(hidden)]
    #[inline]
    pub fn definitions(&self) -> &Arc<Definitions> {
        &self.definitions
    }

    /// The `OpInfo` of an op's name. Faster than asking the context.
    #[inline]
    pub(super) fn op_info(&self, name: OpName) -> &OpInfo {
        self.definitions.op_info(name)
    }

    /// The context.
    #[inline]
    pub fn context(&self) -> &Context {
        &self.ctx
    }

    /// The isolated op itself. It is in no block; its operands and results are those of its link in
    /// the enclosing body.
    #[inline]
    pub fn root(&self) -> OpId {
        self.ops.id_of(OpSlot::ROOT)
    }

    /// A counter that grows with every change of this body, but not of nested bodies.
    #[inline]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// A counter that grows with every change of this body or a body nested in it. Adding or
    /// removing a nested body is a change too.
    pub fn deep_version(&self) -> u64 {
        if !self.has_children() {
            return self.version;
        }
        let mut sum = 0u64;
        let mut stack = vec![self];
        while let Some(body) = stack.pop() {
            sum = sum.wrapping_add(body.version);
            stack.extend(body.child_bodies());
        }
        sum
    }

    pub(super) fn changed(&mut self) {
        self.version += 1;
    }

    /// The resources of the file that the op was read from.
    #[inline]
    pub fn resources(&self) -> Option<&Resources> {
        self.rare.as_ref()?.resources.as_deref()
    }

    /// The resources, to be changed. Created empty if there are none.
    pub fn resources_mut(&mut self) -> &mut Resources {
        self.rare.get_or_insert_default().resources.get_or_insert_default()
    }

    /// Adds the resources of a file that was read into another body.
    pub(crate) fn take_resources(&mut self, from: &mut Body) {
        if let Some(resources) = from.rare.as_mut().and_then(|rare| rare.resources.take()) {
            self.resources_mut().append(*resources);
        }
    }

    /// Reserves memory for about `ops` more ops, with two operands and a result each, and for some
    /// block arguments.
    #[doc(hidden)]
    pub fn reserve(&mut self, ops: usize) {
        const MORE: usize = 8;
        self.ops.reserve(ops + 1);
        self.values.reserve(ops + MORE);
        self.operands.reserve(2 * ops + MORE);
        self.attr_slots.reserve(ops);
    }

    /// Gives the memory that a small body has reserved and not used to the next one.
    #[doc(hidden)]
    pub fn fit(&mut self, spare: &mut SpareArrays) {
        self.ops.fit(&mut spare.ops);
        self.blocks.fit(&mut spare.blocks);
        self.regions.fit(&mut spare.regions);
        self.values.fit(&mut spare.values);
        self.operands.fit(&mut spare.operands);
        self.attr_slots.fit(&mut spare.attr_slots);
        if let Some(rare) = &mut self.rare {
            fit(&mut rare.extras, &mut Vec::new());
        }
    }

    /// Moves the arrays of a small body that grow with its ops to memory that bodies before had
    /// reserved and not used. [`Body::fit`] is called when it does not grow any more.
    #[doc(hidden)]
    pub fn make_room(&mut self, spare: &mut SpareArrays) {
        self.ops.make_room(&mut spare.ops);
        self.values.make_room(&mut spare.values);
        self.operands.make_room(&mut spare.operands);
        self.attr_slots.make_room(&mut spare.attr_slots);
    }

    /// Reserves memory for about `ops` ops and for the growth that passes cause: a [large](LARGE)
    /// body may become several times as large.
    pub(crate) fn reserve_to_grow(&mut self, ops: usize) {
        self.reserve(if ops < LARGE { ops } else { 5 * ops });
    }

    /// One more than the largest [`OpId::index`] of the body, for dense tables.
    pub fn op_capacity(&self) -> usize {
        self.ops.num_slots()
    }

    /// One more than the largest [`ValueId::index`] of the body.
    pub fn value_capacity(&self) -> usize {
        self.values.num_slots()
    }

    /// Whether the body has, or had, any value.
    pub(crate) fn has_values(&self) -> bool {
        self.values.num_slots() > 0
    }

    /// One more than the largest [`BlockId::index`] of the body.
    pub fn block_capacity(&self) -> usize {
        self.blocks.num_slots()
    }

    /// Whether the op is one of this body and has not been erased.
    #[track_caller]
    #[inline]
    pub fn is_live(&self, op: OpId) -> bool {
        self.ops.is_live(op)
    }

    // Ops

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
    #[track_caller]
    pub fn create_simple_op(
        &mut self,
        name: OpName,
        location: Location,
        operands: &[ValueId],
        result_types: &[Type],
    ) -> OpId {
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
            ExtraPlace::Extras(index) => {
                for &(_, value) in &take(&mut rare.extras[index]).discardable {
                    self.ctx.release_elements(value);
                }
                rare.free_extras.push(data.extra);
            }
            ExtraPlace::Body(index) => {
                // The sum of versions must not get smaller when the nested body is dropped.
                let child = rare.children.remove(index);
                self.version += child.map_or(0, |child| child.deep_version());
            }
            ExtraPlace::Nowhere | ExtraPlace::Region(_) => {}
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
            ExtraPlace::Extras(index) => return &mut rare.extras[index],
            ExtraPlace::Body(_) => panic!("the regions and attributes of a link are its body's"),
            ExtraPlace::Region(region) => smallvec![self.regions.at(region).id],
            ExtraPlace::Nowhere => SmallVec::new(),
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
        if known != Some(self.ops[id].name.index() as u32) {
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
            ExtraPlace::Nowhere | ExtraPlace::Body(_) => &[],
            ExtraPlace::Region(region) => std::slice::from_ref(&self.regions.at(region).id),
            ExtraPlace::Extras(_) => self.extra_of(op).map_or(&[], |extra| &extra.regions),
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

    // Values

    /// The value's type.
    #[track_caller]
    #[inline]
    pub fn ty(&self, value: ValueId) -> Type {
        self.values[value].ty
    }

    /// Changes the value's type.
    #[track_caller]
    pub fn set_type(&mut self, value: ValueId, ty: Type) {
        self.changed();
        self.values[value].ty = ty;
    }

    /// The definition of the value.
    #[track_caller]
    pub fn value_def(&self, value: ValueId) -> ValueDef {
        let origin = self.values[value].origin;
        let (owner, index) = (origin.owner as usize, origin.index());
        if origin.is_argument() {
            ValueDef::Argument { block: self.blocks.id_at(owner), index }
        } else {
            ValueDef::Result { op: self.ops.id_at(owner), index }
        }
    }

    /// The op that the value is a result of.
    #[track_caller]
    #[inline]
    pub fn defining_op(&self, value: ValueId) -> Option<OpId> {
        let origin = self.values[value].origin;
        (!origin.is_argument()).then(|| self.ops.id_at(origin.owner as usize))
    }

    /// The value as a constant, if an op that holds one defines it.
    #[track_caller]
    #[doc(hidden)]
    #[inline]
    pub fn constant_value(&self, value: ValueId) -> Option<Attribute> {
        let origin = self.values[value].origin;
        let slot = origin.constant_slot()?;
        self.attr_slots[self.ops.record(origin.owner as usize).attrs_start + slot as u32]
    }

    /// The block that defines the value: as an argument, or because it contains the defining op.
    #[track_caller]
    #[inline]
    pub fn defining_block(&self, value: ValueId) -> Option<BlockId> {
        self.blocks.id_if_any(self.defining_block_at(self.values[value].origin))
    }

    /// The block that defines a value of this origin.
    #[inline]
    pub(super) fn defining_block_at(&self, origin: Origin) -> BlockSlot {
        if origin.is_argument() {
            BlockSlot::new(origin.owner as usize)
        } else {
            self.ops.record(origin.owner as usize).block
        }
    }
}

impl Drop for Body {
    /// Releases large elements, which are counted.
    fn drop(&mut self) {
        for slot in self.attr_slots.all().iter().flatten() {
            self.ctx.release_elements(*slot);
        }
        if let Some(rare) = &mut self.rare {
            for &(_, value) in rare.extras.iter().flat_map(|extra| &*extra.discardable) {
                self.ctx.release_elements(value);
            }
            rare.children.clear();
        }
    }
}
