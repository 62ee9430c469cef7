//! Makes random `while`, `break`, `continue` and early `return`.

use crate::evaluator::{Scope, Value};
use crate::generator::Generator;
use crate::program::{Expression, Operator, Statement};
use crate::tensor::Tensor;

/// Loops and conditionals within each other.
const MAX_DEPTH: usize = 2;

/// Whether one of these variables is defined in a statement, or in one within it.
fn defines(statement: &Statement, names: &[&str]) -> bool {
    let any = |list: &[Statement]| list.iter().any(|statement| defines(statement, names));
    match statement {
        Statement::For { body, .. } | Statement::While { body, .. } => any(body),
        Statement::If { then, otherwise, .. } => any(then) || any(otherwise),
        _ => defined_name(statement).is_some_and(|name| names.contains(&name)),
    }
}

/// The name of the variable that a statement defines.
fn defined_name(statement: &Statement) -> Option<&str> {
    match statement {
        Statement::Variable { name, .. } | Statement::StructVariable { name, .. } => Some(name),
        _ => None,
    }
}

impl Generator<'_> {
    /// Adds a loop of at most some iterations: a variable counts them.
    pub(crate) fn add_while(&mut self, body: &mut Vec<Statement>, scope: &mut Scope) {
        if self.depth >= MAX_DEPTH || !self.jumps {
            return;
        }
        let counter = format!("k{}", scope.len());
        let variable = Expression::Variable(counter.clone());
        let zero = Expression::number(0);
        let most = self.random.below(5) as i64;
        let bound = Expression::binary(Operator::Less, variable, Expression::number(most));
        let condition = match self.random.chance(40) {
            true => {
                let other = self.condition(scope);
                let (first, second) =
                    if self.random.chance(50) { (bound, other) } else { (other, bound) };
                Expression::binary(Operator::And, first, second)
            }
            false => bound,
        };
        let start = Statement::Variable { name: counter.clone(), shape: None, value: zero };
        let mut outside = scope.clone();
        outside.push((counter.clone(), Value::Tensor(Tensor::number(0.0))));
        self.counters.push(counter.clone());
        let mut inside = outside.clone();
        let mut statements =
            vec![Statement::Assign(counter.clone(), Some(Operator::Add), Expression::number(1))];
        statements.extend(self.block(&mut inside));
        self.add_jump(&mut statements, &mut inside);
        let before = body.len();
        body.push(start);
        self.add_if_valid(Statement::While { condition, body: statements }, body, &mut outside);
        if body.len() > before + 1 {
            *scope = outside;
        } else {
            body.truncate(before);
            self.counters.pop();
        }
    }

    /// Perhaps adds a conditional jump to the statements of a loop, and others after it.
    pub(crate) fn add_jump(&mut self, statements: &mut Vec<Statement>, inside: &mut Scope) {
        if !self.jumps || !self.random.chance(40) {
            return;
        }
        let condition = self.condition(inside);
        let mut then =
            if self.random.chance(40) { self.block(&mut inside.clone()) } else { vec![] };
        let jump = if self.random.chance(50) { Statement::Break } else { Statement::Continue };
        then.push(jump.clone());
        let otherwise =
            if self.random.chance(20) { self.block(&mut inside.clone()) } else { vec![] };
        let mut conditional = Statement::If { condition: condition.clone(), then, otherwise };
        // A name of the first statements is known here.
        let known: Vec<&str> = statements.iter().filter_map(defined_name).collect();
        if defines(&conditional, &known) {
            conditional = Statement::If { condition, then: vec![jump], otherwise: vec![] };
        }
        statements.push(conditional);
        if self.random.chance(70) {
            let more = self.block(inside);
            let defined: Vec<&str> = statements.iter().filter_map(defined_name).collect();
            // Both blocks are one in the program, where a name is defined once.
            if !more.iter().any(|statement| defines(statement, &defined)) {
                statements.extend(more);
            }
        }
    }

    /// Perhaps adds a conditional, or a loop, that returns a value of the shape of this one.
    pub(crate) fn add_early_return(
        &mut self,
        body: &mut Vec<Statement>,
        scope: &mut Scope,
        value: Option<&Expression>,
    ) {
        if !self.jumps || !self.random.chance(30) {
            return;
        }
        let is_tensor = value
            .and_then(|value| self.evaluate(value, scope))
            .is_some_and(|value| matches!(value, Value::Tensor(_)));
        let factor = self.literal(&[]);
        let other = value.map(|value| match is_tensor {
            true => Expression::binary(Operator::Subtract, value.clone(), factor),
            false => value.clone(),
        });
        let condition = self.condition(scope);
        let mut then = if self.random.chance(40) { self.block(&mut scope.clone()) } else { vec![] };
        if other.is_none() {
            then.push(Statement::print(Expression::number(7)));
        }
        then.push(Statement::Return(other));
        let otherwise =
            if self.random.chance(20) { self.block(&mut scope.clone()) } else { vec![] };
        let mut statement = Statement::If { condition, then, otherwise };
        if self.random.chance(40) {
            let variable = format!("r{}", scope.len());
            let (from, to) = (Expression::number(0), Expression::number(2));
            let mut inner = vec![statement];
            self.add_jump(&mut inner, &mut scope.clone());
            statement = Statement::For { variable, from, to, step: None, body: inner };
        }
        self.add_if_valid(statement, body, scope);
    }
}
