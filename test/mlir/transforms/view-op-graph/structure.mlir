// Each op and each argument of a block is a node, and each use an edge. Regions are clusters.
// RUN: mlir-lite-opt %s --view-op-graph -o /dev/null 2>&1 | FileCheck %s

// CHECK: digraph G {
// CHECK: label = "builtin.module
// CHECK: label = "std.func\l{{.*}}sym_name: \"f\"
// CHECK: [[ARGUMENT:v[0-9]+]] [label = "argument 0: i32", shape = ellipse];
// CHECK: [[SUM:v[0-9]+]] [label = "std.addi{{.*}}", shape = box];
// CHECK: [[RETURN:v[0-9]+]] [label = "std.return{{.*}}", shape = box];
// CHECK: [[ARGUMENT]] -> [[SUM]]
// CHECK: [[SUM]] -> [[RETURN]]
func @f(%a: i32) -> i32 {
  %0 = addi %a, %a : i32
  return %0 : i32
}
