//! Programs of each dialect, with the results that their documents give them or that are computed
//! by hand.

use mlir_lite::context::Context;
use mlir_lite::dialects::affine::AffineDialect;
use mlir_lite::dialects::builtin::BuiltinDialect;
use mlir_lite::dialects::llvm::LlvmDialect;
use mlir_lite::dialects::scf::ScfDialect;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::interpreter::{Value, run};
use mlir_lite::text::{ParseOptions, parse_module};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;
use pretty_assertions::assert_eq;

/// The results of `@main` of the module, or the error; and its output.
#[track_caller]
fn run_main(text: &str, arguments: Vec<Value>) -> (Result<Vec<Value>, String>, String) {
    let ctx = Context::new();
    ctx.load::<BuiltinDialect>();
    ctx.load::<StdDialect>();
    ctx.load::<ScfDialect>();
    ctx.load::<AffineDialect>();
    ctx.load::<LlvmDialect>();
    let file = ctx.sources().add("t.mlir", text.to_string()).unwrap();
    let mut diagnostics = Diagnostics::new();
    let module = parse_module(&ctx, &file, ParseOptions::default(), &mut diagnostics);
    let Ok(module) = module else { panic!("{diagnostics:?}") };
    assert!(verify(&module, &mut diagnostics).is_ok(), "{diagnostics:?}");
    let mut output = Vec::new();
    let result = run(&module, "main", arguments, &mut output);
    let result =
        result.map(|outcome| outcome.results.into_vec()).map_err(|diagnostic| diagnostic.message);
    (result, String::from_utf8(output).unwrap())
}

#[track_caller]
fn returns(text: &str, arguments: Vec<Value>, expected: Vec<Value>) {
    let (result, _) = run_main(text, arguments);
    assert_eq!(result, Ok(expected));
}

#[track_caller]
fn traps(text: &str, arguments: Vec<Value>, expected: &str) {
    let (result, _) = run_main(text, arguments);
    assert_eq!(result, Err(expected.to_string()));
}

fn int(value: i128) -> Value {
    Value::Int(value as u128)
}

/// The low bits of a negative number.
fn bits(value: i64, width: u32) -> Value {
    Value::Int(i128::from(value) as u128 & ((1 << width) - 1))
}

/// 5 * 4 * 3 * 2 * 1
#[test]
fn blocks_take_arguments() {
    let text = "func @main(%n: i32) -> i32 {
      %one = constant 1 : i32
      br ^loop(%n, %one : i32, i32)
    ^loop(%i: i32, %product: i32):
      %zero = constant 0 : i32
      %done = cmpi \"eq\", %i, %zero : i32
      cond_br %done, ^end(%product : i32), ^step
    ^step:
      %next_product = muli %product, %i : i32
      %minus = subi %i, %one : i32
      br ^loop(%minus, %next_product : i32, i32)
    ^end(%result: i32):
      return %result : i32
    }";
    returns(text, vec![int(5)], vec![int(120)]);
}

/// The two arguments are swapped each time: all operands of a branch are read before any argument
/// is bound.
#[test]
fn branch_arguments_are_bound_at_once() {
    let text = "func @main(%a: i32, %b: i32, %n: i32) -> (i32, i32) {
      br ^loop(%a, %b, %n : i32, i32, i32)
    ^loop(%x: i32, %y: i32, %i: i32):
      %zero = constant 0 : i32
      %one = constant 1 : i32
      %minus = subi %i, %one : i32
      %more = cmpi \"sgt\", %i, %zero : i32
      cond_br %more, ^loop(%y, %x, %minus : i32, i32, i32), ^end
    ^end:
      return %x, %y : i32, i32
    }";
    returns(text, vec![int(1), int(2), int(3)], vec![int(2), int(1)]);
}

#[test]
fn functions_call_themselves() {
    let text = "func @fib(%n: i64) -> i64 {
      %two = constant 2 : i64
      %small = cmpi \"slt\", %n, %two : i64
      %r = scf.if %small -> (i64) {
        scf.yield %n : i64
      } else {
        %one = constant 1 : i64
        %a = subi %n, %one : i64
        %b = subi %n, %two : i64
        %x = call @fib(%a) : (i64) -> i64
        %y = call @fib(%b) : (i64) -> i64
        %s = addi %x, %y : i64
        scf.yield %s : i64
      }
      return %r : i64
    }
    func @main() -> i64 {
      %n = constant 20 : i64
      %r = call @fib(%n) : (i64) -> i64
      return %r : i64
    }";
    returns(text, vec![], vec![int(6765)]);
}

