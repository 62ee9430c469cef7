//! Allocation, access and casts of memrefs.

use super::StdToLlvmOptions;
use super::arithmetic::require_function;
use super::descriptor::{MemRefDescriptor, extract, index_constant, insert, poison};
use super::flags::keep_access;
use super::types::{convert, element_pointer};
use crate as standard;
use mlir_lite::conversion::{ConversionPatternRewriter, ConversionPatternSet};
use mlir_lite::dialects::llvm::{self, GepFlags, GepIndex, OverflowFlags};
use mlir_lite::ir::{Location, OpBuilder, OpDefinition, OpId, ValueId};
use mlir_lite::rewrite::{MatchFailure, MatchResult};
use mlir_lite::types::{DYNAMIC, Type, TypeKind};

type Rewriter<'r> = ConversionPatternRewriter<'r>;

pub(super) fn populate(options: &StdToLlvmOptions, patterns: &mut ConversionPatternSet) {
    let aligned_alloc = options.aligned_alloc;
    patterns.add::<standard::AllocOp>("alloc-to-llvm", 1, move |op, operands, rewriter| {
        let alignment = op.alignment(rewriter.body()).and_then(|a| a.as_i64(rewriter.context()));
        let place = match alignment.filter(|&alignment| alignment > 1) {
            None => Place::Heap,
            Some(alignment) if aligned_alloc => Place::AlignedHeap { alignment },
            Some(alignment) => Place::BumpedHeap { alignment },
        };
        allocate(op.id(), operands, place, rewriter)
    });
    patterns.add::<standard::AllocaOp>("alloca-to-llvm", 1, |op, operands, rewriter| {
        let alignment = op.alignment(rewriter.body()).and_then(|a| a.as_i64(rewriter.context()));
        allocate(op.id(), operands, Place::Stack { alignment }, rewriter)
    });
    patterns.add::<standard::DeallocOp>("dealloc-to-llvm", 1, deallocate);
    patterns.add::<standard::LoadOp>("load-to-llvm", 1, |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        let memref = rewriter.body().ty(op.memref(rewriter.body()));
        let ty = rewriter.convert_type(rewriter.body().ty(op.result(rewriter.body())))?;
        let address = element_address(rewriter, location, memref, operands[0], &operands[1..])?;
        rewriter.replace_op_with(op.id(), |b| {
            let load = llvm::LoadOp::plain(b, location, address, ty);
            keep_access(b, op.id(), load.id());
            load
        });
        Ok(())
    });
    patterns.add::<standard::StoreOp>("store-to-llvm", 1, |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        let memref = rewriter.body().ty(op.memref(rewriter.body()));
        let address = element_address(rewriter, location, memref, operands[1], &operands[2..])?;
        let store = llvm::StoreOp::plain(rewriter, location, operands[0], address);
        keep_access(rewriter, op.id(), store.id());
        rewriter.erase_op(op.id());
        Ok(())
    });
    patterns.add::<standard::PrefetchOp>("prefetch-to-llvm", 1, prefetch);
    patterns.add::<standard::DimOp>("dim-to-llvm", 1, dimension);
    patterns.add::<standard::MemrefCastOp>("memref-cast-to-llvm", 1, cast);
}

/// Where memory is taken from, at a multiple of how many bytes.
enum Place {
    Heap,
    /// From `aligned_alloc`.
    AlignedHeap {
        alignment: i64,
    },
    /// From `malloc`, which gives so much more that an aligned place is in it.
    BumpedHeap {
        alignment: i64,
    },
    Stack {
        alignment: Option<i64>,
    },
}

pub(super) const NO_DESCRIPTOR: &str =
    "the memref has no descriptor: its layout is not strided, or its memory space is not a number";

