//! Vectors: elements, and one element for all.

use super::descriptor::{extract, index_constant, insert, poison};
use super::flags::keep_access;
use super::memory::{NO_DESCRIPTOR, element_address};
use super::numbers::Number;
use mlir_lite::attributes::Attribute;
use mlir_lite::context::Context;
use mlir_lite::conversion::{ConversionPatternRewriter, ConversionPatternSet};
use mlir_lite::dialects::{llvm, standard};
use mlir_lite::ir::{Location, OpBuilder, OpDefinition, OpId, ValueId};
use mlir_lite::rewrite::MatchFailure;
use mlir_lite::types::{Type, TypeKind, strides_and_offset};

#[expect(clippy::too_many_lines, reason = "a list of patterns")]
pub(super) fn populate(patterns: &mut ConversionPatternSet) {
    patterns.add::<standard::VectorLoadOp>("vector-load-to-llvm", 1, |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        let memref = rewriter.body().ty(op.memref(rewriter.body()));
        let vector = rewriter.body().ty(op.result(rewriter.body()));
        let rows = Rows::of(rewriter.context(), memref, vector)?;
        let row = rewriter.convert_type(rows.ty)?;
        let whole = rewriter.convert_type(vector)?;
        let mut result = None;
        for position in &rows.positions {
            let indices = moved(rewriter, location, &operands[1..], position);
            let address = element_address(rewriter, location, memref, operands[0], &indices)?;
            let load = llvm::LoadOp::plain(rewriter, location, address, row);
            load.set_alignment(rewriter.body_mut(), rows.alignment);
            keep_row_access(rewriter, op.id(), load.id(), position);
            let value = load.res(rewriter.body());
            if position.is_empty() {
                result = Some(value);
                continue;
            }
            let before = result.unwrap_or_else(|| poison(rewriter, location, whole));
            result = Some(insert(rewriter, location, before, value, position));
        }
        rewriter.replace_op(op.id(), &[result.ok_or("the vector is empty")?]);
        Ok(())
    });
    patterns.add::<standard::VectorStoreOp>("vector-store-to-llvm", 1, |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        let memref = rewriter.body().ty(op.memref(rewriter.body()));
        let rows =
            Rows::of(rewriter.context(), memref, rewriter.body().ty(op.value(rewriter.body())))?;
        for position in &rows.positions {
            let value = match position[..] {
                [] => operands[0],
                _ => extract(rewriter, location, operands[0], position)
                    .ok_or("there is no such row")?,
            };
            let indices = moved(rewriter, location, &operands[2..], position);
            let address = element_address(rewriter, location, memref, operands[1], &indices)?;
            let store = llvm::StoreOp::plain(rewriter, location, value, address);
            store.set_alignment(rewriter.body_mut(), rows.alignment);
            keep_row_access(rewriter, op.id(), store.id(), position);
        }
        rewriter.erase_op(op.id());
        Ok(())
    });
    patterns.add::<standard::VectorShuffleOp>(
        "vector-shuffle-to-llvm",
        1,
        |op, operands, rewriter| {
            let (location, body) = (rewriter.body().location(op.id()), rewriter.body());
            let (first, second) = (operands[0], operands[1]);
            let ty = body.ty(op.vector(body));
            let mask = op.mask(body).as_i64_array(body.context()).ok_or("there is no mask")?;
            let mask: Result<Vec<i32>, _> = mask.into_iter().map(i32::try_from).collect();
            let mask =
                rewriter.context().i32_array_attr(&mask.map_err(|_| "a position is too large")?);
            if rewriter.body().ty(first) != rewriter.body().ty(second) {
                return Err("LLVM has vectors of one type only here".into());
            }
            let ty = rewriter.convert_type(ty)?;
            rewriter.replace_op_with(op.id(), |b| {
                llvm::ShuffleVectorOp::build(b, location, first, second, mask, ty)
            });
            Ok(())
        },
    );
    patterns.add::<standard::SplatOp>("splat-to-llvm", 1, |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        let ctx = rewriter.context().clone();
        let ty = rewriter.body().ty(op.aggregate(rewriter.body()));
        let count = match ty.kind(&ctx) {
            TypeKind::Vector { shape, .. } if shape.len() == 1 => shape[0],
            _ => return Err("a vector of one dimension is expected".into()),
        };
        let ty = rewriter.convert_type(ty)?;
        let zero = Number::Known(0).value(rewriter, location);
        let empty = poison(rewriter, location, ty);
        let first = llvm::InsertElementOp::build(rewriter, location, empty, operands[0], zero, ty);
        let first = first.res(rewriter.body());
        let mask = ctx.i32_array_attr(&vec![0; count as usize]);
        rewriter.replace_op_with(op.id(), |b| {
            llvm::ShuffleVectorOp::build(b, location, first, first, mask, ty)
        });
        Ok(())
    });
    patterns.add::<standard::ExtractElementOp>(
        "extract-element-to-llvm",
        1,
        |op, operands, rewriter| {
            let location = rewriter.body().location(op.id());
            let ty = rewriter.body().ty(op.aggregate(rewriter.body()));
            let (&[vector, index], TypeKind::Vector { .. }) =
                (operands, ty.kind(&rewriter.context().clone()))
            else {
                return Err("a vector of one dimension is expected".into());
            };
            let result = rewriter.convert_type(rewriter.body().ty(op.result(rewriter.body())))?;
            rewriter.replace_op_with(op.id(), |b| {
                llvm::ExtractElementOp::build(b, location, vector, index, result)
            });
            Ok(())
        },
    );
}

