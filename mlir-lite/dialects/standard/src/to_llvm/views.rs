//! Views of memrefs: other descriptors of the same memory.

use super::descriptor::{MemRefDescriptor, extract, index_constant};
use super::memory::{NO_DESCRIPTOR, first_element};
use super::numbers::{NUMBER, Number, mixed_numbers, row_major_strides, sizes_of};
use super::types::element_pointer;
use crate as standard;
use mlir_lite::conversion::{ConversionPatternRewriter, ConversionPatternSet};
use mlir_lite::dialects::llvm::{self, GepIndex};
use mlir_lite::ir::{Location, OpBuilder, OpDefinition, OpId, ValueId};
use mlir_lite::rewrite::{MatchFailure, MatchResult};
use mlir_lite::types::{DYNAMIC, Type, TypeKind, strides_and_offset};

type Rewriter<'r> = ConversionPatternRewriter<'r>;

pub(super) fn populate(patterns: &mut ConversionPatternSet) {
    patterns.add::<standard::SubViewOp>("subview-to-llvm", 1, subview);
    patterns.add::<standard::MemrefReinterpretCastOp>(
        "reinterpret-cast-to-llvm",
        1,
        reinterpret_cast,
    );
    patterns.add::<standard::ViewOp>("view-to-llvm", 1, view);
    patterns.add::<standard::TransposeOp>("transpose-to-llvm", 1, transpose);
    patterns.add::<standard::MemrefReshapeOp>("reshape-to-llvm", 1, reshape);
    patterns.add::<standard::AssumeAlignmentOp>(
        "assume-alignment-to-llvm",
        1,
        |op, operands, rewriter| {
            let body = rewriter.body();
            let (location, memref) = (body.location(op.id()), body.ty(op.memref(body)));
            let alignment = op.alignment(body).as_i64(body.context()).ok_or(MALFORMED)?;
            // What is said is said of the first element.
            let first = first_element(rewriter, location, memref, operands[0])?;
            let alignment = index_constant(rewriter, location, alignment);
            llvm::AssumeOp::of_alignment(rewriter, location, first, alignment);
            rewriter.replace_op(op.id(), &operands[..1]);
            Ok(())
        },
    );
    patterns.add::<standard::RankOp>("rank-to-llvm", 1, |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        let ty = rewriter.body().ty(op.memref_or_tensor(rewriter.body()));
        let rank = match ty.shape(rewriter.context()) {
            Some(shape) => Number::Known(shape.len() as i64).value(rewriter, location),
            None => extract(rewriter, location, operands[0], &[0]).ok_or(NO_DESCRIPTOR)?,
        };
        rewriter.replace_op(op.id(), &[rank]);
        Ok(())
    });
}

const MALFORMED: &str = "the op is malformed";

/// A descriptor's strides and offset.
fn layout(
    rewriter: &mut Rewriter<'_>,
    location: Location,
    value: ValueId,
    memref: Type,
) -> Result<(Vec<Number>, Number), MatchFailure> {
    let (strides, offset) = strides_and_offset(rewriter.context(), memref).ok_or(NO_DESCRIPTOR)?;
    let mut numbers = Vec::new();
    for (dim, stride) in strides.into_iter().enumerate() {
        numbers.push(match stride {
            Some(stride) => Number::Known(stride),
            None => Number::Value(
                extract(rewriter, location, value, &[4, dim as i64]).ok_or(NO_DESCRIPTOR)?,
            ),
        });
    }
    let offset = match offset {
        Some(offset) => Number::Known(offset),
        None => Number::Value(extract(rewriter, location, value, &[2]).ok_or(NO_DESCRIPTOR)?),
    };
    Ok((numbers, offset))
}

/// A descriptor's sizes.
fn sizes(
    rewriter: &mut Rewriter<'_>,
    location: Location,
    value: ValueId,
    memref: Type,
) -> Result<Vec<Number>, MatchFailure> {
    let shape = memref.shape(rewriter.context()).ok_or(NO_DESCRIPTOR)?.to_vec();
    let mut sizes = Vec::new();
    for (dim, size) in shape.into_iter().enumerate() {
        sizes.push(match size {
            DYNAMIC => Number::Value(
                extract(rewriter, location, value, &[3, dim as i64]).ok_or(NO_DESCRIPTOR)?,
            ),
            size => Number::Known(size),
        });
    }
    Ok(sizes)
}

