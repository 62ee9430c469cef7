//! `affine.for`: a loop with affine bounds and a constant step.

use crate::YieldOp;
use crate::interpret::evaluate;
use crate::lowering::{NOT_DEFINED, Std, replace_by};
use crate::operands::{MapOperands, parse_dims_and_symbols, parse_map, print_dims_and_symbols};
use crate::scope::verify_map_operands;
use crate::{expand_max, expand_min};
use mlir_lite::affine::AffineMap;
use mlir_lite::analysis::dataflow::InferIntRangeInterface;
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::{scf, standard};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint, at};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::CanonicalizeOp;
use mlir_lite::rewrite::{MatchResult, PatternRewriter};
use mlir_lite::scalar::IntegerRange;
use mlir_lite::text::asm::UnresolvedOperand;
use smallvec::smallvec;

/// Runs its body for each value from the lower bound up to, without, the upper
/// bound, in steps.
///
/// Each bound is an affine map of operands; of several results, the largest is
/// the lower bound and the smallest the upper one. Values that each iteration
/// hands to the next one are `iter_args`.
///
/// ```mlir
/// affine.for %i = 0 to 10 step 2 {
///   %sum = affine.for %j = max affine_map<(d0) -> (0, d0 - 3)>(%i) to %n iter_args(%s = %zero) -> (f32) {
///     %v = affine.load %m[%i, %j] : memref<10x?xf32>
///     %t = addf %s, %v : f32
///     affine.yield %t : f32
///   }
/// }
/// ```
#[op(name = "affine.for",
     traits(AttrSizedOperandSegments, SingleBlockImplicitTerminator<YieldOp>, RecursiveMemoryEffects,
            AutomaticAllocationScope),
     implements(
         CustomAssembly, VerifyOp, FoldOp, CanonicalizeOp, InterpretOp, LoopLikeOpInterface,
         RegionBranchOpInterface, InferIntRangeInterface, LowerTo<Std>,
     ))]
pub struct ForOp {
    #[operand]
    lower_bound_operands: Variadic<Index>,
    #[operand]
    upper_bound_operands: Variadic<Index>,
    /// The first values of the loop-carried variables.
    #[operand]
    inits: Variadic<AnyType>,
    #[attr(name = "lowerBoundMap", typed)]
    lower_bound_map: AffineMapAttr,
    #[attr(name = "upperBoundMap", typed)]
    upper_bound_map: AffineMapAttr,
    #[attr]
    step: IndexAttr,
    #[region]
    body: SingleBlockRegion,
    /// The last values of the loop-carried variables.
    #[result]
    results: Variadic<AnyType>,
}

/// A bound of a loop to be built.
#[derive(Copy, Clone, Debug)]
pub enum ForBound<'v> {
    /// A number.
    Constant(i64),
    /// A map with its operands, dimensions first.
    Map(AffineMap, &'v [ValueId]),
}

impl ForOp {
    /// A loop without carried values, whose body is a block with its variable and an
    /// `affine.yield`.
    pub fn from_to(
        builder: &mut (impl OpBuilder + ?Sized),
        lower: ForBound<'_>,
        upper: ForBound<'_>,
        step: i64,
    ) -> Self {
        Self::carrying(builder, (lower, upper), step, &[], |_, _, _| Vec::new())
    }

    /// A loop that carries values, which begin as `inits`. `build` fills the body, given the
    /// loop's variable and the values, and returns the values of the next iteration.
    ///
    /// # Panics
    /// If `build` returns another number of values.
    #[track_caller]
    pub fn carrying<B: OpBuilder + ?Sized>(
        builder: &mut B,
        bounds: (ForBound<'_>, ForBound<'_>),
        step: i64,
        inits: &[ValueId],
        build: impl FnOnce(&mut B, ValueId, &[ValueId]) -> Vec<ValueId>,
    ) -> Self {
        let (this, block) = Self::with_body(builder, bounds, step, inits);
        let arguments = builder.body().arguments(block).to_vec();
        at(builder, InsertionPoint::End(block), |builder| {
            let next = build(builder, arguments[0], &arguments[1..]);
            assert_eq!(next.len(), inits.len(), "a loop yields the values that it carries");
            YieldOp::create(builder, &next);
        });
        this
    }

