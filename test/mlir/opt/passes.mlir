// The flags of passes: both generations of names, alone and together.
// RUN: mlir-lite-opt %s -cse | FileCheck %s --check-prefix=CSE
// RUN: mlir-lite-opt %s -pass-pipeline='func(cse)' | FileCheck %s --check-prefix=CSE
// RUN: mlir-lite-opt %s --pass-pipeline='builtin.module(func.func(cse))' -mlir-disable-threading | FileCheck %s --check-prefix=CSE
// RUN: mlir-lite-opt %s --canonicalize='max-iterations=5' -cse -dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=FLAGS
// RUN: mlir-lite-opt %s -pass-pipeline='func(cse)' -canonicalize -dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: mlir-lite-opt %s -cse -print-ir-after=cse -o /dev/null 2>&1 | FileCheck %s --check-prefix=DUMP
// RUN: mlir-lite-opt %s --cse --mlir-print-ir-after-all --spelling=upstream -o /dev/null 2>&1 | FileCheck %s --check-prefix=TODAY
// RUN: mlir-lite-opt %s -cse -pass-statistics -pass-timing -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORTS
// RUN: mlir-lite-opt %s --cse --mlir-timing --mlir-timing-display=list -o /dev/null 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: mlir-lite-opt -list-passes | FileCheck %s --check-prefix=NAMES
// RUN: mlir-lite-opt -pass-doc=canonicalize | FileCheck %s --check-prefix=DOC
// RUN: mlir-lite-opt -help | FileCheck %s --check-prefix=HELP
// RUN: mlir-lite-opt -completion=bash | FileCheck %s --check-prefix=BASH

// CSE-COUNT-1: constant
// CSE: return %[[ONE:.*]], %[[ONE]]
// FLAGS: canonicalize{max-iterations=5}, cse
// BOTH: func(cse), canonicalize
// DUMP: *** IR Dump After CSE ***
// DUMP-NEXT: module {
// TODAY: // -----// IR Dump After CSE (cse) //----- //
// REPORTS: ... Pass statistics report ...
// REPORTS: CSE
// REPORTS-NEXT: (S) 1 num-cse'd - Number of operations CSE'd
// REPORTS: ... Pass execution timing report ...
// REPORTS: ({{ *[0-9.]+%}})  CSE
// LIST: ({{ *[0-9.]+%}})  Total
// NAMES: --affine-scalrep
// NAMES: --cse {{.*}} Eliminate common sub-expressions
// DOC: ### `-canonicalize`
// DOC: -max-iterations : The maximum number of sweeps
// HELP: Running passes:
// HELP: Inspecting passes:
// HELP: Passes:
// BASH: --canonicalize

func @f() -> (i32, i32) {
  %0 = constant 1 : i32
  %1 = constant 1 : i32
  return %0, %1 : i32, i32
}
