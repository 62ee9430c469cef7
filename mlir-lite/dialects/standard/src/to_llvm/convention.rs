//! How values are passed to functions and returned: what arguments and results
//! become, and the code on either side of a call.
//!
//! A ranked memref is passed as the fields of its descriptor, or, by
//! [`MemRefConvention::BarePointer`], as the pointer to its elements: then its
//! type must say all the rest. Several results are packed in a struct.

use crate::to_llvm::descriptor::{aggregate, extract, index_constant};
use crate::to_llvm::library::require_function;
use crate::to_llvm::numbers::Number;
use crate::to_llvm::types::{convert, element_pointer};
use crate::to_llvm::{MemRefDescriptor, Rewriter};
use mlir_lite::attributes::Attribute;
use mlir_lite::context::Context;
use mlir_lite::dialects::llvm;
use mlir_lite::ir::{Body, OpBuilder, ValueId};
use mlir_lite::rewrite::MatchFailure;
use mlir_lite::text::print_type;
use mlir_lite::types::{Type, TypeKind, strides_and_offset};
use smallvec::SmallVec;

/// The form in which a ranked memref is passed. An unranked one is its rank and a pointer.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum MemRefConvention {
    /// Its descriptor: as an argument field by field, as a result in one.
    #[default]
    Descriptor,
    /// The pointer to its elements. Memrefs whose type does not say their sizes,
    /// strides and offset cannot be passed. It is the aligned pointer: who frees
    /// it must know that it was allocated without an alignment of its own.
    BarePointer,
    /// The pointer to its elements if its type says their sizes, strides and offset; else its
    /// descriptor.
    BareWhereStatic,
}

pub(crate) fn unsupported(ctx: &Context, ty: Type) -> MatchFailure {
    MatchFailure::new(format!(
        "type '{}' has no counterpart in the llvm dialect",
        print_type(ctx, ty)
    ))
}

/// The sizes, strides and offset of a memref whose type says them all.
fn known_layout(ctx: &Context, memref: Type) -> Result<(Vec<i64>, Vec<i64>, i64), MatchFailure> {
    let known = || {
        let sizes = memref.static_shape(ctx)?.to_vec();
        let (strides, offset) = strides_and_offset(ctx, memref)?;
        Some((sizes, strides.into_iter().collect::<Option<Vec<i64>>>()?, offset?))
    };
    known().ok_or_else(|| {
        let memref = print_type(ctx, memref);
        MatchFailure::new(format!(
            "'{memref}' cannot be passed as a bare pointer: its sizes, strides and offset are not \
                all known"
        ))
    })
}

/// Whether [`known_layout`] finds it. Most memrefs are row-major: then their strides are products
/// of their sizes.
fn has_known_layout(ctx: &Context, memref: Type) -> bool {
    match memref.kind(ctx) {
        TypeKind::MemRef { layout: None, .. } => memref.static_shape(ctx).is_some_and(|shape| {
            shape.iter().try_fold(1, |count: i64, &size| count.checked_mul(size)).is_some()
        }),
        _ => known_layout(ctx, memref).is_ok(),
    }
}

impl MemRefConvention {
    fn is_bare(self, ctx: &Context, ty: Type) -> bool {
        let is_memref = matches!(ty.kind(ctx), TypeKind::MemRef { .. });
        match self {
            Self::Descriptor => false,
            Self::BarePointer => is_memref,
            Self::BareWhereStatic => is_memref && has_known_layout(ctx, ty),
        }
    }

    /// As [`MemRefConvention::is_bare`]; an error if a memref must be bare and cannot be.
    fn becomes_bare(self, ctx: &Context, ty: Type) -> Result<bool, MatchFailure> {
        let is_bare = self.is_bare(ctx, ty);
        if is_bare && self == Self::BarePointer {
            known_layout(ctx, ty)?;
        }
        Ok(is_bare)
    }

    /// The types that an argument is passed as.
    pub(crate) fn argument_types(self, body: &Body, ty: Type) -> Result<Vec<Type>, MatchFailure> {
        let ctx = body.context();
        if self.becomes_bare(ctx, ty)? {
            return Ok(vec![element_pointer(ctx, ty).ok_or_else(|| unsupported(ctx, ty))?]);
        }
        match ty.kind(ctx) {
            TypeKind::MemRef { .. } => {
                MemRefDescriptor::field_types(body, ty).ok_or_else(|| unsupported(ctx, ty))
            }
            TypeKind::UnrankedMemRef { .. } => Ok(vec![Type::I64, llvm::pointer_type(ctx)]),
            _ => convert(ctx, ty).map(|ty| vec![ty]).ok_or_else(|| unsupported(ctx, ty)),
        }
    }

