//! Constraints on types, as Rust types.
//!
//! The fields of an op declaration use them: `lhs: FloatLike`. Each has a description, which is
//! used in messages and documentation. Constraints on attributes are in `attrs.rs`, combinations in
//! `combined.rs`.

mod attr_starts;
mod attrs;
mod combined;
mod type_list;

pub use attr_starts::AttrStarts;
pub use attrs::*;
pub use combined::*;
pub use type_list::TypesOf;

use crate::data::Context;
use crate::data::types::{Signedness, Type, TypeKind};
use crate::ir::op_def::TypeConstraintDef;

/// A set of types.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a constraint on types",
    label = "operands and results are declared with a constraint, such as `AnyType`, `F64` or a \
        `#[type_def]`"
)]
pub trait TypeConstraint: 'static {
    /// Noun phrase: `32-bit float`.
    fn describe() -> String;
    /// Whether `ty` is in the set.
    fn matches(ctx: &Context, ty: Type) -> bool;
    /// The only type in the set, if there is only one. Formats leave it out.
    const ONLY: Option<Type> = None;
    /// Creates the only type, if that needs a context.
    const BUILD: Option<fn(&Context) -> Type> = None;
}

/// Whether a constraint allows only one type, so that formats leave it out.
pub const fn has_only_type<C: TypeConstraint>() -> bool {
    C::ONLY.is_some() || C::BUILD.is_some()
}

/// The only type of a constraint that [`has_only_type`]; `none` for others.
pub fn only_type<C: TypeConstraint>(ctx: &Context) -> Type {
    TypeConstraintDef::of::<C>().only_type(ctx).unwrap_or(Type::NONE)
}

impl TypeConstraintDef {
    /// The record of constraint `C`.
    pub const fn of<C: TypeConstraint>() -> Self {
        Self { describe: C::describe, matches: C::matches, only: C::ONLY, build: C::BUILD }
    }
}

