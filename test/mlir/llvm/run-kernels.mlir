// Launches of kernels are run on the CPU, compiled and interpreted.
// RUN: toyc %s | FileCheck %s
// RUN: toyc %s -emit=interp | FileCheck %s
// RUN: toyc %s -opt | FileCheck %s

// CHECK: [3,  2,  1,  0,  7,  6,  5,  4]
func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1)
             workgroup(%w : memref<4xf32, #gpu.address_space<workgroup>>) {
    %first = arith.muli %bx, %sx : index
    %at = arith.addi %first, %tx : index
    %i = arith.index_cast %at : index to i32
    %f = arith.sitofp %i : i32 to f32
    memref.store %f, %w[%tx] : memref<4xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %j = arith.subi %c3, %tx : index
    %v = memref.load %w[%j] : memref<4xf32, #gpu.address_space<workgroup>>
    memref.store %v, %m[%at] : memref<8xf32>
    gpu.terminator
  }
  %u = memref.cast %m : memref<8xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  memref.dealloc %m : memref<8xf32>
  return
}

func.func private @printMemrefF32(memref<*xf32>)
