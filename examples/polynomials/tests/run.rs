//! A program is lowered, and run on the interpreter and in the JIT: both compute what arithmetic of
//! polynomials does that is written out here.

use mlir_lite::Context;
use mlir_lite::conversions::{LowerAffinePass, ScfToStdPass};
use mlir_lite::diagnostics::Diagnostics;
use mlir_lite::interpreter::{self, Value};
use mlir_lite::ir::Body;
use mlir_lite::llvm::{JitProgram, OptLevel};
use mlir_lite::pass::{PassManager, RunOptions};
use mlir_lite::text::{ParseOptions, parse_module};
use mlir_lite::verify::verify;
use polynomials::PolyToAffinePass;
use pretty_assertions::assert_eq;

const SIZE: usize = 10;

/// `((p + q) * (p + q) - q)(x)`, where `p` is `2 + 3x + 4x^2` and `q` an argument; and the same
/// polynomial as a tensor.
const PROGRAM: &str = "
func @polynomial(%q: !poly.poly<10>) -> !poly.poly<10> {
  %p = poly.constant dense<[2, 3, 4]> : tensor<3xi32> : !poly.poly<10>
  %sum = poly.add %p, %q : !poly.poly<10>
  %square = poly.mul %sum, %sum : !poly.poly<10>
  %result = poly.sub %square, %q : !poly.poly<10>
  return %result : !poly.poly<10>
}
func @coefficients(%t: tensor<10xi32>) -> tensor<10xi32> {
  %q = poly.from_tensor %t : tensor<10xi32> -> !poly.poly<10>
  %result = call @polynomial(%q) : (!poly.poly<10>) -> !poly.poly<10>
  %coefficients = poly.to_tensor %result : !poly.poly<10> -> tensor<10xi32>
  return %coefficients : tensor<10xi32>
}
func @value(%t: tensor<7xi32>, %x: i32) -> i32 {
  %q = poly.from_tensor %t : tensor<7xi32> -> !poly.poly<10>
  %result = call @polynomial(%q) : (!poly.poly<10>) -> !poly.poly<10>
  %value = poly.eval %result, %x : !poly.poly<10>
  return %value : i32
}
";

/// The coefficients that the program computes, term by term.
fn expected(q: &[i32]) -> Vec<i32> {
    let (mut sum, mut result) = ([0i32; SIZE], vec![0i32; SIZE]);
    sum[..3].copy_from_slice(&[2, 3, 4]);
    for (index, number) in q.iter().enumerate() {
        sum[index] = sum[index].wrapping_add(*number);
        result[index] = number.wrapping_neg();
    }
    for i in 0..SIZE {
        for j in 0..SIZE {
            let power = if i + j >= SIZE { i + j - SIZE } else { i + j };
            result[power] = result[power].wrapping_add(sum[i].wrapping_mul(sum[j]));
        }
    }
    result
}

/// The sum of the coefficients, each times a power of `x`.
fn value_at(coefficients: &[i32], x: i32) -> i32 {
    let terms =
        coefficients.iter().zip(0..).map(|(c, power)| c.wrapping_mul(x.wrapping_pow(power)));
    terms.fold(0, i32::wrapping_add)
}

/// The program after the passes that `add` adds.
fn lowered(ctx: &Context, add: impl FnOnce(&Context, &mut PassManager)) -> Body {
    let mut diagnostics = Diagnostics::new();
    let file = ctx.sources().add("program.mlir", PROGRAM).expect("not too large");
    let mut module = parse_module(ctx, &file, ParseOptions::default(), &mut diagnostics)
        .expect("the program is valid text");
    verify(&module, &mut diagnostics).expect("the program is valid");
    let mut passes = PassManager::new();
    add(ctx, &mut passes);
    passes.run(&mut module, &mut RunOptions::default(), &mut diagnostics).expect("no pass fails");
    module
}

/// Coefficients of which some products do not fit 32 bits.
fn inputs() -> Vec<Vec<i32>> {
    let mut state = 1u32;
    let mut next = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state as i32) >> (state % 31)
    };
    (0..20).map(|_| (0..SIZE).map(&mut next).collect()).collect()
}

#[test]
fn the_interpreter_computes_with_polynomials() {
    let ctx = Context::new();
    polynomials::load_dialects(&ctx);
    let to_affine = lowered(&ctx, |ctx, passes| {
        passes.add_pass(PolyToAffinePass::new(ctx));
    });
    let to_std = lowered(&ctx, |ctx, passes| {
        passes.add_pass(PolyToAffinePass::new(ctx));
        passes.add_pass(LowerAffinePass::new(ctx));
        passes.add_pass(ScfToStdPass::new(ctx));
    });
    let int = |number: i32| Value::Int(u128::from(number as u32));
    let tensor = |numbers: &[i32]| {
        let values = numbers.iter().map(|number| int(*number)).collect();
        Value::elements(&[numbers.len() as i64], values)
    };
    let run = |module: &Body, function: &str, arguments: Vec<Value>| {
        let outcome = interpreter::run(module, function, arguments, &mut std::io::sink());
        outcome.expect("the program is defined").results[0].clone()
    };
    for module in [&to_affine, &to_std] {
        for q in inputs() {
            let coefficients = run(module, "coefficients", vec![tensor(&q)]);
            assert_eq!(coefficients, tensor(&expected(&q)));
            let value = run(module, "value", vec![tensor(&q[..7]), int(q[9])]);
            assert_eq!(value, int(value_at(&expected(&q[..7]), q[9])));
        }
    }
}

#[test]
fn the_jit_computes_with_polynomials() {
    let ctx = Context::new();
    polynomials::load_dialects(&ctx);
    let module = lowered(&ctx, polynomials::add_lowering);
    let program = JitProgram::new(&module, OptLevel::O2).expect("LLVM compiles the module");
    // SAFETY: `@value` reads seven coefficients.
    let value = unsafe { program.function::<fn(*const i32, i32) -> i32>("value") };
    let value = value.expect("the signature is right");
    for q in inputs() {
        assert_eq!(value.call((q[..7].as_ptr(), q[9])), value_at(&expected(&q[..7]), q[9]));
    }
}
