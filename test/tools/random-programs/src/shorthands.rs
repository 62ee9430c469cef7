//! Rewrites parts of a program in forms that mean the same: constants at top level, default values
//! of parameters, and several returned values.

use crate::program::{Expression, Program, Statement};
use crate::random::Random;
use crate::visit;

/// The most constants of a program.
const MOST_CONSTANTS: usize = 4;

/// Rewrites parts of a program.
pub(crate) fn add(program: &mut Program, random: &mut Random) {
    let mut constants = Vec::new();
    for function in &mut program.functions {
        rewrite(&mut function.body, &mut constants, random);
    }
    program.constants = constants;
    add_defaults(program, random);
}

/// Whether the value of an expression is the same everywhere.
fn is_constant(value: &Expression) -> bool {
    match value {
        Expression::Number(_) | Expression::Literal(_) => true,
        Expression::Negation(operand) | Expression::Not(operand) => is_constant(operand),
        Expression::Binary(_, left, right) => is_constant(left) && is_constant(right),
        Expression::List(elements) => elements.iter().all(is_constant),
        Expression::Builtin("abs" | "exp" | "sum" | "transpose" | "iota" | "zeros", arguments) => {
            arguments.iter().all(|argument| is_constant(&argument.value))
        }
        _ => false,
    }
}

/// Rewrites statements, and those within them.
fn rewrite(
    list: &mut Vec<Statement>,
    constants: &mut Vec<(String, Expression)>,
    random: &mut Random,
) {
    for statement in list.iter_mut() {
        match statement {
            Statement::Variable { shape: None, value, .. }
                if constants.len() < MOST_CONSTANTS && is_constant(value) && random.chance(60) =>
            {
                let name = format!("k_{}", constants.len());
                let variable = Expression::Variable(name.clone());
                constants.push((name, std::mem::replace(value, variable)));
            }
            Statement::For { body, .. } | Statement::While { body, .. } => {
                rewrite(body, constants, random);
            }
            Statement::If { then, otherwise, .. } => {
                rewrite(then, constants, random);
                rewrite(otherwise, constants, random);
            }
            _ => {}
        }
    }
    let mut index = 0;
    while index + 1 < list.len() {
        if random.chance(40)
            && let [first, second] = &list[index..index + 2]
            && let Some(both) = unpacked(first, second)
        {
            list.splice(index..index + 2, [both]);
        }
        index += 1;
    }
}

/// Two definitions as one.
fn unpacked(first: &Statement, second: &Statement) -> Option<Statement> {
    let Statement::Variable { name: one, shape: None, value } = first else { return None };
    let Statement::Variable { name: other, shape: None, value: last } = second else { return None };
    let mut is_plain = one != other;
    let mut copies = [first.clone(), second.clone()];
    visit::expressions(&mut copies, &mut |expression| {
        is_plain &= match expression {
            Expression::Variable(name) => name != one,
            Expression::Marked(_) => false,
            _ => true,
        };
    });
    let values = [value.clone(), last.clone()];
    is_plain.then(|| Statement::Unpack { names: [other.clone(), one.clone()], values })
}

/// Gives last parameters a default value, which some calls then leave out.
fn add_defaults(program: &mut Program, random: &mut Random) {
    let functions: Vec<String> = program
        .functions
        .iter()
        .filter(|function| !function.parameters.is_empty())
        .map(|function| function.name.clone())
        .collect();
    for name in functions {
        let mut default = None;
        for function in &mut program.functions {
            visit::expressions(&mut function.body, &mut |expression| {
                let Expression::Call(called, arguments) = expression else { return };
                let Some(last) = arguments.last() else { return };
                if *called != name || !is_constant(last) {
                    return;
                }
                let shown = format!("{last:?}");
                let known = default.get_or_insert_with(|| last.clone());
                if format!("{known:?}") == shown && random.chance(80) {
                    arguments.pop();
                }
            });
        }
        program.defaults.extend(default.map(|default| (name, default)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Literal;

    #[test]
    fn what_uses_variables_is_no_constant() {
        let number = Expression::Number("1".to_owned());
        assert!(is_constant(&Expression::Negation(Box::new(number))));
        assert!(is_constant(&Expression::Literal(vec![Literal::Number("1".to_owned())])));
        assert!(!is_constant(&Expression::Variable("a".to_owned())));
    }
}