/// The rows of a vector: what lies side by side in memory.
struct Rows {
    /// The type of a row.
    ty: Type,
    /// Where they are in the vector, row-major; of a vector of one dimension there is one row.
    positions: Vec<Vec<i64>>,
    /// They are aligned as their elements are.
    alignment: Attribute,
}

impl Rows {
    fn of(ctx: &Context, memref: Type, vector: Type) -> Result<Self, MatchFailure> {
        let TypeKind::Vector { shape, element, scalable } = vector.kind(ctx) else {
            return Err("it is no vector".into());
        };
        if scalable.contains(&true) {
            return Err("the size of the vector is not known".into());
        }
        let (&last, outer) = shape.split_last().ok_or("a vector without dimensions has no rows")?;
        let strides = strides_and_offset(ctx, memref).ok_or(NO_DESCRIPTOR)?.0;
        if strides.last() != Some(&Some(1)) {
            return Err("the elements do not lie side by side".into());
        }
        let width = if *element == Type::INDEX { Some(64) } else { element.bit_width(ctx) };
        let bytes = width.filter(|width| width % 8 == 0).map(|width| width / 8);
        let bytes = bytes.filter(|bytes| bytes.is_power_of_two());
        let bytes = bytes.ok_or("only elements of 1, 2, 4 or more bytes are supported")?;
        let mut positions = vec![Vec::new()];
        for &size in outer {
            let longer =
                |position: Vec<i64>| (0..size).map(move |at| [&position[..], &[at]].concat());
            positions = positions.into_iter().flat_map(longer).collect();
        }
        Ok(Self {
            ty: ctx.vector_type(&[last], *element),
            positions,
            alignment: ctx.i64_attr(i64::from(bytes)),
        })
    }
}

/// As [`keep_access`], for the access of one row: how the vector is aligned says something of the first row only.
fn keep_row_access(
    rewriter: &mut ConversionPatternRewriter<'_>,
    old: OpId,
    new: OpId,
    position: &[i64],
) {
    let alignment = rewriter.body().op(new).attr_named("alignment");
    keep_access(rewriter, old, new);
    if let Some(alignment) = alignment.filter(|_| position.iter().any(|&index| index != 0)) {
        let name = rewriter.context().ident("alignment");
        rewriter.body_mut().set_attr(new, name, alignment);
    }
}

/// Subscripts by so much farther along the dimensions before the last one.
fn moved(
    rewriter: &mut ConversionPatternRewriter<'_>,
    location: Location,
    indices: &[ValueId],
    by: &[i64],
) -> Vec<ValueId> {
    let mut indices = indices.to_vec();
    let first = indices.len().saturating_sub(by.len() + 1);
    for (index, &by) in indices[first..].iter_mut().zip(by) {
        if by != 0 {
            let by = index_constant(rewriter, location, by);
            *index =
                llvm::AddOp::build(rewriter, location, *index, by, None).result(rewriter.body());
        }
    }
    indices
}
