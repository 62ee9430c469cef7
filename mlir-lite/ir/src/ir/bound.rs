//! The values of symbols in rewrite rules, and the return values of functions that rules call.

use crate::data::attributes::Attribute;
use crate::data::location::Location;
use crate::ir::body::Body;
use crate::ir::entities::{OpId, RegionId, ValueId};
use crate::ir::op_def::OpDefinition;
use smallvec::SmallVec;

/// The binding of a symbol.
#[derive(PartialEq, Debug)]
pub enum Bound {
    /// Nothing: an absent attribute, or a symbol that is not bound yet.
    Absent,
    /// An operand or result: one value, or any number for an optional or variadic one.
    Values(SmallVec<[ValueId; 2]>),
    /// An attribute.
    Attr(Attribute),
    /// An op.
    Op(OpId),
    /// A location.
    Location(Location),
    /// The regions of an op that a field of its declaration stands for.
    Regions(SmallVec<[RegionId; 1]>),
}

impl Clone for Bound {
    fn clone(&self) -> Self {
        match self {
            Self::Absent => Self::Absent,
            Self::Values(values) => match values[..] {
                [value] => Self::value(value),
                _ => Self::Values(values.clone()),
            },
            Self::Attr(value) => Self::Attr(*value),
            Self::Op(op) => Self::Op(*op),
            Self::Location(location) => Self::Location(*location),
            Self::Regions(regions) => Self::Regions(regions.clone()),
        }
    }
}

impl Bound {
    /// A single value, which is the common case: built without the loops for lists.
    pub fn value(value: ValueId) -> Self {
        Self::Values(SmallVec::from_buf_and_len([value; 2], 1))
    }

    /// The first of the values.
    pub fn first_value(&self, body: &Body) -> Option<ValueId> {
        match self {
            Self::Values(values) => values.first().copied(),
            Self::Op(op) => body.results(*op).next(),
            _ => None,
        }
    }

    /// The values: of an operand or result, or all results of an op.
    pub fn values(&self, body: &Body) -> SmallVec<[ValueId; 2]> {
        match self {
            Self::Values(values) => values.clone(),
            Self::Op(op) => body.results(*op).collect(),
            _ => SmallVec::new(),
        }
    }
}

/// Types that a rule's function can return.
pub trait IntoBound {
    /// The argument, or the replacement value, that it becomes.
    fn into_bound(self) -> Bound;
}

impl IntoBound for ValueId {
    fn into_bound(self) -> Bound {
        Bound::value(self)
    }
}

impl IntoBound for Vec<ValueId> {
    fn into_bound(self) -> Bound {
        Bound::Values(self.into())
    }
}

impl IntoBound for SmallVec<[ValueId; 4]> {
    fn into_bound(self) -> Bound {
        Bound::Values(SmallVec::from_slice(&self))
    }
}

impl IntoBound for &[ValueId] {
    fn into_bound(self) -> Bound {
        Bound::Values(self.into())
    }
}

impl IntoBound for Attribute {
    fn into_bound(self) -> Bound {
        Bound::Attr(self)
    }
}

impl IntoBound for Option<Attribute> {
    fn into_bound(self) -> Bound {
        self.map_or(Bound::Absent, Bound::Attr)
    }
}

impl IntoBound for OpId {
    fn into_bound(self) -> Bound {
        Bound::Op(self)
    }
}

impl<O: OpDefinition> IntoBound for O {
    fn into_bound(self) -> Bound {
        Bound::Op(self.id())
    }
}

impl IntoBound for () {
    fn into_bound(self) -> Bound {
        Bound::Absent
    }
}
