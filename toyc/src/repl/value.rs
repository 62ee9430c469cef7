//! The values of a session: shapes and numbers.
//!
//! Values are plain data: no IR, context or compiled code is kept from one input to the next.

use mlir_lite_diagnostics::{BytePos, Span};
use toy_ast::{BinaryOp, ExprId, ExprKind, Exprs, Name, TensorLiteral};
use toy_dialect::builtins::hidden;
use toy_dialect::elements::{Element, integer};

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
    pub elements: Vec<f64>,
    /// The type of the elements.
    pub element: Element,
}

impl Tensor {
    /// A tensor of floats of 64 bits.
    #[cfg(test)]
    pub(super) fn of_f64(shape: &[u64], elements: &[f64]) -> Self {
        Self { shape: shape.to_vec(), elements: elements.to_vec(), element: Element::F64 }
    }
}

impl Value {
    /// What several values have in place of the name of a struct. They are only shown.
    pub(super) const SEVERAL: &'static str = "";

    /// The value as an expression of a program, at the position of its definition.
    pub(super) fn to_expr(&self, exprs: &mut Exprs, span: Span) -> ExprId {
        let kind = match self {
            Self::Tensor(Tensor { shape, elements, element }) => {
                let mut literal = |elements: &[f64]| {
                    let kind = match elements {
                        [number] if shape.is_empty() => ExprKind::Number(*number),
                        _ => ExprKind::Literal(Box::new(TensorLiteral {
                            shape: shape.clone(),
                            values: elements.to_vec(),
                        })),
                    };
                    exprs.push(kind, span, BytePos(span.start))
                };
                let numbers = match element {
                    Element::I64 => self.parts_of_integers(),
                    Element::F32 | Element::F64 => vec![elements.clone()],
                };
                let literals: Vec<ExprId> = numbers.iter().map(|part| literal(part)).collect();
                return as_elements(exprs, span, *element, &literals);
            }
            Self::Struct(_, members) => ExprKind::StructLiteral(
                members.iter().map(|(_, member)| member.to_expr(exprs, span)).collect(),
            ),
        };
        exprs.push(kind, span, BytePos(span.start))
    }

    /// The integers of a tensor as floats, or, if one of them has no exact float, their higher and
    /// their lower 32 bits.
    pub(super) fn parts_of_integers(&self) -> Vec<Vec<f64>> {
        let Self::Tensor(tensor) = self else { return Vec::new() };
        let integers: Vec<i64> = tensor.elements.iter().map(|value| integer(*value)).collect();
        if integers.iter().all(|integer| integer.unsigned_abs() <= 1 << 53) {
            return vec![integers.iter().map(|integer| *integer as f64).collect()];
        }
        let higher = integers.iter().map(|integer| (integer >> 32) as f64);
        let lower = integers.iter().map(|integer| f64::from(*integer as u32));
        vec![higher.collect(), lower.collect()]
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

/// An expression of elements of a type: of one literal, or of the higher and the lower 32 bits of
/// integers.
fn as_elements(exprs: &mut Exprs, span: Span, element: Element, literals: &[ExprId]) -> ExprId {
    let mut push = |kind| exprs.push(kind, span, BytePos(span.start));
    if element == Element::F64 {
        return literals[0];
    }
    let mut call = |literal: ExprId| {
        let callee = Name::new(&hidden(element.name()), span);
        push(ExprKind::Call { callee, args: vec![literal] })
    };
    let first = call(literals[0]);
    let Some(&lower) = literals.get(1) else { return first };
    let lower = call(lower);
    let factor = push(ExprKind::Number(INTEGERS_OF_LOWER_BITS));
    let higher = push(ExprKind::Binary { op: BinaryOp::Mul, lhs: first, rhs: factor });
    push(ExprKind::Binary { op: BinaryOp::Add, lhs: higher, rhs: lower })
}

/// 2^32.
pub(super) const INTEGERS_OF_LOWER_BITS: f64 = 4_294_967_296.0;

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
