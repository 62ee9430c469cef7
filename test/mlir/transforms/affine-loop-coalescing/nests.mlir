// Nests that become one loop. `mlir-opt` 22 leaves loops that do not begin at 0 or have a step, and
// divides by values where these are constants; its product of two negative sizes is positive.
// RUN: mlir-lite-opt %s --affine-loop-coalescing | FileCheck %s
// RUN: mlir-lite-opt %s --affine-loop-coalescing --remarks-filter=affine 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: mlir-lite-opt %s --run=count --run-args=-2,-3 | FileCheck %s --check-prefix=ZERO
// RUN: mlir-lite-opt %s --affine-loop-coalescing --run=count --run-args=-2,-3 | FileCheck %s --check-prefix=ZERO
// RUN: mlir-lite-opt %s --run=count --run-args=5,3 | FileCheck %s --check-prefix=SUM
// RUN: mlir-lite-opt %s --affine-loop-coalescing --run=count --run-args=5,3 | FileCheck %s --check-prefix=SUM
// RUN: mlir-lite-opt %s --affine-loop-coalescing --lower-affine --run=count --run-args=5,3 | FileCheck %s --check-prefix=SUM
// ZERO: 0.000000e+00
// SUM: 3.450000e+02

// CHECK-DAG: #[[OUTER:.*]] = affine_map<(d0) -> (d0 floordiv 256)>
// CHECK-DAG: #[[MIDDLE:.*]] = affine_map<(d0) -> ((d0 floordiv 8) mod 32)>
// CHECK-DAG: #[[INNER:.*]] = affine_map<(d0) -> (d0 mod 8)>
// CHECK-DAG: #[[PRODUCT:.*]] = affine_map<()[s0, s1] -> (s0 * s1)>

// CHECK-LABEL: func @constants
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 16384 {
// CHECK-NEXT: %[[A:.*]] = affine.apply #[[OUTER]](%[[I]])
// CHECK-NEXT: %[[B:.*]] = affine.apply #[[MIDDLE]](%[[I]])
// CHECK-NEXT: %[[C:.*]] = affine.apply #[[INNER]](%[[I]])
// CHECK-NEXT: call @use(%[[A]], %[[B]], %[[C]])
// CHECK-NEXT: }
func @constants() {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 8 {
        call @use(%i, %j, %k) : (index, index, index) -> ()
      }
    }
  }
  return
}

// The sum of 10 i + j over i < n and j = 1, 3, .., 2 m - 1. For n = 5 and m = 3 it is 10 * 10 * 3 for
// the i and 5 * 9 for the j.
// CHECK-LABEL: func @count
// CHECK: affine.for %{{.*}} = 0 to #[[PRODUCT]]()[%{{.*}}, %{{.*}}] {
// CHECK-NOT: affine.for
// CHECK-LABEL: func @triangle
func @count(%n: index, %m: index) -> f64 {
  %zero = constant 0.0 : f64
  %sum = alloc() : memref<f64>
  affine.store %zero, %sum[] : memref<f64>
  affine.for %i = 0 to %n {
    affine.for %j = 1 to affine_map<()[s0] -> (s0 * 2)>()[%m] step 2 {
      %at = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %j)
      %n0 = index_cast %at : index to i64
      %f = sitofp %n0 : i64 to f64
      %old = affine.load %sum[] : memref<f64>
      %new = addf %old, %f : f64
      affine.store %new, %sum[] : memref<f64>
    }
  }
  %all = affine.load %sum[] : memref<f64>
  dealloc %sum : memref<f64>
  return %all : f64
}

// The bounds of the inner loop are independent, but those of the middle one are not.
// CHECK: affine.for %[[I:.*]] = 0 to 10 {
// CHECK-NEXT: affine.for %{{.*}} = #{{.*}}(%[[I]]) to 10 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 3 {
// REMARK: remark: [Missed] coalesce | Category:affine | Function=triangle | Reason="only one loop has independent bounds"
func @triangle() {
  affine.for %i = 0 to 10 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 10 {
      affine.for %k = 0 to 3 {
        call @use(%i, %j, %k) : (index, index, index) -> ()
      }
    }
  }
  return
}

// REMARK: remark: [Missed] coalesce | Category:affine | Function=huge | Reason="the product of the trip counts would be too large"
func @huge() {
  affine.for %i = 0 to 4294967296 {
    affine.for %j = 0 to 4294967296 {
      call @use(%i, %j, %j) : (index, index, index) -> ()
    }
  }
  return
}

func private @use(index, index, index)
