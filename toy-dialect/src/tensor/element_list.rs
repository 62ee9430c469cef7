//! The elements of a tensor as data: a list for each element type, and the conversions between
//! them.
//!
//! A function of elements is written once for all types that it knows, with [`Scalar`], and
//! [`for_elements!`](macro@for_elements) calls it for the type that the elements have.

use std::fmt::Debug;

use mlir_lite::ir::prelude::*;

/// The element types of tensors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Element {
    /// Floats of 64 bits.
    #[default]
    F64,
    /// Floats of 32 bits.
    F32,
    /// Integers of 64 bits.
    I64,
    /// Booleans.
    Bool,
    /// Integers of 8 bits.
    I8,
    /// Integers of 8 bits without a sign.
    U8,
}

impl Element {
    /// All element types.
    pub const ALL: [Self; 6] = [Self::F64, Self::F32, Self::I64, Self::Bool, Self::I8, Self::U8];

    /// The element type of a tensor or of memory. Bytes in memory are taken for booleans: ops on
    /// memory say which of both they are where it matters.
    #[must_use]
    pub fn of(ctx: &Context, ty: Type) -> Self {
        match ty.element_type(ctx) {
            Some(Type::I8) if ty.is_tensor(ctx) => Self::I8,
            element => Self::in_ir(element.unwrap_or(Type::F64)),
        }
    }

    /// The element type of memory of this type in the IR.
    pub(crate) fn in_ir(element: Type) -> Self {
        match element {
            Type::F32 => Self::F32,
            Type::I64 => Self::I64,
            Type::I1 | Type::I8 => Self::Bool,
            Type::UI8 => Self::U8,
            _ => Self::F64,
        }
    }

    /// The element type of integers of 8 bits of this type in the IR.
    pub(crate) fn of_bytes(ty: Type) -> Self {
        if ty == Type::UI8 { Self::U8 } else { Self::I8 }
    }

    /// The type in the IR.
    #[must_use]
    pub fn ty(self) -> Type {
        match self {
            Self::F64 => Type::F64,
            Self::F32 => Type::F32,
            Self::I64 => Type::I64,
            Self::Bool => Type::I1,
            Self::I8 => Type::I8,
            Self::U8 => Type::UI8,
        }
    }

    /// The type in memory.
    #[must_use]
    pub fn in_memory(self) -> Type {
        match self {
            Self::Bool | Self::U8 => Type::I8,
            _ => self.ty(),
        }
    }

    /// The element type of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|element| element.name() == name)
    }

    /// The name of the type in memory.
    pub(crate) fn name_in_memory(self) -> &'static str {
        match self {
            Self::Bool | Self::U8 => Self::I8.name(),
            _ => self.name(),
        }
    }

    /// Whether elements are integers or booleans, so no floats.
    #[must_use]
    pub fn is_integer(self) -> bool {
        matches!(self, Self::I64 | Self::Bool | Self::I8 | Self::U8)
    }

    /// The least and the greatest integer of 8 bits; none for other elements.
    #[must_use]
    pub fn small_integers(self) -> Option<[i64; 2]> {
        match self {
            Self::I8 => Some([i8::MIN.into(), i8::MAX.into()]),
            Self::U8 => Some([u8::MIN.into(), u8::MAX.into()]),
            Self::F64 | Self::F32 | Self::I64 | Self::Bool => None,
        }
    }

    /// The name in the language.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::F64 => "f64",
            Self::F32 => "f32",
            Self::I64 => "i64",
            Self::Bool => "bool",
            Self::I8 => "i8",
            Self::U8 => "u8",
        }
    }

    /// The bytes of an element.
    #[must_use]
    pub fn bytes(self) -> i64 {
        match self {
            Self::F64 | Self::I64 => 8,
            Self::F32 => 4,
            Self::Bool | Self::I8 | Self::U8 => 1,
        }
    }
}

/// The elements of a tensor, of one of the types of [`Element`].
#[derive(Clone, Debug, PartialEq)]
pub enum Elements {
    /// Floats of 64 bits.
    F64(Vec<f64>),
    /// Floats of 32 bits.
    F32(Vec<f32>),
    /// Integers of 64 bits.
    I64(Vec<i64>),
    /// Booleans.
    Bool(Vec<bool>),
    /// Integers of 8 bits.
    I8(Vec<i8>),
    /// Integers of 8 bits without a sign.
    U8(Vec<u8>),
}

