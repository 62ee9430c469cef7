//! Makes random expressions whose values have element types.

use super::evaluate::Scope;
use super::generate::{Callable, Generator, LARGE, call, variable};
use super::value::{Type, Value};
use crate::builtins;
use crate::odd_calls::flag;
use crate::program::{Argument, Expression, Literal, Operator, Subscript};

/// Functions that move elements, or make tensors like others.
const MOVING: [&str; 16] = [
    "zeros_like",
    "ones_like",
    "full_like",
    "full",
    "transpose",
    "reshape",
    "expand_dims",
    "concat",
    "stack",
    "pad",
    "roll",
    "diag",
    "tril",
    "triu",
    "fill",
    "list",
];

impl Generator<'_> {
    pub(super) fn pick(&mut self, operators: &[Operator]) -> Operator {
        self.random.pick(operators).copied().unwrap_or(Operator::Add)
    }

    /// A number to compare or combine with.
    pub(super) fn literal_number(&mut self, ty: Type) -> Expression {
        match ty {
            Type::Integer if self.random.chance(40) => self.literal(&[], Type::Integer),
            Type::Integer | Type::Boolean => Expression::number(self.random.below(4) as i64 - 1),
            _ => self.literal(&[], Type::Double),
        }
    }

    pub(super) fn along(
        &mut self,
        name: &'static str,
        operand: Expression,
        axis: i64,
    ) -> Expression {
        let name_of_axis = if self.random.chance(70) { "axis" } else { "dim" };
        let arguments = vec![
            Argument { name: None, value: operand },
            Argument { name: Some(name_of_axis), value: Expression::number(axis) },
        ];
        Expression::Builtin(name, arguments)
    }

    /// Numbers of a type and shape.
    pub(super) fn literal(&mut self, shape: &[usize], ty: Type) -> Expression {
        match ty {
            Type::Integer => {
                let digits = self.digits(shape, &mut |this| this.integer().to_string());
                call("i64", vec![digits])
            }
            Type::Boolean => {
                let digits = self.digits(shape, &mut |this| this.random.below(2).to_string());
                call("bool", vec![digits])
            }
            _ => {
                let digits = self.digits(shape, &mut |this| {
                    let sign = if this.random.chance(25) { "-" } else { "" };
                    let fraction = ["", "", "", ".5", ".1", "e2"][this.random.below(6)];
                    format!("{sign}{}{fraction}", this.random.below(8))
                });
                match ty {
                    Type::Single => call("f32", vec![digits]),
                    _ => digits,
                }
            }
        }
    }

    /// Digits that become integers: exact where they are converted.
    pub(super) fn integers(&mut self, shape: &[usize]) -> Expression {
        self.digits(shape, &mut |this| this.integer().to_string())
    }

    fn integer(&mut self) -> i64 {
        match self.random.chance(35) {
            true => LARGE[self.random.below(LARGE.len())],
            false => self.random.below(15) as i64 - 5,
        }
    }

    fn digits(
        &mut self,
        shape: &[usize],
        number: &mut dyn FnMut(&mut Self) -> String,
    ) -> Expression {
        let Some((size, inner)) = shape.split_first() else {
            let digits = number(self);
            return match digits.strip_prefix('-') {
                Some(digits) => {
                    Expression::Negation(Box::new(Expression::Number(digits.to_owned())))
                }
                None => Expression::Number(digits),
            };
        };
        Expression::Literal(self.row(*size, inner, number))
    }

    fn row(
        &mut self,
        size: usize,
        inner: &[usize],
        number: &mut dyn FnMut(&mut Self) -> String,
    ) -> Vec<Literal> {
        (0..size)
            .map(|_| match inner {
                [] => Literal::Number(number(self)),
                [size, inner @ ..] => Literal::List(self.row(*size, inner, number)),
            })
            .collect()
    }

    /// Something that can be combined with a value.
    pub(super) fn operand(&mut self, with: &Value, scope: &Scope, depth: usize) -> Expression {
        match self.random.weighted(&[40, 20, 20, 20]) {
            0 => self.literal_number(with.ty),
            1 => {
                let ty = self.ty();
                self.literal(&with.shape, ty)
            }
            2 => {
                let dropped = self.random.below(with.shape.len() + 1);
                let ty = if self.random.chance(60) { with.ty } else { self.ty() };
                self.literal(&with.shape[dropped..], ty)
            }
            _ => self.expression(scope, depth).0,
        }
    }

    /// An expression nested at most so deep, and its value.
    pub(super) fn expression(&mut self, scope: &Scope, depth: usize) -> (Expression, Value) {
        for _ in 0..4 {
            if let Some(made) = self.any_expression(scope, depth)
                && let Some(value) = self.evaluate(&made, scope)
            {
                return (made, value);
            }
        }
        let (shape, ty) = (self.shape(), self.ty());
        let literal = self.literal(&shape, ty);
        match self.evaluate(&literal, scope) {
            Some(value) => (literal, value),
            None => (Expression::number(1), Value::number(1.0)),
        }
    }

    fn any_expression(&mut self, scope: &Scope, depth: usize) -> Option<Expression> {
        let weights =
            if depth == 0 { [60, 40, 0, 0, 0, 0, 0] } else { [25, 12, 30, 10, 55, 12, 12] };
        match self.random.weighted(&weights) {
            0 => self.random.pick(scope).map(|(name, _)| variable(name)),
            1 => {
                let (shape, ty) = (self.shape(), self.ty());
                Some(self.literal(&shape, ty))
            }
            2 => {
                let (left, value) = self.expression(scope, depth - 1);
                let right = self.operand(&value, scope, depth - 1);
                let operators = match self.random.weighted(&[60, 25, 15, 25]) {
                    3 => &Operator::BITS[..],
                    0 => &Operator::ARITHMETIC[..],
                    1 => &Operator::COMPARISONS,
                    _ => &Operator::LOGICAL,
                };
                let operator = self.pick(operators);
                Some(match self.random.chance(75) {
                    true => Expression::binary(operator, left, right),
                    false => Expression::binary(operator, right, left),
                })
            }
            3 => {
                let operand = Box::new(self.expression(scope, depth - 1).0);
                Some(match self.random.below(3) {
                    0 => Expression::Negation(operand),
                    1 => Expression::Inversion(operand),
                    _ => Expression::Not(operand),
                })
            }
            4 => self.builtin(scope, depth),
            5 => {
                let (base, value) = self.expression(scope, depth - 1);
                let is_number = value.shape.is_empty();
                let subscripts = self.subscripts(&value.shape);
                (!is_number).then(|| Expression::Index(Box::new(base), subscripts))
            }
            _ => self.call_of_function(scope, depth),
        }
    }

    fn call_of_function(&mut self, scope: &Scope, depth: usize) -> Option<Expression> {
        let index = self.random.below(self.callables.len());
        let Callable { name, samples } = self.callables.get(index)?;
        let (name, samples) = (name.clone(), samples.clone());
        let arguments = samples.iter().map(|sample| match self.random.below(10) {
            0..5 => self.literal(&sample.shape, sample.ty),
            5..7 => {
                let ty = self.ty();
                self.literal(&sample.shape, ty)
            }
            _ => self.expression(scope, depth - 1).0,
        });
        let arguments = arguments.collect();
        Some(Expression::Call(name, arguments))
    }

    pub(super) fn subscripts(&mut self, shape: &[usize]) -> Vec<Subscript> {
        let Some(last) = shape.len().checked_sub(1) else { return vec![] };
        let count = self.random.below(last + 1) + 1;
        if !self.random.chance(15) {
            return shape[..count].iter().map(|size| self.subscript(*size)).collect();
        }
        // Some of the first and of the last dimensions, and all elements of those between them.
        let before = self.random.below(count + 1);
        let after = shape.len() - (count - before);
        let mut subscripts: Vec<Subscript> =
            shape[..before].iter().map(|size| self.subscript(*size)).collect();
        subscripts.push(Subscript::Rest);
        subscripts.extend(shape[after..].iter().map(|size| self.subscript(*size)));
        subscripts
    }

    /// A list of different dimensions, each counted from the first or from the last one.
    fn dimensions(&mut self, rank: usize) -> Expression {
        let mut places: Vec<i64> = (0..rank as i64).collect();
        self.random.shuffle(&mut places);
        places.truncate(self.random.between(1, rank));
        let from_last = |this: &mut Self| if this.random.chance(30) { rank as i64 } else { 0 };
        let numbers = places.into_iter().map(|place| (place - from_last(self)).to_string());
        Expression::Literal(numbers.map(Literal::Number).collect())
    }

    /// A range in steps, of a dimension of this size.
    fn steps(&mut self, size: usize) -> Subscript {
        let step = [1, 2, 3, -1, -2, -3][self.random.below(6)];
        let [least, last] = {
            let (a, b) = (self.random.below(size) as i64, self.random.below(size) as i64);
            [a.min(b), a.max(b)]
        };
        // The end is left out where it is beyond the first or the last element.
        let (from, to) = if step > 0 { (least, last + 1) } else { (last, least - 1) };
        let is_written = self.random.chance(70);
        let size = size as i64;
        let shown = |number: i64, counts_back: bool| {
            Expression::number(if counts_back { number - size } else { number })
        };
        let counts_back = self.random.chance(30);
        let from = is_written.then(|| shown(from, counts_back));
        let to = (0..size).contains(&to).then(|| shown(to, counts_back));
        Subscript::Steps(from, to, step)
    }

    fn subscript(&mut self, size: usize) -> Subscript {
        let fitting: Vec<String> = self
            .loops
            .iter()
            .filter(|(_, count)| *count <= size)
            .map(|(name, _)| name.clone())
            .collect();
        if let Some(name) = self.random.pick(&fitting).cloned()
            && self.random.chance(50)
        {
            return Subscript::At(variable(&name));
        }
        let index = |this: &mut Self| this.random.below(2 * size) as i64 - size as i64;
        match self.random.below(7) {
            0 => Subscript::Range(None, None),
            5 | 6 => self.steps(size),
            1 => {
                let from = self.random.below(size);
                let to = self.random.between(from + 1, size);
                let [from, to] = [from, to].map(|end| Expression::number(end as i64));
                Subscript::Range(Some(from), Some(to))
            }
            2 => {
                let count = self.random.between(1, 3);
                let list = self.digits(&[count], &mut |this| {
                    (this.random.below(2 * size) as i64 - size as i64).to_string()
                });
                Subscript::At(match self.random.chance(50) {
                    true => call("i64", vec![list]),
                    false => list,
                })
            }
            3 => {
                let index = Expression::number(index(self));
                Subscript::At(call("i64", vec![index]))
            }
            _ => Subscript::At(Expression::number(index(self))),
        }
    }

    /// A call of a builtin function.
    fn builtin(&mut self, scope: &Scope, depth: usize) -> Option<Expression> {
        const ELEMENTWISE: [&str; 28] = [
            "abs", "abs", "sign", "sign", "f32", "f64", "i64", "i64", "bool", "bool", "floor",
            "ceil", "round", "trunc", "sqrt", "exp", "log", "sin", "tanh", "erf", "cos", "atan",
            "tan", "asin", "acos", "sinh", "cosh", "shape",
        ];
        const ALONG: [&str; 16] = [
            "sum", "sum", "prod", "min", "max", "any", "all", "argmin", "argmax", "cumsum",
            "cumprod", "sort", "argsort", "mean", "norm", "sort",
        ];
        let (a, value) = self.expression(scope, depth - 1);
        let rank = value.shape.len();
        Some(match self.random.weighted(&[20, 20, 25, 10, 10, 25, 6]) {
            0 => {
                let name = *self.random.pick(&ELEMENTWISE)?;
                call(name, vec![a])
            }
            1 => {
                let name = *self.random.pick(&["min", "max", "pow", "atan2", "clip", "outer"])?;
                let mut arguments = vec![a, self.operand(&value, scope, depth - 1)];
                if name == "clip" {
                    arguments.push(self.operand(&value, scope, depth - 1));
                }
                call(name, arguments)
            }
            2 => {
                let name = *self.random.pick(&ALONG)?;
                match rank > 0 && self.random.chance(55) {
                    true if builtins::is_reduction(name) && self.random.chance(35) => {
                        self.reduction(name, a, rank)
                    }
                    true => {
                        let axis = self.random.below(2 * rank) as i64 - rank as i64;
                        self.along(name, a, axis)
                    }
                    false => call(name, vec![a]),
                }
            }
            3 => {
                let operator = self.pick(&Operator::COMPARISONS);
                let c = match self.random.chance(70) {
                    true => {
                        let other = self.operand(&value, scope, depth - 1);
                        Expression::binary(operator, a.clone(), other)
                    }
                    false => self.expression(scope, depth - 1).0,
                };
                let b = self.operand(&value, scope, depth - 1);
                call(["where", "select"][self.random.below(2)], vec![c, a, b])
            }
            4 => {
                let [rows, columns] = [self.random.between(1, 3), self.random.between(1, 3)];
                let inner = *value.shape.last()?;
                let ty = self.ty();
                let shape = if self.random.chance(50) { vec![inner, columns] } else { vec![inner] };
                match self.random.below(3) {
                    0 => {
                        let left = self.literal(&[rows, inner], ty);
                        let ty = if self.random.chance(50) { ty } else { self.ty() };
                        let right = self.literal(&shape, ty);
                        call("matmul", vec![left, right])
                    }
                    1 => {
                        let right = self.literal(&shape, ty);
                        Expression::binary(Operator::MatMul, a, right)
                    }
                    _ => {
                        let text = ["i", "ij", "ijk"].get(rank.checked_sub(1)?)?;
                        let other = self.literal(&[inner], ty);
                        let last = text.chars().last()?;
                        let text = Expression::Text(format!("{text},{last}->{}", &text[..1]));
                        call("einsum", vec![text, a, other])
                    }
                }
            }
            5 => self.moved(a, &value, scope)?,
            _ => self.made(),
        })
    }

    /// A reduction along several dimensions, or one that says whether it keeps them.
    fn reduction(&mut self, name: &'static str, a: Expression, rank: usize) -> Expression {
        let mut arguments = vec![Argument { name: None, value: a }];
        if self.random.chance(70) {
            let value = self.dimensions(rank);
            arguments.push(Argument { name: Some("axis"), value });
        }
        let value = flag(self.random.chance(70));
        arguments.push(Argument { name: Some("keepdims"), value });
        Expression::Builtin(name, arguments)
    }

    /// A tensor whose sizes, or whose seed, are integers.
    fn made(&mut self) -> Expression {
        let name = ["zeros", "ones", "iota", "random", "eye", "arange"][self.random.below(6)];
        let most = match name {
            "iota" | "arange" => 1,
            "eye" => 2,
            _ => 3,
        };
        let count = self.random.between(1, most) + usize::from(name == "random");
        let sizes = (0..count).map(|_| {
            let size = Expression::number(self.random.between(1, 3) as i64);
            if self.random.chance(70) { call("i64", vec![size]) } else { size }
        });
        let sizes = sizes.collect();
        if name == "random" { call(name, sizes) } else { self.of_some_type(name, sizes) }
    }

    /// A call of a function that makes a tensor, perhaps of an element type.
    fn of_some_type(&mut self, name: &'static str, mut arguments: Vec<Expression>) -> Expression {
        if self.random.chance(50) {
            arguments.push(variable(self.ty().name()));
        }
        call(name, arguments)
    }

    /// A tensor of one number, like another tensor or of a size.
    fn like(&mut self, name: &'static str, a: Expression, ty: Type) -> Expression {
        if matches!(name, "zeros_like" | "ones_like") {
            return self.of_some_type(name, vec![a]);
        }
        let ty = if self.random.chance(60) { ty } else { self.ty() };
        let number = self.literal(&[], ty);
        let like = if name == "full" { Expression::number(2) } else { a };
        self.of_some_type(name, vec![like, number])
    }

    /// A call of a function that moves elements.
    fn moved(&mut self, a: Expression, value: &Value, scope: &Scope) -> Option<Expression> {
        let rank = value.shape.len();
        let name = *self.random.pick(&MOVING)?;
        let number =
            |this: &mut Self, most: usize| Expression::number(this.random.below(most) as i64);
        Some(match name {
            "expand_dims" => {
                let place = number(self, rank + 1);
                call(name, vec![a, place])
            }
            "reshape" => {
                let mut sizes = value.shape.clone();
                self.random.shuffle(&mut sizes);
                if sizes.is_empty() || self.random.chance(40) {
                    sizes = vec![value.elements.len()];
                }
                let sizes = sizes.iter().map(|size| Expression::number(*size as i64));
                call(name, [a].into_iter().chain(sizes).collect())
            }
            "concat" | "stack" | "list" => {
                let ty = if self.random.chance(50) { value.ty } else { self.ty() };
                let other = self.literal(&value.shape, ty);
                let mut both = if self.random.chance(50) { vec![a, other] } else { vec![other, a] };
                if self.random.chance(25) {
                    let ty = self.ty();
                    both.push(self.literal(&value.shape, ty));
                }
                match name {
                    "list" => Expression::List(both),
                    _ => call(if name == "stack" { "stack" } else { "concat" }, both),
                }
            }
            "pad" => {
                let width = number(self, 3);
                let mut arguments =
                    vec![Argument { name: None, value: a }, Argument { name: None, value: width }];
                if self.random.chance(60) {
                    let value = self.literal_number(value.ty);
                    arguments.push(Argument { name: Some("value"), value });
                }
                Expression::Builtin("pad", arguments)
            }
            "roll" => {
                let shift = number(self, 5);
                match rank > 0 && self.random.chance(50) {
                    true => Expression::Builtin(
                        "roll",
                        vec![
                            Argument { name: None, value: a },
                            Argument { name: None, value: shift },
                            Argument { name: Some("axis"), value: number(self, rank) },
                        ],
                    ),
                    false => call("roll", vec![a, shift]),
                }
            }
            "fill" => {
                let (value, found) = self.expression(scope, 0);
                let sizes = [number(self, 3), number(self, 3)];
                let value =
                    if found.shape.is_empty() { value } else { self.literal(&[], found.ty) };
                self.of_some_type("fill", [value].into_iter().chain(sizes).collect())
            }
            "zeros_like" | "ones_like" | "full_like" | "full" => self.like(name, a, value.ty),
            _ => {
                let name = builtins::find(name)?.name;
                call(name, vec![a])
            }
        })
    }
}
