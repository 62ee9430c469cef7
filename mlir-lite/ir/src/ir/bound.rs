//! What symbols of rewrite rules stand for, and what functions of rules return.

use crate::attributes::Attribute;
use crate::ir::body::Body;
use crate::ir::entities::{OpId, ValueId};
use crate::ir::location::Location;
use crate::ir::op_def::OpDefinition;
use smallvec::SmallVec;

/// What a symbol stands for.
#[derive(PartialEq, Debug)]
pub enum Bound {
    /// Nothing: an absent attribute, or not known yet.
    Absent,
    /// An operand or result: one value, or as many as an optional or variadic
    /// one has.
    Values(SmallVec<[ValueId; 2]>),
    /// An attribute.
    Attr(Attribute),
    /// An op.
    Op(OpId),
    /// A location.
    Location(Location),
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
        }
    }
}

impl Bound {
    /// One value, as most symbols stand for: made without the loops that lists are made with.
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

    /// The values: those of an operand or result, or all results of an op.
    pub fn values(&self, body: &Body) -> SmallVec<[ValueId; 2]> {
        match self {
            Self::Values(values) => values.clone(),
            Self::Op(op) => body.results(*op).collect(),
            _ => SmallVec::new(),
        }
    }
}

/// What a rule's function can return.
pub trait IntoBound {
    /// What an argument is then, or the value that replaces one.
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
