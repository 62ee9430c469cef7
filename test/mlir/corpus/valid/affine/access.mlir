// affine.load, affine.store, affine.prefetch and the accesses of vectors.

func.func @load_store(%m: memref<100x100xf32>) {
  affine.for %i = 0 to 90 {
    affine.for %j = 0 to 90 {
      %0 = affine.load %m[%i + 3, %j + 7] : memref<100x100xf32>
      affine.store %0, %m[%j, %i] : memref<100x100xf32>
    }
  }
  return
}

func.func @symbols(%m: memref<100x100xf32>, %n: index, %k: index) {
  affine.for %i = 0 to 10 {
    %0 = affine.load %m[%i + symbol(%n), %i * 2 + symbol(%k) - 1] : memref<100x100xf32>
    affine.store %0, %m[symbol(%n), symbol(%k) floordiv 2] : memref<100x100xf32>
  }
  return
}

func.func @constants(%m: memref<100x100xf32>, %x: f32) {
  affine.store %x, %m[3, 4] : memref<100x100xf32>
  affine.store %x, %m[1 + 2 * 3, -7 mod 4] : memref<100x100xf32>
  return
}

func.func @rank_zero(%m: memref<f32>) -> f32 {
  %0 = affine.load %m[] : memref<f32>
  affine.store %0, %m[] : memref<f32>
  return %0 : f32
}

func.func @expressions(%m: memref<?xf32>, %x: f32) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.store %x, %m[%i * 64 + %j] : memref<?xf32>
      affine.store %x, %m[(%i + %j) floordiv 2] : memref<?xf32>
      affine.store %x, %m[%i mod 8 + %j ceildiv 8] : memref<?xf32>
      affine.store %x, %m[-%i + 64] : memref<?xf32>
      affine.store %x, %m[%i - %j] : memref<?xf32>
      affine.store %x, %m[%j * 2 - %i * 3] : memref<?xf32>
      affine.store %x, %m[(%i - 1) * 4] : memref<?xf32>
    }
  }
  return
}

func.func @repeated(%m: memref<4x4x4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %0 = affine.load %m[%j, %i, %j] : memref<4x4x4xf32>
      %1 = affine.load %m[%i, %i, %i + %i] : memref<4x4x4xf32>
    }
  }
  return
}

func.func @element_types(%a: memref<4xi8>, %b: memref<4xindex>, %c: memref<4xvector<4xf32>>, %d: memref<4xmemref<2xf32>>) {
  affine.for %i = 0 to 4 {
    %0 = affine.load %a[%i] : memref<4xi8>
    %1 = affine.load %b[%i] : memref<4xindex>
    %2 = affine.load %c[%i] : memref<4xvector<4xf32>>
    affine.store %2, %c[%i] : memref<4xvector<4xf32>>
    %3 = affine.load %d[%i] : memref<4xmemref<2xf32>>
  }
  return
}

func.func @with_attributes(%m: memref<4xf32>) {
  %0 = affine.load %m[0] {tag = 1 : i32} : memref<4xf32>
  affine.store %0, %m[1] {tag} : memref<4xf32>
  return
}

func.func @subscripts_by_apply(%m: memref<?xf32>, %n: index) {
  affine.for %i = 0 to 10 {
    %0 = affine.apply affine_map<(d0)[s0] -> (d0 * s0)>(%i)[%n]
    %1 = affine.load %m[%0 + 1] : memref<?xf32>
  }
  return
}

func.func @dims_and_symbols_of_one_value(%m: memref<4x4xf32>, %n: index) {
  %0 = affine.load %m[%n + 1, symbol(%n)] : memref<4x4xf32>
  %1 = affine.load %m[symbol(%n), %n] : memref<4x4xf32>
  return
}

func.func @generic(%m: memref<4x4xf32>, %n: index, %k: index) {
  %0 = "affine.load"(%m, %n, %k) <{map = affine_map<(d0)[s0] -> (s0, d0 + 1)>}> : (memref<4x4xf32>, index, index) -> f32
  "affine.store"(%0, %m, %n, %n) <{map = affine_map<(d0, d1) -> (d1, d0)>}> : (f32, memref<4x4xf32>, index, index) -> ()
  return
}

func.func @memory_spaces(%a: memref<8xf32, 2>, %b: memref<8xf32, affine_map<(d0) -> (d0 * 2 + 1)>>) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %a[%i] : memref<8xf32, 2>
    affine.store %0, %b[%i] : memref<8xf32, affine_map<(d0) -> (d0 * 2 + 1)>>
  }
  return
}

func.func @prefetch(%m: memref<400x400xi32>) {
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to 100 {
      affine.prefetch %m[%i, %j + 5], read, locality<3>, data : memref<400x400xi32>
      affine.prefetch %m[%i, 0], write, locality<0>, data : memref<400x400xi32>
      affine.prefetch %m[%i, %j], read, locality<1>, instr {tag} : memref<400x400xi32>
    }
  }
  return
}

func.func @vectors(%m: memref<100xf32>) {
  affine.for %i = 0 to 16 {
    %0 = affine.vector_load %m[%i * 4] : memref<100xf32>, vector<4xf32>
    affine.vector_store %0, %m[%i + 3] : memref<100xf32>, vector<4xf32>
  }
  return
}

func.func @vectors_of_rank_two(%m: memref<100x100xf32>, %n: index) {
  affine.for %i = 0 to 16 step 4 {
    %0 = affine.vector_load %m[%i, symbol(%n)] {tag} : memref<100x100xf32>, vector<2x8xf32>
    affine.vector_store %0, %m[%i + 4, 0] : memref<100x100xf32>, vector<2x8xf32>
  }
  return
}

// Sizes of views and parts are symbols if they are where these are made.
func.func @sizes_of_views(%n: index, %b: memref<2048xf32>, %bytes: memref<2048xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to 4 {
    %0 = memref.subview %b[0][%n][1] : memref<2048xf32> to memref<?xf32, strided<[1]>>
    %1 = memref.dim %0, %c0 : memref<?xf32, strided<[1]>>
    %2 = memref.view %bytes[%c0][%n] : memref<2048xi8> to memref<4x?xf32>
    %3 = memref.dim %2, %c0 : memref<4x?xf32>
    %4 = memref.dim %2, %c1 : memref<4x?xf32>
    %5 = memref.cast %2 : memref<4x?xf32> to memref<?x?xf32>
    %6 = memref.dim %5, %c1 : memref<?x?xf32>
    affine.for %j = 0 to %1 {
      affine.for %k = %3 to %4 {
        affine.for %l = 0 to %6 {
        }
      }
    }
  }
  return
}
