// Kernels on the CPU give what they give on the interpreter: values across barriers are kept.
// RUN: mlir-lite-opt %s --run=kept | FileCheck %s --check-prefix=KEPT
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --run=kept | FileCheck %s --check-prefix=KEPT
// RUN: mlir-lite-opt %s --run=carried | FileCheck %s --check-prefix=CARRIED
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --run=carried | FileCheck %s --check-prefix=CARRIED
// RUN: mlir-lite-opt %s --run=conditional --run-args='true, 3' | FileCheck %s --check-prefix=TRUE
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --run=conditional --run-args='true, 3' \
// RUN:   | FileCheck %s --check-prefix=TRUE
// RUN: mlir-lite-opt %s --run=conditional --run-args='false, 3' | FileCheck %s --check-prefix=FALSE
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --run=conditional --run-args='false, 3' \
// RUN:   | FileCheck %s --check-prefix=FALSE
// RUN: mlir-lite-opt %s --run=scan | FileCheck %s --check-prefix=SCAN
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --run=scan | FileCheck %s --check-prefix=SCAN
// RUN: mlir-lite-opt %s --run=viewed | FileCheck %s --check-prefix=VIEWED
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --run=viewed | FileCheck %s --check-prefix=VIEWED
// RUN: mlir-lite-opt %s --run=matmul | FileCheck %s --check-prefix=MATMUL
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --run=matmul | FileCheck %s --check-prefix=MATMUL
// RUN: mlir-lite-opt %s --run=called | FileCheck %s --check-prefix=CALLED
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --run=called | FileCheck %s --check-prefix=CALLED
// RUN: mlir-lite-opt %s --run=summed | FileCheck %s --check-prefix=SUMMED
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --run=summed | FileCheck %s --check-prefix=SUMMED
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --spelling=upstream | FileCheck %s --check-prefix=IR

// Each thread has loaded a number before the barrier, and stores it elsewhere afterwards.
// KEPT: [1, 2, 3, 0] : memref<4xi32>
// IR-LABEL: func.func @kept
// IR: scf.parallel
// IR: %[[BUFFER:.*]] = memref.alloc({{.*}}) : memref<?xi32>
// IR: memref.store %{{.*}}, %[[BUFFER]]
// IR: memref.load %[[BUFFER]]
// IR: memref.dealloc %[[BUFFER]]
// IR: scf.reduce
func.func @kept() -> memref<4xi32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %0 = arith.index_cast %tx : index to i32
    memref.store %0, %m[%tx] : memref<4xi32>
    gpu.barrier
    %1 = arith.addi %tx, %c1 : index
    %2 = arith.remui %1, %c4 : index
    %3 = memref.load %m[%2] : memref<4xi32>
    gpu.barrier
    memref.store %3, %m[%tx] : memref<4xi32>
    gpu.terminator
  }
  return %m : memref<4xi32>
}

// In a loop of all threads, each thread carries a value of its own, and all a common one. The
// values of (0, 1, 2) are first (1, 2, 0) + 1 + (0, 1, 2), then (4, 3, 2) + 2 + (0, 1, 2).
// CARRIED: {{\[}}[6, 6, 6], [4, 4, 4]] : memref<2x3xindex>
func.func @carried() -> memref<2x3xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<2x3xindex>
  %w = memref.alloc() : memref<3xindex>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c3, %sy = %c1, %sz = %c1) {
    %next = arith.addi %tx, %c1 : index
    %other = arith.remui %next, %c3 : index
    %own, %common = scf.for %i = %c0 to %c2 step %c1
        iter_args(%a = %tx, %b = %c1) -> (index, index) {
      gpu.barrier
      memref.store %a, %w[%tx] : memref<3xindex>
      gpu.barrier
      %0 = memref.load %w[%other] : memref<3xindex>
      %1 = arith.addi %0, %b : index
      %2 = arith.addi %1, %tx : index
      %3 = arith.muli %b, %c2 : index
      scf.yield %2, %3 : index, index
    }
    memref.store %own, %m[%c0, %tx] : memref<2x3xindex>
    memref.store %common, %m[%c1, %tx] : memref<2x3xindex>
    gpu.terminator
  }
  return %m : memref<2x3xindex>
}

