//! `affine.load` and `affine.store`.

use crate::affine::AffineMap;
use crate::dialects::affine::indexing::{Indexing, parse_memref_type, print_indexing, verify_indexing};
use crate::dialects::affine::operands::MapOperands;
use crate::dialects::std::memref_rules::before_memref_cast;
use crate::ir::prelude::*;

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

impl MemoryEffectOpInterface for LoadOpRef<'_> {
    fn effects(&self) -> SmallVec<[Effect; 2]> {
        let op = self.op();
        SmallVec::from_slice(&[Effect::on(EffectKind::Read, op.operand(0))])
    }
}

impl MemoryEffectOpInterface for StoreOpRef<'_> {
    fn effects(&self) -> SmallVec<[Effect; 2]> {
        let op = self.op();
        SmallVec::from_slice(&[Effect::on(EffectKind::Write, op.operand(1))])
    }
}

impl FoldOp for LoadOp {
    fn fold(op: LoadOpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        fold_access(op.op(), 0)
    }
}

impl FoldOp for StoreOp {
    fn fold(op: StoreOpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        fold_access(op.op(), 1)
    }
}

/// Simplifies the subscripts that follow operand number `memref`, and looks through its casts.
pub(super) fn fold_access(op: OpRef<'_>, memref: usize) -> Fold {
    let (id, first) = (op.id(), memref + 1);
    let source = before_memref_cast(op.operand_view(memref)).map(ValueRef::id);
    let simple = subscripts(op.body(), id, first).simplified(op.body());
    if source.is_none() && simple.is_none() {
        return Fold::Unchanged;
    }
    Fold::in_place(move |body| {
        if let Some(source) = source {
            body.set_operand(id, memref, source);
        }
        if let Some(simple) = simple {
            let map = body.context().affine_map_attr(simple.map);
            body.set_inherent_attr(id, 0, Some(map));
            body.splice_operands(id, first..body.num_operands(id), &simple.operands);
        }
    })
}

/// The op's map, attribute 0.
pub(super) fn map_of(op: OpRef<'_>) -> Option<AffineMap> {
    op.inherent_attr(0)?.as_affine_map(op.context())
}

/// Reads `%m[%i + 1] {..} : `.
pub(super) fn parse_access<'s>(parser: &mut OpAsmParser<'_, 's>) -> Parsed<Indexing<'s>> {
    let access = Indexing::parse(parser)?;
    let map = parser.context().affine_map_attr(access.map);
    parser.set_inherent_attr(0, map);
    parser.parse_attr_dict()?;
    parser.parse_punct(":")?;
    Ok(access)
}

/// Writes what [`parse_access`] reads, and the memref's type; the memref is
/// operand number `memref`.
pub(super) fn print_access<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>, memref: usize) {
    printer.write(" ");
    let indices: SmallVec<[ValueId; 4]> = op.operands().skip(memref + 1).collect();
    print_indexing(printer, op.operand(memref), map_of(op), &indices);
    printer.attr_dict(op, &["map"]);
    printer.write(" : ");
    printer.ty(op.body().ty(op.operand(memref)));
}

/// Checks the subscripts that follow operand number `memref`.
pub(super) fn verify_access(op: OpRef<'_>, memref: usize, diagnostics: &mut Diagnostics) {
    let Some(map) = map_of(op) else { return };
    let indices: SmallVec<[ValueId; 4]> = op.operands().skip(memref + 1).collect();
    verify_indexing(op, op.operand(memref), map, &indices, diagnostics);
}

impl CustomAssembly for LoadOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let access = parse_access(parser)?;
        let (ty, element) = parse_memref_type(parser)?;
        access.add_to(parser, ty)?;
        parser.add_result_type(element);
        Ok(())
    }

    fn print<'b>(op: LoadOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        print_access(op, printer, 0);
    }
}

impl CustomAssembly for StoreOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let value = parser.parse_operand()?;
        parser.parse_punct(",")?;
        let access = parse_access(parser)?;
        let (ty, element) = parse_memref_type(parser)?;
        let value = parser.resolve(&value, element)?;
        parser.add_operand(value);
        access.add_to(parser, ty)
    }

    fn print<'b>(op: StoreOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        printer.write(" ");
        printer.operand(op.operand(0));
        printer.write(",");
        print_access(op, printer, 1);
    }
}

impl VerifyOp for LoadOp {
    fn verify(op: LoadOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let element = op.body().ty(op.operand(0)).element_type(op.context());
        if op.result_types().next() != element {
            diagnostics.error(op.op_error("result type must match element type of memref"));
        }
        verify_access(op, 0, diagnostics);
    }
}

impl VerifyOp for StoreOp {
    fn verify(op: StoreOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let element = op.body().ty(op.operand(1)).element_type(op.context());
        if op.operand_types().next() != element {
            diagnostics.error(op.op_error("value to store must have the same type as memref element type"));
        }
        verify_access(op, 1, diagnostics);
    }
}
