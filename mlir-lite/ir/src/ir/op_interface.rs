//! Interfaces: how ops implement them, and how code uses them without knowing the op.
//!
//! An interface is a trait, marked by
//! [`#[op_interface]`](macro@crate::ir::prelude::op_interface), that ops implement, and whose
//! functions take the op's view: `impl InferShape for AddOp`. Either the op's declaration lists it,
//! in `implements(..)`, or other code attaches it with
//! [`Context::extend`](crate::data::Context::extend). The trait, the op, or both may come from
//! another crate.
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
//! #     pub struct ArithDialect;
//! #     impl Dialect for ArithDialect {
//! #         const NAMESPACE: &'static str = "arith";
//! #         fn register(dialect: &mut DialectRegistration<'_>) {
//! #             dialect.op::<AddFOp>();
//! #         }
//! #     }
//! # }
//! use arith::{AddFOp, AddFOpRef, ArithDialect};
//! use mlir_lite::ir::prelude::*;
//!
//! /// What an op costs.
//! #[op_interface]
//! trait Cost {
//!     fn cost(op: View<'_, Self>) -> u32;
//! }
//!
//! impl Cost for AddFOp {
//!     fn cost(op: AddFOpRef<'_>) -> u32 {
//!         if op.lhs() == op.rhs() { 1 } else { 3 }
//!     }
//! }
//!
//! fn total(body: &Body) -> u32 {
//!     body.walk().filter_map(|op| op.ask::<dyn Cost, _>(|cost| cost.cost())).sum()
//! }
//!
//! let ctx = Context::new();
//! ctx.extend::<ArithDialect>(|ops| ops.attach::<AddFOp, dyn Cost>());
//! ```

use crate::data::Context;
use crate::data::attributes::{Attribute, DialectAttribute};
use crate::data::types::{DialectType, Type};
use crate::ir::dialect::{DialectId, InterfaceMap};
use crate::ir::op_def::{OpDefinition, VerifyFn};
use crate::ir::view::OpRef;
use std::ops::Deref;

/// An interface of ops, implemented for the type `dyn Trait` that names it. `#[op_interface]`
/// generates the implementation.
pub trait OpInterface: 'static {
    /// The functions of the trait for ops of one kind.
    type Table: Send + Sync + 'static;

    /// An op with its table, whose methods are the functions of the trait.
    type Object<'b>;

    /// Verifies each op that implements the interface, after the verifiers of traits and before the
    /// op's own.
    const VERIFY: Option<VerifyFn> = None;

    /// An op with its table.
    fn object<'b>(op: OpRef<'b>, table: &'static Self::Table) -> Self::Object<'b>;
}

/// Says that `M` implements an interface. `#[op_interface]` implements it for each type that
/// implements the trait.
#[diagnostic::on_unimplemented(
    message = "`{M}` does not implement the interface `{Self}`",
    label = "an op's behaviour is implemented for its type: `impl Interface for MyOp`"
)]
pub trait ImplementedBy<M: OpModel>: OpInterface {
    /// The functions of `M`.
    const TABLE: &'static Self::Table;
}

/// An implementation of interfaces for ops of one kind: the op itself, or a type that stands for
/// it.
///
/// A type that stands for ops is needed where both the op and the interface come from other crates,
/// and where several ops share an implementation: `implements(FoldOp = ConstantsOnly<Self>)`.
///
/// ```
/// # extern crate mlir_lite_ir as mlir_lite;
/// # mod arith {
/// #     use mlir_lite::ir::prelude::*;
/// #     /// A sum.
/// #     #[op(name = "arith.addf", format = "$lhs `,` $rhs attr-dict `:` type($result)",
/// #          traits(SameOperandsAndResultType))]
/// #     pub struct AddFOp {
/// #         #[operand] lhs: FloatLike,
/// #         #[operand] rhs: FloatLike,
/// #         #[result] result: FloatLike,
/// #     }
/// #     pub struct ArithDialect;
/// #     impl Dialect for ArithDialect {
/// #         const NAMESPACE: &'static str = "arith";
/// #         fn register(dialect: &mut DialectRegistration<'_>) {
/// #             dialect.op::<AddFOp>();
/// #         }
/// #     }
/// # }
/// use arith::{AddFOp, AddFOpRef, ArithDialect};
/// use mlir_lite::ir::prelude::*;
///
/// struct NamesOfSums;
///
/// impl OpModel for NamesOfSums {
///     type Op = AddFOp;
/// }
///
/// impl OpAsmNameInterface for NamesOfSums {
///     fn result_name(op: AddFOpRef<'_>, _index: usize, _upstream: bool) -> Option<String> {
///         Some(if op.lhs() == op.rhs() { "twice" } else { "sum" }.to_string())
///     }
/// }
///
/// let ctx = Context::new();
/// ctx.extend::<ArithDialect>(|ops| ops.attach::<NamesOfSums, dyn OpAsmNameInterface>());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither an op nor an `OpModel` of one",
    label = "behaviour is implemented for the op: `impl Interface for MyOp`, not for its view \
        `MyOpRef<'_>`, which the functions get as their argument"
)]
pub trait OpModel: 'static {
    /// The op.
    type Op: OpDefinition;
}

