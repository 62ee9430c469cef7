//! Elements of two vectors in another order, and the lanes of one that are every second element.

use crate::ops::lowering::{VectorShape, build_parts, check_fixed, rows, zeros};
use crate::shapes::{Block, Shape, count, rearranged, run_sizes};
use crate::{ExtractOp, FromElementsOp, InsertOp};
use mlir_lite::attributes::DenseElements;
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::dialects::standard::to_llvm::{Llvm, Lowered, Rewriter};
use mlir_lite::dialects::standard::{is_poison, poison_attr};
use mlir_lite::interpreter::shuffle::print_shuffle;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{MatchResult, PatternRewriter};

/// Elements of two vectors along their first dimension, by their positions in both, one after the
/// other; -1 for any value.
///
/// ```mlir
/// %0 = vector.shuffle %v, %w [0, 4, 1, 5] : vector<4xf64>, vector<4xf64>
/// ```
#[op(
    name = "vector.shuffle",
    traits(Pure),
    implements(CustomAssembly, VerifyOp, FoldOp, InterpretOp, LowerTo<Llvm>, LowerTo<VectorShape>)
)]
pub struct ShuffleOp {
    /// The first vector.
    #[operand]
    v1: AnyVector,
    /// The second vector.
    #[operand]
    v2: AnyVector,
    /// The positions.
    #[attr]
    mask: DenseI64ArrayAttr,
    /// As many elements as there are positions.
    #[result]
    vector: AnyVector,
}

/// The elements of two vectors in turn, along the last dimension.
///
/// ```mlir
/// %0 = vector.interleave %a, %b : vector<2x[4]xf32> -> vector<2x[8]xf32>
/// ```
#[op(
    name = "vector.interleave",
    traits(Pure, AllTypesMatch(lhs, rhs)),
    implements(VerifyOp, InterpretOp, LowerTo<VectorShape>),
    format = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)"
)]
pub struct InterleaveOp {
    /// The elements with even positions.
    #[operand]
    lhs: AnyVector,
    /// The elements with odd positions.
    #[operand]
    rhs: AnyVector,
    /// Twice as long.
    #[result]
    result: AnyVector,
}

/// The elements of a vector with even positions, and those with odd ones, along the last dimension.
///
/// ```mlir
/// %0, %1 = vector.deinterleave %a : vector<8xi8> -> vector<4xi8>
/// ```
#[op(
    name = "vector.deinterleave",
    traits(Pure, AllTypesMatch(res1, res2)),
    implements(VerifyOp, InterpretOp, OpAsmNameInterface, LowerTo<VectorShape>),
    format = "$source attr-dict `:` type($source) `->` type($res1)"
)]
pub struct DeinterleaveOp {
    /// The vector.
    #[operand]
    source: AnyVector,
    /// The elements with even positions.
    #[result]
    res1: AnyVector,
    /// The elements with odd positions.
    #[result]
    res2: AnyVector,
}

impl OpAsmNameInterface for DeinterleaveOp {
    fn result_name(_: DeinterleaveOpRef<'_>, index: usize, upstream: bool) -> Option<String> {
        upstream.then(|| format!("res{}", index + 1))
    }
}

/// The type of as many parts of vectors as there are positions.
fn shuffled(ctx: &Context, vector: Type, positions: usize) -> Type {
    let mut shape = Shape::of(ctx, vector);
    if positions == 0 || !shape.element.may_be_in_vectors(ctx) {
        return vector;
    }
    match shape.sizes.first_mut() {
        Some(first) => *first = positions as i64,
        // Numbers in vectors without dimensions are shuffled to one with a dimension.
        None => return ctx.vector_type(&[positions as i64], shape.element),
    }
    shape.ty(ctx)
}

impl ShuffleOp {
    /// Elements of `first` and `second`, which are vectors of one type.
    pub fn of(
        builder: &mut (impl OpBuilder + ?Sized),
        first: ValueId,
        second: ValueId,
        mask: &[i64],
    ) -> ValueId {
        let ctx = builder.context().clone();
        let ty = shuffled(&ctx, builder.body().ty(first), mask.len());
        Self::create(builder, first, second, ctx.i64_array_attr(mask), ty)
    }
}

