//! Programs of one unusual statement: builtin functions, operators, subscripts, bounds and
//! conditions with arguments of any kind. Many of them are wrong, and every engine must reject them
//! alike; the others have a value.

use crate::builtins::{self, ParameterKind};
use crate::evaluator::Scope;
use crate::generator::{Generator, Size};
use crate::program::{
    Argument, Expression, Function, Literal, Operator, Program, Statement, Subscript,
};
use crate::random::Random;

/// A program with one odd statement.
pub(crate) fn generate_program(random: &mut Random) -> Program {
    let mut generator = Generator::new(random, Size::Small);
    let mut body = Vec::new();
    let mut scope = Scope::new();
    let shapes: [&[usize]; 6] = [&[], &[3], &[1], &[2, 3], &[3, 2], &[2, 1, 2]];
    for (index, shape) in shapes.iter().enumerate() {
        let (name, value) = (format!("v{index}"), generator.literal(shape));
        if let Some(known) = generator.evaluate(&value, &scope) {
            body.push(Statement::Variable { name: name.clone(), shape: None, value });
            scope.push((name, known));
        }
    }
    body.push(generator.odd_statement());
    let main = Function { name: "main".to_owned(), parameters: vec![], body };
    Program { functions: vec![main], ..Program::default() }
}

fn variable(index: usize) -> Expression {
    Expression::Variable(format!("v{index}"))
}

impl Generator<'_> {
    fn odd_statement(&mut self) -> Statement {
        match self.random.weighted(&[60, 8, 10, 8, 5, 12]) {
            0 => {
                let call = self.odd_call();
                match call {
                    Expression::Builtin("print" | "save" | "plot", _) => Statement::Call(call),
                    call => Statement::print(call),
                }
            }
            1 => {
                let all = [&Operator::ARITHMETIC[..], &Operator::COMPARISONS, &[Operator::MatMul]]
                    .concat();
                let operator = self.random.pick(&all).copied().unwrap_or(Operator::MatMul);
                let (left, right) = (self.odd_value(), self.odd_value());
                Statement::print(Expression::binary(operator, left, right))
            }
            2 => {
                let sizes = (0..self.random.between(1, 2)).map(|_| self.odd_value()).collect();
                let value = variable(self.random.below(6));
                Statement::Variable { name: "reshaped".to_owned(), shape: Some(sizes), value }
            }
            3 => Statement::For {
                variable: "i".to_owned(),
                from: self.odd_value(),
                to: self.odd_value(),
                step: self.random.chance(30).then(|| self.odd_value()),
                body: vec![Statement::print(Expression::Variable("i".to_owned()))],
            },
            4 => Statement::If {
                condition: self.odd_value(),
                then: vec![Statement::print(Expression::number(1))],
                otherwise: vec![],
            },
            _ => {
                let subscripts =
                    (0..self.random.between(1, 3)).map(|_| self.odd_subscript()).collect();
                let base = variable(self.random.between(1, 5));
                Statement::print(Expression::Index(Box::new(base), subscripts))
            }
        }
    }

    fn odd_subscript(&mut self) -> Subscript {
        let end = |this: &mut Self| this.random.chance(70).then(|| this.odd_value());
        match self.random.chance(60) {
            true => Subscript::At(self.odd_value()),
            false => Subscript::Range(end(self), end(self)),
        }
    }

    /// A call whose arguments fit more or less.
    fn odd_call(&mut self) -> Expression {
        let builtin = &builtins::TABLE[self.random.below(builtins::TABLE.len())];
        let parameters = self.random.pick(builtin.signatures).copied().unwrap_or_default();
        let mut arguments = Vec::new();
        for parameter in parameters {
            let is_given = if parameter.optional { 60 } else { 95 };
            let most = if parameter.kind.is_open() { 3 } else { 1 };
            for _ in 0..self.random.between(1, most) {
                if self.random.chance(is_given) {
                    let value = match self.random.chance(60) {
                        true => self.plausible_value(parameter.kind),
                        false => self.odd_value(),
                    };
                    let is_named = parameter.by_name || self.random.chance(15);
                    let name = if self.random.chance(2) { "other" } else { parameter.name };
                    arguments.push(Argument { name: is_named.then_some(name), value });
                }
            }
        }
        if self.random.chance(5) {
            arguments.push(Argument { name: None, value: self.odd_value() });
        }
        if self.random.chance(10) {
            self.random.shuffle(&mut arguments);
        }
        let call = Expression::Builtin(builtin.name, arguments);
        match builtin.name {
            // The evaluator has floats only.
            "i64" | "i8" | "u8" | "quantize" | "quantize_u8" | "bool" => {
                Expression::Builtin("f64", vec![Argument { name: None, value: call }])
            }
            _ => call,
        }
    }

    fn plausible_value(&mut self, kind: ParameterKind) -> Expression {
        match kind {
            // One that fits would be an error only when the program runs.
            ParameterKind::Sizes | ParameterKind::Tensor | ParameterKind::Tensors => {
                variable(self.random.below(6))
            }
            ParameterKind::Number => Expression::number(self.random.below(4) as i64 - 2),
            ParameterKind::Numbers => Expression::number(self.random.between(1, 3) as i64),
            ParameterKind::Text => Expression::Text("odd.npy".to_owned()),
            ParameterKind::Element => variable_named(["f32", "f64"][self.random.below(2)]),
            ParameterKind::Flag => flag(self.random.chance(80)),
            ParameterKind::Literal => Expression::number(self.random.below(20) as i64),
            ParameterKind::Printed => match self.random.chance(80) {
                true => variable(self.random.below(6)),
                false => Expression::Text("x".to_owned()),
            },
        }
    }

    fn odd_value(&mut self) -> Expression {
        let small = |this: &mut Self| this.random.below(9) as i64 - 3;
        match self.random.weighted(&[30, 5, 20, 5, 20, 10, 12, 2, 2]) {
            0 => Expression::number(small(self)),
            1 => Expression::Number("2.5".to_owned()),
            2 => {
                let items =
                    (0..self.random.between(1, 3)).map(|_| self.random.between(1, 3).to_string());
                Expression::Literal(items.map(Literal::Number).collect())
            }
            3 => {
                let row = || {
                    Literal::List(
                        ["1", "2"].map(|digit| Literal::Number(digit.to_owned())).to_vec(),
                    )
                };
                Expression::Literal(vec![row(), row()])
            }
            4 => variable(self.random.below(6)),
            5 => Expression::builtin("shape", vec![variable(self.random.below(6))]),
            6 => {
                let shape = Expression::builtin("shape", vec![variable(self.random.between(3, 5))]);
                let place = Expression::number(self.random.below(2) as i64);
                Expression::Index(Box::new(shape), vec![Subscript::At(place)])
            }
            7 => Expression::Text("odd.npy".to_owned()),
            _ => Expression::binary(Operator::Divide, Expression::number(0), Expression::number(0)),
        }
    }
}

/// A variable, a constant or an element type.
pub(crate) fn variable_named(name: &str) -> Expression {
    Expression::Variable(name.to_owned())
}

/// `true` or `false`.
pub(crate) fn flag(is_set: bool) -> Expression {
    variable_named(if is_set { "true" } else { "false" })
}
