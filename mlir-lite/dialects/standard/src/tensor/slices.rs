//! Parts of tensors.

use crate::TensorCastOp;
use crate::memref::rules::{are_sizes, is_whole_part, known_part, replace_with_cast};
use crate::parts::bounds::may_be_part;
use crate::parts::text::{parse_insertion, parse_part, print_insertion, print_part, verify_part};
use crate::parts::{Numbers, PartOp, Parts, check_part, kept_dimensions, number_of};
use crate::tensor::cast::before_cast;
use mlir_lite::attributes::DenseElements;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value, positions};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet};
use mlir_lite::types::{DYNAMIC, element_count};

/// A part of a tensor.
///
/// ```mlir
/// %1 = subtensor %0[%i, 0] [4, %n] [1, 1] : tensor<8x16xf32> to tensor<4x?xf32>
/// ```
#[op(
    name = "std.subtensor",
    traits(Pure, AttrSizedOperandSegments),
    implements(
        CustomAssembly, VerifyOp, FoldOp, CanonicalizeOp, InterpretOp,
        Parts { static_offsets, static_sizes, static_strides, offsets, sizes, strides },
    ),
    upstream(name = "tensor.extract_slice")
)]
pub struct SubTensorOp {
    #[operand]
    source: AnyTensor,
    #[operand]
    offsets: Variadic<Index>,
    #[operand]
    sizes: Variadic<Index>,
    #[operand]
    strides: Variadic<Index>,
    #[attr]
    static_offsets: DenseI64ArrayAttr,
    #[attr]
    static_sizes: DenseI64ArrayAttr,
    #[attr]
    static_strides: DenseI64ArrayAttr,
    #[result(upstream_name = "extracted_slice")]
    result: AnyTensor,
}

/// A tensor with a part replaced by another tensor.
///
/// ```mlir
/// %1 = subtensor_insert %part into %0[%i, 0] [4, %n] [1, 1] : tensor<4x?xf32> into tensor<8x16xf32>
/// ```
#[op(
    name = "std.subtensor_insert",
    traits(Pure, AttrSizedOperandSegments),
    implements(
        CustomAssembly, VerifyOp, FoldOp, CanonicalizeOp, InterpretOp,
        Parts { static_offsets, static_sizes, static_strides, offsets, sizes, strides },
    ),
    upstream(name = "tensor.insert_slice")
)]
pub struct SubTensorInsertOp {
    #[operand]
    source: AnyTensor,
    #[operand]
    dest: AnyTensor,
    #[operand]
    offsets: Variadic<Index>,
    #[operand]
    sizes: Variadic<Index>,
    #[operand]
    strides: Variadic<Index>,
    #[attr]
    static_offsets: DenseI64ArrayAttr,
    #[attr]
    static_sizes: DenseI64ArrayAttr,
    #[attr]
    static_strides: DenseI64ArrayAttr,
    #[result(upstream_name = "inserted_slice")]
    result: AnyTensor,
}

impl CustomAssembly for SubTensorOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_part(parser)
    }
    fn print<'b>(op: SubTensorOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_part(op, op.source(), op.result(), printer);
    }
}

impl VerifyOp for SubTensorOp {
    fn verify(op: SubTensorOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_part(op, op.source().ty(), op.result().ty(), diagnostics);
    }
}

impl CustomAssembly for SubTensorInsertOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let whole = parse_insertion(parser)?;
        parser.add_result_type(whole);
        Ok(())
    }

    fn print<'b>(op: SubTensorInsertOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_insertion(op, [op.source(), op.dest()], printer);
    }
}

impl VerifyOp for SubTensorInsertOp {
    fn verify(op: SubTensorInsertOpRef<'_>, diagnostics: &mut Diagnostics) {
        if op.dest().ty() != op.result().ty() {
            diagnostics.error(op.op_error("expected a result of the destination's type"));
            return;
        }
        verify_part(op, op.dest().ty(), op.source().ty(), diagnostics);
    }
}

/// The numbers of a whole's elements that are a part of it, and the part's sizes.
pub(crate) fn part_of_whole<'b>(
    m: &Machine<'_>,
    op: impl PartOp<'b>,
    whole: &[i64],
) -> Result<(Vec<usize>, SmallVec<[i64; 4]>), Trap> {
    let [offsets, sizes, strides] = op.run_lists(m)?;
    if [&offsets, &sizes, &strides].iter().any(|list| list.len() != whole.len()) {
        return Err(Trap::malformed());
    }
    check_part(whole, &offsets, &sizes, &strides)?;
    // A step of 0 stays where it is, however often.
    m.check_count(element_count(&sizes))?;
    let numbers = positions(&sizes).map(|position| {
        let at: SmallVec<[i64; 4]> =
            (0..whole.len()).map(|d| offsets[d] + position[d] * strides[d]).collect();
        number_of(whole, &at)
    });
    Ok((numbers.collect(), sizes))
}

