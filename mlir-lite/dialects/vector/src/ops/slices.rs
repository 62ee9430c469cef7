//! Parts of a vector from some positions on: slices, and the fixed-size parts of scalable vectors.

use crate::ops::lowering::{SCALABLE, VectorShape, build_parts};
use crate::shapes::{Block, Shape, number_of, rearranged, run_sizes};
use crate::{ExtractOp, InsertOp, ShuffleOp};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::standard::SplatOp;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, positions};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{MatchResult, PatternRewriter};
use mlir_lite::text::print_type;

/// The part of a vector from some positions of its first dimensions on. All strides are 1.
///
/// ```mlir
/// %1 = vector.extract_strided_slice %0 {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]}
///   : vector<4x8x16xf32> to vector<2x4x16xf32>
/// ```
#[op(
    name = "vector.extract_strided_slice",
    traits(Pure),
    implements(CustomAssembly, VerifyOp, FoldOp, InterpretOp, LowerTo<VectorShape>),
    upstream(names("vector.extract_strided_slice", "vector.strided_slice"))
)]
pub struct ExtractStridedSliceOp {
    /// The vector.
    #[operand]
    source: AnyVector,
    /// Where the part begins, in each of the first dimensions.
    #[attr]
    offsets: ArrayOf<I64Attr>,
    /// How long it is there.
    #[attr]
    sizes: ArrayOf<I64Attr>,
    /// The distance between its elements there.
    #[attr]
    strides: ArrayOf<I64Attr>,
    /// The part.
    #[result]
    result: AnyVector,
}

/// A vector with another part from some positions on, in its last dimensions. All strides are 1.
///
/// ```mlir
/// %2 = vector.insert_strided_slice %0, %1 {offsets = [0, 0, 2], strides = [1, 1]}
///   : vector<2x4xf32> into vector<16x4x8xf32>
/// ```
#[op(
    name = "vector.insert_strided_slice",
    traits(Pure, AllTypesMatch(dest, result)),
    implements(VerifyOp, FoldOp, InterpretOp, LowerTo<VectorShape>),
    format = "$value_to_store `,` $dest attr-dict `:` type($value_to_store) `into` type($dest)"
)]
pub struct InsertStridedSliceOp {
    /// The part.
    #[operand]
    value_to_store: AnyVector,
    /// The vector.
    #[operand]
    dest: AnyVector,
    /// Where the part begins, in each dimension of the vector.
    #[attr]
    offsets: ArrayOf<I64Attr>,
    /// The distance between its elements, in each of its dimensions.
    #[attr]
    strides: ArrayOf<I64Attr>,
    /// The changed vector.
    #[result]
    result: AnyVector,
}

/// The part of a scalable vector from a position on.
///
/// The position is a multiple of the part's length, which is multiplied by vscale if the part is
/// scalable as well.
#[op(
    name = "vector.scalable.extract",
    traits(Pure, AllElementTypesMatch(source, res)),
    implements(VerifyOp, InterpretOp),
    format = "$source `[` $pos `]` attr-dict `:` type($res) `from` type($source)"
)]
pub struct ScalableExtractOp {
    /// The vector.
    #[operand]
    source: AnyVector,
    /// Where the part begins.
    #[attr(typed)]
    pos: I64Attr,
    /// The part.
    #[result]
    res: AnyVector,
}

/// A scalable vector with another part from a position on.
#[op(
    name = "vector.scalable.insert",
    traits(Pure, AllElementTypesMatch(value_to_store, dest), AllTypesMatch(dest, res)),
    implements(VerifyOp, InterpretOp),
    format = "$value_to_store `,` $dest `[` $pos `]` attr-dict `:` type($value_to_store) `into` \
        type($dest)"
)]
pub struct ScalableInsertOp {
    /// The part.
    #[operand]
    value_to_store: AnyVector,
    /// The vector.
    #[operand]
    dest: AnyVector,
    /// Where the part begins.
    #[attr(typed)]
    pos: I64Attr,
    /// The changed vector.
    #[result]
    res: AnyVector,
}

fn numbers_attr(ctx: &Context, numbers: &[i64]) -> Attribute {
    let numbers: Vec<Attribute> = numbers.iter().map(|&number| ctx.i64_attr(number)).collect();
    ctx.array_attr(&numbers)
}

fn numbers(ctx: &Context, list: Attribute) -> Vec<i64> {
    list.expect_array(ctx).iter().map(|number| number.expect_i64(ctx)).collect()
}

