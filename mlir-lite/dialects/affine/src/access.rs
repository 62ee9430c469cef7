//! `affine.load` and `affine.store`.

use crate::indexing::{Indexing, parse_memref_type, print_indexing, verify_indexing};
use crate::interpret::evaluate;
use crate::lowering::{Std, map_results};
use crate::operands::MapOperands;
use mlir_lite::affine::AffineMap;
use mlir_lite::constants::element_attr;
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::standard;
use mlir_lite::dialects::standard::memref::rules::before_memref_cast;
use mlir_lite::dialects::standard::tensor::position;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::keep_attributes::replace_keeping_attributes;
use mlir_lite::rewrite::{CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet};
use std::marker::PhantomData;

/// Reads an element of a memref at affine subscripts.
///
/// ```mlir
/// %1 = affine.load %0[%i + 3, %j + symbol(%n)] : memref<100x100xf32>
/// ```
#[op(name = "affine.load",
     implements(
         CustomAssembly, VerifyOp, FoldOp = AffineAccesses<Self>, CanonicalizeOp, InterpretOp,
         AffineAccess { memref, indices, map, set_memref, set_indices, set_map }, LowerTo<Std>,
     ))]
pub struct LoadOp {
    #[operand(effects(Read))]
    memref: AnyRankedMemRef,
    #[operand]
    indices: Variadic<Index>,
    /// From the indices, dimensions first, to the subscripts.
    #[attr(typed)]
    map: AffineMapAttr,
    #[result]
    result: AnyType,
}

/// Writes an element of a memref at affine subscripts.
///
/// ```mlir
/// affine.store %v, %0[%i + 3, %j + 7] : memref<100x100xf32>
/// ```
#[op(name = "affine.store",
     implements(
         CustomAssembly, VerifyOp, FoldOp = AffineAccesses<Self>, InterpretOp,
         AffineAccess { memref, indices, map, set_memref, set_indices, set_map }, LowerTo<Std>,
     ))]
pub struct StoreOp {
    #[operand]
    value: AnyType,
    #[operand(effects(Write))]
    memref: AnyRankedMemRef,
    #[operand]
    indices: Variadic<Index>,
    /// From the indices, dimensions first, to the subscripts.
    #[attr(typed)]
    map: AffineMapAttr,
}

impl LoadOp {
    /// Loads `memref[indices]`.
    pub fn at(
        builder: &mut (impl OpBuilder + ?Sized),
        memref: ValueId,
        indices: &[ValueId],
    ) -> ValueId {
        let ctx = builder.context();
        let map = ctx.identity_map(indices.len() as u32);
        let ty = builder.body().ty(memref);
        let element = ty.element_or_self(ctx);
        Self::create(builder, memref, indices, map, element)
    }

    /// The subscripts.
    pub fn subscripts(self, body: &Body) -> MapOperands {
        MemoryAccess::of(self.on(body)).subscripts()
    }
}

impl CanonicalizeOp for LoadOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("affine.load-constant-global", 1, |op, rewriter| {
            let body = rewriter.body();
            let ctx = body.context().clone();
            let memref = op.memref(body);
            let global = standard::GetGlobalMemrefOp::defining(body, memref);
            let global = global.ok_or("the memory is not a global's")?;
            let name = global.name(body).as_flat_symbol(&ctx);
            let elements = name.and_then(|name| rewriter.constant_symbol(name));
            let elements = elements.and_then(|value| value.dense(&ctx));
            let elements = elements.ok_or("the elements of the memory are not known")?;
            let subscripts = op.subscripts(body).in_simplest_form(body);
            let results = subscripts.map.results(&ctx);
            let indices: Option<Vec<i64>> =
                results.iter().map(|result| result.as_constant(&ctx)).collect();
            let shape = body.ty(memref).static_shape(&ctx);
            let at = indices.zip(shape).and_then(|(indices, shape)| position(shape, &indices));
            let at = at.ok_or("the subscripts are not constants in the memory")?;
            let value = element_attr(&ctx, &elements, if elements.is_splat() { 0 } else { at });
            let ty = body.ty(op.result(body));
            let value = value.filter(|value| value.ty(&ctx) == Some(ty));
            let value = value.ok_or("the elements have no constants of their own")?;
            let constant = standard::ConstantOp::create(rewriter, value, ty);
            rewriter.replace_op(op.id(), &[constant]);
            Ok(())
        });
    }
}

impl StoreOp {
    /// Stores `value` to `memref[indices]`.
    pub fn at(
        builder: &mut (impl OpBuilder + ?Sized),
        value: ValueId,
        memref: ValueId,
        indices: &[ValueId],
    ) -> Self {
        let ctx = builder.context();
        let map = ctx.identity_map(indices.len() as u32);
        Self::create(builder, value, memref, indices, map)
    }

    /// The subscripts.
    pub fn subscripts(self, body: &Body) -> MapOperands {
        MemoryAccess::of(self.on(body)).subscripts()
    }
}

