//! `scf.parallel`: loops with parallel iterations, and reductions of their values.
//!
//! In the text of 2020 a loop's body ends with `scf.yield`, and each value has a
//! `scf.reduce(%v) : f32 {..}` of its own somewhere before it. Both custom forms are parsed; in
//! memory one `scf.reduce` ends the body.

use super::loop_nest::{LoopNest, NO_LOOPS};
use super::lowering::{Std, ValueIds};
use super::points::for_each_point;
use super::{YieldOp, argument_types, check_types, entry_arguments};
use mlir_lite::conversion::LowerTo;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value, Values};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::CanonicalizeOp;
use mlir_lite::rewrite::keep_attributes::keep_attributes;
use mlir_lite::rewrite::{MatchResult, PatternRewriter};
use mlir_lite::text::asm::UnresolvedOperand;

/// Runs its body for each point of a box, in any order. The results are the values that
/// `scf.reduce` combines, from the `init` values on.
///
/// ```mlir
/// %0 = scf.parallel (%i) = (%lower) to (%upper) step (%step) init (%zero) -> f32 {
///   %1 = load %m[%i] : memref<100xf32>
///   scf.reduce(%1 : f32) {
///   ^bb0(%a: f32, %b: f32):
///     %2 = addf %a, %b : f32
///     scf.reduce.return %2 : f32
///   }
/// }
/// ```
#[op(name = "scf.parallel",
     traits(AttrSizedOperandSegments, SingleBlockImplicitTerminator<ReduceOp>, RecursiveMemoryEffects,
            AutomaticAllocationScope),
     implements(CustomAssembly, VerifyOp, CanonicalizeOp, InterpretOp, LowerTo<Std>))]
pub struct ParallelOp {
    /// First value of each variable.
    #[operand]
    lower_bound: Variadic<Index>,
    /// Each variable stays below it.
    #[operand]
    upper_bound: Variadic<Index>,
    /// The increment of each variable.
    #[operand]
    step: Variadic<Index>,
    /// The initial value of each result.
    #[operand]
    init_vals: Variadic<AnyType>,
    /// The body; its arguments are the variables.
    #[region]
    region: SingleBlockRegion,
    /// The combined values.
    #[result]
    results: Variadic<AnyType>,
}

/// Ends the body of a `scf.parallel`: combines a value for each result, each
/// by a region of its own.
///
/// ```mlir
/// scf.reduce(%x : f32) {
/// ^bb0(%lhs: f32, %rhs: f32):
///   %sum = addf %lhs, %rhs : f32
///   scf.reduce.return %sum : f32
/// }
/// ```
#[op(name = "scf.reduce", traits(Terminator, HasParent<ParallelOp>, RecursiveMemoryEffects),
     implements(CustomAssembly, VerifyOp, InterpretOp))]
pub struct ReduceOp {
    /// This iteration's values.
    #[operand]
    operands: Variadic<AnyType>,
    /// Combines what there is so far with a value.
    #[region]
    reductions: Variadic<AnyRegion>,
}

/// Ends a region of `scf.reduce`.
#[op(name = "scf.reduce.return", traits(Pure, Terminator, HasParent<ReduceOp>),
     implements(VerifyOp, InterpretOp), format = "$result attr-dict `:` type($result)")]
pub struct ReduceReturnOp {
    /// The combined value.
    #[operand]
    result: AnyType,
}

/// Resolves `groups` as operands of type `index`.
fn resolve_bounds<'s>(
    parser: &mut OpAsmParser<'_, 's>,
    groups: &[Vec<UnresolvedOperand<'s>>],
) -> Parsed<()> {
    for operand in groups.iter().flatten() {
        let value = parser.resolve(operand, Type::INDEX)?;
        parser.add_operand(value);
    }
    Ok(())
}

