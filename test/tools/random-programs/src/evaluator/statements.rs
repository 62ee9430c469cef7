//! Executes statements.

use super::decided::is_decided;
use super::{Evaluator, Invalid, Scope, Value, apply, has_form_of};
use crate::accesses::Around;
use crate::builtins;
use crate::program::{Expression, Kind, Operator, Statement};
use crate::tensor::Tensor;

/// Where control goes after a statement.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Flow {
    Next,
    Break,
    Continue,
    Return(Option<Value>),
}

impl Evaluator<'_> {
    /// Executes statements up to a jump. The statements after one that may jump have to be valid.
    pub(super) fn list(
        &mut self,
        statements: &[Statement],
        scope: &mut Scope,
    ) -> Result<Flow, Invalid> {
        for (index, statement) in statements.iter().enumerate() {
            let flow = self.execute(statement, scope)?;
            if flow == Flow::Next {
                continue;
            }
            let is_certain = match statement {
                Statement::Return(_) | Statement::Break | Statement::Continue => true,
                Statement::If { condition, .. } => is_decided(condition),
                _ => false,
            };
            if !is_certain {
                let mut scope = scope.clone();
                self.accesses.around.push(Around::Conditional);
                self.looking(|this| this.list(&statements[index + 1..], &mut scope))?;
                self.accesses.around.pop();
            }
            return Ok(flow);
        }
        Ok(Flow::Next)
    }

    /// Executes a statement.
    pub(crate) fn execute(
        &mut self,
        statement: &Statement,
        scope: &mut Scope,
    ) -> Result<Flow, Invalid> {
        match statement {
            Statement::Return(None) => return Ok(Flow::Return(None)),
            Statement::Return(Some(value)) => {
                let value = self.value(value, scope)?;
                // All values that a function returns for one call have one shape.
                let first = self.returned.get_or_insert_with(|| value.clone());
                if !has_form_of(&value, first) {
                    return Err(Invalid::Shape);
                }
                return Ok(Flow::Return(Some(value)));
            }
            Statement::Break => return Ok(Flow::Break),
            Statement::Continue => return Ok(Flow::Continue),
            Statement::Variable { name, shape, value } => {
                let mut tensor = self.tensor(value, scope)?;
                if let Some(sizes) = shape {
                    let sizes: Vec<Tensor> = sizes
                        .iter()
                        .map(|size| self.tensor(size, scope))
                        .collect::<Result<_, _>>()?;
                    if builtins::is_too_large(&sizes) {
                        return Err(Invalid::TooLong);
                    }
                    let shape = builtins::shape_of(&sizes).ok_or(Invalid::Shape)?;
                    tensor = tensor.reshape(&shape).ok_or(Invalid::Shape)?;
                }
                scope.push((name.clone(), Value::Tensor(tensor)));
            }
            Statement::Unpack { names: [first, second], values: [one, other] } => {
                let one = Value::Tensor(self.tensor(one, scope)?);
                let other = Value::Tensor(self.tensor(other, scope)?);
                scope.push((first.clone(), other));
                scope.push((second.clone(), one));
            }
            Statement::StructVariable { struct_name, name, value } => {
                let value = self.initializer(value, &Kind::Struct(struct_name.clone()), scope)?;
                scope.push((name.clone(), value));
            }
            Statement::Call(Expression::Builtin(name, arguments)) => {
                self.builtin(name, arguments, scope)?;
            }
            Statement::Call(call @ Expression::Call(..)) => {
                self.call_of(call, scope)?;
            }
            Statement::Assign(name, operator, value) => {
                self.assign(name, *operator, value, scope)?;
            }
            Statement::AssignElements { target, operator, value } => {
                self.assign_elements(target, *operator, value, scope)?;
            }
            Statement::For { variable, from, to, step, body } => {
                let range = [Some(from), Some(to), step.as_ref()];
                return self.run_for(variable, range, body, scope);
            }
            Statement::While { condition, body } => return self.run_while(condition, body, scope),
            Statement::If { condition, then, otherwise } => {
                let branches = [&then[..], otherwise];
                if self.sizes.as_ref().is_some_and(|sizes| sizes.is_unclear(condition, branches)) {
                    return Err(Invalid::Unclear);
                }
                let (taken, other) = match self.condition(condition, scope)? {
                    true => (then, otherwise),
                    false => (otherwise, then),
                };
                if is_decided(condition) {
                    return self.block(taken, scope, None);
                }
                self.accesses.around.push(Around::Conditional);
                self.check_only(other, scope, None)?;
                let flow = self.block(taken, scope, None)?;
                self.accesses.around.pop();
                return Ok(flow);
            }
            Statement::Call(_) => return Err(Invalid::Kind),
        }
        Ok(Flow::Next)
    }

    /// Gives a variable another value; in loops and conditionals it keeps its shape.
    fn assign(
        &mut self,
        name: &str,
        operator: Option<Operator>,
        value: &Expression,
        scope: &mut Scope,
    ) -> Result<(), Invalid> {
        let mut value = self.value(value, scope)?;
        if let Some(operator) = operator {
            let old = self.tensor(&Expression::Variable(name.to_owned()), scope)?;
            let Value::Tensor(operand) = value else { return Err(Invalid::Kind) };
            value = Value::Tensor(apply(operator, &old, &operand).ok_or(Invalid::Shape)?);
        }
        let is_inside = self.depth > 0;
        let (_, old) = scope
            .iter_mut()
            .find(|(variable, _)| variable == name)
            .ok_or_else(|| Invalid::Name(name.to_owned()))?;
        let is_of_kind = match (&value, &*old) {
            (Value::Tensor(_), Value::Tensor(_)) => true,
            (Value::Struct(name, _), Value::Struct(old, _)) => name == old,
            _ => false,
        };
        if !is_of_kind || is_inside && !has_form_of(&value, old) {
            return Err(Invalid::Shape);
        }
        *old = value;
        Ok(())
    }

    /// Gives a variable other elements where the target says. Which these are is found by taking
    /// the same elements of a tensor that has the number of each element in its place.
    fn assign_elements(
        &mut self,
        target: &Expression,
        operator: Option<Operator>,
        value: &Expression,
        scope: &mut Scope,
    ) -> Result<(), Invalid> {
        let value = self.tensor(value, scope)?;
        let (index, is_marked) = match target {
            Expression::Marked(index) => (&**index, true),
            index => (index, false),
        };
        let Expression::Index(base, subscripts) = index else { return Err(Invalid::Kind) };
        let Expression::Variable(name) = &**base else { return Err(Invalid::Kind) };
        let mut changed = self.tensor(base, scope)?;
        let count = changed.elements.len();
        let numbers = Tensor {
            shape: changed.shape.clone(),
            elements: (0..count).map(|number| number as f64).collect(),
            single: false,
        };
        let places = self.index(&numbers, subscripts, scope, is_marked)?;
        let before = Tensor {
            shape: places.shape.clone(),
            elements: places.elements.iter().map(|at| changed.elements[*at as usize]).collect(),
            single: changed.single,
        };
        let values = match operator {
            Some(operator) => apply(operator, &before, &value),
            None => before.combine(&value.converted(changed.single), |_, new| new),
        };
        let values = values.filter(|values| values.shape == places.shape).ok_or(Invalid::Shape)?;
        let values = values.converted(changed.single);
        for (at, new) in places.elements.iter().zip(values.elements) {
            changed.elements[*at as usize] = new;
        }
        let variable = scope.iter_mut().find(|(variable, _)| variable == name);
        let (_, old) = variable.ok_or_else(|| Invalid::Name(name.clone()))?;
        *old = Value::Tensor(changed);
        Ok(())
    }

    /// Runs a loop over a range: from, to, and the step.
    fn run_for(
        &mut self,
        variable: &String,
        range: [Option<&Expression>; 3],
        body: &[Statement],
        scope: &mut Scope,
    ) -> Result<Flow, Invalid> {
        let [from, to, step] =
            range.map(|number| number.map_or(Ok(1), |number| self.whole_number(number, scope)));
        let (from, to, step) = (from?, to?, step?);
        if step == 0 {
            return Err(Invalid::Shape);
        }
        let goes_on = |round: i64| if step > 0 { round < to } else { round > to };
        let varies = self.accesses.varies(&range);
        self.accesses.enter_loop(variable, !goes_on(from), varies);
        if !goes_on(from) {
            self.check_only(body, scope, Some((variable, from)))?;
        }
        let mut round = from;
        while goes_on(round) {
            match self.block(body, scope, Some((variable, round)))? {
                Flow::Break => {
                    self.check_rounds_after_break(body, scope, variable, (round, step), goes_on)?;
                    break;
                }
                flow @ Flow::Return(_) => {
                    self.accesses.leave_loop();
                    return Ok(flow);
                }
                Flow::Next | Flow::Continue => {}
            }
            round += step;
        }
        self.accesses.leave_loop();
        Ok(Flow::Next)
    }

    /// Finds the elements that the iterations after one that breaks would access: they are checked
    /// for all of them, before the program runs.
    fn check_rounds_after_break(
        &mut self,
        body: &[Statement],
        scope: &mut Scope,
        variable: &String,
        (mut round, step): (i64, i64),
        goes_on: impl Fn(i64) -> bool,
    ) -> Result<(), Invalid> {
        if self.accesses.stops {
            return Ok(());
        }
        round += step;
        while goes_on(round) {
            self.check_only(body, scope, Some((variable, round)))?;
            round += step;
        }
        Ok(())
    }

    fn run_while(
        &mut self,
        condition: &Expression,
        body: &[Statement],
        scope: &mut Scope,
    ) -> Result<Flow, Invalid> {
        let mut holds = self.condition(condition, scope)?;
        if !holds {
            self.check_only(body, scope, None)?;
        }
        while holds {
            match self.block(body, scope, None)? {
                Flow::Break => break,
                flow @ Flow::Return(_) => return Ok(flow),
                Flow::Next | Flow::Continue => {}
            }
            holds = self.condition(condition, scope)?;
        }
        Ok(Flow::Next)
    }

    /// Whether a condition holds. The right side of `and` and `or` is evaluated only if the left
    /// one does not decide, but has to be valid.
    fn condition(&mut self, condition: &Expression, scope: &Scope) -> Result<bool, Invalid> {
        let Expression::Binary(operator @ (Operator::And | Operator::Or), left, right) = condition
        else {
            let number = self.tensor(condition, scope)?;
            return match number.shape[..] {
                [] => Ok(number.elements[0] != 0.0),
                _ => Err(Invalid::Shape),
            };
        };
        let left = self.condition(left, scope)?;
        if left == (*operator == Operator::And) {
            return self.condition(right, scope);
        }
        self.looking(|this| this.condition(right, scope))?;
        Ok(left)
    }

    /// Executes the statements of a loop body or of a branch, which have a scope of their own.
    fn block(
        &mut self,
        body: &[Statement],
        scope: &mut Scope,
        round: Option<(&String, i64)>,
    ) -> Result<Flow, Invalid> {
        let outside = scope.len();
        if let Some((variable, round)) = round {
            scope.push((variable.clone(), Value::Tensor(Tensor::number(round as f64))));
        }
        self.depth += 1;
        let flow = self.list(body, scope)?;
        self.depth -= 1;
        scope.truncate(outside);
        Ok(flow)
    }

    /// Finds out whether statements that are not executed are valid.
    fn check_only(
        &mut self,
        body: &[Statement],
        scope: &Scope,
        round: Option<(&String, i64)>,
    ) -> Result<(), Invalid> {
        self.looking(|this| this.block(body, &mut scope.clone(), round)).map(|_| ())
    }

    /// Finds out whether something that is not executed is valid: its effects are none.
    fn looking<T>(
        &mut self,
        check: impl FnOnce(&mut Self) -> Result<T, Invalid>,
    ) -> Result<T, Invalid> {
        let effects = self.effects.clone();
        self.accesses.looking += 1;
        let found = check(self)?;
        self.accesses.looking -= 1;
        self.effects = effects;
        Ok(found)
    }
}
