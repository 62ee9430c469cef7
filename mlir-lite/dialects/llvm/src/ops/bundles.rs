//! Operand bundles of calls and assumptions: `["deopt"(%a, %b : i32, f32), "tail"()]`.
//!
//! A bundle is a tag and values. The values of all bundles are one group of operands;
//! `op_bundle_sizes` has the number of values of each bundle, `op_bundle_tags` its tag.

use mlir_lite::ir::prelude::*;

/// The attributes of bundles.
pub(super) const ATTRIBUTES: [&str; 2] = ["op_bundle_sizes", "op_bundle_tags"];

/// The sizes of an empty list of bundles.
pub(super) fn none(ctx: &Context) -> Attribute {
    ctx.i32_array_attr(&[])
}

/// Parses bundles, if there are any, and sets their attributes. Returns their values, which are not
/// operands yet.
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

/// The bundles of an op: sizes, tags, and the values of all.
#[derive(Copy, Clone)]
pub(super) struct Bundles<'b> {
    pub(super) sizes: Attribute,
    pub(super) tags: Option<Attribute>,
    pub(super) values: ValueRange<'b>,
}

impl<'b> Bundles<'b> {
    /// The sizes of the bundles.
    fn sizes(self, ctx: &Context) -> Vec<usize> {
        let sizes = self.sizes.expect_i64_array(ctx);
        sizes.into_iter().map(|size| usize::try_from(size).unwrap_or(0)).collect()
    }

    /// The tags of the bundles.
    fn tags(self, ctx: &Context) -> &[Attribute] {
        self.tags.and_then(|tags| tags.as_array(ctx)).unwrap_or_default()
    }

    /// Each bundle: its tag, and its values.
    pub(super) fn each(
        self,
        ctx: &'b Context,
    ) -> impl Iterator<Item = (Attribute, Vec<ValueId>)> + 'b {
        let mut values = self.values.into_iter();
        let bundles = self.tags(ctx).iter().copied().zip(self.sizes(ctx));
        bundles
            .map(move |(tag, size)| (tag, values.by_ref().take(size).map(ValueRef::id).collect()))
    }

    /// Prints bundles after a space, in the form that [`parse`] parses; nothing for no bundles.
    pub(super) fn print(self, body: &'b Body, printer: &mut OpAsmPrinter<'_, '_>) {
        let ctx = body.context();
        for (i, (tag, passed)) in self.each(ctx).enumerate() {
            printer.write(if i == 0 { " [" } else { ", " });
            printer.attribute(tag);
            printer.write("(");
            if !passed.is_empty() {
                printer.operands(passed.iter().copied());
                printer.write(" : ");
                printer.types(passed.iter().map(|&value| body.ty(value)));
            }
            printer.write(")");
        }
        printer.write(if self.tags(ctx).is_empty() { "" } else { "]" });
    }

    /// Reports bundles if there are not as many as tags, or if their sizes do not add up to the
    /// number of values.
    pub(super) fn verify(self, op: OpRef<'_>, diagnostics: &mut Diagnostics) {
        let (sizes, tags) = (self.sizes(op.context()), self.tags(op.context()));
        let (total, count) = (sizes.iter().sum::<usize>(), self.values.len());
        if total != count {
            diagnostics.error(op.op_error(format_args!(
                "operand bundles have {count} operands, but 'op_bundle_sizes' adds up to {total}"
            )));
        } else if sizes.len() != tags.len() {
            let (wanted, found) = (sizes.len(), tags.len());
            let message = format!("expected {wanted} operand bundle tags, but got {found}");
            diagnostics.error(op.op_error(message));
        } else if tags.iter().any(|tag| tag.as_str(op.context()).is_none()) {
            diagnostics.error(op.op_error("operand bundle tags must be strings"));
        }
    }
}
