//! Executes a program whose shapes are known: on one of the engines, in this process or in a
//! process of its own.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use mlir_lite::interpreter::{self, Value};
use mlir_lite::ir::Body;
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported, Span};
use mlir_lite_opt::standard_output::StandardOutput;

use toy_dialect::Tensor;

use super::process::{Ended, apart};
use super::run::Times;
use super::settings::{Engine, Isolation, Prints, Settings};
use crate::entry_point::MAIN;

/// What came of a program.
#[derive(Debug, Default)]
pub(super) struct Executed {
    /// The elements of each capture.
    pub(super) captured: Vec<Vec<u64>>,
    /// The output, if it is collected.
    pub(super) printed: Vec<u8>,
    /// How long it took.
    pub(super) times: Times,
}

/// Compiles a module's `main` and runs it.
///
/// # Errors
/// If it cannot be compiled, has undefined behaviour, or is stopped.
pub(super) fn execute(
    module: Body,
    captures: usize,
    settings: &Settings,
    diagnostics: &mut Diagnostics,
) -> Result<Executed, Reported> {
    if settings.isolation == Isolation::OwnProcess {
        return execute_apart(module, captures, settings, diagnostics);
    }
    let mut printed = Vec::new();
    let (captured, times) = match settings.prints {
        Prints::Inherited => compute(module, captures, settings, &mut StandardOutput, diagnostics)?,
        Prints::Collected => compute(module, captures, settings, &mut printed, diagnostics)?,
    };
    Ok(Executed { captured, printed, times })
}

type Computed = (Vec<Vec<u64>>, Times);

/// Runs `main` in this process. The output of machine code goes to standard output.
fn compute(
    module: Body,
    captures: usize,
    settings: &Settings,
    out: &mut (dyn Write + Send),
    diagnostics: &mut Diagnostics,
) -> Result<Computed, Reported> {
    match settings.engine {
        Engine::Interpreter => interpret(&module, out, diagnostics),
        #[cfg(feature = "llvm")]
        Engine::MachineCode => native::run(module, captures, settings, diagnostics),
    }
    .inspect(|(captured, _)| debug_assert_eq!(captured.len(), captures))
}

fn interpret(
    module: &Body,
    out: &mut (dyn Write + Send),
    diagnostics: &mut Diagnostics,
) -> Result<Computed, Reported> {
    let begin = Instant::now();
    let outcome = interpreter::run(module, MAIN, Vec::new(), out);
    let outcome = outcome.map_err(|trap| diagnostics.error(*trap))?;
    let times = Times { compile: Duration::ZERO, run: begin.elapsed() };
    Ok((outcome.captured.into_iter().map(elements).collect(), times))
}

/// The elements of a tensor that the interpreter captured.
fn elements((_, tensor): (i64, Value)) -> Vec<u64> {
    let tensor = tensor.into_dialect::<Tensor>();
    tensor.map_or_else(|_| Vec::new(), |tensor| tensor.elements.to_words())
}

/// Runs `main` in a process of its own.
fn execute_apart(
    module: Body,
    captures: usize,
    settings: &Settings,
    diagnostics: &mut Diagnostics,
) -> Result<Executed, Reported> {
    #[cfg(feature = "llvm")]
    crate::execution::prepare();
    let ended = apart(settings.prints, || {
        let mut found = Diagnostics::new();
        match compute(module, captures, settings, &mut StandardOutput, &mut found) {
            Ok(computed) => encode(&computed),
            Err(_) => encode_errors(&found),
        }
    });
    match ended {
        Ok(Ended::Finished { answer, printed }) => match decode(&answer) {
            Ok((captured, times)) => Ok(Executed { captured, printed, times }),
            Err(errors) => {
                diagnostics.extend(errors);
                diagnostics.check().map(|()| Executed::default())
            }
        },
        ended => Err(diagnostics.error(stopped(ended))),
    }
}

