//! `scf.while`: loops that run while a condition holds.

use super::lowering::{Std, ValueIds, branch, end_of, replace_end};
use super::to_std::may_branch;
use super::{ConditionOp, YieldOp, argument_types, check_types, entry_arguments};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::standard::CondBrOp;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::builder::{InsertionPoint, at};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::CanonicalizeOp;
use mlir_lite::rewrite::keep_attributes::{keep_attributes, replace_keeping_attributes};
use mlir_lite::rewrite::{MatchResult, PatternRewriter};

/// Runs its first region, which decides by `scf.condition` whether the second
/// one is run; what that yields are the arguments of the first one's next run.
///
/// ```mlir
/// %last = scf.while (%x = %first) : (i32) -> i32 {
///   %more = cmpi "slt", %x, %limit : i32
///   scf.condition(%more) %x : i32
/// } do {
/// ^bb0(%y: i32):
///   %double = addi %y, %y : i32
///   scf.yield %double : i32
/// }
/// ```
#[op(
    name = "scf.while",
    traits(RecursiveMemoryEffects),
    implements(
        CustomAssembly, VerifyOp, CanonicalizeOp, InterpretOp, LoopLikeOpInterface,
        RegionBranchOpInterface, LowerTo<Std>,
    )
)]
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
    /// The values that the condition passes on when it leaves the loop.
    #[result]
    results: Variadic<AnyType>,
}

impl WhileOp {
    /// Creates a loop whose values begin as `inits`. `before` fills the first region, given the
    /// values, and returns the condition and the values that it passes on, of the types `results`;
    /// `after` fills the second one, given these, and returns the values of the next run.
    pub fn looping<B: OpBuilder + ?Sized>(
        builder: &mut B,
        inits: &[ValueId],
        results: &[Type],
        before: impl FnOnce(&mut B, &[ValueId]) -> (ValueId, Vec<ValueId>),
        after: impl FnOnce(&mut B, &[ValueId]) -> Vec<ValueId>,
    ) -> Self {
        let types: Vec<Type> = inits.iter().map(|&value| builder.body().ty(value)).collect();
        let op = Self::create(builder, inits, results);
        let region = op.before(builder.body());
        let block = builder.create_block(region, &types);
        let arguments = builder.body().arguments(block).to_vec();
        at(builder, InsertionPoint::End(block), |builder| {
            let (condition, passed) = before(builder, &arguments);
            ConditionOp::create(builder, condition, &passed);
        });
        let region = op.after(builder.body());
        let block = builder.create_block(region, results);
        let arguments = builder.body().arguments(block).to_vec();
        at(builder, InsertionPoint::End(block), |builder| {
            let next = after(builder, &arguments);
            YieldOp::create(builder, &next);
        });
        op
    }
}

impl LoopLikeOpInterface for WhileOp {
    fn inits(op: WhileOpRef<'_>) -> SmallVec<[ValueId; 4]> {
        WhileOpRef::inits(op).ids().collect()
    }

    fn region_iter_args(op: WhileOpRef<'_>) -> SmallVec<[ValueId; 4]> {
        SmallVec::from_slice(entry_arguments(op.before()))
    }

    fn yielded_values(op: WhileOpRef<'_>) -> SmallVec<[ValueId; 4]> {
        let end = op.after().entry().and_then(BlockRef::terminator);
        end.map_or_else(SmallVec::new, |end| end.operands().collect())
    }
}

impl RegionBranchOpInterface for WhileOp {
    fn successors(
        op: WhileOpRef<'_>,
        _: Option<RegionId>,
        _: &[Option<Attribute>],
    ) -> RegionSuccessors {
        RegionSuccessors::from_elem(RegionSuccessor::Region(op.before().id()), 1)
    }

    fn entry_operands(op: WhileOpRef<'_>, _: RegionSuccessor) -> SmallVec<[ValueId; 4]> {
        WhileOpRef::inits(op).ids().collect()
    }
}

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
        if !op.inits().is_empty() {
            printer.write(" (");
            let pairs = entry_arguments(op.before()).iter().zip(op.inits().ids());
            for (i, (&argument, init)) in pairs.enumerate() {
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
            (op.inits().types().collect(), op.results().types().collect());
        printer.function_type(&inputs, &results);
        printer.write(" ");
        printer.region(op.before(), PrintRegion { entry_args: false, terminator: true });
        printer.write(" do ");
        printer.region(op.after(), PrintRegion { entry_args: true, terminator: true });
        printer.attr_dict_with_keyword(op.op(), &[]);
    }
}

impl VerifyOp for WhileOp {
    fn verify(op: WhileOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (inits, results) = (op.inits(), op.results());
        let Some((before, after)) = op.before().entry().zip(op.after().entry()) else { return };
        let (first, second) = (argument_types(before), argument_types(after));
        let what = "has a first region with arguments";
        check_types(op.op(), what, first, inits.types(), diagnostics);
        let what = "has a second region with arguments";
        check_types(op.op(), what, second, results.types(), diagnostics);
        match before.terminator().and_then(|end| end.cast::<ConditionOp>()) {
            Some(end) => {
                let (what, passed) = ("passes on values", end.args().types());
                check_types(op.op(), what, passed, results.types(), diagnostics);
            }
            None => {
                diagnostics
                    .error(op.op_error("expects the first region to end with 'scf.condition'"));
            }
        }
        match after.terminator().and_then(|end| end.cast::<YieldOp>()) {
            Some(end) => {
                let (what, found) = ("yields values", end.results().types());
                check_types(op.op(), what, found, inits.types(), diagnostics);
            }
            None => {
                diagnostics.error(op.op_error("expects the second region to end with 'scf.yield'"));
            }
        }
    }
}

impl InterpretOp for WhileOp {
    fn interpret<'b>(op: WhileOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let mut carried = m.values(op.inits());
        loop {
            let mut passed = m.run_region(op.before(), carried)?;
            if passed.is_empty() {
                return Err(Trap::new("cannot be interpreted: the loop's condition is missing"));
            }
            let condition = passed.remove(0).as_int()? == 1;
            if !condition {
                m.set_results(op.op(), passed);
                return Ok(Flow::Next);
            }
            carried = m.run_region(op.after(), passed)?;
        }
    }
}

impl LowerTo<Std> for WhileOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        may_branch(rewriter.body(), op.id())?;
        let body = rewriter.body();
        let location = body.location(op.id());
        let inits: ValueIds = op.inits(body);
        let (decide_region, body_region) = (op.before(body), op.after(body));
        let decide = body.entry_block(decide_region).ok_or("the loop has no condition")?;
        let run = body.entry_block(body_region).ok_or("the loop has no body")?;
        let condition: ConditionOp =
            end_of(body, decide_region).ok_or("the loop has no condition")?;
        let end: YieldOp = end_of(body, body_region).ok_or("the loop has no terminator")?;
        let (goes_on, values) = (condition.condition(body), condition.args(body));
        let next: ValueIds = end.results(body);

        let (before, after) = rewriter.split_block(op.id());
        rewriter.inline_region_before(decide_region, after);
        rewriter.inline_region_before(body_region, after);
        branch(rewriter, InsertionPoint::End(before), location, decide, &inits);
        replace_keeping_attributes(rewriter, condition.id(), |b| {
            CondBrOp::build(b, location, goes_on, (run, &values), (after, &[]))
        });
        let back = replace_end(rewriter, end.id(), decide, &next);
        keep_attributes(rewriter, op.id(), back);
        rewriter.replace_op(op.id(), &values);
        Ok(())
    }
}
