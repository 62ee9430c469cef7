//! Parts of memory, and memory under another layout.

use crate::MemrefCastOp;
use crate::memref::rules::{are_sizes, is_whole_part, known_part, replace_with_cast};
use crate::parts::bounds::{may_be_part, memory_space};
use crate::parts::text::{
    SHOWN, add_lists, parse_part, print_list, print_part, verify_lists, verify_part,
};
use crate::parts::{Numbers, PartOp, Parts, check_part, kept_dimensions};
use crate::to_llvm::numbers::{Arithmetic, LlvmArithmetic, Number, mixed_parts};
use crate::to_llvm::view_descriptor::{MALFORMED, descriptor, layout, pointers};
use crate::to_llvm::{Llvm, Lowered, Rewriter};
use mlir_lite::conversion::LowerTo;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, MemRef, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{CanonicalizeOp, RewritePatternSet};
use mlir_lite::text::print_type;
use mlir_lite::text::static_dynamic::{SQUARE, StaticDynamicList};
use mlir_lite::types::{DYNAMIC, TypeKind, strides_and_offset};
use std::sync::Arc;

/// A part of a memref, in the same memory.
///
/// ```mlir
/// %1 = subview %0[%i, 0] [4, %n] [1, 1] : memref<8x16xf32> to memref<4x?xf32, strided<[16, 1], offset: ?>>
/// ```
#[op(
    name = "std.subview",
    traits(Pure, AttrSizedOperandSegments),
    implements(
        CustomAssembly, VerifyOp, FoldOp, CanonicalizeOp, InterpretOp, ViewLikeOpInterface,
        LowerTo<Llvm>,
        Parts { static_offsets, static_sizes, static_strides, offsets, sizes, strides },
    ),
    upstream(name = "memref.subview")
)]
pub struct SubViewOp {
    #[operand]
    source: AnyRankedMemRef,
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
    #[result(upstream_name = "subview")]
    result: AnyRankedMemRef,
}

impl ViewLikeOpInterface for SubViewOp {
    fn view_source(op: SubViewOpRef<'_>) -> ValueId {
        op.source().id()
    }
}

/// The memory of a memref with other sizes and strides.
///
/// ```mlir
/// %1 = memref_reinterpret_cast %0 to offset: [0], sizes: [%n, 10], strides: [10, 1]
///   : memref<*xf32> to memref<?x10xf32, strided<[10, 1]>>
/// ```
#[op(
    name = "std.memref_reinterpret_cast",
    traits(Pure, AttrSizedOperandSegments),
    implements(
        CustomAssembly, VerifyOp, FoldOp, CanonicalizeOp, InterpretOp, ViewLikeOpInterface,
        LowerTo<Llvm>,
        Parts { static_offsets, static_sizes, static_strides, offsets, sizes, strides },
    ),
    upstream(name = "memref.reinterpret_cast")
)]
pub struct MemrefReinterpretCastOp {
    #[operand]
    source: AnyMemRef,
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
    #[result(upstream_name = "reinterpret_cast")]
    result: AnyRankedMemRef,
}

impl ViewLikeOpInterface for MemrefReinterpretCastOp {
    fn view_source(op: MemrefReinterpretCastOpRef<'_>) -> ValueId {
        op.source().id()
    }
}

impl MemrefReinterpretCastOp {
    /// All of a memref's memory as a memref of this type, whose shape is static and whose elements
    /// are in row-major order.
    pub fn row_major(
        builder: &mut (impl OpBuilder + ?Sized),
        source: ValueId,
        ty: Type,
    ) -> ValueId {
        let ctx = builder.context().clone();
        let sizes = ty.static_shape(&ctx).unwrap_or_default();
        let strides: Vec<i64> =
            (1..=sizes.len()).map(|dim| sizes[dim..].iter().product()).collect();
        let [offset, sizes, strides] =
            [&[0], sizes, &strides].map(|numbers| ctx.i64_array_attr(numbers));
        Self::create(builder, source, &[], &[], &[], offset, sizes, strides, ty)
    }
}

