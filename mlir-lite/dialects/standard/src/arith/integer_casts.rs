//! Conversions between integers of different widths, and of `index`.

use crate::arith::casts::{Again, CastOp, Casts, OneOperand, Widths};
use crate::arith::rules::{extended_alike, width};
use crate::families::IntegerCast;
use crate::flags::{OVERFLOW_PROPERTIES, Overflow};
use crate::to_llvm::lowering::created;
use crate::to_llvm::unroll::unrolled;
use crate::to_llvm::{Llvm, Lowered, NewResults, OneToOne, Rewriter};
use crate::{MulIOp, MulSIExtendedOp, MulUIExtendedOp, ShiftRightSignedOp, ShiftRightUnsignedOp};
use mlir_lite::analysis::dataflow::InferIntRangeInterface;
use mlir_lite::attributes::ApInt;
use mlir_lite::constants::{integer_width, unary, uniform};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::arithmetic::{extend_signed, resize};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite;
use mlir_lite::rewrite::{
    CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet, constant_value,
};
use std::cmp::Ordering;

/// The number with its sign, or filled with zeros, or cut, as another type.
pub(crate) fn resized(
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

/// Converts between `index` and an integer; sign-extends or cuts.
#[op(
    family = IntegerCast,
    name = "std.index_cast",
    implements(CanonicalizeOp, LowerTo<Llvm>),
    upstream(name = "arith.index_cast")
)]
pub struct IndexCastOp;

impl CastOp for IndexCastOp {
    const WIDTHS: Widths = Widths::Index;
    const AGAIN: Again = Again::Back;
    const HAS_SIGN: bool = true;

    fn cast_constant(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
        resized(ctx, value, ty, ApInt::sext)
    }
}

impl InterpretOp for IndexCastOp {
    fn interpret<'b>(op: IndexCastOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        extend_signed(m, op.op())
    }
}

impl CanonicalizeOp for IndexCastOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(
            rewrite! { "std.index_cast-of-sexti": IndexCastOp(SExtIOp($x)) => IndexCastOp($x); },
        );
    }
}

impl LowerTo<Llvm> for IndexCastOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        index_cast::<llvm::SExtOp>(op.id(), operands.operand(), b)
    }
}

/// Converts between `index` and an integer; fills with zeros or cuts.
#[op(
    family = IntegerCast,
    name = "std.index_castui",
    implements(CanonicalizeOp, LowerTo<Llvm>),
    upstream(name = "arith.index_castui", only)
)]
pub struct IndexCastUIOp;

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

impl CanonicalizeOp for IndexCastUIOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(
            rewrite! { "std.index_castui-of-zexti": IndexCastUIOp(ZExtIOp($x)) => IndexCastUIOp($x); },
        );
    }
}

impl LowerTo<Llvm> for IndexCastUIOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        index_cast::<llvm::ZExtOp>(op.id(), operands.operand(), b)
    }
}

/// Converts `operand`, of which one side is `index`, to the type of the result of `op`.
pub(crate) fn index_cast<Widen: OpDefinition>(
    op: OpId,
    operand: ValueId,
    b: &mut Rewriter<'_>,
) -> Lowered {
    let (ctx, body) = (b.context().clone(), b.body());
    let width = |ty: Type| ty.element_or_self(&ctx).bit_width(&ctx).unwrap_or(64);
    let (from, to) = (body.ty(body.operand(op, 0)), body.ty(body.result(op, 0)));
    let (order, to) = (width(from).cmp(&width(to)), b.convert_type(to)?);
    if order == Ordering::Equal {
        return Ok(operand.into());
    }
    unrolled(b, to, [operand], &mut |b, [part], ty| match order {
        Ordering::Less => created::<Widen>(b, &[part], ty),
        _ => created::<llvm::TruncOp>(b, &[part], ty),
    })
    .map(NewResults::from)
}

/// Integer to a wider integer, with the sign.
#[op(
    family = IntegerCast,
    name = "std.sexti",
    implements(CanonicalizeOp, LowerTo<Llvm> = OneToOne<Self, llvm::SExtOp>),
    upstream(name = "arith.extsi")
)]
pub struct SExtIOp;

