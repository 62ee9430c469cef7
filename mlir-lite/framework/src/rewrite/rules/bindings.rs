//! The bindings of a rule's symbols, and how functions get them.

use crate::rewrite::rules::check;
use mlir_lite::attributes::Attribute;
use mlir_lite::ir::bound::Bound;
use mlir_lite::ir::{Body, Location, OpId, RegionId, ValueId};

/// A symbol, or a declared result of the op that it is bound to.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Reference {
    /// The symbol.
    pub symbol: usize,
    /// The result.
    pub result: Option<usize>,
}

impl Reference {
    /// Returns its binding.
    pub(crate) fn of(self, body: &Body, bindings: &[Bound]) -> Bound {
        let bound = &bindings[self.symbol];
        match (bound, self.result) {
            (&Bound::Op(op), Some(result)) => Bound::Values(
                body.result_group(op, result).map(|index| body.result(op, index)).collect(),
            ),
            _ => bound.clone(),
        }
    }
}

/// A type that a parameter of a rule's function can have.
pub trait FromBound<'b>: Sized {
    /// The kinds of symbols that it can be made from.
    const KINDS: &'static [u8];

    /// The parameter.
    fn from_bound(bound: &'b Bound, body: &Body) -> Option<Self>;

    /// The value of a function's parameter.
    ///
    /// # Panics
    /// If it cannot be of that type. The compiler checks everything that rules bind; the results of
    /// functions are checked when they are called.
    #[doc(hidden)]
    fn get<const KIND: u8>(bound: &'b Bound, body: &Body) -> Self {
        const {
            assert!(
                accepts(Self::KINDS, KIND),
                "the function takes something else than this argument"
            )
        }
        Self::from_bound(bound, body).unwrap_or_else(|| {
            panic!("a function of a rewrite rule takes another argument than {bound:?}")
        })
    }
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

impl FromBound<'_> for ValueId {
    const KINDS: &'static [u8] = &[check::VALUE, check::OP];
    fn from_bound(bound: &Bound, body: &Body) -> Option<Self> {
        bound.first_value(body)
    }
}

impl FromBound<'_> for Option<ValueId> {
    const KINDS: &'static [u8] = &[check::VALUE, check::OPTIONAL_VALUE];
    fn from_bound(bound: &Bound, body: &Body) -> Option<Self> {
        Some(bound.first_value(body))
    }
}

impl<'b> FromBound<'b> for &'b [ValueId] {
    const KINDS: &'static [u8] = &[check::VALUE, check::OPTIONAL_VALUE, check::VALUES];
    fn from_bound(bound: &'b Bound, _body: &Body) -> Option<Self> {
        match bound {
            Bound::Values(values) => Some(values),
            Bound::Absent => Some(&[]),
            _ => None,
        }
    }
}

impl FromBound<'_> for RegionId {
    const KINDS: &'static [u8] = &[check::REGION];
    fn from_bound(bound: &Bound, _body: &Body) -> Option<Self> {
        match bound {
            Bound::Regions(regions) => regions.first().copied(),
            _ => None,
        }
    }
}

impl<'b> FromBound<'b> for &'b [RegionId] {
    const KINDS: &'static [u8] = &[check::REGION, check::REGIONS];
    fn from_bound(bound: &'b Bound, _body: &Body) -> Option<Self> {
        match bound {
            Bound::Regions(regions) => Some(regions),
            _ => None,
        }
    }
}

impl FromBound<'_> for Attribute {
    const KINDS: &'static [u8] = &[check::ATTR];
    fn from_bound(bound: &Bound, _body: &Body) -> Option<Self> {
        match bound {
            Bound::Attr(value) => Some(*value),
            _ => None,
        }
    }
}

impl FromBound<'_> for Option<Attribute> {
    const KINDS: &'static [u8] = &[check::ATTR, check::OPTIONAL_ATTR];
    fn from_bound(bound: &Bound, body: &Body) -> Option<Self> {
        Some(Attribute::from_bound(bound, body))
    }
}

impl FromBound<'_> for OpId {
    const KINDS: &'static [u8] = &[check::OP];
    fn from_bound(bound: &Bound, body: &Body) -> Option<Self> {
        match bound {
            Bound::Op(op) => Some(*op),
            Bound::Values(values) => body.defining_op(*values.first()?),
            _ => None,
        }
    }
}

impl FromBound<'_> for Location {
    const KINDS: &'static [u8] = &[check::LOCATION];
    fn from_bound(bound: &Bound, _body: &Body) -> Option<Self> {
        match bound {
            Bound::Location(location) => Some(*location),
            _ => None,
        }
    }
}
