//! Loops and conditionals: `toy.for`, `toy.if` and `toy.yield`.
//!
//! Values are immutable: a loop carries the variables that it changes from one iteration to the
//! next, and the variables that a conditional changes are its results. Structs are carried as their
//! tensors.

use mlir_lite::interpreter::{Flow, InterpretOp, Machine, RunsOneRegion, Trap, Value, Values};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::asm::UnresolvedOperand;

use super::loop_bounds::{BOUNDS, Range, STEP, STEP_IS_0, STEP_NUMBER};
use super::while_loop::WhileOp;
use crate::messages::out_of_range::Failure;
use crate::ops::numbers::{CompileTimeOperands, NUMBERS, ResolveOperands};
use crate::tensor::Tensor;
use crate::tensor::elements::{ElementTypes, Takes};
use crate::tensor::promotion::promoted;

/// Runs its body for each whole number from a first one up to, without, a last one.
///
/// The operands are the values for the first iteration, and after them the two bounds and the step,
/// if it is not 1. A step below 0 counts down. Shape inference makes them attributes: `numbers` if
/// they are constants; if the bounds are linear in the variables of outer loops, the map `bounds`
/// of these variables, which are the operands then, and `step`. Bounds that are known at run time
/// only stay operands, which are checked to be whole numbers, and `step` is set.
///
/// The body's arguments are the number of the iteration and the values; what it yields are the
/// values for the next iteration, and in the end the results. `names` are those of the values in
/// the source.
///
/// ```mlir
/// %2 = toy.for %i = 0 to 10 iter_args(%x = %1) -> (tensor<2xf64>) {
///   %3 = toy.add %x, %i : (tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
///   toy.yield %3 : tensor<2xf64>
/// }
/// ```
///
/// Before the bounds are known, they are operands with their types. The types of a value are that
/// of the result, but for those that are written after the value. Other bounds are
///
/// ```mlir
/// toy.for %j = affine_map<(d0) -> (0, d0)>(%i) step 1 { ... }
/// toy.for %j = %from to %to step 1 { ... }
/// ```
#[op(
    name = "toy.for",
    traits(RecursiveMemoryEffects),
    implements(
        CustomAssembly,
        VerifyOp,
        InterpretOp,
        CompileTimeOperands,
        ResolveOperands,
        ElementTypes,
    )
)]
pub struct ForOp {
    #[operand]
    inits_and_bounds: Variadic<NumberTensor>,
    #[attr]
    names: Optional<ArrayAttr>,
    #[attr(typed)]
    bounds: Optional<AffineMapAttr>,
    #[attr(typed)]
    step: Optional<I64Attr>,
    #[region]
    body: SingleBlockRegion,
    #[result]
    results: Variadic<NumberTensor>,
}

/// Runs the first of its regions if the condition, a number, is not 0, else the second. The results
/// are the values that the region yields. `names` are those of the values in the source. A second
/// region that does nothing is not written.
///
/// ```mlir
/// %2 = toy.if %1 : tensor<f64> -> (tensor<2xf64>) {
///   toy.yield %0 : tensor<2xf64>
/// } else {
///   %3 = toy.neg %0 : tensor<2xf64>
///   toy.yield %3 : tensor<2xf64>
/// }
/// ```
#[op(
    name = "toy.if",
    traits(RecursiveMemoryEffects),
    implements(CustomAssembly, VerifyOp, InterpretOp, RunsOneRegion)
)]
pub struct IfOp {
    #[operand]
    condition: NumberTensor,
    #[attr]
    names: Optional<ArrayAttr>,
    #[region]
    then_region: SingleBlockRegion,
    #[region]
    else_region: SingleBlockRegion,
    #[result]
    results: Variadic<NumberTensor>,
}

/// Ends an iteration of a loop, or a branch of a conditional.
#[op(name = "toy.yield", traits(Pure, Terminator, ReturnLike, HasParent<(ForOp, WhileOp, IfOp)>),
     implements(InterpretOp, ElementTypes), format = "($values^ `:` type($values))? attr-dict")]
pub struct YieldOp {
    #[operand]
    values: Variadic<NumberTensor>,
}

impl ElementTypes for YieldOp {
    fn takes(op: YieldOpRef<'_>, _operand: usize) -> Takes {
        // The conditional of an `and` or `or` gives the boolean of one of its operands.
        let conditional = op.op().parent().and_then(|parent| parent.cast::<IfOp>());
        match conditional.is_some_and(|conditional| conditional.names().is_none()) {
            true => Takes::F64,
            false => Takes::Any,
        }
    }
}

