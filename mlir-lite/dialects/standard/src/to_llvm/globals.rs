//! Global memrefs.

use super::descriptor::{MemRefDescriptor, index_constant};
use super::types::{address_space, convert, element_pointer};
use crate as standard;
use mlir_lite::attributes::{Attribute, DenseElements};
use mlir_lite::context::Context;
use mlir_lite::conversion::ConversionPatternSet;
use mlir_lite::dialects::llvm::{self, GepIndex, GlobalOp, Linkage};
use mlir_lite::ir::enums::EnumAttribute;
use mlir_lite::ir::{Ident, OpBuilder, OpDefinition};
use mlir_lite::types::Type;
use mlir_lite::types::strides_and_offset;

/// Stands for the allocated pointer of memory that must not be freed.
const NOT_ALLOCATED: i64 = 0xdead_beef;

pub(super) fn populate(patterns: &mut ConversionPatternSet) {
    patterns.add::<standard::GlobalMemrefOp>("global-memref-to-llvm", 1, |op, _, rewriter| {
        let ctx = rewriter.context().clone();
        let body = rewriter.body();
        let memref = body
            .attr(op.id(), Ident::TYPE)
            .and_then(|ty| ty.as_type(&ctx))
            .ok_or("it has no type")?;
        let ty =
            storage_type(&ctx, memref).ok_or("its type has no counterpart in the llvm dialect")?;
        let space = address_space(&ctx, memref).ok_or("its memory space is not a number")?;
        let value = match op.initial_value(body) {
            Some(value) => {
                Some(initial_value(&ctx, memref, value).ok_or("its elements cannot be converted")?)
            }
            None => None,
        };
        let is_private =
            body.op(op.id()).symbol_visibility() == mlir_lite::ir::symbols::Visibility::Private;
        let linkage = if is_private { Linkage::Private } else { Linkage::External };
        let root = op.id();
        rewriter.update_in_place(root, |body| {
            body.remove_attr(root, Ident::SYM_VISIBILITY);
            body.remove_attr(root, Ident::TYPE);
            body.remove_attr(root, ctx.ident("initial_value"));
            body.rename_op(root, GlobalOp::name(&ctx));
            body.set_attr(root, ctx.ident("global_type"), ctx.type_attr(ty));
            body.set_attr(root, ctx.ident("linkage"), linkage.attribute(&ctx));
            body.set_attr(
                root,
                ctx.ident("addr_space"),
                ctx.integer_attr(Type::I32, i64::from(space)),
            );
            if let Some(value) = value {
                body.set_attr(root, ctx.ident("value"), value);
            }
        });
        Ok(())
    });
    patterns.add::<standard::GetGlobalMemrefOp>(
        "get-global-memref-to-llvm",
        1,
        |op, _, rewriter| {
            let ctx = rewriter.context().clone();
            let location = rewriter.body().location(op.id());
            let memref = rewriter.body().ty(op.result(rewriter.body()));
            let storage = storage_type(&ctx, memref)
                .ok_or("its type has no counterpart in the llvm dialect")?;
            let shape = memref.static_shape(&ctx).ok_or("its sizes are not known")?;
            let name = op.name(rewriter.body());
            let pointer =
                element_pointer(&ctx, memref).ok_or("its memory space is not a number")?;
            let base =
                llvm::AddressOfOp::build(rewriter, location, name, pointer).res(rewriter.body());
            let indices = vec![GepIndex::Constant(0); shape.len() + 1];
            let first = llvm::GepOp::build_indices(rewriter, location, base, storage, &indices)
                .res(rewriter.body());
            let marker = index_constant(rewriter, location, NOT_ALLOCATED);
            let allocated =
                llvm::IntToPtrOp::build(rewriter, location, marker, pointer).res(rewriter.body());
            let (strides, _) =
                strides_and_offset(&ctx, memref).ok_or("its layout is not strided")?;
            let offset = index_constant(rewriter, location, 0);
            let mut constants = |values: Vec<i64>| -> Vec<_> {
                values.into_iter().map(|value| index_constant(rewriter, location, value)).collect()
            };
            let sizes = constants(shape.to_vec());
            let strides = constants(strides.into_iter().flatten().collect());
            let descriptor = MemRefDescriptor::build(
                rewriter,
                location,
                memref,
                (allocated, first),
                offset,
                &sizes,
                &strides,
            );
            rewriter.replace_op(op.id(), &[descriptor.ok_or("it has no descriptor")?.value()]);
            Ok(())
        },
    );
}

/// Nested arrays of the elements.
fn storage_type(ctx: &Context, memref: Type) -> Option<Type> {
    let shape = memref.static_shape(ctx)?;
    let (_, offset) = strides_and_offset(ctx, memref)?;
    if offset != Some(0) {
        return None;
    }
    let element = convert(ctx, memref.element_type(ctx)?)?;
    Some(
        shape
            .iter()
            .rev()
            .fold(element, |ty, &length| llvm::array_type(ctx, length.unsigned_abs(), ty)),
    )
}

/// The elements as they are, but for a single one, which is a number. What may
/// start with any value starts with zeros.
fn initial_value(ctx: &Context, memref: Type, value: Attribute) -> Option<Attribute> {
    let element = memref.element_type(ctx)?;
    let shape = memref.static_shape(ctx)?;
    let elements = if value == Attribute::UNIT {
        let size = DenseElements::element_size(ctx, element)?;
        if !element.may_be_in_tensors(ctx) {
            return None;
        }
        DenseElements::new(ctx.tensor_type(shape, element), vec![0; size].into(), true)
    } else {
        value.dense(ctx)?
    };
    if !shape.is_empty() {
        return ctx.try_dense_attr(elements);
    }
    let bytes = elements.element(ctx, 0)?;
    if element.is_float(ctx) {
        let mut bits = [0; 16];
        bits.get_mut(..bytes.len())?.copy_from_slice(bytes);
        return Some(ctx.float_bits_attr(element, u128::from_le_bytes(bits)));
    }
    let width = element.bit_width(ctx).unwrap_or(64);
    ctx.try_apint_attr(element, mlir_lite::attributes::ApInt::from_le_bytes(width, bytes))
}
