//! `print` of texts and several values.

use crate::evaluator::{Scope, Value};
use crate::generator::Generator;
use crate::program::{Expression, Operator, Statement};

/// Larger tensors are abridged, which the evaluator does not know.
fn is_shown_whole(value: &Value) -> bool {
    match value {
        Value::Tensor(tensor) => tensor.elements.len() <= 1000,
        Value::Struct(_, members) => members.iter().all(is_shown_whole),
    }
}

impl Generator<'_> {
    /// A `print` of texts and values, some of them formatted.
    pub(crate) fn printed_line(&mut self, scope: &Scope) -> Statement {
        let count = self.random.between(1, 4);
        let mut arguments = Vec::new();
        for _ in 0..count {
            let argument = match self.random.weighted(&[30, 40, 30]) {
                0 if self.random.chance(30) => {
                    let mut structs = self.paths(scope);
                    structs.retain(|(_, value)| {
                        matches!(value, Value::Struct(..)) && is_shown_whole(value)
                    });
                    let picked = self.random.pick(&structs).map(|(path, _)| path.clone());
                    picked.unwrap_or_else(|| Expression::Text("none".to_owned()))
                }
                0 => {
                    let texts = ["x =", "", "100%", "%d \u{e4}\u{f6}", "a\tb\n", "\"\\\""];
                    Expression::Text(texts[self.random.below(texts.len())].to_owned())
                }
                kind => {
                    let (mut value, tensor) = self.tensor(scope, 2);
                    if !is_shown_whole(&Value::Tensor(tensor)) {
                        value = self.call_builtin("sum", vec![("a", value)]);
                    }
                    if self.random.chance(30) {
                        let factors = ["0.1", "0.001", "100000", "1e-9", "1e20"];
                        let factor = factors[self.random.below(factors.len())].to_owned();
                        let factor = Expression::Number(factor);
                        value = Expression::binary(Operator::Multiply, value, factor);
                    }
                    match kind {
                        1 => value,
                        _ => {
                            let styles = [".3f", "12.4e", "g", "+.1f", ".0", "5", "+9.3g", ".17e"];
                            let style = styles[self.random.below(styles.len())].to_owned();
                            let style = Expression::Text(style);
                            self.call_builtin("format", vec![("x", value), ("style", style)])
                        }
                    }
                }
            };
            arguments.push(("a", argument));
        }
        if self.random.chance(40) {
            arguments.push(("digits", Expression::number(self.random.below(18) as i64)));
        }
        Statement::Call(self.call_builtin("print", arguments))
    }
}
