//! `affine.load` and `affine.store`.

use crate::affine::AffineMap;
use crate::dialects::affine::operands::{MapOperands, resolve_indices};
use crate::dialects::affine::scope::verify_map_operands;
use crate::ir::prelude::*;
use crate::text::asm::{AsmPrinter, UnresolvedOperand};
use crate::types::TypeKind;

/// Reads an element of a memref at affine subscripts.
///
/// ```mlir
/// %1 = affine.load %0[%i + 3, %j + symbol(%n)] : memref<100x100xf32>
/// ```
#[op(name = "affine.load", interfaces(MemoryEffectOpInterface), assembly = custom, verify, fold)]
pub struct LoadOp {
    #[operand]
    memref: AnyRankedMemRef,
    #[operand]
    indices: Variadic<Index>,
    /// From the indices, dimensions first, to the subscripts.
    #[attr]
    map: AffineMapAttr,
    #[result]
    result: AnyType,
}

/// Writes an element of a memref at affine subscripts.
///
/// ```mlir
/// affine.store %v, %0[%i + 3, %j + 7] : memref<100x100xf32>
/// ```
#[op(name = "affine.store", interfaces(MemoryEffectOpInterface), assembly = custom, verify, fold)]
pub struct StoreOp {
    #[operand]
    value: AnyType,
    #[operand]
    memref: AnyRankedMemRef,
    #[operand]
    indices: Variadic<Index>,
    /// From the indices, dimensions first, to the subscripts.
    #[attr]
    map: AffineMapAttr,
}

impl LoadOp {
    /// Loads `memref[indices]`.
    pub fn at(
        builder: &mut (impl OpBuilder + ?Sized),
        location: Location,
        memref: ValueId,
        indices: &[ValueId],
    ) -> Self {
        let ctx = builder.context();
        let map = ctx.affine_map_attr(ctx.identity_map(indices.len() as u32));
        let ty = builder.body().ty(memref);
        let element = ty.element_or_self(ctx);
        Self::build(builder, location, memref, indices, map, element)
    }

    /// The subscripts.
    pub fn subscripts(self, body: &Body) -> MapOperands {
        subscripts(body, self.id(), 1)
    }
}

impl StoreOp {
    /// Stores `value` to `memref[indices]`.
    pub fn at(
        builder: &mut (impl OpBuilder + ?Sized),
        location: Location,
        value: ValueId,
        memref: ValueId,
        indices: &[ValueId],
    ) -> Self {
        let ctx = builder.context();
        let map = ctx.affine_map_attr(ctx.identity_map(indices.len() as u32));
        Self::build(builder, location, value, memref, indices, map)
    }

    /// The subscripts.
    pub fn subscripts(self, body: &Body) -> MapOperands {
        subscripts(body, self.id(), 2)
    }
}

/// The map of a verified access and its operands, which follow `first` others.
fn subscripts(body: &Body, op: OpId, first: usize) -> MapOperands {
    let map = body.inherent_attr(op, 0).and_then(|map| map.as_affine_map(body.context()));
    let map = map.unwrap_or_else(|| body.context().identity_map(0));
    MapOperands { map, operands: body.operands(op).skip(first).collect() }
}

impl MemoryEffectOpInterface for LoadOp {
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        SmallVec::from_slice(&[Effect::on(EffectKind::Read, op.operand(0))])
    }
}

impl MemoryEffectOpInterface for StoreOp {
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        SmallVec::from_slice(&[Effect::on(EffectKind::Write, op.operand(1))])
    }
}

impl FoldOp for LoadOp {
    fn fold(self, body: &mut Body, _constants: &[Option<Attribute>]) -> Fold {
        fold_subscripts(body, self.id(), 1)
    }
}

impl FoldOp for StoreOp {
    fn fold(self, body: &mut Body, _constants: &[Option<Attribute>]) -> Fold {
        fold_subscripts(body, self.id(), 2)
    }
}

fn fold_subscripts(body: &mut Body, op: OpId, first: usize) -> Fold {
    let Some(simple) = subscripts(body, op, first).simplified(body) else { return Fold::Unchanged };
    let map = body.context().affine_map_attr(simple.map);
    body.set_inherent_attr(op, 0, Some(map));
    body.splice_operands(op, first..body.num_operands(op), &simple.operands);
    Fold::InPlace
}

type Subscripts<'s> = (AffineMap, Vec<UnresolvedOperand<'s>>);

