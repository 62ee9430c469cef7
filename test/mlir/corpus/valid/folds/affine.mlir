// Affine ops that fold: maps that are joined, bounds and sizes that are constants, indices that are split and joined.

func.func private @use0(index)

func.func @min_of_min(%a: index, %b: index) -> index {
  %0 = affine.min affine_map<(d0)[s0] -> (d0, 8, s0)>(%a)[%b]
  %1 = affine.min affine_map<(d0) -> (d0, 16)>(%0)
  return %1 : index
}

func.func @max_of_max(%a: index, %b: index) -> index {
  %0 = affine.max affine_map<(d0, d1) -> (d0, 8, d1)>(%a, %b)
  %1 = affine.max affine_map<(d0, d1) -> (d0, d1)>(%0, %a)
  return %1 : index
}

func.func @min_dup(%a: index) -> index {
  %0 = affine.min affine_map<(d0) -> (d0, d0)>(%a)
  return %0 : index
}

func.func @min_dup2(%a: index) -> index {
  %0 = affine.min affine_map<(d0) -> (d0, 5, d0, 7)>(%a)
  return %0 : index
}

func.func @min_shift(%a: index, %b: index) -> index {
  %0 = affine.min affine_map<(d0, d1) -> (d0 + 3, 8, d1)>(%a, %b)
  %1 = affine.min affine_map<(d0, d1) -> (d0 - 3, d1)>(%0, %a)
  return %1 : index
}

func.func @min_apply(%a: index, %b: index) -> index {
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%a, %b)
  %1 = affine.min affine_map<(d0, d1) -> (d0, d1)>(%0, %a)
  return %1 : index
}

func.func @min_single(%a: index) -> index {
  %0 = affine.min affine_map<(d0) -> (d0 + 1)>(%a)
  return %0 : index
}

func.func @min_diff(%a: index) -> index {
  %0 = affine.min affine_map<(d0) -> (d0 + 1, d0 + 3)>(%a)
  return %0 : index
}

func.func @min_diff2(%a: index) -> index {
  %0 = affine.min affine_map<()[s0] -> (s0 + 1, s0 + 3, 1000)>()[%a]
  return %0 : index
}

func.func @min_loop(%m: memref<?xindex>) {
  affine.for %i = 0 to 10 {
    %0 = affine.min affine_map<(d0) -> (d0, 100)>(%i)
    memref.store %0, %m[%i] : memref<?xindex>
  }
  return
}

func.func @parallel_const(%m: memref<100x100xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c10 = arith.constant 10 : index
  affine.parallel (%i, %j) = (%c0, 0) to (%c10, %c10 + 1) {
    affine.store %f, %m[%i, %j] : memref<100x100xf32>
  }
  return
}

func.func @parallel_apply(%m: memref<100x100xf32>, %f: f32, %n: index) {
  %0 = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%n]
  affine.parallel (%i, %j) = (0, 0) to (%0, %0 + 1) {
    affine.store %f, %m[%i, %j] : memref<100x100xf32>
  }
  return
}

func.func @parallel_zero(%m: memref<100xf32>, %f: f32) {
  affine.parallel (%i) = (0) to (0) {
    affine.store %f, %m[%i] : memref<100xf32>
  }
  return
}

func.func @parallel_one(%m: memref<100xf32>, %f: f32) {
  affine.parallel (%i) = (0) to (1) {
    affine.store %f, %m[%i] : memref<100xf32>
  }
  return
}

func.func @parallel_empty(%n: index) {
  affine.parallel (%i) = (0) to (%n) {
  }
  return
}

func.func @delin_const() -> (index, index) {
  %c = arith.constant 23 : index
  %0:2 = affine.delinearize_index %c into (4, 10) : index, index
  return %0#0, %0#1 : index, index
}

func.func @delin_one(%a: index) -> index {
  %0 = affine.delinearize_index %a into (4) : index
  return %0 : index
}

func.func @delin_unit(%a: index) -> (index, index, index) {
  %0:3 = affine.delinearize_index %a into (4, 1, 7) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}

func.func @delin_nobound(%a: index) -> (index, index, index) {
  %0:3 = affine.delinearize_index %a into (5, 7) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}

func.func @delin_dyn(%a: index) -> (index, index) {
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %0:2 = affine.delinearize_index %a into (%c4, %c7) : index, index
  return %0#0, %0#1 : index, index
}

func.func @lin_const() -> index {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = affine.linearize_index [%c1, %c2] by (3, 7) : index
  return %0 : index
}

func.func @lin_one(%a: index) -> index {
  %0 = affine.linearize_index [%a] by (3) : index
  return %0 : index
}

