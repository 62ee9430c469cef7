//! Regions, blocks and their arguments: how they are created and destroyed.

use crate::ir::body::Body;
use crate::ir::entities::{BlockId, OpId, RegionId, ValueId};
use crate::ir::location::Location;
use crate::ir::records::{BlockData, END, Origin, RegionData, ValueData};
use crate::types::Type;
use smallvec::SmallVec;

/// A region of no op, without blocks.
const NO_REGION: RegionData = RegionData { owner: None, index: 0, first: None, last: None };

impl Body {
    /// Creates a region, in no op.
    pub fn create_region(&mut self) -> RegionId {
        self.changed();
        self.regions.alloc(NO_REGION)
    }

    /// The regions of all ops.
    pub(crate) fn all_regions(&self) -> impl Iterator<Item = RegionId> + '_ {
        // Those that are erased belong to no op.
        let regions = self.regions.slots().iter().enumerate();
        regions.filter(|(_, region)| region.owner.is_some()).map(|(index, _)| self.regions.id_at(index))
    }

    /// Erases a region whose blocks are erased.
    pub(super) fn free_region(&mut self, region: RegionId) {
        self.regions[region] = NO_REGION;
        self.regions.free(region);
    }

    /// Gives the op one more region.
    pub fn add_region(&mut self, op: OpId) -> RegionId {
        let region = self.create_region();
        self.set_owner(region, op, self.regions(op).len());
        self.extra_mut(op).regions.push(region);
        region
    }

    /// Makes a region the one of that index of an op, which is to list it.
    pub(super) fn set_owner(&mut self, region: RegionId, op: OpId, index: usize) {
        let data = &mut self.regions[region];
        (data.owner, data.index) = (Some(op), index as u32);
    }

    /// Erases the op's last region, which must be empty.
    pub fn remove_last_region(&mut self, op: OpId) {
        self.changed();
        if let Some(region) = self.extra_mut(op).regions.pop() {
            debug_assert!(self.regions[region].first.is_none(), "a removed region has blocks");
            self.free_region(region);
        }
    }

    /// Creates a block at the end of a region.
    pub fn create_block(&mut self, region: RegionId, arg_types: &[Type]) -> BlockId {
        let block = self.create_detached_block(arg_types);
        self.append_block(region, block);
        block
    }

    /// Creates a block, in no region.
    pub fn create_detached_block(&mut self, arg_types: &[Type]) -> BlockId {
        self.changed();
        let block = self.blocks.alloc(BlockData {
            region: None,
            prev: None,
            next: None,
            first_op: None,
            last_op: None,
            args: SmallVec::new(),
            first_pred: END,
        });
        for &ty in arg_types {
            self.add_argument(block, ty);
        }
        block
    }

    /// Erases a block without uses of its arguments or ops' results outside
    /// it, and without predecessors.
    pub fn erase_block(&mut self, block: BlockId) {
        while let Some(op) = self.blocks[block].last_op {
            self.erase_op(op);
        }
        self.detach_block(block);
        debug_assert!(self.blocks[block].first_pred == END, "an erased block has predecessors");
        for &arg in &self.blocks[block].args {
            debug_assert!(self.values[arg].first_use == END, "an erased block's argument has uses");
        }
        self.free_block(block);
    }

    /// Erases blocks that may use each other's values.
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
    pub fn arguments(&self, block: BlockId) -> &[ValueId] {
        &self.blocks[block].args
    }

    /// Gives the block other arguments, and returns the old ones. These stay
    /// valid, with their uses, until they are put back or freed.
    pub(crate) fn exchange_arguments(
        &mut self,
        block: BlockId,
        arguments: SmallVec<[ValueId; 2]>,
    ) -> SmallVec<[ValueId; 2]> {
        self.changed();
        let old = std::mem::replace(&mut self.blocks[block].args, arguments);
        self.renumber_arguments(block, 0);
        old
    }

    /// Creates a value that becomes an argument of `block` when it is exchanged
    /// for others.
    pub(crate) fn create_loose_argument(&mut self, block: BlockId, ty: Type) -> ValueId {
        self.alloc_argument(ty, Origin::argument(block, 0))
    }

    /// Frees arguments that were exchanged for others and have no uses.
    pub(crate) fn free_loose_arguments(&mut self, arguments: &[ValueId]) {
        for &value in arguments {
            debug_assert!(self.values[value].first_use == END, "a freed argument has uses");
            self.values.free(value);
        }
    }

    /// Adds an argument at the end.
    pub fn add_argument(&mut self, block: BlockId, ty: Type) -> ValueId {
        self.insert_argument(block, self.blocks[block].args.len(), ty)
    }

    /// Adds an argument before the one at `index`.
    pub fn insert_argument(&mut self, block: BlockId, index: usize, ty: Type) -> ValueId {
        self.changed();
        let value = self.alloc_argument(ty, Origin::argument(block, index));
        self.blocks[block].args.insert(index, value);
        self.renumber_arguments(block, index + 1);
        value
    }

    fn alloc_argument(&mut self, ty: Type, origin: Origin) -> ValueId {
        let value = self.values.alloc(ValueData { ty, origin, first_use: END });
        // The value may have been another argument before.
        if let Some(location) = self.argument_locations.get_mut(value.index()) {
            *location = Location::UNKNOWN;
        }
        value
    }

    /// Where a block's argument comes from.
    pub fn argument_location(&self, argument: ValueId) -> Location {
        self.argument_locations.get(argument.index()).copied().unwrap_or(Location::UNKNOWN)
    }

    /// Says where a block's argument comes from.
    pub fn set_argument_location(&mut self, argument: ValueId, location: Location) {
        let index = argument.index();
        if self.argument_locations.len() <= index {
            if location == Location::UNKNOWN {
                return;
            }
            self.argument_locations.resize(index + 1, Location::UNKNOWN);
        }
        self.argument_locations[index] = location;
    }

    /// Erases an argument without uses.
    pub fn erase_argument(&mut self, block: BlockId, index: usize) {
        self.changed();
        let value = self.blocks[block].args.remove(index);
        debug_assert!(self.values[value].first_use == END, "an erased argument has uses");
        self.values.free(value);
        self.renumber_arguments(block, index);
    }

    pub(super) fn renumber_arguments(&mut self, block: BlockId, from: usize) {
        for i in from..self.blocks[block].args.len() {
            let value = self.blocks[block].args[i];
            self.values[value].origin = Origin::argument(block, i);
        }
    }
}
