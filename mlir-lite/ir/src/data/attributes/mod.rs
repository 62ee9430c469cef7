//! Attributes: constant data on ops, as 32-bit handles.
//!
//! Small attributes are uniqued in the [`Context`]: equal attributes have equal handles. Large
//! element data is not uniqued, because it would then live as long as the context. Instead the ops
//! that hold it are counted, and [`Context::collect_elements`] frees elements that no op holds.

mod blobs;
mod dense;
mod dialect_attribute;
mod expected;
mod invariants;
mod known_ident;
mod parts;
mod recent;
mod strided;
mod symbol_ref;

pub use crate::numbers::ApInt;
pub(crate) use blobs::ElementBlobs;
pub use dense::DenseElements;
pub use dialect_attribute::{DialectAttribute, DialectAttributeData};
#[doc(hidden)]
pub use known_ident::KnownIdent;
pub use parts::ReplacePart;
pub(crate) use recent::RecentIntegers;
pub use symbol_ref::SymbolPath;

use crate::data::Context;
use crate::data::affine::{AffineMap, IntegerSet};
use crate::data::ident::Ident;
use crate::data::location::Location;
use crate::data::types::{Type, TypeKind, element_count};
use crate::numbers::float::from_f64;
use crate::support::uniquer::Uniquer;
use invariants::integer_width;
use smallvec::SmallVec;
use std::num::NonZeroU32;
use std::sync::atomic::Ordering;

/// An attribute.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Attribute(NonZeroU32);

/// A name with its attribute.
pub type NamedAttribute = (Ident, Attribute);

/// Handles with this bit index the table of large elements.
const BLOB: u32 = 1 << 31;

/// The kinds of attributes.
#[derive(PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum AttributeKind {
    /// `unit`: present, nothing more.
    Unit,
    /// `42 : i64`, `true`, `3 : index`
    Integer {
        /// Integer type or `index`.
        ty: Type,
        /// As wide as the type, or 64 bits for `index`.
        value: ApInt,
    },
    /// `1.0 : f64`
    Float {
        /// A floating point type.
        ty: Type,
        /// The value in the type's format.
        bits: FloatBits,
    },
    /// `"text"`; any bytes.
    String {
        /// Content, without quotes and escapes.
        bytes: Box<[u8]>,
        /// Type after a colon, if there is one.
        ty: Option<Type>,
        /// Its identifier, which [`Attribute::as_ident`] looks up.
        #[doc(hidden)]
        ident: KnownIdent,
    },
    /// `[a, b]`
    Array(Box<[Attribute]>),
    /// `{a = 1, b}`; sorted by name, names are distinct.
    Dictionary(Box<[NamedAttribute]>),
    /// A type as a value.
    Type(Type),
    /// `@.super::@root::@nested`
    SymbolRef {
        /// The number of `@.super` parts at the beginning.
        supers: u32,
        /// The outermost symbol.
        root: Ident,
        /// The symbols nested in it.
        nested: Box<[Ident]>,
    },
    /// `affine_map<(d0) -> (d0)>`
    AffineMap(AffineMap),
    /// `affine_set<(d0) : (d0 >= 0)>`
    IntegerSet(IntegerSet),
    /// `strided<[16, 1], offset: 3>`; [`DYNAMIC`](crate::data::types::DYNAMIC) is `?`.
    Strided {
        /// The distance between neighbouring elements, for each dimension.
        strides: Box<[i64]>,
        /// Where the first element lies.
        offset: i64,
    },
    /// `dense<...> : tensor<2xf64>`, small. Read it by [`Attribute::dense`].
    Dense(DenseElements),
    /// `dense<["a", "b"]> : tensor<2x!t.string>`; one entry is a splat.
    DenseStrings {
        /// A shaped type.
        ty: Type,
        /// Elements, row-major.
        values: Box<[Box<[u8]>]>,
    },
    /// `sparse<indices, values> : type`
    Sparse {
        /// A shaped type.
        ty: Type,
        /// Dense `i64` elements, one row per element.
        indices: Attribute,
        /// Dense elements.
        values: Attribute,
    },
    /// `array<i32: 1, 2>`
    DenseArray {
        /// Integer or floating point type.
        element: Type,
        /// Elements as in [`DenseElements`].
        data: Box<[u8]>,
    },
    /// `dense_resource<key> : type`
    DenseResource {
        /// Key in the file's resource section.
        key: Ident,
        /// A shaped type.
        ty: Type,
    },
    /// `opaque<"dialect", "0x.."> : type`
    OpaqueElements {
        /// Namespace.
        dialect: Ident,
        /// Content.
        data: Box<[u8]>,
        /// A shaped type.
        ty: Type,
    },
    /// `loc(...)` as a value.
    Location(Location),
    /// An attribute of a dialect that is not loaded: kept as its text.
    Opaque {
        /// The dialect's namespace.
        dialect: Ident,
        /// The text after the namespace: `x<1>` of `#dialect.x<1>`, `"x y"` of
        /// `#dialect<"x y">`.
        data: Box<str>,
        /// Type after a colon, if there is one.
        ty: Option<Type>,
    },
    /// `distinct[0]<unit>`: equal only to itself, not to other distinct attributes of the same
    /// content.
    Distinct {
        /// Distinguishes it from all others of the context.
        number: u64,
        /// Content.
        content: Attribute,
    },
    /// An attribute that a dialect defines.
    Dialect(DialectAttributeData),
    /// Large elements, which are stored elsewhere. [`Attribute::dense`] returns them.
    LargeElements,
}

