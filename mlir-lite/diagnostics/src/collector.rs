//! The list that a phase reports to.
//!
//! Order of emission is kept; nothing is sorted or merged. A [`Reported`] is handed out only for an
//! error that is in a list, so a function that returns `Result<T, Reported>` cannot fail without a
//! message.

use crate::diagnostic::{Diagnostic, Severity};
use std::fmt;

/// Proof that an error was emitted. It carries nothing: the message is in the [`Diagnostics`].
///
/// It is an error for `?`, so a program that has shown the diagnostics can end with it:
///
/// ```
/// use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported};
/// use std::error::Error;
///
/// fn step(diagnostics: &mut Diagnostics) -> Result<(), Reported> {
///     Err(diagnostics.error(Diagnostic::error(Position::Unknown, "the door is shut")))
/// }
///
/// fn run(diagnostics: &mut Diagnostics) -> Result<(), Box<dyn Error>> {
///     step(diagnostics)?;
///     Ok(())
/// }
///
/// let error = run(&mut Diagnostics::new()).unwrap_err();
/// assert_eq!(error.to_string(), "errors were reported to the diagnostics");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reported(());

impl fmt::Display for Reported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("errors were reported to the diagnostics")
    }
}

impl std::error::Error for Reported {}

/// Diagnostics in the order in which they were found.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
}

impl Diagnostics {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a diagnostic.
    pub fn emit(&mut self, diagnostic: Diagnostic) {
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        self.list.push(diagnostic);
    }

    /// Adds a diagnostic as an error, whatever its severity was, and proves it.
    pub fn error(&mut self, mut diagnostic: Diagnostic) -> Reported {
        diagnostic.severity = Severity::Error;
        self.emit(diagnostic);
        Reported(())
    }

    /// Whether there is an error among them.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// The proof, if an error was emitted.
    ///
    /// # Errors
    /// If there is an error in the list.
    pub fn check(&self) -> Result<(), Reported> {
        if self.has_errors() { Err(Reported(())) } else { Ok(()) }
    }

    /// Number of errors.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// Number of diagnostics of any severity.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether nothing was emitted.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Empties the list and returns what was in it.
    pub fn take(&mut self) -> Vec<Diagnostic> {
        self.errors = 0;
        std::mem::take(&mut self.list)
    }

    /// The diagnostics.
    pub fn into_vec(self) -> Vec<Diagnostic> {
        self.list
    }

    /// Drops all errors after the first `count`, for a phase that reports one error of a kind.
    /// Other diagnostics stay.
    #[inline]
    pub fn keep_errors(&mut self, count: usize) {
        if self.errors > count {
            let mut seen = 0;
            self.list.retain(|diagnostic| {
                seen += usize::from(diagnostic.severity == Severity::Error);
                diagnostic.severity != Severity::Error || seen <= count
            });
            self.errors = count;
        }
    }

    /// The diagnostics in order of emission.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: I) {
        diagnostics.into_iter().for_each(|diagnostic| self.emit(diagnostic));
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Position;

    #[test]
    fn only_errors_count_as_errors() {
        let mut all = Diagnostics::new();
        all.emit(Diagnostic::warning(Position::Unknown, "odd"));
        assert!(!all.has_errors());
        assert_eq!(all.check(), Ok(()));
        let proof = all.error(Diagnostic::error(Position::Unknown, "wrong"));
        assert_eq!(all.check(), Err(proof));
        assert_eq!((all.error_count(), all.len()), (1, 2));
    }

    #[test]
    fn order_of_emission_is_kept() {
        let mut all = Diagnostics::new();
        all.emit(Diagnostic::error(Position::Unknown, "first"));
        let mut more = Diagnostics::new();
        more.emit(Diagnostic::remark(Position::Unknown, "second"));
        all.extend(more);
        let messages: Vec<_> = all.iter().map(|d| d.message.as_str()).collect();
        assert_eq!(messages, ["first", "second"]);
        assert_eq!(all.take().len(), 2);
        assert!(!all.has_errors());
    }

    #[test]
    fn errors_after_the_first_are_dropped() {
        let mut all = Diagnostics::new();
        for message in ["first", "second", "third"] {
            all.emit(Diagnostic::warning(Position::Unknown, message));
            all.error(Diagnostic::error(Position::Unknown, message));
        }
        all.keep_errors(4);
        assert_eq!((all.error_count(), all.len()), (3, 6));
        all.keep_errors(1);
        assert_eq!((all.error_count(), all.len()), (1, 4));
    }

    #[test]
    fn reporting_an_error_makes_it_one() {
        let mut all = Diagnostics::new();
        all.error(Diagnostic::warning(Position::Unknown, "w"));
        assert!(all.has_errors());
    }
}
