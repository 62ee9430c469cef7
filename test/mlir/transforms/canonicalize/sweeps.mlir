// A number of sweeps that is given is where canonicalization stops, as in mlir-opt, without an error unless one is asked
// for. The third constant follows only from a fold of the second sweep.
// RUN: mlir-lite-opt %s --canonicalize='max-iterations=0' | FileCheck %s --check-prefix=NONE
// RUN: mlir-opt %s --canonicalize='max-iterations=1' -o /dev/null
// RUN: mlir-lite-opt %s --canonicalize='max-iterations=1' -o /dev/null
// RUN: mlir-lite-opt %s --canonicalize='max-iterations=2' | FileCheck %s
// RUN: mlir-lite-opt %s --canonicalize | FileCheck %s
// RUN: mlir-lite-opt %s --canonicalize='test-convergence' | FileCheck %s
// RUN: not mlir-lite-opt %s --canonicalize='max-iterations=1 test-convergence' 2>&1 | FileCheck %s --check-prefix=ERROR

// ERROR: error: rewriting does not come to an end

// NONE: scf.if
// CHECK-LABEL: func @f
// CHECK-NEXT: return %arg0 : i32
// CHECK-NEXT: }
func.func @f(%x: i32) -> i32 {
  %true = arith.constant true
  %r = scf.if %true -> i32 {
    scf.yield %x : i32
  } else {
    %y = arith.addi %x, %x : i32
    scf.yield %y : i32
  }
  cf.br ^next(%r : i32)
^next(%z: i32):
  return %z : i32
}
