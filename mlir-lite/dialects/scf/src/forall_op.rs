//! `scf.forall`: loops with parallel iterations, which update shared values in their terminator.

use super::loop_nest::{LoopNest, NO_LOOPS};
use super::lowering::{Std, ValueIds, as_values};
use super::points::for_each_point;
use super::{argument_types, check_types, entry_arguments};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::standard::{self, ParallelInsertSliceOp};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value, Values};
use mlir_lite::ir::ValueDef;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::CanonicalizeOp;
use mlir_lite::rewrite::keep_attributes::keep_attributes;
use mlir_lite::rewrite::{MatchResult, PatternRewriter};
use mlir_lite::text::static_dynamic::{ROUND, StaticDynamicList, print_static_dynamic};
use mlir_lite::types::DYNAMIC;
use std::sync::Arc;

/// Runs its body for each point of a box, all at the same time.
///
/// `shared_outs` are tensors that the iterations change together, by the ops in
/// `scf.forall.in_parallel`.
///
/// ```mlir
/// scf.forall (%i, %j) in (%n, 4) {
/// }
/// scf.forall (%i) = (0) to (%n) step (2) {
/// }
/// ```
#[op(name = "scf.forall",
     traits(AttrSizedOperandSegments, SingleBlockImplicitTerminator<InParallelOp>,
            RecursiveMemoryEffects, AutomaticAllocationScope),
     implements(CustomAssembly, VerifyOp, CanonicalizeOp, InterpretOp, LowerTo<Std>))]
pub struct ForallOp {
    #[operand]
    dynamic_lower_bound: Variadic<Index>,
    #[operand]
    dynamic_upper_bound: Variadic<Index>,
    #[operand]
    dynamic_step: Variadic<Index>,
    /// The initial values of the shared tensors.
    #[operand]
    outputs: Variadic<AnyTensor>,
    /// First values of the variables; the smallest number stands for one that
    /// is an operand, here and below.
    #[attr(name = "staticLowerBound", typed)]
    static_lower_bound: DenseI64ArrayAttr,
    #[attr(name = "staticUpperBound", typed)]
    static_upper_bound: DenseI64ArrayAttr,
    #[attr(name = "staticStep", typed)]
    static_step: DenseI64ArrayAttr,
    /// The units that run the iterations: an attribute of a target for each variable.
    #[attr]
    mapping: Optional<ArrayAttr>,
    /// The body; its arguments are the variables and the shared tensors.
    #[region]
    region: SingleBlockRegion,
    #[result]
    results: Variadic<AnyTensor>,
}

/// Ends the body of `scf.forall`, with the changes of the shared tensors.
///
/// ```mlir
/// scf.forall.in_parallel {
/// }
/// ```
#[op(name = "scf.forall.in_parallel",
     traits(Terminator, NoTerminator, RecursiveMemoryEffects, HasParent<ForallOp>),
     implements(CustomAssembly, VerifyOp, InterpretOp))]
pub struct InParallelOp {
    /// The changes.
    #[region]
    region: SingleBlockRegion,
}