/// The error for an entry whose process did not finish.
pub(super) fn stopped(ended: io::Result<Ended>) -> Diagnostic {
    let unplaced = |message: String| Diagnostic::error(Position::Unknown, message);
    match ended {
        Ok(Ended::Interrupted | Ended::Finished { .. }) => {
            unplaced("interrupted".to_owned()).with_note("the entry has changed nothing")
        }
        Ok(Ended::Failed) => unplaced("the entry was not run to its end".to_owned())
            .with_note("the entry has changed nothing"),
        Ok(Ended::Died(how)) => unplaced(format!("the entry was not run to its end: {how}"))
            .with_note("the entry has changed nothing")
            .with_help("if it needs more memory than there is, try smaller tensors"),
        Err(error) => unplaced(format!("cannot run the entry in a process of its own: {error}"))
            .with_help("end other programs, and enter it again"),
    }
}

/// `V`, the times in nanoseconds, and the elements of each capture, preceded by their number.
fn encode((captured, times): &Computed) -> Vec<u8> {
    let mut bytes = vec![b'V'];
    let nanos = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX).to_le_bytes();
    bytes.extend(nanos(times.compile));
    bytes.extend(nanos(times.run));
    bytes.reserve(captured.iter().map(|elements| 8 + 8 * elements.len()).sum());
    for elements in captured {
        bytes.extend((elements.len() as u64).to_le_bytes());
        bytes.extend(elements.iter().flat_map(|element| element.to_le_bytes()));
    }
    bytes
}

/// `E`, and for each error its position, its code, its message and its help, each ended by NUL.
/// Notes are dropped: user errors are reported by shape inference or a run-time check, and have
/// none.
fn encode_errors(errors: &Diagnostics) -> Vec<u8> {
    let mut bytes = vec![b'E'];
    for error in errors.iter() {
        let place = match error.position {
            Position::Span(span) => format!("{} {}", span.start, span.end),
            Position::FileLineCol { ref file, line, col } => format!("{line} {col} {file}"),
            Position::Unknown => String::new(),
        };
        for text in [&place, error.code.unwrap_or_default(), &error.message, &error.help.join("; ")]
        {
            bytes.extend(text.bytes().filter(|byte| *byte != 0));
            bytes.push(0);
        }
    }
    bytes
}

/// Decodes the output of [`encode`] or [`encode_errors`].
fn decode(bytes: &[u8]) -> Result<Computed, Vec<Diagnostic>> {
    match bytes.split_first() {
        Some((b'V', bytes)) => Ok(decode_values(bytes)),
        Some((b'E', bytes)) => Err(decode_errors(bytes)),
        _ => Err(vec![Diagnostic::error(
            Position::Unknown,
            "the process that ran the entry said nothing",
        )]),
    }
}

fn decode_values(bytes: &[u8]) -> Computed {
    let (words, _) = bytes.as_chunks::<8>();
    let mut words = words.iter().copied();
    let mut nanos = || {
        words.next().map_or(Duration::ZERO, |word| Duration::from_nanos(u64::from_le_bytes(word)))
    };
    let times = Times { compile: nanos(), run: nanos() };
    let mut captured = Vec::new();
    while let Some(count) = words.next() {
        let count = usize::try_from(u64::from_le_bytes(count)).unwrap_or_default();
        captured.push(words.by_ref().take(count).map(u64::from_le_bytes).collect());
    }
    (captured, times)
}

fn decode_errors(bytes: &[u8]) -> Vec<Diagnostic> {
    let text = String::from_utf8_lossy(bytes);
    let parts: Vec<&str> = text.split('\0').collect();
    let (errors, _) = parts.as_chunks::<4>();
    let errors = errors.iter().map(|[place, code, message, help]| {
        let position = decode_position(place);
        let is_said = matches!(position, Position::FileLineCol { .. });
        let error = Diagnostic::error(position, *message);
        let error = if is_said { error.without_source() } else { error };
        let error = match toy_ast::Code::named(code) {
            Some(code) => error.with_code(code.text()),
            None => error,
        };
        if help.is_empty() { error } else { error.with_help(*help) }
    });
    errors.collect()
}

/// Decodes a position written by [`encode_errors`]: a span, or a line and a column of a file.
fn decode_position(place: &str) -> Position {
    let mut parts = place.splitn(3, ' ');
    let mut number = || parts.next()?.parse().ok();
    match (number(), number(), parts.next()) {
        (Some(start), Some(end), None) => Position::Span(Span::new(start, end)),
        (Some(line), Some(col), Some(file)) => {
            Position::FileLineCol { file: file.into(), line, col }
        }
        _ => Position::Unknown,
    }
}

