//! The element types of tensors, `f32`, `f64`, `i64`, `i8`, `u8` and `bool`: the types that ops
//! convert their operands to, and the types of their results.
//!
//! A tensor of booleans has elements of `i1`, and its memory bytes that are 1 or 0. One of integers
//! without a sign has elements of `ui8`, and its memory bytes of `i8`, as the ops of std take them.
//!
//! Before shapes are inferred, an element type is not known either: `tensor<*xf64>` is any tensor.
//! Shape inference converts operands by ops such as `toy.f32`, so afterwards the types of an op say
//! how it computes. [`ElementTypes`] declares it for ops that differ from most: those
//! convert their operands to one type, which their result has too.

use mlir_lite::attributes::DenseElements;
use mlir_lite::ir::prelude::*;
use std::sync::Arc;

use crate::tensor::Tensor;
use crate::tensor::element_list::check_room;
pub use crate::tensor::element_list::{Element, Elements, Scalar};

/// The conversion of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// It stays as it is.
    Any,
    /// The common type of the op's operands.
    Common,
    /// The common type, which does not depend on this operand.
    Follows,
    /// The common type, which does not depend on this operand if all others are booleans.
    BesideNumbers,
    /// `f64`.
    F64,
    /// `f64`, and no boolean: it is an index.
    Index,
}

/// The element type of a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gives {
    /// Of the common type of the operands.
    Common,
    /// Of the common type, to which they are rounded from `f64`, in which the op computes.
    Rounded,
    /// Of this type.
    Only(Type),
}

/// The treatment of booleans by an op. Beside other elements, they become numbers of the type of
/// these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BooleanOperands {
    /// They become the integers 1 and 0, or floats if the op does not compute with integers.
    Numbers,
    /// It gives booleans.
    Kept,
    /// It gives booleans if one operand has them; the others become booleans.
    Wanted,
    /// It is an error, in whose message the op has this name.
    Refused(&'static str),
}

/// The operands of an op on bits: integers, and perhaps booleans, but no other numbers.
#[derive(Clone, Copy, Debug)]
pub struct BitOperands {
    /// The sign of the operator.
    pub sign: &'static str,
    /// Whether booleans are not just the integers 1 and 0.
    pub takes_booleans: bool,
}

/// The treatment of integers of 8 bits by an op, all of whose operands have them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SmallIntegers {
    /// They become integers of 64 bits.
    Widened,
    /// It moves elements, and its result has integers of the same 8 bits.
    Kept,
    /// It multiplies them, and the sums are integers of 64 bits.
    Multiplied,
}

/// The element types of an op.
#[op_interface]
pub trait ElementTypes {
    /// The conversion of an operand.
    fn takes(_: View<'_, Self>, _operand: usize) -> Takes {
        Takes::Common
    }

    /// The element type of the result.
    fn gives(_: View<'_, Self>) -> Gives {
        Gives::Common
    }

    /// Whether the op computes with integers of `i64`, or only moves elements. Others convert them
    /// to `f64`.
    fn keeps_integers(_: View<'_, Self>) -> bool {
        false
    }

    /// The treatment of operands that are all booleans.
    fn boolean_operands(_: View<'_, Self>) -> BooleanOperands {
        BooleanOperands::Numbers
    }

    /// The treatment of operands that are all integers of 8 bits.
    fn small_integers(_: View<'_, Self>) -> SmallIntegers {
        SmallIntegers::Widened
    }

    /// Whether the elements of the result are booleans: 1 and 0 that are not indices.
    fn gives_booleans(_: View<'_, Self>) -> bool {
        false
    }

    /// Whether the op has the same result for a whole number of both types.
    fn keeps_whole_numbers(_: View<'_, Self>) -> bool {
        false
    }

    /// Which elements an op on bits takes; none for other ops.
    fn bit_operands(_: View<'_, Self>) -> Option<BitOperands> {
        None
    }

    /// The operand by which integers are divided.
    fn divisor(_: View<'_, Self>) -> Option<usize> {
        None
    }
}

/// Whether elements of a type are integers or booleans, so no floats.
pub(crate) fn is_integer(element: Type) -> bool {
    Element::in_ir(element).is_integer()
}

/// Declares ops that compute with integers, or only move elements.
macro_rules! keeps_integers {
    ($($op:ty),* $(,)?) => {
        $(
            impl $crate::tensor::elements::ElementTypes for $op {
                fn keeps_integers(_: View<'_, Self>) -> bool {
                    true
                }
            }
        )*
    };
}
pub(crate) use keeps_integers;