impl ExtractStridedSliceOp {
    /// The part of a vector from `offsets` on, of these sizes.
    pub fn part(
        builder: &mut (impl OpBuilder + ?Sized),
        source: ValueId,
        offsets: &[i64],
        sizes: &[i64],
    ) -> ValueId {
        let ctx = builder.context().clone();
        let mut shape = Shape::of(&ctx, builder.body().ty(source));
        shape.sizes[..sizes.len()].copy_from_slice(sizes);
        let ty = shape.ty(&ctx);
        if ty == builder.body().ty(source) {
            return source;
        }
        let strides = numbers_attr(&ctx, &vec![1; sizes.len()]);
        let (offsets, sizes) = (numbers_attr(&ctx, offsets), numbers_attr(&ctx, sizes));
        Self::create(builder, source, offsets, sizes, strides, ty)
    }
}

impl InsertStridedSliceOp {
    /// A vector with another part from `offsets` on.
    pub fn part(
        builder: &mut (impl OpBuilder + ?Sized),
        value: ValueId,
        dest: ValueId,
        offsets: &[i64],
    ) -> ValueId {
        let ctx = builder.context().clone();
        let body = builder.body();
        if body.ty(value) == body.ty(dest) {
            return value;
        }
        let rank = Shape::of(&ctx, body.ty(value)).rank();
        let (offsets, strides) = (numbers_attr(&ctx, offsets), numbers_attr(&ctx, &vec![1; rank]));
        Self::create(builder, value, dest, offsets, strides)
    }
}

impl CustomAssembly for ExtractStridedSliceOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let source = parser.parse_operand()?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let position = parser.position();
        let ty = parser.parse_type()?;
        let source = parser.resolve(&source, ty)?;
        parser.add_operand(source);
        // 2020's document leaves the result's type out.
        let result = if parser.parse_optional_keyword("to") {
            parser.parse_type()?
        } else {
            let ctx = parser.context().clone();
            let mut shape = Shape::of(&ctx, ty);
            let list = parser.attr("sizes").filter(|list| ArrayOf::<I64Attr>::matches(&ctx, *list));
            let sizes = list.map_or(Vec::new(), |list| numbers(&ctx, list));
            let fits = sizes.len() <= shape.rank() && sizes.iter().all(|&size| size > 0);
            if !fits || shape.rank() == 0 {
                return Err(parser.error(position, "expected 'to' and the type of the part"));
            }
            shape.sizes[..sizes.len()].copy_from_slice(&sizes);
            shape.ty(&ctx)
        };
        parser.add_result_type(result);
        Ok(())
    }

    fn print<'b>(op: ExtractStridedSliceOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.source());
        printer.attr_dict(op.op(), &[]);
        printer.write(" : ");
        printer.ty(op.source().ty());
        printer.write(" to ");
        printer.ty(op.result().ty());
    }
}

/// Reports numbers that are not from `least` to before the sizes.
fn verify_offsets(
    op: OpRef<'_>,
    offsets: &[i64],
    sizes: &[i64],
    diagnostics: &mut Diagnostics,
) -> bool {
    let mut all = offsets.iter().zip(sizes).enumerate();
    let wrong = all.find(|(_, (offset, size))| !(0..**size).contains(*offset));
    if let Some((dimension, (_, size))) = wrong {
        let message =
            format!("expected offsets dimension {dimension} to be confined to [0, {size})");
        diagnostics.error(op.op_error(message));
    }
    wrong.is_none()
}

/// Reports a part that ends after the vector.
fn verify_ends(
    op: OpRef<'_>,
    what: &str,
    parts: impl Iterator<Item = (usize, i64, i64, i64)>,
    diagnostics: &mut Diagnostics,
) -> bool {
    for (dimension, offset, size, bound) in parts {
        let end = offset.checked_add(size);
        if !end.is_some_and(|end| (1..=bound).contains(&end)) {
            let message = format!(
                "expected sum(offsets, {what}) dimension {dimension} to be confined to [1, {})",
                bound + 1
            );
            diagnostics.error(op.op_error(message));
            return false;
        }
    }
    true
}

fn verify_strides(op: OpRef<'_>, strides: &[i64], diagnostics: &mut Diagnostics) -> bool {
    let are_one = strides.iter().all(|&stride| stride == 1);
    if !are_one {
        diagnostics.error(op.op_error("expected strides to be confined to [1, 2)"));
    }
    are_one
}

