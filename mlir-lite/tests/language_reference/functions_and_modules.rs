//! "High-Level Structure", "Module" and "Functions".

use crate::{prints, rejected, round_trip};

/// The document's first example. It writes `{message: ..}`, `tensor_store a to b`, `store 0 to` and
/// a tensor type that ends with `)`; none of that is valid by its grammar, or by the standard
/// dialect's document.
#[test]
fn a_module_of_functions() {
    prints(
        "// Compute A*B using an implementation of multiply kernel and print the
// result using a TensorFlow op. The dimensions of A and B are partially
// known. The shapes are assumed to match.
func @mul(%A: tensor<100x?xf32>, %B: tensor<?x50xf32>) -> (tensor<100x50xf32>) {
  // Compute the inner dimension of %A using the dim operation.
  %n = dim %A, 1 : tensor<100x?xf32>

  // Allocate addressable \"buffers\" and copy tensors %A and %B into them.
  %A_m = alloc(%n) : memref<100x?xf32>
  tensor_store %A, %A_m : memref<100x?xf32>

  %B_m = alloc(%n) : memref<?x50xf32>
  tensor_store %B, %B_m : memref<?x50xf32>

  // Call function @multiply passing memrefs as arguments,
  // and getting returned the result of the multiplication.
  %C_m = call @multiply(%A_m, %B_m)
          : (memref<100x?xf32>, memref<?x50xf32>) -> (memref<100x50xf32>)

  dealloc %A_m : memref<100x?xf32>
  dealloc %B_m : memref<?x50xf32>

  // Load the buffer data into a higher level \"tensor\" value.
  %C = tensor_load %C_m : memref<100x50xf32>
  dealloc %C_m : memref<100x50xf32>

  // Call TensorFlow built-in function to print the result tensor.
  %printed = \"tf.Print\"(%C){message = \"mul result\"}
                  : (tensor<100x50xf32>) -> (tensor<100x50xf32>)

  return %C : tensor<100x50xf32>
}

// A function that multiplies two memrefs and returns the result.
func @multiply(%A: memref<100x?xf32>, %B: memref<?x50xf32>)
          -> (memref<100x50xf32>)  {
  // Compute the inner dimension of %A.
  %n = dim %A, 1 : memref<100x?xf32>

  // Allocate memory for the multiplication result.
  %C = alloc() : memref<100x50xf32>

  // Multiplication loop nest.
  %zero = constant 0.0 : f32
  affine.for %i = 0 to 100 {
     affine.for %j = 0 to 50 {
        store %zero, %C[%i, %j] : memref<100x50xf32>
        affine.for %k = 0 to %n {
           %a_v  = load %A[%i, %k] : memref<100x?xf32>
           %b_v  = load %B[%k, %j] : memref<?x50xf32>
           %prod = mulf %a_v, %b_v : f32
           %c_v  = load %C[%i, %j] : memref<100x50xf32>
           %sum  = addf %c_v, %prod : f32
           store %sum, %C[%i, %j] : memref<100x50xf32>
        }
     }
  }
  return %C : memref<100x50xf32>
}",
        "module {
  func @mul(%arg0: tensor<100x?xf32>, %arg1: tensor<?x50xf32>) -> tensor<100x50xf32> {
    %c1 = constant 1 : index
    %0 = dim %arg0, %c1 : tensor<100x?xf32>
    %1 = alloc(%0) : memref<100x?xf32>
    tensor_store %arg0, %1 : memref<100x?xf32>
    %2 = alloc(%0) : memref<?x50xf32>
    tensor_store %arg1, %2 : memref<?x50xf32>
    %3 = call @multiply(%1, %2) : (memref<100x?xf32>, memref<?x50xf32>) -> memref<100x50xf32>
    dealloc %1 : memref<100x?xf32>
    dealloc %2 : memref<?x50xf32>
    %4 = tensor_load %3 : memref<100x50xf32>
    dealloc %3 : memref<100x50xf32>
    %5 = \"tf.Print\"(%4) {message = \"mul result\"} : (tensor<100x50xf32>) -> tensor<100x50xf32>
    return %4 : tensor<100x50xf32>
  }
  func @multiply(%arg0: memref<100x?xf32>, %arg1: memref<?x50xf32>) -> memref<100x50xf32> {
    %c1 = constant 1 : index
    %0 = dim %arg0, %c1 : memref<100x?xf32>
    %1 = alloc() : memref<100x50xf32>
    %cst = constant 0.000000e+00 : f32
    affine.for %arg2 = 0 to 100 {
      affine.for %arg3 = 0 to 50 {
        store %cst, %1[%arg2, %arg3] : memref<100x50xf32>
        affine.for %arg4 = 0 to %0 {
          %2 = load %arg0[%arg2, %arg4] : memref<100x?xf32>
          %3 = load %arg1[%arg4, %arg3] : memref<?x50xf32>
          %4 = mulf %2, %3 : f32
          %5 = load %1[%arg2, %arg3] : memref<100x50xf32>
          %6 = addf %5, %4 : f32
          store %6, %1[%arg2, %arg3] : memref<100x50xf32>
        }
      }
    }
    return %1 : memref<100x50xf32>
  }
}",
    );
}

