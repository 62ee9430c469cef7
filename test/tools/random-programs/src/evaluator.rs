//! Evaluates programs.
//!
//! It evaluates the tree directly, with concrete values; a shape that does not fit is an error,
//! which the generator uses to find out whether a call is possible.

mod decided;
mod statements;

use std::collections::BTreeMap;

use crate::accesses::{Accesses, Taken, Verdict};
use crate::builtins::{self, ParameterKind};
use crate::gathers::{self, Part};
use crate::notation;
use crate::program::{
    Argument, Expression, Function, Initializer, Kind, Literal, Operator, Program, Subscript,
};
use crate::tensor::{Tensor, are_single};
use decided::SizeNames;
use statements::Flow;

/// The value of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Tensor(Tensor),
    /// The struct's name, and the members' values in their order.
    Struct(String, Vec<Value>),
}

/// The variables of a function, with their values.
pub(crate) type Scope = Vec<(String, Value)>;

/// Why a program has no meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Invalid {
    /// Shapes that do not fit, in an operator, a reshape or a literal.
    Shape,
    /// A name of another kind than is needed here.
    Name(String),
    /// A struct where a tensor is needed, or the other way round; a text, or nothing.
    Kind,
    /// Arguments of a builtin function that do not fit its parameters.
    Arguments,
    /// More operations than allowed, or more elements.
    TooLong,
    /// Whether a condition is decided at compile time depends on more than sizes and numbers.
    Unclear,
    /// A marked access that is out of range ends the program; it says this.
    OutOfRange(String),
}

/// The effects of a program.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Effects {
    /// The printed text.
    pub(crate) output: String,
    /// The written files.
    pub(crate) files: BTreeMap<String, Tensor>,
    /// The message about the access that ended it.
    pub(crate) error: Option<String>,
}

/// Runs `main`, and returns what it does.
pub(crate) fn run(program: &Program) -> Result<Effects, Invalid> {
    on_large_stack(|| effects_of(program))
}

fn effects_of(program: &Program) -> Result<Effects, Invalid> {
    let mut evaluator = Evaluator::new(program, usize::MAX);
    evaluator.accesses.stops = true;
    match evaluator.call("main", vec![]) {
        Ok(_) => {}
        Err(Invalid::OutOfRange(what)) => evaluator.effects.error = Some(what),
        Err(invalid) => return Err(invalid),
    }
    Ok(evaluator.effects)
}

/// Determines the elements that all iterations and branches of a program take at marked accesses.
pub(crate) fn verdict(program: &Program) -> Result<Verdict, Invalid> {
    on_large_stack(|| {
        let mut evaluator = Evaluator::new(program, usize::MAX);
        evaluator.sizes = Some(SizeNames::of(program));
        evaluator.call("main", vec![])?;
        Ok(evaluator.accesses.verdict())
    })
}

/// Evaluates a program on a stack for [`MOST_CALLS`] calls, which is more than a test's thread has.
fn on_large_stack<T: Send>(evaluate: impl FnOnce() -> T + Send) -> T {
    const BYTES: usize = 64 << 20;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(BYTES).spawn_scoped(scope, evaluate);
        let value = thread.expect("a thread starts").join();
        value.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// The most calls within each other.
const MOST_CALLS: usize = 100;

/// Evaluates expressions and statements of one program.
pub(crate) struct Evaluator<'a> {
    program: &'a Program,
    /// How many more operations may be evaluated.
    steps_left: usize,
    /// The effects so far.
    effects: Effects,
    accesses: Accesses,
    /// Loops and conditionals around the statement, within its function.
    depth: usize,
    /// Calls within each other.
    calls: usize,
    /// The result of the first `return` found in the function.
    returned: Option<Value>,
    /// Names that may depend on sizes, for the programs that decide conditionals at compile time.
    sizes: Option<SizeNames>,
}

impl<'a> Evaluator<'a> {
    /// An evaluator that gives up after this many operations.
    pub(crate) fn new(program: &'a Program, steps: usize) -> Self {
        Self {
            program,
            steps_left: steps,
            effects: Effects::default(),
            accesses: Accesses::default(),
            depth: 0,
            calls: 0,
            returned: None,
            sizes: None,
        }
    }

