// Constants and sizes get into kernels, as by mlir-opt.
// RUN: mlir-opt %s -split-input-file --gpu-launch-sink-index-computations > %t
// RUN: mlir-lite-opt %s --split-input-file --gpu-launch-sink-index-computations \
// RUN:   --spelling=upstream | diff %t -
// RUN: FileCheck %s --input-file=%t

// CHECK-LABEL: func.func @f
// CHECK: gpu.launch
// CHECK: arith.constant 2.000000e+00 : f32
// CHECK: memref.dim
func.func @f(%a: memref<32xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %cst = arith.constant 2.0 : f32
  %d = memref.dim %a, %c0 : memref<32xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1)
             workgroup(%w : memref<4xf32, #gpu.address_space<workgroup>>)
             private(%p : memref<1xf32, #gpu.address_space<private>>) {
    %x = memref.load %a[%tx] : memref<32xf32>
    %y = arith.addf %x, %cst : f32
    memref.store %y, %a[%d] : memref<32xf32>
    memref.store %y, %w[%c0] : memref<4xf32, #gpu.address_space<workgroup>>
    func.call @g(%sx) : (index) -> ()
    gpu.terminator
  }
  %t0 = gpu.wait async
  %t = gpu.launch async [%t0] blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    cf.br ^bb1
    ^bb1:
    gpu.terminator
  }
  gpu.wait [%t]
  return
}
func.func @g(%i: index) { return }

// -----

// A selection is computed in the kernel only if what it needs is used there.
// CHECK-LABEL: func.func @selected
func.func @selected(%a: memref<?xindex>, %n: index, %c: i1) {
  %c1 = arith.constant 1 : index
  %m = arith.maxsi %n, %c1 : index
  %less = arith.cmpi slt, %n, %m : index
  %s = arith.select %less, %n, %c1 : index
  %s2 = arith.select %c, %c1, %m : index
  %sum = arith.addi %n, %c1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    memref.store %s, %a[%s2] : memref<?xindex>
    memref.store %n, %a[%m] : memref<?xindex>
    memref.store %sum, %a[%m] : memref<?xindex>
    gpu.terminator
  }
  return
}
