//! Constraints on types and attributes, as Rust types.
//!
//! The fields of an op declaration name them: `lhs: FloatLike`. Each has a
//! description, which stands in messages and in documentation.

use crate::attributes::{Attribute, AttributeKind};
use crate::context::Context;
use crate::ir::op_def::{AttrConstraintDef, AttrForm, TypeConstraintDef};
use crate::types::{Signedness, Type, TypeKind};

/// A set of types.
pub trait TypeConstraint: 'static {
    /// Noun phrase: `32-bit float`.
    fn describe() -> String;
    /// Whether `ty` is in the set.
    fn matches(ctx: &Context, ty: Type) -> bool;
    /// The only member, if there is only one; formats need not write it.
    const ONLY: Option<Type> = None;
}

/// A set of attributes.
pub trait AttrConstraint: 'static {
    /// Noun phrase: `string attribute`.
    fn describe() -> String;
    /// Whether `attribute` is in the set.
    fn matches(ctx: &Context, attribute: Attribute) -> bool;
    /// The type of all members, which formats then leave out.
    const IMPLIED_TYPE: Option<Type> = None;
    /// How formats write the attribute.
    const FORM: AttrForm = AttrForm::Attribute;
}

impl TypeConstraintDef {
    /// The record of constraint `C`.
    pub const fn of<C: TypeConstraint>() -> Self {
        Self { describe: C::describe, matches: C::matches, only: C::ONLY }
    }
}

impl AttrConstraintDef {
    /// The record of constraint `C`.
    pub const fn of<C: AttrConstraint>() -> Self {
        Self { describe: C::describe, matches: C::matches, implied_type: C::IMPLIED_TYPE, form: C::FORM }
    }
}

