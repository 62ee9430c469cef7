//! Stack traces of the compiler in notes of diagnostics, for developers who look for the code that
//! reports an error.

use std::backtrace::Backtrace;
use std::sync::atomic::{AtomicBool, Ordering};

static SHOWN: AtomicBool = AtomicBool::new(false);

/// Sets whether each new diagnostic of the process has a note with the stack trace of its creation.
pub fn show_stack_traces(shown: bool) {
    SHOWN.store(shown, Ordering::Relaxed);
}

/// The text of a new diagnostic's note with the stack trace, if stack traces are shown.
pub(crate) fn message_if_shown() -> Option<String> {
    SHOWN.load(Ordering::Relaxed).then(message)
}

#[cold]
fn message() -> String {
    let trace = Backtrace::force_capture().to_string();
    format!("diagnostic emitted with trace:\n{}", trace.trim_end())
}

#[cfg(test)]
mod tests {
    use super::{message, message_if_shown};

    /// A name that is in the trace. It must not be inlined.
    #[inline(never)]
    fn reports_an_error() -> String {
        std::hint::black_box(message())
    }

    #[test]
    fn traces_are_notes() {
        assert_eq!(message_if_shown(), None);
        let message = reports_an_error();
        assert!(message.starts_with("diagnostic emitted with trace:\n"), "{message}");
        assert!(message.contains("reports_an_error"), "{message}");
        assert!(message.lines().count() > 3 && !message.ends_with('\n'), "{message}");
    }
}
