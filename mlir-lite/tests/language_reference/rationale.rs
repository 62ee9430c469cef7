//! MLIR's rationale and the case for a simplified polyhedral form: their examples, which are older
//! than the text of 2020. Outdated syntax is corrected here, and shown to be rejected.

use crate::{context, prints, read, rejected, round_trip};
use mlir_lite::interpreter::{Value, run};
use mlir_lite::ir::prelude::*;

/// The results of `@main` of a module for the size 24.
fn results(text: &str) -> Vec<Value> {
    let ctx = context();
    let module = read(&ctx, text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let outcome = run(&module, "main", vec![Value::Int(24)], &mut Vec::new());
    outcome.unwrap_or_else(|error| panic!("{}", error.message)).results.into_vec()
}

/// The functions that the examples below call, as a program.
fn counted(example: &str) -> String {
    format!(
        "{example}
func @count(%A: memref<?x?xindex>, %i: index, %j: index) {{
  %one = constant 1 : index
  %before = load %A[%i, %j] : memref<?x?xindex>
  %after = addi %before, %one : index
  store %after, %A[%i, %j] : memref<?x?xindex>
  return
}}
// How many points of the square were visited once, and the maximum number of visits.
func @main(%N: index) -> (index, index) {{
  %A = alloc(%N, %N) : memref<?x?xindex>
  %zero = constant 0 : index
  %one = constant 1 : index
  affine.for %i = 0 to %N {{
    affine.for %j = 0 to %N {{
      store %zero, %A[%i, %j] : memref<?x?xindex>
    }}
  }}
  call @example(%A, %N) : (memref<?x?xindex>, index) -> ()
  %once = alloc() : memref<index>
  %all = alloc() : memref<index>
  store %zero, %once[] : memref<index>
  store %zero, %all[] : memref<index>
  affine.for %i = 0 to %N {{
    affine.for %j = 0 to %N {{
      %visits = load %A[%i, %j] : memref<?x?xindex>
      %is_one = cmpi \"eq\", %visits, %one : index
      %point = select %is_one, %one, %zero : index
      %a = load %once[] : memref<index>
      %b = addi %a, %point : index
      store %b, %once[] : memref<index>
      %c = load %all[] : memref<index>
      %d = addi %c, %visits : index
      store %d, %all[] : memref<index>
    }}
  }}
  %x = load %once[] : memref<index>
  %y = load %all[] : memref<index>
  return %x, %y : index, index
}}"
    )
}

/// `0 ... N` is `0 to N`; the condition is a set.
#[test]
fn a_part_of_the_points_is_an_if() {
    let example = "func @example(%A: memref<?x?xindex>, %N: index) {
  affine.for %i = 0 to %N step 1 {
    affine.for %j = 0 to %N step 1 {
      affine.if affine_set<(i, j)[N] : (i - 10 >= 0, N - 10 - i - 1 >= 0, j - 10 >= 0, N - 10 - j \
      - 1 >= 0)>(%i, %j)[%N] {
        call @count(%A, %i, %j) : (memref<?x?xindex>, index, index) -> ()
      }
    }
  }
  return
}";
    // From 10 to 13, in both directions.
    assert_eq!(results(&counted(example)), [Value::Int(16), Value::Int(16)]);
}

/// The document's bounds are inclusive: these are one beyond them.
#[test]
fn a_skewed_nest_visits_each_point_once() {
    let example = |end: &str, inner_end: &str| {
        counted(&format!(
            "func @example(%A: memref<?x?xindex>, %N: index) {{
  affine.for %t1 = 0 to affine_map<()[N] -> ({end})>()[%N] step 1 {{
    affine.for %t2 = max affine_map<(t1)[N] -> (0, t1 - N + 1)>(%t1)[%N]
                  to min affine_map<(t1)[N] -> (N, {inner_end})>(%t1)[%N] step 1 {{
      %i = affine.apply affine_map<(t1, t2) -> (t1 - t2)>(%t1, %t2)
      call @count(%A, %i, %t2) : (memref<?x?xindex>, index, index) -> ()
    }}
  }}
  return
}}"
        ))
    };
    assert_eq!(
        results(&example("2 * N - 1", "t1 + 1")),
        [Value::Int(24 * 24), Value::Int(24 * 24)]
    );
    // Read as exclusive bounds, they leave out a row and the last point.
    assert_eq!(
        results(&example("2 * N - 2", "t1")),
        [Value::Int(24 * 23 - 1), Value::Int(24 * 23 - 1)]
    );
}

