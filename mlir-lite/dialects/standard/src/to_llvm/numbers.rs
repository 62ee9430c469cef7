//! Numbers that are known, or computed at run time: sizes, strides and offsets.

use crate::to_llvm::descriptor::index_constant;
use crate::to_llvm::view_descriptor::MALFORMED;
use mlir_lite::dialects::llvm;
use mlir_lite::ir::{Body, OpBuilder, OpId, ValueId};
use mlir_lite::rewrite::MatchFailure;
use mlir_lite::types::{DYNAMIC, Type};

/// An `i64` of the llvm dialect, or an `index` of std.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Number {
    Known(i64),
    Value(ValueId),
}

impl Number {
    /// The number as a value.
    pub(crate) fn value(self, builder: &mut dyn OpBuilder) -> ValueId {
        self.value_in(&LlvmArithmetic, builder)
    }

    pub(crate) fn times(self, other: Self, builder: &mut dyn OpBuilder) -> Self {
        self.times_in(other, &LlvmArithmetic, builder)
    }

    pub(crate) fn plus(self, other: Self, builder: &mut dyn OpBuilder) -> Self {
        self.plus_in(other, &LlvmArithmetic, builder)
    }

    /// The product, computed at run time by the ops of `arithmetic`.
    pub(crate) fn times_in(
        self,
        other: Self,
        arithmetic: &dyn Arithmetic,
        builder: &mut dyn OpBuilder,
    ) -> Self {
        match (self, other) {
            (Self::Known(1), number) | (number, Self::Known(1)) => return number,
            (Self::Known(0), _) | (_, Self::Known(0)) => return Self::Known(0),
            _ => {}
        }
        if let (Self::Known(a), Self::Known(b)) = (self, other)
            && let Some(product) = a.checked_mul(b)
        {
            return Self::Known(product);
        }
        let operands = [self, other].map(|number| number.value_in(arithmetic, builder));
        Self::Value(arithmetic.product(builder, operands))
    }

    /// The sum, computed at run time by the ops of `arithmetic`.
    pub(crate) fn plus_in(
        self,
        other: Self,
        arithmetic: &dyn Arithmetic,
        builder: &mut dyn OpBuilder,
    ) -> Self {
        match (self, other) {
            (Self::Known(0), number) | (number, Self::Known(0)) => return number,
            _ => {}
        }
        if let (Self::Known(a), Self::Known(b)) = (self, other)
            && let Some(sum) = a.checked_add(b)
        {
            return Self::Known(sum);
        }
        let operands = [self, other].map(|number| number.value_in(arithmetic, builder));
        Self::Value(arithmetic.sum(builder, operands))
    }

    fn value_in(self, arithmetic: &dyn Arithmetic, builder: &mut dyn OpBuilder) -> ValueId {
        match self {
            Self::Known(number) => arithmetic.constant(builder, number),
            Self::Value(value) => value,
        }
    }
}

/// The ops that compute numbers at run time.
pub(crate) trait Arithmetic {
    fn constant(&self, builder: &mut dyn OpBuilder, number: i64) -> ValueId;
    fn sum(&self, builder: &mut dyn OpBuilder, operands: [ValueId; 2]) -> ValueId;
    fn product(&self, builder: &mut dyn OpBuilder, operands: [ValueId; 2]) -> ValueId;
}

/// The ops of the llvm dialect, on `i64`.
pub(crate) struct LlvmArithmetic;

impl Arithmetic for LlvmArithmetic {
    fn constant(&self, builder: &mut dyn OpBuilder, number: i64) -> ValueId {
        index_constant(builder, number)
    }

    fn sum(&self, builder: &mut dyn OpBuilder, [a, b]: [ValueId; 2]) -> ValueId {
        llvm::AddOp::create(builder, a, b, None)
    }

    fn product(&self, builder: &mut dyn OpBuilder, [a, b]: [ValueId; 2]) -> ValueId {
        llvm::MulOp::create(builder, a, b, None)
    }
}

/// The offsets, sizes and strides of an op whose operand groups after the first have the dynamic
/// ones; `operands` are the new values of all operands.
pub(crate) fn mixed_parts(
    body: &Body,
    op: OpId,
    operands: &[ValueId],
) -> Result<[Vec<Number>; 3], MatchFailure> {
    let mixed = |group, name| {
        let numbers = body.attr(op, body.context().ident(name))?.as_i64_array(body.context())?;
        sizes_of(&numbers, operands.get(body.operand_group(op, group))?)
    };
    let parts = [(1, "static_offsets"), (2, "static_sizes"), (3, "static_strides")];
    let [Some(offsets), Some(sizes), Some(strides)] = parts.map(|(group, name)| mixed(group, name))
    else {
        return Err(MALFORMED.into());
    };
    Ok([offsets, sizes, strides])
}

/// Strides without gaps.
pub(crate) fn row_major_strides(
    sizes: &[Number],
    arithmetic: &dyn Arithmetic,
    builder: &mut dyn OpBuilder,
) -> Vec<Number> {
    let mut stride = Number::Known(1);
    let mut strides = vec![stride; sizes.len()];
    for (to, &size) in strides.iter_mut().zip(sizes).rev() {
        *to = stride;
        stride = stride.times_in(size, arithmetic, builder);
    }
    strides
}

/// Sizes of a type, of which the open ones are `dynamic`.
pub(crate) fn sizes_of(shape: &[i64], dynamic: &[ValueId]) -> Option<Vec<Number>> {
    let mut dynamic = dynamic.iter();
    let size = |&size: &i64| match size {
        DYNAMIC => dynamic.next().copied().map(Number::Value),
        size => Some(Number::Known(size)),
    };
    shape.iter().map(size).collect()
}

/// The type of all these numbers.
pub(crate) const NUMBER: Type = Type::I64;