/// The bits of a number, up to 128.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct FloatBits([u64; 2]);

impl FloatBits {
    /// The bits as a number.
    #[must_use]
    pub fn get(self) -> u128 {
        u128::from(self.0[1]) << 64 | u128::from(self.0[0])
    }
}

impl From<u128> for FloatBits {
    /// Not stored as a `u128`: that would be aligned to 16 bytes, and so would be all attributes.
    fn from(bits: u128) -> Self {
        Self([bits as u64, (bits >> 64) as u64])
    }
}

const UNIT: u32 = 0;
const FALSE: u32 = 1;
const TRUE: u32 = 2;

/// The number of attributes that each context has at the same handles.
const FIXED_COUNT: u32 = 3;

/// The attributes of a context, without large elements.
pub(crate) type Attributes = Uniquer<AttributeKind, FIXED_COUNT>;

pub(crate) fn intern_fixed(attributes: &Attributes) {
    let fixed: [_; FIXED_COUNT as usize] = [
        (UNIT, AttributeKind::Unit),
        (FALSE, AttributeKind::Integer { ty: Type::I1, value: ApInt::from_u64(1, 0) }),
        (TRUE, AttributeKind::Integer { ty: Type::I1, value: ApInt::from_u64(1, 1) }),
    ];
    for (index, kind) in fixed {
        let interned = attributes.intern(kind);
        debug_assert_eq!(interned, index);
    }
}

fn uniqued(number: u32) -> Attribute {
    assert!(number < BLOB - 1, "a context holds at most 2^30 attributes");
    handle(number)
}

const fn handle(raw: u32) -> Attribute {
    match NonZeroU32::new(raw + 1) {
        Some(raw) => Attribute(raw),
        None => unreachable!(),
    }
}

impl Attribute {
    /// `unit`
    pub const UNIT: Self = handle(UNIT);
    /// `false`
    pub const FALSE: Self = handle(FALSE);
    /// `true`
    pub const TRUE: Self = handle(TRUE);

    /// The number in the table of large elements, if this is the handle of large elements.
    pub(crate) fn blob(self) -> Option<u32> {
        let raw = self.0.get() - 1;
        (raw & BLOB != 0).then_some(raw & !BLOB)
    }