impl<O: OpDefinition> OpModel for O {
    type Op = O;
}

/// An op's implementation of an interface.
pub struct Implementation<I: OpInterface + ?Sized>(&'static I::Table);

impl<I: OpInterface + ?Sized> Copy for Implementation<I> {}

impl<I: OpInterface + ?Sized> Clone for Implementation<I> {
    fn clone(&self) -> Self {
        *self
    }
}

/// The functions of the trait that need no op.
impl<I: OpInterface + ?Sized> Deref for Implementation<I> {
    type Target = I::Table;

    fn deref(&self) -> &I::Table {
        self.0
    }
}

impl<I: OpInterface + ?Sized> Implementation<I> {
    pub(crate) fn new(table: &'static I::Table) -> Self {
        Self(table)
    }

    /// Calls `question` with an op of the kind that this implements the interface for.
    pub fn ask<'b, R>(self, op: OpRef<'b>, question: impl FnOnce(I::Object<'b>) -> R) -> R {
        question(I::object(op, self.0))
    }
}

impl<'b> OpRef<'b> {
    /// The op's implementation of an interface, which is named as `dyn CallOpInterface`.
    pub fn interface<I: OpInterface + ?Sized>(self) -> Option<Implementation<I>> {
        self.info().interface::<I>()
    }

    /// Whether the op implements an interface.
    pub fn implements<I: OpInterface + ?Sized>(self) -> bool {
        self.interface::<I>().is_some()
    }

    /// Calls `question` with the op, if it implements the interface.
    pub fn ask<I: OpInterface + ?Sized, R>(
        self,
        question: impl FnOnce(I::Object<'b>) -> R,
    ) -> Option<R> {
        self.interface::<I>().map(|implementation| implementation.ask(self, question))
    }
}

/// Adds ops to a dialect from outside, and interfaces to its ops, types and attributes.
/// [`Context::extend`] passes it to its closure.
pub struct DialectExtension<'c> {
    pub(crate) ctx: &'c Context,
    pub(super) dialect: DialectId,
}

impl DialectExtension<'_> {
    /// Adds an op to the dialect. Its name begins with the dialect's namespace, or with a prefix
    /// that MLIR 22 uses for ops of the dialect, such as `tensor.` for those of `std`.
    ///
    /// It is one of the dialect's ops wherever these are asked for, such as in its lowerings. As
    /// MLIR 22 does not have the op, it is printed in generic form for it, unless the op declares
    /// `upstream(name = "..")`. A conversion target finds it under the prefix of its name.
    ///
    /// # Panics
    /// If the op's name begins with another prefix, if an op already has one of its names, or if it
    /// has the trait `ConstantLike`, but no attribute `value` and not only one. If the dialect is
    /// loaded later, loading it panics.
    #[track_caller]
    pub fn op<O: OpDefinition>(&mut self) {
        self.ctx.add_op_from_outside(self.dialect, O::def(), O::register_interfaces);
    }

    /// Attaches interface `I`, as `M` implements it, to `M`'s op: `M` is the op itself, or an
    /// [`OpModel`] of it.
    pub fn attach<M: OpModel, I: ?Sized + ImplementedBy<M>>(&mut self) {
        let mut interfaces = InterfaceMap::default();
        interfaces.attach::<M, I>();
        self.ctx.op_info(M::Op::name(self.ctx)).attach(interfaces);
    }

    /// Attaches interface `I`, a trait object type, to the types with data `T`, which implements
    /// it: `attach_to_type::<PointerType, dyn Size>(|data| data)`.
    pub fn attach_to_type<T: DialectType, I: ?Sized + 'static>(&mut self, cast: fn(&T) -> &I) {
        self.ctx.attach_to_type(cast);
    }

    /// Attaches interface `I`, a trait object type, to the types for which `model` makes an object:
    /// those of the dialect builtin, which have no Rust type of their own, or of another crate, if
    /// the interface is of another one as well. One object is made for each type.
    ///
    /// Of the interface's implementations by a type, the declared one counts, then the one of
    /// [`attach_to_type`](Self::attach_to_type), then the model that was attached first.
    pub fn attach_type_model<I>(
        &mut self,
        model: impl Fn(&Context, Type) -> Option<Box<I>> + Send + Sync + 'static,
    ) where
        I: ?Sized + Send + Sync + 'static,
    {
        self.ctx.attach_type_model(model);
    }

    /// Like [`attach_to_type`](Self::attach_to_type), for the attributes with data `A`.
    pub fn attach_to_attribute<A: DialectAttribute, I: ?Sized + 'static>(
        &mut self,
        cast: fn(&A) -> &I,
    ) {
        self.ctx.attach_to_attribute(cast);
    }

    /// Like [`attach_type_model`](Self::attach_type_model), for attributes.
    pub fn attach_attribute_model<I>(
        &mut self,
        model: impl Fn(&Context, Attribute) -> Option<Box<I>> + Send + Sync + 'static,
    ) where
        I: ?Sized + Send + Sync + 'static,
    {
        self.ctx.attach_attribute_model(model);
    }
}