    /// Evaluates a function's body, and returns its result if it has one.
    pub(crate) fn call(
        &mut self,
        name: &str,
        arguments: Vec<Value>,
    ) -> Result<Option<Value>, Invalid> {
        let function =
            self.program.function_named(name).ok_or_else(|| Invalid::Name(name.to_owned()))?;
        let mut arguments = arguments;
        let program = self.program;
        if let Some(default) = program.defaults.get(name)
            && arguments.len() + 1 == function.parameters.len()
        {
            arguments.push(self.value(default, &Scope::new())?);
        }
        let mut scope = self.bind(function, arguments)?;
        // A changed program may have lost what ends its recursion.
        self.calls += 1;
        if self.calls > MOST_CALLS {
            return Err(Invalid::TooLong);
        }
        let (depth, returned) = (std::mem::take(&mut self.depth), self.returned.take());
        let flow = self.list(&function.body, &mut scope)?;
        (self.depth, self.returned) = (depth, returned);
        self.calls -= 1;
        match flow {
            Flow::Next => Ok(None),
            Flow::Return(value) => Ok(value),
            Flow::Break | Flow::Continue => Err(Invalid::Kind),
        }
    }

    fn bind(&self, function: &Function, arguments: Vec<Value>) -> Result<Scope, Invalid> {
        if function.parameters.len() != arguments.len() {
            return Err(Invalid::Name(function.name.clone()));
        }
        let mut scope = Scope::new();
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            if !is_of_kind(&argument, &parameter.kind) {
                return Err(Invalid::Kind);
            }
            scope.push((parameter.name.clone(), argument));
        }
        Ok(scope)
    }

    fn whole_number(&mut self, expression: &Expression, scope: &Scope) -> Result<i64, Invalid> {
        let tensor = self.tensor(expression, scope)?;
        builtins::whole_number(&tensor).ok_or(Invalid::Shape)
    }

    /// The elements of a tensor that subscripts take; a marked access may be out of range.
    fn index(
        &mut self,
        base: &Tensor,
        subscripts: &[Subscript],
        scope: &Scope,
        is_marked: bool,
    ) -> Result<Tensor, Invalid> {
        if subscripts.len() > base.shape.len() {
            return Err(Invalid::Shape);
        }
        if let Some(parts) = self.gathered(base, subscripts, scope)? {
            return gathers::gather(base, &parts)
                .map_err(|wrong| wrong.map_or(Invalid::Shape, Invalid::OutOfRange));
        }
        let all = Subscript::Range(None, None);
        let mut places = Vec::new();
        for (dimension, &size) in base.shape.iter().enumerate() {
            let subscript = subscripts.get(dimension).unwrap_or(&all);
            let taken = self.taken(subscript, size, scope)?;
            let is_in_range = taken.is_in_range();
            if is_marked {
                self.accesses.note(dimension, &taken, &base.shape);
                if !is_in_range && self.accesses.stops && self.accesses.looking == 0 {
                    return Err(Invalid::OutOfRange(taken.message()));
                }
            } else if !is_in_range {
                return Err(Invalid::Shape);
            }
            // Elements in range replace those that do not exist.
            let inside = |place: i64| place.clamp(0, size as i64 - 1) as usize;
            let count = taken.count.unwrap_or(1).max(1);
            let of_dimension = (taken.first..taken.first + count).map(inside).collect();
            places.push((of_dimension, taken.count.is_some()));
        }
        Ok(base.take(&places))
    }

    /// The parts that subscripts take, if one of them is a tensor of indices.
    fn gathered(
        &mut self,
        base: &Tensor,
        subscripts: &[Subscript],
        scope: &Scope,
    ) -> Result<Option<Vec<Part>>, Invalid> {
        let mut has_indices = false;
        let mut parts = Vec::new();
        for (dimension, &size) in base.shape.iter().enumerate() {
            parts.push(match subscripts.get(dimension) {
                None => Part::Range(0, size),
                Some(Subscript::At(index)) => {
                    let tensor = self.tensor(index, scope)?;
                    has_indices |= !tensor.shape.is_empty();
                    Part::Indices(tensor)
                }
                Some(range) => {
                    let taken = self.taken(range, size, scope)?;
                    if !taken.is_in_range() {
                        return if has_indices { Err(Invalid::Shape) } else { Ok(None) };
                    }
                    Part::Range(taken.first as usize, taken.count.unwrap_or(1) as usize)
                }
            });
        }
        Ok(has_indices.then_some(parts))
    }

    /// The part of a dimension of this size that a subscript takes.
    fn taken(
        &mut self,
        subscript: &Subscript,
        size: usize,
        scope: &Scope,
    ) -> Result<Taken, Invalid> {
        let loops = self.accesses.loops_of_subscript(subscript);
        // A number that depends on variables of loops is not counted from the last element.
        let from_start =
            |number: i64| if number < 0 && loops == 0 { number + size as i64 } else { number };
        let mut range = String::new();
        let (numbers, first, count) = match subscript {
            Subscript::At(index) => {
                let index = self.whole_number(index, scope)?;
                ((index, index), from_start(index), None)
            }
            Subscript::Range(from, to) => {
                let mut number = |end: &Option<Expression>| {
                    end.as_ref().map(|end| self.whole_number(end, scope)).transpose()
                };
                let (from, to) = (number(from)?, number(to)?);
                let shown = |end: Option<i64>| end.map_or(String::new(), |end| end.to_string());
                range = format!("{}:{}", shown(from), shown(to));
                let (from, to) = (from.unwrap_or(0), to.unwrap_or(size as i64));
                let first = from_start(from);
                ((from, to), first, Some(from_start(to) - first))
            }
            // Only programs with another evaluator have them.
            Subscript::Steps(..) | Subscript::Rest => return Err(Invalid::Shape),
        };
        Ok(Taken { numbers, range, first, count, size, loops })
    }

    fn initializer(
        &mut self,
        value: &Initializer,
        kind: &Kind,
        scope: &Scope,
    ) -> Result<Value, Invalid> {
        let value = match (value, kind) {
            (Initializer::Value(expression), _) => self.value(expression, scope)?,
            (Initializer::Composite(items), Kind::Struct(name)) => {
                let definition =
                    self.program.struct_named(name).ok_or_else(|| Invalid::Name(name.clone()))?;
                if items.len() != definition.members.len() {
                    return Err(Invalid::Kind);
                }
                let members = items
                    .iter()
                    .zip(&definition.members)
                    .map(|(item, member)| self.initializer(item, &member.kind, scope))
                    .collect::<Result<_, _>>()?;
                Value::Struct(name.clone(), members)
            }
            (Initializer::Composite(_), _) => return Err(Invalid::Kind),
        };
        if is_of_kind(&value, kind) { Ok(value) } else { Err(Invalid::Kind) }
    }

    /// The value of an expression.
    pub(crate) fn value(
        &mut self,
        expression: &Expression,
        scope: &Scope,
    ) -> Result<Value, Invalid> {
        self.steps_left = self.steps_left.checked_sub(1).ok_or(Invalid::TooLong)?;
        let tensor = match expression {
            Expression::Number(text) => Tensor::number(number(text)?),
            Expression::Literal(items) => literal(items)?,
            Expression::Variable(name) => {
                let variable = scope.iter().find(|(variable, _)| variable == name);
                let program = self.program;
                let own = program.constants.iter().find(|(constant, _)| constant == name);
                if let (None, Some((_, value))) = (variable, own) {
                    return self.value(value, &Scope::new());
                }
                let constant =
                    || builtins::constant(name).map(|value| Value::Tensor(Tensor::number(value)));
                return variable
                    .map(|(_, value)| value.clone())
                    .or_else(constant)
                    .ok_or_else(|| Invalid::Name(name.clone()));
            }
            Expression::Member(base, member) => return self.member(base, member, scope),
            Expression::Negation(operand) => self.tensor(operand, scope)?.map(|element| -element),
            // Only programs with another evaluator have it.
            Expression::Inversion(_) => return Err(Invalid::Kind),
            Expression::Not(operand) => {
                self.tensor(operand, scope)?.map(|element| boolean(element == 0.0))
            }
            Expression::List(elements) => {
                let tensors: Vec<Tensor> = elements
                    .iter()
                    .map(|element| self.tensor(element, scope))
                    .collect::<Result<_, _>>()?;
                list(&tensors)?
            }
            Expression::Binary(operator, left, right) => {
                let (left, right) = (self.tensor(left, scope)?, self.tensor(right, scope)?);
                apply(*operator, &left, &right).ok_or(Invalid::Shape)?
            }
            Expression::Builtin(name, arguments) => {
                self.builtin(name, arguments, scope)?.ok_or(Invalid::Kind)?
            }
            Expression::Text(_) | Expression::Sizes(_) => return Err(Invalid::Kind),
            Expression::Index(base, subscripts) => {
                let base = self.tensor(base, scope)?;
                self.index(&base, subscripts, scope, false)?
            }
            Expression::Marked(marked) => match &**marked {
                Expression::Index(base, subscripts) => {
                    let base = self.tensor(base, scope)?;
                    self.index(&base, subscripts, scope, true)?
                }
                other => return self.value(other, scope),
            },
            Expression::Call(name, _) => {
                return self.call_of(expression, scope)?.ok_or_else(|| Invalid::Name(name.clone()));
            }
        };
        Ok(Value::Tensor(tensor))
    }

    /// Calls a function; it may return nothing.
    fn call_of(&mut self, call: &Expression, scope: &Scope) -> Result<Option<Value>, Invalid> {
        let Expression::Call(name, arguments) = call else { return Err(Invalid::Kind) };
        let values = self.values(arguments, scope)?;
        let parameters =
            self.program.function_named(name).map_or(&[][..], |function| &function.parameters);
        let loops = arguments.iter().map(|argument| self.accesses.loops_of(argument));
        let names = parameters.iter().map(|parameter| parameter.name.clone());
        let of_loops = names.zip(loops).filter(|(_, loops)| *loops != 0).collect();
        self.accesses.enter_call(call, of_loops);
        let result = self.call(name, values);
        self.accesses.leave_call();
        result
    }

    /// The tensor in a file, if it has the stated shape.
    fn loaded(&self, file: &str, stated: Option<&[Option<usize>]>) -> Result<Tensor, Invalid> {
        let input = self.program.inputs.iter().find(|input| input.name == file);
        let tensor = &input.ok_or_else(|| Invalid::Name(file.to_owned()))?.tensor;
        let is_stated = |stated: &[Option<usize>]| {
            let mut pairs = tensor.shape.iter().zip(stated);
            stated.len() == tensor.shape.len()
                && pairs.all(|(found, stated)| stated.is_none_or(|stated| stated == *found))
        };
        if stated.is_some_and(|stated| !is_stated(stated)) {
            return Err(Invalid::Shape);
        }
        Ok(tensor.clone())
    }

    /// Calls a builtin function; it may return nothing.
    fn builtin(
        &mut self,
        name: &str,
        arguments: &[Argument],
        scope: &Scope,
    ) -> Result<Option<Tensor>, Invalid> {
        let builtin = builtins::find(name).ok_or_else(|| Invalid::Name(name.to_owned()))?;
        if name == "print" {
            return self.print(arguments, scope).map(|()| None);
        }
        let (parameters, bound) = builtins::bind(builtin, arguments).ok_or(Invalid::Arguments)?;
        let (mut texts, mut tensors, mut dimension) = (vec![], vec![], None);
        let (mut axes, mut keeps, mut single, mut stated) = (vec![], false, None, None);
        let bound: Vec<_> = parameters.iter().zip(bound).collect();
        let has_value = bound.iter().any(|(p, list)| p.name == "value" && !list.is_empty());
        for (parameter, argument) in
            bound.into_iter().flat_map(|(p, list)| list.into_iter().map(move |a| (p, a)))
        {
            match parameter.kind {
                ParameterKind::Text if parameter.by_name => {
                    builtins::check_text(parameter.name, &argument.value).ok_or(Invalid::Kind)?;
                }
                ParameterKind::Text => texts.push(self.text(&argument.value)?),
                ParameterKind::Number if builtins::is_reduction(name) => {
                    let numbers = self.tensor(&argument.value, scope)?.elements;
                    let whole = |number| builtins::whole_number(&Tensor::number(number));
                    let numbers: Option<Vec<i64>> = numbers.into_iter().map(whole).collect();
                    axes = numbers.ok_or(Invalid::Shape)?;
                }
                ParameterKind::Element => match builtins::element_type(&argument.value) {
                    Some(name @ ("f32" | "f64")) => single = Some(name == "f32"),
                    _ => return Err(Invalid::Arguments),
                },
                ParameterKind::Sizes => match &argument.value {
                    Expression::Sizes(sizes) => stated = Some(sizes.clone()),
                    _ => return Err(Invalid::Arguments),
                },
                ParameterKind::Flag => match &argument.value {
                    Expression::Variable(flag) if flag == "true" || flag == "false" => {
                        keeps = flag == "true";
                    }
                    _ => return Err(Invalid::Arguments),
                },
                ParameterKind::Number if parameter.name == "axis" => {
                    dimension = Some(self.whole_number(&argument.value, scope)?);
                }
                _ => tensors.push(self.tensor(&argument.value, scope)?),
            }
        }
        if name == "pad" && !has_value {
            tensors.push(Tensor::number(0.0));
        }
        if let (Some(_), [like, ..]) = (single, &mut tensors[..])
            && name.ends_with("_like")
        {
            // Its element type does not matter.
            *like = like.converted(false);
        }
        let result = match (name, &texts[..], &tensors[..]) {
            ("save", [file], [tensor]) => {
                self.effects.files.insert(file.clone(), tensor.clone());
                Ok(None)
            }
            ("plot", _, series) => builtins::drawn(series).map(|()| None).ok_or(Invalid::Shape),
            ("load", [file], _) => self.loaded(file, stated.as_deref()).map(Some),
            ("einsum", [subscripts], tensors) => {
                einsum(subscripts, tensors).map(Some).ok_or(Invalid::Shape)
            }
            ("arg" | "format", ..) => Err(Invalid::Kind),
            ("zeros" | "ones" | "iota" | "eye", _, sizes)
            | ("full", _, [sizes @ .., _])
            | ("fill" | "random", _, [_, sizes @ ..])
                if builtins::is_too_large(sizes) =>
            {
                Err(Invalid::TooLong)
            }
            (_, _, [tensor]) if builtins::is_reduction(name) => {
                builtins::reduced(name, tensor, &axes, keeps).map(Some).ok_or(Invalid::Shape)
            }
            _ => builtins::evaluate(name, &tensors, dimension).map(Some).ok_or(Invalid::Shape),
        };
        match single {
            Some(single) => Ok(result?.map(|result| result.converted(single))),
            None => result,
        }
    }

    /// Prints a tensor as the tutorial does, or a line of texts and values.
    fn print(&mut self, arguments: &[Argument], scope: &Scope) -> Result<(), Invalid> {
        let is_digits = |argument: &&Argument| argument.name == Some("digits");
        let digits = match arguments.iter().filter(is_digits).collect::<Vec<_>>()[..] {
            [] => None,
            [Argument { value: Expression::Number(digits), .. }] => Some(digits.clone()),
            _ => return Err(Invalid::Arguments),
        };
        let values: Vec<&Argument> = arguments.iter().filter(|a| !is_digits(a)).collect();
        if values.is_empty() || values.iter().any(|a| !matches!(a.name, None | Some("a"))) {
            return Err(Invalid::Arguments);
        }
        let mut words = Vec::new();
        for value in &values {
            words.push(match &value.value {
                Expression::Text(text) => text.clone(),
                Expression::Builtin("format", arguments) => {
                    let format = builtins::find("format").ok_or(Invalid::Arguments)?;
                    let (_, bound) = builtins::bind(format, arguments).ok_or(Invalid::Arguments)?;
                    let (x, style) = (&bound[0][0].value, &bound[1][0].value);
                    let Expression::Text(style) = style else { return Err(Invalid::Kind) };
                    let tensor = self.tensor(x, scope)?;
                    notation::shown(&tensor, style).ok_or(Invalid::Kind)?
                }
                value => {
                    let style =
                        digits.as_ref().map_or(String::new(), |digits| format!(".{digits}"));
                    let tensor = match self.value(value, scope)? {
                        Value::Tensor(tensor) => tensor,
                        structure => {
                            words.push(self.shown(&structure, &style)?);
                            continue;
                        }
                    };
                    if let ([_], None) = (&values[..], &digits) {
                        tensor.print(&mut self.effects.output);
                        return Ok(());
                    }
                    notation::shown(&tensor, &style).ok_or(Invalid::Kind)?
                }
            });
        }
        self.effects.output += &words.join(" ");
        self.effects.output.push('\n');
        Ok(())
    }

    /// A value as `print` shows it among others: of a struct the members, with their names.
    fn shown(&self, value: &Value, style: &str) -> Result<String, Invalid> {
        let (name, values) = match value {
            Value::Tensor(tensor) => return notation::shown(tensor, style).ok_or(Invalid::Kind),
            Value::Struct(name, values) => (name, values),
        };
        let definition =
            self.program.struct_named(name).ok_or_else(|| Invalid::Name(name.clone()))?;
        let members = definition.members.iter().zip(values);
        let members = members
            .map(|(member, value)| Ok(format!("{}={}", member.name, self.shown(value, style)?)));
        let members: Vec<String> = members.collect::<Result<_, Invalid>>()?;
        Ok(format!("{name}({})", members.join(", ")))
    }

    /// A text, or an argument of the program.
    fn text(&self, expression: &Expression) -> Result<String, Invalid> {
        match expression {
            Expression::Text(text) => Ok(text.clone()),
            Expression::Builtin("arg", arguments) => match &arguments[..] {
                [Argument { value: Expression::Number(digits), .. }] => {
                    let index: usize = digits.parse().map_err(|_| Invalid::Kind)?;
                    self.program.arguments.get(index).cloned().ok_or(Invalid::Arguments)
                }
                _ => Err(Invalid::Kind),
            },
            _ => Err(Invalid::Kind),
        }
    }

    fn values(&mut self, expressions: &[Expression], scope: &Scope) -> Result<Vec<Value>, Invalid> {
        expressions.iter().map(|expression| self.value(expression, scope)).collect()
    }

    fn tensor(&mut self, expression: &Expression, scope: &Scope) -> Result<Tensor, Invalid> {
        match self.value(expression, scope)? {
            Value::Tensor(tensor) => Ok(tensor),
            Value::Struct(..) => Err(Invalid::Kind),
        }
    }

    fn member(&mut self, base: &Expression, member: &str, scope: &Scope) -> Result<Value, Invalid> {
        let Value::Struct(name, mut values) = self.value(base, scope)? else {
            return Err(Invalid::Kind);
        };
        let definition = self.program.struct_named(&name).ok_or(Invalid::Name(name))?;
        let index = definition.members.iter().position(|declaration| declaration.name == member);
        index.map(|index| values.swap_remove(index)).ok_or_else(|| Invalid::Name(member.to_owned()))
    }
}