/// Declares constraints on types by a predicate:
///
/// ```
/// # extern crate mlir_lite_ir as mlir_lite;
/// use mlir_lite::ir::prelude::*;
///
/// mlir_lite::type_constraints! {
///     /// An integer of a whole number of bytes.
///     pub ByteSized = "integer of whole bytes", |ctx, ty| ty.bit_width(ctx).is_some_and(|w| w % 8 == 0);
/// }
/// # let ctx = Context::new();
/// assert!(ByteSized::matches(&ctx, Type::I32) && !ByteSized::matches(&ctx, Type::I1));
/// ```
///
/// `only $type` after the text names the only type, if there is only one.
#[macro_export]
macro_rules! type_constraints {
    ($($(#[$meta:meta])* $vis:vis $name:ident = $text:literal $(, only $only:expr)?, |$ctx:ident, $ty:ident| $test:expr;)*) => {
        $(
            $(#[$meta])*
            $vis struct $name;

            impl $crate::ir::constraints::TypeConstraint for $name {
                fn describe() -> String {
                    $text.into()
                }
                fn matches($ctx: &$crate::Context, $ty: $crate::types::Type) -> bool {
                    $test
                }
                $(const ONLY: Option<$crate::types::Type> = Some($only);)?
            }
        )*
    };
}

fn is_integer_width(ctx: &Context, ty: Type, wanted: u32) -> bool {
    matches!(ty.kind(ctx), TypeKind::Integer { width, signedness: Signedness::Signless } if *width == wanted)
}

/// The element type of vectors and tensors, any other type itself: what the element-wise ops of std
/// compute on. Memrefs are excluded, because they are memory, not values.
fn value_element(ctx: &Context, ty: Type) -> Type {
    if ty.is_memref(ctx) { ty } else { ty.element_or_self(ctx) }
}

type_constraints! {
    /// Any type.
    pub AnyType = "any type", |_ctx, _ty| true;
    /// `index`
    pub Index = "index", only Type::INDEX, |_ctx, ty| ty == Type::INDEX;
    /// `i1`
    pub I1 = "1-bit signless integer", only Type::I1, |_ctx, ty| ty == Type::I1;
    /// `i32`
    pub I32 = "32-bit signless integer", only Type::I32, |_ctx, ty| ty == Type::I32;
    /// `i64`
    pub I64 = "64-bit signless integer", only Type::I64, |_ctx, ty| ty == Type::I64;
    /// `i8`
    pub I8 = "8-bit signless integer", only Type::I8, |_ctx, ty| ty == Type::I8;
    /// `i16`
    pub I16 = "16-bit signless integer", only Type::I16, |_ctx, ty| ty == Type::I16;
    /// `bf16`
    pub BF16 = "bfloat16 type", only Type::BF16, |_ctx, ty| ty == Type::BF16;
    /// `f16`
    pub F16 = "16-bit float", only Type::F16, |_ctx, ty| ty == Type::F16;
    /// `none`
    pub NoneType = "none type", only Type::NONE, |_ctx, ty| ty == Type::NONE;
    /// Any integer, signed or not.
    pub AnyInteger = "integer", |ctx, ty| ty.is_integer(ctx);
    /// A complex number.
    pub AnyComplex = "complex-type", |ctx, ty| matches!(ty.kind(ctx), TypeKind::Complex(_));
    /// A complex number of floats.
    pub AnyFloatComplex = "complex type with floating-point elements",
        |ctx, ty| matches!(ty.kind(ctx), TypeKind::Complex(part) if part.is_float(ctx));
    /// A vector of known sizes.
    pub AnyVector = "vector of any type \
        values", |ctx, ty| matches!(ty.kind(ctx), TypeKind::Vector { .. });
    /// A vector, tensor or memref.
    pub AnyShaped = "shaped of any type values", |ctx, ty| ty.element_type(ctx).is_some();
    /// A tensor of known rank.
    pub AnyRankedTensor = "ranked tensor of any type values",
        |ctx, ty| matches!(ty.kind(ctx), TypeKind::RankedTensor { .. });
    /// `f64`
    pub F64 = "64-bit float", only Type::F64, |_ctx, ty| ty == Type::F64;
    /// `f32`
    pub F32 = "32-bit float", only Type::F32, |_ctx, ty| ty == Type::F32;
    /// Any signless integer.
    pub AnySignlessInteger = "signless integer", |ctx, ty| ty.is_signless_integer(ctx);
    /// Any floating point type.
    pub AnyFloat = "floating-point", |ctx, ty| ty.is_float(ctx);
    /// A signless integer or `index`, or a vector or tensor of it.
    pub SignlessIntegerLike = "signless-integer-like",
        |ctx, ty| { let e = value_element(ctx, ty); e == Type::INDEX || e.is_signless_integer(ctx) };
    /// A float, or a vector or tensor of it.
    pub FloatLike = "floating-point-like", |ctx, ty| value_element(ctx, ty).is_float(ctx);
    /// A signless integer or a float, or a vector or tensor of it.
    pub NumberLike = "signless-integer-or-float-like",
        |ctx, ty| { let e = value_element(ctx, ty); e.is_signless_integer(ctx) || e.is_float(ctx) };
    /// `i1`, or a vector or tensor of it.
    pub BoolLike = "bool-like", |ctx, ty| is_integer_width(ctx, value_element(ctx, ty), 1);
    /// Any memref, ranked or not.
    pub AnyMemRef = "ranked or unranked memref of any type values", |ctx, ty| ty.is_memref(ctx);
    /// A memref of known rank.
    pub AnyRankedMemRef = "memref of any type \
        values", |ctx, ty| matches!(ty.kind(ctx), TypeKind::MemRef { .. });
    /// Any tensor.
    pub AnyTensor = "tensor of any type values", |ctx, ty| ty.is_tensor(ctx);
    /// A function.
    pub AnyFunction = "function type", |ctx, ty| ty.as_function(ctx).is_some();
    /// A tensor of `f64`.
    pub F64Tensor = "tensor of 64-bit float values",
        |ctx, ty| ty.is_tensor(ctx) && ty.element_type(ctx) == Some(Type::F64);
    /// A tensor of `f32`, `f64`, `i64`, `i8`, `ui8` or `i1`.
    pub NumberTensor =
        "tensor of 32-bit float or 64-bit float or 64-bit signless integer or 8-bit signless \
            integer or 8-bit unsigned integer or 1-bit signless integer values",
        |ctx, ty| ty.is_tensor(ctx) && matches!(
            ty.element_type(ctx),
            Some(Type::F32 | Type::F64 | Type::I64 | Type::I8 | Type::UI8 | Type::I1)
        );
    /// A memref of `f64`.
    pub F64MemRef = "memref of 64-bit float values",
        |ctx, ty| matches!(ty.kind(ctx), TypeKind::MemRef { element: Type::F64, .. });
    /// A memref of `f32`, `f64`, `i64` or `i8`.
    pub NumberMemRef =
        "memref of 32-bit float or 64-bit float or 64-bit signless integer or 8-bit signless \
            integer values",
        |ctx, ty| matches!(
            ty.kind(ctx),
            TypeKind::MemRef { element: Type::F32 | Type::F64 | Type::I64 | Type::I8, .. });
}