impl CustomAssembly for ForallOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ctx = parser.context().clone();
        let variables = parser.parse_operands_in("(", ")")?;
        let count = variables.len();
        let (lower, upper, step);
        if parser.parse_optional_keyword("in") {
            lower = StaticDynamicList::of_numbers(0, count);
            upper = StaticDynamicList::parse(parser, ROUND)?;
            step = StaticDynamicList::of_numbers(1, count);
        } else {
            parser.parse_punct("=")?;
            lower = StaticDynamicList::parse(parser, ROUND)?;
            parser.parse_keyword("to")?;
            upper = StaticDynamicList::parse(parser, ROUND)?;
            parser.parse_keyword("step")?;
            step = StaticDynamicList::parse(parser, ROUND)?;
        }
        let mut sizes = Vec::new();
        let names = ["staticLowerBound", "staticUpperBound", "staticStep"];
        for (name, list) in names.into_iter().zip([lower, upper, step]) {
            for operand in &list.operands {
                let value = parser.resolve(operand, Type::INDEX)?;
                parser.add_operand(value);
            }
            sizes.push(list.operands.len() as i32);
            parser.set_attr(name, ctx.i64_array_attr(&list.numbers));
        }
        let mut arguments: Vec<_> =
            variables.into_iter().map(|variable| (variable, Type::INDEX)).collect();
        if parser.parse_optional_keyword("shared_outs") {
            let (mut names, mut outputs) = (Vec::new(), Vec::new());
            parser.parse_punct("(")?;
            while !parser.parse_optional_punct(")") {
                if !names.is_empty() {
                    parser.parse_punct(",")?;
                }
                names.push(parser.parse_operand()?);
                parser.parse_punct("=")?;
                outputs.push(parser.parse_operand()?);
            }
            parser.parse_punct("->")?;
            let position = parser.position();
            let types = parser.parse_function_results()?;
            let outputs = parser.resolve_all(&outputs, &types, position)?;
            parser.add_operands(&outputs);
            parser.add_result_types(&types);
            arguments.extend(names.into_iter().zip(types));
        }
        sizes.push((arguments.len() - count) as i32);
        parser.set_attr("operandSegmentSizes", ctx.i32_array_attr(&sizes));
        parser.parse_region(&arguments)?;
        let location = parser.location();
        let types: Vec<Type> = arguments.iter().map(|argument| argument.1).collect();
        parser.ensure_terminator(&types, |body| {
            let mut state = OperationState::new(InParallelOp::name(body.context()), location);
            let region = body.create_region();
            body.create_block(region, &[]);
            state.regions.push(region);
            body.create_op(state)
        });
        parser.parse_attr_dict()
    }

    fn print<'b>(op: ForallOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let lists = [
            (op.static_lower_bound(), op.dynamic_lower_bound()),
            (op.static_upper_bound(), op.dynamic_upper_bound()),
            (op.static_step(), op.dynamic_step()),
        ];
        let [lower, upper, step] = lists.map(|(numbers, operands)| {
            (numbers, operands.ids().collect::<SmallVec<[ValueId; 4]>>())
        });
        let arguments = entry_arguments(op.region());
        let (variables, shared) = arguments.split_at(upper.0.len().min(arguments.len()));
        printer.write(" (");
        printer.operands(variables.iter().copied());
        printer.write(")");
        if lower.0.iter().all(|&number| number == 0) && step.0.iter().all(|&number| number == 1) {
            printer.write(" in ");
            print_static_dynamic(printer, ROUND, &upper.0, &upper.1);
        } else {
            printer.write(" = ");
            print_static_dynamic(printer, ROUND, &lower.0, &lower.1);
            printer.write(" to ");
            print_static_dynamic(printer, ROUND, &upper.0, &upper.1);
            printer.write(" step ");
            print_static_dynamic(printer, ROUND, &step.0, &step.1);
        }
        if !op.outputs().is_empty() {
            printer.write(" shared_outs(");
            for (i, (&argument, output)) in shared.iter().zip(op.outputs().ids()).enumerate() {
                printer.write(if i > 0 { ", " } else { "" });
                printer.operand(argument);
                printer.write(" = ");
                printer.operand(output);
            }
            printer.write(")");
            super::print_results(op.op(), printer);
        }
        printer.write(" ");
        let terminator = !op.results().is_empty();
        printer.region(op.region(), PrintRegion { entry_args: false, terminator });
        const SHOWN: [&str; 4] =
            ["operandSegmentSizes", "staticLowerBound", "staticUpperBound", "staticStep"];
        printer.attr_dict(op.op(), &SHOWN);
    }
}

