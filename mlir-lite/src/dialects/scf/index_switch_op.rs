//! One of several regions, by a number.

use super::for_op::ensure_yield;
use super::{YieldOp, check_types};
use crate::ir::prelude::*;

/// Runs the region of the case that equals the argument, or else the default.
///
/// ```mlir
/// %0 = scf.index_switch %i -> i32
/// case 2 {
///   scf.yield %x : i32
/// }
/// default {
///   scf.yield %y : i32
/// }
/// ```
#[op(name = "scf.index_switch",
     traits(SingleBlockImplicitTerminator<YieldOp>, RecursiveMemoryEffects),
     assembly = custom, verify, canonicalize)]
pub struct IndexSwitchOp {
    /// What decides.
    #[operand]
    arg: Index,
    /// The cases, all different.
    #[attr]
    cases: DenseI64ArrayAttr,
    /// What is run if there is no such case.
    #[region]
    default_region: AnyRegion,
    /// What is run in each case.
    #[region]
    case_regions: Variadic<AnyRegion>,
    /// What the region yields.
    #[result]
    results: Variadic<AnyType>,
}

fn cases_of(op: OpRef<'_>) -> Vec<i64> {
    op.attr_named("cases").and_then(|cases| cases.as_i64_array(op.context())).unwrap_or_default()
}

impl CustomAssembly for IndexSwitchOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let argument = parser.parse_operand()?;
        let argument = parser.resolve(&argument, Type::INDEX)?;
        parser.add_operand(argument);
        parser.parse_attr_dict()?;
        if parser.parse_optional_punct("->") {
            let types = parser.parse_type_list()?;
            parser.add_result_types(&types);
        }
        let mut cases = Vec::new();
        while parser.parse_optional_keyword("case") {
            cases.push(parser.parse_integer()?);
            parser.parse_region(&[])?;
        }
        parser.parse_keyword("default")?;
        parser.parse_region(&[])?;
        ensure_yield(parser);
        // The op has its default first.
        parser.state_mut().regions.rotate_right(1);
        let cases = parser.context().i64_array_attr(&cases);
        parser.set_attr("cases", cases);
        Ok(())
    }

    fn print<'b>(op: IndexSwitchOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        printer.write(" ");
        printer.operands(op.operands());
        printer.attr_dict(op, &["cases"]);
        if op.num_results() > 0 {
            printer.write(" -> ");
            printer.types(op.result_types());
        }
        // MLIR ends this line with a blank.
        printer.write(" ");
        for (case, region) in cases_of(op).into_iter().zip(op.regions().skip(1)) {
            printer.new_line();
            printer.display(format_args!("case {case} "));
            printer.region(region, PrintRegion { entry_args: false, terminator: true });
        }
        printer.new_line();
        printer.write("default ");
        if let Some(region) = op.region(0) {
            let end = region.entry().and_then(BlockRef::terminator);
            let says_nothing =
                end.is_some_and(|end| end.num_operands() == 0 && op.body().attributes(end.id()).is_empty());
            printer.region(region, PrintRegion { entry_args: true, terminator: !says_nothing });
        }
    }
}

impl VerifyOp for IndexSwitchOp {
    fn verify(op: IndexSwitchOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let mut cases = cases_of(op);
        if cases.len() + 1 != op.regions().len() {
            let (regions, cases) = (op.regions().len() - 1, cases.len());
            diagnostics
                .error(op.op_error(format_args!("has {regions} case regions but {cases} case values")));
            return;
        }
        cases.sort_unstable();
        if let Some(pair) = cases.windows(2).find(|pair| pair[0] == pair[1]) {
            diagnostics.error(op.op_error(format_args!("has duplicate case value: {}", pair[0])));
        }
        for region in op.regions() {
            let Some(block) = region.entry() else {
                diagnostics.error(op.op_error("expects each region to have one block"));
                continue;
            };
            if !block.arguments().is_empty() {
                diagnostics.error(op.op_error("expects regions without arguments"));
            }
            if let Some(end) = block.terminator() {
                let what = "has a region that yields values";
                check_types(op, what, end.operand_types(), op.result_types(), diagnostics);
            }
        }
    }
}
