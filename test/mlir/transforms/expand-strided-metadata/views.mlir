// Views become casts of the memory, with their layout computed; the elements stay the same.
// RUN: mlir-lite-opt %s --expand-strided-metadata --spelling=upstream | FileCheck %s
// RUN: mlir-lite-opt %s --run=values | FileCheck %s --check-prefix=VALUES
// RUN: mlir-lite-opt %s --expand-strided-metadata --run=values | FileCheck %s --check-prefix=VALUES

// CHECK-LABEL: func.func @part
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %0 = arith.addi %strides#0, %arg1 : index
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [%0], sizes: [2, %arg1], strides: [%strides#0, 1] : memref<f32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
func.func @part(%m: memref<4x?xf32>, %j: index) -> memref<2x?xf32, strided<[?, 1], offset: ?>> {
  %0 = memref.subview %m[1, %j] [2, %j] [1, 1]
    : memref<4x?xf32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
  return %0 : memref<2x?xf32, strided<[?, 1], offset: ?>>
}

// CHECK-LABEL: func.func @expanded
// CHECK: [[S:%.*]] = arith.muli %strides#0, %c2 : index
// CHECK-NEXT: memref.reinterpret_cast %base_buffer to offset: [0], sizes: [2, 2, %arg1], strides: {{\[}}[[S]], %strides#0, 1] : memref<f32> to memref<2x2x?xf32>
func.func @expanded(%m: memref<4x?xf32>, %j: index) -> memref<2x2x?xf32> {
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 2, %j]
    : memref<4x?xf32> into memref<2x2x?xf32>
  return %0 : memref<2x2x?xf32>
}

// CHECK-LABEL: func.func @collapsed
// CHECK: [[N:%.*]] = arith.muli %sizes#1, %c4 : index
// CHECK-NEXT: memref.reinterpret_cast %base_buffer to offset: [0], sizes: {{\[}}[[N]]], strides: [1] : memref<f32> to memref<?xf32>
func.func @collapsed(%m: memref<4x?xf32>) -> memref<?xf32> {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<4x?xf32> into memref<?xf32>
  return %0 : memref<?xf32>
}

// The parts of a memref at run time: offset 7, sizes 2 and 3, strides 5 and 1; the memory begins at
// its element 0, and the address does not change.
// VALUES: 7 : index
// VALUES-NEXT: 2 : index
// VALUES-NEXT: 3 : index
// VALUES-NEXT: 5 : index
// VALUES-NEXT: 1 : index
// VALUES-NEXT: 7.000000e+00 : f32
// VALUES-NEXT: true
func.func @values() -> (index, index, index, index, index, f32, i1) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %x = arith.constant 7.0 : f32
  %m = memref.alloc() : memref<4x5xf32>
  %d = memref.cast %m : memref<4x5xf32> to memref<4x?xf32>
  memref.store %x, %m[%c0, %c0] : memref<4x5xf32>
  %p = memref.subview %d[1, 2] [2, %c3] [1, 1]
    : memref<4x?xf32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %p
    : memref<2x?xf32, strided<[?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  %y = memref.load %b[] : memref<f32>
  %a = memref.extract_aligned_pointer_as_index %m : memref<4x5xf32> -> index
  %a2 = memref.extract_aligned_pointer_as_index %p : memref<2x?xf32, strided<[?, 1], offset: ?>> -> index
  %same = arith.cmpi eq, %a, %a2 : index
  return %o, %s#0, %s#1, %t#0, %t#1, %y, %same : index, index, index, index, index, f32, i1
}
