//! Types: 32-bit handles of values that the [`Context`] uniques.
//!
//! Two types are equal if and only if their handles are. [`TypeKind`] is the value of a handle,
//! which is read from the context without a lock.

mod dialect_type;
mod invariants;
mod mutable;
mod strides;

pub use crate::numbers::{FloatKind, FloatLayout, NonFinite};
pub use dialect_type::{DialectType, DialectTypeData};
#[doc(hidden)]
pub use invariants::MAX_INTEGER_WIDTH;
pub use mutable::Mutable;
pub use strides::{StridesAndOffset, strides_and_offset};

use crate::data::Context;
use crate::data::attributes::Attribute;
use crate::data::ident::Ident;
use std::num::NonZeroU32;

/// A uniqued type.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Type(NonZeroU32);

impl Type {
    /// A placeholder that is not a type.
    pub(crate) const DANGLING: Self = Self(NonZeroU32::MAX);
}

/// A dynamic dimension: `?` in text.
pub const DYNAMIC: i64 = i64::MIN;

/// How the bits of an integer type are interpreted.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Signedness {
    /// `i32`: each op determines whether it is signed.
    Signless,
    /// `si32`
    Signed,
    /// `ui32`
    Unsigned,
}

/// The kinds of types.
#[derive(PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TypeKind {
    /// `i32`, `si8`, `ui1`: any width from 1 bit.
    Integer {
        /// Bits in a value.
        width: u32,
        /// How the bits are read.
        signedness: Signedness,
    },
    /// `index`: as wide as a pointer on the target.
    Index,
    /// `f64` and the like.
    Float(FloatKind),
    /// `none`: one value without content.
    None,
    /// `complex<f32>`
    Complex(Type),
    /// `tuple<i32, f32>`
    Tuple(Box<[Type]>),
    /// `(i32) -> (f32, f32)`
    Function {
        /// Types of the arguments.
        inputs: Box<[Type]>,
        /// Types of the results.
        results: Box<[Type]>,
    },
    /// `vector<4x[8]xf32>`
    Vector {
        /// Sizes, each at least 1.
        shape: Box<[i64]>,
        /// Type of each element.
        element: Type,
        /// Which sizes are multiplied by a constant of the target, as `[8]`. Empty if none is.
        scalable: Box<[bool]>,
    },
    /// `tensor<2x?xf64>`; sizes may be [`DYNAMIC`].
    RankedTensor {
        /// Sizes of the dimensions.
        shape: Box<[i64]>,
        /// Type of each element.
        element: Type,
        /// An attribute after a comma that refines the type.
        encoding: Option<Attribute>,
    },
    /// `tensor<*xf64>`
    UnrankedTensor(Type),
    /// `memref<2x?xf64, #layout, 1>`
    MemRef {
        /// Sizes of the dimensions.
        shape: Box<[i64]>,
        /// Type of each element.
        element: Type,
        /// The layout of elements in memory. None is row-major. An identity layout is dropped when
        /// the type is created.
        layout: Option<Attribute>,
        /// The memory space. None is the default one.
        memory_space: Option<Attribute>,
    },
    /// `memref<*xf64>`
    UnrankedMemRef {
        /// Type of each element.
        element: Type,
        /// The memory space. None is the default one.
        memory_space: Option<Attribute>,
    },
    /// A type of a dialect that is not loaded: kept as its text.
    Opaque {
        /// The dialect's namespace.
        dialect: Ident,
        /// The text after the namespace: `x<1>` of `!dialect.x<1>`, `"x y"` of
        /// `!dialect<"x y">`.
        data: Box<str>,
    },
    /// A type that a dialect defines.
    Dialect(DialectTypeData),
}

