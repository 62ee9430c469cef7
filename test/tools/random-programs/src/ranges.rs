//! Ranges whose length depends on a loop: their elements are combined, or assigned.
//!
//! In all iterations there is an element at least: what nothing is combined to is the matter of
//! tests that are written by hand.

use crate::evaluator::{Scope, Value};
use crate::generator::{Generator, Loop};
use crate::numbers::shifted;
use crate::program::{Expression, Operator, Statement, Subscript};

/// The largest number that a loop counts to which such a range depends on.
const MOST: i64 = 20;

/// A range, and the sizes of dimensions that it fits.
struct Range {
    subscript: Subscript,
    size: usize,
    /// Whether larger dimensions do, too.
    or_more: bool,
}

impl Generator<'_> {
    /// A range of a length that depends on a loop around.
    fn varying_range(&mut self) -> Option<Range> {
        let Loop { variable, rounds: (first, end) } = self.random.pick(&self.loops)?;
        let (variable, first, last) = (Expression::Variable(variable.clone()), *first, end - 1);
        if first > last || first.abs() > MOST || last.abs() > MOST {
            return None;
        }
        let more = self.random.below(2) as i64;
        let bound = |by: i64| Some(shifted(variable.clone(), by));
        Some(match self.random.weighted(&[50, 25, 25]) {
            0 => Range {
                subscript: Subscript::Range(None, bound(1 - first + more)),
                size: (last + 1 - first + more) as usize,
                or_more: true,
            },
            1 => Range {
                subscript: Subscript::Range(Some(Expression::number(1)), bound(2 - first + more)),
                size: (last + 2 - first + more) as usize,
                or_more: true,
            },
            _ => Range {
                subscript: Subscript::Range(bound(more - first), None),
                size: (last - first + more + 1) as usize + self.random.below(40),
                or_more: false,
            },
        })
    }

    /// Elements of a vector, or of a row of a matrix, and computations with them.
    fn ranged(&mut self, range: &Range, scope: &Scope, depth: usize) -> Expression {
        if depth > 0 {
            let other = self.ranged(range, scope, depth - 1);
            let operators = match self.random.chance(80) {
                true => &Operator::ARITHMETIC[..],
                false => &Operator::COMPARISONS,
            };
            let operator = self.random.pick(operators).copied();
            let operator = operator.unwrap_or(Operator::Add);
            return match self.random.weighted(&[40, 20, 15, 15]) {
                0 => Expression::binary(operator, self.ranged(range, scope, depth - 1), other),
                1 => Expression::binary(operator, other, self.literal(&[])),
                2 => Expression::Negation(Box::new(other)),
                _ => self.call_builtin("abs", vec![("x", other)]),
            };
        }
        let is_long_enough = |value: &Value| match value {
            Value::Tensor(tensor) => match tensor.shape[..] {
                [size] => size == range.size || (range.or_more && size > range.size),
                _ => false,
            },
            Value::Struct(..) => false,
        };
        let named: Vec<_> = scope.iter().filter(|(_, value)| is_long_enough(value)).collect();
        if self.random.chance(60)
            && let Some((name, _)) = self.random.pick(&named)
        {
            let variable = Expression::Variable(name.clone());
            return Expression::Index(Box::new(variable), vec![range.subscript.clone()]);
        }
        if self.random.chance(30) {
            let matrix = self.literal(&[2, range.size]);
            let row = Subscript::At(Expression::number(self.random.below(2) as i64));
            return Expression::Index(Box::new(matrix), vec![row, range.subscript.clone()]);
        }
        let size = range.size + if range.or_more { self.random.below(40) } else { 0 };
        let vector = self.literal(&[size]);
        Expression::Index(Box::new(vector), vec![range.subscript.clone()])
    }

    /// The elements of ranges, combined to a number.
    pub(crate) fn combined_range(&mut self, scope: &Scope) -> Option<Expression> {
        let range = self.varying_range()?;
        let elements = self.ranged(&range, scope, 2);
        let names = ["sum", "prod", "mean", "norm", "min", "max", "any", "all", "argmin", "argmax"];
        Some(match self.random.chance(25) {
            true => {
                let others = self.ranged(&range, scope, 1);
                Expression::binary(Operator::MatMul, elements, others)
            }
            false => {
                let name = names[self.random.below(names.len())];
                self.call_builtin(name, vec![("a", elements)])
            }
        })
    }

    /// Adds an assignment to a range of a variable; whether there was one to assign to.
    pub(crate) fn add_range_assignment(
        &mut self,
        variables: &[(String, Value)],
        body: &mut Vec<Statement>,
        scope: &mut Scope,
    ) -> bool {
        let Some(range) = self.varying_range() else { return false };
        let fits = |(_, value): &&(String, Value)| match value {
            Value::Tensor(tensor) => match tensor.shape[..] {
                [size] => size == range.size || (range.or_more && size > range.size),
                _ => false,
            },
            Value::Struct(..) => false,
        };
        let fitting: Vec<_> = variables.iter().filter(fits).collect();
        let Some((name, _)) = self.random.pick(&fitting) else { return false };
        let variable = Expression::Variable(name.clone());
        let target = Expression::Index(Box::new(variable), vec![range.subscript.clone()]);
        let value = match self.random.weighted(&[30, 70]) {
            0 => self.literal(&[]),
            _ => self.ranged(&range, scope, 1),
        };
        let operators = &Operator::ASSIGNING;
        let operator =
            if self.random.chance(40) { self.random.pick(operators).copied() } else { None };
        self.add_if_valid(Statement::AssignElements { target, operator, value }, body, scope);
        true
    }
}
