//! The operators of Rust on expressions and on elements of memory.

use super::{Access, Element, Expr, Operand, Operator};
use std::ops;

impl<'e> Expr<'e> {
    #[track_caller]
    fn binary(self, operator: Operator, other: impl Operand<'e>) -> Self {
        let operands = [self, self.operand(other)];
        self.builder().ops.binary(self.builder(), operator, operands)
    }
}

/// An operator for expressions and elements on the left side.
macro_rules! operator {
    ($trait:ident $name:ident $operator:ident) => {
        impl<'e, R: Operand<'e>> ops::$trait<R> for Expr<'e> {
            type Output = Self;
            #[track_caller]
            fn $name(self, other: R) -> Self {
                self.binary(Operator::$operator, other)
            }
        }

        impl<'e, A: Access, R: Operand<'e>> ops::$trait<R> for Element<'e, A> {
            type Output = Expr<'e>;
            #[track_caller]
            fn $name(self, other: R) -> Expr<'e> {
                self.get().binary(Operator::$operator, other)
            }
        }
    };
}

operator!(Add add Add);
operator!(Sub sub Sub);
operator!(Mul mul Mul);
operator!(Div div Div);
operator!(Rem rem Rem);
operator!(BitAnd bitand And);
operator!(BitOr bitor Or);
operator!(BitXor bitxor XOr);
operator!(Shl shl Shl);
operator!(Shr shr Shr);

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
        self.builder().ops.negative(self).unwrap_or_else(|| 0 - self)
    }
}

/// The complement of the bits, or of the boolean.
impl ops::Not for Expr<'_> {
    type Output = Self;
    #[track_caller]
    fn not(self) -> Self {
        self ^ -1
    }
}