/// Declares ops that do so with the booleans of their operands.
macro_rules! takes_booleans {
    ($booleans:ident: $($op:ty),* $(,)?) => {
        $(
            impl $crate::tensor::elements::ElementTypes for $op {
                fn keeps_integers(_: View<'_, Self>) -> bool {
                    true
                }

                fn boolean_operands(
                    _: View<'_, Self>,
                ) -> $crate::tensor::elements::BooleanOperands {
                    $crate::tensor::elements::BooleanOperands::$booleans
                }
            }
        )*
    };
}
pub(crate) use takes_booleans;

/// Declares ops that only move the elements of their operand, of any type.
macro_rules! moves {
    ($($op:ty),* $(,)?) => {
        $(
            impl $crate::tensor::elements::ElementTypes for $op {
                fn keeps_integers(_: View<'_, Self>) -> bool {
                    true
                }

                fn boolean_operands(
                    _: View<'_, Self>,
                ) -> $crate::tensor::elements::BooleanOperands {
                    $crate::tensor::elements::BooleanOperands::Kept
                }

                fn small_integers(_: View<'_, Self>) -> $crate::tensor::elements::SmallIntegers {
                    $crate::tensor::elements::SmallIntegers::Kept
                }
            }
        )*
    };
}
pub(crate) use moves;

/// Declares ops with boolean results, and their treatment of boolean operands.
macro_rules! gives_booleans {
    ($booleans:ident: $($op:ty),* $(,)?) => {
        $(
            impl $crate::tensor::elements::ElementTypes for $op {
                fn keeps_integers(_: View<'_, Self>) -> bool {
                    true
                }

                fn boolean_operands(
                    _: View<'_, Self>,
                ) -> $crate::tensor::elements::BooleanOperands {
                    $crate::tensor::elements::BooleanOperands::$booleans
                }

                fn gives_booleans(_: View<'_, Self>) -> bool {
                    true
                }
            }
        )*
    };
}
pub(crate) use gives_booleans;

