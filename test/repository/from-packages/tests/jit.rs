//! Functions of std, called from Rust without a transmutation; LLVM's API is at hand.

use from_packages::{context, parse};
use mlir_lite::conversions::StdToLlvmPass;
use mlir_lite::diagnostics::Diagnostics;
use mlir_lite::llvm::inkwell;
use mlir_lite::llvm::{JitProgram, MemRef, MemRefMut, OptLevel, export_module};
use mlir_lite::pass::{PassManager, RunOptions};
use pretty_assertions::assert_eq;
use std::error::Error;

const PROGRAM: &str = "func @swap(%m: memref<2xf64>) -> (f64, i32) {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %a = load %m[%c0] : memref<2xf64>
  %b = load %m[%c1] : memref<2xf64>
  store %b, %m[%c0] : memref<2xf64>
  store %a, %m[%c1] : memref<2xf64>
  %0 = addf %a, %b : f64
  %1 = constant 7 : i32
  return %0, %1 : f64, i32
}";

#[test]
fn arguments_and_results_are_typed() -> Result<(), Box<dyn Error>> {
    let ctx = context();
    let mut module = parse(&ctx, PROGRAM)?;
    let mut passes = PassManager::new();
    passes.add_pass(StdToLlvmPass::full(&ctx));
    passes.run(&mut module, &mut RunOptions::default(), &mut Diagnostics::new())?;

    let program = JitProgram::new(&module, OptLevel::default())?;
    // SAFETY: `@swap` accesses two elements, and two are passed.
    let swap = unsafe { program.function::<fn(MemRef<f64, 1>) -> (f64, i32)>("swap")? };
    let mut pair = [1.5, 2.0];
    assert_eq!(swap.call((MemRefMut::new(&mut pair, [2])?,)), (3.5, 7));
    assert_eq!(pair, [2.0, 1.5]);
    // SAFETY: no function is called.
    let wrong = unsafe { program.function::<fn(f64) -> f64>("swap") };
    assert!(wrong.unwrap_err().to_string().starts_with("expected the signature (ptr, ptr, i64"));

    let llvm = inkwell::context::Context::create();
    let exported = export_module(&module, &llvm, "swap").map_err(|error| error.message)?;
    assert!(exported.get_function("swap").is_some_and(|function| function.count_params() == 5));
    Ok(())
}
