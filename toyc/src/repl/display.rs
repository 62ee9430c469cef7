//! The display of values at the prompt: their type, then their numbers in the notation in which
//! `print` writes several values.
//!
//! For tensors with more elements than a limit, the first and the last few along each dimension are
//! shown.

use std::fmt::Write as _;

use toy_dialect::notation::{Style, shown_beyond};

use super::value::{Tensor, Value};
use toy_dialect::elements::Element;

/// The value with its type; each line ends with a line break.
pub(super) fn shown(value: &Value, limit: usize) -> String {
    let mut text = String::new();
    match value {
        Value::Tensor(tensor) => {
            let style = Style::default().of(tensor.elements().element());
            let numbers = shown_beyond(tensor.shape(), tensor.elements(), style, limit);
            // Columns are aligned where there are several lines.
            let separator = if numbers.contains('\n') { '\n' } else { ' ' };
            let _ = writeln!(text, "{}{separator}{numbers}", type_name(value));
        }
        Value::Struct(name, values) if **name == *Value::SEVERAL => {
            text.extend(values.iter().map(|(_, value)| shown(value, limit)));
        }
        Value::Struct(name, members) => {
            let _ = writeln!(text, "{name} {{");
            for (name, member) in members {
                let member = shown(member, limit);
                let (first, rest) = member.split_once('\n').unwrap_or((&member, ""));
                let _ = writeln!(text, "  {name}: {first}");
                let indent = if matches!(first.chars().last(), Some('{')) { "  " } else { "    " };
                for line in rest.lines() {
                    let _ = writeln!(text, "{}", format!("{indent}{line}").trim_end());
                }
            }
            text.push_str("}\n");
        }
    }
    text
}

/// `number`, `tensor<2x3>`, `f32 tensor<2x3>`, or a struct's name.
pub(super) fn type_name(value: &Value) -> String {
    match value {
        Value::Tensor(tensor) => tensor_name(tensor),
        Value::Struct(name, _) => name.to_string(),
    }
}

/// `number`, `tensor<2x3>`, or `f32 tensor<2x3>`.
pub(super) fn tensor_name(tensor: &Tensor) -> String {
    match tensor.elements().element() {
        Element::F64 => shape_name(tensor.shape()),
        Element::Bool if tensor.shape().is_empty() => Element::Bool.name().to_owned(),
        element => format!("{} {}", element.name(), shape_name(tensor.shape())),
    }
}

/// `number`, or `tensor<2x3>`.
fn shape_name(shape: &[i64]) -> String {
    if shape.is_empty() {
        return "number".to_owned();
    }
    let sizes: Vec<_> = shape.iter().map(i64::to_string).collect();
    format!("tensor<{}>", sizes.join("x"))
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    fn tensor(shape: &[i64], elements: &[f64]) -> Value {
        Value::Tensor(Tensor::of_f64(shape, elements))
    }

    fn counting(shape: &[i64]) -> Value {
        let count: i64 = shape.iter().product();
        tensor(shape, &(0..count).map(|i| i as f64).collect::<Vec<_>>())
    }

    #[test]
    fn tensors_look_as_in_numpy() {
        for (shape, elements, text) in [
            (&[][..], &[1.5][..], "number 1.5\n"),
            (&[3], &[1.0, -2.0, f64::NAN], "tensor<3> [  1  -2 nan]\n"),
            (&[2, 1], &[f64::INFINITY, -0.5], "tensor<2x1>\n[[ inf]\n [-0.5]]\n"),
            (&[2, 1, 2], &[1.0, 2.0, 3.0, 4.0], "tensor<2x1x2>\n[[[1 2]]\n\n [[3 4]]]\n"),
        ] {
            assert_eq!(shown(&tensor(shape, elements), 100), text);
        }
    }

    #[test]
    fn long_tensors_are_shortened() {
        assert_eq!(shown(&counting(&[8]), 7), "tensor<8> [0 1 2 ... 5 6 7]\n");
        assert_eq!(shown(&counting(&[8]), 8).matches("...").count(), 0);
        let text = shown(&counting(&[100, 2]), 50);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 8, "{text}");
        assert_eq!(lines[3..6], [" [  4   5]", " ...", " [194 195]"]);
        assert_eq!(shown(&counting(&[6, 2]), 5).lines().count(), 7);
    }

    #[test]
    fn structs_are_shown_member_by_member() {
        let inner = Value::Struct("In".into(), vec![("x".into(), tensor(&[], &[1.0]))]);
        let outer = Value::Struct(
            "Out".into(),
            vec![("rows".into(), tensor(&[2, 1], &[1.0, 2.0])), ("inner".into(), inner)],
        );
        assert_eq!(
            shown(&outer, 10),
            "Out {\n  rows: tensor<2x1>\n    [[1]\n     [2]]\n  inner: In {\n    x: number \
                1\n  }\n}\n"
        );
    }
}
