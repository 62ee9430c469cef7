//! The arguments and the exit status of a program that runs in this process.
//!
//! Both belong to the process, as those of an executable do. The host sets the arguments before the
//! run and reads the status afterwards; compiled code and the interpreter read and write them here.

pub(crate) mod arguments;
pub(crate) mod calls;

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{PoisonError, RwLock};

static ARGUMENTS: RwLock<Vec<String>> = RwLock::new(Vec::new());

/// The status, or -1 before a program has set one.
static STATUS: AtomicI32 = AtomicI32::new(-1);

/// Whether a program has refused its arguments.
static REFUSED: AtomicBool = AtomicBool::new(false);

/// Sets the arguments of the programs that this process runs from now on, and resets the
/// status.
pub fn set_arguments(words: Vec<String>) {
    STATUS.store(-1, Ordering::Relaxed);
    REFUSED.store(false, Ordering::Relaxed);
    *ARGUMENTS.write().unwrap_or_else(PoisonError::into_inner) = words;
}

/// The program's argument of this number, counted from 0.
///
/// # Errors
/// If it was given fewer.
pub fn argument(number: i64) -> Result<String, String> {
    let arguments = ARGUMENTS.read().unwrap_or_else(PoisonError::into_inner);
    let word = usize::try_from(number).ok().and_then(|number| arguments.get(number));
    word.cloned().ok_or_else(|| no_argument(number))
}

/// The message for an argument that the program was not given.
pub fn no_argument(number: i64) -> String {
    format!(
        "the program has no argument {number}: arguments follow `--`, as in `toyc \
            program.toy -- file.npy`"
    )
}

/// Checks that a program with this many arguments was given as many; `usage` has a word for each.
///
/// # Errors
/// If it was not; the text says what was expected.
pub fn check_arguments(expected: i64, usage: &str) -> Result<(), String> {
    let found = ARGUMENTS.read().unwrap_or_else(PoisonError::into_inner).len();
    if usize::try_from(expected) == Ok(found) {
        return Ok(());
    }
    REFUSED.store(true, Ordering::Relaxed);
    Err(wrong_arguments(expected, found, usage))
}

/// Whether [`check_arguments`] has failed in this process.
pub fn has_refused_arguments() -> bool {
    REFUSED.load(Ordering::Relaxed)
}

/// The message for too many or too few arguments.
pub fn wrong_arguments(expected: i64, found: usize, usage: &str) -> String {
    let noun = if expected == 1 { "argument" } else { "arguments" };
    let usage = if usage.is_empty() { String::new() } else { format!(": {usage}") };
    format!("the program takes {expected} {noun}{usage}; found {found}")
}

/// Sets the exit status that a program's `main` returned.
///
/// # Errors
/// If the number is not an exit status; the text says what is.
pub fn set_exit_status(value: f64) -> Result<(), String> {
    exit_status_of(value).map(|status| STATUS.store(status.into(), Ordering::Relaxed))
}

/// Sets the exit status to an integer that a program's `main` returned. As for each process, only
/// the lowest eight bits count.
pub fn set_exit_status_of_process(value: i32) {
    STATUS.store((value as u8).into(), Ordering::Relaxed);
}

/// The status that a program set, if it did.
pub fn exit_status() -> Option<u8> {
    u8::try_from(STATUS.load(Ordering::Relaxed)).ok()
}

/// A number as an exit status.
///
/// # Errors
/// If it is not one.
pub fn exit_status_of(value: f64) -> Result<u8, String> {
    if value.fract() == 0.0 && (0.0..=255.0).contains(&value) {
        return Ok(value as u8);
    }
    Err(format!("'main' returns an exit status, a whole number from 0 to 255; found {value}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_statuses() {
        assert_eq!(
            [0.0, -0.0, 1.0, 255.0].map(|value| exit_status_of(value).ok()),
            [0, 0, 1, 255].map(Some)
        );
        for value in [-1.0, 256.0, 0.5, f64::NAN, f64::INFINITY] {
            assert!(exit_status_of(value).is_err(), "{value}");
        }
    }
}