#[test]
fn functions_are_values() {
    let text = "func @twice(%x: f64) -> f64 {
      %r = addf %x, %x : f64
      return %r : f64
    }
    func @main() -> f64 {
      %f = constant @twice : (f64) -> f64
      %x = constant 1.5 : f64
      %r = call_indirect %f(%x) : (f64) -> f64
      return %r : f64
    }";
    returns(text, vec![], vec![Value::Float(3.0)]);
}

/// Integers of 8 bits wrap; division rounds to zero, `floordivi` down, `ceildivi` up.
#[test]
fn integers_wrap_and_divide() {
    let text = "func @main(%a: i8, %b: i8) -> (i8, i8, i8, i8, i8, i8) {
      %0 = muli %a, %a : i8
      %1 = divi_signed %a, %b : i8
      %2 = remi_signed %a, %b : i8
      %3 = floordivi_signed %a, %b : i8
      %4 = ceildivi_signed %a, %b : i8
      %5 = divi_unsigned %a, %b : i8
      return %0, %1, %2, %3, %4, %5 : i8, i8, i8, i8, i8, i8
    }";
    // -7 * -7 = 49; -7 / 2 = -3, rest -1; floor -4; ceil -3; 249 / 2 = 124.
    let expected = vec![int(49), bits(-3, 8), bits(-1, 8), bits(-4, 8), bits(-3, 8), int(124)];
    returns(text, vec![bits(-7, 8), int(2)], expected);
    // 100 * 100 = 10000 = 39 * 256 + 16.
    let expected = vec![int(16), int(33), int(1), int(33), int(34), int(33)];
    returns(text, vec![int(100), int(3)], expected);
}

/// Of 0b0001_0100: two ones, three zeros before and two after; -128 has no positive counterpart.
#[test]
fn bits_are_counted() {
    let text = "func.func @main(%a: i8, %b: i8, %x: f32) -> (i8, i8, i8, i8, i8, f32, f32, i1) {
      %0 = math.ctpop %a : i8
      %1 = math.ctlz %a : i8
      %2 = math.cttz %a : i8
      %3 = math.cttz %b : i8
      %4 = math.absi %b : i8
      %5 = math.roundeven %x : f32
      %6 = math.trunc %x : f32
      %7 = math.isnan %x : f32
      return %0, %1, %2, %3, %4, %5, %6, %7 : i8, i8, i8, i8, i8, f32, f32, i1
    }";
    let expected = vec![
        int(2),
        int(3),
        int(2),
        int(7),
        bits(-128, 8),
        Value::Float(2.0),
        Value::Float(2.0),
        Value::bool(false),
    ];
    returns(text, vec![int(0b1_0100), bits(-128, 8), Value::Float(2.5)], expected);
}

#[test]
fn conversions_round_as_ieee_says() {
    let text = "func @main(%x: f64, %i: i32) -> (f32, i8, f64, i64, f32) {
      %0 = fptrunc %x : f64 to f32
      %1 = fptosi %x : f64 to i8
      %2 = sitofp %i : i32 to f64
      %3 = sexti %i : i32 to i64
      %4 = uitofp %i : i32 to f32
      return %0, %1, %2, %3, %4 : f32, i8, f64, i64, f32
    }";
    let expected = vec![
        Value::Float(f64::from(0.1f32)),
        int(0),
        Value::Float(-3.0),
        bits(-3, 64),
        // 2^32 - 3 is nearer to 2^32 than to the f32 before it.
        Value::Float(4_294_967_296.0),
    ];
    returns(text, vec![Value::Float(0.1), bits(-3, 32)], expected);
}

/// The sum of a 3 x 4 matrix of i * 10 + j: 30 * 4 + 6 * 3 = 138.
#[test]
fn affine_loops_and_memory() {
    let text = "func @main() -> index {
      %m = alloc() : memref<3x4xindex>
      affine.for %i = 0 to 3 {
        affine.for %j = 0 to 4 {
          %v = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %j)
          affine.store %v, %m[%i, %j] : memref<3x4xindex>
        }
      }
      %zero = constant 0 : index
      %sum = affine.for %i = 0 to 3 iter_args(%s = %zero) -> (index) {
        %t = affine.for %j = 0 to 4 iter_args(%u = %s) -> (index) {
          %v = affine.load %m[%i, %j] : memref<3x4xindex>
          %w = addi %u, %v : index
          affine.yield %w : index
        }
        affine.yield %t : index
      }
      dealloc %m : memref<3x4xindex>
      return %sum : index
    }";
    returns(text, vec![], vec![int(138)]);
}

