//! Evaluates programs whose values have element types.

use std::collections::BTreeSet;

use super::compute;
use super::value::{Number, Type, Value, rearranged};
use crate::builtins::{self, ParameterKind};
use crate::gathers::{self, Part};
use crate::program::{Argument, Expression, Literal, Operator, Program, Statement, Subscript};
use crate::tensor::dimension_index;

/// The variables of a function, with their values.
pub(super) type Scope = Vec<(String, Value)>;

/// Where control goes after a statement.
enum Flow {
    Next,
    Return(Value),
}

/// Evaluates expressions and statements of one program. Errors, and values that are not documented,
/// are `None`.
pub(super) struct Evaluator<'a> {
    program: &'a Program,
    /// How many more operations may be evaluated.
    steps_left: usize,
    /// The output so far.
    pub(super) output: String,
    /// Loops and conditionals around the statement, within its function.
    depth: usize,
    /// The result of the first `return` found in the function.
    returned: Option<Value>,
    /// The calls of builtin functions by the types of their arguments.
    calls: BTreeSet<String>,
}

impl<'a> Evaluator<'a> {
    pub(super) fn new(program: &'a Program, steps: usize) -> Self {
        Self {
            program,
            steps_left: steps,
            output: String::new(),
            depth: 0,
            returned: None,
            calls: BTreeSet::new(),
        }
    }

    /// Evaluates a function's body, and returns its result; that of `main` is a number.
    pub(super) fn call(&mut self, name: &str, arguments: Vec<Value>) -> Option<Value> {
        let function = self.program.function_named(name)?;
        let names = function.parameters.iter().map(|parameter| parameter.name.clone());
        let mut scope: Scope = names.zip(arguments).collect();
        let (depth, returned) = (std::mem::take(&mut self.depth), self.returned.take());
        let flow = self.list(&function.body, &mut scope)?;
        (self.depth, self.returned) = (depth, returned);
        Some(match flow {
            Flow::Next => Value::number(0.0),
            Flow::Return(value) => value,
        })
    }

    fn list(&mut self, statements: &[Statement], scope: &mut Scope) -> Option<Flow> {
        for (index, statement) in statements.iter().enumerate() {
            if let Flow::Return(value) = self.flow(statement, scope)? {
                self.check_only(&statements[index + 1..], scope)?;
                return Some(Flow::Return(value));
            }
        }
        Some(Flow::Next)
    }

    /// Finds out whether statements that are not executed are valid.
    fn check_only(&mut self, statements: &[Statement], scope: &Scope) -> Option<()> {
        let printed = self.output.len();
        self.block(statements, &mut scope.clone(), None)?;
        self.output.truncate(printed);
        Some(())
    }

    /// Executes a statement, which may add a variable.
    pub(super) fn execute(&mut self, statement: &Statement, scope: &mut Scope) -> Option<()> {
        self.flow(statement, scope).map(|_| ())
    }

    fn flow(&mut self, statement: &Statement, scope: &mut Scope) -> Option<Flow> {
        match statement {
            Statement::Return(Some(value)) => {
                let value = self.value(value, scope)?;
                // All values that a function returns for one call have one shape and type.
                let first = self.returned.get_or_insert_with(|| value.clone());
                return value.has_form_of(first).then_some(Flow::Return(value));
            }
            Statement::Variable { name, shape, value } => {
                let mut value = self.declared(shape.as_deref().unwrap_or(&[]), value, scope)?;
                if let Some(ty) = self.program.starts.get(name) {
                    value = compute::call(ty, &[value], None)?;
                }
                scope.push((name.clone(), value));
            }
            Statement::Call(Expression::Builtin("print", arguments)) => {
                self.print(arguments, scope)?;
            }
            Statement::Assign(name, operator, value) => {
                let value = self.value(value, scope)?;
                let (_, old) = scope.iter_mut().find(|(variable, _)| variable == name)?;
                let new = match operator {
                    Some(operator) => compute::operator(*operator, old, &value)?,
                    None => value,
                };
                if self.depth > 0 && !new.has_form_of(old) {
                    return None;
                }
                *old = new;
            }
            Statement::AssignElements { target, operator, value } => {
                self.assign_elements(target, *operator, value, scope)?;
            }
            Statement::For { variable, from, to, body, .. } => {
                let [from, to] = [self.whole(from, scope)?, self.whole(to, scope)?];
                for round in from..to {
                    let round = Value::number(round as f64);
                    if let Flow::Return(value) =
                        self.block(body, scope, Some((variable.clone(), round)))?
                    {
                        return Some(Flow::Return(value));
                    }
                }
            }
            Statement::While { condition, body } => {
                self.check_only(body, scope)?;
                while self.condition(condition, scope)? {
                    if let Flow::Return(value) = self.block(body, scope, None)? {
                        return Some(Flow::Return(value));
                    }
                }
            }
            Statement::If { condition, then, otherwise } => {
                let holds = self.condition(condition, scope)?;
                let [taken, other] = if holds { [then, otherwise] } else { [otherwise, then] };
                self.check_only(other, scope)?;
                return self.block(taken, scope, None);
            }
            _ => return None,
        }
        Some(Flow::Next)
    }

