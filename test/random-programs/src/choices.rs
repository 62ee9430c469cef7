//! Makes random calls of builtin functions, subscripts, loops and choices.

use crate::evaluator::{Evaluator, Scope, Value};
use crate::generator::{Generator, Loop};
use crate::program::{Expression, Operator, Statement, Subscript};
use crate::tensor::Tensor;

/// The operations that a loop or a choice may lead to.
const STEPS_PER_BLOCK: usize = 600;

/// Loops and choices within each other.
const MAX_DEPTH: usize = 2;

fn number(value: i64) -> Expression {
    let text = Expression::Number(value.unsigned_abs().to_string());
    if value < 0 { Expression::Negation(Box::new(text)) } else { text }
}

fn binary(operator: Operator, left: Expression, right: Expression) -> Expression {
    Expression::Binary(operator, Box::new(left), Box::new(right))
}

impl Generator<'_> {
    /// A call of a builtin function; it may turn out invalid.
    pub(crate) fn builtin(&mut self, scope: &Scope, depth: usize) -> Option<Expression> {
        let call = |name, arguments| Some(Expression::Builtin(name, arguments, None));
        match self.random.weighted(&[25, 20, 10, 25, 25, 10, 20, 5]) {
            0 => {
                let name = *self.random.pick(&["abs", "sqrt", "exp", "log"])?;
                call(name, vec![self.tensor(scope, depth - 1).0])
            }
            1 => {
                let name = *self.random.pick(&["pow", "min", "max"])?;
                let (left, right) = self.operands(scope, depth);
                call(name, vec![left, right])
            }
            2 => {
                let (left, right) = self.operands(scope, depth);
                let condition = if self.random.chance(50) {
                    let operator = *self.random.pick(&Operator::COMPARISONS)?;
                    binary(operator, left.clone(), right.clone())
                } else {
                    self.tensor(scope, depth - 1).0
                };
                call("select", vec![condition, left, right])
            }
            3 => {
                let name = *self.random.pick(&["sum", "mean", "min", "max"])?;
                let (operand, tensor) = self.tensor(scope, depth - 1);
                let dimension = self.dimension(tensor.shape.len()).filter(|_| self.random.chance(60));
                Some(Expression::Builtin(name, vec![operand], dimension))
            }
            4 => self.product(scope, depth),
            5 => {
                let (one, tensor) = self.tensor(scope, depth - 1);
                let dimension = self.dimension(tensor.shape.len())?;
                let mut shape = tensor.shape.clone();
                shape[dimension.rem_euclid(tensor.shape.len() as i64) as usize] = self.random.between(1, 3);
                let other = self.literal(&shape);
                let arguments = if self.random.chance(50) { vec![one, other] } else { vec![other, one] };
                Some(Expression::Builtin("concat", arguments, Some(dimension)))
            }
            6 => self.made(scope),
            _ => call("shape", vec![self.tensor(scope, depth - 1).0]),
        }
    }

    /// A dimension of a tensor, counted from the first or from the last one.
    fn dimension(&mut self, rank: usize) -> Option<i64> {
        let place = self.random.below(rank) as i64;
        let from_end = self.random.chance(30);
        (rank > 0).then_some(if from_end { place - rank as i64 } else { place })
    }

    /// A product of matrices or vectors.
    fn product(&mut self, scope: &Scope, depth: usize) -> Option<Expression> {
        let (one, tensor) = self.tensor(scope, depth - 1);
        let outer = self.fitting_outer_size();
        let is_left = self.random.chance(50);
        let shape = match (&tensor.shape[..], is_left) {
            (&[inner] | &[_, inner], true) => vec![inner, outer],
            (&[inner] | &[inner, _], false) => vec![outer, inner],
            _ => return None,
        };
        let shape = match self.random.chance(30) {
            true => vec![shape[usize::from(!is_left)]],
            false => shape,
        };
        let other = self.literal(&shape);
        let (left, right) = if is_left { (one, other) } else { (other, one) };
        Some(match self.random.chance(30) {
            true => Expression::Builtin("matmul", vec![left, right], None),
            false => binary(Operator::MatMul, left, right),
        })
    }

    fn fitting_outer_size(&mut self) -> usize {
        let shape = crate::expressions::random_shape(self.random, self.size);
        shape.first().copied().unwrap_or(3)
    }

    /// A call of `random` for a shape of rank 1 or more.
    pub(crate) fn random_tensor(&mut self, shape: &[usize]) -> Expression {
        let seed = number(self.random.below(100) as i64);
        let sizes = shape.iter().map(|size| number(*size as i64));
        let tensor = Expression::Builtin("random", std::iter::once(seed).chain(sizes).collect(), None);
        // Numbers of both signs that are not all small.
        match self.random.chance(50) {
            true => binary(Operator::Subtract, tensor, Expression::Number("0.5".to_owned())),
            false => tensor,
        }
    }

    /// A call of a function that makes a tensor of sizes.
    fn made(&mut self, scope: &Scope) -> Option<Expression> {
        let name = *self.random.pick(&["zeros", "ones", "fill", "iota", "random"])?;
        let mut arguments = match name {
            "fill" => vec![self.literal(&[])],
            "random" => vec![number(self.random.below(10) as i64 - 3)],
            _ => vec![],
        };
        if name == "iota" {
            arguments.push(self.size(scope));
        } else if self.random.chance(25)
            && let Some(like) = self.named_tensor(scope)
        {
            arguments.push(Expression::Builtin("shape", vec![like], None));
        } else {
            for _ in 0..self.random.between(1, 3) {
                arguments.push(self.size(scope));
            }
        }
        Some(Expression::Builtin(name, arguments, None))
    }

    /// A size that is known when the program is compiled.
    fn size(&mut self, scope: &Scope) -> Expression {
        let small = self.random.between(1, 4) as i64;
        match self.random.weighted(&[60, 20, 20]) {
            0 => number(small),
            1 => binary(Operator::Subtract, number(small + 2), number(2)),
            _ => self.size_of_variable(scope).unwrap_or_else(|| number(small)),
        }
    }

    /// `shape(variable)[dimension]`
    fn size_of_variable(&mut self, scope: &Scope) -> Option<Expression> {
        let variable = self.named_tensor(scope)?;
        let Some(Value::Tensor(tensor)) = self.evaluate(&variable, scope) else { return None };
        let dimension = self.dimension(tensor.shape.len())?;
        let shape = Expression::Builtin("shape", vec![variable], None);
        Some(Expression::Index(Box::new(shape), vec![Subscript::At(number(dimension))]))
    }

    /// Elements of a tensor.
    pub(crate) fn subscripted(&mut self, scope: &Scope, depth: usize) -> Option<Expression> {
        let (base, tensor) = self.tensor(scope, depth - 1);
        if tensor.shape.is_empty() {
            return None;
        }
        let count = self.random.between(1, tensor.shape.len());
        let subscripts = tensor.shape[..count].iter().map(|&size| self.subscript(size as i64)).collect();
        Some(Expression::Index(Box::new(base), subscripts))
    }

    fn subscript(&mut self, size: i64) -> Subscript {
        if self.random.chance(50)
            && let Some(subscript) = self.moving_subscript(size)
        {
            return subscript;
        }
        let from = self.random.below(size as usize) as i64;
        let to = self.random.between(from as usize + 1, size as usize) as i64;
        let mut place = |place: i64| {
            // Behind the last element, there is nothing to count back from.
            if place < size && self.random.chance(30) { number(place - size) } else { number(place) }
        };
        let (from, to) = (place(from), place(to));
        match self.random.weighted(&[45, 15, 10, 10, 20]) {
            0 => Subscript::At(from),
            1 => Subscript::Range(None, None),
            2 => Subscript::Range(Some(from), None),
            3 => Subscript::Range(None, Some(to)),
            _ => Subscript::Range(Some(from), Some(to)),
        }
    }

    /// A subscript that depends on the round of a loop.
    fn moving_subscript(&mut self, size: i64) -> Option<Subscript> {
        let factor = *self.random.pick(&[1, 1, 2, -1])?;
        let Loop { variable, rounds: (from, to) } = self.random.pick(&self.loops)?;
        let ends = [from * factor, (to - 1) * factor];
        let (least, greatest) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        let room = size - (greatest - least);
        if room < 1 {
            return None;
        }
        let variable = Expression::Variable(variable.clone());
        let length = self.random.between(1, room.min(3) as usize) as i64;
        let offset = self.random.below((room - length + 1) as usize) as i64 - least;
        let place = |offset: i64| {
            let product = match factor {
                1 => variable.clone(),
                _ => binary(Operator::Multiply, variable.clone(), number(factor)),
            };
            match offset {
                0 => product,
                1.. => binary(Operator::Add, product, number(offset)),
                _ => binary(Operator::Subtract, product, number(-offset)),
            }
        };
        Some(match self.random.chance(60) {
            true => Subscript::At(place(offset)),
            false => Subscript::Range(Some(place(offset)), Some(place(offset + length))),
        })
    }

    /// Statements of a loop's round or of a branch.
    fn block(&mut self, scope: &mut Scope) -> Vec<Statement> {
        let outside = scope.len();
        let mut body = Vec::new();
        self.depth += 1;
        for _ in 0..self.random.between(1, 3) {
            if self.random.chance(60) {
                self.add_assignment(&mut body, scope);
            } else {
                self.add_statement(&mut body, scope, 15);
            }
        }
        self.depth -= 1;
        scope.truncate(outside);
        body
    }

    fn add_assignment(&mut self, body: &mut Vec<Statement>, scope: &mut Scope) {
        let is_counter = |name: &String| self.loops.iter().any(|around| around.variable == *name);
        let variables: Vec<(String, Tensor)> = scope
            .iter()
            .filter(|(name, _)| !is_counter(name))
            .filter_map(|(name, value)| match value {
                Value::Tensor(tensor) => Some((name.clone(), tensor.clone())),
                Value::Struct(..) => None,
            })
            .collect();
        let Some((name, old)) = self.random.pick(&variables).cloned() else { return };
        let (mut value, mut tensor) = self.tensor(scope, 2);
        if tensor.shape != old.shape {
            // Combined with the old value it may have the right shape.
            let operator = self.random.pick(&Operator::ARITHMETIC).copied().unwrap_or(Operator::Add);
            value = binary(operator, Expression::Variable(name.clone()), value);
            match self.evaluate(&value, scope) {
                Some(Value::Tensor(found)) if found.shape == old.shape => tensor = found,
                _ => return,
            }
        }
        body.push(Statement::Assign(name.clone(), value));
        if let Some((_, value)) = scope.iter_mut().find(|(variable, _)| *variable == name) {
            *value = Value::Tensor(tensor);
        }
    }

    /// Adds a loop.
    pub(crate) fn add_loop(&mut self, body: &mut Vec<Statement>, scope: &mut Scope) {
        if self.depth >= MAX_DEPTH {
            return;
        }
        let from = self.random.below(3) as i64;
        let to = from + self.random.weighted(&[5, 15, 30, 30, 20]) as i64;
        let to = if self.random.chance(15) { self.size_of_variable(scope) } else { Some(number(to)) };
        let to = to.unwrap_or_else(|| number(from + 2));
        let Some(Value::Tensor(end)) = self.evaluate(&to, scope) else { return };
        let end = (end.elements[0] as i64).max(from + 1);
        if end > from + 8 {
            return;
        }
        let variable = format!("i{}", scope.len());
        let mut inside = scope.clone();
        inside.push((variable.clone(), Value::Tensor(Tensor::number(from as f64))));
        self.loops.push(Loop { variable: variable.clone(), rounds: (from, end) });
        let statements = self.block(&mut inside);
        self.loops.pop();
        let this = Statement::For { variable, from: number(from), to, body: statements };
        self.add_if_valid(this, body, scope);
    }

    /// Adds a choice.
    pub(crate) fn add_choice(&mut self, body: &mut Vec<Statement>, scope: &mut Scope) {
        if self.depth >= MAX_DEPTH {
            return;
        }
        let (condition, tensor) = self.tensor(scope, 2);
        let condition = match tensor.shape.len() {
            0 => condition,
            _ => Expression::Builtin("max", vec![condition], None),
        };
        let condition = match self.random.chance(60) {
            true => {
                let operator = self.random.pick(&Operator::COMPARISONS).copied().unwrap_or(Operator::Less);
                binary(operator, condition, self.literal(&[]))
            }
            false => condition,
        };
        let then = self.block(&mut scope.clone());
        let otherwise = if self.random.chance(60) { self.block(&mut scope.clone()) } else { vec![] };
        self.add_if_valid(Statement::If { condition, then, otherwise }, body, scope);
    }

    fn add_if_valid(&mut self, statement: Statement, body: &mut Vec<Statement>, scope: &mut Scope) {
        let mut after = scope.clone();
        if Evaluator::new(&self.program, STEPS_PER_BLOCK).execute(&statement, &mut after).is_ok() {
            *scope = after;
            body.push(statement);
        }
    }
}
