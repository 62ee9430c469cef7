//! Parts of memrefs and tensors by offsets, sizes and strides.

use super::MemrefCastOp;
use super::parts::{PartList, PartOp, check_part, kept_dimensions};
use super::slice_rules::{Slice, check_cast_layout, memory_space};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, MemRef, Trap, Value, positions};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::mixed::{MixedList, SQUARE, print_mixed, verify_mixed};
use mlir_lite::text::print_type;
use mlir_lite::types::{DYNAMIC, element_count};
use std::sync::Arc;

/// A part of a memref, in the same memory.
///
/// ```mlir
/// %1 = subview %0[%i, 0] [4, %n] [1, 1] : memref<8x16xf32> to memref<4x?xf32, strided<[16, 1], offset: ?>>
/// ```
#[op(name = "std.subview", traits(Pure, AttrSizedOperandSegments), interfaces(OpAsmNameInterface), hooks(InterpretOp),
     upstream(name = "memref.subview"), assembly = custom, verify, fold, canonicalize)]
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
    #[result]
    result: AnyRankedMemRef,
}

/// A part of a tensor.
///
/// ```mlir
/// %1 = subtensor %0[%i, 0] [4, %n] [1, 1] : tensor<8x16xf32> to tensor<4x?xf32>
/// ```
#[op(name = "std.subtensor", traits(Pure, AttrSizedOperandSegments), interfaces(OpAsmNameInterface), hooks(InterpretOp),
     upstream(name = "tensor.extract_slice"), assembly = custom, verify, fold, canonicalize)]
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
    #[result]
    result: AnyTensor,
}

/// A tensor with a part replaced by another tensor.
///
/// ```mlir
/// %1 = subtensor_insert %part into %0[%i, 0] [4, %n] [1, 1] : tensor<4x?xf32> into tensor<8x16xf32>
/// ```
#[op(name = "std.subtensor_insert", traits(Pure, AttrSizedOperandSegments), interfaces(OpAsmNameInterface), hooks(InterpretOp),
     upstream(name = "tensor.insert_slice"), assembly = custom, verify, fold, canonicalize)]
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
    #[result]
    result: AnyTensor,
}

/// The memory of a memref with other sizes and strides.
///
/// ```mlir
/// %1 = memref_reinterpret_cast %0 to offset: [0], sizes: [%n, 10], strides: [10, 1]
///   : memref<*xf32> to memref<?x10xf32, strided<[10, 1]>>
/// ```
#[op(name = "std.memref_reinterpret_cast", traits(Pure, AttrSizedOperandSegments),
     interfaces(OpAsmNameInterface), hooks(InterpretOp), upstream(name = "memref.reinterpret_cast"), assembly = custom, verify,
     fold, canonicalize)]
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
    #[result]
    result: AnyRankedMemRef,
}

impl MemrefReinterpretCastOp {
    /// All of a memref's memory as a memref of this type, whose shape is static and whose elements are in row-major order.
    pub fn row_major(
        builder: &mut (impl OpBuilder + ?Sized),
        location: Location,
        source: ValueId,
        ty: Type,
    ) -> Self {
        let ctx = builder.context().clone();
        let sizes = ty.static_shape(&ctx).unwrap_or_default();
        let strides: Vec<i64> =
            (1..=sizes.len()).map(|dim| sizes[dim..].iter().product()).collect();
        let [offset, sizes, strides] =
            [&[0], sizes, &strides].map(|numbers| ctx.i64_array_attr(numbers));
        Self::build(builder, location, source, &[], &[], &[], offset, sizes, strides, ty)
    }
}

/// The memory that a memref is a view of, or itself.
pub fn viewed(body: &Body, memref: ValueId) -> ValueId {
    fn source(memref: ValueRef<'_>) -> Option<ValueRef<'_>> {
        let of_cast = || memref.defining::<MemrefCastOp>().map(|cast| cast.source());
        let of_other = || memref.defining::<MemrefReinterpretCastOp>().map(|cast| cast.source());
        let of_part = || memref.defining::<SubViewOp>().map(|part| part.source());
        of_cast().or_else(of_other).or_else(of_part)
    }
    let sources = std::iter::successors(Some(body.value(memref)), |memref| source(*memref));
    sources.last().map_or(memref, ValueRef::id)
}

macro_rules! suggested_names {
    ($($view:ident = $name:literal;)*) => {
        $(impl OpAsmNameInterface for $view<'_> {
            fn result_name(&self, _index: usize, upstream: bool) -> Option<String> {
                upstream.then(|| $name.to_string())
            }
        })*
    };
}
pub(super) use suggested_names;

