//! Executes a program whose shapes are known: on one of the engines, in this process or in a
//! process of its own.

use std::io::{self, Seek as _, Write};
use std::time::{Duration, Instant};

use mlir_lite::interpreter;
use mlir_lite::ir::Body;
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported, Span};
use mlir_lite_opt::standard_output::StandardOutput;

use toy_dialect::Tensor;
use toy_dialect::elements::{Element, Elements};

use super::captured_words::{Sink, in_memory, read_captures, words_of};
use super::process::{Ended, apart};
use super::run::Times;
use super::settings::{Engine, Isolation, Prints, Settings};
use crate::entry_point::MAIN;

/// The outcome of a program.
#[derive(Debug, Default)]
pub(super) struct Executed {
    /// The elements of each capture.
    pub(super) captured: Vec<Elements>,
    /// The output, if it is collected.
    pub(super) printed: Vec<u8>,
    /// How long it took.
    pub(super) times: Times,
}

/// Compiles a module's `main` and runs it. `captures` has the element types of its captures.
///
/// # Errors
/// If it cannot be compiled, has undefined behaviour, or is stopped.
pub(super) fn execute(
    module: Body,
    captures: &[Element],
    settings: &Settings,
    diagnostics: &mut Diagnostics,
) -> Result<Executed, Reported> {
    if settings.isolation == Isolation::OwnProcess {
        return execute_apart(module, captures, settings, diagnostics);
    }
    let mut printed = Vec::new();
    let sink = Sink::new(captures.len(), None);
    let (sink, times) = match settings.prints {
        Prints::Inherited => compute(module, sink, settings, &mut StandardOutput, diagnostics)?,
        Prints::Collected => compute(module, sink, settings, &mut printed, diagnostics)?,
    };
    let captured = read_captures(&sink.kept[..], captures, &sink.counts);
    let captured = captured.map_err(|error| diagnostics.error(no_room(&error)))?;
    Ok(Executed { captured, printed, times })
}

/// Runs `main` in this process. The output of machine code goes to standard output.
fn compute(
    module: Body,
    sink: Sink,
    settings: &Settings,
    out: &mut (dyn Write + Send),
    diagnostics: &mut Diagnostics,
) -> Result<(Sink, Times), Reported> {
    match settings.engine {
        Engine::Interpreter => interpret(&module, sink, out, diagnostics),
        #[cfg(feature = "llvm")]
        Engine::MachineCode => native::run(module, sink, settings, diagnostics),
    }
}

fn interpret(
    module: &Body,
    mut sink: Sink,
    out: &mut (dyn Write + Send),
    diagnostics: &mut Diagnostics,
) -> Result<(Sink, Times), Reported> {
    let begin = Instant::now();
    let outcome = interpreter::run(module, MAIN, Vec::new(), out);
    let outcome = outcome.map_err(|trap| diagnostics.error(*trap))?;
    let times = Times { compile: Duration::ZERO, run: begin.elapsed() };
    for (index, tensor) in outcome.captured {
        let tensor = tensor.into_dialect::<Tensor>();
        sink.put(index, &tensor.map_or_else(|_| Vec::new(), |tensor| words_of(&tensor.elements)));
    }
    Ok((sink, times))
}

/// Runs `main` in a process of its own.
fn execute_apart(
    module: Body,
    captures: &[Element],
    settings: &Settings,
    diagnostics: &mut Diagnostics,
) -> Result<Executed, Reported> {
    #[cfg(feature = "llvm")]
    crate::execution::prepare();
    // Both processes have this file.
    let mut file = match in_memory() {
        Ok(file) => file,
        Err(error) => return Err(diagnostics.error(stopped(Err(error)))),
    };
    let ended = apart(settings.prints, || {
        let mut found = Diagnostics::new();
        let sink = file.try_clone().map(|file| Sink::new(captures.len(), Some(file)));
        let computed = match sink {
            Ok(sink) => compute(module, sink, settings, &mut StandardOutput, &mut found),
            Err(error) => Err(found.error(no_room(&error))),
        };
        match computed {
            Ok((Sink { error: Some(error), .. }, _)) => {
                found.error(no_room(&error));
                encode_errors(&found)
            }
            Ok((sink, times)) => encode(&sink.counts, times),
            Err(_) => encode_errors(&found),
        }
    });
    match ended {
        Ok(Ended::Finished { answer, printed }) => match decode(&answer) {
            Ok((counts, times)) => {
                let captured =
                    file.rewind().and_then(|()| read_captures(&mut file, captures, &counts));
                let captured = captured.map_err(|error| diagnostics.error(no_room(&error)))?;
                Ok(Executed { captured, printed, times })
            }
            Err(errors) => {
                diagnostics.extend(errors);
                diagnostics.check().map(|()| Executed::default())
            }
        },
        ended => Err(diagnostics.error(stopped(ended))),
    }
}

