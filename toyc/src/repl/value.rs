//! What a session keeps of a value: its shape and numbers, and how they are shown.
//!
//! Values are plain data: no IR, no context and no compiled code lives on from one input to the next.

use std::fmt::{self, Write as _};

use mlir_lite_diagnostics::{BytePos, Span};
use toy_ast::{ExprId, ExprKind, Exprs, TensorLiteral};

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// A tensor.
    Tensor(Tensor),
    /// A struct's name and members, the latter in the order of its definition.
    Struct(Box<str>, Vec<(Box<str>, Value)>),
}

/// A tensor's sizes, outermost first, and its elements in row-major order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tensor {
    /// Empty for a single number.
    pub(crate) shape: Vec<u64>,
    /// As many as the product of the sizes.
    pub(crate) elements: Vec<f64>,
}

impl Value {
    /// The value as an expression of a program, at the place where it was defined.
    pub(crate) fn to_expr(&self, exprs: &mut Exprs, span: Span) -> ExprId {
        let kind = match self {
            Self::Tensor(Tensor { shape, elements }) => match elements.as_slice() {
                [number] if shape.is_empty() => ExprKind::Number(*number),
                _ => ExprKind::Literal(Box::new(TensorLiteral {
                    shape: shape.clone(),
                    values: elements.clone(),
                })),
            },
            Self::Struct(_, members) => ExprKind::StructLiteral(
                members.iter().map(|(_, member)| member.to_expr(exprs, span)).collect(),
            ),
        };
        exprs.push(kind, span, BytePos(span.start))
    }

    /// The struct that it is of.
    pub(crate) fn struct_name(&self) -> Option<&str> {
        match self {
            Self::Tensor(_) => None,
            Self::Struct(name, _) => Some(name),
        }
    }

    /// Whether it is of this struct, or holds a value that is.
    pub(crate) fn holds_struct(&self, name: &str) -> bool {
        match self {
            Self::Tensor(_) => false,
            Self::Struct(own, members) => {
                &**own == name || members.iter().any(|(_, member)| member.holds_struct(name))
            }
        }
    }
}

/// As the language's `print` shows it, and structs member by member.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tensor(tensor) => tensor.fmt(f),
            Self::Struct(name, members) => {
                writeln!(f, "{name} {{")?;
                for (name, member) in members {
                    let text = member.to_string();
                    match text.trim_end_matches('\n').split_once('\n') {
                        // Rows below each other.
                        Some(_) if matches!(member, Self::Tensor(_)) => {
                            writeln!(f, "  {name}:")?;
                            text.lines().try_for_each(|line| writeln!(f, "    {line}"))?;
                        }
                        _ => {
                            write!(f, "  {name}: ")?;
                            let mut lines = text.lines();
                            writeln!(f, "{}", lines.next().unwrap_or_default())?;
                            lines.try_for_each(|line| writeln!(f, "  {line}"))?;
                        }
                    }
                }
                writeln!(f, "}}")
            }
        }
    }
}

impl fmt::Display for Tensor {
    /// A line for each row, and an empty one after each plane.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line_ends: Vec<usize> = Vec::new();
        let mut elements = 1_usize;
        for size in self.shape.iter().skip(1).rev() {
            elements = elements.saturating_mul(usize::try_from(*size).unwrap_or(usize::MAX));
            line_ends.push(elements);
        }
        for (i, element) in self.elements.iter().enumerate() {
            if element.is_nan() {
                f.write_str("nan ")?;
            } else {
                write!(f, "{element:.6} ")?;
            }
            for _ in line_ends.iter().filter(|elements| (i + 1) % **elements == 0) {
                f.write_char('\n')?;
            }
        }
        if self.shape.len() < 2 { f.write_char('\n') } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    fn tensor(shape: &[u64], elements: &[f64]) -> Value {
        Value::Tensor(Tensor { shape: shape.to_vec(), elements: elements.to_vec() })
    }

    #[test]
    fn tensors_look_as_printed() {
        for (shape, elements, text) in [
            (&[][..], &[1.5][..], "1.500000 \n"),
            (&[3], &[1.0, -2.0, f64::NAN], "1.000000 -2.000000 nan \n"),
            (&[2, 1], &[f64::INFINITY, -0.0], "inf \n-0.000000 \n"),
            (&[2, 1, 2], &[1.0, 2.0, 3.0, 4.0], "1.000000 2.000000 \n\n3.000000 4.000000 \n\n"),
        ] {
            assert_eq!(tensor(shape, elements).to_string(), text);
        }
    }

    #[test]
    fn structs_are_shown_member_by_member() {
        let inner = Value::Struct("In".into(), vec![("x".into(), tensor(&[], &[1.0]))]);
        let outer = Value::Struct(
            "Out".into(),
            vec![("rows".into(), tensor(&[2, 1], &[1.0, 2.0])), ("inner".into(), inner)],
        );
        assert_eq!(
            outer.to_string(),
            "Out {\n  rows:\n    1.000000 \n    2.000000 \n  inner: In {\n    x: 1.000000 \n  }\n}\n"
        );
        assert!(outer.holds_struct("In") && outer.holds_struct("Out") && !outer.holds_struct("x"));
    }
}
