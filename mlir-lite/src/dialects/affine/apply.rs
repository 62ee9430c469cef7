//! `affine.apply`, `affine.min` and `affine.max`: affine functions as values.

use crate::affine::{AffineExpr, AffineExprKind, AffineMap};
use crate::dialects::affine::operands::{
    MapOperands, parse_dims_and_symbols, parse_map, print_dims_and_symbols,
};
use crate::dialects::affine::scope::{is_valid_dim, is_valid_symbol};
use crate::ir::prelude::*;
use crate::rewrite::RewritePatternSet;

/// The value of an affine map with one result.
///
/// ```mlir
/// %1 = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%i)[%n]
/// ```
#[op(name = "affine.apply", traits(Pure), assembly = custom, verify, fold)]
pub struct ApplyOp {
    #[operand]
    operands: Variadic<Index>,
    /// From the operands, dimensions first, to the result.
    #[attr]
    map: AffineMapAttr,
    #[result]
    result: Index,
}

/// The smallest of an affine map's results.
///
/// ```mlir
/// %1 = affine.min affine_map<(d0)[s0] -> (d0 + 128, s0)>(%i)[%n]
/// ```
#[op(name = "affine.min", traits(Pure), assembly = custom, verify, fold, canonicalize)]
pub struct MinOp {
    #[operand]
    operands: Variadic<Index>,
    /// From the operands, dimensions first, to the candidates.
    #[attr]
    map: AffineMapAttr,
    #[result]
    result: Index,
}

/// The largest of an affine map's results.
///
/// ```mlir
/// %1 = affine.max affine_map<(d0)[s0] -> (d0 - 1, s0)>(%i)[%n]
/// ```
#[op(name = "affine.max", traits(Pure), assembly = custom, verify, fold, canonicalize)]
pub struct MaxOp {
    #[operand]
    operands: Variadic<Index>,
    /// From the operands, dimensions first, to the candidates.
    #[attr]
    map: AffineMapAttr,
    #[result]
    result: Index,
}

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

fn print<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
    printer.write(" ");
    if let Some(attribute) = op.inherent_attr(0) {
        printer.attribute(attribute);
        let dims = attribute.as_affine_map(op.context()).map_or(0, |map| map.data(op.context()).dims);
        let operands: Vec<ValueId> = op.operands().collect();
        print_dims_and_symbols(printer, &operands, dims);
    }
    printer.attr_dict(op, &["map"]);
}

fn map_of(op: OpRef<'_>) -> Option<AffineMap> {
    op.inherent_attr(0)?.as_affine_map(op.context())
}

/// Reports a map with another number of inputs than the op has operands.
fn verify_inputs(op: OpRef<'_>, diagnostics: &mut Diagnostics) -> Option<AffineMap> {
    let map = map_of(op)?;
    if map.num_inputs(op.context()) != op.num_operands() {
        let message = "operand count and affine map dimension and symbol count must match";
        diagnostics.error(op.op_error(message));
        return None;
    }
    Some(map)
}

fn verify_bound(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    if let Some(map) = verify_inputs(op, diagnostics)
        && map.results(op.context()).is_empty()
    {
        diagnostics.error(op.op_error("affine map expect at least one result"));
    }
}

/// The most candidates that an `affine.min` or `affine.max` has after others are joined to it: a chain of them would
/// have as many as it is long, and each op of it would have them anew.
const MAX_JOINED: usize = 64;

/// An `affine.min` or `affine.max` with each candidate once, at most one constant, and instead of results of ops of its
/// own kind the candidates of these. None if nothing changes.
fn joined(
    body: &Body,
    op: OpId,
    applied: &MapOperands,
    choose: fn(&[i64]) -> Option<i64>,
) -> Option<MapOperands> {
    let ctx = body.context();
    let data = applied.map.data(ctx);
    let (dims, symbols) = applied.operands.split_at_checked(data.dims as usize)?;
    let (mut dims, mut symbols) = (dims.to_vec(), symbols.to_vec());
    let mut candidates: Vec<AffineExpr> = Vec::new();
    for &candidate in &data.results {
        let (value, is_symbol) = match candidate.kind(ctx) {
            AffineExprKind::Dim(dim) => (applied.operands.get(dim as usize), false),
            AffineExprKind::Symbol(symbol) => (applied.operands.get((data.dims + symbol) as usize), true),
            _ => (None, false),
        };
        let inner = value.and_then(|&value| body.defining_op(value));
        let inner = inner.filter(|&inner| inner != op && body.name(inner) == body.name(op));
        let Some((inner, map)) = inner.and_then(|inner| Some((inner, map_of(body.op(inner))?))) else {
            candidates.push(candidate);
            continue;
        };
        let operands = body.operand_list(inner);
        let inner_dims = map.data(ctx).dims as usize;
        if map.num_inputs(ctx) != operands.len() || candidates.len() + map.results(ctx).len() > MAX_JOINED {
            candidates.push(candidate);
            continue;
        }
        // What a symbol is computed from is constant within the scope too.
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
        candidates.extend(map.results(ctx).iter().map(|result| result.substitute(ctx, of_dims, of_symbols)));
    }
    let constants: Vec<i64> = candidates.iter().filter_map(|candidate| candidate.as_constant(ctx)).collect();
    let chosen = choose(&constants).map(|value| ctx.affine_constant(value));
    let mut kept: Vec<AffineExpr> = Vec::new();
    for candidate in candidates {
        let candidate =
            if candidate.as_constant(ctx).is_some() { chosen.unwrap_or(candidate) } else { candidate };
        if !kept.contains(&candidate) {
            kept.push(candidate);
        }
    }
    if *kept == *data.results {
        return None;
    }
    let map = ctx.affine_map(dims.len() as u32, symbols.len() as u32, &kept);
    let joined = MapOperands { map, operands: dims.into_iter().chain(symbols).collect() };
    Some(joined.simplified(body).unwrap_or(joined))
}

