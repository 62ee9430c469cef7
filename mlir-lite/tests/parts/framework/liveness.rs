//! The values that are live in blocks, and where their lifetimes end.

use mlir_lite::analysis::liveness::*;
use mlir_lite::ir::{OpId, ValueId};
use pretty_assertions::assert_eq;
use test_support::{context, parse};

/// Live-in and live-out of each block, values by their number in the text: arguments and results in
/// order.
#[track_caller]
fn live(text: &str) -> Vec<(Vec<usize>, Vec<usize>)> {
    let module = parse(&context(), text);
    let function =
        module.child(module.as_op().regions().next().unwrap().ops().next().unwrap().id()).unwrap();
    let liveness = Liveness::new(function);
    let region = function.regions(function.root())[0];
    let mut numbers = Vec::new();
    for block in function.blocks(region) {
        numbers.extend_from_slice(function.arguments(block));
        for op in function.ops(block) {
            numbers.extend(function.results(op));
        }
    }
    let numbered = |values: &[ValueId]| {
        let mut found: Vec<usize> = values
            .iter()
            .map(|value| numbers.iter().position(|other| other == value).unwrap())
            .collect();
        found.sort_unstable();
        found
    };
    let blocks = function.blocks(region);
    blocks
        .map(|block| (numbered(liveness.live_in(block)), numbered(liveness.live_out(block))))
        .collect()
}

/// 0: %a, 1: %b, 2: %i, 3: %c, 4: %s
#[test]
fn around_a_loop() {
    let text = "func @f(%a: i32, %b: i32) -> i32 {
      br ^loop(%a : i32)
    ^loop(%i: i32):
      %c = cmpi \"slt\", %i, %b : i32
      cond_br %c, ^body, ^end
    ^body:
      %s = addi %i, %b : i32
      br ^loop(%s : i32)
    ^end:
      return %a : i32
    }";
    assert_eq!(
        live(text),
        [
            (vec![], vec![0, 1]),
            (vec![0, 1], vec![0, 1, 2]),
            (vec![0, 1, 2], vec![0, 1]),
            (vec![0], vec![]),
        ]
    );
}

#[test]
fn uses_in_regions_are_uses_of_the_op() {
    let text = "func @f(%a: i32) {
      %0 = addi %a, %a : i32
      \"t.region\"() ({
        \"t.use\"(%0) : (i32) -> ()
      }) : () -> ()
      \"t.other\"() : () -> ()
      return
    }";
    let module = parse(&context(), text);
    let function =
        module.child(module.as_op().regions().next().unwrap().ops().next().unwrap().id()).unwrap();
    let liveness = Liveness::new(function);
    let entry = function.entry_block(function.regions(function.root())[0]).unwrap();
    let ops: Vec<OpId> = function.ops(entry).collect();
    let (argument, sum) = (function.arguments(entry)[0], function.result(ops[0], 0));
    assert_eq!(liveness.last_use_in_block(function, argument), Some(ops[0]));
    assert_eq!(liveness.last_use_in_block(function, sum), Some(ops[1]));
    assert!(liveness.is_dead_after(function, argument, ops[0]));
    assert!(!liveness.is_dead_after(function, sum, ops[0]));
    assert!(liveness.is_dead_after(function, sum, ops[1]));
    let inner = function.entry_block(function.regions(ops[1])[0]).unwrap();
    assert_eq!(liveness.live_in(inner), [sum]);
}
