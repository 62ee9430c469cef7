//! `scf.index_switch`: runs one of several regions, selected by a number.

use super::for_op::ensure_yield;
use super::lowering::{Std, branch, inline_yielding, split_around};
use super::to_std::may_branch;
use super::{YieldOp, check_types};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::standard::{CmpIOp, CmpIPredicate, CondBrOp, ConstantOp};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Values};
use mlir_lite::ir::builder::InsertionPoint;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::{BlockId, RegionId};
use mlir_lite::rewrite::CanonicalizeOp;
use mlir_lite::rewrite::keep_attributes::keep_attributes;
use mlir_lite::rewrite::{MatchResult, PatternRewriter};

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
     implements(
         CustomAssembly, VerifyOp, CanonicalizeOp, InterpretOp, RegionBranchOpInterface,
         LowerTo<Std>,
     ))]
pub struct IndexSwitchOp {
    /// The value that selects the case.
    #[operand]
    arg: Index,
    /// The cases, all different.
    #[attr(typed)]
    cases: DenseI64ArrayAttr,
    /// The region to run if there is no such case.
    #[region]
    default_region: AnyRegion,
    /// The region to run in each case.
    #[region]
    case_regions: Variadic<AnyRegion>,
    /// The values that the region yields.
    #[result]
    results: Variadic<AnyType>,
}

impl RegionBranchOpInterface for IndexSwitchOp {
    fn successors(
        op: IndexSwitchOpRef<'_>,
        from: Option<RegionId>,
        operands: &[Option<Attribute>],
    ) -> RegionSuccessors {
        let regions = op.op().one_of_its_regions(from);
        // The operands of the op decide; those of a terminator are its results.
        let selected = operands.first().copied().flatten().filter(|_| from.is_none());
        match selected.and_then(|selected| selected.as_i64(op.context())) {
            Some(selected) => {
                // The default is the first region, and the cases follow in their order.
                let case = op.cases().into_iter().position(|case| case == selected);
                RegionSuccessors::from_elem(regions[case.map_or(0, |case| case + 1)], 1)
            }
            None => regions,
        }
    }
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
        printer.write(" ");
        printer.operand(op.arg().id());
        printer.attr_dict(op.op(), &["cases"]);
        if !op.results().is_empty() {
            printer.write(" -> ");
            printer.types(op.results().types());
        }
        // MLIR ends this line with a space.
        printer.write(" ");
        for (case, region) in op.cases().into_iter().zip(op.case_regions()) {
            printer.new_line();
            printer.display(format_args!("case {case} "));
            printer.region(region, PrintRegion { entry_args: false, terminator: true });
        }
        printer.new_line();
        printer.write("default ");
        let end = op.default_region().entry().and_then(BlockRef::terminator);
        let says_nothing = end.is_some_and(|end| {
            end.num_operands() == 0 && op.body().attributes(end.id()).is_empty()
        });
        printer.region(
            op.default_region(),
            PrintRegion { entry_args: true, terminator: !says_nothing },
        );
    }
}

impl VerifyOp for IndexSwitchOp {
    fn verify(op: IndexSwitchOpRef<'_>, diagnostics: &mut Diagnostics) {
        let mut cases = op.cases();
        let (results, regions) = (op.results(), op.case_regions().len());
        if cases.len() != regions {
            let cases = cases.len();
            diagnostics.error(
                op.op_error(format_args!("has {regions} case regions but {cases} case values")),
            );
            return;
        }
        cases.sort_unstable();
        if let Some(pair) = cases.windows(2).find(|pair| pair[0] == pair[1]) {
            diagnostics.error(op.op_error(format_args!("has duplicate case value: {}", pair[0])));
        }
        for region in op.op().regions() {
            let Some(block) = region.entry() else {
                diagnostics.error(op.op_error("expects each region to have one block"));
                continue;
            };
            if !block.arguments().is_empty() {
                diagnostics.error(op.op_error("expects regions without arguments"));
            }
            if let Some(end) = block.terminator() {
                let what = "has a region that yields values";
                check_types(op.op(), what, end.operand_types(), results.types(), diagnostics);
            }
        }
    }
}

impl InterpretOp for IndexSwitchOp {
    fn interpret<'b>(op: IndexSwitchOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let argument = m.get(op.arg()).as_index()?;
        let case =
            op.cases().into_iter().zip(op.case_regions()).find(|(case, _)| *case == argument);
        let taken = case.map_or_else(|| op.default_region(), |(_, region)| region);
        let values = m.run_region(taken, Values::new())?;
        m.set_results(op.op(), values);
        Ok(Flow::Next)
    }
}

impl LowerTo<Std> for IndexSwitchOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        may_branch(rewriter.body(), op.id())?;
        let body = rewriter.body();
        let location = body.location(op.id());
        let argument = op.arg(body);
        let cases = op.cases(body);
        let regions: SmallVec<[RegionId; 4]> = body.regions(op.id()).iter().copied().collect();
        if regions.len() != cases.len() + 1 {
            return Err("there is not one region per case".into());
        }
        let (before, join, results) = split_around(op.id(), rewriter);
        let mut decide = before;
        let mut targets = SmallVec::<[BlockId; 4]>::new();
        for region in regions {
            targets.push(inline_yielding(region, join, rewriter));
        }
        for (index, &case) in cases.iter().enumerate() {
            // The default is the first region; after the last case no comparison is left.
            let otherwise = match index + 1 == cases.len() {
                true => targets[0],
                false => rewriter.create_block_before(targets[index + 1], &[]),
            };
            rewriter.set_insertion_point(InsertionPoint::End(decide));
            let case = ConstantOp::index(rewriter, case);
            let equal = CmpIOp::build(rewriter, location, CmpIPredicate::Eq, argument, case);
            let equal = equal.result(rewriter.body());
            let branch = CondBrOp::build(
                rewriter,
                location,
                equal,
                (targets[index + 1], &[]),
                (otherwise, &[]),
            );
            if cases.len() == 1 {
                keep_attributes(rewriter, op.id(), branch.id());
            }
            decide = otherwise;
        }
        if cases.is_empty() {
            let only = branch(rewriter, InsertionPoint::End(before), location, targets[0], &[]);
            keep_attributes(rewriter, op.id(), only);
        }
        rewriter.replace_op(op.id(), &results);
        Ok(())
    }
}
