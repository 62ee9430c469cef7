//! Building and reading memref descriptors.

use crate::to_llvm::address::NO_DESCRIPTOR;
use crate::to_llvm::types::descriptor_type;
use mlir_lite::dialects::llvm::{ConstantOp, ExtractValueOp, InsertValueOp, PoisonOp, type_at};
use mlir_lite::ir::{Body, OpBuilder, OpDefinition, ValueId};
use mlir_lite::rewrite::MatchFailure;
use mlir_lite::types::{DYNAMIC, Type, strides_and_offset};

/// Fields of a descriptor.
const ALLOCATED: i64 = 0;
const ALIGNED: i64 = 1;
pub(crate) const OFFSET: i64 = 2;
pub(crate) const SIZES: i64 = 3;
pub(crate) const STRIDES: i64 = 4;

const NO_PART: &str = "the value has no such part";

/// An `i64` constant, written as `index`.
pub fn index_constant(builder: &mut dyn OpBuilder, value: i64) -> ValueId {
    let value = builder.context().index_attr(value);
    ConstantOp::create(builder, value, Type::I64)
}

/// The value at `position` of a struct. A value that was just inserted there is found without an
/// op.
pub fn extract(
    builder: &mut dyn OpBuilder,
    mut container: ValueId,
    position: &[i64],
) -> Result<ValueId, MatchFailure> {
    let body = builder.body();
    while let Some(insert) = InsertValueOp::defining(body, container) {
        let written = insert.position(body).i64_elements(body.context()).unwrap_or_default();
        if written.as_slice() == position {
            return Ok(insert.value(body));
        }
        if written.starts_with(position) || position.starts_with(&written) {
            break;
        }
        container = insert.container(body);
    }
    let ty = type_at(body.context(), body.ty(container), position).map_err(|_| NO_PART)?;
    let position = body.context().i64_array_attr(position);
    Ok(ExtractValueOp::create(builder, position, container, ty))
}

/// `container` with `value` at `position`.
pub fn insert(
    builder: &mut dyn OpBuilder,
    container: ValueId,
    value: ValueId,
    position: &[i64],
) -> ValueId {
    let ty = builder.body().ty(container);
    let position = builder.context().i64_array_attr(position);
    InsertValueOp::create(builder, position, container, value, ty)
}

/// A struct of a type without content.
pub fn poison(builder: &mut dyn OpBuilder, ty: Type) -> ValueId {
    PoisonOp::create(builder, ty)
}

/// A struct of a type with these fields.
pub fn aggregate(builder: &mut dyn OpBuilder, ty: Type, fields: &[ValueId]) -> ValueId {
    let empty = poison(builder, ty);
    let fields = fields.iter().zip(0..);
    fields.fold(empty, |whole, (&field, index)| insert(builder, whole, field, &[index]))
}

/// A descriptor of its fields, whose type is `ty`.
pub(crate) fn struct_of_fields(
    builder: &mut dyn OpBuilder,
    ty: Type,
    (allocated, aligned): (ValueId, ValueId),
    offset: ValueId,
    sizes: &[ValueId],
    strides: &[ValueId],
) -> ValueId {
    let mut value = aggregate(builder, ty, &[allocated, aligned, offset]);
    for (i, (&size, &stride)) in (0..).zip(sizes.iter().zip(strides)) {
        value = insert(builder, value, size, &[SIZES, i]);
        value = insert(builder, value, stride, &[STRIDES, i]);
    }
    value
}

/// A memref as a value of the `llvm` dialect, with the memref's type: sizes, strides and an offset
/// that are in the type are not read from the value.
#[derive(Copy, Clone, Debug)]
pub struct MemRefDescriptor {
    value: ValueId,
    memref: Type,
}

impl MemRefDescriptor {
    /// The descriptor `value` of a memref of the ranked type `memref`.
    pub fn new(value: ValueId, memref: Type) -> Self {
        Self { value, memref }
    }

    /// A descriptor of its fields.
    ///
    /// # Errors
    /// If `memref` has no descriptor.
    pub fn build(
        builder: &mut dyn OpBuilder,
        memref: Type,
        (allocated, aligned): (ValueId, ValueId),
        offset: ValueId,
        sizes: &[ValueId],
        strides: &[ValueId],
    ) -> Result<Self, MatchFailure> {
        let ty = descriptor_type(builder.context(), memref).ok_or(NO_DESCRIPTOR)?;
        let pointers = (allocated, aligned);
        let value = struct_of_fields(builder, ty, pointers, offset, sizes, strides);
        Ok(Self { value, memref })
    }

