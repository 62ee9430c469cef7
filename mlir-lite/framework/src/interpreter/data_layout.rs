//! The memory layout of values: sizes, alignments, bytes. It is that of a 64 bit machine, little
//! endian.

use super::{Memory, Trap, VSCALE, Value};
use crate::interpreter::DialectInterpreterInterface;
use mlir_lite::attributes::ApInt;
use mlir_lite::context::Context;
use mlir_lite::scalar::Float;
use mlir_lite::text::print_type;
use mlir_lite::types::{Type, TypeKind, element_count};
use smallvec::SmallVec;

/// The memory layout of values of a dialect's type.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub enum TypeLayout {
    /// A number of this many bytes.
    Scalar(u64),
    /// Values of these types one after the other, each aligned unless the struct is packed.
    Struct {
        /// Types of the fields.
        fields: Box<[Type]>,
        /// Whether no padding is between fields.
        packed: bool,
    },
    /// This many values of one type.
    Array {
        /// How many.
        length: u64,
        /// Of what type.
        element: Type,
    },
}

/// The layout that the type's dialect declares.
fn layout_of(ctx: &Context, ty: Type) -> Option<TypeLayout> {
    let TypeKind::Dialect(data) = ty.kind(ctx) else { return None };
    let dialect = ctx.dialect_id(data.name().0)?;
    ctx.dialect_interface::<dyn DialectInterpreterInterface>(dialect)?.layout(ctx, ty)
}

/// Size and alignment in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    pub(super) size: u64,
    align: u64,
}

impl Extent {
    fn scalar(size: u64) -> Self {
        Self { size, align: size }
    }

    fn times(self, count: u64) -> Option<Self> {
        Some(Self { size: self.size.checked_mul(count)?, align: self.align })
    }
}

/// The sizes of a type when a program runs: those of a scalable vector are multiplied by
/// [`VSCALE`]. None if a size is not known.
#[doc(hidden)]
pub fn run_shape(ctx: &Context, ty: Type) -> Option<SmallVec<[i64; 4]>> {
    let mut sizes: SmallVec<[i64; 4]> = ty.static_shape(ctx)?.into();
    if let TypeKind::Vector { scalable, .. } = ty.kind(ctx) {
        for (size, _) in sizes.iter_mut().zip(&scalable[..]).filter(|(_, scales)| **scales) {
            *size = size.saturating_mul(VSCALE.get() as i64);
        }
    }
    Some(sizes)
}

/// The extent of values of a type.
pub(super) fn extent(ctx: &Context, ty: Type) -> Result<Extent, Trap> {
    find_extent(ctx, ty).ok_or_else(|| {
        Trap::new(format!(
            "cannot be interpreted: values of type '{}' have no memory layout",
            print_type(ctx, ty)
        ))
    })
}

fn find_extent(ctx: &Context, ty: Type) -> Option<Extent> {
    match ty.kind(ctx) {
        TypeKind::Integer { width, .. } => {
            let size = u64::from(width.div_ceil(8));
            // The target aligns no integer to more bytes.
            Some(match size {
                0..=16 => Extent::scalar(size.next_power_of_two()),
                _ => Extent { size: size.next_multiple_of(16), align: 16 },
            })
        }
        TypeKind::Index => Some(Extent::scalar(8)),
        TypeKind::Float(kind) => {
            Some(Extent::scalar(u64::from(kind.width().div_ceil(8)).next_power_of_two()))
        }
        TypeKind::Complex(part) => find_extent(ctx, *part)?.times(2),
        TypeKind::Vector { element, .. } => {
            let count = element_count(&run_shape(ctx, ty)?)?;
            let whole = find_extent(ctx, *element)?.times(count as u64)?;
            Some(Extent { size: whole.size, align: whole.size.next_power_of_two().min(64) })
        }
        TypeKind::Dialect(_) => match layout_of(ctx, ty)? {
            TypeLayout::Scalar(size) => Some(Extent::scalar(size)),
            TypeLayout::Array { length, element } => find_extent(ctx, element)?.times(length),
            TypeLayout::Struct { fields, packed } => {
                let (size, align) = place_fields(ctx, &fields, packed, |_, _| ())?;
                Some(Extent { size, align })
            }
        },
        _ => None,
    }
}

/// Calls `place` with each field's number and offset; returns the struct's size and alignment.
fn place_fields(
    ctx: &Context,
    fields: &[Type],
    packed: bool,
    mut place: impl FnMut(usize, u64),
) -> Option<(u64, u64)> {
    let (mut offset, mut align) = (0u64, 1);
    for (index, &field) in fields.iter().enumerate() {
        let field = find_extent(ctx, field)?;
        let boundary = if packed { 1 } else { field.align.max(1) };
        offset = offset.checked_next_multiple_of(boundary)?;
        place(index, offset);
        offset = offset.checked_add(field.size)?;
        align = align.max(boundary);
    }
    Some((offset.checked_next_multiple_of(align)?, align))
}

/// The size of values of a type in bytes.
///
/// # Errors
/// If the type has no memory layout.
#[doc(hidden)]
pub fn size_of(ctx: &Context, ty: Type) -> Result<u64, Trap> {
    Ok(extent(ctx, ty)?.size)
}

