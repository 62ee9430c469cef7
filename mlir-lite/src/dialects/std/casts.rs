//! Conversions between number types.

use super::flags::{FLOAT_CAST_PROPERTIES, FastMath, OVERFLOW_ATTR, OVERFLOW_PROPERTIES, Overflow, Rounding};
use super::fold::{Bits, float_kind, integer_width, unary};
use crate::attributes::{ApInt, Attribute};
use crate::ir::prelude::*;
use crate::scalar::Float;
use crate::text::print_type;

/// Declares ops that convert a number.
macro_rules! cast_ops {
    ($($(#[$meta:meta])* $op:ident = $name:literal, $upstream:literal, $from:ident => $to:ident,
       $check:expr, [$form:literal, $properties:expr], |$ctx:ident, $value:ident, $ty:ident| $fold:expr, $again:expr $(, $canonicalize:ident)?;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name, traits(Pure, SameOperandsAndResultShape),
                 properties = $properties, upstream(name = $upstream, format = $form), format = "$operand attr-dict `:` type($operand) `to` type($result)",
                 verify, fold $(, $canonicalize)?)]
            pub struct $op {
                /// What is converted.
                #[operand]
                operand: $from,
                /// The result.
                #[result]
                result: $to,
            }

            impl VerifyOp for $op {
                fn verify(op: View<'_, Self>, diagnostics: &mut Diagnostics) {
                    let op = op.op();
                    verify_widths(op, $check, diagnostics);
                }
            }

            impl FoldOp for $op {
                fn fold(op: View<'_, Self>, constants: &[Option<Attribute>]) -> Fold {
                    let ($ctx, $ty) = (op.context(), op.result().ty());
                    match constants[0] {
                        Some(_) if rounds_otherwise(op.op()) => Fold::Unchanged,
                        Some($value) => constant(|| $fold),
                        None => again(op.op(), $again),
                    }
                }
            }
        )*


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

/// The number with its sign, or filled with zeros, or cut, as another type.
fn resized(ctx: &Context, value: Attribute, ty: Type, extend: fn(&ApInt, u32) -> ApInt) -> Option<Attribute> {
    let width = integer_width(ctx, ty.element_or_self(ctx))?;
    let resize =
        |value: &ApInt| if value.width() < width { extend(value, width) } else { value.trunc(width) };
    unary(ctx, ty, value, |value: &ApInt| Some(resize(value)))
}

/// The float nearest to an integer, rounded once.
fn to_float(ctx: &Context, value: Attribute, ty: Type, signed: bool) -> Option<Attribute> {
    let kind = float_kind(ctx, ty.element_or_self(ctx))?;
    unary(ctx, ty, value, |value: &ApInt| Some(Float::from_integer(kind, value, signed)))
}

/// The nearest number of another format.
fn to_format(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
    let kind = float_kind(ctx, ty.element_or_self(ctx))?;
    unary(ctx, ty, value, |value: &Float| Some(value.rounded_to(kind)))
}

/// The integer that is left of a float without its fraction. What does not fit has no result.
fn to_integer(ctx: &Context, value: Attribute, ty: Type, signed: bool) -> Option<Attribute> {
    let width = integer_width(ctx, ty.element_or_self(ctx))?;
    unary(ctx, ty, value, |value: &Float| value.to_integer(width, signed))
}

/// Whether the op asks for a rounding that is not the usual one.
fn rounds_otherwise(op: OpRef<'_>) -> bool {
    let mode = op.attr_named("roundingmode").and_then(|mode| mode.as_i64(op.context()));
    mode.is_some_and(|mode| mode != 0)
}

/// What a cast of a cast is.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Again {
    /// Nothing simpler.
    Nothing,
    /// The same cast of the first operand.
    Once,
    /// The first operand itself, if it has the type.
    Back,
    /// The low bits of the first operand: its extensions are left out.
    Cut,
}

/// Folds a cast of a cast.
fn again(op: OpRef<'_>, how: Again) -> Fold {
    let Some(inner) = op.operand_view(0).defining_op() else { return Fold::Unchanged };
    let same = inner.name() == op.name();
    let extends = inner.is::<SExtIOp>() || inner.is::<ZExtIOp>();
    let ctx = op.context();
    let width = |ty: Type| integer_width(ctx, ty.element_or_self(ctx));
    let (source, to) = (inner.operand_view(0), op.result_view(0).ty());
    let is_simpler = match how {
        Again::Once | Again::Cut if same => true,
        Again::Cut if extends => source.ty() == to || width(source.ty()) > width(to),
        Again::Back if same => {
            // What was cut on the way is lost.
            let kept = width(inner.result_view(0).ty())
                .zip(width(source.ty()))
                .is_none_or(|(inner, outer)| inner >= outer);
            source.ty() == to && kept
        }
        _ => false,
    };
    if !is_simpler {
        return Fold::Unchanged;
    }
    if source.ty() == to {
        return Fold::value(source);
    }
    let (op, source) = (op.id(), source.id());
    Fold::in_place(move |body| {
        body.set_operand(op, 0, source);
        let flags = body.context().ident(OVERFLOW_ATTR);
        body.remove_attr(op, flags);
    })
}

