//! Transfers of memory that run beside the program.

use crate::memref::rules::look_through_casts;
use mlir_lite::ir::prelude::*;
use mlir_lite::text::print_type;
use std::marker::PhantomData;

/// Starts to copy a number of elements from one memref to another; an element
/// of a third one is the tag to wait for.
///
/// A stride with a number of elements per stride may follow, for the slower
/// memory.
///
/// ```mlir
/// dma_start %src[%i, %j], %dst[%k, %l], %n, %tag[%t] : memref<40x128xf32>, memref<2x1024xf32, 1>,
///   memref<1xi32, 2>
/// ```
#[op(name = "std.dma_start",
     implements(
        CustomAssembly = Transfers<Self>, VerifyOp = Transfers<Self>, FoldOp = Transfers<Self>,
    ),
     upstream(name = "memref.dma_start"))]
pub struct DmaStartOp {
    /// Source, its indices, destination, its indices, number of elements, tag, its indices, and
    /// perhaps stride and number of elements per stride.
    #[operand]
    operands: Variadic<AnyType>,
}

/// Waits until the copy is done that was started with a tag.
///
/// ```mlir
/// dma_wait %tag[%t], %n : memref<1xi32, 2>
/// ```
#[op(name = "std.dma_wait",
     implements(
        CustomAssembly = Transfers<Self>, VerifyOp = Transfers<Self>, FoldOp = Transfers<Self>,
    ),
     upstream(name = "memref.dma_wait"))]
pub struct DmaWaitOp {
    /// Tag, its indices, number of elements.
    #[operand]
    operands: Variadic<AnyType>,
}

/// The parts of the list of operands.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Part {
    /// A memref with its indices.
    Indices,
    /// A number of elements.
    Size,
}

/// The differences between the two ops.
trait Transfer: OpDefinition {
    /// The first parts of the list of operands.
    const PARTS: &'static [Part];
    /// How many operands may follow, if any do.
    const MORE: usize;
}

impl Transfer for DmaStartOp {
    const PARTS: &'static [Part] = &[Part::Indices, Part::Indices, Part::Size, Part::Indices];
    const MORE: usize = 2;
}

impl Transfer for DmaWaitOp {
    const PARTS: &'static [Part] = &[Part::Indices, Part::Size];
    const MORE: usize = 0;
}

/// The implementation of interfaces that the two ops share.
struct Transfers<O>(PhantomData<O>);

impl<O: Transfer> OpModel for Transfers<O> {
    type Op = O;
}

impl<O: Transfer> FoldOp for Transfers<O> {
    fn fold(op: View<'_, Self>, _: FoldAdaptor<'_, Self>) -> Fold {
        fold(op.op(), O::PARTS)
    }
}

impl<O: Transfer> CustomAssembly for Transfers<O> {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse(parser, O::PARTS)
    }

    fn print<'b>(op: View<'b, Self>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print(op.op(), printer, O::PARTS);
    }
}

impl<O: Transfer> VerifyOp for Transfers<O> {
    fn verify(op: View<'_, Self>, diagnostics: &mut Diagnostics) {
        verify(op.op(), O::PARTS, O::MORE, diagnostics);
    }
}

/// The operands of each part, and where those begin that follow; none if there are too few, or one
/// is not a memref.
fn parts(op: OpRef<'_>, kinds: &[Part]) -> Option<(Vec<std::ops::Range<usize>>, usize)> {
    let mut start = 0;
    let mut ranges = Vec::with_capacity(kinds.len());
    for kind in kinds {
        let memref = op.operands().nth(start)?;
        let indices = match kind {
            Part::Indices => op.body().ty(memref).shape(op.context())?.len(),
            Part::Size => 0,
        };
        let end = start + 1 + indices;
        if end > op.num_operands() {
            return None;
        }
        ranges.push(start..end);
        start = end;
    }
    Some((ranges, start))
}

/// Looks through casts of the memrefs.
fn fold(op: OpRef<'_>, kinds: &[Part]) -> Fold {
    let Some((ranges, _)) = parts(op, kinds) else { return Fold::Unchanged };
    let places = ranges.into_iter().zip(kinds).filter(|(_, kind)| **kind == Part::Indices);
    look_through_casts(op, places.map(|(range, _)| (range.start, op.operand_view(range.start))))
}

