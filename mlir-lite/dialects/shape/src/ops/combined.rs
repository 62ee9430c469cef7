//! Shapes that are computed of several: broadcasts, choices, and what shapes have in common.

use crate::kinds::{
    AnyShapeOrSize, ShapeOrExtentTensor, ShapeType, SizeOrIndex, SizeType, extent_tensor, rank_of,
    shapes_agree,
};
use crate::ops::known::{constant_extents, extents_attr, extents_of};
use crate::ops::lowering::{
    Aligned, Extents, boolean, cast, check_no_errors, extent, generate, rank,
};
use crate::ops::operands::{drop_casts, drop_empty, drop_repeated};
use crate::run_time::{broadcast, error, set_shape, set_size, shape, shapes, size};
use crate::{ConstShapeOp, FromExtentTensorOp, are_sizes, verify_shape};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::scf::edsc::ScfEdsc;
use mlir_lite::dialects::standard::edsc::{Expr, edsc};
use mlir_lite::dialects::standard::{AndOp, OrOp, TensorCastOp};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet};
use mlir_lite::scalar::CmpIPredicate;
use mlir_lite::types::DYNAMIC;

/// The shape that values of these shapes are broadcast to: smaller ranks are filled with 1 on the
/// left; in each dimension, the extents that are not 1 are equal. An error where they are not.
///
/// ```mlir
/// %0 = shape.broadcast %a, %b : !shape.shape, tensor<?xindex> -> !shape.shape
/// ```
#[op(
    name = "shape.broadcast",
    traits(Pure, Commutative),
    implements(VerifyOp, FoldOp, CanonicalizeOp, InterpretOp, LowerTo<Extents>),
    format = "$shapes attr-dict `:` type($shapes) `->` type($result)"
)]
pub struct BroadcastOp {
    /// The shapes.
    #[operand]
    shapes: Variadic<ShapeOrExtentTensor>,
    /// The message of the error.
    #[attr]
    error: Optional<StrAttr>,
    /// The shape of all.
    #[result]
    result: ShapeOrExtentTensor,
}

/// Whether `shape.broadcast` of these shapes gives a shape.
#[op(
    name = "shape.is_broadcastable",
    traits(Pure, Commutative),
    implements(FoldOp, CanonicalizeOp, InterpretOp, LowerTo<Extents>),
    format = "$shapes attr-dict `:` type($shapes)"
)]
pub struct IsBroadcastableOp {
    /// The shapes.
    #[operand]
    shapes: Variadic<ShapeOrExtentTensor>,
    /// Whether they can be broadcast.
    #[result]
    result: I1,
}

/// Whether shapes are equal. An error equals an error.
#[op(
    name = "shape.shape_eq",
    traits(Pure, Commutative),
    implements(FoldOp, InterpretOp, LowerTo<Extents>),
    format = "$shapes attr-dict `:` type($shapes)"
)]
pub struct ShapeEqOp {
    /// The shapes.
    #[operand]
    shapes: Variadic<ShapeOrExtentTensor>,
    /// Whether they are equal.
    #[result]
    result: I1,
}

/// One of several shapes, or of combinations of their extents, which describe the same value. Where
/// they differ, the interpreter gives an undefined value.
#[op(
    name = "shape.any",
    traits(Pure, Commutative),
    implements(FoldOp, InterpretOp, LowerTo<Extents>),
    format = "$inputs attr-dict `:` type($inputs) `->` type($result)"
)]
pub struct AnyOp {
    /// The shapes.
    #[operand]
    inputs: Variadic<ShapeOrExtentTensor>,
    /// One that all of them are.
    #[result]
    result: ShapeOrExtentTensor,
}

/// The shape or size that two descriptions of one value have in common: an error if they
/// contradict each other. It is `shape.meet` in MLIR 22.
///
/// ```mlir
/// %0 = shape.join %a, %b, error = "sizes differ" : !shape.shape, !shape.shape -> !shape.shape
/// ```
#[op(
    name = "shape.join",
    traits(Pure, Commutative),
    implements(InferTypes, InterpretOp),
    upstream(name = "shape.meet"),
    format = "$arg0 `,` $arg1 (`,` `error` `=` $error^)? attr-dict `:` type($arg0) `,` type($arg1) \
        `->` type($result)"
)]
pub struct JoinOp {
    /// A shape or a size.
    #[operand]
    arg0: AnyShapeOrSize,
    /// Another description of it.
    #[operand]
    arg1: AnyShapeOrSize,
    /// The message of the error.
    #[attr]
    error: Optional<StrAttr>,
    /// The common shape or size.
    #[result]
    result: AnyShapeOrSize,
}

