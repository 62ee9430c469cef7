//! Graphs of calls, with the callees of each function.

use mlir_lite::analysis::call_graph::*;
use mlir_lite::ir::Body;
use pretty_assertions::assert_eq;
use std::fmt::Write as _;
use test_support::parse_in;

/// The callees of each function, by number, in program order.
fn callees(graph: &CallGraph) -> Vec<Vec<usize>> {
    (0..graph.len())
        .map(|function| graph.calls(function).iter().map(|&(_, callee)| callee).collect())
        .collect()
}

fn graph(text: &str) -> (Body, CallGraph) {
    let module = parse_in(|_| (), text);
    let graph = CallGraph::new(&module);
    (module, graph)
}

/// Declarations count; indirect calls, calls of missing functions, and calls in nested modules do
/// not.
#[test]
fn calls_are_found_in_program_order() {
    let (module, graph) = graph(
        "func @main(%c: i1, %f: () -> ()) {
           cond_br %c, ^a, ^b
         ^a:
           call @leaf() : () -> ()
           call @external() : () -> ()
           br ^b
         ^b:
           call_indirect %f() : () -> ()
           call @leaf() : () -> ()
           return
         }
         func private @external()
         func @leaf() {
           return
         }
         module @inner {
           func @other() {
             return
           }
         }",
    );
    assert_eq!(callees(&graph), [vec![2, 1, 2], vec![], vec![]]);
    let names: Vec<&str> = (0..graph.len())
        .filter_map(|function| module.op(graph.function(function)).symbol_name())
        .map(|name| name.text(module.context()))
        .collect();
    assert_eq!(names, ["main", "external", "leaf"]);
    assert_eq!(graph.components_callees_first(), [vec![2], vec![1], vec![0]]);
}

/// 0 calls 1; 1 and 2 call each other; 3 calls itself and 0; 4 has no callers and calls 3.
#[test]
fn components_come_after_what_they_call() {
    let function = |name: usize, callees: &[usize]| {
        let mut text = format!("func @f{name}() {{\n");
        for callee in callees {
            writeln!(text, "  call @f{callee}() : () -> ()").unwrap();
        }
        text + "  return\n}\n"
    };
    let text: String = [&[1][..], &[2], &[1], &[3, 0], &[3]]
        .iter()
        .enumerate()
        .map(|(name, callees)| function(name, callees))
        .collect();
    let (_, graph) = graph(&text);
    assert_eq!(graph.components_callees_first(), [vec![1, 2], vec![0], vec![3], vec![4]]);
    assert!(callees(&graph)[3].contains(&3));
}

/// The algorithm does not recurse along a chain of calls.
#[test]
fn long_chains_need_no_stack() {
    let count = 20_000;
    let mut text = String::new();
    for i in 0..count {
        let callee = (i + 1) % count;
        writeln!(text, "func @f{i}() {{\n  call @f{callee}() : () -> ()\n  return\n}}").unwrap();
    }
    let (_, graph) = graph(&text);
    assert_eq!(graph.components_callees_first(), [(0..count).collect::<Vec<_>>()]);
}

#[test]
fn modules_may_be_empty() {
    let (_, graph) = graph("");
    assert!(graph.is_empty() && graph.components_callees_first().is_empty());
}