    /// Returns the kind of the attribute.
    #[inline]
    pub fn kind(self, ctx: &Context) -> &AttributeKind {
        const LARGE: &AttributeKind = &AttributeKind::LargeElements;
        if self.blob().is_some() { LARGE } else { ctx.data().attributes.get(self.0.get() - 1) }
    }

    /// The elements of a `dense` attribute. Cheap, because the data is shared.
    pub fn dense(self, ctx: &Context) -> Option<DenseElements> {
        match self.blob() {
            Some(index) => ctx.data().blobs.get(index),
            None => match self.kind(ctx) {
                AttributeKind::Dense(elements) => Some(elements.clone()),
                _ => None,
            },
        }
    }

    /// The type of a typed attribute: integer, float, elements, typed string.
    pub fn ty(self, ctx: &Context) -> Option<Type> {
        match self.kind(ctx) {
            AttributeKind::Integer { ty, .. }
            | AttributeKind::Float { ty, .. }
            | AttributeKind::DenseStrings { ty, .. }
            | AttributeKind::Sparse { ty, .. }
            | AttributeKind::DenseResource { ty, .. }
            | AttributeKind::OpaqueElements { ty, .. } => Some(*ty),
            AttributeKind::String { ty, .. } | AttributeKind::Opaque { ty, .. } => *ty,
            AttributeKind::Dense(elements) => Some(elements.ty()),
            AttributeKind::LargeElements => self.dense(ctx).map(|elements| elements.ty()),
            _ => None,
        }
    }

    /// The value of an integer attribute.
    pub fn as_integer(self, ctx: &Context) -> Option<&ApInt> {
        match self.kind(ctx) {
            AttributeKind::Integer { value, .. } => Some(value),
            _ => None,
        }
    }

    /// The value of an integer attribute, read as signed, if it fits.
    #[inline]
    pub fn as_i64(self, ctx: &Context) -> Option<i64> {
        self.as_integer(ctx)?.to_i64()
    }

    /// `true` or `false`.
    pub fn as_bool(self, ctx: &Context) -> Option<bool> {
        match self.kind(ctx) {
            AttributeKind::Integer { ty: Type::I1, value } => Some(!value.is_zero()),
            _ => None,
        }
    }

    /// The value of an `f64` attribute.
    pub fn as_f64(self, ctx: &Context) -> Option<f64> {
        match self.kind(ctx) {
            AttributeKind::Float { ty: Type::F64, bits } => Some(f64::from_bits(bits.get() as u64)),
            _ => None,
        }
    }

    /// The text of a string attribute that is UTF-8.
    pub fn as_str(self, ctx: &Context) -> Option<&str> {
        match self.kind(ctx) {
            AttributeKind::String { bytes, .. } => std::str::from_utf8(bytes).ok(),
            _ => None,
        }
    }

