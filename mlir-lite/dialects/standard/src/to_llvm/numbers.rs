//! Numbers that are known, or computed at run time: sizes, strides and offsets.

use crate::to_llvm::descriptor::index_constant;
use crate::to_llvm::view_descriptor::MALFORMED;
use crate::{AddIOp, ConstantOp, MulIOp};
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
        match self {
            Self::Known(number) => index_constant(builder, number),
            Self::Value(value) => value,
        }
    }

    pub(crate) fn times(self, other: Self, builder: &mut dyn OpBuilder) -> Self {
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
        let ([a, b], is_index) = Self::values([self, other], builder);
        Self::Value(match is_index {
            true => MulIOp::create(builder, a, b),
            false => llvm::MulOp::create(builder, a, b, None),
        })
    }

    pub(crate) fn plus(self, other: Self, builder: &mut dyn OpBuilder) -> Self {
        match (self, other) {
            (Self::Known(0), number) | (number, Self::Known(0)) => return number,
            _ => {}
        }
        if let (Self::Known(a), Self::Known(b)) = (self, other)
            && let Some(sum) = a.checked_add(b)
        {
            return Self::Known(sum);
        }
        let ([a, b], is_index) = Self::values([self, other], builder);
        Self::Value(match is_index {
            true => AddIOp::create(builder, a, b),
            false => llvm::AddOp::create(builder, a, b, None),
        })
    }

    /// Numbers as values of one type, and whether it is `index`.
    fn values(numbers: [Self; 2], builder: &mut dyn OpBuilder) -> ([ValueId; 2], bool) {
        let is_index = |number: Self| matches!(number, Self::Value(value) if builder.body().ty(value) == Type::INDEX);
        let is_index = numbers.into_iter().any(is_index);
        let values = numbers.map(|number| match number {
            Self::Known(number) if is_index => ConstantOp::index(builder, number),
            number => number.value(builder),
        });
        (values, is_index)
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
pub(crate) fn row_major_strides(sizes: &[Number], builder: &mut dyn OpBuilder) -> Vec<Number> {
    let mut stride = Number::Known(1);
    let mut strides = vec![stride; sizes.len()];
    for (to, &size) in strides.iter_mut().zip(sizes).rev() {
        *to = stride;
        stride = stride.times(size, builder);
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
