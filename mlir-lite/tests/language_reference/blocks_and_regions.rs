//! "Blocks" and "Regions": scopes, control flow, graphs; also the memrefs of
//! "Memref Type" that need ops around them.

use crate::{prints, rejected, round_trip};

#[test]
fn a_function_of_blocks() {
    prints(
        "func @simple(i64, i1) -> i64 {
^bb0(%a: i64, %cond: i1): // Code dominated by ^bb0 may refer to %a
  cond_br %cond, ^bb1, ^bb2

^bb1:
  br ^bb3(%a: i64)    // Branch passes %a as the argument

^bb2:
  %b = addi %a, %a : i64
  br ^bb3(%b: i64)    // Branch passes %b as the argument

// ^bb3 receives an argument, named %c, from predecessors
// and passes it on to bb4 along with %a. %a is referenced
// directly from its defining operation and is not passed through
// an argument of ^bb3.
^bb3(%c: i64):
  br ^bb4(%c, %a : i64, i64)

^bb4(%d : i64, %e : i64):
  %0 = addi %d, %e : i64
  return %0 : i64   // Return is also a terminator.
}",
        "module {
  func @simple(%arg0: i64, %arg1: i1) -> i64 {
    cond_br %arg1, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    br ^bb3(%arg0 : i64)
  ^bb2:  // pred: ^bb0
    %0 = addi %arg0, %arg0 : i64
    br ^bb3(%0 : i64)
  ^bb3(%1: i64):  // 2 preds: ^bb1, ^bb2
    br ^bb4(%1, %arg0 : i64, i64)
  ^bb4(%2: i64, %3: i64):  // pred: ^bb3
    %4 = addi %2, %3 : i64
    return %4 : i64
  }
}",
    );
}

#[test]
fn nested_regions_see_what_is_around_them() {
    prints(
        "func @f(%a: i64) {
  %r = \"any_op\"(%a) ({ // if %a is in-scope in the containing region...
     // then %a is in-scope here too.
    %new_value = \"another_op\"(%a) : (i64) -> (i64)
  }) : (i64) -> (i64)
  return
}",
        "module {
  func @f(%arg0: i64) {
    %0 = \"any_op\"(%arg0) ({
      %1 = \"another_op\"(%arg0) : (i64) -> i64
    }) : (i64) -> i64
    return
  }
}",
    );
}

/// The document's example names a result where there is none, lets ^bb2 end
/// without terminator and leaves ^bb3 out.
fn accelerator(inner: &str, last: &str) -> String {
    format!(
        "func @accelerator_compute(i64, i1) -> i64 {{ // An SSACFG region
^bb0(%a: i64, %cond: i1): // Code dominated by ^bb0 may refer to %a
  cond_br %cond, ^bb1, ^bb2

^bb1:
  // This def for %value does not dominate ^bb2
  %value = \"op.convert\"(%a) : (i64) -> i64
  br ^bb3(%a: i64)    // Branch passes %a as the argument

^bb2:
  \"accelerator.launch\"() ({{ // An SSACFG region
    ^bb0:
      // Region of code nested under \"accelerator.launch\", it can reference %a but
      // not %value.
      %new_value = \"accelerator.do_something\"({inner}) : (i64) -> (i64)
  }}) : () -> ()
  // %new_value cannot be referenced outside of the region
  br ^bb3(%a: i64)

^bb3(%result: i64):
  return {last} : i64
}}"
    )
}

#[test]
fn values_dominate_their_uses() {
    prints(
        &accelerator("%a", "%result"),
        "module {
  func @accelerator_compute(%arg0: i64, %arg1: i1) -> i64 {
    cond_br %arg1, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    %0 = \"op.convert\"(%arg0) : (i64) -> i64
    br ^bb3(%arg0 : i64)
  ^bb2:  // pred: ^bb0
    \"accelerator.launch\"() ({
      %2 = \"accelerator.do_something\"(%arg0) : (i64) -> i64
    }) : () -> ()
    br ^bb3(%arg0 : i64)
  ^bb3(%1: i64):  // 2 preds: ^bb1, ^bb2
    return %1 : i64
  }
}",
    );
    rejected(&accelerator("%value", "%result"), "operand #0 does not dominate this use");
    rejected(&accelerator("%a", "%value"), "operand #0 does not dominate this use");
    rejected(&accelerator("%a", "%new_value"), "use of undeclared SSA value name '%new_value'");
    rejected(
        "func @f(%a: i64) {
  %new_value = \"accelerator.do_something\"(%a) : (i64) -> ()
  return
}",
        "operation defines 0 results but was provided 1 to bind",
    );
}

