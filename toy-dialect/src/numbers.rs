//! Compile-time operands: the numbers that shapes depend on, such as sizes, dimensions and indices.
//!
//! In the source they are expressions, so an op has them as operands after its others; shape
//! inference computes them and stores them in the attribute `numbers`. They can be computed from
//! constants, shapes of tensors, ops with [`Compute`] on such values, and the results of functions
//! that compute them from such values. They cannot depend on data: a program whose shapes depend on
//! its input is refused.

use std::sync::Arc;

use mlir_lite::affine::{AffineExpr, AffineMap};
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::{Diagnostic, Position};
use rustc_hash::FxHashMap;
use toy_ast::Code;

pub(crate) use crate::compile_time::first_number_of;
pub use crate::compile_time::{CompileTimeOperands, Resolution, ResolveOperands};
use crate::elements::{ElementTypes, Elements, tensor_of};
use crate::limits::MAX_KNOWN_ELEMENTS;
use crate::ops::{
    AddOp, CastOp, ConstantOp, ForOp, GenericCallOp, IfOp, MemberSource, MulOp, NegOp,
    StructAccessOp, StructAccessOpRef, SubOp,
};
use crate::out_of_range::OutOfRange;
use crate::promotion::computed;
use crate::shape::shown;
use crate::tensor::{Compute, Tensor};
use crate::uses::{place_of, written_from_last, written_operands};

/// The attribute that holds the numbers once they are known.
pub(crate) const NUMBERS: &str = "numbers";

/// The description of a size in messages.
pub(crate) const SIZE: &str = "a size";

/// The minimum of a size.
pub(crate) const LEAST_SIZE: i64 = 1;

/// Checks that no size is too small.
///
/// # Errors
/// The message for the first one that is.
pub(crate) fn checked_sizes(sizes: &[i64]) -> Result<&[i64], String> {
    match sizes.iter().find(|size| **size < LEAST_SIZE) {
        Some(&size) => Err(too_small(SIZE, LEAST_SIZE, size)),
        None => Ok(sizes),
    }
}

/// The message for a number that is below the minimum.
fn too_small(what: &str, least: i64, found: i64) -> String {
    format!("{what} is at least {least}, found {found}")
}

/// Why a value is not known at compile time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unknown {
    /// The result of this op depends on input data.
    Data(OpId),
    /// An argument of the function, or a value that a loop or a conditional passes on.
    Argument,
    /// Too many elements.
    Large,
    /// Not a whole number.
    Fraction,
    /// A whole number so far from 0 that floats do not tell it from others.
    TooLarge,
    /// Several numbers where one is expected.
    List,
    /// It depends on loop variables, but not linearly.
    NotLinear,
}

impl Unknown {
    /// What a number must be, if this one is known and wrong.
    fn wanted(self) -> Option<&'static str> {
        match self {
            Self::Fraction => Some("a whole number"),
            Self::TooLarge => Some("a whole number from -2^53 to 2^53"),
            Self::List => Some("one number"),
            _ => None,
        }
    }
}

/// The shape of a tensor, and its elements as floats, if they are known at compile time.
pub(crate) fn evaluate(body: &Body, root: ValueId) -> Result<Known, Unknown> {
    let tensor = known_elements(body, root)?;
    Ok(Known { values: tensor.elements.to_f64s(), shape: tensor.shape.clone() })
}

/// A tensor whose elements are known, as floats.
pub(crate) struct Known {
    pub(crate) shape: Vec<i64>,
    pub(crate) values: Vec<f64>,
}