suggested_names! {
    SubViewOpRef = "subview";
    SubTensorOpRef = "extracted_slice";
    SubTensorInsertOpRef = "inserted_slice";
    MemrefReinterpretCastOpRef = "reinterpret_cast";
}

const LISTS: [&str; 3] = ["static_offsets", "static_sizes", "static_strides"];
const SHOWN: [&str; 4] =
    ["static_offsets", "static_sizes", "static_strides", "operandSegmentSizes"];

/// Reads `[..] [..] [..]`.
fn parse_lists<'s>(parser: &mut OpAsmParser<'_, 's>) -> Parsed<[MixedList<'s>; 3]> {
    Ok([
        MixedList::parse(parser, SQUARE)?,
        MixedList::parse(parser, SQUARE)?,
        MixedList::parse(parser, SQUARE)?,
    ])
}

/// Adds the lists to the op; `single` operands stand before them.
fn add_lists<'s>(
    parser: &mut OpAsmParser<'_, 's>,
    single: usize,
    lists: &[MixedList<'s>; 3],
) -> Parsed<()> {
    let mut sizes = vec![1; single];
    for (list, name) in lists.iter().zip(LISTS) {
        for operand in &list.operands {
            let value = parser.resolve(operand, Type::INDEX)?;
            parser.add_operand(value);
        }
        let numbers = parser.context().i64_array_attr(&list.numbers);
        parser.set_attr(name, numbers);
        sizes.push(list.operands.len() as i32);
    }
    let sizes = parser.context().i32_array_attr(&sizes);
    parser.set_attr("operandSegmentSizes", sizes);
    Ok(())
}

/// Writes `[..] [..] [..]`; 2020's text has no blanks between them.
fn print_lists<'b>(op: impl PartOp<'b>, printer: &mut OpAsmPrinter<'_, '_>) {
    for (i, list) in op.lists().into_iter().enumerate() {
        printer.write(if i > 0 { " " } else { "" });
        print_list(list, op.context(), printer);
    }
}

fn print_list(list: PartList<'_>, ctx: &Context, printer: &mut OpAsmPrinter<'_, '_>) {
    let values: SmallVec<[ValueId; 4]> = list.values.ids().collect();
    print_mixed(printer, SQUARE, &list.numbers(ctx), &values);
}

/// Reports a list with another number of values than its numbers leave open.
fn verify_lists<'b>(op: impl PartOp<'b>, diagnostics: &mut Diagnostics) -> Option<[Vec<i64>; 3]> {
    let lists = op.lists();
    let numbers = lists.map(|list| list.numbers(op.context()));
    let mut all = lists.iter().zip(&numbers).zip(["offset", "size", "stride"]);
    all.all(|((list, numbers), what)| {
        verify_mixed(op.op(), what, numbers, list.values.len(), diagnostics)
    })
    .then_some(numbers)
}

fn parse_part(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
    let source = parser.parse_operand()?;
    let lists = parse_lists(parser)?;
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

fn print_part<'b>(
    op: impl PartOp<'b>,
    source: ValueRef<'b>,
    result: ValueRef<'b>,
    printer: &mut OpAsmPrinter<'_, 'b>,
) {
    printer.write(" ");
    printer.operand(source);
    print_lists(op, printer);
    printer.attr_dict(op.op(), &SHOWN);
    printer.write(" : ");
    printer.ty(source.ty());
    printer.write(" to ");
    printer.ty(result.ty());
}

