//! Which ops are merged; the example of MLIR's document on IR printing.

use crate::support::{parse_in, run_pass_with};
use mlir_lite::context::Context;
use mlir_lite::dialects::scf::ScfDialect;
use mlir_lite::ir::Body;
use mlir_lite::transforms::cse::CsePass;
use pretty_assertions::assert_eq;

/// The functions of that text after the pass ran on each.
#[track_caller]
fn cse(text: &str) -> String {
    let load = |ctx: &Context| {
        ctx.load::<ScfDialect>();
    };
    let mut module = parse_in(load, text);
    let functions = module.children_mut().into_iter();
    let printed: Vec<String> = functions
        .map(|(_, function): (_, &mut Body)| run_pass_with(&CsePass::default(), function, &[]))
        .collect();
    printed.join("\n")
}

/// The example in MLIR's documentation of IR printing.
#[test]
fn equal_constants_become_one() {
    assert_eq!(
        cse("func @simple_constant() -> (i32, i32) {
               %c1_i32 = constant 1 : i32
               %c1_i32_0 = constant 1 : i32
               return %c1_i32, %c1_i32_0 : i32, i32
             }"),
        "\
func @simple_constant() -> (i32, i32) {
  %c1_i32 = constant 1 : i32
  return %c1_i32, %c1_i32 : i32, i32
}"
    );
}

#[test]
fn what_becomes_equal_becomes_one_too() {
    assert_eq!(
        cse("func @f(%a: i32, %b: i32) -> i32 {
               %0 = addi %a, %b : i32
               %1 = addi %b, %a : i32
               %2 = subi %0, %a : i32
               %3 = subi %1, %a : i32
               %4 = subi %a, %1 : i32
               %5 = muli %2, %3 : i32
               %6 = muli %5, %4 : i32
               return %6 : i32
             }"),
        "\
func @f(%arg0: i32, %arg1: i32) -> i32 {
  %0 = addi %arg0, %arg1 : i32
  %1 = subi %0, %arg0 : i32
  %2 = subi %arg0, %0 : i32
  %3 = muli %1, %1 : i32
  %4 = muli %3, %2 : i32
  return %4 : i32
}"
    );
}

#[test]
fn attributes_and_types_tell_ops_apart() {
    let text = "\
func @f(%arg0: i32) -> (i1, i1, i64, i8) {
  %c1_i32 = constant 1 : i32
  %0 = cmpi \"eq\", %arg0, %c1_i32 : i32
  %1 = cmpi \"ne\", %arg0, %c1_i32 : i32
  %2 = sexti %arg0 : i32 to i64
  %3 = trunci %arg0 : i32 to i8
  return %0, %1, %2, %3 : i1, i1, i64, i8
}";
    assert_eq!(cse(text), text);
}

#[test]
fn effects_are_kept_and_dead_ops_are_not() {
    assert_eq!(
        cse("func @f(%m: memref<2xf32>) {
               %0 = constant 0 : index
               %1 = load %m[%0] : memref<2xf32>
               %2 = alloc() : memref<2xf32>
               %3 = alloc() : memref<2xf32>
               store %1, %2[%0] : memref<2xf32>
               store %1, %3[%0] : memref<2xf32>
               \"t.unknown\"() : () -> i32
               \"t.unknown\"() : () -> i32
               %4 = load %m[%0] : memref<2xf32>
               return
             }"),
        "\
func @f(%arg0: memref<2xf32>) {
  %c0 = constant 0 : index
  %0 = load %arg0[%c0] : memref<2xf32>
  %1 = alloc() : memref<2xf32>
  %2 = alloc() : memref<2xf32>
  store %0, %1[%c0] : memref<2xf32>
  store %0, %2[%c0] : memref<2xf32>
  %3 = \"t.unknown\"() : () -> i32
  %4 = \"t.unknown\"() : () -> i32
  return
}"
    );
}

/// A read is available until something may write: a store, an unknown op, or an op in a loop.
#[test]
fn reads_are_merged_where_nothing_writes_in_between() {
    assert_eq!(
        cse("func @f(%m: memref<2xf32>, %i: index, %j: index) {
               %0 = load %m[%i] : memref<2xf32>
               %1 = load %m[%j] : memref<2xf32>
               %2 = alloc() : memref<2xf32>
               %3 = load %m[%i] : memref<2xf32>
               \"t.use\"(%0, %1, %2, %3) : (f32, f32, memref<2xf32>, f32) -> ()
               %4 = load %m[%i] : memref<2xf32>
               scf.for %k = %i to %j step %j {
                 %5 = load %m[%i] : memref<2xf32>
                 store %5, %m[%k] : memref<2xf32>
               }
               %6 = load %m[%i] : memref<2xf32>
               %7 = load %m[%i] : memref<2xf32>
               \"t.use\"(%4, %6, %7) : (f32, f32, f32) -> ()
               return
             }"),
        "\
func @f(%arg0: memref<2xf32>, %arg1: index, %arg2: index) {
  %0 = load %arg0[%arg1] : memref<2xf32>
  %1 = load %arg0[%arg2] : memref<2xf32>
  %2 = alloc() : memref<2xf32>
  \"t.use\"(%0, %1, %2, %0) : (f32, f32, memref<2xf32>, f32) -> ()
  %3 = load %arg0[%arg1] : memref<2xf32>
  scf.for %arg3 = %arg1 to %arg2 step %arg2 {
    %5 = load %arg0[%arg1] : memref<2xf32>
    store %5, %arg0[%arg3] : memref<2xf32>
  }
  %4 = load %arg0[%arg1] : memref<2xf32>
  \"t.use\"(%3, %4, %4) : (f32, f32, f32) -> ()
  return
}"
    );
}