/// Replaces an op by a descriptor of its result's type.
fn replace(
    op: OpId,
    rewriter: &mut Rewriter<'_>,
    pointers: (ValueId, ValueId),
    offset: Number,
    sizes: &[Number],
    strides: &[Number],
) -> MatchResult {
    let location = rewriter.body().location(op);
    let memref = rewriter.body().ty(rewriter.body().result(op, 0));
    let offset = offset.value(rewriter, location);
    let sizes: Vec<ValueId> = sizes.iter().map(|size| size.value(rewriter, location)).collect();
    let strides: Vec<ValueId> =
        strides.iter().map(|stride| stride.value(rewriter, location)).collect();
    let descriptor =
        MemRefDescriptor::build(rewriter, location, memref, pointers, offset, &sizes, &strides);
    rewriter.replace_op(op, &[descriptor.ok_or(NO_DESCRIPTOR)?.value()]);
    Ok(())
}

fn pointers(
    rewriter: &mut Rewriter<'_>,
    location: Location,
    value: ValueId,
    memref: Type,
) -> Result<(ValueId, ValueId), MatchFailure> {
    if memref.shape(rewriter.context()).is_some() {
        let descriptor = MemRefDescriptor::new(value, memref);
        let allocated = descriptor.allocated(rewriter, location).ok_or(NO_DESCRIPTOR)?;
        return Ok((allocated, descriptor.aligned(rewriter, location).ok_or(NO_DESCRIPTOR)?));
    }
    // They are the first fields of every ranked descriptor.
    let pointer = element_pointer(rewriter.context(), memref).ok_or(NO_DESCRIPTOR)?;
    let ranked = extract(rewriter, location, value, &[1]).ok_or(NO_DESCRIPTOR)?;
    let allocated = llvm::LoadOp::plain(rewriter, location, ranked, pointer).res(rewriter.body());
    let second =
        llvm::GepOp::build_indices(rewriter, location, ranked, pointer, &[GepIndex::Constant(1)]);
    let second = second.res(rewriter.body());
    Ok((allocated, llvm::LoadOp::plain(rewriter, location, second, pointer).res(rewriter.body())))
}

/// Which dimensions of a part of these sizes a type of this shape has: sizes of
/// 1 may be left out.
fn kept_dimensions(sizes: &[i64], shape: &[i64]) -> Option<Vec<usize>> {
    let mut kept = Vec::new();
    let mut wanted = shape.iter().peekable();
    for (dim, size) in sizes.iter().enumerate() {
        if wanted.next_if_eq(&size).is_some() {
            kept.push(dim);
        } else if *size != 1 {
            return None;
        }
    }
    wanted.next().is_none().then_some(kept)
}

fn subview(
    op: standard::SubViewOp,
    operands: &[ValueId],
    rewriter: &mut Rewriter<'_>,
) -> MatchResult {
    let location = rewriter.body().location(op.id());
    let body = rewriter.body();
    let (source, result) = (body.ty(op.source(body)), body.ty(op.result(body)));
    let offsets =
        mixed_numbers(rewriter, op.id(), 1, "static_offsets", operands).ok_or(MALFORMED)?;
    let sizes = mixed_numbers(rewriter, op.id(), 2, "static_sizes", operands).ok_or(MALFORMED)?;
    let steps = mixed_numbers(rewriter, op.id(), 3, "static_strides", operands).ok_or(MALFORMED)?;
    let body = rewriter.body();
    let static_sizes = op.static_sizes(body).as_i64_array(body.context()).ok_or(MALFORMED)?;
    let shape = result.shape(body.context()).ok_or(MALFORMED)?;
    let kept = kept_dimensions(&static_sizes, shape).ok_or(MALFORMED)?;
    let pointers = pointers(rewriter, location, operands[0], source)?;
    let (strides, mut start) = layout(rewriter, location, operands[0], source)?;
    for (&offset, &stride) in offsets.iter().zip(&strides) {
        let moved = offset.times(stride, rewriter, location);
        start = start.plus(moved, rewriter, location);
    }
    let sizes: Vec<Number> = kept.iter().map(|&dim| sizes[dim]).collect();
    let strides: Vec<Number> =
        kept.iter().map(|&dim| strides[dim].times(steps[dim], rewriter, location)).collect();
    replace(op.id(), rewriter, pointers, start, &sizes, &strides)
}

fn reinterpret_cast(
    op: standard::MemrefReinterpretCastOp,
    operands: &[ValueId],
    rewriter: &mut Rewriter<'_>,
) -> MatchResult {
    let location = rewriter.body().location(op.id());
    let source = rewriter.body().ty(op.source(rewriter.body()));
    let offsets =
        mixed_numbers(rewriter, op.id(), 1, "static_offsets", operands).ok_or(MALFORMED)?;
    let sizes = mixed_numbers(rewriter, op.id(), 2, "static_sizes", operands).ok_or(MALFORMED)?;
    let strides =
        mixed_numbers(rewriter, op.id(), 3, "static_strides", operands).ok_or(MALFORMED)?;
    let pointers = pointers(rewriter, location, operands[0], source)?;
    let offset = offsets.first().copied().ok_or(MALFORMED)?;
    replace(op.id(), rewriter, pointers, offset, &sizes, &strides)
}

