//! Marked accesses: the elements they access in all iterations, and the result of a program in
//! which one is out of range.
//!
//! The rules are those of the language's documentation. An index without loop variables is wrong
//! wherever it is out of range. One that depends on loop variables is checked for all iterations: a
//! program is rejected if one of them is out of range and is not under a conditional, or if all of
//! them are; else the index is checked at run time, as are those in a loop whose bounds depend on
//! outer loops or on data. A loop without iterations accesses nothing. If
//! a function is called with a loop variable, its body counts as part of that loop.

use std::collections::{BTreeMap, BTreeSet};

use crate::program::{Expression, Subscript};

/// An enclosing construct of the current position of the evaluator, from outside to inside.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Around {
    /// The bounds vary if they are not numbers that are known at compile time.
    Loop {
        is_empty: bool,
        varies: bool,
    },
    Conditional,
}

/// The enclosing constructs that a number depends on: a bit for each, starting with the outermost.
pub(crate) type Loops = u64;

/// The effects of a program at its marked accesses.
#[derive(Debug, Default)]
pub(crate) struct Accesses {
    pub(crate) around: Vec<Around>,
    /// For each call that is evaluated: its names that depend on variables of loops.
    frames: Vec<Vec<(String, Loops)>>,
    /// The calls that are evaluated, by where the trees have them.
    calls: Vec<usize>,
    /// For each call of the function and dimension, the accessed elements.
    seen: BTreeMap<(Vec<usize>, usize), Seen>,
    /// Whether the program ends at an access out of range. Otherwise another element is taken.
    pub(crate) stops: bool,
    /// Greater than 0 where statements are only checked, not executed.
    pub(crate) looking: usize,
}

/// The part of a dimension that an access takes.
#[derive(Clone, Debug)]
pub(crate) struct Taken {
    /// The number or the ends of the range, before they are counted from the first element.
    pub(crate) numbers: (i64, i64),
    /// The range as it is written: an end that is left out is not there.
    pub(crate) range: String,
    /// The first element, counted from the first one.
    pub(crate) first: i64,
    /// How many elements; none for a single one, whose dimension is dropped.
    pub(crate) count: Option<i64>,
    pub(crate) size: usize,
    /// The loops whose variables the number depends on.
    pub(crate) loops: Loops,
}

impl Taken {
    pub(crate) fn is_in_range(&self) -> bool {
        let count = self.count.unwrap_or(1);
        self.first >= 0 && count > 0 && self.first + count <= self.size as i64
    }

    /// The message about it.
    pub(crate) fn message(&self) -> String {
        let (from, to) = self.numbers;
        self.message_with(&format!("{from}:{to}"))
    }

    /// The message about it, with a range in this form.
    fn message_with(&self, range: &str) -> String {
        let ((from, _), size) = (self.numbers, self.size);
        match self.count {
            None => format!("there is no element {from} in a dimension of size {size}"),
            Some(count) if self.first < 0 || self.first + count > size as i64 => {
                format!("the range {range} is not in a dimension of size {size}")
            }
            Some(_) => format!("the range {range} is empty"),
        }
    }
}

#[derive(Debug)]
struct Seen {
    /// The first one.
    taken: Taken,
    least: i64,
    greatest: i64,
    is_conditional: bool,
    has_empty_loop: bool,
    has_varying_loop: bool,
    shape: Vec<usize>,
}

/// The verdict on a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// All accesses are in range, or checked when the program runs.
    #[default]
    Runs,
    /// It is refused, with one of these messages.
    Refused(BTreeSet<String>),
}

impl Accesses {
    pub(crate) fn enter_call(&mut self, call: &Expression, arguments: Vec<(String, Loops)>) {
        self.calls.push(std::ptr::from_ref(call) as usize);
        self.frames.push(arguments);
    }

    pub(crate) fn leave_call(&mut self) {
        self.calls.pop();
        self.frames.pop();
    }

    /// Begins a loop; its variable depends on it.
    pub(crate) fn enter_loop(&mut self, variable: &str, is_empty: bool, varies: bool) {
        let this = 1 << self.around.len();
        self.around.push(Around::Loop { is_empty, varies });
        if self.frames.is_empty() {
            self.frames.push(vec![]);
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.push((variable.to_owned(), this));
        }
    }

    /// Whether the bounds of a loop depend on outer loops or on data.
    pub(crate) fn varies(&self, bounds: &[Option<&Expression>]) -> bool {
        bounds.iter().flatten().any(|bound| self.loops_of(bound) != 0 || depends_on_data(bound))
    }

