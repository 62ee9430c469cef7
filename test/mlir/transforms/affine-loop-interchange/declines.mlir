// Nests whose loops must not be exchanged, and why. A permutation in which no dependence is
// reversed is made.
// RUN: mlir-lite-opt %s --affine-loop-interchange=permutation=1,0 --remarks-filter=affine -o /dev/null 2>&1 | FileCheck %s
// RUN: mlir-lite-opt %s --affine-loop-interchange=permutation=1,0 | FileCheck %s --check-prefix=IR
// RUN: not mlir-lite-opt %s --affine-loop-interchange=permutation=1,1 2>&1 | FileCheck %s --check-prefix=ERROR

// ERROR: error: expected each number from 0 on once in 'permutation'

// The distance is (1, -1).
// CHECK: remark: [Missed] interchange | Category:affine | Function=crossing | Reason="a dependence between iterations forbids it"
// IR-LABEL: func @crossing
// IR: to 10 {
// IR: to 20 {
func @crossing(%m: memref<100x100xf32>) {
  affine.for %i = 0 to 10 {
    affine.for %j = 1 to 20 {
      %0 = affine.load %m[%i, %j] : memref<100x100xf32>
      affine.store %0, %m[%i + 1, %j - 1] : memref<100x100xf32>
    }
  }
  return
}

// CHECK: remark: [Missed] interchange | Category:affine | Function=triangle | Reason="the bounds of a loop depend on another one"
func @triangle(%m: memref<100x100xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 8 {
      affine.store %x, %m[%i, %j] : memref<100x100xf32>
    }
  }
  return
}

// CHECK: remark: [Missed] interchange | Category:affine | Function=one | Reason="the nest has fewer loops than the permutation"
func @one(%m: memref<100xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.store %x, %m[%i] : memref<100xf32>
  }
  return
}

// CHECK: remark: [Missed] interchange | Category:affine | Function=carried | Reason="its loops carry values"
func @carried(%m: memref<100x100xf32>, %x: f32) -> f32 {
  %0 = affine.for %i = 0 to 8 iter_args(%a = %x) -> (f32) {
    %1 = affine.for %j = 0 to 8 iter_args(%b = %a) -> (f32) {
      affine.yield %b : f32
    }
    affine.yield %1 : f32
  }
  return %0 : f32
}

// CHECK: remark: [Missed] interchange | Category:affine | Function=calls | Reason="it does more than compute and access memory"
func @calls() {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      call @f() : () -> ()
    }
  }
  return
}

func private @f()

// The distance (1, -1) would be one of elements beside those that are accessed.
// CHECK-NOT: Function=even
// IR-LABEL: func @even
// IR: to 20 {
// IR: to 10 {
func @even(%m: memref<100x100xf32>) {
  affine.for %i = 0 to 10 {
    affine.for %j = 1 to 20 {
      %0 = affine.load %m[%i * 2, %j] : memref<100x100xf32>
      affine.store %0, %m[%i * 2 + 1, %j - 1] : memref<100x100xf32>
    }
  }
  return
}