impl CustomAssembly for ParallelOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ctx = parser.context().clone();
        let variables = parser.parse_operands_in("(", ")")?;
        parser.parse_punct("=")?;
        let lower = parser.parse_operands_in("(", ")")?;
        parser.parse_keyword("to")?;
        let upper = parser.parse_operands_in("(", ")")?;
        parser.parse_keyword("step")?;
        let step = parser.parse_operands_in("(", ")")?;
        let has_inits = parser.parse_optional_keyword("init");
        let inits = if has_inits { parser.parse_operands_in("(", ")")? } else { Vec::new() };
        let position = parser.position();
        let arrow = parser.parse_optional_punct("->");
        let types = if arrow { parser.parse_function_results()? } else { Vec::new() };
        let groups = [lower, upper, step];
        resolve_bounds(parser, &groups)?;
        let inits = parser.resolve_all(&inits, &types, position)?;
        parser.add_operands(&inits);
        parser.add_result_types(&types);
        let mut sizes: Vec<i32> = groups.iter().map(|group| group.len() as i32).collect();
        sizes.push(inits.len() as i32);
        parser.set_attr("operandSegmentSizes", ctx.i32_array_attr(&sizes));
        let arguments: Vec<_> =
            variables.into_iter().map(|variable| (variable, Type::INDEX)).collect();
        parser.parse_region(&arguments)?;
        join_reductions(parser, arguments.len());
        parser.parse_attr_dict()
    }

    fn print<'b>(op: ParallelOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" (");
        printer.operands(entry_arguments(op.region()).iter().copied());
        let groups =
            [(") = (", op.lower_bound()), (") to (", op.upper_bound()), (") step (", op.step())];
        for (before, values) in groups {
            printer.write(before);
            printer.operands(values.ids());
        }
        printer.write(")");
        if !op.init_vals().is_empty() {
            printer.write(" init (");
            printer.operands(op.init_vals().ids());
            printer.write(")");
        }
        if !op.results().is_empty() {
            printer.write(" -> ");
            let types: Vec<Type> = op.results().types().collect();
            printer.result_types(&types);
        }
        printer.write(" ");
        printer.region(op.region(), PrintRegion { entry_args: false, terminator: true });
        printer.attr_dict(op.op(), &["operandSegmentSizes"]);
    }
}

/// Adds a `scf.reduce` to the region just parsed, if it has none at its end: with the reductions of
/// the form of 2020.
fn join_reductions(parser: &mut OpAsmParser<'_, '_>, variables: usize) {
    let location = parser.location();
    let Some(&region) = parser.state().regions.last() else { return };
    let body = parser.body();
    let block = match body.entry_block(region) {
        Some(block) => block,
        None => body.create_block(region, &vec![Type::INDEX; variables]),
    };
    if body.last_op(block).is_some_and(|last| ReduceOp::is(body, last))
        && count_reductions(body, block) == 1
    {
        return;
    }
    let end =
        body.terminator(block).filter(|&end| YieldOp::is(body, end) && body.num_operands(end) == 0);
    if end.is_none() && body.terminator(block).is_some_and(|last| !ReduceOp::is(body, last)) {
        // The block has another terminator, which the verifier reports.
        return;
    }
    let joined: Vec<OpId> = body.ops(block).filter(|&op| ReduceOp::is(body, op)).collect();
    let mut state = OperationState::new(ReduceOp::name(body.context()), location);
    for &reduce in &joined {
        state.operands.extend(body.operands(reduce));
        for from in body.regions(reduce).to_vec() {
            let region = body.create_region();
            for block in body.blocks(from).collect::<Vec<_>>() {
                body.detach_block(block);
                body.append_block(region, block);
            }
            state.regions.push(region);
        }
    }
    body.erase_ops(joined.into_iter().chain(end).collect());
    let reduce = body.create_op(state);
    body.append_op(block, reduce);
}

fn count_reductions(body: &Body, block: BlockId) -> usize {
    body.ops(block).filter(|&op| ReduceOp::is(body, op)).count()
}