/// The elements of a tensor, of the type that it has, if they are known at compile time.
pub(crate) fn known_elements(body: &Body, root: ValueId) -> Result<Arc<Tensor>, Unknown> {
    let (ctx, most) = (body.context(), MAX_KNOWN_ELEMENTS.get());
    let mut known: FxHashMap<ValueId, Arc<Tensor>> = FxHashMap::default();
    let mut pending = vec![root];
    while let Some(&value) = pending.last() {
        if known.contains_key(&value) {
            pending.pop();
            continue;
        }
        let id = body.defining_op(value).ok_or(Unknown::Argument)?;
        let op = body.op(id);
        let constant = op.cast::<ConstantOp>().map(|constant| constant.value());
        let returned = || op.cast::<GenericCallOp>().and_then(|call| call.returned());
        let source = op.cast::<StructAccessOp>().map(StructAccessOpRef::source);
        let member = match source {
            Some(MemberSource::Constant(constant)) => Some(constant),
            Some(MemberSource::Value(source)) => {
                match known.get(&source).cloned() {
                    Some(tensor) => {
                        known.insert(value, tensor);
                        pending.pop();
                    }
                    None => pending.push(source),
                }
                continue;
            }
            _ => None,
        };
        let computed = if let Some(constant) = member.or(constant).or_else(returned) {
            let elements = constant.dense(ctx).ok_or(Unknown::Data(id))?;
            let count = elements.len(ctx);
            if count > most {
                return Err(Unknown::Large);
            }
            Arc::new(tensor_of(ctx, &elements).map_err(|_| Unknown::Data(id))?)
        } else if let Some(tensor) = op.ask::<dyn Compute, _>(|op| op.compute_of_shapes()).flatten()
        {
            Arc::new(tensor)
        } else {
            let operands: Vec<ValueId> = op.operands().collect();
            let missing: Vec<ValueId> =
                operands.iter().copied().filter(|operand| !known.contains_key(operand)).collect();
            let interface = op.interface::<dyn Compute>();
            if interface.is_none() && !op.is::<CastOp>() {
                return Err(Unknown::Data(id));
            }
            if !missing.is_empty() {
                pending.extend(missing);
                continue;
            }
            let inputs: Vec<Arc<Tensor>> =
                operands.iter().filter_map(|operand| known.get(operand).cloned()).collect();
            let size = body.ty(value).static_shape(ctx).map(|shape| shape.iter().product::<i64>());
            if size.is_some_and(|size| size as usize > most) {
                return Err(Unknown::Large);
            }
            match (interface, &inputs[..]) {
                (Some(_), _) => {
                    let computed = computed(op, inputs).ok_or(Unknown::Data(id))?;
                    Arc::new(computed.map_err(|_| Unknown::Data(id))?)
                }
                (None, [input]) => Arc::clone(input),
                (None, _) => return Err(Unknown::Data(id)),
            }
        };
        if computed.len() > most {
            return Err(Unknown::Large);
        }
        known.insert(value, computed);
        pending.pop();
    }
    known.remove(&root).ok_or(Unknown::Argument)
}

/// The compile-time operands of an op: from its attribute, or from its operands, which are
/// `inputs`.
pub(crate) fn numbers(
    op: OpRef<'_>,
    inputs: &[Arc<Tensor>],
    first: usize,
) -> Result<Vec<i64>, String> {
    if let Some(numbers) = resolved_numbers(op) {
        return Ok(numbers);
    }
    let inputs = inputs.iter().skip(first);
    let about = op.ask::<dyn CompileTimeOperands, _>(|op| (op.what(), op.takes_lists()));
    if let Some((what, false)) = about
        && let Some(list) = inputs.clone().find(|input| input.len() != 1)
    {
        return Err(one_number(what, &list.shape));
    }
    Ok(whole_numbers(inputs.flat_map(|input| input.elements.to_f64s()))?)
}

/// The message for a tensor where one number is expected.
pub(crate) fn one_number(what: &str, found: &[i64]) -> String {
    format!("{what} must be one number, found a tensor of shape {}", shown(found))
}

/// The numbers of an op, if they are resolved.
pub(crate) fn resolved_numbers(op: OpRef<'_>) -> Option<Vec<i64>> {
    op.attr_named(NUMBERS)?.as_i64_array(op.context())
}

/// The numbers of an op whose shapes were inferred. One that was given none has no such attribute.
pub(crate) fn known_numbers(op: OpRef<'_>) -> Vec<i64> {
    resolved_numbers(op).unwrap_or_default()
}