    /// The elements of an array attribute.
    pub fn as_array(self, ctx: &Context) -> Option<&[Attribute]> {
        match self.kind(ctx) {
            AttributeKind::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// The entries of a dictionary attribute, sorted by name.
    pub fn as_dictionary(self, ctx: &Context) -> Option<&[NamedAttribute]> {
        match self.kind(ctx) {
            AttributeKind::Dictionary(entries) => Some(entries),
            _ => None,
        }
    }

    /// The type that a type attribute holds.
    pub fn as_type(self, ctx: &Context) -> Option<Type> {
        match self.kind(ctx) {
            AttributeKind::Type(ty) => Some(*ty),
            _ => None,
        }
    }

    /// The map of an affine map attribute.
    pub fn as_affine_map(self, ctx: &Context) -> Option<AffineMap> {
        match self.kind(ctx) {
            AttributeKind::AffineMap(map) => Some(*map),
            _ => None,
        }
    }

    /// The set of an integer set attribute.
    pub fn as_integer_set(self, ctx: &Context) -> Option<IntegerSet> {
        match self.kind(ctx) {
            AttributeKind::IntegerSet(set) => Some(*set),
            _ => None,
        }
    }

    /// The elements of an `array<i64: ..>` or `array<i32: ..>` attribute.
    pub fn as_i64_array(self, ctx: &Context) -> Option<Vec<i64>> {
        self.i64_elements(ctx).map(SmallVec::into_vec)
    }

    /// As [`Attribute::as_i64_array`], without an allocation for a few elements.
    #[doc(hidden)]
    pub fn i64_elements(self, ctx: &Context) -> Option<SmallVec<[i64; 4]>> {
        let AttributeKind::DenseArray { element, data } = self.kind(ctx) else { return None };
        match *element {
            Type::I64 => {
                let (elements, _) = data.as_chunks::<8>();
                Some(elements.iter().map(|bytes| i64::from_le_bytes(*bytes)).collect())
            }
            Type::I32 => {
                let (elements, _) = data.as_chunks::<4>();
                Some(elements.iter().map(|bytes| i32::from_le_bytes(*bytes).into()).collect())
            }
            _ => None,
        }
    }

    /// The data of an attribute that dialect attribute `A` defines.
    pub fn as_dialect<A: DialectAttribute>(self, ctx: &Context) -> Option<&A> {
        match self.kind(ctx) {
            AttributeKind::Dialect(data) => data.downcast_ref(),
            _ => None,
        }
    }

    /// The attribute's implementation of interface `I`, a trait object type: the one that its
    /// dialect declares, or one that was
    /// [attached](crate::ir::op_interface::DialectExtension).
    pub fn interface<I: ?Sized + 'static>(self, ctx: &Context) -> Option<&I> {
        let attached = &ctx.data().attribute_interfaces;
        let of_data = match self.kind(ctx) {
            AttributeKind::Dialect(data) => {
                data.interface().or_else(|| attached.cast(data.as_any()))
            }
            _ => None,
        };
        of_data.or_else(|| attached.object(ctx, self))
    }

    /// Whether the attribute is one of a dialect with trait `T`.
    pub fn has_trait<T: crate::data::parameters::DataTrait>(self, ctx: &Context) -> bool {
        matches!(self.kind(ctx), AttributeKind::Dialect(data) if data.has_trait::<T>())
    }

    /// Whether the attribute can be the memory space of a memref: an integer, a string, a
    /// dictionary, or an attribute of a dialect.
    pub fn may_be_memory_space(self, ctx: &Context) -> bool {
        matches!(
            self.kind(ctx),
            AttributeKind::Integer { .. }
                | AttributeKind::String { .. }
                | AttributeKind::Dictionary(_)
                | AttributeKind::Dialect(_)
                | AttributeKind::Opaque { .. }
        )
    }
}

impl Context {
    /// Returns the attribute for `kind`. The caller upholds the invariants of text and nested
    /// attributes that [`AttributeKind`] states.
    ///
    /// # Panics
    /// If the attribute is not valid: an integer of a float type, a number of more bits than its
    /// type has, fewer elements than the type requires.
    #[track_caller]
    pub fn intern_attribute(&self, kind: AttributeKind) -> Attribute {
        if let Err(wrong) = kind.check(self) {
            panic!("not a valid attribute: {wrong}");
        }
        self.intern_checked(kind)
    }

    fn intern_checked(&self, kind: AttributeKind) -> Attribute {
        if let AttributeKind::AffineMap(_)
        | AttributeKind::IntegerSet(_)
        | AttributeKind::Location(_)
        | AttributeKind::DenseResource { .. }
        | AttributeKind::Opaque { .. }
        | AttributeKind::Distinct { .. } = kind
        {
            let flag = &self.data().has_aliased_attributes;
            // Avoids writing to a cache line that other threads read.
            if !flag.load(Ordering::Relaxed) {
                flag.store(true, Ordering::Relaxed);
            }
        }
        uniqued(self.data().attributes.intern(kind))
    }

