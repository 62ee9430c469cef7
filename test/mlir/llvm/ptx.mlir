// Kernels as PTX, by LLVM; NVIDIA's library for devices is not needed for what has an instruction.
// RUN: mlir-lite-translate --mlir-to-ptx %s | FileCheck %s
// RUN: mlir-lite-translate --mlir-to-ptx --chip=sm_90 %s | FileCheck %s --check-prefix=NEWER
// RUN: not mlir-lite-translate --mlir-to-ptx --chip=sm_1 %s 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: echo 'llvm.func @f() { llvm.return }' > %t.llvm.mlir; not mlir-lite-translate --mlir-to-ptx %t.llvm.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: echo 'gpu.module @m { llvm.func @__nv_sin(f64) -> f64 llvm.func @k(%%a: f64) -> f64 { %%0 = llvm.call @__nv_sin(%%a) : (f64) -> f64 llvm.return %%0 : f64 } }' > %t.sin.mlir; not mlir-lite-translate --mlir-to-ptx %t.sin.mlir 2>&1 | FileCheck %s --check-prefix=LIBRARY
// RUN: not mlir-lite-translate --mlir-to-ptx --libdevice=%t.sin.mlir %t.sin.mlir 2>&1 | FileCheck %s --check-prefix=BITCODE
// RUN: echo 'gpu.module @m { llvm.func @k() -> i32 { %%0 = nvvm.read.ptx.sreg.clusterid.x : i32 llvm.return %%0 : i32 } }' > %t.cluster.mlir; not mlir-lite-translate --mlir-to-ptx %t.cluster.mlir 2>&1 | FileCheck %s --check-prefix=CLUSTER

// CHIP: error: cannot compile kernels: a processor is one of sm_50, {{.*}}, sm_100, found 'sm_1'
// NONE: error: there is no module of kernels, `gpu.module`, in the input
// NONE: help: `mlir-lite-opt -gpu-kernel-outlining` makes one of the kernels of launches
// LIBRARY: error: cannot compile kernels: '__nv_sin' is a function of NVIDIA's library for devices, libdevice, whose file is to be given
// BITCODE: error: cannot compile kernels: '{{.*}}.sin.mlir': {{.*}}
// CLUSTER: error: cannot compile kernels: 'nvvm.read.ptx.sreg.clusterid.x' is there from sm_90 on, and not in sm_80

// CHECK: .version 7.0
// CHECK: .target sm_80
// CHECK: .visible .entry reversed(
// CHECK: .maxntid 64, 1, 1
// CHECK: .shared .align 4 .b8 shared[256];
// CHECK: mov.u32 {{.*}}, %tid.x;
// CHECK: st.shared
// CHECK: bar.sync 0;
// CHECK: ld.shared
// CHECK: shfl.sync.bfly.b32
// NEWER: .version 7.8
// NEWER: .target sm_90
gpu.module @kernels {
  llvm.mlir.global internal @shared() {addr_space = 3 : i32} : !llvm.array<64 x f32>
  llvm.func @reversed(%a: !llvm.ptr) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 64, 1, 1>} {
    %shared = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %last = llvm.mlir.constant(63 : i32) : i32
    %all = llvm.mlir.constant(-1 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %clamp = llvm.mlir.constant(31 : i32) : i32
    %i = nvvm.read.ptx.sreg.tid.x range <i32, 0, 64> : i32
    %from = llvm.getelementptr %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
    %value = llvm.load %from : !llvm.ptr -> f32
    %to = llvm.getelementptr %shared[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.store %value, %to : f32, !llvm.ptr<3>
    nvvm.barrier0
    %j = llvm.sub %last, %i : i32
    %at = llvm.getelementptr %shared[%j] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %other = llvm.load %at : !llvm.ptr<3> -> f32
    %next = nvvm.shfl.sync bfly %all, %other, %one, %clamp : f32 -> f32
    llvm.store %next, %from : f32, !llvm.ptr
    llvm.return
  }
}
