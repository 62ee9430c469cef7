//! Conversions between number types.

use super::flags::{
    FLOAT_CAST_PROPERTIES, FastMath, OVERFLOW_PROPERTIES, Overflow, Rounding, upstream_properties,
};
use super::fold::{Integer, float};
use crate::attributes::Attribute;
use crate::ir::prelude::*;
use crate::text::print_type;

/// Declares ops that convert a number.
macro_rules! cast_ops {
    ($($(#[$meta:meta])* $op:ident = $name:literal, $upstream:literal, $from:ident => $to:ident,
       $check:expr, [$form:literal, $properties:expr], |$ctx:ident, $value:ident, $ty:ident| $fold:expr;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name, traits(Pure, SameOperandsAndResultShape),
                 interfaces(UpstreamPropertiesInterface), upstream(name = $upstream, format = $form), format = "$operand attr-dict `:` type($operand) `to` type($result)",
                 verify, fold)]
            pub struct $op {
                /// What is converted.
                #[operand]
                operand: $from,
                /// The result.
                #[result]
                result: $to,
            }

            impl VerifyOp for $op {
                fn verify(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
                    verify_widths(op, $check, diagnostics);
                }
            }

            impl FoldOp for $op {
                fn fold(self, body: &mut Body, constants: &[Option<Attribute>]) -> Fold {
                    let ($ctx, $ty) = (body.context(), body.ty(self.result(body)));
                    let Some($value) = constants[0] else { return Fold::Unchanged };
                    constant(|| $fold)
                }
            }
        )*

        $(upstream_properties!($properties; $op);)*

        pub(super) fn register_casts(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$op>();)*
        }
    };
}

/// How the widths of operand and result relate.
enum Widths {
    /// Any two; `index` has none.
    Any,
    Wider,
    Narrower,
    Same,
    /// Exactly one of the two is `index`.
    Index,
}

fn verify_widths(op: OpRef<'_>, wanted: Widths, diagnostics: &mut Diagnostics) {
    let ctx = op.context();
    let types = (op.operand_types().next(), op.result_types().next());
    let (Some(from), Some(to)) = (types.0, types.1) else { return };
    if from.is_tensor(ctx)
        && to.is_tensor(ctx)
        && (from.shape(ctx).is_none() || from.shape(ctx) != to.shape(ctx))
    {
        let (from, to) = (print_type(ctx, from), print_type(ctx, to));
        diagnostics.error(op.op_error(format_args!(
            "operand and result must be ranked tensors of the same dimensions, found '{from}' and '{to}'"
        )));
        return;
    }
    let container = |ty: Type| ty.element_type(ctx).map(|_| (ty.is_tensor(ctx), ty.is_memref(ctx)));
    let same_container = container(from) == container(to) && !from.is_memref(ctx);
    let (from, to) = (from.element_or_self(ctx), to.element_or_self(ctx));
    let widths = (from.bit_width(ctx), to.bit_width(ctx));
    let fits = match (wanted, widths) {
        (Widths::Any, (from, to)) => from.is_some() && to.is_some(),
        (Widths::Index, _) => (from == Type::INDEX) != (to == Type::INDEX),
        (Widths::Wider, (Some(from), Some(to))) => from < to,
        (Widths::Narrower, (Some(from), Some(to))) => from > to,
        (Widths::Same, (Some(from), Some(to))) => from == to,
        (Widths::Wider | Widths::Narrower | Widths::Same, _) => false,
    };
    if !(fits && same_container) {
        let (from, to) = (print_type(ctx, from), print_type(ctx, to));
        diagnostics.error(
            op.op_error(format_args!("operand type '{from}' and result type '{to}' are cast incompatible")),
        );
    }
}

fn constant(value: impl FnOnce() -> Option<Attribute>) -> Fold {
    value().map_or(Fold::Unchanged, Fold::constant)
}

fn scalar(ctx: &Context, ty: Type) -> bool {
    ty == Type::INDEX || ty.is_signless_integer(ctx)
}

/// The signed value as an attribute of another type.
fn resized(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
    let value = Integer::of(ctx, value)?;
    scalar(ctx, ty).then(|| ctx.integer_attr(ty, value.signed))
}

fn to_float(ctx: &Context, ty: Type, value: impl FnOnce() -> Option<f64>) -> Option<Attribute> {
    // From 64 bits to `f32` by way of `f64` would round twice.
    if ty == Type::F64 { Some(ctx.float_attr(ty, value()?)) } else { None }
}