#[test]
fn forms_that_were_not_chosen() {
    rejected(
        "mlfunc @simple_example(%N: index) {\n}",
        "custom op 'mlfunc' is unknown (tried 'std.mlfunc' as well)",
    );
    rejected(
        "func @f(%N: index) {\n  affine.for %i = 0 ... %N step 1 {",
        "expected 'to', found '...'",
    );
    rejected(
        "##rel = (d0) -> (r0) : r0 - d0 >= 0",
        "expected operation name in quotes, or the name of a registered operation, found '#'",
    );
    rejected("func @bar(%A : memref<8x%Nxf32>)", "expected non-function type, found '%Nxf32'");
}

#[test]
fn types_do_not_name_sizes() {
    prints(
        "#lmap = affine_map<(d0, d1) -> (d1, d0)>
func @foo(%N: index) {
  %A = alloc(%N) : memref<8x?xf32, #lmap>
  call @bar(%A) : (memref<8x?xf32, #lmap>) -> ()
  return
}

func @bar(%A : memref<8x?xf32, #lmap>) {
  // Type of %A indicates that %A has dynamic shape with 8 rows
  // and unknown number of columns. The number of columns is queried
  // dynamically using dim instruction.
  %N = dim %A, 1 : memref<8x?xf32, #lmap>

  %one = constant 1.0 : f32
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to %N {
      // A[i,j] += 1
      %s1 = affine.load %A[%i, %j] : memref<8x?xf32, #lmap>
      %s2 = addf %s1, %one : f32
      affine.store %s2, %A[%i, %j] : memref<8x?xf32, #lmap>
    }
  }
  return
}",
        "#map0 = affine_map<(d0, d1) -> (d1, d0)>
module {
  func @foo(%arg0: index) {
    %0 = alloc(%arg0) : memref<8x?xf32, #map0>
    call @bar(%0) : (memref<8x?xf32, #map0>) -> ()
    return
  }
  func @bar(%arg0: memref<8x?xf32, #map0>) {
    %c1 = constant 1 : index
    %0 = dim %arg0, %c1 : memref<8x?xf32, #map0>
    %cst = constant 1.000000e+00 : f32
    affine.for %arg1 = 0 to 8 {
      affine.for %arg2 = 0 to %0 {
        %1 = affine.load %arg0[%arg1, %arg2] : memref<8x?xf32, #map0>
        %2 = addf %1, %cst : f32
        affine.store %2, %arg0[%arg1, %arg2] : memref<8x?xf32, #map0>
      }
    }
    return
  }
}",
    );
    rejected("func @foo(%N: index) {\n  %A = alloc <8x?xf32> (%N)", "expected '(', found '<'");
}

#[test]
fn scalars_in_memory_have_no_indices() {
    round_trip(
        "module {
  func @f(%arg0: memref<f32>) -> f32 {
    %0 = load %arg0[] : memref<f32>
    return %0 : f32
  }
}",
    );
}

#[test]
fn ints_are_signless_and_comparisons_have_names() {
    let compared = |name: &str| {
        format!(
            "module {{
  func @f(%arg0: i4, %arg1: i4) -> i1 {{
    %0 = cmpi \"{name}\", %arg0, %arg1 : i4
    return %0 : i1
  }}
}}"
        )
    };
    for name in ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"] {
        round_trip(&compared(name));
    }
    // As the document's program has it.
    rejected(
        &compared("lt"),
        "unknown comparison predicate \"lt\": expected one of eq, ne, slt, sle, sgt, sge, ult, \
            ule, ugt, uge",
    );
    for ty in ["si4", "f32", "tuple<i32>", "!foo.bar"] {
        rejected(
            &format!("func @f(%a: {ty}) {{\n  %b = addi %a, %a : {ty}\n  return\n}}"),
            &format!("'std.addi' op operand #0 must be signless-integer-like, but got '{ty}'"),
        );
    }
}

/// The greater of 24 and 7, by a selection and by a branch.
#[test]
fn a_selection_is_a_branch() {
    let text = "func @main(%n: index) -> (index, index) {
  %m = constant 7 : index
  %cond = cmpi \"slt\", %m, %n : index
  %r = select %cond, %n, %m : index
  cond_br %cond, ^bb1(%n : index), ^bb1(%m : index)
^bb1(%s: index):
  return %r, %s : index, index
}";
    assert_eq!(results(text), [Value::Int(24), Value::Int(24)]);
    // The document leaves the types out.
    rejected(
        "func @f(%cond: i1, %t: i32, %f: i32) {\n  cond_br %cond, ^bb1(%t), ^bb1(%f)\n^bb1(%r: \
            i32):\n  return\n}",
        "expected ':', found ')'",
    );
}

