//! Conversions between number types.

use super::flags::{
    FLOAT_CAST_PROPERTIES, FastMath, OVERFLOW_ATTR, OVERFLOW_PROPERTIES, Overflow, Rounding,
};
use super::fold::{Bits, float_kind, integer_width, unary};
use crate::to_llvm::{LowerToLlvm, OneToOne};
use mlir_lite::attributes::{ApInt, Attribute};
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::arithmetic::{
    bitcast, change_format, extend_signed, float_to_integer, integer_to_float, resize,
};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::Float;
use mlir_lite::text::print_type;

/// What the conversions say of themselves.
trait CastOp: OpDefinition {
    /// How the widths of operand and result relate.
    const WIDTHS: Widths;
    /// What the cast of a cast is.
    const AGAIN: Again;

    /// The value that a constant is as another type.
    fn cast_constant(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute>;
}

fn fold_cast<O: CastOp>(
    op: OpRef<'_>,
    result: ValueRef<'_>,
    constants: &[Option<Attribute>],
) -> Fold {
    match constants[0] {
        Some(_) if rounds_otherwise(op) => Fold::Unchanged,
        Some(value) => constant(|| O::cast_constant(op.context(), value, result.ty())),
        None => again(op, O::AGAIN),
    }
}

macro_rules! casts {
    ($($op:ident),* $(,)?) => {
        $(impl VerifyOp for $op {
            fn verify(op: View<'_, Self>, diagnostics: &mut Diagnostics) {
                verify_widths(op.op(), Self::WIDTHS, diagnostics);
            }
        }

        impl FoldOp for $op {
            fn fold(op: View<'_, Self>, constants: &[Option<Attribute>]) -> Fold {
                fold_cast::<Self>(op.op(), op.result(), constants)
            }
        })*

        pub(super) fn register_casts(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$op>();)*
        }
    };
}

casts! {
    IndexCastOp,
    IndexCastUIOp,
    SIToFPOp,
    UIToFPOp,
    FPToSIOp,
    FPToUIOp,
    FPExtOp,
    FPTruncOp,
    SExtIOp,
    ZExtIOp,
    TruncIOp,
    BitcastOp,
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
        diagnostics.error(op.op_error(format_args!(
            "operand type '{from}' and result type '{to}' are cast incompatible"
        )));
    }
}

fn constant(value: impl FnOnce() -> Option<Attribute>) -> Fold {
    value().map_or(Fold::Unchanged, Fold::constant)
}

/// The number with its sign, or filled with zeros, or cut, as another type.
fn resized(
    ctx: &Context,
    value: Attribute,
    ty: Type,
    extend: fn(&ApInt, u32) -> ApInt,
) -> Option<Attribute> {
    let width = integer_width(ctx, ty.element_or_self(ctx))?;
    let resize = |value: &ApInt| {
        if value.width() < width { extend(value, width) } else { value.trunc(width) }
    };
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
    if !same && !extends {
        return Fold::Unchanged;
    }
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

/// Converts between `index` and an integer; sign-extends or cuts.
#[op(
    name = "std.index_cast",
    traits(Pure, SameOperandsAndResultShape),
    hooks(InterpretOp),
    upstream(name = "arith.index_cast"),
    format = "$operand attr-dict `:` type($operand) `to` type($result)",
    verify,
    fold,
    canonicalize
)]
pub struct IndexCastOp {
    /// What is converted.
    #[operand]
    operand: SignlessIntegerLike,
    /// The result.
    #[result]
    result: SignlessIntegerLike,
}

impl CastOp for IndexCastOp {
    const WIDTHS: Widths = Widths::Index;
    const AGAIN: Again = Again::Back;

    fn cast_constant(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
        resized(ctx, value, ty, ApInt::sext)
    }
}

impl InterpretOp for IndexCastOp {
    fn interpret<'b>(op: IndexCastOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        extend_signed(m, op.op())
    }
}

/// Converts between `index` and an integer; fills with zeros or cuts.
#[op(
    name = "std.index_castui",
    traits(Pure, SameOperandsAndResultShape),
    hooks(InterpretOp),
    upstream(name = "arith.index_castui"),
    format = "$operand attr-dict `:` type($operand) `to` type($result)",
    verify,
    fold,
    canonicalize
)]
pub struct IndexCastUIOp {
    /// What is converted.
    #[operand]
    operand: SignlessIntegerLike,
    /// The result.
    #[result]
    result: SignlessIntegerLike,
}

impl CastOp for IndexCastUIOp {
    const WIDTHS: Widths = Widths::Index;
    const AGAIN: Again = Again::Back;

    fn cast_constant(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
        resized(ctx, value, ty, ApInt::zext)
    }
}

