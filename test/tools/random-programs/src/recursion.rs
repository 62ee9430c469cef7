//! Makes functions that call themselves: a conditional on the shape ends the recursion.

use crate::evaluator::Value;
use crate::generator::{Callable, Generator};
use crate::program::{Declaration, Expression, Function, Kind, Operator, Statement, Subscript};

/// The first size of a tensor.
fn length(of: &Expression) -> Expression {
    let shape = Expression::builtin("shape", vec![of.clone()]);
    Expression::Index(Box::new(shape), vec![Subscript::At(Expression::number(0))])
}

/// The part of a tensor in a range of its first dimension.
fn part(of: &Expression, from: Option<Expression>, to: Option<Expression>) -> Expression {
    Expression::Index(Box::new(of.clone()), vec![Subscript::Range(from, to)])
}

impl Generator<'_> {
    /// Adds a function that calls itself for smaller or larger tensors.
    pub(crate) fn add_recursive_function(&mut self, index: usize) {
        let name = format!("again_{index}");
        let tensor = Kind::Tensor;
        let sample = self.sample(&tensor);
        // A number has no sizes.
        let Value::Tensor(of) = &sample else { return };
        if of.shape.is_empty() {
            return;
        }
        let a = Expression::Variable("a".to_owned());
        let again = |argument| Expression::Call(name.clone(), vec![argument]);
        let (condition, first, rest) = match self.random.below(3) {
            // Of two halves.
            0 => {
                let middle =
                    || Expression::binary(Operator::FloorDivide, length(&a), Expression::number(2));
                let operator = self.random.pick(&[Operator::Add, Operator::Multiply]).copied();
                let first = Expression::Index(
                    Box::new(a.clone()),
                    vec![Subscript::At(Expression::number(0))],
                );
                let halves =
                    [part(&a, None, Some(middle())), part(&a, Some(middle()), None)].map(again);
                let [one, other] = halves;
                let both = Expression::binary(operator.unwrap_or(Operator::Add), one, other);
                let one_is_left =
                    Expression::binary(Operator::LessEqual, length(&a), Expression::number(1));
                (one_is_left, first, both)
            }
            // Of all but the first.
            1 => {
                let rest = again(part(&a, Some(Expression::number(1)), None));
                let doubled = Expression::binary(Operator::Multiply, rest, self.literal(&[]));
                let one_is_left =
                    Expression::binary(Operator::Equal, length(&a), Expression::number(1));
                (one_is_left, a.clone(), doubled)
            }
            // Of twice as many, up to a size.
            _ => {
                let most = Expression::number(self.random.between(1, 6) as i64);
                let other = Expression::binary(Operator::Subtract, a.clone(), self.literal(&[]));
                let twice = self.call_builtin("concat", vec![("a", a.clone()), ("b", other)]);
                let is_long = Expression::binary(Operator::GreaterEqual, length(&a), most);
                (is_long, a.clone(), again(twice))
            }
        };
        let body = match self.random.chance(50) {
            true => vec![
                Statement::If {
                    condition,
                    then: vec![Statement::Return(Some(first))],
                    otherwise: vec![],
                },
                Statement::Return(Some(rest)),
            ],
            false => vec![Statement::If {
                condition,
                then: vec![Statement::Return(Some(first))],
                otherwise: vec![Statement::Return(Some(rest))],
            }],
        };
        let parameters = vec![Declaration { name: "a".to_owned(), kind: Kind::Tensor }];
        self.program.functions.push(Function { name: name.clone(), parameters, body });
        self.callables.push(Callable {
            name,
            parameters: vec![Kind::Tensor],
            samples: vec![sample],
            result: Some(Kind::Tensor),
            takes_indices: false,
        });
    }
}
