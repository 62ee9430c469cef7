// Kernels run on the interpreter: values that follow from the kernels by hand.
// RUN: mlir-lite-opt %s --run=positions | FileCheck %s --check-prefix=POSITIONS
// RUN: mlir-lite-opt %s --run=reversed --run-args='dense<[1, 2, 3, 4]>' \
// RUN:   | FileCheck %s --check-prefix=REVERSED
// RUN: mlir-lite-opt %s --run=tree --run-args='dense<[1, 2, 4, 8, 16, 32, 64, 128]>' \
// RUN:   | FileCheck %s --check-prefix=TREE
// RUN: mlir-lite-opt %s --run=reduced --run-args='dense<[3, 1, 2, 5]>' \
// RUN:   | FileCheck %s --check-prefix=REDUCED
// RUN: mlir-lite-opt %s --run=shuffled --run-args='dense<[10, 11, 12, 13]>' \
// RUN:   | FileCheck %s --check-prefix=SHUFFLED
// RUN: mlir-lite-opt %s --run=private | FileCheck %s --check-prefix=PRIVATE
// RUN: mlir-lite-opt %s --run=by_name --run-args='dense<[1.0, 2.0, 3.0, 4.0]>' \
// RUN:   | FileCheck %s --check-prefix=NAME
// RUN: mlir-lite-opt %s --run=host --run-args='dense<[1.0, 2.0]>' \
// RUN:   | FileCheck %s --check-prefix=HOST
// RUN: mlir-lite-opt %s --run=lanes | FileCheck %s --check-prefix=LANES
// RUN: mlir-lite-opt %s --run=histogram --run-args='dense<[2, 0, 1, 2, 2, 1]>' \
// RUN:   | FileCheck %s --check-prefix=HISTOGRAM
// RUN: mlir-lite-opt %s --run=printed | FileCheck %s --check-prefix=PRINTED
// RUN: mlir-lite-opt %s --run=dynamic | FileCheck %s --check-prefix=DYNAMIC
// RUN: mlir-lite-opt %s --run=steps | FileCheck %s --check-prefix=STEPS
// RUN: mlir-lite-opt %s --run=bytes | FileCheck %s --check-prefix=BYTES
// RUN: mlir-lite-opt %s --gpu-kernel-outlining --run=reversed \
// RUN:   --run-args='dense<[1, 2, 3, 4]>' | FileCheck %s --check-prefix=REVERSED
// RUN: mlir-lite-opt %s --gpu-launch-sink-index-computations --gpu-kernel-outlining --run=tree \
// RUN:   --run-args='dense<[1, 2, 4, 8, 16, 32, 64, 128]>' | FileCheck %s --check-prefix=TREE
// RUN: mlir-lite-opt %s --run=subgroups | FileCheck %s --check-prefix=SUBGROUPS
// The same kernels as loops.
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --run=subgroups \
// RUN:   | FileCheck %s --check-prefix=SUBGROUPS
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --run=positions \
// RUN:   | FileCheck %s --check-prefix=POSITIONS
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --run=reversed --run-args='dense<[1, 2, 3, 4]>' \
// RUN:   | FileCheck %s --check-prefix=REVERSED
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --run=tree --run-args='dense<[1, 2, 4, 8, 16, 32, 64, 128]>' \
// RUN:   | FileCheck %s --check-prefix=TREE
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --run=reduced --run-args='dense<[3, 1, 2, 5]>' \
// RUN:   | FileCheck %s --check-prefix=REDUCED
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --run=shuffled --run-args='dense<[10, 11, 12, 13]>' \
// RUN:   | FileCheck %s --check-prefix=SHUFFLED
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --run=private | FileCheck %s --check-prefix=PRIVATE
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --run=by_name --run-args='dense<[1.0, 2.0, 3.0, 4.0]>' \
// RUN:   | FileCheck %s --check-prefix=NAME
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --run=host --run-args='dense<[1.0, 2.0]>' \
// RUN:   | FileCheck %s --check-prefix=HOST
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --run=lanes | FileCheck %s --check-prefix=LANES
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --run=histogram --run-args='dense<[2, 0, 1, 2, 2, 1]>' \
// RUN:   | FileCheck %s --check-prefix=HISTOGRAM
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --run=printed | FileCheck %s --check-prefix=PRINTED
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --run=dynamic | FileCheck %s --check-prefix=DYNAMIC
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --run=steps | FileCheck %s --check-prefix=STEPS
// RUN: mlir-lite-opt %s --convert-gpu-to-scf --run=bytes | FileCheck %s --check-prefix=BYTES

