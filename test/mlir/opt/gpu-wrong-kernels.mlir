// Wrong kernels: each is reported where it goes wrong, with the threads.
// RUN: mlir-lite-opt %s --split-input-file --run --verify-diagnostics

// All threads write one element.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  // expected-note@below {{in thread (1, 0, 0) of block (0, 0, 0) of this launch}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %id = arith.index_cast %tx : index to i32
    // expected-error@below {{thread (1, 0, 0) of block (0, 0, 0) writes memory that thread (0, 0, 0) of the same block writes without a barrier in between}}
    // expected-note@below {{thread (0, 0, 0) writes it here}}
    memref.store %id, %m[%c0] : memref<4xi32>
    gpu.terminator
  }
  return
}

// -----

// A thread reads its neighbour's element without a barrier: written before.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  // expected-note@below {{in thread (1, 0, 0) of block (0, 0, 0) of this launch}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1)
             workgroup(%w : memref<4xi32, #gpu.address_space<workgroup>>) {
    %id = arith.index_cast %tx : index to i32
    // expected-note@below {{thread (0, 0, 0) writes it here}}
    memref.store %id, %w[%tx] : memref<4xi32, #gpu.address_space<workgroup>>
    %c3 = arith.constant 3 : index
    %next = arith.addi %tx, %c3 : index
    %other = arith.remui %next, %c4 : index
    // expected-error@below {{thread (1, 0, 0) of block (0, 0, 0) reads memory that thread (0, 0, 0) of the same block writes without a barrier in between}}
    %0 = memref.load %w[%other] : memref<4xi32, #gpu.address_space<workgroup>>
    gpu.terminator
  }
  return
}

// -----

// The neighbour's element is written later.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  // expected-note@below {{in thread (1, 0, 0) of block (0, 0, 0) of this launch}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1)
             workgroup(%w : memref<4xi32, #gpu.address_space<workgroup>>) {
    %id = arith.index_cast %tx : index to i32
    %next = arith.addi %tx, %c1 : index
    %other = arith.remui %next, %c4 : index
    // expected-note@below {{thread (0, 0, 0) reads it here}}
    %0 = memref.load %w[%other] : memref<4xi32, #gpu.address_space<workgroup>>
    // expected-error@below {{thread (1, 0, 0) of block (0, 0, 0) writes memory that thread (0, 0, 0) of the same block reads without a barrier in between}}
    memref.store %0, %w[%tx] : memref<4xi32, #gpu.address_space<workgroup>>
    gpu.terminator
  }
  return
}

// -----

// The second barrier of a loop is missing.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  // expected-note@below {{in thread (1, 0, 0) of block (0, 0, 0) of this launch}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1)
             workgroup(%w : memref<4xi32, #gpu.address_space<workgroup>>) {
    %id = arith.index_cast %tx : index to i32
    %next = arith.addi %tx, %c1 : index
    %other = arith.remui %next, %c4 : index
    scf.for %i = %c0 to %c2 step %c1 {
      // expected-error@below {{thread (1, 0, 0) of block (0, 0, 0) writes memory that thread (0, 0, 0) of the same block reads without a barrier in between}}
      memref.store %id, %w[%tx] : memref<4xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      // expected-note@below {{thread (0, 0, 0) reads it here}}
      %0 = memref.load %w[%other] : memref<4xi32, #gpu.address_space<workgroup>>
    }
    gpu.terminator
  }
  return
}

// -----

// Blocks are not ordered, even by barriers.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  // expected-note@below {{in thread (0, 0, 0) of block (1, 0, 0) of this launch}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %id = arith.index_cast %bx : index to i32
    gpu.barrier
    // expected-error@below {{thread (0, 0, 0) of block (1, 0, 0) writes memory that thread (0, 0, 0) of block (0, 0, 0) writes: nothing orders blocks}}
    // expected-note@below {{thread (0, 0, 0) writes it here}}
    memref.store %id, %m[%tx] : memref<4xi32>
    gpu.barrier
    gpu.terminator
  }
  return
}

// -----

// A block reads what another one has written.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  // expected-note@below {{in thread (0, 0, 0) of block (1, 0, 0) of this launch}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %id = arith.index_cast %bx : index to i32
    %first = arith.cmpi eq, %bx, %c0 : index
    scf.if %first {
      // expected-note@below {{thread (0, 0, 0) writes it here}}
      memref.store %id, %m[%c1] : memref<4xi32>
    } else {
      // expected-error@below {{thread (0, 0, 0) of block (1, 0, 0) reads memory that thread (0, 0, 0) of block (0, 0, 0) writes: nothing orders blocks}}
      %0 = memref.load %m[%c1] : memref<4xi32>
    }
    gpu.terminator
  }
  return
}

