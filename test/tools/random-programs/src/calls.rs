//! Generates random calls of builtin functions, in all forms: arguments by position and by name,
//! optional ones given and left out, numbers as digits and as expressions, sizes one by one and in
//! lists.

use crate::builtins;
use crate::evaluator::{Scope, Value};
use crate::generator::Generator;
use crate::odd_calls::{flag, variable_named};
use crate::program::{Argument, Expression, Literal, Operator};

/// Functions of one tensor that work element by element.
const ELEMENTWISE: [&str; 30] = [
    "bool",
    "bool",
    "i64",
    "i8",
    "u8",
    "quantize",
    "quantize_u8",
    "f32",
    "f32",
    "f32",
    "f64",
    "abs",
    "sqrt",
    "exp",
    "log",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "floor",
    "ceil",
    "round",
    "trunc",
    "sign",
    "erf",
];

/// Functions of a tensor, or along one of its dimensions.
const ALONG: [&str; 20] = [
    "sum", "mean", "min", "max", "sum", "mean", "min", "max", "prod", "norm", "any", "all",
    "argmin", "argmax", "cumsum", "cumprod", "sort", "argsort", "sort", "argsort",
];

impl Generator<'_> {
    /// A call with these arguments, in the order of the parameters: the first ones by position, the
    /// others by name.
    pub(crate) fn call_builtin(
        &mut self,
        name: &'static str,
        arguments: Vec<(&'static str, Expression)>,
    ) -> Expression {
        let parameters = builtins::find(name).map_or(&[][..], |builtin| builtin.signatures[0]);
        let is_by_name =
            |argument: &str| parameters.iter().any(|p| p.name == argument && p.by_name);
        let by_position = match self.random.chance(25) {
            true => self.random.below(arguments.len() + 1),
            false => arguments.len(),
        };
        let mut ordered = Vec::new();
        for (index, (parameter, value)) in arguments.into_iter().enumerate() {
            if index < by_position && !is_by_name(parameter) {
                ordered.push(Argument { name: None, value });
            } else {
                // A named argument may be anywhere; several of one parameter keep their order.
                let last =
                    ordered.iter().rposition(|other: &Argument| other.name == Some(parameter));
                let least = last.map_or(0, |last| last + 1);
                let place = self.random.between(least, ordered.len());
                let other_name = parameters.iter().find(|p| p.name == parameter);
                let other_name = other_name.and_then(|parameter| parameter.other_name);
                let name = other_name.filter(|_| self.random.chance(30)).unwrap_or(parameter);
                // The name of an element type needs none.
                let name = Some(name).filter(|name| *name != "dtype" || self.random.chance(50));
                ordered.insert(place, Argument { name, value });
            }
        }
        Expression::Builtin(name, ordered)
    }

    /// A call of a builtin function; it may turn out invalid.
    pub(crate) fn builtin(&mut self, scope: &Scope, depth: usize) -> Option<Expression> {
        match self.random.weighted(&[25, 20, 10, 35, 25, 10, 25, 5, 6, 30]) {
            0 => {
                let name = *self.random.pick(&ELEMENTWISE)?;
                let operand = self.tensor(scope, depth - 1).0;
                if name == "i64" {
                    return Some(self.rounded_by_integers(operand));
                }
                if matches!(name, "i8" | "u8" | "quantize" | "quantize_u8") {
                    return self.of_bytes(name, operand);
                }
                if name == "bool" {
                    return self.of_booleans(operand, scope, depth);
                }
                Some(self.call_builtin(name, vec![("x", operand)]))
            }
            1 => {
                let name = *self.random.pick(&["pow", "min", "max", "atan2", "clip"])?;
                let (left, right) = self.operands(scope, depth);
                let (left_name, right_name) = match name {
                    "atan2" => ("y", "x"),
                    "clip" => ("x", "lo"),
                    _ => ("a", "b"),
                };
                let mut arguments = vec![(left_name, left), (right_name, right)];
                if name == "clip" {
                    arguments.push(("hi", self.tensor(scope, depth - 1).0));
                }
                Some(self.call_builtin(name, arguments))
            }
            2 => {
                let (left, right) = self.operands(scope, depth);
                let name = *self.random.pick(&["select", "where"])?;
                let condition = if self.random.chance(50) {
                    let operator = *self.random.pick(&Operator::COMPARISONS)?;
                    Expression::binary(operator, left.clone(), right.clone())
                } else {
                    self.tensor(scope, depth - 1).0
                };
                Some(self.call_builtin(name, vec![("c", condition), ("a", left), ("b", right)]))
            }
            3 => {
                let name = *self.random.pick(&ALONG)?;
                let (operand, tensor) = self.tensor(scope, depth - 1);
                let dimension =
                    self.dimension(tensor.shape.len()).filter(|_| self.random.chance(60));
                let mut arguments = vec![("a", operand)];
                let is_reduction = builtins::is_reduction(name);
                if let Some(dimension) = dimension {
                    arguments.push((
                        "axis",
                        match is_reduction && self.random.chance(30) {
                            true => self.dimensions(tensor.shape.len()),
                            false => self.known(scope, dimension),
                        },
                    ));
                }
                if is_reduction && !tensor.shape.is_empty() && self.random.chance(65) {
                    arguments.push(("keepdims", flag(self.random.chance(80))));
                }
                Some(self.call_builtin(name, arguments))
            }
            4 => self.product(scope, depth),
            5 => self.joined(scope, depth),
            6 => self.made(scope),
            7 => {
                let operand = self.tensor(scope, depth - 1).0;
                Some(self.call_builtin("shape", vec![("a", operand)]))
            }
            8 => self.loaded(),
            _ => self.rearranged(scope, depth),
        }
    }

    /// `f64(i64(x))` of the elements whose size is below 1000, and of 7 for the others.
    /// Computations with integers are tested by programs of their own
    /// (`toyc/tests/element_types/integers.rs`).
    fn rounded_by_integers(&mut self, operand: Expression) -> Expression {
        let size = self.call_builtin("abs", vec![("x", operand.clone())]);
        let number = |text: &str| Expression::Number(text.to_owned());
        let is_small = Expression::binary(Operator::Less, size, number("1000"));
        let arguments = vec![("c", is_small), ("a", operand), ("b", number("7"))];
        let in_range = self.call_builtin("where", arguments);
        let integers = self.call_builtin("i64", vec![("x", in_range)]);
        self.call_builtin("f64", vec![("x", integers)])
    }

    /// `f64(i8(f64(x)))`, the same with `u8`, or the real numbers that quantized ones stand for.
    fn of_bytes(&mut self, name: &'static str, operand: Expression) -> Option<Expression> {
        let real = self.call_builtin("f64", vec![("x", operand)]);
        if matches!(name, "i8" | "u8") {
            let bytes = self.call_builtin(name, vec![("x", real)]);
            return Some(self.call_builtin("f64", vec![("x", bytes)]));
        }
        let number = |text: &str| Expression::Number(text.to_owned());
        let scale = number(self.random.pick(&["0.5", "0.1", "3"])?);
        let zero = number(self.random.pick(&["0", "7", "100"])?);
        let arguments = vec![("x", real), ("scale", scale.clone()), ("zero", zero.clone())];
        let quantized = self.call_builtin(name, arguments);
        let arguments = vec![("q", quantized), ("scale", scale), ("zero", zero)];
        Some(self.call_builtin("dequantize", arguments))
    }

    /// A function of booleans, as floats.
    fn of_booleans(
        &mut self,
        operand: Expression,
        scope: &Scope,
        depth: usize,
    ) -> Option<Expression> {
        let mut booleans = self.call_builtin("bool", vec![("x", operand)]);
        if self.random.chance(40) {
            let (other, _) = self.tensor(scope, depth - 1);
            // Logic gives booleans if one side has them, and comparisons if both have.
            let other = match self.random.chance(50) {
                true => self.call_builtin("bool", vec![("x", other)]),
                false => other,
            };
            let operator = *self.random.pick(&[
                Operator::And,
                Operator::Or,
                Operator::Equal,
                Operator::Less,
            ])?;
            booleans = Expression::binary(operator, booleans, other);
        }
        if self.random.chance(30) {
            booleans = Expression::Not(Box::new(booleans));
        }
        if self.random.chance(30) {
            let name = *self.random.pick(&["any", "all", "sum", "sort", "cumsum", "max", "min"])?;
            booleans = self.call_builtin(name, vec![("a", booleans)]);
        }
        Some(self.call_builtin("f64", vec![("x", booleans)]))
    }

    /// A tensor whose elements are at other places.
    fn rearranged(&mut self, scope: &Scope, depth: usize) -> Option<Expression> {
        let name = *self.random.pick(&[
            "transpose",
            "reshape",
            "expand_dims",
            "stack",
            "pad",
            "roll",
            "diag",
            "tril",
            "triu",
            "outer",
        ])?;
        let (operand, tensor) = self.tensor(scope, depth - 1);
        let rank = tensor.shape.len();
        let mut arguments = vec![("a", operand)];
        match name {
            "transpose" => {
                let mut axes: Vec<i64> = (0..rank as i64).collect();
                self.random.shuffle(&mut axes);
                for axis in &mut axes {
                    *axis -= if self.random.chance(20) { rank as i64 } else { 0 };
                }
                arguments.extend(self.numbers(scope, &axes).into_iter().map(|axis| ("axes", axis)));
            }
            "expand_dims" => {
                let place = self.random.below(rank + 1) as i64;
                let from_end = place - rank as i64 - 1;
                let places = match self.random.below(3) {
                    0 => self.numbers(scope, &[from_end]),
                    1 if place > 0 => self.sizes(scope, &[place as usize]),
                    _ => self.numbers(scope, &[place]),
                };
                arguments.extend(places.into_iter().map(|place| ("axis", place)));
            }
            "reshape" => {
                let mut sizes = tensor.shape;
                self.random.shuffle(&mut sizes);
                if self.random.chance(40) {
                    let size = sizes.pop().unwrap_or(1) * sizes.pop().unwrap_or(1);
                    sizes.push(size);
                }
                if sizes.is_empty() || self.random.chance(20) {
                    sizes.insert(0, 1);
                }
                let sizes = self.sizes(scope, &sizes);
                arguments.extend(sizes.into_iter().map(|size| ("sizes", size)));
            }
            "stack" => {
                for _ in 0..self.random.below(3) {
                    arguments.push(("a", self.literal(&tensor.shape)));
                }
                if let Some(axis) = self.dimension(rank + 1).filter(|_| self.random.chance(60)) {
                    arguments.push(("axis", self.known(scope, axis)));
                }
            }
            "pad" => {
                let count = *self.random.pick(&[1, 2, 2 * rank.max(1)])?;
                let widths: Vec<i64> = (0..count).map(|_| self.random.below(3) as i64).collect();
                let widths = self.numbers(scope, &widths);
                arguments.extend(widths.into_iter().map(|width| ("widths", width)));
                if self.random.chance(40) {
                    arguments.push(("value", self.number_of_any_kind(scope)));
                }
            }
            "roll" => {
                let shift = self.random.below(9) as i64 - 4;
                arguments.push(("shift", self.known(scope, shift)));
                if let Some(axis) = self.dimension(rank).filter(|_| self.random.chance(60)) {
                    arguments.push(("axis", self.known(scope, axis)));
                }
            }
            "outer" => arguments.push(("b", self.tensor(scope, depth - 1).0)),
            _ => {
                if self.random.chance(60) {
                    let k = self.random.below(5) as i64 - 2;
                    arguments.push(("k", self.known(scope, k)));
                }
            }
        }
        Some(self.call_builtin(name, arguments))
    }

    /// Numbers that are known when the program is compiled: one by one, or in a list.
    fn numbers(&mut self, scope: &Scope, numbers: &[i64]) -> Vec<Expression> {
        if !numbers.is_empty() && self.random.chance(20) {
            let digits = numbers.iter().map(|n| Literal::Number(n.to_string()));
            return vec![Expression::Literal(digits.collect())];
        }
        numbers.iter().map(|number| self.known(scope, *number)).collect()
    }

    /// One tensor after another, along a dimension that is given or not.
    fn joined(&mut self, scope: &Scope, depth: usize) -> Option<Expression> {
        let (one, tensor) = self.tensor(scope, depth - 1);
        let dimension = self.dimension(tensor.shape.len())?;
        let is_given = self.random.chance(60);
        let along =
            if is_given { dimension.rem_euclid(tensor.shape.len() as i64) as usize } else { 0 };
        let mut shape = tensor.shape.clone();
        shape[along] = self.random.between(1, 3);
        let other = self.literal(&shape);
        let (first, second) = if self.random.chance(50) { (one, other) } else { (other, one) };
        let mut arguments = vec![("a", first), ("b", second)];
        for _ in 0..self.random.weighted(&[70, 20, 10]) {
            shape[along] = self.random.between(1, 2);
            arguments.push(("b", self.literal(&shape)));
        }
        if is_given {
            arguments.push(("axis", self.known(scope, dimension)));
        }
        Some(self.call_builtin("concat", arguments))
    }

    /// The content of one of the program's files.
    fn loaded(&mut self) -> Option<Expression> {
        let names: Vec<String> =
            self.program.inputs.iter().map(|input| input.name.clone()).collect();
        let name = self.random.pick(&names)?.clone();
        // Many functions need known sizes.
        let sizes = self.stated_sizes(&name, 0);
        let file = self.file(name);
        Some(self.call_builtin("load", std::iter::once(("file", file)).chain(sizes).collect()))
    }

    /// The argument of `load` for the shape of one of the program's files, maybe. This many per
    /// cent of the sizes are left to the file.
    pub(crate) fn stated_sizes(
        &mut self,
        name: &str,
        unknown: usize,
    ) -> Option<(&'static str, Expression)> {
        let input = self.program.inputs.iter().find(|input| input.name == name)?;
        let shape = input.tensor.shape.clone();
        if shape.is_empty() || self.random.chance(60) {
            return None;
        }
        let size = |size: usize| (!self.random.chance(unknown)).then_some(size);
        Some(("shape", Expression::Sizes(shape.into_iter().map(size).collect())))
    }

    /// The name of a file: as a text, or as a call of `arg` if it is an argument of the program.
    pub(crate) fn file(&mut self, name: String) -> Expression {
        match self.program.arguments.iter().position(|argument| *argument == name) {
            Some(number) => {
                let digits = Expression::Number(number.to_string());
                self.call_builtin("arg", vec![("n", digits)])
            }
            None => Expression::Text(name),
        }
    }

    /// A dimension of a tensor, counted from the first or from the last one.
    pub(crate) fn dimension(&mut self, rank: usize) -> Option<i64> {
        let place = self.random.below(rank) as i64;
        let from_end = self.random.chance(30);
        (rank > 0).then_some(if from_end { place - rank as i64 } else { place })
    }

    /// A list of different dimensions, each counted from the first or from the last one.
    pub(crate) fn dimensions(&mut self, rank: usize) -> Expression {
        let mut places: Vec<usize> = (0..rank).collect();
        self.random.shuffle(&mut places);
        places.truncate(self.random.between(1, rank));
        let numbers = places.into_iter().map(|place| {
            let place = place as i64;
            let number = if self.random.chance(30) { place - rank as i64 } else { place };
            Literal::Number(number.to_string())
        });
        Expression::Literal(numbers.collect())
    }

    /// A product of matrices or vectors.
    fn product(&mut self, scope: &Scope, depth: usize) -> Option<Expression> {
        let (one, tensor) = self.tensor(scope, depth - 1);
        if self.random.chance(30) {
            return self.einsum(one, &tensor.shape);
        }
        let outer = self.fitting_outer_size();
        let is_left = self.random.chance(50);
        let shape = match (&tensor.shape[..], is_left) {
            (&[inner] | &[_, inner], true) => vec![inner, outer],
            (&[inner] | &[inner, _], false) => vec![outer, inner],
            (&[.., inner], true) => vec![inner, outer],
            (&[.., inner, _], false) => vec![outer, inner],
            _ => return None,
        };
        let mut shape = match self.random.chance(30) {
            true => vec![shape[usize::from(!is_left)]],
            false => shape,
        };
        // More matrices, which are broadcast to those of the other operand.
        if shape.len() == 2 && self.random.chance(30) {
            let before = tensor.shape.len().saturating_sub(2);
            let mut batch = tensor.shape[..before].to_vec();
            if before == 0 || (self.random.chance(30) && before < 2) {
                batch.insert(0, self.random.between(1, 2));
            }
            for size in &mut batch {
                *size = if self.random.chance(30) { 1 } else { *size };
            }
            shape.splice(0..0, batch);
        }
        let other = self.literal(&shape);
        let (left, right) = if is_left { (one, other) } else { (other, one) };
        Some(match self.random.chance(30) {
            true => self.call_builtin("matmul", vec![("a", left), ("b", right)]),
            false => Expression::binary(Operator::MatMul, left, right),
        })
    }

    /// Sums of products of a tensor's elements and those of others.
    fn einsum(&mut self, operand: Expression, shape: &[usize]) -> Option<Expression> {
        const LABELS: [char; 6] = ['k', 'j', 'b', 'i', 'a', 'n'];
        let mut sizes: Vec<usize> = shape.to_vec();
        let mut text: String = LABELS.get(..shape.len())?.iter().collect();
        let mut arguments = vec![operand];
        for _ in 0..self.random.weighted(&[25, 55, 20]) {
            let mut labels: Vec<usize> = (0..sizes.len()).collect();
            self.random.shuffle(&mut labels);
            labels.truncate(self.random.between(0, 2));
            if sizes.len() < LABELS.len() && self.random.chance(50) {
                labels.push(sizes.len());
                sizes.push(self.random.between(1, 3));
            }
            if labels.len() == 1 && self.random.chance(20) {
                labels.push(labels[0]);
            }
            text.push(',');
            text.extend(labels.iter().map(|label| LABELS[*label]));
            let own: Vec<usize> = labels
                .iter()
                .map(|label| if self.random.chance(15) { 1 } else { sizes[*label] })
                .collect();
            arguments.push(self.literal(&own));
        }
        if self.random.chance(70) {
            let mut labels: Vec<usize> = (0..sizes.len()).collect();
            self.random.shuffle(&mut labels);
            labels.truncate(self.random.between(0, 3));
            text += "->";
            text.extend(labels.iter().map(|label| LABELS[*label]));
        }
        let mut all = vec![("subscripts", Expression::Text(text))];
        all.extend(arguments.into_iter().map(|argument| ("a", argument)));
        Some(self.call_builtin("einsum", all))
    }

    fn fitting_outer_size(&mut self) -> usize {
        let shape = crate::expressions::random_shape(self.random, self.size);
        shape.first().copied().unwrap_or(3)
    }

    /// A call of `random` for a shape of rank 1 or more.
    pub(crate) fn random_tensor(&mut self, shape: &[usize]) -> Expression {
        let mut arguments = vec![("seed", Expression::number(self.random.below(100) as i64))];
        arguments.extend(shape.iter().map(|size| ("sizes", Expression::number(*size as i64))));
        let tensor = self.call_builtin("random", arguments);
        // Numbers of both signs that are not all small.
        match self.random.chance(50) {
            true => {
                Expression::binary(Operator::Subtract, tensor, Expression::Number("0.5".to_owned()))
            }
            false => tensor,
        }
    }

    /// A call of a function that makes a tensor of sizes.
    fn made(&mut self, scope: &Scope) -> Option<Expression> {
        let name = *self.random.pick(&[
            "zeros",
            "ones",
            "fill",
            "iota",
            "random",
            "full",
            "eye",
            "eye",
            "arange",
            "linspace",
            "full_like",
            "zeros_like",
            "ones_like",
        ])?;
        let mut arguments = match name {
            "full" | "eye" | "arange" | "linspace" | "full_like" | "zeros_like" | "ones_like" => {
                return self.created(name, scope);
            }
            "fill" => vec![("value", self.number_of_any_kind(scope))],
            "random" => vec![("seed", self.number_of_any_kind(scope))],
            _ => vec![],
        };
        if name != "random" {
            self.add_element_type(&mut arguments);
        }
        if name == "iota" {
            let count = self.random.between(1, 5) as i64;
            let count = match self.random.chance(15) {
                // A list of one number is as good as the number.
                true => Expression::Literal(vec![Literal::Number(count.to_string())]),
                false => self.known(scope, count),
            };
            arguments.push(("n", count));
        } else {
            let rank = self.random.between(1, 4);
            let most = if rank > 2 { 3 } else { 4 };
            let mut shape: Vec<usize> = (0..rank).map(|_| self.random.between(1, most)).collect();
            if self.random.chance(30)
                && let Some(like) = self.named_tensor(scope)
                && let Some(Value::Tensor(tensor)) = self.evaluate(&like, scope)
                && !tensor.shape.is_empty()
            {
                shape = tensor.shape;
            }
            arguments.extend(self.sizes(scope, &shape).into_iter().map(|size| ("sizes", size)));
        }
        Some(self.call_builtin(name, arguments))
    }

    /// An element type, perhaps.
    fn add_element_type(&mut self, arguments: &mut Vec<(&'static str, Expression)>) {
        if self.random.chance(35) {
            let name = ["f32", "f64"][self.random.below(2)];
            arguments.push(("dtype", variable_named(name)));
        }
    }

    /// A call of a function that makes a tensor as NumPy does.
    fn created(&mut self, name: &'static str, scope: &Scope) -> Option<Expression> {
        let mut arguments = match name {
            "full" => {
                let rank = self.random.between(1, 3);
                let shape: Vec<usize> = (0..rank).map(|_| self.random.between(1, 3)).collect();
                let sizes = match self.random.below(3) {
                    0 => self.known(scope, shape[0] as i64),
                    1 => self.sizes(scope, &shape[..1]).pop()?,
                    _ => {
                        let sizes = shape.iter().map(|size| Literal::Number(size.to_string()));
                        Expression::Literal(sizes.collect())
                    }
                };
                vec![("shape", sizes), ("value", self.number_of_any_kind(scope))]
            }
            "eye" => {
                let [n, m] = [self.random.between(1, 4), self.random.between(1, 4)];
                let mut sizes = vec![("n", self.known(scope, n as i64))];
                if self.random.chance(70) {
                    sizes.push(("m", self.known(scope, m as i64)));
                }
                sizes
            }
            "arange" => {
                let count = self.random.between(1, 5) as i64;
                let start = self.random.below(7) as i64 - 3;
                let step: i64 = *self.random.pick(&[-2, -1, 1, 2, 3])?;
                let more = self.random.below(step.unsigned_abs() as usize) as i64;
                let stop = start + step * count - more * step.signum();
                match self.random.below(3) {
                    0 => vec![("stop", self.known(scope, count))],
                    1 => {
                        let start = start.min(count - 1);
                        let start = self.known(scope, start);
                        vec![("start", start), ("stop", self.known(scope, count))]
                    }
                    _ => {
                        let numbers = [("start", start), ("stop", stop), ("step", step)];
                        numbers.map(|(name, number)| (name, self.known(scope, number))).to_vec()
                    }
                }
            }
            "linspace" => {
                let count = self.random.between(1, 5) as i64;
                vec![
                    ("first", self.number_of_any_kind(scope)),
                    ("last", self.number_of_any_kind(scope)),
                    ("n", self.known(scope, count)),
                ]
            }
            _ => {
                let mut of = vec![("a", self.tensor(scope, 1).0)];
                if name == "full_like" {
                    of.push(("value", self.number_of_any_kind(scope)));
                }
                of
            }
        };
        self.add_element_type(&mut arguments);
        // The parameters of the other form have other names.
        match name == "arange" && arguments[0].0 == "start" {
            true => Some(range_from(self.random.chance(40), arguments)),
            false => Some(self.call_builtin(name, arguments)),
        }
    }

    /// A number: digits, an expression known at compile time, or one computed at run time.
    pub(crate) fn number_of_any_kind(&mut self, scope: &Scope) -> Expression {
        match self.random.weighted(&[40, 20, 20, 10, 10]) {
            0 => self.literal(&[]),
            1 => Expression::number(self.random.below(10) as i64 - 3),
            2 => self.known(scope, 2),
            // Not a number, and the zero below 0.
            3 => Expression::binary(Operator::Divide, Expression::number(0), Expression::number(0)),
            _ => Expression::Negation(Box::new(Expression::number(0))),
        }
    }
}

/// A call of `arange` with a start, whose arguments have names or not.
fn range_from(have_names: bool, arguments: Vec<(&'static str, Expression)>) -> Expression {
    let arguments = arguments.into_iter().map(|(name, value)| Argument {
        name: (have_names || name == "dtype").then_some(name),
        value,
    });
    Expression::Builtin("arange", arguments.collect())
}
