//! `affine.apply`, `affine.min` and `affine.max`: affine functions as values.

use crate::affine::AffineMap;
use crate::dialects::affine::operands::{
    MapOperands, parse_dims_and_symbols, parse_map, print_dims_and_symbols,
};
use crate::ir::prelude::*;

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
#[op(name = "affine.min", traits(Pure), assembly = custom, verify, fold)]
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
#[op(name = "affine.max", traits(Pure), assembly = custom, verify, fold)]
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

/// Folds to a constant, to the only operand that matters, or to a simpler map.
fn fold(body: &mut Body, op: OpId, choose: fn(&[i64]) -> Option<i64>) -> Fold {
    let ctx = body.context().clone();
    let Some(map) = map_of(body.op(op)) else { return Fold::Unchanged };
    let applied = MapOperands { map, operands: body.operand_list(op) };
    let simple = applied.simplified(body);
    let current = simple.as_ref().unwrap_or(&applied);
    let results = current.map.results(&ctx);
    let constants: Option<Vec<i64>> = results.iter().map(|result| result.as_constant(&ctx)).collect();
    if let Some(value) = constants.and_then(|constants| choose(&constants)) {
        return Fold::constant(ctx.index_attr(value));
    }
    if let ([result], &[operand]) = (results, &current.operands[..])
        && (*result == ctx.affine_dim(0) || *result == ctx.affine_symbol(0))
    {
        return Fold::value(operand);
    }
    let Some(simple) = simple else { return Fold::Unchanged };
    body.set_inherent_attr(op, 0, Some(ctx.affine_map_attr(simple.map)));
    body.set_operands(op, &simple.operands);
    Fold::InPlace
}

macro_rules! affine_function {
    ($op:ty, $verify:expr, $choose:expr) => {
        impl CustomAssembly for $op {
            fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
                parse(parser)
            }
            fn print<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
                print(op, printer);
            }
        }

        impl VerifyOp for $op {
            fn verify(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
                $verify(op, diagnostics);
            }
        }

        impl FoldOp for $op {
            fn fold(self, body: &mut Body, _constants: &[Option<Attribute>]) -> Fold {
                fold(body, self.id(), $choose)
            }
        }
    };
}

affine_function!(ApplyOp, verify_apply, |values| values.first().copied());
affine_function!(MinOp, verify_bound, |values| values.iter().min().copied());
affine_function!(MaxOp, verify_bound, |values| values.iter().max().copied());

fn verify_apply(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    if let Some(map) = verify_inputs(op, diagnostics)
        && map.results(op.context()).len() != 1
    {
        diagnostics.error(op.op_error("mapping must produce one value"));
    }
}