fn allocate(
    op: OpId,
    operands: &[ValueId],
    place: Place,
    rewriter: &mut Rewriter<'_>,
) -> MatchResult {
    let ctx = rewriter.context().clone();
    let location = rewriter.body().location(op);
    let memref = rewriter.body().ty(rewriter.body().result(op, 0));
    let row_major_only = "only memory of row-major layout can be allocated";
    let TypeKind::MemRef { shape, element, .. } = memref.kind(&ctx) else {
        return Err(row_major_only.into());
    };
    if !memref.has_identity_layout(&ctx) {
        return Err(row_major_only.into());
    }
    let element = rewriter.convert_type(*element)?;
    let pointer = element_pointer(&ctx, memref).ok_or(NO_DESCRIPTOR)?;
    let mut dynamic = operands.iter();
    let mut sizes = Vec::new();
    for &size in shape {
        sizes.push(match size {
            DYNAMIC => *dynamic.next().ok_or("a size is missing")?,
            size => index_constant(rewriter, location, size),
        });
    }
    let (strides, count) = row_major(rewriter, location, shape, &sizes);
    let (allocated, aligned) = match place {
        Place::Stack { alignment } => {
            let alignment = alignment.map(|alignment| ctx.i64_attr(alignment));
            let ty = ctx.type_attr(element);
            let slot = llvm::AllocaOp::of(rewriter, location, count, alignment, ty, pointer);
            let slot = slot.res(rewriter.body());
            (slot, slot)
        }
        Place::Heap => {
            let bytes = bytes(rewriter, location, element, count);
            let allocated = call_allocator(rewriter, location, "malloc", &[bytes]);
            let allocated = in_space(rewriter, location, allocated, pointer);
            (allocated, allocated)
        }
        Place::AlignedHeap { alignment } => {
            let allocated = aligned(rewriter, location, element, count, alignment);
            let allocated = in_space(rewriter, location, allocated, pointer);
            (allocated, allocated)
        }
        Place::BumpedHeap { alignment } => {
            bumped(rewriter, location, element, count, alignment, pointer)
        }
    };
    let offset = index_constant(rewriter, location, 0);
    let descriptor = MemRefDescriptor::build(
        rewriter,
        location,
        memref,
        (allocated, aligned),
        offset,
        &sizes,
        &strides,
    );
    rewriter.replace_op(op, &[descriptor.ok_or(NO_DESCRIPTOR)?.value()]);
    Ok(())
}

/// Strides and number of elements; constants as far as sizes are known.
fn row_major(
    rewriter: &mut Rewriter<'_>,
    location: Location,
    shape: &[i64],
    sizes: &[ValueId],
) -> (Vec<ValueId>, ValueId) {
    let mut strides = Vec::new();
    let mut known = Some(1i64);
    let mut stride = index_constant(rewriter, location, 1);
    for (&size, &value) in shape.iter().zip(sizes).rev() {
        strides.push(stride);
        let next = known.filter(|_| size != DYNAMIC).and_then(|known| known.checked_mul(size));
        stride = match (next, known) {
            (Some(next), _) => index_constant(rewriter, location, next),
            (None, Some(1)) => value,
            (None, _) => {
                llvm::MulOp::build(rewriter, location, stride, value, None).result(rewriter.body())
            }
        };
        known = next;
    }
    strides.reverse();
    (strides, stride)
}

/// The bytes of so many elements. The size of one is the target's matter: the address of the element after the last, counted
/// from null.
fn bytes(
    rewriter: &mut Rewriter<'_>,
    location: Location,
    element: Type,
    count: ValueId,
) -> ValueId {
    let pointer = llvm::pointer_type(rewriter.context());
    let null = llvm::ZeroOp::build(rewriter, location, pointer).res(rewriter.body());
    let end =
        llvm::GepOp::build_indices(rewriter, location, null, element, &[GepIndex::Value(count)]);
    let end = end.res(rewriter.body());
    llvm::PtrToIntOp::build(rewriter, location, end, Type::I64).res(rewriter.body())
}

/// What a function of C gives for these numbers.
fn call_allocator(
    rewriter: &mut Rewriter<'_>,
    location: Location,
    name: &str,
    numbers: &[ValueId],
) -> ValueId {
    let ctx = rewriter.context().clone();
    let (pointer, name) = (llvm::pointer_type(&ctx), ctx.ident(name));
    let types = vec![Type::I64; numbers.len()];
    require_function(rewriter, name, llvm::function_type(&ctx, pointer, &types, false));
    let call = llvm::CallOp::build_symbol(rewriter, location, name, numbers, Some(pointer));
    rewriter.body().result(call.id(), 0)
}

