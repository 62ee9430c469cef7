//! Loops whose iterations run at the same time, with a place at their end for
//! what they do to shared values.

use super::check_types;
use crate::dialects::mixed::{MixedList, ROUND, numbers_of, print_mixed};
use crate::ir::prelude::*;
use crate::types::DYNAMIC;

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
     traits(AttrSizedOperandSegments, SingleBlockImplicitTerminator<InParallelOp>, RecursiveMemoryEffects,
            AutomaticAllocationScope),
     assembly = custom, verify, canonicalize)]
pub struct ForallOp {
    #[operand]
    dynamic_lower_bound: Variadic<Index>,
    #[operand]
    dynamic_upper_bound: Variadic<Index>,
    #[operand]
    dynamic_step: Variadic<Index>,
    /// First values of what is shared.
    #[operand]
    outputs: Variadic<AnyTensor>,
    /// First values of the variables; the smallest number stands for one that
    /// is an operand, here and below.
    #[attr(name = "staticLowerBound")]
    static_lower_bound: DenseI64ArrayAttr,
    #[attr(name = "staticUpperBound")]
    static_upper_bound: DenseI64ArrayAttr,
    #[attr(name = "staticStep")]
    static_step: DenseI64ArrayAttr,
    /// What the iterations run on: an attribute of a target for each variable.
    #[attr]
    mapping: Optional<ArrayAttr>,
    /// The body; its arguments are the variables and what is shared.
    #[region]
    region: SingleBlockRegion,
    #[result]
    results: Variadic<AnyTensor>,
}

/// Ends the body of `scf.forall`, with the changes of what is shared.
#[op(name = "scf.forall.in_parallel", traits(Terminator, NoTerminator, RecursiveMemoryEffects, HasParent<ForallOp>),
     assembly = custom)]
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
            lower = MixedList { operands: Vec::new(), numbers: vec![0; count] };
            upper = MixedList::parse(parser, ROUND)?;
            step = MixedList { operands: Vec::new(), numbers: vec![1; count] };
        } else {
            parser.parse_punct("=")?;
            lower = MixedList::parse(parser, ROUND)?;
            parser.parse_keyword("to")?;
            upper = MixedList::parse(parser, ROUND)?;
            parser.parse_keyword("step")?;
            step = MixedList::parse(parser, ROUND)?;
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
        let mut arguments: Vec<_> = variables.into_iter().map(|variable| (variable, Type::INDEX)).collect();
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
        let op = op.op();
        let Some(this) = op.cast::<Self>().map(OpView::handle) else { return };
        let body = op.body();
        let [lower, upper, step] =
            ["staticLowerBound", "staticUpperBound", "staticStep"].map(|name| numbers_of(op, name));
        let arguments = op.region(0).and_then(RegionRef::entry).map_or(&[][..], BlockRef::arguments);
        let (variables, shared) = arguments.split_at(upper.len().min(arguments.len()));
        printer.write(" (");
        printer.operands(variables.iter().copied());
        printer.write(")");
        if lower.iter().all(|&number| number == 0) && step.iter().all(|&number| number == 1) {
            printer.write(" in ");
            print_mixed(printer, ROUND, &upper, &this.dynamic_upper_bound(body));
        } else {
            printer.write(" = ");
            print_mixed(printer, ROUND, &lower, &this.dynamic_lower_bound(body));
            printer.write(" to ");
            print_mixed(printer, ROUND, &upper, &this.dynamic_upper_bound(body));
            printer.write(" step ");
            print_mixed(printer, ROUND, &step, &this.dynamic_step(body));
        }
        let outputs = this.outputs(body);
        if !outputs.is_empty() {
            printer.write(" shared_outs(");
            for (i, (&argument, output)) in shared.iter().zip(outputs).enumerate() {
                printer.write(if i > 0 { ", " } else { "" });
                printer.operand(argument);
                printer.write(" = ");
                printer.operand(output);
            }
            printer.write(")");
            super::print_results(op, printer);
        }
        printer.write(" ");
        for region in op.regions() {
            printer.region(region, PrintRegion { entry_args: false, terminator: op.num_results() > 0 });
        }
        const SHOWN: [&str; 4] =
            ["operandSegmentSizes", "staticLowerBound", "staticUpperBound", "staticStep"];
        printer.attr_dict(op, &SHOWN);
    }
}

impl VerifyOp for ForallOp {
    fn verify(op: ForallOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let Some(this) = op.cast::<Self>().map(OpView::handle) else { return };
        let body = op.body();
        let Some(block) = op.region(0).and_then(RegionRef::entry) else { return };
        let groups = [
            ("lower bounds", "staticLowerBound", this.dynamic_lower_bound(body).len()),
            ("upper bounds", "staticUpperBound", this.dynamic_upper_bound(body).len()),
            ("steps", "staticStep", this.dynamic_step(body).len()),
        ];
        let rank = numbers_of(op, "staticUpperBound").len();
        for (what, name, operands) in groups {
            let numbers = numbers_of(op, name);
            if numbers.len() != rank {
                diagnostics
                    .error(op.op_error(format_args!("expected {rank} {what}, found {}", numbers.len())));
                return;
            }
            let dynamic = numbers.iter().filter(|&&number| number == DYNAMIC).count();
            if dynamic != operands {
                diagnostics
                    .error(op.op_error(format_args!("expected {dynamic} dynamic {what}, found {operands}")));
                return;
            }
        }
        let outputs: Vec<Type> = this.outputs(body).into_iter().map(|output| body.ty(output)).collect();
        let arguments = block.arguments().iter().map(|&argument| body.ty(argument));
        let wanted = std::iter::repeat_n(Type::INDEX, rank).chain(outputs.iter().copied());
        check_types(op, "has a body with arguments", arguments, wanted, diagnostics);
        check_types(op, "has results", op.result_types(), outputs.into_iter(), diagnostics);
        let mapping = this.mapping(body).and_then(|mapping| mapping.as_array(op.context()));
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
        let op = op.op();
        printer.write(" ");
        for region in op.regions() {
            printer.region(region, PrintRegion { entry_args: false, terminator: false });
        }
        printer.attr_dict(op, &[]);
    }
}