fn parse(parser: &mut OpAsmParser<'_, '_>, kinds: &[Part]) -> Parsed<()> {
    let mut parsed = Vec::with_capacity(kinds.len());
    for (number, kind) in kinds.iter().enumerate() {
        if number > 0 {
            parser.parse_punct(",")?;
        }
        let first = parser.parse_operand()?;
        let indices = match kind {
            Part::Indices => parser.parse_operands_in("[", "]")?,
            Part::Size => Vec::new(),
        };
        parsed.push((first, indices));
    }
    let mut more = Vec::new();
    while parser.parse_optional_punct(",") {
        more.push(parser.parse_operand()?);
    }
    parser.parse_attr_dict()?;
    parser.parse_punct(":")?;
    let mut is_first = true;
    for ((first, indices), kind) in parsed.iter().zip(kinds) {
        let mut ty = Type::INDEX;
        if *kind == Part::Indices {
            if !std::mem::replace(&mut is_first, false) {
                parser.parse_punct(",")?;
            }
            let position = parser.position();
            ty = parser.parse_type()?;
            if !ty.is_memref(parser.context()) {
                let message =
                    format!("expected a memref type, found '{}'", print_type(parser.context(), ty));
                return Err(parser.error(position, message));
            }
        }
        let first = parser.resolve(first, ty)?;
        parser.add_operand(first);
        for index in indices {
            let index = parser.resolve(index, Type::INDEX)?;
            parser.add_operand(index);
        }
    }
    for size in &more {
        let size = parser.resolve(size, Type::INDEX)?;
        parser.add_operand(size);
    }
    Ok(())
}

fn print<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>, kinds: &[Part]) {
    let Some((ranges, rest)) = parts(op, kinds) else { return };
    for (number, (range, kind)) in ranges.iter().zip(kinds).enumerate() {
        printer.write(if number > 0 { ", " } else { " " });
        printer.operand(op.operand(range.start));
        if *kind == Part::Indices {
            printer.write("[");
            printer.operands(range.clone().skip(1).map(|index| op.operand(index)));
            printer.write("]");
        }
    }
    for operand in op.operands().skip(rest) {
        printer.write(", ");
        printer.operand(operand);
    }
    printer.attr_dict(op, &[]);
    printer.write(" : ");
    let places = ranges.iter().zip(kinds).filter(|(_, kind)| **kind == Part::Indices);
    printer.types(places.map(|(range, _)| op.body().ty(op.operand(range.start))));
}

/// Checks what both ops have; `more` is how many operands may follow, if any do.
fn verify(op: OpRef<'_>, kinds: &[Part], more: usize, diagnostics: &mut Diagnostics) {
    let (body, ctx) = (op.body(), op.context());
    let Some((ranges, rest)) = parts(op, kinds) else {
        diagnostics.error(
            op.op_error("expects memrefs, each with one index for each dimension, and a size"),
        );
        return;
    };
    let found = op.num_operands() - rest;
    if found != 0 && found != more {
        let message = if more == 0 {
            "has operands beside memrefs, one index for each dimension, and sizes"
        } else {
            "expects a stride and a number of elements per stride, or neither, after the tag's \
                indices"
        };
        diagnostics.error(op.op_error(message));
        return;
    }
    let mut memrefs = Vec::new();
    let mut numbers: Vec<usize> = (rest..op.num_operands()).collect();
    for (range, kind) in ranges.into_iter().zip(kinds) {
        if *kind == Part::Indices {
            memrefs.push(body.ty(op.operand(range.start)));
        }
        numbers.extend(range.skip(usize::from(*kind == Part::Indices)));
    }
    if !memrefs.iter().all(|&ty| AnyRankedMemRef::matches(ctx, ty)) {
        diagnostics
            .error(op.op_error("expects its source, destination and tag to be of memref type"));
    } else if numbers.into_iter().any(|index| body.ty(op.operand(index)) != Type::INDEX) {
        diagnostics.error(op.op_error("expects indices and sizes of type 'index'"));
    } else if let [source, destination, _] = memrefs[..]
        && source.element_type(ctx) != destination.element_type(ctx)
    {
        diagnostics.error(op.op_error("expects source and destination of one element type"));
    }
}

pub(crate) fn register_dma(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<DmaStartOp>();
    dialect.op::<DmaWaitOp>();
}
