// The last iteration runs first, unless the loop carries a dependence.
// RUN: mlir-lite-opt %s --affine-loop-reversal --remarks-filter=affine -o /dev/null 2>&1 | FileCheck %s --check-prefix=MISSED
// RUN: mlir-lite-opt %s --affine-loop-reversal | FileCheck %s
// RUN: mlir-lite-opt %s --affine-loop-reversal=depth=1 | FileCheck %s --check-prefix=INNER
// RUN: mlir-lite-opt %s --run=sum --run-args=5 | FileCheck %s --check-prefix=SUM
// RUN: mlir-lite-opt %s --affine-loop-reversal --run=sum --run-args=5 | FileCheck %s --check-prefix=SUM
// SUM: 34

// MISSED: remark: [Missed] reverse | Category:affine | Function=next | Reason="a dependence between iterations forbids it"
// MISSED: remark: [Missed] reverse | Category:affine | Function=bounds | Reason="the last value of the variable is not an affine function"

// The values are 1, 4 and 7.
// CHECK-DAG: affine_map<(d0) -> (-d0 + 8)>
// CHECK-LABEL: func @steps
// CHECK: affine.for %[[I:.*]] = 1 to 10 step 3
// CHECK-NEXT: affine.apply
// INNER-LABEL: func @steps
// INNER: affine.for
// INNER-NEXT: affine.for
// INNER-NEXT: affine.apply
func @steps(%m: memref<100x100xf32>, %x: f32) {
  affine.for %i = 1 to 10 step 3 {
    affine.for %j = 0 to 4 {
      affine.store %x, %m[%i, %j] : memref<100x100xf32>
    }
  }
  return
}

func @next(%m: memref<100xf32>) {
  affine.for %i = 1 to 10 {
    %0 = affine.load %m[%i] : memref<100xf32>
    affine.store %0, %m[%i - 1] : memref<100xf32>
  }
  return
}

func @bounds(%m: memref<100xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to %n step 2 {
    affine.store %x, %m[%i] : memref<100xf32>
  }
  return
}

// The elements are 1, 4, 7, 10 and 13: 7 * 1 + 13 * 1 + 13 * 1 + 1.
func @sum(%n: index) -> i32 {
  %m = alloc() : memref<100xi32>
  affine.for %i = 0 to %n {
    %0 = affine.apply affine_map<(d0) -> (d0 * 3 + 1)>(%i)
    %1 = index_cast %0 : index to i32
    affine.store %1, %m[%i] : memref<100xi32>
  }
  %0 = affine.load %m[0] : memref<100xi32>
  %1 = affine.load %m[2] : memref<100xi32>
  %2 = affine.load %m[symbol(%n) - 1] : memref<100xi32>
  %3 = muli %1, %0 : i32
  %4 = muli %2, %0 : i32
  %5 = addi %3, %4 : i32
  %6 = addi %5, %4 : i32
  %7 = addi %6, %0 : i32
  return %7 : i32
}
