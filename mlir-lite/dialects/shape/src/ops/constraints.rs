//! Constraints on shapes, the witnesses that they hold, and regions that rely on them.

use crate::kinds::{ShapeOrExtentTensor, WitnessType};
use crate::ops::combined::are_equal;
use crate::ops::known::{extents_of, partly_known, surely_broadcastable};
use crate::ops::lowering::{Extents, check_no_errors};
use crate::ops::operands::{drop_casts, drop_empty, drop_repeated, is_empty};
use crate::run_time::{broadcast, set_witness, shapes};
use crate::{IsBroadcastableOp, ShapeEqOp};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::scf::region_rules::inline_before;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value, Values};
use mlir_lite::ir::builder::InsertionPoint;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{
    CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet, constant_value,
};
use std::marker::PhantomData;

/// The message of a failed `shape.cstr_eq`.
pub(crate) const NOT_EQUAL: &str = "required equal shapes";
/// The message of a failed `shape.cstr_broadcastable`.
pub(crate) const NOT_BROADCASTABLE: &str = "required broadcastable shapes";

/// A witness that is known: it holds, or it never does.
///
/// ```mlir
/// %0 = shape.const_witness true
/// ```
#[op(
    name = "shape.const_witness",
    traits(Pure, ConstantLike),
    implements(FoldOp, InterpretOp),
    format = "$passing attr-dict"
)]
pub struct ConstWitnessOp {
    /// Whether it holds.
    #[attr]
    passing: BoolAttr,
    /// The witness.
    #[result(inferred)]
    result: WitnessType,
}

/// Requires shapes to be equal.
#[op(
    name = "shape.cstr_eq",
    traits(Commutative),
    implements(FoldOp, CanonicalizeOp, InterpretOp, LowerTo<Extents> = Required<Self>),
    format = "$shapes attr-dict `:` type($shapes)"
)]
pub struct CstrEqOp {
    /// The shapes.
    #[operand]
    shapes: Variadic<ShapeOrExtentTensor>,
    /// That they are equal.
    #[result(inferred)]
    result: WitnessType,
}

/// Requires that shapes can be broadcast.
///
/// ```mlir
/// %w = shape.cstr_broadcastable %a, %b : !shape.shape, tensor<?xindex>
/// ```
#[op(
    name = "shape.cstr_broadcastable",
    traits(Commutative),
    implements(VerifyOp, FoldOp, CanonicalizeOp, InterpretOp, LowerTo<Extents> = Required<Self>),
    format = "$shapes attr-dict `:` type($shapes)"
)]
pub struct CstrBroadcastableOp {
    /// The shapes.
    #[operand]
    shapes: Variadic<ShapeOrExtentTensor>,
    /// That they can be broadcast.
    #[result(inferred)]
    result: WitnessType,
}

/// Requires a condition, with the message of the author.
///
/// ```mlir
/// %w = shape.cstr_require %condition, "the inner sizes of a product are equal"
/// ```
#[op(
    name = "shape.cstr_require",
    implements(FoldOp, InterpretOp),
    format = "$pred `,` $msg attr-dict"
)]
pub struct CstrRequireOp {
    /// The condition.
    #[operand]
    pred: I1,
    /// The message if it does not hold.
    #[attr(typed)]
    msg: StrAttr,
    /// That it holds.
    #[result(inferred)]
    result: WitnessType,
}

/// That all of several constraints hold.
#[op(
    name = "shape.assuming_all",
    traits(Pure, Commutative),
    implements(VerifyOp, FoldOp, CanonicalizeOp, InterpretOp),
    format = "$inputs attr-dict"
)]
pub struct AssumingAllOp {
    /// The witnesses.
    #[operand]
    inputs: Variadic<WitnessType>,
    /// The witness of all.
    #[result(inferred)]
    result: WitnessType,
}

/// Runs a region that relies on a constraint, and gives what the region yields.
///
/// ```mlir
/// %1 = shape.assuming %w -> (tensor<?xf32>) {
///   %2 = "dialect.op"(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
///   shape.assuming_yield %2 : tensor<?xf32>
/// }
/// ```
#[op(
    name = "shape.assuming",
    traits(SingleBlockImplicitTerminator<AssumingYieldOp>, RecursiveMemoryEffects),
    implements(CustomAssembly, VerifyOp, CanonicalizeOp, InterpretOp, RegionBranchOpInterface),
)]
pub struct AssumingOp {
    /// The constraint.
    #[operand]
    witness: WitnessType,
    /// The ops that rely on it.
    #[region]
    do_region: SingleBlockRegion,
    /// The yielded values.
    #[result]
    results: Variadic<AnyType>,
}

