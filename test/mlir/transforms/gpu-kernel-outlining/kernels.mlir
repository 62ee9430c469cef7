// Kernels become functions of modules, as by mlir-opt.
// RUN: mlir-opt %s -split-input-file --gpu-kernel-outlining > %t
// RUN: mlir-lite-opt %s --split-input-file --gpu-kernel-outlining --spelling=upstream | diff %t -
// RUN: FileCheck %s --input-file=%t

// CHECK-LABEL: func.func @f
// CHECK: gpu.launch_func  @f_kernel::@f_kernel
// CHECK: gpu.launch_func async [%0] @f_kernel_0::@f_kernel
// CHECK: gpu.module @f_kernel {
// CHECK: gpu.func @f_kernel(%arg0: memref<32xf32>, %arg1: f32, %arg2: index, %arg3: index)
// CHECK-SAME: workgroup(%arg4 : memref<4xf32, #gpu.address_space<workgroup>>)
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

// Names that the launch gives, sizes that are known, and clusters.
// CHECK: gpu.module @mm {
// CHECK: gpu.func @ff(%arg0: memref<32xf32>, %arg1: index) kernel attributes {known_block_size
func.func @f(%a: memref<32xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %b = arith.constant 100 : i32
  gpu.launch clusters(%clx, %cly, %clz) in (%csx = %c1, %csy = %c1, %csz = %c1)
             blocks(%bx, %by, %bz) in (%gx = %c32, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1)
             dynamic_shared_memory_size %b module(@mm) function(@ff) {
    %x = memref.load %a[%tx] : memref<32xf32>
    memref.store %x, %a[%gx] : memref<32xf32>
    memref.store %x, %a[%c32] : memref<32xf32>
    %cst = arith.constant 1.0 : f32
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c32, %gy = %n, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %n, %sz = %c1) {
    scf.for %i = %c1 to %n step %c1 {
    %x = memref.load %a[%i] : memref<32xf32>
    memref.store %x, %a[%gx] : memref<32xf32>
    }
    gpu.terminator
  } {foo = 1 : i32}
  return
}

// -----

// What the kernel calls is copied; the arguments are in the order of uses, inner ones first.
// CHECK: gpu.launch_func  @f_kernel_0::@f_kernel
// CHECK: gpu.func @f_kernel(%arg0: memref<32xf32>, %arg1: index, %arg2: index, %arg3: index)
func.func private @ext(index)
func.func private @h(%i: index) { call @ext(%i) : (index) -> () return }
func.func @f(%a: memref<32xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  scf.for %k = %c1 to %n step %c1 {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %k, %sy = %n, %sz = %c1) {
    scf.for %i = %c1 to %n step %k {
    %x = memref.load %a[%i] : memref<32xf32>
    memref.store %x, %a[%gx] : memref<32xf32>
    func.call @h(%k) : (index) -> ()
    }
    gpu.terminator
  } }
  return
}
gpu.module @f_kernel {}

// -----

// Kernels of one module.
// CHECK: gpu.launch_func  @mm::@ff blocks
// CHECK: gpu.launch_func  @mm::@ff_0 blocks
// CHECK: gpu.launch_func  @ff::@ff blocks
func.func @g() { return }
func.func @f(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) module(@mm) function(@ff) {
    %t = gpu.thread_id y
    func.call @g() : () -> ()
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) module(@mm) function(@ff) {
    gpu.printf "a"
    func.call @g() : () -> ()
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) module(@mm) function(@gg) {
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) module(@mm2) {
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) function(@ff) {
    gpu.terminator
  }
  return
}
