//! A crate outside of mlir-lite's workspace: an op with all its behaviour, interfaces attached to
//! ops, types and attributes of other crates, a pass with state, a conversion of one value to
//! several, the interpreter, and the JIT, which also runs an op that is never lowered.

mod cost;
mod op;
mod parts;
mod passes;
mod size;
mod square;

use mlir_lite::Context;
use mlir_lite::conversions::{ScfToStdPass, StdToLlvmPass};
use mlir_lite::diagnostics::{Diagnostics, RenderStyle, Renderer};
use mlir_lite::interpreter::{self, Value};
use mlir_lite::ir::Body;
use mlir_lite::llvm::{JitProgram, JitSession, OptLevel, Translations};
use mlir_lite::pass::{PassManager, PassStatistics, RunOptions};
use mlir_lite::text::{ParseOptions, PrintOptions, parse_module, print_op};
use mlir_lite::transforms::canonicalize::CanonicalizerPass;
use mlir_lite::verify::verify;
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::Ordering;

const PROGRAM: &str = "func @f(%x: f64) -> f64 {
  %0 = addf %x, %x : f64
  %1 = nn.leaky_relu %0 slope 0.5 : f64
  %2 = nn.leaky_relu %1 slope 0.5 : f64
  return %2 : f64
}
";

/// Adds `1 + 2i` to `x + 0i` four times. The result is the sum of the parts, or their difference if
/// `x` is positive.
const COMPLEX: &str = "func private @step(%z: complex<f64>) -> complex<f64> {
  %one = constant 1.0 : f64
  %two = constant 2.0 : f64
  %w = create_complex %one, %two : complex<f64>
  %sum = addcf %z, %w : complex<f64>
  return %sum : complex<f64>
}
func @h(%x: f64) -> f64 {
  %zero = constant 0.0 : f64
  %0 = constant 0 : index
  %1 = constant 1 : index
  %4 = constant 4 : index
  %start = create_complex %x, %zero : complex<f64>
  %z = scf.for %i = %0 to %4 step %1 iter_args(%acc = %start) -> (complex<f64>) {
    %next = call @step(%acc) : (complex<f64>) -> complex<f64>
    scf.yield %next : complex<f64>
  }
  %positive = cmpf \"ogt\", %x, %zero : f64
  cond_br %positive, ^parts(%z : complex<f64>), ^sum(%z : complex<f64>)
^parts(%a: complex<f64>):
  %re = re %a : complex<f64>
  %im = im %a : complex<f64>
  %difference = subf %re, %im : f64
  return %difference : f64
^sum(%b: complex<f64>):
  %re1 = re %b : complex<f64>
  %im1 = im %b : complex<f64>
  %total = addf %re1, %im1 : f64
  return %total : f64
}
";

const LOWERED: &str = "llvm.func @g(%x: f64) -> f64 {
  %0 = nn.square %x : f64
  llvm.return %0 : f64
}
";

fn main() -> Result<(), Box<dyn Error>> {
    let ctx = Context::new();
    mlir_lite::register_all_dialects(&ctx);
    ctx.load::<op::NnDialect>();
    cost::attach(&ctx);
    size::attach(&ctx);

    let mut module = read(&ctx, PROGRAM)?;
    let total = Arc::default();
    let mut passes = PassManager::new();
    passes.nest("std.func").add_pass(passes::CostPass { limit: 10, total: Arc::clone(&total) });
    passes.add_pass(CanonicalizerPass::new(&ctx));
    let mut statistics = PassStatistics::default();
    run(&ctx, &mut module, &passes, Some(&mut statistics))?;
    println!("{}", print_op(module.as_op(), PrintOptions::default()));
    println!(
        "cost: {}, of {} ops",
        total.load(Ordering::Relaxed),
        statistics.total("Cost", "num-priced")
    );

    println!("sizes: {:?}", size::examples(&ctx));

    let outcome = interpreter::run(&module, "f", vec![Value::Float(-4.0)], &mut std::io::sink())
        .map_err(|error| error.message)?;
    println!("interpreted: {:?}", outcome.results[0]);

    let mut lowering = PassManager::new();
    lowering.add_pass(StdToLlvmPass::full(&ctx));
    run(&ctx, &mut module, &lowering, None)?;
    let program = JitProgram::new(&module, OptLevel::default())?;
    // SAFETY: `@f` accesses no memory.
    let f = unsafe { program.function::<fn(f64) -> f64>("f")? };
    println!("compiled: {}", f.call((-4.0,)));

    let mut module = read(&ctx, COMPLEX)?;
    let interpret = |module: &Body, x: f64| {
        let outcome = interpreter::run(module, "h", vec![Value::Float(x)], &mut std::io::sink());
        outcome.map(|outcome| outcome.results[0].clone()).map_err(|error| error.message)
    };
    println!("complex: {:?}, {:?}", interpret(&module, 10.0)?, interpret(&module, -4.0)?);
    let mut division = PassManager::new();
    division.add_pass(parts::ComplexToPartsPass::new(&ctx));
    run(&ctx, &mut module, &division, None)?;
    println!("parts: {:?}, {:?}", interpret(&module, 10.0)?, interpret(&module, -4.0)?);
    let mut lowering = PassManager::new();
    lowering.add_pass(ScfToStdPass::new(&ctx));
    lowering.add_pass(StdToLlvmPass::full(&ctx));
    run(&ctx, &mut module, &lowering, None)?;
    let program = JitProgram::new(&module, OptLevel::default())?;
    // SAFETY: `@h` accesses no memory.
    let h = unsafe { program.function::<fn(f64) -> f64>("h")? };
    println!("compiled: {}, {}", h.call((10.0,)), h.call((-4.0,)));

    let module = read(&ctx, LOWERED)?;
    println!("without its export: {}", JitProgram::new(&module, OptLevel::default()).unwrap_err());
    let translations = Translations::default().with::<square::SquareOp>();
    let session = JitSession::new(OptLevel::default())?;
    let program = JitProgram::with_translations(session, &module, &translations)?;
    // SAFETY: `@g` accesses no memory.
    let g = unsafe { program.function::<fn(f64) -> f64>("g")? };
    println!("exported: {}", g.call((3.0,)));

    println!("refused: {}", read(&ctx, &PROGRAM.replace("0.5", "2.0")).map(|_| ()).unwrap_err());
    Ok(())
}

fn read(ctx: &Context, text: &str) -> Result<Body, String> {
    let file = ctx.sources().add("program.mlir", text).map_err(|error| error.to_string())?;
    let mut diagnostics = Diagnostics::new();
    let module = parse_module(ctx, &file, ParseOptions::default(), &mut diagnostics);
    let verified = module.and_then(|module| verify(&module, &mut diagnostics).map(|()| module));
    verified.map_err(|_| rendered(ctx, &diagnostics))
}

fn run(
    ctx: &Context,
    module: &mut Body,
    passes: &PassManager,
    statistics: Option<&mut PassStatistics>,
) -> Result<(), String> {
    let mut diagnostics = Diagnostics::new();
    let mut options = RunOptions::default().with_statistics(statistics);
    passes.run(module, &mut options, &mut diagnostics).map_err(|_| rendered(ctx, &diagnostics))
}

fn rendered(ctx: &Context, diagnostics: &Diagnostics) -> String {
    let mut out = Vec::new();
    let renderer = Renderer::new(ctx.sources(), RenderStyle::Plain);
    renderer.render_all(diagnostics, &mut out).expect("memory takes all");
    String::from_utf8_lossy(&out).into_owned()
}
