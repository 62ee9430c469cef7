//! Memrefs: views of memory with a size and a stride per dimension.

use super::data_layout::extent;
use super::{Elements, Machine, Memory, Trap, Value};
use mlir_lite::affine::AffineExprKind;
use mlir_lite::attributes::Attribute;
use mlir_lite::context::Context;
use mlir_lite::text::print_type;
use mlir_lite::types::{DYNAMIC, Type, TypeKind};
use smallvec::SmallVec;
use std::sync::Arc;

/// A view of memory; sizes, strides and the offset count elements.
#[derive(Clone, PartialEq, Debug)]
pub struct MemRef {
    /// The start of the allocation, which is what is freed.
    pub allocated: u64,
    /// Address of element 0, from which the offset counts.
    pub aligned: u64,
    /// Number of the first element of the view.
    pub offset: i64,
    /// Number of elements in each dimension.
    pub sizes: SmallVec<[i64; 4]>,
    /// Distance between neighbouring elements in each dimension.
    pub strides: SmallVec<[i64; 4]>,
    /// Type of the elements.
    pub element: Type,
}

impl MemRef {
    /// The address of an element.
    ///
    /// # Errors
    /// If a subscript is out of bounds.
    pub fn address(&self, ctx: &Context, indices: &[i64]) -> Result<u64, Trap> {
        let mut position = self.offset;
        for (dimension, ((&index, &size), &stride)) in
            indices.iter().zip(&self.sizes).zip(&self.strides).enumerate()
        {
            if !(0..size).contains(&index) {
                return Err(Trap::new(format!(
                    "subscript {index} of dimension {dimension} is out of bounds of size {size}"
                )));
            }
            position = position.wrapping_add(index.wrapping_mul(stride));
        }
        let size = extent(ctx, self.element)?.size as i64;
        Ok(self.aligned.wrapping_add_signed(position.wrapping_mul(size)))
    }

    /// The subscripts of all elements, in row-major order.
    pub fn positions(&self) -> impl Iterator<Item = SmallVec<[i64; 4]>> + '_ {
        positions(&self.sizes)
    }
}

/// The subscripts of all elements of a shape, in row-major order.
#[doc(hidden)]
pub fn positions(sizes: &[i64]) -> impl Iterator<Item = SmallVec<[i64; 4]>> + '_ {
    let count = sizes.iter().fold(1i64, |count, &size| count.saturating_mul(size));
    (0..count).map(move |mut number| {
        let mut position: SmallVec<[i64; 4]> = SmallVec::from_elem(0, sizes.len());
        for (at, size) in position.iter_mut().zip(sizes).rev() {
            *at = number % size;
            number /= size;
        }
        position
    })
}

/// Strides without gaps, row-major.
fn contiguous_strides(sizes: &[i64]) -> SmallVec<[i64; 4]> {
    let mut strides: SmallVec<[i64; 4]> = SmallVec::from_elem(1, sizes.len());
    for dimension in (1..sizes.len()).rev() {
        strides[dimension - 1] = strides[dimension].wrapping_mul(sizes[dimension]);
    }
    strides
}

impl Memory {
    /// Allocates the descriptor of a memref as compiled code has it: the addresses, the offset, the
    /// sizes and the strides. Returns its address.
    pub(super) fn store_descriptor(&mut self, memref: &MemRef) -> Result<u64, Trap> {
        let fields = [memref.allocated, memref.aligned, memref.offset as u64];
        let extents = memref.sizes.iter().chain(&memref.strides).map(|extent| *extent as u64);
        let bytes: Vec<u8> = fields.into_iter().chain(extents).flat_map(u64::to_le_bytes).collect();
        let address = self.allocate(bytes.len() as u64)?;
        self.write(address, bytes.len() as u64)?.copy_from_slice(&bytes);
        Ok(address)
    }
}

