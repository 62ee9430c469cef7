//! The results of a function before and after a change.

use crate::probe::{is_visible, watched_format};
use crate::workshop::Workshop;
use mlir_lite::interpreter::{Outcome, Run, Value, run_each};
use mlir_lite::ir::Body;
use mlir_lite::scalar::{Float, FloatClass};
use mlir_lite::types::{FloatKind, NonFinite, Type};
use mlir_lite_diagnostics::Diagnostic;
use random_programs::random::Random;

/// Ops that a run before the change may take.
const MAX_OPS: u64 = 4_000;

/// The numbers of compared runs.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Runs that were defined before, and were compared.
    pub compared: u64,
    /// Runs that were not defined before, or took too long.
    pub undefined: u64,
    /// Why a run before the change could not be interpreted.
    pub no_meaning: Option<String>,
    /// Why the last of the undefined runs was.
    pub no_result: Option<String>,
    /// The first difference: the arguments, and a description.
    pub difference: Option<(Vec<Value>, String)>,
}

/// Values for parameters: some sets, of which one has sizes of zero.
pub fn inputs(
    workshop: &Workshop,
    parameters: &[Type],
    sets: usize,
    is_tame: bool,
    random: &mut Random,
) -> Vec<Vec<Value>> {
    let set = |_| {
        let open = if random.chance(60) { 2 } else { random.below(4) as i64 };
        let has_poison = !is_tame && random.chance(6);
        let value = |&ty: &Type| match has_poison && random.chance(40) {
            true => Value::Poison,
            false => workshop.value(ty, open, is_tame, random),
        };
        parameters.iter().map(value).collect()
    };
    (0..sets).map(set).collect()
}

/// A function of a module.
pub type Function<'f> = (&'f Body, &'static str);

/// Runs two functions on the same arguments. A program with flags that promise something is
/// [watched](crate::probe::watched): numbers may differ a little, and runs that break a promise are
/// not defined.
pub fn compare(
    (old, old_name): Function<'_>,
    (module, name): Function<'_>,
    results: &[Type],
    mut inputs: Vec<Vec<Value>>,
    watched: Option<&Body>,
) -> Comparison {
    let mut comparison = Comparison::default();
    let is_approximate = watched.is_some();
    if let Some(watched) = watched {
        let calls = inputs.iter().map(|arguments| (old_name, arguments.clone())).collect();
        let Ok(runs) = run_each(2 * MAX_OPS, watched, calls) else { return comparison };
        let all = inputs.len();
        let mut runs = runs.into_iter();
        // A run that fails does so again below, and says why.
        inputs.retain(|_| {
            runs.next().is_none_or(|(run, _)| run.map_or(true, |it| keeps_promises(&it)))
        });
        comparison.undefined += (all - inputs.len()) as u64;
    }
    let calls = inputs.iter().map(|arguments| (old_name, arguments.clone())).collect();
    let Ok(before) = run_each(MAX_OPS, old, calls) else { return comparison };
    let mut defined = Vec::new();
    for (arguments, run) in inputs.into_iter().zip(before) {
        match run {
            (Ok(outcome), output) => defined.push((arguments, outcome, output)),
            (Err(trap), _) => {
                comparison.undefined += 1;
                if trap.message.contains("cannot be interpreted")
                    || trap.message.contains("no symbol")
                {
                    comparison.no_meaning = Some(trap.message.clone());
                } else {
                    comparison.no_result = Some(trap.message.clone());
                }
            }
        }
    }
    let calls = defined.iter().map(|(arguments, ..)| (name, arguments.clone())).collect();
    let Ok(after) = run_each(20 * MAX_OPS, module, calls) else { return comparison };
    for ((arguments, outcome, output), run) in defined.into_iter().zip(after) {
        comparison.compared += 1;
        if comparison.difference.is_none()
            && let Some(difference) =
                difference(module, results, &outcome, &output, &run, is_approximate)
        {
            comparison.difference = Some((arguments, difference));
        }
    }
    comparison
}

/// Whether all numbers that a run computed are finite, as flags such as `nnan` promise.
fn keeps_promises(outcome: &Outcome) -> bool {
    let keeps = |&(number, ref value): &(i64, Value)| {
        watched_format(number).is_none_or(|kind| is_finite(value, kind))
    };
    outcome.captured.iter().all(keeps)
}