impl VerifyOp for ParallelOp {
    fn verify(op: ParallelOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (this, op, body) = (op, op.op(), op.body());
        let steps = this.step();
        if steps.is_empty() {
            diagnostics.error(
                op.op_error("needs at least one tuple element for lowerBound, upperBound and step"),
            );
            return;
        }
        let (lower, upper) = (this.lower_bound().len(), this.upper_bound().len());
        if lower != steps.len() || upper != steps.len() {
            diagnostics.error(op.op_error(format_args!(
                "needs as many lower bounds, upper bounds and steps: {lower}, {upper} and {}",
                steps.len()
            )));
        }
        let constants =
            steps.ids().filter_map(|step| mlir_lite::rewrite::constant_value(body, step));
        if constants.filter_map(|step| step.as_i64(op.context())).any(|step| step <= 0) {
            diagnostics.error(op.op_error("constant step operand must be positive"));
        }
        let Some(block) = this.region().entry() else { return };
        if block.arguments().len() != steps.len() {
            diagnostics.error(op.op_error(format_args!(
                "expects the same number of induction variables: {} as bound and step values: {}",
                block.arguments().len(),
                steps.len()
            )));
        }
        if block.arguments().iter().any(|&argument| body.ty(argument) != Type::INDEX) {
            diagnostics.error(
                op.op_error("expects arguments for the induction variable to be of index type"),
            );
        }
        let Some(reduce) = block.terminator().and_then(|end| end.cast::<ReduceOp>()) else {
            return;
        };
        let results = || this.results().types();
        check_types(op, "has results", results(), this.init_vals().types(), diagnostics);
        check_types(op, "combines values", reduce.operands().types(), results(), diagnostics);
    }
}

impl CustomAssembly for ReduceOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        if parser.parse_optional_punct("(") {
            let position = parser.position();
            let operands = parser.parse_operand_list()?;
            let types = if parser.parse_optional_punct(":") {
                let types = parser.parse_type_list()?;
                parser.parse_punct(")")?;
                types
            } else {
                // The form of 2020.
                parser.parse_punct(")")?;
                parser.parse_punct(":")?;
                vec![parser.parse_type()?]
            };
            let values = parser.resolve_all(&operands, &types, position)?;
            parser.add_operands(&values);
        }
        if parser.at_punct("{") {
            parser.parse_region(&[])?;
            while parser.parse_optional_punct(",") {
                parser.parse_region(&[])?;
            }
        }
        parser.parse_attr_dict()
    }

    fn print<'b>(op: ReduceOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        if !op.operands().is_empty() {
            printer.write("(");
            printer.operands(op.operands().ids());
            printer.write(" : ");
            printer.types(op.operands().types());
            printer.write(")");
        }
        // MLIR prints the space before regions also if there are none.
        printer.write(" ");
        for (i, region) in op.reductions().enumerate() {
            printer.write(if i > 0 { ", " } else { "" });
            printer.region(region, PrintRegion::default());
        }
        printer.attr_dict(op.op(), &[]);
    }
}

impl VerifyOp for ReduceOp {
    fn verify(op: ReduceOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (this, op) = (op, op.op());
        if this.reductions().len() != this.operands().len() {
            diagnostics.error(op.op_error(format_args!(
                "expects as many regions as operands: {} and {}",
                this.reductions().len(),
                this.operands().len()
            )));
            return;
        }
        for ((i, region), ty) in this.reductions().enumerate().zip(this.operands().types()) {
            let Some(block) = region.entry() else {
                diagnostics.error(op.op_error(format_args!("{i}-th reduction has an empty body")));
                continue;
            };
            if region.blocks().count() > 1 {
                diagnostics
                    .error(op.op_error(format_args!("expects {i}-th reduction to have one block")));
            }
            let arguments = argument_types(block);
            let what = format!("has {i}-th reduction with arguments");
            check_types(op, &what, arguments, [ty, ty].into_iter(), diagnostics);
            if !block.terminator().is_some_and(|end| end.is::<ReduceReturnOp>()) {
                let message = format!("expects {i}-th reduction to end with 'scf.reduce.return'");
                diagnostics.error(op.op_error(message));
            }
        }
    }
}

impl VerifyOp for ReduceReturnOp {
    fn verify(op: ReduceReturnOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (result, op, body) = (op.result(), op.op(), op.body());
        let region = body.block(op.id()).and_then(|block| body.block_region(block));
        let entry = region.and_then(|region| body.entry_block(region));
        let Some(&argument) = entry.and_then(|entry| body.arguments(entry).first()) else { return };
        let wanted = body.ty(argument);
        check_types(
            op,
            "returns a value",
            [result.ty()].into_iter(),
            [wanted].into_iter(),
            diagnostics,
        );
    }
}

