//! Counted loops.

use super::lowering::{Std, ValueIds, branch, end_of, replace_end};
use super::to_std::may_branch;
use super::{YieldOp, argument_types, check_types, entry_arguments, print_results};
use mlir_lite::analysis::dataflow::InferIntRangeInterface;
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::standard::{AddIOp, CmpIOp, CmpIPredicate, CondBrOp};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::builder::{InsertionPoint, at};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::CanonicalizeOp;
use mlir_lite::rewrite::keep_attributes::keep_attributes;
use mlir_lite::rewrite::{MatchResult, PatternRewriter, constant_value};
use mlir_lite::scalar::IntegerRange;

/// Runs its body with `%i = lower, lower + step, ..` while `%i < upper`.
///
/// Values may be carried from each run to the next: `iter_args(%sum = %zero) -> (f64)`; what the
/// body yields is the next value, the last one the loop's result. The step is positive.
///
/// ```mlir
/// %sum = scf.for %i = %zero to %n step %one iter_args(%before = %start) -> (f32) {
///   %x = load %memory[%i] : memref<?xf32>
///   %after = addf %before, %x : f32
///   scf.yield %after : f32
/// }
/// ```
#[op(name = "scf.for",
     traits(SingleBlockImplicitTerminator<YieldOp>, RecursiveMemoryEffects,
            AutomaticAllocationScope),
     implements(
         CustomAssembly, VerifyOp, CanonicalizeOp, InterpretOp, LoopLikeOpInterface,
         RegionBranchOpInterface, InferIntRangeInterface, LowerTo<Std>,
     ))]
pub struct ForOp {
    /// First value of the induction variable.
    #[operand]
    lower_bound: AnyTypeOf<(Index, AnySignlessInteger)>,
    /// The loop ends before it.
    #[operand]
    upper_bound: AnyTypeOf<(Index, AnySignlessInteger)>,
    /// The increment after each iteration.
    #[operand]
    step: AnyTypeOf<(Index, AnySignlessInteger)>,
    /// The initial carried values.
    #[operand]
    init_args: Variadic<AnyType>,
    /// Whether the bounds are compared as unsigned numbers.
    #[attr(name = "unsignedCmp")]
    unsigned_cmp: Optional<UnitAttr>,
    /// The body; its arguments are the induction variable and the carried values.
    #[region]
    region: SingleBlockRegion,
    /// The final carried values.
    #[result]
    results: Variadic<AnyType>,
}

impl ForOp {
    /// Creates a loop with an empty body, which still needs its terminator, and returns the body's
    /// block.
    pub fn with_body(
        builder: &mut (impl OpBuilder + ?Sized),
        [lower_bound, upper_bound, step]: [ValueId; 3],
        init_args: &[ValueId],
    ) -> (Self, BlockId) {
        let body = builder.body();
        let types: SmallVec<[Type; 4]> = init_args.iter().map(|&value| body.ty(value)).collect();
        let mut arguments: SmallVec<[Type; 4]> = SmallVec::from_elem(body.ty(lower_bound), 1);
        arguments.extend_from_slice(&types);
        let op = Self::create(builder, lower_bound, upper_bound, step, init_args, None, &types);
        let region = op.region(builder.body());
        let block = builder.create_block(region, &arguments);
        (op, block)
    }

    /// Creates a loop without carried values; `build` fills the body, given the induction variable.
    pub fn counted<B: OpBuilder + ?Sized>(
        builder: &mut B,
        bounds: [ValueId; 3],
        build: impl FnOnce(&mut B, ValueId),
    ) -> Self {
        Self::carrying(builder, bounds, &[], |builder, variable, _| {
            build(builder, variable);
            Vec::new()
        })
    }

