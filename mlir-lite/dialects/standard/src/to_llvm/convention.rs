//! How values are passed to functions and returned: what arguments and results
//! become, and the code on either side of a call.
//!
//! A ranked memref is passed as the fields of its descriptor, or, by
//! [`MemRefConvention::BarePointer`], as the pointer to its elements: then its
//! type must say all the rest. Several results are packed in a struct.

use crate::to_llvm::MemRefDescriptor;
use crate::to_llvm::descriptor::{extract, index_constant, insert, poison};
use crate::to_llvm::library::require_function;
use crate::to_llvm::numbers::Number;
use crate::to_llvm::types::{convert, element_pointer};
use mlir_lite::attributes::Attribute;
use mlir_lite::context::Context;
use mlir_lite::conversion::ConversionPatternRewriter;
use mlir_lite::dialects::llvm;
use mlir_lite::ir::{Body, Location, OpBuilder, ValueId};
use mlir_lite::rewrite::MatchFailure;
use mlir_lite::text::print_type;
use mlir_lite::types::{Type, TypeKind, strides_and_offset};

/// What a ranked memref is passed as. An unranked one is its rank and a pointer.
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

    /// The type of the one value that stands for all results; none for no result.
    pub(crate) fn result_type(
        self,
        ctx: &Context,
        results: &[Type],
    ) -> Result<Option<Type>, MatchFailure> {
        let mut converted = Vec::new();
        for &ty in results {
            converted.push(if self.becomes_bare(ctx, ty)? {
                element_pointer(ctx, ty).ok_or_else(|| unsupported(ctx, ty))?
            } else {
                convert(ctx, ty).ok_or_else(|| unsupported(ctx, ty))?
            });
        }
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

    /// The value of a memref argument, of what is passed for it.
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
            let empty = poison(builder, converted);
            let ranked = insert(builder, empty, fields[0], &[0]);
            return Ok(insert(builder, ranked, fields[1], &[1]));
        }
        MemRefDescriptor::of_fields(builder, ty, fields)
            .map(MemRefDescriptor::value)
            .ok_or_else(|| unsupported(&ctx, ty))
    }

    /// What is passed for values of the types `types`.
    pub(crate) fn expand(
        self,
        builder: &mut dyn OpBuilder,
        types: &[Type],
        values: &[ValueId],
    ) -> Result<Vec<ValueId>, MatchFailure> {
        let ctx = builder.context().clone();
        let mut arguments = Vec::new();
        for (&ty, &value) in types.iter().zip(values) {
            match ty.kind(&ctx) {
                TypeKind::MemRef { .. } => {
                    let descriptor = MemRefDescriptor::new(value, ty);
                    if self.becomes_bare(&ctx, ty)? {
                        arguments.extend(descriptor.aligned(builder));
                        continue;
                    }
                    let fields = descriptor.fields(builder);
                    arguments.extend(fields.ok_or_else(|| unsupported(&ctx, ty))?);
                }
                TypeKind::UnrankedMemRef { .. } => {
                    for position in [0, 1] {
                        arguments.extend(extract(builder, value, &[position]));
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
        builder: &mut ConversionPatternRewriter<'_>,
        location: Location,
        types: &[Type],
        values: &[ValueId],
    ) -> Result<Option<ValueId>, MatchFailure> {
        let ctx = builder.context().clone();
        let mut returned = Vec::new();
        for (&ty, &value) in types.iter().zip(values) {
            if self.becomes_bare(&ctx, ty)? {
                returned.extend(MemRefDescriptor::new(value, ty).aligned(builder));
            } else if let TypeKind::UnrankedMemRef { .. } = ty.kind(&ctx) {
                returned.push(copy_to_heap(builder, location, value)?);
            } else {
                returned.push(value);
            }
        }
        if returned.len() < 2 {
            return Ok(returned.first().copied());
        }
        let types: Vec<Type> = returned.iter().map(|&value| builder.body().ty(value)).collect();
        let ty = llvm::struct_type(&ctx, &types);
        let mut packed = poison(builder, ty);
        for (index, value) in returned.into_iter().enumerate() {
            packed = insert(builder, packed, value, &[index as i64]);
        }
        Ok(Some(packed))
    }

    /// What a function returns whose results are all descriptors, of what one of this convention
    /// returns for them.
    pub(crate) fn with_descriptors(
        self,
        builder: &mut dyn OpBuilder,
        types: &[Type],
        returned: Option<ValueId>,
    ) -> Result<Option<ValueId>, MatchFailure> {
        self.exchange(builder, types, returned, |builder, ty, value| of_pointer(builder, ty, value))
    }

    /// What a function of this convention returns, of what one returns whose results are all
    /// descriptors.
    pub(crate) fn without_descriptors(
        self,
        builder: &mut dyn OpBuilder,
        types: &[Type],
        returned: Option<ValueId>,
    ) -> Result<Option<ValueId>, MatchFailure> {
        let pointer = |builder: &mut dyn OpBuilder, ty, value| {
            let pointer = MemRefDescriptor::new(value, ty).aligned(builder);
            pointer.ok_or_else(|| MatchFailure::new("a memref has no descriptor"))
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
                _ => extract(builder, returned, &[index as i64]).ok_or("the call has no result")?,
            };
            values.push(if self.is_bare(&ctx, ty) { change(builder, ty, value)? } else { value });
        }
        if let &[value] = &values[..] {
            return Ok(Some(value));
        }
        let types: Vec<Type> = values.iter().map(|&value| builder.body().ty(value)).collect();
        let mut packed = poison(builder, llvm::struct_type(&ctx, &types));
        for (index, value) in values.into_iter().enumerate() {
            packed = insert(builder, packed, value, &[index as i64]);
        }
        Ok(Some(packed))
    }

    /// The values of the types `types` that were returned in one. The descriptor
    /// that an unranked memref points to is copied to the stack, and freed.
    pub(crate) fn unpack(
        self,
        builder: &mut ConversionPatternRewriter<'_>,
        location: Location,
        types: &[Type],
        returned: Option<ValueId>,
    ) -> Result<Vec<ValueId>, MatchFailure> {
        let ctx = builder.context().clone();
        let mut values: Vec<ValueId> = match (types.len(), returned) {
            (1, Some(value)) => vec![value],
            (count, Some(value)) => {
                (0..count as i64).filter_map(|index| extract(builder, value, &[index])).collect()
            }
            _ => Vec::new(),
        };
        if values.len() != types.len() {
            return Err("the call has no result".into());
        }
        for (value, &ty) in values.iter_mut().zip(types) {
            if self.is_bare(&ctx, ty) {
                *value = of_pointer(builder, ty, *value)?;
            } else if let TypeKind::UnrankedMemRef { .. } = ty.kind(&ctx) {
                *value = move_to_stack(builder, location, *value)?;
            }
        }
        Ok(values)
    }
}

const NO_PAIR: &str = "an unranked memref is a rank and a pointer";

/// The rank of an unranked memref, the pointer to its ranked descriptor, and how
/// many bytes that is: two pointers, the offset, a size and a stride for each
/// dimension, all of them as wide as an index.
fn parts(
    builder: &mut ConversionPatternRewriter<'_>,
    location: Location,
    unranked: ValueId,
) -> Result<[ValueId; 3], MatchFailure> {
    let rank = extract(builder, unranked, &[0]).ok_or(NO_PAIR)?;
    let pointer = extract(builder, unranked, &[1]).ok_or(NO_PAIR)?;
    let bytes = Number::Value(rank).times(Number::Known(16), builder, location);
    let bytes = bytes.plus(Number::Known(24), builder, location).value(builder);
    Ok([rank, pointer, bytes])
}

/// The unranked memref with its ranked descriptor at another place, where it is
/// copied to.
fn at_place(
    builder: &mut ConversionPatternRewriter<'_>,
    location: Location,
    [rank, pointer, bytes]: [ValueId; 3],
    place: ValueId,
    ty: Type,
) -> ValueId {
    llvm::MemcpyOp::build(builder, location, place, pointer, bytes, Attribute::FALSE);
    let empty = poison(builder, ty);
    let ranked = insert(builder, empty, rank, &[0]);
    insert(builder, ranked, place, &[1])
}

fn copy_to_heap(
    builder: &mut ConversionPatternRewriter<'_>,
    location: Location,
    unranked: ValueId,
) -> Result<ValueId, MatchFailure> {
    let ctx = builder.context().clone();
    let ty = builder.body().ty(unranked);
    let parts = parts(builder, location, unranked)?;
    let pointer = llvm::pointer_type(&ctx);
    let malloc = ctx.ident("malloc");
    require_function(builder, malloc, llvm::function_type(&ctx, pointer, &[Type::I64], false));
    let call = llvm::CallOp::build_symbol(builder, location, malloc, &[parts[2]], Some(pointer));
    let place = call.result(builder.body()).ok_or("'malloc' has a result")?;
    Ok(at_place(builder, location, parts, place, ty))
}

fn move_to_stack(
    builder: &mut ConversionPatternRewriter<'_>,
    location: Location,
    unranked: ValueId,
) -> Result<ValueId, MatchFailure> {
    let ctx = builder.context().clone();
    let ty = builder.body().ty(unranked);
    let parts = parts(builder, location, unranked)?;
    let pointer = llvm::pointer_type(&ctx);
    let byte = ctx.type_attr(Type::I8);
    let place = llvm::AllocaOp::of(builder, parts[2], None, byte, pointer);
    let moved = at_place(builder, location, parts, place, ty);
    let free = ctx.ident("free");
    require_function(
        builder,
        free,
        llvm::function_type(&ctx, llvm::void_type(&ctx), &[pointer], false),
    );
    llvm::CallOp::build_symbol(builder, location, free, &[parts[1]], None);
    Ok(moved)
}

/// The descriptor of a memref whose type says all but where its elements are.
fn of_pointer(
    builder: &mut dyn OpBuilder,
    memref: Type,
    pointer: ValueId,
) -> Result<ValueId, MatchFailure> {
    let ctx = builder.context().clone();
    let (sizes, strides, offset) = known_layout(&ctx, memref)?;
    let offset = index_constant(builder, offset);
    let sizes: Vec<_> = sizes.into_iter().map(|size| index_constant(builder, size)).collect();
    let strides: Vec<_> = strides.into_iter().map(|by| index_constant(builder, by)).collect();
    MemRefDescriptor::build(builder, memref, (pointer, pointer), offset, &sizes, &strides)
        .map(MemRefDescriptor::value)
        .ok_or_else(|| unsupported(&ctx, memref))
}
