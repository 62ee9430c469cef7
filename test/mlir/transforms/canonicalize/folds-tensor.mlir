// Tensors that fold. What is expected is derived by hand.
// RUN: mlir-lite-opt %s -canonicalize | FileCheck %s

// What is put and taken at the same place.
// CHECK-LABEL: func @there_and_back
// CHECK-NEXT: return %arg0, %arg1
func @there_and_back(%a: tensor<2xf32>, %b: tensor<4xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
  %0 = subtensor_insert %a into %b[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %1 = subtensor %0[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %2 = subtensor %b[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %3 = subtensor_insert %2 into %b[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %1, %3 : tensor<2xf32>, tensor<4xf32>
}

// At another place, or of another destination, nothing is known.
// CHECK-LABEL: func @there_and_elsewhere
// CHECK-COUNT-2: subtensor_insert
// CHECK: subtensor %
func @there_and_elsewhere(%a: tensor<2xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
  %2 = subtensor %b[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %3 = subtensor_insert %2 into %c[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %0 = subtensor_insert %a into %b[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %1 = subtensor %0[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %1, %3 : tensor<2xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @overwritten
// CHECK-NEXT: %[[R:.*]] = subtensor_insert %arg1 into %arg2[1] [2] [1]
// CHECK-NEXT: return %[[R]]
func @overwritten(%a: tensor<2xf32>, %b: tensor<2xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  %0 = subtensor_insert %a into %c[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %1 = subtensor_insert %b into %0[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func @all_or_nothing
// CHECK-NEXT: return %arg0, %arg1
func @all_or_nothing(%a: tensor<4xf32>, %b: tensor<4xf32>, %e: tensor<0xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = subtensor_insert %a into %b[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
  %1 = subtensor_insert %e into %b[1] [0] [1] : tensor<0xf32> into tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// Constants and casts: places are known, and so are sizes.
// CHECK-LABEL: func @known_places
// CHECK-NEXT: subtensor_insert %arg0 into %arg1[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
// CHECK-NEXT: %[[P:.*]] = subtensor %arg1[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
// CHECK-NEXT: tensor_cast %[[P]] : tensor<2xf32> to tensor<?xf32>
func @known_places(%a: tensor<2xf32>, %b: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<?xf32>) {
  %c2 = constant 2 : index
  %c = tensor_cast %a : tensor<2xf32> to tensor<?xf32>
  %0 = subtensor_insert %c into %b[1] [%n] [1] : tensor<?xf32> into tensor<4xf32>
  %1 = subtensor %b[%c2] [%c2] [1] : tensor<4xf32> to tensor<?xf32>
  return %0, %1 : tensor<4xf32>, tensor<?xf32>
}

// Elements into a tensor that was cast: the cast comes after.
// CHECK-LABEL: func @into_cast
// CHECK-NEXT: %[[R:.*]] = insert_element %arg0 into %arg1[%arg2] : tensor<4xf32>
// CHECK-NEXT: tensor_cast %[[R]] : tensor<4xf32> to tensor<?xf32>
func @into_cast(%x: f32, %b: tensor<4xf32>, %i: index) -> tensor<?xf32> {
  %c = tensor_cast %b : tensor<4xf32> to tensor<?xf32>
  %0 = insert_element %x into %c[%i] : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// The type that is asked for says the sizes.
// CHECK-LABEL: func @cast_says
// CHECK-NEXT: %[[P:.*]] = subtensor %arg0[0, 0] [4, %arg1] [1, 1] : tensor<?x?xf32> to tensor<4x?xf32>
// CHECK-NEXT: %[[E:.*]] = empty_tensor() : tensor<4xf32>
// CHECK-NEXT: return %[[P]], %[[E]]
func @cast_says(%t: tensor<?x?xf32>, %n: index) -> (tensor<4x?xf32>, tensor<4xf32>) {
  %0 = subtensor %t[0, 0] [%n, %n] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %1 = tensor_cast %0 : tensor<?x?xf32> to tensor<4x?xf32>
  %2 = empty_tensor(%n) : tensor<?xf32>
  %3 = tensor_cast %2 : tensor<?xf32> to tensor<4xf32>
  return %1, %3 : tensor<4x?xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @sizes
// CHECK: %[[D:.*]] = dim %arg0, %c0 : tensor<?xf32>
// CHECK: %[[M:.*]] = dim %arg3, %c0 : memref<?xf32>
// CHECK-NEXT: return %arg1, %arg1, %[[D]], %{{.*}}, %[[M]]
func @sizes(%t: tensor<?xf32>, %n: index, %x: f32, %m: memref<?xf32>, %a: tensor<2xf32>) -> (index, index, index, index, index) {
  %c0 = constant 0 : index
  %p = subtensor %t[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %0 = dim %p, %c0 : tensor<?xf32>
  %g = dynamic_tensor_from_elements %n {
  ^bb0(%i: index):
    yield %x : f32
  } : tensor<?xf32>
  %1 = dim %g, %c0 : tensor<?xf32>
  %e = insert_element %x into %t[%n] : tensor<?xf32>
  %2 = dim %e, %c0 : tensor<?xf32>
  %s = subtensor_insert %a into %t[0] [2] [1] : tensor<2xf32> into tensor<?xf32>
  %3 = dim %s, %c0 : tensor<?xf32>
  %l = tensor_load %m : memref<?xf32>
  %4 = dim %l, %c0 : tensor<?xf32>
  return %0, %1, %2, %3, %4 : index, index, index, index, index
}

// CHECK-LABEL: func @elements
// CHECK-NEXT: %[[S:.*]] = addi %arg1, %arg1 : index
// CHECK-NEXT: %[[L:.*]] = extract_element %arg2[%arg1] : tensor<?xf32>
// CHECK-NEXT: return %[[S]], %[[L]]
func @elements(%n: index, %k: index, %t: tensor<?xf32>) -> (index, f32) {
  %0 = dynamic_tensor_from_elements %n {
  ^bb0(%i: index):
    %1 = addi %i, %i : index
    yield %1 : index
  } : tensor<?xindex>
  %2 = extract_element %0[%k] : tensor<?xindex>
  %m = tensor_to_memref %t : memref<?xf32>
  %3 = load %m[%k] : memref<?xf32>
  return %2, %3 : index, f32
}

// Reading is no computing: what an element is may have changed.
// CHECK-LABEL: func @elements_of_memory
// CHECK: extract_element
func @elements_of_memory(%n: index, %k: index, %m: memref<?xf32>, %x: f32) -> f32 {
  %0 = dynamic_tensor_from_elements %n {
  ^bb0(%i: index):
    %1 = load %m[%i] : memref<?xf32>
    yield %1 : f32
  } : tensor<?xf32>
  store %x, %m[%k] : memref<?xf32>
  %2 = extract_element %0[%k] : tensor<?xf32>
  return %2 : f32
}
