//! Time and stack for many ops. `test/mlir/transforms/cse` shows which ops are merged.

use mlir_lite::context::Context;
use mlir_lite::dialects::scf::ScfDialect;
use mlir_lite::ir::Body;
use mlir_lite::transforms::cse::CsePass;
use pretty_assertions::assert_eq;
use test_support::{parse_in, run_pass};

/// The functions of that text after the pass ran on each.
#[track_caller]
fn cse(text: &str) -> String {
    let load = |ctx: &Context| {
        ctx.load::<ScfDialect>();
    };
    let mut module = parse_in(load, text);
    let functions = module.children_mut().into_iter();
    let printed: Vec<String> = functions
        .map(|(_, function): (_, &mut Body)| run_pass(&CsePass::default(), function, &[]))
        .collect();
    printed.join("\n")
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
