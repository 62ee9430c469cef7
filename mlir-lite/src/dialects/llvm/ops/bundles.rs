//! Operand bundles of calls and assumptions: `["deopt"(%a, %b : i32, f32), "tail"()]`.
//!
//! A bundle is a tag and values. The values of all are one group of operands;
//! `op_bundle_sizes` says how many each bundle has, `op_bundle_tags` its tag.

use crate::ir::prelude::*;

/// The attributes that bundles are in.
pub(super) const ATTRIBUTES: [&str; 2] = ["op_bundle_sizes", "op_bundle_tags"];

/// No sizes, of no bundles.
pub(super) fn none(ctx: &Context) -> Attribute {
    ctx.i32_array_attr(&[])
}

/// Reads bundles, if there are any, and sets their attributes. Gives their
/// values, which are no operands yet.
pub(super) fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<Vec<ValueId>> {
    let ctx = parser.context().clone();
    let (mut tags, mut sizes, mut values) = (Vec::new(), Vec::new(), Vec::new());
    if parser.parse_optional_punct("[") && !parser.parse_optional_punct("]") {
        loop {
            tags.push(ctx.string_attr(&parser.parse_string()?));
            let passed = bundle(parser)?;
            sizes.push(passed.len() as i32);
            values.extend(passed);
            if !parser.parse_optional_punct(",") {
                break;
            }
        }
        parser.parse_punct("]")?;
    }
    parser.set_attr(ATTRIBUTES[0], ctx.i32_array_attr(&sizes));
    if !tags.is_empty() {
        parser.set_attr(ATTRIBUTES[1], ctx.array_attr(&tags));
    }
    Ok(values)
}

/// `(%a, %b : i32, f32)` or `()`
fn bundle(parser: &mut OpAsmParser<'_, '_>) -> Parsed<Vec<ValueId>> {
    parser.parse_punct("(")?;
    if parser.parse_optional_punct(")") {
        return Ok(Vec::new());
    }
    let operands = parser.parse_operand_list()?;
    parser.parse_punct(":")?;
    let position = parser.position();
    let types = parser.parse_type_list()?;
    parser.parse_punct(")")?;
    Ok(parser.resolve_all(&operands, &types, position)?.to_vec())
}

/// The sizes of the bundles of an op.
fn sizes(op: OpRef<'_>) -> Vec<usize> {
    let sizes = op.attr_named(ATTRIBUTES[0]).and_then(|sizes| sizes.as_i64_array(op.context()));
    sizes.unwrap_or_default().into_iter().map(|size| usize::try_from(size).unwrap_or(0)).collect()
}

/// The tags of the bundles of an op.
fn tags(op: OpRef<'_>) -> &[Attribute] {
    op.attr_named(ATTRIBUTES[1]).and_then(|tags| tags.as_array(op.context())).unwrap_or_default()
}

/// Writes what [`parse`] reads, after a blank; nothing for no bundles.
pub(super) fn print<'b>(op: OpRef<'b>, values: &[ValueId], printer: &mut OpAsmPrinter<'_, 'b>) {
    let mut rest = values;
    for (i, (&tag, size)) in tags(op).iter().zip(sizes(op)).enumerate() {
        printer.write(if i == 0 { " [" } else { ", " });
        printer.attribute(tag);
        printer.write("(");
        let (passed, others) = rest.split_at(size.min(rest.len()));
        rest = others;
        if !passed.is_empty() {
            printer.operands(passed.iter().copied());
            printer.write(" : ");
            printer.types(passed.iter().map(|&value| op.body().ty(value)));
        }
        printer.write(")");
    }
    printer.write(if tags(op).is_empty() { "" } else { "]" });
}

/// Reports bundles that are not as many as their tags, or whose sizes do not
/// add up to `count` values.
pub(super) fn verify(op: OpRef<'_>, count: usize, diagnostics: &mut Diagnostics) {
    let (sizes, tags) = (sizes(op), tags(op));
    let total: usize = sizes.iter().sum();
    if total != count {
        diagnostics.error(op.op_error(format_args!(
            "operand bundles have {count} operands, but 'op_bundle_sizes' adds up to {total}"
        )));
    } else if sizes.len() != tags.len() {
        let (wanted, found) = (sizes.len(), tags.len());
        let message = format_args!("expected {wanted} operand bundle tags, but got {found}");
        diagnostics.error(op.op_error(message));
    } else if tags.iter().any(|tag| tag.as_str(op.context()).is_none()) {
        diagnostics.error(op.op_error("operand bundle tags must be strings"));
    }
}