/// Ends the region of `shape.assuming`, and gives its results.
#[op(
    name = "shape.assuming_yield",
    traits(Pure, Terminator, ReturnLike, HasParent<AssumingOp>),
    implements(InterpretOp),
    format = "attr-dict ($operands^ `:` type($operands))?"
)]
pub struct AssumingYieldOp {
    /// The values.
    #[operand]
    operands: Variadic<AnyType>,
}

impl FoldOp for ConstWitnessOp {
    fn fold(op: ConstWitnessOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        Fold::constant(op.passing())
    }
}

impl InterpretOp for ConstWitnessOp {
    fn interpret<'b>(op: ConstWitnessOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let passes = op.passing().as_bool(op.context()) == Some(true);
        m.set_result(op.result(), Value::bool(passes))
    }
}

impl FoldOp for CstrEqOp {
    /// Only if it holds: a constraint that fails ends the program where it is.
    fn fold(op: CstrEqOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let shapes = constants.shapes();
        let holds = shapes.iter().all(|shape| shape.is_some() && *shape == shapes[0]);
        holds.then(|| op.context().bool_attr(true)).into()
    }
}

/// A constraint on equal operands holds.
fn all_the_same(shapes: &[ValueId], op: OpId, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    if shapes.windows(2).any(|pair| pair[0] != pair[1]) {
        return Err("the shapes are different values".into());
    }
    holds(op, rewriter);
    Ok(())
}

/// Replaces a constraint by the witness that it holds.
pub(crate) fn holds(op: OpId, rewriter: &mut PatternRewriter<'_>) {
    let location = rewriter.body().location(op);
    let passes = rewriter.context().bool_attr(true);
    rewriter.replace_op_with(op, |b| ConstWitnessOp::build(b, location, passes));
}

impl CanonicalizeOp for CstrEqOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("shape.cstr_eq-same", 1, |op, rewriter| {
            let shapes = op.shapes(rewriter.body());
            all_the_same(&shapes, op.id(), rewriter)
        });
    }
}

impl InterpretOp for CstrEqOp {
    fn interpret<'b>(op: CstrEqOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let holds = are_equal(m, op.shapes())?;
        set_witness(m, op.result(), holds, NOT_EQUAL)
    }
}

impl VerifyOp for CstrBroadcastableOp {
    fn verify(op: CstrBroadcastableOpRef<'_>, diagnostics: &mut Diagnostics) {
        if op.shapes().len() < 2 {
            diagnostics.error(op.op_error("required at least 2 input shapes"));
        }
    }
}

impl FoldOp for CstrBroadcastableOp {
    /// Only if it holds, as for `shape.cstr_eq`.
    fn fold(op: CstrBroadcastableOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let ctx = op.context();
        let constants: Vec<Option<Vec<i64>>> =
            constants.shapes().iter().map(|shape| extents_of(ctx, (*shape)?)).collect();
        let others = constants.iter().filter(|shape| shape.as_ref().is_none_or(|s| !s.is_empty()));
        let of_types: Option<Vec<Vec<i64>>> = op.shapes().iter().map(partly_known).collect();
        let holds =
            others.count() <= 1 || of_types.is_some_and(|shapes| surely_broadcastable(&shapes));
        holds.then(|| ctx.bool_attr(true)).into()
    }
}

impl CanonicalizeOp for CstrBroadcastableOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("shape.cstr_broadcastable-casts", 1, |op, b| drop_casts(op.id(), b));
        set.add::<Self>("shape.cstr_broadcastable-same", 1, |op, rewriter| {
            let shapes = op.shapes(rewriter.body());
            all_the_same(&shapes, op.id(), rewriter)
        });
        // There is no constraint on fewer than two shapes.
        set.add::<Self>("shape.cstr_broadcastable-repeated", 1, |op, b| {
            drop_repeated(op.id(), b, 2)
        });
        set.add::<Self>("shape.cstr_broadcastable-empty", 1, |op, b| {
            let shapes = op.shapes(b.body());
            let count = shapes.iter().filter(|&&shape| is_empty(b.body(), shape)).count();
            if count > 0 && shapes.len() - count < 2 {
                holds(op.id(), b);
                return Ok(());
            }
            drop_empty(op.id(), b)
        });
    }
}

