//! `affine.parallel`: a nest of loops with parallel iterations.

mod lowering;

use crate::YieldOp;
use crate::for_op::end_with_yield;
use crate::indexing::print_results_of_values;
use crate::interpret::evaluate;
use crate::lowering::Std;
use crate::operands::MapOperands;
use crate::operands::resolve_indices;
use crate::scope::verify_map_operands;
use mlir_lite::affine::AffineMap;
use mlir_lite::attributes::DenseElements;
use mlir_lite::conversion::LowerTo;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value, Values, combine, neutral};
use mlir_lite::ir::builder::{InsertionPoint, at};
use mlir_lite::ir::enums::parse_quoted_enum;
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::AtomicRmwKind;
use mlir_lite::text::asm::AffineGroups;
use mlir_lite::types::{DYNAMIC, Signedness, TypeKind};

/// Runs its body for each point of a box, in any order.
///
/// Each bound is an affine expression, or the `min` or `max` of several. The values that the
/// iterations yield are combined to the results by `reduce`.
///
/// ```mlir
/// %0 = affine.parallel (%i, %j) = (0, %k) to (10, min(%n, 100)) step (2, 1) reduce ("addf") -> (f32) {
///   %1 = affine.load %m[%i, %j] : memref<100x100xf32>
///   affine.yield %1 : f32
/// }
/// ```
#[op(name = "affine.parallel",
     traits(SingleBlockImplicitTerminator<YieldOp>, RecursiveMemoryEffects, AutomaticAllocationScope),
     implements(CustomAssembly, VerifyOp, FoldOp, InterpretOp, LoopLikeOpInterface, LowerTo<Std>))]
pub struct ParallelOp {
    /// Operands of the lower bounds, then of the upper ones.
    #[operand]
    map_operands: Variadic<Index>,
    /// How each result is combined.
    #[attr(typed)]
    reductions: ArrayOf<AtomicRmwKind>,
    #[attr(name = "lowerBoundsMap", typed)]
    lower_bounds_map: AffineMapAttr,
    /// How many results of the map are a loop's bound, for each loop.
    #[attr(name = "lowerBoundsGroups")]
    lower_bounds_groups: DenseElementsAttr,
    #[attr(name = "upperBoundsMap", typed)]
    upper_bounds_map: AffineMapAttr,
    #[attr(name = "upperBoundsGroups")]
    upper_bounds_groups: DenseElementsAttr,
    /// A step per loop.
    #[attr]
    steps: ArrayAttr,
    #[region]
    region: SingleBlockRegion,
    #[result]
    results: Variadic<AnyType>,
}

impl ParallelOp {
    /// One parallel loop without reductions, whose body is a block with its variable and an
    /// `affine.yield`. The upper bound is exclusive.
    pub fn from_to(builder: &mut (impl OpBuilder + ?Sized), bounds: (i64, i64), step: i64) -> Self {
        Self::reducing(builder, bounds, step, &[], &[])
    }

    /// As [`from_to`](Self::from_to), with reductions to results of these types. The `affine.yield`
    /// has no operands yet.
    pub(crate) fn reducing(
        builder: &mut (impl OpBuilder + ?Sized),
        (lower, upper): (i64, i64),
        step: i64,
        reductions: &[AtomicRmwKind],
        types: &[Type],
    ) -> Self {
        let ctx = builder.context().clone();
        let one_loop = groups_attr(&ctx, &[1]);
        let bound = |value| ctx.constant_map(value);
        let this = Self::create(
            builder,
            &[],
            reductions.to_vec(),
            bound(lower),
            one_loop,
            bound(upper),
            one_loop,
            ctx.array_attr(&[ctx.i64_attr(step)]),
            types,
        );
        let region = this.region(builder.body());
        let block = builder.create_block(region, &[Type::INDEX]);
        at(builder, InsertionPoint::End(block), |builder| YieldOp::create(builder, &[]));
        this
    }

    /// Lower bound, upper bound and step of a single loop whose bounds are constants and which
    /// reduces nothing.
    pub fn constant_range(self, body: &Body) -> Option<(i64, i64, i64)> {
        let bounds = loops(self.on(body))?.bounds;
        let [bounds] = &bounds[..] else { return None };
        let (lower, upper) =
            (bounds.lower.constant_results(body)?, bounds.upper.constant_results(body)?);
        let range = (lower.into_iter().max()?, upper.into_iter().min()?, bounds.step.max(1));
        (body.num_results(self.id()) == 0).then_some(range)
    }

