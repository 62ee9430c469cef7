//! Values as Toy source that computes them again, exact to the last bit.

use super::value::Value;
use toy_dialect::elements::Elements;

/// The definition of a variable.
pub(super) fn variable(name: &str, value: &Value) -> String {
    match value.struct_name() {
        None => format!("var {name} = {};", expression(value)),
        Some(ty) => format!("{ty} {name} = {};", expression(value)),
    }
}

/// An expression with this value. Infinities and NaN have no literal: they are written as
/// quotients.
fn expression(value: &Value) -> String {
    match value {
        Value::Struct(_, members) => {
            let members: Vec<_> = members.iter().map(|(_, member)| expression(member)).collect();
            format!("{{{}}}", members.join(", "))
        }
        Value::Tensor(tensor)
            if tensor.is_boolean() && !matches!(tensor.elements(), Elements::Bool(_)) =>
        {
            // The comparison has the same elements, and is a mask as a subscript.
            format!("{} != 0", expression(&Value::Tensor(tensor.as_numbers())))
        }
        Value::Tensor(tensor) => {
            let shape = tensor.shape();
            match tensor.elements() {
                Elements::F64(numbers) => of_floats(shape, numbers),
                elements @ Elements::F32(_) => {
                    format!("f32({})", of_floats(shape, &elements.to_f64s()))
                }
                Elements::I64(integers) => {
                    format!("i64({})", literal(shape, integers, i64::to_string))
                }
                Elements::I8(integers) => {
                    format!("i8({})", literal(shape, integers, i8::to_string))
                }
                Elements::U8(integers) => {
                    format!("u8({})", literal(shape, integers, u8::to_string))
                }
                Elements::Bool(booleans) => {
                    let digit = |boolean: &bool| u8::from(*boolean).to_string();
                    format!("bool({})", literal(shape, booleans, digit))
                }
            }
        }
    }
}

/// An expression with floats.
fn of_floats(shape: &[i64], numbers: &[f64]) -> String {
    if numbers.iter().all(|number| number.is_finite()) {
        return literal(shape, numbers, |number| shortest(*number));
    }
    let above = literal(shape, numbers, |&number| match number {
        _ if number.is_nan() => shortest(0.0),
        _ if number.is_infinite() => shortest(number.signum()),
        _ => shortest(number),
    });
    let below = |number: &f64| shortest(if number.is_finite() { 1.0 } else { 0.0 });
    format!("{above} / {}", literal(shape, numbers, below))
}

/// The shortest text that is parsed as this number.
fn shortest(number: f64) -> String {
    if number == number.trunc() && number.abs() < 1e15 {
        format!("{number:.0}")
    } else {
        format!("{number:?}")
    }
}

/// A literal; `element` writes its elements.
fn literal<T>(shape: &[i64], elements: &[T], element: impl Fn(&T) -> String) -> String {
    let mut text = String::new();
    // Sizes of the parts that begin or end at an element, innermost first.
    let mut parts: Vec<usize> = Vec::new();
    let mut size = 1_usize;
    for &count in shape.iter().rev() {
        size = size.saturating_mul(usize::try_from(count).unwrap_or(usize::MAX));
        parts.push(size);
    }
    for (index, value) in elements.iter().enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        text.extend(parts.iter().filter(|size| index % **size == 0).map(|_| '['));
        text.push_str(&element(value));
        text.extend(parts.iter().filter(|size| (index + 1) % **size == 0).map(|_| ']'));
    }
    text
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::super::value::Tensor;
    use super::*;

    fn tensor(shape: &[i64], elements: &[f64]) -> Value {
        Value::Tensor(Tensor::of_f64(shape, elements))
    }

    #[test]
    fn values_are_written_as_source() {
        for (value, source) in [
            (tensor(&[], &[0.1]), "var a = 0.1;"),
            (tensor(&[], &[-0.0]), "var a = -0;"),
            (
                Value::Tensor(Tensor::new(vec![1], Elements::F32(vec![0.5]), false)),
                "var a = f32([0.5]);",
            ),
            (
                Value::Tensor(Tensor::new(vec![2], Elements::Bool(vec![true, false]), true)),
                "var a = bool([1, 0]);",
            ),
            (tensor(&[], &[1e300]), "var a = 1e300;"),
            (tensor(&[1, 2], &[-2.0, 1e-7]), "var a = [[-2, 1e-7]];"),
            (tensor(&[2, 2], &[1.0, 2.0, 3.0, 4.5]), "var a = [[1, 2], [3, 4.5]];"),
            (tensor(&[3], &[f64::NEG_INFINITY, f64::NAN, 5.0]), "var a = [-1, 0, 5] / [0, 0, 1];"),
        ] {
            assert_eq!(variable("a", &value), source);
        }
        let pair = Value::Struct(
            "P".into(),
            vec![("x".into(), tensor(&[], &[1.0])), ("y".into(), tensor(&[1], &[2.0]))],
        );
        assert_eq!(variable("p", &pair), "P p = {1, [2]};");
    }
}
