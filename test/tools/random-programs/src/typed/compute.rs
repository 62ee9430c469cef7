//! Operators and builtin functions on tensors of each element type, according to the
//! language's documentation. Floats are computed with as in other random programs; integers and
//! booleans are not.

use super::value::{Number, Type, Value, common, rearranged};
use crate::builtins;
use crate::evaluator;
use crate::program::Operator;
use crate::reductions;
use crate::tensor::{Tensor, coordinates, dimension_index};

fn is_float(ty: Type) -> bool {
    matches!(ty, Type::Double | Type::Single)
}

/// The type in which functions of floats compute.
fn float_type(ty: Type) -> Type {
    if ty == Type::Single { Type::Single } else { Type::Double }
}

fn on_floats(
    ty: Type,
    values: &[&Value],
    function: impl FnOnce(&[Tensor]) -> Option<Tensor>,
) -> Option<Value> {
    let tensors: Vec<Tensor> = values.iter().map(|x| x.floats(ty)).collect::<Option<_>>()?;
    Value::of_floats(function(&tensors)?).converted(ty)
}

/// Two tensors of the same type and shape: those of these two, broadcast.
fn broadcast(left: &Value, right: &Value, types: [Type; 2]) -> Option<[Value; 2]> {
    let of = |value: &Value, ty, is_left: bool| {
        let other = if is_left { right } else { left };
        let places = Value::new(other.shape.clone(), ty, vec![Number::Float(0.0); count(other)]);
        rearranged(&[value, &places.converted(ty)?], ty, |places| match is_left {
            true => places[0].combine(&places[1], |place, _| place),
            false => places[1].combine(&places[0], |_, place| place),
        })
    };
    Some([of(left, types[0], true)?, of(right, types[1], false)?])
}

fn count(value: &Value) -> usize {
    value.elements.len()
}

/// The value of an operator; none where it is an error, or is not said.
pub(super) fn operator(operator: Operator, left: &Value, right: &Value) -> Option<Value> {
    let ty = common(&[left, right]);
    let is_logic = Operator::LOGICAL.contains(&operator);
    let is_comparison = Operator::COMPARISONS.contains(&operator);
    if is_logic {
        let has_booleans = left.ty == Type::Boolean || right.ty == Type::Boolean;
        let ty = if has_booleans { Type::Boolean } else { ty };
        // A number beside integers has to be whole.
        let [a, b] = broadcast(left, right, [ty; 2])?;
        let holds = |(a, b): (&Number, &Number)| match operator {
            Operator::And => a.is_true() && b.is_true(),
            _ => a.is_true() || b.is_true(),
        };
        return compared(&a.shape, ty, a.elements.iter().zip(&b.elements).map(holds));
    }
    if is_comparison {
        let [a, b] = broadcast(left, right, [ty; 2])?;
        let holds = |(a, b): (&Number, &Number)| match operator {
            Operator::Less => order(*a, *b).is_some_and(|order| order.is_lt()),
            Operator::LessEqual => order(*a, *b).is_some_and(|order| order.is_le()),
            Operator::Greater => order(*a, *b).is_some_and(|order| order.is_gt()),
            Operator::GreaterEqual => order(*a, *b).is_some_and(|order| order.is_ge()),
            Operator::Equal => order(*a, *b).is_some_and(|order| order.is_eq()),
            _ => !order(*a, *b).is_some_and(|order| order.is_eq()),
        };
        return compared(&a.shape, ty, a.elements.iter().zip(&b.elements).map(holds));
    }
    if Operator::BITS.contains(&operator) {
        return on_bits(operator, left, right);
    }
    let is_of_floats = matches!(operator, Operator::Divide | Operator::Power | Operator::MatMul);
    match ty {
        Type::Boolean => None,
        Type::Integer if !is_of_floats => integers(left, right, |a, b| arithmetic(operator, a, b)),
        _ => {
            let [left, right] = [left.promoted(ty)?, right.promoted(ty)?];
            let apply = |x: &[Tensor]| evaluator::apply(operator, &x[0], &x[1]);
            on_floats(float_type(ty), &[&left, &right], apply)
        }
    }
}