impl InterpretOp for ParallelOp {
    /// Runs the points one after the other, the last variable fastest.
    fn interpret<'b>(op: ParallelOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        // As in a nest of loops, nothing is read after a dimension without iterations.
        let (mut lower, mut upper, mut step) = (Vec::new(), Vec::new(), Vec::new());
        let bounds = op.lower_bound().iter().zip(op.upper_bound().iter());
        for ((low, high), by) in bounds.zip(op.step().iter()) {
            let [low, high, by] = [m.get(low), m.get(high), m.get(by)];
            let (low, high, by) = (low.as_index()?, high.as_index()?, by.as_index()?);
            lower.push(low);
            upper.push(high);
            step.push(by);
            if by <= 0 || low >= high {
                break;
            }
        }
        let body = op.region();
        let end =
            body.entry().and_then(BlockRef::terminator).and_then(|end| end.cast::<ReduceOp>());
        let mut combined = m.values(op.init_vals());
        for_each_point(&lower, &upper, &step, |at| {
            m.run_region(body, at.iter().map(|&at| Value::index(at)).collect())?;
            let reduce =
                end.ok_or_else(|| Trap::new("cannot be interpreted: the loop has no end"))?;
            let pairs = reduce.operands().iter().zip(reduce.reductions());
            for (combined, (value, reduction)) in combined.iter_mut().zip(pairs) {
                let arguments = [combined.clone(), m.get(value)].into_iter().collect();
                let values = m.run_region(reduction, arguments)?;
                *combined = values.into_iter().next().unwrap_or(Value::Poison);
            }
            Ok(())
        })?;
        m.set_results(op.op(), combined);
        Ok(Flow::Next)
    }
}

impl InterpretOp for ReduceOp {
    /// The enclosing loop runs the regions.
    fn interpret<'b>(_op: ReduceOpRef<'b>, _m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Yield(Values::new()))
    }
}

impl InterpretOp for ReduceReturnOp {
    fn interpret<'b>(op: ReduceReturnOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Yield(Values::from_elem(m.get(op.result()), 1)))
    }
}

/// Sequential execution is one of the orders that parallel loops allow.
impl LowerTo<Std> for ParallelOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let body = rewriter.body();
        let (lower, upper, step) = (op.lower_bound(body), op.upper_bound(body), op.step(body));
        let inits = op.init_vals(body);
        let block = body.entry_block(op.region(body)).ok_or("the loop has no body")?;
        let reduce = body.last_op(block).and_then(|last| ReduceOp::cast(body, last));
        let reduce = reduce.ok_or("the loop does not end with `scf.reduce`")?;
        let bounds = lower
            .iter()
            .zip(&upper)
            .zip(&step)
            .map(|((&lower, &upper), &step)| [lower, upper, step]);
        let bounds: Vec<_> = bounds.collect();
        let nest = LoopNest::create(rewriter, bounds, &inits).ok_or(NO_LOOPS)?;
        let innermost = nest.innermost().ok_or(NO_LOOPS)?;
        rewriter.merge_blocks(block, innermost, &nest.variables);
        let (mut next, mut ends) = (ValueIds::new(), Vec::new());
        let values: ValueIds = reduce.operands(rewriter.body());
        for (index, (&value, &so_far)) in values.iter().zip(&nest.carried).enumerate() {
            let region = rewriter.body().region(reduce.id(), index);
            let block = rewriter.body().entry_block(region).ok_or("a reduction has no body")?;
            let end = rewriter.body().last_op(block);
            let end = end.and_then(|end| ReduceReturnOp::cast(rewriter.body(), end));
            let end = end.ok_or("a reduction does not end with `scf.reduce.return`")?;
            rewriter.inline_block_before(block, reduce.id(), &[so_far, value]);
            next.push(end.result(rewriter.body()));
            ends.push(end.id());
        }
        if let Some(only) = nest.only() {
            keep_attributes(rewriter, op.id(), only);
        }
        let results = nest.finish(rewriter, &next);
        // Only after the values that they end with are used elsewhere.
        ends.into_iter().for_each(|end| rewriter.erase_op(end));
        rewriter.erase_op(reduce.id());
        rewriter.replace_op(op.id(), &results);
        Ok(())
    }
}
