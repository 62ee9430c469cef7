//! Runs a program and collects the tensors that it captures.
//!
//! Only the results of a run are kept: each run has a context of its own, and its code is freed.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mlir_lite::Context;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::symbols::SymbolTable;
use mlir_lite::ir::{Body, OpDefinition, OpId, ValueId};
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported, SourceMap};
use toy_ast::Module;
use toy_dialect::builtins::PrintOp;
use toy_dialect::elements::{Element, Elements};
use toy_dialect::ops::{CaptureOp, HostTensorOp};
use toy_dialect::sema::analyze;
use toy_dialect::{HostTensor, Replaced, check_given};

use super::execute::execute;
use super::settings::{Isolation, Settings};
use super::value::Tensor;
use crate::entry_point::MAIN;

/// How long an entry took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// From its text to code.
    pub compile: Duration,
    /// Running that.
    pub run: Duration,
}

/// The outcome of a run.
#[derive(Debug, Default)]
pub(super) struct Finished {
    /// The captured tensors.
    pub(super) tensors: Vec<Tensor>,
    /// The output, if it is collected.
    pub(super) printed: Vec<u8>,
    /// How long it took.
    pub(super) times: Times,
}

/// A program whose shapes are known.
pub(super) struct Inferred {
    /// Its module.
    pub(super) module: Body,
    /// Its captures, without elements, except those of which the elements are known.
    pub(super) tensors: Vec<Tensor>,
}

/// Checks a program to its last shape. The operands of the last `captures` prints in its `main` are
/// to be captured.
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
    let arguments = settings.program_arguments();
    check_given(program, arguments.words.len(), diagnostics)?;
    let mut module = toy_dialect::emit_module_with_arguments(&ctx, program, &analysis, arguments);
    prints_to_captures(&mut module, captures);
    settings.pipeline().infer_shapes(&mut module, diagnostics)?;
    let tensors = captured_tensors(&mut module);
    Ok(Inferred { module, tensors })
}

/// A context for one entry: a shared one would grow with the session.
pub(super) fn context(settings: &Settings, sources: &Arc<SourceMap>) -> Context {
    let ctx = Context::with_sources(Arc::clone(sources));
    if settings.isolation == Isolation::OwnProcess {
        ctx.set_threads(1);
    }
    toy_dialect::register(&ctx);
    ctx
}

/// Compiles a program; if it has a `main`, runs it. The operands of the last `captures` prints in
/// `main` are captured instead of printed.
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
    let Inferred { mut module, tensors } =
        infer(program, captures, settings, sources, diagnostics)?;
    if !program.functions.iter().any(|function| function.name.text() == MAIN) {
        return Ok(Finished {
            times: Times { compile: begin.elapsed(), run: Duration::ZERO },
            ..Finished::default()
        });
    }
    let inferred = begin.elapsed();
    toy_dialect::program::set_arguments(settings.arguments.clone());
    let elements: Vec<Element> = tensors.iter().map(|tensor| tensor.elements().element()).collect();
    let replaced = capture_new_elements(&mut module);
    let ran = execute(module, &elements, settings, diagnostics)?;
    let times = Times { compile: ran.times.compile + inferred, run: ran.times.run };
    let mut finished = Vec::with_capacity(tensors.len());
    for (index, (tensor, elements)) in tensors.into_iter().zip(ran.captured).enumerate() {
        finished.push(match replaced.get(&index) {
            _ if is_known(&tensor) => tensor,
            Some((replaced, shape)) => {
                let value = toy_dialect::Tensor { shape: shape.clone(), elements };
                let whole = replaced.with(&value).map_err(|message| {
                    diagnostics.error(Diagnostic::error(Position::Unknown, message))
                })?;
                Tensor::new(whole.shape, whole.elements, tensor.is_boolean())
            }
            None => Tensor::new(tensor.shape().to_vec(), elements, tensor.is_boolean()),
        });
    }
    Ok(Finished { tensors: finished, printed: ran.printed, times })
}

/// Captures only the new elements of tensors that the host has otherwise, by the number of the
/// capture, with their shape.
fn capture_new_elements(module: &mut Body) -> BTreeMap<usize, (Replaced, Vec<i64>)> {
    let mut all = BTreeMap::new();
    let (main, captures) = ops_in_main::<CaptureOp>(module);
    let Some(main) = main.and_then(|main| module.child_mut(main)) else { return all };
    for capture in captures {
        let whole = capture.input(main);
        let Some((replaced, value)) = Replaced::of(main, whole) else { continue };
        let Some(shape) = main.ty(value).static_shape(main.context()) else { continue };
        let (shape, index) = (shape.to_vec(), usize::try_from(capture.index(main)));
        let Ok(index) = index else { continue };
        all.insert(index, (replaced, shape));
        main.set_operand(capture.id(), 0, value);
        if let Some(insert) = main.defining_op(whole)
            && main.is_unused(insert)
        {
            main.erase_op(insert);
        }
    }
    all
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
        let mut builder = BodyBuilder::new(main, InsertionPoint::Before(print.id()));
        CaptureOp::build(&mut builder, location, input, index as i64, None);
        main.erase_op(print.id());
    }
}

/// The captured tensors, by index, without elements. Their types are known once shapes are
/// inferred. A tensor that the host has is not captured, but known.
fn captured_tensors(module: &mut Body) -> Vec<Tensor> {
    let (main, captures) = ops_in_main::<CaptureOp>(module);
    let Some(main) = main.and_then(|main| module.child_mut(main)) else { return Vec::new() };
    let mut tensors = Vec::with_capacity(captures.len());
    for capture in captures {
        let (input, is_boolean) = (capture.input(main), capture.is_boolean(main).is_some());
        if let Some(host) = host_tensor(main, input) {
            tensors.push(Tensor::of_host(host, is_boolean));
            main.erase_op(capture.id());
            continue;
        }
        let (ctx, ty) = (main.context(), main.ty(input));
        let shape = ty.static_shape(ctx).unwrap_or_default().to_vec();
        let none = Elements::nearest(Element::of(ctx, ty), &[]);
        tensors.push(Tensor::new(shape, none, is_boolean));
    }
    tensors
}

fn host_tensor(body: &Body, value: ValueId) -> Option<HostTensor> {
    let number = HostTensorOp::defining(body, value)?.number(body);
    HostTensor::find(u64::try_from(number).ok()?)
}

/// Whether the elements of a captured tensor are known before the program runs. Sizes are at least
/// 1.
fn is_known(tensor: &Tensor) -> bool {
    !tensor.elements().is_empty()
}
