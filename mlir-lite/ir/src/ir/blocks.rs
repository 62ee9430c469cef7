//! Regions, blocks and their arguments: how they are created and destroyed.

use crate::data::location::Location;
use crate::data::types::Type;
use crate::ir::body::{Body, Free};
use crate::ir::entities::{BlockId, OpId, RegionId, ValueId};
use crate::ir::records::{BlockData, END, Origin, RegionData, ValueData};
use crate::support::pool::{EntityId, EntitySlot, Record};
use smallvec::SmallVec;
use std::mem::take;

impl Body {
    /// Creates a region that is not attached to an op.
    pub fn create_region(&mut self) -> RegionId {
        self.changed();
        let free = Free::of(&mut self.rare).map(|free| &mut free.regions);
        let region = self.regions.alloc(RegionData::nobody(), self.first_tag, free);
        self.regions.at_mut(region.slot()).id = region;
        region
    }

    /// The regions of all ops.
    pub(crate) fn all_regions(&self) -> impl Iterator<Item = RegionId> + '_ {
        // Erased regions have no owner, so they are skipped.
        let regions = self.regions.records().enumerate();
        regions
            .filter(|(_, region)| region.owner.is_some())
            .map(|(index, _)| self.regions.id_at(index))
    }

    /// Frees a region whose blocks have been erased.
    #[track_caller]
    pub(super) fn free_region(&mut self, region: RegionId) {
        self.regions[region] = RegionData::nobody();
        self.regions.free(region, &mut Free::to_give(&mut self.rare).regions);
    }

    /// Gives the op one more region.
    #[track_caller]
    pub fn add_region(&mut self, op: OpId) -> RegionId {
        let index = self.regions(op).len();
        let region = self.create_region();
        self.set_owner(region, op, index);
        if self.is_plain(op) {
            self.ops[op].set_only_region(region.slot());
        } else {
            self.extra_mut(op).regions.push(region);
        }
        region
    }

    /// Records that a region is the one with this index of `op`, which must list it.
    #[track_caller]
    pub(super) fn set_owner(&mut self, region: RegionId, op: OpId, index: usize) {
        let owner = self.ops.slot(op);
        let data = &mut self.regions[region];
        assert!(data.owner.is_none(), "the region is in an op already");
        (data.owner, data.index) = (owner, index as u32);
    }

    /// Erases the op's last region.
    ///
    /// # Panics
    /// If the region has blocks.
    #[track_caller]
    pub fn remove_last_region(&mut self, op: OpId) {
        self.changed();
        if let Some(region) = self.extra_mut(op).regions.pop() {
            assert!(self.regions[region].first.is_none(), "a region that is erased has blocks");
            self.free_region(region);
        }
    }

    /// Creates a block at the end of a region.
    #[track_caller]
    pub fn create_block(&mut self, region: RegionId, arg_types: &[Type]) -> BlockId {
        let block = self.create_detached_block(arg_types);
        self.append_block(region, block);
        block
    }

    /// Creates a block that is not in a region.
    pub fn create_detached_block(&mut self, arg_types: &[Type]) -> BlockId {
        self.changed();
        let free = Free::of(&mut self.rare).map(|free| &mut free.blocks);
        let block = self.blocks.alloc(BlockData::nobody(), self.first_tag, free);
        for &ty in arg_types {
            self.add_argument(block, ty);
        }
        block
    }

    /// Erases a block with the ops in it.
    ///
    /// # Panics
    /// If the block's arguments or its ops' results are used outside of the block, or if an op
    /// outside branches to it.
    #[track_caller]
    pub fn erase_block(&mut self, block: BlockId) {
        while let Some(op) = self.last_op(block) {
            self.erase_op(op);
        }
        self.refuse_uses_of_block(block);
        self.detach_block(block);
        self.free_block(block);
    }

    /// Erases blocks that may use each other's values and branch to each other.
    ///
    /// # Panics
    /// If their arguments or their ops' results are used outside of the blocks, or if an op outside
    /// branches to them.
    #[track_caller]
    pub fn erase_blocks(&mut self, blocks: &[BlockId]) {
        for &block in blocks {
            for op in self.ops(block).collect::<Vec<_>>() {
                self.drop_all_uses_within(op);
            }
        }
        for &block in blocks {
            self.erase_block(block);
        }
    }

    /// Drops the operands and successors of the op and of all ops in it.
    #[track_caller]
    fn drop_all_uses_within(&mut self, op: OpId) {
        let mut ops = vec![op];
        while let Some(op) = ops.pop() {
            self.drop_operands(op);
            self.drop_successors(op);
            for &region in self.regions(op) {
                for block in self.blocks(region) {
                    ops.extend(self.ops(block));
                }
            }
        }
    }

    /// The block's arguments.
    #[track_caller]
    #[inline]
    pub fn arguments(&self, block: BlockId) -> &[ValueId] {
        &self.blocks[block].args
    }

    /// Replaces the arguments of the block and returns the old ones. The old ones stay valid, with
    /// their uses, until they are put back or freed.
    #[track_caller]
    #[doc(hidden)]
    pub fn exchange_arguments(
        &mut self,
        block: BlockId,
        arguments: SmallVec<[ValueId; 2]>,
    ) -> SmallVec<[ValueId; 2]> {
        self.changed();
        let old = std::mem::replace(&mut self.blocks[block].args, arguments);
        self.renumber_arguments(block, 0);
        old
    }

    /// Creates a value that becomes an argument of `block` when it is exchanged for the current
    /// ones.
    #[track_caller]
    #[doc(hidden)]
    pub fn create_detached_argument(&mut self, block: BlockId, ty: Type) -> ValueId {
        let block = self.blocks.slot(block);
        self.alloc_argument(ty, Origin::argument(block, 0))
    }

    /// Frees arguments that were exchanged and have no uses.
    #[track_caller]
    #[doc(hidden)]
    pub fn free_detached_arguments(&mut self, arguments: &[ValueId]) {
        for &value in arguments {
            self.refuse_uses_of_argument(value);
            self.values.free(value, &mut Free::to_give(&mut self.rare).values);
        }
    }

    /// Adds an argument at the end.
    #[track_caller]
    pub fn add_argument(&mut self, block: BlockId, ty: Type) -> ValueId {
        self.insert_argument(block, self.blocks[block].args.len(), ty)
    }

    /// Adds an argument before the one at `index`.
    #[track_caller]
    pub fn insert_argument(&mut self, block: BlockId, index: usize, ty: Type) -> ValueId {
        self.changed();
        let value = self.alloc_argument(ty, Origin::argument(block.slot(), index));
        self.blocks[block].args.insert(index, value);
        self.renumber_arguments(block, index + 1);
        value
    }

    fn alloc_argument(&mut self, ty: Type, origin: Origin) -> ValueId {
        let free = Free::of(&mut self.rare).map(|free| &mut free.values);
        let data = ValueData { ty, origin, first_use: END };
        let value = self.values.alloc(data, self.first_tag, free);
        // The slot of the value may have been used by another argument before.
        if let Some(location) = self.argument_locations.get_mut(value.index()) {
            *location = Location::UNKNOWN;
        }
        value
    }

    /// The location of a block argument.
    #[track_caller]
    #[inline]
    pub fn argument_location(&self, argument: ValueId) -> Location {
        let index = self.values.slot(argument).index();
        self.argument_locations.get(index).copied().unwrap_or(Location::UNKNOWN)
    }

    /// Sets the location of a block argument.
    #[track_caller]
    pub fn set_argument_location(&mut self, argument: ValueId, location: Location) {
        let index = self.values.slot(argument).index();
        if self.argument_locations.len() <= index {
            if location == Location::UNKNOWN {
                return;
            }
            let mut all = take(&mut self.argument_locations).into_vec();
            all.resize((index + 1).max(2 * all.len()), Location::UNKNOWN);
            self.argument_locations = all.into();
        }
        self.argument_locations[index] = location;
    }

    /// Erases an argument.
    ///
    /// # Panics
    /// If the argument has uses.
    #[track_caller]
    pub fn erase_argument(&mut self, block: BlockId, index: usize) {
        self.refuse_uses_of_argument(self.blocks[block].args[index]);
        self.changed();
        let value = self.blocks[block].args.remove(index);
        self.values.free(value, &mut Free::to_give(&mut self.rare).values);
        self.renumber_arguments(block, index);
    }

    #[track_caller]
    pub(super) fn renumber_arguments(&mut self, block: BlockId, from: usize) {
        for i in from..self.blocks[block].args.len() {
            let value = self.blocks[block].args[i];
            self.values[value].origin = Origin::argument(block.slot(), i);
        }
    }
}
