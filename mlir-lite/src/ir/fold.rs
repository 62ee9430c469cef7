//! Folding: an op says what it equals, without creating anything.

use crate::attributes::Attribute;
use crate::ir::body::Body;
use crate::ir::entities::{OpId, ValueId};
use smallvec::SmallVec;

/// Folds an op, given the constants among its operands.
pub type FoldFn = fn(&mut Body, OpId, &[Option<Attribute>]) -> Fold;

/// What a result of an op equals.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FoldValue {
    /// A constant, to be materialized by the op's dialect.
    Constant(Attribute),
    /// A value that is already there.
    Value(ValueId),
}

/// Outcome of folding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fold {
    /// Nothing is known.
    Unchanged,
    /// The op was changed in place.
    InPlace,
    /// What each of the results equals.
    Replaced(SmallVec<[FoldValue; 1]>),
}

impl Fold {
    /// The op's one result is a constant.
    pub fn constant(attribute: Attribute) -> Self {
        Self::Replaced(SmallVec::from_elem(FoldValue::Constant(attribute), 1))
    }

    /// The op's one result is another value.
    pub fn value(value: ValueId) -> Self {
        Self::Replaced(SmallVec::from_elem(FoldValue::Value(value), 1))
    }
}