/// Reads `: type`, if it is next.
fn parse_optional_type(parser: &mut OpAsmParser<'_, '_>) -> Parsed<Option<Type>> {
    if parser.parse_optional_punct(":") { parser.parse_type().map(Some) } else { Ok(None) }
}

/// Reads `-> (types)`, if it is next.
fn parse_results(parser: &mut OpAsmParser<'_, '_>) -> Parsed<Vec<Type>> {
    if parser.parse_optional_punct("->") { parser.parse_function_results() } else { Ok(Vec::new()) }
}

fn print_results(op: OpRef<'_>, printer: &mut OpAsmPrinter<'_, '_>) {
    if op.num_results() > 0 {
        printer.write(" -> (");
        printer.types(op.result_types());
        printer.write(")");
    }
}

/// Writes a value, and its type if it differs from the expected one.
fn print_typed<'b>(printer: &mut OpAsmPrinter<'_, 'b>, value: ValueRef<'b>, expected: Type) {
    printer.operand(value.id());
    if value.ty() != expected {
        printer.write(" : ");
        printer.ty(value.ty());
    }
}

/// The carried values of a loop, in its custom form.
pub(super) struct Carried<'s> {
    /// The arguments of its block, with their types.
    pub(super) arguments: Vec<(UnresolvedOperand<'s>, Type)>,
    /// The types of the results.
    pub(super) types: Vec<Type>,
}

/// Reads `iter_args(%a = %init, ...) -> (types)`, if it is next, and adds the operands.
pub(super) fn parse_carried<'s>(parser: &mut OpAsmParser<'_, 's>) -> Parsed<Carried<'s>> {
    let mut carried = Vec::new();
    if parser.parse_optional_keyword("iter_args") {
        parser.parse_punct("(")?;
        while !parser.parse_optional_punct(")") {
            if !carried.is_empty() {
                parser.parse_punct(",")?;
            }
            let argument = (parser.parse_argument()?, parse_optional_type(parser)?);
            parser.parse_punct("=")?;
            let init = (parser.parse_operand()?, parse_optional_type(parser)?);
            carried.push((argument, init));
        }
    }
    let position = parser.position();
    let types = parse_results(parser)?;
    if types.len() != carried.len() {
        let message = format!("expected {} types of results, found {}", carried.len(), types.len());
        return Err(parser.error(position, message));
    }
    let mut arguments = Vec::with_capacity(types.len());
    for ((argument, init), &ty) in carried.into_iter().zip(&types) {
        arguments.push((argument.0, argument.1.unwrap_or(ty)));
        let init = parser.resolve(&init.0, init.1.unwrap_or(ty))?;
        parser.add_operand(init);
    }
    Ok(Carried { arguments, types })
}

/// Writes what [`parse_carried`] reads.
pub(super) fn print_carried<'b>(
    op: OpRef<'b>,
    arguments: impl Iterator<Item = ValueRef<'b>>,
    inits: impl Iterator<Item = ValueRef<'b>>,
    printer: &mut OpAsmPrinter<'_, 'b>,
) {
    if op.num_results() > 0 {
        printer.write(" iter_args(");
        for (index, ((argument, init), ty)) in
            arguments.zip(inits).zip(op.result_types()).enumerate()
        {
            printer.write(if index > 0 { ", " } else { "" });
            print_typed(printer, argument, ty);
            printer.write(" = ");
            print_typed(printer, init, ty);
        }
        printer.write(")");
    }
    print_results(op, printer);
}

/// Writes the bounds of a loop as far as they are known.
fn print_bounds<'b>(op: ForOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
    if let Some(map) = op.bounds_attr() {
        printer.attribute(map);
        printer.write("(");
        printer.operands(op.bound_operands());
        printer.write(")");
    } else if let Some(Range { from, to, step }) = op.range() {
        printer.write(&format!("{from} to {to}"));
        if step != 1 {
            printer.write(&format!(" step {step}"));
        }
    } else {
        let number = op.context().tensor_type(&[], Type::F64);
        for (word, bound) in ["", " to ", " step "].iter().zip(op.bound_operands()) {
            printer.write(word);
            print_typed(printer, bound, number);
        }
    }
    if let Some(step) = op.step() {
        printer.write(&format!(" step {step}"));
    }
}

