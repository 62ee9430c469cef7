// Memory that is freed, passed to blocks, or allocated again and again in one scope stays.
// RUN: mlir-lite-opt %s --promote-buffers-to-stack | FileCheck %s
// CHECK-NOT: memref.alloca

func.func @freed() {
  %0 = memref.alloc() : memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  return
}

func.func @blocks(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = memref.alloc() : memref<4xf32>
  cf.br ^bb1(%c0, %first : index, memref<4xf32>)
^bb1(%i: index, %m: memref<4xf32>):
  %x = memref.load %m[%c0] : memref<4xf32>
  %0 = memref.alloc() : memref<4xf32>
  memref.store %x, %0[%c0] : memref<4xf32>
  %y = memref.load %0[%c0] : memref<4xf32>
  memref.store %y, %m[%c0] : memref<4xf32>
  %j = arith.addi %i, %c1 : index
  %more = arith.cmpi slt, %j, %n : index
  cf.cond_br %more, ^bb1(%j, %m : index, memref<4xf32>), ^bb2
^bb2:
  return %x : f32
}

func.func @carried(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.alloc() : memref<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%m = %0) -> memref<4xf32> {
    %1 = memref.alloc() : memref<4xf32>
    scf.yield %1 : memref<4xf32>
  }
  %x = memref.load %r[%c0] : memref<4xf32>
  return %x : f32
}