#[test]
fn affine_conditions_and_bounds() {
    let text = "func @main(%n: index) -> index {
      %zero = constant 0 : index
      %one = constant 1 : index
      %sum = affine.for %i = max affine_map<(d0) -> (d0 - 5, 2)>(%n) to min affine_map<(d0) -> \
      (d0, 100)>(%n) step 3
          iter_args(%s = %zero) -> (index) {
        %t = affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) -> index {
          affine.yield %i : index
        } else {
          affine.yield %one : index
        }
        %u = addi %s, %t : index
        affine.yield %u : index
      }
      return %sum : index
    }";
    // From 7 to 12 by 3: 7 counts 1, 10 counts 10.
    returns(text, vec![int(12)], vec![int(11)]);
}

#[test]
fn while_loops_run_until_the_condition_fails() {
    let text = "func @main(%n: i64) -> i64 {
      %two = constant 2 : i64
      %one = constant 1 : i64
      %r = scf.while (%x = %one) : (i64) -> i64 {
        %less = cmpi \"slt\", %x, %n : i64
        scf.condition(%less) %x : i64
      } do {
      ^bb0(%y: i64):
        %z = muli %y, %two : i64
        scf.yield %z : i64
      }
      return %r : i64
    }";
    returns(text, vec![int(100)], vec![int(128)]);
}

#[test]
fn constants_of_tensors_and_vectors() {
    let text = "func @main() -> (tensor<2x2xf64>, vector<3xi32>) {
      %t = constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>
      %u = mulf %t, %t : tensor<2x2xf64>
      %v = constant dense<7> : vector<3xi32>
      %w = constant dense<[1, 2, 3]> : vector<3xi32>
      %s = addi %v, %w : vector<3xi32>
      return %u, %s : tensor<2x2xf64>, vector<3xi32>
    }";
    let squares = Value::elements(&[2, 2], [1.0, 4.0, 9.0, 16.0].map(Value::Float).to_vec());
    let sum = Value::elements(&[3], vec![int(8), int(9), int(10)]);
    returns(text, vec![], vec![squares, sum]);
}

#[test]
fn globals_hold_their_values() {
    let text = "global_memref \"private\" constant @table : memref<2x2xf64> = dense<[[1.0, 2.0], \
        [3.0, 4.0]]>
    func @main() -> f64 {
      %m = get_global_memref @table : memref<2x2xf64>
      %one = constant 1 : index
      %r = load %m[%one, %one] : memref<2x2xf64>
      return %r : f64
    }";
    returns(text, vec![], vec![Value::Float(4.0)]);
    let text = text.replace(
        "%r = load",
        "%x = constant 0.0 : f64\nstore %x, %m[%one, %one] : memref<2x2xf64>\n%r = load",
    );
    traps(&text, vec![], "writes to constant memory");
}

#[test]
fn what_is_undefined_ends_the_run() {
    let divide = "func @main(%a: i32, %b: i32) -> i32 {
      %0 = divi_signed %a, %b : i32
      return %0 : i32
    }";
    traps(divide, vec![int(1), int(0)], "divides by zero");
    let message = "divides the smallest integer by -1, which no integer of its width is";
    traps(divide, vec![int(1 << 31), bits(-1, 32)], message);
    // An undefined value may be that integer.
    let message = "divides a value that is not defined, which may be the smallest integer, by -1";
    traps(divide, vec![Value::Poison, bits(-1, 32)], message);
    traps(
        &divide.replace("divi_signed", "remi_signed"),
        vec![Value::Poison, bits(-1, 32)],
        message,
    );
    returns(divide, vec![Value::Poison, int(1)], vec![Value::Poison]);
    returns(
        &divide.replace("signed", "unsigned"),
        vec![Value::Poison, bits(-1, 32)],
        vec![Value::Poison],
    );
    let access = "func @main(%i: index) -> f32 {
      %m = alloc() : memref<4xf32>
      %0 = load %m[%i] : memref<4xf32>
      return %0 : f32
    }";
    returns(access, vec![int(3)], vec![Value::Float(0.0)]);
    traps(access, vec![int(4)], "subscript 4 of dimension 0 is out of bounds of size 4");
    let freed = "func @main() {
      %m = alloc() : memref<f32>
      dealloc %m : memref<f32>
      %0 = load %m[] : memref<f32>
      return
    }";
    traps(freed, vec![], "accesses memory that was freed");
    traps(
        &freed.replace("%0 = load %m[]", "dealloc %m"),
        vec![],
        "frees memory that is already freed",
    );
    let endless = "func @main() {
      call @main() : () -> ()
      return
    }";
    let expected = "more than 20000 calls and regions are open at once; \
                    '--max-call-depth=N' allows up to 200000";
    traps(endless, vec![], expected);
}

