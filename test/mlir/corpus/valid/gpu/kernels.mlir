// Modules of kernels, functions with buffers, and what threads do.

gpu.module @empty {
}

gpu.module @attributes attributes {a} {
}

gpu.module @kernels {
  gpu.func @ids(%a: memref<32xf32>, %i: index) kernel {
    %0 = gpu.thread_id x
    %1 = gpu.thread_id y upper_bound 64
    %2 = gpu.block_id x
    %3 = gpu.block_id z upper_bound 7 {a}
    %4 = gpu.block_dim x
    %5 = gpu.block_dim y
    %6 = gpu.grid_dim y
    %7 = gpu.grid_dim z
    %8 = gpu.global_id x
    %9 = gpu.global_id y
    %10 = gpu.cluster_id x
    %11 = gpu.cluster_id z
    %12 = gpu.cluster_dim x
    %13 = gpu.cluster_dim y
    %14 = gpu.cluster_block_id x
    %15 = gpu.cluster_block_id y
    %16 = gpu.cluster_dim_blocks x
    %17 = gpu.cluster_dim_blocks z
    %18 = gpu.lane_id
    %19 = gpu.lane_id upper_bound 32 {a}
    %20 = gpu.subgroup_id : index
    %21 = gpu.subgroup_id upper_bound 4 : index
    %22 = gpu.num_subgroups : index
    %23 = gpu.num_subgroups upper_bound 4 {a} : index
    %24 = gpu.subgroup_size : index
    %25 = gpu.subgroup_size upper_bound 32 : index
    gpu.return
  }
  gpu.func @buffers(%a: memref<32xf32>) workgroup(%w : memref<32xf32, #gpu.address_space<workgroup>>, %v : memref<4xf32, 3>) private(%p : memref<1xf32, #gpu.address_space<private>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %0 = gpu.thread_id x
    %1 = memref.load %a[%0] : memref<32xf32>
    memref.store %1, %w[%0] : memref<32xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    gpu.barrier {a}
    gpu.return
  }
  gpu.func @old() workgroup(%w : memref<32xf32, 3> {llvm.align = 16 : i64}) private(%p : memref<1xf32, 5>, %q : memref<1xf32, 5> {llvm.align = 4 : i64}) {
    gpu.return
  }
  gpu.func @private() private(%p : memref<1xf32, 5>) {
    gpu.return
  }
  gpu.func @results(%a: f32 {x.a}, %b: i32) -> (f32, i32) {
    cf.br ^bb1
  ^bb1:
    gpu.return %a, %b : f32, i32
  }
  gpu.func @grids() kernel attributes {known_grid_size = array<i32: 1, 2, 3>} {
    gpu.return {a}
  }
  gpu.func @groups(%f: f32, %i: i32) {
    %0 = gpu.all_reduce add %f uniform {
    } : (f32) -> f32
    %1 = gpu.all_reduce maxsi %i {
    } : (i32) -> i32
    %2 = gpu.all_reduce %f {
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y : f32
      gpu.yield %z : f32
    } : (f32) -> f32
    %3 = gpu.all_reduce %i uniform {
    ^bb0(%x: i32, %y: i32):
      gpu.yield %x : i32
    } {a} : (i32) -> i32
    %4, %5 = gpu.shuffle xor %f, %i, %i : f32
    %6, %7 = gpu.shuffle down %i, %i, %i {a} : i32
    %8, %9 = gpu.shuffle up %f, %i, %i : f32
    %10, %11 = gpu.shuffle idx %f, %i, %i : f32
    %12 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %13 = gpu.dynamic_shared_memory {a} : memref<?xi8, #gpu.address_space<workgroup>>
    gpu.printf "lane %d of %f\0A", %i, %f : i32, f32
    gpu.printf "done" {a}
    gpu.return
  }
}
