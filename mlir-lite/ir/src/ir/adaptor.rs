//! Adaptors: give the operands of an op by name, with other values in place of the operands.
//!
//! A conversion pattern gets the converted operands of its op, a fold gets their constants. Both
//! are lists with an element for each operand; an adaptor uses the op's declaration to divide the
//! list:
//!
//! ```
//! # extern crate mlir_lite_ir as mlir_lite;
//! use mlir_lite::ir::prelude::*;
//!
//! /// A value, or another one where a condition does not hold.
//! #[op(name = "demo.guard", format = "$condition `,` $value `,` $default attr-dict",
//!      traits(Pure), implements(FoldOp))]
//! pub struct GuardOp {
//!     #[operand] condition: I1,
//!     #[operand] value: F64,
//!     #[operand] default: F64,
//!     #[result] result: F64,
//! }
//!
//! impl FoldOp for GuardOp {
//!     fn fold(op: GuardOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
//!         match constants.condition() {
//!             Some(Attribute::TRUE) => Fold::value(op.value()),
//!             Some(Attribute::FALSE) => Fold::value(op.default()),
//!             _ => Fold::Unchanged,
//!         }
//!     }
//! }
//! ```

use crate::data::attributes::Attribute;
use crate::ir::entities::ValueId;
use crate::ir::op_def::OpDefinition;
use crate::ir::op_interface::OpModel;
use crate::ir::view::OpRef;
use std::fmt;

/// The common interface of the adaptors of all ops. The `#[op]` macro implements it for the adaptor
/// that it generates, whose accessors are named after the operands. They return a `T` for a single
/// operand, an `Option<T>` for an optional one, and a `&[T]` for a variadic one.
pub trait OpAdaptor<'v, T: Copy>: Copy {
    /// Wraps `values`, which has one element for each operand of `op`. Groups have the same sizes
    /// as in `op`.
    ///
    /// # Panics
    /// An accessor may panic if there are fewer values than operands.
    #[track_caller]
    fn of(op: OpRef<'_>, values: &'v [T]) -> Self;

    /// The value for each operand, those that are passed to successors last.
    fn values(self) -> &'v [T];
}

/// The adaptor of an `M`, or of the op that `M` implements interfaces for; of value ids unless `T`
/// says otherwise.
pub type Adaptor<'v, M, T = ValueId> = <<M as OpModel>::Op as OpDefinition>::Adaptor<'v, T>;

/// The adaptor with the constants among the operands of an `M`.
pub type FoldAdaptor<'v, M> = Adaptor<'v, M, Option<Attribute>>;

/// The adaptor of ops that declare no operands.
#[derive(Copy, Clone)]
pub struct NoOperands<'v, T>(&'v [T]);

impl<'v, T: Copy> OpAdaptor<'v, T> for NoOperands<'v, T> {
    fn of(_: OpRef<'_>, values: &'v [T]) -> Self {
        Self(values)
    }

    fn values(self) -> &'v [T] {
        self.0
    }
}

impl<T: fmt::Debug> fmt::Debug for NoOperands<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