    /// The type of the one value that stands for all results; none for no result. `converted` is
    /// what a type becomes.
    pub(crate) fn result_type(
        self,
        ctx: &Context,
        results: &[Type],
        converted: impl Fn(Type) -> Option<Type>,
    ) -> Result<Option<Type>, MatchFailure> {
        let becomes = |ty| -> Result<Type, MatchFailure> {
            let is_bare = self.becomes_bare(ctx, ty)?;
            let new = if is_bare { element_pointer(ctx, ty) } else { converted(ty) };
            new.ok_or_else(|| unsupported(ctx, ty))
        };
        let converted: SmallVec<[Type; 4]> =
            results.iter().map(|&ty| becomes(ty)).collect::<Result<_, _>>()?;
        Ok(match converted[..] {
            [] => None,
            [ty] => Some(ty),
            _ => Some(llvm::struct_type(ctx, &converted)),
        })
    }

    /// Whether an argument of the type is not simply the value that it was
    /// passed as.
    pub(crate) fn is_collected(self, ctx: &Context, ty: Type) -> bool {
        matches!(ty.kind(ctx), TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. })
    }

    /// The value of a memref argument, from the values that are passed for it.
    pub(crate) fn collect(
        self,
        builder: &mut dyn OpBuilder,
        ty: Type,
        fields: &[ValueId],
    ) -> Result<ValueId, MatchFailure> {
        let ctx = builder.context().clone();
        if self.is_bare(&ctx, ty) {
            let &[pointer] = fields else { return Err("one pointer is expected".into()) };
            return of_pointer(builder, ty, pointer);
        }
        if let TypeKind::UnrankedMemRef { .. } = ty.kind(&ctx) {
            let converted = convert(&ctx, ty).ok_or_else(|| unsupported(&ctx, ty))?;
            return Ok(aggregate(builder, converted, fields));
        }
        MemRefDescriptor::of_fields(builder, ty, fields).map(MemRefDescriptor::value)
    }

    /// The values to pass for values of the types `types`.
    pub(crate) fn expand(
        self,
        builder: &mut dyn OpBuilder,
        types: &[Type],
        values: &[ValueId],
    ) -> Result<Vec<ValueId>, MatchFailure> {
        let ctx = builder.context().clone();
        let mut arguments = Vec::new();
        for (&ty, &value) in types.iter().zip(values) {
            let descriptor = MemRefDescriptor::new(value, ty);
            match ty.kind(&ctx) {
                TypeKind::MemRef { .. } if self.becomes_bare(&ctx, ty)? => {
                    arguments.push(descriptor.aligned(builder)?);
                }
                TypeKind::MemRef { .. } => arguments.extend(descriptor.fields(builder)?),
                TypeKind::UnrankedMemRef { .. } => {
                    for position in [0, 1] {
                        arguments.push(extract(builder, value, &[position])?);
                    }
                }
                _ => arguments.push(value),
            }
        }
        Ok(arguments)
    }

    /// The one value that is returned for values of the types `types`. The
    /// descriptor that an unranked memref points to is copied to memory that
    /// outlives the function: the caller frees it.
    pub(crate) fn pack(
        self,
        b: &mut Rewriter<'_>,
        types: &[Type],
        values: &[ValueId],
    ) -> Result<Option<ValueId>, MatchFailure> {
        let ctx = b.context().clone();
        let mut returned = Vec::new();
        for (&ty, &value) in types.iter().zip(values) {
            returned.push(if self.becomes_bare(&ctx, ty)? {
                MemRefDescriptor::new(value, ty).aligned(b)?
            } else if let TypeKind::UnrankedMemRef { .. } = ty.kind(&ctx) {
                copy_to_heap(b, value)?
            } else {
                value
            });
        }
        Ok(packed(b, &returned))
    }

    /// Converts the results of a function of this convention to results that are all descriptors.
    pub(crate) fn with_descriptors(
        self,
        builder: &mut dyn OpBuilder,
        types: &[Type],
        returned: Option<ValueId>,
    ) -> Result<Option<ValueId>, MatchFailure> {
        self.exchange(builder, types, returned, |builder, ty, value| of_pointer(builder, ty, value))
    }

    /// Converts results that are all descriptors to the results of a function of this convention.
    pub(crate) fn without_descriptors(
        self,
        builder: &mut dyn OpBuilder,
        types: &[Type],
        returned: Option<ValueId>,
    ) -> Result<Option<ValueId>, MatchFailure> {
        let pointer = |builder: &mut dyn OpBuilder, ty, value| {
            MemRefDescriptor::new(value, ty).aligned(builder)
        };
        self.exchange(builder, types, returned, pointer)
    }

    /// Changes those of the returned values that are bare pointers by this convention.
    fn exchange(
        self,
        builder: &mut dyn OpBuilder,
        types: &[Type],
        returned: Option<ValueId>,
        change: impl Fn(&mut dyn OpBuilder, Type, ValueId) -> Result<ValueId, MatchFailure>,
    ) -> Result<Option<ValueId>, MatchFailure> {
        let ctx = builder.context().clone();
        let Some(returned) = returned.filter(|_| types.iter().any(|&ty| self.is_bare(&ctx, ty)))
        else {
            return Ok(returned);
        };
        let mut values = Vec::new();
        for (index, &ty) in types.iter().enumerate() {
            let value = match types.len() {
                1 => returned,
                _ => extract(builder, returned, &[index as i64])?,
            };
            values.push(if self.is_bare(&ctx, ty) { change(builder, ty, value)? } else { value });
        }
        Ok(packed(builder, &values))
    }

    /// The values of the types `types` that were returned in one. The descriptor
    /// that an unranked memref points to is copied to the stack, and freed.
    pub(crate) fn unpack(
        self,
        b: &mut Rewriter<'_>,
        types: &[Type],
        returned: Option<ValueId>,
    ) -> Result<Vec<ValueId>, MatchFailure> {
        let ctx = b.context().clone();
        let values = types.iter().zip(0..).map(|(&ty, index)| {
            let returned = returned.ok_or("the call has no result")?;
            let value = match types {
                [_] => returned,
                _ => extract(b, returned, &[index])?,
            };
            match ty.kind(&ctx) {
                _ if self.is_bare(&ctx, ty) => of_pointer(b, ty, value),
                TypeKind::UnrankedMemRef { .. } => move_to_stack(b, value),
                _ => Ok(value),
            }
        });
        values.collect()
    }
}