#[test]
fn control_flow_in_a_function_of_its_own() {
    prints(
        "func @search(%A: memref<?x?xi32>, %S: memref<?xindex>, %key : i32) {
  %ni = dim %A, 0 : memref<?x?xi32>
  // This loop can be parallelized
  affine.for %i = 0 to %ni {
    call @search_body (%A, %S, %key, %i) : (memref<?x?xi32>, memref<?xindex>, i32, index) -> ()
  }
  return
}

func @search_body(%A: memref<?x?xi32>, %S: memref<?xindex>, %key: i32, %i : index) {
  %nj = dim %A, 1 : memref<?x?xi32>
  %zero = constant 0 : index
  %one = constant 1 : index
  br ^bb1(%zero : index)

^bb1(%j: index):
  %p1 = cmpi \"slt\", %j, %nj : index
  cond_br %p1, ^bb2, ^bb5

^bb2:
  %v = affine.load %A[%i, %j] : memref<?x?xi32>
  %p2 = cmpi \"eq\", %v, %key : i32
  cond_br %p2, ^bb3(%j : index), ^bb4

^bb3(%found: index):
  affine.store %found, %S[%i] : memref<?xindex>
  br ^bb5

^bb4:
  %jinc = addi %j, %one : index
  br ^bb1(%jinc : index)

^bb5:
  return
}",
        "module {
  func @search(%arg0: memref<?x?xi32>, %arg1: memref<?xindex>, %arg2: i32) {
    %c0 = constant 0 : index
    %0 = dim %arg0, %c0 : memref<?x?xi32>
    affine.for %arg3 = 0 to %0 {
      call @search_body(%arg0, %arg1, %arg2, %arg3) : (memref<?x?xi32>, memref<?xindex>, i32, \
      index) -> ()
    }
    return
  }
  func @search_body(%arg0: memref<?x?xi32>, %arg1: memref<?xindex>, %arg2: i32, %arg3: index) {
    %c1 = constant 1 : index
    %0 = dim %arg0, %c1 : memref<?x?xi32>
    %c0 = constant 0 : index
    %c1_0 = constant 1 : index
    br ^bb1(%c0 : index)
  ^bb1(%1: index):  // 2 preds: ^bb0, ^bb4
    %2 = cmpi \"slt\", %1, %0 : index
    cond_br %2, ^bb2, ^bb5
  ^bb2:  // pred: ^bb1
    %3 = affine.load %arg0[%arg3, %1] : memref<?x?xi32>
    %4 = cmpi \"eq\", %3, %arg2 : i32
    cond_br %4, ^bb3(%1 : index), ^bb4
  ^bb3(%5: index):  // pred: ^bb2
    affine.store %5, %arg1[%arg3] : memref<?xindex>
    br ^bb5
  ^bb4:  // pred: ^bb2
    %6 = addi %1, %c1_0 : index
    br ^bb1(%6 : index)
  ^bb5:  // 2 preds: ^bb1, ^bb3
    return
  }
}",
    );
    rejected("func @search(%S: <?xi32>)", "expected non-function type, found '<'");
    rejected("func @f() {\n  br ^bb1(0)", "expected SSA operand, found '0'");
    rejected("func @f(%j: i32) {\n  %jinc = addi %j, 1 : i32", "expected SSA operand, found '1'");
    rejected("func @f() {\n^bb1(%j: i32)\n  return\n}", "expected ':', found 'return'");
}

#[test]
fn bounds_that_are_not_affine_are_arguments() {
    prints(
        "func @pow(index, index) -> index
func @outer_nest(%n : index) {
  %two = constant 2 : index
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %pow = call @pow(%two, %j) : (index, index) ->  index
      call @inner_nest(%pow, %n) : (index, index) -> ()
    }
  }
  return
}

func @inner_nest(%m : index, %n : index) {
  affine.for %k = 0 to %m {
    affine.for %l = 0 to %n {
      \"loop.body\"(%k, %l) : (index, index) -> ()
    }
  }
  return
}",
        "module {
  func @pow(index, index) -> index
  func @outer_nest(%arg0: index) {
    %c2 = constant 2 : index
    affine.for %arg1 = 0 to %arg0 {
      affine.for %arg2 = 0 to %arg0 {
        %0 = call @pow(%c2, %arg2) : (index, index) -> index
        call @inner_nest(%0, %arg0) : (index, index) -> ()
      }
    }
    return
  }
  func @inner_nest(%arg0: index, %arg1: index) {
    affine.for %arg2 = 0 to %arg0 {
      affine.for %arg3 = 0 to %arg1 {
        \"loop.body\"(%arg2, %arg3) : (index, index) -> ()
      }
    }
    return
  }
}",
    );
    // So there are two functions.
    rejected(
        "func @pow(index, index) -> index
func @nest(%n : index) {
  affine.for %j = 0 to %n {
    %pow = call @pow(%j, %j) : (index, index) ->  index
    affine.for %k = 0 to %pow {
    }
  }
  return
}",
        "'affine.for' op operand cannot be used as a symbol",
    );
}

