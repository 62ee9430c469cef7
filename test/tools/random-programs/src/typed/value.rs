//! Tensors of each element type: floats of 64 and 32 bits, integers and booleans.

use crate::notation;
use crate::tensor::{Tensor, to_single};

/// The element type of a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Double,
    Single,
    Integer,
    Boolean,
}

impl Type {
    pub(super) const ALL: [Self; 4] = [Self::Double, Self::Single, Self::Integer, Self::Boolean];

    /// The function that converts to it; it is also how the type is declared.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Double => "f64",
            Self::Single => "f32",
            Self::Integer => "i64",
            Self::Boolean => "bool",
        }
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ty| ty.name() == name)
    }

    fn zero(self) -> Number {
        match self {
            Self::Double | Self::Single => Number::Float(0.0),
            Self::Integer => Number::Integer(0),
            Self::Boolean => Number::Boolean(false),
        }
    }
}

/// An element. A float of 32 bits is a double, too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Float(f64),
    Integer(i64),
    Boolean(bool),
}

impl Number {
    pub(super) fn is_true(self) -> bool {
        match self {
            Self::Float(x) => x != 0.0,
            Self::Integer(x) => x != 0,
            Self::Boolean(x) => x,
        }
    }

    /// The nearest double.
    pub(super) fn float(self) -> f64 {
        match self {
            Self::Float(x) => x,
            Self::Integer(x) => x as f64,
            Self::Boolean(x) => f64::from(u8::from(x)),
        }
    }

    /// The integer towards 0, if there is one.
    pub(super) fn integer(self) -> Option<i64> {
        const END: f64 = 9_223_372_036_854_775_808.0;
        match self {
            Self::Float(x) => (x.trunc() >= -END && x.trunc() < END).then_some(x as i64),
            Self::Integer(x) => Some(x),
            Self::Boolean(x) => Some(i64::from(x)),
        }
    }

    fn converted(self, ty: Type) -> Option<Self> {
        Some(match ty {
            Type::Double => Self::Float(self.float()),
            Type::Single => Self::Float(match self {
                // Rounded once.
                Self::Integer(x) => f64::from(x as f32),
                _ => to_single(self.float()),
            }),
            Type::Integer => Self::Integer(self.integer()?),
            Type::Boolean => Self::Boolean(self.is_true()),
        })
    }

    fn is_whole(self) -> bool {
        !matches!(self, Self::Float(x) if x.fract() != 0.0 || !x.is_finite())
    }

    /// As `print` writes it alone.
    fn printed(self) -> String {
        match self {
            Self::Float(x) if x.is_nan() => "nan".to_owned(),
            Self::Float(x) => format!("{x:.6}"),
            Self::Integer(x) => x.to_string(),
            Self::Boolean(x) => x.to_string(),
        }
    }
}

/// A tensor: its elements in row-major order.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Value {
    pub(super) shape: Vec<usize>,
    pub(super) ty: Type,
    pub(super) elements: Vec<Number>,
    /// Whether a comparison or logic made it.
    pub(super) is_compared: bool,
}

impl Value {
    pub(super) fn new(shape: Vec<usize>, ty: Type, elements: Vec<Number>) -> Self {
        debug_assert_eq!(shape.iter().product::<usize>(), elements.len());
        Self { shape, ty, elements, is_compared: false }
    }

    pub(super) fn number(x: f64) -> Self {
        Self::new(vec![], Type::Double, vec![Number::Float(x)])
    }

    pub(super) fn of_floats(tensor: Tensor) -> Self {
        let ty = if tensor.single { Type::Single } else { Type::Double };
        Self::new(tensor.shape, ty, tensor.elements.into_iter().map(Number::Float).collect())
    }

    /// Whether elements can be assigned where it is true.
    pub(super) fn is_mask(&self) -> bool {
        self.is_compared || self.ty == Type::Boolean
    }

    /// Whether no float is equal to one of its integers.
    pub(super) fn has_large_integers(&self) -> bool {
        let is_large =
            |x: &Number| matches!(x, Number::Integer(x) if *x as f64 as i128 != i128::from(*x));
        self.elements.iter().any(is_large)
    }

    /// Whether a variable in a loop may hold the one after the other.
    pub(super) fn has_form_of(&self, other: &Self) -> bool {
        self.shape == other.shape && self.ty == other.ty && self.is_mask() == other.is_mask()
    }

    /// As the functions `f32` and so on convert it; none where that ends the program.
    pub(super) fn converted(&self, ty: Type) -> Option<Self> {
        let elements = self.elements.iter().map(|x| x.converted(ty)).collect::<Option<_>>()?;
        Some(Self { ty, elements, ..self.clone() })
    }