/// Reads `%m[%i + 1] {..} : memref<..>`; gives the memref and the indices.
fn parse_access<'s>(
    parser: &mut OpAsmParser<'_, 's>,
) -> Parsed<(UnresolvedOperand<'s>, Type, Type, Vec<UnresolvedOperand<'s>>)> {
    let memref = parser.parse_operand()?;
    parser.parse_punct("[")?;
    let (map, indices): Subscripts<'s> = parser.parse_affine_subscripts("]")?;
    let map = parser.context().affine_map_attr(map);
    parser.set_attr("map", map);
    parser.parse_attr_dict()?;
    parser.parse_punct(":")?;
    let position = parser.position();
    let ty = parser.parse_type()?;
    let element = match ty.kind(parser.context()) {
        TypeKind::MemRef { element, .. } => Some(*element),
        _ => None,
    };
    let Some(element) = element else {
        return Err(parser.error(position, "expected a memref type of known rank"));
    };
    Ok((memref, ty, element, indices))
}

fn print_access<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>, memref: usize) {
    let ctx = op.context();
    printer.write(" ");
    printer.operand(op.operand(memref));
    printer.write("[");
    let indices: Vec<ValueId> = op.operands().skip(memref + 1).collect();
    if let Some(map) = op.inherent_attr(0).and_then(|map| map.as_affine_map(ctx)) {
        print_subscripts(printer, map, &indices);
    }
    printer.write("]");
    printer.attr_dict(op, &["map"]);
    printer.write(" : ");
    printer.ty(op.body().ty(op.operand(memref)));
}

/// Expressions over values; symbols stand in `symbol(..)`.
fn print_subscripts(printer: &mut OpAsmPrinter<'_, '_>, map: AffineMap, operands: &[ValueId]) {
    let ctx = printer.context();
    let data = map.data(ctx);
    // The values' names are known to the printer of ops only, so they are
    // taken before the expressions are printed.
    let names: Vec<String> = operands.iter().map(|&operand| printer.operand_name(operand)).collect();
    for (i, &result) in data.results.iter().enumerate() {
        if i > 0 {
            printer.write(", ");
        }
        let mut name = |printer: &mut AsmPrinter<'_>, symbol: bool, i: u32| {
            let index = if symbol { data.dims + i } else { i };
            let name = names.get(index as usize).map_or("%<unknown>", String::as_str);
            if symbol { printer.display(format_args!("symbol({name})")) } else { printer.write(name) }
        };
        printer.affine_expr(result, Some(&mut name));
    }
}

impl CustomAssembly for LoadOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let (memref, ty, element, indices) = parse_access(parser)?;
        let memref = parser.resolve(&memref, ty)?;
        parser.add_operand(memref);
        let indices = resolve_indices(parser, &indices)?;
        parser.add_operands(&indices);
        parser.add_result_type(element);
        Ok(())
    }

    fn print<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_access(op, printer, 0);
    }
}

impl CustomAssembly for StoreOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let value = parser.parse_operand()?;
        parser.parse_punct(",")?;
        let (memref, ty, element, indices) = parse_access(parser)?;
        let value = parser.resolve(&value, element)?;
        let memref = parser.resolve(&memref, ty)?;
        parser.add_operands(&[value, memref]);
        let indices = resolve_indices(parser, &indices)?;
        parser.add_operands(&indices);
        Ok(())
    }

    fn print<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.operand(0));
        printer.write(",");
        print_access(op, printer, 1);
    }
}

fn verify_access(op: OpRef<'_>, memref: usize, diagnostics: &mut Diagnostics) {
    let ctx = op.context();
    let Some(map) = op.inherent_attr(0).and_then(|map| map.as_affine_map(ctx)) else { return };
    let indices: Vec<ValueId> = op.operands().skip(memref + 1).collect();
    let rank = op.body().ty(op.operand(memref)).shape(ctx).map_or(0, <[i64]>::len);
    if map.results(ctx).len() != rank {
        diagnostics.error(op.op_error("affine map num results must equal memref rank"));
    } else if map.num_inputs(ctx) != indices.len() {
        diagnostics.error(op.op_error("expects as many subscripts as affine map inputs"));
    } else {
        verify_map_operands(op, &indices, map.data(ctx).dims, diagnostics);
    }
}

impl VerifyOp for LoadOp {
    fn verify(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
        let element = op.body().ty(op.operand(0)).element_type(op.context());
        if op.result_types().next() != element {
            diagnostics.error(op.op_error("result type must match element type of memref"));
        }
        verify_access(op, 0, diagnostics);
    }
}

impl VerifyOp for StoreOp {
    fn verify(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
        let element = op.body().ty(op.operand(1)).element_type(op.context());
        if op.operand_types().next() != element {
            diagnostics.error(op.op_error("value to store must have the same type as memref element type"));
        }
        verify_access(op, 1, diagnostics);
    }
}