#[test]
fn graphs_have_cycles() {
    prints(
        "\"test.graph_region\"() ({ // A Graph region
  %1 = \"op1\"(%1, %3) : (i32, i32) -> (i32)  // OK: %1, %3 allowed here
  %2 = \"test.ssacfg_region\"() ({
     %5 = \"op2\"(%1, %2, %3, %4) : (i32, i32, i32, i32) -> (i32) // OK: %1, %2, %3, %4 all \
     defined in the containing region
  }) : () -> (i32)
  %3 = \"op2\"(%1, %4) : (i32, i32) -> (i32)  // OK: %4 allowed here
  %4 = \"op3\"(%1) : (i32) -> (i32)
}) : () -> ()",
        "module {
  \"test.graph_region\"() ({
    %0 = \"op1\"(%0, %2) : (i32, i32) -> i32
    %1 = \"test.ssacfg_region\"() ({
      %4 = \"op2\"(%0, %1, %2, %3) : (i32, i32, i32, i32) -> i32
    }) : () -> i32
    %2 = \"op2\"(%0, %3) : (i32, i32) -> i32
    %3 = \"op3\"(%0) : (i32) -> i32
  }) : () -> ()
}",
    );
}

#[test]
fn control_flow_stays_in_its_region() {
    rejected("func @f() {\n  br ^bb1\n}", "reference to an undefined block");
    rejected(
        "func @f() {\n^bb0:\n  br ^bb0\n}",
        "'std.br' op branches to the entry block of its region, which may not have predecessors",
    );
    rejected(
        "func @f() {\n^bb0:\n  \"t.region\"() ({\n    \"t.br\"()[^bb1] : () -> ()\n  }) : () -> \
            ()\n  br ^bb1\n^bb1:\n  return\n}",
        "reference to an undefined block",
    );
    rejected(
        "func @f() -> i32 {\n  return\n}",
        "'std.return' op has 0 operands, but enclosing function (@f) returns 1",
    );
}

#[test]
fn unreachable_blocks_are_allowed() {
    round_trip(
        "module {\n  func @f() {\n    return\n  ^bb1:  // no predecessors\n    return\n  }\n}",
    );
}

#[test]
fn memrefs_of_any_rank() {
    // The document writes `memref_cast a : t -> u`; that op's document `to`.
    prints(
        "// With static ranks, we need a function for each possible argument type
func @static() {
  %A = alloc() : memref<16x32xf32>
  %B = alloc() : memref<16x32x64xf32>
  call @helper_2D(%A) : (memref<16x32xf32>)->()
  call @helper_3D(%B) : (memref<16x32x64xf32>)->()
  return
}

// With unknown rank, the functions can be unified under one unranked type
func @dynamic() {
  %A = alloc() : memref<16x32xf32>
  %B = alloc() : memref<16x32x64xf32>
  // Remove rank info
  %A_u = memref_cast %A : memref<16x32xf32> to memref<*xf32>
  %B_u = memref_cast %B : memref<16x32x64xf32> to memref<*xf32>
  // call same function with dynamic ranks
  call @helper(%A_u) : (memref<*xf32>)->()
  call @helper(%B_u) : (memref<*xf32>)->()
  return
}
func @helper_2D(memref<16x32xf32>)
func @helper_3D(memref<16x32x64xf32>)
func @helper(memref<*xf32>)",
        "module {
  func @static() {
    %0 = alloc() : memref<16x32xf32>
    %1 = alloc() : memref<16x32x64xf32>
    call @helper_2D(%0) : (memref<16x32xf32>) -> ()
    call @helper_3D(%1) : (memref<16x32x64xf32>) -> ()
    return
  }
  func @dynamic() {
    %0 = alloc() : memref<16x32xf32>
    %1 = alloc() : memref<16x32x64xf32>
    %2 = memref_cast %0 : memref<16x32xf32> to memref<*xf32>
    %3 = memref_cast %1 : memref<16x32x64xf32> to memref<*xf32>
    call @helper(%2) : (memref<*xf32>) -> ()
    call @helper(%3) : (memref<*xf32>) -> ()
    return
  }
  func @helper_2D(memref<16x32xf32>)
  func @helper_3D(memref<16x32x64xf32>)
  func @helper(memref<*xf32>)
}",
    );
    rejected(
        "func @f(%A: memref<2xf32>) {\n  %u = memref_cast %A : memref<2xf32> -> memref<*xf32>",
        "expected 'to', found '->'",
    );
}

