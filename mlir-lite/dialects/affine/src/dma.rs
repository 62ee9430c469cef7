//! `affine.dma_start` and `affine.dma_wait`: asynchronous copies between memories.
//!
//! The maps of their subscripts are plain attributes: the ops' operands are divided by these maps'
//! numbers of inputs.

use crate::indexing::{Indexing, parse_memref_type, print_indexing, verify_indexing};
use crate::lowering::{Std, map_results};
use mlir_lite::affine::AffineMap;
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::standard;
use mlir_lite::dialects::standard::memref::rules::look_through_casts;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::keep_attributes::replace_keeping_attributes;
use mlir_lite::rewrite::{MatchFailure, MatchResult, PatternRewriter};
use std::marker::PhantomData;

/// Starts to copy a number of elements from one memref to another; an element
/// of a third one is the tag to wait for.
///
/// A stride with a number of elements per stride may follow, for the slower
/// memory.
///
/// ```mlir
/// affine.dma_start %src[%i + 3, %j], %dst[%k + 7, %l], %tag[%t], %n : memref<40x128xf32, 0>,
///   memref<2x1024xf32, 1>, memref<1xi32, 2>
/// ```
#[op(name = "affine.dma_start",
     implements(
         CustomAssembly = Transfers<Self>, VerifyOp = Transfers<Self>, FoldOp = Transfers<Self>,
         LowerTo<Std>,
     ))]
pub struct DmaStartOp {
    /// Source, its indices, destination, its indices, tag, its indices, number
    /// of elements, and perhaps stride and number of elements per stride.
    #[operand]
    operands: Variadic<AnyType>,
}

/// Waits until the copy is done that was started with a tag.
///
/// ```mlir
/// affine.dma_wait %tag[%t], %n : memref<1xi32, 2>
/// ```
#[op(name = "affine.dma_wait",
     implements(
         CustomAssembly = Transfers<Self>, VerifyOp = Transfers<Self>, FoldOp = Transfers<Self>,
         LowerTo<Std>,
     ))]
pub struct DmaWaitOp {
    /// Tag, its indices, number of elements.
    #[operand]
    operands: Variadic<AnyType>,
}

/// A memref among the operands, with the inputs of the map of its subscripts.
pub(crate) struct DmaAccess {
    pub(crate) memref: ValueId,
    pub(crate) map: AffineMap,
    pub(crate) indices: Vec<ValueId>,
}

/// The memrefs with subscripts for the maps of these names, and the remaining operands; none if
/// attributes or operands are missing.
fn accesses(op: OpRef<'_>, maps: &[&str]) -> Option<(Vec<DmaAccess>, Vec<ValueId>)> {
    let ctx = op.context();
    let mut operands = op.operands();
    let mut accesses = Vec::with_capacity(maps.len());
    for name in maps {
        let map = op.attr_named(name)?.as_affine_map(ctx)?;
        let memref = operands.next()?;
        let indices: Vec<ValueId> = operands.by_ref().take(map.num_inputs(ctx)).collect();
        if indices.len() != map.num_inputs(ctx) {
            return None;
        }
        accesses.push(DmaAccess { memref, map, indices });
    }
    Some((accesses, operands.collect()))
}

/// Skips casts of the memrefs.
fn fold(op: OpRef<'_>, maps: &[&str]) -> Fold {
    let Some((accesses, _)) = accesses(op, maps) else { return Fold::Unchanged };
    let mut index = 0;
    let memrefs = accesses.iter().map(|access| {
        let memref = (index, op.operand_view(index));
        index += 1 + access.indices.len();
        memref
    });
    look_through_casts(op, memrefs)
}

impl DmaStartOp {
    /// Source, destination and tag, and then the sizes; none if something is missing.
    pub(crate) fn accesses(self, body: &Body) -> Option<(Vec<DmaAccess>, Vec<ValueId>)> {
        accesses(body.op(self.id()), Self::MAPS)
    }
}

impl DmaWaitOp {
    /// The tag, and the number of elements; none if something is missing.
    pub(crate) fn accesses(self, body: &Body) -> Option<(Vec<DmaAccess>, Vec<ValueId>)> {
        accesses(body.op(self.id()), Self::MAPS)
    }
}

fn parse(parser: &mut OpAsmParser<'_, '_>, maps: &[&str]) -> Parsed<()> {
    let ctx = parser.context().clone();
    let mut accesses = Vec::with_capacity(maps.len());
    for name in maps {
        let access = Indexing::parse(parser)?;
        parser.parse_punct(",")?;
        parser.set_attr(name, ctx.affine_map_attr(access.map));
        accesses.push(access);
    }
    let sizes = parser.parse_operand_list()?;
    parser.parse_attr_dict()?;
    parser.parse_punct(":")?;
    for (i, access) in accesses.iter().enumerate() {
        if i > 0 {
            parser.parse_punct(",")?;
        }
        let (ty, _) = parse_memref_type(parser)?;
        access.add_to(parser, ty)?;
    }
    for size in &sizes {
        let size = parser.resolve(size, Type::INDEX)?;
        parser.add_operand(size);
    }
    Ok(())
}

fn print<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>, maps: &[&str]) {
    let Some((accesses, sizes)) = accesses(op, maps) else { return };
    for (i, access) in accesses.iter().enumerate() {
        printer.write(if i > 0 { ", " } else { " " });
        print_indexing(printer, access.memref, Some(access.map), &access.indices);
    }
    printer.write(", ");
    printer.operands(sizes);
    printer.attr_dict(op, maps);
    printer.write(" : ");
    printer.types(accesses.iter().map(|access| op.body().ty(access.memref)));
}

