//! Typed views: an op of a known kind, or a value, together with its body.
//!
//! `AddFOp` is an id, which stays valid while the body changes. Its view, `AddFOpRef<'b>`, borrows
//! the body, so its accessors need no other argument:
//!
//! ```
//! # extern crate mlir_lite_ir as mlir_lite;
//! # mod arith {
//! #     use mlir_lite::ir::prelude::*;
//! #     /// A sum.
//! #     #[op(name = "arith.addf", format = "$lhs `,` $rhs attr-dict `:` type($result)",
//! #          traits(SameOperandsAndResultType))]
//! #     pub struct AddFOp {
//! #         #[operand] lhs: FloatLike,
//! #         #[operand] rhs: FloatLike,
//! #         #[result] result: FloatLike,
//! #     }
//! # }
//! use arith::AddFOpRef;
//! use mlir_lite::types::Type;
//!
//! fn adds_doubles(op: AddFOpRef<'_>) -> bool {
//!     op.lhs().ty() == Type::F64 && op.lhs() != op.rhs()
//! }
//! ```

use crate::data::Context;
use crate::data::types::Type;
use crate::ir::body::Body;
use crate::ir::entities::{OpId, ValueId};
use crate::ir::op_def::OpDefinition;
use crate::ir::op_interface::OpModel;
use crate::ir::view::OpRef;
use mlir_lite_diagnostics::Diagnostic;
use smallvec::SmallVec;
use std::fmt;
use std::ops::Range;

/// The common interface of the views of all ops. The `#[op]` macro implements it for the view that
/// it generates.
pub trait OpView<'b>: Copy {
    /// The id type of the op, which stays valid while the body changes.
    type Op: OpDefinition;

    /// The untyped view of the op.
    fn op(self) -> OpRef<'b>;

    /// The id, which stays valid while the body changes.
    fn id(self) -> OpId {
        self.op().id()
    }

    /// The id, as a typed op.
    fn handle(self) -> Self::Op {
        Self::Op::from_id(self.op().id())
    }

    /// The body that holds the op's operands, results and position.
    fn body(self) -> &'b Body {
        self.op().body()
    }

    /// The context.
    fn context(self) -> &'b Context {
        self.op().context()
    }

    /// An error about this op: `'name' op message`, at its location.
    fn op_error(self, message: impl fmt::Display) -> Diagnostic {
        self.op().op_error(message)
    }
}

/// The view of an `M`, or of the op that `M` implements interfaces for.
pub type View<'b, M> = <<M as OpModel>::Op as OpDefinition>::View<'b>;

/// A value.
#[derive(Copy, Clone)]
pub struct ValueRef<'b> {
    body: &'b Body,
    id: ValueId,
}

impl Body {
    /// A view of a value.
    #[track_caller]
    #[inline]
    pub fn value(&self, id: ValueId) -> ValueRef<'_> {
        self.values.slot(id);
        ValueRef { body: self, id }
    }
}

impl<'b> ValueRef<'b> {
    /// The body that holds the value.
    #[inline]
    pub fn body(self) -> &'b Body {
        self.body
    }

    /// The context.
    #[inline]
    pub fn context(self) -> &'b Context {
        self.body.context()
    }

    /// The id in that body.
    #[inline]
    pub fn id(self) -> ValueId {
        self.id
    }

    /// The type.
    #[inline]
    pub fn ty(self) -> Type {
        self.body.ty(self.id)
    }

    /// The op whose result the value is. None for a block argument.
    #[inline]
    pub fn defining_op(self) -> Option<OpRef<'b>> {
        self.body.defining_op(self.id).map(|op| self.body.op(op))
    }

    /// The op whose result the value is, if it is an `O`.
    pub fn defining<O: OpDefinition>(self) -> Option<View<'b, O>> {
        self.defining_op()?.cast::<O>()
    }

    /// Whether the value has exactly one use.
    #[inline]
    pub fn has_one_use(self) -> bool {
        self.body.has_one_use(self.id)
    }
}

/// Values of one body are equal if they are the same.
impl PartialEq for ValueRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for ValueRef<'_> {}

impl PartialEq<ValueId> for ValueRef<'_> {
    fn eq(&self, other: &ValueId) -> bool {
        self.id == *other
    }
}