impl VerifyOp for ForallOp {
    fn verify(op: ForallOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (this, op) = (op, op.op());
        let Some(block) = this.region().entry() else { return };
        let groups = [
            ("lower bounds", this.static_lower_bound(), this.dynamic_lower_bound().len()),
            ("upper bounds", this.static_upper_bound(), this.dynamic_upper_bound().len()),
            ("steps", this.static_step(), this.dynamic_step().len()),
        ];
        let rank = this.static_upper_bound().len();
        for (what, numbers, operands) in groups {
            if numbers.len() != rank {
                diagnostics.error(
                    op.op_error(format_args!("expected {rank} {what}, found {}", numbers.len())),
                );
                return;
            }
            let dynamic = numbers.iter().filter(|&&number| number == DYNAMIC).count();
            if dynamic != operands {
                diagnostics.error(
                    op.op_error(format_args!(
                        "expected {dynamic} dynamic {what}, found {operands}"
                    )),
                );
                return;
            }
        }
        let outputs = || this.outputs().types();
        let arguments = argument_types(block);
        let wanted = std::iter::repeat_n(Type::INDEX, rank).chain(outputs());
        check_types(op, "has a body with arguments", arguments, wanted, diagnostics);
        check_types(op, "has results", this.results().types(), outputs(), diagnostics);
        let mapping = this.mapping().and_then(|mapping| mapping.as_array(op.context()));
        if mapping.is_some_and(|mapping| mapping.len() != rank) {
            diagnostics.error(op.op_error("mapping attribute size must match op rank"));
        }
    }
}

impl CustomAssembly for InParallelOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parser.parse_region(&[])?;
        parser.ensure_block();
        parser.parse_attr_dict()
    }

    fn print<'b>(op: InParallelOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.region(op.region(), PrintRegion { entry_args: false, terminator: false });
        printer.attr_dict(op.op(), &[]);
    }
}

/// The numbers of a list some of which are operands.
fn mixed_indices(
    m: &Machine<'_>,
    numbers: Vec<i64>,
    operands: ValueRange<'_>,
) -> Result<SmallVec<[i64; 4]>, Trap> {
    let mut dynamic = m.indices(operands)?.into_iter();
    let number = |number| {
        if number == DYNAMIC { dynamic.next().ok_or_else(Trap::malformed) } else { Ok(number) }
    };
    numbers.into_iter().map(number).collect()
}

impl InterpretOp for ForallOp {
    /// Runs the points one after the other. Each sees the shared tensors as they were before the
    /// loop; the parts that the terminators insert are in the results.
    fn interpret<'b>(op: ForallOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let lower = mixed_indices(m, op.static_lower_bound(), op.dynamic_lower_bound())?;
        let upper = mixed_indices(m, op.static_upper_bound(), op.dynamic_upper_bound())?;
        let step = mixed_indices(m, op.static_step(), op.dynamic_step())?;
        let initial = m.values(op.outputs());
        let mut shared = initial.clone();
        for_each_point(&lower, &upper, &step, |at| {
            let mut arguments: Values = at.iter().map(|&at| Value::index(at)).collect();
            arguments.extend(initial.iter().cloned());
            let changes = m.run_region(op.region(), arguments)?;
            changes.chunks_exact(3).try_for_each(|change| apply(change, at.len(), &mut shared))
        })?;
        m.set_results(op.op(), shared);
        Ok(Flow::Next)
    }
}

impl InterpretOp for InParallelOp {
    fn interpret<'b>(op: InParallelOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let mut changes = Values::new();
        for insert in inserts(op) {
            let (numbers, values) = ParallelInsertSliceOp::inserted(insert, m)?;
            let ValueDef::Argument { index, .. } = op.op().body().value_def(insert.dest().id())
            else {
                return Err(Trap::malformed());
            };
            let numbers: Vec<Value> =
                numbers.into_iter().map(|number| Value::index(number as i64)).collect();
            let count = numbers.len() as i64;
            changes.push(Value::index(i64::from(index)));
            changes.push(Value::elements(&[count], numbers));
            changes.push(Value::elements(&[count], values));
        }
        Ok(Flow::Yield(changes))
    }
}

