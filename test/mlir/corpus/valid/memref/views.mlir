// Views of memory.

func.func @view(%m: memref<2048xi8>, %n: index) {
  %0 = memref.view %m[%n][] : memref<2048xi8> to memref<4x8xf32>
  %1 = memref.view %m[%n][%n, %n] : memref<2048xi8> to memref<?x4x?xf32>
  return
}

func.func @reinterpret_cast(%m: memref<?xf32>, %u: memref<*xf32>, %n: index) {
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4, 4], strides: [4, 1] : memref<?xf32> to memref<4x4xf32, strided<[4, 1]>>
  %1 = memref.reinterpret_cast %u to offset: [%n], sizes: [10, %n], strides: [%n, 1] : memref<*xf32> to memref<10x?xf32, strided<[?, 1], offset: ?>>
  return
}

func.func @subview(%m: memref<8x16xf32>, %n: index) {
  %0 = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  %1 = memref.subview %m[%n, 2] [4, %n] [1, %n] : memref<8x16xf32> to memref<4x?xf32, strided<[16, ?], offset: ?>>
  %2 = memref.subview %m[2, 0] [1, 16] [1, 1] : memref<8x16xf32> to memref<16xf32, strided<[1], offset: 32>>
  return
}

func.func @reshape(%m: memref<*xf32>, %s: memref<2xi32>) -> memref<?x?xf32> {
  %0 = memref.reshape %m(%s) : (memref<*xf32>, memref<2xi32>) -> memref<?x?xf32>
  return %0 : memref<?x?xf32>
}

func.func @transpose(%m: memref<4x8xf32>) {
  %0 = memref.transpose %m (i, j) -> (j, i) : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
  return
}