/// `%1` is available in both branches and after them; values of a branch are not available in the
/// other one, nor after both.
#[test]
fn only_ops_that_dominate_are_used() {
    assert_eq!(
        cse("func @f(%c: i1, %a: i32) -> i32 {
               %0 = addi %a, %a : i32
               cond_br %c, ^bb1, ^bb2
             ^bb1:
               %1 = addi %a, %a : i32
               %2 = muli %1, %a : i32
               br ^bb3(%2 : i32)
             ^bb2:
               %3 = muli %0, %a : i32
               br ^bb3(%3 : i32)
             ^bb3(%4: i32):
               %5 = muli %0, %a : i32
               %6 = addi %a, %a : i32
               %7 = addi %5, %6 : i32
               %8 = addi %7, %4 : i32
               return %8 : i32
             }"),
        "\
func @f(%arg0: i1, %arg1: i32) -> i32 {
  %0 = addi %arg1, %arg1 : i32
  cond_br %arg0, ^bb1, ^bb2
^bb1:  // pred: ^bb0
  %1 = muli %0, %arg1 : i32
  br ^bb3(%1 : i32)
^bb2:  // pred: ^bb0
  %2 = muli %0, %arg1 : i32
  br ^bb3(%2 : i32)
^bb3(%3: i32):  // 2 preds: ^bb1, ^bb2
  %4 = muli %0, %arg1 : i32
  %5 = addi %4, %0 : i32
  %6 = addi %5, %3 : i32
  return %6 : i32
}"
    );
}

#[test]
fn a_nested_region_sees_out_but_nobody_sees_into_it() {
    let text = |second: &str| {
        format!(
            "func @f(%arg0: i32, %arg1: i1) -> i32 {{
  %0 = addi %arg0, %arg0 : i32
  scf.if %arg1 {{
    {second}    \"t.use\"(%2) : (i32) -> ()
  }} else {{
    %2 = muli %0, %arg0 : i32
    \"t.use\"(%2) : (i32) -> ()
  }}
  %1 = muli %0, %arg0 : i32
  return %1 : i32
}}"
        )
    };
    let before = text("%s = addi %arg0, %arg0 : i32\n%2 = muli %s, %arg0 : i32\n");
    assert_eq!(cse(&before), text("%2 = muli %0, %arg0 : i32\n"));
}

/// An op that is not known may be isolated from above.
#[test]
fn a_region_of_an_unknown_op_sees_nothing_from_outside() {
    let text = |inside: &str| {
        format!(
            "func @f(%arg0: i32) -> i32 {{
  %c5_i32 = constant 5 : i32
  %0 = addi %arg0, %c5_i32 : i32
  \"t.r\"() ({{
    {inside}\"t.use\"(%2) : (i32) -> ()
  }}, {{
    %c5_i32_0 = constant 5 : i32
    \"t.use\"(%c5_i32_0) : (i32) -> ()
  }}) : () -> ()
  %1 = muli %0, %arg0 : i32
  return %1 : i32
}}"
        )
    };
    let first = "%c5_i32_0 = constant 5 : i32\n    ";
    let sum = |name: &str| format!("%{name} = addi %c5_i32_0, %c5_i32_0 : i32\n    ");
    let before = text(&[first, &sum("2"), &sum("3"), "\"t.use\"(%3) : (i32) -> ()\n    "].concat());
    assert_eq!(
        cse(&before),
        text(&[first, &sum("2"), "\"t.use\"(%2) : (i32) -> ()\n    "].concat())
    );
}

#[test]
fn equal_reads_between_many_writes_take_no_time() {
    let mut text = String::from("func @f(%m: memref<2xf32>, %i: index) {\n");
    for i in 0..30_000 {
        text +=
            &format!("%{i} = load %m[%i] : memref<2xf32>\nstore %{i}, %m[%i] : memref<2xf32>\n");
    }
    text += "return\n}";
    assert_eq!(cse(&text).matches("load").count(), 30_000);
}

#[test]
fn many_ops_take_no_time_and_deep_dominator_trees_no_stack() {
    let mut text = String::from("func @f(%a: i32) -> i32 {\n  br ^b0\n");
    for i in 0..20_000 {
        text += &format!("^b{i}:\n  %{i} = addi %a, %a : i32\n  br ^b{}\n", i + 1);
    }
    text += "^b20000:\n  return %19999 : i32\n}";
    let printed = cse(&text);
    assert_eq!(printed.matches("addi").count(), 1);
}