module attributes {gpu.container_module} {

// Two blocks along x and three along y, of two threads along x and one along z: the element of a
// thread is 100 * block y + 10 * block x + thread x.
// POSITIONS: {{\[}}[0, 1, 10, 11], [100, 101, 110, 111], [200, 201, 210, 211]] : memref<3x4xindex>
func.func @positions() -> memref<3x4xindex> {
  %m = memref.alloc() : memref<3x4xindex>
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c3, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) {
    %0 = arith.muli %by, %c10 : index
    %1 = arith.addi %0, %bx : index
    %2 = arith.muli %1, %c10 : index
    %id = gpu.thread_id x
    %3 = arith.addi %2, %id : index
    %4 = gpu.global_id x
    memref.store %3, %m[%by, %4] : memref<3x4xindex>
    gpu.terminator
  }
  return %m : memref<3x4xindex>
}

// REVERSED: [4, 3, 2, 1] : memref<4xi32>
func.func @reversed(%m: memref<4xi32>) -> memref<4xi32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1)
             workgroup(%w : memref<4xi32, #gpu.address_space<workgroup>>) {
    %0 = memref.load %m[%tx] : memref<4xi32>
    memref.store %0, %w[%tx] : memref<4xi32, #gpu.address_space<workgroup>>
    gpu.barrier
    %1 = arith.subi %sx, %tx : index
    %2 = arith.subi %1, %c1 : index
    %3 = memref.load %w[%2] : memref<4xi32, #gpu.address_space<workgroup>>
    memref.store %3, %m[%tx] : memref<4xi32>
    gpu.terminator
  }
  return %m : memref<4xi32>
}

// A sum as a tree, with a barrier in a loop: 255. Half of the threads is idle in each round.
// TREE: 255 : i32
func.func @tree(%m: memref<8xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1)
             workgroup(%w : memref<8xi32, #gpu.address_space<workgroup>>) {
    %0 = memref.load %m[%tx] : memref<8xi32>
    memref.store %0, %w[%tx] : memref<8xi32, #gpu.address_space<workgroup>>
    gpu.barrier
    %last = scf.for %i = %c0 to %c3 step %c1 iter_args(%distance = %c1) -> index {
      %next = arith.muli %distance, %c2 : index
      %rest = arith.remui %tx, %next : index
      %is = arith.cmpi eq, %rest, %c0 : index
      scf.if %is {
        %other = arith.addi %tx, %distance : index
        %a = memref.load %w[%tx] : memref<8xi32, #gpu.address_space<workgroup>>
        %b = memref.load %w[%other] : memref<8xi32, #gpu.address_space<workgroup>>
        %sum = arith.addi %a, %b : i32
        memref.store %sum, %w[%tx] : memref<8xi32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      scf.yield %next : index
    }
    %first = arith.cmpi eq, %tx, %c0 : index
    scf.if %first {
      %sum = memref.load %w[%c0] : memref<8xi32, #gpu.address_space<workgroup>>
      memref.store %sum, %m[%c0] : memref<8xi32>
    }
    gpu.terminator
  }
  %sum = memref.load %m[%c0] : memref<8xi32>
  return %sum : i32
}

// The sum is 11, the largest number 5, and the region combines 3, 1, 2, 5 as 2 * a + b: 2 * (2 * (2 * 3 + 1)
// + 2) + 5 = 37.
// REDUCED: {{\[}}[11, 11, 11, 11], [5, 5, 5, 5], [37, 37, 37, 37]] : memref<3x4xi32>
func.func @reduced(%m: memref<4xi32>) -> memref<3x4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %r = memref.alloc() : memref<3x4xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %0 = memref.load %m[%tx] : memref<4xi32>
    %sum = gpu.all_reduce add %0 uniform {
    } : (i32) -> i32
    %max = gpu.all_reduce maxsi %0 {
    } : (i32) -> i32
    %other = gpu.all_reduce %0 {
    ^bb0(%a: i32, %b: i32):
      %two = arith.constant 2 : i32
      %double = arith.muli %a, %two : i32
      %both = arith.addi %double, %b : i32
      gpu.yield %both : i32
    } : (i32) -> i32
    memref.store %sum, %r[%c0, %tx] : memref<3x4xi32>
    memref.store %max, %r[%c1, %tx] : memref<3x4xi32>
    memref.store %other, %r[%c2, %tx] : memref<3x4xi32>
    gpu.terminator
  }
  return %r : memref<3x4xi32>
}