// -----

// An atomic update, and a plain read of the same element.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  // expected-note@below {{in thread (1, 0, 0) of block (0, 0, 0) of this launch}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %one = arith.constant 1 : i32
    // expected-note@below {{thread (0, 0, 0) updates it here}}
    %0 = memref.atomic_rmw addi %one, %m[%tx] : (i32, memref<4xi32>) -> i32
    // expected-error@below {{thread (1, 0, 0) of block (0, 0, 0) reads memory that thread (0, 0, 0) of the same block updates without a barrier in between}}
    %1 = memref.load %m[%c0] : memref<4xi32>
    gpu.terminator
  }
  return
}

// -----

// A barrier under a condition that differs by thread: some have ended.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  // expected-note@below {{in thread (0, 0, 0) of block (0, 0, 0) of this launch}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %is = arith.cmpi ult, %tx, %c2 : index
    scf.if %is {
      // expected-error@below {{thread (0, 0, 0) waits for all threads of its block, but thread (2, 0, 0) has ended}}
      gpu.barrier
    }
    gpu.terminator
  }
  return
}

// -----

// Two barriers, in two branches.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  // expected-note@below {{in thread (0, 0, 0) of block (0, 0, 0) of this launch}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %is = arith.cmpi ult, %tx, %c2 : index
    scf.if %is {
      // expected-error@below {{thread (0, 0, 0) waits for all threads of its block, but thread (2, 0, 0) waits elsewhere}}
      gpu.barrier
    } else {
      // expected-note@below {{thread (2, 0, 0) waits here}}
      gpu.barrier
    }
    gpu.terminator
  }
  return
}

// -----

// A loop with a barrier that one thread runs more often.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  // expected-note@below {{in thread (1, 0, 0) of block (0, 0, 0) of this launch}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    scf.for %i = %c0 to %tx step %c1 {
      // expected-error@below {{thread (1, 0, 0) waits for all threads of its block, but thread (0, 0, 0) has ended}}
      gpu.barrier
    }
    gpu.terminator
  }
  return
}

// -----

// Not all threads reduce.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  // expected-note@below {{in thread (0, 0, 0) of block (0, 0, 0) of this launch}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %is = arith.cmpi eq, %tx, %c0 : index
    scf.if %is {
      %one = arith.constant 1 : i32
      // expected-error@below {{thread (0, 0, 0) waits for all threads of its block, but thread (1, 0, 0) has ended}}
      %0 = gpu.all_reduce add %one {
      } : (i32) -> i32
    }
    gpu.terminator
  }
  return
}

// -----

// Not all lanes exchange.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  // expected-note@below {{in thread (1, 0, 0) of block (0, 0, 0) of this launch}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %is = arith.cmpi eq, %tx, %c1 : index
    scf.if %is {
      %one = arith.constant 1 : i32
      %four = arith.constant 4 : i32
      // expected-error@below {{thread (1, 0, 0) waits for all threads of its subgroup, but thread (0, 0, 0) has ended}}
      %0, %valid = gpu.shuffle xor %one, %one, %four : i32
    }
    gpu.terminator
  }
  return
}

// -----

// The subgroup is smaller than the width.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  // expected-note@below {{in thread (0, 0, 0) of block (0, 0, 0) of this launch}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %one = arith.constant 1 : i32
    %width = arith.constant 32 : i32
    // expected-error@below {{exchanges values of 32 threads in a subgroup of 4}}
    %0, %valid = gpu.shuffle xor %one, %one, %width : i32
    gpu.terminator
  }
  return
}

// -----

// A branch on a value of no lane.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  // expected-note@below {{in thread (0, 0, 0) of block (0, 0, 0) of this launch}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %one = arith.constant 1 : i32
    %four = arith.constant 4 : i32
    %0, %valid = gpu.shuffle up %one, %one, %four : i32
    %is = arith.cmpi eq, %0, %one : i32
    // expected-error@below {{uses a value that is not defined}}
    scf.if %is {
      gpu.printf "one"
    }
    gpu.terminator
  }
  return
}

// -----

// The last thread reads outside.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  // expected-note@below {{in thread (3, 0, 0) of block (0, 0, 0) of this launch}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %next = arith.addi %tx, %c1 : index
    // expected-error@below {{subscript 4 of dimension 0 is out of bounds of size 4}}
    %0 = memref.load %m[%next] : memref<4xi32>
    gpu.terminator
  }
  return
}

// -----

