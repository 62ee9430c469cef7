//! What symbols of a rule stand for, and how functions see it.

use crate::attributes::Attribute;
use crate::ir::{Body, Location, OpDefinition, OpId, ValueId};
use crate::rewrite::rules::check;
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

/// A symbol, or a declared result of the op that it stands for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Reference {
    /// The symbol.
    pub symbol: usize,
    /// The result.
    pub result: Option<usize>,
}

impl Reference {
    /// What it refers to.
    pub(crate) fn of(self, body: &Body, bindings: &[Bound]) -> Bound {
        let bound = &bindings[self.symbol];
        match (bound, self.result) {
            (&Bound::Op(op), Some(result)) => {
                Bound::Values(body.result_group(op, result).map(|index| body.result(op, index)).collect())
            }
            _ => bound.clone(),
        }
    }
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
    pub(crate) fn value(value: ValueId) -> Self {
        Self::Values(SmallVec::from_buf_and_len([value; 2], 1))
    }

    /// The first of the values.
    fn first_value(&self, body: &Body) -> Option<ValueId> {
        match self {
            Self::Values(values) => values.first().copied(),
            Self::Op(op) => body.results(*op).next(),
            _ => None,
        }
    }

    /// The values: those of an operand or result, or all results of an op.
    pub(crate) fn values(&self, body: &Body) -> SmallVec<[ValueId; 2]> {
        match self {
            Self::Values(values) => values.clone(),
            Self::Op(op) => body.results(*op).collect(),
            _ => SmallVec::new(),
        }
    }

    /// What a function's parameter is to be.
    ///
    /// # Panics
    /// If it cannot be of that type. The compiler sees to it for all that
    /// rules bind; what functions return is seen when they are called.
    #[doc(hidden)]
    pub fn get<T: FromBound, const KIND: u8>(&self, body: &Body) -> T {
        const { assert!(accepts(T::KINDS, KIND), "the function takes something else than this argument") }
        T::from_bound(self, body)
            .unwrap_or_else(|| panic!("a function of a rewrite rule takes another argument than {self:?}"))
    }
}

/// A type that a parameter of a rule's function can have.
pub trait FromBound: Sized {
    /// Of which kinds of symbols it can be made.
    const KINDS: &'static [u8];

    /// The parameter.
    fn from_bound(bound: &Bound, body: &Body) -> Option<Self>;
}

const fn accepts(kinds: &[u8], kind: u8) -> bool {
    let mut index = 0;
    while index < kinds.len() {
        if kinds[index] == kind {
            return true;
        }
        index += 1;
    }
    kind == check::ANYTHING
}

impl FromBound for ValueId {
    const KINDS: &'static [u8] = &[check::VALUE, check::OP];
    fn from_bound(bound: &Bound, body: &Body) -> Option<Self> {
        bound.first_value(body)
    }
}

impl FromBound for Option<ValueId> {
    const KINDS: &'static [u8] = &[check::VALUE, check::OPTIONAL_VALUE];
    fn from_bound(bound: &Bound, body: &Body) -> Option<Self> {
        Some(bound.first_value(body))
    }
}

impl FromBound for Vec<ValueId> {
    const KINDS: &'static [u8] = &[check::VALUE, check::OPTIONAL_VALUE, check::VALUES, check::OP];
    fn from_bound(bound: &Bound, body: &Body) -> Option<Self> {
        Some(bound.values(body).into_vec())
    }
}

impl FromBound for Attribute {
    const KINDS: &'static [u8] = &[check::ATTR];
    fn from_bound(bound: &Bound, _body: &Body) -> Option<Self> {
        match bound {
            Bound::Attr(value) => Some(*value),
            _ => None,
        }
    }
}

impl FromBound for Option<Attribute> {
    const KINDS: &'static [u8] = &[check::ATTR, check::OPTIONAL_ATTR];
    fn from_bound(bound: &Bound, body: &Body) -> Option<Self> {
        Some(Attribute::from_bound(bound, body))
    }
}

impl FromBound for OpId {
    const KINDS: &'static [u8] = &[check::OP];
    fn from_bound(bound: &Bound, body: &Body) -> Option<Self> {
        match bound {
            Bound::Op(op) => Some(*op),
            Bound::Values(values) => body.defining_op(*values.first()?),
            _ => None,
        }
    }
}

impl FromBound for Location {
    const KINDS: &'static [u8] = &[check::LOCATION];
    fn from_bound(bound: &Bound, _body: &Body) -> Option<Self> {
        match bound {
            Bound::Location(location) => Some(*location),
            _ => None,
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