    /// A loop with carried values, starting with `inits`, and its block: with the loop's variable
    /// and the values, and without a terminator yet.
    pub fn with_body(
        builder: &mut (impl OpBuilder + ?Sized),
        (lower, upper): (ForBound<'_>, ForBound<'_>),
        step: i64,
        inits: &[ValueId],
    ) -> (Self, BlockId) {
        let ctx = builder.context().clone();
        let parts = |bound| match bound {
            ForBound::Constant(value) => (ctx.constant_map(value), &[][..]),
            ForBound::Map(map, operands) => (map, operands),
        };
        let ((lower, lower_operands), (upper, upper_operands)) = (parts(lower), parts(upper));
        let types: Vec<Type> = inits.iter().map(|&init| builder.body().ty(init)).collect();
        let this = Self::create(
            builder,
            lower_operands,
            upper_operands,
            inits,
            lower,
            upper,
            ctx.index_attr(step),
            &types,
        );
        let region = this.body(builder.body());
        let arguments = [&[Type::INDEX], &types[..]].concat();
        let block = builder.create_block(region, &arguments);
        (this, block)
    }

    /// This loop and those nested in it, as long as each contains nothing but the next one.
    pub fn perfectly_nested(self, body: &Body) -> SmallVec<[Self; 4]> {
        let next = |this: &Self| {
            let block = this.block(body);
            let inner = Self::cast(body, body.first_op(block)?)?;
            (body.next_op(inner.id()) == body.terminator(block)).then_some(inner)
        };
        std::iter::successors(Some(self), next).collect()
    }

    /// The outermost loop of each perfect nest of a function, also of those within other loops.
    pub(crate) fn perfect_nests(body: &Body) -> Vec<Self> {
        let (mut roots, mut inner) = (Vec::new(), Vec::new());
        for op in body.own_ops() {
            // The inner loops of a nest follow it directly.
            if let Some(this) = Self::cast(body, op)
                && !inner.contains(&this)
            {
                inner = this.perfectly_nested(body).to_vec();
                roots.push(this);
            }
        }
        roots
    }

    /// The block of the body.
    ///
    /// # Panics
    /// If the op is not verified and its region is empty.
    #[track_caller]
    pub fn block(self, body: &Body) -> BlockId {
        body.entry_block(self.body(body)).expect("a verified loop has a block")
    }

    /// The loop's variable.
    pub fn induction_variable(self, body: &Body) -> ValueId {
        body.arguments(self.block(body))[0]
    }

    /// The loop whose variable is the value.
    pub(crate) fn of_variable(body: &Body, value: ValueId) -> Option<Self> {
        let block = body.defining_block(value)?;
        let this = Self::cast(body, body.block_owner(block)?)?;
        (this.induction_variable(body) == value).then_some(this)
    }

    /// The lower bound: the largest of the results.
    pub fn lower_bound(self, body: &Body) -> MapOperands {
        MapOperands::new(self.lower_bound_map(body), &self.lower_bound_operands(body))
    }

    /// The upper bound: the smallest of the results.
    pub fn upper_bound(self, body: &Body) -> MapOperands {
        MapOperands::new(self.upper_bound_map(body), &self.upper_bound_operands(body))
    }

    /// The step, at least 1.
    pub fn step_value(self, body: &Body) -> i64 {
        self.step(body).expect_i64(body.context()).max(1)
    }

    /// Replaces both bounds, and the first values of the loop-carried variables, of which there are
    /// as many as before.
    pub(crate) fn set_bounds(
        self,
        body: &mut Body,
        lower: &MapOperands,
        upper: &MapOperands,
        inits: &[ValueId],
    ) {
        let ctx = body.context().clone();
        let sizes =
            [lower.operands.len(), upper.operands.len(), inits.len()].map(|size| size as i32);
        let operands: Vec<ValueId> =
            lower.operands.iter().chain(&upper.operands).chain(inits).copied().collect();
        body.set_operands(self.id(), &operands);
        self.set_lower_bound_map(body, lower.map);
        self.set_upper_bound_map(body, upper.map);
        body.set_attr(self.id(), ctx.ident("operandSegmentSizes"), ctx.i32_array_attr(&sizes));
    }

