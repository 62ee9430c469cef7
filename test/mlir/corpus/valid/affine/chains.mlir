// Chains of maps, parallel loops with several bounds, vectors, prefetches.

#tile = affine_map<(d0)[s0] -> (d0 floordiv s0, d0 mod s0)>
#clamp = affine_map<(d0, d1)[s0] -> (d0 + 32, d1, s0)>
#inside = affine_set<(d0, d1)[s0] : (d0 + d1 - 3 >= 0, s0 - d0 - 1 >= 0, d1 mod 2 == 0)>

func.func @applies(%i: index, %n: index) -> index {
  %0 = affine.apply affine_map<(d0) -> (d0 * 4 + 1)>(%i)
  %1 = affine.apply affine_map<(d0)[s0] -> (d0 + s0 * 2 - 7)>(%0)[%n]
  %2 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) ceildiv 3)>(%0, %1)
  %3 = affine.apply affine_map<()[s0] -> (s0 floordiv 8)>()[%n]
  %4 = affine.apply affine_map<() -> (42)>()
  return %2 : index
}

func.func @extremes(%i: index, %j: index, %n: index) -> index {
  %0 = affine.min #clamp(%i, %j)[%n]
  %1 = affine.max #clamp(%i, %0)[%n]
  %2 = affine.max affine_map<(d0) -> (d0, 0)>(%1) {tag}
  %3 = affine.min affine_map<()[s0] -> (s0)>()[%n] {tag}
  return %2 : index
}

func.func @tiles(%m: memref<?x?xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to %n step 32 {
    affine.for %j = 0 to %n step 32 {
      affine.for %ii = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%i)[%n] {
        affine.for %jj = max affine_map<(d0) -> (d0, 1)>(%j) to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%j)[%n] step 2 {
          affine.store %x, %m[%ii, %jj] : memref<?x?xf32>
        } {tag}
      }
    }
  }
  return
}

func.func @parallel_min_max(%n: index, %m: memref<?xf32>) -> f32 {
  %0 = affine.parallel (%i, %j) = (max(0, symbol(%n) - 8), 0) to (min(64, symbol(%n)), 4) step (4, 1) reduce ("maximumf") -> (f32) {
    %1 = affine.load %m[%i + %j] : memref<?xf32>
    affine.yield %1 : f32
  }
  return %0 : f32
}

func.func @parallel_integers(%m: memref<8x8xi32>) -> (i32, i32) {
  %0:2 = affine.parallel (%i, %j) = (0, 0) to (8, 8) reduce ("addi", "ori") -> (i32, i32) {
    %1 = affine.load %m[%i, %j] : memref<8x8xi32>
    affine.yield %1, %1 : i32, i32
  } {tag}
  return %0#0, %0#1 : i32, i32
}

func.func @if_in_parallel(%m: memref<16x16xf32>, %n: index) {
  affine.parallel (%i, %j) = (0, 0) to (16, 16) {
    %0 = affine.if #inside(%i, %j)[%n] -> f32 {
      %1 = affine.load %m[%i, %j] : memref<16x16xf32>
      affine.yield %1 : f32
    } else {
      %2 = affine.load %m[%j, %i] : memref<16x16xf32>
      affine.yield %2 : f32
    }
    affine.store %0, %m[%i, %j] : memref<16x16xf32>
  }
  return
}

func.func @vectors(%m: memref<64x64xf32>, %n: index) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 step 8 {
      %0 = affine.vector_load %m[%i, %j] : memref<64x64xf32>, vector<8xf32>
      %1 = affine.vector_load %m[%i mod 2, symbol(%n)] {tag} : memref<64x64xf32>, vector<2x4xf32>
      affine.vector_store %0, %m[%i, %j + 1] : memref<64x64xf32>, vector<8xf32>
      affine.vector_store %1, %m[0, 0] {tag} : memref<64x64xf32>, vector<2x4xf32>
    }
  }
  return
}

func.func @prefetches(%m: memref<64xi32>) {
  affine.for %i = 0 to 64 {
    affine.prefetch %m[%i + 8], read, locality<3>, data : memref<64xi32>
    affine.prefetch %m[%i], write, locality<0>, instr {tag} : memref<64xi32>
  }
  return
}

func.func @reductions(%m: memref<100xf64>, %a: f64, %b: f64) -> (f64, f64) {
  %0:2 = affine.for %i = 0 to 100 iter_args(%s = %a, %p = %b) -> (f64, f64) {
    %1 = affine.load %m[%i] : memref<100xf64>
    %2 = arith.addf %s, %1 : f64
    %3 = arith.mulf %p, %1 : f64
    affine.yield %2, %3 : f64, f64
  }
  return %0#0, %0#1 : f64, f64
}

func.func @linear(%i: index, %j: index, %n: index) -> index {
  %0 = affine.linearize_index [%i, %j] by (%n, 8) : index
  %1 = affine.linearize_index disjoint [%i, %j] by (4, 8) {tag} : index
  %2:2 = affine.delinearize_index %0 into (%n, 8) : index, index
  %3:3 = affine.delinearize_index %1 into (4, %n) {tag} : index, index, index
  return %2#1 : index
}
