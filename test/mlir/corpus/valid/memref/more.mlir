// Memory: atomic updates, alignment, copies, and casts of layouts.

memref.global "private" @table : memref<2x2xi32> = dense<[[1, 2], [3, 4]]>
memref.global "nested" constant @one : memref<f32> = dense<1.0>

func.func @globals(%i: index) -> i32 {
  %0 = memref.get_global @table : memref<2x2xi32>
  %1 = memref.load %0[%i, %i] : memref<2x2xi32>
  %2 = memref.get_global @one : memref<f32>
  return %1 : i32
}

func.func @update(%m: memref<f64>, %x: f64) -> f64 {
  %0 = memref.generic_atomic_rmw %m[] : memref<f64> {
  ^bb0(%old: f64):
    %1 = arith.cmpf olt, %old, %x : f64
    %2 = arith.select %1, %old, %x : f64
    memref.atomic_yield %2 : f64
  }
  return %0 : f64
}

func.func @kinds(%m: memref<8xi32>, %f: memref<8xf32>, %i: index, %a: i32, %x: f32) -> i32 {
  %0 = memref.atomic_rmw addi %a, %m[%i] : (i32, memref<8xi32>) -> i32
  %1 = memref.atomic_rmw maxs %0, %m[%i] : (i32, memref<8xi32>) -> i32
  %2 = memref.atomic_rmw andi %1, %m[%i] {tag} : (i32, memref<8xi32>) -> i32
  %3 = memref.atomic_rmw ori %2, %m[%i] : (i32, memref<8xi32>) -> i32
  %4 = memref.atomic_rmw minu %3, %m[%i] : (i32, memref<8xi32>) -> i32
  %5 = memref.atomic_rmw addf %x, %f[%i] : (f32, memref<8xf32>) -> f32
  %6 = memref.atomic_rmw mulf %5, %f[%i] : (f32, memref<8xf32>) -> f32
  %7 = memref.atomic_rmw assign %6, %f[%i] : (f32, memref<8xf32>) -> f32
  %8 = memref.atomic_rmw maximumf %7, %f[%i] : (f32, memref<8xf32>) -> f32
  return %4 : i32
}

func.func @aligned(%m: memref<?xf32>, %n: memref<4x4xi8, 3>) -> memref<?xf32> {
  %0 = memref.assume_alignment %m, 64 : memref<?xf32>
  %1 = memref.assume_alignment %n, 1 {tag} : memref<4x4xi8, 3>
  return %0 : memref<?xf32>
}

func.func @copies(%a: memref<?xf32>, %b: memref<4xf32, strided<[2], offset: 1>>, %u: memref<*xi8>, %v: memref<*xi8>) {
  memref.copy %a, %b : memref<?xf32> to memref<4xf32, strided<[2], offset: 1>>
  memref.copy %u, %v {tag} : memref<*xi8> to memref<*xi8>
  return
}

func.func @measures(%m: memref<2x?xf32>, %u: memref<*xf32, 1>) -> index {
  %0 = memref.rank %m : memref<2x?xf32>
  %1 = memref.rank %u {tag} : memref<*xf32, 1>
  %2 = memref.dim %u, %1 : memref<*xf32, 1>
  %3 = memref.dim {tag} %m, %0 : memref<2x?xf32>
  return %2 : index
}

func.func @reshapes(%m: memref<?xf32>, %s: memref<3xindex>, %d: memref<?xi32>) -> memref<*xf32> {
  %0 = memref.reshape %m(%s) : (memref<?xf32>, memref<3xindex>) -> memref<?x?x?xf32>
  %1 = memref.reshape %0(%d) {tag} : (memref<?x?x?xf32>, memref<?xi32>) -> memref<*xf32>
  return %1 : memref<*xf32>
}

func.func @subviews(%m: memref<8x16x4xf32, strided<[64, 4, 1], offset: ?>>, %o: index, %s: index) {
  %0 = memref.subview %m[%o, 2, 0] [4, %s, 4] [1, 2, 1] : memref<8x16x4xf32, strided<[64, 4, 1], offset: ?>> to memref<4x?x4xf32, strided<[64, 8, 1], offset: ?>>
  %1 = memref.subview %m[0, %o, 0] [8, 1, 1] [1, 1, 1] {tag} : memref<8x16x4xf32, strided<[64, 4, 1], offset: ?>> to memref<8xf32, strided<[64], offset: ?>>
  %2 = memref.subview %m[0, 0, 0] [8, 16, 4] [%s, %s, %s] : memref<8x16x4xf32, strided<[64, 4, 1], offset: ?>> to memref<8x16x4xf32, strided<[?, ?, ?], offset: ?>>
  return
}

func.func @reinterprets(%m: memref<*xf32>, %r: memref<8x8xf32, 2>, %o: index, %s: index) -> memref<?x4xf32, strided<[?, 1], offset: ?>> {
  %0 = memref.reinterpret_cast %m to offset: [%o], sizes: [%s, 4], strides: [%s, 1] : memref<*xf32> to memref<?x4xf32, strided<[?, 1], offset: ?>>
  %1 = memref.reinterpret_cast %r to offset: [0], sizes: [64], strides: [1] {tag} : memref<8x8xf32, 2> to memref<64xf32, 2>
  %2 = memref.reinterpret_cast %r to offset: [3], sizes: [], strides: [] : memref<8x8xf32, 2> to memref<f32, strided<[], offset: 3>, 2>
  return %0 : memref<?x4xf32, strided<[?, 1], offset: ?>>
}

func.func @views(%m: memref<2048xi8>, %d: memref<?xi8, 3>, %o: index, %n: index) -> memref<?x4xf32, 3> {
  %0 = memref.view %m[%o][] : memref<2048xi8> to memref<64x4xf32>
  %1 = memref.view %d[%o][%n] {tag} : memref<?xi8, 3> to memref<?x4xf32, 3>
  return %1 : memref<?x4xf32, 3>
}