/// The tensor of these elements or rows.
fn list(tensors: &[Tensor]) -> Result<Tensor, Invalid> {
    let inner = tensors.first().ok_or(Invalid::Shape)?.shape.clone();
    if tensors.iter().any(|tensor| tensor.shape != inner) {
        return Err(Invalid::Shape);
    }
    let shape = [&[tensors.len()], &inner[..]].concat();
    let single = are_single(tensors);
    let elements = tensors.iter().flat_map(|tensor| tensor.converted(single).elements);
    Ok(Tensor { shape, elements: elements.collect(), single })
}

/// Sums of products of tensors, converted to one type.
fn einsum(subscripts: &str, tensors: &[Tensor]) -> Option<Tensor> {
    let single = are_single(tensors);
    let tensors: Vec<Tensor> = tensors.iter().map(|tensor| tensor.converted(single)).collect();
    Some(crate::einsum::einsum(subscripts, &tensors)?.converted(single))
}

/// The result of an operator; none if shapes do not fit.
pub(crate) fn apply(operator: Operator, left: &Tensor, right: &Tensor) -> Option<Tensor> {
    match operator {
        Operator::Add => left.combine(right, |a, b| a + b),
        Operator::Subtract => left.combine(right, |a, b| a - b),
        Operator::Multiply => left.combine(right, |a, b| a * b),
        Operator::Divide => left.combine(right, |a, b| a / b),
        Operator::FloorDivide => left.combine(right, builtins::floor_divide),
        Operator::Remainder => left.combine(right, builtins::remainder),
        Operator::Power => left.combine(right, builtins::power),
        Operator::MatMul => builtins::evaluate("matmul", &[left.clone(), right.clone()], None),
        Operator::Less => left.combine(right, |a, b| boolean(a < b)),
        Operator::LessEqual => left.combine(right, |a, b| boolean(a <= b)),
        Operator::Greater => left.combine(right, |a, b| boolean(a > b)),
        Operator::GreaterEqual => left.combine(right, |a, b| boolean(a >= b)),
        Operator::Equal => left.combine(right, |a, b| boolean(a == b)),
        Operator::NotEqual => left.combine(right, |a, b| boolean(a != b)),
        Operator::And => left.combine(right, |a, b| boolean(a != 0.0 && b != 0.0)),
        Operator::Or => left.combine(right, |a, b| boolean(a != 0.0 || b != 0.0)),
        // Only programs with another evaluator have them.
        Operator::BitAnd
        | Operator::BitOr
        | Operator::BitXor
        | Operator::ShiftLeft
        | Operator::ShiftRight => None,
    }
}

