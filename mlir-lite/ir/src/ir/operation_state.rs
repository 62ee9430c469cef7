//! All that an op is made of, before it is made.

use crate::attributes::{Attribute, NamedAttribute};
use crate::context::OpName;
use crate::ir::entities::{BlockId, RegionId, ValueId};
use crate::ir::location::Location;
use crate::types::Type;
use smallvec::SmallVec;

/// All that an op is created from.
///
/// Operands that are passed to successors are given with these; they follow
/// the others.
#[derive(Clone)]
pub struct OperationState {
    /// The op's name.
    pub name: OpName,
    /// Where it comes from.
    pub location: Location,
    /// Operands that are not passed to successors.
    pub operands: SmallVec<[ValueId; 4]>,
    /// Types of the results.
    pub result_types: SmallVec<[Type; 2]>,
    /// Attributes, inherent and discardable, in any order.
    pub attributes: SmallVec<[NamedAttribute; 2]>,
    /// Successors with the operands passed to them.
    pub successors: SmallVec<[(BlockId, SmallVec<[ValueId; 2]>); 2]>,
    /// Regions, created detached in the same body.
    pub regions: SmallVec<[RegionId; 1]>,
}

impl OperationState {
    /// An op without operands, results, attributes, successors and regions.
    pub fn new(name: OpName, location: Location) -> Self {
        Self {
            name,
            location,
            operands: SmallVec::new(),
            result_types: SmallVec::new(),
            attributes: SmallVec::new(),
            successors: SmallVec::new(),
            regions: SmallVec::new(),
        }
    }

    /// The state of another op; the lists keep their room.
    pub(crate) fn reset(&mut self, name: OpName, location: Location) {
        self.name = name;
        self.location = location;
        self.operands.clear();
        self.result_types.clear();
        self.attributes.clear();
        self.successors.clear();
        self.regions.clear();
    }

    /// With more operands.
    pub fn operands(mut self, operands: &[ValueId]) -> Self {
        self.operands.extend_from_slice(operands);
        self
    }

    /// With more results.
    pub fn results(mut self, types: &[Type]) -> Self {
        self.result_types.extend_from_slice(types);
        self
    }

    /// With one more attribute.
    pub fn attribute(mut self, name: crate::ir::Ident, value: Attribute) -> Self {
        self.attributes.push((name, value));
        self
    }

    /// With one more successor.
    pub fn successor(mut self, block: BlockId, operands: &[ValueId]) -> Self {
        self.successors.push((block, operands.into()));
        self
    }
}