/// Types that every context creates first, so that their handles are constants.
const FIXED: [TypeKind; 14] = [
    TypeKind::Index,
    TypeKind::None,
    TypeKind::Float(FloatKind::BF16),
    TypeKind::Float(FloatKind::F16),
    TypeKind::Float(FloatKind::F32),
    TypeKind::Float(FloatKind::F64),
    TypeKind::Float(FloatKind::F80),
    TypeKind::Float(FloatKind::F128),
    TypeKind::Integer { width: 1, signedness: Signedness::Signless },
    TypeKind::Integer { width: 8, signedness: Signedness::Signless },
    TypeKind::Integer { width: 16, signedness: Signedness::Signless },
    TypeKind::Integer { width: 32, signedness: Signedness::Signless },
    TypeKind::Integer { width: 64, signedness: Signedness::Signless },
    TypeKind::Integer { width: 8, signedness: Signedness::Unsigned },
];

/// The number of types that each context has at the same handles.
const FIXED_COUNT: u32 = FIXED.len() as u32;

/// The types of a context.
pub(crate) type Types = crate::support::uniquer::Uniquer<TypeKind, FIXED_COUNT>;

const fn fixed(index: u32) -> Type {
    match NonZeroU32::new(index + 1) {
        Some(raw) => Type(raw),
        None => unreachable!(),
    }
}

impl Type {
    /// The type's number, for tables outside of the context.
    #[doc(hidden)]
    #[inline]
    pub fn handle(self) -> u32 {
        self.0.get()
    }

    /// The type with a number from [`Type::handle`].
    #[doc(hidden)]
    pub fn from_handle(handle: u32) -> Option<Self> {
        NonZeroU32::new(handle).map(Self)
    }

    /// `index`
    pub const INDEX: Self = fixed(0);
    /// `none`
    pub const NONE: Self = fixed(1);
    /// `bf16`
    pub const BF16: Self = fixed(2);
    /// `f16`
    pub const F16: Self = fixed(3);
    /// `f32`
    pub const F32: Self = fixed(4);
    /// `f64`
    pub const F64: Self = fixed(5);
    /// `f80`
    pub const F80: Self = fixed(6);
    /// `f128`
    pub const F128: Self = fixed(7);
    /// `i1`
    pub const I1: Self = fixed(8);
    /// `i8`
    pub const I8: Self = fixed(9);
    /// `i16`
    pub const I16: Self = fixed(10);
    /// `i32`
    pub const I32: Self = fixed(11);
    /// `i64`
    pub const I64: Self = fixed(12);
    /// `ui8`
    pub const UI8: Self = fixed(13);

    pub(crate) fn intern_fixed(types: &Types) {
        for (i, kind) in FIXED.into_iter().enumerate() {
            let index = types.intern(kind);
            debug_assert_eq!(index as usize, i);
        }
    }

    pub(crate) fn from_index(index: u32) -> Self {
        Self(crate::support::pool::encode(index as usize))
    }

    pub(crate) fn index(self) -> u32 {
        self.0.get() - 1
    }

    /// Returns the kind of the type.
    #[inline]
    pub fn kind(self, ctx: &Context) -> &TypeKind {
        ctx.type_kind(self)
    }

    /// Whether the type is an integer of any width and signedness.
    #[inline]
    pub fn is_integer(self, ctx: &Context) -> bool {
        matches!(self.kind(ctx), TypeKind::Integer { .. })
    }

    /// Whether the type is a signless integer, as the ops of std require.
    #[inline]
    pub fn is_signless_integer(self, ctx: &Context) -> bool {
        matches!(self.kind(ctx), TypeKind::Integer { signedness: Signedness::Signless, .. })
    }

    /// Whether the type is a floating point type.
    #[inline]
    pub fn is_float(self, ctx: &Context) -> bool {
        matches!(self.kind(ctx), TypeKind::Float(_))
    }

    /// The width in bits of an integer or floating point type. None for `index` and compound types.
    pub fn bit_width(self, ctx: &Context) -> Option<u32> {
        match self.kind(ctx) {
            TypeKind::Integer { width, .. } => Some(*width),
            TypeKind::Float(kind) => Some(kind.width()),
            _ => None,
        }
    }