/// Compiled code.
#[cfg(feature = "llvm")]
mod native {
    use std::cell::RefCell;
    use std::time::Instant;

    use mlir_lite::ir::Body;
    use mlir_lite_diagnostics::{Diagnostics, Reported};
    use toy_dialect::ops::CaptureOp;

    use super::{Computed, Times};
    use crate::execution::{self, Teardown};
    use crate::optimization::{JitOptimize, OptimizationOptions};
    use crate::repl::settings::{Isolation, Settings};
    use crate::runtime_function::RuntimeFunction;
    use crate::stage::Stage;
    use crate::timing::Timing;

    thread_local! {
        /// Elements by capture. A program runs on the thread that compiled it.
        static CAPTURED: RefCell<Vec<Vec<u64>>> = const { RefCell::new(Vec::new()) };
    }

    extern "C" fn capture(index: i64, count: i64, elements: *const u64) {
        // SAFETY: compiled code passes initialised memory of this many elements of 8 bytes; any
        // bits are words.
        #[allow(unsafe_code, reason = "compiled code passes memory")]
        let elements = unsafe { std::slice::from_raw_parts(elements, count as usize) };
        CAPTURED.with_borrow_mut(|captured| {
            if let Some(kept) =
                usize::try_from(index).ok().and_then(|index| captured.get_mut(index))
            {
                *kept = elements.to_vec();
            }
        });
    }

    /// Lowers and compiles a module and runs its `main`; returns the elements of each capture.
    pub(super) fn run(
        mut module: Body,
        captures: usize,
        settings: &Settings,
        diagnostics: &mut Diagnostics,
    ) -> Result<Computed, Reported> {
        let (begin, mut timing) = (Instant::now(), Timing::new());
        settings.pipeline().lower(&mut module, Stage::Jit, diagnostics)?;
        settings.pipeline().check_allocations(&mut module, diagnostics)?;
        CAPTURED.set(vec![Vec::new(); captures]);
        // All elements are passed as words of 8 bytes.
        let capture_functions = [CaptureOp::FUNCTION, CaptureOp::OF_INTEGERS]
            .map(|name| RuntimeFunction { name, address: capture as *const _ });
        let optimization =
            OptimizationOptions { level: settings.level, when: JitOptimize::WhereItPays };
        let teardown = match settings.isolation {
            Isolation::None => Teardown::Free,
            Isolation::OwnProcess => Teardown::End,
        };
        execution::run(
            &module,
            optimization,
            &capture_functions,
            teardown,
            &mut timing,
            diagnostics,
        )?;
        let run = timing.part(execution::RUN);
        Ok((CAPTURED.take(), Times { compile: begin.elapsed().saturating_sub(run), run }))
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn answers_are_read_as_they_are_written() {
        let times = Times { compile: Duration::from_micros(3), run: Duration::from_nanos(7) };
        let computed = (vec![vec![1, u64::MAX], vec![], vec![2]], times);
        assert_eq!(decode(&encode(&computed)).ok(), Some(computed));
        assert!(decode(b"").is_err());
    }

    #[test]
    fn errors_keep_their_place_and_their_help() {
        let mut errors = Diagnostics::new();
        errors.error(Diagnostic::error(Span::new(3, 7), "no room").with_help("make some"));
        errors.error(Diagnostic::error(Position::Unknown, "nowhere"));
        let place = Position::FileLineCol { file: "<repl:1> x".into(), line: 2, col: 9 };
        let said = Diagnostic::error(place, "too far").with_code("T0066").without_source();
        errors.error(said.clone());
        let found = decode(&encode_errors(&errors)).expect_err("errors");
        let texts: Vec<_> =
            found.iter().map(|error| (error.message.as_str(), error.help.join(""))).collect();
        let expected = [("no room", "make some"), ("nowhere", ""), ("too far", "")];
        assert_eq!(texts, expected.map(|(message, help)| (message, help.to_owned())));
        assert_eq!(found[2], said);
        assert_eq!(found[0].position, Position::Span(Span::new(3, 7)));
    }
}