/// Declares ops that compute in `f64`, and whose results are rounded to the type of the operands.
macro_rules! computed_in_f64 {
    ($($op:ty),* $(,)?) => {
        $(
            impl $crate::tensor::elements::ElementTypes for $op {
                fn gives(_: View<'_, Self>) -> $crate::tensor::elements::Gives {
                    $crate::tensor::elements::Gives::Rounded
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
            impl $crate::tensor::elements::ElementTypes for $op {
                fn takes(_: View<'_, Self>, _operand: usize) -> $crate::tensor::elements::Takes {
                    $crate::tensor::elements::Takes::Any
                }

                fn gives(_: View<'_, Self>) -> $crate::tensor::elements::Gives {
                    $crate::tensor::elements::Gives::Only(Type::F64)
                }
            }
        )*
    };
}
pub(crate) use gives_f64;

/// Declares ops whose operands from number `first` on are indices or bounds, which are `f64`.
macro_rules! takes_indices_from {
    ($op:ty, $first:expr, follows: $follows:expr) => {
        impl $crate::tensor::elements::ElementTypes for $op {
            fn takes(_: View<'_, Self>, operand: usize) -> $crate::tensor::elements::Takes {
                match operand {
                    _ if operand >= $first => $crate::tensor::elements::Takes::Index,
                    _ if $follows == Some(operand) => $crate::tensor::elements::Takes::Follows,
                    _ => $crate::tensor::elements::Takes::Common,
                }
            }

            fn keeps_integers(_: View<'_, Self>) -> bool {
                true
            }

            fn boolean_operands(_: View<'_, Self>) -> $crate::tensor::elements::BooleanOperands {
                $crate::tensor::elements::BooleanOperands::Kept
            }

            fn small_integers(_: View<'_, Self>) -> $crate::tensor::elements::SmallIntegers {
                $crate::tensor::elements::SmallIntegers::Kept
            }
        }
    };
}
pub(crate) use takes_indices_from;

/// The element type of a tensor or of memory.
pub(crate) fn element_of(ctx: &Context, ty: Type) -> Type {
    ty.element_type(ctx).unwrap_or(Type::F64)
}

/// The only operand of an op that converts its elements to another type, which all of them have.
pub(crate) fn converted(inputs: &[Arc<Tensor>], to: Element) -> Result<Tensor, String> {
    let [input] = inputs else { return Err("the number of operands is wrong".to_owned()) };
    check_room(input.len())?;
    let elements = input.elements.converted(to);
    let elements = elements.map_err(|number| format!("{number} is not in the range of i64"))?;
    Ok(Tensor { shape: input.shape.clone(), elements })
}

/// The attribute of a constant with these elements, one for each or one for all.
pub(crate) fn constant(ctx: &Context, shape: &[i64], elements: &Elements) -> Attribute {
    ctx.dense_attr(dense_elements(ctx, shape, elements))
}

/// The elements of a constant, one for each or one for all. Unlike their attribute, which is new
/// each time if they are many, they are equal if their types and bytes are.
pub(crate) fn dense_elements(ctx: &Context, shape: &[i64], elements: &Elements) -> DenseElements {
    let ty = ctx.tensor_type(shape, elements.element().ty());
    match elements {
        Elements::F64(values) => DenseElements::from_f64(ty, values),
        Elements::F32(values) => dense(ty, values, |value| value.to_le_bytes()),
        Elements::I64(values) => dense(ty, values, |value| value.to_le_bytes()),
        Elements::Bool(values) => dense(ty, values, |value| [u8::from(value)]),
        Elements::I8(values) => dense(ty, values, |value| value.to_le_bytes()),
        Elements::U8(values) => dense(ty, values, |value| [value]),
    }
}

/// Elements of a type with the bytes of numbers; equal ones are stored once, as those of `f64` are.
fn dense<T: Scalar, const N: usize>(
    ty: Type,
    values: &[T],
    bytes: impl Fn(T) -> [u8; N],
) -> DenseElements {
    let elements: Vec<[u8; N]> = values.iter().map(|&value| bytes(value)).collect();
    let is_splat = elements.iter().all(|element| *element == elements[0]);
    let stored = if is_splat { &elements[..1] } else { &elements[..] };
    DenseElements::new(ty, stored.concat().into(), is_splat)
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
pub(crate) fn elements_of(ctx: &Context, elements: &DenseElements) -> Option<Elements> {
    Some(match Element::of(ctx, elements.ty()) {
        Element::F32 => {
            let (numbers, _) = elements.data().as_chunks::<4>();
            Elements::F32(numbers.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect())
        }
        Element::I64 => {
            let (numbers, _) = elements.data().as_chunks::<8>();
            Elements::I64(numbers.iter().map(|bytes| i64::from_le_bytes(*bytes)).collect())
        }
        Element::Bool => Elements::Bool(elements.data().iter().map(|byte| *byte != 0).collect()),
        Element::I8 => Elements::I8(elements.data().iter().map(|byte| *byte as i8).collect()),
        Element::U8 => Elements::U8(elements.data().to_vec()),
        Element::F64 => Elements::F64(elements.f64_values(ctx)?),
    })
}

/// The tensor of a constant.
///
/// # Errors
/// If it is not one, or there is no memory for it.
pub(crate) fn tensor_of(ctx: &Context, constant: &DenseElements) -> Result<Tensor, String> {
    let shape = constant.ty().static_shape(ctx).ok_or("a constant has no shape")?;
    let elements = elements_of(ctx, constant).ok_or("a constant has no numbers")?;
    let elements = match constant.is_splat() {
        true => elements.rearranged(crate::tensor::count_of(shape), |_| 0)?,
        false => elements,
    };
    Ok(Tensor { shape: shape.to_vec(), elements })
}

/// The fold of a conversion to elements of another type: of tensors that have that type already,
/// and of constants. Before types are inferred, nothing is folded.
pub(crate) fn folded(input: ValueRef<'_>, constant_input: Option<Attribute>, to: Type) -> Fold {
    let ctx = input.context();
    let Some(shape) = to.static_shape(ctx) else { return Fold::Unchanged };
    if input.ty() == to {
        return Fold::value(input);
    }
    let elements = constant_input.and_then(|value| value.dense(ctx));
    let elements = elements.filter(|elements| elements.ty() == input.ty());
    let elements = elements.and_then(|elements| elements_of(ctx, &elements));
    match elements.map(|elements| elements.converted(Element::of(ctx, to))) {
        Some(Ok(converted)) => Fold::constant(constant(ctx, shape, &converted)),
        _ => Fold::Unchanged,
    }
}