/// An address as one of the type `pointer`, which may be in another address space.
fn in_space(
    rewriter: &mut Rewriter<'_>,
    location: Location,
    address: ValueId,
    pointer: Type,
) -> ValueId {
    if rewriter.body().ty(address) == pointer {
        return address;
    }
    let cast = rewriter.create_simple::<llvm::AddrSpaceCastOp>(location, &[address], &[pointer]);
    rewriter.body().result(cast.id(), 0)
}

/// The pointer that `aligned_alloc` gives for the bytes, rounded up to a multiple of the alignment.
fn aligned(
    rewriter: &mut Rewriter<'_>,
    location: Location,
    element: Type,
    count: ValueId,
    alignment: i64,
) -> ValueId {
    let bytes = bytes(rewriter, location, element, count);
    let less = index_constant(rewriter, location, alignment - 1);
    let more = llvm::AddOp::build(rewriter, location, bytes, less, None).result(rewriter.body());
    let mask = index_constant(rewriter, location, -alignment);
    let rounded = llvm::AndOp::build(rewriter, location, more, mask).result(rewriter.body());
    let alignment = index_constant(rewriter, location, alignment);
    call_allocator(rewriter, location, "aligned_alloc", &[alignment, rounded])
}

/// The pointer that `malloc` gives, and the aligned one.
fn bumped(
    rewriter: &mut Rewriter<'_>,
    location: Location,
    element: Type,
    count: ValueId,
    alignment: i64,
    pointer: Type,
) -> (ValueId, ValueId) {
    let bytes = bytes(rewriter, location, element, count);
    let alignment = index_constant(rewriter, location, alignment);
    let bytes =
        llvm::AddOp::build(rewriter, location, bytes, alignment, None).result(rewriter.body());
    let allocated = call_allocator(rewriter, location, "malloc", &[bytes]);
    let allocated = in_space(rewriter, location, allocated, pointer);
    let address =
        llvm::PtrToIntOp::build(rewriter, location, allocated, Type::I64).res(rewriter.body());
    let one = index_constant(rewriter, location, 1);
    let less = llvm::SubOp::build(rewriter, location, alignment, one, None).result(rewriter.body());
    let bumped =
        llvm::AddOp::build(rewriter, location, address, less, None).result(rewriter.body());
    let over = llvm::URemOp::build(rewriter, location, bumped, alignment).result(rewriter.body());
    let aligned =
        llvm::SubOp::build(rewriter, location, bumped, over, None).result(rewriter.body());
    let aligned =
        llvm::IntToPtrOp::build(rewriter, location, aligned, pointer).res(rewriter.body());
    (allocated, aligned)
}

fn deallocate(
    op: standard::DeallocOp,
    operands: &[ValueId],
    rewriter: &mut Rewriter<'_>,
) -> MatchResult {
    let ctx = rewriter.context().clone();
    let location = rewriter.body().location(op.id());
    let memref = rewriter.body().ty(op.memref(rewriter.body()));
    let pointer = llvm::pointer_type(&ctx);
    let allocated = if let TypeKind::UnrankedMemRef { .. } = memref.kind(&ctx) {
        // The allocated pointer is the first field of every ranked descriptor.
        let ranked = extract(rewriter, location, operands[0], &[1]).ok_or(NO_DESCRIPTOR)?;
        let pointer = element_pointer(&ctx, memref).ok_or(NO_DESCRIPTOR)?;
        llvm::LoadOp::plain(rewriter, location, ranked, pointer).res(rewriter.body())
    } else {
        MemRefDescriptor::new(operands[0], memref)
            .allocated(rewriter, location)
            .ok_or(NO_DESCRIPTOR)?
    };
    let allocated = in_space(rewriter, location, allocated, pointer);
    let free = ctx.ident("free");
    require_function(
        rewriter,
        free,
        llvm::function_type(&ctx, llvm::void_type(&ctx), &[pointer], false),
    );
    llvm::CallOp::build_symbol(rewriter, location, free, &[allocated], None);
    rewriter.erase_op(op.id());
    Ok(())
}