/// Nothing, one value, or a struct of several.
fn packed(builder: &mut dyn OpBuilder, values: &[ValueId]) -> Option<ValueId> {
    if values.len() < 2 {
        return values.first().copied();
    }
    let types: Vec<Type> = values.iter().map(|&value| builder.body().ty(value)).collect();
    let ty = llvm::struct_type(builder.context(), &types);
    Some(aggregate(builder, ty, values))
}

/// The rank of an unranked memref, the pointer to its ranked descriptor, and how
/// many bytes that is: two pointers, the offset, a size and a stride for each
/// dimension, all of them as wide as an index.
fn parts(b: &mut Rewriter<'_>, unranked: ValueId) -> Result<[ValueId; 3], MatchFailure> {
    let (rank, pointer) = (extract(b, unranked, &[0])?, extract(b, unranked, &[1])?);
    let bytes = Number::Value(rank).times(Number::Known(16), b).plus(Number::Known(24), b);
    Ok([rank, pointer, bytes.value(b)])
}

/// The unranked memref with a copy of its ranked descriptor at another place.
fn at_place(
    b: &mut Rewriter<'_>,
    [rank, pointer, bytes]: [ValueId; 3],
    place: ValueId,
    ty: Type,
) -> ValueId {
    llvm::MemcpyOp::create(b, place, pointer, bytes, Attribute::FALSE);
    aggregate(b, ty, &[rank, place])
}

fn copy_to_heap(b: &mut Rewriter<'_>, unranked: ValueId) -> Result<ValueId, MatchFailure> {
    let (ty, parts) = (b.body().ty(unranked), parts(b, unranked)?);
    let place = allocated(b, "malloc", &[parts[2]])?;
    Ok(at_place(b, parts, place, ty))
}

fn move_to_stack(b: &mut Rewriter<'_>, unranked: ValueId) -> Result<ValueId, MatchFailure> {
    let (ty, parts) = (b.body().ty(unranked), parts(b, unranked)?);
    let (byte, pointer) = (b.context().type_attr(Type::I8), llvm::pointer_type(b.context()));
    let place = llvm::AllocaOp::of(b, parts[2], None, byte, pointer);
    let moved = at_place(b, parts, place, ty);
    free(b, parts[1]);
    Ok(moved)
}

/// Memory that an allocator of C's library gives.
pub(crate) fn allocated(
    b: &mut Rewriter<'_>,
    name: &str,
    numbers: &[ValueId],
) -> Result<ValueId, MatchFailure> {
    let pointer = Some(llvm::pointer_type(b.context()));
    let name = require_function(b, name, &vec![Type::I64; numbers.len()], pointer);
    let memory = llvm::CallOp::of_symbol(b, name, numbers, pointer);
    Ok(memory.ok_or("the allocator gives no memory")?)
}

/// Gives memory back to C's library.
pub(crate) fn free(b: &mut Rewriter<'_>, memory: ValueId) {
    let pointer = llvm::pointer_type(b.context());
    let free = require_function(b, "free", &[pointer], None);
    llvm::CallOp::of_symbol(b, free, &[memory], None);
}

/// The descriptor of a memref whose type says all but where its elements are.
fn of_pointer(
    builder: &mut dyn OpBuilder,
    memref: Type,
    pointer: ValueId,
) -> Result<ValueId, MatchFailure> {
    let (sizes, strides, offset) = known_layout(builder.context(), memref)?;
    let offset = index_constant(builder, offset);
    let [sizes, strides] = [sizes, strides]
        .map(|all| all.into_iter().map(|it| index_constant(builder, it)).collect::<Vec<_>>());
    MemRefDescriptor::build(builder, memref, (pointer, pointer), offset, &sizes, &strides)
        .map(MemRefDescriptor::value)
}
