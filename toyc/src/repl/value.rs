//! The values of a session: shapes and numbers.
//!
//! Values are plain data: no IR, context or compiled code is kept from one input to the next. Small
//! ones are constants of the programs that use them; of larger ones, these have the number under
//! which the elements are found in this process, and so in a copy of it that runs an entry.

use mlir_lite_diagnostics::{BytePos, Span};
use toy_ast::{BinaryOp, ExprId, ExprKind, Exprs, InexactInteger, Name, TensorLiteral};
use toy_dialect::HostTensor;
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

/// Larger tensors are not constants of the programs that use them. Numbers that are known when a
/// program is compiled, such as sizes, come from smaller ones.
const MAX_CONSTANT: usize = 1 << 10;

/// A tensor's sizes and elements. Copies share them.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    data: HostTensor,
    is_boolean: bool,
}

impl Tensor {
    /// A tensor of these sizes, outermost first, and elements in row-major order.
    pub(super) fn new(shape: Vec<i64>, elements: Elements, is_boolean: bool) -> Self {
        Self { data: HostTensor::new(toy_dialect::Tensor { shape, elements }), is_boolean }
    }

    /// A tensor that the host has already.
    pub(super) fn of_host(data: HostTensor, is_boolean: bool) -> Self {
        Self { data, is_boolean }
    }

    /// The same tensor as numbers.
    pub(super) fn as_numbers(&self) -> Self {
        Self { is_boolean: false, ..self.clone() }
    }

    /// The sizes, outermost first; empty for a single number.
    pub fn shape(&self) -> &[i64] {
        &self.data.shape
    }

    /// As many elements as the product of the sizes, in row-major order.
    pub fn elements(&self) -> &Elements {
        &self.data.elements
    }

    /// Whether the value is a mask as a subscript. The results of comparisons are, although their
    /// elements are numbers 1 and 0.
    pub fn is_boolean(&self) -> bool {
        self.is_boolean
    }

    /// A tensor of floats of 64 bits.
    #[cfg(test)]
    pub(super) fn of_f64(shape: &[i64], elements: &[f64]) -> Self {
        Self::new(shape.to_vec(), Elements::F64(elements.to_vec()), false)
    }
}

impl Value {
    /// The name that several values have in place of a struct's. They are only shown.
    pub(super) const SEVERAL: &'static str = "";

    /// The value as an expression of a program, at the position of its definition.
    pub(super) fn to_expr(&self, exprs: &mut Exprs, span: Span) -> ExprId {
        let kind = match self {
            Self::Tensor(tensor) if tensor.elements().len() > MAX_CONSTANT => {
                ExprKind::Host(toy_ast::HostTensor {
                    number: tensor.data.number(),
                    is_boolean: tensor.is_boolean,
                })
            }
            Self::Tensor(tensor) => {
                let (shape, elements) = (tensor.shape(), tensor.elements());
                let inexact = match elements {
                    Elements::I64(integers) => inexact_integers(integers, span),
                    Elements::F64(_)
                    | Elements::F32(_)
                    | Elements::Bool(_)
                    | Elements::I8(_)
                    | Elements::U8(_) => Vec::new(),
                };
                let values = elements.to_f64s();
                let literal = match values[..] {
                    [number] if shape.is_empty() && inexact.is_empty() => ExprKind::Number(number),
                    _ => {
                        let shape = shape.iter().map(|size| size.unsigned_abs()).collect();
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
                if tensor.is_boolean && element != Element::Bool {
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
            Self::Tensor(tensor) => tensor.elements().len(),
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

    /// Whether the value is of this struct, or contains a value that is.
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

    fn tensor(shape: &[i64], elements: &[f64]) -> Value {
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
