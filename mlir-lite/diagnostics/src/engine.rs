//! Diagnostic handlers.
//!
//! Phases collect what they find in [`Diagnostics`]; an engine passes it to handlers. A handler
//! consumes a diagnostic or passes it on to the handlers that were registered before it.
//! Diagnostics that no handler consumes are returned. When several threads report, each collects
//! into a list of its own, and the lists are delivered in program order ([`in_order`]), so that the
//! result does not depend on the number of threads.

use crate::collector::Diagnostics;
use crate::diagnostic::Diagnostic;

/// The outcome of a handler for a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handled {
    /// The diagnostic is done; no other handler sees it.
    Consumed,
    /// The handlers that were registered earlier are asked.
    Passed,
}

/// A registered handler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandlerId(u64);

type Handler<'h> = Box<dyn FnMut(&Diagnostic) -> Handled + 'h>;

/// Passes diagnostics to handlers, the most recently registered first.
///
/// ```
/// use mlir_lite_diagnostics::{Diagnostic, DiagnosticEngine, Handled, Position, Severity};
///
/// let mut remarks = 0;
/// let mut engine = DiagnosticEngine::new();
/// engine.register(|diagnostic| match diagnostic.severity {
///     Severity::Remark => { remarks += 1; Handled::Consumed }
///     _ => Handled::Passed,
/// });
/// assert!(engine.emit(Diagnostic::remark(Position::Unknown, "unrolled")).is_none());
/// assert!(engine.emit(Diagnostic::error(Position::Unknown, "wrong")).is_some());
/// drop(engine);
/// assert_eq!(remarks, 1);
/// ```
#[derive(Default)]
pub struct DiagnosticEngine<'h> {
    handlers: Vec<(HandlerId, Handler<'h>)>,
    registered: u64,
}

impl<'h> DiagnosticEngine<'h> {
    /// An engine without handlers.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a handler, which is asked before all others.
    pub fn register(&mut self, handler: impl FnMut(&Diagnostic) -> Handled + 'h) -> HandlerId {
        self.registered += 1;
        let id = HandlerId(self.registered);
        self.handlers.push((id, Box::new(handler)));
        id
    }

    /// Removes a handler; false if it was removed already.
    pub fn erase(&mut self, id: HandlerId) -> bool {
        let before = self.handlers.len();
        self.handlers.retain(|(other, _)| *other != id);
        self.handlers.len() < before
    }

    /// Runs `work` with a handler that is registered only during the call.
    pub fn scoped<R>(
        &mut self,
        handler: impl FnMut(&Diagnostic) -> Handled + 'h,
        work: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let id = self.register(handler);
        let result = work(self);
        self.erase(id);
        result
    }

    /// Passes a diagnostic to the handlers; returns it if none of them consumes it.
    pub fn emit(&mut self, diagnostic: Diagnostic) -> Option<Diagnostic> {
        let consumed = self
            .handlers
            .iter_mut()
            .rev()
            .any(|(_, handler)| handler(&diagnostic) == Handled::Consumed);
        if consumed { None } else { Some(diagnostic) }
    }

    /// Delivers collected diagnostics; returns those that no handler consumes.
    pub fn deliver(&mut self, diagnostics: Diagnostics) -> Diagnostics {
        let mut left = Diagnostics::new();
        left.extend(diagnostics.into_iter().filter_map(|diagnostic| self.emit(diagnostic)));
        left
    }
}

/// Concatenates the diagnostics of tasks, each with its position in program order, regardless of
/// the order in which the tasks finished.
#[doc(hidden)]
pub fn in_order(found: impl IntoIterator<Item = (usize, Diagnostics)>) -> Diagnostics {
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_by_key(|(place, _)| *place);
    let mut all = Diagnostics::new();
    found.into_iter().for_each(|(_, diagnostics)| all.extend(diagnostics));
    all
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use pretty_assertions::assert_eq;

    use super::*;
    use crate::diagnostic::Position;

    fn error(message: &str) -> Diagnostic {
        Diagnostic::error(Position::Unknown, message)
    }

    #[test]
    fn the_last_handler_is_asked_first() {
        let heard = RefCell::new(Vec::new());
        let hear = |who: &'static str, handled: Handled| {
            let heard = &heard;
            move |diagnostic: &Diagnostic| {
                heard.borrow_mut().push(format!("{who}: {}", diagnostic.message));
                handled
            }
        };
        let mut engine = DiagnosticEngine::new();
        engine.register(hear("first", Handled::Passed));
        let second = engine.register(hear("second", Handled::Consumed));
        engine.register(hear("third", Handled::Passed));
        assert_eq!(engine.emit(error("a")), None);
        assert!(engine.erase(second) && !engine.erase(second));
        assert_eq!(engine.emit(error("b")), Some(error("b")));
        assert_eq!(*heard.borrow(), ["third: a", "second: a", "third: b", "first: b"]);
    }

    #[test]
    fn a_scoped_handler_leaves() {
        let mut engine = DiagnosticEngine::new();
        let within = engine.scoped(|_| Handled::Consumed, |engine| engine.emit(error("a")));
        assert_eq!((within, engine.emit(error("b"))), (None, Some(error("b"))));
    }

    #[test]
    fn what_nobody_consumes_comes_back() {
        let mut engine = DiagnosticEngine::new();
        engine.register(|diagnostic| {
            if diagnostic.message == "mine" { Handled::Consumed } else { Handled::Passed }
        });
        let mut found = Diagnostics::new();
        found.extend([error("mine"), error("yours")]);
        let left = engine.deliver(found);
        assert_eq!(left.iter().map(|d| d.message.as_str()).collect::<Vec<_>>(), ["yours"]);
        assert!(left.has_errors());
    }

    #[test]
    fn program_order_does_not_depend_on_who_was_first() {
        let list = |messages: &[&str]| {
            let mut list = Diagnostics::new();
            list.extend(messages.iter().map(|message| error(message)));
            list
        };
        let all = in_order([(2, list(&["c"])), (0, list(&["a", "b"])), (1, list(&[]))]);
        assert_eq!(all.iter().map(|d| d.message.as_str()).collect::<Vec<_>>(), ["a", "b", "c"]);
    }
}