/// A shift too far is not an error as long as nothing depends on it.
#[test]
fn poison_may_not_decide() {
    let text = "func @main(%a: i32, %b: i32, %c: i1) -> i32 {
      %0 = shift_left %a, %b : i32
      %1 = select %c, %0, %a : i32
      return %1 : i32
    }";
    returns(text, vec![int(3), int(40), int(0)], vec![int(3)]);
    returns(text, vec![int(3), int(40), int(1)], vec![Value::Poison]);
    let text = "func @main(%a: i32, %b: i32) {
      %0 = shift_left %a, %b : i32
      %1 = cmpi \"eq\", %0, %a : i32
      cond_br %1, ^a, ^a
    ^a:
      return
    }";
    traps(text, vec![int(3), int(40)], "uses a value that is not defined");
}

#[test]
fn machine_level_memory_and_printing() {
    let text = r#"llvm.mlir.global internal constant @format("%d: %s %.2f%%\0A\00")
    llvm.mlir.global internal constant @word("ok\00")
    llvm.func @printf(!llvm.ptr, ...) -> i32
    llvm.func @malloc(i64) -> !llvm.ptr
    llvm.func @free(!llvm.ptr)
    llvm.func @main() -> i64 {
      %format = llvm.mlir.addressof @format : !llvm.ptr
      %word = llvm.mlir.addressof @word : !llvm.ptr
      %n = llvm.mlir.constant(-5 : i32) : i32
      %x = llvm.mlir.constant(1.125 : f64) : f64
      %0 = llvm.call @printf(%format, %n, %word, %x) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32, !llvm.ptr, f64) -> i32
      %size = llvm.mlir.constant(32 : i64) : i64
      %p = llvm.call @malloc(%size) : (i64) -> !llvm.ptr
      %one = llvm.mlir.constant(1 : i64) : i64
      %q = llvm.getelementptr %p[%one, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i8, i64)>
      %v = llvm.mlir.constant(77 : i64) : i64
      llvm.store %v, %q : i64, !llvm.ptr
      %s = llvm.load %p : !llvm.ptr -> !llvm.array<4 x i64>
      %r = llvm.extractvalue %s[3] : !llvm.array<4 x i64>
      llvm.call @free(%p) : (!llvm.ptr) -> ()
      llvm.return %r : i64
    }"#;
    let (result, output) = run_main(text, vec![]);
    // 16 for the first struct, 8 for the padded field: the last of the four.
    assert_eq!(result, Ok(vec![int(77)]));
    assert_eq!(output, "-5: ok 1.12%\n");
}

#[test]
fn missing_functions_are_named() {
    traps("func @other() {\n  return\n}", vec![], "there is no symbol '@main'");
    let text = "func private @f()\nfunc @main() {\n  call @f() : () -> ()\n  return\n}";
    let message = "calls '@f', which has no body and is not known to the interpreter";
    traps(text, vec![], message);
}

#[test]
fn parallel_loops_combine_their_values() {
    let text = "func @main(%n: index, %z: index) -> index {
      %c0 = constant 0 : index
      %c1 = constant 1 : index
      %r = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) init (%z) -> index {
        %p = muli %i, %j : index
        scf.reduce(%p : index) {
        ^bb0(%a: index, %b: index):
          %s = addi %a, %b : index
          scf.reduce.return %s : index
        }
      }
      return %r : index
    }";
    // (0 + 1 + 2 + 3)^2, and 100 for the value that is combined with it.
    returns(text, vec![Value::index(4), Value::index(100)], vec![Value::index(136)]);
    returns(text, vec![Value::index(0), Value::index(100)], vec![Value::index(100)]);
}