    /// Creates a loop that carries values, which begin as `init_args`. `build` fills the body,
    /// given the induction variable and the values, and returns the values of the next iteration.
    ///
    /// # Panics
    /// If `build` returns another number of values.
    #[track_caller]
    pub fn carrying<B: OpBuilder + ?Sized>(
        builder: &mut B,
        bounds: [ValueId; 3],
        init_args: &[ValueId],
        build: impl FnOnce(&mut B, ValueId, &[ValueId]) -> Vec<ValueId>,
    ) -> Self {
        let (op, block) = Self::with_body(builder, bounds, init_args);
        let arguments = builder.body().arguments(block).to_vec();
        at(builder, InsertionPoint::End(block), |builder| {
            let next = build(builder, arguments[0], &arguments[1..]);
            assert_eq!(next.len(), init_args.len(), "a loop yields the values that it carries");
            YieldOp::create(builder, &next);
        });
        op
    }
}

impl LoopLikeOpInterface for ForOp {
    fn inits(op: ForOpRef<'_>) -> SmallVec<[ValueId; 4]> {
        op.init_args().ids().collect()
    }

    fn region_iter_args(op: ForOpRef<'_>) -> SmallVec<[ValueId; 4]> {
        let arguments = op.region().entry().map_or(&[][..], BlockRef::arguments);
        arguments.iter().skip(1).copied().collect()
    }

    fn yielded_values(op: ForOpRef<'_>) -> SmallVec<[ValueId; 4]> {
        let end = op.region().entry().and_then(BlockRef::terminator);
        end.map_or_else(SmallVec::new, |end| end.operands().collect())
    }

    fn loop_results(op: ForOpRef<'_>) -> Option<SmallVec<[ValueId; 4]>> {
        Some(op.results().ids().collect())
    }
}

impl RegionBranchOpInterface for ForOp {
    fn successors(
        op: ForOpRef<'_>,
        from: Option<RegionId>,
        operands: &[Option<Attribute>],
    ) -> RegionSuccessors {
        let bounds = |index: usize| match from {
            None => operands.get(index).copied().flatten(),
            // The operands that are known are those of the terminator.
            Some(_) => constant_value(op.op().body(), op.op().operand(index)),
        };
        let successors = [RegionSuccessor::Region(op.region().id()), RegionSuccessor::Parent];
        let first_only = match op.trip_count([bounds(0), bounds(1), bounds(2)]) {
            Some(0) => Some(false),
            Some(1) => Some(from.is_none()),
            Some(_) if from.is_none() => Some(true),
            _ => None,
        };
        match first_only {
            Some(true) => RegionSuccessors::from_slice(&successors[..1]),
            Some(false) => RegionSuccessors::from_slice(&successors[1..]),
            None => RegionSuccessors::from_slice(&successors),
        }
    }

    fn entry_operands(op: ForOpRef<'_>, _: RegionSuccessor) -> SmallVec<[ValueId; 4]> {
        op.init_args().ids().collect()
    }

    fn region_inputs(op: ForOpRef<'_>, _: RegionId) -> SmallVec<[ValueId; 4]> {
        <ForOp as LoopLikeOpInterface>::region_iter_args(op)
    }
}

impl InferIntRangeInterface for ForOp {
    fn argument_range(
        op: ForOpRef<'_>,
        _: ValueId,
        operands: &[Option<IntegerRange>],
    ) -> Option<IntegerRange> {
        let (lower, upper) = (operands.first().copied()??, operands.get(1).copied()??);
        // Where the body runs, the variable is below the upper bound.
        Some(if op.unsigned_cmp().is_some() {
            let (low, high) = (lower.unsigned().0, upper.unsigned().1);
            lower.from_unsigned(low, (high - 1).max(low))
        } else {
            let (low, high) = (lower.signed().0, upper.signed().1);
            lower.from_signed(low, (high - 1).max(low))
        })
    }
}

