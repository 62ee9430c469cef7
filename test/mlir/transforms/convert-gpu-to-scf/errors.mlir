// Kernels that are not loops over threads between barriers.
// RUN: mlir-lite-opt %s --split-input-file --convert-gpu-to-scf --verify-diagnostics

func.func @condition(%n: index) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    %is = arith.cmpi eq, %tx, %c1 : index
    // expected-note@below {{this op}}
    scf.if %is {
      // expected-error@below {{'gpu.barrier' op is under a condition that differs by thread}}
      gpu.barrier
    }
    gpu.terminator
  }
  return
}

// -----

// Memory is not known to be the same for all threads.
func.func @loaded(%n: index, %m: memref<i1>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    %is = memref.load %m[] : memref<i1>
    // expected-note@below {{this op}}
    scf.if %is {
      // expected-error@below {{'gpu.barrier' op is under a condition that differs by thread}}
      gpu.barrier
    }
    gpu.terminator
  }
  return
}

// -----

func.func @loop(%n: index) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    // expected-note@below {{this op}}
    scf.for %i = %tx to %n step %c1 {
      %0 = arith.index_cast %i : index to i32
      // expected-error@below {{'gpu.all_reduce' op is in a loop whose bounds differ by thread}}
      %1 = gpu.all_reduce add %0 {
      } : (i32) -> i32
    }
    gpu.terminator
  }
  return
}

// -----

// The bound of the inner loop is carried, and differs by thread from the second round on.
func.func @carried(%n: index) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    %r = scf.for %i = %c1 to %n step %c1 iter_args(%a = %c1) -> index {
      // expected-note@below {{this op}}
      scf.for %j = %c1 to %a step %c1 {
        // expected-error@below {{'gpu.barrier' op is in a loop whose bounds differ by thread}}
        gpu.barrier
      }
      %b = arith.addi %a, %tx : index
      scf.yield %b : index
    }
    gpu.terminator
  }
  return
}

// -----

func.func @while(%n: index) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    // expected-note@below {{this op}}
    %r = scf.while (%i = %c1) : (index) -> index {
      %is = arith.cmpi slt, %i, %n : index
      scf.condition(%is) %i : index
    } do {
    ^bb0(%i: index):
      // expected-error@below {{'gpu.barrier' op is in an op that is not split at barriers}}
      gpu.barrier
      %next = arith.addi %i, %i : index
      scf.yield %next : index
    }
    gpu.terminator
  }
  return
}

// -----

// Memory of one thread that a loop over threads frees.
func.func @stack(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    // expected-error@below {{'memref.alloca' op a value of type 'memref<1xindex>' is used after a barrier, and cannot be kept}}
    %m = memref.alloca() : memref<1xindex>
    gpu.barrier
    memref.store %tx, %m[%c0] : memref<1xindex>
    gpu.terminator
  }
  return
}

// -----

func.func @blocks(%n: index) {
  %c1 = arith.constant 1 : index
  // expected-error@below {{'gpu.launch' op has a kernel of several blocks, which is not converted}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    cf.br ^bb1
  ^bb1:
    gpu.terminator
  }
  return
}

// -----

func.func @recursive(%n: index) {
  gpu.barrier
  call @recursive(%n) : (index) -> ()
  return
}
func.func @calls(%n: index) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    // expected-error@-7 {{'func.call' op calls a function of kernels that cannot be inlined: it is recursive, or does not consist of one block}}
    func.call @recursive(%n) : (index) -> ()
    gpu.terminator
  }
  return
}

// -----

func.func @clusters(%n: index) {
  %c1 = arith.constant 1 : index
  // expected-error@below {{'gpu.launch' op launches clusters, which the CPU does not have}}
  gpu.launch clusters(%cx, %cy, %cz) in (%dx = %c1, %dy = %c1, %dz = %c1)
             blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    gpu.terminator
  }
  return
}