#[test]
fn what_the_first_example_gets_wrong() {
    let function = "func @f(%t: tensor<2xf32>, %m: memref<2xf32>, %i: index) {\n";
    rejected(
        &format!("{function}tensor_store %t to %m : memref<2xf32>"),
        "expected ',', found 'to'",
    );
    rejected(
        &format!("{function}store 0 to %m[%i] : memref<2xf32>"),
        "expected SSA operand, found '0'",
    );
    rejected(
        "%a = \"t.a\"() : () -> tensor<100x50xf32>
         \"tf.Print\"(%a) : (tensor<100x50xf32) -> (tensor<100x50xf32>)",
        "expected '>', found ')'",
    );
    rejected(
        "%C = \"t.c\"() : () -> tensor<100x50xf32>
         \"tf.Print\"(%C){message: \"mul result\"} : (tensor<100x50xf32>) -> (tensor<100x50xf32>)",
        "expected '=' after attribute name 'message', found ':'",
    );
}

#[test]
fn modules_have_names_and_attributes() {
    round_trip("module {\n}");
    round_trip("module @name {\n}");
    round_trip("module @name attributes {dialectName.attrName = false} {\n}");
    prints("", "module {\n}");
    prints("module {\n  module_terminator\n}", "module {\n}");
}

#[test]
fn modules_are_isolated() {
    rejected(
        "%x = \"t.def\"() : () -> i32\nmodule { \"t.use\"(%x) : (i32) -> () }",
        "use of undeclared SSA value name '%x'",
    );
}

#[test]
fn functions_of_all_forms() {
    // `{fruit: "banana"}` is not the grammar's, and has no dialect's prefix.
    prints(
        "#layout_map0 = affine_map<(d0, d1) -> (d1, d0)>

// External function definitions.
func @abort()
func @scribble(i32, i64, memref<? x 128 x f32, #layout_map0>) -> f64

// A function that returns its argument twice:
func @count(%x: i64) -> (i64, i64)
  attributes {basket.fruit = \"banana\"} {
  return %x, %x: i64, i64
}

// A function with an argument attribute
func @example_fn_arg(%x: i32 {swift.self = unit})

// A function with a result attribute
func @example_fn_result() -> (f64 {dialectName.attrName = 0 : i64})

// A function with an attribute
func @example_fn_attr() attributes {dialectName.attrName = false}",
        "#map0 = affine_map<(d0, d1) -> (d1, d0)>
module {
  func @abort()
  func @scribble(i32, i64, memref<?x128xf32, #map0>) -> f64
  func @count(%arg0: i64) -> (i64, i64) attributes {basket.fruit = \"banana\"} {
    return %arg0, %arg0 : i64, i64
  }
  func @example_fn_arg(i32 {swift.self})
  func @example_fn_result() -> (f64 {dialectName.attrName = 0 : i64})
  func @example_fn_attr() attributes {dialectName.attrName = false}
}",
    );
    rejected(
        "func @count() attributes {fruit: \"banana\"}",
        "expected '=' after attribute name 'fruit', found ':'",
    );
}

#[test]
fn attributes_of_arguments_and_results_are_of_dialects() {
    rejected(
        "func @f(%x: i64 {fruit})",
        "'std.func' op argument #0 has attribute 'fruit': expected the prefix of a dialect",
    );
    rejected(
        "func @f() -> (i64 {fruit})",
        "'std.func' op result #0 has attribute 'fruit': expected the prefix of a dialect",
    );
}

#[test]
fn the_entry_block_has_the_functions_arguments() {
    rejected(
        "func @f(i64) {\n  return\n}",
        "'std.func' op entry block must have 1 arguments to match function signature",
    );
    rejected(
        "func @f(i64) {\n^bb0(%a: i32):\n  return\n}",
        "'std.func' op type of entry block argument #0('i32') must match the type of the \
            corresponding argument in function signature('i64')",
    );
    rejected(
        "func @f(%b: i64) {\n^bb0(%a: i64):\n  return\n}",
        "entry block arguments are already named: the entry block has no label",
    );
}

#[test]
fn a_function_may_list_no_results() {
    prints("func @abort() -> ()", "module {\n  func @abort()\n}");
}

#[test]
fn functions_are_values() {
    // Made by `constant`, passed across control flow, called by `call_indirect`.
    prints(
        "func @callee(%x: i32) -> i32 {
  return %x : i32
}
func @f(%x: i32) -> i32 {
  %address = constant @callee : (i32) -> i32
  br ^bb1(%address : (i32) -> i32)
^bb1(%function: (i32) -> i32):
  %r = call_indirect %function(%x) : (i32) -> i32
  return %r : i32
}",
        "module {
  func @callee(%arg0: i32) -> i32 {
    return %arg0 : i32
  }
  func @f(%arg0: i32) -> i32 {
    %f = constant @callee : (i32) -> i32
    br ^bb1(%f : (i32) -> i32)
  ^bb1(%0: (i32) -> i32):  // pred: ^bb0
    %1 = call_indirect %0(%arg0) : (i32) -> i32
    return %1 : i32
  }
}",
    );
}
