// Dimensions of memory split and joined: both spellings, folded, interpreted and lowered; what cannot be is an error.
// RUN: mlir-lite-opt %s --spelling=upstream | FileCheck %s --check-prefix=UPSTREAM
// RUN: mlir-lite-opt %s --spelling=upstream | mlir-opt | mlir-lite-opt --spelling=std | FileCheck %s --check-prefix=STD
// RUN: mlir-lite-opt %s -canonicalize | FileCheck %s --check-prefix=FOLDED
// RUN: mlir-lite-opt %s --run=parts --run-args=4 | FileCheck %s --check-prefix=INTERPRETED
// RUN: mlir-lite-opt %s --convert-scf-to-std --convert-std-to-llvm=full --run=parts --run-args=4 | FileCheck %s --check-prefix=LOWERED
// RUN: not mlir-lite-opt %s --run=parts --run-args=5 2>&1 | FileCheck %s --check-prefix=TRAP
// RUN: mlir-lite-opt %s --convert-scf-to-std --convert-std-to-llvm=full --spelling=upstream | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM

// UPSTREAM-LABEL: @layouts
// UPSTREAM: %expand_shape = memref.expand_shape %arg0 {{\[\[}}0], [1, 2]] output_shape [%arg1, 3, 4] : memref<?x12xf32, strided<[24, 2], offset: ?>> into memref<?x3x4xf32, strided<[24, 8, 2], offset: ?>>
// UPSTREAM: %collapse_shape = memref.collapse_shape %expand_shape {{\[\[}}0], [1, 2]] : memref<?x3x4xf32, strided<[24, 8, 2], offset: ?>> into memref<?x12xf32, strided<[24, 2], offset: ?>>
// UPSTREAM: memref.expand_shape %{{.*}} [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
// STD-LABEL: func @layouts
// STD: memref_expand_shape %{{.*}} {{\[\[}}0], [1, 2]] output_shape [%{{.*}}, 3, 4]
// STD: memref_collapse_shape %{{.*}} {{\[\[}}0], [1, 2]]
// FOLDED-LABEL: func @layouts
// FOLDED-NOT: expand_shape
// FOLDED: return %arg0
// LLVM: @layouts
func @layouts(%m: memref<?x12xf32, strided<[24, 2], offset: ?>>, %n: index, %one: memref<f32>) -> (memref<?x12xf32, strided<[24, 2], offset: ?>>) {
  %0 = memref_expand_shape %m [[0], [1, 2]] output_shape [%n, 3, 4] : memref<?x12xf32, strided<[24, 2], offset: ?>> into memref<?x3x4xf32, strided<[24, 8, 2], offset: ?>>
  %1 = memref_collapse_shape %0 [[0], [1, 2]] : memref<?x3x4xf32, strided<[24, 8, 2], offset: ?>> into memref<?x12xf32, strided<[24, 2], offset: ?>>
  %2 = memref_expand_shape %one [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
  %3 = memref_collapse_shape %2 [] : memref<1x1xf32> into memref<f32>
  return %1 : memref<?x12xf32, strided<[24, 2], offset: ?>>
}

// Element 7 of eight is [1][1][1] of 2x2x2, and [3][1] of 4x2.
// INTERPRETED: 7 : i32
// INTERPRETED: 7 : i32
// INTERPRETED: 2 : index
// LOWERED: (7, 7, 2)
// TRAP: memref-reassociation.mlir:[[@LINE+22]]:12: error: expands dimension 0, whose size is 8, to sizes [5, 2]
func @parts(%rows: index) -> (i32, i32, index) {
  %zero = constant 0 : index
  %one = constant 1 : index
  %two = constant 2 : index
  %three = constant 3 : index
  %eight = constant 8 : index
  %cube = alloc() : memref<2x2x2xi32>
  scf.for %i = %zero to %two step %one {
    scf.for %j = %zero to %two step %one {
      scf.for %k = %zero to %two step %one {
        %ii = muli %i, %two : index
        %ij = addi %ii, %j : index
        %ji = muli %ij, %two : index
        %n = addi %ji, %k : index
        %v = index_cast %n : index to i32
        store %v, %cube[%i, %j, %k] : memref<2x2x2xi32>
      }
    }
  }
  %all = memref_collapse_shape %cube [[0, 1, 2]] : memref<2x2x2xi32> into memref<8xi32>
  %hidden = memref_cast %all : memref<8xi32> to memref<?xi32>
  %pairs = memref_expand_shape %hidden [[0, 1]] output_shape [%rows, 2] : memref<?xi32> into memref<?x2xi32>
  %a = load %cube[%one, %one, %one] : memref<2x2x2xi32>
  %b = load %pairs[%three, %one] : memref<?x2xi32>
  %c = dim %pairs, %one : memref<?x2xi32>
  dealloc %cube : memref<2x2x2xi32>
  return %a, %b, %c : i32, i32, index
}