impl InterpretOp for IndexCastUIOp {
    fn interpret<'b>(op: IndexCastUIOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        resize(m, op.op())
    }
}

/// Signed integer to the nearest float.
#[op(
    name = "std.sitofp",
    traits(Pure, SameOperandsAndResultShape),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.sitofp"),
    format = "$operand attr-dict `:` type($operand) `to` type($result)",
    verify,
    fold
)]
pub struct SIToFPOp {
    /// What is converted.
    #[operand]
    operand: SignlessIntegerLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl CastOp for SIToFPOp {
    const WIDTHS: Widths = Widths::Any;
    const AGAIN: Again = Again::Nothing;

    fn cast_constant(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
        to_float(ctx, value, ty, true)
    }
}

impl InterpretOp for SIToFPOp {
    fn interpret<'b>(op: SIToFPOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        integer_to_float(m, op.op(), true)
    }
}

impl OneToOne for SIToFPOp {
    type Llvm = llvm::SIToFPOp;
}

/// Unsigned integer to the nearest float.
#[op(
    name = "std.uitofp",
    traits(Pure, SameOperandsAndResultShape),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.uitofp"),
    format = "$operand attr-dict `:` type($operand) `to` type($result)",
    verify,
    fold
)]
pub struct UIToFPOp {
    /// What is converted.
    #[operand]
    operand: SignlessIntegerLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl CastOp for UIToFPOp {
    const WIDTHS: Widths = Widths::Any;
    const AGAIN: Again = Again::Nothing;

    fn cast_constant(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
        to_float(ctx, value, ty, false)
    }
}

impl InterpretOp for UIToFPOp {
    fn interpret<'b>(op: UIToFPOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        integer_to_float(m, op.op(), false)
    }
}

impl OneToOne for UIToFPOp {
    type Llvm = llvm::UIToFPOp;
}

/// Float to signed integer, rounded towards zero.
#[op(
    name = "std.fptosi",
    traits(Pure, SameOperandsAndResultShape),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.fptosi"),
    format = "$operand attr-dict `:` type($operand) `to` type($result)",
    verify,
    fold
)]
pub struct FPToSIOp {
    /// What is converted.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: SignlessIntegerLike,
}

impl CastOp for FPToSIOp {
    const WIDTHS: Widths = Widths::Any;
    const AGAIN: Again = Again::Nothing;

    fn cast_constant(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
        to_integer(ctx, value, ty, true)
    }
}

impl InterpretOp for FPToSIOp {
    fn interpret<'b>(op: FPToSIOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        float_to_integer(m, op.op(), true)
    }
}

impl OneToOne for FPToSIOp {
    type Llvm = llvm::FPToSIOp;
}

/// Float to unsigned integer, rounded towards zero.
#[op(
    name = "std.fptoui",
    traits(Pure, SameOperandsAndResultShape),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.fptoui"),
    format = "$operand attr-dict `:` type($operand) `to` type($result)",
    verify,
    fold
)]
pub struct FPToUIOp {
    /// What is converted.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: SignlessIntegerLike,
}

impl CastOp for FPToUIOp {
    const WIDTHS: Widths = Widths::Any;
    const AGAIN: Again = Again::Nothing;

    fn cast_constant(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
        to_integer(ctx, value, ty, false)
    }
}

impl InterpretOp for FPToUIOp {
    fn interpret<'b>(op: FPToUIOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        float_to_integer(m, op.op(), false)
    }
}

impl OneToOne for FPToUIOp {
    type Llvm = llvm::FPToUIOp;
}

/// Float to a wider float.
#[op(
    name = "std.fpext",
    properties = FLOAT_CAST_PROPERTIES,
    traits(Pure, SameOperandsAndResultShape),
    hooks(InterpretOp, LowerToLlvm),
    upstream(
        name = "arith.extf",
        format = "$operand custom<FastMath>() attr-dict `:` type($operand) `to` type($result)"
    ),
    format = "$operand attr-dict `:` type($operand) `to` type($result)",
    verify,
    fold,
    canonicalize
)]
pub struct FPExtOp {
    /// What is converted.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl CastOp for FPExtOp {
    const WIDTHS: Widths = Widths::Wider;
    const AGAIN: Again = Again::Nothing;

    fn cast_constant(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
        to_format(ctx, value, ty)
    }
}

impl InterpretOp for FPExtOp {
    fn interpret<'b>(op: FPExtOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        change_format(m, op.op())
    }
}

impl OneToOne for FPExtOp {
    type Llvm = llvm::FPExtOp;
}

