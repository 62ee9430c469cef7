//! Makes random valid expressions, of tensors and of structs.

use crate::builtins::CONSTANTS;
use crate::evaluator::{Scope, Value};
use crate::generator::{Generator, Size};
use crate::program::{Expression, Kind, Literal, Operator};
use crate::random::Random;
use crate::tensor::Tensor;

/// How often something that may turn out invalid is tried before something simpler is used.
const TRIES: usize = 3;

impl Generator<'_> {
    /// An expression nested at most so deep, and its value.
    pub(crate) fn tensor(&mut self, scope: &Scope, depth: usize) -> (Expression, Tensor) {
        let weights = if depth == 0 {
            [25, 75, 0, 0, 0, 0, 0, 0, 0]
        } else {
            [5, 30, 8, 15, 40, 30, 60, 15, 10]
        };
        let made = match self.random.weighted(&weights) {
            1 if self.random.chance(4) => self.constant(scope),
            1 => self.named_tensor(scope),
            2 => {
                let (operand, _) = self.tensor(scope, depth - 1);
                Some(Expression::Negation(Box::new(operand)))
            }
            3 => {
                let (operand, _) = self.tensor(scope, depth - 1);
                Some(self.call_builtin("transpose", vec![("a", operand)]))
            }
            4 => Some(self.binary(scope, depth)),
            5 => self.call_of_kind(&Kind::Tensor, scope, depth),
            6 => self.builtin(scope, depth),
            7 if self.random.chance(40) && !self.loops.is_empty() => self.combined_range(scope),
            7 => self.subscripted(scope, depth),
            8 => Some(self.list(scope, depth)),
            _ => None,
        };
        if let Some(expression) = made
            && let Some(Value::Tensor(tensor)) = self.evaluate(&expression, scope)
            && tensor.elements.len() <= self.most_elements()
        {
            return (expression, tensor);
        }
        let shape = random_shape(self.random, self.size);
        let literal = self.literal(&shape);
        match self.evaluate(&literal, scope) {
            Some(Value::Tensor(tensor)) => (literal, tensor),
            _ => (Expression::Number("1".to_owned()), Tensor::number(1.0)),
        }
    }

    /// A constant of the language that no variable hides.
    fn constant(&mut self, scope: &Scope) -> Option<Expression> {
        let (name, _) = *self.random.pick(&CONSTANTS)?;
        let is_hidden = scope.iter().any(|(variable, _)| variable == name);
        (!is_hidden).then(|| Expression::Variable(name.to_owned()))
    }

    /// A variable, or a member of one, that holds a tensor.
    pub(crate) fn named_tensor(&mut self, scope: &Scope) -> Option<Expression> {
        let mut paths = self.paths(scope);
        paths.retain(|(_, value)| matches!(value, Value::Tensor(_)));
        self.random.pick(&paths).map(|(expression, _)| expression.clone())
    }

    /// An expression for a struct of this name, with calls nested at most so deep, and its value;
    /// if one is in reach.
    pub(crate) fn struct_expression(
        &mut self,
        name: &str,
        scope: &Scope,
        depth: usize,
    ) -> Option<(Expression, Value)> {
        let kind = Kind::Struct(name.to_owned());
        if depth > 0
            && self.random.chance(50)
            && let Some(call) = self.call_of_kind(&kind, scope, depth)
            && let Some(value) = self.evaluate(&call, scope)
        {
            return Some((call, value));
        }
        let mut paths = self.paths(scope);
        paths.retain(|(_, value)| matches!(value, Value::Struct(found, _) if found == name));
        self.random.pick(&paths).cloned()
    }

    /// All variables, members of variables, their members, and so on.
    pub(crate) fn paths(&self, scope: &Scope) -> Vec<(Expression, Value)> {
        let mut paths: Vec<_> = scope
            .iter()
            .map(|(name, value)| (Expression::Variable(name.clone()), value.clone()))
            .collect();
        let mut next = 0;
        while let Some((base, value)) = paths.get(next).cloned() {
            paths.extend(self.members(&base, &value));
            next += 1;
        }
        paths
    }

    fn members(&self, base: &Expression, value: &Value) -> Vec<(Expression, Value)> {
        let Value::Struct(name, values) = value else { return vec![] };
        let Some(definition) = self.program.struct_named(name) else { return vec![] };
        let names = definition.members.iter().map(|member| member.name.clone());
        names
            .zip(values)
            .map(|(name, value)| (Expression::Member(Box::new(base.clone()), name), value.clone()))
            .collect()
    }

    /// An operator with an operand of any shape on one side, and one that fits on the other.
    fn binary(&mut self, scope: &Scope, depth: usize) -> Expression {
        let operators = match self.random.weighted(&[80, 15, 5]) {
            0 => &Operator::ARITHMETIC[..],
            1 => &Operator::COMPARISONS,
            _ => &Operator::LOGICAL,
        };
        let operator = self.random.pick(operators).copied().unwrap_or(Operator::Add);
        let (left, right) = self.operands(scope, depth);
        Expression::Binary(operator, Box::new(left), Box::new(right))
    }

    /// A list of a computed element and others of its shape; some are lists themselves.
    fn list(&mut self, scope: &Scope, depth: usize) -> Expression {
        let (first, tensor) = self.tensor(scope, depth - 1);
        let mut elements = vec![first.clone()];
        for _ in 0..self.random.below(3) {
            elements.push(match self.random.below(3) {
                0 => self.literal(&tensor.shape),
                1 => Expression::Not(Box::new(first.clone())),
                _ => Expression::binary(Operator::Multiply, first.clone(), self.literal(&[])),
            });
        }
        self.random.shuffle(&mut elements);
        let row = Expression::List(elements);
        match self.random.chance(25) {
            true => Expression::List(vec![row.clone(), row]),
            false => row,
        }
    }

    /// Two operands whose shapes fit.
    pub(crate) fn operands(&mut self, scope: &Scope, depth: usize) -> (Expression, Expression) {
        let (one, tensor) = self.tensor(scope, depth - 1);
        let mut other = None;
        for _ in 0..TRIES {
            let (candidate, value) = self.tensor(scope, depth - 1);
            if tensor
                .combine(&value, |a, _| a)
                .is_some_and(|result| result.elements.len() <= self.most_elements())
            {
                other = Some(candidate);
                break;
            }
        }
        let other = match other {
            Some(expression) => expression,
            None => {
                let shape = self.fitting_shape(&tensor.shape);
                self.literal(&shape)
            }
        };
        if self.random.chance(50) { (one, other) } else { (other, one) }
    }

    /// A shape that broadcasts with this one: without some leading dimensions, with some sizes 1,
    /// with larger sizes where it has 1, or with one more dimension.
    pub(crate) fn fitting_shape(&mut self, shape: &[usize]) -> Vec<usize> {
        let dropped = if self.random.chance(40) { self.random.below(shape.len() + 1) } else { 0 };
        let mut fitting = shape[dropped..].to_vec();
        for size in &mut fitting {
            if *size == 1 && self.random.chance(40) {
                *size = self.random.between(2, 3);
            } else if self.random.chance(25) {
                *size = 1;
            }
        }
        if fitting.len() < 4 && self.random.chance(15) {
            fitting.insert(0, if dropped == 0 { self.random.between(1, 3) } else { 1 });
        }
        let count = |shape: &[usize]| shape.iter().product::<usize>();
        if count(&fitting) * count(shape) > self.most_elements() { shape.to_vec() } else { fitting }
    }

    /// A valid call of a function with a result of this kind, or a member of such a result.
    fn call_of_kind(&mut self, kind: &Kind, scope: &Scope, depth: usize) -> Option<Expression> {
        let candidates: Vec<usize> = (0..self.callables.len())
            .filter(|&index| match &self.callables[index].result {
                Some(result) => {
                    result == kind || (*kind == Kind::Tensor && *result != Kind::Tensor)
                }
                None => false,
            })
            .collect();
        for _ in 0..TRIES {
            let callable = *self.random.pick(&candidates)?;
            let Some(call) = self.call(callable, scope, depth) else { continue };
            let Some(value) = self.evaluate(&call, scope) else { continue };
            let reached = match (kind, &value) {
                (Kind::Tensor, Value::Struct(..)) => self.tensor_within(call, value),
                _ => Some(call),
            };
            if reached.is_some() {
                return reached;
            }
        }
        None
    }

    /// A member, or a member's member and so on, of a struct value that is a tensor.
    fn tensor_within(
        &mut self,
        mut expression: Expression,
        mut value: Value,
    ) -> Option<Expression> {
        while let Value::Struct(..) = value {
            let members = self.members(&expression, &value);
            (expression, value) = self.random.pick(&members)?.clone();
        }
        Some(expression)
    }

    /// A call of a function with arguments of the right kinds, which may still be of the wrong
    /// shapes. None if there is no struct that it wants.
    pub(crate) fn call(
        &mut self,
        callable: usize,
        scope: &Scope,
        depth: usize,
    ) -> Option<Expression> {
        let callable = &self.callables[callable];
        let (name, parameters, samples) =
            (callable.name.clone(), callable.parameters.clone(), callable.samples.clone());
        let takes_indices = callable.takes_indices;
        let mut arguments = Vec::new();
        for (parameter, sample) in parameters.iter().zip(&samples) {
            arguments.push(match (parameter, sample) {
                (Kind::Struct(name), _) => {
                    self.struct_expression(name, scope, depth.saturating_sub(1))?.0
                }
                (Kind::Number, Value::Tensor(sample)) => {
                    self.number_argument(scope, sample.elements[0] as i64, takes_indices)
                }
                // The sample shapes always work; others test that the function is generic.
                (Kind::Tensor, Value::Tensor(sample)) if self.random.chance(40) => {
                    self.literal(&sample.shape)
                }
                _ => self.tensor(scope, depth.saturating_sub(1)).0,
            });
        }
        Some(Expression::Call(name, arguments))
    }
}