/// The value of an operator on bits, or on booleans.
fn on_bits(operator: Operator, left: &Value, right: &Value) -> Option<Value> {
    let ty = common(&[left, right]);
    let shifts = matches!(operator, Operator::ShiftLeft | Operator::ShiftRight);
    if ty == Type::Integer || shifts && ty == Type::Boolean {
        return integers(left, right, |a, b| {
            let is_inside = (0..64).contains(&b);
            Some(match operator {
                Operator::BitAnd => a & b,
                Operator::BitOr => a | b,
                Operator::BitXor => a ^ b,
                Operator::ShiftLeft if is_inside => ((a as u64) << b) as i64,
                Operator::ShiftLeft => 0,
                _ if is_inside => a >> b,
                _ => -i64::from(a < 0),
            })
        });
    }
    if shifts || !left.is_mask() || !right.is_mask() {
        return None;
    }
    let has_booleans = left.ty == Type::Boolean || right.ty == Type::Boolean;
    let ty = if has_booleans { Type::Boolean } else { ty };
    let [a, b] = broadcast(left, right, [ty; 2])?;
    let holds = |(a, b): (&Number, &Number)| match operator {
        Operator::BitAnd => a.is_true() && b.is_true(),
        Operator::BitOr => a.is_true() || b.is_true(),
        _ => a.is_true() != b.is_true(),
    };
    compared(&a.shape, ty, a.elements.iter().zip(&b.elements).map(holds))
}

/// The other bits, or the other booleans.
pub(super) fn inverted(value: &Value) -> Option<Value> {
    match value.ty {
        Type::Integer => map(value, Type::Integer, |x| !x),
        _ if value.is_mask() => {
            compared(&value.shape, value.ty, value.elements.iter().map(|x| !x.is_true()))
        }
        _ => None,
    }
}

/// Combines integers; none where one of the results is none.
fn integers(
    left: &Value,
    right: &Value,
    function: impl Fn(i64, i64) -> Option<i64>,
) -> Option<Value> {
    let [a, b] = broadcast(left, right, [Type::Integer; 2])?;
    let pairs = a.elements.iter().zip(&b.elements);
    let elements = pairs.map(|(a, b)| Some(Number::Integer(function(a.integer()?, b.integer()?)?)));
    Some(Value::new(a.shape.clone(), Type::Integer, elements.collect::<Option<_>>()?))
}

/// Computes with 128 bits, and takes the lower 64.
fn arithmetic(operator: Operator, a: i64, b: i64) -> Option<i64> {
    let (a, b) = (i128::from(a), i128::from(b));
    if b == 0 && matches!(operator, Operator::FloorDivide | Operator::Remainder) {
        return None;
    }
    Some(match operator {
        Operator::Add => a + b,
        Operator::Subtract => a - b,
        Operator::Multiply => a * b,
        Operator::FloorDivide => (a - (a % b + b) % b) / b,
        Operator::Remainder => (a % b + b) % b,
        _ => return None,
    } as i64)
}

fn order(a: Number, b: Number) -> Option<std::cmp::Ordering> {
    match (a, b) {
        (Number::Integer(a), Number::Integer(b)) => Some(a.cmp(&b)),
        (Number::Boolean(a), Number::Boolean(b)) => Some(a.cmp(&b)),
        _ => a.float().partial_cmp(&b.float()),
    }
}

/// The result of a comparison: 1 and 0 of a type.
fn compared(shape: &[usize], ty: Type, holds: impl Iterator<Item = bool>) -> Option<Value> {
    let value = Value::new(shape.to_vec(), Type::Boolean, holds.map(Number::Boolean).collect());
    Some(Value { is_compared: true, ..value.converted(ty)? })
}

pub(super) fn not(value: &Value) -> Option<Value> {
    compared(&value.shape, value.ty, value.elements.iter().map(|x| !x.is_true()))
}

pub(super) fn negation(value: &Value) -> Option<Value> {
    match value.ty {
        Type::Boolean => None,
        Type::Integer => map(value, Type::Integer, |x| x.wrapping_neg()),
        ty => on_floats(ty, &[value], |x| Some(x[0].map(|x| -x))),
    }
}

fn map(value: &Value, ty: Type, function: impl Fn(i64) -> i64) -> Option<Value> {
    let elements = value.elements.iter().map(|x| Some(Number::Integer(function(x.integer()?))));
    let elements = elements.collect::<Option<_>>()?;
    Value::new(value.shape.clone(), Type::Integer, elements).converted(ty)
}

