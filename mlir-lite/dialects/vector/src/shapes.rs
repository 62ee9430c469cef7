//! Shapes of vectors, and their elements in the interpreter and in constants.

use mlir_lite::attributes::DenseElements;
use mlir_lite::constants::element_attr;
use mlir_lite::interpreter::{Flow, Machine, Trap, Value, run_shape};
use mlir_lite::ir::prelude::*;
use mlir_lite::types::{TypeKind, element_count};
use std::sync::Arc;

/// Folds do not make constants of more elements.
pub(crate) const LARGEST_FOLDED: usize = 1 << 12;

/// The contents of a vector type.
#[derive(Clone, PartialEq)]
pub(crate) struct Shape {
    pub(crate) sizes: Vec<i64>,
    /// Which sizes are multiplied by vscale; as many as sizes.
    pub(crate) scalable: Vec<bool>,
    pub(crate) element: Type,
}

impl Shape {
    /// The parts of a vector type; of another type, those of a vector without dimensions.
    pub(crate) fn of(ctx: &Context, ty: Type) -> Self {
        match ty.kind(ctx) {
            TypeKind::Vector { shape, element, scalable } => {
                let mut scalable = scalable.to_vec();
                scalable.resize(shape.len(), false);
                Self { sizes: shape.to_vec(), scalable, element: *element }
            }
            _ => Self { sizes: Vec::new(), scalable: Vec::new(), element: ty },
        }
    }

    pub(crate) fn rank(&self) -> usize {
        self.sizes.len()
    }

    /// Whether a size is multiplied by vscale.
    pub(crate) fn is_scalable(&self) -> bool {
        self.scalable.contains(&true)
    }

    /// The vector type.
    pub(crate) fn ty(&self, ctx: &Context) -> Type {
        ctx.scalable_vector_type(&self.sizes, &self.scalable, self.element)
    }

    /// The vector type, or the element type if there are no dimensions.
    pub(crate) fn ty_or_element(&self, ctx: &Context) -> Type {
        if self.sizes.is_empty() { self.element } else { self.ty(ctx) }
    }

    /// The dimensions with these numbers.
    pub(crate) fn select(&self, dimensions: impl IntoIterator<Item = usize>) -> Self {
        let dimensions: Vec<usize> = dimensions.into_iter().collect();
        Self {
            sizes: dimensions.iter().map(|&dimension| self.sizes[dimension]).collect(),
            scalable: dimensions.iter().map(|&dimension| self.scalable[dimension]).collect(),
            element: self.element,
        }
    }

    /// The dimensions after the first ones.
    pub(crate) fn after(&self, first: usize) -> Self {
        self.select(first.min(self.rank())..self.rank())
    }

    /// The same with other elements.
    pub(crate) fn with_element(&self, element: Type) -> Self {
        Self { element, ..self.clone() }
    }

    /// The same dimensions and flags, whatever the elements are.
    pub(crate) fn same_dimensions(&self, other: &Self) -> bool {
        self.sizes == other.sizes && self.scalable == other.scalable
    }
}

/// Numbers of a vector's elements: those before and after a dimension, and so on.
pub(crate) fn count(sizes: &[i64]) -> usize {
    sizes.iter().map(|&size| usize::try_from(size).unwrap_or(0)).product()
}