    /// Lower and upper bound, if both are constant maps.
    pub fn constant_bounds(self, body: &Body) -> Option<(i64, i64)> {
        let ctx = body.context();
        let of_all = |map: AffineMap, choose: fn(i64, i64) -> i64| {
            let mut constants = map.results(ctx).iter().map(|result| result.as_constant(ctx));
            let first = constants.next()??;
            constants.try_fold(first, |chosen, constant| Some(choose(chosen, constant?)))
        };
        let lower = of_all(self.lower_bound_map(body), i64::max)?;
        Some((lower, of_all(self.upper_bound_map(body), i64::min)?))
    }

    /// The trip count, if the bounds are constants.
    pub fn constant_trip_count(self, body: &Body) -> Option<u64> {
        let (lower, upper) = self.constant_bounds(body)?;
        let distance = i128::from(upper) - i128::from(lower);
        let step = i128::from(self.step_value(body));
        u64::try_from(if distance <= 0 { 0 } else { (distance + step - 1) / step }).ok()
    }
}

/// Adds the `affine.yield` that the text leaves out to the last region.
pub(super) fn end_with_yield(parser: &mut OpAsmParser<'_, '_>, arg_types: &[Type]) {
    let location = parser.location();
    parser.ensure_terminator(arg_types, |body| {
        let mut builder = BodyBuilder::new(body, InsertionPoint::Detached);
        YieldOp::build(&mut builder, location, &[]).id()
    });
}

/// Builds a loop; `build` fills the body, given the variable.
pub fn build_loop<B: OpBuilder>(
    builder: &mut B,
    (lower, upper): (ForBound<'_>, ForBound<'_>),
    step: i64,
    build: impl FnOnce(&mut B, ValueId),
) {
    let this = ForOp::from_to(builder, lower, upper, step);
    let (block, variable) = (this.block(builder.body()), this.induction_variable(builder.body()));
    at(builder, InsertionPoint::Start(block), |builder| build(builder, variable));
}

/// Builds loops from 0 to each of `sizes`, nested in that order; `build` fills the innermost one,
/// given the variables.
pub fn build_loop_nest<B: OpBuilder>(
    builder: &mut B,
    sizes: &[i64],
    build: impl FnOnce(&mut B, &[ValueId]),
) {
    let mut after = None;
    let mut variables = Vec::with_capacity(sizes.len());
    for &size in sizes {
        let this = ForOp::from_to(builder, ForBound::Constant(0), ForBound::Constant(size), 1);
        after.get_or_insert(builder.insertion_point());
        variables.push(this.induction_variable(builder.body()));
        let block = this.block(builder.body());
        builder.set_insertion_point(InsertionPoint::Start(block));
    }
    build(builder, &variables);
    if let Some(after) = after {
        builder.set_insertion_point(after);
    }
}

/// Parses `max affine_map<..>(..)[..]`, `%n` or `42` and adds its operands to the op's; returns the
/// map, and the number of its operands.
fn parse_bound(parser: &mut OpAsmParser<'_, '_>, keyword: &str) -> Parsed<(Attribute, i32)> {
    let ctx = parser.context();
    if parser.at_integer() {
        let value = parser.parse_integer()?;
        let ctx = parser.context();
        return Ok((ctx.affine_map_attr(ctx.constant_map(value)), 0));
    }
    if parser.at_operand() {
        let map = ctx.affine_map_attr(ctx.affine_map(0, 1, &[ctx.affine_symbol(0)]));
        let operand = parser.parse_operand()?;
        let operand = parser.resolve(&operand, Type::INDEX)?;
        parser.add_operand(operand);
        return Ok((map, 1));
    }
    let extremum = parser.parse_optional_keyword(keyword);
    let position = parser.position();
    let (attribute, map) = parse_map(parser)?;
    let data = map.data(parser.context());
    let (dims, symbols) = (data.dims, data.symbols);
    if data.results.len() > 1 && !extremum {
        let message =
            format!("loop bound affine map with multiple results requires '{keyword}' prefix");
        return Err(parser.error(position, message));
    }
    let operands = parse_dims_and_symbols(parser, dims, symbols, "loop bound affine map")?;
    parser.add_operands(&operands);
    Ok((attribute, operands.len() as i32))
}