/// Checks the common parts of both ops; `numbers` are the possible numbers of sizes.
fn verify(op: OpRef<'_>, maps: &[&str], numbers: &[usize], diagnostics: &mut Diagnostics) {
    let body = op.body();
    let Some((accesses, sizes)) = accesses(op, maps) else {
        let maps = maps.join("', '");
        let message = format!("expects the attributes '{maps}' and operands for them");
        diagnostics.error(op.op_error(message));
        return;
    };
    if !numbers.contains(&sizes.len()) {
        let expected: Vec<String> = numbers.iter().map(usize::to_string).collect();
        let (expected, found) = (expected.join(" or "), sizes.len());
        diagnostics.error(op.op_error(format_args!("expects {expected} sizes, found {found}")));
        return;
    }
    for access in &accesses {
        if !AnyRankedMemRef::matches(op.context(), body.ty(access.memref)) {
            diagnostics
                .error(op.op_error("expects its source, destination and tag to be of memref type"));
            return;
        }
        verify_indexing(op, access.memref, access.map, &access.indices, diagnostics);
    }
    let indices = accesses.iter().flat_map(|access| &access.indices);
    if indices.chain(&sizes).any(|&value| body.ty(value) != Type::INDEX) {
        diagnostics.error(op.op_error("expects indices and sizes of type 'index'"));
    }
    if let [source, destination, _] = &accesses[..] {
        let ctx = op.context();
        if body.ty(source.memref).element_type(ctx) != body.ty(destination.memref).element_type(ctx)
        {
            diagnostics.error(op.op_error("expects source and destination of one element type"));
        }
    }
}

/// The differences between the two ops.
trait Transfer: OpDefinition {
    /// Attributes that say how the operands are subscripts.
    const MAPS: &'static [&'static str];
    /// How many operands may follow these.
    const SIZES: &'static [usize];
}

impl Transfer for DmaStartOp {
    const MAPS: &'static [&'static str] = &["src_map", "dst_map", "tag_map"];
    const SIZES: &'static [usize] = &[1, 3];
}

impl Transfer for DmaWaitOp {
    const MAPS: &'static [&'static str] = &["tag_map"];
    const SIZES: &'static [usize] = &[1];
}

/// The implementation of interfaces that the two ops share.
struct Transfers<O>(PhantomData<O>);

impl<O: Transfer> OpModel for Transfers<O> {
    type Op = O;
}

impl<O: Transfer> CustomAssembly for Transfers<O> {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse(parser, O::MAPS)
    }

    fn print<'b>(op: View<'b, Self>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print(op.op(), printer, O::MAPS);
    }
}

impl<O: Transfer> VerifyOp for Transfers<O> {
    fn verify(op: View<'_, Self>, diagnostics: &mut Diagnostics) {
        verify(op.op(), O::MAPS, O::SIZES, diagnostics);
    }
}

impl<O: Transfer> FoldOp for Transfers<O> {
    fn fold(op: View<'_, Self>, _: FoldAdaptor<'_, Self>) -> Fold {
        fold(op.op(), O::MAPS)
    }
}

const MISSING: &str = "a map or an operand is missing";

impl LowerTo<Std> for DmaStartOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let (accesses, sizes) = op.accesses(rewriter.body()).ok_or(MISSING)?;
        let ([source, destination, tag], [size, strides @ ..]) = (&accesses[..], &sizes[..]) else {
            return Err(MISSING.into());
        };
        let location = rewriter.body().location(op.id());
        let mut operands = Vec::new();
        add_access(rewriter, source, &mut operands)?;
        add_access(rewriter, destination, &mut operands)?;
        operands.push(*size);
        add_access(rewriter, tag, &mut operands)?;
        operands.extend(strides);
        let new = replace_keeping_attributes(rewriter, op.id(), |b| {
            standard::DmaStartOp::build(b, location, &operands)
        });
        remove_maps(rewriter, new.id(), Self::MAPS);
        Ok(())
    }
}

impl LowerTo<Std> for DmaWaitOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let (accesses, sizes) = op.accesses(rewriter.body()).ok_or(MISSING)?;
        let [tag] = &accesses[..] else { return Err(MISSING.into()) };
        let location = rewriter.body().location(op.id());
        let mut operands = Vec::new();
        add_access(rewriter, tag, &mut operands)?;
        operands.extend(sizes);
        let new = replace_keeping_attributes(rewriter, op.id(), |b| {
            standard::DmaWaitOp::build(b, location, &operands)
        });
        remove_maps(rewriter, new.id(), Self::MAPS);
        Ok(())
    }
}

/// Removes the maps: the op's definition does not declare them, so they were kept with the
/// discardable attributes.
fn remove_maps(rewriter: &mut PatternRewriter<'_>, op: OpId, names: &[&str]) {
    let names: Vec<Ident> = names.iter().map(|name| rewriter.context().ident(name)).collect();
    rewriter.update_in_place(op, |body| {
        for name in names {
            body.remove_attr(op, name);
        }
    });
}

/// Adds the memref and the values of its subscripts.
fn add_access(
    rewriter: &mut PatternRewriter<'_>,
    access: &DmaAccess,
    operands: &mut Vec<ValueId>,
) -> Result<(), MatchFailure> {
    operands.push(access.memref);
    operands.extend(map_results(rewriter, access.map, &access.indices)?);
    Ok(())
}
