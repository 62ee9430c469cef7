//! How control and values go between an op and its regions.

use crate::data::attributes::Attribute;
use crate::ir::entities::{RegionId, ValueId};
use crate::ir::op_def::TraitFlags;
use crate::ir::typed_view::{OpView, View};
use crate::ir::view::{BlockRef, OpRef, RegionRef};
use mlir_lite_macros::op_interface;
use smallvec::SmallVec;

/// Where control goes from an op with regions, or from the end of one of them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum RegionSuccessor {
    /// To what follows the op; the values are its results.
    Parent,
    /// To one of its regions; the values are arguments of its entry block.
    Region(RegionId),
}

/// A few places where control may go.
pub type RegionSuccessors = SmallVec<[RegionSuccessor; 2]>;

/// Ops that run their regions, pass values to them, and take their results from them.
///
/// Analyses ask what may happen if operands are constants. An op without this interface may run its
/// regions with any arguments, and may have any results.
#[op_interface]
pub trait RegionBranchOpInterface {
    /// Where control may go from the op itself, or after one of its regions has ended; the latter
    /// only if the region's terminator does not know. `operands` are those of the op, or of the
    /// terminator, that are known to be constant.
    ///
    /// By default, the op runs [one of its regions](OpRef::one_of_its_regions).
    fn successors(
        op: View<'_, Self>,
        from: Option<RegionId>,
        _operands: &[Option<Attribute>],
    ) -> RegionSuccessors {
        op.op().one_of_its_regions(from)
    }

    /// The operands of the op that are passed to a successor: the values of its inputs.
    fn entry_operands(_: View<'_, Self>, _to: RegionSuccessor) -> SmallVec<[ValueId; 4]> {
        SmallVec::new()
    }

    /// The arguments of a region that take the values which are passed to it: all, unless an op
    /// has others, such as the number of an iteration.
    fn region_inputs(op: View<'_, Self>, region: RegionId) -> SmallVec<[ValueId; 4]> {
        op.op().region_named(region).map_or_else(SmallVec::new, entry_arguments)
    }
}

/// Ops that end a region and decide where control goes. Those that have the trait `ReturnLike`
/// need no interface: they pass all operands to where the op around them goes.
#[op_interface]
pub trait RegionBranchTerminatorOpInterface {
    /// Where control may go, if these operands are constants.
    fn successors(op: View<'_, Self>, operands: &[Option<Attribute>]) -> RegionSuccessors;

    /// The operands that are passed there.
    fn forwarded_operands(op: View<'_, Self>) -> SmallVec<[ValueId; 4]>;
}

/// The arguments of the region's entry block.
fn entry_arguments(region: RegionRef<'_>) -> SmallVec<[ValueId; 4]> {
    region.entry().map_or_else(SmallVec::new, |entry| SmallVec::from_slice(entry.arguments()))
}

impl<'b> OpRef<'b> {
    /// The op's region of this id.
    fn region_named(self, id: RegionId) -> Option<RegionRef<'b>> {
        self.regions().find(|region| region.id() == id)
    }

    /// Where control goes if the op runs one of its regions and ends with it: from the op, to each
    /// of them, in their order, and from a region, to what follows the op. An empty region is one
    /// that is left out: then control goes to what follows.
    pub fn one_of_its_regions(self, from: Option<RegionId>) -> RegionSuccessors {
        match from {
            Some(_) => RegionSuccessors::from_elem(RegionSuccessor::Parent, 1),
            None => self
                .regions()
                .map(|region| match region.is_empty() {
                    true => RegionSuccessor::Parent,
                    false => RegionSuccessor::Region(region.id()),
                })
                .collect(),
        }
    }

    /// The operands that an op at the end of a region passes on when control leaves the region.
    /// None if control does not.
    pub fn operands_passed_on(self) -> Option<SmallVec<[ValueId; 4]>> {
        if self.has_trait(TraitFlags::RETURN_LIKE) {
            return Some(self.operands().collect());
        }
        self.ask::<dyn RegionBranchTerminatorOpInterface, _>(|end| end.forwarded_operands())
    }

    /// Where control may go from the end of a region of `parent`, if these operands of the end are
    /// constants. None if control does not leave the region, or nothing is known about the parent.
    pub fn successors_of_end(
        self,
        parent: OpRef<'_>,
        operands: &[Option<Attribute>],
    ) -> Option<RegionSuccessors> {
        let own =
            self.ask::<dyn RegionBranchTerminatorOpInterface, _>(|end| end.successors(operands));
        if own.is_some() {
            return own;
        }
        if !self.has_trait(TraitFlags::RETURN_LIKE) {
            return None;
        }
        let region = self.body().block_region(self.body().block(self.id())?)?;
        parent.ask::<dyn RegionBranchOpInterface, _>(|op| op.successors(Some(region), operands))
    }

    /// The values that take those which control brings to a successor: results of the op, or
    /// arguments of its regions.
    pub fn successor_inputs(self, to: RegionSuccessor) -> Option<SmallVec<[ValueId; 4]>> {
        match to {
            RegionSuccessor::Parent => Some(self.results().collect()),
            RegionSuccessor::Region(region) => {
                self.ask::<dyn RegionBranchOpInterface, _>(|op| op.region_inputs(region))
            }
        }
    }

    /// The values that a value may be which control brings to a successor of the op: what the op
    /// and the ends of its regions pass to it. None if that is not known.
    pub fn predecessor_values(
        self,
        to: RegionSuccessor,
        value: ValueId,
    ) -> Option<SmallVec<[ValueId; 4]>> {
        let index = self.successor_inputs(to)?.iter().position(|&input| input == value)?;
        let no_constants =
            |op: OpRef<'_>| SmallVec::<[Option<Attribute>; 4]>::from_elem(None, op.num_operands());
        let mut values = SmallVec::new();
        let from_op = self.ask::<dyn RegionBranchOpInterface, _>(|op| {
            let leads_there = op.successors(None, &no_constants(self)).contains(&to);
            leads_there.then(|| op.entry_operands(to))
        })?;
        if let Some(passed) = from_op {
            values.push(*passed.get(index)?);
        }
        for end in self.regions().flat_map(RegionRef::blocks).map(BlockRef::terminator) {
            let end = end?;
            if end.successors().len() == 0
                && let Some(successors) = end.successors_of_end(self, &no_constants(end))
                && successors.contains(&to)
            {
                values.push(*end.operands_passed_on()?.get(index)?);
            }
        }
        Some(values)
    }
}