/// Ops that access memory at affine subscripts.
pub(super) trait AffineAccess: OpDefinition {
    fn memref(op: View<'_, Self>) -> ValueRef<'_>;
    fn indices(op: View<'_, Self>) -> ValueRange<'_>;
    fn map(op: View<'_, Self>) -> AffineMap;
    fn set_memref(self, body: &mut Body, value: ValueId);
    fn set_indices(self, body: &mut Body, value: &[ValueId]);
    fn set_map(self, body: &mut Body, value: AffineMap);

    /// Where it is.
    fn access(op: View<'_, Self>) -> MemoryAccess<'_> {
        MemoryAccess {
            op: op.op(),
            memref: Self::memref(op),
            indices: Self::indices(op),
            map: Self::map(op),
        }
    }
}

/// A memref at affine subscripts, in a verified op.
#[derive(Copy, Clone)]
pub(super) struct MemoryAccess<'b> {
    pub(super) op: OpRef<'b>,
    pub(super) memref: ValueRef<'b>,
    pub(super) indices: ValueRange<'b>,
    /// From the indices, dimensions first, to the subscripts.
    pub(super) map: AffineMap,
}

impl<'b> MemoryAccess<'b> {
    pub(super) fn of<V: OpView<'b>>(op: V) -> Self
    where
        V::Op: AffineAccess + OpDefinition<View<'b> = V>,
    {
        V::Op::access(op)
    }

    /// The subscripts.
    pub(super) fn subscripts(self) -> MapOperands {
        MapOperands { map: self.map, operands: self.indices.id_list() }
    }

    /// Writes `%m[%i + 1]`.
    pub(super) fn print_indexing(self, printer: &mut OpAsmPrinter<'_, 'b>) {
        let indices = self.indices.id_list();
        print_indexing(printer, self.memref.id(), Some(self.map), &indices);
    }

    /// Prints the form that [`parse_access`] parses, and the memref's type.
    pub(super) fn print(self, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        self.print_indexing(printer);
        printer.attr_dict(self.op, &["map"]);
        printer.write(" : ");
        printer.ty(self.memref.ty());
    }

    /// Checks the subscripts.
    pub(super) fn verify(self, diagnostics: &mut Diagnostics) {
        let indices = self.indices.id_list();
        verify_indexing(self.op, self.memref.id(), self.map, &indices, diagnostics);
    }

    /// The values of the subscripts.
    pub(super) fn evaluate(self, m: &Machine<'_>) -> Result<SmallVec<[i64; 4]>, Trap> {
        evaluate(m, &self.subscripts())
    }
}

/// The implementation of interfaces that all accesses share.
pub(super) struct AffineAccesses<O>(PhantomData<O>);

impl<O: AffineAccess> OpModel for AffineAccesses<O> {
    type Op = O;
}

impl<O: AffineAccess> FoldOp for AffineAccesses<O> {
    /// Simplifies the subscripts, and skips casts of the memref.
    fn fold(op: View<'_, Self>, _: FoldAdaptor<'_, Self>) -> Fold {
        let (this, place) = (op.handle(), O::access(op));
        let source = before_memref_cast(place.memref).map(ValueRef::id);
        let simple = place.subscripts().simplified(op.op().body());
        if source.is_none() && simple.is_none() {
            return Fold::Unchanged;
        }
        Fold::in_place(move |body| {
            if let Some(source) = source {
                this.set_memref(body, source);
            }
            if let Some(simple) = simple {
                this.set_map(body, simple.map);
                this.set_indices(body, &simple.operands);
            }
        })
    }
}

/// Parses `%m[%i + 1] {..} : `.
pub(super) fn parse_access<'s>(parser: &mut OpAsmParser<'_, 's>) -> Parsed<Indexing<'s>> {
    let access = Indexing::parse(parser)?;
    let map = parser.context().affine_map_attr(access.map);
    parser.set_inherent_attr(0, map);
    parser.parse_attr_dict()?;
    parser.parse_punct(":")?;
    Ok(access)
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
        MemoryAccess::of(op).print(printer);
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
        printer.write(" ");
        printer.operand(op.value().id());
        printer.write(",");
        MemoryAccess::of(op).print(printer);
    }
}

impl VerifyOp for LoadOp {
    fn verify(op: LoadOpRef<'_>, diagnostics: &mut Diagnostics) {
        if Some(op.result().ty()) != op.memref().ty().element_type(op.context()) {
            diagnostics.error(op.op().op_error("result type must match element type of memref"));
        }
        MemoryAccess::of(op).verify(diagnostics);
    }
}

impl VerifyOp for StoreOp {
    fn verify(op: StoreOpRef<'_>, diagnostics: &mut Diagnostics) {
        if Some(op.value().ty()) != op.memref().ty().element_type(op.context()) {
            let message = "value to store must have the same type as memref element type";
            diagnostics.error(op.op().op_error(message));
        }
        MemoryAccess::of(op).verify(diagnostics);
    }
}

impl InterpretOp for LoadOp {
    fn interpret<'b>(op: LoadOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let memref = m.get(op.memref());
        let indices = MemoryAccess::of(op).evaluate(m)?;
        let value = m.load_element(memref.as_memref()?, &indices)?;
        m.set_result(op.result(), value)
    }
}

impl InterpretOp for StoreOp {
    fn interpret<'b>(op: StoreOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let memref = m.get(op.memref());
        let indices = MemoryAccess::of(op).evaluate(m)?;
        let value = m.get(op.value());
        m.store_element(memref.as_memref()?, &indices, &value)?;
        Ok(Flow::Next)
    }
}

impl LowerTo<Std> for LoadOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let (location, memref, ty) = {
            let body = rewriter.body();
            (body.location(op.id()), op.memref(body), body.ty(op.result(body)))
        };
        let access = op.subscripts(rewriter.body());
        let indices = map_results(rewriter, access.map, &access.operands)?;
        replace_keeping_attributes(rewriter, op.id(), |b| {
            standard::LoadOp::build(b, location, memref, &indices, ty)
        });
        Ok(())
    }
}

impl LowerTo<Std> for StoreOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let (location, memref, value) = {
            let body = rewriter.body();
            (body.location(op.id()), op.memref(body), op.value(body))
        };
        let access = op.subscripts(rewriter.body());
        let indices = map_results(rewriter, access.map, &access.operands)?;
        replace_keeping_attributes(rewriter, op.id(), |b| {
            standard::StoreOp::build(b, location, value, memref, &indices)
        });
        Ok(())
    }
}
