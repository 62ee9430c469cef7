//! Runs a program and collects the tensors that it captures.
//!
//! Nothing of a run stays but what it returns: each has a context of its own, and its code is freed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use mlir_lite::Context;
use mlir_lite::interpreter::{self, Value};
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::symbols::SymbolTable;
use mlir_lite::ir::{Body, OpDefinition, OpId};
use mlir_lite_diagnostics::{Diagnostics, Reported, SourceMap};
use toy_ast::Module;
use toy_dialect::ops::{CaptureOp, PrintOp};
use toy_dialect::sema::analyze;

use super::settings::{Engine, Prints, Settings};
use super::value::Tensor;
use crate::driver::MAIN;

/// How long an entry took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// From its text to code.
    pub compile: Duration,
    /// Running that.
    pub run: Duration,
}

/// What a run returns.
#[derive(Debug, Default)]
pub(super) struct Finished {
    /// What was captured.
    pub(super) tensors: Vec<Tensor>,
    /// What was printed, if that is collected.
    pub(super) printed: Vec<u8>,
    /// How long it took.
    pub(super) times: Times,
}

/// A program whose shapes are known.
pub(super) struct Inferred {
    /// Its module.
    pub(super) module: Body,
    /// The shapes of what it captures.
    pub(super) shapes: Vec<Vec<u64>>,
}

/// Checks a program to its last shape. The operands of the last `captures` prints in its `main` are to be captured.
///
/// # Errors
/// If the program is wrong.
pub(super) fn infer(
    program: &Module,
    captures: usize,
    settings: &Settings,
    sources: &Arc<SourceMap>,
    diagnostics: &mut Diagnostics,
) -> Result<Inferred, Reported> {
    let ctx = context(settings, sources);
    let analysis = analyze(program, diagnostics)?;
    let mut module = toy_dialect::emit_module(&ctx, program, &analysis);
    prints_to_captures(&mut module, captures);
    settings.pipeline().infer_shapes(&mut module, diagnostics)?;
    let shapes = captured_shapes(&module);
    Ok(Inferred { module, shapes })
}

/// A context for one entry: what it holds would otherwise grow with the session.
pub(super) fn context(settings: &Settings, sources: &Arc<SourceMap>) -> Context {
    let ctx = Context::with_sources(Arc::clone(sources));
    #[cfg(feature = "llvm")]
    if settings.engine == Engine::OwnProcess {
        ctx.set_threads(1);
    }
    let _ = settings;
    toy_dialect::register(&ctx);
    ctx
}

/// Compiles a program; if it has a `main`, runs it. The operands of the last `captures` prints in `main` are captured
/// instead of printed.
///
/// # Errors
/// If the program is wrong, or is stopped.
pub(super) fn run(
    program: &Module,
    captures: usize,
    settings: &Settings,
    sources: &Arc<SourceMap>,
    diagnostics: &mut Diagnostics,
) -> Result<Finished, Reported> {
    let begin = Instant::now();
    let Inferred { module, shapes } = infer(program, captures, settings, sources, diagnostics)?;
    if !program.functions.iter().any(|function| function.name.text() == MAIN) {
        return Ok(Finished {
            times: Times { compile: begin.elapsed(), run: Duration::ZERO },
            ..Finished::default()
        });
    }
    let inferred = begin.elapsed();
    let (elements, printed, mut times) = match settings.engine {
        Engine::Interpreter => interpret(&module, settings, diagnostics)?,
        #[cfg(feature = "llvm")]
        Engine::InProcess => {
            let (elements, times) = native::run(module, captures, settings, diagnostics)?;
            (elements, Vec::new(), times)
        }
        #[cfg(feature = "llvm")]
        Engine::OwnProcess => native::run_apart(module, captures, settings, diagnostics)?,
    };
    times.compile += inferred;
    let tensors = shapes.into_iter().zip(elements);
    let tensors = tensors.map(|(shape, elements)| Tensor { shape, elements }).collect();
    Ok(Finished { tensors, printed, times })
}