/// Float to the nearest of a narrower type.
#[op(
    name = "std.fptrunc",
    properties = FLOAT_CAST_PROPERTIES,
    traits(Pure, SameOperandsAndResultShape),
    hooks(InterpretOp, LowerToLlvm),
    upstream(
        name = "arith.truncf",
        format = "$operand custom<Rounding>() custom<FastMath>() attr-dict `:` type($operand) `to` type($result)"
    ),
    format = "$operand attr-dict `:` type($operand) `to` type($result)",
    verify,
    fold,
    canonicalize
)]
pub struct FPTruncOp {
    /// What is converted.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl CastOp for FPTruncOp {
    const WIDTHS: Widths = Widths::Narrower;
    const AGAIN: Again = Again::Nothing;

    fn cast_constant(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
        to_format(ctx, value, ty)
    }
}

impl InterpretOp for FPTruncOp {
    fn interpret<'b>(op: FPTruncOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        change_format(m, op.op())
    }
}

impl OneToOne for FPTruncOp {
    type Llvm = llvm::FPTruncOp;
}

/// Integer to a wider integer, with the sign.
#[op(
    name = "std.sexti",
    traits(Pure, SameOperandsAndResultShape),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.extsi"),
    format = "$operand attr-dict `:` type($operand) `to` type($result)",
    verify,
    fold,
    canonicalize
)]
pub struct SExtIOp {
    /// What is converted.
    #[operand]
    operand: SignlessIntegerLike,
    /// The result.
    #[result]
    result: SignlessIntegerLike,
}

impl CastOp for SExtIOp {
    const WIDTHS: Widths = Widths::Wider;
    const AGAIN: Again = Again::Once;

    fn cast_constant(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
        resized(ctx, value, ty, ApInt::sext)
    }
}

impl InterpretOp for SExtIOp {
    fn interpret<'b>(op: SExtIOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        extend_signed(m, op.op())
    }
}

impl OneToOne for SExtIOp {
    type Llvm = llvm::SExtOp;
}

/// Integer to a wider integer, filled with zeros.
#[op(
    name = "std.zexti",
    traits(Pure, SameOperandsAndResultShape),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.extui"),
    format = "$operand attr-dict `:` type($operand) `to` type($result)",
    verify,
    fold
)]
pub struct ZExtIOp {
    /// What is converted.
    #[operand]
    operand: SignlessIntegerLike,
    /// The result.
    #[result]
    result: SignlessIntegerLike,
}

impl CastOp for ZExtIOp {
    const WIDTHS: Widths = Widths::Wider;
    const AGAIN: Again = Again::Once;

    fn cast_constant(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
        resized(ctx, value, ty, ApInt::zext)
    }
}

impl InterpretOp for ZExtIOp {
    fn interpret<'b>(op: ZExtIOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        resize(m, op.op())
    }
}

impl OneToOne for ZExtIOp {
    type Llvm = llvm::ZExtOp;
}

/// Integer to a narrower integer: the low bits.
#[op(
    name = "std.trunci",
    properties = OVERFLOW_PROPERTIES,
    traits(Pure, SameOperandsAndResultShape),
    hooks(InterpretOp, LowerToLlvm),
    upstream(
        name = "arith.trunci",
        format = "$operand custom<Overflow>() attr-dict `:` type($operand) `to` type($result)"
    ),
    format = "$operand attr-dict `:` type($operand) `to` type($result)",
    verify,
    fold,
    canonicalize
)]
pub struct TruncIOp {
    /// What is converted.
    #[operand]
    operand: SignlessIntegerLike,
    /// The result.
    #[result]
    result: SignlessIntegerLike,
}

impl CastOp for TruncIOp {
    const WIDTHS: Widths = Widths::Narrower;
    const AGAIN: Again = Again::Cut;

    fn cast_constant(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
        resized(ctx, value, ty, ApInt::zext)
    }
}

impl InterpretOp for TruncIOp {
    fn interpret<'b>(op: TruncIOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        resize(m, op.op())
    }
}

impl OneToOne for TruncIOp {
    type Llvm = llvm::TruncOp;
}

/// The same bits as another type of the width.
#[op(
    name = "std.bitcast",
    traits(Pure, SameOperandsAndResultShape),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.bitcast"),
    format = "$operand attr-dict `:` type($operand) `to` type($result)",
    verify,
    fold
)]
pub struct BitcastOp {
    /// What is converted.
    #[operand]
    operand: NumberLike,
    /// The result.
    #[result]
    result: NumberLike,
}

impl CastOp for BitcastOp {
    const WIDTHS: Widths = Widths::Same;
    const AGAIN: Again = Again::Once;

    fn cast_constant(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
        unary(ctx, ty, value, |bits: &Bits| Some(bits.clone()))
    }
}

impl InterpretOp for BitcastOp {
    fn interpret<'b>(op: BitcastOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        bitcast(m, op.op())
    }
}

impl OneToOne for BitcastOp {
    type Llvm = llvm::BitcastOp;
}