    /// The statements of a loop or of a branch, which have a scope of their own.
    fn block(
        &mut self,
        body: &[Statement],
        scope: &mut Scope,
        variable: Option<(String, Value)>,
    ) -> Option<Flow> {
        let outside = scope.len();
        scope.extend(variable);
        self.depth += 1;
        let flow = self.list(body, scope)?;
        self.depth -= 1;
        scope.truncate(outside);
        Some(flow)
    }

    /// Whether a condition holds. The right side of `and` and `or` is evaluated only if the left
    /// one does not decide, but has to be valid.
    fn condition(&mut self, condition: &Expression, scope: &Scope) -> Option<bool> {
        if let Expression::Binary(operator @ (Operator::And | Operator::Or), left, right) =
            condition
        {
            let left = self.condition(left, scope)?;
            let printed = self.output.len();
            let right = self.condition(right, scope)?;
            if left == (*operator == Operator::And) {
                return Some(right);
            }
            self.output.truncate(printed);
            return Some(left);
        }
        let value = self.value(condition, scope)?;
        value.shape.is_empty().then(|| value.elements[0].is_true())
    }

    fn whole(&mut self, expression: &Expression, scope: &Scope) -> Option<i64> {
        let value = self.value(expression, scope)?;
        value.shape.is_empty().then(|| value.elements[0].integer())?
    }

    /// The value of a variable that is declared with these sizes, of which the last may be a type.
    fn declared(
        &mut self,
        shape: &[Expression],
        value: &Expression,
        scope: &Scope,
    ) -> Option<Value> {
        let ty = match shape.last() {
            Some(Expression::Variable(name)) => Type::named(name),
            _ => None,
        };
        let exact = if ty == Some(Type::Integer) { exact(value) } else { None };
        let mut value = match exact {
            Some(exact) => exact,
            None => self.value(value, scope)?,
        };
        let sizes = &shape[..shape.len() - usize::from(ty.is_some())];
        let sizes = sizes.iter().map(|size| usize::try_from(self.whole(size, scope)?).ok());
        let sizes: Vec<usize> = sizes.collect::<Option<_>>()?;
        if !sizes.is_empty() {
            if sizes.iter().product::<usize>() != value.elements.len() {
                return None;
            }
            value.shape = sizes;
        }
        match ty {
            Some(ty) => compute::call(ty.name(), &[value], None),
            None => Some(value),
        }
    }

    /// Assigns to the elements that the target takes of a variable, or where a mask is true.
    fn assign_elements(
        &mut self,
        target: &Expression,
        operator: Option<Operator>,
        value: &Expression,
        scope: &mut Scope,
    ) -> Option<()> {
        let Expression::Index(base, subscripts) = target else { return None };
        let Expression::Variable(name) = &**base else { return None };
        let value = self.value(value, scope)?;
        let old = self.value(base, scope)?;
        let new = match self.mask(subscripts, scope)? {
            Some(mask) => compute::assigned(&old, &mask, operator, &value)?,
            None => {
                let numbers = (0..old.elements.len()).map(|place| Number::Float(place as f64));
                let numbers = Value::new(old.shape.clone(), Type::Double, numbers.collect());
                let places = self.elements(&numbers, subscripts, scope)?;
                let taken = self.elements(&old, subscripts, scope)?;
                let taken = compute::new_elements(&taken, operator, &value)?;
                let mut new = Value { is_compared: false, ..old };
                for (place, element) in places.elements.iter().zip(taken.elements) {
                    new.elements[place.integer()? as usize] = element;
                }
                new
            }
        };
        let (_, old) = scope.iter_mut().find(|(variable, _)| variable == name)?;
        if self.depth > 0 && !new.has_form_of(old) {
            return None;
        }
        *old = new;
        Some(())
    }

    /// The only subscript, if it is a mask.
    fn mask(&mut self, subscripts: &[Subscript], scope: &Scope) -> Option<Option<Value>> {
        let [Subscript::At(mask)] = subscripts else { return Some(None) };
        let mask = self.value(mask, scope)?;
        Some(mask.is_mask().then_some(mask))
    }