impl InterpretOp for SubTensorOp {
    fn interpret<'b>(op: SubTensorOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let source = m.get(op.source());
        let source = source.as_elements()?;
        let (numbers, sizes) = part_of_whole(m, op, &source.shape)?;
        let shape = op.result().ty().shape(op.context()).ok_or_else(Trap::malformed)?;
        let shape: Vec<i64> =
            kept_dimensions(&sizes, shape).into_iter().map(|d| sizes[d]).collect();
        let values = numbers.into_iter().map(|number| source.values.get(number).cloned());
        let values = values.collect::<Option<_>>().ok_or_else(Trap::malformed)?;
        m.set_result(op.result(), Value::elements(&shape, values))
    }
}

impl FoldOp for SubTensorOp {
    fn fold(op: SubTensorOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, source, ty) = (op.context(), op.source(), op.result().ty());
        if is_whole_part(op, source.ty(), ty) {
            return Fold::value(source);
        }
        // The part that was inserted is extracted again.
        if let Some(insert) = source.defining::<SubTensorInsertOp>()
            && insert.source().ty() == ty
            && is_same_part(op, insert)
        {
            return Fold::value(insert.source());
        }
        if let Some(cast) = source.defining::<TensorCastOp>()
            && cast.source().ty().shape(ctx).is_some()
            && may_be_part(ctx, cast.source().ty(), &op.lists().map(|list| list.numbers(ctx)))
        {
            let (op, source) = (op.handle(), cast.source().id());
            return Fold::in_place(move |body| op.set_source(body, source));
        }
        // A part of equal elements has the same ones.
        let splat =
            constants.source().and_then(|value| value.dense(ctx)).filter(DenseElements::is_splat);
        let is_known = ty.shape(ctx).is_some_and(|shape| !shape.contains(&DYNAMIC));
        match splat.filter(|_| is_known) {
            Some(elements) => ctx.try_dense_attr(elements.with_type(ty)).into(),
            None => Fold::Unchanged,
        }
    }
}

impl CanonicalizeOp for SubTensorOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("std.subtensor-constant-indices", 1, |op, rewriter| {
            let body = rewriter.body();
            let ctx = body.context().clone();
            let known = known_part(op.on(body)).ok_or("nothing more is known")?;
            let (source, old) = (op.source(body), body.ty(op.result(body)));
            let (Some(shape), Some(element)) = (old.shape(&ctx), old.element_type(&ctx)) else {
                return Err("the shape is not known".into());
            };
            if shape.len() != known.numbers[1].len() || !are_sizes(&known.numbers[1]) {
                return Err("dimensions are left out, or a size is negative".into());
            }
            if !may_be_part(&ctx, body.ty(source), &known.numbers) {
                return Err("it is not a part of the tensor".into());
            }
            let ty = ctx.tensor_type(&known.numbers[1], element);
            let location = body.location(op.id());
            let [a, b, c] = known.numbers.each_ref().map(|list| ctx.i64_array_attr(list));
            let [offsets, sizes, strides] = &known.operands;
            let new = SubTensorOp::build(
                rewriter, location, source, offsets, sizes, strides, a, b, c, ty,
            );
            let part = new.result(rewriter.body());
            replace_with_cast(rewriter, op.id(), part);
            Ok(())
        });
    }
}

impl InterpretOp for SubTensorInsertOp {
    fn interpret<'b>(op: SubTensorInsertOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (source, dest) = (m.get(op.source()), m.get(op.dest()));
        let (source, dest) = (source.as_elements()?, dest.as_elements()?);
        let (numbers, _) = part_of_whole(m, op, &dest.shape)?;
        if numbers.len() != source.values.len() {
            return Err(Trap::new("inserts a tensor into a part of another size"));
        }
        let mut values = dest.values.clone();
        for (number, value) in numbers.into_iter().zip(&source.values) {
            *values.get_mut(number).ok_or_else(Trap::malformed)? = value.clone();
        }
        m.set_result(op.result(), Value::elements(&dest.shape, values))
    }
}

