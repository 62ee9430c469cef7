//! The element types of tensors, `f32`, `f64` and `i64`: what ops convert their operands to, and
//! what their results have.
//!
//! A [`Tensor`] stores an element of `i64` as the float of the same bits, so what only moves
//! elements is the same for all types: see [`integer`] and [`stored`].
//!
//! Before shapes are inferred, an element type is not known either: `tensor<*xf64>` is any tensor.
//! Shape inference converts operands by ops `toy.f32` and `toy.f64`, so afterwards the types of an
//! op say how it computes. [`ElementTypes`] declares it for ops that differ from most: those
//! convert their operands to one type, which their result has too.

use mlir_lite::attributes::DenseElements;
use mlir_lite::ir::prelude::*;

use crate::tensor::{Compute, Tensor};
pub use crate::tensor::{integer, stored};

/// The element types of tensors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Element {
    /// Floats of 64 bits.
    #[default]
    F64,
    /// Floats of 32 bits.
    F32,
    /// Integers of 64 bits.
    I64,
}

impl Element {
    /// All element types.
    pub const ALL: [Self; 3] = [Self::F64, Self::F32, Self::I64];

    /// The element type of a tensor or of memory.
    #[must_use]
    pub fn of(ctx: &Context, ty: Type) -> Self {
        Self::of_type(element_of(ctx, ty))
    }

    /// The element type that is this type in the IR.
    pub(crate) fn of_type(element: Type) -> Self {
        match element {
            Type::F32 => Self::F32,
            Type::I64 => Self::I64,
            _ => Self::F64,
        }
    }

    /// The type in the IR.
    #[must_use]
    pub fn ty(self) -> Type {
        match self {
            Self::F64 => Type::F64,
            Self::F32 => Type::F32,
            Self::I64 => Type::I64,
        }
    }

    /// The name in the language and in the IR.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::F64 => "f64",
            Self::F32 => "f32",
            Self::I64 => "i64",
        }
    }

    /// The bytes of an element.
    #[must_use]
    pub fn bytes(self) -> i64 {
        match self {
            Self::F64 | Self::I64 => 8,
            Self::F32 => 4,
        }
    }
}

/// What an operand is converted to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// It stays as it is.
    Any,
    /// The common type of the op's operands.
    Common,
    /// The common type, which does not depend on this operand.
    Follows,
    /// `f64`.
    F64,
}

/// What the elements of a result are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gives {
    /// Of the common type of the operands.
    Common,
    /// Of the common type, to which they are rounded from `f64`, in which the op computes.
    Rounded,
    /// Of this type.
    Only(Type),
}

/// The element types of an op.
#[op_interface]
pub trait ElementTypes {
    /// What an operand is converted to.
    fn takes(&self, _operand: usize) -> Takes {
        Takes::Common
    }

    /// What the elements of the result are.
    fn gives(&self) -> Gives {
        Gives::Common
    }

    /// Whether the op computes with integers of `i64`, or only moves elements. Others convert them
    /// to `f64`.
    fn keeps_integers(&self) -> bool {
        false
    }

    /// Whether the op gives the same number for a whole one that both types have.
    fn keeps_whole_numbers(&self) -> bool {
        false
    }

    /// The operand by which integers are divided.
    fn divisor(&self) -> Option<usize> {
        None
    }
}

/// Whether an element of a type is not 0.
pub(crate) fn is_true(element: Type, value: f64) -> bool {
    if element == Type::I64 { integer(value) != 0 } else { value != 0.0 }
}

/// A number as an element of a type; what is out of the range of integers is the nearest one.
pub(crate) fn element_for(element: Type, number: f64) -> f64 {
    if element == Type::I64 { stored(number as i64) } else { number }
}

/// An element of another type, for which it is rounded. None if it is not in the range of `i64`.
pub(crate) fn converted([from, to]: [Element; 2], value: f64) -> Option<f64> {
    /// The first number above the integers.
    const END: f64 = 9_223_372_036_854_775_808.0;
    Some(match (from, to) {
        (Element::I64, Element::F64) => integer(value) as f64,
        (Element::I64, Element::F32) => f64::from(integer(value) as f32),
        (Element::I64, Element::I64) | (_, Element::F64) => value,
        (_, Element::F32) => f64::from(value as f32),
        (_, Element::I64) if (-END..END).contains(&value) => stored(value as i64),
        (_, Element::I64) => return None,
    })
}

