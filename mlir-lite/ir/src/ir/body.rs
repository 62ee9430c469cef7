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
//! Ops are created and erased in `ops.rs`. Blocks and their arguments are in `blocks.rs`, use lists
//! in `uses.rs`, order is in `layout.rs`, attributes are in `attrs.rs`.

use crate::data::Context;
use crate::data::attributes::Attribute;
use crate::data::location::Location;
use crate::data::types::Type;
use crate::ir::children::Children;
use crate::ir::definitions::Definitions;
use crate::ir::entities::{BlockId, BlockSlot, OpId, OpSlot, RegionId, ValueDef, ValueId};
use crate::ir::op_name::{OpInfo, OpName};
pub use crate::ir::operation_state::OperationState;
use crate::ir::records::{
    BlockData, END, OpData, OpExtra, OperandSlot, Origin, RegionData, SuccessorSlot, ValueData,
};
use crate::ir::resources::Resources;
use crate::support::pool::{
    EntitySlot, Entry, FirstTag, FreeRanges, LARGE, Pool, PoolOfOne, RangePool, fit,
};
use smallvec::SmallVec;
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

/// A pool of records in linked lists, which end with the slot that is in no range.
pub(super) type Linked<T> = RangePool<T, { END as usize + 1 }>;

/// The rarely used fields of a body. A module may have many small functions, so a body has one
/// word for all of it.
#[derive(Default)]
pub(super) struct Rare {
    pub(super) successors: Linked<SuccessorSlot>,
    pub(super) children: Children,
    /// The rarely used fields of ops that have more of them than a region.
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
