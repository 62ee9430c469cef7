//! Conversions of numbers of type `index` to integers, and back.

use crate::arith::casts::{Again, CastOp, Casts, OneOperand, Widths};
use crate::arith::integer_casts::{index_cast, resized};
use crate::index::SMALL_WIDTH;
use crate::to_llvm::{Llvm, Lowered, Rewriter};
use mlir_lite::analysis::dataflow::InferIntRangeInterface;
use mlir_lite::attributes::ApInt;
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::arithmetic::{extend_signed, resize};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;

mlir_lite::type_constraints! {
    /// A number of type `index`, or an integer of any width.
    pub IndexOrInteger = "integer or index",
        |ctx, ty| ty == Type::INDEX || ty.is_integer(ctx);
}

/// A conversion, of which one side is `index`: `index.casts %a : i32 to index`.
#[op_family(
    traits(Pure),
    implements(
        VerifyOp = Casts<Self>, FoldOp = Casts<Self>, InterpretOp,
        InferIntRangeInterface = Casts<Self>, OneOperand { operand, result, set_operand },
        LowerTo<Llvm>
    ),
    format = "$operand attr-dict `:` type($operand) `to` type($result)"
)]
struct IndexCasts {
    /// The number.
    #[operand]
    operand: IndexOrInteger,
    /// The number, as the other type.
    #[result]
    result: IndexOrInteger,
}

/// The constant as another type, if it is the same whether `index` has 32 or 64 bits.
fn cast_alike(
    ctx: &Context,
    value: Attribute,
    ty: Type,
    extend: fn(&ApInt, u32) -> ApInt,
) -> Option<Attribute> {
    let cast = resized(ctx, value, ty, extend)?;
    if ty == Type::INDEX {
        return Some(cast);
    }
    let small = ctx.apint_attr(Type::I32, value.as_integer(ctx)?.trunc(SMALL_WIDTH));
    (resized(ctx, small, ty, extend)? == cast).then_some(cast)
}

/// Converts a signed number; cuts it where it is too wide.
#[op(family = IndexCasts, name = "index.casts")]
pub struct IndexCastSOp;

impl CastOp for IndexCastSOp {
    const WIDTHS: Widths = Widths::Index;
    const AGAIN: Again = Again::Nothing;
    const HAS_SIGN: bool = true;

    fn cast_constant(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
        cast_alike(ctx, value, ty, ApInt::sext)
    }
}

impl InterpretOp for IndexCastSOp {
    fn interpret<'b>(op: IndexCastSOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        extend_signed(m, op.op())
    }
}

impl LowerTo<Llvm> for IndexCastSOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        index_cast::<llvm::SExtOp>(op.id(), operands.operand(), b)
    }
}

/// Converts an unsigned number; cuts it where it is too wide.
#[op(family = IndexCasts, name = "index.castu")]
pub struct IndexCastUOp;

impl CastOp for IndexCastUOp {
    const WIDTHS: Widths = Widths::Index;
    const AGAIN: Again = Again::Nothing;

    fn cast_constant(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
        cast_alike(ctx, value, ty, ApInt::zext)
    }
}

impl InterpretOp for IndexCastUOp {
    fn interpret<'b>(op: IndexCastUOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        resize(m, op.op())
    }
}

impl LowerTo<Llvm> for IndexCastUOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        index_cast::<llvm::ZExtOp>(op.id(), operands.operand(), b)
    }
}

pub(super) fn register_casts(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<IndexCastSOp>();
    dialect.op::<IndexCastUOp>();
}
