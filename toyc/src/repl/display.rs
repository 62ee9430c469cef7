//! The display of values at the prompt: their type, then their numbers in the format of the
//! language's `print`.
//!
//! For tensors with more elements than a limit, the first and the last few along each dimension are
//! shown.

use std::fmt::Write as _;

use super::value::{Tensor, Value};

/// The number of elements shown at each end of a shortened dimension.
const EDGE: usize = 3;

/// Beyond this rank, elements are shown in one row.
const MAX_RANK: usize = 16;

/// The value with its type; each line ends with a line break.
pub(super) fn shown(value: &Value, limit: usize) -> String {
    let mut text = String::new();
    match value {
        Value::Tensor(tensor) => {
            let rows = rows(tensor, limit);
            let separator = if tensor.shape.len() < 2 { ' ' } else { '\n' };
            let _ = writeln!(text, "{}{separator}{rows}", type_name(value));
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

/// `number`, `tensor<2x3>`, or a struct's name.
pub(super) fn type_name(value: &Value) -> String {
    match value {
        Value::Tensor(Tensor { shape, .. }) => shape_name(shape),
        Value::Struct(name, _) => name.to_string(),
    }
}

/// `number`, or `tensor<2x3>`.
pub(super) fn shape_name(shape: &[u64]) -> String {
    if shape.is_empty() {
        return "number".to_owned();
    }
    let sizes: Vec<_> = shape.iter().map(u64::to_string).collect();
    format!("tensor<{}>", sizes.join("x"))
}

/// A number as `print` writes it.
pub(super) fn number(element: f64) -> String {
    if element.is_nan() { "nan".to_owned() } else { format!("{element:.6}") }
}

/// The elements in rows, without the last line break.
fn rows(tensor: &Tensor, limit: usize) -> String {
    let edge = if tensor.elements.len() > limit { EDGE } else { usize::MAX };
    let shape: Vec<usize> = match &tensor.shape[..] {
        shape if shape.len() <= MAX_RANK => {
            shape.iter().map(|size| usize::try_from(*size).unwrap_or(usize::MAX)).collect()
        }
        _ => vec![tensor.elements.len()],
    };
    let mut text = String::new();
    add_rows(&shape, &tensor.elements, edge, &mut text);
    text.truncate(text.trim_end().len());
    text
}

fn add_rows(shape: &[usize], elements: &[f64], edge: usize, text: &mut String) {
    let [size, inner @ ..] = shape else {
        text.extend(elements.first().map(|element| number(*element)));
        return;
    };
    let stride = elements.len() / (*size).max(1);
    let mut parts = elements.chunks(stride.max(1)).enumerate();
    while let Some((index, part)) = parts.next() {
        let is_left_out = index == edge && *size > edge.saturating_mul(2);
        if is_left_out {
            // Skips to the last few elements.
            parts.nth(size - 2 * edge - 2);
        }
        match inner {
            [] if is_left_out => text.push_str("... "),
            [] => {
                text.push_str(&number(part[0]));
                text.push(' ');
            }
            _ if is_left_out => text.push_str("...\n"),
            _ => add_rows(inner, part, edge, text),
        }
        if !inner.is_empty() && !is_left_out {
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    fn tensor(shape: &[u64], elements: &[f64]) -> Value {
        Value::Tensor(Tensor { shape: shape.to_vec(), elements: elements.to_vec() })
    }

    fn counting(shape: &[u64]) -> Value {
        let count: u64 = shape.iter().product();
        tensor(shape, &(0..count).map(|i| i as f64).collect::<Vec<_>>())
    }

    #[test]
    fn tensors_look_as_printed() {
        for (shape, elements, text) in [
            (&[][..], &[1.5][..], "number 1.500000\n"),
            (&[3], &[1.0, -2.0, f64::NAN], "tensor<3> 1.000000 -2.000000 nan\n"),
            (&[2, 1], &[f64::INFINITY, -0.0], "tensor<2x1>\ninf\n-0.000000\n"),
            (
                &[2, 1, 2],
                &[1.0, 2.0, 3.0, 4.0],
                "tensor<2x1x2>\n1.000000 2.000000\n\n3.000000 4.000000\n",
            ),
        ] {
            assert_eq!(shown(&tensor(shape, elements), 100), text);
        }
    }

    #[test]
    fn long_tensors_are_shortened() {
        assert_eq!(
            shown(&counting(&[8]), 7),
            "tensor<8> 0.000000 1.000000 2.000000 ... 5.000000 6.000000 7.000000\n"
        );
        assert_eq!(shown(&counting(&[8]), 8).matches("...").count(), 0);
        let text = shown(&counting(&[100, 2]), 50);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 8, "{text}");
        assert_eq!(lines[3..6], ["4.000000 5.000000", "...", "194.000000 195.000000"]);
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
            "Out {\n  rows: tensor<2x1>\n    1.000000\n    2.000000\n  inner: In {\n    x: number \
                1.000000\n  }\n}\n"
        );
    }
}
