//! Views of memory: of bytes as other elements, and in another order.

use crate::memref::rules::{before_memref_cast, replace_with_cast, with_sizes};
use crate::parts::bounds::memory_space;
use crate::to_llvm::numbers::{LlvmArithmetic, Number, row_major_strides, sizes_of};
use crate::to_llvm::view_descriptor::{MALFORMED, descriptor, layout, pointers, sizes};
use crate::to_llvm::{Llvm, Lowered, Rewriter};
use mlir_lite::affine::AffineExprKind;
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm::{self, GepIndex};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, MemRef, Trap, Value, size_of};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{CanonicalizeOp, RewritePatternSet};
use mlir_lite::text::print_type;
use mlir_lite::types::{DYNAMIC, TypeKind, strides_and_offset};
use std::sync::Arc;

/// A memref of any type in memory of bytes, from a byte on.
///
/// ```mlir
/// %1 = view %0[%byte][%n] : memref<2048xi8> to memref<?x4xf32>
/// ```
#[op(
    name = "std.view",
    traits(Pure),
    implements(VerifyOp, FoldOp, CanonicalizeOp, InterpretOp, ViewLikeOpInterface, LowerTo<Llvm>),
    upstream(name = "memref.view"),
    format = "$source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict `:` type($source) `to` \
        type($result)"
)]
pub struct ViewOp {
    /// The bytes.
    #[operand]
    source: AnyRankedMemRef,
    /// The byte at which the memref begins.
    #[operand]
    byte_shift: Index,
    /// Sizes of the dynamic dimensions.
    #[operand]
    sizes: Variadic<Index>,
    /// The view.
    #[result(upstream_name = "view")]
    result: AnyRankedMemRef,
}

impl ViewLikeOpInterface for ViewOp {
    fn view_source(op: ViewOpRef<'_>) -> ValueId {
        op.source().id()
    }
}

/// Strides without gaps.
pub(crate) fn row_major(sizes: &[i64]) -> SmallVec<[i64; 4]> {
    let mut strides: SmallVec<[i64; 4]> = SmallVec::from_elem(1, sizes.len());
    for dimension in (1..sizes.len()).rev() {
        strides[dimension - 1] = strides[dimension].wrapping_mul(sizes[dimension]);
    }
    strides
}

impl InterpretOp for ViewOp {
    fn interpret<'b>(op: ViewOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (ctx, source) = (op.context(), m.get(op.source()));
        let source = source.as_memref()?;
        let shift = m.get(op.byte_shift()).as_index()?;
        let mut dynamic = m.indices(op.sizes())?.into_iter();
        let TypeKind::MemRef { shape, element, .. } = op.result().ty().kind(ctx) else {
            return Err(Trap::malformed());
        };
        let mut sizes = SmallVec::<[i64; 4]>::new();
        for &size in shape.iter() {
            sizes.push(if size == DYNAMIC {
                dynamic.next().ok_or_else(Trap::malformed)?
            } else {
                size
            });
        }
        let bytes = sizes
            .iter()
            .try_fold(size_of(ctx, *element)? as i64, |bytes, size| bytes.checked_mul(*size));
        let available = source.sizes.first().copied().unwrap_or(0);
        let end = bytes.and_then(|bytes| bytes.checked_add(shift));
        if shift < 0 || end.is_none_or(|end| end > available) {
            return Err(Trap::new(format!(
                "views memory out of bounds: from byte {shift} of {available}"
            )));
        }
        let memref = MemRef {
            aligned: source.aligned.wrapping_add_signed(shift),
            offset: 0,
            strides: row_major(&sizes),
            sizes,
            element: *element,
            ..MemRef::clone(source)
        };
        m.set_result(op.result(), Value::MemRef(Arc::new(memref)))
    }
}