#[test]
fn allocations_bind_sizes_and_symbols() {
    prints(
        "#col_major = affine_map<(d0, d1, d2) -> (d2, d1, d0)>
#tiled_dynamic = affine_map<(d0, d1)[s0, s1] -> (d0 floordiv s0, d1 floordiv s1,
                             d0 mod s0, d1 mod s1)>
#padded = affine_map<(d0, d1) -> (d0, (d1 + 2) floordiv 2, (d1 + 2) mod 2)>
#imapS = affine_map<(d0, d1) [s0] -> (d0 + s0, d1)>

func @f(%M: index, %N: index, %B1: index, %B2: index, %n: index, %o: index) {
  // %N here binds to the size of the third dimension.
  %A = alloc(%N) : memref<16x4x?xf32, #col_major>
  %T = alloc(%M, %N) [%B1, %B2] : memref<?x?xf32, #tiled_dynamic>
  %P = alloc() : memref<16x64xf32, #padded>
  %S = alloc (%n)[%o] : memref<16x?xf32, #imapS>
  // Loads data from memref using a 2D index: (%i, %j)
  %v = load %P[%M, %N] : memref<16x64xf32, #padded>
  return
}",
        "#map0 = affine_map<(d0, d1, d2) -> (d2, d1, d0)>
#map1 = affine_map<(d0, d1)[s0, s1] -> (d0 floordiv s0, d1 floordiv s1, d0 mod s0, d1 mod s1)>
#map2 = affine_map<(d0, d1) -> (d0, d1 floordiv 2 + 1, d1 mod 2)>
#map3 = affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>
module {
  func @f(%arg0: index, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: index) {
    %0 = alloc(%arg1) : memref<16x4x?xf32, #map0>
    %1 = alloc(%arg0, %arg1)[%arg2, %arg3] : memref<?x?xf32, #map1>
    %2 = alloc() : memref<16x64xf32, #map2>
    %3 = alloc(%arg4)[%arg5] : memref<16x?xf32, #map3>
    %4 = load %2[%arg0, %arg1] : memref<16x64xf32, #map2>
    return
  }
}",
    );
    // The document leaves out the word `memref`.
    rejected(
        "func @f(%n: index, %o: index) {\n  %A = alloc (%n)[%o] : <16x?xf32>",
        "expected non-function type, found '<'",
    );
    rejected(
        "func @f(%n: index) {\n  %A = alloc(%n) : memref<?xf32, affine_map<(i)[s] -> (i + s)>>\n  \
            return\n}",
        "'std.alloc' op symbol operand count does not equal memref symbol count: expected 1, got 0",
    );
}

#[test]
fn loads_take_an_index_for_each_dimension() {
    prints(
        "#imapA = affine_map<(d0, d1) -> (d1, d0)>
func @f(%i: index, %j: index) -> f32 {
  // Allocates a memref with 2D index space:
  //   { (i, j) : 0 <= i < 16, 0 <= j < 32 }
  %A = alloc() : memref<16x32xf32, #imapA>

  // Loads data from memref '%A' using a 2D index: (%i, %j)
  %v = load %A[%i, %j] : memref<16x32xf32, #imapA>
  return %v : f32
}",
        "#map0 = affine_map<(d0, d1) -> (d1, d0)>
module {
  func @f(%arg0: index, %arg1: index) -> f32 {
    %0 = alloc() : memref<16x32xf32, #map0>
    %1 = load %0[%arg0, %arg1] : memref<16x32xf32, #map0>
    return %1 : f32
  }
}",
    );
    rejected(
        "func @f(%A: memref<16x32xf32>, %i: index) {\n  %v = load %A[%i] : memref<16x32xf32>\n  \
            return\n}",
        "'std.load' op incorrect number of indices: expected 2, found 1",
    );
    // The document abbreviates parts by three dots.
    rejected(
        "func @f() {\n  %n = ...\n}",
        "expected operation name in quotes, or the name of a registered operation, found '...'",
    );
}

#[test]
fn memrefs_of_any_rank_are_only_passed_on() {
    let expected = |what: &str| {
        format!("'std.{what} #0 must be memref of any type values, but got 'memref<*xf32>'")
    };
    rejected(
        "func @f() {\n  %0 = alloc() : memref<*xf32>\n  return\n}",
        &expected("alloc' op result"),
    );
    rejected(
        "func @f(%m: memref<*xf32>, %i: index) {\n  %0 = load %m[%i] : memref<*xf32>\n  return\n}",
        &expected("load' op operand"),
    );
}
