//! Constraints on attributes, as Rust types, and their values as Rust values.

use crate::data::Context;
use crate::data::affine::AffineMap;
use crate::data::attributes::{Attribute, AttributeKind};
use crate::data::ident::Ident;
use crate::data::types::Type;
use crate::ir::constraints::AttrStarts;
use crate::ir::op_def::{AttrConstraintDef, AttrForm};

/// A set of attributes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a constraint on attributes",
    label = "attributes are declared with a constraint, such as `StrAttr`, an `#[attr_def]` or an \
        `#[enum_attr]`"
)]
pub trait AttrConstraint: 'static {
    /// Noun phrase: `string attribute`.
    fn describe() -> String;
    /// Whether `attribute` is in the set.
    fn matches(ctx: &Context, attribute: Attribute) -> bool;
    /// The type of all attributes in the set, which formats then leave out.
    const IMPLIED_TYPE: Option<Type> = None;
    /// How formats write the attribute.
    const FORM: AttrForm = AttrForm::Attribute;
    /// How the text of all attributes in the set begins.
    const STARTS: AttrStarts = match Self::IMPLIED_TYPE {
        Some(_) => AttrStarts::NUMBER.or(AttrStarts::ELEMENTS),
        None => AttrStarts::ANY,
    };
}

impl AttrConstraintDef {
    /// The record of constraint `C`.
    pub const fn of<C: AttrConstraint>() -> Self {
        Self {
            describe: C::describe,
            matches: C::matches,
            implied_type: C::IMPLIED_TYPE,
            form: C::FORM,
            starts: C::STARTS,
        }
    }
}