cast_ops! {
    /// Converts between `index` and an integer; sign-extends or cuts.
    IndexCastOp = "std.index_cast", "arith.index_cast", SignlessIntegerLike => SignlessIntegerLike,
        Widths::Index, ["$operand attr-dict `:` type($operand) `to` type($result)", &[]], |ctx, value, ty| resized(ctx, value, ty);
    /// Converts between `index` and an integer; fills with zeros or cuts.
    IndexCastUIOp = "std.index_castui", "arith.index_castui", SignlessIntegerLike => SignlessIntegerLike,
        Widths::Index, ["$operand attr-dict `:` type($operand) `to` type($result)", &[]], |ctx, value, ty| {
            let value = Integer::of(ctx, value).filter(|value| value.width < 64)?;
            scalar(ctx, ty).then(|| ctx.integer_attr(ty, value.unsigned() as i64))
        };
    /// Signed integer to the nearest float.
    SIToFPOp = "std.sitofp", "arith.sitofp", SignlessIntegerLike => FloatLike, Widths::Any, ["$operand attr-dict `:` type($operand) `to` type($result)", &[]],
        |ctx, value, ty| to_float(ctx, ty, || Some(Integer::of(ctx, value)?.signed as f64));
    /// Unsigned integer to the nearest float.
    UIToFPOp = "std.uitofp", "arith.uitofp", SignlessIntegerLike => FloatLike, Widths::Any, ["$operand attr-dict `:` type($operand) `to` type($result)", &[]],
        |ctx, value, ty| to_float(ctx, ty, || Some(Integer::of(ctx, value)?.unsigned() as f64));
    /// Float to signed integer, rounded towards zero.
    FPToSIOp = "std.fptosi", "arith.fptosi", FloatLike => SignlessIntegerLike, Widths::Any, ["$operand attr-dict `:` type($operand) `to` type($result)", &[]],
        |ctx, value, ty| {
            let value = float(ctx, value)?.trunc();
            // 2^63 itself does not fit; what does not fit has no result.
            let bound = 2f64.powi(ty.bit_width(ctx).filter(|&width| width <= 64)? as i32 - 1);
            (-bound..bound).contains(&value).then(|| ctx.integer_attr(ty, value as i64))
        };
    /// Float to unsigned integer, rounded towards zero.
    FPToUIOp = "std.fptoui", "arith.fptoui", FloatLike => SignlessIntegerLike, Widths::Any, ["$operand attr-dict `:` type($operand) `to` type($result)", &[]],
        |ctx, value, ty| {
            let value = float(ctx, value)?.trunc();
            let bound = 2f64.powi(ty.bit_width(ctx).filter(|&width| width <= 64)? as i32);
            (0.0..bound).contains(&value).then(|| ctx.integer_attr(ty, value as u64 as i64))
        };
    /// Float to a wider float.
    FPExtOp = "std.fpext", "arith.extf", FloatLike => FloatLike, Widths::Wider, ["$operand custom<FastMath>() attr-dict `:` type($operand) `to` type($result)", FLOAT_CAST_PROPERTIES],
        |ctx, value, ty| to_float(ctx, ty, || float(ctx, value));
    /// Float to the nearest of a narrower type.
    FPTruncOp = "std.fptrunc", "arith.truncf", FloatLike => FloatLike, Widths::Narrower, ["$operand custom<Rounding>() custom<FastMath>() attr-dict `:` type($operand) `to` type($result)", FLOAT_CAST_PROPERTIES],
        |ctx, value, ty| if ty == Type::F32 { Some(ctx.float_attr(ty, float(ctx, value)?)) } else { None };
    /// Integer to a wider integer, with the sign.
    SExtIOp = "std.sexti", "arith.extsi", SignlessIntegerLike => SignlessIntegerLike, Widths::Wider, ["$operand attr-dict `:` type($operand) `to` type($result)", &[]],
        |ctx, value, ty| resized(ctx, value, ty);
    /// Integer to a wider integer, filled with zeros.
    ZExtIOp = "std.zexti", "arith.extui", SignlessIntegerLike => SignlessIntegerLike, Widths::Wider, ["$operand attr-dict `:` type($operand) `to` type($result)", &[]],
        |ctx, value, ty| {
            let narrow = Integer::of(ctx, value).filter(|value| value.width < 64)?;
            scalar(ctx, ty).then(|| ctx.integer_attr(ty, narrow.unsigned() as i64))
        };
    /// Integer to a narrower integer: the low bits.
    TruncIOp = "std.trunci", "arith.trunci", SignlessIntegerLike => SignlessIntegerLike, Widths::Narrower, ["$operand custom<Overflow>() attr-dict `:` type($operand) `to` type($result)", OVERFLOW_PROPERTIES],
        |ctx, value, ty| resized(ctx, value, ty);
    /// The same bits as another type of the width.
    BitcastOp = "std.bitcast", "arith.bitcast", NumberLike => NumberLike, Widths::Same, ["$operand attr-dict `:` type($operand) `to` type($result)", &[]],
        |_ctx, _value, _ty| None;
}