    /// The elements of a tensor that subscripts take. All are in range.
    fn elements(&mut self, base: &Value, subscripts: &[Subscript], scope: &Scope) -> Option<Value> {
        let is_rest = |subscript: &&Subscript| matches!(subscript, Subscript::Rest);
        let written = subscripts.len() - subscripts.iter().filter(is_rest).count();
        let left = base.shape.len().checked_sub(written)?;
        let all = Subscript::Range(None, None);
        let each = subscripts.iter().flat_map(|subscript| match subscript {
            Subscript::Rest => std::iter::repeat_n(&all, left),
            subscript => std::iter::repeat_n(subscript, 1),
        });
        let subscripts: Vec<&Subscript> = each.collect();
        let (mut parts, mut steps) = (Vec::new(), Vec::new());
        for (dimension, size) in base.shape.iter().enumerate() {
            parts.push(match subscripts.get(dimension).copied() {
                None | Some(Subscript::Rest) => Part::Range(0, *size),
                Some(Subscript::At(index)) => {
                    let index = self.value(index, scope)?;
                    if index.is_mask() {
                        return None;
                    }
                    Part::Indices(index.floats(Type::Double)?)
                }
                Some(Subscript::Range(from, to)) => {
                    let from = from.as_ref().map_or(Some(0), |from| self.whole(from, scope))?;
                    let to = to.as_ref().map_or(Some(*size as i64), |to| self.whole(to, scope))?;
                    let is_inside = from >= 0 && from < to && to <= *size as i64;
                    is_inside.then(|| Part::Range(from as usize, (to - from) as usize))?
                }
                Some(Subscript::Steps(from, to, step)) => {
                    steps.push((dimension, self.steps(from, to, *step, *size, scope)?));
                    Part::Range(0, *size)
                }
            });
        }
        let ranges = parts.iter().map(|part| match part {
            Part::Range(from, count) => Some(((*from..from + count).collect(), true)),
            Part::Indices(_) => None,
        });
        let mut ranges: Option<Vec<(Vec<usize>, bool)>> = ranges.collect();
        if ranges.is_none() && !steps.is_empty() {
            return None;
        }
        for (dimension, places) in steps {
            ranges.iter_mut().for_each(|ranges| ranges[dimension].0.clone_from(&places));
        }
        rearranged(&[base], base.ty, |places| match ranges {
            Some(ranges) => Some(places[0].take(&ranges)),
            None => gathers::gather(&places[0], &parts).ok(),
        })
    }

    /// The places that a range in steps takes of a dimension. All are in range, and there are some.
    fn steps(
        &mut self,
        from: &Option<Expression>,
        to: &Option<Expression>,
        step: i64,
        size: usize,
        scope: &Scope,
    ) -> Option<Vec<usize>> {
        let size = size as i64;
        let mut end = |number: &Option<Expression>, otherwise: i64| match number {
            None => Some(otherwise),
            Some(number) => {
                let number = self.whole(number, scope)?;
                let place = if number < 0 { number + size } else { number };
                (0..=size).contains(&place).then_some(place)
            }
        };
        let (all_from, all_to) = if step < 0 { (size - 1, -1) } else { (0, size) };
        let (mut place, to) = (end(from, all_from)?, end(to, all_to)?);
        let mut places = Vec::new();
        while if step < 0 { place > to } else { place < to } {
            places.push(usize::try_from(place).ok().filter(|place| (*place as i64) < size)?);
            place += step;
        }
        (!places.is_empty()).then_some(places)
    }

    /// The value of an expression.
    pub(super) fn value(&mut self, expression: &Expression, scope: &Scope) -> Option<Value> {
        self.steps_left = self.steps_left.checked_sub(1)?;
        match expression {
            Expression::Number(text) => Some(Value::number(text.parse().ok()?)),
            Expression::Literal(items) => literal(items),
            Expression::Variable(name) => {
                let variable = scope.iter().rev().find(|(variable, _)| variable == name);
                let constant = || builtins::constant(name).map(Value::number);
                variable.map(|(_, value)| value.clone()).or_else(constant)
            }
            Expression::Negation(operand) => compute::negation(&self.value(operand, scope)?),
            Expression::Inversion(operand) => compute::inverted(&self.value(operand, scope)?),
            Expression::Not(operand) => compute::not(&self.value(operand, scope)?),
            Expression::List(elements) => {
                let elements = elements.iter().map(|element| self.value(element, scope));
                compute::list(&elements.collect::<Option<Vec<Value>>>()?)
            }
            Expression::Binary(operator, left, right) => {
                let [left, right] = [self.value(left, scope)?, self.value(right, scope)?];
                compute::operator(*operator, &left, &right)
            }
            Expression::Builtin(name, arguments) => self.builtin(name, arguments, scope),
            Expression::Index(base, subscripts) => {
                let base = self.value(base, scope)?;
                self.elements(&base, subscripts, scope)
            }
            Expression::Call(name, arguments) => {
                let arguments = arguments.iter().map(|argument| self.value(argument, scope));
                let arguments = arguments.collect::<Option<Vec<Value>>>()?;
                self.call(name, arguments)
            }
            Expression::Text(_)
            | Expression::Sizes(_)
            | Expression::Member(..)
            | Expression::Marked(_) => None,
        }
    }

