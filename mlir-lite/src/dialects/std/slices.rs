//! Parts of memrefs and tensors by offsets, sizes and strides.

use super::MemrefCastOp;
use super::slice_rules::{Slice, check_cast_layout, memory_space};
use crate::dialects::mixed::{MixedList, SQUARE, numbers_of, print_mixed, verify_mixed};
use crate::ir::prelude::*;
use crate::text::print_type;
use crate::types::DYNAMIC;

/// A part of a memref, in the same memory.
///
/// ```mlir
/// %1 = subview %0[%i, 0] [4, %n] [1, 1] : memref<8x16xf32> to memref<4x?xf32, strided<[16, 1], offset: ?>>
/// ```
#[op(name = "std.subview", traits(Pure, AttrSizedOperandSegments), interfaces(OpAsmNameInterface),
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
#[op(name = "std.subtensor", traits(Pure, AttrSizedOperandSegments), interfaces(OpAsmNameInterface),
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
#[op(name = "std.subtensor_insert", traits(Pure, AttrSizedOperandSegments), interfaces(OpAsmNameInterface),
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
     interfaces(OpAsmNameInterface), upstream(name = "memref.reinterpret_cast"), assembly = custom, verify,
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
        let strides: Vec<i64> = (1..=sizes.len()).map(|dim| sizes[dim..].iter().product()).collect();
        let [offset, sizes, strides] = [&[0], sizes, &strides].map(|numbers| ctx.i64_array_attr(numbers));
        Self::build(builder, location, source, &[], &[], &[], offset, sizes, strides, ty)
    }
}

/// The memory that a memref is a view of, or itself.
pub fn viewed(body: &Body, memref: ValueId) -> ValueId {
    let is_view = |op: &OpId| {
        MemrefCastOp::is(body, *op) || MemrefReinterpretCastOp::is(body, *op) || SubViewOp::is(body, *op)
    };
    let source = |memref: &ValueId| Some(body.operand(body.defining_op(*memref).filter(is_view)?, 0));
    std::iter::successors(Some(memref), source).last().unwrap_or(memref)
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
const SHOWN: [&str; 4] = ["static_offsets", "static_sizes", "static_strides", "operandSegmentSizes"];

/// Reads `[..] [..] [..]`.
fn parse_lists<'s>(parser: &mut OpAsmParser<'_, 's>) -> Parsed<[MixedList<'s>; 3]> {
    Ok([
        MixedList::parse(parser, SQUARE)?,
        MixedList::parse(parser, SQUARE)?,
        MixedList::parse(parser, SQUARE)?,
    ])
}

/// Adds the lists to the op; `single` operands stand before them.
fn add_lists<'s>(parser: &mut OpAsmParser<'_, 's>, single: usize, lists: &[MixedList<'s>; 3]) -> Parsed<()> {
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

/// Number and operands of each list.
fn lists_of(op: OpRef<'_>, single: usize) -> [(Vec<i64>, Vec<ValueId>); 3] {
    let body = op.body();
    [0, 1, 2].map(|i| {
        let operands = body.operand_group(op.id(), single + i).map(|position| op.operand(position));
        (numbers_of(op, LISTS[i]), operands.collect())
    })
}

/// Writes `[..] [..] [..]`; 2020's text has no blanks between them.
fn print_lists(op: OpRef<'_>, printer: &mut OpAsmPrinter<'_, '_>, single: usize) {
    for (i, (numbers, operands)) in lists_of(op, single).iter().enumerate() {
        printer.write(if i > 0 { " " } else { "" });
        print_mixed(printer, SQUARE, numbers, operands);
    }
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

fn print_part(op: OpRef<'_>, printer: &mut OpAsmPrinter<'_, '_>) {
    printer.write(" ");
    printer.operand(op.operand(0));
    print_lists(op, printer, 1);
    printer.attr_dict(op, &SHOWN);
    printer.write(" : ");
    printer.types(op.operand_types().take(1));
    printer.write(" to ");
    printer.types(op.result_types());
}

/// Checks that the lists describe a part of type `part` of `whole`.
fn verify_part(op: OpRef<'_>, single: usize, whole: Type, part: Type, diagnostics: &mut Diagnostics) {
    let ctx = op.context();
    let lists = lists_of(op, single);
    for ((numbers, operands), what) in lists.iter().zip(["offset", "size", "stride"]) {
        if !verify_mixed(op, what, numbers, operands.len(), diagnostics) {
            return;
        }
    }
    let (Some(whole_shape), Some(part_shape)) = (whole.shape(ctx), part.shape(ctx)) else {
        return;
    };
    if lists.iter().any(|(numbers, _)| numbers.len() != whole_shape.len()) {
        let message =
            format_args!("expected as many offsets, sizes and strides as the rank, {}", whole_shape.len());
        diagnostics.error(op.op_error(message));
        return;
    }
    if whole.element_type(ctx) != part.element_type(ctx) {
        diagnostics.error(op.op_error("expected source and result of one element type"));
        return;
    }
    // Sizes of 1 may be left out of the part's type.
    let mut wanted = lists[1].0.iter().peekable();
    for &size in part_shape {
        while wanted.peek().is_some_and(|&&next| next == 1 && next != size) {
            wanted.next();
        }
        if wanted.next() != Some(&size) {
            let (part, sizes) = (print_type(ctx, part), &lists[1].0);
            let sizes: Vec<String> = sizes
                .iter()
                .map(|&size| if size == DYNAMIC { "?".into() } else { size.to_string() })
                .collect();
            let message =
                format_args!("takes a part of sizes [{}], but its type is '{part}'", sizes.join(", "));
            diagnostics.error(op.op_error(message));
            return;
        }
    }
    if wanted.any(|&size| size != 1) {
        let part = print_type(ctx, part);
        let message = format_args!("takes a part of more sizes other than 1 than its type has, '{part}'");
        diagnostics.error(op.op_error(message));
        return;
    }
    let [(offsets, _), (sizes, _), (strides, _)] = &lists;
    let slice = Slice { offsets, sizes, strides };
    if slice.check_bounds(op, whole_shape, diagnostics) && whole.is_memref(ctx) {
        slice.check_layout(op, whole, part, diagnostics);
    }
}

impl CustomAssembly for SubViewOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_part(parser)
    }
    fn print<'b>(op: SubViewOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        print_part(op, printer);
    }
}

