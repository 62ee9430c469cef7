//! Loops that run while a condition holds.

use super::check_types;
use crate::ir::prelude::*;

/// Runs its first region, which decides by `scf.condition` whether the second
/// one is run; what that yields are the arguments of the first one's next run.
#[op(name = "scf.while", traits(RecursiveMemoryEffects), interfaces(LoopLikeOpInterface), assembly = custom, verify, canonicalize)]
pub struct WhileOp {
    /// Arguments of the first run.
    #[operand]
    inits: Variadic<AnyType>,
    /// Decides.
    #[region]
    before: SingleBlockRegion,
    /// Is run while the condition holds.
    #[region]
    after: SingleBlockRegion,
    /// What the condition passes on when it leaves.
    #[result]
    results: Variadic<AnyType>,
}

impl LoopLikeOpInterface for WhileOpRef<'_> {}

impl CustomAssembly for WhileOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let position = parser.position();
        let mut arguments = Vec::new();
        let mut inits = Vec::new();
        if parser.parse_optional_punct("(") {
            while !parser.parse_optional_punct(")") {
                if !arguments.is_empty() {
                    parser.parse_punct(",")?;
                }
                arguments.push(parser.parse_operand()?);
                parser.parse_punct("=")?;
                inits.push(parser.parse_operand()?);
            }
        }
        parser.parse_punct(":")?;
        let (inputs, results) = parser.parse_function_type()?;
        let inits = parser.resolve_all(&inits, &inputs, position)?;
        parser.add_operands(&inits);
        parser.add_result_types(&results);
        let arguments: Vec<_> = arguments.into_iter().zip(inputs).collect();
        parser.parse_region(&arguments)?;
        parser.parse_keyword("do")?;
        parser.parse_region(&[])?;
        parser.parse_attr_dict_with_keyword()
    }

    fn print<'b>(op: WhileOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        let Some(block) = op.region(0).and_then(|region| region.entry()) else { return };
        if op.num_operands() > 0 {
            printer.write(" (");
            for (i, (&argument, init)) in block.arguments().iter().zip(op.operands()).enumerate() {
                if i > 0 {
                    printer.write(", ");
                }
                printer.operand(argument);
                printer.write(" = ");
                printer.operand(init);
            }
            printer.write(")");
        }
        printer.write(" : ");
        let (inputs, results): (Vec<Type>, Vec<Type>) =
            (op.operand_types().collect(), op.result_types().collect());
        printer.function_type(&inputs, &results);
        for (i, region) in op.regions().enumerate() {
            printer.write(if i == 0 { " " } else { " do " });
            printer.region(region, PrintRegion { entry_args: i > 0, terminator: true });
        }
        printer.attr_dict_with_keyword(op, &[]);
    }
}

impl VerifyOp for WhileOp {
    fn verify(op: WhileOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let body = op.body();
        let blocks: Vec<BlockRef<'_>> = op.regions().filter_map(|region| region.entry()).collect();
        let [before, after] = blocks[..] else { return };
        let types = |block: BlockRef<'_>| -> Vec<Type> {
            block.arguments().iter().map(|&argument| body.ty(argument)).collect()
        };
        let inputs = types(before).into_iter();
        check_types(op, "has a first region with arguments", inputs, op.operand_types(), diagnostics);
        let passed = types(after).into_iter();
        check_types(op, "has a second region with arguments", passed, op.result_types(), diagnostics);
        match before.terminator().filter(|end| end.is::<super::ConditionOp>()) {
            Some(end) => {
                let found = end.operand_types().skip(1);
                check_types(op, "passes on values", found, op.result_types(), diagnostics);
            }
            None => {
                diagnostics.error(op.op_error("expects the first region to end with 'scf.condition'"));
            }
        }
        match after.terminator().filter(|end| end.is::<super::YieldOp>()) {
            Some(end) => {
                check_types(op, "yields values", end.operand_types(), op.operand_types(), diagnostics);
            }
            None => {
                diagnostics.error(op.op_error("expects the second region to end with 'scf.yield'"));
            }
        }
    }
}