type Ran = (Vec<Vec<f64>>, Vec<u8>, Times);

fn interpret(module: &Body, settings: &Settings, diagnostics: &mut Diagnostics) -> Result<Ran, Reported> {
    let (begin, mut printed) = (Instant::now(), Vec::new());
    let outcome = match settings.prints {
        Prints::Inherited => interpreter::run(module, MAIN, Vec::new(), &mut std::io::stdout()),
        Prints::Collected => interpreter::run(module, MAIN, Vec::new(), &mut printed),
    };
    let outcome = outcome.map_err(|trap| diagnostics.error(*trap))?;
    let times = Times { compile: Duration::ZERO, run: begin.elapsed() };
    Ok((outcome.captured.into_iter().map(elements).collect(), printed, times))
}

/// The elements of a tensor that the interpreter captured.
fn elements((_, tensor): (i64, Value)) -> Vec<f64> {
    let elements = tensor.as_elements().map_or_else(|_| Vec::new(), |tensor| tensor.values.clone());
    elements.iter().map(|element| element.as_float().unwrap_or(f64::NAN)).collect()
}

/// The ops `O` at the top of `main`, in order.
fn ops_in_main<O: OpDefinition>(module: &Body) -> (Option<OpId>, Vec<O>) {
    let main = SymbolTable::new(module).lookup(module.context().ident(MAIN));
    let ops = main.and_then(|main| module.child(main)).map_or_else(Vec::new, |main| {
        let blocks = main.regions(main.root()).iter().flat_map(|region| main.blocks(*region));
        blocks.flat_map(|block| main.ops(block)).filter_map(|op| O::cast(main, op)).collect()
    });
    (main, ops)
}

fn prints_to_captures(module: &mut Body, captures: usize) {
    let (main, prints) = ops_in_main::<PrintOp>(module);
    let Some(main) = main.and_then(|main| module.child_mut(main)) else { return };
    let first = prints.len().saturating_sub(captures);
    for (index, print) in prints[first..].iter().enumerate() {
        let (input, location) = (print.input(main), main.location(print.id()));
        let index = main.context().i64_attr(index as i64);
        let mut builder = BodyBuilder::new(main, InsertionPoint::Before(print.id()));
        CaptureOp::build(&mut builder, location, input, index);
        main.erase_op(print.id());
    }
}

/// The shapes of the captured tensors, by index. They are known once shapes are inferred.
fn captured_shapes(module: &Body) -> Vec<Vec<u64>> {
    let (main, captures) = ops_in_main::<CaptureOp>(module);
    let Some(main) = main.and_then(|main| module.child(main)) else { return Vec::new() };
    let ctx = main.context();
    let shape = |capture: &CaptureOp| main.ty(capture.input(main)).static_shape(ctx).unwrap_or_default();
    captures.iter().map(|capture| shape(capture).iter().map(|&size| size.unsigned_abs()).collect()).collect()
}

/// Compiled code.
#[cfg(feature = "llvm")]
mod native {
    use std::cell::RefCell;
    use std::time::{Duration, Instant};