/// All sums use `%a`, which is defined last: more than the limit of a value's list. Five are
/// created before the branches, and the other seven in each of three blocks, none of which
/// dominates another.
#[test]
fn many_ops_on_one_value_are_known_until_their_block_is_left() {
    let sum = |name: String, a: String, b: String| {
        format!("%{name} = addi %{a}, %{b} : i32\n\"t.use\"(%{name}) : (i32) -> ()\n")
    };
    let first: String = (0..5).map(|i| sum(format!("s{i}"), format!("x{i}"), "a".into())).collect();
    // Seven new ones, and then all twelve in another order.
    let block = |name: &str| -> String {
        let new = (5..12).map(|i| sum(format!("{name}_new{i}"), format!("x{i}"), "a".into()));
        let again =
            (0..12).rev().map(|i| sum(format!("{name}_again{i}"), "a".into(), format!("x{i}")));
        new.chain(again).collect()
    };
    let arguments: String = (0..12).map(|i| format!("%x{i}: i32, ")).collect();
    let (left, right, end) = (block("left"), block("right"), block("end"));
    let text = format!(
        "func @f(%c: i1, {arguments}%a: i32) {{
           {first}cond_br %c, ^bb1, ^bb2
         ^bb1:
           {left}br ^bb3
         ^bb2:
           {right}br ^bb3
         ^bb3:
           {end}return
         }}"
    );
    let printed = cse(&text);
    assert_eq!(printed.matches("t.use").count(), 5 + 3 * (7 + 12));
    assert_eq!(printed.matches("addi").count(), 5 + 3 * 7, "{printed}");
}

#[test]
fn ops_with_equal_regions_become_one() {
    let choice = |name: &str, second: &str| {
        format!(
            "%{name} = scf.if %c -> (i32) {{
               %x = addi %a, %b : i32
               %y = muli %x, %x : i32
               scf.yield %y : i32
             }} else {{
               %x = {second} %a, %b : i32
               scf.yield %x : i32
             }}
"
        )
    };
    let (first, second, other) = (choice("0", "subi"), choice("1", "subi"), choice("2", "xor"));
    assert_eq!(
        cse(&format!(
            "func @f(%a: i32, %b: i32, %c: i1) -> (i32, i32, i32) {{
             {first}{second}{other}
             return %0, %1, %2 : i32, i32, i32
             }}"
        )),
        "\
func @f(%arg0: i32, %arg1: i32, %arg2: i1) -> (i32, i32, i32) {
  %0 = scf.if %arg2 -> (i32) {
    %2 = addi %arg0, %arg1 : i32
    %3 = muli %2, %2 : i32
    scf.yield %3 : i32
  } else {
    %2 = subi %arg0, %arg1 : i32
    scf.yield %2 : i32
  }
  %1 = scf.if %arg2 -> (i32) {
    %2 = addi %arg0, %arg1 : i32
    %3 = muli %2, %2 : i32
    scf.yield %3 : i32
  } else {
    %2 = xor %arg0, %arg1 : i32
    scf.yield %2 : i32
  }
  return %0, %0, %1 : i32, i32, i32
}"
    );
}

/// The loops are the same, except for their initial values; the ones that access memory may read
/// different values.
#[test]
fn ops_with_regions_stay_that_differ_or_have_effects() {
    let text = "\
func @f(%arg0: index, %arg1: i32, %arg2: i32, %arg3: memref<i32>) -> (i32, i32, i32, i32) {
  %0 = scf.for %arg4 = %arg0 to %arg0 step %arg0 iter_args(%arg5 = %arg1) -> (i32) {
    %4 = addi %arg5, %arg1 : i32
    scf.yield %4 : i32
  }
  %1 = scf.for %arg4 = %arg0 to %arg0 step %arg0 iter_args(%arg5 = %arg2) -> (i32) {
    %4 = addi %arg5, %arg1 : i32
    scf.yield %4 : i32
  }
  %2 = scf.execute_region -> i32 {
    %4 = load %arg3[] : memref<i32>
    scf.yield %4 : i32
  }
  store %arg1, %arg3[] : memref<i32>
  %3 = scf.execute_region -> i32 {
    %4 = load %arg3[] : memref<i32>
    scf.yield %4 : i32
  }
  return %0, %1, %2, %3 : i32, i32, i32, i32
}";
    assert_eq!(cse(text), text);
    // Nested, and with arguments.
    let nest = "scf.for %i = %n to %n step %n iter_args(%x = %a) -> (i32) {
      %s = scf.for %j = %i to %n step %n iter_args(%y = %x) -> (i32) {
        %z = muli %y, %a : i32
        scf.yield %z : i32
      }
      scf.yield %s : i32
    }
";
    let nested = cse(&format!(
        "func @f(%n: index, %a: i32) -> (i32, i32) {{\n%0 = {nest}%1 = {nest}return %0, %1 : i32, \
            i32\n}}"
    ));
    assert_eq!(nested.matches("scf.for").count(), 2, "{nested}");
}