    /// Whether the context has attributes that are printed as aliases.
    pub(crate) fn has_aliased_attributes(&self) -> bool {
        self.data().has_aliased_attributes.load(Ordering::Relaxed)
    }

    /// An integer attribute. `value` is truncated to the type's width; `index` counts as 64 bits.
    ///
    /// # Panics
    /// If `ty` is not an integer type or `index`.
    #[track_caller]
    pub fn integer_attr(&self, ty: Type, value: i64) -> Attribute {
        match integer_width(self, ty) {
            Some(width) => self.apint_of_width(ty, ApInt::from_i64(width, value)),
            None => panic!("not a valid attribute: an integer of type '{}'", self.type_text(ty)),
        }
    }

    /// An integer attribute of any width.
    ///
    /// # Panics
    /// If `ty` is not an integer type or `index`, or if its width is not that of `value`.
    #[track_caller]
    pub fn apint_attr(&self, ty: Type, value: ApInt) -> Attribute {
        if integer_width(self, ty) != Some(value.width()) {
            let ty = self.type_text(ty);
            panic!(
                "not a valid attribute: an integer of type '{ty}' with a value of {} bits",
                value.width()
            );
        }
        self.apint_of_width(ty, value)
    }

    fn apint_of_width(&self, ty: Type, value: ApInt) -> Attribute {
        let data = self.data();
        let intern = |value| data.attributes.intern(AttributeKind::Integer { ty, value });
        uniqued(data.recent_integers.find_or(&data.attributes, ty, value, intern))
    }

    /// An `i64` attribute.
    pub fn i64_attr(&self, value: i64) -> Attribute {
        self.integer_attr(Type::I64, value)
    }

    /// An `index` attribute.
    pub fn index_attr(&self, value: i64) -> Attribute {
        self.integer_attr(Type::INDEX, value)
    }

    /// `true` or `false`.
    pub fn bool_attr(&self, value: bool) -> Attribute {
        if value { Attribute::TRUE } else { Attribute::FALSE }
    }

    /// An `f64` attribute.
    pub fn f64_attr(&self, value: f64) -> Attribute {
        self.intern_checked(AttributeKind::Float {
            ty: Type::F64,
            bits: u128::from(value.to_bits()).into(),
        })
    }

    /// A floating point attribute of type `ty` nearest to `value`.
    ///
    /// # Panics
    /// If `ty` is not a floating point type.
    #[track_caller]
    pub fn float_attr(&self, ty: Type, value: f64) -> Attribute {
        let TypeKind::Float(kind) = ty.kind(self) else {
            panic!(
                "not a valid attribute: a floating point number of type '{}'",
                self.type_text(ty)
            );
        };
        let bits = from_f64(*kind, value).unwrap_or(0);
        self.intern_checked(AttributeKind::Float { ty, bits: bits.into() })
    }

    /// A floating point attribute from the bits of its format.
    ///
    /// # Panics
    /// If `ty` is not a floating point type, or has fewer bits.
    #[track_caller]
    pub fn float_bits_attr(&self, ty: Type, bits: u128) -> Attribute {
        self.intern_attribute(AttributeKind::Float { ty, bits: bits.into() })
    }

    /// A string attribute.
    pub fn string_attr(&self, text: &str) -> Attribute {
        self.bytes_attr(text.as_bytes())
    }

    /// A string attribute of any bytes.
    pub fn bytes_attr(&self, bytes: &[u8]) -> Attribute {
        let ident = KnownIdent::default();
        self.intern_checked(AttributeKind::String { bytes: bytes.into(), ty: None, ident })
    }

    /// An array attribute.
    pub fn array_attr(&self, elements: &[Attribute]) -> Attribute {
        self.hold_nested(elements.iter().copied());
        self.intern_checked(AttributeKind::Array(elements.into()))
    }

