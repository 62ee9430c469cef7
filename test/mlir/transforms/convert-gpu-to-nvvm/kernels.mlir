// Kernels of each kind: elements, memory of a block and of a thread, warps, functions of numbers.
// RUN: mlir-lite-opt %s --convert-gpu-to-nvvm | FileCheck %s
// RUN: mlir-lite-opt %s --convert-gpu-to-nvvm | mlir-opt -o /dev/null

// CHECK: gpu.module @kernels {
gpu.module @kernels {
  // CHECK-DAG: llvm.func @__nv_sinf(f32) -> f32
  // CHECK-DAG: llvm.func @__nv_pow(f64, f64) -> f64

  // CHECK: llvm.func @saxpy({{.*}}) attributes {gpu.kernel, nvvm.kernel} {
  // CHECK: nvvm.read.ptx.sreg.ctaid.x : i32
  // CHECK: nvvm.read.ptx.sreg.ntid.x : i32
  // CHECK: nvvm.read.ptx.sreg.tid.x : i32
  gpu.func @saxpy(%a: f32, %x: memref<?xf32>, %y: memref<?xf32>, %n: index) kernel {
    %block = gpu.block_id x
    %size = gpu.block_dim x
    %thread = gpu.thread_id x
    %first = arith.muli %block, %size : index
    %i = arith.addi %first, %thread : index
    %is_in = arith.cmpi slt, %i, %n : index
    cf.cond_br %is_in, ^in, ^out
  ^in:
    %xi = memref.load %x[%i] : memref<?xf32>
    %yi = memref.load %y[%i] : memref<?xf32>
    %ax = arith.mulf %a, %xi : f32
    %sum = arith.addf %ax, %yi : f32
    memref.store %sum, %y[%i] : memref<?xf32>
    cf.br ^out
  ^out:
    gpu.return
  }

  // The memory of a block is a global, and that of a thread is on its stack.
  // CHECK: llvm.mlir.global internal @__wg_reversed_0() {addr_space = 3 : i32} : !llvm.array<64 x f32>
  // CHECK: llvm.func @reversed
  // CHECK-SAME: gpu.known_block_size = array<i32: 64, 1, 1>, nvvm.kernel, nvvm.maxntid = array<i32: 64, 1, 1>
  // CHECK: llvm.alloca
  // CHECK: llvm.mlir.addressof @__wg_reversed_0 : !llvm.ptr<3>
  // CHECK: nvvm.read.ptx.sreg.tid.x range <i32, 0, 64> : i32
  // CHECK: llvm.store {{.*}} : f32, !llvm.ptr<3>
  // CHECK: nvvm.barrier0
  // CHECK: llvm.load {{.*}} : !llvm.ptr<3> -> f32
  gpu.func @reversed(%a: memref<64xf32>)
      workgroup(%shared: memref<64xf32, #gpu.address_space<workgroup>>)
      private(%own: memref<1xf32, #gpu.address_space<private>>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %zero = arith.constant 0 : index
    %last = arith.constant 63 : index
    %i = gpu.thread_id x
    %value = memref.load %a[%i] : memref<64xf32>
    memref.store %value, %shared[%i] : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %j = arith.subi %last, %i : index
    %other = memref.load %shared[%j] : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %other, %own[%zero] : memref<1xf32, #gpu.address_space<private>>
    %again = memref.load %own[%zero] : memref<1xf32, #gpu.address_space<private>>
    memref.store %again, %a[%i] : memref<64xf32>
    gpu.return
  }

  // CHECK: llvm.func @shuffles
  // CHECK: nvvm.shfl.sync  bfly {{.*}} : f32 -> f32
  // CHECK: nvvm.shfl.sync  up {{.*}} {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
  // CHECK: llvm.extractvalue {{.*}}[1] : !llvm.struct<(i32, i1)>
  // A number of 64 bits is exchanged in two parts.
  // CHECK-COUNT-2: nvvm.shfl.sync  down {{.*}} : i32 -> i32
  // CHECK: llvm.bitcast {{.*}} : i64 to f64
  gpu.func @shuffles(%a: memref<32xf32>, %b: memref<32xi32>, %c: memref<32xf64>) kernel {
    %offset = arith.constant 1 : i32
    %width = arith.constant 32 : i32
    %zero = arith.constant 0 : i32
    %i = gpu.lane_id
    %av = memref.load %a[%i] : memref<32xf32>
    %bv = memref.load %b[%i] : memref<32xi32>
    %cv = memref.load %c[%i] : memref<32xf64>
    %x, %x_valid = gpu.shuffle xor %av, %offset, %width : f32
    %y, %y_valid = gpu.shuffle up %bv, %offset, %width : i32
    %z, %z_valid = gpu.shuffle down %cv, %offset, %width : f64
    %known = arith.select %y_valid, %y, %zero : i32
    memref.store %x, %a[%i] : memref<32xf32>
    memref.store %known, %b[%i] : memref<32xi32>
    memref.store %z, %c[%i] : memref<32xf64>
    gpu.return
  }

  // CHECK: llvm.func @sums
  // CHECK-COUNT-5: nvvm.shfl.sync  bfly
  // CHECK-COUNT-2: nvvm.shfl.sync  bfly
  // CHECK-NOT: nvvm.shfl
  gpu.func @sums(%a: memref<32xf32>, %b: memref<32xi32>) kernel {
    %i = gpu.lane_id
    %av = memref.load %a[%i] : memref<32xf32>
    %bv = memref.load %b[%i] : memref<32xi32>
    %sum = gpu.subgroup_reduce add %av : (f32) -> f32
    %most = gpu.subgroup_reduce maxsi %bv cluster(size = 4) : (i32) -> i32
    memref.store %sum, %a[%i] : memref<32xf32>
    memref.store %most, %b[%i] : memref<32xi32>
    gpu.return
  }

  // What the processors have instructions for is no call.
  // CHECK: llvm.func @numbers
  // CHECK: llvm.call @__nv_sinf
  // CHECK: llvm.call @__nv_pow
  // CHECK: llvm.intr.sqrt
  // CHECK: llvm.intr.floor
  gpu.func @numbers(%a: memref<8xf32>, %b: memref<8xf64>) kernel {
    %i = gpu.global_id x
    %av = memref.load %a[%i] : memref<8xf32>
    %bv = memref.load %b[%i] : memref<8xf64>
    %sin = math.sin %av : f32
    %pow = math.powf %bv, %bv : f64
    %sqrt = math.sqrt %sin : f32
    %floor = math.floor %pow : f64
    memref.store %sqrt, %a[%i] : memref<8xf32>
    memref.store %floor, %b[%i] : memref<8xf64>
    gpu.return
  }

  // Functions that kernels call.
  // CHECK: llvm.func @twice(%{{.*}}: f32) -> f32 {
  gpu.func @twice(%a: f32) -> f32 {
    %sum = arith.addf %a, %a : f32
    gpu.return %sum : f32
  }

  // CHECK: llvm.func @positions
  // CHECK-DAG: nvvm.read.ptx.sreg.nctaid.y : i32
  // CHECK-DAG: nvvm.read.ptx.sreg.warpsize range <i32, 32, 33> : i32
  // CHECK-DAG: nvvm.read.ptx.sreg.tid.z
  // CHECK-DAG: nvvm.read.ptx.sreg.ctaid.z range <i32, 0, 8> : i32
  gpu.func @positions(%a: memref<6xindex>) kernel {
    %0 = gpu.grid_dim y
    %1 = gpu.subgroup_size : index
    %2 = gpu.subgroup_id : index
    %3 = gpu.num_subgroups : index
    %4 = gpu.thread_id z
    %5 = gpu.block_id z upper_bound 8
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    memref.store %0, %a[%c0] : memref<6xindex>
    memref.store %1, %a[%c1] : memref<6xindex>
    memref.store %2, %a[%c2] : memref<6xindex>
    memref.store %3, %a[%c3] : memref<6xindex>
    memref.store %4, %a[%c4] : memref<6xindex>
    memref.store %5, %a[%c5] : memref<6xindex>
    gpu.return
  }
}