fn print_bound(
    printer: &mut OpAsmPrinter<'_, '_>,
    map: AffineMap,
    operands: ValueRange<'_>,
    keyword: &str,
) {
    let ctx = printer.context();
    let operands: &[ValueId] = &operands.id_list();
    let data = map.data(ctx);
    if let [result] = data.results[..] {
        // A constant map with inputs is printed as a map, to keep them.
        if let (Some(constant), 0, 0) = (result.as_constant(ctx), data.dims, data.symbols) {
            return printer.number(constant);
        }
        if let (0, 1, &[operand]) = (data.dims, data.symbols, operands)
            && result == ctx.affine_symbol(0)
        {
            return printer.operand(operand);
        }
    } else {
        printer.write(keyword);
        printer.write(" ");
    }
    printer.attribute(ctx.affine_map_attr(map));
    print_dims_and_symbols(printer, operands, data.dims);
}

impl LoopLikeOpInterface for ForOp {
    fn inits(op: ForOpRef<'_>) -> SmallVec<[ValueId; 4]> {
        ForOpRef::inits(op).ids().collect()
    }

    fn region_iter_args(op: ForOpRef<'_>) -> SmallVec<[ValueId; 4]> {
        let arguments = op.body().entry().map_or(&[][..], BlockRef::arguments);
        arguments.iter().skip(1).copied().collect()
    }

    fn yielded_values(op: ForOpRef<'_>) -> SmallVec<[ValueId; 4]> {
        let end = op.body().entry().and_then(BlockRef::terminator);
        end.map_or_else(SmallVec::new, |end| end.operands().collect())
    }

    fn loop_results(op: ForOpRef<'_>) -> Option<SmallVec<[ValueId; 4]>> {
        Some(op.results().ids().collect())
    }
}

impl InferIntRangeInterface for ForOp {
    fn argument_range(
        op: ForOpRef<'_>,
        _: ValueId,
        _: &[Option<IntegerRange>],
    ) -> Option<IntegerRange> {
        let (lower, upper) = op.handle().constant_bounds(op.op().body())?;
        let (low, high) = (i128::from(lower), i128::from(upper) - 1);
        Some(IntegerRange::all(64)?.from_signed(low, high.max(low)))
    }
}

impl RegionBranchOpInterface for ForOp {
    fn successors(
        op: ForOpRef<'_>,
        from: Option<RegionId>,
        _: &[Option<Attribute>],
    ) -> RegionSuccessors {
        let successors = [RegionSuccessor::Region(op.body().id()), RegionSuccessor::Parent];
        let count = op.handle().constant_trip_count(op.op().body());
        match (count, from) {
            (Some(0), _) | (Some(1), Some(_)) => RegionSuccessors::from_slice(&successors[1..]),
            (Some(_), None) => RegionSuccessors::from_slice(&successors[..1]),
            (_, _) => RegionSuccessors::from_slice(&successors),
        }
    }

    fn entry_operands(op: ForOpRef<'_>, _: RegionSuccessor) -> SmallVec<[ValueId; 4]> {
        ForOpRef::inits(op).ids().collect()
    }

    fn region_inputs(op: ForOpRef<'_>, _: RegionId) -> SmallVec<[ValueId; 4]> {
        <ForOp as LoopLikeOpInterface>::region_iter_args(op)
    }
}

