//! What the conversions between number types share.

use crate::flags::{Overflow, Rounding, RoundingMode};
use crate::{SExtIOp, ZExtIOp};
use mlir_lite::constants::integer_width;
use mlir_lite::ir::prelude::*;
use mlir_lite::text::print_type;

macro_rules! casts {
    ($($op:ident),* $(,)?) => {
        $(impl VerifyOp for $op {
            fn verify(op: View<'_, Self>, diagnostics: &mut Diagnostics) {
                verify_widths(op.op(), Self::WIDTHS, diagnostics);
            }
        }

        impl FoldOp for $op {
            fn fold(op: View<'_, Self>, constants: FoldAdaptor<'_, Self>) -> Fold {
                fold_cast::<Self>(op.op(), op.result(), constants.operand())
            }
        })*
    };
}
pub(crate) use casts;

/// What the conversions say of themselves.
pub(crate) trait CastOp: OpDefinition {
    /// How the widths of operand and result relate.
    const WIDTHS: Widths;
    /// What the cast of a cast is.
    const AGAIN: Again;

    /// The value that a constant is as another type.
    fn cast_constant(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute>;
}

pub(crate) fn fold_cast<O: CastOp>(
    op: OpRef<'_>,
    result: ValueRef<'_>,
    input: Option<Attribute>,
) -> Fold {
    match input {
        Some(_) if rounds_otherwise(op) => Fold::Unchanged,
        Some(value) => constant(|| O::cast_constant(op.context(), value, result.ty())),
        None => again(op, O::AGAIN),
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

pub(crate) fn verify_widths(op: OpRef<'_>, wanted: Widths, diagnostics: &mut Diagnostics) {
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

fn constant(value: impl FnOnce() -> Option<Attribute>) -> Fold {
    value().into()
}

/// Whether the op asks for a rounding that is not the usual one.
fn rounds_otherwise(op: OpRef<'_>) -> bool {
    Rounding::of(op).is_some_and(|mode| mode != RoundingMode::ToNearestEven)
}

/// What a cast of a cast is.
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
        Overflow::remove(body, op);
    })
}