/// A number that is not a whole one from -2^53 to 2^53, which are exact as floats.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct NotWhole(f64);

impl NotWhole {
    fn reason(self) -> Unknown {
        if self.0.fract() == 0.0 { Unknown::TooLarge } else { Unknown::Fraction }
    }

    /// The message, without the number.
    fn message(self, what: &str) -> String {
        self.reason().wanted().map_or_else(String::new, |wanted| format!("{what} must be {wanted}"))
    }
}

impl std::fmt::Display for NotWhole {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.reason() {
            Unknown::TooLarge => write!(f, "found {}", self.0),
            _ => write!(f, "expected a whole number, found {}", self.0),
        }
    }
}

impl From<NotWhole> for Unknown {
    fn from(number: NotWhole) -> Self {
        number.reason()
    }
}

impl From<NotWhole> for String {
    fn from(number: NotWhole) -> Self {
        number.to_string()
    }
}

pub(crate) fn whole_numbers(values: impl IntoIterator<Item = f64>) -> Result<Vec<i64>, NotWhole> {
    let whole = |value: f64| match value.fract() == 0.0 && value.abs() <= OutOfRange::LARGEST {
        true => Ok(value as i64),
        false => Err(NotWhole(value)),
    };
    values.into_iter().map(whole).collect()
}

/// Stores the compile-time operands of an op in its attribute, if it has some and they are still
/// operands.
///
/// # Errors
/// If one is not a whole number, or not known.
pub(crate) fn resolve(body: &mut Body, op: OpId) -> Result<(), Box<Diagnostic>> {
    match body.op(op).ask::<dyn ResolveOperands, _>(|op| op.resolve()).transpose()? {
        Some(Resolution::Done) => return Ok(()),
        Some(Resolution::Edit(edit)) => {
            edit.apply(body);
            return Ok(());
        }
        Some(Resolution::Constants) | None => {}
    }
    let view = body.op(op);
    let about = view.ask::<dyn CompileTimeOperands, _>(|op| {
        (op.first_number(), op.what(), op.takes_lists(), op.least())
    });
    let Some((first, what, takes_lists, least)) = about else {
        return Ok(());
    };
    let ctx = body.context().clone();
    let operands: Vec<ValueId> = view.operands().collect();
    if view.attr_named(NUMBERS).is_some() && operands.len() <= first {
        return Ok(());
    }
    let mut numbers = Vec::new();
    let mut unknown = Vec::new();
    for (index, &operand) in operands.iter().enumerate().skip(first) {
        let place = place_of(view, index);
        let value = match evaluate(body, operand) {
            Ok(value) => value,
            Err(reason) => {
                unknown.push((index, reason));
                continue;
            }
        };
        let wrong = |number: NotWhole| {
            let error = Code::WrongNumber.error(place.to_position(&ctx), number.message(what));
            Box::new(error.with_label(number.to_string()))
        };
        if !takes_lists && value.values.len() != 1 {
            let message = one_number(what, &value.shape);
            let error = Code::WrongNumber.error(place.to_position(&ctx), message);
            let help = if what == "a dimension" { REDUCE_TWICE } else { TAKE_ELEMENT };
            return Err(Box::new(error.with_label("this is a list").with_help(help)));
        }
        let values = whole_numbers(value.values).map_err(wrong)?;
        if let Some(least) = least
            && let Some(&found) = values.iter().find(|value| **value < least)
        {
            let message = too_small(what, least, found);
            let error = Code::WrongNumber.error(place.to_position(&ctx), message);
            let error = error.with_label("too small");
            return Err(Box::new(match (what, found) {
                // NumPy computes this size.
                (SIZE, -1) => error.with_help(
                    "all sizes are given: `prod(shape(x))` is the number of elements of `x`",
                ),
                _ => error,
            }));
        }
        numbers.extend(values);
    }
    if !unknown.is_empty() {
        return Err(not_known(view, what, &unknown));
    }
    let about = view.ask::<dyn CompileTimeOperands, _>(|op| op.wrong_number(&numbers));
    if let Some((index, message)) = about.flatten() {
        let place = place_of(view, first + index).to_position(&ctx);
        return Err(Box::new(Code::WrongNumber.error(place, message).with_label("this is wrong")));
    }
    let operands = operands[..first.min(operands.len())].to_vec();
    body.set_operands(op, &operands);
    body.set_attr(op, ctx.ident(NUMBERS), ctx.i64_array_attr(&numbers));
    Ok(())
}