impl CastOp for SExtIOp {
    const WIDTHS: Widths = Widths::Wider;
    const AGAIN: Again = Again::Once;
    const HAS_SIGN: bool = true;

    fn cast_constant(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
        resized(ctx, value, ty, ApInt::sext)
    }
}

impl InterpretOp for SExtIOp {
    fn interpret<'b>(op: SExtIOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        extend_signed(m, op.op())
    }
}

// Conversions

impl CanonicalizeOp for SExtIOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(rewrite! { "std.sexti-of-zexti": SExtIOp(ZExtIOp($x)) => ZExtIOp($x); });
    }
}

/// Integer to a wider integer, filled with zeros.
#[op(
    family = IntegerCast,
    name = "std.zexti",
    implements(LowerTo<Llvm> = OneToOne<Self, llvm::ZExtOp>),
    upstream(name = "arith.extui")
)]
pub struct ZExtIOp;

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

/// Integer to a narrower integer: the low bits.
#[op(
    family = IntegerCast,
    name = "std.trunci",
    implements(CanonicalizeOp, LowerTo<Llvm> = OneToOne<Self, llvm::TruncOp>),
    properties = OVERFLOW_PROPERTIES,
    upstream(name = "arith.trunci", format = "$operand custom<Overflow>() attr-dict `:` \
        type($operand) `to` type($result)")
)]
pub struct TruncIOp;

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

impl CanonicalizeOp for TruncIOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(rewrite! {
            "std.trunci-of-sexti": $r @ TruncIOp(SExtIOp($x)) => SExtIOp($x) where is_narrower($x, $r);
            "std.trunci-of-zexti": $r @ TruncIOp(ZExtIOp($x)) => ZExtIOp($x) where is_narrower($x, $r);
        });
        set.add::<Self>("std.trunci-upper-half", 1, upper_half);
    }
}

/// `trunc((ext a * ext b) >> width)` is the upper half of a product of twice the width.
fn upper_half(op: TruncIOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let ctx = body.context();
    let no = "it is not the upper half of a product";
    let shifted = op.on(body).operand();
    let unsigned =
        shifted.defining::<ShiftRightUnsignedOp>().map(|shift| (shift.lhs(), shift.rhs()));
    let signed = shifted.defining::<ShiftRightSignedOp>().map(|shift| (shift.lhs(), shift.rhs()));
    let (product, by) = unsigned.or(signed).ok_or(no)?;
    let product = product.defining::<MulIOp>().ok_or(no)?.handle();
    let by = uniform::<ApInt>(ctx, constant_value(body, by.id())).ok_or(no)?;
    let (lhs, rhs, signed) =
        extended_alike(product.on(body).lhs(), product.on(body).rhs()).ok_or(no)?;
    let narrow = width(body, lhs).ok_or(no)?;
    let fits = body.ty(lhs) == body.ty(rhs)
        && body.ty(lhs) == body.ty(op.result(body))
        && by.to_u64() == Some(narrow.into())
        && width(body, product.result(body)).is_some_and(|wide| wide >= 2 * narrow);
    if !fits {
        return Err(no.into());
    }
    let location = body.location(op.id());
    let high = if signed {
        let halves = MulSIExtendedOp::build(rewriter, location, lhs, rhs);
        halves.high(rewriter.body())
    } else {
        let halves = MulUIExtendedOp::build(rewriter, location, lhs, rhs);
        halves.high(rewriter.body())
    };
    rewriter.replace_op(op.id(), &[high]);
    Ok(())
}

/// Whether the first integer has fewer bits.
fn is_narrower(body: &Body, a: ValueId, b: ValueId) -> bool {
    width(body, a) < width(body, b)
}

pub(crate) fn register_integer_casts(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<IndexCastOp>();
    dialect.op::<IndexCastUIOp>();
    dialect.op::<SExtIOp>();
    dialect.op::<ZExtIOp>();
    dialect.op::<TruncIOp>();
}