#[test]
fn an_index_is_split_and_joined() {
    let text = "func @main(%i: index) -> (index, index, index, index) {
      %c4 = constant 4 : index
      %0:3 = affine.delinearize_index %i into (2, %c4, 5) : index, index, index
      %1 = affine.linearize_index [%0#0, %0#1, %0#2] by (2, 4, 5) : index
      return %0#0, %0#1, %0#2, %1 : index, index, index, index
    }";
    let expected = [1, 3, 2, 37].map(Value::index).to_vec();
    returns(text, vec![Value::index(37)], expected);
}

#[test]
fn a_switch_takes_the_case_or_the_default() {
    let text = "func @main(%i: index) -> i32 {
      %0 = scf.index_switch %i -> i32
      case 2 {
        %c = constant 20 : i32
        scf.yield %c : i32
      }
      case -1 {
        %c = constant 10 : i32
        scf.yield %c : i32
      }
      default {
        %c = constant 0 : i32
        scf.yield %c : i32
      }
      return %0 : i32
    }";
    for (argument, expected) in [(2, 20), (-1, 10), (5, 0)] {
        returns(text, vec![Value::index(argument)], vec![int(expected)]);
    }
}

#[test]
fn views_share_memory() {
    let text = "func @main(%i: index) -> (f64, f64, f64, index) {
      %c0 = constant 0 : index
      %c1 = constant 1 : index
      %c2 = constant 2 : index
      %x = constant 7.0 : f64
      %y = constant 9.0 : f64
      %m = alloc() : memref<4x6xf64>
      %v = subview %m[%i, 2] [2, 3] [2, 1] : memref<4x6xf64> to memref<2x3xf64, strided<[12, 1], \
      offset: ?>>
      store %x, %v[%c1, %c2] : memref<2x3xf64, strided<[12, 1], offset: ?>>
      %c3 = constant 3 : index
      %c4 = constant 4 : index
      %a = load %m[%c3, %c4] : memref<4x6xf64>
      %row = subview %m[3, 0] [1, 6] [1, 1] : memref<4x6xf64> to memref<6xf64, strided<[1], \
      offset: 18>>
      %b = load %row[%c4] : memref<6xf64, strided<[1], offset: 18>>
      %f = memref_reinterpret_cast %m to offset: [22], sizes: [1], strides: [1] : memref<4x6xf64> \
      to memref<1xf64, strided<[1], offset: 22>>
      %c = load %f[%c0] : memref<1xf64, strided<[1], offset: 22>>
      %n = dim %v, %c1 : memref<2x3xf64, strided<[12, 1], offset: ?>>
      return %a, %b, %c, %n : f64, f64, f64, index
    }";
    // Element [1, 2] of the view is [i + 2, 2 + 2]; in memory number 3 * 6 + 4.
    let seven = || Value::Float(7.0);
    returns(text, vec![Value::index(1)], vec![seven(), seven(), seven(), Value::index(3)]);
    traps(
        text,
        vec![Value::index(2)],
        "takes a part out of bounds: 2 elements from 2 in steps of 2 of dimension 0, whose size is \
            4",
    );
}

#[test]
fn bytes_are_viewed_copied_and_transposed() {
    let text = "func @main(%m: memref<2x3xi32>) -> (memref<3x2xi32>, memref<6xi32>, i32) {
      %c0 = constant 0 : index
      %c4 = constant 4 : index
      %bytes = alloc() : memref<28xi8>
      %v = view %bytes[%c4][] : memref<28xi8> to memref<2x3xi32>
      copy %m, %v : memref<2x3xi32> to memref<2x3xi32>
      %t = transpose %v (i, j) -> (j, i) : memref<2x3xi32> to memref<3x2xi32, strided<[1, 3]>>
      %r = alloc() : memref<3x2xi32>
      copy %t, %r : memref<3x2xi32, strided<[1, 3]>> to memref<3x2xi32>
      %six = constant 6 : index
      %shape = alloc() : memref<1xindex>
      store %six, %shape[%c0] : memref<1xindex>
      %flat = memref_reshape %v(%shape) : (memref<2x3xi32>, memref<1xindex>) -> memref<6xi32>
      %ten = constant 10 : i32
      %old = atomic_rmw \"addi\" %ten, %flat[%c0] : (i32, memref<6xi32>) -> i32
      %g = generic_atomic_rmw %flat[%c4] : memref<6xi32> {
      ^bb0(%x: i32):
        %y = muli %x, %ten : i32
        atomic_yield %y : i32
      }
      return %r, %flat, %old : memref<3x2xi32>, memref<6xi32>, i32
    }";
    let list = |values: &[i128]| values.iter().map(|&value| int(value)).collect::<Vec<_>>();
    returns(
        text,
        vec![Value::elements(&[2, 3], list(&[1, 2, 3, 4, 5, 6]))],
        vec![
            Value::elements(&[3, 2], list(&[1, 4, 2, 5, 3, 6])),
            Value::elements(&[6], list(&[11, 2, 3, 4, 50, 6])),
            int(1),
        ],
    );
}