impl VerifyOp for SubViewOp {
    fn verify(op: SubViewOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let (Some(whole), Some(part)) = (op.operand_types().next(), op.result_types().next()) else { return };
        verify_part(op, 1, whole, part, diagnostics);
    }
}

impl CustomAssembly for SubTensorOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_part(parser)
    }
    fn print<'b>(op: SubTensorOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        print_part(op, printer);
    }
}

impl VerifyOp for SubTensorOp {
    fn verify(op: SubTensorOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let (Some(whole), Some(part)) = (op.operand_types().next(), op.result_types().next()) else { return };
        verify_part(op, 1, whole, part, diagnostics);
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
        let op = op.op();
        printer.write(" ");
        printer.operand(op.operand(0));
        printer.write(" into ");
        printer.operand(op.operand(1));
        print_lists(op, printer, 2);
        printer.attr_dict(op, &SHOWN);
        printer.write(" : ");
        printer.types(op.operand_types().take(1));
        printer.write(" into ");
        printer.types(op.result_types());
    }
}

impl VerifyOp for SubTensorInsertOp {
    fn verify(op: SubTensorInsertOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let types: Vec<Type> = op.operand_types().take(2).chain(op.result_types()).collect();
        let [part, whole, result] = types[..] else { return };
        if whole != result {
            diagnostics.error(op.op_error("expected a result of the destination's type"));
            return;
        }
        verify_part(op, 2, whole, part, diagnostics);
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
        let op = op.op();
        printer.write(" ");
        printer.operand(op.operand(0));
        printer.write(" to ");
        for (i, (numbers, operands)) in lists_of(op, 1).iter().enumerate() {
            printer.display(format_args!("{}{}: ", if i > 0 { ", " } else { "" }, WORDS[i]));
            print_mixed(printer, SQUARE, numbers, operands);
        }
        printer.attr_dict(op, &SHOWN);
        printer.write(" : ");
        printer.types(op.operand_types().take(1));
        printer.write(" to ");
        printer.types(op.result_types());
    }
}

impl VerifyOp for MemrefReinterpretCastOp {
    fn verify(op: MemrefReinterpretCastOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let ctx = op.context();
        let lists = lists_of(op, 1);
        for ((numbers, operands), what) in lists.iter().zip(["offset", "size", "stride"]) {
            if !verify_mixed(op, what, numbers, operands.len(), diagnostics) {
                return;
            }
        }
        let (Some(from), Some(to)) = (op.operand_types().next(), op.result_types().next()) else { return };
        if from.element_type(ctx) != to.element_type(ctx) || memory_space(ctx, from) != memory_space(ctx, to)
        {
            let (from, to) = (print_type(ctx, from), print_type(ctx, to));
            let message = format_args!(
                "expects memrefs of one element type and memory space, found '{from}' and '{to}'"
            );
            diagnostics.error(op.op_error(message));
        }
        let shape = to.shape(ctx).unwrap_or_default();
        let rank = shape.len();
        if lists[0].0.len() != 1 || lists[1].0.len() != rank || lists[2].0.len() != rank {
            let message =
                format_args!("expected one offset, and as many sizes and strides as the rank, {rank}");
            diagnostics.error(op.op_error(message));
        } else if let Some(i) = (0..rank).find(|&i| lists[1].0[i] != shape[i]) {
            diagnostics
                .error(op.op_error(format_args!("expected result type with another size in dimension {i}")));
        } else {
            check_cast_layout(op, to, lists[0].0[0], &lists[2].0, diagnostics);
        }
    }
}

pub(super) fn register_slices(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<SubViewOp>();
    dialect.op::<SubTensorOp>();
    dialect.op::<SubTensorInsertOp>();
    dialect.op::<MemrefReinterpretCastOp>();
}
