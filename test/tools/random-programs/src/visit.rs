//! Goes through all expressions of statements.

use crate::program::{Expression, Initializer, Program, Statement, Subscript};

/// The expressions of statements, each before those within it.
pub(crate) fn expressions(statements: &mut [Statement], visit: &mut dyn FnMut(&mut Expression)) {
    for statement in statements {
        match statement {
            Statement::Variable { shape, value, .. } => {
                shape.iter_mut().flatten().for_each(|size| expression(size, visit));
                expression(value, visit);
            }
            Statement::StructVariable { value, .. } => initializer(value, visit),
            Statement::Unpack { values, .. } => {
                values.iter_mut().for_each(|value| expression(value, visit));
            }
            Statement::Call(value)
            | Statement::Return(Some(value))
            | Statement::Assign(_, _, value) => {
                expression(value, visit);
            }
            Statement::AssignElements { target, value, .. } => {
                expression(target, visit);
                expression(value, visit);
            }
            Statement::Return(None) | Statement::Break | Statement::Continue => {}
            Statement::For { from, to, step, body, .. } => {
                expression(from, visit);
                expression(to, visit);
                step.iter_mut().for_each(|step| expression(step, visit));
                expressions(body, visit);
            }
            Statement::While { condition, body } => {
                expression(condition, visit);
                expressions(body, visit);
            }
            Statement::If { condition, then, otherwise } => {
                expression(condition, visit);
                expressions(then, visit);
                expressions(otherwise, visit);
            }
        }
    }
}

fn initializer(value: &mut Initializer, visit: &mut dyn FnMut(&mut Expression)) {
    match value {
        Initializer::Value(value) => expression(value, visit),
        Initializer::Composite(items) => items.iter_mut().for_each(|item| initializer(item, visit)),
    }
}

/// An expression, before those within it.
pub(crate) fn expression(value: &mut Expression, visit: &mut dyn FnMut(&mut Expression)) {
    visit(value);
    match value {
        Expression::Number(_) | Expression::Literal(_) => {}
        Expression::Variable(_) | Expression::Text(_) | Expression::Sizes(_) => {}
        Expression::Member(operand, _)
        | Expression::Negation(operand)
        | Expression::Inversion(operand)
        | Expression::Not(operand)
        | Expression::Marked(operand) => {
            expression(operand, visit);
        }
        Expression::Binary(_, left, right) => {
            expression(left, visit);
            expression(right, visit);
        }
        Expression::Call(_, arguments) | Expression::List(arguments) => {
            arguments.iter_mut().for_each(|value| expression(value, visit))
        }
        Expression::Builtin(_, arguments) => {
            arguments.iter_mut().for_each(|argument| expression(&mut argument.value, visit));
        }
        Expression::Index(base, subscripts) => {
            expression(base, visit);
            for subscript in subscripts {
                match subscript {
                    Subscript::At(index) => expression(index, visit),
                    Subscript::Range(from, to) | Subscript::Steps(from, to, _) => {
                        from.iter_mut().chain(to).for_each(|end| expression(end, visit));
                    }
                    Subscript::Rest => {}
                }
            }
        }
    }
}

/// The number of arguments of a program: one more than the greatest number that it names in `main`,
/// or in a function that `main` calls directly or indirectly.
pub(crate) fn arguments_taken(program: &Program) -> usize {
    let mut taken = 0;
    let mut called = vec!["main".to_owned()];
    let mut next = 0;
    while let Some(function) = called.get(next).and_then(|name| program.function_named(name)) {
        next += 1;
        expressions(&mut function.body.clone(), &mut |expression| match expression {
            Expression::Call(name, _) if !called.contains(name) => called.push(name.clone()),
            Expression::Builtin("arg", arguments) => {
                if let [argument] = &arguments[..]
                    && let Expression::Number(digits) = &argument.value
                    && let Ok(number) = digits.parse::<usize>()
                {
                    taken = taken.max(number + 1);
                }
            }
            _ => {}
        });
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{Argument, Function};
    use pretty_assertions::assert_eq;

    #[test]
    fn arguments_of_functions_that_are_not_called_do_not_count() {
        let save = |number: &str| {
            let digits = Expression::Number(number.to_owned());
            let argument = Argument { name: Some("n"), value: digits };
            let file = Expression::Builtin("arg", vec![argument]);
            Statement::Call(Expression::builtin("save", vec![file, Expression::number(1)]))
        };
        let call = |name: &str| Statement::Call(Expression::Call(name.to_owned(), vec![]));
        let function = |name: &str, body: Vec<Statement>| Function {
            name: name.to_owned(),
            parameters: vec![],
            body,
        };
        // Neither the order of definitions nor whether a branch is taken matters.
        let never = Statement::If {
            condition: Expression::number(0),
            then: vec![call("called")],
            otherwise: vec![],
        };
        let functions = vec![
            function("not_called", vec![save("7")]),
            function("called", vec![call("inner")]),
            function("main", vec![save("0"), never]),
            function("inner", vec![save("2")]),
        ];
        assert_eq!(arguments_taken(&Program { functions, ..Program::default() }), 3);
    }
}