func.func @lin_zero_lead(%a: index, %b: index) -> index {
  %c0 = arith.constant 0 : index
  %0 = affine.linearize_index [%c0, %a, %b] by (3, 4, 5) : index
  return %0 : index
}

func.func @lin_unit(%a: index, %b: index) -> index {
  %c0 = arith.constant 0 : index
  %0 = affine.linearize_index disjoint [%a, %c0, %b] by (3, 1, 5) : index
  return %0 : index
}

func.func @lin_unit2(%a: index, %b: index, %c: index) -> index {
  %0 = affine.linearize_index disjoint [%a, %b, %c] by (3, 1, 5) : index
  return %0 : index
}

func.func @lin_dyn(%a: index, %b: index) -> index {
  %c7 = arith.constant 7 : index
  %0 = affine.linearize_index [%a, %b] by (%c7, %c7) : index
  return %0 : index
}

func.func @lin_of_delin(%a: index) -> index {
  %0:2 = affine.delinearize_index %a into (5, 7) : index, index
  %1 = affine.linearize_index disjoint [%0#0, %0#1] by (5, 7) : index
  return %1 : index
}

func.func @lin_of_delin_part(%a: index, %b: index) -> index {
  %0:2 = affine.delinearize_index %a into (5, 7) : index, index
  %1 = affine.linearize_index disjoint [%b, %0#0, %0#1] by (2, 5, 7) : index
  return %1 : index
}

func.func @delin_of_lin(%a: index, %b: index) -> (index, index) {
  %1 = affine.linearize_index disjoint [%a, %b] by (5, 7) : index
  %0:2 = affine.delinearize_index %1 into (5, 7) : index, index
  return %0#0, %0#1 : index, index
}

func.func @delin_of_lin_tail(%a: index, %b: index, %c: index) -> (index, index, index) {
  %1 = affine.linearize_index disjoint [%a, %b, %c] by (2, 5, 7) : index
  %0:3 = affine.delinearize_index %1 into (3, 5, 7) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}

func.func @delin_of_lin_split(%a: index, %b: index) -> (index, index, index) {
  %1 = affine.linearize_index disjoint [%a, %b] by (5, 64) : index
  %0:3 = affine.delinearize_index %1 into (5, 8, 8) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}

func.func @delin_loop(%m: memref<?xindex>) {
  affine.for %i = 0 to 32 {
    %0:2 = affine.delinearize_index %i into (4, 32) : index, index
    memref.store %0#0, %m[%0#1] : memref<?xindex>
  }
  return
}

func.func @if_true(%a: index, %m: memref<10xf32>, %f: f32) {
  affine.if affine_set<(d0) : (d0 - d0 >= 0, d0 - 1 >= 0)>(%a) {
    affine.store %f, %m[0] : memref<10xf32>
  }
  return
}

func.func @if_dupc(%a: index, %m: memref<10xf32>, %f: f32) {
  affine.if affine_set<(d0) : (d0 - 1 >= 0, d0 - 1 >= 0)>(%a) {
    memref.store %f, %m[%a] : memref<10xf32>
  }
  return
}

func.func @if_contra(%a: index, %m: memref<10xf32>, %f: f32) {
  affine.if affine_set<(d0) : (d0 - 1 >= 0, -d0 >= 0)>(%a) {
    memref.store %f, %m[%a] : memref<10xf32>
  }
  return
}

func.func @if_loop(%m: memref<10xf32>, %f: f32) {
  affine.for %i = 0 to 10 {
    affine.if affine_set<(d0) : (d0 >= 0)>(%i) {
      affine.store %f, %m[%i] : memref<10xf32>
    }
  }
  return
}

func.func @if_loop_false(%m: memref<10xf32>, %f: f32) {
  affine.for %i = 0 to 10 {
    affine.if affine_set<(d0) : (d0 - 10 >= 0)>(%i) {
      affine.store %f, %m[%i] : memref<10xf32>
    }
  }
  return
}

func.func @if_gcd(%a: index, %m: memref<10xf32>, %f: f32) {
  affine.if affine_set<(d0) : (2 * d0 - 1 == 0)>(%a) {
    memref.store %f, %m[%a] : memref<10xf32>
  }
  return
}

func.func @if_empty_then(%a: index, %m: memref<10xf32>, %f: f32) {
  affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%a) {
  }
  return
}

func.func @if_else_only(%a: index, %m: memref<10xf32>, %f: f32) {
  affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%a) {
  } else {
    memref.store %f, %m[%a] : memref<10xf32>
  }
  return
}

