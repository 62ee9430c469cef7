// Each block frees what it owns and does not hand on; the values are those of before, also as
// mlir-opt simplifies and lowers the result.
// RUN: mlir-lite-opt %s --ownership-based-buffer-deallocation | FileCheck %s
// RUN: mlir-lite-opt %s --run=main | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --ownership-based-buffer-deallocation --run=main | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --ownership-based-buffer-deallocation --canonicalize --buffer-deallocation-simplification --bufferization-lower-deallocations --run=main | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --ownership-based-buffer-deallocation --bufferization-lower-deallocations --convert-scf-to-cf --convert-std-to-llvm --run=main | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --ownership-based-buffer-deallocation | mlir-opt --canonicalize --buffer-deallocation-simplification --bufferization-lower-deallocations | mlir-lite-opt --run=main | FileCheck %s --check-prefix=VALUE
// RUN: mlir-opt %s --ownership-based-buffer-deallocation | mlir-lite-opt --buffer-deallocation-simplification --bufferization-lower-deallocations --run=main | FileCheck %s --check-prefix=VALUE

// A result that is not owned is copied.
// CHECK-LABEL: func.func @chosen(
// CHECK: %[[R:.*]]:2 = scf.if %{{.*}} -> (memref<4xf32>, i1)
// CHECK: %[[O:.*]] = scf.if %[[R]]#1
// CHECK: bufferization.clone %[[R]]#0
// CHECK: bufferization.dealloc (%{{.*}}, %{{.*}}, %[[R]]#0 :
// CHECK-SAME: retain (%[[O]] : memref<4xf32>)
func.func @chosen(%c: i1, %x: f32) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<4xf32>
  %k = memref.alloc() : memref<4xf32>
  %y = arith.addf %x, %x : f32
  memref.store %x, %m[%c0] : memref<4xf32>
  memref.store %y, %k[%c0] : memref<4xf32>
  %r = scf.if %c -> memref<4xf32> {
    scf.yield %m : memref<4xf32>
  } else {
    scf.yield %k : memref<4xf32>
  }
  return %r : memref<4xf32>
}

// A loop owns what it passes to its next iteration, but not what it begins with.
// CHECK-LABEL: func.func @carried(
// CHECK-DAG: %[[FALSE:.*]] = arith.constant false
// CHECK-DAG: %[[TRUE:.*]] = arith.constant true
// CHECK: %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[X:.*]] = %[[M:.*]], %[[OWN:.*]] = %[[FALSE]])
// CHECK: %[[K:.*]] = memref.alloc()
// CHECK: %[[F:.*]] = bufferization.dealloc (%[[X]], %[[K]] : {{.*}}) if (%[[OWN]], %[[TRUE]]) retain (%[[K]]
// CHECK-NEXT: scf.yield %[[K]], %[[F]] : memref<4xf32>, i1
// CHECK: bufferization.dealloc (%[[M]], %[[R]]#0 : {{.*}}) if (%[[TRUE]], %[[R]]#1)
func.func @carried(%n: index, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %m = memref.alloc() : memref<4xf32>
  memref.store %one, %m[%c0] : memref<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %m) -> memref<4xf32> {
    %k = memref.alloc() : memref<4xf32>
    %0 = memref.load %x[%c0] : memref<4xf32>
    %1 = arith.addf %0, %0 : f32
    memref.store %1, %k[%c0] : memref<4xf32>
    scf.yield %k : memref<4xf32>
  }
  %2 = memref.load %r[%c0] : memref<4xf32>
  memref.store %2, %out[%c0] : memref<4xf32>
  return
}

// A caller owns what a function returns.
// CHECK-LABEL: func.func @main(
// CHECK: %[[A:.*]] = call @chosen
// CHECK: %[[B:.*]] = call @chosen
// CHECK: bufferization.dealloc (%[[A]], %[[B]]
// VALUE: 1.500000e+00
// VALUE: 3.000000e+00
// VALUE: 3.200000e+01
func.func @main() -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %x = arith.constant 1.5 : f32
  %true = arith.constant true
  %false = arith.constant false
  %a = call @chosen(%true, %x) : (i1, f32) -> memref<4xf32>
  %b = call @chosen(%false, %x) : (i1, f32) -> memref<4xf32>
  %0 = memref.load %a[%c0] : memref<4xf32>
  %1 = memref.load %b[%c0] : memref<4xf32>
  %s = memref.alloca() : memref<4xf32>
  call @carried(%c5, %s) : (index, memref<4xf32>) -> ()
  %2 = memref.load %s[%c0] : memref<4xf32>
  return %0, %1, %2 : f32, f32, f32
}
