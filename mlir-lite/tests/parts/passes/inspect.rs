//! Graphs with options that command lines do not have. The texts of the other passes are in
//! `test/mlir/transforms`.

use mlir_lite::pass::{Pass, PassContext, SymbolSnapshot};
use mlir_lite::transforms::inspect::*;
use mlir_lite_diagnostics::Diagnostics;
use pretty_assertions::assert_eq;
use std::sync::{Arc, Mutex};
use test_support::{context, parse};

#[track_caller]
fn report_of(pass: impl FnOnce(ReportSink) -> Box<dyn Pass>, text: &str) -> String {
    let buffer = Arc::new(Mutex::new(String::new()));
    let pass = pass(ReportSink::Buffer(Arc::clone(&buffer)));
    let mut module = parse(&context(), text);
    let mut diagnostics = Diagnostics::new();
    let (mut requests, symbols) =
        (mlir_lite::ir::symbol_requests::SymbolRequests::new(), SymbolSnapshot::default());
    pass.run(&mut module, &mut PassContext::new(&mut diagnostics, &mut requests, &symbols))
        .unwrap();
    let report = buffer.lock().unwrap();
    report.clone()
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