    /// As it is combined with elements of a type. Floats become integers only if they are whole
    /// numbers without dimensions.
    pub(super) fn promoted(&self, ty: Type) -> Option<Self> {
        let is_float = matches!(self.ty, Type::Double | Type::Single);
        let fits = self.ty == Type::Double && self.shape.is_empty() && self.elements[0].is_whole();
        if ty == Type::Integer && is_float && !fits {
            return None;
        }
        self.converted(ty)
    }

    /// As floats.
    pub(super) fn floats(&self, ty: Type) -> Option<Tensor> {
        let elements = self.converted(ty)?.elements.into_iter().map(Number::float).collect();
        Some(Tensor { shape: self.shape.clone(), elements, single: ty == Type::Single })
    }

    /// Numbers of the elements, from 1 onwards.
    fn places(&self, first: usize) -> Tensor {
        let elements = (first..first + self.elements.len()).map(|place| place as f64).collect();
        Tensor { shape: self.shape.clone(), elements, single: false }
    }

    /// The text that `print` writes of it alone.
    pub(super) fn print(&self, output: &mut String) {
        for (index, element) in self.elements.iter().enumerate() {
            *output += &element.printed();
            output.push(' ');
            let mut size = 1;
            for dimension in self.shape.iter().skip(1).rev() {
                size *= dimension;
                if (index + 1) % size == 0 {
                    output.push('\n');
                }
            }
        }
        if self.shape.len() < 2 {
            output.push('\n');
        }
    }

    /// The text that `print` writes of it among others.
    pub(super) fn shown(&self) -> Option<String> {
        if matches!(self.ty, Type::Double | Type::Single) {
            return notation::shown(&self.floats(self.ty)?, "");
        }
        let words: Vec<String> = self.elements.iter().map(|x| x.printed()).collect();
        Some(notation::aligned(&self.shape, &words, 0))
    }
}

/// The type of what is combined of these tensors.
pub(super) fn common(values: &[&Value]) -> Type {
    let others: Vec<&&Value> = values.iter().filter(|value| value.ty != Type::Boolean).collect();
    let has = |ty| others.iter().any(|value| value.ty == ty);
    let is_wide = |value: &&&Value| value.ty == Type::Double && !value.shape.is_empty();
    match others.iter().any(is_wide) {
        _ if others.is_empty() => Type::Boolean,
        false if has(Type::Integer) && !has(Type::Single) => Type::Integer,
        false if has(Type::Single) && !has(Type::Integer) => Type::Single,
        _ => Type::Double,
    }
}

/// A tensor of elements of others, converted to a type. The function gets the numbers of the
/// elements, from 1 onwards, in tensors; 0 in its result is the zero of the type.
pub(super) fn rearranged(
    values: &[&Value],
    ty: Type,
    function: impl FnOnce(&[Tensor]) -> Option<Tensor>,
) -> Option<Value> {
    let mut elements = vec![ty.zero()];
    let mut places = Vec::new();
    for value in values {
        places.push(value.places(elements.len()));
        elements.extend(value.promoted(ty)?.elements);
    }
    let Tensor { shape, elements: taken, .. } = function(&places)?;
    Some(Value::new(shape, ty, taken.into_iter().map(|place| elements[place as usize]).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn types_are_combined_as_documented() {
        let value = |shape: &[usize], ty: Type| {
            Value::new(shape.to_vec(), ty, vec![ty.zero(); shape.iter().product()])
        };
        let (row, number) = (|ty| value(&[2], ty), |ty| value(&[], ty));
        use Type::{Boolean, Double, Integer, Single};
        assert_eq!(common(&[&row(Integer), &number(Double)]), Integer);
        assert_eq!(common(&[&number(Integer), &row(Double)]), Double);
        assert_eq!(common(&[&row(Integer), &number(Single)]), Double);
        assert_eq!(common(&[&row(Single), &number(Double)]), Single);
        assert_eq!(common(&[&row(Single), &row(Double)]), Double);
        assert_eq!(common(&[&row(Boolean), &number(Double)]), Double);
        assert_eq!(common(&[&row(Boolean), &row(Boolean)]), Boolean);
    }

    #[test]
    fn integers_are_rounded_once() {
        // Halfway between floats of 32 bits, and 1 more: a double does not have the 1.
        let x = Number::Integer((1 << 60) + (1 << 36) + 1);
        assert_eq!(
            x.converted(Type::Single),
            Some(Number::Float(((1_u64 << 60) + (1 << 37)) as f64))
        );
        assert_eq!(Number::Float(9_223_372_036_854_775_808.0).integer(), None);
        assert_eq!(Number::Float(-9_223_372_036_854_775_808.0).integer(), Some(i64::MIN));
    }
}
