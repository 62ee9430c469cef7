// Programs for which rules that were applied alone made something else, or something invalid. What is expected is derived
// by hand.
// RUN: mlir-lite-opt %s --split-input-file -canonicalize --verify-each | FileCheck %s
// RUN: mlir-lite-opt %s --split-input-file -canonicalize | mlir-lite-opt --split-input-file | FileCheck %s

// A part that is known to be out of range stays as it is: such a program is valid, and undefined.
// CHECK-LABEL: func @part_out_of_range
// CHECK: subtensor %arg0[%{{.*}}] [%{{.*}}] [1] : tensor<4xf32> to tensor<?xf32>
func @part_out_of_range(%a: tensor<4xf32>) -> tensor<?xf32> {
  %c2 = constant 2 : index
  %c3 = constant 3 : index
  %0 = subtensor %a[%c3] [%c2] [1] : tensor<4xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func @view_out_of_range
// CHECK: subview %arg0[%{{.*}}] [2] [1]
func @view_out_of_range(%a: memref<4xf32>) -> f32 {
  %c0 = constant 0 : index
  %c3 = constant 3 : index
  %0 = subview %a[%c3] [2] [1] : memref<4xf32> to memref<2xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %1 = load %0[%c0] : memref<2xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  return %1 : f32
}

// CHECK-LABEL: func @inserted_out_of_range
// CHECK: subtensor_insert %arg0 into %arg1[%{{.*}}] [2] [1]
func @inserted_out_of_range(%a: tensor<2xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %c3 = constant 3 : index
  %0 = subtensor_insert %a into %b[%c3] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A size that a cast says, at a place where so many are not.
// CHECK-LABEL: func @cast_out_of_range
// CHECK: subtensor %arg0[3] [%arg1] [1] : tensor<4xf32> to tensor<?xf32>
// CHECK: tensor_cast
func @cast_out_of_range(%a: tensor<4xf32>, %n: index) -> tensor<2xf32> {
  %0 = subtensor %a[3] [%n] [1] : tensor<4xf32> to tensor<?xf32>
  %1 = tensor_cast %0 : tensor<?xf32> to tensor<2xf32>
  return %1 : tensor<2xf32>
}

// The same where it is in range.
// CHECK-LABEL: func @cast_in_range
// CHECK-NEXT: subtensor %arg0[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
// CHECK-NEXT: return
func @cast_in_range(%a: tensor<4xf32>, %n: index) -> tensor<2xf32> {
  %0 = subtensor %a[2] [%n] [1] : tensor<4xf32> to tensor<?xf32>
  %1 = tensor_cast %0 : tensor<?xf32> to tensor<2xf32>
  return %1 : tensor<2xf32>
}

// Where the outer condition decides, the inner one may be poison: `and` of both would be.
// CHECK-LABEL: func @both_conditions
// CHECK-NOT: = and
// CHECK: %[[C:.*]] = select %arg0, %arg1, %false : i1
// CHECK-NEXT: select %[[C]], %arg2, %arg3 : i32
func @both_conditions(%a: i1, %b: i1, %x: i32, %y: i32) -> i32 {
  %0 = select %b, %x, %y : i32
  %1 = select %a, %0, %y : i32
  return %1 : i32
}

// CHECK-LABEL: func @either_condition
// CHECK-NOT: = or
// CHECK: %[[C:.*]] = select %arg0, %true, %arg1 : i1
// CHECK-NEXT: select %[[C]], %arg2, %arg3 : i32
func @either_condition(%a: i1, %b: i1, %x: i32, %y: i32) -> i32 {
  %0 = select %b, %x, %y : i32
  %1 = select %a, %x, %0 : i32
  return %1 : i32
}

// -----

// An access without a mask is checked for more: the memory has as many dimensions as the vector, and its elements are side
// by side in the last one.
// CHECK-LABEL: func @stored_ranks
// CHECK: vector.maskedstore %arg0[%arg1]
func @stored_ranks(%a: memref<8xf32>, %i: index, %v: vector<2x4xf32>) {
  %m = vector.constant_mask [2, 4] : vector<2x4xi1>
  vector.maskedstore %a[%i], %m, %v : memref<8xf32>, vector<2x4xi1>, vector<2x4xf32>
  return
}

// CHECK-LABEL: func @loaded_ranks
// CHECK: vector.maskedload %arg0[%arg1]
func @loaded_ranks(%a: memref<8xf32>, %i: index, %v: vector<2x4xf32>) -> vector<2x4xf32> {
  %m = vector.constant_mask [2, 4] : vector<2x4xi1>
  %0 = vector.maskedload %a[%i], %m, %v : memref<8xf32>, vector<2x4xi1>, vector<2x4xf32> into vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// CHECK-LABEL: func @compressed_to_a_number
// CHECK: vector.compressstore %arg0[]
func @compressed_to_a_number(%a: memref<f32>, %v: vector<4xf32>) {
  %m = vector.constant_mask [4] : vector<4xi1>
  vector.compressstore %a[], %m, %v : memref<f32>, vector<4xi1>, vector<4xf32>
  return
}

// CHECK-LABEL: func @expanded_with_strides
// CHECK: vector.expandload %arg0[%arg1]
func @expanded_with_strides(%a: memref<8xf32, strided<[2]>>, %i: index, %v: vector<4xf32>) -> vector<4xf32> {
  %m = vector.constant_mask [4] : vector<4xi1>
  %0 = vector.expandload %a[%i], %m, %v : memref<8xf32, strided<[2]>>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}

// Nothing is stored, whatever the ranks are.
// CHECK-LABEL: func @stored_nothing
// CHECK-NEXT: return
func @stored_nothing(%a: memref<8xf32>, %i: index, %v: vector<2x4xf32>) {
  %m = vector.constant_mask [0, 0] : vector<2x4xi1>
  vector.maskedstore %a[%i], %m, %v : memref<8xf32>, vector<2x4xi1>, vector<2x4xf32>
  return
}