fn boolean(holds: bool) -> f64 {
    if holds { 1.0 } else { 0.0 }
}

/// Whether a variable of the first value may be assigned the second one.
pub(crate) fn has_form_of(value: &Value, old: &Value) -> bool {
    match (value, old) {
        (Value::Tensor(value), Value::Tensor(old)) => {
            value.shape == old.shape && value.single == old.single
        }
        (Value::Struct(name, values), Value::Struct(old_name, old)) => {
            name == old_name && values.iter().zip(old).all(|(value, old)| has_form_of(value, old))
        }
        _ => false,
    }
}

fn is_of_kind(value: &Value, kind: &Kind) -> bool {
    match (value, kind) {
        (Value::Tensor(_), Kind::Tensor) => true,
        (Value::Tensor(tensor), Kind::Number) => builtins::whole_number(tensor).is_some(),
        (Value::Struct(name, _), Kind::Struct(wanted)) => name == wanted,
        _ => false,
    }
}

fn number(text: &str) -> Result<f64, Invalid> {
    text.parse().map_err(|_| Invalid::Name(text.to_owned()))
}

/// The tensor that a list of elements stands for: all of the same shape, one dimension more.
fn literal(items: &[Literal]) -> Result<Tensor, Invalid> {
    let mut inner_shape = None;
    let mut elements = Vec::new();
    for item in items {
        let tensor = match item {
            Literal::Number(text) => Tensor::number(number(text)?),
            Literal::List(items) => literal(items)?,
        };
        if *inner_shape.get_or_insert_with(|| tensor.shape.clone()) != tensor.shape {
            return Err(Invalid::Shape);
        }
        elements.extend(tensor.elements);
    }
    let mut shape = vec![items.len()];
    shape.extend(inner_shape.ok_or(Invalid::Shape)?);
    Ok(Tensor { shape, elements, single: false })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{Declaration, Statement, Struct};
    use pretty_assertions::assert_eq;

    fn number(text: &str) -> Expression {
        Expression::Number(text.to_owned())
    }

    fn variable(name: &str) -> Expression {
        Expression::Variable(name.to_owned())
    }

    fn binary(operator: Operator, left: Expression, right: Expression) -> Expression {
        Expression::Binary(operator, Box::new(left), Box::new(right))
    }

    fn row(items: &[&str]) -> Literal {
        Literal::List(items.iter().map(|&item| Literal::Number(item.to_owned())).collect())
    }

    fn function(name: &str, parameters: &[(&str, Kind)], body: Vec<Statement>) -> Function {
        let parameters = parameters
            .iter()
            .map(|(name, kind)| Declaration { name: (*name).to_owned(), kind: kind.clone() })
            .collect();
        Function { name: name.to_owned(), parameters, body }
    }

    /// The output of a program.
    fn run(program: &Program) -> Result<String, Invalid> {
        super::run(program).map(|effects| effects.output)
    }

    /// The program whose `main` consists of these statements.
    fn main_of(body: Vec<Statement>) -> Program {
        Program { functions: vec![function("main", &[], body)], ..Program::default() }
    }

    #[test]
    fn the_tutorials_program_prints_its_product() {
        // def multiply_transpose(a, b) { return transpose(a) * transpose(b); } def main() { var
        // a<2, 3> = [1, ..., 6]; print(multiply_transpose([[1, 2, 3], [4, 5, 6]], a)); }
        let transposed = |name| Expression::builtin("transpose", vec![variable(name)]);
        let multiply_transpose = function(
            "multiply_transpose",
            &[("a", Kind::Tensor), ("b", Kind::Tensor)],
            vec![Statement::Return(Some(binary(
                Operator::Multiply,
                transposed("a"),
                transposed("b"),
            )))],
        );
        let matrix = Expression::Literal(vec![row(&["1", "2", "3"]), row(&["4", "5", "6"])]);
        let flat = ["1", "2", "3", "4", "5", "6"]
            .iter()
            .map(|&text| Literal::Number(text.to_owned()))
            .collect();
        let mut program = main_of(vec![
            Statement::Variable {
                name: "a".to_owned(),
                shape: Some(vec![Expression::number(2), Expression::number(3)]),
                value: Expression::Literal(flat),
            },
            Statement::print(Expression::Call(
                "multiply_transpose".to_owned(),
                vec![matrix, variable("a")],
            )),
        ]);
        program.functions.push(multiply_transpose);
        let expected = "1.000000 16.000000 \n4.000000 25.000000 \n9.000000 36.000000 \n";
        assert_eq!(run(&program).as_deref(), Ok(expected));
    }

    #[test]
    fn operators_compute_on_doubles() {
        // 7 / 2 - 0.1 * -3
        let value = binary(
            Operator::Subtract,
            binary(Operator::Divide, number("7"), number("2")),
            binary(Operator::Multiply, number("0.1"), Expression::Negation(Box::new(number("3")))),
        );
        assert_eq!(run(&main_of(vec![Statement::print(value)])).as_deref(), Ok("3.800000 \n"));
    }

    #[test]
    fn negating_zero_gives_negative_zero() {
        let value = Expression::Negation(Box::new(number("0")));
        assert_eq!(run(&main_of(vec![Statement::print(value)])).as_deref(), Ok("-0.000000 \n"));
    }

    #[test]
    fn structs_are_taken_apart_by_member() {
        // struct Inner { var x; } struct Outer { var y; Inner inner; } Outer o = {1, {2}};
        // print(o.inner.x);
        let declare = |name: &str, kind| Declaration { name: name.to_owned(), kind };
        let mut program = main_of(vec![
            Statement::StructVariable {
                struct_name: "Outer".to_owned(),
                name: "o".to_owned(),
                value: Initializer::Composite(vec![
                    Initializer::Value(number("1")),
                    Initializer::Composite(vec![Initializer::Value(number("2"))]),
                ]),
            },
            Statement::print(Expression::Member(
                Box::new(Expression::Member(Box::new(variable("o")), "inner".to_owned())),
                "x".to_owned(),
            )),
        ]);
        program.structs = vec![
            Struct { name: "Inner".to_owned(), members: vec![declare("x", Kind::Tensor)] },
            Struct {
                name: "Outer".to_owned(),
                members: vec![
                    declare("y", Kind::Tensor),
                    declare("inner", Kind::Struct("Inner".to_owned())),
                ],
            },
        ];
        assert_eq!(run(&program).as_deref(), Ok("2.000000 \n"));
    }

    #[test]
    fn a_call_for_its_effect_prints_and_ends_at_its_return() {
        let mut program =
            main_of(vec![Statement::Call(Expression::Call("show".to_owned(), vec![number("4")]))]);
        let body = vec![
            Statement::print(variable("x")),
            Statement::Return(None),
            Statement::print(number("5")),
        ];
        program.functions.push(function("show", &[("x", Kind::Tensor)], body));
        assert_eq!(run(&program).as_deref(), Ok("4.000000 \n"));
    }

    #[test]
    fn what_does_not_fit_is_invalid() {
        let print = |value| run(&main_of(vec![Statement::print(value)]));
        let list = |items: &[&str]| {
            Expression::Literal(items.iter().map(|&i| Literal::Number(i.to_owned())).collect())
        };
        assert_eq!(
            print(binary(Operator::Add, list(&["1", "2"]), list(&["1", "2", "3"]))),
            Err(Invalid::Shape)
        );
        assert_eq!(
            print(Expression::Literal(vec![row(&["1"]), row(&["1", "2"])])),
            Err(Invalid::Shape)
        );
        assert_eq!(print(variable("x")), Err(Invalid::Name("x".to_owned())));
    }

    #[test]
    fn evaluation_stops_at_its_limit() {
        let program =
            main_of(vec![Statement::print(binary(Operator::Add, number("1"), number("2")))]);
        assert_eq!(Evaluator::new(&program, 2).call("main", vec![]), Err(Invalid::TooLong));
        assert_eq!(Evaluator::new(&program, 3).call("main", vec![]), Ok(None));
    }
}
