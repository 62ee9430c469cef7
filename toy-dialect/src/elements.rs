//! The element types of tensors, `f32`, `f64`, `i64` and `bool`: what ops convert their operands
//! to, and what their results have.
//!
//! A tensor of truths has elements of `i1`, and its memory bytes that are 1 or 0.
//!
//! A [`Tensor`] stores an element of `i64` as the float of the same bits, and a truth as the
//! integer 1 or 0, so what only moves elements is the same for all types: see [`integer`] and
//! [`stored`].
//!
//! Before shapes are inferred, an element type is not known either: `tensor<*xf64>` is any tensor.
//! Shape inference converts operands by ops such as `toy.f32`, so afterwards the types of an op say
//! how it computes. [`ElementTypes`] declares it for ops that differ from most: those
//! convert their operands to one type, which their result has too.

use mlir_lite::attributes::DenseElements;
use mlir_lite::ir::prelude::*;

pub(crate) use crate::tensor::is_integer;
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
    /// Truths.
    Bool,
}

impl Element {
    /// All element types.
    pub const ALL: [Self; 4] = [Self::F64, Self::F32, Self::I64, Self::Bool];

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
            Type::I1 | Type::I8 => Self::Bool,
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
            Self::Bool => Type::I1,
        }
    }

    /// The type in memory.
    #[must_use]
    pub fn in_memory(self) -> Type {
        match self {
            Self::Bool => Type::I8,
            _ => self.ty(),
        }
    }

    /// The name of the type in memory.
    pub(crate) fn name_in_memory(self) -> &'static str {
        match self {
            Self::Bool => "i8",
            _ => self.name(),
        }
    }

    /// Whether elements are stored as integers in a [`Tensor`].
    #[must_use]
    pub fn is_integer(self) -> bool {
        is_integer(self.ty())
    }

    /// The name in the language.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::F64 => "f64",
            Self::F32 => "f32",
            Self::I64 => "i64",
            Self::Bool => "bool",
        }
    }

    /// The bytes of an element.
    #[must_use]
    pub fn bytes(self) -> i64 {
        match self {
            Self::F64 | Self::I64 => 8,
            Self::F32 => 4,
            Self::Bool => 1,
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
    /// `f64`, and no truth: it is an index.
    Index,
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

/// What an op does with truths. Beside other elements, they become numbers of the type of these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truths {
    /// They become the integers 1 and 0, or floats if the op does not compute with integers.
    Numbers,
    /// It gives truths.
    Kept,
    /// It gives truths if one operand has them; the others become truths.
    Wanted,
    /// It is an error, in whose message the op has this name.
    Refused(&'static str),
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

    /// What the op does if all its operands are truths.
    fn truths(&self) -> Truths {
        Truths::Numbers
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
    if is_integer(element) { integer(value) != 0 } else { value != 0.0 }
}

/// A number as an element of a type; what is out of the range of integers or truths is the nearest
/// one.
pub(crate) fn element_for(element: Type, number: f64) -> f64 {
    match Element::of_type(element) {
        Element::I64 => stored(number as i64),
        Element::Bool => stored(i64::from(number > 0.0)),
        Element::F64 | Element::F32 => number,
    }
}

/// An element of another type, for which it is rounded. None if it is not in the range of `i64`.
pub(crate) fn converted([from, to]: [Element; 2], value: f64) -> Option<f64> {
    /// The first number above the integers.
    const END: f64 = 9_223_372_036_854_775_808.0;
    Some(match (from, to) {
        (from, Element::Bool) => stored(i64::from(is_true(from.ty(), value))),
        (Element::I64 | Element::Bool, Element::F64) => integer(value) as f64,
        (Element::I64 | Element::Bool, Element::F32) => f64::from(integer(value) as f32),
        (Element::I64 | Element::Bool, Element::I64) | (_, Element::F64) => value,
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
        let is_integer = is_integer(element_of(ctx, ty));
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

/// Declares ops that do so with the truths of their operands.
macro_rules! takes_truths {
    ($truths:ident: $($op:ty),* $(,)?) => {
        $(
            impl $crate::elements::ElementTypes for View<'_, $op> {
                fn keeps_integers(&self) -> bool {
                    true
                }

                fn truths(&self) -> $crate::elements::Truths {
                    $crate::elements::Truths::$truths
                }
            }
        )*
    };
}
pub(crate) use takes_truths;

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
                    _ if operand >= $first => $crate::elements::Takes::Index,
                    _ if $follows == Some(operand) => $crate::elements::Takes::Follows,
                    _ => $crate::elements::Takes::Common,
                }
            }

            fn keeps_integers(&self) -> bool {
                true
            }

            fn truths(&self) -> $crate::elements::Truths {
                $crate::elements::Truths::Kept
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
        Type::I1 | Type::I8 => dense(ctx, ty, values, |value| [u8::from(integer(value) != 0)]),
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
        Type::I1 | Type::I8 => {
            Some(elements.data().iter().map(|byte| stored(i64::from(*byte))).collect())
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