/// Checks that the lists describe a part of type `part` of `whole`.
fn verify_part<'b>(view: impl PartOp<'b>, whole: Type, part: Type, diagnostics: &mut Diagnostics) {
    let (op, ctx) = (view.op(), view.context());
    let Some([offsets, sizes, strides]) = verify_lists(view, diagnostics) else { return };
    let (Some(whole_shape), Some(part_shape)) = (whole.shape(ctx), part.shape(ctx)) else {
        return;
    };
    if [&offsets, &sizes, &strides].iter().any(|numbers| numbers.len() != whole_shape.len()) {
        let message = format_args!(
            "expected as many offsets, sizes and strides as the rank, {}",
            whole_shape.len()
        );
        diagnostics.error(op.op_error(message));
        return;
    }
    if whole.element_type(ctx) != part.element_type(ctx) {
        diagnostics.error(op.op_error("expected source and result of one element type"));
        return;
    }
    // Sizes of 1 may be left out of the part's type.
    let mut wanted = sizes.iter().peekable();
    for &size in part_shape {
        while wanted.peek().is_some_and(|&&next| next == 1 && next != size) {
            wanted.next();
        }
        if wanted.next() != Some(&size) {
            let part = print_type(ctx, part);
            let sizes: Vec<String> = sizes
                .iter()
                .map(|&size| if size == DYNAMIC { "?".into() } else { size.to_string() })
                .collect();
            let message = format_args!(
                "takes a part of sizes [{}], but its type is '{part}'",
                sizes.join(", ")
            );
            diagnostics.error(op.op_error(message));
            return;
        }
    }
    if wanted.any(|&size| size != 1) {
        let part = print_type(ctx, part);
        let message =
            format_args!("takes a part of more sizes other than 1 than its type has, '{part}'");
        diagnostics.error(op.op_error(message));
        return;
    }
    let slice = Slice { offsets: &offsets, sizes: &sizes, strides: &strides };
    if slice.check_bounds(op, whole_shape, diagnostics) && whole.is_memref(ctx) {
        slice.check_layout(op, whole, part, diagnostics);
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
        let source = parser.parse_operand()?;
        parser.parse_keyword("into")?;
        let dest = parser.parse_operand()?;
        let lists = parse_lists(parser)?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let part = parser.parse_type()?;
        parser.parse_keyword("into")?;
        let whole = parser.parse_type()?;
        let operands = [parser.resolve(&source, part)?, parser.resolve(&dest, whole)?];
        parser.add_operands(&operands);
        add_lists(parser, 2, &lists)?;
        parser.add_result_type(whole);
        Ok(())
    }

    fn print<'b>(op: SubTensorInsertOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.source());
        printer.write(" into ");
        printer.operand(op.dest());
        print_lists(op, printer);
        printer.attr_dict(op.op(), &SHOWN);
        printer.write(" : ");
        printer.ty(op.source().ty());
        printer.write(" into ");
        printer.ty(op.result().ty());
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
        m.give(op.result(), Value::MemRef(Arc::new(memref)))
    }
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
        m.give(op.result(), Value::MemRef(Arc::new(memref)))
    }
}

/// The number of an element, row-major.
pub(super) fn number_of(shape: &[i64], position: &[i64]) -> usize {
    shape.iter().zip(position).fold(0, |number, (&size, &at)| number * size as usize + at as usize)
}

/// The numbers of a whole's elements that are a part of it, and the part's sizes.
fn part_of_whole<'b>(
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
        m.give(op.result(), Value::elements(&shape, values))
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
        m.give(op.result(), Value::elements(&dest.shape, values))
    }
}

const WORDS: [&str; 3] = ["offset", "sizes", "strides"];

impl CustomAssembly for MemrefReinterpretCastOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let source = parser.parse_operand()?;
        parser.parse_keyword("to")?;
        let mut lists = <[MixedList<'_>; 3]>::default();
        for (i, (list, word)) in lists.iter_mut().zip(WORDS).enumerate() {
            if i > 0 {
                parser.parse_punct(",")?;
            }
            parser.parse_keyword(word)?;
            parser.parse_punct(":")?;
            *list = MixedList::parse(parser, SQUARE)?;
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
            let message = format_args!(
                "expects memrefs of one element type and memory space, found '{from}' and '{to}'"
            );
            diagnostics.error(op.op_error(message));
        }
        let shape = to.shape(ctx).unwrap_or_default();
        let rank = shape.len();
        if offsets.len() != 1 || sizes.len() != rank || strides.len() != rank {
            let message = format_args!(
                "expected one offset, and as many sizes and strides as the rank, {rank}"
            );
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

pub(super) fn register_slices(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<SubViewOp>();
    dialect.op::<SubTensorOp>();
    dialect.op::<SubTensorInsertOp>();
    dialect.op::<MemrefReinterpretCastOp>();
}
