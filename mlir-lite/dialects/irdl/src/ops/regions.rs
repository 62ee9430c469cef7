//! Constraints on regions.

use crate::kinds::{AttributeType, RegionType};
use crate::ops::OperationOp;
use mlir_lite::ir::prelude::*;

/// A region: the types of the arguments of its entry block, and the number of its blocks.
///
/// ```mlir
/// %0 = irdl.region
/// %1 = irdl.region()
/// %2 = irdl.region(%a, %b) with size 3
/// ```
///
/// Without parentheses, the region may have any arguments.
#[op(
    name = "irdl.region",
    traits(HasParent<OperationOp>),
    implements(CustomAssembly, VerifyOp),
    upstream(name = "irdl.region", only)
)]
pub struct RegionOp {
    /// A constraint for each argument.
    #[operand]
    entry_block_args: Variadic<AttributeType>,
    /// The number of blocks.
    #[attr(name = "numberOfBlocks")]
    number_of_blocks: Optional<I32Attr>,
    /// Whether the arguments are constrained.
    #[attr(name = "constrainedArguments")]
    constrained_arguments: Optional<UnitAttr>,
    /// The constraint.
    #[result]
    output: RegionType,
}

impl VerifyOp for RegionOp {
    fn verify(op: RegionOpRef<'_>, diagnostics: &mut Diagnostics) {
        let count = op.number_of_blocks().and_then(|count| count.as_i64(op.context()));
        if let Some(count) = count.filter(|&count| count < 1) {
            diagnostics.error(op.op().op_error(format_args!(
                "the number of blocks is expected to be >= 1 but got {count}"
            )));
        }
    }
}

impl CustomAssembly for RegionOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ctx = parser.context().clone();
        let ty = AttributeType::get(&ctx);
        if parser.at_punct("(") {
            for operand in parser.parse_operands_in("(", ")")? {
                let value = parser.resolve(&operand, ty)?;
                parser.add_operand(value);
            }
            parser.set_attr("constrainedArguments", Attribute::UNIT);
        }
        if parser.parse_optional_keyword("with") {
            parser.parse_keyword("size")?;
            let position = parser.position();
            let count = parser.parse_integer()?;
            if i32::try_from(count).is_err() {
                let message = format!("the number of blocks, {count}, does not fit into 32 bits");
                return Err(parser.error(position, message));
            }
            parser.set_attr("numberOfBlocks", ctx.integer_attr(Type::I32, count));
        }
        parser.parse_attr_dict()?;
        parser.add_result_type(RegionType::get(&ctx));
        Ok(())
    }

    fn print<'b>(op: RegionOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let ctx = op.context();
        if op.constrained_arguments().is_some() {
            printer.write("(");
            printer.operands(op.op().operands());
            printer.write(")");
        }
        if let Some(count) = op.number_of_blocks().and_then(|count| count.as_i64(ctx)) {
            printer.write(" with size ");
            printer.number(count);
        }
        printer.attr_dict(op.op(), &["numberOfBlocks", "constrainedArguments"]);
    }
}