impl CustomAssembly for SubViewOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_part(parser)
    }
    fn print<'b>(op: SubViewOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_part(op, op.source(), op.result(), printer);
    }
}

impl VerifyOp for SubViewOp {
    fn verify(op: SubViewOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_part(op, op.source().ty(), op.result().ty(), diagnostics);
    }
}

impl InterpretOp for SubViewOp {
    fn interpret<'b>(op: SubViewOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let [offsets, sizes, strides] = op.run_lists(m)?;
        let source = m.get(op.source());
        let source = source.as_memref()?;
        if [&offsets, &sizes, &strides].iter().any(|list| list.len() != source.sizes.len()) {
            return Err(Trap::malformed());
        }
        check_part(&source.sizes, &offsets, &sizes, &strides)?;
        let shape = op.result().ty().shape(op.context()).ok_or_else(Trap::malformed)?;
        let kept = kept_dimensions(&sizes, shape);
        let moved = offsets
            .iter()
            .zip(&source.strides)
            .map(|(offset, stride)| offset.wrapping_mul(*stride));
        let memref = MemRef {
            offset: moved.fold(source.offset, i64::wrapping_add),
            sizes: kept.iter().map(|&dimension| sizes[dimension]).collect(),
            strides: kept.iter().map(|&d| source.strides[d].wrapping_mul(strides[d])).collect(),
            ..MemRef::clone(source)
        };
        m.set_result(op.result(), Value::MemRef(Arc::new(memref)))
    }
}

impl FoldOp for SubViewOp {
    fn fold(op: SubViewOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        match is_whole_part(op, op.source().ty(), op.result().ty()) {
            true => Fold::value(op.source()),
            false => Fold::Unchanged,
        }
    }
}

impl CanonicalizeOp for SubViewOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("std.subview-constant-indices", 1, |op, rewriter| {
            let body = rewriter.body();
            let ctx = body.context().clone();
            let known = known_part(op.on(body)).ok_or("nothing more is known")?;
            let (source, old) = (op.source(body), body.ty(op.result(body)));
            if old.shape(&ctx).map(<[i64]>::len) != Some(known.numbers[1].len()) {
                return Err("dimensions are left out".into());
            }
            if !may_be_part(&ctx, body.ty(source), &known.numbers) {
                return Err("it is not a part of the memref".into());
            }
            let shape = &known.numbers[1];
            let ty = part_type(&ctx, body.ty(source), &known.numbers, shape)
                .ok_or("the layout is not strided")?;
            let location = body.location(op.id());
            let lists = known.numbers.each_ref().map(|list| ctx.i64_array_attr(list));
            let [offsets, sizes, strides] = &known.operands;
            let [a, b, c] = lists;
            let new =
                SubViewOp::build(rewriter, location, source, offsets, sizes, strides, a, b, c, ty);
            let part = new.result(rewriter.body());
            replace_with_cast(rewriter, op.id(), part);
            Ok(())
        });
    }
}

impl SubViewOp {
    /// The type of a part of memory with offsets, sizes and strides of these numbers, whose
    /// dimensions have the sizes of `shape`; others, of size 1, are left out. None if the layout of
    /// the whole is not strided.
    pub fn type_of_part(
        ctx: &Context,
        whole: Type,
        lists: &[Attribute; 3],
        shape: &[i64],
    ) -> Option<Type> {
        let [offsets, sizes, strides] = lists.map(|list| list.as_i64_array(ctx));
        part_type(ctx, whole, &[offsets?, sizes?, strides?].map(Numbers::from), shape)
    }
}

