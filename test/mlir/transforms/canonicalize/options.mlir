// The options that mlir-opt 22 writes when it shows a pipeline.
// RUN: mlir-lite-opt %s --pass-pipeline='builtin.module(canonicalize{ max-iterations=10 max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=true})' --spelling=upstream | FileCheck %s
// RUN: mlir-lite-opt %s --canonicalize='region-simplify=disabled' --spelling=upstream | FileCheck %s --check-prefix=KEPT
// RUN: not mlir-lite-opt %s --canonicalize='region-simplify=aggressive' 2>&1 | FileCheck %s --check-prefix=AGGRESSIVE
// RUN: not mlir-lite-opt %s --canonicalize='max-num-rewrites=3' 2>&1 | FileCheck %s --check-prefix=LIMIT

// AGGRESSIVE: 'aggressive' also merges equal blocks, which is not supported; expected 'disabled' or 'normal'
// LIMIT: 'max-num-rewrites' can only be '-1', found '3': only sweeps are limited, by 'max-iterations'

// CHECK-LABEL: @unreached
// CHECK-NOT: ^bb
// KEPT-LABEL: @unreached
// KEPT: ^bb
func.func @unreached() -> i32 {
  %0 = arith.constant 1 : i32
  return %0 : i32
^bb1:
  return %0 : i32
}
