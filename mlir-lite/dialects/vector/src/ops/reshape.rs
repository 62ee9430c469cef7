//! The elements of a vector in another shape or order, or several times.

use crate::numbers::{parse_numbers, print_numbers};
use crate::ops::lowering::{SCALABLE, VectorShape, build_parts, check_fixed, zeros};
use crate::shapes::{Block, Shape, count, rearranged, run_sizes, splat_attr};
use crate::{
    ExtractOp, ExtractStridedSliceOp, FromElementsOp, InsertOp, InsertStridedSliceOp, ShuffleOp,
};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::standard::SplatOp;
use mlir_lite::dialects::standard::{is_poison, poison_attr};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet};

/// The elements of a vector in another shape, in row-major order.
///
/// ```mlir
/// %1 = vector.shape_cast %0 : vector<5x1x4x3xf32> to vector<20x3xf32>
/// ```
#[op(
    name = "vector.shape_cast",
    traits(Pure),
    implements(VerifyOp, FoldOp, InterpretOp, LowerTo<VectorShape>),
    upstream(names("vector.shape_cast", "vector.cast")),
    format = "$source attr-dict `:` type($source) `to` type($result)"
)]
pub struct ShapeCastOp {
    /// The vector.
    #[operand]
    source: AnyVector,
    /// The same elements.
    #[result]
    result: AnyVector,
}

/// A value in each place of a vector: a number, or a vector along new or stretched dimensions.
///
/// ```mlir
/// %0 = vector.broadcast %x : f32 to vector<16xf32>
/// %1 = vector.broadcast %v : vector<1x4xf32> to vector<2x3x4xf32>
/// ```
#[op(
    name = "vector.broadcast",
    traits(Pure),
    implements(VerifyOp, FoldOp, CanonicalizeOp, InterpretOp, LowerTo<VectorShape>),
    format = "$source attr-dict `:` type($source) `to` type($vector)"
)]
pub struct BroadcastOp {
    /// The value to repeat.
    #[operand]
    source: AnyType,
    /// The vector.
    #[result]
    vector: AnyVector,
}

/// A vector with its dimensions in another order.
///
/// ```mlir
/// %1 = vector.transpose %0, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
/// ```
#[op(
    name = "vector.transpose",
    traits(Pure, AllElementTypesMatch(vector, result)),
    implements(CustomAssembly, VerifyOp, FoldOp, InterpretOp, LowerTo<VectorShape>)
)]
pub struct TransposeOp {
    /// The vector.
    #[operand]
    vector: AnyVector,
    /// For each dimension of the result, which one of the vector it is.
    #[attr]
    permutation: DenseI64ArrayAttr,
    /// The transposed vector.
    #[result]
    result: AnyVector,
}

impl BroadcastOp {
    /// A value in each place of a vector of type `ty`; the value itself if it has that type.
    pub fn to(builder: &mut (impl OpBuilder + ?Sized), source: ValueId, ty: Type) -> ValueId {
        if builder.body().ty(source) == ty { source } else { Self::create(builder, source, ty) }
    }
}

impl TransposeOp {
    /// A vector with its dimensions in another order; the vector itself if the order is the same.
    pub fn permuted(
        builder: &mut (impl OpBuilder + ?Sized),
        vector: ValueId,
        permutation: &[usize],
    ) -> ValueId {
        if permutation.iter().enumerate().all(|(at, &from)| at == from) {
            return vector;
        }
        let ctx = builder.context().clone();
        let shape = Shape::of(&ctx, builder.body().ty(vector));
        let ty = shape.select(permutation.iter().copied()).ty(&ctx);
        let numbers: Vec<i64> = permutation.iter().map(|&from| from as i64).collect();
        Self::create(builder, vector, ctx.i64_array_attr(&numbers), ty)
    }

    /// The permutation of the dimensions.
    pub fn order(op: TransposeOpRef<'_>) -> Vec<usize> {
        let numbers = op.permutation().expect_i64_array(op.context());
        numbers.into_iter().map(|from| usize::try_from(from).unwrap_or(0)).collect()
    }
}

impl CustomAssembly for TransposeOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let vector = parser.parse_operand()?;
        parser.parse_punct(",")?;
        parse_numbers(parser, "permutation")?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let from = parser.parse_type()?;
        parser.parse_keyword("to")?;
        let to = parser.parse_type()?;
        let vector = parser.resolve(&vector, from)?;
        parser.add_operand(vector);
        parser.add_result_type(to);
        Ok(())
    }

    fn print<'b>(op: TransposeOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.vector());
        printer.write(", ");
        print_numbers(printer, op.permutation());
        printer.attr_dict(op.op(), &["permutation"]);
        printer.write(" : ");
        printer.ty(op.vector().ty());
        printer.write(" to ");
        printer.ty(op.result().ty());
    }
}