/// As [`SubViewOp::type_of_part`].
fn part_type(
    ctx: &Context,
    whole: Type,
    [offsets, sizes, strides]: &[Numbers; 3],
    shape: &[i64],
) -> Option<Type> {
    let TypeKind::MemRef { element, memory_space, .. } = *whole.kind(ctx) else { return None };
    are_sizes(sizes).then_some(())?;
    let (whole_strides, whole_offset) = strides_and_offset(ctx, whole)?;
    let number = |number: i64| (number != DYNAMIC).then_some(number);
    let times = |a: Option<i64>, b: Option<i64>| match (a, b) {
        (Some(0), _) | (_, Some(0)) => Some(0),
        (a, b) => a?.checked_mul(b?),
    };
    let offset = offsets
        .iter()
        .zip(&whole_strides)
        .try_fold(whole_offset?, |sum, (&by, &stride)| sum.checked_add(times(number(by), stride)?));
    let kept = kept_dimensions(sizes, shape).into_iter();
    let strides: Vec<i64> = kept
        .map(|dim| times(number(strides[dim]), whole_strides[dim]).unwrap_or(DYNAMIC))
        .collect();
    let layout = ctx.strided_attr(&strides, offset.unwrap_or(DYNAMIC));
    Some(ctx.intern_type(TypeKind::MemRef {
        shape: shape.into(),
        element,
        layout: Some(layout),
        memory_space,
    }))
}

impl LowerTo<Llvm> for SubViewOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let body = b.body();
        let [source, result] = [op.source(body), op.result(body)].map(|value| body.ty(value));
        let [offsets, sizes, steps] = mixed_parts(body, op.id(), operands.values())?;
        let static_sizes = op.static_sizes(body).as_i64_array(body.context()).ok_or(MALFORMED)?;
        let shape = result.shape(body.context()).ok_or(MALFORMED)?;
        let kept = kept_by_type(&static_sizes, shape).ok_or(MALFORMED)?;
        let pointers = pointers(b, operands.source(), source)?;
        let (strides, start) = layout(b, operands.source(), source)?;
        let (start, strides) =
            part_layout(start, &strides, &kept, (&offsets, &steps), &LlvmArithmetic, b);
        let sizes: Vec<Number> = kept.iter().map(|&dim| sizes[dim]).collect();
        descriptor(b, result, pointers, start, &sizes, &strides)
    }
}

/// Where a part of memory begins, and its strides in the dimensions that are kept.
pub(crate) fn part_layout(
    mut start: Number,
    strides: &[Number],
    kept: &[usize],
    (offsets, steps): (&[Number], &[Number]),
    arithmetic: &dyn Arithmetic,
    b: &mut dyn OpBuilder,
) -> (Number, Vec<Number>) {
    for (&offset, &stride) in offsets.iter().zip(strides) {
        let distance = offset.times_in(stride, arithmetic, b);
        start = start.plus_in(distance, arithmetic, b);
    }
    (start, kept.iter().map(|&dim| strides[dim].times_in(steps[dim], arithmetic, b)).collect())
}

impl InterpretOp for MemrefReinterpretCastOp {
    fn interpret<'b>(
        op: MemrefReinterpretCastOpRef<'b>,
        m: &mut Machine<'b>,
    ) -> Result<Flow, Trap> {
        let [offsets, sizes, strides] = op.run_lists(m)?;
        let source = m.get(op.source());
        let offset = offsets.first().copied().ok_or_else(Trap::malformed)?;
        let memref = MemRef { offset, sizes, strides, ..MemRef::clone(source.as_memref()?) };
        m.set_result(op.result(), Value::MemRef(Arc::new(memref)))
    }
}

const WORDS: [&str; 3] = ["offset", "sizes", "strides"];