// Threads wait under a condition that is the same for all of them.
// TRUE: [11, 12, 10] : memref<3xindex>
// FALSE: [0, 1, 2] : memref<3xindex>
func.func @conditional(%is: i1, %n: index) -> memref<3xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %m = memref.alloc() : memref<3xindex>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    %first = arith.cmpi eq, %bx, %c0 : index
    %both = arith.andi %first, %is : i1
    %r = scf.if %both -> index {
      memref.store %tx, %m[%tx] : memref<3xindex>
      gpu.barrier
      %0 = arith.addi %tx, %c1 : index
      %1 = arith.remui %0, %n : index
      %2 = memref.load %m[%1] : memref<3xindex>
      gpu.barrier
      %3 = arith.addi %2, %c10 : index
      scf.yield %3 : index
    } else {
      scf.yield %tx : index
    }
    memref.store %r, %m[%tx] : memref<3xindex>
    gpu.terminator
  }
  return %m : memref<3xindex>
}

// Sums of the numbers up to each one, with shuffles whose distance doubles in a loop.
// SCAN: [1, 3, 6, 10, 15, 21, 28, 36] : memref<8xi32>
func.func @scan() -> memref<8xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %width = arith.constant 8 : i32
  %m = memref.alloc() : memref<8xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %id = arith.index_cast %tx : index to i32
    %start = arith.addi %id, %one : i32
    %sum, %end = scf.for %i = %c0 to %c3 step %c1
        iter_args(%so_far = %start, %distance = %one) -> (i32, i32) {
      %other, %valid = gpu.shuffle up %so_far, %distance, %width : i32
      %more = arith.addi %so_far, %other : i32
      %next = arith.select %valid, %more, %so_far : i32
      %double = arith.addi %distance, %distance : i32
      scf.yield %next, %double : i32, i32
    }
    memref.store %sum, %m[%tx] : memref<8xi32>
    gpu.terminator
  }
  return %m : memref<8xi32>
}

// A view that a thread makes before a barrier is made again after it, and private buffers stay.
// VIEWED: [5, 7, 9] : memref<3xi32>
func.func @viewed() -> memref<3xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %five = arith.constant 5 : i32
  %m = memref.alloc() : memref<3xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c3, %sy = %c1, %sz = %c1)
             private(%p : memref<2xi32, #gpu.address_space<private>>) {
    %view = memref.subview %m[%tx] [1] [1]
      : memref<3xi32> to memref<1xi32, strided<[1], offset: ?>>
    %id = arith.index_cast %tx : index to i32
    memref.store %id, %p[%c1] : memref<2xi32, #gpu.address_space<private>>
    memref.store %five, %p[%c0] : memref<2xi32, #gpu.address_space<private>>
    gpu.barrier
    %0 = memref.load %p[%c1] : memref<2xi32, #gpu.address_space<private>>
    %1 = arith.addi %0, %id : i32
    %2 = memref.load %p[%c0] : memref<2xi32, #gpu.address_space<private>>
    %3 = arith.addi %1, %2 : i32
    memref.store %3, %view[%c0] : memref<1xi32, strided<[1], offset: ?>>
    gpu.terminator
  }
  return %m : memref<3xi32>
}

