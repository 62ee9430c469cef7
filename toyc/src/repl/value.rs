//! The values of a session: shapes and numbers.
//!
//! Values are plain data: no IR, context or compiled code is kept from one input to the next.

use mlir_lite_diagnostics::{BytePos, Span};
use toy_ast::{BinaryOp, ExprId, ExprKind, Exprs, InexactInteger, Name, TensorLiteral};
use toy_dialect::builtins::hidden;
use toy_dialect::elements::{Element, Elements};

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A tensor.
    Tensor(Tensor),
    /// A struct's name and members, the latter in the order of its definition.
    Struct(Box<str>, Vec<(Box<str>, Value)>),
}

/// A tensor's sizes, outermost first, and its elements in row-major order.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// Empty for a single number.
    pub shape: Vec<u64>,
    /// As many as the product of the sizes.
    pub elements: Elements,
    /// Whether it is a mask as a subscript. The results of comparisons are, although their elements
    /// are numbers 1 and 0.
    pub is_boolean: bool,
}

impl Tensor {
    /// A tensor of floats of 64 bits.
    #[cfg(test)]
    pub(super) fn of_f64(shape: &[u64], elements: &[f64]) -> Self {
        Self {
            shape: shape.to_vec(),
            elements: Elements::F64(elements.to_vec()),
            is_boolean: false,
        }
    }
}

impl Value {
    /// What several values have in place of the name of a struct. They are only shown.
    pub(super) const SEVERAL: &'static str = "";

    /// The value as an expression of a program, at the position of its definition.
    pub(super) fn to_expr(&self, exprs: &mut Exprs, span: Span) -> ExprId {
        let kind = match self {
            Self::Tensor(Tensor { shape, elements, is_boolean }) => {
                let inexact = match elements {
                    Elements::I64(integers) => inexact_integers(integers, span),
                    Elements::F64(_) | Elements::F32(_) | Elements::Bool(_) => Vec::new(),
                };
                let values = elements.to_f64s();
                let literal = match values[..] {
                    [number] if shape.is_empty() && inexact.is_empty() => ExprKind::Number(number),
                    _ => {
                        let shape = shape.clone();
                        ExprKind::Literal(Box::new(TensorLiteral { shape, values, inexact }))
                    }
                };
                let element = elements.element();
                let value = if element == Element::F64 {
                    literal
                } else {
                    let args = vec![exprs.push(literal, span, BytePos(span.start))];
                    ExprKind::Call { callee: Name::new(&hidden(element.name()), span), args }
                };
                if *is_boolean && element != Element::Bool {
                    // The comparison has the same elements, and is a boolean.
                    let lhs = exprs.push(value, span, BytePos(span.start));
                    let rhs = exprs.push(ExprKind::Number(0.0), span, BytePos(span.start));
                    ExprKind::Binary { op: BinaryOp::Ne, lhs, rhs }
                } else {
                    value
                }
            }
            Self::Struct(_, members) => ExprKind::StructLiteral(
                members.iter().map(|(_, member)| member.to_expr(exprs, span)).collect(),
            ),
        };
        exprs.push(kind, span, BytePos(span.start))
    }

    /// A value of the same kind, for a program that is checked but not run.
    pub(super) fn to_sample(&self, exprs: &mut Exprs, span: Span) -> ExprId {
        let kind = match self {
            Self::Tensor(_) => ExprKind::Number(0.0),
            Self::Struct(_, members) => ExprKind::StructLiteral(
                members.iter().map(|(_, member)| member.to_sample(exprs, span)).collect(),
            ),
        };
        exprs.push(kind, span, BytePos(span.start))
    }

    /// The number of its elements.
    pub(super) fn element_count(&self) -> usize {
        match self {
            Self::Tensor(tensor) => tensor.elements.len(),
            Self::Struct(_, members) => {
                members.iter().map(|(_, member)| member.element_count()).sum()
            }
        }
    }

    /// The name of its struct.
    pub(super) fn struct_name(&self) -> Option<&str> {
        match self {
            Self::Tensor(_) => None,
            Self::Struct(name, _) => Some(name),
        }
    }

    /// Whether it is of this struct, or contains a value that is.
    pub(super) fn holds_struct(&self, name: &str) -> bool {
        match self {
            Self::Tensor(_) => false,
            Self::Struct(own, members) => {
                &**own == name || members.iter().any(|(_, member)| member.holds_struct(name))
            }
        }
    }
}

/// The integers to which no float is equal: a literal has floats.
fn inexact_integers(integers: &[i64], span: Span) -> Vec<InexactInteger> {
    let inexact = integers.iter().enumerate().filter_map(|(element, &integer)| {
        let is_exact = (integer as f64) as i128 == i128::from(integer);
        (!is_exact).then_some(InexactInteger { element, integer: Some(integer), span })
    });
    inexact.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tensor(shape: &[u64], elements: &[f64]) -> Value {
        Value::Tensor(Tensor::of_f64(shape, elements))
    }

    #[test]
    fn structs_know_what_they_hold() {
        let inner = Value::Struct("In".into(), vec![("x".into(), tensor(&[], &[1.0]))]);
        let outer = Value::Struct(
            "Out".into(),
            vec![("rows".into(), tensor(&[2, 1], &[1.0, 2.0])), ("inner".into(), inner)],
        );
        assert!(outer.holds_struct("In") && outer.holds_struct("Out") && !outer.holds_struct("x"));
    }
}