impl VerifyOp for ExtractStridedSliceOp {
    fn verify(view: ExtractStridedSliceOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (op, ctx) = (view.op(), view.context());
        let [offsets, sizes, strides] =
            [view.offsets(), view.sizes(), view.strides()].map(|list| numbers(ctx, list));
        let mut shape = Shape::of(ctx, view.source().ty());
        if offsets.len() != sizes.len() || offsets.len() != strides.len() {
            let message = "expected offsets, sizes and strides attributes of same size";
            diagnostics.error(op.op_error(message));
            return;
        }
        if offsets.len() > shape.rank() {
            let message = "expected offsets attribute of rank no greater than vector rank";
            diagnostics.error(op.op_error(message));
            return;
        }
        let parts = offsets.iter().zip(&sizes).zip(&shape.sizes).enumerate();
        let parts = parts.map(|(dim, ((&offset, &size), &bound))| (dim, offset, size, bound));
        if !verify_offsets(op, &offsets, &shape.sizes, diagnostics)
            || !verify_sizes(op, &sizes, &shape.sizes, diagnostics)
            || !verify_strides(op, &strides, diagnostics)
            || !verify_ends(op, "sizes", parts, diagnostics)
        {
            return;
        }
        let scalable_part = offsets.iter().zip(&sizes).zip(shape.sizes.iter().zip(&shape.scalable));
        let is_part = |((&offset, &size), (&bound, &scales)): ((&i64, &i64), (&i64, &bool))| {
            scales && (offset != 0 || size != bound)
        };
        if scalable_part.into_iter().any(is_part) {
            let message = "expected all of a scalable dimension";
            diagnostics.error(op.op_error(message));
            return;
        }
        shape.sizes[..sizes.len()].copy_from_slice(&sizes);
        let wanted = shape.ty(ctx);
        if view.result().ty() != wanted {
            let wanted = print_type(ctx, wanted);
            diagnostics.error(op.op_error(format_args!("expected result type to be '{wanted}'")));
        }
    }
}

fn verify_sizes(
    op: OpRef<'_>,
    sizes: &[i64],
    bounds: &[i64],
    diagnostics: &mut Diagnostics,
) -> bool {
    let mut all = sizes.iter().zip(bounds).enumerate();
    let wrong = all.find(|(_, (size, bound))| !(1..=**bound).contains(*size));
    if let Some((dimension, (_, bound))) = wrong {
        let message =
            format!("expected sizes dimension {dimension} to be confined to [1, {})", bound + 1);
        diagnostics.error(op.op_error(message));
    }
    wrong.is_none()
}

impl VerifyOp for InsertStridedSliceOp {
    fn verify(view: InsertStridedSliceOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (op, ctx) = (view.op(), view.context());
        let [offsets, strides] = [view.offsets(), view.strides()].map(|list| numbers(ctx, list));
        let part = Shape::of(ctx, view.value_to_store().ty());
        let dest = Shape::of(ctx, view.dest().ty());
        let message = if offsets.len() != dest.rank() {
            "expected offsets of same size as destination vector rank"
        } else if strides.len() != part.rank() {
            "expected strides of same size as source vector rank"
        } else if part.rank() > dest.rank() {
            "expected source rank to be no greater than destination rank"
        } else if part.element != dest.element {
            "expected source and destination to have one element type"
        } else {
            ""
        };
        if !message.is_empty() {
            diagnostics.error(op.op_error(message));
            return;
        }
        let first = dest.rank() - part.rank();
        let parts = offsets[first..].iter().zip(&part.sizes).zip(&dest.sizes[first..]).enumerate();
        let parts = parts.map(|(dim, ((&at, &size), &bound))| (first + dim, at, size, bound));
        let _ = verify_offsets(op, &offsets, &dest.sizes, diagnostics)
            && verify_strides(op, &strides, diagnostics)
            && verify_ends(op, "source vector shape", parts, diagnostics)
            && verify_scalable_part(op, &part, &dest.after(first), diagnostics);
    }
}

fn verify_scalable_part(
    op: OpRef<'_>,
    part: &Shape,
    dest: &Shape,
    diagnostics: &mut Diagnostics,
) -> bool {
    let mut all = part.scalable.iter().zip(&dest.scalable).zip(part.sizes.iter().zip(&dest.sizes));
    let fits = all.all(|((a, b), (size, bound))| a == b && (!a || size == bound));
    if !fits {
        diagnostics.error(op.op_error("expected all of a scalable dimension"));
    }
    fits
}

