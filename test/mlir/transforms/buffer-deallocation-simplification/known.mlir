// What is known about addresses needs no comparison.
// RUN: mlir-lite-opt %s --buffer-deallocation-simplification | FileCheck %s

// Memory that is retained stays; the condition says who owns it.
// CHECK-LABEL: func.func @retained(
// CHECK-NEXT: memref.alloc()
// CHECK-NEXT: return %{{.*}}, %arg0
func.func @retained(%c: i1) -> (memref<2xf32>, i1) {
  %m = memref.alloc() : memref<2xf32>
  %0 = bufferization.dealloc (%m : memref<2xf32>) if (%c) retain (%m : memref<2xf32>)
  return %m, %0 : memref<2xf32>, i1
}

// Other memory is freed by itself, and nobody owns what is none of it.
// CHECK-LABEL: func.func @other(
// CHECK: %[[M:.*]] = memref.alloc()
// CHECK-NEXT: %[[K:.*]] = memref.alloc()
// CHECK-DAG: %[[FALSE:.*]] = arith.constant false
// CHECK-DAG: bufferization.dealloc (%[[M]] : memref<2xf32>) if (%arg0){{$}}
// CHECK-DAG: bufferization.dealloc (%[[K]] : memref<2xf32>) if (%arg0){{$}}
// CHECK: return %[[FALSE]]
func.func @other(%c: i1, %r: memref<2xf32>) -> i1 {
  %m = memref.alloc() : memref<2xf32>
  %k = memref.alloc() : memref<2xf32>
  %0 = bufferization.dealloc (%m, %k : memref<2xf32>, memref<2xf32>) if (%c, %c) retain (%r : memref<2xf32>)
  return %0 : i1
}

// A view is the memory that it is of. Under a false condition, nothing is freed.
// CHECK-LABEL: func.func @views(
// CHECK: %[[OR:.*]] = arith.ori %arg0, %arg1
// CHECK-NEXT: bufferization.dealloc (%{{.*}} : memref<4xf32>) if (%[[OR]])
func.func @views(%c: i1, %d: i1, %r: memref<2xf32>) {
  %false = arith.constant false
  %m = memref.alloc() : memref<4xf32>
  %v = memref.subview %m[2] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 2>>
  bufferization.dealloc (%m, %v, %r : memref<4xf32>, memref<2xf32, strided<[1], offset: 2>>, memref<2xf32>) if (%c, %d, %false)
  return
}

// Arguments may be the same memory.
// CHECK-LABEL: func.func @unknown(
// CHECK-NEXT: bufferization.dealloc (%arg0, %arg1 : memref<2xf32>, memref<2xf32>) if (%arg3, %arg3) retain (%arg2 : memref<2xf32>)
func.func @unknown(%m: memref<2xf32>, %k: memref<2xf32>, %r: memref<2xf32>, %c: i1) -> i1 {
  %0 = bufferization.dealloc (%m, %k : memref<2xf32>, memref<2xf32>) if (%c, %c) retain (%r : memref<2xf32>)
  return %0 : i1
}

// New memory is not what a loop has carried there.
// CHECK-LABEL: func.func @carried(
// CHECK: scf.for {{.*}} iter_args(%[[X:.*]] = %{{.*}}, %[[OWN:.*]] = %{{.*}})
// CHECK: bufferization.dealloc (%[[X]] : memref<4xf32>) if (%[[OWN]]){{$}}
// CHECK-NEXT: scf.yield %{{.*}}, %[[TRUE:.*]] : memref<4xf32>, i1
func.func @carried(%n: index, %m: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %false = arith.constant false
  %true = arith.constant true
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %m, %own = %false) -> (memref<4xf32>, i1) {
    %k = memref.alloc() : memref<4xf32>
    %0 = bufferization.dealloc (%x, %k : memref<4xf32>, memref<4xf32>) if (%own, %true) retain (%k : memref<4xf32>)
    scf.yield %k, %0 : memref<4xf32>, i1
  }
  return
}
