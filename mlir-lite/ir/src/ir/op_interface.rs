//! Interfaces: how ops implement them, and how code uses them without knowing the op.
//!
//! An interface is an object-safe trait, marked by
//! [`#[op_interface]`](macro@crate::ir::prelude::op_interface), that views of ops implement:
//! `impl InferShape for AddOpRef<'_>`. Either the op's declaration lists it, or other code attaches
//! it with [`Context::extend`](crate::data::Context::extend). The trait, the op, or both may come
//! from another crate.
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
//!     fn cost(&self) -> u32;
//! }
//!
//! impl Cost for AddFOpRef<'_> {
//!     fn cost(&self) -> u32 {
//!         if self.lhs() == self.rhs() { 1 } else { 3 }
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
use crate::ir::dialect::InterfaceMap;
use crate::ir::op_def::{OpDefinition, VerifyFn};
use crate::ir::typed_view::View;
use crate::ir::view::OpRef;

/// An interface of ops, implemented for the type of its trait objects. `#[op_interface]` generates
/// the implementation.
pub trait OpInterface: 'static {
    /// The trait object, which may borrow a body.
    type Object<'b>: ?Sized + 'b;

    /// Verifies each op that implements the interface, after the verifiers of traits and before the
    /// op's own.
    const VERIFY: Option<VerifyFn> = None;
}

/// Implemented by `V`, the view of an op, if it implements an interface. `#[op_interface]`
/// implements it for each type that implements the trait.
#[diagnostic::on_unimplemented(
    message = "`{V}` does not implement the interface `{Self}`",
    label = "an op's interfaces are implemented for its view: `impl Interface for MyOpRef<'_>`"
)]
pub trait ImplementedBy<'b, V: 'b>: OpInterface {
    /// The view as a trait object.
    fn object<'v>(view: &'v V) -> &'v Self::Object<'b>;
}

/// Implements interfaces for an op if both come from other crates: a type whose views, made from
/// those of the op, implement them.
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
/// use mlir_lite::ir::op_interface::ExternalModel;
/// use mlir_lite::ir::prelude::*;
///
/// struct CheapAdd;
/// #[derive(Copy, Clone)]
/// struct CheapAddRef<'b>(AddFOpRef<'b>);
///
/// impl<'b> From<AddFOpRef<'b>> for CheapAddRef<'b> {
///     fn from(op: AddFOpRef<'b>) -> Self {
///         Self(op)
///     }
/// }
///
/// impl ExternalModel for CheapAdd {
///     type Op = AddFOp;
///     type View<'b> = CheapAddRef<'b>;
/// }
///
/// impl OpAsmNameInterface for CheapAddRef<'_> {
///     fn result_name(&self, _index: usize, _upstream: bool) -> Option<String> {
///         Some(if self.0.lhs() == self.0.rhs() { "twice" } else { "sum" }.to_string())
///     }
/// }
///
/// let ctx = Context::new();
/// ctx.extend::<ArithDialect>(|ops| ops.attach_model::<CheapAdd, dyn OpAsmNameInterface>());
/// ```
pub trait ExternalModel: 'static {
    /// The op.
    type Op: OpDefinition;
    /// The type that implements the interfaces, made from the op's own view.
    type View<'b>: From<View<'b, Self::Op>> + 'b;
}

/// A function of an op that a trait without objects installs in the op's table: `hooks(..)` in a
/// declaration names a function of the trait, which calls [`InterfaceMap::add_hook`].
pub trait OpHook: Copy + Send + Sync + 'static {}

/// An op's implementation of an interface.
pub struct Implementation<I: OpInterface + ?Sized>(Show<I>);

/// Calls a function with the trait object for an op.
type Show<I> = for<'b> fn(OpRef<'b>, &mut dyn FnMut(&<I as OpInterface>::Object<'b>));

impl<I: OpInterface + ?Sized> Copy for Implementation<I> {}

impl<I: OpInterface + ?Sized> Clone for Implementation<I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I: OpInterface + ?Sized> Implementation<I> {
    pub(crate) const fn of<O: OpDefinition>() -> &'static Self
    where
        for<'b> I: ImplementedBy<'b, View<'b, O>>,
    {
        const { &Self(|op, visit| visit(I::object(&O::view_of(op)))) }
    }

    pub(crate) const fn of_model<M: ExternalModel>() -> &'static Self
    where
        for<'b> I: ImplementedBy<'b, M::View<'b>>,
    {
        const { &Self(|op, visit| visit(I::object(&M::View::from(M::Op::view_of(op))))) }
    }

    /// Calls `question` with the trait object for an op of the kind that this implements the
    /// interface for.
    pub fn ask<'b, R>(self, op: OpRef<'b>, question: impl FnOnce(&I::Object<'b>) -> R) -> R {
        let (mut question, mut answer) = (Some(question), None);
        (self.0)(op, &mut |object| answer = question.take().map(|question| question(object)));
        answer.expect("an implementation is asked once")
    }
}

impl<'b> OpRef<'b> {
    /// The op's implementation of an interface, a trait object type such as `dyn CallOpInterface`.
    pub fn interface<I: OpInterface + ?Sized>(self) -> Option<Implementation<I>> {
        self.info().interface::<I>()
    }

    /// Whether the op implements an interface.
    pub fn implements<I: OpInterface + ?Sized>(self) -> bool {
        self.interface::<I>().is_some()
    }

    /// Calls `question` with the trait object, if the op implements the interface.
    pub fn ask<I: OpInterface + ?Sized, R>(
        self,
        question: impl FnOnce(&I::Object<'b>) -> R,
    ) -> Option<R> {
        self.interface::<I>().map(|implementation| implementation.ask(self, question))
    }
}

/// Adds interfaces to the ops, types and attributes of a dialect from outside.
/// [`Context::extend`] passes it to its closure.
pub struct DialectExtension<'c> {
    pub(crate) ctx: &'c Context,
}

impl DialectExtension<'_> {
    /// Attaches interface `I` to `O`; the view of `O` implements it.
    pub fn attach<O: OpDefinition, I>(&mut self)
    where
        I: ?Sized + OpInterface + for<'b> ImplementedBy<'b, View<'b, O>>,
    {
        self.add::<O>(|interfaces| interfaces.attach::<O, I>());
    }

    /// Attaches interface `I` to `M`'s op; `M`'s view implements it.
    pub fn attach_model<M: ExternalModel, I>(&mut self)
    where
        I: ?Sized + OpInterface + for<'b> ImplementedBy<'b, M::View<'b>>,
    {
        self.add::<M::Op>(|interfaces| interfaces.attach_model::<M, I>());
    }

    fn add<O: OpDefinition>(&mut self, add: impl FnOnce(&mut InterfaceMap)) {
        let mut interfaces = InterfaceMap::default();
        add(&mut interfaces);
        self.ctx.op_info(O::name(self.ctx)).attach(interfaces);
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
