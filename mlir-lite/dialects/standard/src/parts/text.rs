//! The text of parts, and the checks on their lists.

use crate::parts::bounds::Slice;
use crate::parts::{Numbers, PartList, PartOp};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::print_type;
use mlir_lite::text::static_dynamic::{
    SQUARE, StaticDynamicList, print_static_dynamic, verify_static_dynamic,
};
use mlir_lite::types::DYNAMIC;

const LISTS: [&str; 3] = ["static_offsets", "static_sizes", "static_strides"];
pub(crate) const SHOWN: [&str; 4] =
    ["static_offsets", "static_sizes", "static_strides", "operandSegmentSizes"];

/// Reads `[..] [..] [..]`.
fn parse_lists<'s>(parser: &mut OpAsmParser<'_, 's>) -> Parsed<[StaticDynamicList<'s>; 3]> {
    Ok([
        StaticDynamicList::parse(parser, SQUARE)?,
        StaticDynamicList::parse(parser, SQUARE)?,
        StaticDynamicList::parse(parser, SQUARE)?,
    ])
}

/// Adds the lists to the op; `single` operands precede them.
pub(crate) fn add_lists<'s>(
    parser: &mut OpAsmParser<'_, 's>,
    single: usize,
    lists: &[StaticDynamicList<'s>; 3],
) -> Parsed<()> {
    let mut sizes: SmallVec<[i32; 4]> = SmallVec::from_elem(1, single);
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

pub(crate) fn print_list(list: PartList<'_>, ctx: &Context, printer: &mut OpAsmPrinter<'_, '_>) {
    let values = list.values.id_list();
    print_static_dynamic(printer, SQUARE, &list.numbers(ctx), &values);
}

/// Reports a list with another number of values than its numbers leave open.
pub(crate) fn verify_lists<'b>(
    op: impl PartOp<'b>,
    diagnostics: &mut Diagnostics,
) -> Option<[Numbers; 3]> {
    let lists = op.lists();
    let numbers = lists.map(|list| list.numbers(op.context()));
    let mut all = lists.iter().zip(&numbers).zip(["offset", "size", "stride"]);
    all.all(|((list, numbers), what)| {
        verify_static_dynamic(op.op(), what, numbers, list.values.len(), diagnostics)
    })
    .then_some(numbers)
}

pub(crate) fn parse_part(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
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

pub(crate) fn print_part<'b>(
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

/// Reads `%part into %whole[..] [..] [..] : type into type`, and returns the whole's type.
pub(crate) fn parse_insertion(parser: &mut OpAsmParser<'_, '_>) -> Parsed<Type> {
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
    Ok(whole)
}

/// Writes what [`parse_insertion`] reads.
pub(crate) fn print_insertion<'b>(
    op: impl PartOp<'b>,
    [source, dest]: [ValueRef<'b>; 2],
    printer: &mut OpAsmPrinter<'_, 'b>,
) {
    printer.write(" ");
    printer.operand(source);
    printer.write(" into ");
    printer.operand(dest);
    print_lists(op, printer);
    printer.attr_dict(op.op(), &SHOWN);
    printer.write(" : ");
    printer.ty(source.ty());
    printer.write(" into ");
    printer.ty(dest.ty());
}

/// Checks that the lists describe a part of type `part` of `whole`.
pub(crate) fn verify_part<'b>(
    view: impl PartOp<'b>,
    whole: Type,
    part: Type,
    diagnostics: &mut Diagnostics,
) {
    let (op, ctx) = (view.op(), view.context());
    let Some([offsets, sizes, strides]) = verify_lists(view, diagnostics) else { return };
    let (Some(whole_shape), Some(part_shape)) = (whole.shape(ctx), part.shape(ctx)) else {
        return;
    };
    if [&offsets, &sizes, &strides].iter().any(|numbers| numbers.len() != whole_shape.len()) {
        let message = format!(
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
            let message =
                format!("takes a part of sizes [{}], but its type is '{part}'", sizes.join(", "));
            diagnostics.error(op.op_error(message));
            return;
        }
    }
    if wanted.any(|&size| size != 1) {
        let part = print_type(ctx, part);
        let message =
            format!("takes a part of more sizes other than 1 than its type has, '{part}'");
        diagnostics.error(op.op_error(message));
        return;
    }
    let slice = Slice { offsets: &offsets, sizes: &sizes, strides: &strides };
    if slice.check_bounds(op, whole_shape, diagnostics) && whole.is_memref(ctx) {
        slice.check_layout(op, whole, part, diagnostics);
    }
}