impl Machine<'_> {
    /// Allocates the memory of a ranked memref type; `dynamic` are its dynamic sizes.
    ///
    /// # Errors
    /// If a size is negative or there is not that much memory, or the layout has no strides.
    pub fn allocate_memref(&mut self, ty: Type, dynamic: &[i64]) -> Result<Arc<MemRef>, Trap> {
        let ctx = self.context().clone();
        let TypeKind::MemRef { shape, element, layout, .. } = ty.kind(&ctx) else {
            return Err(Trap::new("cannot be interpreted: allocates no ranked memref"));
        };
        let mut dynamic = dynamic.iter();
        let sizes: SmallVec<[i64; 4]> = shape
            .iter()
            .map(|&size| if size == DYNAMIC { dynamic.next().copied().unwrap_or(0) } else { size })
            .collect();
        if let Some(size) = sizes.iter().find(|&&size| size < 0) {
            return Err(Trap::new(format!("allocates memory of a negative size, {size}")));
        }
        let (offset, strides) = match layout {
            None => (0, contiguous_strides(&sizes)),
            Some(layout) => static_strides(&ctx, *layout, sizes.len()).ok_or_else(|| {
                let ty = print_type(&ctx, ty);
                Trap::new(format!(
                    "cannot be interpreted: allocates '{ty}', whose layout has no constant strides"
                ))
            })?,
        };
        let last: Option<i64> =
            sizes.iter().zip(&strides).try_fold(offset, |last: i64, (size, stride)| {
                last.checked_add(size.checked_sub(1)?.max(0).checked_mul(*stride)?)
            });
        let count =
            if sizes.contains(&0) { Some(0) } else { last.and_then(|last| last.checked_add(1)) };
        let bytes = count.and_then(|count| {
            u64::try_from(count).ok()?.checked_mul(extent(&ctx, *element).ok()?.size)
        });
        // Returns the reason if the element type is the problem.
        extent(&ctx, *element)?;
        let bytes = bytes.ok_or_else(|| Trap::new("allocates more memory than there can be"))?;
        let address = self.memory.allocate(bytes)?;
        Ok(Arc::new(MemRef {
            allocated: address,
            aligned: address,
            offset,
            sizes,
            strides,
            element: *element,
        }))
    }

    /// Memory of type `ty` with these elements.
    ///
    /// # Errors
    /// If there is not that much memory, or the sizes are not the type's.
    pub fn memref_of_elements(
        &mut self,
        ty: Type,
        elements: &Elements,
    ) -> Result<Arc<MemRef>, Trap> {
        let shape = ty.shape(self.context()).unwrap_or_default();
        let dynamic = shape.iter().zip(&elements.shape).filter(|(claim, _)| **claim == DYNAMIC);
        let dynamic: SmallVec<[i64; 4]> = dynamic.map(|(_, size)| *size).collect();
        let memref = self.allocate_memref(ty, &dynamic)?;
        if memref.sizes[..] != elements.shape[..] {
            let sizes = &elements.shape;
            return Err(Trap::new(format!(
                "memory of the sizes {:?} is given {sizes:?}",
                &memref.sizes[..]
            )));
        }
        for (position, value) in memref.positions().zip(&elements.values) {
            // An undefined value leaves the memory unchanged.
            if !matches!(value, Value::Poison) {
                self.store_element(&memref, &position, value)?;
            }
        }
        Ok(memref)
    }

    /// The value, or the elements of a memref.
    pub(super) fn contents(&self, value: Value) -> Result<Value, Trap> {
        let Value::MemRef(memref) = value else { return Ok(value) };
        let values = memref.positions().map(|position| self.load_element(&memref, &position));
        Ok(Value::elements(&memref.sizes, values.collect::<Result<_, _>>()?))
    }

    /// Reads an element.
    ///
    /// # Errors
    /// If it is out of bounds, or the memory was freed.
    pub fn load_element(&self, memref: &MemRef, indices: &[i64]) -> Result<Value, Trap> {
        let ctx = self.context();
        self.memory.load(ctx, memref.address(ctx, indices)?, memref.element)
    }

    /// Writes an element.
    ///
    /// # Errors
    /// If it is out of bounds, or the memory was freed or is constant.
    pub fn store_element(
        &mut self,
        memref: &MemRef,
        indices: &[i64],
        value: &Value,
    ) -> Result<(), Trap> {
        let ctx = self.context().clone();
        let address = memref.address(&ctx, indices)?;
        self.memory.store(&ctx, address, memref.element, value)
    }

    /// Copies all elements. The two may share memory: all are read before one is written.
    ///
    /// # Errors
    /// If the sizes differ, or an element cannot be read or written.
    pub fn copy_elements(&mut self, source: &MemRef, target: &MemRef) -> Result<(), Trap> {
        if source.sizes != target.sizes {
            return Err(Trap::new(format!(
                "copies memory of the sizes {:?} to memory of the sizes {:?}",
                &source.sizes[..],
                &target.sizes[..]
            )));
        }
        let values = source.positions().map(|position| self.load_element(source, &position));
        let values: Vec<Value> = values.collect::<Result<_, _>>()?;
        for (position, value) in target.positions().zip(&values) {
            self.store_element(target, &position, value)?;
        }
        Ok(())
    }
}

/// Offset and strides of a static layout, whose map is a sum of dimensions times constants.
fn static_strides(
    ctx: &Context,
    layout: Attribute,
    rank: usize,
) -> Option<(i64, SmallVec<[i64; 4]>)> {
    let map = layout.layout_map(ctx)?;
    let [result] = map.results(ctx) else { return None };
    let mut strides: SmallVec<[i64; 4]> = SmallVec::from_elem(0, rank);
    let mut offset = 0i64;
    let mut work = vec![(*result, 1i64)];
    while let Some((expr, factor)) = work.pop() {
        match expr.kind(ctx) {
            AffineExprKind::Constant(value) => {
                offset = offset.checked_add(value.checked_mul(factor)?)?
            }
            AffineExprKind::Dim(dim) => *strides.get_mut(dim as usize)? += factor,
            AffineExprKind::Add(a, b) => work.extend([(a, factor), (b, factor)]),
            AffineExprKind::Mul(a, b) => work.push((a, factor.checked_mul(b.as_constant(ctx)?)?)),
            _ => return None,
        }
    }
    Some((offset, strides))
}