impl VerifyOp for ScalableExtractOp {
    fn verify(op: ScalableExtractOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let [source, part] = [op.source(), op.res()].map(|value| Shape::of(ctx, value.ty()));
        let what = "position is a multiple of the result length.";
        verify_scalable(op.op(), &source, &part, (op.pos(), what), diagnostics);
    }
}

impl VerifyOp for ScalableInsertOp {
    fn verify(op: ScalableInsertOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let [dest, part] = [op.dest(), op.value_to_store()].map(|value| Shape::of(ctx, value.ty()));
        let what = "position is a multiple of the source length.";
        verify_scalable(op.op(), &dest, &part, (op.pos(), what), diagnostics);
    }
}

fn verify_scalable(
    op: OpRef<'_>,
    whole: &Shape,
    part: &Shape,
    (position, what): (i64, &str),
    diagnostics: &mut Diagnostics,
) {
    let ([_], [length], true) = (&whole.sizes[..], &part.sizes[..], whole.is_scalable()) else {
        let message = "expects a scalable vector of one dimension, and a part of one";
        diagnostics.error(op.op_error(message));
        return;
    };
    if position < 0 || position % length != 0 {
        diagnostics.error(op.op_error(format_args!("failed to verify that {what}")));
    }
}

impl InterpretOp for ExtractStridedSliceOp {
    fn interpret<'b>(op: ExtractStridedSliceOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let source = Block::of(m, op.source())?;
        let sizes = run_sizes(m, op.result().ty())?;
        let offsets = numbers(op.context(), op.offsets());
        let part = Block::from_fn(&sizes, |at| Ok(source.at(&moved(at, &offsets))))?;
        part.set_result(m, op.result())
    }
}

/// A position by so much farther, in the first dimensions.
fn moved(position: &[i64], by: &[i64]) -> Vec<i64> {
    let by = by.iter().copied().chain(std::iter::repeat(0));
    position.iter().zip(by).map(|(at, by)| at + by).collect()
}

impl InterpretOp for InsertStridedSliceOp {
    fn interpret<'b>(op: InsertStridedSliceOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (part, mut dest) = (Block::of(m, op.value_to_store())?, Block::of(m, op.dest())?);
        let offsets = numbers(op.context(), op.offsets());
        let outer = offsets.len() - part.sizes.len();
        for (value, at) in part.values.iter().zip(positions(&part.sizes)) {
            let inner = moved(&at, &offsets[outer..]);
            let number = number_of(&dest.sizes, &[&offsets[..outer], &inner].concat());
            *dest.values.get_mut(number).ok_or_else(Trap::malformed)? = value.clone();
        }
        dest.set_result(m, op.result())
    }
}

impl InterpretOp for ScalableExtractOp {
    fn interpret<'b>(op: ScalableExtractOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let source = Block::of(m, op.source())?;
        let sizes = run_sizes(m, op.res().ty())?;
        let first = run_start(op.op(), op.pos(), &sizes, op.res().ty())?;
        let values = source.values.get(first..first + sizes[0] as usize);
        let values = values.ok_or_else(|| Trap::new("takes a part after the end of a vector"))?;
        Block { sizes, values: values.to_vec() }.set_result(m, op.res())
    }
}

impl InterpretOp for ScalableInsertOp {
    fn interpret<'b>(op: ScalableInsertOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (part, mut dest) = (Block::of(m, op.value_to_store())?, Block::of(m, op.dest())?);
        let first = run_start(op.op(), op.pos(), &part.sizes, op.value_to_store().ty())?;
        let values = dest.values.get_mut(first..first + part.values.len());
        let values = values.ok_or_else(|| Trap::new("changes a part after the end of a vector"))?;
        values.clone_from_slice(&part.values);
        dest.set_result(m, op.res())
    }
}

/// Where a part of a scalable vector begins: positions in scalable parts are multiplied by vscale.
fn run_start(op: OpRef<'_>, position: i64, sizes: &[i64], part: Type) -> Result<usize, Trap> {
    let shape = Shape::of(op.context(), part);
    let (Some(&size), Some(&least)) = (sizes.first(), shape.sizes.first()) else {
        return Err(Trap::malformed());
    };
    usize::try_from(position * (size / least)).map_err(|_| Trap::malformed())
}

impl FoldOp for ExtractStridedSliceOp {
    fn fold(op: ExtractStridedSliceOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, source) = (op.context(), op.source());
        if source.ty() == op.result().ty() {
            return Fold::value(source);
        }
        let shape = Shape::of(ctx, source.ty());
        if let Some(elements) = constants.source().and_then(|it| it.dense(ctx)) {
            let offsets = numbers(ctx, op.offsets());
            let index = |at: &[i64]| Some(number_of(&shape.sizes, &moved(at, &offsets)));
            return rearranged(ctx, &elements, op.result().ty(), index).into();
        }
        Fold::Unchanged
    }
}

