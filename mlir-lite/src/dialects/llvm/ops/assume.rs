//! What the optimiser may count on.

use super::bundles;
use crate::dialects::llvm::constraints::*;
use crate::ir::prelude::*;

/// Says that a condition holds, and what operand bundles say of their values: `["align"(%p, %n : !llvm.ptr, i64)]`.
#[op(name = "llvm.intr.assume", assembly = custom, verify)]
pub struct AssumeOp {
    #[operand]
    cond: I1,
    /// The values of all bundles.
    #[operand]
    op_bundle_operands: Variadic<LlvmValue>,
    #[attr(default = bundles::none)]
    op_bundle_sizes: DenseI32ArrayAttr,
    #[attr]
    op_bundle_tags: Optional<ArrayAttr>,
}

impl AssumeOp {
    /// Says that a pointer is a multiple of a number of bytes, which is an `i64`.
    pub fn of_alignment(
        builder: &mut dyn OpBuilder,
        location: Location,
        pointer: ValueId,
        alignment: ValueId,
    ) -> Self {
        let ctx = builder.context().clone();
        let holds = super::ConstantOp::build(builder, location, Attribute::TRUE, Type::I1);
        let holds = holds.res(builder.body());
        let tags = ctx.array_attr(&[ctx.string_attr("align")]);
        let sizes = Some(ctx.i32_array_attr(&[2]));
        Self::build(builder, location, holds, &[pointer, alignment], sizes, Some(tags))
    }
}

impl CustomAssembly for AssumeOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let condition = parser.parse_operand()?;
        let bundled = bundles::parse(parser)?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        parser.parse_attr_dict()?;
        let condition = parser.resolve(&condition, ty)?;
        parser.add_operand(condition);
        parser.add_operands(&bundled);
        Ok(())
    }

    fn print<'b>(op: AssumeOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        let bundled: Vec<ValueId> = op.operands().skip(1).collect();
        printer.write(" ");
        printer.operands(op.operands().take(1));
        bundles::print(op, &bundled, printer);
        printer.write(" : ");
        printer.types(op.operand_types().take(1));
        printer.attr_dict(op, &bundles::ATTRIBUTES);
    }
}

impl VerifyOp for AssumeOp {
    fn verify(op: AssumeOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        bundles::verify(op, op.num_operands() - 1, diagnostics);
    }
}