/// The tensor of these elements or rows.
pub(super) fn list(values: &[Value]) -> Option<Value> {
    let values: Vec<&Value> = values.iter().collect();
    rearranged(&values, common(&values), |places| builtins::evaluate("stack", places, Some(0)))
}

/// The value of a call. `axis` is the dimension of functions along one; sizes, widths and the like
/// are among the tensors.
pub(super) fn call(name: &str, values: &[Value], axis: Option<i64>) -> Option<Value> {
    let all: Vec<&Value> = values.iter().collect();
    if let Some(ty) = Type::named(name) {
        return values[0].converted(ty).map(|value| Value { is_compared: false, ..value });
    }
    match name {
        "abs" | "sign" if !is_float(values[0].ty) => map(all[0], Type::Integer, |x| match name {
            "abs" => x.wrapping_abs(),
            _ => x.signum(),
        }),
        "where" | "select" => select(all[0], all[1], all[2]),
        "clip" => {
            let above = call("max", &[values[0].clone(), values[1].clone()], None)?;
            call("min", &[above, values[2].clone()], None)
        }
        "min" | "max" if values.len() == 2 => extreme(name, all[0], all[1]),
        "sum" | "prod" | "min" | "max" | "any" | "all" => reduced(name, all[0], axis),
        "argmin" | "argmax" => reduced(name, all[0], axis),
        "cumsum" | "cumprod" => running(name, all[0], axis),
        "sort" | "argsort" => sorted(name, all[0], axis),
        "outer" => {
            let ty = match common(&all) {
                Type::Boolean => Type::Integer,
                ty => ty,
            };
            let [column, row] = [all[0].promoted(ty)?, all[1].promoted(ty)?];
            let column = Value { shape: vec![count(&column), 1], ..column };
            let row = Value { shape: vec![count(&row)], ..row };
            operator(Operator::Multiply, &column, &row)
        }
        "matmul" => operator(Operator::MatMul, all[0], all[1]),
        "pow" => operator(Operator::Power, all[0], all[1]),
        "concat" | "stack" => {
            rearranged(&all, common(&all), |places| builtins::evaluate(name, places, axis))
        }
        "transpose" | "reshape" | "expand_dims" | "roll" | "diag" | "tril" | "triu" | "fill" => {
            let others = numbers(&values[1..])?;
            rearranged(&all[..1], values[0].ty, |places| {
                builtins::evaluate(name, &[places, &others].concat(), axis)
            })
        }
        "pad" => {
            // The number around is the last argument.
            let (value, widths) = values[1..].split_last()?;
            let widths = numbers(widths)?;
            let ty = match values[0].ty {
                Type::Boolean => Type::Boolean,
                _ => common(&[&values[0], value]),
            };
            rearranged(&[&values[0], value], ty, |places| {
                let arguments = [&places[..1], &widths, &places[1..]].concat();
                builtins::evaluate(name, &arguments, None)
            })
        }
        "zeros_like" | "ones_like" => {
            let number = Value::number(if name == "ones_like" { 1.0 } else { 0.0 });
            filled(&values[0].shape, &number.converted(values[0].ty)?)
        }
        "full_like" => filled(&values[0].shape, &values[1].promoted(values[0].ty)?),
        "full" => {
            let sizes = numbers(&values[..1])?;
            rearranged(&all[1..], values[1].ty, |places| {
                builtins::evaluate("fill", &[places, &sizes].concat(), None)
            })
        }
        "zeros" | "ones" | "iota" | "eye" | "arange" => {
            Some(Value::of_floats(builtins::evaluate(name, &numbers(values)?, None)?))
        }
        "shape" => Some(Value::of_floats(builtins::evaluate(name, &numbers(values)?, None)?)),
        _ => {
            let ty = common(&all);
            let values: Vec<Value> =
                values.iter().map(|value| value.promoted(ty)).collect::<Option<_>>()?;
            let all: Vec<&Value> = values.iter().collect();
            on_floats(float_type(ty), &all, |x| builtins::evaluate(name, x, axis))
        }
    }
}