    /// A dictionary attribute. If several entries have the same name, the last one is kept.
    pub fn dictionary_attr(&self, entries: &[NamedAttribute]) -> Attribute {
        let mut sorted: SmallVec<[NamedAttribute; 8]> = SmallVec::from_slice(entries);
        // Texts are mostly printed ones, whose entries are sorted.
        if !sorted.is_sorted_by(|a, b| a.0.text(self) < b.0.text(self)) {
            sorted.reverse();
            sorted.sort_by(|a, b| a.0.text(self).cmp(b.0.text(self)));
            sorted.dedup_by_key(|entry| entry.0);
        }
        self.hold_nested(sorted.iter().map(|entry| entry.1));
        self.intern_checked(AttributeKind::Dictionary(sorted.as_slice().into()))
    }

    /// A type as an attribute.
    pub fn type_attr(&self, ty: Type) -> Attribute {
        self.intern_checked(AttributeKind::Type(ty))
    }

    /// An affine map as an attribute.
    pub fn affine_map_attr(&self, map: AffineMap) -> Attribute {
        self.intern_checked(AttributeKind::AffineMap(map))
    }

    /// `strided<[..], offset: ..>`
    pub fn strided_attr(&self, strides: &[i64], offset: i64) -> Attribute {
        self.intern_checked(AttributeKind::Strided { strides: strides.into(), offset })
    }

    /// An integer set as an attribute.
    pub fn integer_set_attr(&self, set: IntegerSet) -> Attribute {
        self.intern_checked(AttributeKind::IntegerSet(set))
    }

    /// `array<i32: ..>`
    pub fn i32_array_attr(&self, values: &[i32]) -> Attribute {
        let data = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.intern_checked(AttributeKind::DenseArray { element: Type::I32, data })
    }

    /// `array<i64: ..>`
    pub fn i64_array_attr(&self, values: &[i64]) -> Attribute {
        // Hashes like the variant's fields, in order, so that a known array needs no allocation.
        let bytes: SmallVec<[u8; 32]> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        let nothing = AttributeKind::DenseArray { element: Type::I64, data: Box::default() };
        let key = (std::mem::discriminant(&nothing), Type::I64, &bytes[..]);
        let is_same = |known: &AttributeKind| match known {
            AttributeKind::DenseArray { element, data } => (*element, &**data) == (key.1, key.2),
            _ => false,
        };
        let make = || AttributeKind::DenseArray { element: Type::I64, data: bytes[..].into() };
        uniqued(self.data().attributes.intern_by(&key, is_same, make))
    }

    /// Creates an attribute that is not equal to any other, with `content` in it.
    ///
    /// ```
    /// # extern crate mlir_lite_ir as mlir_lite;
    /// use mlir_lite::{Context, attributes::Attribute};
    /// let ctx = Context::new();
    /// assert_ne!(ctx.distinct_attr(Attribute::UNIT), ctx.distinct_attr(Attribute::UNIT));
    /// ```
    pub fn distinct_attr(&self, content: Attribute) -> Attribute {
        self.hold_nested([content].into_iter());
        let number = self.data().distinct_attributes.fetch_add(1, Ordering::Relaxed);
        self.intern_checked(AttributeKind::Distinct { number, content })
    }

    /// Elements as an attribute. Small ones are uniqued; large ones live as long as an op holds
    /// them.
    ///
    /// # Panics
    /// If the number or the size of the elements is not that of the type.
    #[track_caller]
    pub fn dense_attr(&self, elements: DenseElements) -> Attribute {
        if let Err(wrong) = elements.check(self) {
            panic!("not a valid attribute: {wrong}");
        }
        if elements.is_large() {
            return Attribute(crate::support::pool::encode(
                (self.data().blobs.add(elements) | BLOB) as usize,
            ));
        }
        self.intern_checked(AttributeKind::Dense(elements))
    }