impl VerifyOp for ViewOp {
    fn verify(op: ViewOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, from, to) = (op.context(), op.source().ty(), op.result().ty());
        let layout = |ty: Type| !ty.has_identity_layout(ctx);
        if from.shape(ctx).map(<[i64]>::len) != Some(1) || from.element_type(ctx) != Some(Type::I8)
        {
            diagnostics.error(
                op.op_error("operand #0 must be 1D memref of 8-bit signless integer values"),
            );
        }
        if layout(from) || layout(to) {
            let (from, to) = (print_type(ctx, from), print_type(ctx, to));
            let message = format!("expects memrefs without layout, found '{from}' and '{to}'");
            diagnostics.error(op.op_error(message));
        }
        if memory_space(ctx, from) != memory_space(ctx, to) {
            let (from, to) = (print_type(ctx, from), print_type(ctx, to));
            let message = format!("expects memrefs of one memory space, found '{from}' and '{to}'");
            diagnostics.error(op.op_error(message));
        }
        let unknown =
            to.shape(ctx).unwrap_or_default().iter().filter(|&&size| size == DYNAMIC).count();
        let sizes = op.sizes().len();
        if sizes != unknown {
            let message =
                format!("expects a size for each '?' of the result, {unknown}, but found {sizes}");
            diagnostics.error(op.op_error(message));
        }
    }
}

impl FoldOp for ViewOp {
    fn fold(op: ViewOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        // A view is of bytes that lie side by side.
        let is_plain = |source: &ValueRef<'_>| {
            matches!(source.ty().kind(source.context()), TypeKind::MemRef { layout: None, .. })
        };
        let Some(source) = before_memref_cast(op.source()).filter(is_plain).map(ValueRef::id)
        else {
            return Fold::Unchanged;
        };
        let op = op.handle();
        Fold::in_place(move |body| op.set_source(body, source))
    }
}

impl CanonicalizeOp for ViewOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("std.view-constant-sizes", 1, |op, rewriter| {
            let body = rewriter.body();
            let (ty, open) = with_sizes(body, op.result(body), &op.sizes(body))?;
            let (source, shift) = (op.source(body), op.byte_shift(body));
            let view = ViewOp::create(rewriter, source, shift, &open, ty);
            replace_with_cast(rewriter, op.id(), view);
            Ok(())
        });
    }
}

impl LowerTo<Llvm> for ViewOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let body = b.body();
        let [source, result] = [op.source(body), op.result(body)].map(|value| body.ty(value));
        let shape = result.shape(body.context()).ok_or(MALFORMED)?;
        let sizes = sizes_of(shape, operands.sizes()).ok_or(MALFORMED)?;
        let (allocated, aligned) = pointers(b, operands.source(), source)?;
        let start = [GepIndex::Value(operands.byte_shift())];
        let start = llvm::GepOp::at(b, aligned, Type::I8, &start);
        let strides = row_major_strides(&sizes, &LlvmArithmetic, b);
        descriptor(b, result, (allocated, start), Number::Known(0), &sizes, &strides)
    }
}

/// A memref with its dimensions in another order, in the same memory.
///
/// ```mlir
/// %1 = transpose %0 (i, j) -> (j, i) : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
/// ```
#[op(
    name = "std.transpose",
    traits(Pure),
    implements(CustomAssembly, VerifyOp, FoldOp, InterpretOp, ViewLikeOpInterface, LowerTo<Llvm>),
    upstream(name = "memref.transpose")
)]
pub struct TransposeOp {
    /// The memory.
    #[operand]
    r#in: AnyRankedMemRef,
    /// From the dimensions to their new order.
    #[attr(typed)]
    permutation: AffineMapAttr,
    /// The same memory.
    #[result(upstream_name = "transpose")]
    result: AnyRankedMemRef,
}

impl ViewLikeOpInterface for TransposeOp {
    fn view_source(op: TransposeOpRef<'_>) -> ValueId {
        op.r#in().id()
    }

    fn is_known_to_be_complete_view(_: TransposeOpRef<'_>) -> bool {
        true
    }
}

impl CustomAssembly for TransposeOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let source = parser.parse_operand()?;
        let map = parser.parse_affine_map()?;
        let map = parser.context().affine_map_attr(map);
        parser.set_attr("permutation", map);
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let from = parser.parse_type()?;
        parser.parse_keyword("to")?;
        let to = parser.parse_type()?;
        let source = parser.resolve(&source, from)?;
        parser.add_operand(source);
        parser.add_result_type(to);
        Ok(())
    }

    fn print<'b>(op: TransposeOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.r#in());
        printer.write(" ");
        printer.affine_map(op.permutation());
        printer.attr_dict(op.op(), &["permutation"]);
        printer.write(" : ");
        printer.ty(op.r#in().ty());
        printer.write(" to ");
        printer.ty(op.result().ty());
    }
}