    /// Lets all loops run from 0 in steps of 1 to upper bounds, which are in the groups that the
    /// upper bounds have.
    pub(crate) fn set_normal_bounds(self, body: &mut Body, upper: &MapOperands, count: usize) {
        let ctx = body.context().clone();
        let zeros = vec![ctx.affine_constant(0); count];
        self.set_lower_bounds_map(body, ctx.affine_map(0, 0, &zeros));
        self.set_lower_bounds_groups(body, groups_attr(&ctx, &vec![1; count]));
        self.set_upper_bounds_map(body, upper.map);
        self.set_steps(body, ctx.array_attr(&vec![ctx.i64_attr(1); count]));
        self.set_map_operands(body, &upper.operands);
    }

    /// The block of the body.
    ///
    /// # Panics
    /// If the op is not verified and its region is empty.
    #[track_caller]
    pub fn block(self, body: &Body) -> BlockId {
        body.entry_block(self.region(body)).expect("a verified loop has a block")
    }
}

/// Whether values of a type can be reduced in that way.
fn is_reducible(ctx: &Context, reduction: AtomicRmwKind, ty: Type) -> bool {
    use AtomicRmwKind as Kind;
    let signedness = match ty.kind(ctx) {
        TypeKind::Integer { signedness, .. } => Some(*signedness),
        _ => None,
    };
    match reduction {
        Kind::AddF
        | Kind::MulF
        | Kind::MaximumF
        | Kind::MinimumF
        | Kind::MaxNumF
        | Kind::MinNumF => ty.is_float(ctx),
        Kind::AddI | Kind::MulI | Kind::OrI | Kind::AndI => signedness.is_some(),
        Kind::MaxS | Kind::MinS => signedness == Some(Signedness::Signed),
        Kind::MaxU | Kind::MinU => signedness == Some(Signedness::Unsigned),
        Kind::Assign => true,
        Kind::XOrI => false,
    }
}

fn groups_attr(ctx: &Context, groups: &[i32]) -> Attribute {
    let ty = ctx.tensor_type(&[groups.len() as i64], Type::I32);
    let is_splat =
        groups.split_first().is_some_and(|(first, rest)| rest.iter().all(|group| group == first));
    let values = if is_splat { &groups[..1] } else { groups };
    let data: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    ctx.dense_attr(DenseElements::new(ty, data.into(), is_splat))
}

/// The numbers of an attribute such as `dense<[1, 2]> : tensor<2xi32>`.
fn groups_of(ctx: &Context, groups: Attribute) -> Option<Vec<usize>> {
    let groups = groups.dense(ctx)?;
    if groups.ty().element_type(ctx) != Some(Type::I32)
        || groups.ty().shape(ctx)?.contains(&DYNAMIC)
    {
        return None;
    }
    let number =
        |i| usize::try_from(i32::from_le_bytes(groups.element(ctx, i)?.try_into().ok()?)).ok();
    (0..groups.len(ctx)).map(number).collect()
}

fn integers_of(ctx: &Context, list: Attribute) -> Option<Vec<i64>> {
    list.as_array(ctx)?.iter().map(|value| value.as_i64(ctx)).collect()
}

/// One side's bounds.
struct Bounds {
    map: AffineMap,
    /// How many results of the map each loop's bound has.
    groups: Vec<usize>,
}

impl Bounds {
    fn new(ctx: &Context, map: AffineMap, groups: Attribute) -> Option<Self> {
        Some(Self { map, groups: groups_of(ctx, groups)? })
    }

    /// Each loop's bounds alone.
    fn split(&self, ctx: &Context, operands: &[ValueId]) -> Option<Vec<MapOperands>> {
        let data = self.map.data(ctx);
        let results = self.map.results(ctx);
        let mut start = 0;
        let mut bounds = Vec::new();
        for &size in &self.groups {
            let map = ctx.affine_map(data.dims, data.symbols, results.get(start..start + size)?);
            bounds.push(MapOperands { map, operands: operands.into() });
            start += size;
        }
        Some(bounds)
    }