    /// Like [`Context::dense_attr`], but returns `None` for types that cannot have these elements,
    /// such as types from user input.
    #[doc(hidden)]
    pub fn try_dense_attr(&self, elements: DenseElements) -> Option<Attribute> {
        elements.check(self).is_ok().then(|| self.dense_attr(elements))
    }

    /// Like [`Context::apint_attr`], but returns `None` for types that cannot have these integers,
    /// such as types from user input.
    #[doc(hidden)]
    pub fn try_apint_attr(&self, ty: Type, value: ApInt) -> Option<Attribute> {
        (integer_width(self, ty) == Some(value.width())).then(|| self.apint_of_width(ty, value))
    }

    /// `f64` elements of a shaped type, row-major. A single value is a splat.
    ///
    /// # Panics
    /// If the element type is not `f64`, or if the number of values does not match the type.
    #[track_caller]
    pub fn dense_f64_attr(&self, ty: Type, values: &[f64]) -> Attribute {
        let wanted = ty.static_shape(self).and_then(element_count);
        if ty.element_type(self) != Some(Type::F64)
            || (values.len() != 1 && wanted != Some(values.len()))
        {
            let (ty, found) = (self.type_text(ty), values.len());
            panic!("not a valid attribute: {found} elements of type f64 for '{ty}'");
        }
        self.dense_attr(DenseElements::from_f64(ty, values))
    }

    /// An attribute that a dialect defines.
    pub fn dialect_attribute<A: DialectAttribute>(&self, data: A) -> Attribute {
        self.intern_checked(AttributeKind::Dialect(DialectAttributeData::new(data)))
    }

    /// Keeps the large elements in a uniqued attribute alive for as long as the context.
    fn hold_nested(&self, attributes: impl Iterator<Item = Attribute>) {
        attributes.for_each(|attribute| self.retain_elements(attribute));
    }

    /// Counts one more op that holds `attribute`.
    pub(crate) fn retain_elements(&self, attribute: Attribute) {
        if let Some(index) = attribute.blob() {
            self.data().blobs.retain(index);
        }
    }

    /// Counts one op less that holds `attribute`.
    #[inline]
    pub(crate) fn release_elements(&self, attribute: Attribute) {
        if let Some(index) = attribute.blob() {
            self.data().blobs.release(index);
        }
    }

    /// Frees the large elements that no op holds. Handles of such elements become invalid, so this
    /// may only be called when nothing but ops holds attributes: after a pipeline, or between
    /// inputs of a REPL.
    pub fn collect_elements(&self) {
        self.data().blobs.collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_handles_are_what_they_say() {
        let ctx = Context::new();
        assert_eq!(ctx.intern_attribute(AttributeKind::Unit), Attribute::UNIT);
        assert_eq!(ctx.integer_attr(Type::I1, 1), Attribute::TRUE);
        assert_eq!(ctx.integer_attr(Type::I1, 0), Attribute::FALSE);
    }

    #[test]
    fn dictionaries_are_sorted_and_keep_the_last_entry_of_a_name() {
        let ctx = Context::new();
        let (a, b) = (ctx.ident("a"), ctx.ident("b"));
        let one = ctx.i64_attr(1);
        let two = ctx.i64_attr(2);
        let dict = ctx.dictionary_attr(&[(b, one), (a, one), (b, two)]);
        assert_eq!(dict.as_dictionary(&ctx), Some(&[(a, one), (b, two)][..]));
    }

    #[test]
    fn large_elements_are_freed_when_no_op_holds_them() {
        let ctx = Context::new();
        let ty = ctx.tensor_type(&[1000], Type::F64);
        let values: Vec<f64> = (0..1000).map(f64::from).collect();
        let attribute = ctx.dense_f64_attr(ty, &values);
        ctx.retain_elements(attribute);
        ctx.collect_elements();
        assert!(attribute.dense(&ctx).is_some());
        ctx.release_elements(attribute);
        ctx.collect_elements();
        assert!(attribute.dense(&ctx).is_none());
    }
}
