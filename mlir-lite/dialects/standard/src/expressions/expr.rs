//! Values with a reference to the builder: comparisons, conversions and selections.

use super::{Edsc, Operand};
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::{CmpFPredicate, CmpIPredicate};
use std::fmt;

/// A value that operators can be applied to.
///
/// The operators `+ - * / %`, `& | ^ << >>`, `-x` and `!x` create ops by the type of the left
/// operand, or of its elements: `addf`, `addi` or `addcf`. Integers are signed in divisions, right
/// shifts and comparisons. Operands of different types are reported by the verifier at the location
/// of the op.
#[derive(Copy, Clone)]
pub struct Expr<'e> {
    builder: Edsc<'e>,
    value: ValueId,
}

impl From<Expr<'_>> for ValueId {
    fn from(value: Expr<'_>) -> Self {
        value.value
    }
}

impl fmt::Debug for Expr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<'e> Expr<'e> {
    pub(super) fn new(builder: Edsc<'e>, value: ValueId) -> Self {
        Self { builder, value }
    }

    /// The value.
    pub fn id(self) -> ValueId {
        self.value
    }

    /// The values of expressions.
    pub fn ids(expressions: &[Self]) -> SmallVec<[ValueId; 4]> {
        expressions.iter().map(|expression| expression.value).collect()
    }

    /// The builder.
    pub fn builder(self) -> Edsc<'e> {
        self.builder
    }

    /// The type.
    pub fn ty(self) -> Type {
        self.builder.ty(self.value)
    }

    /// The type of the elements, or the type.
    pub fn element_type(self) -> Type {
        self.builder.read(|body| body.ty(self.value).element_or_self(body.context()))
    }

    /// The sizes of a memref, tensor or vector, or none.
    pub fn shape(self) -> Vec<i64> {
        self.builder.read(|body| {
            let shape = body.ty(self.value).shape(body.context());
            shape.map(<[i64]>::to_vec).unwrap_or_default()
        })
    }

    /// Whether the value is a float, or has floats as elements.
    pub fn is_float(self) -> bool {
        let element = self.element_type();
        self.builder.read(|body| element.is_float(body.context()))
    }

    pub(crate) fn is_complex(self) -> bool {
        let element = self.element_type();
        self.builder.read(|body| element.complex_part(body.context()).is_some())
    }

    pub(super) fn operand(self, other: impl Operand<'e>) -> Self {
        other.value(self.builder, self.ty())
    }

    /// A conversion to another type: `x.to::<SIToFPOp>(Type::F64)`.
    #[track_caller]
    pub fn to<O: OpDefinition>(self, ty: Type) -> Self {
        self.builder.op_to::<O>(self, ty)
    }

    /// One of two values by this condition.
    #[track_caller]
    pub fn select(self, then: impl Operand<'e>, otherwise: impl Operand<'e>) -> Self {
        // A number that is the first value is a float or an `i64`.
        let then = then.value(self.builder, Type::F64);
        let otherwise = then.operand(otherwise);
        self.builder.ops.select(self, [then, otherwise])
    }

    /// A comparison of floats.
    #[track_caller]
    pub fn cmpf(self, predicate: CmpFPredicate, other: impl Operand<'e>) -> Self {
        let operands = [self, self.operand(other)].map(Self::id);
        self.builder.value(|b| self.builder.ops.compare_floats(b, predicate, operands))
    }

    /// A comparison of integers or indices.
    #[track_caller]
    pub fn cmpi(self, predicate: CmpIPredicate, other: impl Operand<'e>) -> Self {
        let operands = [self, self.operand(other)].map(Self::id);
        self.builder.value(|b| self.builder.ops.compare_integers(b, predicate, operands))
    }
}

/// Comparisons of floats and of integers.
macro_rules! comparisons {
    ($($(#[$doc:meta])* $name:ident $float:ident $int:ident;)*) => {
        impl<'e> Expr<'e> {
            $(
                $(#[$doc])*
                #[track_caller]
                pub fn $name(self, other: impl Operand<'e>) -> Self {
                    match self.is_float() {
                        true => self.cmpf(CmpFPredicate::$float, other),
                        false => self.cmpi(CmpIPredicate::$int, other),
                    }
                }
            )*
        }
    };
}

comparisons! {
    /// Whether this is equal; a NaN is not.
    eq Oeq Eq;
    /// Whether this is another number, or one of the two is a NaN.
    ne Une Ne;
    /// Whether this is less.
    lt Olt Slt;
    /// Whether this is at most as large.
    le Ole Sle;
    /// Whether this is greater.
    gt Ogt Sgt;
    /// Whether this is at least as large.
    ge Oge Sge;
}