#[test]
fn tensors_are_made_of_parts() {
    let text = "func @main(%n: index, %t: tensor<3x4xi32>) -> (tensor<?x2xi32>, tensor<3x4xi32>, \
        tensor<2x?xindex>) {
      %part = subtensor %t[1, 0] [%n, 2] [1, 2] : tensor<3x4xi32> to tensor<?x2xi32>
      %row = subtensor %t[0, 0] [1, 4] [1, 1] : tensor<3x4xi32> to tensor<4xi32>
      %new = subtensor_insert %row into %t[2, 0] [1, 4] [1, 1] : tensor<4xi32> into tensor<3x4xi32>
      %c1 = constant 1 : index
      %x = constant -1 : i32
      %newer = tensor.insert %x into %new[%c1, %c1] : tensor<3x4xi32>
      %g = dynamic_tensor_from_elements %n {
      ^bb0(%i: index, %j: index):
        %s = addi %i, %j : index
        yield %s : index
      } : tensor<2x?xindex>
      return %part, %newer, %g : tensor<?x2xi32>, tensor<3x4xi32>, tensor<2x?xindex>
    }";
    let list = |values: &[i64]| values.iter().map(|&value| bits(value, 32)).collect::<Vec<_>>();
    let whole = Value::elements(&[3, 4], list(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]));
    returns(
        text,
        vec![Value::index(2), whole],
        vec![
            Value::elements(&[2, 2], list(&[4, 6, 8, 10])),
            Value::elements(&[3, 4], list(&[0, 1, 2, 3, 4, -1, 6, 7, 0, 1, 2, 3])),
            Value::elements(&[2, 2], [0, 1, 1, 2].map(Value::index).to_vec()),
        ],
    );
}

#[test]
fn affine_loops_reduce_and_vectors_are_loaded() {
    let text = "func @main(%m: memref<2x8xi32>) -> (i32, vector<4xi32>) {
      %sum = affine.parallel (%i, %j) = (0, 0) to (2, 8) step (1, 2) reduce (\"addi\") -> (i32) {
        %0 = affine.load %m[%i, %j] : memref<2x8xi32>
        affine.yield %0 : i32
      }
      %c1 = constant 1 : index
      %v = affine.vector_load %m[%c1, %c1 + 2] : memref<2x8xi32>, vector<4xi32>
      affine.vector_store %v, %m[0, 0] : memref<2x8xi32>, vector<4xi32>
      %w = affine.vector_load %m[0, 0] : memref<2x8xi32>, vector<4xi32>
      return %sum, %w : i32, vector<4xi32>
    }";
    let m = Value::elements(&[2, 8], (0..16).map(int).collect());
    // The even ones below 16, and four from 8 + 3 on.
    let vector = Value::elements(&[4], [11, 12, 13, 14].map(int).to_vec());
    returns(text, vec![m], vec![int(56), vector]);
}

#[test]
fn all_points_of_a_forall_run() {
    let text = "func @main(%n: index) -> memref<2x3xindex> {
      %m = alloc() : memref<2x3xindex>
      scf.forall (%i, %j) in (%n, 3) {
        %0 = addi %i, %j : index
        store %0, %m[%i, %j] : memref<2x3xindex>
      }
      return %m : memref<2x3xindex>
    }";
    let expected = Value::elements(&[2, 3], [0, 1, 2, 1, 2, 3].map(Value::index).to_vec());
    returns(text, vec![Value::index(2)], vec![expected]);
}