/// The changes of the shared tensors.
fn inserts<'b>(
    op: InParallelOpRef<'b>,
) -> impl Iterator<Item = standard::ParallelInsertSliceOpRef<'b>> {
    op.region().ops().filter_map(OpRef::cast::<ParallelInsertSliceOp>)
}

/// Applies a change that a terminator yields: the number of an argument of the body, the numbers of
/// elements, and new elements. The variables are arguments before the shared tensors.
fn apply(change: &[Value], variables: usize, shared: &mut Values) -> Result<(), Trap> {
    let [argument, numbers, new] = change else { return Err(Trap::malformed()) };
    let number = (argument.as_int()? as usize).checked_sub(variables);
    let tensor = number.and_then(|number| shared.get_mut(number)).ok_or_else(Trap::malformed)?;
    let Value::Elements(elements) = tensor else { return Err(Trap::malformed()) };
    // They are copied once, for the first change.
    let values = &mut Arc::make_mut(elements).values;
    for (number, value) in numbers.as_elements()?.values.iter().zip(&new.as_elements()?.values) {
        let place = values.get_mut(number.as_int()? as usize).ok_or_else(Trap::malformed)?;
        *place = value.clone();
    }
    Ok(())
}

impl VerifyOp for InParallelOp {
    fn verify(op: InParallelOpRef<'_>, diagnostics: &mut Diagnostics) {
        let Some(forall) = op.op().parent().and_then(OpRef::cast::<ForallOp>) else { return };
        // The loop around it may be wrong itself. It has a result for each shared tensor, and these
        // are the last arguments of its body.
        let region = forall.op().regions().next().and_then(RegionRef::entry);
        let arguments = region.map(|block| block.arguments()).unwrap_or_default();
        let variables = arguments.len().saturating_sub(forall.op().num_results());
        let shared = &arguments[variables..];
        for insert in inserts(op) {
            // Nor are the inserts verified yet: one may lack its destination.
            let dest = insert.op().operands().nth(1);
            if dest.is_some_and(|dest| !shared.contains(&dest)) {
                diagnostics
                    .error(insert.op().op_error("may only insert into an output block argument"));
            }
        }
    }
}

/// Sequential execution is one of the orders that parallel loops allow.
impl LowerTo<Std> for ForallOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let body = rewriter.body();
        if !op.outputs(body).is_empty() {
            return Err("loops that share tensors must be bufferized first".into());
        }
        let block = body.entry_block(op.region(body)).ok_or("the loop has no body")?;
        let end = body.last_op(block).ok_or("the loop has no terminator")?;
        let lower = (op.static_lower_bound(body), op.dynamic_lower_bound(body));
        let upper = (op.static_upper_bound(body), op.dynamic_upper_bound(body));
        let step = (op.static_step(body), op.dynamic_step(body));
        let mut values = |(numbers, dynamic): (Vec<i64>, ValueIds)| {
            as_values(rewriter, &numbers, &dynamic).ok_or("a bound is missing")
        };
        let (lower, upper, step) = (values(lower)?, values(upper)?, values(step)?);
        let bounds = lower.into_iter().zip(upper).zip(step);
        let bounds = bounds.map(|((lower, upper), step)| [lower, upper, step]);
        let nest = LoopNest::create(rewriter, bounds, &[]).ok_or(NO_LOOPS)?;
        let innermost = nest.innermost().ok_or(NO_LOOPS)?;
        rewriter.merge_blocks(block, innermost, &nest.variables);
        rewriter.erase_op(end);
        if let Some(only) = nest.only() {
            keep_attributes(rewriter, op.id(), only);
        }
        nest.finish(rewriter, &[]);
        rewriter.erase_op(op.id());
        Ok(())
    }
}