    fn print(&self, printer: &mut OpAsmPrinter<'_, '_>, operands: &[ValueId], keyword: &str) {
        printer.write("(");
        let mut start = 0;
        for (i, &size) in self.groups.iter().enumerate() {
            printer.write(if i > 0 { ", " } else { "" });
            if size > 1 {
                printer.display(format_args!("{keyword}("));
            }
            print_results_of_values(printer, self.map, start..start + size, operands);
            if size > 1 {
                printer.write(")");
            }
            start += size;
        }
        printer.write(")");
    }
}

impl<'b> ParallelOpRef<'b> {
    /// The lower and the upper bounds; none if the groups are malformed.
    fn both_bounds(self) -> Option<(Bounds, Bounds)> {
        let ctx = self.context();
        let lower = Bounds::new(ctx, self.lower_bounds_map(), self.lower_bounds_groups())?;
        let upper = Bounds::new(ctx, self.upper_bounds_map(), self.upper_bounds_groups())?;
        Some((lower, upper))
    }
}

/// One of the loops.
pub(crate) struct Loop {
    /// It starts at the largest of these.
    pub(crate) lower: MapOperands,
    /// It ends before the smallest of these.
    pub(crate) upper: MapOperands,
    pub(crate) step: i64,
}

/// The loops of the op, and its reductions.
pub(crate) struct Loops {
    pub(crate) bounds: Vec<Loop>,
    pub(crate) reductions: Vec<AtomicRmwKind>,
}

/// The loops of an `affine.parallel`; none if it is malformed.
pub(crate) fn loops(op: ParallelOpRef<'_>) -> Option<Loops> {
    let ctx = op.context();
    let (lower, upper) = op.both_bounds()?;
    let operands = op.map_operands().id_list();
    let (of_lower, of_upper) = operands.split_at_checked(lower.map.num_inputs(ctx))?;
    let steps = integers_of(ctx, op.steps())?;
    let (lower, upper) = (lower.split(ctx, of_lower)?, upper.split(ctx, of_upper)?);
    let bounds = lower.into_iter().zip(upper).zip(steps);
    Some(Loops {
        bounds: bounds.map(|((lower, upper), step)| Loop { lower, upper, step }).collect(),
        reductions: op.reductions(),
    })
}

/// Parses one side's bounds; returns their number.
fn parse_bounds(parser: &mut OpAsmParser<'_, '_>, side: &str, keyword: &str) -> Parsed<()> {
    let ctx = parser.context().clone();
    parser.parse_punct("(")?;
    let AffineGroups { map, operands, groups } = parser.parse_affine_groups(keyword, ")")?;
    let operands = resolve_indices(parser, &operands)?;
    parser.add_operands(&operands);
    let groups: Vec<i32> = groups.into_iter().map(|group| group as i32).collect();
    parser.set_attr(&format!("{side}BoundsMap"), ctx.affine_map_attr(map));
    parser.set_attr(&format!("{side}BoundsGroups"), groups_attr(&ctx, &groups));
    Ok(())
}

fn parse_steps(parser: &mut OpAsmParser<'_, '_>, loops: usize) -> Parsed<()> {
    let ctx = parser.context().clone();
    let mut steps = Vec::new();
    if parser.parse_optional_keyword("step") {
        parser.parse_punct("(")?;
        parser.parse_list_until(")", |parser| {
            steps.push(parser.parse_integer()?);
            Ok(())
        })?;
    } else {
        steps.resize(loops, 1);
    }
    let steps: Vec<Attribute> = steps.into_iter().map(|step| ctx.i64_attr(step)).collect();
    parser.set_attr("steps", ctx.array_attr(&steps));
    Ok(())
}

fn parse_reductions(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
    let ctx = parser.context().clone();
    let mut reductions = Vec::new();
    if parser.parse_optional_keyword("reduce") {
        parser.parse_punct("(")?;
        parser.parse_list_until(")", |parser| {
            let reduction: AtomicRmwKind = parse_quoted_enum(parser)?;
            reductions.push(reduction.attribute(&ctx));
            Ok(())
        })?;
    }
    parser.set_attr("reductions", ctx.array_attr(&reductions));
    if parser.parse_optional_punct("->") {
        let types = parser.parse_function_results()?;
        parser.add_result_types(&types);
    }
    Ok(())
}