/// Evaluates an expression for the list in an [`Elements`], whatever its type.
macro_rules! for_elements {
    ($elements:expr, $list:ident => $result:expr) => {
        match $elements {
            $crate::tensor::element_list::Elements::F64($list) => $result,
            $crate::tensor::element_list::Elements::F32($list) => $result,
            $crate::tensor::element_list::Elements::I64($list) => $result,
            $crate::tensor::element_list::Elements::Bool($list) => $result,
            $crate::tensor::element_list::Elements::I8($list) => $result,
            $crate::tensor::element_list::Elements::U8($list) => $result,
        }
    };
}
pub(crate) use for_elements;

/// The types of single elements.
pub trait Scalar: Copy + PartialEq + PartialOrd + Default + Debug + Send + Sync + 'static {
    /// The element type.
    const ELEMENT: Element;

    /// The list in some elements, if they have this type.
    fn list(elements: &Elements) -> Option<&[Self]>;

    /// The list in some elements, to change it.
    fn list_mut(elements: &mut Elements) -> Option<&mut Vec<Self>>;

    /// Elements of this type.
    fn elements(list: Vec<Self>) -> Elements;

    /// The nearest float of 64 bits.
    fn to_f64(self) -> f64;

    /// The nearest float of 32 bits.
    fn to_f32(self) -> f32;

    /// The integer, rounded towards 0; none if it is not in the range of `i64`.
    fn to_i64(self) -> Option<i64>;

    /// Whether the element is not 0.
    fn to_bool(self) -> bool;

    /// 1 for true, 0 for false.
    fn of_bool(value: bool) -> Self {
        Self::nearest(f64::from(u8::from(value)))
    }

    /// The nearest element of this type: numbers out of the range of integers are the first or the
    /// last one, and a number is true if it is above 0.
    fn nearest(number: f64) -> Self;
}

/// Implements the members of [`Scalar`] that only name the variant.
macro_rules! scalar {
    ($variant:ident) => {
        const ELEMENT: Element = Element::$variant;

        fn list(elements: &Elements) -> Option<&[Self]> {
            if let Elements::$variant(list) = elements { Some(list) } else { None }
        }

        fn list_mut(elements: &mut Elements) -> Option<&mut Vec<Self>> {
            if let Elements::$variant(list) = elements { Some(list) } else { None }
        }

        fn elements(list: Vec<Self>) -> Elements {
            Elements::$variant(list)
        }
    };
}

impl Scalar for f64 {
    scalar!(F64);

    fn to_f64(self) -> f64 {
        self
    }

    fn to_f32(self) -> f32 {
        self as f32
    }

    fn to_i64(self) -> Option<i64> {
        /// The first number above the integers.
        const END: f64 = 9_223_372_036_854_775_808.0;
        (-END..END).contains(&self).then_some(self as i64)
    }

    fn to_bool(self) -> bool {
        self != 0.0
    }

    fn nearest(number: f64) -> Self {
        number
    }
}

impl Scalar for f32 {
    scalar!(F32);

    fn to_f64(self) -> f64 {
        f64::from(self)
    }

    fn to_f32(self) -> f32 {
        self
    }

    fn to_i64(self) -> Option<i64> {
        f64::from(self).to_i64()
    }

    fn to_bool(self) -> bool {
        self != 0.0
    }

    fn nearest(number: f64) -> Self {
        number as f32
    }
}

impl Scalar for i64 {
    scalar!(I64);

    fn to_f64(self) -> f64 {
        self as f64
    }

    fn to_f32(self) -> f32 {
        self as f32
    }

    fn to_i64(self) -> Option<i64> {
        Some(self)
    }

    fn to_bool(self) -> bool {
        self != 0
    }

    fn nearest(number: f64) -> Self {
        number as i64
    }
}

