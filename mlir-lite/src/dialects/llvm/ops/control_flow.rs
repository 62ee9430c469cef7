//! Branches between the blocks of a function.

use crate::dialects::llvm::constraints::*;
use crate::ir::prelude::*;
use crate::types::TypeKind;

/// Goes on in another block.
#[op(name = "llvm.br", traits(Pure, Terminator), format = "$dest attr-dict")]
pub struct BrOp {
    #[successor]
    dest: AnySuccessor,
}

/// Goes on in one of two blocks.
#[op(
    name = "llvm.cond_br",
    traits(Pure, Terminator),
    interfaces(BranchOpInterface),
    format = "$condition `,` $true_dest `,` $false_dest attr-dict"
)]
pub struct CondBrOp {
    #[operand]
    condition: I1,
    #[successor]
    true_dest: AnySuccessor,
    #[successor]
    false_dest: AnySuccessor,
}

impl BranchOpInterface for CondBrOp {
    fn successor_for(&self, op: OpRef<'_>, operands: &[Option<Attribute>]) -> Option<usize> {
        let condition = (*operands.first()?)?.as_bool(op.context())?;
        Some(usize::from(!condition))
    }
}

/// Goes on in the block of the case that equals the value, or else in the
/// first, the default.
#[op(name = "llvm.switch", traits(Pure, Terminator), assembly = custom, verify)]
pub struct SwitchOp {
    #[operand]
    value: LlvmInteger,
    /// Elements of the value's type, one per case.
    #[attr]
    case_values: Optional<ArrayAttr>,
    /// The default, then the cases.
    #[successor]
    destinations: Variadic<AnySuccessor>,
}

impl CustomAssembly for SwitchOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let value = parser.parse_operand()?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        let value = parser.resolve(&value, ty)?;
        parser.add_operand(value);
        parser.parse_punct(",")?;
        parser.parse_successor()?;
        parser.parse_punct("[")?;
        let mut cases = Vec::new();
        if !parser.parse_optional_punct("]") {
            loop {
                cases.push(parser.parse_integer()?);
                parser.parse_punct(":")?;
                parser.parse_successor()?;
                if !parser.parse_optional_punct(",") {
                    break;
                }
            }
            parser.parse_punct("]")?;
        }
        if !cases.is_empty() {
            let ctx = parser.context().clone();
            let cases: Vec<Attribute> = cases.into_iter().map(|case| ctx.integer_attr(ty, case)).collect();
            parser.set_attr("case_values", ctx.array_attr(&cases));
        }
        parser.parse_attr_dict()
    }

    fn print<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.operand(0));
        printer.write(" : ");
        printer.types(op.operand_types().take(1));
        printer.write(", ");
        printer.successor(op, 0);
        printer.write(" [");
        let cases = op.attr_named("case_values").and_then(|cases| cases.as_array(op.context()));
        let cases = cases.unwrap_or_default();
        for (i, &case) in cases.iter().enumerate() {
            printer.new_line_indented();
            printer.attribute_without_type(case);
            printer.write(": ");
            printer.successor(op, i + 1);
            if i + 1 < cases.len() {
                printer.write(",");
            }
        }
        printer.new_line();
        printer.write("]");
        printer.attr_dict(op, &["case_values"]);
    }
}

impl VerifyOp for SwitchOp {
    fn verify(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let cases = op.attr_named("case_values").and_then(|cases| cases.as_array(ctx)).unwrap_or_default();
        if cases.len() + 1 != op.successors().len() {
            let message = format!("has {} cases for {} blocks", cases.len(), op.successors().len());
            diagnostics.error(op.op_error(message));
        }
        let Some(ty) = op.operand_types().next() else { return };
        if !matches!(ty.kind(ctx), TypeKind::Integer { .. })
            || cases.iter().any(|case| case.ty(ctx) != Some(ty))
        {
            diagnostics.error(op.op_error("has cases of its operand's type, an integer"));
        }
    }
}

/// Is never reached; reaching it is undefined.
#[op(name = "llvm.unreachable", traits(Terminator), format = "attr-dict")]
pub struct UnreachableOp {}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<BrOp>();
    dialect.op::<CondBrOp>();
    dialect.op::<SwitchOp>();
    dialect.op::<UnreachableOp>();
}