/// In a format without infinities and NaN, the greatest number stands for all that are greater.
fn is_finite(value: &Value, kind: FloatKind) -> bool {
    let is_saturated = |number: f64| {
        kind.layout().non_finite == NonFinite::None
            && Float::from_bits(kind, kind.extremes()[1])
                .as_f64()
                .is_some_and(|most| number.abs() >= most)
    };
    match &elements(value) {
        Value::Float(number) => number.is_finite() && !is_saturated(*number),
        Value::WideFloat(number) => !matches!(
            Float::Wide(*number).class(number.kind()),
            FloatClass::NaN | FloatClass::Infinite
        ),
        Value::Elements(elements) => elements.values.iter().all(|element| is_finite(element, kind)),
        Value::Aggregate(parts) => parts.iter().all(|part| is_finite(part, kind)),
        _ => true,
    }
}

fn difference(
    module: &Body,
    types: &[Type],
    before: &Outcome,
    printed: &[u8],
    after: &Run,
    is_approximate: bool,
) -> Option<String> {
    let after_printed = &after.1;
    let after: &Outcome = match &after.0 {
        Ok(outcome) => outcome,
        Err(trap) => return Some(format!("is no longer defined: {}", message(trap))),
    };
    if printed != after_printed {
        let text = String::from_utf8_lossy;
        return Some(format!("printed {:?}, and now {:?}", text(printed), text(after_printed)));
    }
    // In the llvm dialect, several results are one struct.
    let given = match (&before.results[..], &after.results[..]) {
        ([_, _, ..], [Value::Aggregate(parts)]) => &parts[..],
        (_, results) => results,
    };
    if before.results.len() != given.len() {
        return Some(format!("{} results became {}", before.results.len(), given.len()));
    }
    for (index, (a, b)) in before.results.iter().zip(given).enumerate() {
        let is_seen = types.get(index).is_none_or(|&ty| is_visible(module.context(), ty));
        if is_seen && !agree(a, b, is_approximate) {
            return Some(format!("result {index} was {a:?}, and is now {b:?}"));
        }
    }
    let numbers =
        |outcome: &Outcome| outcome.captured.iter().map(|(number, _)| *number).collect::<Vec<_>>();
    if numbers(before) != numbers(after) {
        return Some(format!(
            "probes {:?} were run, and now {:?}",
            numbers(before),
            numbers(after)
        ));
    }
    for ((number, a), (_, b)) in before.captured.iter().zip(&after.captured) {
        if !agree(a, b, is_approximate) {
            return Some(format!("probe {number} saw {a:?}, and now {b:?}"));
        }
    }
    None
}

fn message(trap: &Diagnostic) -> &str {
    &trap.message
}

/// A value whose elements can be compared: the tensors of Toy are values of its own.
fn elements(value: &Value) -> Value {
    match value.clone().into_dialect::<toy_dialect::Tensor>() {
        Ok(tensor) => tensor.to_elements(),
        Err(other) => other,
    }
}

/// Whether a value may become another: poison may become anything, and all NaNs are equal.
fn agree(before: &Value, after: &Value, is_approximate: bool) -> bool {
    let (before, after) = (&elements(before), &elements(after));
    match (before, after) {
        (Value::Poison, _) => true,
        // Elements that are all poison.
        (Value::Elements(a), Value::Poison) => {
            a.values.iter().all(|a| agree(a, after, is_approximate))
        }
        (Value::Aggregate(a), Value::Poison) => a.iter().all(|a| agree(a, after, is_approximate)),
        (Value::Float(a), Value::Float(b)) => {
            a.to_bits() == b.to_bits()
                || a.is_nan() && (b.is_nan() || is_approximate)
                || is_approximate
                    && (a == b
                        || a.is_infinite()
                        || (a - b).abs() <= 0.26 * a.abs().max(b.abs()).max(0.04))
        }
        (Value::WideFloat(a), Value::WideFloat(b)) => {
            a == b || a.is_nan() && b.is_nan() || is_approximate
        }
        (Value::Elements(a), Value::Elements(b)) => {
            a.shape == b.shape
                && a.values.len() == b.values.len()
                && a.values.iter().zip(&b.values).all(|(a, b)| agree(a, b, is_approximate))
        }
        (Value::Aggregate(a), Value::Aggregate(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| agree(a, b, is_approximate))
        }
        (a, b) => a == b,
    }
}
