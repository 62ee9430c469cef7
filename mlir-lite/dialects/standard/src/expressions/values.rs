//! Groups of values that functions take and return, and the types of operands.

use super::{Access, Edsc, Element, Expr};
use mlir_lite::constants::uniform_attr;
use mlir_lite::ir::prelude::*;
use std::array;

/// Some values: none `()`, one [`Expr`], as many as an array has, or a list.
pub trait Values<'e>: Sized {
    /// The values.
    fn list(&self) -> SmallVec<[ValueId; 4]>;

    /// The same kind of group, of these values.
    ///
    /// # Panics
    /// If there are fewer than it has.
    fn of(e: Edsc<'e>, values: &[ValueId]) -> Self;
}

impl<'e> Values<'e> for () {
    fn list(&self) -> SmallVec<[ValueId; 4]> {
        SmallVec::new()
    }
    fn of(_: Edsc<'e>, _: &[ValueId]) -> Self {}
}

impl<'e> Values<'e> for Expr<'e> {
    fn list(&self) -> SmallVec<[ValueId; 4]> {
        SmallVec::from_elem(self.id(), 1)
    }
    #[track_caller]
    fn of(e: Edsc<'e>, values: &[ValueId]) -> Self {
        e.expr(values[0])
    }
}

impl<'e, const N: usize> Values<'e> for [Expr<'e>; N] {
    fn list(&self) -> SmallVec<[ValueId; 4]> {
        Expr::ids(self)
    }
    #[track_caller]
    fn of(e: Edsc<'e>, values: &[ValueId]) -> Self {
        array::from_fn(|index| e.expr(values[index]))
    }
}

impl<'e> Values<'e> for Vec<Expr<'e>> {
    fn list(&self) -> SmallVec<[ValueId; 4]> {
        Expr::ids(self)
    }
    fn of(e: Edsc<'e>, values: &[ValueId]) -> Self {
        values.iter().map(|&value| e.expr(value)).collect()
    }
}

/// An operand beside an expression: another one, an element of memory, which is loaded, or a
/// number, which becomes a constant of the other operand's type.
pub trait Operand<'e> {
    /// The value, where one of type `ty` is expected.
    fn value(self, e: Edsc<'e>, ty: Type) -> Expr<'e>;
}

impl<'e> Operand<'e> for Expr<'e> {
    fn value(self, _: Edsc<'e>, _: Type) -> Expr<'e> {
        self
    }
}

impl<'e> Operand<'e> for ValueId {
    fn value(self, e: Edsc<'e>, _: Type) -> Expr<'e> {
        e.expr(self)
    }
}

impl<'e, A: Access> Operand<'e> for Element<'e, A> {
    fn value(self, _: Edsc<'e>, _: Type) -> Expr<'e> {
        self.get()
    }
}

/// An integer of an integer type or of `index`; of a type of floats, the float of the same value.
impl<'e> Operand<'e> for i64 {
    fn value(self, e: Edsc<'e>, ty: Type) -> Expr<'e> {
        let ctx = e.context();
        if ty.element_or_self(&ctx).is_float(&ctx) {
            return (self as f64).value(e, ty);
        }
        constant(e, ty, e.ops.integer(&ctx, self, ty), |ctx| ctx.i64_attr(self))
    }
}

impl<'e> Operand<'e> for f64 {
    fn value(self, e: Edsc<'e>, ty: Type) -> Expr<'e> {
        let ctx = e.context();
        constant(e, ty, uniform_attr(&ctx, ty, &self), |ctx| ctx.f64_attr(self))
    }
}

/// A constant of the type. If the type does not have the number, the constant has its own one: the
/// verifier reports the op that uses it.
fn constant<'e>(
    e: Edsc<'e>,
    ty: Type,
    of_type: Option<Attribute>,
    otherwise: impl FnOnce(&Context) -> Attribute,
) -> Expr<'e> {
    e.value(|b| match of_type {
        Some(value) => e.ops.constant(b, value, ty),
        None => {
            let own = otherwise(b.context());
            let ty = own.ty(b.context()).unwrap_or(ty);
            e.ops.constant(b, own, ty)
        }
    })
}