/// The maps and the condition of the convolution, in the innermost of its seven loops.
#[test]
fn a_convolution_skips_its_padding() {
    prints(
        "#domain = affine_set<(d0, d1)[S0, S1, S2, S3] : (d0 mod S0 == 0, d1 mod S1 == 0, d0 >= 0, \
            d1 >= 0,
                                   S2 - d0 - 1 >= 0, S3 - d1 - 1 >= 0)>
#map1_0 = affine_map<(d0, d1, d2, d3) [S0, S1, S2, S3, S4, S5] -> (d0 * S0 + d2 * S2 - S4)>
#map1_1 = affine_map<(d0, d1, d2, d3) [S0, S1, S2, S3, S4, S5] -> (d1 * S1 + d3 * S3 - S5)>
#map2_0 = affine_map<(d0) [S0] -> (d0 floordiv S0)>
func @conv2d(%n: index, %s: index) {
  affine.for %oh = 0 to %n {
    affine.for %kh = 0 to %n {
      // Calculate input indices.
      %row = affine.apply #map1_0(%oh, %oh, %kh, %kh)[%s, %s, %s, %s, %s, %s]
      %column = affine.apply #map1_1(%oh, %oh, %kh, %kh)[%s, %s, %s, %s, %s, %s]
      // Check if access is not in padding.
      affine.if #domain(%row, %column)[%s, %s, %n, %n] {
        %first = affine.apply #map2_0(%row)[%s]
        \"multiply_accumulate\"(%first) : (index) -> ()
      }
    }
  }
  return
}",
        "#map0 = affine_map<(d0, d1, d2, d3)[s0, s1, s2, s3, s4, s5] -> (d0 * s0 + d2 * s2 - s4)>
#map1 = affine_map<(d0, d1, d2, d3)[s0, s1, s2, s3, s4, s5] -> (d1 * s1 + d3 * s3 - s5)>
#map2 = affine_map<(d0)[s0] -> (d0 floordiv s0)>
#set0 = affine_set<(d0, d1)[s0, s1, s2, s3] : (d0 mod s0 == 0, d1 mod s1 == 0, d0 >= 0, d1 >= 0, \
-d0 + s2 - 1 >= 0, -d1 + s3 - 1 >= 0)>
module {
  func @conv2d(%arg0: index, %arg1: index) {
    affine.for %arg2 = 0 to %arg0 {
      affine.for %arg3 = 0 to %arg0 {
        %0 = affine.apply #map0(%arg2, %arg2, %arg3, %arg3)[%arg1, %arg1, %arg1, %arg1, %arg1, \
        %arg1]
        %1 = affine.apply #map1(%arg2, %arg2, %arg3, %arg3)[%arg1, %arg1, %arg1, %arg1, %arg1, \
        %arg1]
        affine.if #set0(%0, %1)[%arg1, %arg1, %arg0, %arg0] {
          %2 = affine.apply #map2(%0)[%arg1]
          \"multiply_accumulate\"(%2) : (index) -> ()
        }
      }
    }
    return
  }
}",
    );
    rejected("#d = (d0, d1)[S0,S1,S2,S3]: (d0 >= 0)", "expected non-function type, found 'd0'");
    rejected("#d = affine_set<(d0)[S0]: (d0 % S0 == 0)>", "expected '>=', '<=' or '==', found '%'");
    rejected("#d = affine_set<(d0)[S3]: (S4 - d0 - 1 >= 0)>", "use of undeclared identifier 'S4'");
    rejected("#map2_0 = affine_map<(d0)[S0] -> (d0 / S0)>", "expected ',' or ')', found '/'");
    rejected(
        "#map1_0 = affine_map<(d0)[S4] -> (d0 - %S4)>",
        "expected identifier or integer, found '%S4'",
    );
}

#[test]
fn not_all_types_have_a_width() {
    let ctx = context();
    assert_eq!(ctx.integer_type(13).bit_width(&ctx), Some(13));
    assert_eq!(Type::F32.bit_width(&ctx), Some(32));
    assert_eq!(Type::INDEX.bit_width(&ctx), None);
    assert_eq!(Type::NONE.bit_width(&ctx), None);
}