#[test]
fn complex_numbers_and_wide_products() {
    let text = "func @main(%a: f64, %x: i8, %y: i8) -> (f64, f64, i1, i8, i1, i8, i8, i8) {
      %one = constant 1.0 : f64
      %z = create_complex %a, %one : complex<f64>
      %p = mulcf %z, %z : complex<f64>
      %re = re %p : complex<f64>
      %im = im %p : complex<f64>
      %q = divcf %p, %z : complex<f64>
      %same = eqcf %q, %z : complex<f64>
      %s, %over = arith.addui_extended %x, %y : i8, i1
      %low, %high = arith.mulsi_extended %x, %y : i8
      %pow = math.ipowi %x, %y : i8
      return %re, %im, %same, %s, %over, %low, %high, %pow : f64, f64, i1, i8, i1, i8, i8, i8
    }";
    // (2 + i)^2 = 3 + 4i; 250 + 10 = 256 + 4; -6 * 10 = -60; (-6)^10 = 60466176 = 236196 * 256 + 0.
    returns(
        text,
        vec![Value::Float(2.0), bits(-6, 8), bits(10, 8)],
        vec![
            Value::Float(3.0),
            Value::Float(4.0),
            int(1),
            int(4),
            int(1),
            bits(-60, 8),
            bits(-1, 8),
            int(60_466_176 % 256),
        ],
    );
}

#[test]
fn machine_level_vectors_and_atomic_updates() {
    let text = "llvm.func @main(%p: !llvm.ptr, %v: vector<4xi32>) -> !llvm.struct<(i32, \
        vector<2xi32>, i1)> {
      %n = llvm.mlir.constant(8 : i64) : i64
      %a = llvm.alloca %n x i32 : (i64) -> !llvm.ptr
      %c5 = llvm.mlir.constant(5 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      llvm.store %c5, %a : i32, !llvm.ptr
      %old = llvm.atomicrmw add %a, %c1 seq_cst : !llvm.ptr, i32
      %r = llvm.cmpxchg %a, %c5, %c1 acq_rel monotonic : !llvm.ptr, i32
      %done = llvm.extractvalue %r[1] : !llvm.struct<(i32, i1)>
      %now = llvm.load %a : !llvm.ptr -> i32
      %w = llvm.insertelement %now, %v[%c1 : i32] : vector<4xi32>
      %s = llvm.shufflevector %w, %v [1, 7] : vector<4xi32>
      %e = llvm.extractelement %s[%c1 : i32] : vector<2xi32>
      %sum = llvm.add %e, %old : i32
      %u = llvm.mlir.undef : !llvm.struct<(i32, vector<2xi32>, i1)>
      %1 = llvm.insertvalue %sum, %u[0] : !llvm.struct<(i32, vector<2xi32>, i1)>
      %2 = llvm.insertvalue %s, %1[1] : !llvm.struct<(i32, vector<2xi32>, i1)>
      %3 = llvm.insertvalue %done, %2[2] : !llvm.struct<(i32, vector<2xi32>, i1)>
      llvm.return %3 : !llvm.struct<(i32, vector<2xi32>, i1)>
    }";
    let vector = Value::elements(&[4], [10, 20, 30, 40].map(int).to_vec());
    // 5 + 1 is not exchanged for 1; the second vector's last element is number 7.
    let shuffled = Value::elements(&[2], vec![int(6), int(40)]);
    returns(text, vec![int(0), vector], vec![Value::aggregate(vec![int(45), shuffled, int(0)])]);
}

/// Every op of the dialects is run, except those that are listed: each of them ends a run with its
/// name.
#[test]
fn all_ops_are_run_or_named() {
    let ctx = Context::new();
    let dialects = [
        ctx.load::<BuiltinDialect>(),
        ctx.load::<StdDialect>(),
        ctx.load::<ScfDialect>(),
        ctx.load::<AffineDialect>(),
        ctx.load::<LlvmDialect>(),
    ];
    let mut not_run = Vec::new();
    for dialect in dialects {
        let is_run = |op: &&'static mlir_lite::ir::op_def::OpDef| {
            mlir_lite::interpreter::is_interpreted(ctx.op_info(ctx.op_name(op.name)))
        };
        not_run.extend(
            ctx.dialect_ops(dialect).into_iter().filter(|op| !is_run(op)).map(|op| op.name),
        );
    }
    not_run.sort_unstable();
    let expected = [
        // Transfers between memories, of which there is one.
        "affine.dma_start",
        "affine.dma_wait",
        // Declarations, which are called or used by name.
        "builtin.module",
        // It has no defined meaning.
        "builtin.unrealized_conversion_cast",
        // Only a processor says what an intrinsic of that name does.
        "llvm.call_intrinsic",
        "llvm.func",
        // Only a processor says what its assembly does.
        "llvm.inline_asm",
        // Classes of floats, lists of arguments, exceptions: no lowering here creates them.
        "llvm.intr.is.fpclass",
        "llvm.intr.vacopy",
        "llvm.intr.vaend",
        "llvm.intr.vastart",
        "llvm.invoke",
        "llvm.landingpad",
        "llvm.mlir.alias",
        "llvm.mlir.global",
        "llvm.mlir.global_ctors",
        "llvm.mlir.global_dtors",
        // Part of unwinding, which a trap does not do.
        "llvm.mlir.none",
        "llvm.resume",
        "std.dma_start",
        "std.dma_wait",
        "std.func",
        "std.global_memref",
    ];
    assert_eq!(not_run, expected);
    let text = "func @main(%x: i32) -> index {
      %0 = builtin.unrealized_conversion_cast %x : i32 to index
      return %0 : index
    }";
    traps(text, vec![int(1)], "'builtin.unrealized_conversion_cast' op cannot be interpreted");
}

