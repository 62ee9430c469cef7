// Transfers between memories: their subscripts are computed before them, as by mlir-opt.
// RUN: mlir-lite-opt %s --lower-affine | FileCheck %s
// RUN: mlir-lite-opt %s --lower-affine --spelling=upstream | mlir-opt | FileCheck %s --check-prefix=UPSTREAM

func @copy(%a: memref<100x100xf32>, %b: memref<100x100xf32, 2>, %tag: memref<1xi32>, %i: index) {
  %n = constant 256 : index
  %s = constant 32 : index
  %zero = constant 0 : index
  affine.dma_start %a[%i + 7, %i], %b[%i, %i], %tag[%zero], %n : memref<100x100xf32>, memref<100x100xf32, 2>, memref<1xi32>
  affine.dma_wait %tag[%zero], %n : memref<1xi32>
  affine.dma_start %a[%i, 0], %b[0, %i], %tag[0], %n, %s, %i : memref<100x100xf32>, memref<100x100xf32, 2>, memref<1xi32>
  affine.dma_wait %tag[0], %n : memref<1xi32>
  return
}
// CHECK-LABEL: func @copy(%arg0: memref<100x100xf32>, %arg1: memref<100x100xf32, 2>, %arg2: memref<1xi32>, %arg3: index)
// CHECK-DAG: %[[N:.*]] = constant 256 : index
// CHECK-DAG: %[[S:.*]] = constant 32 : index
// CHECK-DAG: %[[ZERO:.*]] = constant 0 : index
// CHECK-DAG: %[[SEVEN:.*]] = constant 7 : index
// CHECK: %[[ROW:.*]] = addi %arg3, %[[SEVEN]] : index
// CHECK-NEXT: dma_start %arg0[%[[ROW]], %arg3], %arg1[%arg3, %arg3], %[[N]], %arg2[%[[ZERO]]] : memref<100x100xf32>, memref<100x100xf32, 2>, memref<1xi32>
// CHECK-NEXT: dma_wait %arg2[%[[ZERO]]], %[[N]] : memref<1xi32>
// CHECK-NEXT: dma_start %arg0[%arg3, %[[ZERO]]], %arg1[%[[ZERO]], %arg3], %[[N]], %arg2[%[[ZERO]]], %[[S]], %arg3 :
// CHECK-NEXT: dma_wait %arg2[%[[ZERO]]], %[[N]] : memref<1xi32>
// CHECK-NEXT: return

// UPSTREAM-COUNT-2: memref.dma_start