impl CustomAssembly for ShuffleOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let position = parser.position();
        let first = parser.parse_operand()?;
        parser.parse_punct(",")?;
        let operands = [first, parser.parse_operand()?];
        parser.parse_punct("[")?;
        let mut mask = Vec::new();
        parser.parse_list_until("]", |parser| {
            mask.push(parser.parse_integer()?);
            Ok(())
        })?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let first = parser.parse_type()?;
        parser.parse_punct(",")?;
        let types = [first, parser.parse_type()?];
        let values = parser.resolve_all(&operands, &types, position)?;
        parser.add_operands(&values);
        let ctx = parser.context().clone();
        parser.set_attr("mask", ctx.i64_array_attr(&mask));
        parser.add_result_type(shuffled(&ctx, first, mask.len()));
        Ok(())
    }

    fn print<'b>(op: ShuffleOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_shuffle(op.op(), op.mask(), printer);
        printer.write(" : ");
        printer.types([op.v1().ty(), op.v2().ty()]);
    }
}

impl VerifyOp for ShuffleOp {
    fn verify(view: ShuffleOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (op, ctx) = (view.op(), view.context());
        let [first, second] = [view.v1(), view.v2()].map(|value| Shape::of(ctx, value.ty()));
        let mask = view.mask().expect_i64_array(ctx);
        let wanted = shuffled(ctx, view.v1().ty(), mask.len());
        let wanted_length = Shape::of(ctx, view.vector().ty()).sizes.first().copied();
        let message = if first.is_scalable() || second.is_scalable() {
            "expects vectors of fixed length"
        } else if first.rank() != second.rank() {
            "rank mismatch"
        } else if first.sizes.get(1..) != second.sizes.get(1..) {
            "dimension mismatch"
        } else if first.element != second.element {
            "expects vectors of one element type"
        } else if mask.is_empty() {
            "invalid mask length"
        } else if wanted_length != Some(mask.len() as i64) {
            "mask length mismatch"
        } else if view.vector().ty() != wanted {
            "expects a result of the vectors' elements"
        } else {
            ""
        };
        if !message.is_empty() {
            diagnostics.error(op.op_error(message));
            return;
        }
        let length = |shape: &Shape| shape.sizes.first().copied().unwrap_or(1);
        let total = length(&first) + length(&second);
        if let Some(index) = mask.iter().position(|at| !(-1..total).contains(at)) {
            let message = format!("mask index #{} out of range", index + 1);
            diagnostics.error(op.op_error(message));
        }
    }
}

/// Doubles the last dimension.
fn doubled(ctx: &Context, vector: Type) -> Option<Type> {
    let mut shape = Shape::of(ctx, vector);
    match shape.sizes.last_mut() {
        Some(last) => *last = last.checked_mul(2)?,
        None => return Some(ctx.vector_type(&[2], shape.element)),
    }
    Some(shape.ty(ctx))
}

impl VerifyOp for InterleaveOp {
    fn verify(op: InterleaveOpRef<'_>, diagnostics: &mut Diagnostics) {
        if doubled(op.context(), op.lhs().ty()) != Some(op.result().ty()) {
            let message =
                "failed to verify that type of 'result' is double the width of the inputs";
            diagnostics.error(op.op().op_error(message));
        }
    }
}

impl VerifyOp for DeinterleaveOp {
    fn verify(op: DeinterleaveOpRef<'_>, diagnostics: &mut Diagnostics) {
        let is_vector = Shape::of(op.context(), op.source().ty()).rank() > 0;
        let fits = is_vector && doubled(op.context(), op.res1().ty()) == Some(op.source().ty());
        if !fits {
            let message = "failed to verify that the trailing dimension of the results is half \
                the width of source trailing dimension";
            diagnostics.error(op.op().op_error(message));
        }
    }
}

impl InterpretOp for ShuffleOp {
    fn interpret<'b>(op: ShuffleOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (first, second) = (Block::of(m, op.v1())?, Block::of(m, op.v2())?);
        let mask = op.mask().as_i64_array(op.context()).ok_or_else(Trap::malformed)?;
        let rest = first.sizes.get(1..).unwrap_or_default().to_vec();
        let size = count(&rest);
        let all = [first.values, second.values].concat();
        let mut values = Vec::new();
        for &at in &mask {
            match usize::try_from(at).ok().and_then(|at| all.get(at * size..(at + 1) * size)) {
                Some(part) => values.extend_from_slice(part),
                None => values.extend(std::iter::repeat_n(Value::Poison, size)),
            }
        }
        let sizes = [&[mask.len() as i64], &rest[..]].concat();
        Block { sizes, values }.set_result(m, op.vector())
    }
}