    /// Type of the elements of a vector, tensor or memref.
    pub fn element_type(self, ctx: &Context) -> Option<Type> {
        match self.kind(ctx) {
            TypeKind::Vector { element, .. }
            | TypeKind::RankedTensor { element, .. }
            | TypeKind::UnrankedTensor(element)
            | TypeKind::MemRef { element, .. }
            | TypeKind::UnrankedMemRef { element, .. } => Some(*element),
            _ => None,
        }
    }

    /// Type of the two parts of a complex number.
    pub fn complex_part(self, ctx: &Context) -> Option<Type> {
        match self.kind(ctx) {
            TypeKind::Complex(part) => Some(*part),
            _ => None,
        }
    }

    /// The element type of a shaped type, the type itself otherwise.
    #[inline]
    pub fn element_or_self(self, ctx: &Context) -> Type {
        self.element_type(ctx).unwrap_or(self)
    }

    /// Sizes of a vector, ranked tensor or ranked memref.
    pub fn shape(self, ctx: &Context) -> Option<&[i64]> {
        match self.kind(ctx) {
            TypeKind::Vector { shape, .. }
            | TypeKind::RankedTensor { shape, .. }
            | TypeKind::MemRef { shape, .. } => Some(shape),
            _ => None,
        }
    }

    /// Whether this is a vector whose number of elements is known only when a program runs.
    pub fn is_scalable_vector(self, ctx: &Context) -> bool {
        matches!(self.kind(ctx), TypeKind::Vector { scalable, .. } if scalable.contains(&true))
    }

    /// The shape, if all sizes are static.
    #[inline]
    pub fn static_shape(self, ctx: &Context) -> Option<&[i64]> {
        self.shape(ctx).filter(|shape| shape.iter().all(|&dim| dim != DYNAMIC))
    }

    /// Whether tensors may have elements of the type.
    pub fn may_be_in_tensors(self, ctx: &Context) -> bool {
        !matches!(
            self.kind(ctx),
            TypeKind::None
                | TypeKind::Tuple(_)
                | TypeKind::Function { .. }
                | TypeKind::RankedTensor { .. }
                | TypeKind::UnrankedTensor(_)
                | TypeKind::MemRef { .. }
                | TypeKind::UnrankedMemRef { .. }
        )
    }

    /// Whether memrefs may have elements of the type.
    pub fn may_be_in_memrefs(self, ctx: &Context) -> bool {
        match self.kind(ctx) {
            TypeKind::Integer { .. }
            | TypeKind::Index
            | TypeKind::Float(_)
            | TypeKind::Complex(_) => true,
            TypeKind::Vector { .. } | TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. } => {
                true
            }
            TypeKind::Dialect(data) => data.in_memrefs(),
            _ => false,
        }
    }

    /// Whether the type is a tensor, ranked or not.
    #[inline]
    pub fn is_tensor(self, ctx: &Context) -> bool {
        matches!(self.kind(ctx), TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor(_))
    }

    /// Whether the type is a memref, ranked or not.
    #[inline]
    pub fn is_memref(self, ctx: &Context) -> bool {
        matches!(self.kind(ctx), TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. })
    }

    /// Inputs and results of a function type.
    pub fn as_function(self, ctx: &Context) -> Option<(&[Type], &[Type])> {
        match self.kind(ctx) {
            TypeKind::Function { inputs, results } => Some((inputs, results)),
            _ => None,
        }
    }

    /// The data of a type that dialect type `T` defines.
    pub fn as_dialect<T: DialectType>(self, ctx: &Context) -> Option<&T> {
        match self.kind(ctx) {
            TypeKind::Dialect(data) => data.downcast_ref(),
            _ => None,
        }
    }

    /// The type's implementation of interface `I`, a trait object type: the one that its dialect
    /// declares, or one that was [attached](crate::ir::op_interface::DialectExtension).
    pub fn interface<I: ?Sized + 'static>(self, ctx: &Context) -> Option<&I> {
        let attached = &ctx.data().type_interfaces;
        let of_data = match self.kind(ctx) {
            TypeKind::Dialect(data) => data.interface().or_else(|| attached.cast(data.as_any())),
            _ => None,
        };
        of_data.or_else(|| attached.object(ctx, self))
    }

    /// Whether the type is one of a dialect with trait `T`.
    pub fn has_trait<T: crate::data::parameters::DataTrait>(self, ctx: &Context) -> bool {
        matches!(self.kind(ctx), TypeKind::Dialect(data) if data.has_trait::<T>())
    }
}

