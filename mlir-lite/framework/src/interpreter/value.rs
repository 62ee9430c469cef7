//! The run-time values of SSA values.

use super::{MemRef, Trap};
use mlir_lite::attributes::ApInt;
use mlir_lite::scalar::{Complex, Float, WideFloat};
use smallvec::SmallVec;
use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

/// A value. Cheap to clone: elements are shared.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub enum Value {
    /// An undefined value; using it is fine as long as nothing depends on it.
    #[default]
    Poison,
    /// The bits of an integer, an index, an address or a function; bits beyond the width are zero.
    Int(u128),
    /// The bits of an integer of more than 128.
    WideInt(Arc<ApInt>),
    /// A number of a format that `f64` holds exactly, rounded to that format.
    Float(f64),
    /// A number of a format that `f64` does not hold.
    WideFloat(WideFloat),
    /// A view of memory.
    MemRef(Arc<MemRef>),
    /// A tensor or a vector.
    Elements(Arc<Elements>),
    /// A struct, an array, a tuple or a complex number.
    Aggregate(Arc<[Value]>),
    /// A value of a kind that a dialect defines.
    Dialect(Arc<dyn DialectValue>),
}

/// A kind of run-time value that only the ops of a dialect know, such as its tensors. It is
/// implemented for all types that can be compared.
pub trait DialectValue: Any + Debug + Send + Sync {
    /// The value as any type, for [`Value::into_dialect`].
    fn into_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync>;

    /// The value as any type.
    fn as_any(&self) -> &dyn Any;

    /// Whether another value is of the same type and equal.
    fn equals(&self, other: &dyn DialectValue) -> bool;
}

impl<T: Any + Debug + PartialEq + Send + Sync> DialectValue for T {
    fn into_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync> {
        self
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn DialectValue) -> bool {
        other.as_any().downcast_ref::<T>().is_some_and(|other| self == other)
    }
}

impl PartialEq for dyn DialectValue {
    fn eq(&self, other: &Self) -> bool {
        self.equals(other)
    }
}

/// The elements of a tensor or a vector.
#[derive(Clone, PartialEq, Debug)]
pub struct Elements {
    /// Sizes of the dimensions, all known now.
    pub shape: Box<[i64]>,
    /// The elements, row-major.
    pub values: Vec<Value>,
}

/// Operands or results.
pub type Values = SmallVec<[Value; 2]>;

impl Value {
    /// `true` or `false`, as `i1`.
    pub fn bool(value: bool) -> Self {
        Self::Int(u128::from(value))
    }

    /// A floating point number of any format.
    pub fn number(value: Float) -> Self {
        match value {
            Float::Narrow(value) => Self::Float(value),
            Float::Wide(value) => Self::WideFloat(value),
        }
    }

    /// A complex number of any format.
    pub fn complex(value: Complex) -> Self {
        Self::aggregate(vec![Self::number(value.re), Self::number(value.im)])
    }

    /// An index, or an `i64`.
    pub fn index(value: i64) -> Self {
        Self::Int(u128::from(value as u64))
    }

