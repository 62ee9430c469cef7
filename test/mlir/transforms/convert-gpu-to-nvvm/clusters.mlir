// Clusters of blocks, which processors from sm_90 on have.
// RUN: mlir-lite-opt %s --convert-gpu-to-nvvm | FileCheck %s

gpu.module @clusters {
  // CHECK: llvm.func @k
  // CHECK-SAME: nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel
  // CHECK-DAG: nvvm.read.ptx.sreg.clusterid.x : i32
  // CHECK-DAG: nvvm.read.ptx.sreg.nclusterid.y : i32
  // CHECK-DAG: nvvm.read.ptx.sreg.cluster.ctaid.z : i32
  // CHECK-DAG: nvvm.read.ptx.sreg.cluster.nctaid.x range <i32, 1, 9> : i32
  gpu.func @k(%a: memref<4xindex>) kernel attributes {known_cluster_size = array<i32: 2, 1, 1>} {
    %0 = gpu.cluster_id x
    %1 = gpu.cluster_dim y
    %2 = gpu.cluster_block_id z
    %3 = gpu.cluster_dim_blocks x upper_bound 8
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    memref.store %0, %a[%c0] : memref<4xindex>
    memref.store %1, %a[%c1] : memref<4xindex>
    memref.store %2, %a[%c2] : memref<4xindex>
    memref.store %3, %a[%c3] : memref<4xindex>
    gpu.return
  }
}
