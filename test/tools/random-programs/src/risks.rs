//! Accesses that may be out of range: in loops, functions, conditionals and branches, of elements
//! and of ranges, at constant indices and at indices that depend on loop variables.

use crate::evaluator::{Evaluator, Scope, Value};
use crate::generator::{Generator, Loop};
use crate::numbers::shifted;
use crate::program::{
    Declaration, Expression, Function, Kind, Operator, Program, Statement, Subscript,
};
use crate::random::Random;
use crate::tensor::Tensor;
use crate::visit;

/// How often something that may turn out invalid is tried.
const TRIES: usize = 12;

/// The operations that a statement with a risk may lead to.
const STEPS: usize = 3000;

/// A number that depends on the variables of loops: its text, and the least and greatest value.
struct Moving {
    expression: Expression,
    least: i64,
    greatest: i64,
}

/// Marks an access of a program, and changes one of its numbers. None if there is no access.
pub(crate) fn change_an_access(program: &Program, random: &mut Random) -> Option<Program> {
    let mut changed = program.clone();
    let mut number = 0;
    for function in &mut changed.functions {
        visit::expressions(&mut function.body, &mut |expression| {
            number += usize::from(is_access(expression));
        });
    }
    if number == 0 {
        return None;
    }
    let mut chosen = random.below(number) as i64;
    for function in &mut changed.functions {
        visit::expressions(&mut function.body, &mut |expression| {
            if !is_access(expression) {
                return;
            }
            chosen -= 1;
            if chosen == -1 {
                let access = std::mem::replace(expression, Expression::number(0));
                *expression = Expression::Marked(Box::new(changed_access(access, random)));
            }
        });
    }
    Some(changed)
}

/// Whether an expression takes elements of a tensor that is not a shape: elements of shapes are
/// compile-time numbers. With another end, a range whose length depends on a loop may be empty,
/// which is right, but has no elements that could be expected.
fn is_access(expression: &Expression) -> bool {
    match expression {
        Expression::Index(base, subscripts) => {
            let is_shape = matches!(&**base, Expression::Builtin("shape", _));
            !is_shape && !subscripts.iter().any(has_one_moving_end)
        }
        _ => false,
    }
}

/// Whether only one end of a range depends on a variable.
fn has_one_moving_end(subscript: &Subscript) -> bool {
    let Subscript::Range(from, to) = subscript else { return false };
    let depends = [from, to].map(|end| end.as_ref().is_some_and(has_variable));
    depends[0] != depends[1]
}

fn has_variable(number: &Expression) -> bool {
    match number {
        Expression::Variable(_) => true,
        Expression::Binary(_, left, right) => has_variable(left) || has_variable(right),
        Expression::Negation(operand) => has_variable(operand),
        _ => false,
    }
}

fn changed_access(access: Expression, random: &mut Random) -> Expression {
    let Expression::Index(base, mut subscripts) = access else { return access };
    let at = random.below(subscripts.len());
    let by = [1, 1, 2, 3, 5, -1, -1, -2, -4][random.below(9)];
    if let Some(subscript) = subscripts.get_mut(at) {
        match subscript {
            Subscript::At(index) => *index = shifted(index.clone(), by),
            Subscript::Range(Some(from), Some(to)) => {
                *from = shifted(from.clone(), by);
                *to = shifted(to.clone(), by);
            }
            Subscript::Range(Some(end), None) | Subscript::Range(None, Some(end)) => {
                *end = shifted(end.clone(), by);
            }
            Subscript::Steps(..) | Subscript::Rest => {}
            Subscript::Range(None, None) => *subscript = Subscript::At(Expression::number(by + 2)),
        }
    }
    Expression::Index(base, subscripts)
}