macro_rules! type_constraints {
    ($($(#[$meta:meta])* $name:ident = $text:literal $(, only $only:expr)?, |$ctx:ident, $ty:ident| $test:expr;)*) => {
        $(
            $(#[$meta])*
            pub struct $name;

            impl TypeConstraint for $name {
                fn describe() -> String {
                    $text.into()
                }
                fn matches($ctx: &Context, $ty: Type) -> bool {
                    $test
                }
                $(const ONLY: Option<Type> = Some($only);)?
            }
        )*
    };
}

fn is_integer_width(ctx: &Context, ty: Type, wanted: u32) -> bool {
    matches!(ty.kind(ctx), TypeKind::Integer { width, signedness: Signedness::Signless } if *width == wanted)
}

/// The element of vectors and tensors, any other type itself: what the
/// element-wise ops of std compute on. Memrefs are places, not values.
fn value_element(ctx: &Context, ty: Type) -> Type {
    if ty.is_memref(ctx) { ty } else { ty.element_or_self(ctx) }
}

type_constraints! {
    /// Any type.
    AnyType = "any type", |_ctx, _ty| true;
    /// `index`
    Index = "index", only Type::INDEX, |_ctx, ty| ty == Type::INDEX;
    /// `i1`
    I1 = "1-bit signless integer", only Type::I1, |_ctx, ty| ty == Type::I1;
    /// `i32`
    I32 = "32-bit signless integer", only Type::I32, |_ctx, ty| ty == Type::I32;
    /// `i64`
    I64 = "64-bit signless integer", only Type::I64, |_ctx, ty| ty == Type::I64;
    /// `f64`
    F64 = "64-bit float", only Type::F64, |_ctx, ty| ty == Type::F64;
    /// `f32`
    F32 = "32-bit float", only Type::F32, |_ctx, ty| ty == Type::F32;
    /// Any signless integer.
    AnySignlessInteger = "signless integer", |ctx, ty| ty.is_signless_integer(ctx);
    /// Any floating point type.
    AnyFloat = "floating-point", |ctx, ty| ty.is_float(ctx);
    /// A signless integer or `index`, or a vector or tensor of it.
    SignlessIntegerLike = "signless-integer-like",
        |ctx, ty| { let e = value_element(ctx, ty); e == Type::INDEX || e.is_signless_integer(ctx) };
    /// A float, or a vector or tensor of it.
    FloatLike = "floating-point-like", |ctx, ty| value_element(ctx, ty).is_float(ctx);
    /// `i1`, or a vector or tensor of it.
    BoolLike = "bool-like", |ctx, ty| is_integer_width(ctx, value_element(ctx, ty), 1);
    /// Any memref, ranked or not.
    AnyMemRef = "ranked or unranked memref of any type values", |ctx, ty| ty.is_memref(ctx);
    /// A memref of known rank.
    AnyRankedMemRef = "memref of any type values", |ctx, ty| matches!(ty.kind(ctx), TypeKind::MemRef { .. });
    /// Any tensor.
    AnyTensor = "tensor of any type values", |ctx, ty| ty.is_tensor(ctx);
    /// A function.
    AnyFunction = "function type", |ctx, ty| ty.as_function(ctx).is_some();
    /// A tensor of `f64`.
    F64Tensor = "tensor of 64-bit float values",
        |ctx, ty| ty.is_tensor(ctx) && ty.element_type(ctx) == Some(Type::F64);
    /// A memref of `f64`.
    F64MemRef = "memref of 64-bit float values",
        |ctx, ty| matches!(ty.kind(ctx), TypeKind::MemRef { element: Type::F64, .. });
}

macro_rules! any_type_of {
    ($($name:ident),*) => {
        impl<$($name: TypeConstraint),*> TypeConstraint for AnyTypeOf<($($name,)*)> {
            fn describe() -> String {
                [$($name::describe()),*].join(" or ")
            }
            fn matches(ctx: &Context, ty: Type) -> bool {
                $($name::matches(ctx, ty))||*
            }
        }
    };
}

/// A type of one of the sets of the tuple: `AnyTypeOf<(F64Tensor, F64MemRef)>`.
pub struct AnyTypeOf<T>(std::marker::PhantomData<T>);

any_type_of!(A, B);
any_type_of!(A, B, C);
any_type_of!(A, B, C, D);
any_type_of!(A, B, C, D, E);

macro_rules! attr_constraints {
    ($($(#[$meta:meta])* $name:ident = $text:literal $(, implied $implied:expr)? $(, form $form:ident)?, |$ctx:ident, $attr:ident| $test:expr;)*) => {
        $(
            $(#[$meta])*
            pub struct $name;

            impl AttrConstraint for $name {
                fn describe() -> String {
                    $text.into()
                }
                fn matches($ctx: &Context, $attr: Attribute) -> bool {
                    $test
                }
                $(const IMPLIED_TYPE: Option<Type> = Some($implied);)?
                $(const FORM: AttrForm = AttrForm::$form;)?
            }
        )*
    };
}

attr_constraints! {
    /// Any attribute.
    AnyAttr = "any attribute", |_ctx, _attr| true;
    /// `true` or `false`
    BoolAttr = "bool attribute", implied Type::I1, |ctx, attr| attr.as_bool(ctx).is_some();
    /// `1 : i32`
    I32Attr = "32-bit signless integer attribute", implied Type::I32,
        |ctx, attr| attr.as_integer(ctx).is_some() && attr.ty(ctx) == Some(Type::I32);
    /// `1 : i64`
    I64Attr = "64-bit signless integer attribute", implied Type::I64,
        |ctx, attr| attr.as_integer(ctx).is_some() && attr.ty(ctx) == Some(Type::I64);
    /// `1 : index`
    IndexAttr = "index attribute", implied Type::INDEX,
        |ctx, attr| attr.as_integer(ctx).is_some() && attr.ty(ctx) == Some(Type::INDEX);
    /// `1.0 : f64`
    F64Attr = "64-bit float attribute", implied Type::F64, |ctx, attr| attr.as_f64(ctx).is_some();
    /// `"text"`
    StrAttr = "string attribute", |ctx, attr| matches!(attr.kind(ctx), AttributeKind::String { ty: None, .. });
    /// `unit`
    UnitAttr = "unit attribute", form Unit, |_ctx, attr| attr == Attribute::UNIT;
    /// `[...]`
    ArrayAttr = "array attribute", |ctx, attr| attr.as_array(ctx).is_some();
    /// `[{...}, {...}]`
    DictArrayAttr = "Array of dictionary attributes",
        |ctx, attr| attr.as_array(ctx).is_some_and(|a| a.iter().all(|a| a.as_dictionary(ctx).is_some()));
    /// `{...}`
    DictionaryAttr = "dictionary of named attribute values", |ctx, attr| attr.as_dictionary(ctx).is_some();
    /// A type.
    TypeAttr = "any type attribute", |ctx, attr| attr.as_type(ctx).is_some();
    /// A function type.
    FunctionTypeAttr = "type attribute of function type",
        |ctx, attr| attr.as_type(ctx).is_some_and(|ty| ty.as_function(ctx).is_some());
    /// `@symbol` or `@a::@b`
    SymbolRefAttr = "symbol reference attribute", |ctx, attr| matches!(attr.kind(ctx), AttributeKind::SymbolRef { .. });
    /// `@symbol`
    FlatSymbolRefAttr = "flat symbol reference attribute", |ctx, attr| attr.as_flat_symbol(ctx).is_some();
    /// The name of a symbol.
    SymbolNameAttr = "string attribute", form SymbolName, |ctx, attr| attr.as_str(ctx).is_some();
    /// `affine_map<...>`
    AffineMapAttr = "AffineMap attribute", |ctx, attr| attr.as_affine_map(ctx).is_some();
    /// `affine_set<...>`
    IntegerSetAttr = "IntegerSet attribute", |ctx, attr| attr.as_integer_set(ctx).is_some();
    /// `dense<...>` of any element type.
    DenseElementsAttr = "constant vector/tensor attribute", |ctx, attr| attr.dense(ctx).is_some();
    /// `dense<...>` of `f64`
    F64ElementsAttr = "64-bit float elements attribute",
        |ctx, attr| attr.dense(ctx).is_some_and(|elements| elements.ty().element_type(ctx) == Some(Type::F64));
    /// `array<i32: ...>`
    DenseI32ArrayAttr = "i32 dense array attribute",
        |ctx, attr| matches!(attr.kind(ctx), AttributeKind::DenseArray { element: Type::I32, .. });
    /// `array<i64: ...>`
    DenseI64ArrayAttr = "i64 dense array attribute",
        |ctx, attr| matches!(attr.kind(ctx), AttributeKind::DenseArray { element: Type::I64, .. });
}
