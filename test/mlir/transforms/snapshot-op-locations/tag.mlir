// RUN: mlir-lite-opt %s --pass-pipeline='builtin.module(snapshot-op-locations{filename= pretty-debuginfo=false print-debuginfo=false print-local-scope=false print-op-generic=false tag=before})' --mlir-print-debuginfo --mlir-print-local-scope --spelling=upstream | FileCheck %s
// RUN: not mlir-lite-opt %s --snapshot-op-locations='filename=x.mlir' 2>&1 | FileCheck %s --check-prefix=FILE

// FILE: 'filename' can only be '', found 'x.mlir': a pass that text names writes no files

// CHECK: arith.addi {{.*}} loc(fused["{{.*}}tag.mlir":8:8, "before"("<snapshot>":{{[0-9]+}}:{{[0-9]+}})])
func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
