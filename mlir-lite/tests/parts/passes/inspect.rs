//! The texts are those of MLIR's document on the structure of IR, and of `mlir-opt` for the same
//! input.

use crate::support::parse;
use mlir_lite::pass::{Pass, PassContext, SymbolSnapshot};
use mlir_lite::transforms::inspect::*;
use mlir_lite_diagnostics::Diagnostics;
use pretty_assertions::assert_eq;
use std::sync::{Arc, Mutex};

#[track_caller]
fn report_of(pass: impl FnOnce(ReportSink) -> Box<dyn Pass>, text: &str) -> String {
    let buffer = Arc::new(Mutex::new(String::new()));
    let pass = pass(ReportSink::Buffer(Arc::clone(&buffer)));
    let mut module = parse(text);
    let mut diagnostics = Diagnostics::new();
    let (mut requests, symbols) =
        (mlir_lite::ir::symbol_requests::SymbolRequests::new(), SymbolSnapshot::default());
    pass.run(&mut module, &mut PassContext::new(&mut diagnostics, &mut requests, &symbols))
        .unwrap();
    let report = buffer.lock().unwrap();
    report.clone()
}

/// Of the document; today's `module` has no terminator.
const NESTED: &str = r#"
  %0:4 = "dialect.op1"() {"attribute name" = 42 : i32} : () -> (i1, i16, i32, i64)
  "dialect.op2"() ({
    "dialect.innerop1"(%0#0, %0#1) : (i1, i16) -> ()
  },  {
    "dialect.innerop2"() : () -> ()
    "dialect.innerop3"(%0#0, %0#2, %0#3)[^bb1, ^bb2] : (i1, i32, i64) -> ()
  ^bb1(%1: i32):  // pred: ^bb0
    "dialect.innerop4"() : () -> ()
    "dialect.innerop5"() : () -> ()
  ^bb2(%2: i64):  // pred: ^bb0
    "dialect.innerop6"() : () -> ()
    "dialect.innerop7"() : () -> ()
  }) {"other attribute" = 42 : i64} : () -> ()
"#;

#[test]
fn nesting() {
    let expected = "\
visiting op: 'builtin.module' with 0 operands and 0 results
 1 nested regions:
  Region with 1 blocks:
    Block with 0 arguments, 0 successors, and 2 operations
      visiting op: 'dialect.op1' with 0 operands and 4 results
      1 attributes:
       - 'attribute name' : '42 : i32'
       0 nested regions:
      visiting op: 'dialect.op2' with 0 operands and 0 results
      1 attributes:
       - 'other attribute' : '42 : i64'
       2 nested regions:
        Region with 1 blocks:
          Block with 0 arguments, 0 successors, and 1 operations
            visiting op: 'dialect.innerop1' with 2 operands and 0 results
             0 nested regions:
        Region with 3 blocks:
          Block with 0 arguments, 2 successors, and 2 operations
            visiting op: 'dialect.innerop2' with 0 operands and 0 results
             0 nested regions:
            visiting op: 'dialect.innerop3' with 3 operands and 0 results
             0 nested regions:
          Block with 1 arguments, 0 successors, and 2 operations
            visiting op: 'dialect.innerop4' with 0 operands and 0 results
             0 nested regions:
            visiting op: 'dialect.innerop5' with 0 operands and 0 results
             0 nested regions:
          Block with 1 arguments, 0 successors, and 2 operations
            visiting op: 'dialect.innerop6' with 0 operands and 0 results
             0 nested regions:
            visiting op: 'dialect.innerop7' with 0 operands and 0 results
             0 nested regions:
";
    assert_eq!(report_of(|sink| Box::new(PrintNestingPass { sink }), NESTED), expected);
}

#[test]
fn definitions_and_uses() {
    let expected = "\
Visiting op 'dialect.op1' with 0 operands:
Has 4 results:
  - Result 0 has 2 uses:
    - dialect.innerop3
    - dialect.innerop1
  - Result 1 has a single use:     - dialect.innerop1
  - Result 2 has a single use:     - dialect.innerop3
  - Result 3 has a single use:     - dialect.innerop3
Visiting op 'dialect.innerop1' with 2 operands:
  - Operand produced by operation 'dialect.op1'
  - Operand produced by operation 'dialect.op1'
Has 0 results:
";
    let report = report_of(|sink| Box::new(PrintDefUsePass { sink }), NESTED);
    assert_eq!(&report[..expected.len()], expected);
    let arguments =
        "func @f(%a: i32, %b: i32) -> i32 {\n  %0 = addi %b, %a : i32\n  return %a : i32\n}";
    let report = report_of(|sink| Box::new(PrintDefUsePass { sink }), arguments);
    let expected = "\
Visiting op 'std.addi' with 2 operands:
  - Operand produced by Block argument, number 1
  - Operand produced by Block argument, number 0
Has 1 results:
  - Result 0 has no uses
";
    assert_eq!(&report[..expected.len()], expected);
}

#[test]
fn statistics_are_aligned_at_the_dot() {
    let text = "
func @f(%a: i32, %b: i32) -> i32 {
  %0 = addi %a, %b : i32
  %1 = \"foo.bar\"(%0) : (i32) -> i32
  %c = constant 5 : i32
  %2 = addi %c, %1 : i32
  return %2 : i32
}";
    let expected = "\
Operations encountered:
-----------------------
  builtin.module   , 1
      foo.bar      , 1
      std.addi     , 2
      std.constant , 1
      std.func     , 1
      std.return   , 1
";
    assert_eq!(report_of(|sink| Box::new(PrintOpStatsPass { sink }), text), expected);
}

#[test]
fn graphs_have_a_node_for_each_op() {
    let text = "
func @f(%a: i32) -> i32 {
  %0:2 = \"t.pair\"(%a) {text = \"a \\22quoted\\22 one\"} : (i32) -> (i32, i32)
  br ^end(%0#1 : i32)
^end(%r: i32):
  return %r : i32
}";
    let options = GraphOptions { attributes: true, control_flow: true, max_label: 16 };
    let graph = report_of(|sink| Box::new(ViewOpGraphPass { sink, options }), text);
    let expected = r#"digraph G {
  compound = true;
  subgraph cluster_1 {
    label = "builtin.module\l";
    v1 [label = " ", shape = plain];
    subgraph cluster_2 {
      label = "";
      subgraph cluster_3 {
        label = "std.func\lfunction_type: (i32) -> i32\lsym_name: \"f\"\l";
        v3 [label = " ", shape = plain];
        subgraph cluster_4 {
          label = "";
          v5 [label = "argument 0: i32", shape = ellipse];
          v6 [label = "t.pair\ltext: \"a \\22quoted\\22 ...\l-> i32, i32\l", shape = box];
          v7 [label = "std.br\l", shape = box];
        }
        subgraph cluster_8 {
          label = "";
          v9 [label = "argument 0: i32", shape = ellipse];
          v10 [label = "std.return\l", shape = box];
        }
      }
    }
  }
  v5 -> v6;
  v6 -> v7 [label = "1"];
  v7 -> v10 [style = dashed];
  v6 -> v7 [style = dashed];
  v9 -> v10;
}
"#;
    assert_eq!(graph, expected);
}