/// Whether the operands of an op from one number up to another one are integers.
///
/// # Errors
/// If some are, and others are not: their conversion is not known yet.
pub(crate) fn are_integers(
    op: OpRef<'_>,
    operands: std::ops::Range<usize>,
) -> Result<bool, String> {
    let ctx = op.context();
    let types = op.operand_types().skip(operands.start).take(operands.len());
    let (mut integers, mut others) = (false, false);
    for ty in types {
        let is_integer = element_of(ctx, ty) == Type::I64;
        integers |= is_integer;
        others |= !is_integer;
    }
    if integers && others { Err("the types of elements differ".to_owned()) } else { Ok(integers) }
}

/// Declares ops that compute with integers, or only move elements.
macro_rules! keeps_integers {
    ($($op:ty),* $(,)?) => {
        $(
            impl $crate::elements::ElementTypes for View<'_, $op> {
                fn keeps_integers(&self) -> bool {
                    true
                }
            }
        )*
    };
}
pub(crate) use keeps_integers;

/// Declares ops that compute in `f64`, and whose results are rounded to the type of the operands.
macro_rules! computed_in_f64 {
    ($($op:ty),* $(,)?) => {
        $(
            impl $crate::elements::ElementTypes for View<'_, $op> {
                fn gives(&self) -> $crate::elements::Gives {
                    $crate::elements::Gives::Rounded
                }
            }
        )*
    };
}
pub(crate) use computed_in_f64;

/// Declares ops that take tensors of any elements, and give tensors of `f64`.
macro_rules! gives_f64 {
    ($($op:ty),* $(,)?) => {
        $(
            impl $crate::elements::ElementTypes for View<'_, $op> {
                fn takes(&self, _operand: usize) -> $crate::elements::Takes {
                    $crate::elements::Takes::Any
                }

                fn gives(&self) -> $crate::elements::Gives {
                    $crate::elements::Gives::Only(Type::F64)
                }
            }
        )*
    };
}
pub(crate) use gives_f64;

/// Declares ops whose operands after the first so many are indices or bounds, which are `f64`.
macro_rules! takes_indices_from {
    ($op:ty, $first:expr, follows: $follows:expr) => {
        impl $crate::elements::ElementTypes for View<'_, $op> {
            fn takes(&self, operand: usize) -> $crate::elements::Takes {
                match operand {
                    _ if operand >= $first => $crate::elements::Takes::F64,
                    _ if $follows == Some(operand) => $crate::elements::Takes::Follows,
                    _ => $crate::elements::Takes::Common,
                }
            }

            fn keeps_integers(&self) -> bool {
                true
            }
        }
    };
}
pub(crate) use takes_indices_from;

/// The element type of a tensor or of memory.
pub(crate) fn element_of(ctx: &Context, ty: Type) -> Type {
    ty.element_type(ctx).unwrap_or(Type::F64)
}

/// The name of an element type in the language.
pub(crate) fn name_of(element: Type) -> &'static str {
    Element::of_type(element).name()
}

/// The result of an op that computes, rounded to the type that it has.
pub(crate) fn computed(op: OpRef<'_>, inputs: &[Tensor]) -> Option<Result<Tensor, String>> {
    let result = op.ask::<dyn Compute, _>(|op| op.compute(inputs))?;
    Some(result.map(|tensor| Precision::of(op).rounded(tensor)))
}

/// The precision in which an op computes: that of its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Precision {
    /// That of `f32`.
    Single,
    /// That of `f64`.
    Double,
}

impl Precision {
    /// The precision of an op.
    pub(crate) fn of(op: OpRef<'_>) -> Self {
        let result = op.result_types().next().map(|ty| element_of(op.context(), ty));
        Self::of_elements(result.unwrap_or(Type::F64))
    }

    /// The precision of elements of a type.
    pub(crate) fn of_elements(element: Type) -> Self {
        if element == Type::F32 { Self::Single } else { Self::Double }
    }

