//! Conditions.

use super::for_op::ensure_yield;
use super::{YieldOp, check_types, print_results};
use crate::ir::prelude::*;

/// Runs one of two regions, by a condition. What the region yields are the
/// results; without results the second region may be empty.
#[op(name = "scf.if", traits(SingleBlockImplicitTerminator<YieldOp>, RecursiveMemoryEffects),
     assembly = custom, verify, canonicalize)]
pub struct IfOp {
    /// What decides.
    #[operand]
    condition: I1,
    /// What is run if the condition holds.
    #[region]
    then_region: AnyRegion,
    /// What is run otherwise.
    #[region]
    else_region: AnyRegion,
    /// What the region yields.
    #[result]
    results: Variadic<AnyType>,
}

impl CustomAssembly for IfOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let condition = parser.parse_operand()?;
        let condition = parser.resolve(&condition, Type::I1)?;
        parser.add_operand(condition);
        if parser.parse_optional_punct("->") {
            let types = parser.parse_function_results()?;
            parser.add_result_types(&types);
        }
        parser.parse_region(&[])?;
        ensure_yield(parser);
        if parser.parse_optional_keyword("else") {
            parser.parse_region(&[])?;
            ensure_yield(parser);
        } else {
            parser.add_empty_region();
        }
        parser.parse_attr_dict()
    }

    fn print<'b>(op: IfOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        printer.write(" ");
        printer.operands(op.operands());
        print_results(op, printer);
        let how = PrintRegion { entry_args: true, terminator: op.num_results() > 0 };
        for (i, region) in op.regions().enumerate() {
            if i == 0 || !region.is_empty() {
                printer.write(if i == 0 { " " } else { " else " });
                printer.region(region, how);
            }
        }
        printer.attr_dict(op, &[]);
    }
}

impl VerifyOp for IfOp {
    fn verify(op: IfOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        for (i, region) in op.regions().enumerate() {
            let Some(block) = region.entry() else {
                if i == 0 {
                    diagnostics.error(op.op_error("requires a block in its first region"));
                } else if op.num_results() > 0 {
                    diagnostics.error(op.op_error("must have an else block if defining values"));
                }
                continue;
            };
            if !block.arguments().is_empty() {
                diagnostics.error(op.op_error("requires regions without arguments"));
            }
            if let Some(end) = block.terminator() {
                let found = end.operand_types();
                check_types(op, "has a region that yields values", found, op.result_types(), diagnostics);
            }
        }
    }
}
