//! Tensors as types of other elements of the same width.

use mlir_lite::interpreter::arithmetic::bitcast;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::traits::shapes_agree;
use mlir_lite::rewrite::{CanonicalizeOp, RewritePatternSet};
use mlir_lite::text::print_type;

/// The same bits as elements of another type.
///
/// ```mlir
/// %1 = tensor.bitcast %0 : tensor<4xi32> to tensor<4xf32>
/// ```
#[op(
    name = "std.tensor_bitcast",
    traits(Pure),
    implements(VerifyOp, FoldOp, CanonicalizeOp, InterpretOp),
    upstream(name = "tensor.bitcast", only),
    format = "$source attr-dict `:` type($source) `to` type($dest)"
)]
pub struct TensorBitcastOp {
    /// The tensor.
    #[operand]
    source: AnyTensor,
    /// The tensor of other elements.
    #[result]
    dest: AnyTensor,
}

impl VerifyOp for TensorBitcastOp {
    fn verify(op: TensorBitcastOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, from, to) = (op.context(), op.source().ty(), op.dest().ty());
        let width = |ty: Type| {
            let element = ty.element_or_self(ctx);
            let is_number = element.is_integer(ctx) || element.is_float(ctx);
            element.bit_width(ctx).filter(|_| is_number)
        };
        if width(from).is_none()
            || width(from) != width(to)
            || !shapes_agree(from.shape(ctx), to.shape(ctx))
        {
            let (from, to) = (print_type(ctx, from), print_type(ctx, to));
            diagnostics.error(op.op_error(format_args!(
                "operand type '{from}' and result type '{to}' are cast incompatible"
            )));
        }
    }
}

impl FoldOp for TensorBitcastOp {
    fn fold(op: TensorBitcastOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let (source, ty) = (op.source(), op.dest().ty());
        match source.defining::<Self>().map(|inner| inner.source()) {
            _ if source.ty() == ty => Fold::value(source),
            Some(original) if original.ty() == ty => Fold::value(original),
            _ => Fold::Unchanged,
        }
    }
}

impl CanonicalizeOp for TensorBitcastOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("std.tensor_bitcast-of-bitcast", 1, |op, rewriter| {
            let body = rewriter.body();
            let inner = TensorBitcastOp::defining(body, op.source(body));
            let source = inner.ok_or("the operand is not a cast")?.source(body);
            rewriter.update_in_place(op.id(), |body| body.set_operand(op.id(), 0, source));
            Ok(())
        });
    }
}

impl InterpretOp for TensorBitcastOp {
    fn interpret<'b>(op: TensorBitcastOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        bitcast(m, op.op())
    }
}

pub(crate) fn register_tensor_bitcast(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<TensorBitcastOp>();
}