/// The number of an element, row-major.
pub(crate) fn number_of(sizes: &[i64], position: &[i64]) -> usize {
    let number = sizes.iter().zip(position).fold(0, |number, (size, at)| number * size + at);
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// A vector when the program runs, or a number, which is one without dimensions.
#[derive(Clone)]
pub(crate) struct Block {
    pub(crate) sizes: Vec<i64>,
    pub(crate) values: Vec<Value>,
}

impl Block {
    /// The value of an operand. Poison is a vector of poison.
    pub(crate) fn of(m: &Machine<'_>, value: ValueRef<'_>) -> Result<Self, Trap> {
        let ty = value.ty();
        match m.get(value) {
            Value::Elements(elements) => Ok(Self::of_elements(&elements)),
            Value::Poison => {
                let sizes = run_sizes(m, ty)?;
                let values = vec![Value::Poison; count(&sizes)];
                Ok(Self { sizes, values })
            }
            other => Ok(Self { sizes: Vec::new(), values: vec![other] }),
        }
    }

    pub(crate) fn of_elements(elements: &Arc<mlir_lite::interpreter::Elements>) -> Self {
        Self { sizes: elements.shape.to_vec(), values: elements.values.clone() }
    }

    /// A block of which each element is computed.
    pub(crate) fn from_fn(
        sizes: &[i64],
        mut element: impl FnMut(&[i64]) -> Result<Value, Trap>,
    ) -> Result<Self, Trap> {
        let values = mlir_lite::interpreter::positions(sizes).map(|position| element(&position));
        Ok(Self { sizes: sizes.to_vec(), values: values.collect::<Result<_, _>>()? })
    }

    /// An element.
    pub(crate) fn at(&self, position: &[i64]) -> Value {
        self.values.get(number_of(&self.sizes, position)).cloned().unwrap_or(Value::Poison)
    }

    /// Sets the op's result.
    pub(crate) fn set_result(
        self,
        m: &mut Machine<'_>,
        result: ValueRef<'_>,
    ) -> Result<Flow, Trap> {
        let value = self.into_value(m.context(), result.ty());
        m.set_result(result, value)
    }

    /// The value of type `ty`.
    pub(crate) fn into_value(mut self, ctx: &Context, ty: Type) -> Value {
        match ty.kind(ctx) {
            TypeKind::Vector { .. } => Value::elements(&self.sizes, self.values),
            _ => self.values.pop().unwrap_or(Value::Poison),
        }
    }
}

/// The sizes of a vector when the program runs.
pub(crate) fn run_sizes(m: &Machine<'_>, ty: Type) -> Result<Vec<i64>, Trap> {
    let sizes = match ty.kind(m.context()) {
        TypeKind::Vector { .. } => run_shape(m.context(), ty).ok_or_else(Trap::malformed)?,
        _ => SmallVec::new(),
    };
    m.check_count(element_count(&sizes))?;
    Ok(sizes.into_vec())
}

/// Constant elements of type `ty`, each of which is that of `elements` with a number. Of a splat,
/// all are one. A number without dimensions if `ty` is not a vector.
pub(crate) fn rearranged(
    ctx: &Context,
    elements: &DenseElements,
    ty: Type,
    index: impl Fn(&[i64]) -> Option<usize>,
) -> Option<Attribute> {
    let Some(sizes) = ty.static_shape(ctx) else {
        return element_attr(ctx, elements, index(&[])?);
    };
    if elements.is_splat() {
        let splat = DenseElements::new(ty, elements.data().clone(), true);
        return ctx.try_dense_attr(splat);
    }
    if element_count(sizes).is_none_or(|count| count > LARGEST_FOLDED) {
        return None;
    }
    let mut bytes = Vec::new();
    for position in mlir_lite::interpreter::positions(sizes) {
        bytes.extend_from_slice(elements.element(ctx, index(&position)?)?);
    }
    ctx.try_dense_attr(DenseElements::new(ty, bytes.into(), false))
}

/// A constant vector whose elements are all this number. None if there is none of this type.
pub fn splat_attr(ctx: &Context, ty: Type, number: Attribute) -> Option<Attribute> {
    mlir_lite::constants::uniform_attr::<Scalar>(ctx, ty, &Scalar(number))
}

/// A number as an attribute: writes its bytes.
#[derive(Clone)]
struct Scalar(Attribute);

impl mlir_lite::constants::Number for Scalar {
    fn read(_: &Context, _: Type, _: &[u8]) -> Option<Self> {
        None
    }
    fn write(&self, ctx: &Context, ty: Type, bytes: &mut Vec<u8>) -> Option<()> {
        use mlir_lite::scalar::Float;
        match self.0.as_integer(ctx) {
            Some(number) => number.write(ctx, ty, bytes),
            None => Float::of(ctx, self.0)?.write(ctx, ty, bytes),
        }
    }
    fn of(_: &Context, attribute: Attribute) -> Option<std::borrow::Cow<'_, Self>> {
        Some(std::borrow::Cow::Owned(Self(attribute)))
    }
    fn attr(&self, _: &Context, _: Type) -> Option<Attribute> {
        Some(self.0)
    }
}