fn view(op: standard::ViewOp, operands: &[ValueId], rewriter: &mut Rewriter<'_>) -> MatchResult {
    let location = rewriter.body().location(op.id());
    let body = rewriter.body();
    let (source, result) = (body.ty(op.source(body)), body.ty(op.result(body)));
    let shape = result.shape(body.context()).ok_or(MALFORMED)?;
    let sizes = sizes_of(shape, &operands[2..]).ok_or(MALFORMED)?;
    let (allocated, aligned) = pointers(rewriter, location, operands[0], source)?;
    let byte = rewriter.context().integer_type(8);
    let start = llvm::GepOp::build_indices(
        rewriter,
        location,
        aligned,
        byte,
        &[GepIndex::Value(operands[1])],
    );
    let start = start.res(rewriter.body());
    let strides = row_major_strides(&sizes, rewriter, location);
    replace(op.id(), rewriter, (allocated, start), Number::Known(0), &sizes, &strides)
}

fn transpose(
    op: standard::TransposeOp,
    operands: &[ValueId],
    rewriter: &mut Rewriter<'_>,
) -> MatchResult {
    let location = rewriter.body().location(op.id());
    let source = rewriter.body().ty(rewriter.body().operand(op.id(), 0));
    let ctx = rewriter.context().clone();
    let map = op.permutation(rewriter.body()).as_affine_map(&ctx).ok_or(MALFORMED)?;
    let places: Vec<i64> = (0..source.shape(&ctx).ok_or(MALFORMED)?.len() as i64).collect();
    let dim = |result: &mlir_lite::affine::AffineExpr| {
        usize::try_from(result.evaluate(&ctx, &places, &[])?).ok().filter(|&dim| dim < places.len())
    };
    let order: Vec<usize> =
        map.results(&ctx).iter().map(dim).collect::<Option<_>>().ok_or(MALFORMED)?;
    let pointers = pointers(rewriter, location, operands[0], source)?;
    let (strides, offset) = layout(rewriter, location, operands[0], source)?;
    let sizes = sizes(rewriter, location, operands[0], source)?;
    let sizes: Vec<Number> = order.iter().map(|&dim| sizes[dim]).collect();
    let strides: Vec<Number> = order.iter().map(|&dim| strides[dim]).collect();
    replace(op.id(), rewriter, pointers, offset, &sizes, &strides)
}

fn reshape(
    op: standard::MemrefReshapeOp,
    operands: &[ValueId],
    rewriter: &mut Rewriter<'_>,
) -> MatchResult {
    let location = rewriter.body().location(op.id());
    let body = rewriter.body();
    let (source, of_shape) = (body.ty(op.source(body)), body.ty(op.shape(body)));
    let ctx = rewriter.context().clone();
    let TypeKind::MemRef { shape, .. } = body.ty(op.result(body)).kind(&ctx) else {
        return Err("the number of dimensions must be known".into());
    };
    let given = of_shape.element_type(&ctx).ok_or(MALFORMED)?;
    let loaded = rewriter.convert_type(given)?;
    let pointers = pointers(rewriter, location, operands[0], source)?;
    let numbers = MemRefDescriptor::new(operands[1], of_shape);
    let first = numbers.aligned(rewriter, location).ok_or(NO_DESCRIPTOR)?;
    let (steps, start) = layout(rewriter, location, operands[1], of_shape)?;
    let step = *steps.first().ok_or(MALFORMED)?;
    let mut sizes = Vec::new();
    for (dim, &size) in shape.iter().enumerate() {
        if size != DYNAMIC {
            sizes.push(Number::Known(size));
            continue;
        }
        let at = Number::Known(dim as i64)
            .times(step, rewriter, location)
            .plus(start, rewriter, location);
        let at = GepIndex::Value(at.value(rewriter, location));
        let place = llvm::GepOp::build_indices(rewriter, location, first, loaded, &[at]);
        let place = place.res(rewriter.body());
        let mut size = llvm::LoadOp::plain(rewriter, location, place, loaded).res(rewriter.body());
        let width = loaded.bit_width(&ctx).unwrap_or(64);
        if width < 64 {
            let wide = rewriter.create_simple::<llvm::SExtOp>(location, &[size], &[NUMBER]);
            size = rewriter.body().result(wide.id(), 0);
        } else if width > 64 {
            return Err("sizes of at most 64 bits are expected".into());
        }
        sizes.push(Number::Value(size));
    }
    let strides = row_major_strides(&sizes, rewriter, location);
    replace(op.id(), rewriter, pointers, Number::Known(0), &sizes, &strides)
}