impl VerifyOp for BroadcastOp {
    fn verify(op: BroadcastOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_shape(op.op(), diagnostics);
    }
}

impl FoldOp for BroadcastOp {
    fn fold(op: BroadcastOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, ty) = (op.context(), op.result().ty());
        if let (Some(only), 1) = (op.shapes().get(0), op.shapes().len()) {
            return if only.ty() == ty { Fold::value(only) } else { Fold::Unchanged };
        }
        let [Some(lhs), Some(rhs)] = constants.shapes() else { return Fold::Unchanged };
        let shapes = [*lhs, *rhs].map(|shape| extents_of(ctx, shape));
        let [Some(lhs), Some(rhs)] = shapes else { return Fold::Unchanged };
        broadcast(&[lhs, rhs]).and_then(|extents| extents_attr(ctx, &extents)).into()
    }
}

impl CanonicalizeOp for BroadcastOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("shape.broadcast-known-rank", 1, know_rank);
        set.add::<Self>("shape.broadcast-constants", 1, combine_constants);
        set.add::<Self>("shape.broadcast-of-one", 1, forward_single);
        set.add::<Self>("shape.broadcast-casts", 1, |op, b| drop_casts(op.id(), b));
        set.add::<Self>("shape.broadcast-repeated", 1, |op, b| drop_repeated(op.id(), b, 1));
        set.add::<Self>("shape.broadcast-empty", 1, |op, b| drop_empty(op.id(), b));
    }
}

/// A broadcast of tensors of known sizes gives one of known size.
fn know_rank(op: BroadcastOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let (ctx, ty) = (body.context().clone(), body.ty(op.result(body)));
    if ty.shape(&ctx) != Some(&[DYNAMIC]) {
        return Err("the rank is known, or the result is a shape".into());
    }
    let shapes = op.shapes(body);
    let ranks = shapes.iter().map(|&shape| rank_of(&ctx, body.ty(shape)));
    let ranks: Option<Vec<i64>> = ranks.collect();
    let rank = ranks.and_then(|ranks| ranks.into_iter().max()).ok_or("a rank is not known")?;
    let (location, error) = (body.location(op.id()), op.error(body));
    rewriter.replace_op_with(op.id(), |b| {
        let known = BroadcastOp::build(b, location, &shapes, error, extent_tensor(&ctx, rank));
        let known = known.result(b.body());
        TensorCastOp::build(b, location, known, ty)
    });
    Ok(())
}

/// Constants among the shapes are combined.
fn combine_constants(op: BroadcastOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let ctx = body.context().clone();
    let (mut combined, mut others) = (Vec::new(), Vec::new());
    let shapes = op.shapes(body);
    for &shape in &shapes {
        let extents = constant_extents(body, shape);
        match extents.and_then(|extents| broadcast(&[combined.clone(), extents])) {
            Some(both) => combined = both,
            None => others.push(shape),
        }
    }
    if shapes.len() - others.len() < 2 {
        return Err("fewer than two are constant".into());
    }
    let value = extents_attr(&ctx, &combined).ok_or("there are no elements")?;
    let (location, error, ty) = (body.location(op.id()), op.error(body), body.ty(op.result(body)));
    let constant_type = extent_tensor(&ctx, combined.len() as i64);
    rewriter.replace_op_with(op.id(), |b| {
        let constant = ConstShapeOp::build(b, location, value, constant_type);
        others.push(constant.result(b.body()));
        BroadcastOp::build(b, location, &others, error, ty)
    });
    Ok(())
}

/// A broadcast of one shape is that shape.
fn forward_single(op: BroadcastOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let shapes = op.shapes(body);
    let &[only] = &shapes[..] else { return Err("there is not one shape".into()) };
    let (ctx, location) = (body.context().clone(), body.location(op.id()));
    let (from, ty) = (body.ty(only), body.ty(op.result(body)));
    if from == ty {
        rewriter.replace_op(op.id(), &[only]);
    } else if ShapeType::matches(&ctx, ty) {
        rewriter.replace_op_with(op.id(), |b| FromExtentTensorOp::build(b, location, only));
    } else if shapes_agree(&ctx, from, ty) {
        rewriter.replace_op_with(op.id(), |b| TensorCastOp::build(b, location, only, ty));
    } else {
        return Err("the result has another rank, so the op has none when it runs".into());
    }
    Ok(())
}

impl InterpretOp for BroadcastOp {
    fn interpret<'b>(op: BroadcastOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let given = op.error().and_then(|error| error.as_str(op.context()));
        let message = given.unwrap_or("the shapes cannot be broadcast");
        let combined = shapes(m, op.shapes())?
            .and_then(|shapes| broadcast(&shapes).ok_or_else(|| error(message)));
        set_shape(m, op.result(), combined)
    }
}

