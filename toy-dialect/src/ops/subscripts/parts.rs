//! The part of a dimension that one subscript takes: an element, or a range in steps.

use crate::ops::numbers::Linear;
use crate::ops::selection::{SINGLE, SYMBOLIC, Steps};
use crate::sizes::Size;
use mlir_lite::Context;

/// The kind of a subscript, which determines its numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `i`
    At = 0,
    /// `:`
    All = 1,
    /// `from:`
    From = 2,
    /// `:to`
    To = 3,
    /// `from:to`
    FromTo = 4,
    /// `::step`
    AllBy = 5,
    /// `from::step`
    FromBy = 6,
    /// `:to:step`
    ToBy = 7,
    /// `from:to:step`
    FromToBy = 8,
    /// `...`: `:` for each dimension without a subscript of its own
    Rest = 9,
}

impl Kind {
    const EACH: [Self; 10] = [
        Self::At,
        Self::All,
        Self::From,
        Self::To,
        Self::FromTo,
        Self::AllBy,
        Self::FromBy,
        Self::ToBy,
        Self::FromToBy,
        Self::Rest,
    ];

    pub(super) fn of(number: i64) -> Option<Self> {
        Self::EACH.into_iter().find(|kind| *kind as i64 == number)
    }

    /// The kind of a range that has these numbers.
    pub(crate) fn of_range(from: bool, to: bool, step: bool) -> Self {
        let has = [from, to, step];
        let range = Self::EACH.into_iter().find(|kind| *kind != Self::At && kind.has() == has);
        range.unwrap_or(Self::All)
    }

    /// Whether a range has a first number, an end and a step.
    const fn has(self) -> [bool; 3] {
        match self {
            Self::At | Self::From => [true, false, false],
            Self::All | Self::Rest => [false; 3],
            Self::To => [false, true, false],
            Self::FromTo => [true, true, false],
            Self::AllBy => [false, false, true],
            Self::FromBy => [true, false, true],
            Self::ToBy => [false, true, true],
            Self::FromToBy => [true; 3],
        }
    }

    pub(super) fn numbers(self) -> usize {
        self.has().into_iter().filter(|has| *has).count()
    }
}

/// A subscript with its numbers.
pub(super) struct Subscript<N> {
    pub(super) kind: Kind,
    pub(super) numbers: Vec<N>,
}

impl<N> Subscript<N> {
    /// The first number, the end and the step of a range, as far as they are written.
    fn range(&self) -> [Option<&N>; 3] {
        let mut numbers = self.numbers.iter();
        self.kind.has().map(|has| if has { numbers.next() } else { None })
    }
}

/// The steps of ranges as an attribute, if one is not 1.
pub(crate) fn steps_of(steps: impl IntoIterator<Item = i64>) -> Option<Vec<i64>> {
    let steps: Vec<i64> = steps.into_iter().collect();
    steps.iter().any(|step| *step != 1).then_some(steps)
}

/// How far before its first element a range begins, and how many elements there are from the least
/// index to the last one: those of a range in steps of 1. A single index is one.
pub(super) fn hull(count: i64, step: i64) -> (i64, i64) {
    let Some(span) = (count - 1).checked_mul(step).filter(|_| count > 0) else { return (0, count) };
    (span.min(0).abs(), span.saturating_abs().saturating_add(1))
}

/// The end of the message for a range without elements.
const EMPTY: &str = "is empty";

/// The elements that a subscript with constant numbers takes of a dimension.
pub(super) fn taken(size: i64, subscript: &Subscript<i64>) -> Result<Steps, String> {
    let from_start = |number: i64| if number < 0 { number + size } else { number };
    if let (Kind::At, &[at]) = (subscript.kind, &subscript.numbers[..]) {
        let first = from_start(at);
        if !(0..size).contains(&first) {
            return Err(format!("there is no element {at} in a dimension of size {size}"));
        }
        return Ok(Steps { first, count: SINGLE, step: 1 });
    }
    let [from, to, step] = subscript.range();
    let step = step.copied().unwrap_or(1);
    let (all_from, all_to) = if step < 0 { (size - 1, -1) } else { (0, size) };
    let first = from.map_or(all_from, |from| from_start(*from));
    let end = to.map_or(all_to, |to| from_start(*to));
    // As it is written: a number below 0 is counted from the end.
    let written = || {
        let shown = |number: Option<&i64>| number.map_or(String::new(), i64::to_string);
        let step = if step == 1 { String::new() } else { format!(":{step}") };
        format!("{}:{}{step}", shown(from), shown(to))
    };
    let is_inside = match step {
        0 => return Err("the step of a range must not be 0".to_owned()),
        ..0 => (0..size).contains(&first) && (to.is_none() || (0..size).contains(&end)),
        _ => first >= 0 && end <= size,
    };
    if !is_inside {
        return Err(format!("the range {} is not in a dimension of size {size}", written()));
    }
    match count_of(end - first, step) {
        count @ 1.. => Ok(Steps { first, count, step }),
        _ => Err(format!("the range {} {EMPTY}", written())),
    }
}

/// How many steps there are in a distance, the last one perhaps in part; 0 if the steps lead away.
fn count_of(distance: i64, step: i64) -> i64 {
    if (distance < 0) != (step < 0) || distance == 0 {
        return 0;
    }
    let [distance, step] = [distance, step].map(i64::unsigned_abs);
    i64::try_from(distance.div_ceil(step)).unwrap_or(i64::MAX)
}