/// Offset in bytes and type of the part `index` of an aggregate, vector or array.
///
/// # Errors
/// If there is none.
#[doc(hidden)]
pub fn part(ctx: &Context, aggregate: Type, index: i64) -> Result<(i64, Type), Trap> {
    let found = (|| {
        let element = match layout_of(ctx, aggregate) {
            Some(TypeLayout::Struct { fields, packed }) => {
                let wanted = usize::try_from(index).ok()?;
                let mut at = None;
                place_fields(ctx, &fields, packed, |index, offset| {
                    if index == wanted {
                        at = Some(offset);
                    }
                })?;
                return Some((at? as i64, *fields.get(wanted)?));
            }
            Some(TypeLayout::Array { element, .. }) => element,
            Some(TypeLayout::Scalar(_)) => return None,
            None => aggregate.element_type(ctx)?,
        };
        Some((index.wrapping_mul(find_extent(ctx, element)?.size as i64), element))
    })();
    found.ok_or_else(|| {
        let aggregate = print_type(ctx, aggregate);
        Trap::new(format!("cannot be interpreted: '{aggregate}' has no part {index}"))
    })
}

impl Memory {
    /// Loads a value of type `ty` from an address.
    ///
    /// # Errors
    /// If it is not all in one allocation, or of a type without a memory layout.
    pub fn load(&self, ctx: &Context, address: u64, ty: Type) -> Result<Value, Trap> {
        let size = extent(ctx, ty)?.size;
        let bytes = self.read(address, size)?;
        Ok(match ty.kind(ctx) {
            TypeKind::Float(kind) => {
                let bits = le_bits(bytes) & super::arithmetic::mask(kind.width());
                Value::number(Float::from_bits(*kind, bits))
            }
            TypeKind::Complex(part) => {
                let step = size / 2;
                Value::aggregate(vec![
                    self.load(ctx, address, *part)?,
                    self.load(ctx, address + step, *part)?,
                ])
            }
            TypeKind::Vector { element, .. } => {
                let step = extent(ctx, *element)?.size;
                let count = size.checked_div(step).unwrap_or(0);
                let values = (0..count).map(|i| self.load(ctx, address + i * step, *element));
                let shape = run_shape(ctx, ty).unwrap_or_default();
                Value::elements(&shape, values.collect::<Result<_, _>>()?)
            }
            TypeKind::Dialect(_) => match part_count(ctx, ty) {
                None => Value::Int(le_bits(bytes)),
                Some(count) => {
                    let parts = (0..count).map(|index| {
                        let (offset, part) = part(ctx, ty, index)?;
                        self.load(ctx, address.wrapping_add_signed(offset), part)
                    });
                    Value::aggregate(parts.collect::<Result<_, _>>()?)
                }
            },
            TypeKind::Integer { width, .. } => Value::integer(ApInt::from_le_bytes(*width, bytes)),
            _ => Value::Int(le_bits(bytes)),
        })
    }

    /// Stores a value of type `ty` at an address. Undefined parts are written as zeros.
    ///
    /// # Errors
    /// As [`Memory::load`]; also if the memory is constant.
    pub fn store(
        &mut self,
        ctx: &Context,
        address: u64,
        ty: Type,
        value: &Value,
    ) -> Result<(), Trap> {
        let size = extent(ctx, ty)?.size;
        match value {
            Value::Poison => self.write(address, size)?.fill(0),
            Value::Int(bits) => copy_bytes(self.write(address, size)?, &bits.to_le_bytes()),
            Value::WideInt(value) => copy_bytes(self.write(address, size)?, &value.to_le_bytes()),
            Value::Float(_) | Value::WideFloat(_) => {
                let TypeKind::Float(kind) = ty.kind(ctx) else {
                    return Err(Trap::new(
                        "cannot be interpreted: stores a number as something else",
                    ));
                };
                let bits = value.as_number()?.to_bits(*kind);
                copy_bytes(self.write(address, size)?, &bits.to_le_bytes());
            }
            Value::Elements(elements) => {
                let element = ty.element_or_self(ctx);
                let step = extent(ctx, element)?.size;
                for (index, value) in elements.values.iter().enumerate() {
                    self.store(ctx, address + index as u64 * step, element, value)?;
                }
            }
            Value::Aggregate(values) => {
                for (index, value) in values.iter().enumerate() {
                    let (offset, part) = match ty.kind(ctx) {
                        TypeKind::Complex(part) => (index as i64 * size as i64 / 2, *part),
                        _ => part(ctx, ty, index as i64)?,
                    };
                    self.store(ctx, address.wrapping_add_signed(offset), part, value)?;
                }
            }
            Value::MemRef(_) => {
                return Err(Trap::new("cannot be interpreted: stores a memref in memory"));
            }
            Value::Dialect(_) => {
                return Err(Trap::new("cannot be interpreted: stores a dialect's value in memory"));
            }
        }
        Ok(())
    }
}

/// Number of parts of an aggregate; none for other types.
pub(super) fn part_count(ctx: &Context, ty: Type) -> Option<i64> {
    match layout_of(ctx, ty)? {
        TypeLayout::Scalar(_) => None,
        TypeLayout::Struct { fields, .. } => Some(fields.len() as i64),
        TypeLayout::Array { length, .. } => i64::try_from(length).ok(),
    }
}

fn le_bits(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte))
}

/// Copies the lower bytes of a number, as many as there are on both sides.
fn copy_bytes(bytes: &mut [u8], all: &[u8]) {
    let length = bytes.len().min(all.len());
    bytes[..length].copy_from_slice(&all[..length]);
}

/// The types of the `count` parts of an aggregate; none where they are not known.
pub(super) fn part_types(ctx: &Context, ty: Type, count: usize) -> Vec<Type> {
    match ty.kind(ctx) {
        TypeKind::Complex(part) => vec![*part; count],
        TypeKind::Tuple(types) => types.to_vec(),
        _ => (0..count as i64).map_while(|index| Some(part(ctx, ty, index).ok()?.1)).collect(),
    }
}