impl ForOpRef<'_> {
    /// The number of iterations, if lower bound, upper bound and step are constants.
    fn trip_count(self, [lower, upper, step]: [Option<Attribute>; 3]) -> Option<u64> {
        let ctx = self.context();
        // All bounds have one type; numbers that 64 bits do not hold are not counted.
        let bits = lower?.as_integer(ctx)?.width();
        if bits > u64::BITS {
            return None;
        }
        let number = |bound: Option<Attribute>| {
            let signed = bound?.as_i64(ctx)?;
            let mask = u64::MAX >> (u64::BITS - bits);
            let unsigned = self.unsigned_cmp().is_some();
            Some(if unsigned { i128::from(signed as u64 & mask) } else { i128::from(signed) })
        };
        let (distance, step) = (number(upper)? - number(lower)?, number(step)?);
        // A step that is not positive is undefined behaviour.
        (step > 0).then(|| u64::try_from((distance + step - 1).max(0) / step).ok())?
    }
}

impl CustomAssembly for ForOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        if parser.parse_optional_keyword("unsigned") {
            parser.set_attr("unsignedCmp", Attribute::UNIT);
        }
        let variable = parser.parse_operand()?;
        parser.parse_punct("=")?;
        let lower = parser.parse_operand()?;
        parser.parse_keyword("to")?;
        let upper = parser.parse_operand()?;
        parser.parse_keyword("step")?;
        let step = parser.parse_operand()?;
        let mut carried = Vec::new();
        let mut inits = Vec::new();
        let position = parser.position();
        let mut types = Vec::new();
        if parser.parse_optional_keyword("iter_args") {
            parser.parse_punct("(")?;
            while !parser.parse_optional_punct(")") {
                if !carried.is_empty() {
                    parser.parse_punct(",")?;
                }
                carried.push(parser.parse_operand()?);
                parser.parse_punct("=")?;
                inits.push(parser.parse_operand()?);
            }
            parser.parse_punct("->")?;
            types = parser.parse_function_results()?;
        }
        let ty = if parser.parse_optional_punct(":") { parser.parse_type()? } else { Type::INDEX };
        for bound in [&lower, &upper, &step] {
            let value = parser.resolve(bound, ty)?;
            parser.add_operand(value);
        }
        let inits = parser.resolve_all(&inits, &types, position)?;
        parser.add_operands(&inits);
        parser.add_result_types(&types);
        let mut arguments = vec![(variable, ty)];
        arguments.extend(carried.into_iter().zip(types.iter().copied()));
        parser.parse_region(&arguments)?;
        ensure_yield(parser);
        parser.parse_attr_dict()
    }

    fn print<'b>(op: ForOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let Some((&variable, carried)) = entry_arguments(op.region()).split_first() else { return };
        printer.write(if op.unsigned_cmp().is_some() { " unsigned " } else { " " });
        printer.operand(variable);
        let bounds = [(" = ", op.lower_bound()), (" to ", op.upper_bound()), (" step ", op.step())];
        for (word, bound) in bounds {
            printer.write(word);
            printer.operand(bound.id());
        }
        if !carried.is_empty() {
            printer.write(" iter_args(");
            let pairs = carried.iter().zip(op.init_args().ids());
            for (i, (&argument, init)) in pairs.enumerate() {
                if i > 0 {
                    printer.write(", ");
                }
                printer.operand(argument);
                printer.write(" = ");
                printer.operand(init);
            }
            printer.write(")");
            print_results(op.op(), printer);
        }
        let ty = op.body().ty(variable);
        printer.write(" ");
        if ty != Type::INDEX {
            // Two spaces before the colon, as MLIR prints it.
            printer.write(" : ");
            printer.ty(ty);
            printer.write(" ");
        }
        printer.region(
            op.region(),
            PrintRegion { entry_args: false, terminator: !carried.is_empty() },
        );
        printer.attr_dict(op.op(), &["unsignedCmp"]);
    }
}

/// Ends the region just read with a `yield`, if the text leaves it out.
pub(super) fn ensure_yield(parser: &mut OpAsmParser<'_, '_>) {
    let location = parser.location();
    parser.ensure_terminator(&[], |body| {
        let name = YieldOp::name(body.context());
        body.create_op(OperationState::new(name, location))
    });
}