    fn builtin(&mut self, name: &str, arguments: &[Argument], scope: &Scope) -> Option<Value> {
        if let ("i64", [Argument { value, .. }]) = (name, arguments)
            && let Some(exact) = exact(value)
        {
            return Some(exact);
        }
        let (parameters, bound) = builtins::bind(builtins::find(name)?, arguments)?;
        let (mut values, mut axis, mut text) = (vec![], None, None);
        let (mut axes, mut keeps, mut ty) = (vec![], false, None);
        for (parameter, arguments) in parameters.iter().zip(bound) {
            for Argument { value, .. } in arguments {
                match value {
                    Expression::Text(subscripts) => text = Some(subscripts.clone()),
                    Expression::Variable(flag) if parameter.kind == ParameterKind::Flag => {
                        keeps = flag == "true";
                    }
                    Expression::Variable(name) if parameter.kind == ParameterKind::Element => {
                        ty = Some(Type::named(name)?);
                    }
                    _ if parameter.name == "axis" && builtins::is_reduction(name) => {
                        let numbers = self.value(value, scope)?.elements;
                        axes = numbers.into_iter().map(Number::integer).collect::<Option<_>>()?;
                    }
                    _ if parameter.name == "axis" && parameter.kind == ParameterKind::Number => {
                        axis = Some(self.whole(value, scope)?)
                    }
                    _ => values.push(self.value(value, scope)?),
                }
            }
        }
        if name == "pad" && arguments.iter().all(|argument| argument.name != Some("value")) {
            values.push(Value::number(0.0));
        }
        if let Some(axis) = axis {
            let rank = values.first()?.shape.len() + usize::from(name == "stack");
            dimension_index(axis, rank)?;
        }
        let result = match text {
            Some(subscripts) => compute::einsum(&subscripts, &values),
            None if values.len() == 1 && builtins::is_reduction(name) => {
                compute::along(name, &values[0], &axes, keeps)
            }
            None if ty.is_some() => {
                // The tensor that the result is like does not matter for the element type.
                let made = match name {
                    "full_like" => compute::filled(&values[0].shape, &values[1]),
                    _ => compute::call(name, &values, axis),
                };
                made?.converted(ty?).map(|value| Value { is_compared: false, ..value })
            }
            None => compute::call(name, &values, axis),
        }?;
        for value in &values {
            let large = if value.has_large_integers() { "large " } else { "" };
            self.calls.insert(format!("{name} of {large}{}", value.ty.name()));
        }
        Some(result)
    }

    fn print(&mut self, arguments: &[Argument], scope: &Scope) -> Option<()> {
        let mut words = Vec::new();
        for argument in arguments {
            words.push(match &argument.value {
                Expression::Text(text) => text.clone(),
                value => {
                    let value = self.value(value, scope)?;
                    if arguments.len() == 1 {
                        value.print(&mut self.output);
                        return Some(());
                    }
                    value.shown()?
                }
            });
        }
        self.output += &words.join(" ");
        self.output.push('\n');
        Some(())
    }
}

/// The tensor that a list of floats stands for.
fn literal(items: &[Literal]) -> Option<Value> {
    from_digits(items, Type::Double, &|text| text.parse().ok().map(Number::Float))
}

fn from_digits(
    items: &[Literal],
    ty: Type,
    number: &dyn Fn(&str) -> Option<Number>,
) -> Option<Value> {
    let rows = items.iter().map(|item| match item {
        Literal::Number(text) => Some(Value::new(vec![], ty, vec![number(text)?])),
        Literal::List(items) => from_digits(items, ty, number),
    });
    compute::list(&rows.collect::<Option<Vec<Value>>>()?)
}

/// The integers that digits stand for where they are converted to integers: no float is between.
fn exact(expression: &Expression) -> Option<Value> {
    let integer = |text: &str| text.parse().ok().map(Number::Integer);
    match expression {
        Expression::Number(text) => Some(Value::new(vec![], Type::Integer, vec![integer(text)?])),
        Expression::Negation(operand) => match &**operand {
            Expression::Number(text) => {
                let number = integer(&format!("-{text}"))?;
                Some(Value::new(vec![], Type::Integer, vec![number]))
            }
            _ => None,
        },
        Expression::Literal(items) => from_digits(items, Type::Integer, &integer),
        _ => None,
    }
}

/// The output of a program, and its calls of builtin functions by the types of their arguments.
pub(super) fn run(program: &Program) -> Option<(String, BTreeSet<String>)> {
    const STEPS: usize = 100_000;
    let mut evaluator = Evaluator::new(program, STEPS);
    evaluator.call("main", vec![])?;
    Some((evaluator.output, evaluator.calls))
}