impl FoldOp for IsBroadcastableOp {
    fn fold(op: IsBroadcastableOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let is_trivial = op.shapes().len() < 2;
        is_trivial.then(|| op.context().bool_attr(true)).into()
    }
}

impl CanonicalizeOp for IsBroadcastableOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("shape.is_broadcastable-repeated", 1, |op, b| drop_repeated(op.id(), b, 1));
    }
}

impl InterpretOp for IsBroadcastableOp {
    fn interpret<'b>(op: IsBroadcastableOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        // One shape, however often it is named, can be broadcast, an error included.
        let holds = are_equal(m, op.shapes())?
            || shapes(m, op.shapes())?.is_ok_and(|shapes| broadcast(&shapes).is_some());
        m.set_result(op.result(), Value::bool(holds))
    }
}

/// Whether shapes are equal; errors equal errors, whatever they say.
pub(crate) fn are_equal(m: &Machine<'_>, shapes: ValueRange<'_>) -> Result<bool, Trap> {
    let mut known = Vec::new();
    for value in shapes.iter() {
        known.push(shape(m, value)?.ok());
    }
    Ok(known.windows(2).all(|pair| pair[0] == pair[1]))
}

impl FoldOp for ShapeEqOp {
    fn fold(op: ShapeEqOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let ctx = op.context();
        let shapes = constants.shapes().iter().map(|shape| extents_of(ctx, (*shape)?));
        let shapes: Option<Vec<Vec<i64>>> = shapes.collect();
        let are_equal = |shapes: Vec<Vec<i64>>| shapes.windows(2).all(|pair| pair[0] == pair[1]);
        shapes.map(|shapes| ctx.bool_attr(are_equal(shapes))).into()
    }
}

impl InterpretOp for ShapeEqOp {
    fn interpret<'b>(op: ShapeEqOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let equal = are_equal(m, op.shapes())?;
        m.set_result(op.result(), Value::bool(equal))
    }
}

impl FoldOp for AnyOp {
    fn fold(op: AnyOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, ty) = (op.context(), op.result().ty());
        // Constants are the last operands.
        let constant = constants.inputs().last().copied().flatten();
        let fits = |value: &Attribute| ShapeType::matches(ctx, ty) || value.ty(ctx) == Some(ty);
        constant.filter(fits).into()
    }
}

impl InterpretOp for AnyOp {
    /// Which of different shapes is chosen is not defined.
    fn interpret<'b>(op: AnyOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let shapes = op.inputs().iter().map(|input| shape(m, input));
        let shapes = shapes.collect::<Result<Vec<_>, Trap>>()?;
        let Some((first, others)) = shapes.split_first() else {
            return Err(Trap::new("chooses of no shapes"));
        };
        match others.iter().all(|other| other == first) {
            true => set_shape(m, op.result(), first.clone()),
            false => m.set_result(op.result(), Value::Poison),
        }
    }
}

impl InferTypes for JoinOp {
    fn infer_types(op: InferAdaptor<'_, Self>) -> Result<ResultTypes, String> {
        let (ctx, a, b) = (op.context(), op.arg0(), op.arg1());
        let are = |matches: fn(&Context, Type) -> bool| [a, b].iter().all(|ty| matches(ctx, *ty));
        let has = |matches: fn(&Context, Type) -> bool| [a, b].iter().any(|ty| matches(ctx, *ty));
        let ty = if are(SizeOrIndex::matches) {
            if has(SizeType::matches) { SizeType::get(ctx) } else { Type::INDEX }
        } else if !are(ShapeOrExtentTensor::matches) {
            return Err("requires all sizes or shapes".into());
        } else if has(ShapeType::matches) {
            ShapeType::get(ctx)
        } else {
            match (rank_of(ctx, a), rank_of(ctx, b)) {
                (None, _) => a,
                (_, None) => b,
                (a_rank, b_rank) if a_rank == b_rank => a,
                _ => return Err("unequal shape cardinality".into()),
            }
        };
        Ok(SmallVec::from_elem(ty, 1))
    }

    fn are_compatible(ctx: &Context, inferred: &[Type], found: &[Type]) -> bool {
        let ([a], [b]) = (inferred, found) else { return false };
        if are_sizes(ctx, inferred, found) {
            // An index cannot be an error.
            return a == b || SizeType::matches(ctx, *a) || SizeType::matches(ctx, *b);
        }
        let is_shape = |ty: Type| ShapeType::matches(ctx, ty);
        let both = [*a, *b].iter().all(|ty| ShapeOrExtentTensor::matches(ctx, *ty));
        both && (is_shape(*a) || is_shape(*b) || shapes_agree(ctx, *a, *b))
    }
}

