//! Conditions that follow from sizes, so that only the branch that is taken is compiled.

use std::collections::BTreeSet;

use crate::program::{Expression, Initializer, Program, Statement, Subscript};
use crate::visit;

/// Whether a condition consists of sizes and numbers alone.
pub(super) fn is_decided(condition: &Expression) -> bool {
    consists_of_numbers(condition) == Some(true)
}

/// Whether sizes are among the sizes and numbers of which a condition consists; none if it consists
/// of other things, too.
fn consists_of_numbers(condition: &Expression) -> Option<bool> {
    let (mut has_size, mut pending) = (false, vec![condition]);
    while let Some(expression) = pending.pop() {
        match expression {
            Expression::Number(_) => {}
            Expression::Builtin("shape", _) => has_size = true,
            Expression::Builtin("sum" | "max" | "min" | "abs", arguments) => {
                pending.extend(arguments.iter().map(|argument| &argument.value));
            }
            Expression::Negation(operand) | Expression::Not(operand) => pending.push(operand),
            Expression::Binary(_, left, right) => pending.extend([&**left, &**right]),
            Expression::Index(base, subscripts) => {
                pending.push(base);
                for subscript in subscripts {
                    match subscript {
                        Subscript::At(index) => pending.push(index),
                        Subscript::Range(from, to) | Subscript::Steps(from, to, _) => {
                            pending.extend(from.iter().chain(to));
                        }
                        Subscript::Rest => {}
                    }
                }
            }
            _ => return None,
        }
    }
    Some(has_size)
}

/// The names of variables, parameters and functions whose values may follow from sizes.
#[derive(Debug, Default)]
pub(super) struct SizeNames {
    names: BTreeSet<String>,
    /// Functions that call themselves, or others that do.
    recursive: BTreeSet<String>,
}

impl SizeNames {
    pub(super) fn of(program: &Program) -> Self {
        let mut this = Self::default();
        let mut count = usize::MAX;
        while count != this.names.len() {
            count = this.names.len();
            for (name, value) in &program.constants {
                this.define(name, this.may_have(value));
            }
            for function in &program.functions {
                this.statements(&function.body, &function.name, false);
                let mut given = Vec::new();
                visit::expressions(&mut function.body.clone(), &mut |expression| {
                    let Expression::Call(name, arguments) = expression else { return };
                    let Some(called) = program.function_named(name) else { return };
                    let parameters = called.parameters.iter().zip(arguments);
                    let of_sizes = parameters.filter(|(_, argument)| this.may_have(argument));
                    given.extend(of_sizes.map(|(parameter, _)| parameter.name.clone()));
                });
                this.names.extend(given);
            }
        }
        this.recursive = recursive(program);
        this
    }

    /// Whether the condition of these branches may be decided, but not for certain: it may follow
    /// from sizes, or ends a recursion, or consists of numbers, which decide only where the
    /// function is wrong otherwise.
    pub(super) fn is_unclear(&self, condition: &Expression, branches: [&[Statement]; 2]) -> bool {
        let ends_recursion = || branches.iter().any(|branch| calls(branch, &self.recursive));
        match consists_of_numbers(condition) {
            Some(has_size) => !has_size,
            None => self.may_have(condition) || ends_recursion(),
        }
    }

    fn may_have(&self, expression: &Expression) -> bool {
        let mut found = false;
        visit::expression(&mut expression.clone(), &mut |part| {
            found |= match part {
                Expression::Builtin("shape", _) => true,
                Expression::Variable(name) | Expression::Call(name, _) => self.names.contains(name),
                _ => false,
            };
        });
        found
    }

    fn define(&mut self, name: &str, may_have: bool) {
        if may_have {
            self.names.insert(name.to_owned());
        }
    }

    /// `depends` is whether a condition or a bound around the statements may follow from sizes.
    fn statements(&mut self, statements: &[Statement], function: &str, depends: bool) {
        for statement in statements {
            match statement {
                Statement::Variable { name, value, .. } | Statement::Assign(name, _, value) => {
                    self.define(name, depends || self.may_have(value));
                }
                Statement::StructVariable { name, value, .. } => {
                    self.define(name, depends || self.may_begin_with(value));
                }
                Statement::Unpack { names, values } => {
                    let may_have = depends || values.iter().any(|value| self.may_have(value));
                    names.iter().for_each(|name| self.define(name, may_have));
                }
                Statement::AssignElements { target, value, .. } => {
                    let may_have = depends || self.may_have(value);
                    if let Some(name) = assigned(target) {
                        self.define(name, may_have);
                    }
                }
                Statement::Return(value) => {
                    let may_have = value.as_ref().is_some_and(|value| self.may_have(value));
                    self.define(function, depends || may_have);
                }
                Statement::For { from, to, step, body, .. } => {
                    let mut bounds = [from, to].into_iter().chain(step);
                    let depends = depends || bounds.any(|bound| self.may_have(bound));
                    self.statements(body, function, depends);
                }
                Statement::While { condition, body } => {
                    self.statements(body, function, depends || self.may_have(condition));
                }
                Statement::If { condition, then, otherwise } => {
                    let depends = depends || self.may_have(condition);
                    self.statements(then, function, depends);
                    self.statements(otherwise, function, depends);
                }
                Statement::Call(_) | Statement::Break | Statement::Continue => {}
            }
        }
    }

    fn may_begin_with(&self, value: &Initializer) -> bool {
        match value {
            Initializer::Value(value) => self.may_have(value),
            Initializer::Composite(items) => items.iter().any(|item| self.may_begin_with(item)),
        }
    }
}

/// Whether statements call one of these functions.
fn calls(statements: &[Statement], functions: &BTreeSet<String>) -> bool {
    let mut found = false;
    visit::expressions(&mut statements.to_vec(), &mut |expression| {
        found |= matches!(expression, Expression::Call(name, _) if functions.contains(name));
    });
    found
}

/// The functions that call themselves, and those that call these, directly or through others.
fn recursive(program: &Program) -> BTreeSet<String> {
    let reaches = |from: &str, to: &BTreeSet<String>| {
        let mut found: BTreeSet<String> = BTreeSet::new();
        let mut pending = vec![from.to_owned()];
        while let Some(function) = pending.pop().and_then(|name| program.function_named(&name)) {
            visit::expressions(&mut function.body.clone(), &mut |expression| {
                if let Expression::Call(name, _) = expression
                    && found.insert(name.clone())
                {
                    pending.push(name.clone());
                }
            });
        }
        found.iter().any(|name| to.contains(name))
    };
    let names = || program.functions.iter().map(|function| function.name.clone());
    let own = |name: &String| reaches(name, &BTreeSet::from([name.clone()]));
    let circular: BTreeSet<String> = names().filter(own).collect();
    names().filter(|name| circular.contains(name) || reaches(name, &circular)).collect()
}

/// The variable whose elements are assigned.
fn assigned(target: &Expression) -> Option<&String> {
    match target {
        Expression::Marked(index) => assigned(index),
        Expression::Index(base, _) => assigned(base),
        Expression::Variable(name) => Some(name),
        _ => None,
    }
}