impl CustomAssembly for ForOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ctx = parser.context().clone();
        let number = ctx.tensor_type(&[], Type::F64);
        let variable = parser.parse_argument()?;
        let variable_type = parse_optional_type(parser)?.unwrap_or(number);
        parser.parse_punct("=")?;
        let mut bounds = Vec::new();
        let mut numbers = Vec::new();
        let mut step = None;
        if !parser.at_operand() && !parser.at_integer() {
            let map = parser.parse_attribute(None)?;
            parser.set_attr(BOUNDS, map);
            bounds = parser
                .parse_operands_in("(", ")")?
                .into_iter()
                .map(|variable| (variable, number))
                .collect();
            parser.parse_keyword("step")?;
            step = Some(parser.parse_integer()?);
        }
        while step.is_none() {
            match parser.parse_optional_operand()? {
                Some(bound) => bounds.push((bound, parse_optional_type(parser)?.unwrap_or(number))),
                None => numbers.push(parser.parse_integer()?),
            }
            match bounds.len() + numbers.len() {
                1 => parser.parse_keyword("to")?,
                2 if parser.parse_optional_keyword("step") => {
                    if numbers.is_empty() && parser.at_integer() {
                        step = Some(parser.parse_integer()?);
                    }
                }
                _ => break,
            }
        }
        let carried = parse_carried(parser)?;
        let arguments = [vec![(variable, variable_type)], carried.arguments].concat();
        for (bound, ty) in &bounds {
            let bound = parser.resolve(bound, *ty)?;
            parser.add_operand(bound);
        }
        if !numbers.is_empty() {
            parser.set_attr(NUMBERS, ctx.i64_array_attr(&numbers));
        }
        if let Some(step) = step {
            parser.set_attr(STEP, ctx.i64_attr(step));
        }
        parser.add_result_types(&carried.types);
        parser.parse_region(&arguments)?;
        parser.parse_attr_dict()
    }

    fn print<'b>(op: ForOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let number = op.context().tensor_type(&[], Type::F64);
        let arguments = op.body().entry().map_or(&[][..], BlockRef::arguments);
        let mut arguments = arguments.iter().map(|&argument| op.op().body().value(argument));
        let Some(variable) = arguments.next() else { return };
        printer.write(" ");
        print_typed(printer, variable, number);
        printer.write(" = ");
        print_bounds(op, printer);
        print_carried(op.op(), arguments, op.inits(), printer);
        printer.write(" ");
        printer.region(op.body(), PrintRegion { entry_args: false, terminator: true });
        printer.attr_dict(op.op(), &[NUMBERS, BOUNDS, STEP]);
    }
}

impl CustomAssembly for IfOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let condition = parser.parse_operand()?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        let condition = parser.resolve(&condition, ty)?;
        parser.add_operand(condition);
        let types = parse_results(parser)?;
        parser.add_result_types(&types);
        parser.parse_region(&[])?;
        if parser.parse_optional_keyword("else") {
            parser.parse_region(&[])?;
        } else {
            parser.add_empty_region();
            let location = parser.location();
            parser.ensure_terminator(&[], |body| {
                let name = YieldOp::name(body.context());
                body.create_op(OperationState::new(name, location))
            });
        }
        parser.parse_attr_dict()
    }

    fn print<'b>(op: IfOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.condition().id());
        printer.write(" : ");
        printer.ty(op.condition().ty());
        print_results(op.op(), printer);
        let how = PrintRegion { entry_args: false, terminator: true };
        printer.write(" ");
        printer.region(op.then_region(), how);
        let otherwise = op.else_region();
        let does_nothing = otherwise.ops().count() == 1
            && yielded(otherwise) == Some(0)
            && otherwise.blocks().count() == 1;
        if !does_nothing {
            printer.write(" else ");
            printer.region(otherwise, how);
        }
        printer.attr_dict(op.op(), &[]);
    }
}

impl CompileTimeOperands for ForOp {
    fn first_number(op: ForOpRef<'_>) -> usize {
        op.results().len()
    }

