// Different arguments are taken for different memory, unless the option says that they may not be.
// RUN: mlir-lite-opt %s --affine-loop-tile=tile-size=8 | FileCheck %s
// RUN: mlir-lite-opt %s --affine-loop-tile='tile-size=8 arguments-may-alias' \
// RUN:   | FileCheck %s --check-prefix=ALIAS

// CHECK-LABEL: func @copy(
// CHECK-COUNT-4: affine.for
// ALIAS-LABEL: func @copy(
// ALIAS-COUNT-2: affine.for
// ALIAS-NOT: affine.for
// ALIAS: return
func @copy(%a: memref<64x64xf32>, %b: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %a[%i, %j] : memref<64x64xf32>
      affine.store %0, %b[%i, %j] : memref<64x64xf32>
    }
  }
  return
}