/// Implements [`Scalar`] for integers of 8 bits.
macro_rules! small_integer {
    ($ty:ty, $variant:ident) => {
        impl Scalar for $ty {
            scalar!($variant);

            fn to_f64(self) -> f64 {
                f64::from(self)
            }

            fn to_f32(self) -> f32 {
                f32::from(self)
            }

            fn to_i64(self) -> Option<i64> {
                Some(i64::from(self))
            }

            fn to_bool(self) -> bool {
                self != 0
            }

            fn nearest(number: f64) -> Self {
                number as $ty
            }
        }
    };
}

small_integer!(i8, I8);
small_integer!(u8, U8);

impl Scalar for bool {
    scalar!(Bool);

    fn to_f64(self) -> f64 {
        f64::from(u8::from(self))
    }

    fn to_f32(self) -> f32 {
        f32::from(u8::from(self))
    }

    fn to_i64(self) -> Option<i64> {
        Some(i64::from(self))
    }

    fn to_bool(self) -> bool {
        self
    }

    fn nearest(number: f64) -> Self {
        number > 0.0
    }
}

impl Elements {
    /// The type of the elements.
    #[must_use]
    pub fn element(&self) -> Element {
        fn of<T: Scalar>(_: &[T]) -> Element {
            T::ELEMENT
        }
        for_elements!(self, list => of(list))
    }

    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        for_elements!(self, list => list.len())
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The elements as floats of 64 bits, to which integers beyond 2^53 are rounded.
    #[must_use]
    pub fn to_f64s(&self) -> Vec<f64> {
        for_elements!(self, list => list.iter().map(|x| x.to_f64()).collect())
    }

    /// The element of this index as a float of 64 bits.
    pub(crate) fn f64_at(&self, index: usize) -> f64 {
        for_elements!(self, list => list[index].to_f64())
    }

    /// The elements of another type, rounded to it.
    ///
    /// # Errors
    /// The first element that is not in the range of `i64`, if that is the other type.
    pub fn converted(&self, to: Element) -> Result<Self, f64> {
        fn all<T: Scalar>(list: &[T], to: Element) -> Result<Elements, f64> {
            Ok(match to {
                Element::F64 => Elements::F64(list.iter().map(|x| x.to_f64()).collect()),
                Element::F32 => Elements::F32(list.iter().map(|x| x.to_f32()).collect()),
                Element::I64 => {
                    let integers = list.iter().map(|x| x.to_i64().ok_or(x.to_f64()));
                    Elements::I64(integers.collect::<Result<_, _>>()?)
                }
                Element::Bool => Elements::Bool(list.iter().map(|x| x.to_bool()).collect()),
                Element::I8 => small_integers::<T, i8>(list),
                Element::U8 => small_integers::<T, u8>(list),
            })
        }
        fn small_integers<T: Scalar, S: Scalar>(list: &[T]) -> Elements {
            // The numbers of 8 bits are floats, too, and so are their neighbours.
            let nearest = |x: &T| S::nearest(x.to_f64());
            S::elements(list.iter().map(nearest).collect())
        }
        for_elements!(self, list => all(list, to))
    }

    /// As [`converted`](Self::converted), without a copy if they have the type.
    ///
    /// # Errors
    /// As [`converted`](Self::converted).
    pub(crate) fn into_converted(self, to: Element) -> Result<Self, f64> {
        if self.element() == to { Ok(self) } else { self.converted(to) }
    }

    /// The elements as words of 8 bytes, as compiled code passes them to its host: integers and
    /// booleans as integers, floats as floats of 64 bits.
    #[must_use]
    pub fn to_words(&self) -> Vec<u64> {
        match self {
            Self::I64(list) => list.iter().map(|integer| *integer as u64).collect(),
            Self::Bool(list) => list.iter().map(|boolean| u64::from(*boolean)).collect(),
            Self::I8(list) => list.iter().map(|integer| i64::from(*integer) as u64).collect(),
            Self::U8(list) => list.iter().map(|integer| u64::from(*integer)).collect(),
            Self::F64(_) | Self::F32(_) => self.to_f64s().into_iter().map(f64::to_bits).collect(),
        }
    }

    /// The elements that these words are, see [`to_words`](Self::to_words).
    #[must_use]
    pub fn of_words(element: Element, words: &[u64]) -> Self {
        let mut elements = Self::nearest(element, &[]);
        elements.reserve(words.len());
        elements.extend_words(words.iter().copied());
        elements
    }