/// A whole number that is linear in loop variables: `constant + sum of factor * variable`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Linear {
    pub(crate) constant: i64,
    /// Variables of loops with their factors, none of which is 0.
    pub(crate) terms: Vec<(ValueId, i64)>,
}

impl Linear {
    pub(crate) fn constant(constant: i64) -> Self {
        Self { constant, terms: Vec::new() }
    }

    /// The map that gives numbers from the variables in them, and these.
    pub(crate) fn map_of(ctx: &Context, numbers: &[Self]) -> (AffineMap, Vec<ValueId>) {
        let mut variables: Vec<ValueId> = Vec::new();
        for (variable, _) in numbers.iter().flat_map(|number| &number.terms) {
            if !variables.contains(variable) {
                variables.push(*variable);
            }
        }
        let results: Vec<AffineExpr> =
            numbers.iter().map(|number| number.expression(ctx, &variables)).collect();
        (ctx.affine_map(variables.len() as u32, 0, &results), variables)
    }

    /// The number as an expression whose dimensions are these variables, which are all.
    fn expression(&self, ctx: &Context, variables: &[ValueId]) -> AffineExpr {
        self.terms.iter().fold(ctx.affine_constant(self.constant), |sum, (variable, factor)| {
            let index = variables.iter().position(|other| other == variable);
            let index = index.expect("the variables of all numbers were collected") as u32;
            let term = ctx.affine_mul(ctx.affine_dim(index), ctx.affine_constant(*factor));
            ctx.affine_add(sum, term)
        })
    }

    /// `self + factor * other`.
    pub(crate) fn plus(mut self, other: &Self, factor: i64) -> Option<Self> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for &(variable, by) in &other.terms {
            let by = by.checked_mul(factor)?;
            match self.terms.iter_mut().find(|(own, _)| *own == variable) {
                Some((_, own)) => *own = own.checked_add(by)?,
                None => self.terms.push((variable, by)),
            }
        }
        self.terms.retain(|(_, factor)| *factor != 0);
        Some(self)
    }
}

/// A number that is known as a linear function of loop variables.
pub(crate) fn linear(body: &Body, value: ValueId) -> Result<Linear, Unknown> {
    /// The maximum depth of operators in the expression of the number.
    const MAX_DEPTH: usize = 64;
    linear_below(body, value, MAX_DEPTH)
}

/// As [`linear`], of an index. No loop counts up to a constant one, so it may be a larger number:
/// the message says which element there is not.
pub(crate) fn index(body: &Body, value: ValueId) -> Result<Linear, Unknown> {
    /// Differences of indices are integers, too.
    const END: i64 = 1 << 62;
    let is_near = |index: &i64| (1 - END..END).contains(index);
    let mut source = value;
    // An integer is converted to a float, for which it may be rounded.
    while let Some(input) = body.value(source).defining_op().and_then(equal_whole_number) {
        source = input.id();
    }
    let constant = known_elements(body, source).ok().filter(|tensor| tensor.len() == 1);
    let integer = constant.and_then(|tensor| match &tensor.elements {
        Elements::I64(integers) => Some(integers[0]),
        others => Some(others.f64_at(0)).filter(|x| x.fract() == 0.0).map(|x| x as i64),
    });
    match integer.filter(is_near) {
        Some(index) => Ok(Linear::constant(index)),
        None => linear(body, value),
    }
}

