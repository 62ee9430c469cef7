//! Locations that are stripped and taken anew.

use crate::support::{parse, run_pass_with};
use mlir_lite::ir::Body;
use mlir_lite::text::{PrintOptions, print_valid_op};
use mlir_lite::transforms::debug_info::*;
use pretty_assertions::assert_eq;

fn with_locations(module: &Body) -> String {
    print_valid_op(module.as_op(), PrintOptions { debug_info: true, ..PrintOptions::default() })
}

const TEXT: &str = "func @f(%a: i32) -> i32 {\n  %0 = addi %a, %a : i32\n\n\n  return %0 : i32\n}";

#[test]
fn strip() {
    let mut module = parse(TEXT);
    run_pass_with(&StripDebugInfoPass, &mut module, &[]);
    let text = with_locations(&module);
    assert!(!text.contains("t.mlir"), "{text}");
}

#[test]
fn snapshot() {
    let mut module = parse(TEXT);
    run_pass_with(&LocationSnapshotPass::default(), &mut module, &[]);
    let function = module.children_mut().remove(0).1;
    let ops = function.own_ops_in(function.root());
    let places: Vec<String> = ops
        .into_iter()
        .filter(|&op| op != function.root())
        .filter_map(|op| {
            let mlir_lite::ir::LocationKind::Position(position) =
                function.location(op).kind(function.context())
            else {
                return None;
            };
            let place = function.context().sources().line_col(position)?;
            Some(format!("{} {}:{}", place.file.name(), place.line, place.col))
        })
        .collect();
    // The module's braces make a line before, and two blanks of indentation more.
    assert_eq!(places, ["<snapshot> 3:10", "<snapshot> 4:5"]);
}