    /// A number of this precision.
    pub(crate) fn round(self, number: f64) -> f64 {
        match self {
            Self::Single => f64::from(number as f32),
            Self::Double => number,
        }
    }

    /// `a * b + c` of numbers of this precision, rounded once.
    pub(crate) fn multiply_add(self, a: f64, b: f64, c: f64) -> f64 {
        match self {
            Self::Single => f64::from(f32::mul_add(a as f32, b as f32, c as f32)),
            Self::Double => f64::mul_add(a, b, c),
        }
    }

    /// A tensor of this precision.
    pub(crate) fn rounded(self, mut tensor: Tensor) -> Tensor {
        if self == Self::Single {
            tensor.values.iter_mut().for_each(|value| *value = self.round(*value));
        }
        tensor
    }
}

/// The attribute of a constant with these elements, one for each or one for all.
pub(crate) fn constant(ctx: &Context, shape: &[i64], element: Type, values: &[f64]) -> Attribute {
    let ty = ctx.tensor_type(shape, element);
    match element {
        Type::F32 => dense(ctx, ty, values, |value| (value as f32).to_le_bytes()),
        Type::I64 => dense(ctx, ty, values, f64::to_le_bytes),
        _ => ctx.dense_f64_attr(ty, values),
    }
}

/// Elements of a type with the bytes of numbers; equal ones are stored once, as those of `f64` are.
fn dense<const N: usize>(
    ctx: &Context,
    ty: Type,
    values: &[f64],
    bytes: impl Fn(f64) -> [u8; N],
) -> Attribute {
    let elements: Vec<[u8; N]> = values.iter().map(|&value| bytes(value)).collect();
    let is_splat = elements.iter().all(|element| *element == elements[0]);
    let stored = if is_splat { &elements[..1] } else { &elements[..] };
    ctx.dense_attr(DenseElements::new(ty, stored.concat().into(), is_splat))
}

/// Verifies that the op's result has elements of a type. Before types are inferred,
/// `tensor<*xf64>` is a tensor of any.
pub(crate) fn verify_result(
    op: OpRef<'_>,
    element: Type,
    what: &str,
    diagnostics: &mut Diagnostics,
) {
    let ctx = op.context();
    let known = op.result_types().next().filter(|ty| ty.shape(ctx).is_some());
    if known.is_some_and(|ty| ty.element_type(ctx) != Some(element)) {
        diagnostics.error(op.op_error(format!("expects a result of {what} values")));
    }
}

/// The elements that a constant stores: one for each, or one for all.
pub(crate) fn elements_of(ctx: &Context, elements: &DenseElements) -> Option<Vec<f64>> {
    match elements.ty().element_type(ctx)? {
        Type::F32 => {
            let (numbers, _) = elements.data().as_chunks::<4>();
            Some(numbers.iter().map(|bytes| f64::from(f32::from_le_bytes(*bytes))).collect())
        }
        Type::I64 => {
            let (numbers, _) = elements.data().as_chunks::<8>();
            Some(numbers.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect())
        }
        _ => elements.f64_values(ctx),
    }
}

/// The fold of a conversion to elements of another type: of what has that type already, and of a
/// constant. Before types are inferred, nothing is folded.
pub(crate) fn folded(input: ValueRef<'_>, constant_input: Option<Attribute>, to: Type) -> Fold {
    let ctx = input.context();
    let Some(shape) = to.static_shape(ctx) else { return Fold::Unchanged };
    if input.ty() == to {
        return Fold::value(input);
    }
    let elements = constant_input.and_then(|value| value.dense(ctx));
    match elements.filter(|elements| elements.ty() == input.ty()) {
        Some(elements) => {
            let types = [Element::of(ctx, input.ty()), Element::of(ctx, to)];
            let values = elements_of(ctx, &elements)
                .and_then(|values| values.iter().map(|value| converted(types, *value)).collect());
            match values {
                Some(values) => {
                    let values: Vec<f64> = values;
                    Fold::constant(constant(ctx, shape, element_of(ctx, to), &values))
                }
                None => Fold::Unchanged,
            }
        }
        None => Fold::Unchanged,
    }
}
