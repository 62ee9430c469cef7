//! Runs a program and collects the tensors that it captures.

use std::sync::Arc;

use mlir_lite::Context;
use mlir_lite::interpreter::Value;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::symbols::SymbolTable;
use mlir_lite::ir::{Body, OpDefinition, OpId};
use mlir_lite_diagnostics::{Diagnostics, Reported, SourceMap};
use toy_ast::Module;
use toy_dialect::ops::{CaptureOp, PrintOp};
use toy_dialect::sema::analyze;

use super::value::Tensor;
use crate::arguments::Arguments;
use crate::driver::MAIN;
use crate::interpretation;
use crate::pipeline::Pipeline;
#[cfg(feature = "llvm")]
use crate::stage::Stage;

/// Compiles a program; if it has a `main`, runs it. The operands of the last `captures` prints in `main` are captured
/// instead of printed.
///
/// # Errors
/// If the program is wrong.
pub(super) fn run(
    program: &Module,
    captures: usize,
    arguments: &Arguments,
    sources: &Arc<SourceMap>,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<Tensor>, Reported> {
    // A context for each input: what it holds would otherwise grow with the session.
    let ctx = Context::with_sources(Arc::clone(sources));
    toy_dialect::register(&ctx);
    // Warnings were reported when the program was analysed without captures.
    let mut found = Diagnostics::new();
    let analysis = analyze(program, &mut found).inspect_err(|_| diagnostics.extend(found))?;
    let mut module = toy_dialect::emit_module(&ctx, program, &analysis);
    prints_to_captures(&mut module, captures);
    let pipeline = Pipeline::new(arguments);
    pipeline.infer_shapes(&mut module, diagnostics)?;
    let shapes = captured_shapes(&module);
    let has_main = program.functions.iter().any(|function| function.name.text() == MAIN);
    let elements = match arguments.emit {
        #[cfg(feature = "llvm")]
        Stage::Jit => {
            pipeline.lower(&mut module, Stage::MlirLlvm, diagnostics)?;
            if has_main { native::run(&module, captures, arguments, diagnostics)? } else { Vec::new() }
        }
        _ if has_main => {
            interpretation::run(&module, diagnostics)?.captured.into_iter().map(elements).collect()
        }
        _ => Vec::new(),
    };
    Ok(shapes.into_iter().zip(elements).map(|(shape, elements)| Tensor { shape, elements }).collect())
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

/// Captures of compiled code.
#[cfg(feature = "llvm")]
mod native {
    use std::cell::RefCell;

    use mlir_lite::ir::Body;
    use mlir_lite_diagnostics::{Diagnostics, Reported};
    use toy_dialect::ops::CaptureOp;

    use crate::arguments::Arguments;
    use crate::execution::{self, Afterwards, Hook};
    use crate::timing::Timing;

    thread_local! {
        /// Elements by capture. A program runs on the thread that compiled it.
        static CAPTURED: RefCell<Vec<Vec<f64>>> = const { RefCell::new(Vec::new()) };
    }

    /// What compiled code calls with each element of a captured tensor, in row-major order.
    extern "C" fn capture(index: i64, element: f64) {
        CAPTURED.with_borrow_mut(|captured| {
            if let Some(elements) = usize::try_from(index).ok().and_then(|index| captured.get_mut(index)) {
                elements.push(element);
            }
        });
    }

    /// Compiles a lowered module and runs its `main`; returns the elements of each capture.
    pub(super) fn run(
        module: &Body,
        captures: usize,
        arguments: &Arguments,
        diagnostics: &mut Diagnostics,
    ) -> Result<Vec<Vec<f64>>, Reported> {
        CAPTURED.set(vec![Vec::new(); captures]);
        let hook = Hook { name: CaptureOp::HOOK, address: capture as *const _ };
        execution::run(
            module,
            arguments.level(),
            &[hook],
            Afterwards::Free,
            &mut Timing::new(),
            diagnostics,
        )?;
        Ok(CAPTURED.take())
    }
}
