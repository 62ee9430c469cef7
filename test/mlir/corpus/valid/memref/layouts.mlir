// Layouts, memory spaces, and views that reduce the rank.

func.func @strided(%m: memref<4x8xf32, strided<[8, 1]>>, %n: memref<?x?xf32, strided<[?, ?], offset: ?>>) -> memref<4x8xf32, strided<[8, 1]>> {
  %0 = memref.cast %m : memref<4x8xf32, strided<[8, 1]>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %1 = memref.cast %n : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32, strided<[16, 1], offset: 2>>
  return %m : memref<4x8xf32, strided<[8, 1]>>
}

func.func @negative_strides(%m: memref<4xi8, strided<[-1], offset: 3>>, %i: index) -> i8 {
  %0 = memref.load %m[%i] : memref<4xi8, strided<[-1], offset: 3>>
  return %0 : i8
}

func.func @spaces(%a: memref<4xf32, 1>, %b: memref<4xf32, "shared">, %c: memref<*xf32, 2>, %d: memref<4xf32, strided<[2]>, 3>) {
  %0 = memref.cast %a : memref<4xf32, 1> to memref<?xf32, 1>
  %1 = memref.cast %c : memref<*xf32, 2> to memref<3x?xf32, 2>
  %2 = memref.cast %d : memref<4xf32, strided<[2]>, 3> to memref<*xf32, 3>
  return
}

func.func @dropped(%m: memref<8x16x4xf32>, %i: index) -> memref<4xf32, strided<[1], offset: ?>> {
  %0 = memref.subview %m[0, 0, 0] [1, 16, 4] [1, 1, 1] : memref<8x16x4xf32> to memref<16x4xf32>
  %1 = memref.subview %m[2, 3, 0] [1, 1, 4] [1, 1, 1] : memref<8x16x4xf32> to memref<4xf32, strided<[1], offset: 140>>
  %2 = memref.subview %m[%i, %i, 0] [1, 1, 4] [1, 1, 1] : memref<8x16x4xf32> to memref<4xf32, strided<[1], offset: ?>>
  %3 = memref.subview %m[1, 1, 1] [1, 1, 1] [1, 1, 1] : memref<8x16x4xf32> to memref<f32, strided<[], offset: 69>>
  return %2 : memref<4xf32, strided<[1], offset: ?>>
}

func.func @steps(%m: memref<64x64xi32>, %n: index) {
  %0 = memref.subview %m[0, 0] [16, 16] [4, 2] : memref<64x64xi32> to memref<16x16xi32, strided<[256, 2]>>
  %1 = memref.subview %0[1, 1] [4, 4] [2, 2] : memref<16x16xi32, strided<[256, 2]>> to memref<4x4xi32, strided<[512, 4], offset: 258>>
  %2 = memref.subview %m[0, %n] [%n, 1] [%n, 1] : memref<64x64xi32> to memref<?x1xi32, strided<[?, 1], offset: ?>>
  return
}

func.func @of_dynamic(%m: memref<?x?xf64>, %n: index) {
  %0 = memref.subview %m[0, 0] [2, 2] [1, 1] : memref<?x?xf64> to memref<2x2xf64, strided<[?, 1]>>
  %1 = memref.subview %m[1, 1] [2, 2] [1, 1] : memref<?x?xf64> to memref<2x2xf64, strided<[?, 1], offset: ?>>
  %2 = memref.subview %m[%n, 0] [1, %n] [1, 1] : memref<?x?xf64> to memref<?xf64, strided<[1], offset: ?>>
  return
}

func.func @in_space(%m: memref<8x8xf32, 5>) -> memref<2x8xf32, strided<[8, 1], offset: 8>, 5> {
  %0 = memref.subview %m[1, 0] [2, 8] [1, 1] : memref<8x8xf32, 5> to memref<2x8xf32, strided<[8, 1], offset: 8>, 5>
  return %0 : memref<2x8xf32, strided<[8, 1], offset: 8>, 5>
}

func.func @reinterpret_scalar(%m: memref<f32>) -> memref<1x1xf32, strided<[1, 1]>> {
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [1, 1], strides: [1, 1] : memref<f32> to memref<1x1xf32, strided<[1, 1]>>
  return %0 : memref<1x1xf32, strided<[1, 1]>>
}

func.func @reinterpret_less(%m: memref<?xf32>, %n: index) -> memref<?x4xf32, strided<[?, 1], offset: ?>> {
  %0 = memref.reinterpret_cast %m to offset: [5], sizes: [%n, 4], strides: [4, 1] : memref<?xf32> to memref<?x4xf32, strided<[?, 1], offset: ?>>
  return %0 : memref<?x4xf32, strided<[?, 1], offset: ?>>
}

func.func @transpose_three(%m: memref<2x3x5xf32>) {
  %0 = memref.transpose %m (i, j, k) -> (k, i, j) : memref<2x3x5xf32> to memref<5x2x3xf32, strided<[1, 15, 5]>>
  %1 = memref.transpose %0 (i, j, k) -> (j, k, i) : memref<5x2x3xf32, strided<[1, 15, 5]>> to memref<2x3x5xf32, strided<[15, 5, 1]>>
  return
}

func.func @elements(%a: memref<2xcomplex<f32>>, %b: memref<vector<4xf32>>, %c: memref<3xmemref<2xi8>>, %i: index) {
  %0 = memref.load %a[%i] : memref<2xcomplex<f32>>
  %1 = memref.load %b[] : memref<vector<4xf32>>
  %2 = memref.load %c[%i] : memref<3xmemref<2xi8>>
  memref.store %0, %a[%i] : memref<2xcomplex<f32>>
  return
}

func.func @attributes_of_types() attributes {t.layout = strided<[?, 1], offset: 7>, t.type = memref<?xf32, strided<[1], offset: ?>>} {
  return
}

// A layout that is the identity is as good as none, and stays in the text if it is `strided`.
func.func @identity(%m: memref<2048xi8, strided<[1]>>, %n: memref<8xf32, strided<[1]>>, %o: index, %s: memref<1xindex>) -> memref<64x4xf32> {
  %0 = memref.view %m[%o][] : memref<2048xi8, strided<[1]>> to memref<64x4xf32>
  %1 = memref.view %m[%o][] : memref<2048xi8, strided<[1]>> to memref<64xf32, strided<[1]>>
  %2 = memref.reshape %n(%s) : (memref<8xf32, strided<[1]>>, memref<1xindex>) -> memref<?xf32>
  %3 = memref.alloc() : memref<8xf32, strided<[1]>>
  return %0 : memref<64x4xf32>
}

func.func private @symbols(memref<2x4xi8, affine_map<(d0, d1)[s0] -> (d0, d1)>, 1>)
