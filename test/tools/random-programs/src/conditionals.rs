//! Makes random subscripts, loops and conditionals.

use crate::accesses::DATA;
use crate::evaluator::{Evaluator, Scope, Value};
use crate::generator::{Generator, Loop};
use crate::numbers::shifted;
use crate::program::{Expression, Literal, Operator, Statement, Subscript};
use crate::tensor::Tensor;

/// The operations that a loop or a conditional may lead to.
const STEPS_PER_BLOCK: usize = 600;

/// Loops and conditionals within each other.
const MAX_DEPTH: usize = 2;

/// The assignment of a value, by an operator if it begins with the variable.
fn assignment(name: &str, value: Expression) -> Statement {
    if let Expression::Binary(operator, left, right) = &value
        && matches!(&**left, Expression::Variable(variable) if variable == name)
        && Operator::ASSIGNING.contains(operator)
    {
        return Statement::Assign(name.to_owned(), Some(*operator), (**right).clone());
    }
    Statement::Assign(name.to_owned(), None, value)
}

impl Generator<'_> {
    /// Elements of a tensor.
    pub(crate) fn subscripted(&mut self, scope: &Scope, depth: usize) -> Option<Expression> {
        let (base, tensor) = self.tensor(scope, depth - 1);
        if tensor.shape.is_empty() {
            return None;
        }
        let count = self.random.between(1, tensor.shape.len());
        let sizes = &tensor.shape[..count];
        if self.random.chance(25) {
            let subscripts = self.gathering(scope, sizes);
            return Some(Expression::Index(Box::new(base), subscripts));
        }
        let subscripts = sizes.iter().map(|&size| self.subscript(scope, size as i64)).collect();
        Some(Expression::Index(Box::new(base), subscripts))
    }

    /// Subscripts of which some are tensors of indices.
    fn gathering(&mut self, scope: &Scope, sizes: &[usize]) -> Vec<Subscript> {
        let common = self.random.between(1, 3);
        let mut subscripts = Vec::new();
        for (dimension, &size) in sizes.iter().enumerate() {
            if dimension > 0 && self.random.chance(40) {
                let from = self.random.below(size) as i64;
                let from = self.known(scope, from);
                subscripts.push(match self.random.weighted(&[40, 30, 30]) {
                    0 => Subscript::Range(None, None),
                    1 => Subscript::Range(Some(from), None),
                    _ => Subscript::At(from),
                });
                continue;
            }
            let shape = match self.random.weighted(&[60, 15, 25]) {
                0 => vec![common],
                1 => vec![1],
                _ => vec![self.random.between(1, 2), common],
            };
            subscripts.push(Subscript::At(self.indices(size, &shape)));
        }
        subscripts
    }

    /// A tensor of indices in a dimension of this size.
    fn indices(&mut self, size: usize, shape: &[usize]) -> Expression {
        let row = |this: &mut Self, count: usize| {
            let index = |_| {
                let index = this.random.below(2 * size) as i64 - size as i64;
                Literal::Number(index.to_string())
            };
            (0..count).map(index).collect()
        };
        match *shape {
            [rows, columns] => {
                Expression::Literal((0..rows).map(|_| Literal::List(row(self, columns))).collect())
            }
            _ => Expression::Literal(row(self, shape[0])),
        }
    }

    pub(crate) fn subscript(&mut self, scope: &Scope, size: i64) -> Subscript {
        if self.random.chance(50)
            && let Some(subscript) = self.moving_subscript(size)
        {
            return subscript;
        }
        let from = self.random.below(size as usize) as i64;
        let to = self.random.between(from as usize + 1, size as usize) as i64;
        let mut place = |place: i64| {
            // After the last element, there is nothing to count back from.
            let counted_back = place < size && self.random.chance(30);
            self.known(scope, if counted_back { place - size } else { place })
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

    /// A subscript that depends on a loop variable.
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
                _ => Expression::binary(
                    Operator::Multiply,
                    variable.clone(),
                    Expression::number(factor),
                ),
            };
            shifted(product, offset)
        };
        Some(match self.random.chance(60) {
            true => Subscript::At(place(offset)),
            false => Subscript::Range(Some(place(offset)), Some(place(offset + length))),
        })
    }

    /// Statements of a loop body or of a branch.
    pub(crate) fn block(&mut self, scope: &mut Scope) -> Vec<Statement> {
        let (outside, numbers) = (scope.len(), self.numbers.len());
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
        self.numbers.truncate(numbers);
        body
    }

    pub(crate) fn add_assignment(&mut self, body: &mut Vec<Statement>, scope: &mut Scope) {
        if self.random.chance(40) {
            return self.add_element_assignment(body, scope);
        }
        let variables = self.variables_to_assign(scope);
        let Some((name, old)) = self.random.pick(&variables).cloned() else { return };
        let made = match &old {
            Value::Tensor(old) => self.new_tensor(&name, &old.shape, scope),
            Value::Struct(struct_name, _) => self.struct_expression(struct_name, scope, 2),
        };
        // In a loop or a conditional, the shape stays.
        let fits = |new: &Value| self.depth == 0 || crate::evaluator::has_form_of(new, &old);
        let Some((value, new)) = made.filter(|(_, new)| fits(new)) else { return };
        body.push(assignment(&name, value));
        if let Some((_, value)) = scope.iter_mut().find(|(variable, _)| *variable == name) {
            *value = new;
        }
    }

    /// The variables that may be assigned. Loop variables are not, nor are variables that shapes
    /// may depend on.
    fn variables_to_assign(&self, scope: &Scope) -> Vec<(String, Value)> {
        let is_fixed = |name: &String| {
            self.loops.iter().any(|around| around.variable == *name)
                || self.numbers.contains(name)
                || self.counters.contains(name)
        };
        scope.iter().filter(|(name, _)| !is_fixed(name)).cloned().collect()
    }

    /// Adds an assignment to elements of a variable, perhaps after another variable got its value.
    fn add_element_assignment(&mut self, body: &mut Vec<Statement>, scope: &mut Scope) {
        let mut variables = self.variables_to_assign(scope);
        variables.retain(|(_, value)| match value {
            Value::Tensor(tensor) => !tensor.shape.is_empty(),
            Value::Struct(..) => false,
        });
        if self.random.chance(35) && self.add_range_assignment(&variables, body, scope) {
            return;
        }
        let Some((name, Value::Tensor(old))) = self.random.pick(&variables).cloned() else {
            return;
        };
        let variable = Expression::Variable(name.clone());
        if self.random.chance(30) {
            let kept = format!("k{}", scope.len());
            body.push(Statement::Variable {
                name: kept.clone(),
                shape: None,
                value: variable.clone(),
            });
            scope.push((kept, Value::Tensor(old.clone())));
        }
        for _ in 0..self.random.between(1, 2) {
            let target = self.elements_of(&variable, &old.shape, scope);
            let Some(Value::Tensor(elements)) = self.evaluate(&target, scope) else { continue };
            let value = match self.random.weighted(&[25, 20, 20, 15, 20]) {
                0 => self.literal(&elements.shape),
                1 => {
                    let (value, _) = self.tensor(scope, 2);
                    self.call_builtin("sum", vec![("a", value)])
                }
                2 => {
                    let other = self.elements_of(&variable, &old.shape, scope);
                    Expression::binary(Operator::Add, other, target.clone())
                }
                3 => variable.clone(),
                _ => Expression::binary(Operator::Multiply, target.clone(), self.literal(&[])),
            };
            let operators = &Operator::ASSIGNING;
            let operator =
                if self.random.chance(35) { self.random.pick(operators).copied() } else { None };
            self.add_if_valid(Statement::AssignElements { target, operator, value }, body, scope);
        }
    }

    /// Elements of a variable of this shape.
    fn elements_of(&mut self, variable: &Expression, shape: &[usize], scope: &Scope) -> Expression {
        let sizes = &shape[..self.random.between(1, shape.len())];
        let subscripts = match self.random.chance(25) {
            true => self.gathering(scope, sizes),
            false => sizes.iter().map(|&size| self.subscript(scope, size as i64)).collect(),
        };
        Expression::Index(Box::new(variable.clone()), subscripts)
    }

    /// A value for a variable of this shape.
    fn new_tensor(
        &mut self,
        name: &str,
        shape: &[usize],
        scope: &Scope,
    ) -> Option<(Expression, Value)> {
        let (value, tensor) = self.tensor(scope, 2);
        if tensor.shape == shape || (self.depth == 0 && self.random.chance(50)) {
            return Some((value, Value::Tensor(tensor)));
        }
        // Combined with the old value it may have the right shape.
        let operator = self.random.pick(&Operator::ARITHMETIC).copied().unwrap_or(Operator::Add);
        let value = Expression::binary(operator, Expression::Variable(name.to_owned()), value);
        self.evaluate(&value, scope).map(|found| (value, found))
    }

    /// Adds a loop: of no iteration, of one or of several, from below 0 or from above.
    pub(crate) fn add_loop(&mut self, body: &mut Vec<Statement>, scope: &mut Scope) {
        if self.depth >= MAX_DEPTH {
            return;
        }
        let start = match self.random.weighted(&[45, 30, 15, 10]) {
            0 => 0,
            1 => self.random.between(1, 3) as i64,
            2 => -(self.random.between(1, 3) as i64),
            _ => self.random.between(4, 1_000_000) as i64,
        };
        let count = [-2, 0, 1, 2, 3, 4][self.random.weighted(&[5, 7, 18, 25, 25, 20])];
        let step = [1, 2, 3, -1, -2][self.random.weighted(&[70, 8, 6, 8, 8])];
        let end = if step < 0 { start - count } else { start + count };
        let (from, to) = if start > 3 {
            (Expression::number(start), Expression::number(end))
        } else {
            (self.known(scope, start), self.known(scope, end))
        };
        let mut rounds = match step < 0 {
            true => (start - count.max(1) + 1, start + 1),
            false => (start, start + count.max(1)),
        };
        let (mut from, mut to) = (from, to);
        match self.random.weighted(&[70, 20, 10]) {
            1 if start <= 3 => self.vary([&mut from, &mut to], step, &mut rounds),
            2 => {
                let (bound, value) =
                    if self.random.chance(50) { (&mut from, start) } else { (&mut to, end) };
                *bound = self.computed(value, body, scope);
            }
            _ => {}
        }
        let step = (step != 1).then(|| self.known(scope, step));
        let variable = format!("i{}", scope.len());
        let mut inside = scope.clone();
        inside.push((variable.clone(), Value::Tensor(Tensor::number(start as f64))));
        self.loops.push(Loop { variable: variable.clone(), rounds });
        let mut statements = self.block(&mut inside);
        self.add_jump(&mut statements, &mut inside);
        self.loops.pop();
        let this = Statement::For { variable, from, to, step, body: statements };
        self.add_if_valid(this, body, scope);
    }

    /// A variable with this number, which is not known when the program is compiled.
    fn computed(&mut self, value: i64, body: &mut Vec<Statement>, scope: &mut Scope) -> Expression {
        let name = format!("{DATA}{}", scope.len());
        let value = Expression::number(value);
        self.add_if_valid(
            Statement::Variable { name: name.clone(), shape: None, value },
            body,
            scope,
        );
        // The value that a loop has changed is not known.
        let nothing = Statement::Assign(name.clone(), Some(Operator::Add), Expression::number(0));
        let once = Statement::For {
            variable: format!("i{}", scope.len()),
            from: Expression::number(0),
            to: Expression::number(1),
            step: None,
            body: vec![nothing],
        };
        self.add_if_valid(once, body, scope);
        Expression::Variable(name)
    }

    /// Makes bounds depend on an outer loop. `rounds` becomes what the loop counts in any iteration
    /// of the outer one.
    fn vary(&mut self, [from, to]: [&mut Expression; 2], step: i64, rounds: &mut (i64, i64)) {
        let outer = self.random.pick(&self.loops).map(|this| (this.variable.clone(), this.rounds));
        let Some((variable, (first, end))) =
            outer.filter(|(_, (first, end))| first.abs() < 10 && end.abs() < 10)
        else {
            return;
        };
        let (variable, by) = (Expression::Variable(variable), self.random.below(4) as i64 - 1);
        if self.random.chance(40) {
            // As many iterations in each of the outer loop.
            let count = rounds.1 - rounds.0;
            *from = shifted(variable.clone(), by);
            *to = shifted(variable, by + if step < 0 { -count } else { count });
            *rounds = match step < 0 {
                true => (first + by - count + 1, end + by),
                false => (first + by, end - 1 + by + count),
            };
        } else if step < 0 {
            // The last number that it counts is above the second bound.
            *to = shifted(variable, by);
            *rounds = ((first + by + 1).min(rounds.1 - 1), rounds.1);
        } else {
            *to = shifted(variable, by);
            *rounds = (rounds.0, (end - 1 + by).max(rounds.0 + 1));
        }
    }

    /// Adds a conditional.
    pub(crate) fn add_conditional(&mut self, body: &mut Vec<Statement>, scope: &mut Scope) {
        if self.depth >= MAX_DEPTH {
            return;
        }
        let condition = self.condition(scope);
        let then = self.block(&mut scope.clone());
        let otherwise =
            if self.random.chance(60) { self.block(&mut scope.clone()) } else { vec![] };
        self.add_if_valid(Statement::If { condition, then, otherwise }, body, scope);
    }

    /// A condition: a number, perhaps two that are joined.
    pub(crate) fn condition(&mut self, scope: &Scope) -> Expression {
        let (condition, tensor) = self.tensor(scope, 2);
        let condition = match tensor.shape.len() {
            0 => condition,
            _ => self.call_builtin("max", vec![("a", condition)]),
        };
        let condition = match self.random.chance(60) {
            true => {
                let operator =
                    self.random.pick(&Operator::COMPARISONS).copied().unwrap_or(Operator::Less);
                Expression::binary(operator, condition, self.literal(&[]))
            }
            false => condition,
        };
        match self.random.weighted(&[60, 10, 30]) {
            0 => condition,
            1 => Expression::Not(Box::new(condition)),
            _ => {
                let operator =
                    self.random.pick(&Operator::LOGICAL).copied().unwrap_or(Operator::And);
                let other = self.condition(scope);
                Expression::binary(operator, condition, other)
            }
        }
    }

    pub(crate) fn add_if_valid(
        &mut self,
        statement: Statement,
        body: &mut Vec<Statement>,
        scope: &mut Scope,
    ) {
        let mut after = scope.clone();
        if Evaluator::new(&self.program, STEPS_PER_BLOCK).execute(&statement, &mut after).is_ok() {
            *scope = after;
            body.push(statement);
        }
    }
}
