//! The interpreter's handling of promises (`nsw`, `nnan`), of poison and of impossible sizes.

use mlir_lite::dialects::context_with_all;
use mlir_lite::interpreter::{Run, Value, run_each};
use mlir_lite::text::{ParseOptions, parse_module};
use mlir_lite_diagnostics::Diagnostics;

fn runs(text: &str, arguments: &[&[Value]]) -> Vec<Run> {
    let ctx = context_with_all();
    let file = ctx.sources().add("test.mlir", text.to_owned()).expect("it is short");
    let module = parse_module(&ctx, &file, ParseOptions::default(), &mut Diagnostics::new());
    let module = module.expect("the text is right");
    let calls = arguments.iter().map(|arguments| ("f", arguments.to_vec())).collect();
    run_each(10_000, &module, calls).expect("a thread starts")
}

fn results(text: &str, arguments: &[&[Value]]) -> Vec<Value> {
    let runs = runs(text, arguments);
    runs.into_iter()
        .map(|(outcome, _)| outcome.expect("it is defined").results[0].clone())
        .collect()
}

fn trap(text: &str, arguments: &[Value]) -> String {
    let run = runs(text, &[arguments]).remove(0);
    run.0.expect_err("it is not defined").message
}

#[test]
fn a_result_that_wraps_against_a_promise_is_poison() {
    let sum = |flags: &str| {
        format!(
            "func.func @f(%a: i8, %b: i8) -> i8 {{
               %0 = arith.addi %a, %b {flags} : i8
               return %0 : i8
             }}"
        )
    };
    // 127 + 1 wraps as a signed number, 255 + 1 as an unsigned one.
    let (signed, unsigned) = ([Value::Int(127), Value::Int(1)], [Value::Int(255), Value::Int(1)]);
    let both: [&[Value]; 2] = [&signed, &unsigned];
    assert_eq!(results(&sum(""), &both), [Value::Int(128), Value::Int(0)]);
    assert_eq!(results(&sum("overflow<nsw>"), &both), [Value::Poison, Value::Int(0)]);
    assert_eq!(results(&sum("overflow<nuw>"), &both), [Value::Int(128), Value::Poison]);
    assert_eq!(results(&sum("overflow<nsw, nuw>"), &both), [Value::Poison, Value::Poison]);
    let product = "func.func @f(%a: i128) -> i128 {
      %0 = arith.muli %a, %a overflow<nsw> : i128
      return %0 : i128
    }";
    let inputs: [&[Value]; 2] = [&[Value::Int(1 << 63)], &[Value::Int(1 << 64)]];
    assert_eq!(results(product, &inputs), [Value::Int(1 << 126), Value::Poison]);
}

#[test]
fn halves_of_a_product_with_poison_are_poison() {
    let text = "func.func @f(%a: i8) -> i8 {
      %low, %high = arith.mulsi_extended %a, %a : i8
      return %high : i8
    }";
    assert_eq!(
        results(text, &[&[Value::Poison], &[Value::Int(100)]]),
        [Value::Poison, Value::Int(39)]
    );
}

#[test]
fn of_two_zeros_the_larger_one_has_no_sign() {
    let text = "func.func @f(%a: f32, %b: f32) -> f32 {
      %0 = arith.maxnumf %a, %b : f32
      return %0 : f32
    }";
    for arguments in [[0.0, -0.0], [-0.0, 0.0]] {
        let arguments = arguments.map(Value::Float);
        let result = results(text, &[&arguments])[0].as_float().expect("a number");
        assert_eq!(result.to_bits(), 0);
    }
    let inputs: [&[Value]; 2] = [
        &[Value::Float(f64::NAN), Value::Float(1.0)],
        &[Value::Float(-3.0), Value::Float(f64::NAN)],
    ];
    assert_eq!(results(text, &inputs), [Value::Float(1.0), Value::Float(-3.0)]);
}

#[test]
fn what_is_no_number_has_no_sign_in_a_format_without_nan() {
    let text = "func.func @f(%a: f6E2M3FN, %b: f6E2M3FN) -> f6E2M3FN {
      %0 = arith.remf %a, %b : f6E2M3FN
      return %0 : f6E2M3FN
    }";
    // The remainder of a division by zero is the largest number, whatever the sign of the zero.
    let inputs: [&[Value]; 2] =
        [&[Value::Float(0.125), Value::Float(-0.0)], &[Value::Float(0.125), Value::Float(0.0)]];
    assert_eq!(results(text, &inputs), [Value::Float(7.5), Value::Float(7.5)]);
}

#[test]
fn affine_expressions_are_about_all_integers() {
    // 2 * 2^62 is not an index, but minus 2^62 it is one again.
    let text = "func.func @f(%a: index) -> index {
      %0 = affine.apply affine_map<(d0) -> (d0 * 2 - d0)>(%a)
      %1 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 2 - d1)>(%a, %0)
      %2 = affine.apply affine_map<(d0, d1) -> (d0 - d1)>(%0, %a)
      return %2 : index
    }";
    assert_eq!(results(text, &[&[Value::index(1)]]), [Value::index(0)]);
    let wide = "func.func @f(%a: index, %b: index) -> index {
      %0 = affine.apply affine_map<(d0, d1) -> (d0 * 2 - d1 * 2)>(%a, %b)
      return %0 : index
    }";
    let large = 1 << 62;
    assert_eq!(
        results(wide, &[&[Value::index(large), Value::index(large - 1)]]),
        [Value::index(2)]
    );
    assert!(trap(wide, &[Value::index(large), Value::index(0)]).contains("is not defined"));
}

#[test]
fn sizes_that_no_machine_has_are_traps() {
    let empty = "func.func @f(%n: index) -> tensor<?x?xf32> {
      %0 = tensor.empty(%n, %n) : tensor<?x?xf32>
      return %0 : tensor<?x?xf32>
    }";
    assert!(trap(empty, &[Value::index(1 << 40)]).contains("too large"));
    assert!(trap(empty, &[Value::index(1 << 20)]).contains("as many ops as the run may take"));
    let part = "func.func @f(%t: tensor<4xf32>, %n: index, %s: index) -> tensor<?xf32> {
      %0 = tensor.extract_slice %t[0] [%n] [%s] : tensor<4xf32> to tensor<?xf32>
      return %0 : tensor<?xf32>
    }";
    let elements = Value::elements(&[4], vec![Value::Float(1.0); 4]);
    assert!(
        trap(part, &[elements, Value::index(1 << 60), Value::index(0)])
            .contains("as many ops as the run may take")
    );
    let store = "func.func @f(%m: memref<4xf32>, %v: vector<2xf32>, %i: index) {
      vector.store %v, %m[%i] : memref<4xf32>, vector<2xf32>
      return
    }";
    let memory = Value::elements(&[4], vec![Value::Float(1.0); 4]);
    let vector = Value::elements(&[2], vec![Value::Float(2.0); 2]);
    assert!(trap(store, &[memory, vector, Value::index(i64::MAX)]).contains("out of bounds"));
}