impl FoldOp for InsertStridedSliceOp {
    fn fold(op: InsertStridedSliceOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let (value, dest) = (op.value_to_store(), op.dest());
        if value.ty() == dest.ty() {
            return Fold::value(value);
        }
        // A part of the vector that is replaced by itself does not change.
        let part = value.defining::<ExtractStridedSliceOp>().filter(|part| part.source() == dest);
        let same = part.is_some_and(|part| {
            let ctx = op.context();
            let mut offsets = numbers(ctx, part.offsets());
            offsets.resize(Shape::of(ctx, dest.ty()).rank(), 0);
            offsets == numbers(ctx, op.offsets())
        });
        let splats = |value: ValueRef<'_>| value.defining::<SplatOp>().map(|it| it.input().id());
        let same = same || splats(value).is_some_and(|input| splats(dest) == Some(input));
        if same { Fold::value(dest) } else { Fold::Unchanged }
    }
}

// Lowering

/// Positions that do not matter, as many as are missing.
fn padded(from: std::ops::Range<i64>, length: i64) -> Vec<i64> {
    let missing = length - (from.end - from.start);
    from.chain(std::iter::repeat_n(-1, usize::try_from(missing).unwrap_or(0))).collect()
}

impl LowerTo<VectorShape> for ExtractStridedSliceOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let view = op.on(rewriter.body());
        let ctx = view.context().clone();
        let [offsets, sizes] = [view.offsets(), view.sizes()].map(|list| numbers(&ctx, list));
        let (source, ty) = (view.source().id(), view.result().ty());
        let shape = Shape::of(&ctx, view.source().ty());
        let (Some(&offset), Some(&size)) = (offsets.first(), sizes.first()) else {
            rewriter.replace_op(op.id(), &[source]);
            return Ok(());
        };
        if shape.scalable[0] {
            return Err(SCALABLE.into());
        }
        let result = match shape.rank() {
            1 => {
                let mask: Vec<i64> = (offset..offset + size).collect();
                ShuffleOp::of(rewriter, source, source, &mask)
            }
            _ => build_parts(rewriter, ty, |rewriter, at| {
                let part = ExtractOp::at(rewriter, source, &[offset + at]);
                Ok(ExtractStridedSliceOp::part(rewriter, part, &offsets[1..], &sizes[1..]))
            })?,
        };
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    }
}

impl LowerTo<VectorShape> for InsertStridedSliceOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let view = op.on(rewriter.body());
        let ctx = view.context().clone();
        let offsets = numbers(&ctx, view.offsets());
        let (value, dest) = (view.value_to_store().id(), view.dest().id());
        let [from, to] =
            [view.value_to_store(), view.dest()].map(|value| Shape::of(&ctx, value.ty()));
        let result = if from.rank() < to.rank() {
            let old = ExtractOp::at(rewriter, dest, &offsets[..1]);
            let new = InsertStridedSliceOp::part(rewriter, value, old, &offsets[1..]);
            InsertOp::at(rewriter, new, dest, &offsets[..1])
        } else if to.scalable.first() != Some(&false) {
            return Err(SCALABLE.into());
        } else if to.rank() == 1 {
            let (first, size, length) = (offsets[0], from.sizes[0], to.sizes[0]);
            let wide = ShuffleOp::of(rewriter, value, value, &padded(0..size, length));
            let mask: Vec<i64> = (0..length)
                .map(|at| match (first..first + size).contains(&at) {
                    true => length + at - first,
                    false => at,
                })
                .collect();
            ShuffleOp::of(rewriter, dest, wide, &mask)
        } else {
            let mut result = dest;
            for at in 0..from.sizes[0] {
                let part = ExtractOp::at(rewriter, value, &[at]);
                let old = ExtractOp::at(rewriter, result, &[offsets[0] + at]);
                let new = InsertStridedSliceOp::part(rewriter, part, old, &offsets[1..]);
                result = InsertOp::at(rewriter, new, result, &[offsets[0] + at]);
            }
            result
        };
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    }
}

pub(crate) fn register_slices(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ExtractStridedSliceOp>();
    dialect.op::<InsertStridedSliceOp>();
    dialect.op::<ScalableExtractOp>();
    dialect.op::<ScalableInsertOp>();
}