/// Declares constraints on attributes by a predicate:
///
/// ```
/// # extern crate mlir_lite_ir as mlir_lite;
/// use mlir_lite::ir::prelude::*;
///
/// mlir_lite::attr_constraints! {
///     /// A number that is even.
///     pub EvenAttr = "even integer attribute", implied Type::I64,
///         |ctx, attr| attr.as_i64(ctx).is_some_and(|n| n % 2 == 0);
/// }
/// # let ctx = Context::new();
/// assert!(EvenAttr::matches(&ctx, ctx.i64_attr(4)) && !EvenAttr::matches(&ctx, ctx.i64_attr(5)));
/// ```
///
/// `implied $type` is the type that formats leave out; `form Unit`, `form SymbolName` and so on are
/// other ways in which formats write the attribute. `starts LIST` says how its text begins, in
/// words of [`AttrStarts`](crate::ir::constraints::AttrStarts): then it may be in more formats.
#[macro_export]
macro_rules! attr_constraints {
    ($($(#[$meta:meta])* $vis:vis $name:ident = $text:literal $(, implied $implied:expr)? $(, form $form:ident)? $(, starts $starts:ident)?, |$ctx:ident, $attr:ident| $test:expr;)*) => {
        $(
            $(#[$meta])*
            $vis struct $name;

            impl $crate::ir::constraints::AttrConstraint for $name {
                fn describe() -> String {
                    $text.into()
                }
                fn matches($ctx: &$crate::Context, $attr: $crate::attributes::Attribute) -> bool {
                    $test
                }
                $(const IMPLIED_TYPE: Option<$crate::types::Type> = Some($implied);)?
                $(const FORM: $crate::ir::op_def::AttrForm = $crate::ir::op_def::AttrForm::$form;)?
                $(
                    const STARTS: $crate::ir::constraints::AttrStarts =
                        $crate::ir::constraints::AttrStarts::$starts;
                )?
            }
        )*
    };
}

attr_constraints! {
    /// Any attribute.
    pub AnyAttr = "any attribute", |_ctx, _attr| true;
    /// `true` or `false`
    pub BoolAttr = "bool attribute", implied Type::I1, |ctx, attr| attr.as_bool(ctx).is_some();
    /// `1 : i32`
    pub I32Attr = "32-bit signless integer attribute", implied Type::I32,
        |ctx, attr| attr.as_integer(ctx).is_some() && attr.ty(ctx) == Some(Type::I32);
    /// `1 : i64`
    pub I64Attr = "64-bit signless integer attribute", implied Type::I64,
        |ctx, attr| attr.as_integer(ctx).is_some() && attr.ty(ctx) == Some(Type::I64);
    /// `1 : index`
    pub IndexAttr = "index attribute", implied Type::INDEX,
        |ctx, attr| attr.as_integer(ctx).is_some() && attr.ty(ctx) == Some(Type::INDEX);
    /// `1.0 : f64`
    pub F64Attr = "64-bit float \
        attribute", implied Type::F64, |ctx, attr| attr.as_f64(ctx).is_some();
    /// `"text"`
    pub StrAttr = "string attribute", starts STRING,
        |ctx, attr| matches!(attr.kind(ctx), AttributeKind::String { ty: None, .. });
    /// `unit`
    pub UnitAttr = "unit attribute", form Unit, |_ctx, attr| attr == Attribute::UNIT;
    /// `[...]`
    pub ArrayAttr = "array attribute", starts LIST,
        |ctx, attr| attr.as_array(ctx).is_some();
    /// `[{...}, {...}]`
    pub DictArrayAttr = "Array of dictionary attributes", starts LIST,
        |ctx, attr| attr.as_array(ctx).is_some_and(|a| a.iter().all(|a| a.as_dictionary(ctx).is_some()));
    /// A type.
    pub TypeAttr = "any type attribute", starts TYPE,
        |ctx, attr| attr.as_type(ctx).is_some();
    /// A function type.
    pub FunctionTypeAttr = "type attribute of function type", starts TYPE,
        |ctx, attr| attr.as_type(ctx).is_some_and(|ty| ty.as_function(ctx).is_some());
    /// `@symbol` or `@a::@b`
    pub SymbolRefAttr = "symbol reference \
        attribute", starts SYMBOL,
        |ctx, attr| matches!(attr.kind(ctx), AttributeKind::SymbolRef { .. });
    /// `@symbol`
    pub FlatSymbolRefAttr = "flat symbol reference \
        attribute", starts SYMBOL,
        |ctx, attr| attr.as_flat_symbol(ctx).is_some();
    /// The name of a symbol.
    pub SymbolNameAttr = "string attribute", form SymbolName, |ctx, attr| attr.as_ident(ctx).is_some();
    /// `affine_map<...>`
    pub AffineMapAttr = "AffineMap attribute", starts AFFINE_MAP,
        |ctx, attr| attr.as_affine_map(ctx).is_some();
    /// `affine_set<...>`
    pub IntegerSetAttr = "IntegerSet attribute", starts INTEGER_SET,
        |ctx, attr| attr.as_integer_set(ctx).is_some();
    /// `dense<...>` of any element type.
    pub DenseElementsAttr = "constant vector/tensor \
        attribute", starts ELEMENTS,
        |ctx, attr| attr.dense(ctx).is_some();
    /// `dense<...>` of `f64`
    pub F64ElementsAttr = "64-bit float elements attribute", starts ELEMENTS,
        |ctx, attr| attr.dense(ctx).is_some_and(|elements| elements.ty().element_type(ctx) == Some(Type::F64));
    /// `array<i32: ...>`, in formats `[...]`
    pub DenseI32ArrayAttr = "i32 dense array attribute", form I32Array, starts DENSE_ARRAY,
        |ctx, attr| matches!(attr.kind(ctx), AttributeKind::DenseArray { element: Type::I32, .. });
    /// `array<i64: ...>`, in formats `[...]`
    pub DenseI64ArrayAttr = "i64 dense array attribute", form I64Array, starts DENSE_ARRAY,
        |ctx, attr| matches!(attr.kind(ctx), AttributeKind::DenseArray { element: Type::I64, .. });
    /// `1.0 : f32`
    pub F32Attr = "32-bit float attribute", implied Type::F32,
        |ctx, attr| matches!(attr.kind(ctx), AttributeKind::Float { .. }) && attr.ty(ctx) == Some(Type::F32);
    /// An integer of any type.
    pub AnyIntegerAttr = "arbitrary integer attribute", starts NUMBER,
        |ctx, attr| attr.as_integer(ctx).is_some();
}

/// Constraints whose attributes correspond to Rust values: `#[attr(typed)]` generates accessors and
/// builders of the value.
#[diagnostic::on_unimplemented(
    message = "attributes of `{Self}` have no Rust value",
    label = "`#[attr(typed)]` asks for `AttrValue`; without `typed`, accessors give the attribute"
)]
pub trait AttrValue: AttrConstraint {
    /// The Rust type.
    type Value: Clone;
    /// The value. None if the attribute is not in the set.
    fn value_of(ctx: &Context, attribute: Attribute) -> Option<Self::Value>;
    /// The attribute.
    fn attribute_of(ctx: &Context, value: Self::Value) -> Attribute;
}

macro_rules! attr_values {
    ($($name:ident: $ty:ty, |$ctx:ident, $attr:ident| $get:expr, |$ctx2:ident, $value:ident| $make:expr;)*) => {
        $(
            impl AttrValue for $name {
                type Value = $ty;
                fn value_of($ctx: &Context, $attr: Attribute) -> Option<$ty> {
                    $get
                }
                fn attribute_of($ctx2: &Context, $value: $ty) -> Attribute {
                    $make
                }
            }
        )*
    };
}

attr_values! {
    BoolAttr: bool, |ctx, attr| attr.as_bool(ctx), |ctx, value| ctx.bool_attr(value);
    I32Attr: i32, |ctx, attr| i32::try_from(attr.as_i64(ctx)?).ok(),
        |ctx, value| ctx.integer_attr(Type::I32, value.into());
    I64Attr: i64, |ctx, attr| attr.as_i64(ctx), |ctx, value| ctx.i64_attr(value);
    IndexAttr: i64, |ctx, attr| attr.as_i64(ctx), |ctx, value| ctx.index_attr(value);
    F64Attr: f64, |ctx, attr| attr.as_f64(ctx), |ctx, value| ctx.f64_attr(value);
    StrAttr: String, |ctx, attr| attr.as_str(ctx).map(String::from), |ctx, value| ctx.string_attr(&value);
    SymbolNameAttr: String, |ctx, attr| attr.as_str(ctx).map(String::from), |ctx, value| ctx.string_attr(&value);
    FlatSymbolRefAttr: Ident, |ctx, attr| attr.as_flat_symbol(ctx), |ctx, value| ctx.symbol_ident_attr(value);
    TypeAttr: Type, |ctx, attr| attr.as_type(ctx), |ctx, value| ctx.type_attr(value);
    AffineMapAttr: AffineMap, |ctx, attr| attr.as_affine_map(ctx), |ctx, value| ctx.affine_map_attr(value);
    UnitAttr: (), |_ctx, attr| (attr == Attribute::UNIT).then_some(()),
        |_ctx, _value| Attribute::UNIT;
    DenseI32ArrayAttr: Vec<i32>, |ctx, attr| i32_values(attr.as_i64_array(ctx)?),
        |ctx, value| ctx.i32_array_attr(&value);
    DenseI64ArrayAttr: Vec<i64>, |ctx, attr| attr.as_i64_array(ctx), |ctx, value| ctx.i64_array_attr(&value);
}

fn i32_values(values: Vec<i64>) -> Option<Vec<i32>> {
    values.into_iter().map(|value| i32::try_from(value).ok()).collect()
}
