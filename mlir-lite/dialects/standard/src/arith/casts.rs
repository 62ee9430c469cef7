//! Folds and rewrite rules that the conversions between number types share.

use crate::arith::poison::{is_poison, poison_attr};
use crate::flags::{Overflow, Rounding, RoundingMode};
use crate::{SExtIOp, ZExtIOp};
use mlir_lite::analysis::dataflow::InferIntRangeInterface;
use mlir_lite::constants::integer_width;
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::IntegerRange;
use mlir_lite::text::print_type;
use std::marker::PhantomData;

/// Ops of one operand and one result.
pub(crate) trait OneOperand: OpDefinition {
    fn operand(op: View<'_, Self>) -> ValueRef<'_>;
    fn result(op: View<'_, Self>) -> ValueRef<'_>;
    fn set_operand(self, body: &mut Body, value: ValueId);
}

/// The properties that each conversion declares.
pub(crate) trait CastOp: OneOperand {
    /// How the widths of operand and result relate.
    const WIDTHS: Widths;
    /// The replacement of a cast of a cast.
    const AGAIN: Again;
    /// Whether integers are extended with their sign.
    const HAS_SIGN: bool = false;

    /// The value that a constant is as another type.
    fn cast_constant(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute>;
}

/// The implementation of interfaces that all conversions share.
pub(crate) struct Casts<O>(PhantomData<O>);

impl<O: CastOp> OpModel for Casts<O> {
    type Op = O;
}

impl<O: CastOp> VerifyOp for Casts<O> {
    fn verify(op: View<'_, Self>, diagnostics: &mut Diagnostics) {
        verify_widths(op.op(), O::WIDTHS, diagnostics);
    }
}

impl<O: CastOp> InferIntRangeInterface for Casts<O> {
    fn result_range(op: View<'_, Self>, operands: &[Option<IntegerRange>]) -> Option<IntegerRange> {
        let width = integer_width(op.context(), O::result(op).ty())?;
        operands.first().copied()??.resized(width, O::HAS_SIGN)
    }
}

impl<O: CastOp> FoldOp for Casts<O> {
    fn fold(op: View<'_, Self>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (of, ty) = (op.op(), O::result(op).ty());
        match constants.values() {
            [value] if is_poison(of.context(), *value) => Fold::constant(poison_attr(of.context())),
            [Some(_)] if rounds_otherwise(of) => Fold::Unchanged,
            [Some(value)] => O::cast_constant(of.context(), *value, ty).into(),
            _ => again::<O>(op),
        }
    }
}

/// How the widths of operand and result relate.
pub(crate) enum Widths {
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
            "operand and result must be ranked tensors of the same dimensions, found '{from}' and \
                '{to}'"
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

/// Whether the op asks for a rounding that is not the usual one.
fn rounds_otherwise(op: OpRef<'_>) -> bool {
    Rounding::of(op).is_some_and(|mode| mode != RoundingMode::ToNearestEven)
}

/// The replacement of a cast of a cast.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Again {
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
fn again<O: CastOp>(op: View<'_, O>) -> Fold {
    let (operand, to) = (O::operand(op), O::result(op).ty());
    let same = operand.defining::<O>().map(|inner| (O::operand(inner), O::result(inner)));
    let sign = operand.defining::<SExtIOp>().map(|inner| (inner.operand(), inner.result()));
    let zero = operand.defining::<ZExtIOp>().map(|inner| (inner.operand(), inner.result()));
    let is_same = same.is_some();
    let Some((source, inner)) = same.or(sign).or(zero) else { return Fold::Unchanged };
    let ctx = op.op().context();
    let width = |ty: Type| integer_width(ctx, ty.element_or_self(ctx));
    let is_simpler = match O::AGAIN {
        Again::Once | Again::Cut if is_same => true,
        Again::Cut => source.ty() == to || width(source.ty()) > width(to),
        Again::Back if is_same => {
            // Bits that the first cast has removed are lost.
            let kept = width(inner.ty())
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
    let (op, source) = (op.handle(), source.id());
    Fold::in_place(move |body| {
        op.set_operand(body, source);
        Overflow::remove(body, op.id());
    })
}