#[test]
fn machine_level_shifts_are_of_two_numbers_or_saturate() {
    let text = "llvm.func @main(%a: i8, %b: i8, %c: i8) -> !llvm.struct<(i8, i8, i8, i8)> {
      %0 = llvm.intr.fshl(%a, %b, %c) : (i8, i8, i8) -> i8
      %1 = llvm.intr.fshr(%a, %b, %c) : (i8, i8, i8) -> i8
      %2 = llvm.intr.sshl.sat(%a, %c) : (i8, i8) -> i8
      %3 = llvm.intr.ushl.sat(%a, %c) : (i8, i8) -> i8
      %u = llvm.mlir.undef : !llvm.struct<(i8, i8, i8, i8)>
      %4 = llvm.insertvalue %0, %u[0] : !llvm.struct<(i8, i8, i8, i8)>
      %5 = llvm.insertvalue %1, %4[1] : !llvm.struct<(i8, i8, i8, i8)>
      %6 = llvm.insertvalue %2, %5[2] : !llvm.struct<(i8, i8, i8, i8)>
      %7 = llvm.insertvalue %3, %6[3] : !llvm.struct<(i8, i8, i8, i8)>
      llvm.return %7 : !llvm.struct<(i8, i8, i8, i8)>
    }";
    // 0b10100101_11000011, of which 3 bits are shifted out; -91 * 8 is at least -128, 165 * 8 at
    // most 255.
    let expected = Value::aggregate(vec![int(0b0010_1110), int(0b1011_1000), int(128), int(255)]);
    returns(text, vec![int(0b1010_0101), int(0b1100_0011), int(3)], vec![expected]);
}

#[test]
fn machine_level_sums_saturate_or_say_that_they_overflow() {
    let text = "llvm.func @main(%a: i8, %b: i8) -> !llvm.struct<(i8, i8, i8, i1)> {
      %0 = llvm.intr.sadd.sat(%a, %b) : (i8, i8) -> i8
      %1 = llvm.intr.usub.sat(%b, %a) : (i8, i8) -> i8
      %2 = \"llvm.intr.umul.with.overflow\"(%a, %b) : (i8, i8) -> !llvm.struct<(i8, i1)>
      %3 = llvm.extractvalue %2[0] : !llvm.struct<(i8, i1)>
      %4 = llvm.extractvalue %2[1] : !llvm.struct<(i8, i1)>
      %u = llvm.mlir.undef : !llvm.struct<(i8, i8, i8, i1)>
      %5 = llvm.insertvalue %0, %u[0] : !llvm.struct<(i8, i8, i8, i1)>
      %6 = llvm.insertvalue %1, %5[1] : !llvm.struct<(i8, i8, i8, i1)>
      %7 = llvm.insertvalue %3, %6[2] : !llvm.struct<(i8, i8, i8, i1)>
      %8 = llvm.insertvalue %4, %7[3] : !llvm.struct<(i8, i8, i8, i1)>
      llvm.return %8 : !llvm.struct<(i8, i8, i8, i1)>
    }";
    // 100 + 50 is at most 127, 50 - 100 at least 0, 5000 is 19 * 256 + 136.
    let expected = Value::aggregate(vec![int(127), int(0), int(136), int(1)]);
    returns(text, vec![int(100), int(50)], vec![expected]);
}