/// How many elements a subscript takes of a dimension.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Length {
    /// One, and the dimension is dropped.
    Single,
    /// A number that depends on sizes that a caller decides.
    Symbolic(Size),
    /// A known number.
    Known(i64),
    /// A number that depends on loops. If it is below 1, there are none.
    Linear(Linear),
}

/// The part of a dimension that a subscript takes, in all iterations of the loops.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct LinearPart {
    /// The first index.
    pub(crate) first: Linear,
    /// The number of elements.
    pub(crate) length: Length,
    /// From an element to the next one; 1 if their number depends on loops.
    pub(crate) step: i64,
}

impl LinearPart {
    /// The number of elements as an attribute, if it is known.
    pub(super) fn count(&self) -> Option<i64> {
        match self.length {
            Length::Single => Some(SINGLE),
            Length::Symbolic(_) => Some(SYMBOLIC),
            Length::Known(count) => Some(count),
            Length::Linear(_) => None,
        }
    }
}

/// As [`linear_taken`], of a dimension whose size a caller decides.
pub(super) fn symbolic_taken(
    ctx: &Context,
    size: Size,
    subscript: &Subscript<Linear>,
) -> Result<LinearPart, String> {
    const TOO_LARGE: &str = "a number is too large";
    let all = size;
    let size = Linear::of_size(ctx, size).ok_or(TOO_LARGE)?;
    let from_start = |number: &Linear| match number.terms.is_empty() && number.constant < 0 {
        true => size.clone().plus(number, 1).ok_or(TOO_LARGE),
        false => Ok(number.clone()),
    };
    let single = |first| LinearPart { first, length: Length::Single, step: 1 };
    if let (Kind::At, [at]) = (subscript.kind, &subscript.numbers[..]) {
        return Ok(single(from_start(at)?));
    }
    let [from, to, step] = subscript.range();
    if step.is_some() {
        return Err("a range with a step needs a size that is known".to_owned());
    }
    if (from, to) == (None, None) {
        let length = Length::Symbolic(all);
        return Ok(LinearPart { first: Linear::constant(0), length, step: 1 });
    }
    let first = from.map_or(Ok(Linear::constant(0)), from_start)?;
    let end = to.map_or(Ok(size.clone()), from_start)?;
    match end.plus(&first, -1) {
        Some(Linear { constant, terms }) if terms.is_empty() => match constant {
            count @ 1.. => Ok(LinearPart { first, length: Length::Known(count), step: 1 }),
            _ => Err(format!("a range {EMPTY}")),
        },
        Some(length) => match length.size(ctx) {
            Some(length) => Ok(LinearPart { first, length: Length::Symbolic(length), step: 1 }),
            None => {
                Err("the length of the range depends on a loop, and on a size that the caller \
                decides"
                    .to_owned())
            }
        },
        None => Err(TOO_LARGE.to_owned()),
    }
}

/// The part of a dimension that a subscript takes, in all iterations of the loops. Whether the
/// indices are in range is only known when the bounds of all loops are: see
/// [`accesses`](crate::accesses).
pub(super) fn linear_taken(size: i64, subscript: &Subscript<Linear>) -> Result<LinearPart, String> {
    let of_count = |first: Linear, count: i64, step: i64| match count {
        SINGLE => LinearPart { first, length: Length::Single, step: 1 },
        _ => LinearPart { first, length: Length::Known(count), step },
    };
    if subscript.numbers.iter().all(|number| number.terms.is_empty()) {
        let numbers = subscript.numbers.iter().map(|number| number.constant).collect();
        let Steps { first, count, step } =
            taken(size, &Subscript { kind: subscript.kind, numbers })?;
        return Ok(of_count(Linear::constant(first), count, step));
    }
    if let (Kind::At, [at]) = (subscript.kind, &subscript.numbers[..]) {
        return Ok(of_count(at.clone(), SINGLE, 1));
    }
    let [from, to, step] = subscript.range();
    let step = match step {
        None => 1,
        Some(step) if !step.terms.is_empty() => return Err("a step depends on a loop".to_owned()),
        Some(Linear { constant: 0, .. }) => {
            return Err("the step of a range must not be 0".to_owned());
        }
        Some(step) => step.constant,
    };
    let (all_from, all_to) = if step < 0 { (size - 1, -1) } else { (0, size) };
    // A constant end is counted from the last element back if it is below 0.
    let from_start = |end: &Linear| {
        let mut end = end.clone();
        if end.terms.is_empty() && end.constant < 0 {
            end.constant += size;
        }
        end
    };
    let from = from.map_or(Linear::constant(all_from), from_start);
    let to = to.map_or(Linear::constant(all_to), from_start);
    let length = to.plus(&from, -1).ok_or("a number is too large")?;
    if !length.terms.is_empty() {
        return match step {
            1 => Ok(LinearPart { first: from, length: Length::Linear(length), step }),
            _ => Err("the number of elements of a range with a step depends on a loop".to_owned()),
        };
    }
    match count_of(length.constant, step) {
        count @ 1.. => Ok(of_count(from, count, step)),
        _ => Err(format!("a range {EMPTY}")),
    }
}