/// A shape of rank 0 to 4 with small sizes, or of one to three dimensions of which some are large.
pub(crate) fn random_shape(random: &mut Random, size: Size) -> Vec<usize> {
    if size == Size::Large {
        const SIZES: [usize; 12] = [1, 2, 5, 31, 32, 33, 48, 64, 65, 70, 97, 100];
        let sizes = if random.chance(15) { &SIZES[..6] } else { &SIZES[5..] };
        let rank = random.weighted(&[5, 20, 70, 0]);
        return (0..rank).map(|_| random.pick(sizes).copied().unwrap_or(1)).collect();
    }
    let rank = random.weighted(&[25, 25, 30, 13, 7]);
    (0..rank).map(|_| 1 + random.weighted(&[20, 45, 35])).collect()
}

/// The elements of a literal of a shape of rank 1 or more.
pub(crate) fn literal_of_shape(random: &mut Random, shape: &[usize]) -> Vec<Literal> {
    let Some((&size, inner)) = shape.split_first() else { return vec![] };
    (0..size)
        .map(|_| match inner {
            [] => {
                let sign = if random.chance(20) { "-" } else { "" };
                Literal::Number(format!("{sign}{}", number(random)))
            }
            _ => Literal::List(literal_of_shape(random, inner)),
        })
        .collect()
}

/// A number that is not negative, in one of the forms of the language.
pub(crate) fn number(random: &mut Random) -> String {
    let digits = |random: &mut Random, most| random.below(most).to_string();
    match random.weighted(&[600, 150, 80, 60, 50, 40, 2]) {
        0 => digits(random, 10),
        1 => format!("{}.{}", digits(random, 10), digits(random, 100)),
        2 => format!(".{}", digits(random, 1000)),
        3 => format!("{}.{}e-{}", digits(random, 10), digits(random, 10), 1 + random.below(4)),
        4 => format!("{}e{}", 1 + random.below(9), random.below(4)),
        5 => digits(random, 1_000_000),
        _ => format!("{}e{}", 1 + random.below(9), 20 + random.below(280)),
    }
}
