//! Generates numbers that are known at compile time: sizes, dimensions, loop bounds, indices.
//!
//! They are computed from digits, sizes of tensors, variables and parameters with such numbers, and
//! the results of functions that compute them from such numbers.

use crate::evaluator::{Scope, Value};
use crate::generator::{Generator, Loop};
use crate::program::{Expression, Kind, Operator, Subscript};

/// Numbers that are further away from the wanted one are left alone.
const MOST: i64 = 1000;

impl Generator<'_> {
    /// An expression for this number.
    pub(crate) fn known(&mut self, scope: &Scope, value: i64) -> Expression {
        let made_of = match self.random.weighted(&[50, 20, 20, 8, 6]) {
            1 => self.size_of_variable(scope),
            2 => self.named_number(scope),
            3 => self.returned_number(scope),
            4 => {
                let (factor, other) =
                    (self.random.between(2, 3) as i64, self.random.below(3) as i64);
                let product = [factor, other].map(Expression::number);
                let [left, right] = product;
                Some((Expression::binary(Operator::Multiply, left, right), factor * other))
            }
            _ => None,
        };
        match made_of {
            Some((expression, found)) if (value - found).abs() <= MOST => {
                shifted(expression, value - found)
            }
            _ => Expression::number(value),
        }
    }

    /// `shape(variable)[dimension]`, and its value.
    pub(crate) fn size_of_variable(&mut self, scope: &Scope) -> Option<(Expression, i64)> {
        let variable = self.named_tensor(scope)?;
        let Some(Value::Tensor(tensor)) = self.evaluate(&variable, scope) else { return None };
        let dimension = self.dimension(tensor.shape.len())?;
        let size = tensor.shape[dimension.rem_euclid(tensor.shape.len() as i64) as usize];
        let shape = self.call_builtin("shape", vec![("a", variable)]);
        let place = Expression::number(dimension);
        Some((Expression::Index(Box::new(shape), vec![Subscript::At(place)]), size as i64))
    }

    /// A variable or a parameter that holds a known number.
    fn named_number(&mut self, scope: &Scope) -> Option<(Expression, i64)> {
        let named: Vec<_> = scope.iter().filter(|(name, _)| self.numbers.contains(name)).collect();
        let (name, value) = self.random.pick(&named)?;
        match value {
            Value::Tensor(number) => {
                Some((Expression::Variable(name.clone()), number.elements[0] as i64))
            }
            Value::Struct(..) => None,
        }
    }

    /// A call of a function that returns a known number.
    fn returned_number(&mut self, scope: &Scope) -> Option<(Expression, i64)> {
        let makes_numbers = |index: &usize| self.callables[*index].result == Some(Kind::Number);
        let candidates: Vec<usize> = (0..self.callables.len()).filter(makes_numbers).collect();
        let callable = *self.random.pick(&candidates)?;
        let call = self.call(callable, scope, 1)?;
        match self.evaluate(&call, scope)? {
            Value::Tensor(number) => Some((call, number.elements[0] as i64)),
            Value::Struct(..) => None,
        }
    }

    /// An argument for a parameter that is a number: the one that the function was generated for,
    /// another one, or, if it is only used as an index, one that depends on a loop variable.
    pub(crate) fn number_argument(
        &mut self,
        scope: &Scope,
        sample: i64,
        is_place: bool,
    ) -> Expression {
        if is_place
            && self.random.chance(60)
            && let Some(Loop { variable, .. }) = self.random.pick(&self.loops)
        {
            let variable = Expression::Variable(variable.clone());
            return shifted(variable, self.random.below(3) as i64);
        }
        let value = if self.random.chance(60) { sample } else { self.random.between(1, 3) as i64 };
        self.known(scope, value)
    }

    /// Sizes of a tensor of this shape: one by one, several in a list, or those of another tensor.
    pub(crate) fn sizes(&mut self, scope: &Scope, shape: &[usize]) -> Vec<Expression> {
        if self.random.chance(20)
            && let Some(like) = self.tensor_of_shape(scope, shape)
        {
            return vec![self.call_builtin("shape", vec![("a", like)])];
        }
        let in_lists = self.random.chance(20);
        let mut sizes = Vec::new();
        let mut rest = shape;
        while let Some((&size, after)) = rest.split_first() {
            let length = if in_lists { self.random.between(1, rest.len()) } else { 1 };
            if in_lists && (length > 1 || self.random.chance(50)) {
                let list = &rest[..length];
                let items =
                    list.iter().map(|size| crate::program::Literal::Number(size.to_string()));
                sizes.push(Expression::Literal(items.collect()));
                rest = &rest[length..];
            } else {
                sizes.push(self.known(scope, size as i64));
                rest = after;
            }
        }
        sizes
    }

    /// A variable, or a member of one, of this shape.
    fn tensor_of_shape(&mut self, scope: &Scope, shape: &[usize]) -> Option<Expression> {
        let mut paths = self.paths(scope);
        paths.retain(
            |(_, value)| matches!(value, Value::Tensor(tensor) if tensor.shape == shape && !shape.is_empty()),
        );
        self.random.pick(&paths).map(|(expression, _)| expression.clone())
    }
}

/// The expression plus a number.
pub(crate) fn shifted(expression: Expression, by: i64) -> Expression {
    let by_text = Expression::number(by.abs());
    match by {
        0 => expression,
        1.. => Expression::binary(Operator::Add, expression, by_text),
        _ => Expression::binary(Operator::Subtract, expression, by_text),
    }
}
