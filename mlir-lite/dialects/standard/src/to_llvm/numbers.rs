//! Numbers that are known, or computed at run time: sizes, strides and offsets.

use crate::to_llvm::descriptor::index_constant;
use mlir_lite::dialects::llvm;
use mlir_lite::ir::{Location, OpBuilder, OpId, ValueId};
use mlir_lite::types::{DYNAMIC, Type};

/// An `i64`.
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

    pub(crate) fn times(
        self,
        other: Self,
        builder: &mut dyn OpBuilder,
        location: Location,
    ) -> Self {
        match (self, other) {
            (Self::Known(1), number) | (number, Self::Known(1)) => return number,
            (Self::Known(0), _) | (_, Self::Known(0)) => return Self::Known(0),
            (Self::Known(a), Self::Known(b)) => {
                if let Some(product) = a.checked_mul(b) {
                    return Self::Known(product);
                }
            }
            _ => {}
        }
        let (a, b) = (self.value(builder), other.value(builder));
        let op = llvm::MulOp::build(builder, location, a, b, None);
        Self::Value(op.result(builder.body()))
    }

    pub(crate) fn plus(self, other: Self, builder: &mut dyn OpBuilder, location: Location) -> Self {
        match (self, other) {
            (Self::Known(0), number) | (number, Self::Known(0)) => return number,
            (Self::Known(a), Self::Known(b)) => {
                if let Some(sum) = a.checked_add(b) {
                    return Self::Known(sum);
                }
            }
            _ => {}
        }
        let (a, b) = (self.value(builder), other.value(builder));
        let op = llvm::AddOp::build(builder, location, a, b, None);
        Self::Value(op.result(builder.body()))
    }
}

/// A list of numbers and operands: of the op's attribute `name`, and of its
/// operand group `group`, whose new values are in `operands`.
pub(crate) fn mixed_numbers(
    builder: &dyn OpBuilder,
    op: OpId,
    group: usize,
    name: &str,
    operands: &[ValueId],
) -> Option<Vec<Number>> {
    let body = builder.body();
    let numbers = body.attr(op, body.context().ident(name))?.as_i64_array(body.context())?;
    let mut dynamic = operands.get(body.operand_group(op, group))?.iter();
    let number = |number| match number {
        DYNAMIC => dynamic.next().copied().map(Number::Value),
        number => Some(Number::Known(number)),
    };
    numbers.into_iter().map(number).collect()
}

/// Strides without gaps.
pub(crate) fn row_major_strides(
    sizes: &[Number],
    builder: &mut dyn OpBuilder,
    location: Location,
) -> Vec<Number> {
    let mut stride = Number::Known(1);
    let mut strides = Vec::new();
    for &size in sizes.iter().rev() {
        strides.push(stride);
        stride = stride.times(size, builder, location);
    }
    strides.reverse();
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