    /// A descriptor of its fields in the order in which functions take them:
    /// pointers, offset, sizes, strides.
    ///
    /// # Errors
    /// If there are not enough fields, or `memref` has no descriptor.
    pub fn of_fields(
        builder: &mut dyn OpBuilder,
        memref: Type,
        fields: &[ValueId],
    ) -> Result<Self, MatchFailure> {
        let rank = memref.shape(builder.context()).ok_or(NO_DESCRIPTOR)?.len();
        let (&[allocated, aligned, offset], rest) = fields.split_first_chunk().ok_or(NO_PART)?;
        let (sizes, strides) = rest.split_at_checked(rank).ok_or(NO_PART)?;
        Self::build(builder, memref, (allocated, aligned), offset, sizes, strides)
    }

    /// Types of the fields in the order in which functions take them.
    pub fn field_types(body: &Body, memref: Type) -> Option<Vec<Type>> {
        let ctx = body.context();
        let ty = descriptor_type(ctx, memref)?;
        let rank = memref.shape(ctx)?.len();
        let pointer = type_at(ctx, ty, &[ALLOCATED]).ok()?;
        let mut types = vec![pointer, pointer];
        types.extend(std::iter::repeat_n(Type::I64, 1 + 2 * rank));
        Some(types)
    }

    /// The descriptor.
    pub fn value(self) -> ValueId {
        self.value
    }

    /// All fields, as [`MemRefDescriptor::of_fields`] takes them.
    pub fn fields(self, builder: &mut dyn OpBuilder) -> Result<Vec<ValueId>, MatchFailure> {
        let rank = self.memref.shape(builder.context()).map_or(0, <[i64]>::len) as i64;
        let mut positions = vec![vec![ALLOCATED], vec![ALIGNED], vec![OFFSET]];
        positions.extend((0..rank).map(|i| vec![SIZES, i]));
        positions.extend((0..rank).map(|i| vec![STRIDES, i]));
        positions.iter().map(|position| extract(builder, self.value, position)).collect()
    }

    /// The pointer that `free` is given.
    pub fn allocated(self, builder: &mut dyn OpBuilder) -> Result<ValueId, MatchFailure> {
        extract(builder, self.value, &[ALLOCATED])
    }

    /// The pointer to the elements, before the offset.
    pub fn aligned(self, builder: &mut dyn OpBuilder) -> Result<ValueId, MatchFailure> {
        extract(builder, self.value, &[ALIGNED])
    }

    /// The number of elements before the first; none if it is known to be 0.
    pub fn offset(self, builder: &mut dyn OpBuilder) -> Result<Option<ValueId>, MatchFailure> {
        let layout = strides_and_offset(builder.context(), self.memref);
        Ok(match layout.ok_or(NO_DESCRIPTOR)?.1 {
            Some(0) => None,
            Some(offset) => Some(index_constant(builder, offset)),
            None => Some(extract(builder, self.value, &[OFFSET])?),
        })
    }

    /// The size of a dimension.
    pub fn size(self, builder: &mut dyn OpBuilder, dim: usize) -> Result<ValueId, MatchFailure> {
        let shape = self.memref.shape(builder.context());
        match *shape.and_then(|shape| shape.get(dim)).ok_or(NO_DESCRIPTOR)? {
            DYNAMIC => extract(builder, self.value, &[SIZES, dim as i64]),
            size => Ok(index_constant(builder, size)),
        }
    }

    /// The stride of a dimension; none if it is known to be 1.
    pub fn stride(
        self,
        builder: &mut dyn OpBuilder,
        dim: usize,
    ) -> Result<Option<ValueId>, MatchFailure> {
        let layout = strides_and_offset(builder.context(), self.memref);
        let (strides, _) = layout.ok_or(NO_DESCRIPTOR)?;
        Ok(match *strides.get(dim).ok_or(NO_DESCRIPTOR)? {
            Some(1) => None,
            Some(stride) => Some(index_constant(builder, stride)),
            None => Some(extract(builder, self.value, &[STRIDES, dim as i64])?),
        })
    }
}