impl From<ValueRef<'_>> for ValueId {
    fn from(value: ValueRef<'_>) -> Self {
        value.id
    }
}

impl fmt::Debug for ValueRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.id.fmt(f)
    }
}

/// Consecutive operands or results of one op.
#[derive(Copy, Clone)]
pub struct ValueRange<'b> {
    body: &'b Body,
    /// Slots of the body's operands, or of its values for results.
    start: u32,
    end: u32,
    of_results: bool,
}

impl<'b> ValueRange<'b> {
    /// The number of values.
    #[inline]
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The value at `index` in the range.
    #[inline]
    pub fn get(self, index: usize) -> Option<ValueRef<'b>> {
        (index < self.len()).then(|| self.at(self.start + index as u32))
    }

    #[inline]
    fn at(self, slot: u32) -> ValueRef<'b> {
        let body = self.body;
        let id = if self.of_results { body.result_at(slot) } else { body.slot_value(slot) };
        ValueRef { body, id }
    }

    /// The values.
    #[inline]
    pub fn iter(self) -> ValueRangeIter<'b> {
        ValueRangeIter(self)
    }

    /// Their ids.
    pub fn ids(self) -> impl ExactSizeIterator<Item = ValueId> + DoubleEndedIterator + 'b {
        self.iter().map(ValueRef::id)
    }

    /// A list of their ids.
    pub fn id_list(self) -> SmallVec<[ValueId; 4]> {
        match self.of_results {
            true => self.ids().collect(),
            false => self.body.slot_values(self.start, self.end - self.start),
        }
    }

    /// Their types.
    pub fn types(self) -> impl ExactSizeIterator<Item = Type> + DoubleEndedIterator + 'b {
        self.iter().map(ValueRef::ty)
    }
}

impl<'b> IntoIterator for ValueRange<'b> {
    type Item = ValueRef<'b>;
    type IntoIter = ValueRangeIter<'b>;

    fn into_iter(self) -> Self::IntoIter {
        ValueRangeIter(self)
    }
}

/// Iterates over the values of a [`ValueRange`].
pub struct ValueRangeIter<'b>(ValueRange<'b>);

impl<'b> Iterator for ValueRangeIter<'b> {
    type Item = ValueRef<'b>;

    #[inline]
    fn next(&mut self) -> Option<ValueRef<'b>> {
        let first = self.0.get(0)?;
        self.0.start += 1;
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for ValueRangeIter<'_> {}

impl DoubleEndedIterator for ValueRangeIter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let last = self.0.get(self.0.len().checked_sub(1)?)?;
        self.0.end -= 1;
        Some(last)
    }
}

/// Functions that generated views call with the slots that the macro knows.
#[doc(hidden)]
impl<'b> OpRef<'b> {
    #[inline]
    pub fn operand_view(self, index: usize) -> ValueRef<'b> {
        ValueRef { body: self.body(), id: self.operand(index) }
    }

    #[inline]
    pub fn result_view(self, index: usize) -> ValueRef<'b> {
        ValueRef { body: self.body(), id: self.result(index) }
    }

    /// The operands from `index` on, of an op that passes none to successors.
    #[inline]
    pub fn operand_rest_view(self, index: usize) -> ValueRange<'b> {
        let (start, len) = self.body().operand_slots(self.id());
        self.range(start, index.min(len)..len, false)
    }

    /// The results from `index` on.
    #[inline]
    pub fn result_rest_view(self, index: usize) -> ValueRange<'b> {
        let (start, len) = self.body().result_slots(self.id());
        self.range(start, index.min(len)..len, true)
    }

    #[inline]
    pub fn operand_group_view(self, group: usize) -> ValueRange<'b> {
        let (start, range) = self.body().operand_group_slots(self.id(), group);
        self.range(start, range, false)
    }

    #[inline]
    pub fn result_group_view(self, group: usize) -> ValueRange<'b> {
        let (start, range) = self.body().result_group_slots(self.id(), group);
        self.range(start, range, true)
    }

    fn range(self, start: u32, range: Range<usize>, of_results: bool) -> ValueRange<'b> {
        // The number of an op's operands fits into 32 bits.
        let (first, end) = (start + range.start as u32, start + range.end as u32);
        ValueRange { body: self.body(), start: first, end, of_results }
    }
}
