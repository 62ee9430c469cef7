// The iterations of a parallel loop see a shared tensor as it was before the loop, and insert parts
// into its result. Elements of tensors are other numbers of the same bits.
// RUN: mlir-lite-opt %s --run=doubled | FileCheck %s --check-prefix=DOUBLED
// RUN: mlir-lite-opt %s --run=bits | FileCheck %s --check-prefix=BITS
// RUN: mlir-lite-opt %s --canonicalize --spelling=upstream | FileCheck %s

// DOUBLED: [5, 2, 4, 6]
func.func @doubled() -> tensor<4xi32> {
  %t = arith.constant dense<[1, 2, 3, 5]> : tensor<4xi32>
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = scf.forall (%i) in (3) shared_outs(%o = %t) -> (tensor<4xi32>) {
    %x = tensor.extract %o[%i] : tensor<4xi32>
    %y = arith.addi %x, %x : i32
    %part = tensor.from_elements %y : tensor<1xi32>
    %next = arith.addi %i, %c1 : index
    %last = tensor.extract_slice %o[3] [1] [1] : tensor<4xi32> to tensor<1xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %part into %o[%next] [1] [1] : tensor<1xi32> into tensor<4xi32>
      tensor.parallel_insert_slice %last into %o[0] [1] [1] : tensor<1xi32> into tensor<4xi32>
    }
  }
  return %0 : tensor<4xi32>
}

// BITS: [1.000000e+00, -2.000000e+00]
func.func @bits() -> tensor<2xf32> {
  %t = arith.constant dense<[0x3F800000, 0xC0000000]> : tensor<2xi32>
  %0 = tensor.bitcast %t : tensor<2xi32> to tensor<2xui32>
  %1 = tensor.bitcast %0 : tensor<2xui32> to tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func.func @again(
// CHECK-NEXT: return %arg0
func.func @again(%t: tensor<?xi32>) -> tensor<?xi32> {
  %0 = tensor.bitcast %t : tensor<?xi32> to tensor<?xf32>
  %1 = tensor.bitcast %0 : tensor<?xf32> to tensor<?xi32>
  return %1 : tensor<?xi32>
}

// CHECK-LABEL: func.func @twice(
// CHECK-NEXT: %[[R:.*]] = tensor.bitcast %arg0 : tensor<4xi32> to tensor<4xf32>
// CHECK-NEXT: return %[[R]]
func.func @twice(%t: tensor<4xi32>) -> tensor<4xf32> {
  %0 = tensor.bitcast %t : tensor<4xi32> to tensor<4xui32>
  %1 = tensor.bitcast %0 : tensor<4xui32> to tensor<4xf32>
  return %1 : tensor<4xf32>
}