impl LoopLikeOpInterface for ParallelOp {
    fn runs_in_order(_: ParallelOpRef<'_>) -> bool {
        false
    }
}

impl FoldOp for ParallelOp {
    fn fold(op: ParallelOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let (this, body) = (op.handle(), op.body());
        let ctx = body.context().clone();
        let operands = this.map_operands(body);
        let (lower, upper) = (this.lower_bounds_map(body), this.upper_bounds_map(body));
        let Some((of_lower, of_upper)) = operands.split_at_checked(lower.num_inputs(&ctx)) else {
            return Fold::Unchanged;
        };
        let (lower, upper) = (MapOperands::new(lower, of_lower), MapOperands::new(upper, of_upper));
        let (new_lower, new_upper) = (lower.simplified(body), upper.simplified(body));
        if new_lower.is_none() && new_upper.is_none() {
            return Fold::Unchanged;
        }
        let (lower, upper) = (new_lower.unwrap_or(lower), new_upper.unwrap_or(upper));
        let operands: Vec<ValueId> =
            lower.operands.iter().chain(&upper.operands).copied().collect();
        Fold::in_place(move |body| {
            body.set_operands(this.id(), &operands);
            this.set_lower_bounds_map(body, lower.map);
            this.set_upper_bounds_map(body, upper.map);
        })
    }
}

impl CustomAssembly for ParallelOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let variables = parser.parse_operands_in("(", ")")?;
        parser.parse_punct("=")?;
        parse_bounds(parser, "lower", "max")?;
        parser.parse_keyword("to")?;
        parse_bounds(parser, "upper", "min")?;
        parse_steps(parser, variables.len())?;
        parse_reductions(parser)?;
        let arguments: Vec<_> =
            variables.into_iter().map(|variable| (variable, Type::INDEX)).collect();
        parser.parse_region(&arguments)?;
        let types = vec![Type::INDEX; arguments.len()];
        end_with_yield(parser, &types);
        parser.parse_attr_dict()
    }

    fn print<'b>(op: ParallelOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let ctx = op.context();
        let Some((lower, upper)) = op.both_bounds() else { return };
        let operands = op.map_operands().id_list();
        let (lower_operands, upper_operands) =
            operands.split_at(lower.map.num_inputs(ctx).min(operands.len()));
        let variables = op.region().entry().map_or(&[][..], BlockRef::arguments);
        printer.write(" (");
        printer.operands(variables.iter().copied());
        printer.write(") = ");
        lower.print(printer, lower_operands, "max");
        printer.write(" to ");
        upper.print(printer, upper_operands, "min");
        let steps = integers_of(ctx, op.steps()).unwrap_or_default();
        if steps.iter().any(|&step| step != 1) {
            let steps: Vec<String> = steps.iter().map(i64::to_string).collect();
            printer.display(format_args!(" step ({})", steps.join(", ")));
        }
        if !op.results().is_empty() {
            let name = |kind: AtomicRmwKind| format!("\"{}\"", kind.text());
            let names: Vec<String> = op.reductions().into_iter().map(name).collect();
            printer.display(format_args!(" reduce ({}) -> (", names.join(", ")));
            printer.types(op.results().types());
            printer.write(")");
        }
        printer.write(" ");
        let terminator = !op.results().is_empty();
        printer.region(op.region(), PrintRegion { entry_args: false, terminator });
        const SHOWN: [&str; 6] = [
            "reductions",
            "lowerBoundsMap",
            "lowerBoundsGroups",
            "upperBoundsMap",
            "upperBoundsGroups",
            "steps",
        ];
        printer.attr_dict(op.op(), &SHOWN);
    }
}