impl VerifyOp for ShapeCastOp {
    fn verify(op: ShapeCastOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let [source, result] = [op.source(), op.result()].map(|value| Shape::of(ctx, value.ty()));
        if source.element != result.element {
            diagnostics.error(op.op().op_error("has different source and result element types"));
            return;
        }
        let [from, to] = [&source, &result].map(|shape| count(&shape.sizes));
        if from != to {
            let message =
                format!("has different number of elements at source ({from}) and result ({to})");
            diagnostics.error(op.op().op_error(message));
            return;
        }
        let scalable = |shape: &Shape| shape.scalable.iter().filter(|&&scales| scales).count();
        let (from, to) = (scalable(&source), scalable(&result));
        if from != to {
            let message = format!(
                "has different number of scalable dims at source ({from}) and result ({to})"
            );
            diagnostics.error(op.op().op_error(message));
        }
    }
}

impl VerifyOp for BroadcastOp {
    fn verify(op: BroadcastOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let [source, result] = [op.source(), op.vector()].map(|value| Shape::of(ctx, value.ty()));
        let op = op.op();
        if source.element != result.element {
            let message = "failed to verify that source operand and result have same element type";
            diagnostics.error(op.op_error(message));
            return;
        }
        let Some(first) = result.rank().checked_sub(source.rank()) else {
            diagnostics.error(op.op_error("source rank higher than destination rank"));
            return;
        };
        let show = |size: i64, scales: bool| match scales {
            true => format!("[{size}]"),
            false => size.to_string(),
        };
        let from = source.sizes.iter().zip(&source.scalable);
        let to = result.sizes[first..].iter().zip(&result.scalable[first..]);
        for ((&size, &scales), (&wanted, &to_scale)) in from.zip(to) {
            let stretches = size == 1 && !scales;
            if !stretches && (size, scales) != (wanted, to_scale) {
                let (size, wanted) = (show(size, scales), show(wanted, to_scale));
                let message = format!("dimension mismatch ({size} vs. {wanted})");
                diagnostics.error(op.op_error(message));
                return;
            }
        }
    }
}

impl VerifyOp for TransposeOp {
    fn verify(op: TransposeOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let [source, result] = [op.vector(), op.result()].map(|value| Shape::of(ctx, value.ty()));
        let permutation = op.permutation().expect_i64_array(ctx);
        let op = op.op();
        let rank = source.rank();
        if result.rank() != rank {
            let message = format!("vector result rank mismatch: {}", result.rank());
            diagnostics.error(op.op_error(message));
            return;
        }
        if permutation.len() != rank {
            let message = format!("transposition length mismatch: {}", permutation.len());
            diagnostics.error(op.op_error(message));
            return;
        }
        let mut seen = vec![false; rank];
        for (at, &from) in permutation.iter().enumerate() {
            let Some(index) = usize::try_from(from).ok().filter(|&index| index < rank) else {
                let message = format!("transposition index out of range: {from}");
                diagnostics.error(op.op_error(message));
                return;
            };
            if std::mem::replace(&mut seen[index], true) {
                diagnostics.error(op.op_error(format_args!("duplicate position index: {from}")));
                return;
            }
            let same = source.sizes[index] == result.sizes[at]
                && source.scalable[index] == result.scalable[at];
            if !same {
                diagnostics.error(op.op_error(format_args!("dimension size mismatch at: {from}")));
                return;
            }
        }
    }
}

impl InterpretOp for ShapeCastOp {
    fn interpret<'b>(op: ShapeCastOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let source = Block::of(m, op.source())?;
        let sizes = run_sizes(m, op.result().ty())?;
        Block { sizes, values: source.values }.set_result(m, op.result())
    }
}

/// The position in a broadcast value that a position in the result has.
fn before_broadcast(sizes: &[i64], position: &[i64]) -> Vec<i64> {
    let last = &position[position.len() - sizes.len()..];
    sizes.iter().zip(last).map(|(&size, &at)| if size == 1 { 0 } else { at }).collect()
}

impl InterpretOp for BroadcastOp {
    fn interpret<'b>(op: BroadcastOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let source = Block::of(m, op.source())?;
        let sizes = run_sizes(m, op.vector().ty())?;
        let element = |at: &[i64]| Ok(source.at(&before_broadcast(&source.sizes, at)));
        Block::from_fn(&sizes, element)?.set_result(m, op.vector())
    }
}

/// The position in a transposed vector that a position in the result has.
fn before_transpose(order: &[usize], position: &[i64]) -> Vec<i64> {
    let mut before = vec![0; order.len()];
    for (&from, &at) in order.iter().zip(position) {
        before[from] = at;
    }
    before
}

