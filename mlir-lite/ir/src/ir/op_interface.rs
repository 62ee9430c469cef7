//! How ops implement interfaces, and how code asks for them without knowing the op.
//!
//! An interface is an object-safe trait, marked by [`#[op_interface]`](macro@crate::ir::prelude::op_interface), that views
//! of ops implement: `impl InferShape for AddOpRef<'_>`. The op's declaration lists it, or somebody else attaches it, by
//! [`Context::extend`](crate::context::Context::extend): the trait, the op, or both may come from another crate.
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
//!     body.as_op().walk().filter_map(|op| op.ask::<dyn Cost, _>(|cost| cost.cost())).sum()
//! }
//!
//! let ctx = Context::new();
//! ctx.extend::<ArithDialect>(|ops| ops.attach::<AddFOp, dyn Cost>());
//! ```

use crate::context::InterfaceMap;
use crate::ir::op_def::{OpDefinition, VerifyFn};
use crate::ir::typed_view::View;
use crate::ir::view::OpRef;

/// An interface of ops, implemented for the type of its trait objects. `#[op_interface]` does so.
pub trait OpInterface: 'static {
    /// The trait object, which may borrow a body.
    type Object<'b>: ?Sized + 'b;

    /// What all ops that implement the interface must pass: it runs after the checks of traits, and before the op's own.
    const VERIFY: Option<VerifyFn> = None;
}

/// Says that `V`, the view of an op, implements an interface. `#[op_interface]` says it of each type that implements the
/// trait.
#[diagnostic::on_unimplemented(
    message = "`{V}` does not implement the interface `{Self}`",
    label = "an op's interfaces are implemented for its view: `impl Interface for MyOpRef<'_>`"
)]
pub trait ImplementedBy<'b, V: 'b>: OpInterface {
    /// The view as a trait object.
    fn object<'v>(view: &'v V) -> &'v Self::Object<'b>;
}

/// Implements interfaces for an op where both come from other crates: a type whose views do, made from those of the op.
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
    /// What implements the interfaces, made from the op's own view.
    type View<'b>: From<View<'b, Self::Op>> + 'b;
}

/// What a trait with functions for ops, but without objects, installs in the op's table: [`InterfaceMap::add_hook`] in a
/// function of the trait that `hooks(..)` in a declaration names.
pub trait OpHook: Copy + Send + Sync + 'static {}

/// An op's implementation of an interface.
pub struct Implementation<I: OpInterface + ?Sized>(Show<I>);

/// Shows the trait object that an op is to whoever asks.
type Show<I> = for<'b> fn(OpRef<'b>, &mut dyn FnMut(&<I as OpInterface>::Object<'b>));

impl<I: OpInterface + ?Sized> Copy for Implementation<I> {}

impl<I: OpInterface + ?Sized> Clone for Implementation<I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I: OpInterface + ?Sized> Implementation<I> {
    pub(crate) fn of<O: OpDefinition>() -> Self
    where
        for<'b> I: ImplementedBy<'b, View<'b, O>>,
    {
        Self(|op, visit| visit(I::object(&O::view_of(op))))
    }

    pub(crate) fn of_model<M: ExternalModel>() -> Self
    where
        for<'b> I: ImplementedBy<'b, M::View<'b>>,
    {
        Self(|op, visit| visit(I::object(&M::View::from(M::Op::view_of(op)))))
    }

    /// Asks an op, which is of the kind that this is the implementation of.
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

    /// Asks the op by an interface, if it implements it.
    pub fn ask<I: OpInterface + ?Sized, R>(
        self,
        question: impl FnOnce(&I::Object<'b>) -> R,
    ) -> Option<R> {
        self.interface::<I>().map(|implementation| implementation.ask(self, question))
    }
}

/// Adds interfaces to the ops of a dialect from outside: what [`Context::extend`](crate::context::Context::extend) hands
/// out.
pub struct DialectExtension<'c> {
    pub(crate) ctx: &'c crate::context::Context,
}

impl DialectExtension<'_> {
    /// Lets `O` implement `I`, by the implementation that its view has.
    pub fn attach<O: OpDefinition, I>(&mut self)
    where
        I: ?Sized + OpInterface + for<'b> ImplementedBy<'b, View<'b, O>>,
    {
        self.add::<O>(|interfaces| interfaces.attach::<O, I>());
    }

    /// Lets `M`'s op implement `I`, by the implementation that `M`'s view has.
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
}