fn prefetch(
    op: standard::PrefetchOp,
    operands: &[ValueId],
    rewriter: &mut Rewriter<'_>,
) -> MatchResult {
    let ctx = rewriter.context().clone();
    let (location, op_view) = (rewriter.body().location(op.id()), op.on(rewriter.body()));
    let memref = op_view.memref().ty();
    let flag = |holds: bool| ctx.integer_attr(Type::I32, i64::from(holds));
    let (rw, cache) = (flag(op_view.is_write()), flag(op_view.is_data_cache()));
    let hint = op_view.locality_hint_attr();
    let address = element_address(rewriter, location, memref, operands[0], &operands[1..])?;
    llvm::PrefetchOp::build(rewriter, location, address, rw, hint, cache);
    rewriter.erase_op(op.id());
    Ok(())
}

/// The address of an element: products of indices and strides, and the offset,
/// counted from the aligned pointer. Valid indices do not overflow.
pub(super) fn element_address(
    rewriter: &mut Rewriter<'_>,
    location: Location,
    memref: Type,
    descriptor: ValueId,
    indices: &[ValueId],
) -> Result<ValueId, MatchFailure> {
    let ctx = rewriter.context().clone();
    let element =
        memref.element_type(&ctx).and_then(|ty| convert(&ctx, ty)).ok_or(NO_DESCRIPTOR)?;
    let descriptor = MemRefDescriptor::new(descriptor, memref);
    let aligned = descriptor.aligned(rewriter, location).ok_or(NO_DESCRIPTOR)?;
    let flags = Some(OverflowFlags::NSW | OverflowFlags::NUW);
    let mut sum = None;
    for (dim, &index) in indices.iter().enumerate() {
        let stride = descriptor.stride(rewriter, location, dim).ok_or(NO_DESCRIPTOR)?;
        let product = match stride {
            Some(stride) => {
                llvm::MulOp::build(rewriter, location, index, stride, flags).result(rewriter.body())
            }
            None => index,
        };
        sum = Some(match sum {
            Some(sum) => {
                llvm::AddOp::build(rewriter, location, sum, product, flags).result(rewriter.body())
            }
            None => product,
        });
    }
    if let Some(offset) = descriptor.offset(rewriter, location).ok_or(NO_DESCRIPTOR)? {
        sum = Some(match sum {
            Some(sum) => {
                llvm::AddOp::build(rewriter, location, sum, offset, flags).result(rewriter.body())
            }
            None => offset,
        });
    }
    let Some(index) = sum else { return Ok(aligned) };
    let address =
        llvm::GepOp::build_indices(rewriter, location, aligned, element, &[GepIndex::Value(index)]);
    address.set_no_wrap_flags(rewriter.body_mut(), GepFlags::INBOUNDS | GepFlags::NUW);
    Ok(address.res(rewriter.body()))
}

/// The address of the element whose indices are all 0, which need not be there.
pub(super) fn first_element(
    rewriter: &mut Rewriter<'_>,
    location: Location,
    memref: Type,
    descriptor: ValueId,
) -> Result<ValueId, MatchFailure> {
    let ctx = rewriter.context().clone();
    let element =
        memref.element_type(&ctx).and_then(|ty| convert(&ctx, ty)).ok_or(NO_DESCRIPTOR)?;
    let descriptor = MemRefDescriptor::new(descriptor, memref);
    let aligned = descriptor.aligned(rewriter, location).ok_or(NO_DESCRIPTOR)?;
    let Some(offset) = descriptor.offset(rewriter, location).ok_or(NO_DESCRIPTOR)? else {
        return Ok(aligned);
    };
    let address = llvm::GepOp::build_indices(
        rewriter,
        location,
        aligned,
        element,
        &[GepIndex::Value(offset)],
    );
    Ok(address.res(rewriter.body()))
}

