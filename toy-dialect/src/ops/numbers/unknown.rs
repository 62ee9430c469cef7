//! Numbers that are not known at compile time, or are not whole ones: reasons and messages.

use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::{Diagnostic, Position};
use toy_ast::Code;

use crate::limits::MAX_KNOWN_ELEMENTS;
use crate::messages::operand_locations::{place_of, written_from_last, written_operands};
use crate::messages::out_of_range::OutOfRange;
use crate::ops::{CastOp, ForOp, IfOp};

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
    /// The condition that a known number does not meet.
    fn wanted(self) -> Option<&'static str> {
        match self {
            Self::Fraction => Some("a whole number"),
            Self::TooLarge => Some("a whole number from -2^53 to 2^53"),
            Self::List => Some("one number"),
            _ => None,
        }
    }
}

/// A number that is not a whole one from -2^53 to 2^53, which are exact as floats.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct NotWhole(f64);

impl NotWhole {
    fn reason(self) -> Unknown {
        if self.0.fract() == 0.0 { Unknown::TooLarge } else { Unknown::Fraction }
    }

    /// The message, without the number.
    pub(super) fn message(self, what: &str) -> String {
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

pub(super) const TAKE_ELEMENT: &str = "take an element of it: `shape(a)[0]`";

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
