//! The operators of Rust on expressions and on elements of memory.

use super::{Access, Element, Expr, Operand};
use crate::{
    AddCFOp, AddFOp, AddIOp, AndOp, DivCFOp, DivFOp, DivISignedOp, MulCFOp, MulFOp, MulIOp,
    NegCFOp, NegFOp, OrOp, RemFOp, RemISignedOp, ShiftLeftOp, ShiftRightSignedOp, SubCFOp, SubFOp,
    SubIOp, XOrOp,
};
use mlir_lite::ir::prelude::*;
use std::ops;

impl<'e> Expr<'e> {
    /// The op for floats, complex numbers or integers, by the type of this operand.
    #[track_caller]
    fn arithmetic<F: OpDefinition, C: OpDefinition, I: OpDefinition>(
        self,
        other: impl Operand<'e>,
    ) -> Self {
        let operands = [self, self.operand(other)];
        if self.is_float() {
            self.builder().op::<F>(operands)
        } else if self.is_complex() {
            self.builder().op::<C>(operands)
        } else {
            self.builder().op::<I>(operands)
        }
    }

    #[track_caller]
    fn bits<O: OpDefinition>(self, other: impl Operand<'e>) -> Self {
        self.builder().op::<O>([self, self.operand(other)])
    }
}

/// An operator for expressions and elements on the left side.
macro_rules! operator {
    ($trait:ident $name:ident $method:ident $($op:ty),+) => {
        impl<'e, R: Operand<'e>> ops::$trait<R> for Expr<'e> {
            type Output = Self;
            #[track_caller]
            fn $name(self, other: R) -> Self {
                self.$method::<$($op),+>(other)
            }
        }

        impl<'e, A: Access, R: Operand<'e>> ops::$trait<R> for Element<'e, A> {
            type Output = Expr<'e>;
            #[track_caller]
            fn $name(self, other: R) -> Expr<'e> {
                self.get().$method::<$($op),+>(other)
            }
        }
    };
}

operator!(Add add arithmetic AddFOp, AddCFOp, AddIOp);
operator!(Sub sub arithmetic SubFOp, SubCFOp, SubIOp);
operator!(Mul mul arithmetic MulFOp, MulCFOp, MulIOp);
operator!(Div div arithmetic DivFOp, DivCFOp, DivISignedOp);
operator!(Rem rem arithmetic RemFOp, RemISignedOp, RemISignedOp);
operator!(BitAnd bitand bits AndOp);
operator!(BitOr bitor bits OrOp);
operator!(BitXor bitxor bits XOrOp);
operator!(Shl shl bits ShiftLeftOp);
operator!(Shr shr bits ShiftRightSignedOp);

/// A number on the left side: `1.0 - x`.
macro_rules! number {
    ($number:ty: $($trait:ident $name:ident)*) => {
        $(impl<'e> ops::$trait<Expr<'e>> for $number {
            type Output = Expr<'e>;
            #[track_caller]
            fn $name(self, other: Expr<'e>) -> Expr<'e> {
                ops::$trait::$name(other.operand(self), other)
            }
        })*
    };
}

number!(f64: Add add Sub sub Mul mul Div div Rem rem);
number!(i64: Add add Sub sub Mul mul Div div Rem rem);

impl ops::Neg for Expr<'_> {
    type Output = Self;
    #[track_caller]
    fn neg(self) -> Self {
        if self.is_float() {
            self.builder().op::<NegFOp>(self)
        } else if self.is_complex() {
            self.builder().op::<NegCFOp>(self)
        } else {
            0 - self
        }
    }
}

/// The other bits, or the other truth value.
impl ops::Not for Expr<'_> {
    type Output = Self;
    #[track_caller]
    fn not(self) -> Self {
        self ^ -1
    }
}