impl Generator<'_> {
    /// Adds a loop in which an access may be out of range.
    pub(crate) fn add_risk(&mut self, body: &mut Vec<Statement>, scope: &mut Scope) -> bool {
        let (functions, loops) = (self.program.functions.len(), self.loops.len());
        let (numbers, depth) = (self.numbers.len(), self.depth);
        for _ in 0..TRIES {
            let is_added = self.try_risk(body, scope).is_some();
            self.loops.truncate(loops);
            self.numbers.truncate(numbers);
            self.depth = depth;
            if is_added {
                return true;
            }
            self.program.functions.truncate(functions);
        }
        false
    }

    fn try_risk(&mut self, body: &mut Vec<Statement>, scope: &mut Scope) -> Option<()> {
        // The values that the loop carries, perhaps.
        let mut before = Vec::new();
        let mut outside = scope.clone();
        if self.random.chance(40) {
            let shape = self.risky_shape();
            let (name, value) = (format!("r{}", outside.len()), self.literal(&shape));
            let tensor = self.evaluate(&value, &outside)?;
            before.push(Statement::Variable { name: name.clone(), shape: None, value });
            outside.push((name, tensor));
        }
        let mut inside = outside.clone();
        let first_loop = self.loops.len();
        let mut bounds = Vec::new();
        for _ in 0..self.random.weighted(&[0, 70, 30]) {
            let from = [0, 0, 1, -1, 2][self.random.below(5)];
            let count = if self.random.chance(4) { 0 } else { self.random.between(1, 5) as i64 };
            let variable = format!("k{}", inside.len());
            inside.push((variable.clone(), Value::Tensor(Tensor::number(from as f64))));
            self.loops.push(Loop { variable, rounds: (from, from + count.max(1)) });
            bounds.push((self.known(&outside, from), self.known(&outside, from + count)));
        }
        let mut statements = self.risky_block(&mut inside, first_loop)?;
        let shows = self.random.chance(70);
        while let Some((from, to)) = bounds.pop() {
            let variable = self.loops.pop()?.variable;
            if shows {
                // A print shows how far the program got.
                statements.insert(0, Statement::print(Expression::Variable(variable.clone())));
            }
            statements = vec![Statement::For { variable, from, to, step: None, body: statements }];
            if self.random.chance(15) {
                statements = vec![self.conditional(&outside, statements)];
            }
        }
        before.extend(statements);
        let mut evaluator = Evaluator::new(&self.program, STEPS);
        let mut after = scope.clone();
        for statement in &before {
            evaluator.execute(statement, &mut after).ok()?;
        }
        body.extend(before);
        *scope = after;
        Some(())
    }

    /// The statements in the innermost loop: some around the one with the access.
    fn risky_block(&mut self, scope: &mut Scope, first_loop: usize) -> Option<Vec<Statement>> {
        let mut body = Vec::new();
        self.depth += 1;
        if self.random.chance(30) {
            self.add_statement(&mut body, scope, 50);
        }
        let access = self.risky_access(scope, first_loop)?;
        // Names that are defined in a branch end there.
        let outside = scope.len();
        let mut risky = Vec::new();
        self.use_of(access, &mut risky, scope);
        if self.random.chance(20) {
            risky.push(Statement::print(Expression::number(7)));
        }
        if self.random.chance(85) {
            scope.truncate(outside);
            risky = vec![self.conditional(scope, risky)];
        }
        body.extend(risky);
        if self.random.chance(40) {
            self.add_statement(&mut body, scope, 50);
        }
        Some(body)
    }

    /// Statements in one of the branches of a conditional.
    fn conditional(&mut self, scope: &Scope, statements: Vec<Statement>) -> Statement {
        let variable =
            self.random.pick(&self.loops).map(|this| (this.variable.clone(), this.rounds));
        let condition = match variable {
            Some((variable, (from, to))) if self.random.chance(80) => {
                let operator =
                    self.random.pick(&Operator::COMPARISONS).copied().unwrap_or(Operator::Less);
                let border = Expression::number(
                    from + self.random.below((to - from + 2) as usize) as i64 - 1,
                );
                // A number that is not known at compile time, or a constant.
                let border = match self.random.chance(25) {
                    true => self.call_builtin("sum", vec![("a", border)]),
                    false => border,
                };
                let variable = Expression::Variable(variable);
                match self.random.chance(80) {
                    true => Expression::binary(operator, variable, border),
                    false => Expression::binary(operator, border, variable),
                }
            }
            _ => {
                let (value, _) = self.tensor(scope, 1);
                self.call_builtin("sum", vec![("a", value)])
            }
        };
        let other = match self.random.chance(40) {
            true => vec![Statement::print(Expression::Number("0.5".to_owned()))],
            false => vec![],
        };
        match self.random.chance(70) || other.is_empty() {
            true => Statement::If { condition, then: statements, otherwise: other },
            false => Statement::If { condition, then: other, otherwise: statements },
        }
    }

    fn risky_shape(&mut self) -> Vec<usize> {
        (0..self.random.weighted(&[0, 60, 30, 10])).map(|_| self.random.between(1, 6)).collect()
    }

    /// A marked access with an index around the limit of its dimension.
    fn risky_access(&mut self, scope: &Scope, first_loop: usize) -> Option<Expression> {
        let (base, tensor) = match self.random.weighted(&[50, 25, 25]) {
            0 => {
                let base = self.named_tensor(scope)?;
                let Some(Value::Tensor(tensor)) = self.evaluate(&base, scope) else { return None };
                (base, tensor)
            }
            1 => self.tensor(scope, 2),
            _ => {
                let shape = self.risky_shape();
                let base = self.literal(&shape);
                let Some(Value::Tensor(tensor)) = self.evaluate(&base, scope) else { return None };
                (base, tensor)
            }
        };
        let rank = tensor.shape.len();
        if rank == 0 {
            return None;
        }
        let count = self.random.between(1, rank);
        let risky = self.random.below(count);
        let size = tensor.shape[risky] as i64;
        let Moving { expression, least, greatest } = self.moving(first_loop)?;
        let length = match self.random.chance(35) {
            true => self.random.between(1, size.min(3) as usize) as i64,
            false => 1,
        };
        let last = size - length;
        // Out of range at one end, at both, nowhere, or everywhere.
        let offset = match self.random.weighted(&[45, 30, 15, 10]) {
            0 => last - greatest + self.random.between(1, 2) as i64,
            1 => -least - self.random.between(1, 2) as i64,
            2 => -least,
            _ => last - least + self.random.below(3) as i64,
        };
        if self.random.chance(25) {
            return self.risky_call(base, &tensor, &expression, offset);
        }
        let mut subscripts = Vec::new();
        for (dimension, &size) in tensor.shape[..count].iter().enumerate() {
            if dimension != risky {
                subscripts.push(self.subscript(scope, size as i64));
                continue;
            }
            let first = self.sum_with(scope, expression.clone(), offset);
            subscripts.push(match length == 1 && self.random.chance(85) {
                true => Subscript::At(first),
                false => {
                    let end = self.sum_with(scope, expression.clone(), offset + length);
                    Subscript::Range(Some(first), Some(end))
                }
            });
        }
        Some(Expression::Marked(Box::new(Expression::Index(Box::new(base), subscripts))))
    }

    /// The number plus an offset.
    fn sum_with(&mut self, scope: &Scope, number: Expression, offset: i64) -> Expression {
        match self.random.weighted(&[70, 15, 15]) {
            0 => shifted(number, offset),
            1 => {
                let offset = self.known(scope, offset);
                Expression::binary(Operator::Add, number, offset)
            }
            _ => Expression::binary(Operator::Add, Expression::number(offset), number),
        }
    }

    /// A number that depends on the variable of a loop, and perhaps on that of another one.
    fn moving(&mut self, first_loop: usize) -> Option<Moving> {
        let number = self.loops.len() - first_loop;
        let mut found: Option<Moving> = None;
        let mut terms: Vec<(usize, i64)> = Vec::new();
        for _ in 0..=usize::from(self.random.chance(25)) {
            let at = first_loop + self.random.below(number);
            let Loop { variable, rounds: (from, to) } = self.loops.get(at)?;
            let factor = [1, 1, 1, 1, 2, -1, 3][self.random.below(7)];
            // Terms that cancel out would leave a constant.
            if terms.iter().any(|&(other, by)| other == at && by + factor == 0) {
                continue;
            }
            terms.push((at, factor));
            let ends = [from * factor, (to - 1) * factor];
            let variable = Expression::Variable(variable.clone());
            let term = match factor {
                1 => variable,
                -1 if self.random.chance(50) => Expression::Negation(Box::new(variable)),
                2 if self.random.chance(30) => {
                    Expression::binary(Operator::Add, variable.clone(), variable)
                }
                _ if self.random.chance(50) => {
                    Expression::binary(Operator::Multiply, Expression::number(factor), variable)
                }
                _ => Expression::binary(Operator::Multiply, variable, Expression::number(factor)),
            };
            let this = Moving {
                expression: term,
                least: ends[0].min(ends[1]),
                greatest: ends[0].max(ends[1]),
            };
            found = Some(match found {
                None => this,
                Some(other) => Moving {
                    expression: Expression::binary(
                        Operator::Add,
                        other.expression,
                        this.expression,
                    ),
                    least: other.least + this.least,
                    greatest: other.greatest + this.greatest,
                },
            });
        }
        found
    }

    /// A call of a function of its own that takes the element.
    fn risky_call(
        &mut self,
        base: Expression,
        tensor: &Tensor,
        number: &Expression,
        offset: i64,
    ) -> Option<Expression> {
        let name = format!("take{}", self.program.functions.len());
        let [a, i] = ["a", "i"].map(|name| Expression::Variable(name.to_owned()));
        let in_function = self.random.below(3) as i64 - 1;
        let index = shifted(i, in_function);
        let access = Expression::Index(Box::new(a), vec![Subscript::At(index)]);
        let access = Expression::Marked(Box::new(access));
        let value = match self.random.chance(40) {
            true => Expression::binary(Operator::Multiply, access, Expression::number(2)),
            false => access,
        };
        let declare = |(name, kind): (&str, Kind)| Declaration { name: name.to_owned(), kind };
        let parameters = [("a", Kind::Tensor), ("i", Kind::Number)].map(declare).to_vec();
        if tensor.shape.is_empty() || self.program.functions.iter().any(|other| other.name == name)
        {
            return None;
        }
        let body = vec![Statement::Return(Some(value))];
        self.program.functions.push(Function { name: name.clone(), parameters, body });
        let number = shifted(number.clone(), offset - in_function);
        Some(Expression::Call(name, vec![base, number]))
    }

    /// Adds a use of the accessed elements.
    fn use_of(&mut self, access: Expression, body: &mut Vec<Statement>, scope: &mut Scope) {
        if let Expression::Marked(index) = &access
            && let Expression::Index(base, _) = &**index
            && matches!(&**base, Expression::Variable(_))
            && self.random.chance(30)
        {
            let operator = self.random.chance(50).then_some(Operator::Subtract);
            let value = self.literal(&[]);
            body.push(Statement::AssignElements { target: access, operator, value });
            return;
        }
        let value = match self.random.weighted(&[50, 20, 15, 15]) {
            0 => access,
            1 => self.call_builtin("sum", vec![("a", access)]),
            2 => {
                let operator =
                    self.random.pick(&Operator::ARITHMETIC).copied().unwrap_or(Operator::Add);
                Expression::binary(operator, access, self.literal(&[]))
            }
            _ => self.call_builtin("transpose", vec![("a", access)]),
        };
        let carried: Vec<String> = scope
            .iter()
            .filter(|(name, value)| name.starts_with('r') && matches!(value, Value::Tensor(_)))
            .map(|(name, _)| name.clone())
            .collect();
        match (self.random.weighted(&[40, 15, 30, 15]), self.random.pick(&carried).cloned()) {
            (1, _) => {
                let name = format!("_u{}", scope.len());
                if let Some(known) = self.evaluate(&value, scope) {
                    scope.push((name.clone(), known));
                }
                body.push(Statement::Variable { name, shape: None, value });
            }
            (2, Some(name)) => {
                // A number fits each shape.
                let number = self.call_builtin("sum", vec![("a", value)]);
                body.push(Statement::Assign(name, Some(Operator::Add), number));
            }
            (3, _) if !self.program.inputs.is_empty() => {
                let file = self.file("out0.npy".to_owned());
                let save = self.call_builtin("save", vec![("file", file), ("a", value)]);
                body.push(Statement::Call(save));
            }
            _ => {
                let print = self.call_builtin("print", vec![("a", value)]);
                body.push(Statement::Call(print));
            }
        }
    }
}
