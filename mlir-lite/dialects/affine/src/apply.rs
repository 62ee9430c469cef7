//! `affine.apply`, `affine.min` and `affine.max`: affine functions as values.

use crate::families::MapFunction;
use crate::interpret::evaluate;
use crate::lowering::{NOT_DEFINED, Std};
use crate::operands::{MapOperands, parse_dims_and_symbols, parse_map, print_dims_and_symbols};
use crate::scope::{is_valid_dim, is_valid_symbol};
use crate::{expand_max, expand_min};
use mlir_lite::affine::AffineMap;
use mlir_lite::affine::{AffineExpr, AffineExprKind};
use mlir_lite::conversion::LowerTo;
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::interpreter::{Flow, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::CanonicalizeOp;
use mlir_lite::rewrite::RewritePatternSet;
use mlir_lite::rewrite::keep_attributes::keep_on_value;
use mlir_lite::rewrite::{MatchResult, PatternName, PatternRewriter};
use std::marker::PhantomData;

/// The value of an affine map with one result.
///
/// ```mlir
/// %1 = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%i)[%n]
/// ```
#[op(family = MapFunction, name = "affine.apply")]
pub struct ApplyOp;

/// The smallest of an affine map's results.
///
/// ```mlir
/// %1 = affine.min affine_map<(d0)[s0] -> (d0 + 128, s0)>(%i)[%n]
/// ```
#[op(family = MapFunction, name = "affine.min", implements(CanonicalizeOp = AffineFunctions<Self>))]
pub struct MinOp;

/// The largest of an affine map's results.
///
/// ```mlir
/// %1 = affine.max affine_map<(d0)[s0] -> (d0 - 1, s0)>(%i)[%n]
/// ```
#[op(family = MapFunction, name = "affine.max", implements(CanonicalizeOp = AffineFunctions<Self>))]
pub struct MaxOp;

/// Ops with a map of operands.
trait MapOp: OpDefinition {
    fn operands(op: View<'_, Self>) -> ValueRange<'_>;
    fn map(op: View<'_, Self>) -> AffineMap;
    fn result(op: View<'_, Self>) -> ValueRef<'_>;
    fn set_operands(self, body: &mut Body, value: &[ValueId]);
    fn set_map(self, body: &mut Body, value: AffineMap);
}

/// Ops whose value is computed from the results of an affine map.
trait AffineFunction: MapOp {
    /// Reports errors in the map.
    const VERIFY: fn(OpRef<'_>, &MapOperands, &mut Diagnostics);

    /// The value of the op for these values of the map's results; none if there are none.
    fn choose(values: &[i64]) -> Option<i64>;

    /// The map with its operands.
    fn applied(op: View<'_, Self>) -> MapOperands {
        MapOperands { map: Self::map(op), operands: Self::operands(op).id_list() }
    }
}

impl AffineFunction for ApplyOp {
    const VERIFY: fn(OpRef<'_>, &MapOperands, &mut Diagnostics) = verify_apply;

    fn choose(values: &[i64]) -> Option<i64> {
        values.first().copied()
    }
}

impl AffineFunction for MinOp {
    const VERIFY: fn(OpRef<'_>, &MapOperands, &mut Diagnostics) = verify_bound;

    fn choose(values: &[i64]) -> Option<i64> {
        values.iter().copied().min()
    }
}

impl AffineFunction for MaxOp {
    const VERIFY: fn(OpRef<'_>, &MapOperands, &mut Diagnostics) = verify_bound;

    fn choose(values: &[i64]) -> Option<i64> {
        values.iter().copied().max()
    }
}

/// Reports a map with another number of inputs than the op has operands.
fn verify_inputs(op: OpRef<'_>, applied: &MapOperands, diagnostics: &mut Diagnostics) -> bool {
    let fits = applied.map.num_inputs(op.context()) == applied.operands.len();
    if !fits {
        let message = "operand count and affine map dimension and symbol count must match";
        diagnostics.error(op.op_error(message));
    }
    fits
}

fn verify_bound(op: OpRef<'_>, applied: &MapOperands, diagnostics: &mut Diagnostics) {
    if verify_inputs(op, applied, diagnostics) && applied.map.results(op.context()).is_empty() {
        diagnostics.error(op.op_error("affine map expect at least one result"));
    }
}

/// The maximum number of candidates of an `affine.min` or `affine.max` after merging with others:
/// in a chain of n ops, each op would otherwise have up to n candidates.
const MAX_JOINED: usize = 64;

/// An `affine.min` or `affine.max` with each candidate once, at most one constant, and with the
/// candidates of nested ops of its own kind. None if nothing changes.
fn joined<O: AffineFunction>(body: &Body, op: OpId, applied: &MapOperands) -> Option<MapOperands> {
    let ctx = body.context();
    let data = applied.map.data(ctx);
    let (dims, symbols) = applied.operands.split_at_checked(data.dims as usize)?;
    let (mut dims, mut symbols) = (dims.to_vec(), symbols.to_vec());
    let mut candidates: Vec<AffineExpr> = Vec::new();
    for &candidate in &data.results {
        let (value, is_symbol) = match candidate.kind(ctx) {
            AffineExprKind::Dim(dim) => (applied.operands.get(dim as usize), false),
            AffineExprKind::Symbol(symbol) => {
                (applied.operands.get((data.dims + symbol) as usize), true)
            }
            _ => (None, false),
        };
        let inner = value.and_then(|&value| body.value(value).defining::<O>());
        let Some(inner) = inner.filter(|inner| inner.op().id() != op) else {
            candidates.push(candidate);
            continue;
        };
        let MapOperands { map, operands } = O::applied(inner);
        let inner_dims = map.data(ctx).dims as usize;
        if map.num_inputs(ctx) != operands.len()
            || candidates.len() + map.results(ctx).len() > MAX_JOINED
        {
            candidates.push(candidate);
            continue;
        }
        // The operands from which a symbol is computed are constant within the scope too.
        let inputs: Vec<AffineExpr> = operands
            .iter()
            .enumerate()
            .map(|(i, &operand)| {
                let as_symbol = is_symbol || i >= inner_dims;
                let list = if as_symbol { &mut symbols } else { &mut dims };
                list.push(operand);
                let index = list.len() as u32 - 1;
                if as_symbol { ctx.affine_symbol(index) } else { ctx.affine_dim(index) }
            })
            .collect();
        let (of_dims, of_symbols) = inputs.split_at(inner_dims);
        candidates.extend(
            map.results(ctx).iter().map(|result| result.substitute(ctx, of_dims, of_symbols)),
        );
    }
    let constants: Vec<i64> =
        candidates.iter().filter_map(|candidate| candidate.as_constant(ctx)).collect();
    let chosen = O::choose(&constants).map(|value| ctx.affine_constant(value));
    let mut kept: Vec<AffineExpr> = Vec::new();
    for candidate in candidates {
        let candidate = if candidate.as_constant(ctx).is_some() {
            chosen.unwrap_or(candidate)
        } else {
            candidate
        };
        if !kept.contains(&candidate) {
            kept.push(candidate);
        }
    }
    if *kept == *data.results {
        return None;
    }
    let map = ctx.affine_map(dims.len() as u32, symbols.len() as u32, &kept);
    let joined = MapOperands { map, operands: dims.into_iter().chain(symbols).collect() };
    Some(joined.in_simplest_form(body))
}

/// The implementation of interfaces that these ops share.
struct AffineFunctions<O>(PhantomData<O>);

impl<O: AffineFunction> OpModel for AffineFunctions<O> {
    type Op = O;
}

impl<O: AffineFunction> CustomAssembly for AffineFunctions<O> {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let (attribute, map) = parse_map(parser)?;
        let data = map.data(parser.context());
        let (dims, symbols) = (data.dims, data.symbols);
        let operands = parse_dims_and_symbols(parser, dims, symbols, "affine map")?;
        parser.add_operands(&operands);
        parser.set_attr("map", attribute);
        parser.parse_attr_dict()?;
        parser.add_result_type(Type::INDEX);
        Ok(())
    }

    fn print<'b>(op: View<'b, Self>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let (applied, op) = (O::applied(op), op.op());
        printer.write(" ");
        printer.attribute(op.context().affine_map_attr(applied.map));
        print_dims_and_symbols(printer, &applied.operands, applied.map.data(op.context()).dims);
        printer.attr_dict(op, &["map"]);
    }
}

impl<O: AffineFunction> VerifyOp for AffineFunctions<O> {
    fn verify(op: View<'_, Self>, diagnostics: &mut Diagnostics) {
        O::VERIFY(op.op(), &O::applied(op), diagnostics);
    }
}

impl<O: AffineFunction> FoldOp for AffineFunctions<O> {
    /// Folds to a constant, to the only relevant operand, or to a simpler map.
    fn fold(op: View<'_, Self>, _: FoldAdaptor<'_, Self>) -> Fold {
        let (this, applied, op) = (op.handle(), O::applied(op), op.op());
        let (ctx, body) = (op.context(), op.body());
        let mut simple = applied.simplified(body);
        if let Some(joined) = joined::<O>(body, op.id(), simple.as_ref().unwrap_or(&applied)) {
            simple = Some(joined);
        }
        let current = simple.as_ref().unwrap_or(&applied);
        let results = current.map.results(ctx);
        let constants: Option<Vec<i64>> =
            results.iter().map(|result| result.as_constant(ctx)).collect();
        if let Some(value) = constants.and_then(|constants| O::choose(&constants)) {
            return Fold::constant(ctx.index_attr(value));
        }
        if let ([result], &[operand]) = (results, &current.operands[..])
            && (*result == ctx.affine_dim(0) || *result == ctx.affine_symbol(0))
        {
            return Fold::value(operand);
        }
        let Some(simple) = simple else { return Fold::Unchanged };
        Fold::in_place(move |body| {
            this.set_map(body, simple.map);
            this.set_operands(body, &simple.operands);
        })
    }
}

impl<O: AffineFunction> InterpretOp for AffineFunctions<O> {
    fn interpret<'b>(op: View<'b, Self>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let values = evaluate(m, &O::applied(op))?;
        let value = O::choose(&values).ok_or_else(Trap::malformed)?;
        m.set_result(O::result(op), Value::index(value))
    }
}

impl<O: AffineFunction> CanonicalizeOp for AffineFunctions<O> {
    /// An `affine.min` or `affine.max` with one candidate is an `affine.apply`.
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<O>(const { &PatternName::of(O::NAME, "-single-result") }, 1, |op, rewriter| {
            let view = rewriter.body().op(op.id()).cast::<O>().ok_or("it is another op")?;
            let MapOperands { map, operands } = O::applied(view);
            let location = view.op().location();
            if map.results(rewriter.context()).len() != 1 {
                return Err("there are several candidates".into());
            }
            rewriter.replace_op_with(op.id(), |builder| {
                ApplyOp::build(builder, location, &operands, map)
            });
            Ok(())
        });
    }
}

fn verify_apply(op: OpRef<'_>, applied: &MapOperands, diagnostics: &mut Diagnostics) {
    if !verify_inputs(op, applied, diagnostics) {
        return;
    }
    let data = applied.map.data(op.context());
    if data.results.len() != 1 {
        diagnostics.error(op.op_error("mapping must produce one value"));
    }
    // A value that is neither a valid dimension nor a symbol is allowed here, as in MLIR 22.
    let is_only_dim =
        |value: ValueId| !is_valid_symbol(op.body(), value) && is_valid_dim(op.body(), value);
    if applied.operands.iter().skip(data.dims as usize).any(|&value| is_only_dim(value)) {
        diagnostics.error(op.op_error("dimensional operand cannot be used as a symbol"));
    }
}

type Expand<'r> = fn(&mut PatternRewriter<'r>, AffineMap, &[ValueId]) -> Option<ValueId>;

fn lower_function<'r>(
    rewriter: &mut PatternRewriter<'r>,
    op: OpId,
    map: AffineMap,
    expand: Expand<'r>,
) -> MatchResult {
    let operands = rewriter.body().operand_list(op);
    let last = rewriter.body().previous_op(op);
    let value = expand(rewriter, map, &operands).ok_or(NOT_DEFINED)?;
    keep_on_value(rewriter, op, last, value);
    rewriter.replace_op(op, &[value]);
    Ok(())
}

impl LowerTo<Std> for ApplyOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let map = op.map(rewriter.body());
        lower_function(rewriter, op.id(), map, expand_max)
    }
}

impl LowerTo<Std> for MinOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let map = op.map(rewriter.body());
        lower_function(rewriter, op.id(), map, expand_min)
    }
}

impl LowerTo<Std> for MaxOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let map = op.map(rewriter.body());
        lower_function(rewriter, op.id(), map, expand_max)
    }
}