fn linear_below(body: &Body, value: ValueId, depth: usize) -> Result<Linear, Unknown> {
    let unknown = match evaluate(body, value) {
        Ok(tensor) => {
            let numbers = whole_numbers(tensor.values)?;
            return match numbers[..] {
                [number] => Ok(Linear::constant(number)),
                _ => Err(Unknown::List),
            };
        }
        Err(unknown) => unknown,
    };
    let Some(op) = body.value(value).defining_op() else {
        return match ForOp::of_variable(body, value) {
            Some(_) => Ok(Linear { constant: 0, terms: vec![(value, 1)] }),
            None => Err(unknown),
        };
    };
    let Some(depth) = depth.checked_sub(1) else { return Err(Unknown::Data(op.id())) };
    let linear = |operand: ValueRef<'_>| linear_below(body, operand.id(), depth);
    let combined = if let Some(add) = op.cast::<AddOp>() {
        linear(add.lhs())?.plus(&linear(add.rhs())?, 1)
    } else if let Some(sub) = op.cast::<SubOp>() {
        linear(sub.lhs())?.plus(&linear(sub.rhs())?, -1)
    } else if let Some(mul) = op.cast::<MulOp>() {
        match (&linear(mul.lhs())?, &linear(mul.rhs())?) {
            (factor, other) | (other, factor) if factor.terms.is_empty() => {
                Linear::constant(0).plus(other, factor.constant)
            }
            _ => return Err(Unknown::NotLinear),
        }
    } else if let Some(neg) = op.cast::<NegOp>() {
        Linear::constant(0).plus(&linear(neg.input())?, -1)
    } else if let Some(input) = equal_whole_number(op) {
        return linear(input);
    } else if let Some(MemberSource::Value(source)) =
        op.cast::<StructAccessOp>().map(StructAccessOpRef::source)
    {
        return linear(body.value(source));
    } else {
        None
    };
    combined.ok_or(Unknown::Data(op.id()))
}