impl InterpretOp for CstrBroadcastableOp {
    fn interpret<'b>(op: CstrBroadcastableOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let shapes = shapes(m, op.shapes())?;
        let holds = shapes.is_ok_and(|shapes| broadcast(&shapes).is_some());
        set_witness(m, op.result(), holds, NOT_BROADCASTABLE)
    }
}

impl FoldOp for CstrRequireOp {
    fn fold(_: CstrRequireOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        constants.pred().into()
    }
}

impl InterpretOp for CstrRequireOp {
    fn interpret<'b>(op: CstrRequireOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let holds = m.get(op.pred()).as_int()? == 1;
        set_witness(m, op.result(), holds, &op.msg())
    }
}

impl VerifyOp for AssumingAllOp {
    fn verify(op: AssumingAllOpRef<'_>, diagnostics: &mut Diagnostics) {
        if op.inputs().is_empty() {
            diagnostics.error(op.op_error("no operands specified"));
        }
    }
}

impl FoldOp for AssumingAllOp {
    fn fold(op: AssumingAllOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let ctx = op.context();
        let known = |wanted: bool| {
            let of = move |value: &Option<Attribute>| {
                value.and_then(|value| value.as_bool(ctx)) == Some(wanted)
            };
            constants.inputs().iter().filter(move |value| of(value)).count()
        };
        if known(false) > 0 {
            return Fold::constant(ctx.bool_attr(false));
        }
        let (passing, all) = (known(true), op.inputs().len());
        if passing == all && all > 0 {
            return Fold::constant(ctx.bool_attr(true));
        }
        if passing == 0 {
            return Fold::Unchanged;
        }
        let (op, inputs) = (op.handle(), op.inputs().id_list());
        let passes = |known: &Option<Attribute>| known.and_then(|it| it.as_bool(ctx)) == Some(true);
        let kept = inputs.iter().zip(constants.inputs()).filter(|(_, known)| !passes(known));
        let kept: Vec<ValueId> = kept.map(|(&input, _)| input).collect();
        Fold::in_place(move |body| body.set_operands(op.id(), &kept))
    }
}

impl CanonicalizeOp for AssumingAllOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("shape.assuming_all-nested", 1, merge_nested);
        set.add::<Self>("shape.assuming_all-one", 1, |op, rewriter| {
            let inputs = op.inputs(rewriter.body());
            let &[only] = &inputs[..] else { return Err("there is not one witness".into()) };
            rewriter.replace_op(op.id(), &[only]);
            Ok(())
        });
        set.add::<Self>("shape.assuming_all-implied", 1, drop_implied);
        set.add::<Self>("shape.assuming_all-equal-shapes", 1, combine_equalities);
        set.add::<Self>("shape.assuming_all-repeated", 1, |op, b| drop_repeated(op.id(), b, 1));
    }
}

/// The witnesses of a nested one, in its place.
fn merge_nested(op: AssumingAllOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let inputs = op.inputs(body);
    let merged: Vec<ValueId> = inputs
        .iter()
        .flat_map(|&input| match AssumingAllOp::defining(body, input) {
            Some(inner) => inner.inputs(body).to_vec(),
            None => vec![input],
        })
        .collect();
    if merged.len() == inputs.len() {
        return Err("none is nested".into());
    }
    rewriter.update_in_place(op.id(), |body| body.set_operands(op.id(), &merged));
    Ok(())
}

