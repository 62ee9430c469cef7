//! `scf.if`: conditionals.

use super::for_op::ensure_yield;
use super::lowering::{Std, inline_yielding, split_around};
use super::to_std::may_branch;
use super::{YieldOp, check_types, print_results};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::standard::CondBrOp;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Values};
use mlir_lite::ir::RegionId;
use mlir_lite::ir::builder::{InsertionPoint, at};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::CanonicalizeOp;
use mlir_lite::rewrite::keep_attributes::keep_attributes;
use mlir_lite::rewrite::{MatchResult, PatternRewriter};

/// Runs one of two regions, by a condition. The results are the values that the region yields;
/// without results the second region may be empty.
///
/// ```mlir
/// %least = scf.if %less -> (f32) {
///   scf.yield %a : f32
/// } else {
///   scf.yield %b : f32
/// }
/// ```
#[op(name = "scf.if", traits(SingleBlockImplicitTerminator<YieldOp>, RecursiveMemoryEffects),
     implements(
         CustomAssembly, VerifyOp, CanonicalizeOp, InterpretOp, RegionBranchOpInterface,
         LowerTo<Std>,
     ))]
pub struct IfOp {
    /// The condition.
    #[operand]
    condition: I1,
    /// The region to run if the condition holds.
    #[region]
    then_region: AnyRegion,
    /// The region to run otherwise.
    #[region]
    else_region: AnyRegion,
    /// The values that the region yields.
    #[result]
    results: Variadic<AnyType>,
}

impl IfOp {
    /// Creates a conditional without results; `then_branch` fills the region that is run if the
    /// condition holds.
    pub fn when<B: OpBuilder + ?Sized>(
        builder: &mut B,
        condition: ValueId,
        then_branch: impl FnOnce(&mut B),
    ) -> Self {
        let op = Self::create(builder, condition, &[]);
        let region = op.then_region(builder.body());
        fill(builder, region, |builder| {
            then_branch(builder);
            Vec::new()
        });
        op
    }

    /// Creates a conditional with results of these types. Each function fills its region and
    /// returns the values that the region yields.
    pub fn with_branches<B: OpBuilder + ?Sized>(
        builder: &mut B,
        condition: ValueId,
        results: &[Type],
        then_branch: impl FnOnce(&mut B) -> Vec<ValueId>,
        else_branch: impl FnOnce(&mut B) -> Vec<ValueId>,
    ) -> Self {
        let op = Self::create(builder, condition, results);
        let region = op.then_region(builder.body());
        fill(builder, region, then_branch);
        let region = op.else_region(builder.body());
        fill(builder, region, else_branch);
        op
    }
}

/// Creates the block of a region, which yields what `build` returns.
fn fill<B: OpBuilder + ?Sized>(
    builder: &mut B,
    region: RegionId,
    build: impl FnOnce(&mut B) -> Vec<ValueId>,
) {
    let block = builder.create_block(region, &[]);
    at(builder, InsertionPoint::End(block), |builder| {
        let yielded = build(builder);
        YieldOp::create(builder, &yielded);
    });
}

impl RegionBranchOpInterface for IfOp {
    fn successors(
        op: IfOpRef<'_>,
        from: Option<RegionId>,
        operands: &[Option<Attribute>],
    ) -> RegionSuccessors {
        let branches = op.op().one_of_its_regions(from);
        // The operands of the op decide; those of a terminator are its results.
        let condition = operands.first().copied().flatten().filter(|_| from.is_none());
        match condition.and_then(|condition| condition.as_bool(op.context())) {
            Some(holds) => RegionSuccessors::from_elem(branches[usize::from(!holds)], 1),
            None => branches,
        }
    }
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
        printer.write(" ");
        printer.operand(op.condition().id());
        print_results(op.op(), printer);
        let how = PrintRegion { entry_args: true, terminator: !op.results().is_empty() };
        printer.write(" ");
        printer.region(op.then_region(), how);
        if !op.else_region().is_empty() {
            printer.write(" else ");
            printer.region(op.else_region(), how);
        }
        printer.attr_dict(op.op(), &[]);
    }
}

impl VerifyOp for IfOp {
    fn verify(op: IfOpRef<'_>, diagnostics: &mut Diagnostics) {
        let without_else = "must have an else block if defining values";
        let regions = [
            (op.then_region(), Some("requires a block in its first region")),
            (op.else_region(), (!op.results().is_empty()).then_some(without_else)),
        ];
        for (region, if_empty) in regions {
            let Some(block) = region.entry() else {
                if let Some(message) = if_empty {
                    diagnostics.error(op.op().op_error(message));
                }
                continue;
            };
            if !block.arguments().is_empty() {
                diagnostics.error(op.op().op_error("requires regions without arguments"));
            }
            if let Some(end) = block.terminator() {
                let (found, results) = (end.operand_types(), op.results().types());
                check_types(
                    op.op(),
                    "has a region that yields values",
                    found,
                    results,
                    diagnostics,
                );
            }
        }
    }
}

impl InterpretOp for IfOp {
    fn interpret<'b>(op: IfOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let holds = m.get(op.condition()).as_int()? == 1;
        let taken = if holds { op.then_region() } else { op.else_region() };
        let values = m.run_region(taken, Values::new())?;
        m.set_results(op.op(), values);
        Ok(Flow::Next)
    }
}

impl LowerTo<Std> for IfOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        may_branch(rewriter.body(), op.id())?;
        let body = rewriter.body();
        let location = body.location(op.id());
        let condition = op.condition(body);
        let regions = [op.then_region(body), op.else_region(body)];

        let (before, join, results) = split_around(op.id(), rewriter);
        let targets = regions.map(|region| inline_yielding(region, join, rewriter));
        rewriter.set_insertion_point(InsertionPoint::End(before));
        let branch =
            CondBrOp::build(rewriter, location, condition, (targets[0], &[]), (targets[1], &[]));
        keep_attributes(rewriter, op.id(), branch.id());
        rewriter.replace_op(op.id(), &results);
        Ok(())
    }
}