/// Folds to a constant, to the only operand that matters, or to a simpler map.
fn fold(op: OpRef<'_>, choose: fn(&[i64]) -> Option<i64>) -> Fold {
    let (ctx, body, id) = (op.context(), op.body(), op.id());
    let Some(map) = map_of(op) else { return Fold::Unchanged };
    let applied = MapOperands { map, operands: body.operand_list(id) };
    let mut simple = applied.simplified(body);
    if let Some(joined) = joined(body, id, simple.as_ref().unwrap_or(&applied), choose) {
        simple = Some(joined);
    }
    let current = simple.as_ref().unwrap_or(&applied);
    let results = current.map.results(ctx);
    let constants: Option<Vec<i64>> = results.iter().map(|result| result.as_constant(ctx)).collect();
    if let Some(value) = constants.and_then(|constants| choose(&constants)) {
        return Fold::constant(ctx.index_attr(value));
    }
    if let ([result], &[operand]) = (results, &current.operands[..])
        && (*result == ctx.affine_dim(0) || *result == ctx.affine_symbol(0))
    {
        return Fold::value(operand);
    }
    let Some(simple) = simple else { return Fold::Unchanged };
    Fold::in_place(move |body| {
        let map = body.context().affine_map_attr(simple.map);
        body.set_inherent_attr(id, 0, Some(map));
        body.set_operands(id, &simple.operands);
    })
}

macro_rules! affine_function {
    ($op:ty, $verify:expr, $choose:expr) => {
        impl CustomAssembly for $op {
            fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
                parse(parser)
            }
            fn print<'b>(op: View<'b, Self>, printer: &mut OpAsmPrinter<'_, 'b>) {
                let op = op.op();
                print(op, printer);
            }
        }

        impl VerifyOp for $op {
            fn verify(op: View<'_, Self>, diagnostics: &mut Diagnostics) {
                let op = op.op();
                $verify(op, diagnostics);
            }
        }

        impl FoldOp for $op {
            fn fold(op: View<'_, Self>, _constants: &[Option<Attribute>]) -> Fold {
                fold(op.op(), $choose)
            }
        }
    };
}

/// What has one candidate is no choice.
macro_rules! is_apply_of_one {
    ($($op:ty),*) => {
        $(impl CanonicalizeOp for $op {
            fn patterns(set: &mut RewritePatternSet) {
                set.add::<Self>("of one candidate", 1, |op, rewriter| {
                    let body = rewriter.body();
                    let map = op.map(body);
                    if map.as_affine_map(body.context()).is_none_or(|map| map.results(body.context()).len() != 1) {
                        return Err("there are several candidates".into());
                    }
                    let (location, operands) = (body.location(op.id()), op.operands(body));
                    rewriter.replace_op_with(op.id(), |builder| ApplyOp::build(builder, location, &operands, map));
                    Ok(())
                });
            }
        })*
    };
}

is_apply_of_one!(MinOp, MaxOp);

affine_function!(ApplyOp, verify_apply, |values| values.first().copied());
affine_function!(MinOp, verify_bound, |values| values.iter().min().copied());
affine_function!(MaxOp, verify_bound, |values| values.iter().max().copied());

fn verify_apply(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    let Some(map) = verify_inputs(op, diagnostics) else { return };
    let data = map.data(op.context());
    if data.results.len() != 1 {
        diagnostics.error(op.op_error("mapping must produce one value"));
    }
    // What is neither a dimension nor a symbol elsewhere is allowed here, as in MLIR 22.
    let is_only_dim = |value: ValueId| !is_valid_symbol(op.body(), value) && is_valid_dim(op.body(), value);
    if op.operands().skip(data.dims as usize).any(is_only_dim) {
        diagnostics.error(op.op_error("dimensional operand cannot be used as a symbol"));
    }
}