impl InterpretOp for TransposeOp {
    fn interpret<'b>(op: TransposeOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let source = Block::of(m, op.vector())?;
        let (sizes, order) = (run_sizes(m, op.result().ty())?, TransposeOp::order(op));
        let element = |at: &[i64]| Ok(source.at(&before_transpose(&order, at)));
        Block::from_fn(&sizes, element)?.set_result(m, op.result())
    }
}

impl FoldOp for ShapeCastOp {
    fn fold(op: ShapeCastOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, source, ty) = (op.context(), op.source(), op.result().ty());
        if source.ty() == ty {
            return Fold::value(source);
        }
        if is_poison(ctx, constants.source()) {
            return Fold::constant(poison_attr(ctx));
        }
        if let Some(before) = source.defining::<ShapeCastOp>().map(ShapeCastOpRef::source) {
            if before.ty() == ty {
                return Fold::value(before);
            }
            let (op, before) = (op.handle(), before.id());
            return Fold::in_place(move |body| op.set_source(body, before));
        }
        if let Some(elements) = constants.source().and_then(|it| it.dense(ctx)) {
            return ctx.try_dense_attr(elements.with_type(ty)).into();
        }
        Fold::Unchanged
    }
}

impl FoldOp for BroadcastOp {
    fn fold(op: BroadcastOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, source, ty) = (op.context(), op.source(), op.vector().ty());
        if source.ty() == ty {
            return Fold::value(source);
        }
        let Some(constant) = constants.source() else { return Fold::Unchanged };
        if is_poison(ctx, Some(constant)) {
            return Fold::constant(poison_attr(ctx));
        }
        match constant.dense(ctx) {
            Some(elements) if elements.is_splat() => {
                rearranged(ctx, &elements, ty, |_| Some(0)).into()
            }
            Some(_) => Fold::Unchanged,
            None => splat_attr(ctx, ty, constant).into(),
        }
    }
}

impl CanonicalizeOp for BroadcastOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("vector.broadcast-of-broadcast", 1, |op, rewriter| {
            let body = rewriter.body();
            let inner = BroadcastOp::defining(body, op.source(body));
            let source = inner.ok_or("the source is not a broadcast")?.source(body);
            let (location, ty) = (body.location(op.id()), body.ty(op.vector(body)));
            rewriter.replace_op_with(op.id(), |b| BroadcastOp::build(b, location, source, ty));
            Ok(())
        });
    }
}

impl FoldOp for TransposeOp {
    fn fold(op: TransposeOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, vector, ty) = (op.context(), op.vector(), op.result().ty());
        let order = TransposeOp::order(op);
        if order.iter().enumerate().all(|(at, &from)| at == from) {
            return Fold::value(vector);
        }
        if is_poison(ctx, constants.vector()) {
            return Fold::constant(poison_attr(ctx));
        }
        if let Some(elements) = constants.vector().and_then(|it| it.dense(ctx)) {
            // MLIR leaves other constants as they are: each would be stored twice.
            return match elements.is_splat() {
                true => rearranged(ctx, &elements, ty, |_| Some(0)).into(),
                false => Fold::Unchanged,
            };
        }
        let Some(inner) = vector.defining::<TransposeOp>() else { return Fold::Unchanged };
        let first = TransposeOp::order(inner);
        let both: Vec<i64> = order.iter().map(|&at| first[at] as i64).collect();
        let (op, source, both) = (op.handle(), inner.vector().id(), ctx.i64_array_attr(&both));
        Fold::in_place(move |body| {
            op.set_permutation(body, both);
            op.set_vector(body, source);
        })
    }
}

// Lowering

impl LowerTo<VectorShape> for BroadcastOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let body = rewriter.body();
        let ctx = body.context().clone();
        let (source, ty) = (op.source(body), body.ty(op.vector(body)));
        let [from, to] = [body.ty(source), ty].map(|ty| Shape::of(&ctx, ty));
        let (rank, inner) = (from.rank(), to.after(1));
        let is_number = body.ty(source).shape(&ctx).is_none();
        let result = if is_number && to.rank() == 1 {
            SplatOp::create(rewriter, source, &[], ty)
        } else if rank == 0 && !is_number {
            let element = ExtractOp::at(rewriter, source, &[]);
            BroadcastOp::to(rewriter, element, ty)
        } else if to.rank() == 0 {
            FromElementsOp::create(rewriter, &[source], ty)
        } else if rank < to.rank() {
            let part = BroadcastOp::to(rewriter, source, inner.ty_or_element(&ctx));
            build_parts(rewriter, ty, |_, _| Ok(part))?
        } else if from.sizes[0] == 1 && rank == 1 {
            let element = ExtractOp::at(rewriter, source, &[0]);
            BroadcastOp::to(rewriter, element, ty)
        } else if from.sizes[0] == 1 {
            let part = ExtractOp::at(rewriter, source, &[0]);
            let part = BroadcastOp::to(rewriter, part, inner.ty_or_element(&ctx));
            build_parts(rewriter, ty, |_, _| Ok(part))?
        } else {
            build_parts(rewriter, ty, |rewriter, at| {
                let part = ExtractOp::at(rewriter, source, &[at]);
                Ok(BroadcastOp::to(rewriter, part, inner.ty_or_element(&ctx)))
            })?
        };
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    }
}