// Where there is no other thread, the number of the thread itself is stored.
// SHUFFLED: {{\[}}[11, 10, 13, 12], [12, 13, 2, 3], [0, 10, 11, 12], [13, 13, 13, 13]]
func.func @shuffled(%m: memref<4xi32>) -> memref<4x4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %width = arith.constant 4 : i32
  %r = memref.alloc() : memref<4x4xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %id = arith.index_cast %tx : index to i32
    %0 = memref.load %m[%tx] : memref<4xi32>
    %1, %valid1 = gpu.shuffle xor %0, %one, %width : i32
    %2, %valid2 = gpu.shuffle down %0, %two, %width : i32
    %3, %valid3 = gpu.shuffle up %0, %one, %width : i32
    %4, %valid4 = gpu.shuffle idx %0, %three, %width : i32
    %down = arith.select %valid2, %2, %id : i32
    %up = arith.select %valid3, %3, %id : i32
    memref.store %1, %r[%c0, %tx] : memref<4x4xi32>
    memref.store %down, %r[%c1, %tx] : memref<4x4xi32>
    memref.store %up, %r[%c2, %tx] : memref<4x4xi32>
    memref.store %4, %r[%c3, %tx] : memref<4x4xi32>
    gpu.terminator
  }
  return %r : memref<4x4xi32>
}

// Each thread has a buffer of its own across a barrier.
// PRIVATE: [0, 2, 4] : memref<3xindex>
func.func @private() -> memref<3xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<3xindex>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c3, %sy = %c1, %sz = %c1)
             private(%p : memref<1xindex, #gpu.address_space<private>>) {
    memref.store %tx, %p[%c0] : memref<1xindex, #gpu.address_space<private>>
    gpu.barrier
    %0 = memref.load %p[%c0] : memref<1xindex, #gpu.address_space<private>>
    %1 = arith.addi %0, %tx : index
    memref.store %1, %m[%tx] : memref<3xindex>
    gpu.terminator
  }
  return %m : memref<3xindex>
}

// Each block of two threads exchanges its numbers, in a function that waits.
// NAME: [2.000000e+00, 1.000000e+00, 4.000000e+00, 3.000000e+00] : memref<4xf32>
gpu.module @kernels {
  func.func @exchange(%w: memref<2xf32, #gpu.address_space<workgroup>>, %value: f32) -> f32 {
    %c1 = arith.constant 1 : index
    %id = gpu.thread_id x
    memref.store %value, %w[%id] : memref<2xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %other = arith.subi %c1, %id : index
    %0 = memref.load %w[%other] : memref<2xf32, #gpu.address_space<workgroup>>
    return %0 : f32
  }
  gpu.func @pairs(%m: memref<4xf32>) workgroup(%w: memref<2xf32, #gpu.address_space<workgroup>>)
      kernel {
    %id = gpu.global_id x
    %0 = memref.load %m[%id] : memref<4xf32>
    %1 = func.call @exchange(%w, %0)
      : (memref<2xf32, #gpu.address_space<workgroup>>, f32) -> f32
    memref.store %1, %m[%id] : memref<4xf32>
    gpu.return
  }
}

func.func @by_name(%m: memref<4xf32>) -> memref<4xf32> {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  gpu.launch_func @kernels::@pairs blocks in (%two, %one, %one) threads in (%two, %one, %one)
    : i32 args(%m : memref<4xf32>)
  return %m : memref<4xf32>
}

// HOST: [1.000000e+00, 2.000000e+00] : memref<2xf32>
// HOST-NEXT: [7.000000e+00, 7.000000e+00] : memref<2xf32>
func.func @host(%m: memref<2xf32>) -> (memref<2xf32>, memref<2xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %seven = arith.constant 7.0 : f32
  %back = memref.alloc() : memref<2xf32>
  %filled = memref.alloc() : memref<2xf32>
  %t0 = gpu.wait async
  %d, %t1 = gpu.alloc async [%t0] (%c2) : memref<?xf32>
  %whole = memref.cast %m : memref<2xf32> to memref<?xf32>
  %t2 = gpu.memcpy async [%t1] %d, %whole : memref<?xf32>, memref<?xf32>
  %t3 = gpu.launch async [%t2] blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %0 = memref.load %d[%bx] : memref<?xf32>
    memref.store %0, %back[%bx] : memref<2xf32>
    gpu.terminator
  }
  %t4 = gpu.memset async [%t3] %filled, %seven : memref<2xf32>, f32
  %t5 = gpu.dealloc async [%t4] %d : memref<?xf32>
  gpu.wait [%t5]
  return %back, %filled : memref<2xf32>, memref<2xf32>
}

// 40 threads are a subgroup of 32 and one of 8.
// LANES: [7, 1, 2, 32]
func.func @lanes() -> memref<4xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %c5 = arith.constant 5 : index
  %m = memref.alloc() : memref<4xindex>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c5, %sz = %c1) {
    %lane = gpu.lane_id
    %id = gpu.subgroup_id : index
    %count = gpu.num_subgroups : index
    %size = gpu.subgroup_size : index
    %0 = arith.addi %tx, %ty : index
    %last = arith.constant 11 : index
    %is = arith.cmpi eq, %0, %last : index
    scf.if %is {
      memref.store %lane, %m[%c0] : memref<4xindex>
      memref.store %id, %m[%c1] : memref<4xindex>
      memref.store %count, %m[%c2] : memref<4xindex>
      memref.store %size, %m[%c3] : memref<4xindex>
    }
    gpu.terminator
  }
  return %m : memref<4xindex>
}

