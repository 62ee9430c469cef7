//! Folding: an op returns what it equals, without creating ops.

use crate::data::attributes::Attribute;
use crate::ir::body::Body;
use crate::ir::entities::ValueId;
use crate::ir::view::OpRef;
use smallvec::SmallVec;
use std::fmt;

/// Folds an op, given the constants among its operands.
pub type FoldFn = fn(OpRef<'_>, &[Option<Attribute>]) -> Fold;

/// The replacement of an op's result.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FoldValue {
    /// A constant, to be materialized by the op's dialect.
    Constant(Attribute),
    /// A value that is already there.
    Value(ValueId),
}

/// Outcome of folding.
#[derive(Debug)]
pub enum Fold {
    /// Nothing is known.
    Unchanged,
    /// The op is simplified by changing itself.
    InPlace(OpEdit),
    /// The value or constant that replaces each result.
    Replaced(SmallVec<[FoldValue; 1]>),
}

/// A change of one op's operands or attributes that has not been made yet.
pub struct OpEdit(Box<dyn FnOnce(&mut Body)>);

impl OpEdit {
    /// `edit` changes the op in its body.
    pub fn new(edit: impl FnOnce(&mut Body) + 'static) -> Self {
        Self(Box::new(edit))
    }

    /// Makes the change.
    pub fn apply(self, body: &mut Body) {
        (self.0)(body);
    }
}

impl fmt::Debug for OpEdit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OpEdit")
    }
}

impl Fold {
    /// Replaces the op's only result by a constant.
    pub fn constant(attribute: Attribute) -> Self {
        Self::Replaced(SmallVec::from_elem(FoldValue::Constant(attribute), 1))
    }

    /// Replaces the op's only result by another value.
    pub fn value(value: impl Into<ValueId>) -> Self {
        Self::Replaced(SmallVec::from_elem(FoldValue::Value(value.into()), 1))
    }

    /// Simplifies the op by `edit`, which changes its operands or attributes and creates nothing.
    ///
    /// ```
    /// # extern crate mlir_lite_ir as mlir_lite;
    /// use mlir_lite::ir::prelude::*;
    ///
    /// /// Gives a value another type.
    /// #[op(name = "demo.cast", format = "$source attr-dict `:` type($source) `to` type($result)")]
    /// pub struct CastOp {
    ///     #[operand] source: AnyType,
    ///     #[result] result: AnyType,
    /// }
    ///
    /// /// A cast of a cast is a cast of what was cast first.
    /// fn fold(op: CastOpRef<'_>) -> Fold {
    ///     let Some(inner) = op.source().defining::<CastOp>() else {
    ///         return Fold::Unchanged;
    ///     };
    ///     let (op, source) = (op.handle(), inner.source().id());
    ///     Fold::in_place(move |body| op.set_source(body, source))
    /// }
    /// ```
    pub fn in_place(edit: impl FnOnce(&mut Body) + 'static) -> Self {
        Self::InPlace(OpEdit::new(edit))
    }
}

/// The outcome of a constant computation: its result, or unchanged if it is not known.
impl From<Option<Attribute>> for Fold {
    fn from(constant: Option<Attribute>) -> Self {
        constant.map_or(Self::Unchanged, Self::constant)
    }
}

/// The value that the op's only result equals, if one is found.
impl From<Option<FoldValue>> for Fold {
    fn from(value: Option<FoldValue>) -> Self {
        value.map_or(Self::Unchanged, |value| Self::Replaced(SmallVec::from_elem(value, 1)))
    }
}