impl CustomAssembly for ForOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let variable = parser.parse_argument()?;
        parser.parse_punct("=")?;
        let (lower, lower_operands) = parse_bound(parser, "max")?;
        parser.parse_keyword("to")?;
        let (upper, upper_operands) = parse_bound(parser, "min")?;
        let mut step = 1;
        if parser.parse_optional_keyword("step") {
            let position = parser.position();
            step = parser.parse_integer()?;
            if step < 1 {
                let message = "expected step to be representable as a positive signed integer";
                return Err(parser.error(position, message));
            }
        }
        let mut arguments: Arguments<'_> = smallvec![(variable, Type::INDEX)];
        parse_iter_args(parser, &mut arguments)?;
        let types: SmallVec<[Type; 4]> = arguments.iter().map(|argument| argument.1).collect();
        let sizes = parser.segment_sizes(&[lower_operands, upper_operands, types.len() as i32 - 1]);
        let step = parser.context().index_attr(step);
        for (slot, attribute) in [lower, upper, step, sizes].into_iter().enumerate() {
            parser.set_inherent_attr(slot, attribute);
        }
        parser.parse_region(&arguments)?;
        end_with_yield(parser, &types);
        parser.parse_attr_dict()
    }

    fn print<'b>(op: ForOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let arguments = op.body().entry().map_or(&[][..], BlockRef::arguments);
        printer.write(" ");
        if let Some(&variable) = arguments.first() {
            printer.region_argument(variable, |_| {}, |_| {});
        }
        printer.write(" = ");
        print_bound(printer, op.lower_bound_map(), op.lower_bound_operands(), "max");
        printer.write(" to ");
        print_bound(printer, op.upper_bound_map(), op.upper_bound_operands(), "min");
        if let Some(step) = op.step().as_i64(op.context())
            && step != 1
        {
            printer.write(" step ");
            printer.number(step);
        }
        let carried = !op.results().is_empty();
        if carried {
            printer.write(" iter_args(");
            for (i, (&argument, init)) in arguments.iter().skip(1).zip(op.inits().ids()).enumerate()
            {
                printer.write(if i > 0 { ", " } else { "" });
                printer.operand(argument);
                printer.write(" = ");
                printer.operand(init);
            }
            printer.write(") -> (");
            printer.types(op.results().types());
            printer.write(")");
        }
        printer.write(" ");
        printer.region(op.body(), PrintRegion { entry_args: false, terminator: carried });
        printer
            .attr_dict(op.op(), &["lowerBoundMap", "upperBoundMap", "step", "operandSegmentSizes"]);
    }
}

/// Arguments of the body with their types.
type Arguments<'s> = SmallVec<[(UnresolvedOperand<'s>, Type); 2]>;

/// Reads `iter_args(%a = %x) -> (f32)`, if it is next.
fn parse_iter_args<'s>(
    parser: &mut OpAsmParser<'_, 's>,
    arguments: &mut Arguments<'s>,
) -> Parsed<()> {
    if !parser.parse_optional_keyword("iter_args") {
        return Ok(());
    }
    let (mut names, mut inits) = (Vec::new(), Vec::new());
    parser.parse_punct("(")?;
    while !parser.parse_optional_punct(")") {
        if !names.is_empty() {
            parser.parse_punct(",")?;
        }
        names.push(parser.parse_operand()?);
        parser.parse_punct("=")?;
        inits.push(parser.parse_operand()?);
    }
    parser.parse_punct("->")?;
    let position = parser.position();
    let types = parser.parse_function_results()?;
    let inits = parser.resolve_all(&inits, &types, position)?;
    parser.add_operands(&inits);
    parser.add_result_types(&types);
    arguments.extend(names.into_iter().zip(types));
    Ok(())
}