    pub(crate) fn leave_loop(&mut self) {
        self.around.pop();
        if let Some(frame) = self.frames.last_mut() {
            frame.pop();
        }
    }

    /// The loops whose variables a number depends on.
    pub(crate) fn loops_of(&self, number: &Expression) -> Loops {
        let Some(frame) = self.frames.last() else { return 0 };
        match number {
            Expression::Variable(name) => {
                let found = frame.iter().rev().find(|(variable, _)| variable == name);
                found.map_or(0, |(_, loops)| *loops)
            }
            Expression::Member(operand, _)
            | Expression::Negation(operand)
            | Expression::Inversion(operand)
            | Expression::Not(operand)
            | Expression::Marked(operand) => self.loops_of(operand),
            Expression::Binary(_, left, right) => self.loops_of(left) | self.loops_of(right),
            Expression::Call(_, arguments) | Expression::List(arguments) => {
                arguments.iter().fold(0, |all, one| all | self.loops_of(one))
            }
            _ => 0,
        }
    }

    /// The loops whose variables the numbers of a subscript depend on.
    pub(crate) fn loops_of_subscript(&self, subscript: &Subscript) -> Loops {
        match subscript {
            Subscript::At(index) => self.loops_of(index),
            Subscript::Range(from, to) | Subscript::Steps(from, to, _) => {
                from.iter().chain(to).fold(0, |all, end| all | self.loops_of(end))
            }
            Subscript::Rest => 0,
        }
    }

    /// Records a marked access.
    pub(crate) fn note(&mut self, dimension: usize, taken: &Taken, shape: &[usize]) {
        let mut bits = (0..self.around.len()).skip_while(|&at| taken.loops >> at & 1 == 0);
        let is_conditional = bits.any(|at| matches!(self.around[at], Around::Conditional));
        let is_empty = |around: &Around| matches!(around, Around::Loop { is_empty: true, .. });
        let has_empty_loop = self.around.iter().any(is_empty);
        let varies = |around: &Around| matches!(around, Around::Loop { varies: true, .. });
        let has_varying_loop = self.around.iter().any(varies);
        let seen = self.seen.entry((self.calls.clone(), dimension)).or_insert_with(|| Seen {
            taken: taken.clone(),
            least: taken.first,
            greatest: taken.first,
            is_conditional,
            has_empty_loop,
            has_varying_loop,
            shape: shape.to_vec(),
        });
        seen.least = seen.least.min(taken.first);
        seen.greatest = seen.greatest.max(taken.first);
    }

    /// The result of the program, once all iterations have been checked.
    pub(crate) fn verdict(&self) -> Verdict {
        let refusals = self.seen.values().filter_map(Seen::refusal);
        // Elements are taken or assigned to.
        let of_both = refusals.flat_map(|message| {
            [format!("cannot take {message}"), format!("cannot assign to {message}")]
        });
        let messages: BTreeSet<String> = of_both.collect();
        if messages.is_empty() { Verdict::Runs } else { Verdict::Refused(messages) }
    }
}

/// The prefix of the names of variables with bounds which are not known at compile time.
pub(crate) const DATA: &str = "data";

/// Whether a bound is such a variable.
fn depends_on_data(bound: &Expression) -> bool {
    matches!(bound, Expression::Variable(name) if name.starts_with(DATA))
}

impl Seen {
    /// The message after its verb, if the program is refused.
    fn refusal(&self) -> Option<String> {
        let Self { taken, least, greatest, .. } = self;
        let shape: Vec<String> = self.shape.iter().map(usize::to_string).collect();
        let what = |of: String| Some(format!("elements of shape <{}>: {of}", shape.join(", ")));
        if taken.loops == 0 {
            return if taken.is_in_range() { None } else { what(taken.message_with(&taken.range)) };
        }
        let count = taken.count.unwrap_or(1);
        let size = taken.size as i64;
        let last = size - count;
        if self.has_empty_loop || self.has_varying_loop || (*least >= 0 && *greatest <= last) {
            return None;
        }
        let is_possible = *greatest >= 0 && *least <= last;
        if is_possible && self.is_conditional {
            return None;
        }
        let end = greatest + count - 1;
        what(format!(
            "in the loop, indices from {least} to {end} are not in a dimension of size {size}"
        ))
    }
}