// Updates that are atomic are no race, also of different blocks.
// HISTOGRAM: [1, 2, 3] : memref<3xi32>
func.func @histogram(%m: memref<6xindex>) -> memref<3xi32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1 : i32
  %r = memref.alloc() : memref<3xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c3, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) {
    %id = gpu.global_id x
    %0 = memref.load %m[%id] : memref<6xindex>
    %1 = memref.atomic_rmw addi %one, %r[%0] : (i32, memref<3xi32>) -> i32
    gpu.terminator
  }
  return %r : memref<3xi32>
}

// PRINTED: 0: 0.500000
// PRINTED-NEXT: 1: 0.500000
func.func @printed() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %half = arith.constant 0.5 : f64
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) {
    gpu.printf "%ld: %f\0A", %tx, %half : index, f64
    gpu.terminator
  }
  return
}

// Memory whose size the launch gives: each block has its own.
// DYNAMIC: [1, 0, 1, 0] : memref<4xi8>
func.func @dynamic() -> memref<4xi8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %bytes = arith.constant 2 : i32
  %r = memref.alloc() : memref<4xi8>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1)
             dynamic_shared_memory_size %bytes {
    %w = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %0 = arith.index_cast %tx : index to i8
    memref.store %0, %w[%tx] : memref<?xi8, #gpu.address_space<workgroup>>
    gpu.barrier
    %other = arith.subi %c1, %tx : index
    %1 = memref.load %w[%other] : memref<?xi8, #gpu.address_space<workgroup>>
    %id = gpu.global_id x
    memref.store %1, %r[%id] : memref<4xi8>
    gpu.terminator
  }
  return %r : memref<4xi8>
}

// A thread reads what its neighbour has written in the round before, in one buffer of two.
// STEPS: [5, 6, 7, 8, 1, 2, 3, 4] : memref<8xindex>
func.func @steps() -> memref<8xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %m = memref.alloc() : memref<8xindex>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %0 = arith.addi %tx, %c1 : index
    memref.store %0, %m[%tx] : memref<8xindex>
    scf.for %i = %c0 to %c4 step %c1 {
      gpu.barrier
      %1 = arith.remui %0, %c8 : index
      %2 = memref.load %m[%1] : memref<8xindex>
      gpu.barrier
      memref.store %2, %m[%tx] : memref<8xindex>
    }
    gpu.terminator
  }
  return %m : memref<8xindex>
}

// Neighbouring bytes of one word are written by different threads.
// BYTES: [0, 1, 2, 3] : memref<4xi8>
func.func @bytes() -> memref<4xi8> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi8>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %0 = arith.index_cast %bx : index to i8
    memref.store %0, %m[%bx] : memref<4xi8>
    gpu.terminator
  }
  return %m : memref<4xi8>
}

// The sum of four threads; the greater of two neighbours, and of two that are 2 apart; the value of
// the next one; that of the second and that of the first one.
// SUBGROUPS: {{\[}}[6, 6, 6, 6], [1, 1, 3, 3], [2, 3, 2, 3], [1, 2, 3, 0], [1, 1, 1, 1], [0, 0, 0, 0]]
func.func @subgroups() -> memref<6x4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %one = arith.constant 1 : i32
  %r = memref.alloc() : memref<6x4xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %id = arith.index_cast %tx : index to i32
    %0 = gpu.subgroup_reduce add %id : (i32) -> i32
    %1 = gpu.subgroup_reduce maxsi %id cluster(size = 2) : (i32) -> i32
    %2 = gpu.subgroup_reduce maxsi %id cluster(size = 2, stride = 2) : (i32) -> i32
    %3, %valid = gpu.rotate %id, 1, 4 : i32
    %4 = gpu.subgroup_broadcast %id, specific_lane %one : i32
    %5 = gpu.subgroup_broadcast %id, first_active_lane : i32
    memref.store %0, %r[%c0, %tx] : memref<6x4xi32>
    memref.store %1, %r[%c1, %tx] : memref<6x4xi32>
    memref.store %2, %r[%c2, %tx] : memref<6x4xi32>
    memref.store %3, %r[%c3, %tx] : memref<6x4xi32>
    memref.store %4, %r[%c4, %tx] : memref<6x4xi32>
    memref.store %5, %r[%c5, %tx] : memref<6x4xi32>
    gpu.terminator
  }
  return %r : memref<6x4xi32>
}
}