impl InterpretOp for TransposeOp {
    fn interpret<'b>(op: TransposeOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (ctx, source) = (op.context(), m.get(op.r#in()));
        let source = source.as_memref()?;
        let map = op.permutation();
        let places: SmallVec<[i64; 4]> = (0..source.sizes.len() as i64).collect();
        let order = map.results(ctx).iter().map(|result| {
            usize::try_from(result.evaluate(ctx, &places, &[])?)
                .ok()
                .filter(|&at| at < places.len())
        });
        let order: SmallVec<[usize; 4]> =
            order.collect::<Option<_>>().ok_or_else(Trap::malformed)?;
        let memref = MemRef {
            sizes: order.iter().map(|&dimension| source.sizes[dimension]).collect(),
            strides: order.iter().map(|&dimension| source.strides[dimension]).collect(),
            ..MemRef::clone(source)
        };
        m.set_result(op.result(), Value::MemRef(Arc::new(memref)))
    }
}

impl VerifyOp for TransposeOp {
    fn verify(op: TransposeOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, from, to) = (op.context(), op.r#in().ty(), op.result().ty());
        let map = op.permutation();
        let layouts = (strides_and_offset(ctx, from), strides_and_offset(ctx, to));
        let elements = |ty: Type| (ty.element_type(ctx), memory_space(ctx, ty));
        let has_same_elements = elements(from) == elements(to);
        let (from, to) = (from.shape(ctx).unwrap_or_default(), to.shape(ctx).unwrap_or_default());
        let order: Option<Vec<usize>> = map
            .results(ctx)
            .iter()
            .map(|result| match result.kind(ctx) {
                AffineExprKind::Dim(dim) => Some(dim as usize),
                _ => None,
            })
            .collect();
        let mut sorted = order.clone().unwrap_or_default();
        sorted.sort_unstable();
        if order.is_none()
            || !sorted.into_iter().eq(0..from.len())
            || map.num_inputs(ctx) != from.len()
        {
            diagnostics.error(op.op_error("expected a permutation map of same rank as the input"));
            return;
        }
        let order = order.unwrap_or_default();
        let has_strides = match layouts {
            (Some((from, offset)), Some((to, to_offset))) => {
                offset == to_offset && order.iter().map(|&dim| from[dim]).eq(to)
            }
            (None, _) => true,
            (_, None) => false,
        };
        if !has_same_elements
            || !has_strides
            || !order.iter().map(|&dim| from[dim]).eq(to.iter().copied())
        {
            diagnostics.error(op.op_error("result type does not match transposed input type"));
        }
    }
}

impl LowerTo<Llvm> for TransposeOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let (ctx, view) = (b.context().clone(), op.on(b.body()));
        let (map, source, result) = (view.permutation(), view.r#in().ty(), view.result().ty());
        let places: Vec<i64> = (0..source.shape(&ctx).ok_or(MALFORMED)?.len() as i64).collect();
        let dim = |result: &mlir_lite::affine::AffineExpr| {
            let dim = usize::try_from(result.evaluate(&ctx, &places, &[])?).ok()?;
            (dim < places.len()).then_some(dim)
        };
        let order: Option<Vec<usize>> = map.results(&ctx).iter().map(dim).collect();
        let order = order.ok_or(MALFORMED)?;
        let pointers = pointers(b, operands.r#in(), source)?;
        let (strides, offset) = layout(b, operands.r#in(), source)?;
        let sizes = sizes(b, operands.r#in(), source)?;
        let [sizes, strides] =
            [sizes, strides].map(|all| order.iter().map(|&dim| all[dim]).collect::<Vec<Number>>());
        descriptor(b, result, pointers, offset, &sizes, &strides)
    }
}

impl FoldOp for TransposeOp {
    fn fold(op: TransposeOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, source) = (op.context(), op.r#in());
        let map = op.permutation();
        if map.is_identity(ctx) && source.ty() == op.result().ty() {
            return Fold::value(source);
        }
        let Some(inner) = source.defining::<Self>() else { return Fold::Unchanged };
        let first = inner.permutation();
        let results: Vec<_> = map
            .results(ctx)
            .iter()
            .map(|result| result.substitute(ctx, first.results(ctx), &[]))
            .collect();
        let both = ctx.affine_map(first.data(ctx).dims, 0, &results);
        let (op, source) = (op.handle(), inner.r#in().id());
        Fold::in_place(move |body| {
            op.set_permutation(body, both);
            op.set_in(body, source);
        })
    }
}

pub(crate) fn register_view(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ViewOp>();
    dialect.op::<TransposeOp>();
}