impl VerifyOp for ParallelOp {
    fn verify(op: ParallelOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (this, op) = (op, op.op());
        let ctx = op.context();
        let Some((lower, upper)) = this.both_bounds() else {
            diagnostics.error(op.op_error("expects groups that are tensors of 32-bit numbers"));
            return;
        };
        let Some(steps) = integers_of(ctx, this.steps()) else {
            diagnostics.error(op.op_error("expects steps that are integers"));
            return;
        };
        let Some(block) = this.region().entry() else { return };
        let loops = block.arguments().len();
        let counts = [
            ("lower bounds", lower.groups.len()),
            ("upper bounds", upper.groups.len()),
            ("steps", steps.len()),
        ];
        if let Some((what, count)) = counts.into_iter().find(|(_, count)| *count != loops) {
            diagnostics.error(op.op_error(format_args!(
                "region argument count and number of {what} must match: {loops} and {count}"
            )));
            return;
        }
        if steps.iter().any(|&step| step < 1) {
            diagnostics.error(op.op_error("expects steps of at least 1"));
        }
        if block.arguments().iter().any(|&argument| op.body().ty(argument) != Type::INDEX) {
            diagnostics.error(op.op_error("expects loop variables of type 'index'"));
        }
        let operands = this.map_operands().id_list();
        if lower.map.num_inputs(ctx) + upper.map.num_inputs(ctx) != operands.len() {
            diagnostics.error(
                op.op_error("expects as many operands as the maps of its bounds have inputs"),
            );
            return;
        }
        let (lower_operands, upper_operands) = operands.split_at(lower.map.num_inputs(ctx));
        for (bounds, operands) in [(&lower, lower_operands), (&upper, upper_operands)] {
            let covered = bounds.groups.iter().fold(0usize, |sum, &size| sum.saturating_add(size));
            if covered != bounds.map.results(ctx).len() || bounds.groups.contains(&0) {
                diagnostics
                    .error(op.op_error("expected each loop to have bounds, and each bound a loop"));
            }
            verify_map_operands(op, operands, bounds.map.data(ctx).dims, diagnostics);
        }
        verify_reductions(this, diagnostics);
    }
}

fn verify_reductions(this: ParallelOpRef<'_>, diagnostics: &mut Diagnostics) {
    let (op, ctx) = (this.op(), this.context());
    let reductions = this.reductions();
    if reductions.len() != this.results().len() {
        diagnostics.error(op.op_error("a reduction must be specified for each output"));
        return;
    }
    for (reduction, ty) in reductions.into_iter().zip(this.results().types()) {
        if !is_reducible(ctx, reduction, ty) {
            let (kind, ty) = (reduction.text(), mlir_lite::text::print_type(ctx, ty));
            diagnostics.error(op.op_error(format_args!(
                "result type cannot match reduction attribute: '{kind}' of '{ty}'"
            )));
        }
    }
}

impl InterpretOp for ParallelOp {
    /// Runs the points one after the other, the last variable fastest.
    fn interpret<'b>(op: ParallelOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let loops = loops(op).ok_or_else(Trap::malformed)?;
        let (mut lower, mut upper, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        for bounds in &loops.bounds {
            lower.push(evaluate(m, &bounds.lower)?.into_iter().max().ok_or_else(Trap::malformed)?);
            upper.push(evaluate(m, &bounds.upper)?.into_iter().min().ok_or_else(Trap::malformed)?);
            steps.push(bounds.step);
        }
        let kinds = &loops.reductions;
        let types: Vec<Type> = op.results().types().collect();
        let mut combined = Values::new();
        for (&kind, &ty) in kinds.iter().zip(&types) {
            combined.push(neutral(m, kind, ty)?);
        }
        let mut at = lower.clone();
        let mut goes_on = lower.iter().zip(&upper).all(|(lower, upper)| lower < upper);
        while goes_on {
            let values =
                m.run_region(op.region(), at.iter().map(|&at| Value::index(at)).collect())?;
            for (i, value) in values.iter().enumerate().take(kinds.len()) {
                combined[i] = combine(m, kinds[i], types[i], &combined[i], value)?;
            }
            let advances =
                |&i: &usize| at[i].checked_add(steps[i]).is_some_and(|next| next < upper[i]);
            let next = (0..at.len()).rev().find(advances);
            goes_on = next.is_some();
            if let Some(dimension) = next {
                at[dimension] += steps[dimension];
                at[dimension + 1..].copy_from_slice(&lower[dimension + 1..]);
            }
        }
        m.set_results(op.op(), combined);
        Ok(Flow::Next)
    }
}
