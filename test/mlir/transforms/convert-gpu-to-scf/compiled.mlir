// Kernels that are compiled for the CPU give what the interpreter gives: the main function returns
// a number of all elements of four results, 14 + 750 + 46 + 26 = 836, of which 83 is left by 251.
// RUN: mlir-lite-opt %s --run=main | FileCheck %s
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --run=main | FileCheck %s
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --convert-scf-to-std --convert-std-to-llvm \
// RUN:   --spelling=upstream | mlir-translate --mlir-to-llvmir > %t.ll
// RUN: lli %t.ll; test $? = 83
// RUN: mlir-lite-opt %s --gpu-kernel-outlining --convert-gpu-to-scf --canonicalize --cse \
// RUN:   --convert-scf-to-std --convert-std-to-llvm --spelling=upstream \
// RUN:   | mlir-translate --mlir-to-llvmir > %t.ll
// RUN: lli %t.ll; test $? = 83

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

func.func @weighted(%m: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %n = memref.dim %m, %c0 : memref<?xi32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%so_far = %zero) -> i32 {
    %0 = memref.load %m[%i] : memref<?xi32>
    %1 = arith.addi %i, %c1 : index
    %2 = arith.index_cast %1 : index to i32
    %3 = arith.muli %0, %2 : i32
    %4 = arith.addi %so_far, %3 : i32
    scf.yield %4 : i32
  }
  return %sum : i32
}

// CHECK: 83 : i32
func.func @main() -> i32 {
  %kept = call @kept() : () -> memref<4xi32>
  %any_kept = memref.cast %kept : memref<4xi32> to memref<?xi32>
  %number_kept = call @weighted(%any_kept) : (memref<?xi32>) -> i32
  %scan = call @scan() : () -> memref<8xi32>
  %any_scan = memref.cast %scan : memref<8xi32> to memref<?xi32>
  %number_scan = call @weighted(%any_scan) : (memref<?xi32>) -> i32
  %viewed = call @viewed() : () -> memref<3xi32>
  %any_viewed = memref.cast %viewed : memref<3xi32> to memref<?xi32>
  %number_viewed = call @weighted(%any_viewed) : (memref<?xi32>) -> i32
  %summed = call @summed() : () -> memref<3xi32>
  %any_summed = memref.cast %summed : memref<3xi32> to memref<?xi32>
  %number_summed = call @weighted(%any_summed) : (memref<?xi32>) -> i32
  %0 = arith.addi %number_kept, %number_scan : i32
  %1 = arith.addi %0, %number_viewed : i32
  %2 = arith.addi %1, %number_summed : i32
  %by = arith.constant 251 : i32
  %3 = arith.remui %2, %by : i32
  return %3 : i32
}