func.func @if_same(%a: index, %f: f32) -> f32 {
  %0 = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%a) -> f32 {
    affine.yield %f : f32
  } else {
    affine.yield %f : f32
  }
  return %0 : f32
}

func.func @for_bounds(%m: memref<10xf32>, %f: f32, %n: index) {
  %0 = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%n]
  affine.for %i = 0 to min affine_map<()[s0] -> (s0, s0, 10)>()[%0] {
      affine.store %f, %m[%i] : memref<10xf32>
  }
  return
}

func.func @for_nested(%m: memref<10xf32>, %f: f32) {
  affine.for %i = 3 to 4 {
      affine.store %f, %m[%i] : memref<10xf32>
  }
  return
}

func.func @for_iter(%m: memref<10xf32>, %f: f32) -> f32 {
  %0 = affine.for %i = 0 to 10 iter_args(%x = %f) -> f32 {
      affine.yield %x : f32
  }
  return %0 : f32
}

func.func @for_emptyres(%a: f32, %f: f32, %n: index) -> (f32, f32) {
  %0:2 = affine.for %i = 0 to 10 iter_args(%x = %f, %y = %a) -> (f32, f32) {
      affine.yield %y, %x : f32, f32
  }
  return %0#0, %0#1 : f32, f32
}

func.func @apply_const() -> index {
  %c = arith.constant 7 : index
  %0 = affine.apply affine_map<(d0) -> (d0 mod 3 + d0 floordiv 2)>(%c)
  return %0 : index
}

func.func @apply_id(%a: index) -> index {
  %0 = affine.apply affine_map<(d0) -> (d0)>(%a)
  return %0 : index
}

func.func @apply_mod(%a: index) -> index {
  %0 = affine.apply affine_map<(d0) -> ((d0 * 8) mod 4)>(%a)
  return %0 : index
}

func.func @apply_mod2(%a: index) -> index {
  %0 = affine.apply affine_map<(d0) -> ((d0 * 8 + 3) floordiv 4 - d0 * 2)>(%a)
  return %0 : index
}

func.func @apply_of_bounded() {
  affine.for %i = 0 to 4 {
    %0 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%i)
    func.call @use0(%0) : (index) -> ()
    %1 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%i)
    func.call @use0(%1) : (index) -> ()
    %2 = affine.apply affine_map<(d0) -> (d0 ceildiv 8)>(%i)
    func.call @use0(%2) : (index) -> ()
  }
  return
}

func.func @load_cast(%m: memref<10xf32>) -> f32 {
  %0 = memref.cast %m : memref<10xf32> to memref<?xf32>
  %1 = affine.load %0[3] : memref<?xf32>
  return %1 : f32
}

func.func @store_cast(%m: memref<10xf32>, %f: f32) {
  %0 = memref.cast %m : memref<10xf32> to memref<?xf32>
  affine.store %f, %0[3] : memref<?xf32>
  return
}

func.func @load_apply(%m: memref<10xf32>, %n: index) -> f32 {
  %0 = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%n]
  %1 = affine.load %m[symbol(%0)] : memref<10xf32>
  return %1 : f32
}

func.func @vload_apply(%m: memref<10xf32>, %n: index) -> vector<2xf32> {
  %c = arith.constant 1 : index
  %0 = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%c]
  %1 = affine.vector_load %m[symbol(%0)] : memref<10xf32>, vector<2xf32>
  return %1 : vector<2xf32>
}

func.func @vstore_apply(%m: memref<10xf32>, %n: index, %v: vector<2xf32>) {
  %c = arith.constant 1 : index
  %0 = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%c]
  affine.vector_store %v, %m[symbol(%0)] : memref<10xf32>, vector<2xf32>
  return
}

func.func @prefetch_apply(%m: memref<10xf32>, %n: index) {
  %c = arith.constant 1 : index
  %0 = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%c]
  %m2 = memref.cast %m : memref<10xf32> to memref<?xf32>
  affine.prefetch %m2[symbol(%0)], read, locality<3>, data : memref<?xf32>
  return
}

func.func @const_load() -> f32 {
  %m = memref.get_global @g : memref<4xf32>
  %0 = affine.load %m[2] : memref<4xf32>
  return %0 : f32
}
memref.global "private" constant @g : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>

func.func @dma(%a: memref<100xf32>, %b: memref<100xf32, 2>, %t: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c100 = arith.constant 100 : index
  %x = memref.cast %a : memref<100xf32> to memref<?xf32>
  affine.dma_start %x[%c0], %b[%c0], %t[%c0], %c100 : memref<?xf32>, memref<100xf32, 2>, memref<1xi32>
  affine.dma_wait %t[%c0], %c100 : memref<1xi32>
  return
}