impl VerifyOp for ForOp {
    fn verify(op: ForOpRef<'_>, diagnostics: &mut Diagnostics) {
        let inits = || op.init_args().types();
        let ty = op.lower_bound().ty();
        if op.upper_bound().ty() != ty || op.step().ty() != ty {
            diagnostics.error(op.op().op_error("requires bounds and step of one type"));
        }
        let (results, region, op) = (op.results().types(), op.region(), op.op());
        check_types(op, "has results", results, inits(), diagnostics);
        let Some(block) = region.entry() else { return };
        let arguments = argument_types(block);
        let wanted = std::iter::once(ty).chain(inits());
        check_types(op, "has a body with arguments", arguments, wanted, diagnostics);
        if let Some(end) = block.terminator() {
            check_types(
                op,
                "has a body that yields values",
                end.operand_types(),
                inits(),
                diagnostics,
            );
        }
    }
}

impl InterpretOp for ForOp {
    fn interpret<'b>(op: ForOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let unsigned = op.unsigned_cmp().is_some();
        let width = op.step().ty().bit_width(op.context()).unwrap_or(64).clamp(1, 128);
        let step = m.get(op.step()).as_int()? << (128 - width);
        if step == 0 || (!unsigned && step >> 127 == 1) {
            let step = step as i128 >> (128 - width);
            return Err(Trap::new(format!("the loop's step, {step}, is not positive")));
        }
        // In the highest bits, with another sign if it counts, integers of each width have the
        // order of unsigned ones.
        let sign = u128::from(!unsigned) << 127;
        let key = |bits: u128| (bits << (128 - width)) ^ sign;
        let (mut at, end) =
            (key(m.get(op.lower_bound()).as_int()?), key(m.get(op.upper_bound()).as_int()?));
        let mut carried = m.values(op.init_args());
        while at < end {
            carried.insert(0, Value::Int((at ^ sign) >> (128 - width)));
            carried = m.run_region(op.region(), carried)?;
            let Some(next) = at.checked_add(step) else { break };
            at = next;
        }
        m.set_results(op.op(), carried);
        Ok(Flow::Next)
    }
}

impl LowerTo<Std> for ForOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        may_branch(rewriter.body(), op.id())?;
        let body = rewriter.body();
        let location = body.location(op.id());
        let region = op.region(body);
        let end: YieldOp = end_of(body, region).ok_or("the loop has no terminator")?;
        let entry = body.entry_block(region).ok_or("the loop has no body")?;
        let first = body.first_op(entry).ok_or("the loop has no terminator")?;
        let (lower, upper, step) = (op.lower_bound(body), op.upper_bound(body), op.step(body));
        let unsigned = op.unsigned_cmp(body).is_some();
        let mut start: ValueIds = SmallVec::from_slice(&[lower]);
        start.extend(op.init_args(body));
        let mut next: ValueIds = end.results(body);

        let (before, after) = rewriter.split_block(op.id());
        let (decide, first_of_body) = rewriter.split_block(first);
        rewriter.inline_region_before(region, after);
        branch(rewriter, InsertionPoint::End(before), location, decide, &start);

        let variables: ValueIds = rewriter.body().arguments(decide).into();
        rewriter.set_insertion_point(InsertionPoint::End(decide));
        let below = if unsigned { CmpIPredicate::Ult } else { CmpIPredicate::Slt };
        let goes_on = CmpIOp::build(rewriter, location, below, variables[0], upper);
        let goes_on = goes_on.result(rewriter.body());
        CondBrOp::build(rewriter, location, goes_on, (first_of_body, &[]), (after, &[]));

        rewriter.set_insertion_point(InsertionPoint::Before(end.id()));
        let stepped = AddIOp::create(rewriter, variables[0], step);
        next.insert(0, stepped);
        let back = replace_end(rewriter, end.id(), decide, &next);
        keep_attributes(rewriter, op.id(), back);
        rewriter.replace_op(op.id(), &variables[1..]);
        Ok(())
    }
}
