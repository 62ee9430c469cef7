//! `%m[%i + 1, symbol(%n)]`: a memref at affine subscripts, the syntax of all accesses of the
//! dialect.

use crate::scope::verify_map_operands;
use mlir_lite::affine::{AffineExpr, AffineExprKind, AffineMap};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::asm::{AffineOperands, AsmPrinter, UnresolvedOperand};
use mlir_lite::types::TypeKind;

/// A parsed memref at subscripts.
pub(super) struct Indexing<'s> {
    memref: UnresolvedOperand<'s>,
    /// From the indices, dimensions first, to the subscripts.
    pub(super) map: AffineMap,
    indices: AffineOperands<'s>,
}

impl<'s> Indexing<'s> {
    /// Reads `%m[%i + 1]`.
    pub(super) fn parse(parser: &mut OpAsmParser<'_, 's>) -> Parsed<Self> {
        let memref = parser.parse_operand()?;
        parser.parse_punct("[")?;
        let (map, indices) = parser.parse_affine_subscripts("]")?;
        Ok(Self { memref, map, indices })
    }

    /// Adds the memref, of type `ty`, and the indices to the op's operands.
    pub(super) fn add_to(&self, parser: &mut OpAsmParser<'_, 's>, ty: Type) -> Parsed<()> {
        let memref = parser.resolve(&self.memref, ty)?;
        parser.add_operand(memref);
        for index in &self.indices {
            let index = parser.resolve(index, Type::INDEX)?;
            parser.add_operand(index);
        }
        Ok(())
    }
}

/// Parses the type of a memref of known rank; returns it and its element type.
pub(super) fn parse_memref_type(parser: &mut OpAsmParser<'_, '_>) -> Parsed<(Type, Type)> {
    let position = parser.position();
    let ty = parser.parse_type()?;
    let element = match ty.kind(parser.context()) {
        TypeKind::MemRef { element, .. } => Some(*element),
        _ => None,
    };
    match element {
        Some(element) => Ok((ty, element)),
        None => Err(parser.error(position, "expected a memref type of known rank")),
    }
}

/// Writes `%m[%i + 1]`.
pub(super) fn print_indexing(
    printer: &mut OpAsmPrinter<'_, '_>,
    memref: ValueId,
    map: Option<AffineMap>,
    indices: &[ValueId],
) {
    printer.operand(memref);
    printer.write("[");
    if let Some(map) = map {
        print_map_of_values(printer, map, indices);
    }
    printer.write("]");
}

/// The results of a map as expressions over values; symbols are written as `symbol(..)`.
pub(super) fn print_map_of_values(
    printer: &mut OpAsmPrinter<'_, '_>,
    map: AffineMap,
    operands: &[ValueId],
) {
    let results = map.results(printer.context()).len();
    print_results_of_values(printer, map, 0..results, operands);
}

/// Some of the results of a map as expressions over values.
pub(super) fn print_results_of_values(
    printer: &mut OpAsmPrinter<'_, '_>,
    map: AffineMap,
    results: std::ops::Range<usize>,
    operands: &[ValueId],
) {
    let ctx = printer.context();
    let data = map.data(ctx);
    for (i, &result) in data.results[results].iter().enumerate() {
        if i > 0 {
            printer.write(", ");
        }
        // Most subscripts are a single value.
        match result.kind(ctx) {
            AffineExprKind::Dim(dim) if (dim as usize) < operands.len() => {
                printer.operand(operands[dim as usize]);
            }
            _ => print_expr_of_values(printer, result, data.dims, operands),
        }
    }
}

/// An expression over values, of which the first `dims` are dimensions.
fn print_expr_of_values(
    printer: &mut OpAsmPrinter<'_, '_>,
    expr: AffineExpr,
    dims: u32,
    operands: &[ValueId],
) {
    // Only the printer of ops knows the values' names, so they are collected before the expression
    // is printed.
    let names: Vec<String> =
        operands.iter().map(|&operand| printer.operand_name(operand)).collect();
    let mut name = |printer: &mut AsmPrinter<'_>, symbol: bool, i: u32| {
        let index = if symbol { dims + i } else { i };
        let name = names.get(index as usize).map_or("%<unknown>", String::as_str);
        if symbol { printer.display(format_args!("symbol({name})")) } else { printer.write(name) }
    };
    printer.affine_expr(expr, Some(&mut name));
}

/// Checks that a map has one result for each dimension of a memref, and that its operands may be
/// dimensions and symbols.
pub(super) fn verify_indexing(
    op: OpRef<'_>,
    memref: ValueId,
    map: AffineMap,
    indices: &[ValueId],
    diagnostics: &mut Diagnostics,
) {
    let ctx = op.context();
    let rank = op.body().ty(memref).shape(ctx).map_or(0, <[i64]>::len);
    if map.results(ctx).len() != rank {
        diagnostics.error(op.op_error("affine map num results must equal memref rank"));
    } else if map.num_inputs(ctx) != indices.len() {
        diagnostics.error(op.op_error("expects as many subscripts as affine map inputs"));
    } else {
        verify_map_operands(op, indices, map.data(ctx).dims, diagnostics);
    }
}
