//! All that an op is made of, before it is made.

use crate::data::attributes::{Attribute, NamedAttribute};
use crate::data::location::Location;
use crate::data::types::Type;
use crate::ir::entities::{BlockId, RegionId, ValueId};
use crate::ir::op_name::OpName;
use smallvec::SmallVec;

/// Everything that an op is created from.
///
/// Operands that are passed to successors are stored with these, and follow the other operands.
#[derive(Clone)]
#[non_exhaustive]
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

    /// Replaces this by the empty state of another op; the lists keep their memory.
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

    /// Adds an attribute.
    pub fn attribute(mut self, name: crate::ir::Ident, value: Attribute) -> Self {
        self.attributes.push((name, value));
        self
    }

    /// Adds a successor.
    pub fn successor(mut self, block: BlockId, operands: &[ValueId]) -> Self {
        self.successors.push((block, operands.into()));
        self
    }
}
