//! Tensors as types that know more or less of the sizes.

use crate::memref::shape::interpret_cast;
use crate::parts::bounds::may_be_part;
use crate::{EmptyTensorOp, SubTensorOp};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::traits::shapes_agree;
use mlir_lite::rewrite::{CanonicalizeOp, RewritePatternSet};
use mlir_lite::text::print_type;
use mlir_lite::types::DYNAMIC;

/// The same tensor as a type that knows more or less of the sizes.
#[op(
    name = "std.tensor_cast",
    traits(Pure),
    implements(VerifyOp, FoldOp, CanonicalizeOp, InterpretOp),
    upstream(name = "tensor.cast"),
    format = "$source attr-dict `:` type($source) `to` type($dest)"
)]
pub struct TensorCastOp {
    /// The tensor.
    #[operand]
    source: AnyTensor,
    /// The same, as another type.
    #[result(upstream_name = "cast")]
    dest: AnyTensor,
}

impl InterpretOp for TensorCastOp {
    fn interpret<'b>(op: TensorCastOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        interpret_cast(op.source(), op.dest(), m)
    }
}

impl VerifyOp for TensorCastOp {
    fn verify(op: TensorCastOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, from, to) = (op.context(), op.source().ty(), op.dest().ty());
        if from.element_type(ctx) != to.element_type(ctx)
            || !shapes_agree(from.shape(ctx), to.shape(ctx))
        {
            let (from, to) = (print_type(ctx, from), print_type(ctx, to));
            diagnostics.error(op.op_error(format_args!(
                "operand type '{from}' and result type '{to}' are cast incompatible"
            )));
        }
    }
}

impl FoldOp for TensorCastOp {
    fn fold(op: TensorCastOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, source, ty) = (op.context(), op.source(), op.dest().ty());
        if source.ty() == ty {
            return Fold::value(source);
        }
        let is_known = ty.shape(ctx).is_some_and(|shape| !shape.contains(&DYNAMIC));
        if let Some(elements) =
            constants.source().and_then(|value| value.dense(ctx)).filter(|_| is_known)
        {
            return ctx.try_dense_attr(elements.with_type(ty)).into();
        }
        match source.defining::<Self>().map(|inner| inner.source()) {
            Some(original) if original.ty() == ty => Fold::value(original),
            _ => Fold::Unchanged,
        }
    }
}

impl CanonicalizeOp for TensorCastOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("std.tensor_cast-of-cast", 1, |op, rewriter| {
            let body = rewriter.body();
            let ctx = body.context();
            let inner =
                TensorCastOp::defining(body, op.source(body)).ok_or("the operand is not a cast")?;
            let [from, middle, to] = [inner.source(body), op.source(body), op.dest(body)]
                .map(|value| body.ty(value).shape(ctx));
            let (Some(from), Some(middle), Some(to)) = (from, middle, to) else {
                return Err("a rank is not known".into());
            };
            // The intermediate type has no size that both other types lack.
            let says_no_more =
                middle.iter().zip(from.iter().zip(to)).all(|(&middle, (&from, &to))| {
                    (middle == DYNAMIC || middle == from || middle == to)
                        && (from == to || from == DYNAMIC || to == DYNAMIC)
                });
            if !says_no_more {
                return Err("the type in between says more".into());
            }
            let source = inner.source(body);
            rewriter.update_in_place(op.id(), |body| body.set_operand(op.id(), 0, source));
            Ok(())
        });
        set.add::<Self>("std.tensor_cast-of-empty", 1, |op, rewriter| {
            let body = rewriter.body();
            let empty =
                EmptyTensorOp::defining(body, op.source(body)).ok_or("the tensor is not empty")?;
            let (from, ty) = (body.ty(op.source(body)), body.ty(op.dest(body)));
            let open = known_by_type(body.context(), from, ty, &empty.dynamic_sizes(body));
            let open = open.ok_or("the type says no more")?;
            let location = body.location(op.id());
            rewriter.replace_op_with(op.id(), |builder| {
                EmptyTensorOp::build(builder, location, &open, ty)
            });
            Ok(())
        });
        set.add::<Self>("std.tensor_cast-of-subtensor", 1, |op, rewriter| {
            let body = rewriter.body();
            let ctx = body.context();
            let part = SubTensorOp::defining(body, op.source(body)).ok_or("no part is cast")?;
            let (from, ty) = (body.ty(op.source(body)), body.ty(op.dest(body)));
            let sizes =
                part.static_sizes(body).as_i64_array(ctx).ok_or("the sizes are not known")?;
            if from.shape(ctx) != Some(&sizes[..]) {
                return Err("dimensions are left out".into());
            }
            let open =
                known_by_type(ctx, from, ty, &part.sizes(body)).ok_or("the type says no more")?;
            let (location, source) = (body.location(op.id()), part.source(body));
            let list = |list: Attribute| list.expect_i64_array(ctx);
            let numbers = [
                list(part.static_offsets(body)),
                ty.shape(ctx).unwrap_or_default().into(),
                list(part.static_strides(body)),
            ];
            if !may_be_part(ctx, body.ty(source), &numbers) {
                return Err("it is not a part of the tensor".into());
            }
            let sizes = ctx.i64_array_attr(&numbers[1]);
            let (offsets, strides) = (part.offsets(body), part.strides(body));
            let (at, by) = (part.static_offsets(body), part.static_strides(body));
            rewriter.replace_op_with(op.id(), |builder| {
                SubTensorOp::build(
                    builder, location, source, &offsets, &open, &strides, at, sizes, by, ty,
                )
            });
            Ok(())
        });
    }
}

/// The sizes that are open in both of two types of one tensor, of those that are open in the first;
/// none if the second type does not say more, or not all that the first one says.
fn known_by_type(
    ctx: &Context,
    from: Type,
    to: Type,
    open: &[ValueId],
) -> Option<SmallVec<[ValueId; 4]>> {
    let (from, to) = (from.shape(ctx)?, to.shape(ctx)?);
    if from == to || !from.iter().zip(to).all(|(&from, &to)| from == to || from == DYNAMIC) {
        return None;
    }
    let both = from.iter().zip(to).filter(|pair| *pair.0 == DYNAMIC).zip(open);
    Some(both.filter(|((_, to), _)| **to == DYNAMIC).map(|(_, &size)| size).collect())
}

/// The source of the cast that made a tensor, if more of its sizes are known.
pub(crate) fn before_cast(body: &Body, value: ValueId) -> Option<ValueId> {
    let ctx = body.context();
    let source = TensorCastOp::defining(body, value)?.source(body);
    let (from, to) = (body.ty(source).shape(ctx)?, body.ty(value).shape(ctx)?);
    from.iter().zip(to).all(|(&from, &to)| from == to || to == DYNAMIC).then_some(source)
}

pub(crate) fn register_cast(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<TensorCastOp>();
}
