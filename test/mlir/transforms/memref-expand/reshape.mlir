// RUN: mlir-lite-opt %s --memref-expand --spelling=upstream | FileCheck %s

// CHECK-LABEL: func.func @reshape
// CHECK-DAG: [[ZERO:%.*]] = arith.constant 0 : index
// CHECK-DAG: [[ONE:%.*]] = arith.constant 1 : index
// CHECK-DAG: [[A:%.*]] = memref.load %arg1{{\[}}[[ZERO]]] : memref<2xindex>
// CHECK-DAG: [[B:%.*]] = memref.load %arg1{{\[}}[[ONE]]] : memref<2xindex>
// CHECK: memref.reinterpret_cast %arg0 to offset: [0], sizes: {{\[}}[[A]], [[B]]], strides: {{\[}}[[B]], 1] : memref<?xf32> to memref<?x?xf32>
func.func @reshape(%m: memref<?xf32>, %s: memref<2xindex>) -> memref<?x?xf32> {
  %0 = memref.reshape %m(%s) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
  return %0 : memref<?x?xf32>
}

// The number of dimensions is not known.
// CHECK-LABEL: func.func @unranked
// CHECK: memref.reshape
func.func @unranked(%m: memref<?xf32>, %s: memref<?xindex>) -> memref<*xf32> {
  %0 = memref.reshape %m(%s) : (memref<?xf32>, memref<?xindex>) -> memref<*xf32>
  return %0 : memref<*xf32>
}