/// A broadcast of some shapes is possible if one of more shapes is.
fn drop_implied(op: AssumingAllOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let mut constraints: Vec<(CstrBroadcastableOp, Vec<ValueId>)> = Vec::new();
    for input in op.inputs(body) {
        let constraint = CstrBroadcastableOp::defining(body, input);
        let constraint = constraint.ok_or("another constraint is among them")?;
        if constraints.iter().all(|known| known.0 != constraint) {
            constraints.push((constraint, constraint.shapes(body).to_vec()));
        }
    }
    constraints.sort_by_key(|(_, shapes)| std::cmp::Reverse(shapes.len()));
    let (mut kept, mut implied): (Vec<(CstrBroadcastableOp, Vec<ValueId>)>, Vec<_>) =
        Default::default();
    for (constraint, shapes) in constraints {
        let is_implied =
            kept.iter().any(|(_, more)| shapes.iter().all(|shape| more.contains(shape)));
        match is_implied {
            true => implied.push(constraint),
            false => kept.push((constraint, shapes)),
        }
    }
    if implied.is_empty() {
        return Err("none implies another".into());
    }
    let inputs: Vec<ValueId> = kept.iter().map(|(kept, _)| kept.result(body)).collect();
    rewriter.update_in_place(op.id(), |body| body.set_operands(op.id(), &inputs));
    for constraint in implied {
        if !rewriter.body().has_uses(constraint.result(rewriter.body())) {
            rewriter.erase_op(constraint.id());
        }
    }
    Ok(())
}

/// Shapes that are equal to a common one are equal.
fn combine_equalities(op: AssumingAllOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let mut all: Vec<ValueId> = Vec::new();
    for input in op.inputs(body) {
        let constraint =
            CstrEqOp::defining(body, input).ok_or("another constraint is among them")?;
        let shapes = constraint.shapes(body);
        let is_apart = shapes.iter().all(|shape| !all.contains(shape));
        if !all.is_empty() && !shapes.is_empty() && is_apart {
            return Err("the constraints have no shape in common".into());
        }
        all.extend(shapes);
    }
    let location = body.location(op.id());
    rewriter.replace_op_with(op.id(), |b| CstrEqOp::build(b, location, &all));
    Ok(())
}

impl InterpretOp for AssumingAllOp {
    fn interpret<'b>(op: AssumingAllOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let mut holds = true;
        for input in m.values(op.inputs()) {
            holds &= input.as_int()? == 1;
        }
        m.set_result(op.result(), Value::bool(holds))
    }
}

impl CustomAssembly for AssumingOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let witness = parser.parse_operand()?;
        let ty = WitnessType::get(parser.context());
        let witness = parser.resolve(&witness, ty)?;
        parser.add_operand(witness);
        if parser.parse_optional_punct("->") {
            let types = parser.parse_function_results()?;
            parser.add_result_types(&types);
        }
        parser.parse_region(&[])?;
        let location = parser.location();
        parser.ensure_terminator(&[], |body| {
            let name = AssumingYieldOp::name(body.context());
            body.create_op(OperationState::new(name, location))
        });
        parser.parse_attr_dict()
    }

    fn print<'b>(op: AssumingOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.witness());
        let yields = !op.results().is_empty();
        if yields {
            printer.write(" -> (");
            printer.types(op.results().types());
            printer.write(")");
        }
        printer.write(" ");
        printer.region(op.do_region(), PrintRegion { entry_args: false, terminator: yields });
        printer.attr_dict(op.op(), &[]);
    }
}

impl VerifyOp for AssumingOp {
    fn verify(op: AssumingOpRef<'_>, diagnostics: &mut Diagnostics) {
        let Some(end) = op.do_region().entry().and_then(BlockRef::terminator) else { return };
        if !end.operand_types().eq(op.results().types()) {
            diagnostics.error(op.op_error("the region yields values of other types than results"));
        }
    }
}

impl CanonicalizeOp for AssumingOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("shape.assuming-unused", 1, drop_unused_results);
        set.add::<Self>("shape.assuming-true", 1, |op, rewriter| {
            let body = rewriter.body();
            let witness = constant_value(body, op.witness(body));
            if witness.and_then(|witness| witness.as_bool(body.context())) != Some(true) {
                return Err("the constraint is not known to hold".into());
            }
            let region = op.do_region(body);
            let block = body.entry_block(region).ok_or("there is no block")?;
            let values =
                inline_before(rewriter, block, op.id(), &[], 0).ok_or("the region has no end")?;
            rewriter.replace_op(op.id(), &values);
            Ok(())
        });
    }
}