/// The number of elements of a static shape. None if a size is dynamic or the product overflows.
pub fn element_count(shape: &[i64]) -> Option<usize> {
    if shape.contains(&0) {
        return Some(0);
    }
    shape.iter().try_fold(1usize, |count, &dim| count.checked_mul(usize::try_from(dim).ok()?))
}

impl Context {
    /// Returns the kind of `ty`.
    #[inline]
    pub fn type_kind(&self, ty: Type) -> &TypeKind {
        static KINDS: [TypeKind; FIXED_COUNT as usize] = FIXED;
        match KINDS.get(ty.index() as usize) {
            Some(kind) => kind,
            None => self.data().types.get_later(ty.index()),
        }
    }

    /// Returns the type for `kind`.
    ///
    /// # Panics
    /// If the type is not valid: a vector of a negative size, a memref of functions, an integer of
    /// more than 2^24 - 1 bits.
    #[track_caller]
    pub fn intern_type(&self, kind: TypeKind) -> Type {
        if let Err(wrong) = kind.check(self) {
            panic!("not a valid type: {wrong}");
        }
        Type::from_index(self.data().types.intern(kind))
    }

    /// A signless integer type of `width` bits, at most 2^24 - 1.
    #[track_caller]
    pub fn integer_type(&self, width: u32) -> Type {
        match width {
            1 => Type::I1,
            8 => Type::I8,
            16 => Type::I16,
            32 => Type::I32,
            64 => Type::I64,
            _ => self.intern_type(TypeKind::Integer { width, signedness: Signedness::Signless }),
        }
    }

    /// A function type.
    #[track_caller]
    pub fn function_type(&self, inputs: &[Type], results: &[Type]) -> Type {
        // Hashes like the variant's fields, in order, so that a known type needs no allocation.
        let nothing = TypeKind::Function { inputs: Box::default(), results: Box::default() };
        let key = (std::mem::discriminant(&nothing), inputs, results);
        let is_same = |known: &TypeKind| match known {
            TypeKind::Function { inputs, results } => (&**inputs, &**results) == (key.1, key.2),
            _ => false,
        };
        let make = || TypeKind::Function { inputs: inputs.into(), results: results.into() };
        Type::from_index(self.data().types.intern_by(&key, is_same, make))
    }

    /// A ranked tensor type; sizes may be [`DYNAMIC`].
    #[track_caller]
    pub fn tensor_type(&self, shape: &[i64], element: Type) -> Type {
        self.intern_type(TypeKind::RankedTensor { shape: shape.into(), element, encoding: None })
    }

    /// A ranked tensor type with an encoding.
    #[track_caller]
    pub fn tensor_type_with_encoding(
        &self,
        shape: &[i64],
        element: Type,
        encoding: Attribute,
    ) -> Type {
        let (shape, encoding) = (shape.into(), Some(encoding));
        self.intern_type(TypeKind::RankedTensor { shape, element, encoding })
    }

    /// A tensor type of unknown rank.
    #[track_caller]
    pub fn unranked_tensor_type(&self, element: Type) -> Type {
        self.intern_type(TypeKind::UnrankedTensor(element))
    }