impl FoldOp for SubTensorInsertOp {
    fn fold(op: SubTensorInsertOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let (source, dest) = (op.source(), op.dest());
        if is_whole_part(op, dest.ty(), source.ty()) {
            return Fold::value(source);
        }
        let is_empty = source.ty().shape(op.context()).is_some_and(|shape| shape.contains(&0));
        if is_empty && dest.ty() == op.result().ty() {
            return Fold::value(dest);
        }
        // The part is inserted where it was extracted from.
        if let Some(part) = source.defining::<SubTensorOp>()
            && part.source() == dest
            && is_same_part(part, op)
        {
            return Fold::value(dest);
        }
        // A part that is overwritten need not be inserted.
        if let Some(before) = dest.defining::<Self>()
            && before.handle() != op.handle()
            && before.source().ty() == source.ty()
            && is_same_part(before, op)
        {
            let (op, dest) = (op.handle(), before.dest().id());
            return Fold::in_place(move |body| op.set_dest(body, dest));
        }
        Fold::Unchanged
    }
}

/// Whether two ops name the same part.
fn is_same_part<'b>(a: impl PartOp<'b>, b: impl PartOp<'b>) -> bool {
    a.lists().into_iter().zip(b.lists()).all(|(a, b)| a.is_same(b))
}

impl CanonicalizeOp for SubTensorInsertOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("std.subtensor_insert-constant-indices", 1, insert_at_known_places);
        set.add::<Self>("std.subtensor_insert-of-casts", 1, insert_of_casts);
    }
}

/// Replaces a source or destination by the source of its cast, if that type has more information.
fn insert_of_casts(op: SubTensorInsertOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let ctx = body.context();
    let (of_source, of_dest) =
        (before_cast(body, op.source(body)), before_cast(body, op.dest(body)));
    if of_source.is_none() && of_dest.is_none() {
        return Err("nothing that says more was cast".into());
    }
    let (source, dest) = (of_source.unwrap_or(op.source(body)), of_dest.unwrap_or(op.dest(body)));
    let list = |list: Attribute| list.expect_i64_array(ctx);
    let mut numbers =
        [op.static_offsets(body), op.static_sizes(body), op.static_strides(body)].map(list);
    let mut operands =
        [op.offsets(body), op.sizes(body), op.strides(body)].map(|list| list.to_vec());
    let shape = body.ty(source).shape(ctx).unwrap_or_default();
    if of_source.is_some() {
        if shape.len() != numbers[1].len() {
            return Err("dimensions are left out".into());
        }
        let mut open = operands[1].clone().into_iter();
        operands[1].clear();
        for (number, &size) in numbers[1].iter_mut().zip(shape) {
            if *number != DYNAMIC {
                continue;
            }
            let operand = open.next();
            match size {
                DYNAMIC => operands[1].extend(operand),
                size => *number = size,
            }
        }
    }
    if !may_be_part(ctx, body.ty(dest), &numbers) {
        return Err("it is not a part of the tensor".into());
    }
    rebuild(rewriter, op, [source, dest], &numbers, &operands);
    Ok(())
}

fn insert_at_known_places(
    op: SubTensorInsertOp,
    rewriter: &mut PatternRewriter<'_>,
) -> MatchResult {
    let body = rewriter.body();
    let ctx = body.context().clone();
    let known = known_part(op.on(body)).ok_or("nothing more is known")?;
    let (mut source, dest, location) = (op.source(body), op.dest(body), body.location(op.id()));
    let old = body.ty(source);
    let (Some(shape), Some(element)) = (old.shape(&ctx), old.element_type(&ctx)) else {
        return Err("the shape is not known".into());
    };
    if shape.len() != known.numbers[1].len() || !are_sizes(&known.numbers[1]) {
        return Err("dimensions are left out, or a size is negative".into());
    }
    if !may_be_part(&ctx, body.ty(dest), &known.numbers) {
        return Err("it is not a part of the tensor".into());
    }
    let ty = ctx.tensor_type(&known.numbers[1], element);
    if ty != old {
        source = TensorCastOp::build(rewriter, location, source, ty).dest(rewriter.body());
    }
    rebuild(rewriter, op, [source, dest], &known.numbers, &known.operands);
    Ok(())
}

/// The op with another source, destination and place, cast to the type that it had.
fn rebuild(
    rewriter: &mut PatternRewriter<'_>,
    op: SubTensorInsertOp,
    [source, dest]: [ValueId; 2],
    numbers: &[Numbers; 3],
    operands: &[Vec<ValueId>; 3],
) {
    let body = rewriter.body();
    let (ctx, location) = (body.context().clone(), body.location(op.id()));
    let ty = body.ty(dest);
    let [a, b, c] = numbers.each_ref().map(|list| ctx.i64_array_attr(list));
    let [offsets, sizes, strides] = operands;
    let new = SubTensorInsertOp::build(
        rewriter, location, source, dest, offsets, sizes, strides, a, b, c, ty,
    );
    let result = new.result(rewriter.body());
    replace_with_cast(rewriter, op.id(), result);
}

pub(crate) fn register_slices(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<SubTensorOp>();
    dialect.op::<SubTensorInsertOp>();
}