impl InterpretOp for JoinOp {
    fn interpret<'b>(op: JoinOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let ctx = op.context();
        let given = op.error().and_then(|error| error.as_str(ctx));
        let message = given.unwrap_or("descriptions of one shape contradict each other");
        if ShapeOrExtentTensor::matches(ctx, op.arg0().ty()) {
            let (a, b) = (shape(m, op.arg0())?, shape(m, op.arg1())?);
            let both = a.and_then(|a| if a == b? { Ok(a) } else { Err(error(message)) });
            return set_shape(m, op.result(), both);
        }
        let (a, b) = (size(m, op.arg0())?, size(m, op.arg1())?);
        let both = a.and_then(|a| if a == b? { Ok(a) } else { Err(error(message)) });
        set_size(m, op.result(), both)
    }
}

// Lowering

const NO_SHAPES: &str = "there are no shapes";

impl LowerTo<Extents> for BroadcastOp {
    /// Shapes that cannot be broadcast have no broadcast of extents.
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let view = op.on(rewriter.body());
        check_no_errors(view.op())?;
        let (shapes, ty) = (view.shapes().id_list(), view.result().ty());
        if shapes.is_empty() {
            return Err(NO_SHAPES.into());
        }
        let result = edsc(rewriter, |e| {
            let shapes = Aligned::of(e, &shapes)?;
            let all = generate(shapes.rank, |at| {
                let one = e.index(1);
                shapes.extent(at, one)
            });
            Some(cast(all, ty).id())
        });
        rewriter.replace_op(op.id(), &[result.ok_or(NO_SHAPES)?]);
        Ok(())
    }
}

impl LowerTo<Extents> for IsBroadcastableOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let view = op.on(rewriter.body());
        check_no_errors(view.op())?;
        let shapes = view.shapes().id_list();
        if shapes.is_empty() {
            return Err(NO_SHAPES.into());
        }
        let result = edsc(rewriter, |e| {
            let (zero, one) = (e.index(0), e.index(1));
            let shapes = Aligned::of(e, &shapes)?;
            let init = boolean(e, true);
            let holds = e.for_carrying((zero, shapes.rank, one), init, |at, holds| {
                let common = shapes.extent(at, one);
                shapes.fold(at, holds, |holds, extent| {
                    let is_one = extent.cmpi(CmpIPredicate::Eq, one);
                    let is_common = extent.cmpi(CmpIPredicate::Eq, common);
                    let fits = e.op::<OrOp>([is_one, is_common]);
                    e.op::<AndOp>([holds, fits])
                })
            });
            Some(holds.id())
        });
        rewriter.replace_op(op.id(), &[result.ok_or(NO_SHAPES)?]);
        Ok(())
    }
}

impl LowerTo<Extents> for ShapeEqOp {
    /// Each shape is compared with the first one: the ranks, and then the extents in a loop.
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let view = op.on(rewriter.body());
        check_no_errors(view.op())?;
        let shapes = view.shapes().id_list();
        let result = edsc(rewriter, |e| {
            let shapes: Vec<Expr<'_>> = e.exprs(&shapes);
            let Some((&first, rest)) = shapes.split_first().filter(|(_, rest)| !rest.is_empty())
            else {
                return boolean(e, true).id();
            };
            let zero = e.index(0);
            let first_rank = rank(first);
            let equals = rest.iter().map(|&shape| {
                let is_rank = first_rank.cmpi(CmpIPredicate::Eq, rank(shape));
                let compare = || {
                    let (one, init) = (e.index(1), boolean(e, true));
                    e.for_carrying((zero, first_rank, one), init, |at, so_far| {
                        let extents = (extent(first, at), extent(shape, at));
                        let is_equal = extents.0.cmpi(CmpIPredicate::Eq, extents.1);
                        e.op::<AndOp>([so_far, is_equal])
                    })
                };
                e.if_else(is_rank, &[Type::I1], compare, || boolean(e, false))
            });
            let both = equals.reduce(|a, b| e.op::<AndOp>([a, b]));
            both.map_or_else(|| boolean(e, true).id(), Expr::id)
        });
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    }
}

impl LowerTo<Extents> for AnyOp {
    /// The first shape, as in the interpreter.
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let view = op.on(rewriter.body());
        check_no_errors(view.op())?;
        let (first, ty) = (view.inputs().get(0).ok_or(NO_SHAPES)?.id(), view.result().ty());
        let result = edsc(rewriter, |e| cast(e.expr(first), ty).id());
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    }
}

pub(crate) fn register_combined(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<BroadcastOp>();
    dialect.op::<IsBroadcastableOp>();
    dialect.op::<ShapeEqOp>();
    dialect.op::<AnyOp>();
    dialect.op::<JoinOp>();
}