impl CustomAssembly for MemrefReinterpretCastOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let source = parser.parse_operand()?;
        parser.parse_keyword("to")?;
        let mut lists = <[StaticDynamicList<'_>; 3]>::default();
        for (i, (list, word)) in lists.iter_mut().zip(WORDS).enumerate() {
            if i > 0 {
                parser.parse_punct(",")?;
            }
            parser.parse_keyword(word)?;
            parser.parse_punct(":")?;
            *list = StaticDynamicList::parse(parser, SQUARE)?;
        }
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let from = parser.parse_type()?;
        parser.parse_keyword("to")?;
        let to = parser.parse_type()?;
        let source = parser.resolve(&source, from)?;
        parser.add_operand(source);
        add_lists(parser, 1, &lists)?;
        parser.add_result_type(to);
        Ok(())
    }

    fn print<'b>(op: MemrefReinterpretCastOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.source());
        printer.write(" to ");
        for (i, list) in op.lists().into_iter().enumerate() {
            printer.display(format_args!("{}{}: ", if i > 0 { ", " } else { "" }, WORDS[i]));
            print_list(list, op.context(), printer);
        }
        printer.attr_dict(op.op(), &SHOWN);
        printer.write(" : ");
        printer.ty(op.source().ty());
        printer.write(" to ");
        printer.ty(op.result().ty());
    }
}

impl VerifyOp for MemrefReinterpretCastOp {
    fn verify(op: MemrefReinterpretCastOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, from, to) = (op.context(), op.source().ty(), op.result().ty());
        let Some([offsets, sizes, strides]) = verify_lists(op, diagnostics) else { return };
        if from.element_type(ctx) != to.element_type(ctx)
            || memory_space(ctx, from) != memory_space(ctx, to)
        {
            let (from, to) = (print_type(ctx, from), print_type(ctx, to));
            let message = format!(
                "expects memrefs of one element type and memory space, found '{from}' and '{to}'"
            );
            diagnostics.error(op.op_error(message));
        }
        let shape = to.shape(ctx).unwrap_or_default();
        let rank = shape.len();
        if offsets.len() != 1 || sizes.len() != rank || strides.len() != rank {
            let message =
                format!("expected one offset, and as many sizes and strides as the rank, {rank}");
            diagnostics.error(op.op_error(message));
        } else if let Some(i) = (0..rank).find(|&i| sizes[i] != shape[i]) {
            diagnostics.error(
                op.op_error(format_args!(
                    "expected result type with another size in dimension {i}"
                )),
            );
        } else {
            check_cast_layout(op.op(), to, offsets[0], &strides, diagnostics);
        }
    }
}

/// Reports a memref type `ty` that says another offset or other strides than
/// given. It may say less.
pub(crate) fn check_cast_layout(
    op: OpRef<'_>,
    ty: Type,
    offset: i64,
    strides: &[i64],
    diagnostics: &mut Diagnostics,
) {
    let ctx = op.context();
    let Some((typed_strides, typed_offset)) = strides_and_offset(ctx, ty) else {
        let ty = print_type(ctx, ty);
        let message = format!("expected result type to have strided layout but found '{ty}'");
        diagnostics.error(op.op_error(message));
        return;
    };
    let text = |number: i64| if number == DYNAMIC { "dynamic".into() } else { number.to_string() };
    if let Some(typed) = typed_offset.filter(|&typed| typed != offset) {
        let offset = text(offset);
        let message = format!("expected result type with offset = {offset} instead of {typed}");
        diagnostics.error(op.op_error(message));
    }
    for (i, (&stride, typed)) in strides.iter().zip(typed_strides).enumerate() {
        if let Some(typed) = typed.filter(|&typed| typed != stride) {
            let stride = text(stride);
            diagnostics.error(op.op_error(format_args!(
                "expected result type with stride = {stride} instead of {typed} in dim = {i}"
            )));
        }
    }
}

impl LowerTo<Llvm> for MemrefReinterpretCastOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let body = b.body();
        let [source, result] = [op.source(body), op.result(body)].map(|value| body.ty(value));
        let [offsets, sizes, strides] = mixed_parts(body, op.id(), operands.values())?;
        let pointers = pointers(b, operands.source(), source)?;
        let offset = offsets.first().copied().ok_or(MALFORMED)?;
        descriptor(b, result, pointers, offset, &sizes, &strides)
    }
}