/// The operand of an op whose result is the same number, if that is a whole one. Loops count up to
/// numbers that are exact as floats and as integers.
fn equal_whole_number(op: OpRef<'_>) -> Option<ValueRef<'_>> {
    let keeps = op.ask::<dyn ElementTypes, _>(|op| op.keeps_whole_numbers()) == Some(true);
    let first = op.operands().next().filter(|_| keeps).map(|operand| op.body().value(operand));
    op.cast::<CastOp>().map(|cast| cast.input()).or(first)
}

/// The error for numbers that are not known: the primary position is the first of these operands
/// that is more than a name, or else the first; the others are labels.
pub(crate) fn not_known(
    op: OpRef<'_>,
    what: &str,
    unknown: &[(usize, Unknown)],
) -> Box<Diagnostic> {
    let (ctx, body) = (op.context(), op.body());
    let location_of = |index: usize| {
        body.defining_op(through_casts(body, op.operand(index))).map(|id| body.location(id))
    };
    let is_computed_there = |index: usize| location_of(index) == Some(place_of(op, index));
    let computed = unknown.iter().find(|(index, _)| is_computed_there(*index));
    let &(index, reason) = computed.or(unknown.first()).expect("a number is not known");
    let is_bound = op.is::<ForOp>() && index < op.num_results() + 2;
    let place = if is_bound { range_of(op) } else { None };
    let place = place.unwrap_or_else(|| place_of(op, index).to_position(ctx));
    let (code, wanted) = match reason.wanted() {
        Some(wanted) => (Code::WrongNumber, wanted),
        None => (Code::UnknownNumber, "known when the program is compiled"),
    };
    let large;
    let label = match reason {
        Unknown::Data(_) => "this depends on data",
        Unknown::Argument => {
            "this depends on an argument, or on what a loop or a conditional changes"
        }
        Unknown::Large => {
            let most = MAX_KNOWN_ELEMENTS.get();
            large = format!("this takes a tensor of more than {most} elements to compute");
            &large
        }
        Unknown::NotLinear => "this is not linear in the variables of loops",
        Unknown::Fraction => "this is none",
        Unknown::TooLarge => "this is another number, or made of one",
        Unknown::List => "this is a list",
    };
    let mut diagnostic =
        code.error(place.clone(), format!("{what} must be {wanted}")).with_label(label);
    let mut shown = vec![place];
    let mut also = |diagnostic: Diagnostic, place: Position, label: &str| {
        if place == Position::Unknown || shown.contains(&place) {
            return diagnostic;
        }
        shown.push(place.clone());
        diagnostic.with_secondary(place, label)
    };
    if !op.is::<ForOp>() {
        for (other, _) in unknown.iter().filter(|(other, _)| *other != index) {
            diagnostic =
                also(diagnostic, place_of(op, *other).to_position(ctx), "and so does this");
        }
    }
    let (source, why) = match reason {
        Unknown::Data(source) if IfOp::is(body, source) => {
            (Some(body.location(source)), "which depends on this condition")
        }
        Unknown::Data(source) => (Some(body.location(source)), "which is computed here"),
        _ => (location_of(index), "which is computed here"),
    };
    if let Some(source) = source {
        diagnostic = also(diagnostic, source.to_position(ctx), why);
    }
    if let Some((place, why)) = changed_by_loop(body, op.operand(index)) {
        diagnostic = also(diagnostic, place, why);
    }
    Box::new(match reason {
        Unknown::Data(_) | Unknown::Argument => diagnostic.with_help(MADE_OF),
        Unknown::NotLinear => diagnostic.with_help("a sum of multiples of them is: `a[2 * i + j]`"),
        Unknown::List => diagnostic.with_help(TAKE_ELEMENT),
        Unknown::Large => diagnostic.with_help(MAX_KNOWN_ELEMENTS.advice()),
        Unknown::Fraction | Unknown::TooLarge => diagnostic,
    })
}

const TAKE_ELEMENT: &str = "take an element of it: `shape(a)[0]`";

/// What to write for the dimensions of a reduction.
const REDUCE_TWICE: &str = "one dimension is an element of a list, `shape(a)[0]`; along two it is \
    `sum(sum(a, axis=2), axis=0)`";

/// The value that was cast.
fn through_casts(body: &Body, value: ValueId) -> ValueId {
    let cast = |value: &ValueId| CastOp::defining(body, *value).map(|cast| cast.input(body));
    std::iter::successors(Some(value), cast).last().unwrap_or(value)
}

/// The assignment in a loop that changes an input of a value, if there is one.
fn changed_by_loop(body: &Body, value: ValueId) -> Option<(Position, &'static str)> {
    /// The maximum number of values visited.
    const MOST: usize = 64;
    let mut pending = vec![value];
    for _ in 0..MOST {
        let value = pending.pop()?;
        if let Some(id) = body.defining_op(value) {
            pending.extend(body.operands(id));
            continue;
        }
        let block = body.defining_block(value)?;
        let Some(this) = body.block_owner(block).and_then(|owner| ForOp::cast(body, owner)) else {
            continue;
        };
        let index = body.arguments(block).iter().position(|argument| *argument == value)?;
        let Some(carried) = index.checked_sub(1) else {
            return Some((
                range_of(body.op(this.id()))?,
                "which depends on the variable of this loop",
            ));
        };
        let end = body.op(body.terminator(block)?);
        return Some((
            place_of(end, carried).to_position(body.context()),
            "which the loop changes here",
        ));
    }
    None
}

/// The position of a loop's range, from its first bound to its second, as far as the op knows where
/// they are written.
pub(crate) fn range_of(op: OpRef<'_>) -> Option<Position> {
    let (ctx, count) = (op.context(), written_operands(op));
    let bound = |number: usize| written_from_last(op, count.checked_sub(number)?);
    let [from, to] = [1, 2].map(bound);
    match (from?.to_position(ctx), to?.to_position(ctx)) {
        (Position::Span(from), Position::Span(to)) => Some(Position::Span(from.to(to))),
        _ => None,
    }
}

const MADE_OF: &str = "it may be made of numbers and of shapes: `shape(a)[0]`";