// A private buffer is used by no other thread, and is as large as it is.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  // expected-note@below {{in thread (1, 0, 0) of block (0, 0, 0) of this launch}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1)
             private(%p : memref<1xi32, #gpu.address_space<private>>) {
    // expected-error@below {{subscript 1 of dimension 0 is out of bounds of size 1}}
    %0 = memref.load %p[%tx] : memref<1xi32, #gpu.address_space<private>>
    gpu.terminator
  }
  return
}

// -----

// The memory was freed before the launch.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  // expected-note@below {{in thread (0, 0, 0) of block (0, 0, 0) of this launch}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    // expected-error@below {{accesses memory that was freed}}
    %0 = memref.load %m[%tx] : memref<4xi32>
    gpu.terminator
  }
  return
}

// -----

// A grid without blocks.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  // expected-error@below {{launches 0 blocks along x}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c0, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    gpu.terminator
  }
  return
}

// -----

// A block that is too large.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  %many = arith.constant 1025 : index
  // expected-error@below {{launches blocks of 1025 x 1 x 1 threads: a block has at most 1024}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %many, %sy = %c1, %sz = %c1) {
    gpu.terminator
  }
  return
}

// -----

// A launch in a kernel.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  // expected-note@below {{in thread (0, 0, 0) of block (0, 0, 0) of this launch}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    // expected-error@below {{is run in a kernel: kernels launch no kernels}}
    gpu.launch blocks(%ax, %ay, %az) in (%hx = %c1, %hy = %c1, %hz = %c1)
               threads(%ux, %uy, %uz) in (%vx = %c1, %vy = %c1, %vz = %c1) {
      gpu.terminator
    }
    gpu.terminator
  }
  return
}

// -----

// A thread's race is found in a function that it calls, too.
func.func @set(%m: memref<4xi32>, %i: index) {
  %one = arith.constant 1 : i32
  // expected-error@below {{thread (1, 0, 0) of block (0, 0, 0) writes memory that thread (0, 0, 0) of the same block writes without a barrier in between}}
  // expected-note@below {{thread (0, 0, 0) writes it here}}
  memref.store %one, %m[%i] : memref<4xi32>
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  // expected-note@below {{in thread (1, 0, 0) of block (0, 0, 0) of this launch}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    // expected-note@below {{called from here}}
    func.call @set(%m, %c0) : (memref<4xi32>, index) -> ()
    gpu.terminator
  }
  return
}

// -----

// Kernels by name are checked as well.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<4xi32>) kernel {
      %c0 = arith.constant 0 : index
      // expected-error@below {{thread (0, 0, 0) of block (1, 0, 0) reads memory that thread (0, 0, 0) of block (0, 0, 0) writes: nothing orders blocks}}
      %0 = memref.load %m[%c0] : memref<4xi32>
      %id = gpu.thread_id x
      // expected-note@below {{thread (0, 0, 0) writes it here}}
      memref.store %0, %m[%id] : memref<4xi32>
      gpu.return
    }
  }
  func.func @main() {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %m = memref.alloc() : memref<4xi32>
    // expected-note@below {{in thread (0, 0, 0) of block (1, 0, 0) of this launch}}
    // expected-note@below {{called from here}}
    gpu.launch_func @kernels::@k blocks in (%c2, %c1, %c1) threads in (%c1, %c1, %c1)
      args(%m : memref<4xi32>)
    return
  }
}

// -----

// Ops of kernels are run in kernels only.
func.func @main() -> index {
  // expected-error@below {{is run outside of a kernel}}
  %0 = gpu.thread_id x
  return %0 : index
}

// -----

// A cluster that goes beyond the subgroup.
func.func @main() {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1 : i32
  // expected-note@below {{in thread (2, 0, 0) of block (0, 0, 0) of this launch}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c3, %sy = %c1, %sz = %c1) {
    // expected-error@below {{combines the value of lane 3 in a subgroup of 3}}
    %0 = gpu.subgroup_reduce add %one cluster(size = 2) : (i32) -> i32
    gpu.terminator
  }
  return
}

// -----

// A broadcast that part of a subgroup does not reach.
func.func @main() {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1 : i32
  // expected-note@below {{in thread (1, 0, 0) of block (0, 0, 0) of this launch}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c3, %sy = %c1, %sz = %c1) {
    %is = arith.cmpi eq, %tx, %c1 : index
    scf.if %is {
      // expected-error@below {{thread (1, 0, 0) waits for all threads of its subgroup, but thread (0, 0, 0) has ended}}
      %0 = gpu.subgroup_broadcast %one, first_active_lane : i32
    }
    gpu.terminator
  }
  return
}