    /// Makes room for more elements.
    pub fn reserve(&mut self, count: usize) {
        for_elements!(self, list => list.reserve_exact(count));
    }

    /// Adds the elements that these words are, see [`to_words`](Self::to_words).
    pub fn extend_words(&mut self, words: impl Iterator<Item = u64>) {
        match self {
            Self::I64(list) => list.extend(words.map(|word| word as i64)),
            Self::Bool(list) => list.extend(words.map(|word| word != 0)),
            Self::I8(list) => list.extend(words.map(|word| word as i8)),
            Self::U8(list) => list.extend(words.map(|word| word as u8)),
            Self::F64(list) => list.extend(words.map(f64::from_bits)),
            Self::F32(list) => list.extend(words.map(|word| f64::from_bits(word) as f32)),
        }
    }

    /// The elements nearest to some numbers.
    #[must_use]
    pub fn nearest(element: Element, numbers: &[f64]) -> Self {
        fn all<T: Scalar>(numbers: &[f64]) -> Elements {
            T::elements(numbers.iter().map(|number| T::nearest(*number)).collect())
        }
        match element {
            Element::F64 => all::<f64>(numbers),
            Element::F32 => all::<f32>(numbers),
            Element::I64 => all::<i64>(numbers),
            Element::Bool => all::<bool>(numbers),
            Element::I8 => all::<i8>(numbers),
            Element::U8 => all::<u8>(numbers),
        }
    }

    /// `count` elements, each of which is the one of some index.
    ///
    /// # Errors
    /// If there is no memory for them.
    pub(crate) fn rearranged(
        &self,
        count: usize,
        index: impl Fn(usize) -> usize,
    ) -> Result<Self, String> {
        for_elements!(self, list => {
            listed(count, |number| list[index(number)]).map(Scalar::elements)
        })
    }
}

/// A list of `count` elements.
///
/// # Errors
/// If there is no memory for them.
pub(crate) fn listed<T>(
    count: usize,
    mut element: impl FnMut(usize) -> T,
) -> Result<Vec<T>, String> {
    let mut list = room_for(count)?;
    list.extend((0..count).map(&mut element));
    Ok(list)
}

/// Checks that there is memory for a list of `count` elements, for callers that allocate it without
/// a check. Another thread may take the memory before.
///
/// # Errors
/// If there is no such memory.
pub(crate) fn check_room(count: usize) -> Result<(), String> {
    room_for::<u64>(count).map(|_| ())
}

/// An empty list with memory for `count` elements.
///
/// # Errors
/// If there is no such memory.
pub(crate) fn room_for<T>(count: usize) -> Result<Vec<T>, String> {
    let mut list = Vec::new();
    match list.try_reserve_exact(count) {
        Ok(()) => Ok(list),
        Err(_) => Err(format!("cannot allocate {} bytes", count.saturating_mul(size_of::<T>()))),
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn conversions_keep_what_the_other_type_has() {
        let integers = Elements::I64(vec![9_007_199_254_740_993, -1, 0]);
        assert_eq!(integers.converted(Element::I64), Ok(integers.clone()));
        let floats = Elements::F64(vec![9_007_199_254_740_992.0, -1.0, 0.0]);
        assert_eq!(integers.converted(Element::F64), Ok(floats.clone()));
        assert_eq!(integers.converted(Element::Bool), Ok(Elements::Bool(vec![true, true, false])));
        assert_eq!(
            Elements::F64(vec![-1.5, 2.9]).converted(Element::I64),
            Ok(Elements::I64(vec![-1, 2]))
        );
    }

    #[test]
    fn the_number_without_an_integer_is_the_error() {
        let out_of_range = Elements::F64(vec![1.0, 9_223_372_036_854_775_808.0]);
        assert_eq!(out_of_range.converted(Element::I64), Err(9_223_372_036_854_775_808.0));
        assert!(Elements::F64(vec![f64::NAN]).converted(Element::I64).is_err());
    }

    #[test]
    fn too_many_elements_are_an_error() {
        assert!(room_for::<f64>(usize::MAX / 16).is_err());
    }
}
