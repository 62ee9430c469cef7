//! "Operations": the generic form, results, successors; "Target specific
//! operations".

use crate::{prints, rejected, round_trip};

#[test]
fn several_results() {
    // The document's `{fruit: "banana"}` is not its grammar's.
    prints(
        "// An operation that produces two results.
// The results of %result can be accessed via the <name> `#` <opNo> syntax.
%result:2 = \"foo_div\"() : () -> (f32, i32)

// Pretty form that defines a unique name for each result.
%foo, %bar = \"foo_div\"() : () -> (f32, i32)

// Invoke a TensorFlow function called tf.scramble with two inputs
// and an attribute \"fruit\".
%2 = \"tf.scramble\"(%result#0, %bar) {fruit = \"banana\"} : (f32, i32) -> f32",
        "module {
  %0:2 = \"foo_div\"() : () -> (f32, i32)
  %1:2 = \"foo_div\"() : () -> (f32, i32)
  %2 = \"tf.scramble\"(%0#0, %1#1) {fruit = \"banana\"} : (f32, i32) -> f32
}",
    );
    // The grammar's `op-result` demands a number that the examples leave out.
    round_trip("module {\n  %0 = \"t.op\"() : () -> i32\n}");
    prints("%x:1 = \"t.op\"() : () -> i32", "module {\n  %0 = \"t.op\"() : () -> i32\n}");
    rejected(
        "%2 = \"tf.scramble\"() {fruit: \"banana\"} : () -> f32",
        "expected '=' after attribute name 'fruit', found ':'",
    );
}

#[test]
fn results_are_counted() {
    let message = "operation defines 1 results but was provided 2 to bind";
    rejected("%foo, %bar = \"foo_div\"() : () -> f32", message);
    rejected("%foo:2 = \"foo_div\"() : () -> f32", message);
}

#[test]
fn llvm_intrinsics_are_operations() {
    prints(
        "func @f(%a: i16, %b: i16) -> i16 {
  // LLVM: %x = call {i16, i1} @llvm.sadd.with.overflow.i16(i16 %a, i16 %b)
  %x:2 = \"llvm.sadd.with.overflow.i16\"(%a, %b) : (i16, i16) -> (i16, i1)
  return %x#0 : i16
}",
        "module {
  func @f(%arg0: i16, %arg1: i16) -> i16 {
    %0:2 = \"llvm.sadd.with.overflow.i16\"(%arg0, %arg1) : (i16, i16) -> (i16, i1)
    return %0#0 : i16
  }
}",
    );
}

#[test]
fn successors_have_arguments() {
    prints(
        "func @f(%cond: i1, %v: index) {
  // Branch to ^bb1 or ^bb2 depending on the condition %cond.
  // Pass value %v to ^bb2, but not to ^bb1.
  \"t.cond_br\"(%cond)[^bb1, ^bb2(%v : index)] : (i1) -> ()
^bb1:
  return
^bb2(%i: index):
  return
}",
        "module {
  func @f(%arg0: i1, %arg1: index) {
    \"t.cond_br\"(%arg0)[^bb1, ^bb2(%arg1 : index)] : (i1) -> ()
  ^bb1:  // pred: ^bb0
    return
  ^bb2(%0: index):  // pred: ^bb0
    return
  }
}",
    );
    // The grammar has successors without brackets.
    rejected("\"t.br\"() ^bb1 : () -> ()", "expected ':', found '^bb1'");
}

#[test]
fn custom_forms_are_of_registered_operations() {
    rejected(
        "accelerator.launch() {}",
        "custom op 'accelerator.launch' is unknown (tried 'accelerator.launch' as well as its \
            dialect)",
    );
}

#[test]
fn names_of_operations_are_any_text() {
    round_trip(
        "module {
  \"dim\"() : () -> ()
  \"tf.Conv2d\"() : () -> ()
  \"x86.repmovsb\"() : () -> ()
  \"ppc.eieio\"() : () -> ()
}",
    );
}

#[test]
fn a_quoted_name_without_a_dialect_is_no_standard_operation() {
    // As in the document: this is not `std.cond_br`, so the sizes of its operand groups are not
    // required.
    round_trip(
        "module {
  func @f(%arg0: i1, %arg1: index) {
    \"cond_br\"(%arg0)[^bb1, ^bb2(%arg1 : index)] : (i1) -> ()
  ^bb1:  // pred: ^bb0
    return
  ^bb2(%0: index):  // pred: ^bb0
    return
  }
}",
    );
}