/// A tensor whose elements are all one number.
pub(super) fn filled(shape: &[usize], number: &Value) -> Option<Value> {
    let count = shape.iter().product();
    let element = *number.elements.first().filter(|_| number.shape.is_empty())?;
    Some(Value::new(shape.to_vec(), number.ty, vec![element; count]))
}

/// Sums of products.
pub(super) fn einsum(subscripts: &str, values: &[Value]) -> Option<Value> {
    let all: Vec<&Value> = values.iter().collect();
    let ty = common(&all);
    let values: Vec<Value> = all.iter().map(|x| x.promoted(ty)).collect::<Option<_>>()?;
    let all: Vec<&Value> = values.iter().collect();
    on_floats(float_type(ty), &all, |x| crate::einsum::einsum(subscripts, x))
}

/// Numbers that functions do not take elements of.
fn numbers(values: &[Value]) -> Option<Vec<Tensor>> {
    values.iter().map(|value| value.floats(Type::Double)).collect()
}

fn select(c: &Value, a: &Value, b: &Value) -> Option<Value> {
    let ty = common(&[a, b]);
    let c = c.converted(Type::Boolean)?;
    let c = c.floats(Type::Double)?;
    rearranged(&[a, b], ty, |places| builtins::evaluate("where", &[&[c], places].concat(), None))
}

fn extreme(name: &str, a: &Value, b: &Value) -> Option<Value> {
    let ty = common(&[a, b]);
    if is_float(ty) {
        return on_floats(ty, &[a, b], |x| builtins::evaluate(name, x, None));
    }
    let [a, b] = [a.promoted(ty)?, b.promoted(ty)?];
    let larger = |a: i64, b: i64| if name == "max" { a.max(b) } else { a.min(b) };
    integers(&a, &b, |a, b| Some(larger(a, b)))?.converted(ty)
}

/// The numbers of the elements that are combined, for each element of the result, and its shape.
fn lines(shape: &[usize], axis: Option<i64>) -> Option<(Vec<usize>, Vec<Vec<usize>>)> {
    let Some(axis) = axis else {
        return Some((vec![], vec![(0..shape.iter().product()).collect()]));
    };
    let axis = dimension_index(axis, shape.len())?;
    let mut rest = shape.to_vec();
    let size = rest.remove(axis);
    let place = |at: &[usize]| at.iter().zip(shape).fold(0, |place, (at, size)| place * size + at);
    let lines = coordinates(&rest).map(|at| {
        let along = |index| [&at[..axis], &[index], &at[axis..]].concat();
        (0..size).map(|index| place(&along(index))).collect()
    });
    let lines = lines.collect();
    Some((rest, lines))
}

fn reduced(name: &str, value: &Value, axis: Option<i64>) -> Option<Value> {
    let is_logic = matches!(name, "any" | "all");
    if is_float(value.ty) && !is_logic {
        let result = builtins::evaluate(name, &[value.floats(value.ty)?], axis)?;
        return Some(Value::of_floats(result));
    }
    let (shape, lines) = lines(&value.shape, axis)?;
    if is_logic {
        let holds = lines.iter().map(|line| {
            let mut elements = line.iter().map(|place| value.elements[*place].is_true());
            if name == "any" { elements.any(|x| x) } else { elements.all(|x| x) }
        });
        return compared(&shape, value.ty, holds);
    }
    let elements = lines.iter().map(|line| {
        let integers = line.iter().map(|place| value.elements[*place].integer());
        let integers: Vec<i64> = integers.collect::<Option<_>>()?;
        let best = match name {
            "argmin" | "min" => *integers.iter().min()?,
            _ => *integers.iter().max()?,
        };
        Some(Number::Integer(match name {
            "sum" => integers.iter().fold(0, |sum: i64, x| sum.wrapping_add(*x)),
            "prod" => integers.iter().fold(1, |product: i64, x| product.wrapping_mul(*x)),
            "argmin" | "argmax" => integers.iter().position(|x| *x == best)? as i64,
            _ => best,
        }))
    });
    let result = Value::new(shape, Type::Integer, elements.collect::<Option<_>>()?);
    result.converted(match name {
        "argmin" | "argmax" => Type::Double,
        "min" | "max" => value.ty,
        _ => Type::Integer,
    })
}

