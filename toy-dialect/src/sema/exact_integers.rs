//! Calls of `i64` on integers in the source to which no float is equal: they are constants.
//!
//! A number in the source is a float, so these are rounded anywhere else, which is warned of.

use toy_ast::{ExprId, ExprKind, Exprs, InexactInteger, TensorLiteral};

use crate::builtins;
use crate::messages::out_of_range::OutOfRange;

/// The value of a call of `i64`.
pub(crate) struct ExactIntegers {
    /// The literal that it converts.
    pub(crate) literal: ExprId,
    pub(crate) shape: Vec<i64>,
    pub(crate) elements: Vec<i64>,
}

/// The value of a call of `i64` on a literal with an [`InexactInteger`]; none for another
/// expression, or if an element is out of range. `is_defined` says whether the program defines a
/// function of a name.
pub(crate) fn exact_integers(
    exprs: &Exprs,
    call: ExprId,
    is_defined: impl Fn(&str) -> bool,
) -> Option<ExactIntegers> {
    let ExprKind::Call { callee, args } = &exprs[call].kind else { return None };
    let &[argument] = &args[..] else { return None };
    let argument = match exprs[argument].kind {
        ExprKind::Named { value, .. } => value,
        _ => argument,
    };
    let builtin = builtins::called(callee.text(), is_defined(callee.text()))?;
    if builtin.name != "i64" {
        return None;
    }
    let (is_negated, id) = match exprs[argument].kind {
        ExprKind::Neg(operand) => (true, operand),
        _ => (false, argument),
    };
    let literal = inexact_literal(exprs, id)?;
    let mut inexact = literal.inexact.iter().peekable();
    let mut elements = Vec::with_capacity(literal.values.len());
    for (index, &value) in literal.values.iter().enumerate() {
        let integer = match inexact.next_if(|inexact| inexact.element == index) {
            Some(InexactInteger { integer, .. }) => (*integer)?,
            None => OutOfRange::integer_of(value, false, String::new).ok()?,
        };
        elements.push(if is_negated { integer.checked_neg()? } else { integer });
    }
    let shape = literal.shape.iter().map(|size| *size as i64).collect();
    Some(ExactIntegers { literal: id, shape, elements })
}

/// A literal with integers to which no float is equal.
fn inexact_literal(exprs: &Exprs, id: ExprId) -> Option<&TensorLiteral> {
    match &exprs[id].kind {
        ExprKind::Literal(literal) if !literal.inexact.is_empty() => Some(literal),
        _ => None,
    }
}