impl VerifyOp for ForOp {
    fn verify(op: ForOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (this, op) = (op, op.op());
        let (ctx, body) = (op.context(), op.body());
        if this.step().as_i64(ctx).is_none_or(|step| step < 1) {
            diagnostics.error(op.op_error("expects a step of at least 1"));
        }
        let bounds = [
            (this.lower_bound_map(), this.lower_bound_operands(), "lower"),
            (this.upper_bound_map(), this.upper_bound_operands(), "upper"),
        ];
        for (map, operands, name) in bounds {
            verify_bound(op, map, operands, name, diagnostics);
        }
        let inits = this.inits();
        let Some(block) = this.body().entry() else { return };
        let mut arguments = block.arguments().iter().map(|&argument| body.ty(argument));
        if arguments.next() != Some(Type::INDEX) {
            diagnostics.error(op.op_error(
                "expects a body whose first argument, the loop's variable, has type 'index'",
            ));
        } else if !arguments.eq(inits.types()) {
            diagnostics
                .error(op.op_error("expects one region argument of the same type for each init"));
        }
        if !this.results().types().eq(inits.types()) {
            diagnostics.error(op.op_error("expects one result of the same type for each init"));
        }
    }
}

/// Checks a bound: `map` is applied to the operands.
fn verify_bound(
    op: OpRef<'_>,
    map: AffineMap,
    operands: ValueRange<'_>,
    name: &str,
    diagnostics: &mut Diagnostics,
) {
    let data = map.data(op.context());
    if data.results.is_empty() {
        diagnostics.error(
            op.op_error(format_args!("expected {name} bound map to have at least one result")),
        );
    }
    let inputs = data.dims + data.symbols;
    if operands.len() != inputs as usize {
        let message = format!(
            "expects as many {name} bound operands as its map has inputs: {inputs}, but found {}",
            operands.len()
        );
        diagnostics.error(op.op_error(message));
    } else if inputs > 0 {
        let operands = operands.id_list();
        verify_map_operands(op, &operands, data.dims, diagnostics);
    }
}

impl FoldOp for ForOp {
    fn fold(op: ForOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let (this, body) = (op.handle(), op.op().body());
        if op.op().num_operands() == op.inits().len() {
            // Both bounds are constants.
            return Fold::Unchanged;
        }
        let (lower, upper) = (this.lower_bound(body), this.upper_bound(body));
        let (new_lower, new_upper) = (lower.simplified(body), upper.simplified(body));
        if new_lower.is_none() && new_upper.is_none() {
            return Fold::Unchanged;
        }
        let (lower, upper) = (new_lower.unwrap_or(lower), new_upper.unwrap_or(upper));
        let inits = this.inits(body).to_vec();
        Fold::in_place(move |body| this.set_bounds(body, &lower, &upper, &inits))
    }
}

impl InterpretOp for ForOp {
    fn interpret<'b>(op: ForOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (this, body) = (op.handle(), op.op().body());
        let start =
            evaluate(m, &this.lower_bound(body))?.into_iter().max().ok_or_else(Trap::malformed)?;
        let end =
            evaluate(m, &this.upper_bound(body))?.into_iter().min().ok_or_else(Trap::malformed)?;
        let step = this.step_value(body);
        let (mut at, mut carried) = (start, m.values(op.inits()));
        while at < end {
            carried.insert(0, Value::index(at));
            carried = m.run_region(op.body(), carried)?;
            let Some(next) = at.checked_add(step) else { break };
            at = next;
        }
        m.set_results(op.op(), carried);
        Ok(Flow::Next)
    }
}

impl LowerTo<Std> for ForOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let body = rewriter.body();
        let location = body.location(op.id());
        let (lower, upper, step) =
            (op.lower_bound(body), op.upper_bound(body), op.step_value(body));
        let (inits, types) = (op.inits(body), body.result_types(op.id()));
        let lower = expand_max(rewriter, lower.map, &lower.operands).ok_or(NOT_DEFINED)?;
        let upper = expand_min(rewriter, upper.map, &upper.operands).ok_or(NOT_DEFINED)?;
        let step = standard::ConstantOp::index(rewriter, step);
        let new = scf::ForOp::build(rewriter, location, lower, upper, step, &inits, None, &types);
        let (from, to) = (op.body(rewriter.body()), new.region(rewriter.body()));
        rewriter.move_region(from, to);
        replace_by(rewriter, op.id(), new.id());
        Ok(())
    }
}