impl InterpretOp for InterleaveOp {
    fn interpret<'b>(op: InterleaveOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (even, odd) = (Block::of(m, op.lhs())?, Block::of(m, op.rhs())?);
        let sizes = run_sizes(m, op.result().ty())?;
        let values = even.values.into_iter().zip(odd.values).flat_map(|(a, b)| [a, b]).collect();
        Block { sizes, values }.set_result(m, op.result())
    }
}

impl InterpretOp for DeinterleaveOp {
    fn interpret<'b>(op: DeinterleaveOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let source = Block::of(m, op.source())?;
        let sizes = run_sizes(m, op.res1().ty())?;
        let lanes = |first| source.values.iter().skip(first).step_by(2).cloned().collect();
        let (even, odd) = (lanes(0), lanes(1));
        Block { sizes: sizes.clone(), values: even }.set_result(m, op.res1())?;
        Block { sizes, values: odd }.set_result(m, op.res2())
    }
}

impl FoldOp for ShuffleOp {
    fn fold(op: ShuffleOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let ctx = op.context();
        let mask = op.mask().expect_i64_array(ctx);
        let [first, second] = [op.v1(), op.v2()].map(|value| Shape::of(ctx, value.ty()));
        let [Some(m), Some(n)] = [&first, &second].map(|shape| shape.sizes.first().copied()) else {
            return Fold::Unchanged;
        };
        // All of one of the vectors, in its order.
        let is_whole = |from: i64, length: i64| {
            mask.len() as i64 == length && mask.iter().zip(from..).all(|(&at, i)| at == i)
        };
        if is_whole(0, m) {
            return Fold::value(op.v1());
        }
        if is_whole(m, n) {
            return Fold::value(op.v2());
        }
        let both = [constants.v1(), constants.v2()];
        let are_poison = both.map(|constant| is_poison(ctx, constant));
        if are_poison == [true, true] {
            return Fold::constant(poison_attr(ctx));
        }
        // A poison element may be any element.
        let elements = both.map(|it| it?.dense(ctx));
        match (elements, are_poison) {
            ([Some(a), Some(b)], _) if first.rank() == 1 => {
                shuffled_constant(op, [Some(&a), Some(&b)], &mask, m).into()
            }
            ([Some(a), None], [_, true]) if first.rank() == 1 => {
                shuffled_constant(op, [Some(&a), None], &mask, m).into()
            }
            ([None, Some(b)], [true, _]) if first.rank() == 1 => {
                shuffled_constant(op, [None, Some(&b)], &mask, m).into()
            }
            _ => Fold::Unchanged,
        }
    }
}

/// The shuffled elements. As in MLIR, the first one that is known is in place of those that may be
/// any.
fn shuffled_constant(
    op: ShuffleOpRef<'_>,
    vectors: [Option<&DenseElements>; 2],
    mask: &[i64],
    length: i64,
) -> Option<Attribute> {
    let (ctx, ty) = (op.context(), op.vector().ty());
    let known = vectors[0].or(vectors[1])?;
    let is_one = |vector: Option<&DenseElements>| {
        vector.is_none_or(|it| it.is_splat() && it.data() == known.data())
    };
    if vectors.into_iter().all(is_one) {
        return rearranged(ctx, known, ty, |_| Some(0));
    }
    let element = |&at: &i64| {
        let (vector, at) = if at < length { (0, at) } else { (1, at - length) };
        match (vectors[vector], usize::try_from(at)) {
            (Some(elements), Ok(at)) => elements.element(ctx, at),
            _ => known.element(ctx, 0),
        }
    };
    let elements = mask.iter().map(element).collect::<Option<Vec<&[u8]>>>()?;
    let is_splat = elements.windows(2).all(|pair| pair[0] == pair[1]);
    let bytes = if is_splat { elements.first()?.to_vec() } else { elements.concat() };
    ctx.try_dense_attr(DenseElements::new(ty, bytes.into(), is_splat))
}

impl LowerTo<Llvm> for ShuffleOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let (body, first, second) = (b.body(), operands.v1(), operands.v2());
        let mask = op.mask(body).as_i64_array(body.context()).ok_or("there is no mask")?;
        let mask: Result<Vec<i32>, _> = mask.into_iter().map(i32::try_from).collect();
        let mask = body.context().i32_array_attr(&mask.map_err(|_| "a position is too large")?);
        if body.ty(first) != body.ty(second) {
            return Err("LLVM has vectors of one type only here".into());
        }
        let ty = b.converted_type(op.vector(body))?;
        Ok(llvm::ShuffleVectorOp::create(b, first, second, mask, ty).into())
    }
}

