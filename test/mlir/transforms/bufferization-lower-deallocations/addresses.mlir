// Each call passes the same memory or other memory, owned or not: all is freed once, and what is
// retained is known to be owned where it is.
// RUN: mlir-lite-opt %s --bufferization-lower-deallocations | FileCheck %s
// RUN: mlir-lite-opt %s --run=main | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --bufferization-lower-deallocations --run=main | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --buffer-deallocation-simplification --bufferization-lower-deallocations --run=main | FileCheck %s --check-prefix=VALUE
// RUN: mlir-opt %s --bufferization-lower-deallocations | mlir-lite-opt --run=main | FileCheck %s --check-prefix=VALUE

// CHECK-LABEL: func.func @one(
// CHECK-NEXT: scf.if %arg1 {
// CHECK-NEXT: memref.dealloc %arg0
func.func @one(%m: memref<2xf32>, %c: i1) {
  bufferization.dealloc (%m : memref<2xf32>) if (%c)
  return
}

// CHECK-LABEL: func.func @kept(
// CHECK-DAG: %[[M:.*]] = memref.extract_aligned_pointer_as_index %arg0
// CHECK-DAG: %[[R:.*]] = memref.extract_aligned_pointer_as_index %arg2
// CHECK: %[[NE:.*]] = arith.cmpi ne, %[[M]], %[[R]] : index
func.func @kept(%m: memref<2xf32>, %c: i1, %r: memref<2xf32>) -> i1 {
  %0 = bufferization.dealloc (%m : memref<2xf32>) if (%c) retain (%r : memref<2xf32>)
  return %0 : i1
}

// CHECK-LABEL: func.func @two(
// CHECK-COUNT-2: scf.if
func.func @two(%m: memref<2xf32>, %n: memref<2xf32>, %c: i1, %d: i1, %r: memref<2xf32>) -> i1 {
  %0 = bufferization.dealloc (%m, %n : memref<2xf32>, memref<2xf32>) if (%c, %d) retain (%r : memref<2xf32>)
  return %0 : i1
}

// CHECK-LABEL: func.func @nothing(
// CHECK-NEXT: %[[FALSE:.*]] = arith.constant false
// CHECK-NEXT: return %[[FALSE]]
func.func @nothing(%r: memref<2xf32>) -> i1 {
  %0 = bufferization.dealloc retain (%r : memref<2xf32>)
  return %0 : i1
}

// The digits are: kept and owned, not kept, kept and not owned, the first of two kept, none kept.
// VALUE: 10010
func.func @main() -> i32 {
  %true = arith.constant true
  %false = arith.constant false
  %a = memref.alloc() : memref<2xf32>
  %b = memref.alloc() : memref<2xf32>
  %c = memref.alloc() : memref<2xf32>
  %d = memref.alloc() : memref<2xf32>
  call @one(%a, %false) : (memref<2xf32>, i1) -> ()
  %0 = call @kept(%a, %true, %a) : (memref<2xf32>, i1, memref<2xf32>) -> i1
  %1 = call @kept(%b, %true, %a) : (memref<2xf32>, i1, memref<2xf32>) -> i1
  %2 = call @kept(%a, %false, %a) : (memref<2xf32>, i1, memref<2xf32>) -> i1
  %3 = call @two(%a, %c, %true, %true, %a) : (memref<2xf32>, memref<2xf32>, i1, i1, memref<2xf32>) -> i1
  %4 = call @two(%d, %d, %true, %true, %a) : (memref<2xf32>, memref<2xf32>, i1, i1, memref<2xf32>) -> i1
  call @one(%a, %true) : (memref<2xf32>, i1) -> ()
  %ten = arith.constant 10 : i32
  %5 = arith.extui %0 : i1 to i32
  %6 = arith.extui %1 : i1 to i32
  %7 = arith.extui %2 : i1 to i32
  %8 = arith.extui %3 : i1 to i32
  %9 = arith.extui %4 : i1 to i32
  %10 = arith.muli %5, %ten : i32
  %11 = arith.addi %10, %6 : i32
  %12 = arith.muli %11, %ten : i32
  %13 = arith.addi %12, %7 : i32
  %14 = arith.muli %13, %ten : i32
  %15 = arith.addi %14, %8 : i32
  %16 = arith.muli %15, %ten : i32
  %17 = arith.addi %16, %9 : i32
  return %17 : i32
}