/// A reduction along these dimensions, or of the whole tensor if there are none.
pub(super) fn along(name: &str, value: &Value, axes: &[i64], keeps: bool) -> Option<Value> {
    let call = |value: &Value, axis| call(name, std::slice::from_ref(value), axis);
    let result = match axes {
        [] if keeps && value.shape.is_empty() => return None,
        [] => call(value, None)?,
        [axis] => call(value, Some(*axis))?,
        _ => {
            let reductions::Reduction { order, shape, axis } =
                reductions::along(&value.shape, axes)?;
            let order: Vec<i64> = order.into_iter().map(|index| index as i64).collect();
            let together = rearranged(&[value], value.ty, |places| {
                crate::rearranged::permute(&places[0], &order)?.reshape(&shape)
            })?;
            call(&together, Some(axis))?
        }
    };
    Some(if keeps {
        Value { shape: reductions::kept(&value.shape, axes)?, ..result }
    } else {
        result
    })
}

fn running(name: &str, value: &Value, axis: Option<i64>) -> Option<Value> {
    if is_float(value.ty) {
        let result = builtins::evaluate(name, &[value.floats(value.ty)?], axis)?;
        return Some(Value::of_floats(result));
    }
    let (_, lines) = lines(&value.shape, axis)?;
    let mut result = map(value, Type::Integer, |x| x)?;
    for line in lines {
        for step in line.windows(2) {
            let [before, this] = [step[0], step[1]].map(|place| result.elements[place].integer());
            let (before, this) = (before?, this?);
            result.elements[step[1]] = Number::Integer(match name {
                "cumsum" => before.wrapping_add(this),
                _ => before.wrapping_mul(this),
            });
        }
    }
    if axis.is_none() {
        result.shape = vec![count(&result)];
    }
    Some(result)
}

fn sorted(name: &str, value: &Value, axis: Option<i64>) -> Option<Value> {
    if is_float(value.ty) {
        let result = builtins::evaluate(name, &[value.floats(value.ty)?], axis)?;
        return Value::of_floats(result).converted(match name {
            "sort" => value.ty,
            _ => Type::Double,
        });
    }
    let (_, lines) = lines(&value.shape, Some(axis.unwrap_or(-1)))?;
    let mut result = value.clone();
    result.is_compared = false;
    let mut indices = value.floats(Type::Double)?;
    for line in lines {
        let mut places: Vec<(usize, usize)> = line.iter().copied().enumerate().collect();
        places.sort_by_key(|(_, place)| value.elements[*place].integer());
        for (to, (index, from)) in line.iter().zip(places) {
            result.elements[*to] = value.elements[from];
            indices.elements[*to] = index as f64;
        }
    }
    Some(if name == "sort" { result } else { Value::of_floats(indices) })
}

/// The elements of a value, of which some get others: where the mask is true, or at places. They
/// become elements of its type.
pub(super) fn assigned(
    old: &Value,
    mask: &Value,
    operator_: Option<Operator>,
    value: &Value,
) -> Option<Value> {
    if !mask.is_mask() || mask.shape.is_empty() || !old.shape.starts_with(&mask.shape) {
        return None;
    }
    let new = new_elements(old, operator_, value)?;
    let inner: usize = old.shape[mask.shape.len()..].iter().product();
    let mut result = old.clone();
    for (place, element) in result.elements.iter_mut().enumerate() {
        if mask.elements[place / inner].is_true() {
            *element = new.elements[place];
        }
    }
    Some(Value { is_compared: false, ..result })
}

/// These elements, converted to their type.
pub(super) fn new_elements(
    old: &Value,
    operator_: Option<Operator>,
    value: &Value,
) -> Option<Value> {
    let value = match operator_ {
        Some(this) => operator(this, old, value)?,
        None => value.clone(),
    };
    if old.ty == Type::Integer && !matches!(value.ty, Type::Integer | Type::Boolean) {
        // Only numbers are converted to integers.
        if !value.shape.is_empty() {
            return None;
        }
    }
    let value = match old.ty {
        Type::Integer => value.promoted(old.ty)?,
        ty => value.converted(ty)?,
    };
    let [_, value] = broadcast(old, &value, [old.ty; 2])?;
    (value.shape == old.shape).then_some(value)
}