fn drop_unused_results(op: AssumingOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let used: Vec<bool> = body.results(op.id()).map(|result| body.has_uses(result)).collect();
    if used.iter().all(|&used| used) {
        return Err("all results are used".into());
    }
    let block = body.entry_block(op.do_region(body)).ok_or("there is no block")?;
    let end = body.terminator(block).ok_or("the block has no end")?;
    if body.num_operands(end) != used.len() {
        return Err("the region yields other values".into());
    }
    let is_used = |index: usize| used[index];
    let yielded: Vec<ValueId> = body
        .operands(end)
        .enumerate()
        .filter(|(index, _)| is_used(*index))
        .map(|(_, value)| value)
        .collect();
    let results: Vec<ValueId> = body.results(op.id()).collect();
    let types: Vec<Type> = yielded.iter().map(|&value| body.ty(value)).collect();
    let (location, witness) = (body.location(op.id()), op.witness(body));
    rewriter.update_in_place(end, |body| body.set_operands(end, &yielded));
    rewriter.set_insertion_point(InsertionPoint::Before(op.id()));
    let new = AssumingOp::build(rewriter, location, witness, &types);
    let (from, to) = (op.do_region(rewriter.body()), new.do_region(rewriter.body()));
    rewriter.move_region(from, to);
    let kept = results.iter().enumerate().filter(|(index, _)| is_used(*index));
    for (to, (_, &from)) in kept.enumerate() {
        let to = rewriter.body().result(new.id(), to);
        rewriter.replace_all_uses(from, to);
    }
    rewriter.erase_op(op.id());
    Ok(())
}

impl RegionBranchOpInterface for AssumingOp {}

impl InterpretOp for AssumingOp {
    fn interpret<'b>(op: AssumingOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        if m.get(op.witness()).as_int()? != 1 {
            return Err(Trap::new("assertion failed: a witness that never holds"));
        }
        let values = m.run_region(op.do_region(), Values::new())?;
        m.set_results(op.op(), values);
        Ok(Flow::Next)
    }
}

impl InterpretOp for AssumingYieldOp {
    fn interpret<'b>(op: AssumingYieldOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Yield(m.values(op.operands())))
    }
}

// Lowering

/// A constraint on shapes that a condition can check.
pub(crate) trait Checked: OpDefinition {
    /// The message if it does not hold.
    const MESSAGE: &'static str;

    /// Builds the condition.
    fn condition(builder: &mut PatternRewriter<'_>, shapes: &[ValueId]) -> ValueId;
}

impl Checked for CstrEqOp {
    const MESSAGE: &'static str = NOT_EQUAL;

    fn condition(builder: &mut PatternRewriter<'_>, shapes: &[ValueId]) -> ValueId {
        ShapeEqOp::create(builder, shapes)
    }
}

impl Checked for CstrBroadcastableOp {
    const MESSAGE: &'static str = NOT_BROADCASTABLE;

    fn condition(builder: &mut PatternRewriter<'_>, shapes: &[ValueId]) -> ValueId {
        IsBroadcastableOp::create(builder, shapes)
    }
}

/// Requires the condition of a constraint in its place.
pub(crate) fn require<C: Checked>(op: C, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let shapes = rewriter.body().operand_list(op.id());
    let location = rewriter.body().location(op.id());
    let condition = C::condition(rewriter, &shapes);
    rewriter.replace_op_with(op.id(), |b| {
        CstrRequireOp::build(b, location, condition, C::MESSAGE.to_string())
    });
    Ok(())
}

/// Stands for these constraints. Of shapes that may be errors, they stay.
struct Required<C>(PhantomData<C>);

impl<C: Checked> OpModel for Required<C> {
    type Op = C;
}

impl<C: Checked> LowerTo<Extents> for Required<C> {
    fn lower(
        op: <Self as OpModel>::Op,
        _: Adaptor<'_, Self>,
        rewriter: &mut PatternRewriter<'_>,
    ) -> MatchResult {
        check_no_errors(rewriter.body().op(op.id()))?;
        require(op, rewriter)
    }
}

pub(crate) fn register_constraints(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ConstWitnessOp>();
    dialect.op::<CstrEqOp>();
    dialect.op::<CstrBroadcastableOp>();
    dialect.op::<CstrRequireOp>();
    dialect.op::<AssumingAllOp>();
    dialect.op::<AssumingOp>();
    dialect.op::<AssumingYieldOp>();
}