    fn what(_: ForOpRef<'_>) -> &'static str {
        "a loop's bound"
    }

    fn wrong_number(_: ForOpRef<'_>, numbers: &[i64]) -> Option<(usize, &'static str)> {
        (numbers.get(STEP_NUMBER) == Some(&0)).then_some((STEP_NUMBER, STEP_IS_0))
    }
}

/// The number of values that the only block of a region yields.
pub(super) fn yielded(region: RegionRef<'_>) -> Option<usize> {
    Some(region.entry()?.terminator()?.num_operands())
}

/// The name in `names` of a function's result. No source has it.
pub(crate) const RESULT_NAME: &str = "#result";

/// The source name of one of the values that a loop or a conditional carries: `names` is its
/// attribute.
pub(crate) fn name_of(ctx: &Context, names: Option<Attribute>, index: usize) -> Option<&str> {
    names?.as_array(ctx)?.get(index)?.as_str(ctx)
}

impl VerifyOp for ForOp {
    fn verify(op: ForOpRef<'_>, diagnostics: &mut Diagnostics) {
        let results = op.results().len();
        let Some(bounds) = op.inits_and_bounds().len().checked_sub(results) else {
            diagnostics.error(op.op().op_error("expects an operand for each result"));
            return;
        };
        if let Some(message) = op.wrong_bounds(bounds) {
            diagnostics.error(op.op().op_error(message));
            return;
        }
        let Some(block) = op.body().entry() else { return };
        if block.arguments().len() != results + 1 || yielded(op.body()) != Some(results) {
            diagnostics.error(op.op().op_error(
                "expects a body that takes a number and the values, and yields the values",
            ));
        }
    }
}

impl VerifyOp for IfOp {
    fn verify(op: IfOpRef<'_>, diagnostics: &mut Diagnostics) {
        for region in [op.then_region(), op.else_region()] {
            let takes_none = region.entry().is_some_and(|block| block.arguments().is_empty());
            if !takes_none || yielded(region) != Some(op.results().len()) {
                diagnostics.error(
                    op.op().op_error("expects regions without arguments that yield the results"),
                );
            }
        }
    }
}

impl ForOp {
    /// The block of the body.
    pub(crate) fn block(self, body: &Body) -> Option<BlockId> {
        body.entry_block(self.body(body))
    }

    /// The loop that has this value as its variable.
    pub(crate) fn of_variable(body: &Body, variable: ValueId) -> Option<Self> {
        if body.defining_op(variable).is_some() {
            return None;
        }
        let block = body.defining_block(variable)?;
        let this = Self::cast(body, body.block_owner(block)?)?;
        (body.arguments(block).first() == Some(&variable)).then_some(this)
    }
}

impl RunsOneRegion for IfOp {}

impl<'b> IfOpRef<'b> {
    /// The terminators of the branches.
    pub(crate) fn ends(self) -> impl Iterator<Item = OpRef<'b>> {
        let regions = [self.then_region(), self.else_region()];
        regions.into_iter().filter_map(|region| region.entry()?.terminator())
    }
}

impl<'b> ForOpRef<'b> {
    /// The initial values of the first iteration.
    pub(crate) fn inits(self) -> impl ExactSizeIterator<Item = ValueRef<'b>> + 'b {
        self.inits_and_bounds().iter().take(self.results().len())
    }

    /// The bounds and the step, while they are operands.
    pub(crate) fn bound_operands(self) -> impl ExactSizeIterator<Item = ValueRef<'b>> + 'b {
        self.inits_and_bounds().iter().skip(self.results().len())
    }
}

impl InterpretOp for ForOp {
    fn interpret<'b>(op: ForOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let mut carried = m.take_operands(op.op());
        let bounds = carried.drain(op.inits().len()..).zip(op.bound_operands());
        let bounds = bounds.map(|(value, bound)| Tensor::of_value(op.context(), value, bound.ty()));
        let bounds = bounds.collect::<Result<Vec<_>, Trap>>()?;
        let range = op.range_at_run_time(&bounds, m.sizes())?;
        for iteration in 0..range.count() {
            carried.insert(0, Tensor::count(range.at(iteration)));
            carried = m.run_region(op.body(), carried)?;
        }
        m.set_results(op.op(), carried);
        Ok(Flow::Next)
    }
}

impl InterpretOp for IfOp {
    fn interpret<'b>(op: IfOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let condition = Tensor::operand(op.condition(), m)?;
        let holds = condition.holds().ok_or_else(|| Trap::new("a condition is a number"))?;
        let taken = if holds { op.then_region() } else { op.else_region() };
        let values = m.run_region(taken, Values::new())?;
        m.set_results(op.op(), values);
        Ok(Flow::Next)
    }
}

impl InterpretOp for YieldOp {
    fn interpret<'b>(op: YieldOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let op = op.op();
        let is_converted = op.ask::<dyn ElementTypes, _>(|op| op.takes(0)) == Some(Takes::F64);
        if !is_converted {
            return Ok(Flow::Yield(m.take_operands(op)));
        }
        let values = promoted(op, Tensor::take_operands(op, m)?).map_err(Failure::into_trap)?.0;
        Ok(Flow::Yield(values.into_iter().map(Value::dialect).collect()))
    }
}