    /// The bits of an integer of any width.
    pub fn integer(value: ApInt) -> Self {
        if value.width() > 128 {
            return Self::WideInt(Arc::new(value));
        }
        let bytes = value.to_le_bytes();
        Self::Int(bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte)))
    }

    /// A tensor or vector.
    pub fn elements(shape: &[i64], values: Vec<Value>) -> Self {
        Self::Elements(Arc::new(Elements { shape: shape.into(), values }))
    }

    /// A struct or the like.
    pub fn aggregate(values: Vec<Value>) -> Self {
        Self::Aggregate(values.into())
    }

    /// A value of a kind that a dialect defines.
    pub fn dialect<T: DialectValue>(value: Arc<T>) -> Self {
        Self::Dialect(value)
    }

    /// The value of this type that a dialect defines. The reference is the only one if the value
    /// was, so that `Arc::make_mut` changes it in place.
    ///
    /// # Errors
    /// The value itself, if it is another one.
    pub fn into_dialect<T: DialectValue>(self) -> Result<Arc<T>, Self> {
        match self {
            Self::Dialect(value) if (*value).as_any().is::<T>() => {
                value.into_any().downcast().map_err(|_| Self::Poison)
            }
            other => Err(other),
        }
    }

    /// The bits of an integer of up to 128.
    ///
    /// # Errors
    /// If the value is not defined, or not such an integer.
    pub fn as_int(&self) -> Result<u128, Trap> {
        match self {
            Self::Int(bits) => Ok(*bits),
            Self::WideInt(_) => Err(self.unexpected("an integer of up to 128 bits")),
            other => Err(other.unexpected("an integer")),
        }
    }

    /// The integer of a width.
    ///
    /// # Errors
    /// If the value is not defined, or not an integer.
    pub fn as_integer(&self, width: u32) -> Result<ApInt, Trap> {
        match self {
            Self::Int(bits) => Ok(ApInt::from_le_bytes(width, &bits.to_le_bytes())),
            Self::WideInt(value) => Ok(ApInt::from_le_bytes(width, &value.to_le_bytes())),
            other => Err(other.unexpected("an integer")),
        }
    }

    /// The number that an index, an address or an `i64` is.
    ///
    /// # Errors
    /// If the value is not defined, or not an integer.
    pub fn as_index(&self) -> Result<i64, Trap> {
        Ok(self.as_int()? as u64 as i64)
    }

    /// A floating point number of any format.
    ///
    /// # Errors
    /// If the value is not defined, or not such a number.
    pub fn as_number(&self) -> Result<Float, Trap> {
        match self {
            Self::Float(value) => Ok(Float::Narrow(*value)),
            Self::WideFloat(value) => Ok(Float::Wide(*value)),
            other => Err(other.unexpected("a floating point number")),
        }
    }

    /// A complex number of any format.
    ///
    /// # Errors
    /// If the value, or a part of it, is not defined, or if it is not a complex number.
    pub fn as_complex(&self) -> Result<Complex, Trap> {
        match &self.as_aggregate()?[..] {
            [re, im] => Ok(Complex { re: re.as_number()?, im: im.as_number()? }),
            _ => Err(self.unexpected("a complex number")),
        }
    }

    /// A floating point number of a format that `f64` holds.
    ///
    /// # Errors
    /// If the value is not defined, or not such a number.
    pub fn as_float(&self) -> Result<f64, Trap> {
        match self {
            Self::Float(value) => Ok(*value),
            other => Err(other.unexpected("a floating point number")),
        }
    }

    /// A view of memory.
    ///
    /// # Errors
    /// If the value is not defined, or not a memref.
    pub fn as_memref(&self) -> Result<&Arc<MemRef>, Trap> {
        match self {
            Self::MemRef(memref) => Ok(memref),
            other => Err(other.unexpected("a memref")),
        }
    }

    /// A tensor or a vector.
    ///
    /// # Errors
    /// If the value is not defined, or neither.
    pub fn as_elements(&self) -> Result<&Arc<Elements>, Trap> {
        match self {
            Self::Elements(elements) => Ok(elements),
            other => Err(other.unexpected("a tensor or vector")),
        }
    }

    /// A struct or the like.
    ///
    /// # Errors
    /// If the value is not defined, or not an aggregate.
    pub fn as_aggregate(&self) -> Result<&Arc<[Value]>, Trap> {
        match self {
            Self::Aggregate(values) => Ok(values),
            other => Err(other.unexpected("an aggregate")),
        }
    }

    fn unexpected(&self, expected: &str) -> Trap {
        match self {
            Self::Poison => Trap::new("uses a value that is not defined"),
            _ => Trap::new(format!("cannot be interpreted: an operand is not {expected}")),
        }
    }
}