/// The error for results that cannot be passed on.
fn no_room(error: &io::Error) -> Diagnostic {
    let message = format!("cannot keep what the entry computed: {error}");
    Diagnostic::error(Position::Unknown, message)
        .with_note("the entry has changed nothing")
        .with_help("if it needs more memory than there is, try smaller tensors")
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

/// `V`, the times in nanoseconds, and the number of elements of each capture.
fn encode(counts: &[usize], times: Times) -> Vec<u8> {
    let mut bytes = vec![b'V'];
    let nanos = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX).to_le_bytes();
    bytes.extend(nanos(times.compile));
    bytes.extend(nanos(times.run));
    bytes.extend(counts.iter().flat_map(|count| (*count as u64).to_le_bytes()));
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
fn decode(bytes: &[u8]) -> Result<(Vec<usize>, Times), Vec<Diagnostic>> {
    match bytes.split_first() {
        Some((b'V', bytes)) => Ok(decode_counts(bytes)),
        Some((b'E', bytes)) => Err(decode_errors(bytes)),
        _ => Err(vec![Diagnostic::error(
            Position::Unknown,
            "the process that ran the entry said nothing",
        )]),
    }
}

fn decode_counts(bytes: &[u8]) -> (Vec<usize>, Times) {
    let (words, _) = bytes.as_chunks::<8>();
    let mut words = words.iter().map(|word| u64::from_le_bytes(*word));
    let mut nanos = || words.next().map_or(Duration::ZERO, Duration::from_nanos);
    let times = Times { compile: nanos(), run: nanos() };
    (words.map(|count| usize::try_from(count).unwrap_or_default()).collect(), times)
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

    use super::{Sink, Times};
    use crate::execution::{self, Teardown};
    use crate::optimization::{JitOptimize, OptimizationOptions};
    use crate::repl::settings::{Isolation, Settings};
    use crate::runtime_functions::RuntimeFunction;
    use crate::stage::Stage;
    use crate::timing::Timing;

    thread_local! {
        /// Where elements go. A program runs on the thread that compiled it.
        static SINK: RefCell<Sink> = const { RefCell::new(Sink::NONE) };
    }

    extern "C" fn capture(index: i64, count: i64, elements: *const u8) {
        // SAFETY: compiled code passes initialised memory of this many elements of 8 bytes.
        #[allow(unsafe_code, reason = "compiled code passes memory")]
        let words =
            unsafe { std::slice::from_raw_parts(elements, count as usize * size_of::<u64>()) };
        SINK.with_borrow_mut(|sink| sink.put(index, words));
    }

    /// Lowers and compiles a module and runs its `main`, which passes on the elements of captures.
    pub(super) fn run(
        mut module: Body,
        sink: Sink,
        settings: &Settings,
        diagnostics: &mut Diagnostics,
    ) -> Result<(Sink, Times), Reported> {
        let (begin, mut timing) = (Instant::now(), Timing::new());
        settings.pipeline().lower(&mut module, Stage::Jit, diagnostics)?;
        settings.pipeline().check_allocations(&mut module, diagnostics)?;
        SINK.set(sink);
        // All elements are passed as words of 8 bytes.
        let capture_functions = [CaptureOp::FUNCTION, CaptureOp::OF_INTEGERS]
            .map(|name| RuntimeFunction { name, address: capture as *const _ });
        let optimization =
            OptimizationOptions { level: settings.level, when: JitOptimize::WhereItPays };
        let teardown = match settings.isolation {
            Isolation::None => Teardown::Free,
            Isolation::OwnProcess => Teardown::End,
        };
        let result = execution::run(
            &module,
            optimization,
            &capture_functions,
            teardown,
            &mut timing,
            diagnostics,
        );
        let sink = SINK.replace(Sink::NONE);
        result?;
        let run = timing.part(execution::RUN);
        Ok((sink, Times { compile: begin.elapsed().saturating_sub(run), run }))
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn answers_are_read_as_they_are_written() {
        let times = Times { compile: Duration::from_micros(3), run: Duration::from_nanos(7) };
        let counts = vec![2, 0, usize::MAX];
        assert_eq!(decode(&encode(&counts, times)).ok(), Some((counts, times)));
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