// In simpler ops

impl LowerTo<VectorShape> for ShuffleOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let view = op.on(rewriter.body());
        let ctx = view.context().clone();
        let (first, second, ty) = (view.v1().id(), view.v2().id(), view.vector().ty());
        let [a, b] = [view.v1(), view.v2()].map(|value| Shape::of(&ctx, value.ty()));
        let mask = view.mask().expect_i64_array(&ctx);
        // LLVM shuffles two vectors of one type.
        if a.rank() == 1 && a == b {
            return Err("it is a shuffle of the llvm dialect".into());
        }
        let length = |shape: &Shape| shape.sizes.first().copied().unwrap_or(1);
        let (m, n) = (length(&a), length(&b));
        let result = if a.rank() == 1 {
            let longest = m.max(n);
            let widened = |rewriter: &mut PatternRewriter<'_>, value, length: i64| {
                let mask: Vec<i64> =
                    (0..longest).map(|at| if at < length { at } else { -1 }).collect();
                ShuffleOp::of(rewriter, value, value, &mask)
            };
            let (a, b) = (widened(rewriter, first, m), widened(rewriter, second, n));
            let mask: Vec<i64> =
                mask.iter().map(|&at| if at < m { at } else { at - m + longest }).collect();
            ShuffleOp::of(rewriter, a, b, &mask)
        } else {
            build_parts(rewriter, ty, |rewriter, at| {
                let from = mask[at as usize].max(0);
                let (vector, at, rank) =
                    if from < m { (first, from, a.rank()) } else { (second, from - m, b.rank()) };
                let position = if rank == 0 { vec![] } else { vec![at] };
                Ok(ExtractOp::at(rewriter, vector, &position))
            })?
        };
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    }
}

impl LowerTo<VectorShape> for InterleaveOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let body = rewriter.body();
        let ctx = body.context().clone();
        let (a, b, ty) = (op.lhs(body), op.rhs(body), body.ty(op.result(body)));
        let shape = Shape::of(&ctx, body.ty(a));
        check_fixed(&[&shape])?;
        let result = match shape.rank() {
            0 => {
                let elements = [a, b].map(|value| ExtractOp::at(rewriter, value, &[]));
                FromElementsOp::create(rewriter, &elements, ty)
            }
            1 => {
                let length = shape.sizes[0];
                let mask: Vec<i64> = (0..length).flat_map(|at| [at, at + length]).collect();
                ShuffleOp::of(rewriter, a, b, &mask)
            }
            _ => {
                let inner = Shape::of(&ctx, ty).after(1).ty(&ctx);
                build_parts(rewriter, ty, |rewriter, at| {
                    let [a, b] = [a, b].map(|value| ExtractOp::at(rewriter, value, &[at]));
                    Ok(InterleaveOp::create(rewriter, a, b, inner))
                })?
            }
        };
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    }
}

impl LowerTo<VectorShape> for DeinterleaveOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let body = rewriter.body();
        let ctx = body.context().clone();
        let (source, ty) = (op.source(body), body.ty(op.res1(body)));
        let to = Shape::of(&ctx, ty);
        check_fixed(&[&to])?;
        let outer = to.rank() - 1;
        let lanes = |rewriter: &mut PatternRewriter<'_>, row, first: i64| {
            let mask: Vec<i64> = (0..to.sizes[outer]).map(|at| first + 2 * at).collect();
            ShuffleOp::of(rewriter, row, row, &mask)
        };
        let mut results = Vec::new();
        for first in [0, 1] {
            let mut result = if outer == 0 { source } else { zeros(rewriter, ty)? };
            for at in rows(&to)? {
                let row = ExtractOp::at(rewriter, source, &at);
                let row = lanes(rewriter, row, first);
                result = match outer {
                    0 => row,
                    _ => InsertOp::at(rewriter, row, result, &at),
                };
            }
            results.push(result);
        }
        rewriter.replace_op(op.id(), &results);
        Ok(())
    }
}

pub(crate) fn register_shuffle(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ShuffleOp>();
    dialect.op::<InterleaveOp>();
    dialect.op::<DeinterleaveOp>();
}