    use mlir_lite::ir::Body;
    use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported};
    use toy_dialect::ops::CaptureOp;

    use super::{Ran, Times};
    use crate::arguments::{Effort, JitOptimize};
    use crate::execution::{self, Afterwards, Hook};
    use crate::repl::process::{Ended, apart};
    use crate::repl::settings::Settings;
    use crate::stage::Stage;
    use crate::timing::Timing;

    thread_local! {
        /// Elements by capture. A program runs on the thread that compiled it.
        static CAPTURED: RefCell<Vec<Vec<f64>>> = const { RefCell::new(Vec::new()) };
    }

    extern "C" fn capture(index: i64, element: f64) {
        CAPTURED.with_borrow_mut(|captured| {
            if let Some(elements) = usize::try_from(index).ok().and_then(|index| captured.get_mut(index)) {
                elements.push(element);
            }
        });
    }

    /// Lowers and compiles a module and runs its `main`; returns the elements of each capture.
    pub(super) fn run(
        mut module: Body,
        captures: usize,
        settings: &Settings,
        diagnostics: &mut Diagnostics,
    ) -> Result<(Vec<Vec<f64>>, Times), Reported> {
        let (begin, mut timing) = (Instant::now(), Timing::new());
        settings.pipeline().lower(&mut module, Stage::MlirLlvm, diagnostics)?;
        CAPTURED.set(vec![Vec::new(); captures]);
        let hook = Hook { name: CaptureOp::HOOK, address: capture as *const _ };
        let effort = Effort { level: settings.level, when: JitOptimize::WhereItPays };
        execution::run(&module, effort, &[hook], Afterwards::Free, &mut timing, diagnostics)?;
        let run = timing.part(execution::RUN);
        Ok((CAPTURED.take(), Times { compile: begin.elapsed().saturating_sub(run), run }))
    }

    /// The same in a process of its own.
    pub(super) fn run_apart(
        module: Body,
        captures: usize,
        settings: &Settings,
        diagnostics: &mut Diagnostics,
    ) -> Result<Ran, Reported> {
        let ended = apart(settings.prints, || {
            let mut found = Diagnostics::new();
            match run(module, captures, settings, &mut found) {
                Ok((elements, times)) => encode(&elements, times),
                Err(_) => {
                    let messages: Vec<_> = found.iter().map(|found| found.message.as_str()).collect();
                    [b"E".as_slice(), messages.join("\n").as_bytes()].concat()
                }
            }
        });
        let unplaced = |message: String| Diagnostic::error(Position::Unknown, message);
        let stopped = match ended {
            Ok(Ended::Finished { answer, printed }) => match decode(&answer) {
                Ok((elements, times)) => return Ok((elements, printed, times)),
                Err(message) => unplaced(message),
            },
            Ok(Ended::Interrupted) => {
                unplaced("interrupted".to_owned()).with_note("the entry has changed nothing")
            }
            Ok(Ended::Died(how)) => unplaced(format!("the entry was not run to its end: {how}"))
                .with_note("the entry has changed nothing")
                .with_help("if it needs more memory than there is, try smaller tensors"),
            Err(error) => unplaced(format!("cannot run the entry in a process of its own: {error}")),
        };
        Err(diagnostics.error(stopped))
    }

    /// `V`, the times in nanoseconds, and the elements of each capture behind their number.
    fn encode(captured: &[Vec<f64>], times: Times) -> Vec<u8> {
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

    /// What [`encode`] wrote, or the message of an error.
    fn decode(bytes: &[u8]) -> Result<(Vec<Vec<f64>>, Times), String> {
        let bytes = match bytes.split_first() {
            Some((b'V', bytes)) => bytes,
            Some((b'E', message)) => return Err(String::from_utf8_lossy(message).into_owned()),
            _ => return Err("the process that ran the entry said nothing".to_owned()),
        };
        let (words, _) = bytes.as_chunks::<8>();
        let mut words = words.iter().copied();
        let mut nanos =
            || words.next().map_or(Duration::ZERO, |word| Duration::from_nanos(u64::from_le_bytes(word)));
        let times = Times { compile: nanos(), run: nanos() };
        let mut captured = Vec::new();
        while let Some(count) = words.next() {
            let count = usize::try_from(u64::from_le_bytes(count)).unwrap_or_default();
            captured.push(words.by_ref().take(count).map(f64::from_le_bytes).collect());
        }
        Ok((captured, times))
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn answers_are_read_as_they_are_written() {
            let times = Times { compile: Duration::from_micros(3), run: Duration::from_nanos(7) };
            let captured = [vec![1.0, f64::INFINITY], vec![], vec![-0.0]];
            assert_eq!(decode(&encode(&captured, times)), Ok((captured.to_vec(), times)));
            assert_eq!(decode(b"Eno room"), Err("no room".to_owned()));
            assert!(decode(b"").is_err());
        }
    }
}