    /// A row-major memref type in the default memory.
    #[track_caller]
    pub fn memref_type(&self, shape: &[i64], element: Type) -> Type {
        self.memref_type_with(shape, element, None, None)
    }

    /// A memref type. An identity map as layout and memory space 0 are dropped, because they are
    /// the default.
    #[track_caller]
    pub fn memref_type_with(
        &self,
        shape: &[i64],
        element: Type,
        layout: Option<Attribute>,
        memory_space: Option<Attribute>,
    ) -> Type {
        let is_row_major = |layout: &Attribute| {
            let map = layout.as_affine_map(self).filter(|map| map.is_identity_of_dims(self));
            map.is_some_and(|map| map.data(self).dims as usize == shape.len())
        };
        let layout = layout.filter(|layout| !is_row_major(layout));
        let memory_space = memory_space.filter(|space| space.as_i64(self) != Some(0));
        self.intern_type(TypeKind::MemRef { shape: shape.into(), element, layout, memory_space })
    }

    /// A memref type of unknown rank. Memory space 0 is dropped.
    #[track_caller]
    pub fn unranked_memref_type(&self, element: Type, memory_space: Option<Attribute>) -> Type {
        let memory_space = memory_space.filter(|space| space.as_i64(self) != Some(0));
        self.intern_type(TypeKind::UnrankedMemRef { element, memory_space })
    }

    /// A vector type.
    #[track_caller]
    pub fn vector_type(&self, shape: &[i64], element: Type) -> Type {
        self.scalable_vector_type(shape, &[], element)
    }

    /// A vector type with sizes that are multiplied by a constant of the target: `scalable` has an
    /// entry for each size, or is empty.
    #[track_caller]
    pub fn scalable_vector_type(&self, shape: &[i64], scalable: &[bool], element: Type) -> Type {
        let scalable = if scalable.contains(&true) { scalable } else { &[] };
        self.intern_type(TypeKind::Vector {
            shape: shape.into(),
            element,
            scalable: scalable.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_type_is_found_however_it_is_made() {
        let ctx = Context::new();
        let (inputs, results) = (vec![Type::I1, Type::INDEX], vec![Type::F32]);
        let made = ctx.function_type(&inputs, &results);
        let (inputs, results) = (inputs.into(), results.into());
        assert_eq!(ctx.intern_type(TypeKind::Function { inputs, results }), made);
        let empty = TypeKind::Function { inputs: Box::default(), results: Box::default() };
        assert_eq!(ctx.intern_type(empty), ctx.function_type(&[], &[]));
        assert_ne!(ctx.function_type(&[Type::I1], &[]), ctx.function_type(&[], &[Type::I1]));
    }

    #[test]
    fn fixed_handles_are_what_they_say() {
        let ctx = Context::new();
        assert_eq!(ctx.intern_type(TypeKind::Float(FloatKind::F64)), Type::F64);
        assert_eq!(ctx.integer_type(64), Type::I64);
        assert_eq!(ctx.intern_type(TypeKind::Index), Type::INDEX);
        assert_eq!(ctx.intern_type(TypeKind::None), Type::NONE);
    }

    #[test]
    fn equal_types_are_one() {
        let ctx = Context::new();
        assert_eq!(ctx.tensor_type(&[2, 3], Type::F64), ctx.tensor_type(&[2, 3], Type::F64));
        assert_ne!(ctx.tensor_type(&[0, 1], Type::F64), ctx.tensor_type(&[1, 0], Type::F64));
    }

    #[test]
    fn element_count_of_shapes() {
        assert_eq!(element_count(&[]), Some(1));
        assert_eq!(element_count(&[2, 3]), Some(6));
        assert_eq!(element_count(&[i64::MAX, i64::MAX, 0]), Some(0));
        assert_eq!(element_count(&[i64::MAX, 4]), None);
        assert_eq!(element_count(&[DYNAMIC]), None);
    }
}
