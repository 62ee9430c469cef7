//! `scf.execute_region`: a region of several blocks as one op.

use super::YieldOp;
use super::lowering::{Std, branch, inline_yielding, split_around};
use super::to_std::may_branch;
use mlir_lite::conversion::LowerTo;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Values};
use mlir_lite::ir::builder::InsertionPoint;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::CanonicalizeOp;
use mlir_lite::rewrite::keep_attributes::keep_attributes;
use mlir_lite::rewrite::{MatchResult, PatternRewriter};

/// Runs its region once; the yielded values are the results. So other structured ops can contain
/// control flow between blocks.
///
/// ```mlir
/// %0 = scf.execute_region -> i32 {
///   cond_br %c, ^bb1, ^bb2(%y : i32)
/// ^bb1:
///   br ^bb2(%x : i32)
/// ^bb2(%v: i32):
///   scf.yield %v : i32
/// }
/// ```
#[op(
    name = "scf.execute_region",
    traits(AutomaticAllocationScope, RecursiveMemoryEffects),
    implements(
        CustomAssembly, VerifyOp, CanonicalizeOp, InterpretOp, RegionBranchOpInterface,
        LowerTo<Std>,
    )
)]
pub struct ExecuteRegionOp {
    /// Whether the region must stay apart.
    #[attr]
    no_inline: Optional<UnitAttr>,
    /// The region to run.
    #[region]
    region: AnyRegion,
    /// The yielded values.
    #[result]
    results: Variadic<AnyType>,
}

impl RegionBranchOpInterface for ExecuteRegionOp {}

impl CustomAssembly for ExecuteRegionOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        if parser.parse_optional_punct("->") {
            let types = parser.parse_function_results()?;
            parser.add_result_types(&types);
        }
        if parser.parse_optional_keyword("no_inline") {
            parser.set_attr("no_inline", Attribute::UNIT);
        }
        parser.parse_region(&[])?;
        parser.parse_attr_dict()
    }

    fn print<'b>(op: ExecuteRegionOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        if !op.results().is_empty() {
            printer.write(" -> ");
            let types: Vec<Type> = op.results().types().collect();
            printer.result_types(&types);
        }
        printer.write(if op.no_inline().is_some() { " no_inline " } else { " " });
        printer.region(op.region(), PrintRegion { entry_args: false, terminator: true });
        printer.attr_dict(op.op(), &["no_inline"]);
    }
}

impl VerifyOp for ExecuteRegionOp {
    fn verify(op: ExecuteRegionOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (region, results, op) = (op.region(), op.results(), op.op());
        match region.entry() {
            None => {
                diagnostics.error(op.op_error("region needs to have at least one block"));
            }
            Some(entry) if !entry.arguments().is_empty() => {
                diagnostics.error(op.op_error("region cannot have any arguments"));
            }
            Some(_) => {}
        }
        let ends = region.blocks().filter_map(BlockRef::terminator);
        for end in ends.filter_map(|end| end.cast::<YieldOp>()) {
            super::check_types(
                op,
                "yields values",
                end.results().types(),
                results.types(),
                diagnostics,
            );
        }
    }
}

impl InterpretOp for ExecuteRegionOp {
    fn interpret<'b>(op: ExecuteRegionOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let values = m.run_region(op.region(), Values::new())?;
        m.set_results(op.op(), values);
        Ok(Flow::Next)
    }
}

impl LowerTo<Std> for ExecuteRegionOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        may_branch(rewriter.body(), op.id())?;
        let location = rewriter.body().location(op.id());
        let region = op.region(rewriter.body());
        let (before, join, results) = split_around(op.id(), rewriter);
        let entry = inline_yielding(region, join, rewriter);
        let into = branch(rewriter, InsertionPoint::End(before), location, entry, &[]);
        keep_attributes(rewriter, op.id(), into);
        rewriter.replace_op(op.id(), &results);
        Ok(())
    }
}