impl FoldOp for MemrefReinterpretCastOp {
    fn fold(op: MemrefReinterpretCastOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, source, ty) = (op.context(), op.source(), op.result().ty());
        let is_known = |ty: Type| {
            let layout = strides_and_offset(ctx, ty);
            layout.is_some_and(|(strides, offset)| {
                offset.is_some() && strides.iter().all(Option::is_some)
            }) && ty.shape(ctx).is_some_and(|shape| !shape.contains(&DYNAMIC))
        };
        if source.ty() == ty && is_known(ty) {
            return Fold::value(source);
        }
        // Only where the memory starts is taken from the source.
        let begins_there = |part: &SubViewOpRef<'_>| {
            let offsets = part.static_offsets().as_i64_array(ctx);
            offsets.is_some_and(|offsets| offsets.iter().all(|&offset| offset == 0))
        };
        let of_cast = || source.defining::<MemrefCastOp>().map(|cast| cast.source());
        let of_same = || source.defining::<Self>().map(|inner| inner.source());
        let of_part =
            || source.defining::<SubViewOp>().filter(begins_there).map(|part| part.source());
        match of_cast().or_else(of_same).or_else(of_part).map(ValueRef::id) {
            Some(source) => {
                let op = op.handle();
                Fold::in_place(move |body| op.set_source(body, source))
            }
            None => Fold::Unchanged,
        }
    }
}

impl CanonicalizeOp for MemrefReinterpretCastOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("std.memref_reinterpret_cast-constant-indices", 1, |op, rewriter| {
            let body = rewriter.body();
            let ctx = body.context().clone();
            let known = known_part(op.on(body)).ok_or("nothing more is known")?;
            let (location, source, old) =
                (body.location(op.id()), op.source(body), body.ty(op.result(body)));
            let ty =
                reinterpreted(&ctx, old, &known.numbers).ok_or("the result is not a memref")?;
            let [a, b, c] = known.numbers.each_ref().map(|list| ctx.i64_array_attr(list));
            let [offsets, sizes, strides] = &known.operands;
            let new = Self::build(rewriter, location, source, offsets, sizes, strides, a, b, c, ty);
            let result = new.result(rewriter.body());
            replace_with_cast(rewriter, op.id(), result);
            Ok(())
        });
    }
}

/// The type of memory of these sizes and strides, otherwise like `old`.
fn reinterpreted(
    ctx: &Context,
    old: Type,
    [offsets, sizes, strides]: &[Numbers; 3],
) -> Option<Type> {
    let TypeKind::MemRef { element, layout, memory_space, .. } = *old.kind(ctx) else {
        return None;
    };
    are_sizes(sizes).then_some(())?;
    let memref = |layout| {
        let shape = sizes.as_slice().into();
        ctx.intern_type(TypeKind::MemRef { shape, element, layout, memory_space })
    };
    // A layout that says nothing more is left out where it was.
    let plain = memref(None);
    let number = |number: i64| (number != DYNAMIC).then_some(number);
    let given = (strides.iter().copied().map(number).collect(), number(*offsets.first()?));
    if layout.is_none() && strides_and_offset(ctx, plain) == Some(given) {
        return Some(plain);
    }
    Some(memref(Some(ctx.strided_attr(strides, offsets[0]))))
}

/// Which dimensions of a part of these sizes a type of this shape has: sizes of
/// 1 may be left out.
pub(crate) fn kept_by_type(sizes: &[i64], shape: &[i64]) -> Option<Vec<usize>> {
    let mut kept = Vec::new();
    let mut wanted = shape.iter().peekable();
    for (dim, size) in sizes.iter().enumerate() {
        if wanted.next_if_eq(&size).is_some() {
            kept.push(dim);
        } else if *size != 1 {
            return None;
        }
    }
    wanted.next().is_none().then_some(kept)
}

pub(crate) fn register_subview(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<SubViewOp>();
    dialect.op::<MemrefReinterpretCastOp>();
}