// A product of matrices with tiles of 2 x 2 in the memory of blocks:
// [0 1 2 3; 4 5 6 7; ..] times itself.
// MATMUL: {{\[}}[5.600000e+01, 6.200000e+01, 6.800000e+01, 7.400000e+01],
// MATMUL-SAME: [1.520000e+02, 1.740000e+02, 1.960000e+02, 2.180000e+02],
// MATMUL-SAME: [2.480000e+02, 2.860000e+02, 3.240000e+02, 3.620000e+02],
// MATMUL-SAME: [3.440000e+02, 3.980000e+02, 4.520000e+02, 5.060000e+02]]
func.func @matmul() -> memref<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<4x4xf32>
  %r = memref.alloc() : memref<4x4xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %0 = arith.muli %i, %c4 : index
      %1 = arith.addi %0, %j : index
      %2 = arith.index_cast %1 : index to i32
      %3 = arith.sitofp %2 : i32 to f32
      memref.store %3, %a[%i, %j] : memref<4x4xf32>
    }
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c2, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c2, %sz = %c1)
             workgroup(%left : memref<2x2xf32, #gpu.address_space<workgroup>>,
                       %right : memref<2x2xf32, #gpu.address_space<workgroup>>) {
    %row0 = arith.muli %by, %c2 : index
    %row = arith.addi %row0, %ty : index
    %column0 = arith.muli %bx, %c2 : index
    %column = arith.addi %column0, %tx : index
    %sum = scf.for %k = %c0 to %c4 step %c2 iter_args(%so_far = %zero) -> f32 {
      %kx = arith.addi %k, %tx : index
      %ky = arith.addi %k, %ty : index
      %l = memref.load %a[%row, %kx] : memref<4x4xf32>
      %u = memref.load %a[%ky, %column] : memref<4x4xf32>
      memref.store %l, %left[%ty, %tx] : memref<2x2xf32, #gpu.address_space<workgroup>>
      memref.store %u, %right[%ty, %tx] : memref<2x2xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %next = scf.for %i = %c0 to %c2 step %c1 iter_args(%s = %so_far) -> f32 {
        %x = memref.load %left[%ty, %i] : memref<2x2xf32, #gpu.address_space<workgroup>>
        %y = memref.load %right[%i, %tx] : memref<2x2xf32, #gpu.address_space<workgroup>>
        %xy = arith.mulf %x, %y : f32
        %t = arith.addf %s, %xy : f32
        scf.yield %t : f32
      }
      gpu.barrier
      scf.yield %next : f32
    }
    memref.store %sum, %r[%row, %column] : memref<4x4xf32>
    gpu.terminator
  }
  return %r : memref<4x4xf32>
}

// A function in which threads wait is inlined.
// CALLED: [1, 0] : memref<2xindex>
func.func @swap(%m: memref<2xindex>, %i: index) {
  %c1 = arith.constant 1 : index
  memref.store %i, %m[%i] : memref<2xindex>
  gpu.barrier
  %other = arith.subi %c1, %i : index
  %0 = memref.load %m[%other] : memref<2xindex>
  gpu.barrier
  memref.store %0, %m[%i] : memref<2xindex>
  return
}
func.func @called() -> memref<2xindex> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = memref.alloc() : memref<2xindex>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) {
    %id = gpu.global_id x
    func.call @swap(%m, %id) : (memref<2xindex>, index) -> ()
    gpu.terminator
  }
  return %m : memref<2xindex>
}

// A sum that all threads have in common, 0 + 1 + 2, is how often they wait.
// SUMMED: [3, 4, 5] : memref<3xi32>
func.func @summed() -> memref<3xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1 : i32
  %m = memref.alloc() : memref<3xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c3, %sy = %c1, %sz = %c1) {
    %id = arith.index_cast %tx : index to i32
    %sum = gpu.all_reduce add %id {
    } : (i32) -> i32
    memref.store %id, %m[%tx] : memref<3xi32>
    %rounds = arith.index_cast %sum : i32 to index
    scf.for %i = %c0 to %rounds step %c1 {
      %0 = memref.load %m[%tx] : memref<3xi32>
      gpu.barrier
      %1 = arith.addi %0, %one : i32
      memref.store %1, %m[%tx] : memref<3xi32>
    }
    gpu.terminator
  }
  return %m : memref<3xi32>
}