impl LowerTo<VectorShape> for ShapeCastOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let body = rewriter.body();
        let ctx = body.context().clone();
        let (source, ty) = (op.source(body), body.ty(op.result(body)));
        let [from, to] = [body.ty(source), ty].map(|ty| Shape::of(&ctx, ty));
        check_fixed(&[&from, &to])?;
        let [row, to_row] = [&from, &to].map(|shape| shape.sizes.last().copied().unwrap_or(1));
        // As many elements as are side by side in both.
        let length = greatest_common_divisor(row, to_row);
        let mut result = zeros(rewriter, ty)?;
        for first in (0..count(&from.sizes) as i64).step_by(length as usize) {
            let [at, to_at] = [&from, &to].map(|shape| position_of(&shape.sizes, first));
            result = match (from.rank(), to.rank()) {
                (0, _) | (_, 0) => {
                    let element = ExtractOp::at(rewriter, source, &at);
                    InsertOp::at(rewriter, element, result, &to_at)
                }
                (rank, to_rank) => {
                    let part = ExtractOp::at(rewriter, source, &at[..rank - 1]);
                    let part =
                        ExtractStridedSliceOp::part(rewriter, part, &at[rank - 1..], &[length]);
                    let old = ExtractOp::at(rewriter, result, &to_at[..to_rank - 1]);
                    let row =
                        InsertStridedSliceOp::part(rewriter, part, old, &to_at[to_rank - 1..]);
                    InsertOp::at(rewriter, row, result, &to_at[..to_rank - 1])
                }
            };
        }
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    }
}

fn greatest_common_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// The position of the element with a number, row-major.
fn position_of(sizes: &[i64], mut number: i64) -> Vec<i64> {
    let mut position = vec![0; sizes.len()];
    for (at, size) in position.iter_mut().zip(sizes).rev() {
        *at = number % size;
        number /= size;
    }
    position
}

impl LowerTo<VectorShape> for TransposeOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let view = op.on(rewriter.body());
        let (ctx, order) = (view.context().clone(), TransposeOp::order(view));
        let (source, ty) = (view.vector().id(), view.result().ty());
        let (from, to) = (Shape::of(&ctx, view.vector().ty()), Shape::of(&ctx, ty));
        let rank = order.len();
        // Dimensions at the end that stay are moved as a whole.
        let moved = (0..rank).rev().find(|&at| order[at] != at).map_or(0, |at| at + 1);
        if from.scalable[..moved].contains(&true) {
            return Err(SCALABLE.into());
        }
        let mut result = zeros(rewriter, ty)?;
        for at in mlir_lite::interpreter::positions(&to.sizes[..moved]) {
            let part = ExtractOp::at(rewriter, source, &before_transpose(&order[..moved], &at));
            result = InsertOp::at(rewriter, part, result, &at);
        }
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    }
}

/// Adds the pattern that lowers transposes of two dimensions to a shuffle of all elements.
pub fn populate_vector_transpose_to_shuffle_patterns(patterns: &mut RewritePatternSet) {
    patterns.add::<TransposeOp>("vector.transpose-to-shuffle", 2, |op, rewriter| {
        let view = op.on(rewriter.body());
        let (ctx, order) = (view.context().clone(), TransposeOp::order(view));
        let (source, ty) = (view.vector().id(), view.result().ty());
        let from = Shape::of(&ctx, view.vector().ty());
        let ([rows, columns], [1, 0]) = (&from.sizes[..], &order[..]) else {
            return Err("not two dimensions are exchanged".into());
        };
        check_fixed(&[&from])?;
        let flat = ctx.vector_type(&[rows * columns], from.element);
        let flat = ShapeCastOp::create(rewriter, source, flat);
        let mask: Vec<i64> = (0..*columns)
            .flat_map(|column| (0..*rows).map(move |row| row * columns + column))
            .collect();
        let shuffled = ShuffleOp::of(rewriter, flat, flat, &mask);
        let result = ShapeCastOp::create(rewriter, shuffled, ty);
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    });
}

pub(crate) fn register_reshape(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ShapeCastOp>();
    dialect.op::<BroadcastOp>();
    dialect.op::<TransposeOp>();
}
