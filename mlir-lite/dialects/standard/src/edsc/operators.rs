//! The operators of Rust on expressions and on elements of memory.

use super::{Access, Element, Expr, Operand, Ops};
use crate::{
    AddCFOp, AddFOp, AddIOp, AndOp, DivCFOp, DivFOp, DivISignedOp, MulCFOp, MulFOp, MulIOp,
    NegCFOp, NegFOp, OrOp, RemFOp, RemISignedOp, ShiftLeftOp, ShiftRightSignedOp, SubCFOp, SubFOp,
    SubIOp, XOrOp,
};
use mlir_lite::dialects::llvm;
use mlir_lite::ir::prelude::*;
use std::ops;

impl<'e> Expr<'e> {
    /// The op of std for floats, complex numbers or integers, or that of the llvm dialect for floats
    /// or integers, by the type of this operand.
    #[track_caller]
    fn arithmetic<
        F: OpDefinition,
        C: OpDefinition,
        I: OpDefinition,
        LF: OpDefinition,
        LI: OpDefinition,
    >(
        self,
        other: impl Operand<'e>,
    ) -> Self {
        let (e, operands) = (self.builder(), [self, self.operand(other)]);
        match (e.ops, self.is_float()) {
            (Ops::Llvm, true) => e.op::<LF>(operands),
            (Ops::Llvm, false) => e.op::<LI>(operands),
            (Ops::Std, true) => e.op::<F>(operands),
            (Ops::Std, false) if self.is_complex() => e.op::<C>(operands),
            (Ops::Std, false) => e.op::<I>(operands),
        }
    }

    #[track_caller]
    fn bits<O: OpDefinition, L: OpDefinition>(self, other: impl Operand<'e>) -> Self {
        let (e, operands) = (self.builder(), [self, self.operand(other)]);
        match e.ops {
            Ops::Std => e.op::<O>(operands),
            Ops::Llvm => e.op::<L>(operands),
        }
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

operator!(Add add arithmetic AddFOp, AddCFOp, AddIOp, llvm::FAddOp, llvm::AddOp);
operator!(Sub sub arithmetic SubFOp, SubCFOp, SubIOp, llvm::FSubOp, llvm::SubOp);
operator!(Mul mul arithmetic MulFOp, MulCFOp, MulIOp, llvm::FMulOp, llvm::MulOp);
operator!(Div div arithmetic DivFOp, DivCFOp, DivISignedOp, llvm::FDivOp, llvm::SDivOp);
operator!(Rem rem arithmetic RemFOp, RemISignedOp, RemISignedOp, llvm::FRemOp, llvm::SRemOp);
operator!(BitAnd bitand bits AndOp, llvm::AndOp);
operator!(BitOr bitor bits OrOp, llvm::OrOp);
operator!(BitXor bitxor bits XOrOp, llvm::XOrOp);
operator!(Shl shl bits ShiftLeftOp, llvm::ShlOp);
operator!(Shr shr bits ShiftRightSignedOp, llvm::AShrOp);

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
        let e = self.builder();
        match (e.ops, self.is_float()) {
            (Ops::Llvm, true) => e.op::<llvm::FNegOp>(self),
            (Ops::Std, true) => e.op::<NegFOp>(self),
            (Ops::Std, false) if self.is_complex() => e.op::<NegCFOp>(self),
            _ => 0 - self,
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