fn dimension(
    op: standard::DimOp,
    operands: &[ValueId],
    rewriter: &mut Rewriter<'_>,
) -> MatchResult {
    let ctx = rewriter.context().clone();
    let location = rewriter.body().location(op.id());
    let memref = rewriter.body().ty(op.memref_or_tensor(rewriter.body()));
    if let TypeKind::UnrankedMemRef { .. } = memref.kind(&ctx) {
        // In memory the sizes are after the two pointers and the offset, all of
        // them as wide as an index.
        let ranked = extract(rewriter, location, operands[0], &[1]).ok_or(NO_DESCRIPTOR)?;
        let three = index_constant(rewriter, location, 3);
        let number = llvm::AddOp::build(rewriter, location, operands[1], three, None)
            .result(rewriter.body());
        let indices = [GepIndex::Value(number)];
        let address = llvm::GepOp::build_indices(rewriter, location, ranked, Type::I64, &indices);
        let address = address.res(rewriter.body());
        rewriter.replace_op_with(op.id(), |b| llvm::LoadOp::plain(b, location, address, Type::I64));
        return Ok(());
    }
    let Some(shape) = memref.shape(&ctx).filter(|_| memref.is_memref(&ctx)) else {
        return Err("the size of a memref is expected".into());
    };
    let constant = llvm::ConstantOp::defining(rewriter.body(), operands[1]);
    let constant = constant.and_then(|constant| constant.value(rewriter.body()).as_i64(&ctx));
    let descriptor = MemRefDescriptor::new(operands[0], memref);
    let value = if let Some(dim) = constant {
        let dim = usize::try_from(dim)
            .ok()
            .filter(|&dim| dim < shape.len())
            .ok_or("there is no such dimension")?;
        descriptor.size(rewriter, location, dim).ok_or(NO_DESCRIPTOR)?
    } else {
        // Which one is known at run time only: put all sizes into memory.
        let sizes = extract(rewriter, location, operands[0], &[3])
            .ok_or("a memref of rank 0 has no sizes")?;
        let ty = rewriter.body().ty(sizes);
        let pointer = llvm::pointer_type(&ctx);
        let one = index_constant(rewriter, location, 1);
        let slot = llvm::AllocaOp::of(rewriter, location, one, None, ctx.type_attr(ty), pointer);
        let slot = slot.res(rewriter.body());
        llvm::StoreOp::plain(rewriter, location, sizes, slot);
        let indices = [GepIndex::Constant(0), GepIndex::Value(operands[1])];
        let address =
            llvm::GepOp::build_indices(rewriter, location, slot, ty, &indices).res(rewriter.body());
        llvm::LoadOp::plain(rewriter, location, address, Type::I64).res(rewriter.body())
    };
    rewriter.replace_op(op.id(), &[value]);
    Ok(())
}

fn cast(
    op: standard::MemrefCastOp,
    operands: &[ValueId],
    rewriter: &mut Rewriter<'_>,
) -> MatchResult {
    let ctx = rewriter.context().clone();
    let location = rewriter.body().location(op.id());
    let from = rewriter.body().ty(op.source(rewriter.body()));
    let to = rewriter.body().ty(op.dest(rewriter.body()));
    let target = rewriter.convert_type(to)?;
    let pointer = llvm::pointer_type(&ctx);
    let value = match (from.shape(&ctx), to.shape(&ctx)) {
        // The descriptor holds all that one of the types does not know.
        (Some(_), Some(_)) | (None, None) => operands[0],
        (Some(shape), None) => {
            let ty = ctx.type_attr(rewriter.body().ty(operands[0]));
            let one = index_constant(rewriter, location, 1);
            let slot =
                llvm::AllocaOp::of(rewriter, location, one, None, ty, pointer).res(rewriter.body());
            llvm::StoreOp::plain(rewriter, location, operands[0], slot);
            let rank = index_constant(rewriter, location, shape.len() as i64);
            let empty = poison(rewriter, location, target);
            let ranked = insert(rewriter, location, empty, rank, &[0]);
            insert(rewriter, location, ranked, slot, &[1])
        }
        (None, Some(_)) => {
            let ranked = extract(rewriter, location, operands[0], &[1]).ok_or(NO_DESCRIPTOR)?;
            llvm::LoadOp::plain(rewriter, location, ranked, target).res(rewriter.body())
        }
    };
    rewriter.replace_op(op.id(), &[value]);
    Ok(())
}
