//! The element types of tensors, `f32` and `f64`: what ops convert their operands to, and what
//! their results have.
//!
//! Before shapes are inferred, an element type is not known either: `tensor<*xf64>` is any tensor.
//! Shape inference converts operands by ops `toy.f32` and `toy.f64`, so afterwards the types of an
//! op say how it computes. [`ElementTypes`] declares it for ops that differ from most: those
//! convert their operands to one type, which their result has too.

use mlir_lite::attributes::DenseElements;
use mlir_lite::ir::prelude::*;

use crate::tensor::{Compute, Tensor};

/// The element types of tensors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Element {
    /// Floats of 64 bits.
    #[default]
    F64,
    /// Floats of 32 bits.
    F32,
}

impl Element {
    /// The element type of a tensor or of memory.
    #[must_use]
    pub fn of(ctx: &Context, ty: Type) -> Self {
        if element_of(ctx, ty) == Type::F32 { Self::F32 } else { Self::F64 }
    }

    /// The type in the IR.
    #[must_use]
    pub fn ty(self) -> Type {
        match self {
            Self::F64 => Type::F64,
            Self::F32 => Type::F32,
        }
    }

    /// The name in the language and in the IR.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::F64 => "f64",
            Self::F32 => "f32",
        }
    }

    /// The bytes of an element.
    #[must_use]
    pub fn bytes(self) -> i64 {
        match self {
            Self::F64 => 8,
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
}

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
    if element == Type::F32 { Element::F32.name() } else { Element::F64.name() }
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
    if element != Type::F32 {
        return ctx.dense_f64_attr(ty, values);
    }
    let bits = |value: &f64| (*value as f32).to_bits();
    // Equal elements are stored once, as those of `f64` are.
    let is_splat = values.iter().all(|value| bits(value) == bits(&values[0]));
    let stored = if is_splat { &values[..1] } else { values };
    let bytes = stored.iter().flat_map(|value| (*value as f32).to_le_bytes()).collect();
    ctx.dense_attr(DenseElements::new(ty, bytes, is_splat))
}

/// The elements that a constant stores: one for each, or one for all.
pub(crate) fn elements_of(ctx: &Context, elements: &DenseElements) -> Option<Vec<f64>> {
    match elements.ty().element_type(ctx)? {
        Type::F32 => {
            let (numbers, _) = elements.data().as_chunks::<4>();
            Some(numbers.iter().map(|bytes| f64::from(f32::from_le_bytes(*bytes))).collect())
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
        Some(elements) => match elements_of(ctx, &elements) {
            Some(values) => Fold::constant(constant(ctx, shape, element_of(ctx, to), &values)),
            None => Fold::Unchanged,
        },
        None => Fold::Unchanged,
    }
}
