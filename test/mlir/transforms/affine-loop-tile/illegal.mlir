// Nests that must not be tiled, and why. `mlir-opt` 22 tiles the first three, whose results then
// differ.
// RUN: mlir-lite-opt %s --affine-loop-tile=tile-size=8 --remarks-filter=affine 2>&1 | FileCheck %s
// RUN: mlir-lite-opt %s --affine-loop-tile=tile-size=8 | FileCheck %s --check-prefix=NONE

// NONE-NOT: step 8

// The distance of the dependence is (1, -1).
// CHECK: remark: [Missed] tile | Category:affine | Function=skewed | Reason="no two of its loops are permutable and have independent bounds"
func @skewed(%a: memref<64x64xf32>) {
  affine.for %i = 1 to 64 {
    affine.for %j = 1 to 63 {
      %0 = affine.load %a[%i - 1, %j + 1] : memref<64x64xf32>
      affine.store %0, %a[%i, %j] : memref<64x64xf32>
    }
  }
  return
}

// All iterations of both loops write one element: the last one counts.
// CHECK: remark: [Missed] tile | Category:affine | Function=last | Reason="no two of its loops are
func @last(%a: memref<64xf32>, %x: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %x[%i, %j] : memref<64x64xf32>
      affine.store %0, %a[0] : memref<64xf32>
    }
  }
  return
}

// Rows are read as columns.
// CHECK: remark: [Missed] tile | Category:affine | Function=transposed | Reason="no two of its loops are
func @transposed(%a: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %a[%j, %i] : memref<64x64xf32>
      affine.store %0, %a[%i, %j] : memref<64x64xf32>
    }
  }
  return
}

// CHECK: remark: [Missed] tile | Category:affine | Function=calls | Reason="it does more than compute and access memory"
func @calls() {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      call @f() : () -> ()
    }
  }
  return
}

func private @f()

// A view of the memory that is written is read.
// CHECK: remark: [Missed] tile | Category:affine | Function=view | Reason="no two of its loops are
func @view(%a: memref<64x64xf32>) {
  %v = memref_cast %a : memref<64x64xf32> to memref<?x?xf32>
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %v[%i, %j] : memref<?x?xf32>
      affine.store %0, %a[%i, %j] : memref<64x64xf32>
    }
  }
  return
}
