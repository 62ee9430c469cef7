//! Which forms of calls of builtin functions, and of other things, occur in a program.

use std::collections::BTreeSet;

use crate::builtins::{self, ParameterKind};
use crate::program::{Expression, Initializer, Program, Statement, Subscript};

/// The forms of a program: `sum(a, dim =)`, `zeros: sizes is a list`.
pub(crate) fn of(program: &Program) -> BTreeSet<String> {
    let mut forms = Forms::default();
    for function in &program.functions {
        forms.statements(&function.body);
    }
    forms.found
}

#[derive(Default)]
struct Forms {
    found: BTreeSet<String>,
}

impl Forms {
    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Variable { shape, value, .. } => {
                self.expressions(shape.iter().flatten());
                self.expression(value);
            }
            Statement::StructVariable { value, .. } => self.initializer(value),
            Statement::Call(value) | Statement::Return(Some(value)) | Statement::Assign(_, value) => {
                self.expression(value);
            }
            Statement::Return(None) => {}
            Statement::For { from, to, body, .. } => {
                self.expressions([from, to]);
                self.statements(body);
            }
            Statement::If { condition, then, otherwise } => {
                self.expression(condition);
                self.statements(then);
                self.statements(otherwise);
            }
        }
    }

    fn initializer(&mut self, initializer: &Initializer) {
        match initializer {
            Initializer::Value(value) => self.expression(value),
            Initializer::Composite(items) => items.iter().for_each(|item| self.initializer(item)),
        }
    }

    fn expressions<'e>(&mut self, expressions: impl IntoIterator<Item = &'e Expression>) {
        expressions.into_iter().for_each(|expression| self.expression(expression));
    }

    fn expression(&mut self, expression: &Expression) {
        match expression {
            Expression::Number(_) | Expression::Literal(_) => {}
            Expression::Variable(_) | Expression::Text(_) => {}
            Expression::Member(operand, _) | Expression::Negation(operand) => self.expression(operand),
            Expression::Binary(_, left, right) => self.expressions([&**left, &**right]),
            Expression::Call(_, arguments) => self.expressions(arguments),
            Expression::Builtin(name, arguments) => {
                self.call(name, expression);
                self.expressions(arguments.iter().map(|argument| &argument.value));
            }
            Expression::Index(base, subscripts) => {
                self.expression(base);
                for subscript in subscripts {
                    match subscript {
                        Subscript::At(place) => self.expression(place),
                        Subscript::Range(from, to) => self.expressions(from.iter().chain(to)),
                    }
                }
            }
        }
    }

    fn call(&mut self, name: &str, call: &Expression) {
        let Expression::Builtin(_, arguments) = call else { return };
        let Some(builtin) = builtins::find(name) else { return };
        let Some((parameters, bound)) = builtins::bind(builtin, arguments) else { return };
        self.found.extend(builtins::form(builtin, arguments));
        for (parameter, arguments) in parameters.iter().zip(bound) {
            for argument in arguments.iter().filter(|_| parameter.kind != ParameterKind::Tensor) {
                let kind = describe(&argument.value);
                self.found.insert(format!("{name}: {} is {kind}", parameter.name));
            }
        }
    }
}

/// What an argument looks like that is not just a tensor.
fn describe(value: &Expression) -> &'static str {
    match value {
        Expression::Number(_) => "digits",
        Expression::Negation(_) => "below 0",
        Expression::Literal(_) => "a list",
        Expression::Builtin("shape", _) => "a shape",
        Expression::Builtin("arg", _) => "an argument",
        Expression::Text(_) => "a text",
        _ => "an expression",
    }
}