cast_ops! {
    /// Converts between `index` and an integer; sign-extends or cuts.
    IndexCastOp = "std.index_cast", "arith.index_cast", SignlessIntegerLike => SignlessIntegerLike,
        Widths::Index, ["$operand attr-dict `:` type($operand) `to` type($result)", UpstreamProperties::of(&[])], |ctx, value, ty| resized(ctx, value, ty, ApInt::sext), Again::Back, canonicalize;
    /// Converts between `index` and an integer; fills with zeros or cuts.
    IndexCastUIOp = "std.index_castui", "arith.index_castui", SignlessIntegerLike => SignlessIntegerLike,
        Widths::Index, ["$operand attr-dict `:` type($operand) `to` type($result)", UpstreamProperties::of(&[])], |ctx, value, ty| resized(ctx, value, ty, ApInt::zext), Again::Back, canonicalize;
    /// Signed integer to the nearest float.
    SIToFPOp = "std.sitofp", "arith.sitofp", SignlessIntegerLike => FloatLike, Widths::Any, ["$operand attr-dict `:` type($operand) `to` type($result)", UpstreamProperties::of(&[])],
        |ctx, value, ty| to_float(ctx, value, ty, true), Again::Nothing;
    /// Unsigned integer to the nearest float.
    UIToFPOp = "std.uitofp", "arith.uitofp", SignlessIntegerLike => FloatLike, Widths::Any, ["$operand attr-dict `:` type($operand) `to` type($result)", UpstreamProperties::of(&[])],
        |ctx, value, ty| to_float(ctx, value, ty, false), Again::Nothing;
    /// Float to signed integer, rounded towards zero.
    FPToSIOp = "std.fptosi", "arith.fptosi", FloatLike => SignlessIntegerLike, Widths::Any, ["$operand attr-dict `:` type($operand) `to` type($result)", UpstreamProperties::of(&[])],
        |ctx, value, ty| to_integer(ctx, value, ty, true), Again::Nothing;
    /// Float to unsigned integer, rounded towards zero.
    FPToUIOp = "std.fptoui", "arith.fptoui", FloatLike => SignlessIntegerLike, Widths::Any, ["$operand attr-dict `:` type($operand) `to` type($result)", UpstreamProperties::of(&[])],
        |ctx, value, ty| to_integer(ctx, value, ty, false), Again::Nothing;
    /// Float to a wider float.
    FPExtOp = "std.fpext", "arith.extf", FloatLike => FloatLike, Widths::Wider, ["$operand custom<FastMath>() attr-dict `:` type($operand) `to` type($result)", FLOAT_CAST_PROPERTIES],
        |ctx, value, ty| to_format(ctx, value, ty), Again::Nothing, canonicalize;
    /// Float to the nearest of a narrower type.
    FPTruncOp = "std.fptrunc", "arith.truncf", FloatLike => FloatLike, Widths::Narrower, ["$operand custom<Rounding>() custom<FastMath>() attr-dict `:` type($operand) `to` type($result)", FLOAT_CAST_PROPERTIES],
        |ctx, value, ty| to_format(ctx, value, ty), Again::Nothing, canonicalize;
    /// Integer to a wider integer, with the sign.
    SExtIOp = "std.sexti", "arith.extsi", SignlessIntegerLike => SignlessIntegerLike, Widths::Wider, ["$operand attr-dict `:` type($operand) `to` type($result)", UpstreamProperties::of(&[])],
        |ctx, value, ty| resized(ctx, value, ty, ApInt::sext), Again::Once, canonicalize;
    /// Integer to a wider integer, filled with zeros.
    ZExtIOp = "std.zexti", "arith.extui", SignlessIntegerLike => SignlessIntegerLike, Widths::Wider, ["$operand attr-dict `:` type($operand) `to` type($result)", UpstreamProperties::of(&[])],
        |ctx, value, ty| resized(ctx, value, ty, ApInt::zext), Again::Once;
    /// Integer to a narrower integer: the low bits.
    TruncIOp = "std.trunci", "arith.trunci", SignlessIntegerLike => SignlessIntegerLike, Widths::Narrower, ["$operand custom<Overflow>() attr-dict `:` type($operand) `to` type($result)", OVERFLOW_PROPERTIES],
        |ctx, value, ty| resized(ctx, value, ty, ApInt::zext), Again::Cut, canonicalize;
    /// The same bits as another type of the width.
    BitcastOp = "std.bitcast", "arith.bitcast", NumberLike => NumberLike, Widths::Same, ["$operand attr-dict `:` type($operand) `to` type($result)", UpstreamProperties::of(&[])],
        |ctx, value, ty| unary(ctx, ty, value, |bits: &Bits| Some(bits.clone())), Again::Once;
}
